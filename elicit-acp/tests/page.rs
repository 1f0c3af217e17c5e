//! A page of the agent, whose link the editor shows.

use std::time::Duration;

use agent_client_protocol::{
    self as acp, Agent, Channel, Client, Responder, V1,
    v1::{
        ConnectionTo,
        schema::{
            ClientCapabilities, CompleteElicitationNotification, CreateElicitationRequest,
            CreateElicitationResponse, ElicitationAcceptAction, ElicitationCapabilities,
            ElicitationMode, ElicitationSessionScope, ElicitationUrlCapabilities,
        },
    },
};
use elicit_acp::acp5::{Elicits, Error};
use elicit_core::{Ask, Elicit, Elicitation, pages::Pages};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::mpsc,
    time::{sleep, timeout},
};

#[derive(Elicit)]
struct Account {
    #[elicit(title = "Account", min_length = 3)]
    name: String,
}

/// Sends one request as a browser does, and reads the whole response.
async fn browse(host: &str, head: &str, cookie: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).await.unwrap();
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nhost: {host}\r\nsec-fetch-mode: navigate\r\norigin: http://{host}\r\n\
         content-type: application/x-www-form-urlencoded\r\nconnection: close\r\n\
         cookie: {cookie}\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    response
}

/// What stands between these two.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{text}"));
    rest.split(after).next().unwrap()
}

/// A person, who opens the link and fills in the page.
async fn fill_in(link: &str) {
    let (host, path) = link
        .strip_prefix("http://")
        .and_then(|link| link.split_once('/'))
        .unwrap();
    let page = browse(host, &format!("GET /{path}"), "", "").await;
    let cookie = between(&page, "set-cookie: ", ";");
    let token = between(&page, r#"name="csrf" value=""#, "\"");
    let body = format!("csrf={token}&action=accept&f0=acme");
    let sent = browse(host, &format!("POST /{path}"), cookie, &body).await;
    assert!(sent.contains("Your answer was sent"), "{sent}");
}

#[tokio::test]
async fn a_page_is_a_link_that_is_completed_when_the_person_has_answered_there() {
    let (completed, mut completions) = mpsc::unbounded_channel();
    let (asked, mut questions) = mpsc::unbounded_channel();
    let (here, there) = Channel::duplex();
    let editor = Client
        .v1()
        .on_receive_request(
            async |question: CreateElicitationRequest,
                   responder: Responder<CreateElicitationResponse, V1>,
                   agent: ConnectionTo<Agent>| {
                let ElicitationMode::Url(link) = question.mode else {
                    panic!("{question:?}")
                };
                let id = link.elicitation_id.clone();
                asked.send(id).unwrap();
                agent.spawn(async move {
                    // A person takes a moment until they agree to open it.
                    sleep(Duration::from_millis(500)).await;
                    let agrees = ElicitationAcceptAction::new();
                    responder.respond(CreateElicitationResponse::new(agrees))?;
                    fill_in(&link.url).await;
                    Ok(())
                })
            },
            acp::on_receive_request!(),
        )
        .on_receive_notification(
            async |completion: CompleteElicitationNotification, _| {
                completed.send(completion.elicitation_id).unwrap();
                Ok(())
            },
            acp::on_receive_notification!(),
        )
        .connect_to(there);
    let agent = Agent
        .v1()
        .connect_with(here, async |editor: ConnectionTo<Client>| {
            let modes = ElicitationCapabilities::new().url(ElicitationUrlCapabilities::new());
            let client = ClientCapabilities::new().elicitation(modes);
            let elicitation = Elicitation::default().pages(Pages::local());
            let elicits = Elicits::new(elicitation, editor, &client);
            let asking = elicits.scope(ElicitationSessionScope::new("s-1"));
            let name = asking.run(async |ask: Ask| {
                let page = ask.page::<Account>("account", "Which account?");
                Ok::<_, Error>(page.or_end().await?.name)
            });
            let name = name.await;
            Ok((name, completions.recv().await, questions.recv().await))
        });
    let both = async {
        tokio::select! {
            biased;
            done = agent => done.unwrap(),
            ended = editor => panic!("the editor ended: {ended:?}"),
        }
    };
    let both = timeout(Duration::from_secs(60), both);
    let (name, completion, question) = both.await.expect("it ends");
    assert_eq!(name.unwrap(), "acme");
    assert_eq!(completion, question);
}
