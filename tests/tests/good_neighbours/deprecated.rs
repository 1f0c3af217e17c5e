//! What is deprecated, and forms that use it knowingly.

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

#[test]
fn it_compiles() {
    assert_eq!(OneOfThem::FORM.properties().len(), 2);
}

/// Where no lint can be allowed, there is nothing to allow.
mod forbidden {
    #![forbid(deprecated)]

    #[derive(elicit_core::Elicit)]
    struct Form {
        flag: bool,
    }
}
