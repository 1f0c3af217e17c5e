//! Places that the generated code must not mind.

use std::fmt::Debug;

mod renamed {
    pub(super) use elicit_core as questions;
}

/// The crate under another name.
mod under_another_name {
    use super::renamed::questions;

    #[derive(questions::Elicit)]
    #[elicit(crate = super::renamed::questions)]
    pub(super) struct Form {
        pub(super) flag: bool,
        pub(super) region: Region,
        #[elicit(choices)]
        pub(super) branch: String,
    }

    #[derive(questions::Elicit)]
    #[elicit(crate = "questions", deserialize)]
    pub(super) enum Region {
        Europe,
    }
}

/// Types, traits and macros of the user with the names of the prelude.
mod shadowed {
    pub(super) struct Result;
    pub(super) struct Option;
    pub(super) struct Vec;
    pub(super) struct String;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Ok;
    pub(super) struct FormSchema;
    pub(super) struct Field;
    pub(super) struct FieldType;
    pub(super) struct Variant;
    pub(super) struct Answers;
    pub(super) struct Content;
    pub(super) struct Cow;
    pub(super) struct FromText;
    pub(super) struct FromTextProbe;
    pub(super) struct RoleProbe;
    pub(super) struct Rule;
    pub(super) struct SchemaText;
    pub(super) struct Sized;
    pub(super) trait ChoiceEnum {}
    pub(super) trait DerivedForm {}
    pub(super) trait Display {}
    pub(super) trait FromStr {}
    pub(super) trait NoRole {}
    pub(super) trait NotFromText {}
    pub(super) trait Renderable {}
    pub(super) trait Default {}
    pub(super) trait Into {}
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod schemars {}
    pub(super) mod serde {}

    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize, check = check)]
    #[cfg_attr(feature = "rmcp", elicit(json_schema))]
    pub(super) struct Question {
        pub(super) u8: u8,
        pub(super) text: ::std::string::String,
        pub(super) maybe: ::std::option::Option<bool>,
        pub(super) choice: Choice,
        pub(super) newtype: Newtype,
        #[elicit(parse, description = "An IP address")]
        pub(super) address: ::std::option::Option<::std::net::IpAddr>,
    }

    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    pub(super) enum Choice {
        Some,
        None,
        Ok,
        Err,
    }

    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    pub(super) struct Newtype(pub(super) u8);

    fn check(question: &Question) -> ::std::result::Result<(), elicit_core::Violations> {
        if question.u8 == 0 {
            return ::std::result::Result::Err(elicit_core::Violations::new().form("no"));
        }
        ::std::result::Result::Ok(())
    }
}

