//! The test kit's user, on a page: without a browser, a network or a clock.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use elicit_core::{
    Ask, AskError, ChoiceOption, Elicit, Elicitation, Mode, Outcome, Revision, Violations,
    pages::Pages,
    testing::{End, User},
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use crate::server::hosted;

#[derive(Debug, Elicit)]
struct Account {
    #[elicit(title = "API key", min_length = 8)]
    api_key: SecretString,
    #[elicit(title = "Workspace")]
    workspace: String,
    #[elicit(title = "Seats", default = 2)]
    seats: u8,
}

/// What the tool hands on, and to whom nobody else gets it.
type Connected = Outcome<(String, String, u8)>;

async fn connect(ask: Ask) -> Result<Connected, AskError> {
    page(&ask).await
}

async fn page(ask: &Ask) -> Result<Connected, AskError> {
    let account = ask
        .page::<Account>("connect", "Connect your account")
        .check(|account| match account.workspace.as_str() {
            "taken" => Err(Violations::new().property("workspace", "is taken already")),
            _ => Ok(()),
        });
    Ok(account.await?.map(|account| {
        let key = account.api_key.expose_secret().to_owned();
        (key, account.workspace, account.seats)
    }))
}

fn connected(key: &str) -> End<Result<Connected, AskError>> {
    End::Returned(Ok(Outcome::Accepted((
        key.to_owned(),
        "acme".to_owned(),
        2,
    ))))
}

#[tokio::test]
async fn a_user_fills_in_a_page() {
    for revision in Revision::all() {
        let content = json!({"api_key": "Zq7-typed", "workspace": "acme", "seats": 2});
        let user = User::new().accepts("connect", content);
        assert_eq!(user.run(revision, connect).await, connected("Zq7-typed"));
        // The client is asked for a visit, and hears nothing of what is typed.
        let asked = &user.asked()[0];
        assert_eq!(asked["mode"], "url");
        assert_eq!(asked["message"], "Connect your account");
        assert!(!format!("{:?} {:?}", user.asked(), user.notified()).contains("Zq7"));
        assert_eq!(user.runs(), if revision.asks_in_result() { 2 } else { 1 });
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Branch {
    name: String,
}

/// The data of a server change, so a check may reject in a later run what it has accepted.
#[tokio::test]
async fn a_query_runs_for_an_answer_in_place_of_one_that_it_has_accepted() {
    for on_page in [false, true] {
        let (main_is_gone, queried) = (AtomicBool::default(), Mutex::new(Vec::new()));
        let user = User::new()
            .accepts("branch", json!({"name": "main"}))
            .accepts("sure", json!({"confirm": true}))
            .accepts("branch", json!({"name": "next"}));
        let end = user.run(Revision::LATEST, async |ask: Ask| {
            let branch = if on_page {
                ask.page::<Branch>("branch", "Which branch?")
            } else {
                ask.form::<Branch>("branch", "Which branch?")
            };
            let branch = branch
                .check(|branch| match &*branch.name {
                    "main" if main_is_gone.load(Relaxed) => Err("It was removed.".into()),
                    _ => Ok(()),
                })
                .check_async(async |branch: &Branch| {
                    queried.lock().unwrap().push(branch.name.clone());
                    Ok(())
                });
            let branch = branch.or_end().await?;
            main_is_gone.store(true, Relaxed);
            ask.confirm("sure", "Sure?").or_end().await?;
            Ok::<_, AskError>(branch.name)
        });
        assert_eq!(end.await, End::Returned(Ok("next".to_owned())), "{on_page}");
        assert_eq!(*queried.lock().unwrap(), ["main", "next"], "{on_page}");
    }
}

#[derive(Debug, PartialEq, Elicit)]
enum Region {
    #[elicit(title = "Europe (Ireland)")]
    Europe,
    #[elicit(title = "America (Oregon)")]
    America,
}

#[derive(Debug, PartialEq, Elicit)]
struct Place {
    region: Region,
    #[elicit(multi_select)]
    others: Vec<Region>,
    #[elicit(choices)]
    cluster: String,
}

#[tokio::test]
async fn a_title_is_read_as_its_option_on_a_page() {
    for revision in Revision::all() {
        let user = User::new().accepts(
            "place",
            json!({
                "region": "America (Oregon)", "others": ["Europe (Ireland)"], "cluster": "Cluster 1",
            }),
        );
        let end = user.run(revision, async |ask: Ask| {
            let cluster = vec![("c-1", "Cluster 1"), ("c-2", "Cluster 2")].into();
            let place = ask.page_with::<Place>("place", "Where?", PlaceChoices { cluster });
            place.or_end().await
        });
        let place = Place {
            region: Region::America,
            others: vec![Region::Europe],
            cluster: "c-1".to_owned(),
        };
        assert_eq!(end.await, End::Returned(Ok(place)), "{revision}");
    }
}

#[tokio::test]
async fn a_page_in_a_task_is_answered_in_one_run() {
    for revision in Revision::all() {
        let user = User::new()
            .in_task()
            .accepts(
                "connect",
                json!({"api_key": "short", "workspace": "acme", "seats": 2}),
            )
            .accepts(
                "connect",
                json!({"api_key": "Zq7-typed", "workspace": "acme", "seats": 2}),
            );
        let end = user.run(revision, connect).await;
        assert_eq!(end, connected("Zq7-typed"), "{revision}");
        assert_eq!(user.runs(), 1, "{revision}");
    }
}

#[tokio::test]
async fn a_user_corrects_an_answer_on_the_page() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("connect", json!({"api_key": "short", "seats": 300}))
            .accepts(
                "connect",
                json!({"api_key": "Zq7-typed", "workspace": "taken", "seats": 2}),
            )
            .accepts(
                "connect",
                json!({"api_key": "Zq7-again", "workspace": "acme", "seats": 2}),
            );
        assert_eq!(user.run(revision, connect).await, connected("Zq7-again"));
        // The page finds the first mistakes itself. The check asks the client again.
        assert_eq!(user.asked_keys(), ["connect", "connect"]);
        let errors = [
            "“API key” must have at least 8 characters.",
            "“Workspace” is required.",
            "“Seats” must be at most 255.",
        ];
        assert_eq!(user.page_errors(), errors);
    }
}

