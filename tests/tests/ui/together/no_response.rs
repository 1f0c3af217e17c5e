//! An adapter whose response `once` cannot keep

use elicit_core::{
    Elicitation,
    adapter::{Asker, Call, Session},
};

struct Reply(String);

async fn answer(elicitation: &Elicitation, call: Call, session: &Session) -> Reply {
    elicitation
        .drive_once(call, session, None, async |_: Asker| "done", |run_end| Reply(format!("{run_end:?}")))
        .await
}

fn main() {}
