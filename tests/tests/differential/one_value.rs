//! Questions of one value: what is sent, and how it is answered.

use std::{collections::BTreeSet, fmt::Debug};

use elicit_core::{
    AskError, Elicit, InvalidContent, Outcome, Revision,
    runtime::OneValue,
    testing::{End, User},
};
use serde_json::{Value, json};

use crate::{Asked, choices::now, document::Document, values::SUPPLIED};

#[derive(Debug, PartialEq, Elicit)]
enum Plain {
    Red,
    Green,
    Blue,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Elicit)]
#[elicit(rename_all = "kebab-case")]
enum Titled {
    #[elicit(title = "Europe (Ireland)")]
    EuWest,
    #[elicit(title = "America (Virginia)")]
    UsEast,
    Elsewhere,
}

#[derive(Debug, PartialEq, Elicit)]
struct Branch(
    #[elicit(
        min_length = 2,
        max_length = 9,
        pattern = "^[a-z-]+$",
        description = "Letters and dashes"
    )]
    String,
);

#[derive(Debug, PartialEq, Elicit)]
struct Share(#[elicit(minimum = 0.5, maximum = 99.5)] f64);

/// A form that has the same property, to make documents for.
trait Twin: Elicit + PartialEq + Debug {
    type Value: 'static;

    fn new(value: Self::Value) -> Self;

    fn question(ask: &elicit_core::Ask) -> OneValue<'_, Self::Value>;
}

fn asked<T: Twin>(user: &User, revision: Revision) -> End<Result<Outcome<T>, AskError>> {
    now(user.run(revision, async |ask| {
        let outcome = T::question(&ask).attempts(1).await?;
        Ok(outcome.map(T::new))
    }))
}

fn schema<T: Twin>(revision: Revision) -> Value {
    let user = User::new().declines("value");
    let end = asked::<T>(&user, revision);
    assert!(
        matches!(end, End::Returned(Ok(Outcome::Declined))),
        "{end:?}"
    );
    user.asked()[0]["requestedSchema"].clone()
}

fn read<T: Twin>(document: &Document) -> Result<T, InvalidContent> {
    match answered(&document.value()) {
        // To a schema, an answer to another form is an empty one. A client that gives it is told so.
        Err(invalid) if invalid.violations()[0].keyword() == "properties" => {
            assert_eq!(document.value().get("value"), None);
            answered(&json!({}))
        }
        read => read,
    }
}

fn answered<T: Twin>(content: &Value) -> Result<T, InvalidContent> {
    let user = User::new().responds("value", json!({"action": "accept", "content": content}));
    match asked(&user, Revision::LATEST) {
        End::Returned(Ok(Outcome::Accepted(answer))) => Ok(answer),
        End::Returned(Err(AskError::Invalid(invalid) | AskError::Empty(invalid))) => Err(invalid),
        end => panic!("{end:?}"),
    }
}

macro_rules! twins {
    ($($name:ident, $twin:ident: $(#[$attribute:meta])? $type:ty, $question:expr;)*) => {$(
        #[derive(Debug, PartialEq, Elicit)]
        struct $twin {
            $(#[$attribute])?
            value: $type,
        }

        impl Twin for $twin {
            type Value = $type;

            fn new(value: $type) -> Self {
                Self { value }
            }

            fn question(ask: &elicit_core::Ask) -> OneValue<'_, $type> {
                let question: fn(&elicit_core::Ask) -> OneValue<'_, $type> = $question;
                question(ask)
            }
        }

        impl Asked for $twin {
            fn schema(revision: Revision) -> Value {
                schema::<Self>(revision)
            }

            fn read(document: &Document) -> Result<Self, InvalidContent> {
                read(document)
            }
        }

        mod $name {
            #[test]
            fn answers_are_valid_if_the_schema_accepts_them() {
                let [accepted, refused] = crate::schema::compare::<super::$twin>();
                // A text without rules accepts nearly everything.
                let total = accepted + refused;
                assert!(accepted * 8 > total && refused * 16 > total, "{accepted} of {total}");
            }
        }
    )*};
}

macro_rules! values {
    ($($name:ident, $twin:ident: $(#[$attribute:meta])? $type:ty;)*) => {
        twins! {$(
            $name, $twin: $(#[$attribute])? $type, |ask| ask.value("value", "Which?");
        )*}

        #[test]
        fn a_value_sends_the_schema_of_a_form_of_one_property() {
            for revision in Revision::all() {
                $(
                    let derived: Value =
                        serde_json::from_str($twin::requested_schema(revision)).unwrap();
                    assert_eq!(schema::<$twin>(revision), derived);
                )*
            }
        }
    };
}

values! {
    a_text, Text: String;
    a_text_or_nothing, Perhaps: Option<String>;
    a_letter, Letter: char;
    an_integer, Integer: u8;
    a_long_integer, Long: i64;
    a_number, Number: f64;
    a_boolean, Boolean: bool;
    a_choice, Choice: Plain;
    a_titled_choice, TitledChoice: Titled;
    a_choice_or_nothing, PerhapsChoice: Option<Titled>;
    a_text_with_rules, Ruled: Branch;
    a_number_with_rules, RuledNumber: Share;
    a_list_of_variants, List: #[elicit(multi_select)] Vec<Plain>;
    a_set_of_variants, Set: #[elicit(multi_select)] BTreeSet<Titled>;
}

twins! {
    one_of_the_options, Picked: #[elicit(choices)] String,
        |ask| ask.pick("value", "Which?", SUPPLIED.to_vec());
    some_of_the_options, Several: #[elicit(choices, multi_select)] Vec<String>,
        |ask| {
            let values = SUPPLIED.iter().map(|(value, _)| *value).collect::<elicit_core::Choices>();
            ask.pick_several("value", "Which?", values).at_least(1).at_most(2)
        };
}
