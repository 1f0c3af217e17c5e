//! Mistakes that came through the variables of a macro

use elicit_core::Elicit;

macro_rules! form {
    ($name:ident { $field:ident: $type:ty, $title:expr, $default:literal }) => {
        #[derive(Elicit)]
        struct $name {
            #[elicit(title = $title, default = $default)]
            $field: $type,
        }
    };
}

form!(OptionOfOption { a: Option<Option<u8>>, "A", 3 });
form!(List { a: Vec<std::string::String>, "A", "x" });
form!(NoText { a: u8, 10 + 1, 3 });
form!(NoValidDefault { a: u8, "A", 300 });
form!(Unsized { a: &'static str, "A", "x" });
form!(Map { a: Option<std::collections::HashMap<u8, u8>>, "A", 3 });

macro_rules! list {
    ($name:ident, $type:ty) => {
        #[derive(Elicit)]
        struct $name {
            #[elicit(min_items = 1)]
            a: $type,
        }
    };
}

list!(OneValue, u8);
list!(OneIfAny, Option<u8>);

fn main() {}
