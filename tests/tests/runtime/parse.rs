//! Fields whose type reads a text: `#[elicit(parse)]`.

use std::{
    fmt::{self, Display},
    net::IpAddr,
    path::PathBuf,
    str::FromStr,
};

use elicit_core::{
    AskError, Elicit, Revision,
    testing::{End, User},
};
use rust_decimal::Decimal;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Elicit)]
struct Payment {
    /// An IP address
    #[elicit(parse)]
    host: IpAddr,
    /// An amount, such as 12.50
    #[elicit(parse)]
    amount: Decimal,
    /// A path
    #[elicit(parse)]
    receipt: Option<PathBuf>,
}

fn payment() -> Payment {
    Payment {
        host: IpAddr::from([10, 0, 0, 1]),
        amount: Decimal::new(1250, 2),
        receipt: None,
    }
}

/// The default of a field in a question that was asked.
fn default<'q>(question: &'q Value, field: &str) -> &'q Value {
    &question["requestedSchema"]["properties"][field]["default"]
}

#[tokio::test]
async fn a_text_that_the_type_refuses_is_asked_again() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("pay", json!({"host": "10.0.0.1", "amount": "hunter2"}))
            .accepts(
                "pay",
                json!({"host": "10.0.0.1", "amount": "12.50", "receipt": ""}),
            );
        let end = user
            .run(revision, async |ask| {
                ask.form::<Payment>("pay", "How much?").or_end().await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(payment())));
        let again = &user.asked()[1];
        let message = again["message"].as_str().unwrap();
        assert!(message.contains("is not valid. Expected: An amount, such as 12.50"));
        assert!(!again.to_string().contains("hunter2"), "{again}");
        assert_eq!(default(again, "host"), "10.0.0.1");
    }
}

#[tokio::test]
async fn a_text_refused_in_the_last_attempt_is_invalid() {
    for revision in Revision::all() {
        let user = User::new().accepts("pay", json!({"host": "here", "amount": "1"}));
        let end = user
            .run(revision, async |ask| {
                ask.form::<Payment>("pay", "How much?").attempts(1).await
            })
            .await;
        let End::Returned(Err(AskError::Invalid(invalid))) = end else {
            panic!("{end:?}")
        };
        assert_eq!(
            invalid.to_string(),
            "host: is not valid. Expected: An IP address"
        );
    }
}

/// A type whose `Display` is for people, and not for its `FromStr`.
#[derive(Debug)]
struct Grade(u8);

impl FromStr for Grade {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "grade {}", self.0)
    }
}

#[derive(Debug, Elicit)]
struct Exam {
    /// A number
    #[elicit(parse)]
    grade: Grade,
    /// A path
    #[elicit(parse)]
    folder: PathBuf,
    /// An IP address
    #[elicit(parse)]
    host: Option<IpAddr>,
}

#[tokio::test]
async fn only_texts_that_the_type_reads_again_are_prefilled() {
    for revision in Revision::all() {
        let user = User::new().declines("exam").declines("pay");
        let exam = Exam {
            grade: Grade(3),
            folder: "/srv".into(),
            host: Some(IpAddr::from([127, 0, 0, 1])),
        };
        let _ = user
            .run(revision, async |ask| {
                let _ = ask.form::<Exam>("exam", "Which?").prefill(&exam).await;
                ask.form::<Payment>("pay", "How much?")
                    .prefill(&payment())
                    .await
            })
            .await;
        let [exam, pay] = &user.asked()[..] else {
            panic!("{user:?}")
        };
        assert_eq!(default(exam, "grade"), &Value::Null);
        assert_eq!(default(exam, "folder"), &Value::Null);
        assert_eq!(default(exam, "host"), "127.0.0.1");
        assert_eq!(default(pay, "host"), "10.0.0.1");
        assert_eq!(default(pay, "amount"), "12.50");
        assert_eq!(default(pay, "receipt"), &Value::Null);
    }
}
