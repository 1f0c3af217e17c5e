//! An `Ask` of a server that was started without a layer.

use elicit_core::{Ask, AskError, Mode, adapter::Asker};
use serde_json::json;

use crate::forms::Scale;

const REASON: &str = "start the server with a layer";

fn ask() -> Ask {
    Asker::without_layer(REASON).take().unwrap()
}

#[tokio::test]
async fn a_handler_that_never_asks_works() {
    let ask = ask();
    assert!(!ask.supports(Mode::Form) && !ask.supports(Mode::Url));
    assert_eq!((ask.round(), ask.latency("key")), (0, None));
    let value = async || Ok::<_, AskError>(json!([1]));
    assert_eq!(ask.remember("value", value).await, Ok(json!([1])));
    let _settled = ask.settle();
}

/// Such a page needs no layer.
#[tokio::test]
async fn a_required_page_that_is_done_is_not_asked_for() {
    let ask = ask();
    let link = ask.url("link", "https://example.org", "Link it");
    let link = link.done_when(async || true).or_require();
    link.or_end().await.unwrap();
}

/// No question waits for ever.
#[tokio::test]
async fn the_error_of_each_question_names_the_layer() {
    let ask = ask();
    let link = || ask.url("link", "https://example.org", "Link it");
    let errors = [
        ask.form::<Scale>("scale", "How many?").await.map(drop),
        ask.form::<Scale>("other", "How many?")
            .or_end()
            .await
            .map(drop),
        ask.confirm("sure", "Sure?").await.map(drop),
        ask.confirm("really", "Sure?").or_end().await,
        link().await.map(drop),
    ];
    for error in errors {
        let Err(AskError::BadQuestion { reason, .. }) = error else {
            panic!("{error:?}");
        };
        assert_eq!(reason, REASON);
    }
}
