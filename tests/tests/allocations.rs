//! What reading allocates: from a value what the struct owns, and from text little more.
//!
//! And what asking allocates where something is large: as little more than reading does.

use std::collections::{BTreeSet, HashSet};

use allocation_counter::{AllocationInfo, measure};
use elicit_core::{
    ChoiceEnum as _, ChoiceOption, Choices, Elicit, Revision, form::Variant, from_slice, from_str,
    from_value, from_value_with,
};
use elicit_tests::forms::Seat;
use serde_json::{Value, json};

fn allocated<T>(make: impl FnOnce() -> T) -> (T, AllocationInfo) {
    let mut result = None;
    let info = measure(|| result = Some(make()));
    (result.expect("the value was made"), info)
}

/// How often something was allocated, and how many bytes in all.
fn count_and_bytes(info: &AllocationInfo) -> (u64, u64) {
    (info.count_total, info.bytes_total)
}

/// What the struct owns, as its clone says.
#[track_caller]
fn allocates_what_it_owns<T: Clone, E: std::fmt::Debug>(read: impl FnOnce() -> Result<T, E>) {
    let (value, read) = allocated(read);
    let value = value.expect("the answer is valid");
    let (_clone, owned) = allocated(|| value.clone());
    assert_eq!(count_and_bytes(&read), count_and_bytes(&owned));
}

/// The same, compared with what `make` allocates: the clone of a `BTreeSet` is packed more closely.
#[track_caller]
fn allocates_as_much_as<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug>(
    read: impl FnOnce() -> Result<T, E>,
    make: impl FnOnce() -> T,
) {
    let (value, read) = allocated(read);
    let (same, owned) = allocated(make);
    assert_eq!(value.expect("the answer is valid"), same);
    assert_eq!(count_and_bytes(&read), count_and_bytes(&owned));
}

/// What the struct owns, and one list with a small entry for each property.
#[track_caller]
fn allocates_one_list_besides<T: Clone + Elicit, E: std::fmt::Debug>(
    read: impl FnOnce() -> Result<T, E>,
) {
    // A list has room for four entries of 24 bytes at least.
    let entries = T::FORM.properties().len().max(3) as u64;
    let (value, read) = allocated(read);
    let value = value.expect("the answer is valid");
    let (_clone, owned) = allocated(|| value.clone());
    assert_eq!(read.count_total, owned.count_total + 1);
    assert!(
        read.bytes_total <= owned.bytes_total + 32 * entries,
        "{read:?}, not {owned:?}"
    );
}

/// How many allocations are not the struct's. Their bytes are in proportion to the document.
#[track_caller]
fn besides<T: Clone, E: std::fmt::Debug>(
    document: &str,
    read: impl FnOnce() -> Result<T, E>,
) -> u64 {
    let (value, read) = allocated(read);
    let value = value.expect("the answer is valid");
    let (_clone, owned) = allocated(|| value.clone());
    let bytes = owned.bytes_total + 16 * document.len() as u64 + 1024;
    assert!(
        read.bytes_total <= bytes,
        "{read:?}, not {bytes}: {document:.60}"
    );
    read.count_total - owned.count_total
}

/// The allocations of a list to which the items of another are added.
fn growth(items: usize) -> u64 {
    let (_list, info) = allocated(|| {
        let mut list = Vec::new();
        for _ in 0..items {
            list.push([0_u64; 3]);
        }
        list
    });
    info.count_total
}

#[derive(Clone, Debug, Elicit)]
struct Small {
    confirmed: bool,
}

const SMALL: &str = r#"{"confirmed":true}"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Elicit, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Environment {
    Development,
    Staging,
    Production,
}

