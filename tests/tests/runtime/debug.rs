//! `Debug` outputs, which get into logs by accident: no secret, no state and no answer.

use std::{collections::BTreeMap, time::Duration};

use elicit_core::{
    Elicitation, Keys, Revision,
    adapter::{Asker, RunEnd, Session},
    store::{Entry, MemoryStore, Store},
    testing::{End, User},
};
use serde_json::json;

use crate::adapter::call;

const SECRET: [u8; 32] = *b"a-secret-that-nobody-has-to-see!";

#[tokio::test]
async fn debug_output_has_no_secret_state_or_answer() {
    let keys = Keys::new([SECRET]).unwrap();
    let store = MemoryStore::default();
    let entry = || Entry::new("name", "typed-by-ann", Duration::from_secs(60)).owned_by("ann");
    store.claim(entry()).await.unwrap();
    let mut texts = vec![
        format!("{keys:?}"),
        format!("{store:?}"),
        format!("{:?}", entry()),
    ];
    let elicitation = Elicitation::with_keys(keys);
    texts.push(format!("{elicitation:?}"));

    let handler = |asker: Asker| async move {
        let mut texts = vec![format!("{asker:?}")];
        let ask = asker.take().unwrap();
        texts.push(format!("{ask:?}"));
        let sure = ask.confirm("sure", "Sure?");
        let outcome = sure.or_end().await;
        texts.push(format!("{ask:?} {outcome:?}"));
        texts.push(format!("{:?}", ask.settle()));
        texts
    };
    let respond = |run_end: RunEnd<Vec<String>>| {
        let text = format!("{run_end:?}");
        match run_end {
            RunEnd::InputRequired(required) => json!({"state": required.state, "texts": [text]}),
            RunEnd::Returned(texts) => json!({"texts": texts}),
            other => panic!("{other:?}"),
        }
    };
    let session = Session::new().named("client");
    let mut first = call(Revision::V2026_07_28);
    first.principal = Some("ann".to_owned());
    let begun = elicitation
        .drive_once(first.clone(), &session, None, handler, respond)
        .await;
    let state = begun["state"].as_str().unwrap().to_owned();
    let content = json!({"confirm": true, "more": "typed-by-ann"});
    let answer = json!({"action": "accept", "content": content});
    let mut retry = first;
    retry.input_responses = BTreeMap::from([("sure".to_owned(), answer)]);
    retry.request_state = Some(state.clone());
    texts.push(format!("{retry:?} {session:?}"));
    let done = elicitation
        .drive_once(retry, &session, None, handler, respond)
        .await;
    for response in [begun, done] {
        let written = response["texts"].as_array().unwrap().iter();
        texts.extend(written.map(|text| text.as_str().unwrap().to_owned()));
    }
    assert!(texts.iter().all(|text| !text.is_empty()));
    for text in texts {
        for value in ["secret", "typed-by-ann", &state, &format!("{SECRET:?}")] {
            assert!(!text.contains(value), "{value} in {text}");
        }
    }

    // A key is the author's, and may be made of what a client sends.
    let key = "delete ".repeat(100);
    let end = User::new()
        .declines(&key)
        .run(Revision::LATEST, async |ask| {
            ask.confirm(&*key, "Sure?").or_end().await
        })
        .await;
    let End::Ended(ended) = end else {
        panic!("{end:?}");
    };
    let ended = format!("{ended:?}");
    assert!(ended.contains("delete") && ended.len() < 300, "{ended}");
}
