//! Texts of run time with a link, a control character or an invisible character.

use elicit_core::{
    Ask, AskError, ChoiceOption, Elicit, Elicitation, Revision, Violations,
    adapter::{Asker, RunEnd, Session},
    testing::{End, User},
};
use serde_json::{Value, json};

use crate::{
    adapter::call,
    forms::{Scale, Target, target},
    log::listen,
};

/// The message of a confirmation as it is sent, and the log.
async fn sent(revision: Revision, message: &str) -> (String, Vec<String>) {
    let (log, _guard) = listen();
    let user = User::new().declines("sure");
    let end = user
        .run(revision, async |ask| ask.confirm("sure", message).await)
        .await;
    assert!(matches!(end, End::Returned(Ok(_))), "{message}: {end:?}");
    let sent = user.asked()[0]["message"].as_str().unwrap().to_owned();
    let lines = log.lines.lock().unwrap().clone();
    (sent, lines)
}

/// What the log says that was found.
fn findings(lines: &[String]) -> Vec<&str> {
    let findings = lines.iter().filter_map(|line| {
        assert!(
            line.contains(" key=\"") || line.contains("call ends"),
            "{line}"
        );
        let (_, finding) = line.split_once(" finding=\"")?;
        assert!(line.starts_with("WARN"), "{line}");
        Some(finding.split_once('"').unwrap().0)
    });
    findings.collect()
}

#[tokio::test]
async fn a_link_is_sent_and_logged_without_the_address() {
    for (message, address) in [
        (
            "git clone https://user:hunter2@example.org/a?b=c",
            "hunter2",
        ),
        ("see HTTP://EXAMPLE.ORG", "EXAMPLE"),
        ("aws s3 rm s3://bucket/path", "bucket"),
        ("ssh://host", "host"),
        ("Visit www.example.org now", "example"),
        ("WWW.example.org", "example"),
        ("[here](javascript:alert)", "alert"),
        ("[here](/local)", "local"),
        ("[here]( /local)", "local"),
        ("[here](\npage.html)", "page"),
        ("[here](https://example.org)", "example"),
        ("[here](mailto:a@example.org)", "example"),
        ("[here](page.html)", "page"),
        ("array[0](x), [here](#below)", "below"),
        ("mailto:a@example.org", "example"),
    ] {
        for revision in Revision::all() {
            let (sent, log) = sent(revision, message).await;
            assert_eq!(sent, message);
            assert_eq!(findings(&log), ["link"], "{message}");
            assert!(!log.join("\n").contains(address), "{log:#?}");
        }
    }
}

#[tokio::test]
async fn texts_that_only_look_like_links_are_not_logged() {
    for message in [
        "Deploy main.rs to eu-west-1?",
        "Awww. nice",
        "www. is short for something",
        "Use the scheme :// here",
        "e.g. this [one] (or that)",
        "array[0](x)",
        "pick[any](at least 0.5)",
        "Write to name@example.org?",
        "a: b",
    ] {
        let (sent, log) = sent(Revision::LATEST, message).await;
        assert_eq!(sent, message);
        assert_eq!(findings(&log), [""; 0], "{message}");
    }
}

#[tokio::test]
async fn invisible_characters_are_escaped() {
    for character in [
        '\0',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\r',
        '\u{202e}',
        '\u{2066}',
        '\u{200b}',
        '\u{2060}',
        '\u{2063}',
        '\u{feff}',
        '\u{ad}',
        '\u{3164}',
        '\u{17b4}',
        '\u{fff9}',
        '\u{1d173}',
        '\u{e0041}',
        '\u{e00ff}',
    ] {
        for revision in Revision::all() {
            let (sent, log) = sent(revision, &format!("Sure{character}?")).await;
            assert_eq!(sent, format!("Sure{}?", character.escape_default()));
            assert_eq!(findings(&log), ["invisible character"], "{character:?}");
        }
    }
    for message in [
        "Two lines,\n\tof which one is indented: äöü 日本語 🙂",
        r"C:\new \u{200b}",
        // Joiners: of a family, and of a Persian word.
        "👨\u{200d}👩\u{200d}👧?",
        "می\u{200c}خواهید؟",
        // The selector of a variant, of an emoji and of a name.
        "❤\u{fe0f}?",
        "辻\u{e0100}さん?",
        // A mark beside Latin letters, in Hebrew.
        "להפעיל את C\u{200e}?",
    ] {
        let (sent, log) = sent(Revision::LATEST, message).await;
        assert_eq!(sent, message);
        assert_eq!(findings(&log), [""; 0], "{message}");
    }
}

