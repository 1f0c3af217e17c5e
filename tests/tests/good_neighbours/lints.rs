//! Lints that the author of a form allows in it, and lints that are forbidden.

use elicit_core::Elicit;

#[deprecated]
#[derive(Elicit)]
#[elicit(deserialize)]
struct Form {
    flag: bool,
}

#[deprecated = "use another"]
#[derive(Elicit)]
struct AtRunTime {
    #[elicit(choices)]
    branch: String,
}

#[deprecated(note = "use another")]
#[derive(Elicit)]
#[elicit(deserialize)]
enum Region {
    Europe,
    #[elicit(title = "America")]
    America,
}

#[deprecated]
#[derive(Elicit)]
#[elicit(deserialize)]
struct Port(u16);

trait Table {
    type Id;
}

#[allow(deprecated)]
impl Table for Row {
    type Id = u8;
}

#[deprecated]
#[derive(Elicit)]
struct Row {
    id: <Self as Table>::Id,
}

#[deprecated]
type Date = String;

#[derive(Elicit)]
struct Parts {
    #[deprecated]
    first: u8,
    #[deprecated]
    #[elicit(choices)]
    second: String,
}

#[derive(Elicit)]
enum Variants {
    #[deprecated]
    First,
    Second,
}

#[allow(deprecated)]
#[derive(Elicit)]
struct Knowingly {
    #[elicit(default = "Europe")]
    region: Region,
    port: Option<Port>,
    day: Date,
    #[elicit(multi_select)]
    regions: Vec<Region>,
}

#[expect(deprecated, reason = "until it is gone")]
#[derive(Elicit)]
struct Expected {
    day: Date,
}

#[derive(Elicit)]
struct OneOfThem {
    #[allow(deprecated)]
    region: Region,
    port: u8,
}

#[expect(deprecated, reason = "until it is gone")]
#[derive(Elicit)]
struct Days(Date);

#[allow(non_camel_case_types)]
#[derive(Elicit)]
struct at_run_time {
    #[elicit(choices)]
    branch: String,
}

#[test]
fn allowed_and_forbidden_lints_compile() {
    assert_eq!(OneOfThem::FORM.properties().len(), 2);
    assert_eq!(forbidden::Form::FORM.properties().len(), 2);
}

#[derive(Elicit)]
struct Qualified {
    #[expect(unused_qualifications, reason = "the qualified path is clearer")]
    name: std::string::String,
}

/// Where no lint can be allowed, the derive allows none.
mod forbidden {
    #![forbid(deprecated, non_camel_case_types, unused_qualifications)]

    #[derive(elicit_core::Elicit)]
    pub(super) struct Form {
        flag: bool,
        #[elicit(choices)]
        branch: String,
    }

    #[deprecated]
    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    struct Parts {
        #[deprecated]
        first: u8,
        #[deprecated]
        second: Option<String>,
    }

    #[deprecated]
    #[derive(elicit_core::Elicit)]
    #[elicit(check = AtRunTime::check)]
    struct AtRunTime {
        #[deprecated]
        #[elicit(choices)]
        branch: String,
    }

    trait Check {
        fn check(&self) -> Result<(), elicit_core::Violations> {
            Ok(())
        }
    }

    impl<T> Check for T {}

    #[deprecated]
    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    struct Port(u16);

    #[deprecated]
    #[derive(elicit_core::Elicit)]
    #[elicit(deserialize)]
    enum Variants {
        #[deprecated]
        First,
        Second,
    }
}