#[tokio::test]
async fn a_user_declines_or_dismisses_the_visit() {
    for revision in Revision::all() {
        let user = User::new().declines("connect");
        let end = user.run(revision, connect).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)));
        let user = User::new().cancels("connect");
        let end = user.run(revision, connect).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Cancelled)));
        // After a correction, the page has the button as well.
        let user = User::new()
            .accepts("connect", json!({"api_key": "short"}))
            .declines("connect");
        let end = user.run(revision, connect).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)));
    }
}

#[tokio::test]
async fn a_user_leaves_a_page() {
    for revision in Revision::all() {
        let user = User::new().agrees("connect");
        let end = user.run(revision, connect).await;
        assert_eq!(end, End::Returned(Err(AskError::TimedOut)), "{revision}");
        // The client is not asked again meanwhile.
        assert_eq!(user.asked().len(), 1, "{revision}");
    }
}

#[tokio::test]
async fn a_script_that_ends_on_a_page_is_unanswered() {
    for revision in Revision::all() {
        let user = User::new().accepts("connect", json!({"api_key": "short", "seats": 2}));
        assert_eq!(
            user.run(revision, connect).await,
            End::Unanswered(vec!["connect".into()])
        );
        assert_eq!(user.page_errors().len(), 2);
    }
}

#[tokio::test]
async fn run_time_options_are_validated_on_a_page() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Cluster {
        #[elicit(choices)]
        cluster: String,
    }

    for revision in Revision::all() {
        let user = User::new()
            .accepts("cluster", json!({"cluster": "eu-2"}))
            .accepts("cluster", json!({"cluster": "eu-1"}))
            .accepts("sure", json!({"confirm": true}));
        let end = user.run(revision, async |ask: Ask| {
            let cluster = ask
                .page_with::<Cluster>(
                    "cluster",
                    "Which cluster?",
                    ClusterChoices {
                        cluster: vec![ChoiceOption::from(("eu-1", "Europe"))].into(),
                    },
                )
                .await?;
            // Later runs find the answer again.
            let _ = ask.confirm("sure", "Sure?").await?;
            Ok::<_, AskError>(cluster)
        });
        let cluster = "eu-1".to_owned();
        let accepted = Outcome::Accepted(Cluster { cluster });
        assert_eq!(end.await, End::Returned(Ok(accepted)), "{revision}");
        assert_eq!(user.asked_keys(), ["cluster", "sure"], "{revision}");
        assert_eq!(user.page_errors().len(), 1, "{revision}");
    }
}

