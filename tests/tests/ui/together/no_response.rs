//! An adapter whose response `once` cannot keep

use elicit_core::{
    Elicitation,
    seam::{Asker, Call, Session},
};

struct Reply(String);

async fn answer(elicitation: &Elicitation, call: Call, session: &Session) -> Reply {
    elicitation
        .drive(call, session, None, async |_: Asker| "done", |driven| Reply(format!("{driven:?}")))
        .await
}

fn main() {}