/// All kinds of values that are not lists, twice: given, and left out.
#[derive(Clone, Debug, Elicit)]
struct Large {
    environment: Environment,
    fallback: Option<Environment>,
    #[elicit(min_length = 3, max_length = 40)]
    branch: String,
    #[elicit(
        description = "Lower-case letters and dashes",
        max_length = 40,
        pattern = "^[a-z-]+$"
    )]
    slug: String,
    #[elicit(max_length = 40)]
    note: Option<String>,
    #[elicit(default = "nobody")]
    reviewer: Option<String>,
    #[elicit(format = "email")]
    owner: String,
    #[elicit(format = "uri")]
    repository: String,
    #[elicit(format = "date")]
    starts: Option<String>,
    #[elicit(format = "date-time")]
    opens_at: String,
    #[elicit(minimum = 1, maximum = 20)]
    replicas: u8,
    #[elicit(default = 300)]
    timeout: Option<u32>,
    priority: Option<i64>,
    share: f64,
    budget: Option<f32>,
    announce: bool,
    backup: Option<bool>,
}

const LARGE: &str = r#"{"environment":"production","branch":"feature/é","slug":"elicit-core","owner":"ada@lovelace.example","repository":"https://git.example.org/elicit","starts":"2026-07-28","opens_at":"2026-07-28T09:00:00Z","replicas":3.0,"share":0.25,"announce":false,"backup":null,"unknown":["a","b"]}"#;

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("the text is JSON")
}

#[test]
fn reading_a_value_allocates_only_what_the_struct_owns() {
    let (small, large) = (value(SMALL), value(LARGE));
    allocates_what_it_owns(|| from_value::<Small>(&small));
    allocates_what_it_owns(|| from_value::<Large>(&large));
}

#[test]
fn an_empty_optional_field_allocates_nothing() {
    let large = LARGE.replace(r#""2026-07-28","opens"#, r#""","opens"#);
    assert_eq!(
        from_str::<Large>(&large)
            .expect("the answer is valid")
            .starts,
        None
    );
    let large = value(&large);
    allocates_what_it_owns(|| from_value::<Large>(&large));
}

#[test]
fn reading_text_and_bytes_allocates_one_more_list() {
    allocates_one_list_besides(|| from_str::<Small>(SMALL));
    allocates_one_list_besides(|| from_slice::<Small>(SMALL.as_bytes()));
}

#[test]
#[cfg_attr(
    feature = "arbitrary-precision",
    ignore = "the parser allocates for each number with a fraction"
)]
fn reading_all_kinds_of_fields_from_text_allocates_one_more_list() {
    allocates_one_list_besides(|| from_str::<Large>(LARGE));
    allocates_one_list_besides(|| from_slice::<Large>(LARGE.as_bytes()));
    allocates_one_list_besides(|| {
        Large::from_content(&mut serde_json::Deserializer::from_str(LARGE))
    });
}

/// The parser unescapes a text into a buffer, and the text is copied from there.
#[test]
fn a_text_with_escapes_is_copied_once_more() {
    #[derive(Clone, Debug, Elicit)]
    struct Note {
        environment: Environment,
        title: String,
        text: String,
        author: String,
        place: String,
        initial: char,
    }

    // The list, where the parser puts texts together, which grows, and each of these texts.
    for (document, most) in [
        (
            r#"{"environment":"\u0070roduction","title":"a","text":"b","author":"c","place":"d","initial":"e"}"#,
            4,
        ),
        (
            r#"{"environment":"production","title":"a","text":"rel\u00e9ase","author":"c","place":"d","initial":"\u00e9"}"#,
            4,
        ),
        (
            r#"{"environment":"\u0070roduction","title":"\"a\"","text":"b\/c\nd","author":"\t","place":"\u00e9","initial":"\""}"#,
            9,
        ),
        (
            r#"{"\u0065nvironment":"production","\u0074itle":"a","text":"b","author":"c","place":"d","initial":"e"}"#,
            5,
        ),
    ] {
        let others = besides(document, || from_str::<Note>(document));
        assert!(others <= most, "{others}: {document}");
    }
    let text = "é\\n".repeat(1 << 16);
    let document = format!(
        r#"{{"environment":"production","title":"{text}","text":"b","author":"c","place":"d","initial":"e"}}"#
    );
    let (note, read) = allocated(|| from_str::<Note>(&document));
    assert_eq!(note.expect("the answer is valid").title.len(), 3 << 16);
    assert!(read.bytes_total < 5 * document.len() as u64, "{read:?}");
}