#[tokio::test]
async fn a_windows_line_break_is_sent_as_a_line_break() {
    let (sent, log) = sent(Revision::LATEST, "One\r\ntwo\r\n\rthree\r").await;
    assert_eq!(sent, "One\ntwo\n\\rthree\\r");
    assert_eq!(findings(&log), ["invisible character"]);
    let (sent, log) = self::sent(Revision::LATEST, "One\r\ntwo").await;
    assert_eq!(sent, "One\ntwo");
    assert_eq!(findings(&log), [""; 0]);
}

#[tokio::test]
async fn the_message_of_a_page_is_escaped() {
    let user = User::new().declines("page");
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            let message = "Pay\u{200b} for https://example.org";
            let page = ask.url("page", "https://example.org", message).await?;
            Ok::<_, AskError>(page.accepted().is_some())
        })
        .await;
    assert_eq!(end, End::Returned(Ok(false)));
    let message = &user.asked()[0]["message"];
    assert_eq!(message, r"Pay\u{200b} for https://example.org");
}

/// The schema of a form with these options, and what the log says.
async fn options(environments: &[ChoiceOption], regions: &[(&str, &str)]) -> (Value, Vec<String>) {
    let (log, _guard) = listen();
    let user = User::new().declines("target");
    let end = user
        .run(Revision::LATEST, async |ask| {
            let mut choices = target(&["a"], regions);
            choices.environment = environments.to_vec().into();
            let form = ask.form_with::<Target>("target", "Where?", choices);
            form.await.map(drop)
        })
        .await;
    assert_eq!(end, End::Returned(Ok(())));
    let properties = user.asked()[0]["requestedSchema"]["properties"].take();
    let lines = log.lines.lock().unwrap().clone();
    (properties, lines)
}

#[tokio::test]
async fn titles_of_options_are_escaped_and_values_are_not() {
    let regions = [
        ("r\u{7}", "\u{7}"),
        ("s\r\n", "One\r\ntwo"),
        ("t", "see https://example.org"),
    ];
    let (properties, log) = options(&["a".into()], &regions).await;
    assert_eq!(
        properties["regions"]["items"]["anyOf"],
        json!([
            {"const": "r\u{7}", "title": r"\u{7}"},
            {"const": "s\r\n", "title": "One\ntwo"},
            {"const": "t", "title": "see https://example.org"},
        ])
    );
    assert_eq!(properties["environment"]["enum"], json!(["a"]));
    assert_eq!(findings(&log), ["link", "invisible character"]);
}

/// Clients show the value of an option without a title.
#[tokio::test]
async fn an_option_with_an_invisible_character_gets_a_title() {
    let environments = ["https://example.org", "a", "a\u{200b}"].map(ChoiceOption::from);
    let (properties, log) = options(&environments, &[("r", "R")]).await;
    assert_eq!(
        properties["environment"]["oneOf"],
        json!([
            {"const": "https://example.org", "title": "https://example.org"},
            {"const": "a", "title": "a"},
            {"const": "a\u{200b}", "title": r"a\u{200b}"},
        ])
    );
    assert_eq!(findings(&log), ["invisible character"]);
    let (properties, log) = options(&environments[..2], &[("r", "R")]).await;
    let values = json!(["https://example.org", "a"]);
    assert_eq!(properties["environment"]["enum"], values);
    assert_eq!(findings(&log), [""; 0]);
}

#[tokio::test]
async fn an_answer_is_read_by_the_unescaped_values() {
    for revision in Revision::all() {
        let content = json!({"environment": "a\u{200b}", "regions": []});
        let user = User::new().accepts("target", content);
        let end = user
            .run(revision, async |ask| {
                let choices = target(&["a", "a\u{200b}"], &[("r", "R")]);
                let form = ask.form_with::<Target>("target", "Where?", choices);
                form.or_end().await.map(|target| target.environment)
            })
            .await;
        assert_eq!(end, End::Returned(Ok("a\u{200b}".to_owned())));
    }
}

#[tokio::test]
async fn a_prefilled_value_is_not_escaped() {
    let note = Some("One\r\ntwo\u{200b} https://example.org".to_owned());
    let known = Scale { replicas: 3, note };
    let user = User::new().declines("scale");
    let end = user
        .run(Revision::LATEST, async |ask| {
            let form = ask.form::<Scale>("scale", "How many?").prefill(&known);
            form.await.map(drop)
        })
        .await;
    assert_eq!(end, End::Returned(Ok(())));
    let note = &user.asked()[0]["requestedSchema"]["properties"]["note"];
    assert_eq!(note["default"], json!(known.note));
}

