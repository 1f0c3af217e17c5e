//! Crates of every edition of Rust, and macros of one edition in a crate of another.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// The metadata of `elicit-core`, built by the cargo that builds these tests.
fn elicit_core() -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--package=elicit-core", "--message-format=json"])
        .args(["--offline", "--quiet"])
        .output()
        .expect("cargo runs");
    let messages = String::from_utf8(output.stdout).expect("messages are text");
    let artifact = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|message| {
            message["reason"] == "compiler-artifact" && message["target"]["name"] == "elicit_core"
        });
    let artifact = artifact.expect("elicit-core is built");
    artifact["filenames"][0].as_str().expect("a path").into()
}

/// Compiles a crate of this name, beside those compiled before.
fn compile(name: &str, edition: &str, source: &str, with: Option<&str>) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editions");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let file = format!("{name}.rs");
    fs::write(folder.join(&file), source).expect("a file can be written");
    let core = elicit_core();
    let dependencies = core.parent().expect("the file is in a folder");
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .current_dir(&folder)
        .args(["--crate-type=lib", "--emit=metadata", "--edition", edition])
        .arg(format!("--extern=elicit_core={}", core.display()))
        .arg(format!("-Ldependency={}", dependencies.display()))
        .args(with.map(|name| format!("--extern={name}=lib{name}.rmeta")))
        .args(["-Dwarnings", &file])
        .output()
        .expect("rustc runs")
}

#[track_caller]
fn compiles(name: &str, edition: &str, source: &str, with: Option<&str>) {
    let output = compile(name, edition, source, with);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "in edition {edition}:\n{text}");
}

/// Items whose names are all `gen`: a keyword from edition 2024 on.
const NAMED_GEN: &str = "
    #[derive(elicit_core::Elicit)]
    pub struct Form {
        pub gen: bool,
        #[elicit(parse, description = \"A number\", rename = \"number\")]
        pub r#try: u64,
    }

    #[derive(elicit_core::Elicit)]
    pub struct Chosen {
        #[elicit(choices)]
        pub gen: String,
    }

    #[derive(elicit_core::Elicit)]
    #[allow(non_camel_case_types)]
    pub enum Choice { gen, other }

    pub mod items {
        #[derive(elicit_core::Elicit)]
        #[allow(non_camel_case_types)]
        #[elicit(deserialize)]
        pub struct gen(#[elicit(minimum = 1)] u8);

        #[derive(elicit_core::Elicit)]
        pub struct Form { pub port: gen }
    }

    pub fn choices(options: elicit_core::Choices) -> ChosenChoices {
        ChosenChoices { gen: options }
    }";

/// The same with raw names.
fn raw() -> String {
    NAMED_GEN.replace("gen", "r#gen")
}

#[test]
fn a_name_that_is_a_keyword_of_a_later_edition_compiles() {
    for edition in ["2015", "2018", "2021"] {
        let source = format!("extern crate elicit_core; {NAMED_GEN}");
        let source = source.replace("r#try", "tried");
        compiles(&format!("named_in_{edition}"), edition, &source, None);
    }
}

#[test]
fn a_raw_name_compiles_in_every_edition() {
    for edition in ["2018", "2021", "2024"] {
        compiles(&format!("raw_in_{edition}"), edition, &raw(), None);
    }
}

#[test]
fn a_macro_of_another_edition_names_fields_by_its_own_keywords() {
    for edition in ["2015", "2018", "2021", "2024"] {
        let items = if edition == "2024" {
            raw()
        } else {
            NAMED_GEN.to_owned()
        };
        let items = items.replace("r#try", "tried");
        let name = format!("macro_of_{edition}");
        let source = format!("#[macro_export] macro_rules! items {{ () => {{ {items} }} }}");
        compiles(&name, edition, &source, None);
        for user in ["2018", "2021", "2024"] {
            let source = format!("{name}::items!();");
            compiles(&format!("{name}_in_{user}"), user, &source, Some(&name));
        }
    }
}

#[test]
fn an_error_has_the_same_text_in_edition_2015() {
    let source = "extern crate elicit_core;
#[derive(elicit_core::Elicit)]
pub struct Form {
    #[elicit(minimum = \"1\")]
    pub replicas: u8,
    #[elicit(maximum = 300)]
    pub copies: u8,
}
#[derive(elicit_core::Elicit)]
pub struct Named {
    pub async: bool,
}";
    let output = compile("mistaken_in_2015", "2015", source, None);
    let text = String::from_utf8_lossy(&output.stderr);
    for message in [
        "error: `replicas`: `minimum` requires a number (`3`, `-1`, `0.5`): `minimum = 3`",
        "error: expected identifier, found keyword `async`",
        "`copies`: `maximum` is 300, and the type of this field allows 0 to 255",
    ] {
        assert!(text.contains(message), "{text}");
    }
}