#[cfg(feature = "typed")]
#[test]
fn foreign_types_allocate_only_what_they_own() {
    #[derive(Clone, Debug, Elicit)]
    struct Release {
        day: chrono::NaiveDate,
        moment: chrono::DateTime<chrono::Utc>,
        page: url::Url,
    }

    for (document, most) in [
        (
            r#"{"day":"2026-07-28","moment":"2026-07-28T09:00:00Z","page":"https://git.example.org/elicit"}"#,
            1,
        ),
        // Where the parser puts texts together, which grows, and each of three texts.
        (
            r#"{"day":"2026\u002d07-28","moment":"2026\u002d07-28T09:00:00Z","page":"https:\/\/git.example.org\/elicit"}"#,
            7,
        ),
    ] {
        let others = besides(document, || from_str::<Release>(document));
        assert!(others <= most, "{others}: {document}");
    }
}

#[test]
fn a_large_text_is_copied_only_into_the_struct() {
    #[derive(Clone, Debug, Elicit)]
    struct Note {
        text: String,
    }

    let text = "é".repeat(1 << 17);
    let document = format!(r#"{{"unknown":"{text}","text":"{text}","{text}":true}}"#);
    for read in [
        allocated(|| from_str::<Note>(&document)),
        allocated(|| from_slice::<Note>(document.as_bytes())),
    ] {
        let (note, info) = read;
        assert_eq!(note.expect("the answer is valid").text, text);
        let owned = text.len() as u64;
        assert!(
            (owned..owned + 1024).contains(&info.bytes_total),
            "{info:?}"
        );
    }
}

#[derive(Clone, Debug, Elicit)]
struct Several {
    #[elicit(multi_select)]
    environments: Vec<Environment>,
    #[elicit(multi_select)]
    others: BTreeSet<Environment>,
    #[elicit(multi_select, default = ["staging"])]
    more: Vec<Environment>,
    #[elicit(multi_select)]
    hashed: HashSet<Environment>,
}

/// From a value none. From text, the list of properties, and for each multi-select a list of its
/// items.
#[test]
fn a_multi_select_allocates_few_more_lists() {
    let of = |items: usize| {
        let items = vec!["staging"; items];
        json!({"environments": items, "others": ["staging"], "hashed": ["production"]})
    };
    for items in [0, 3, 32, 1000, 10_000] {
        let value = of(items);
        let text = value.to_string();
        allocates_what_it_owns(|| from_value::<Several>(&value));
        let others = 1 + growth(items) + 2 * growth(1);
        assert_eq!(besides(&text, || from_str::<Several>(&text)), others);
        let parser = || Several::from_content(&mut serde_json::Deserializer::from_str(&text));
        assert_eq!(besides(&text, parser), others);
    }
}

#[test]
fn a_long_multi_select_allocates_few_more_lists() {
    #[derive(Clone, Debug, Elicit)]
    struct Wishes {
        #[elicit(multi_select)]
        seats: Vec<Seat>,
    }

    let seats = ["A1", "C12", "B7"].repeat(1000);
    let value = json!({ "seats": seats });
    let text = value.to_string();
    allocates_what_it_owns(|| from_value::<Wishes>(&value));
    let others = 1 + growth(seats.len());
    assert_eq!(besides(&text, || from_str::<Wishes>(&text)), others);
}

#[test]
fn a_set_of_many_options_allocates_few_more_lists() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Taken {
        #[elicit(multi_select)]
        seats: BTreeSet<Seat>,
    }

    let names: Vec<&str> = Seat::VARIANTS.iter().map(Variant::value).collect();
    let value = json!({ "seats": names });
    let text = value.to_string();
    let all = from_value::<Taken>(&value)
        .expect("the answer is valid")
        .seats;
    assert_eq!(all.len(), 36);
    let make = || Taken {
        seats: grown(all.iter().copied()),
    };
    allocates_as_much_as(|| from_value::<Taken>(&value), make);
    let (_taken, read) = allocated(|| from_str::<Taken>(&text));
    let (_same, owned) = allocated(make);
    let others = 1 + growth(names.len());
    assert_eq!(read.count_total, owned.count_total + others);
}

