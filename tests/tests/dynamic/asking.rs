//! How such a form is asked, on every revision.

use elicit_core::{
    Ask, AskError, Outcome, Revision, Violations,
    dynamic::DynamicForm,
    testing::{End, User},
};
use serde_json::{Value, json};

fn form() -> DynamicForm {
    DynamicForm::from_schema(&json!({
        "type": "object",
        "properties": {
            "branch": {"type": "string", "title": "Branch", "pattern": "^[a-z]+$"},
            "target": {"type": "string", "oneOf": [
                {"const": "eu", "title": "Europe"},
                {"const": "us", "title": "America"},
            ]},
            "share": {"type": "number", "minimum": 0.25, "default": 0.5},
        },
        "required": ["branch", "target"],
    }))
    .unwrap()
}

#[tokio::test]
async fn a_valid_answer_is_returned_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new().accepts("deploy", json!({"branch": "main", "target": "Europe"}));
        let end = user
            .run(revision, async |ask: Ask| {
                let form = form();
                let answer = ask
                    .dynamic("deploy", "Deploy what?", &form)
                    .or_end()
                    .await?;
                Ok::<_, AskError>(answer.into_content())
            })
            .await;
        let End::Returned(Ok(content)) = end else {
            panic!("{revision}: {end:?}")
        };
        assert_eq!(json!(content), json!({"branch": "main", "target": "eu"}));
    }
}

#[tokio::test]
async fn an_invalid_answer_is_asked_for_again_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts(
                "deploy",
                json!({"branch": "Main", "target": "eu", "share": 0.125}),
            )
            .accepts("deploy", json!({"branch": "next", "target": "eu"}))
            .accepts("deploy", json!({"branch": "main", "target": "eu"}));
        let end = user
            .run(revision, async |ask: Ask| {
                let form = form();
                let question = ask
                    .dynamic("deploy", "Deploy what?", &form)
                    .check(|answer| match answer.text("branch") {
                        Some("main") => Ok(()),
                        _ => Err(Violations::new().property("branch", "does not exist")),
                    });
                Ok::<_, AskError>(match question.await? {
                    Outcome::Accepted(answer) => answer.text("branch").map(str::to_owned),
                    _ => None,
                })
            })
            .await;
        let End::Returned(Ok(Some(branch))) = end else {
            panic!("{revision}: {end:?}")
        };
        assert_eq!(branch, "main");
    }
}

#[tokio::test]
async fn an_argument_in_json_answers_for_a_client_that_cannot_be_asked() {
    for revision in Revision::all() {
        let user = User::cannot_be_asked();
        let call = |argument: Value| {
            let user = &user;
            async move {
                user.run(revision, async |ask: Ask| {
                    let form = form();
                    let question = ask.dynamic("deploy", "Deploy what?", &form);
                    let answer = question.or_json_argument(argument.clone()).or_end().await?;
                    Ok::<_, AskError>(answer.into_content())
                })
                .await
            }
        };
        let given = json!({"branch": "main", "target": "us"});
        let End::Returned(Ok(content)) = call(given.clone()).await else {
            panic!("{revision}")
        };
        assert_eq!(json!(content), given);
        let End::Ended(ended) = call(json!({"branch": "Main", "target": "us"})).await else {
            panic!("{revision}")
        };
        let text = ended.text();
        let share = "- `deploy.share`: a number, optional. at least 0.25\n";
        assert!(text.contains(share), "{text}");
        let wrong = "\n- `deploy.branch` must match: ^[a-z]+$";
        assert!(text.ends_with(wrong), "{text}");
    }
}

#[tokio::test]
async fn a_form_is_prefilled_and_only_with_what_is_valid_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new().declines("deploy").declines("again");
        let form = form();
        let known = json!({"branch": "main", "target": "us", "share": 0.75});
        let known = form.validate(&known).unwrap();
        let _ = user
            .run(revision, async |ask: Ask| {
                let first = ask.dynamic("deploy", "Deploy what?", &form);
                let _ = first.prefill(&known).prefill_field("share", 0.125).await?;
                let second = ask.dynamic("again", "Deploy what?", &form);
                second.prefill(&known).await
            })
            .await;
        let default = |question: usize, property: &str| {
            let properties = &user.asked()[question]["requestedSchema"]["properties"];
            properties[property]["default"].clone()
        };
        let names = ["branch", "target", "share"];
        // An invalid value leaves the default of the schema.
        assert_eq!(
            names.map(|name| default(0, name)),
            [json!("main"), json!("us"), json!(0.5)]
        );
        assert_eq!(
            names.map(|name| default(1, name)),
            [json!("main"), json!("us"), json!(0.75)]
        );
    }
}

/// On 2026-07-28 the handler runs again, and may make another form then.
#[tokio::test]
async fn an_answer_counts_only_for_the_form_that_was_asked() {
    let runs = std::cell::Cell::new(0);
    let user = [9, 5].into_iter().fold(User::new(), |user, size| {
        user.accepts("size", json!({"size": size}))
    });
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            runs.set(runs.get() + 1);
            // From the second run on, 9 would be valid only by the form that was asked first.
            let most = if runs.get() == 1 { 9 } else { 5 };
            let property = json!({"type": "integer", "maximum": most});
            let schema = json!({"type": "object", "properties": {"size": property}});
            let form = DynamicForm::from_schema(&schema).unwrap();
            let answer = ask.dynamic("size", "How large?", &form).or_end().await?;
            Ok::<_, AskError>(answer.integer("size"))
        })
        .await;
    let End::Returned(Ok(size)) = end else {
        panic!("{end:?}")
    };
    assert_eq!(size, Some(5));
    let asked = user.asked();
    let most = asked
        .iter()
        .map(|question| &question["requestedSchema"]["properties"]["size"]["maximum"]);
    assert_eq!(most.collect::<Vec<_>>(), [9, 5]);
}