/// Whatever the derive goes on.
macro_rules! of_every_kind {
    () => {
        #[derive(elicit_core::Elicit)]
        #[elicit(deserialize)]
        pub(super) struct Question {
            pub(super) flag: bool,
            pub(super) choice: Choice,
            #[elicit(multi_select)]
            pub(super) choices: Vec<Choice>,
            pub(super) newtype: Newtype,
            pub(super) plain: Plain,
            /// An IP address
            #[elicit(parse)]
            pub(super) address: std::net::IpAddr,
        }

        #[derive(elicit_core::Elicit)]
        pub(super) struct Open {
            #[elicit(choices)]
            pub(super) cluster: String,
        }

        #[derive(elicit_core::Elicit)]
        #[elicit(deserialize)]
        pub(super) enum Choice {
            One,
        }

        #[derive(elicit_core::Elicit)]
        #[elicit(deserialize)]
        pub(super) struct Newtype(pub(super) Choice);

        #[derive(elicit_core::Elicit)]
        pub(super) struct Plain(pub(super) u8);

        /// A path
        #[derive(elicit_core::Elicit)]
        pub(super) struct Parsed(#[elicit(parse)] pub(super) Option<std::path::PathBuf>);
    };
}

/// Items of the user with the names of variables.
mod shadowed_variables {
    #![allow(non_upper_case_globals, dead_code)]

    static answer: u8 = 0;
    static answers: u8 = 0;
    static deserializer: u8 = 0;
    static place: u8 = 0;
    static read: u8 = 0;
    static value: u8 = 0;
    static value_0: u8 = 0;

    of_every_kind!();
}

/// A trait of the user that whatever the code calls by value has, too.
mod shadowed_methods {
    pub(super) trait Everything: Sized {
        fn build(self, _: u8) {}
        fn each(self, _: u8) {}
        fn field(self, _: u8) {}
        fn give(self, _: u8) {}
        fn named(self, _: u8) {}
        fn place(self) -> usize {
            0
        }
        fn property(self) {}
        fn read(self, _: u8) {}
        fn map_err(self) {}
        fn with_parse(self) {}
    }

    impl<T> Everything for T {}

    of_every_kind!();
}

/// Types of the user with the names of primitives.
#[expect(non_camel_case_types, reason = "so that they shadow the primitives")]
mod shadowed_primitives {
    use std::primitive::{bool as Flag, f64 as Number, u8 as Byte};

    struct bool;
    struct char;
    struct str;
    struct f32;
    struct f64;
    struct i8;
    struct i16;
    struct i32;
    struct i64;
    struct i128;
    struct isize;
    struct u8;
    struct u16;
    struct u32;
    struct u64;
    struct u128;
    struct usize;

    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    pub(super) struct Plain {
        pub(super) flag: Flag,
        #[elicit(minimum = 0.5, default = 1)]
        pub(super) number: Number,
        #[elicit(description = "Letters", min_length = 1, pattern = "^[a-z]+$")]
        pub(super) text: String,
        #[elicit(multi_select, min_items = 1)]
        pub(super) choices: Vec<Choice>,
        pub(super) newtype: Newtype,
    }

    #[derive(elicit_core::Elicit)]
    pub(super) struct Open {
        #[elicit(choices)]
        pub(super) cluster: String,
    }

    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    pub(super) enum Choice {
        #[elicit(title = "First")]
        One,
        Two,
    }

    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    pub(super) struct Newtype(#[elicit(maximum = 9)] pub(super) Byte);
}

/// Raw identifiers.
#[allow(non_camel_case_types)]
#[derive(elicit_core::Elicit)]
struct r#struct {
    r#type: String,
    r#enum: r#enum,
    #[elicit(choices)]
    r#match: String,
}

#[allow(non_camel_case_types)]
#[derive(elicit_core::Elicit)]
enum r#enum {
    r#Self_,
    r#async,
}

/// Items and fragments that come out of a macro.
macro_rules! form {
    ($(#[$meta:meta])* $vis:vis $name:ident { $($field:ident: $ty:ty = $least:literal .. $most:expr, $title:expr;)* }) => {
        $(#[$meta])*
        #[derive(elicit_core::Elicit)]
        $vis struct $name {
            $(
                #[elicit(minimum = $least, maximum = $most, title = $title)]
                $field: $ty,
            )*
        }
    };
}

form! {
    /// From a macro.
    pub(crate) FromMacro {
        replicas: u8 = 1..20, "Replicas";
        offset: Option<i64> = -5..5, "Offset";
        share: f64 = 0.5..1e3, "Share";
    }
}

macro_rules! newtypes {
    ($($name:ident($ty:ty) $format:literal)*) => {$(
        #[derive(elicit_core::Elicit)]
        struct $name(#[elicit(format = $format)] $ty);
    )*};
}

/// A rule that has the name of its form.
#[derive(elicit_core::Elicit)]
#[elicit(check = Same)]
struct Same {
    a: u8,
}

#[allow(non_snake_case)]
fn Same(same: &Same) -> Result<(), elicit_core::Violations> {
    if same.a == 0 {
        return Err(elicit_core::Violations::new().property("a", "must say something"));
    }
    Ok(())
}

newtypes! { Email(String) "email" Site(Option<String>) "uri" }

fn assert_form<T: elicit_core::NoRunTimeChoices + Debug>() {}

#[test]
fn derived_code_compiles_beside_any_names() {
    // Inside a function, among local items.
    #[derive(Debug, elicit_core::Elicit)]
    struct Local {
        choice: LocalChoice,
        email: LocalNewtype,
    }
    #[derive(Debug, elicit_core::Elicit)]
    enum LocalChoice {
        One,
    }
    #[derive(Debug, elicit_core::Elicit)]
    struct LocalNewtype(String);
    assert_form::<Local>();
    assert!(elicit_core::from_str::<Same>(r#"{"a":0}"#).is_err());
    assert!(
        <FromMacro as elicit_core::Elicit>::requested_schema(elicit_core::Revision::LATEST)
            .contains(r#""minimum":-5,"maximum":5"#)
    );
}