/// One by one. All at once they would lie closer together.
fn grown<T: Ord>(items: impl Iterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}

#[derive(Clone, Debug, Elicit)]
struct Deploy {
    #[elicit(choices)]
    cluster: String,
    #[elicit(choices)]
    fallback: Option<String>,
    #[elicit(multi_select, choices)]
    zones: Vec<String>,
}

#[derive(Debug, PartialEq, Elicit)]
struct Zones {
    #[elicit(multi_select, choices)]
    zones: BTreeSet<String>,
}

#[test]
fn run_time_choices_allocate_only_what_the_struct_owns() {
    let options = |count: usize| -> Choices {
        let names: Vec<String> = (0..count)
            .map(|number| format!("option-{number}"))
            .collect();
        names.into()
    };
    let choices = DeployChoices {
        cluster: options(3),
        fallback: options(3),
        zones: options(100),
    };
    let answer = value(
        r#"{"cluster":"option-2","zones":["option-3","option-99","option-5","option-1","option-7"]}"#,
    );
    allocates_what_it_owns(|| from_value_with::<Deploy>(&answer, &choices));

    let zones = options(1000);
    let values: Vec<&str> = zones.options().iter().map(ChoiceOption::value).collect();
    let answer = json!({ "zones": values });
    let choices = ZonesChoices {
        zones: zones.clone(),
    };
    allocates_as_much_as(
        || from_value_with::<Zones>(&answer, &choices),
        || Zones {
            zones: grown(values.iter().map(|value| (*value).to_owned())),
        },
    );
}

#[test]
fn a_requested_schema_allocates_nothing() {
    for revision in Revision::all() {
        for schema in [
            Small::requested_schema,
            Large::requested_schema,
            Several::requested_schema,
        ] {
            let (_, allocations) = allocated(|| schema(revision));
            assert_eq!(allocations.count_total, 0);
        }
    }
}

/// What asking allocates, where somebody sends or has something that is large.
#[cfg(feature = "runtime")]
mod asking {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use elicit_core::{
        Ask, AskError, Elicit, Elicitation, Revision,
        adapter::{Asker, Call, RunEnd, Session},
    };
    use elicit_tests::drive::Drive as _;
    use serde_json::{Value, json};

    use super::allocated;

    const MEGABYTE: usize = 1 << 20;
    /// What a call takes in which nothing is large.
    const LITTLE: u64 = 64 << 10;

    fn call() -> Call {
        let mut call = Call::new(Revision::LATEST, "tools/call", "test", Value::Null);
        call.form = true;
        call
    }

    /// What becomes of a call, and how many bytes it has allocated in all.
    fn drive<R>(call: Call, handler: impl AsyncFnOnce(Ask) -> R) -> (RunEnd<R>, u64) {
        let elicitation = Elicitation::default().answer_limit(None);
        drive_with(&elicitation.accept_unsolicited_answers(true), call, handler)
    }

