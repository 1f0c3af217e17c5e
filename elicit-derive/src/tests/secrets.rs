//! Secrets, whatever features the core has.

use std::fs;

use super::expansion;

/// The derive cannot depend on the core, so it has a copy.
#[test]
fn the_core_looks_for_credentials_by_the_same_file() {
    let text = |path: &str| fs::read_to_string(path).expect("the file is in the workspace");
    let here = text(concat!(env!("CARGO_MANIFEST_DIR"), "/src/credentials.rs"));
    let in_core = "/../elicit-core/src/plain_text/credentials.rs";
    let core = text(&format!("{}{in_core}", env!("CARGO_MANIFEST_DIR")));
    assert!(here == core, "copy the file of the core");
}

#[test]
fn a_secret_under_parse_is_refused_without_the_feature_of_its_crate() {
    let refuses = |attributes: &str, ty: &str| {
        let item = format!(
            "struct Account {{ #[elicit({attributes}, description = \"As given\")] key: {ty} }}"
        );
        expansion(&item).contains("is a secret, and with `parse`")
    };
    for ty in [
        "SecretString",
        "secrecy::SecretString",
        "Option<SecretBox<str>>",
        "Secret<String>",
    ] {
        assert!(refuses("parse", ty), "{ty}");
        assert!(
            !refuses("parse, sensitive_name_ok = \"a ballot\"", ty),
            "{ty}"
        );
        assert!(!refuses("title = \"Key\"", ty), "{ty}");
    }
    assert!(!refuses("parse", "SecretSanta"));
}
