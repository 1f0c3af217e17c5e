//! Every field type.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroUsize,
};

use elicit_core::{Elicit, Field};

use crate::{parts, schema};

macro_rules! properties {
    ($($type:ty => $property:literal,)*) => {$({
        #[derive(Elicit)]
        struct Form {
            x: $type,
        }

        #[derive(Elicit)]
        struct Perhaps {
            x: Option<$type>,
        }

        let property = concat!(r#"{"type":"object","properties":{"x":"#, $property, "}");
        assert_eq!(schema::<Form>(), format!(r#"{property},"required":["x"]}}"#), stringify!($type));
        assert_eq!(schema::<Perhaps>(), format!("{property}}}"), stringify!($type));
    })*};
}

#[test]
#[expect(unused_qualifications, reason = "a path is a type like any other")]
fn every_primitive_type_has_its_schema() {
    properties! {
        String => r#"{"type":"string","title":"X"}"#,
        char => r#"{"type":"string","title":"X","minLength":1,"maxLength":1}"#,
        f32 => r#"{"type":"number","title":"X"}"#,
        f64 => r#"{"type":"number","title":"X"}"#,
        std::string::String => r#"{"type":"string","title":"X"}"#,
        ::std::primitive::char => r#"{"type":"string","title":"X","minLength":1,"maxLength":1}"#,
    }
}

#[test]
fn a_bool_has_the_default_false_unless_it_is_an_option() {
    #[derive(Elicit)]
    struct Flags {
        plain: bool,
        path: ::std::primitive::bool,
        newtype: Agreed,
        perhaps: Option<bool>,
        perhaps_newtype: Option<Agreed>,
    }

    #[derive(Elicit)]
    struct Agreed(bool);

    assert_eq!(
        schema::<Flags>(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""plain":{"type":"boolean","title":"Plain","default":false},"#,
            r#""path":{"type":"boolean","title":"Path","default":false},"#,
            r#""newtype":{"type":"boolean","title":"Newtype","default":false},"#,
            r#""perhaps":{"type":"boolean","title":"Perhaps"},"#,
            r#""perhaps_newtype":{"type":"boolean","title":"Perhaps newtype"}}}"#,
        )
    );
}

#[test]
fn every_integer_has_its_bounds_except_those_of_javascript() {
    properties! {
        i8 => r#"{"type":"integer","title":"X","minimum":-128,"maximum":127}"#,
        i16 => r#"{"type":"integer","title":"X","minimum":-32768,"maximum":32767}"#,
        i32 => r#"{"type":"integer","title":"X","minimum":-2147483648,"maximum":2147483647}"#,
        i64 => r#"{"type":"integer","title":"X"}"#,
        isize => r#"{"type":"integer","title":"X"}"#,
        u8 => r#"{"type":"integer","title":"X","minimum":0,"maximum":255}"#,
        u16 => r#"{"type":"integer","title":"X","minimum":0,"maximum":65535}"#,
        u32 => r#"{"type":"integer","title":"X","minimum":0,"maximum":4294967295}"#,
        u64 => r#"{"type":"integer","title":"X","minimum":0}"#,
        usize => r#"{"type":"integer","title":"X","minimum":0}"#,
        NonZeroI8 => r#"{"type":"integer","title":"X","minimum":-128,"maximum":127}"#,
        NonZeroI16 => r#"{"type":"integer","title":"X","minimum":-32768,"maximum":32767}"#,
        NonZeroI32 => r#"{"type":"integer","title":"X","minimum":-2147483648,"maximum":2147483647}"#,
        NonZeroI64 => r#"{"type":"integer","title":"X"}"#,
        NonZeroIsize => r#"{"type":"integer","title":"X"}"#,
        NonZeroU8 => r#"{"type":"integer","title":"X","minimum":1,"maximum":255}"#,
        NonZeroU16 => r#"{"type":"integer","title":"X","minimum":1,"maximum":65535}"#,
        NonZeroU32 => r#"{"type":"integer","title":"X","minimum":1,"maximum":4294967295}"#,
        NonZeroU64 => r#"{"type":"integer","title":"X","minimum":1}"#,
        NonZeroUsize => r#"{"type":"integer","title":"X","minimum":1}"#,
    }
}

type Perhaps<T> = Option<T>;
type Number = Perhaps<u8>;

#[derive(Elicit)]
#[expect(unused_qualifications, reason = "a path is a type like any other")]
struct Aliased {
    plain: u8,
    alias: Perhaps<u8>,
    alias_of_alias: Number,
    #[elicit(default = 1)]
    with_default: Number,
    path: core::option::Option<u8>,
}

#[test]
fn an_alias_of_an_option_is_not_required() {
    let (_, required) = parts(schema::<Aliased>());
    assert_eq!(required, r#"["plain"]"#);
}

/// From 1 up
#[derive(Elicit)]
struct Port(#[elicit(title = "Port", minimum = 1)] u16);

#[derive(Elicit)]
struct HighPort(#[elicit(minimum = 1024)] Port);

#[derive(Elicit)]
struct Ratio(#[elicit(minimum = 0, maximum = 1.0, description = "A share")] f64);

#[derive(Elicit)]
struct PerhapsPort(Option<Port>);

#[derive(Elicit)]
struct Initial(
    /// One letter
    char,
);

#[derive(Elicit)]
struct Contact(#[elicit(format = "email", max_length = 40)] String);

#[derive(Elicit)]
struct Newtypes {
    #[elicit(title = "Main port")]
    port: Port,
    #[elicit(
        title = "Own",
        description = "Own text",
        minimum = 80,
        maximum = 90,
        default = 85
    )]
    own: Port,
    high: Option<HighPort>,
    #[elicit(maximum = 0.5)]
    ratio: Ratio,
    #[elicit(title = "Hidden port")]
    hidden: PerhapsPort,
    initial: Initial,
    /// Who
    #[elicit(max_length = 20)]
    contact: Contact,
}

#[test]
fn a_newtype_contributes_its_rules_and_texts() {
    let (properties, required) = parts(schema::<Newtypes>());
    assert_eq!(
        properties,
        concat!(
            r#""port":{"type":"integer","title":"Main port","description":"From 1 up","minimum":1,"maximum":65535},"#,
            r#""own":{"type":"integer","title":"Own","description":"Own text","minimum":80,"maximum":90,"default":85},"#,
            r#""high":{"type":"integer","title":"Port","description":"From 1 up","minimum":1024,"maximum":65535},"#,
            r#""ratio":{"type":"number","title":"Ratio","description":"A share","minimum":0,"maximum":0.5},"#,
            r#""hidden":{"type":"integer","title":"Hidden port","description":"From 1 up","minimum":1,"maximum":65535},"#,
            r#""initial":{"type":"string","title":"Initial","description":"One letter","minLength":1,"maxLength":1},"#,
            r#""contact":{"type":"string","title":"Contact","description":"Who","maxLength":20,"format":"email"}"#,
        )
    );
    assert_eq!(required, r#"["port","own","ratio","initial","contact"]"#);
}

#[test]
fn derived_types_are_fields() {
    fn is_field<T: Field>() {}
    is_field::<Port>();
    is_field::<Option<HighPort>>();
}

#[test]
fn descriptions_of_forms_are_compared_by_what_they_say() {
    #[derive(Elicit)]
    struct Scale {
        #[elicit(minimum = 1, default = 2)]
        replicas: u8,
    }
    #[derive(Elicit)]
    struct Same {
        #[elicit(minimum = 1, default = 2)]
        replicas: u8,
    }
    #[derive(Elicit)]
    struct Larger {
        #[elicit(minimum = 2, default = 2)]
        replicas: u8,
    }
    assert_eq!(Scale::FORM, Same::FORM);
    assert_ne!(Scale::FORM, Larger::FORM);
}