    fn drive_with<R>(
        elicitation: &Elicitation,
        call: Call,
        handler: impl AsyncFnOnce(Ask) -> R,
    ) -> (RunEnd<R>, u64) {
        let session = Session::new();
        let (run_end, info) = allocated(|| {
            let run = elicitation.run(call, &session, None, async |asker: Asker| {
                handler(asker.take().expect("the first to take it")).await
            });
            match pin!(run).poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(run_end) => run_end,
                Poll::Pending => panic!("the run waits"),
            }
        });
        (run_end, info.bytes_total)
    }

    #[test]
    fn a_state_that_is_too_large_to_seal_is_not_written() {
        let large = "x".repeat(MEGABYTE);
        let (run_end, bytes) = drive(call(), async |ask: Ask| {
            ask.remember("large", async || Ok::<_, AskError>(large))
                .await?;
            ask.confirm("sure", "Sure?").await.map(drop)
        });
        assert!(matches!(run_end, RunEnd::Error(_)), "{run_end:?}");
        // One that is kept, and one that shows that it comes back.
        let kept = 2 * MEGABYTE as u64;
        assert!((kept..kept + LITTLE).contains(&bytes), "{bytes}");
    }

    /// They are hashed in place if the call asks a question, and not read otherwise.
    #[test]
    fn arguments_are_not_copied() {
        let with_arguments = || {
            let mut call = call();
            call.arguments = json!({"text": "x".repeat(MEGABYTE)});
            call
        };
        let (run_end, bytes) = drive(with_arguments(), async |_| ());
        assert!(matches!(run_end, RunEnd::Returned(())), "{run_end:?}");
        assert!(bytes < LITTLE, "{bytes}");

        let sure = async |ask: Ask| ask.confirm("sure", "Sure?").await.map(drop);
        let (run_end, bytes) = drive(with_arguments(), sure);
        let RunEnd::InputRequired(required) = run_end else {
            panic!("{run_end:?}");
        };
        assert!(bytes < LITTLE, "{bytes}");
        let mut retry = with_arguments();
        retry.request_state = Some(required.state);
        let (run_end, bytes) = drive(retry, sure);
        assert!(matches!(run_end, RunEnd::InputRequired(_)), "{run_end:?}");
        assert!(bytes < LITTLE, "{bytes}");
    }

    #[derive(Elicit)]
    struct Note {
        text: String,
        #[elicit(maximum = 9)]
        stars: u8,
    }

    /// As much text as a state has room for.
    const FITTING: usize = 28 << 10;

    /// An answer with this many bytes of text.
    fn answered(length: usize, stars: u8) -> Call {
        let content = json!({"text": "x".repeat(length), "stars": stars});
        let answer = json!({"action": "accept", "content": content});
        let mut call = call();
        call.input_responses = [("note".to_owned(), answer)].into();
        call
    }

    /// It is not sent back to the client either.
    #[test]
    fn an_invalid_answer_is_not_copied() {
        let (run_end, bytes) = drive(answered(FITTING, 10), async |ask: Ask| {
            ask.form::<Note>("note", "What?").await.map(drop)
        });
        let RunEnd::InputRequired(required) = run_end else {
            panic!("{run_end:?}");
        };
        assert!(!required.requests["note"].to_string().contains("xx"));
        // The struct has it until another field is found to be wrong.
        let read = FITTING as u64;
        assert!((read..2 * read).contains(&bytes), "{bytes}");
    }

    #[test]
    fn an_answer_that_is_too_large_is_not_read() {
        let elicitation = Elicitation::default().accept_unsolicited_answers(true);
        let (run_end, bytes) = drive_with(&elicitation, answered(MEGABYTE, 5), async |ask: Ask| {
            ask.form::<Note>("note", "What?").await.map(drop)
        });
        let RunEnd::InputRequired(required) = run_end else {
            panic!("{run_end:?}");
        };
        let again = required.requests["note"].to_string();
        assert!(again.contains("at most 32768 bytes"), "{again}");
        assert!(bytes < LITTLE, "{bytes}");
    }

    #[test]
    fn a_valid_answer_is_copied_only_into_the_struct() {
        let read = FITTING as u64;
        let (run_end, bytes) = drive(answered(FITTING, 5), async |ask: Ask| {
            let note: Note = ask.form("note", "What?").or_end().await?;
            Ok::<_, AskError>((note.text.len(), note.stars))
        });
        assert!(
            matches!(run_end, RunEnd::Returned(Ok((FITTING, 5)))),
            "{run_end:?}"
        );
        assert!((read..2 * read).contains(&bytes), "{bytes}");
    }
}