#[tokio::test]
async fn texts_of_a_check_are_escaped_and_logged() {
    let page = "must not be https://example.org/hunter2\u{200b}";
    for (found, shown) in [
        (
            Violations::new().form(page),
            r"Must not be https://example.org/hunter2\u{200b}.",
        ),
        (
            Violations::new().property("replicas", page),
            r"“How many” must not be https://example.org/hunter2\u{200b}.",
        ),
    ] {
        for revision in Revision::all() {
            let (log, _guard) = listen();
            let user = User::new().accepts("scale", json!({"replicas": 3}));
            let end = user
                .run(revision, async |ask| {
                    ask.form::<Scale>("scale", "How many?")
                        .check(|_| Err(found.clone()))
                        .await
                })
                .await;
            assert_eq!(end, End::Unanswered(vec!["scale".into()]));
            let message = format!("Please correct your answer. {shown} \n\nHow many?");
            assert_eq!(user.asked()[1]["message"], message, "{revision}");
            let lines = log.lines.lock().unwrap();
            assert_eq!(findings(&lines), ["link", "invisible character"]);
            assert!(!lines.join("\n").contains("hunter2"), "{lines:#?}");
        }
    }
}

/// Also the values of options without a title.
#[tokio::test]
async fn options_listed_in_a_correction_are_escaped_and_logged() {
    for revision in Revision::all() {
        let (log, _guard) = listen();
        let user = User::new().accepts("target", json!({"environment": "x", "regions": ["y"]}));
        let end = user
            .run(revision, async |ask| {
                let choices = target(&["https://hunter2.org"], &[("r", "R\u{202e}\r\nr")]);
                let form = ask.form_with::<Target>("target", "Where?", choices);
                form.await.map(drop)
            })
            .await;
        assert_eq!(end, End::Unanswered(vec!["target".into()]));
        assert_eq!(
            user.asked()[1]["message"],
            "Please correct your answer. “Environment” must be one of `https://hunter2.org`. \
             “Regions” must be one of `r` (`\"R\\u202e\\r\\nr\"`). \n\nWhere?",
        );
        let lines = log.lines.lock().unwrap();
        let found = findings(&lines);
        assert_eq!(
            found,
            ["invisible character", "link", "invisible character"]
        );
        assert!(!lines.join("\n").contains("hunter2"), "{lines:#?}");
    }
}

/// The example is a text of this crate.
#[tokio::test]
async fn the_example_of_a_format_is_not_logged_as_a_link() {
    #[derive(Elicit)]
    struct Site {
        #[elicit(format = "uri")]
        page: String,
    }
    let (log, _guard) = listen();
    let user = User::new().accepts("site", json!({"page": "x"}));
    let end = user
        .run(Revision::LATEST, async |ask| {
            ask.form::<Site>("site", "Which?")
                .await
                .map(|site| site.map(|site| site.page))
        })
        .await;
    assert_eq!(end, End::Unanswered(vec!["site".into()]));
    let message = user.asked()[1]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("https://example.org/page"), "{message}");
    assert_eq!(findings(&log.lines.lock().unwrap()), [""; 0]);
}

/// A mistake of the author: a test fails at it, and in production the person reads the name.
#[tokio::test]
async fn a_property_that_only_a_check_knows_is_shown_with_what_is_invisible_in_it() {
    let handler = |asker: Asker| async move {
        let ask = asker.take().unwrap();
        let scale = ask.form::<Scale>("scale", "How many?");
        let is_wrong =
            |_: &Scale| Err(Violations::new().property("www.example.org\u{202e}", "is wrong"));
        scale.check(is_wrong).await.map(drop)
    };
    let elicitation = Elicitation::default();
    let drive = async |call| {
        let run_end = elicitation
            .drive(call, &Session::new(), None, handler)
            .await;
        let RunEnd::InputRequired(required) = run_end else {
            panic!("{run_end:?}");
        };
        required
    };
    let mut retry = call(Revision::LATEST);
    let first = drive(retry.clone()).await;
    let answer = json!({"action": "accept", "content": {"replicas": 3}});
    retry.input_responses.insert("scale".to_owned(), answer);
    retry.request_state = Some(first.state);
    let second = drive(retry).await;
    let message = second.requests["scale"]["params"]["message"]
        .as_str()
        .unwrap();
    assert!(
        message.contains(r"“www.example.org\u{202e}” is wrong."),
        "{message}"
    );
    assert!(!message.contains('\u{202e}'), "{message}");
}