#[tokio::test]
async fn a_client_without_url_mode_cannot_be_asked() {
    for revision in Revision::all() {
        let end = User::with_forms_only().run(revision, connect).await;
        let unsupported = AskError::Unsupported(Mode::Url);
        assert_eq!(end, End::Returned(Err(unsupported)), "{revision}");
    }
}

#[tokio::test]
async fn a_server_that_opens_the_browser_asks_every_client() {
    let elicitation = Elicitation::default().pages(Pages::local().open_browser());
    let each = |revision| {
        let users = [User::with_forms_only, User::cannot_be_asked];
        users.map(|user| (revision, user))
    };
    for (revision, user_of_client) in Revision::all().flat_map(each) {
        let user = user_of_client()
            .accepts(
                "connect",
                json!({"api_key": "short", "workspace": "acme", "seats": 2}),
            )
            .accepts(
                "connect",
                json!({"api_key": "Zq7-typed", "workspace": "acme", "seats": 2}),
            );
        let end = user.run_with(&elicitation, revision, connect).await;
        assert_eq!(end, connected("Zq7-typed"), "{revision}");
        assert!(user.asked().is_empty());
        assert_eq!(user.page_errors().len(), 1);

        let user = user_of_client().declines("connect");
        let end = user.run_with(&elicitation, revision, connect).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
    }
}

#[tokio::test]
async fn a_link_that_the_client_did_not_show_is_opened_by_a_server_that_can() {
    let content = |workspace| json!({"api_key": "Zq7-typed", "workspace": workspace, "seats": 2});
    let yes = || json!({"confirm": true});
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        for user in [User::declines, User::cancels, User::agrees] {
            let user = || user(User::new().takes(Duration::from_millis(3)), "connect");
            let opens = Elicitation::default().pages(Pages::local().open_browser());
            let answers = user()
                .takes(Duration::from_secs(1))
                .accepts("connect", content("taken"))
                .accepts("connect", content("acme"))
                .accepts("sure", yes());
            let end = answers.run_with(&opens, revision, async |ask: Ask| {
                let connected = page(&ask).await;
                // On 2026-07-28 another run finds the same answer.
                ask.confirm("sure", "Sure?").await.map(drop)?;
                connected
            });
            assert_eq!(end.await, connected("Zq7-typed"), "{revision}");
            let asked = answers.asked_keys();
            assert_eq!(
                asked.iter().filter(|key| *key == "sure").count(),
                1,
                "{revision}"
            );

            let none = Elicitation::default().pages(Pages::local());
            let user = user();
            let end = user.run_with(&none, revision, connect).await;
            let asked = user.asked();
            let user_link = asked[0]["url"].as_str();
            let End::Returned(Err(AskError::LinkNotShown { link, .. })) = &end else {
                panic!("{revision}: {end:?}");
            };
            assert_eq!(user_link, Some(link.as_str()), "{revision}");
        }
    }
}

#[tokio::test]
async fn a_server_without_pages_is_an_error() {
    for revision in Revision::all() {
        let end = User::new()
            .run_with(&Elicitation::default(), revision, connect)
            .await;
        let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
            panic!("{revision}: {end:?}");
        };
        assert!(reason.contains("the server has no pages"), "{reason}");
    }
}

#[tokio::test]
async fn a_mistake_of_hosted_pages_is_an_error() {
    let content = json!({"api_key": "Zq7-typed", "workspace": "acme", "seats": 2});
    for revision in Revision::all() {
        let known = Elicitation::default().pages(hosted().form::<Account>());
        let user = User::new().accepts("connect", content.clone());
        let end = user.run_with(&known, revision, connect).await;
        assert_eq!(end, connected("Zq7-typed"), "{revision}");

        let unknown = Elicitation::default().pages(hosted());
        let end = User::new().run_with(&unknown, revision, connect).await;
        let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
            panic!("{revision}: {end:?}");
        };
        assert!(reason.contains("`Pages::at(..).form::<T>()`"), "{reason}");
    }
}
