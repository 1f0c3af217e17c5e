//! `inputResponses`: a handler gets valid values only, the same as on an older revision.

#![no_main]

use elicit_core::{
    AskError, Elicitation, Revision,
    adapter::RunEnd,
    testing::{End, User},
};
use elicit_fuzz::{Responses, answers::Answers, at_once, round};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(responses) = serde_json::from_slice::<Responses>(data) else {
        return;
    };
    let elicitation = Elicitation::default()
        .rate_limit(None)
        .accept_unsolicited_answers(true);
    match round(&elicitation, responses.clone(), None, Answers::ask) {
        RunEnd::Returned(Ok(answers)) => {
            answers.assert_valid();
            let user = responses
                .into_iter()
                .fold(User::new(), |user, (key, response)| {
                    user.responds(&key, response)
                });
            let end = at_once(user.run(Revision::V2025_11_25, Answers::ask));
            assert_eq!(end, End::Returned(Ok(answers)));
        }
        // The same answers again, to what was asked.
        RunEnd::InputRequired(required) => {
            match round(&elicitation, responses, Some(required.state), Answers::ask) {
                RunEnd::Returned(Ok(answers)) => answers.assert_valid(),
                RunEnd::Returned(Err(_)) | RunEnd::InputRequired(_) => {}
                run_end => panic!("{run_end:?}"),
            }
        }
        RunEnd::Returned(Err(error)) => {
            assert!(!matches!(error, AskError::BadQuestion { .. }), "{error}")
        }
        run_end => panic!("{run_end:?}"),
    }
});
