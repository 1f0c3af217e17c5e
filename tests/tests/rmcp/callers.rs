//! Whose a session is, over Streamable HTTP.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use elicit_core::{
    Elicitation, Keys, Revision,
    rmcp3::{Elicits, ElicitsExt, StreamableHttp},
};
use http::{Request, StatusCode};
use rmcp::transport::{
    StreamableHttpServerConfig, StreamableHttpService,
    streamable_http_server::session::{
        SessionState, SessionStore, SessionStoreError, local::LocalSessionManager,
    },
};
use serde_json::{Value, json};

use crate::{
    event_log::EventLog,
    log,
    post::{Bytes, Service, Stream, call, initialize, post, request},
    server::Server,
};

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, REVISION];
const REVISION: Revision = Revision::V2025_11_25;

/// What a layer in front of the service has found out.
#[derive(Clone)]
struct Subject(&'static str);

const ANN: Option<Subject> = Some(Subject("ann"));
const BOB: Option<Subject> = Some(Subject("bob"));
const OTHERS: [Option<Subject>; 2] = [BOB, None];

/// A server that tells its callers apart by what the layer found out.
fn factory() -> impl Fn() -> io::Result<Elicits<Server>> + Send + Sync + 'static {
    let (server, elicitation) = (Server::new(), Elicitation::default());
    move || {
        let server = server.clone().elicits(elicitation.clone());
        Ok(server.principal(|context| {
            let parts = context.extensions.get::<http::request::Parts>()?;
            Some(parts.extensions.get::<Subject>()?.0.to_owned())
        }))
    }
}

fn service(config: StreamableHttpServerConfig) -> Service<Server> {
    StreamableHttp::new(factory(), LocalSessionManager::default().into(), config)
}

/// One caller of a service.
struct Caller<'a> {
    service: &'a Service<Server>,
    revision: Revision,
    subject: Option<Subject>,
}

impl Caller<'_> {
    async fn send(&self, mut request: Request<String>) -> (StatusCode, Stream<impl Bytes + use<>>) {
        if let Some(subject) = self.subject.clone() {
            request.extensions_mut().insert(subject);
        }
        let response = self.service.handle(request).await;
        (response.status(), Stream::new(response))
    }

    async fn post(
        &self,
        session: &str,
        message: &Value,
    ) -> (StatusCode, Stream<impl Bytes + use<>>) {
        self.send(post(self.revision, Some(session), message)).await
    }

    /// Opens a session.
    async fn open(&self) -> String {
        let hello = post(self.revision, None, &initialize(self.revision));
        let session = self.send(hello).await.1.session.unwrap();
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let (status, _) = self.post(&session, &initialized).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        session
    }

    /// Sends a request without a body.
    async fn bare(
        &self,
        method: &str,
        session: &str,
        last_event: Option<&str>,
    ) -> (StatusCode, Stream<impl Bytes + use<>>) {
        let mut request = request(method, self.revision).header("mcp-session-id", session);
        if let Some(event) = last_event {
            request = request.header("last-event-id", event);
        }
        self.send(request.body(String::new()).unwrap()).await
    }

    /// Everything that can be done in a session, none of which is allowed.
    async fn is_refused(&self, session: &str, question: &Value) {
        let answer = answer(question, "production");
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let error = json!({"jsonrpc": "2.0", "id": question["id"], "error": {
            "code": -32601, "message": "no",
        }});
        let hello = initialize(self.revision);
        for message in [answer, error, initialized, call("deploy", 7), hello] {
            let (status, _) = self.post(session, &message).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{message}");
        }
        for (method, last_event) in [
            ("GET", None),
            ("GET", Some("0")),
            ("GET", Some("0/1")),
            ("DELETE", None),
        ] {
            let (status, _) = self.bare(method, session, last_event).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{method} {last_event:?}");
        }
    }
}

fn answer(question: &Value, environment: &str) -> Value {
    let content = json!({"environment": environment});
    let result = json!({"action": "accept", "content": content});
    json!({"jsonrpc": "2.0", "id": question["id"], "result": result})
}

fn caller(service: &Service<Server>, revision: Revision, subject: Option<Subject>) -> Caller<'_> {
    Caller {
        service,
        revision,
        subject,
    }
}

#[tokio::test]
async fn a_session_belongs_to_the_caller_who_opened_it() {
    for revision in LEGACY {
        let (log, _listening) = log::listen();
        let service = service(StreamableHttpServerConfig::default());
        let ann = caller(&service, revision, ANN);
        let session = ann.open().await;
        let (_, mut stream) = ann.post(&session, &call("replace", 1)).await;
        let question = stream.message().await;
        assert_eq!(question["method"], "elicitation/create");

        for other in OTHERS {
            let other = caller(&service, revision, other);
            other.is_refused(&session, &question).await;
        }
        let lines = log.lines.lock().unwrap().join("\n");
        assert!(lines.contains("belongs to another caller"), "{lines}");
        for secret in [&session, "ann", "bob"] {
            assert!(!lines.contains(secret), "{lines}");
        }

        // All of it is as if nothing had happened.
        let (status, _) = ann.post(&session, &answer(&question, "staging")).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        let sure = stream.message().await;
        assert_eq!(sure["params"]["message"], "Replace web in staging?");
        let (status, _) = ann.bare("GET", &session, None).await;
        assert_eq!(status, StatusCode::OK);
        let (status, _) = ann.bare("DELETE", &session, None).await;
        assert_eq!(status, StatusCode::ACCEPTED);
    }
}

/// The ids of all events up to the next message, and that message.
async fn ids_and_message(stream: &mut Stream<impl Bytes>) -> (Vec<String>, Value) {
    let mut ids = Vec::new();
    loop {
        let event = stream.event().await.expect("an event");
        let field = |name| event.lines().find_map(|line| line.strip_prefix(name));
        ids.extend(field("id:").map(|id| id.trim().to_owned()));
        let data = field("data:").map(str::trim);
        if let Some(data) = data.filter(|data| !data.is_empty()) {
            return (ids, serde_json::from_str(data).unwrap());
        }
    }
}

/// Ways to keep events: by the SDK, for each session, and in a store for all of them.
fn event_stores() -> [LocalSessionManager; 2] {
    let manager = LocalSessionManager::default;
    let log = Arc::<EventLog>::default();
    [manager(), manager().with_event_store(log)]
}

/// The id of an event is refused in every other session.
#[tokio::test]
async fn an_event_is_replayed_only_in_its_own_session() {
    for sessions in event_stores() {
        let (log, _listening) = log::listen();
        let config = StreamableHttpServerConfig::default().with_sse_retry(Some(Duration::ZERO));
        let service = StreamableHttp::new(factory(), sessions.into(), config);
        let ann = caller(&service, REVISION, ANN);
        let bob = caller(&service, REVISION, BOB);
        let (of_ann, of_bob) = (ann.open().await, bob.open().await);
        let (_, mut stream) = ann.post(&of_ann, &call("replace", 1)).await;
        let (ids, question) = ids_and_message(&mut stream).await;
        assert_eq!(question["method"], "elicitation/create");
        let Some(begin) = ids.first() else {
            panic!("the stream begins without an id");
        };

        // Bob has seen the id somewhere, or guesses it.
        let guesses = (0..8).map(|number| format!("event-{number}"));
        let guesses = guesses.chain(["0/0".to_owned(), "0".to_owned(), String::new()]);
        for id in ids.iter().cloned().chain(guesses) {
            let (status, _) = bob.bare("GET", &of_bob, Some(&id)).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{id}");
            // As a client of a revision without sessions.
            for revision in Revision::all() {
                let without_session = request("GET", revision).header("last-event-id", &id);
                let request = without_session.body(String::new()).unwrap();
                let (status, _) = bob.send(request).await;
                assert_eq!(status, StatusCode::FORBIDDEN, "{id} {revision:?}");
                let caller = caller(&service, revision, BOB);
                let (status, _) = caller.bare("GET", &of_bob, Some(&id)).await;
                assert_eq!(status, StatusCode::FORBIDDEN, "{id} {revision:?}");
            }
        }
        let lines = log.lines.lock().unwrap().join("\n");
        assert!(lines.contains("was not sent in this session"), "{lines}");
        for secret in [begin, &of_ann, "ann", "bob", "event-1"] {
            assert!(!lines.contains(secret), "{lines}");
        }

        // Ann lost her connection.
        drop(stream);
        let (status, mut again) = ann.bare("GET", &of_ann, Some(begin)).await;
        assert_eq!(status, StatusCode::OK);
        let (ids_again, question_again) = ids_and_message(&mut again).await;
        assert_eq!(question_again, question);
        assert_eq!(ids_again.last(), ids.last());
    }
}

/// The ids of events are valid as long as the keys.
#[tokio::test]
async fn replicas_with_the_same_keys_replay_the_events_of_a_session() {
    let log = Arc::<EventLog>::default();
    let store = Arc::new(Store::default());
    let replica = |secret: u8| {
        let elicitation = Elicitation::with_keys(Keys::new([[secret; 32]]).unwrap());
        let server = Server::new();
        let factory = move || Ok(server.clone().elicits(elicitation.clone()));
        let sessions = LocalSessionManager::default().with_event_store(log.clone());
        let config = stored_in(&store).with_sse_retry(Some(Duration::ZERO));
        StreamableHttp::new(factory, sessions.into(), config)
    };
    let first = replica(1);
    let caller_of_first = caller(&first, REVISION, None);
    let session = caller_of_first.open().await;
    let (_, mut stream) = caller_of_first.post(&session, &call("replace", 1)).await;
    let (ids, question) = ids_and_message(&mut stream).await;
    for (secret, expected) in [(1, StatusCode::OK), (2, StatusCode::FORBIDDEN)] {
        let other = replica(secret);
        let caller = caller(&other, REVISION, None);
        let (status, mut again) = caller.bare("GET", &session, Some(&ids[0])).await;
        assert_eq!(status, expected);
        if status == StatusCode::OK {
            assert_eq!(ids_and_message(&mut again).await.1, question);
        }
    }
}

#[tokio::test]
async fn an_anonymous_session_is_not_open_to_a_known_caller() {
    let service = service(StreamableHttpServerConfig::default());
    let nobody = caller(&service, REVISION, None);
    let session = nobody.open().await;
    let (status, _) = nobody.post(&session, &call("deploy", 1)).await;
    assert_eq!(status, StatusCode::OK);
    let ann = caller(&service, REVISION, ANN);
    let (status, _) = ann.post(&session, &call("deploy", 2)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn an_unknown_session_is_not_found() {
    let service = service(StreamableHttpServerConfig::default());
    let bob = caller(&service, REVISION, BOB);
    let (status, _) = bob.post("unknown", &call("deploy", 1)).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_session_exists_only_in_clones_of_its_service() {
    let manager = Arc::new(LocalSessionManager::default());
    let config = StreamableHttpServerConfig::default;
    let [first, second] =
        [(); 2].map(|()| StreamableHttp::new(factory(), manager.clone(), config()));
    let session = caller(&first, REVISION, ANN).open().await;
    for (subject, expected) in [(BOB, StatusCode::FORBIDDEN), (ANN, StatusCode::OK)] {
        let clone = first.clone();
        let caller = caller(&clone, REVISION, subject);
        let (status, _) = caller.post(&session, &call("deploy", 1)).await;
        assert_eq!(status, expected);
    }
    // It cannot know whose the session is.
    for subject in [BOB, ANN] {
        let caller = caller(&second, REVISION, subject);
        let (status, _) = caller.post(&session, &call("deploy", 1)).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        for method in ["GET", "DELETE"] {
            let (status, _) = caller.bare(method, &session, None).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{method}");
        }
    }
}

/// The SDK reads the body as well, and mistakes its `initialize` for one of a client with sessions.
#[tokio::test]
async fn a_request_without_sessions_does_not_enter_a_foreign_session() {
    let manager = Arc::new(LocalSessionManager::default());
    let config = StreamableHttpServerConfig::default;
    let [first, second] =
        [(); 2].map(|()| StreamableHttp::new(factory(), manager.clone(), config()));
    let session = caller(&first, REVISION, ANN).open().await;
    let bob = caller(&second, Revision::V2026_07_28, BOB);
    let (_, stream) = bob.post(&session, &initialize(Revision::V2026_07_28)).await;
    assert_ne!(stream.session.as_deref(), Some(&*session));
}

/// A handler of this crate within another handler.
#[tokio::test]
async fn a_session_belongs_to_its_caller_with_a_handler_around_the_layer() {
    let handler = factory();
    let service = StreamableHttp::from(StreamableHttpService::new(
        move || Ok(Arc::new(handler()?.into_handler())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    ));
    let send = async |subject: Subject, session: Option<&str>, message: Value| {
        let mut request = post(REVISION, session, &message);
        request.extensions_mut().insert(subject);
        let response = service.handle(request).await;
        let header = response.headers().get("mcp-session-id");
        let session = header.map(|id| id.to_str().unwrap().to_owned());
        (response.status(), session)
    };
    let hello = initialize(REVISION);
    let (_, session) = send(Subject("ann"), None, hello).await;
    let session = session.as_deref();
    let (status, _) = send(Subject("bob"), session, call("deploy", 1)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _) = send(Subject("ann"), session, call("deploy", 1)).await;
    assert_eq!(status, StatusCode::OK);
}

/// What survives the process that has opened a session.
#[derive(Default)]
struct Store(Mutex<HashMap<String, SessionState>>);

#[async_trait::async_trait]
impl SessionStore for Store {
    async fn load(&self, id: &str) -> Result<Option<SessionState>, SessionStoreError> {
        // As a store over a network does.
        tokio::task::yield_now().await;
        Ok(self.0.lock().unwrap().get(id).cloned())
    }

    async fn store(&self, id: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let state = state.clone();
        self.0.lock().unwrap().insert(id.to_owned(), state);
        Ok(())
    }

    async fn delete(&self, id: &str) -> Result<(), SessionStoreError> {
        self.0.lock().unwrap().remove(id);
        Ok(())
    }
}

fn stored_in(store: &Arc<Store>) -> StreamableHttpServerConfig {
    let mut config = StreamableHttpServerConfig::default();
    config.session_store = Some(store.clone());
    config
}

/// A session of Ann's that this process does not know, as if another one had opened it.
async fn stored_session(store: &Arc<Store>) -> &'static str {
    let service = service(stored_in(store));
    let opened = caller(&service, REVISION, ANN).open().await;
    let mut states = store.0.lock().unwrap();
    let state = states.remove(&opened).unwrap();
    let text = serde_json::to_string(&state).unwrap();
    assert!(!text.contains("ann"), "{text}");
    let id = format!("another-{opened}").leak();
    states.insert(id.to_owned(), state);
    id
}

#[tokio::test]
async fn a_restored_session_belongs_to_the_caller_who_opened_it() {
    let store = Arc::new(Store::default());
    let session = stored_session(&store).await;
    for other in OTHERS {
        let service = service(stored_in(&store));
        let other = caller(&service, REVISION, other);
        let question = json!({"id": 0});
        other.is_refused(session, &question).await;
    }
    // Nor was it deleted, and nobody has got into it meanwhile.
    let service = service(stored_in(&store));
    let ann = caller(&service, REVISION, ANN);
    let (status, mut stream) = ann.post(session, &call("deploy", 1)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(stream.message().await["method"], "elicitation/create");
    let bob = caller(&service, REVISION, BOB);
    bob.is_refused(session, &json!({"id": 0})).await;
    let (status, _) = ann.bare("DELETE", session, None).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    assert!(store.0.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_is_closed_to_others_while_it_is_restored() {
    let store = Arc::new(Store::default());
    for _ in 0..20 {
        let session = stored_session(&store).await;
        let service = Arc::new(service(stored_in(&store)));
        let requests = [BOB, ANN, BOB, ANN, BOB].map(|subject| {
            let service = service.clone();
            tokio::spawn(async move {
                let is_ann = subject.as_ref().is_some_and(|subject| subject.0 == "ann");
                let caller = caller(&service, REVISION, subject);
                let (status, _) = caller.post(session, &call("deploy", 1)).await;
                let expected = if is_ann {
                    StatusCode::OK
                } else {
                    StatusCode::FORBIDDEN
                };
                assert_eq!(status, expected);
            })
        });
        for request in requests {
            request.await.unwrap();
        }
    }
}

/// The client opens another session, as if the store had lost this one.
#[tokio::test]
async fn a_session_that_was_stored_without_its_owner_is_not_found() {
    let store = Arc::new(Store::default());
    let session = stored_session(&store).await;
    let mut state = store.0.lock().unwrap().remove(session).unwrap();
    state.initialize_params.meta = None;
    store.0.lock().unwrap().insert(session.to_owned(), state);
    let service = service(stored_in(&store));
    for subject in [ANN, BOB] {
        let caller = caller(&service, REVISION, subject);
        let (status, _) = caller.post(session, &call("deploy", 1)).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn an_owner_that_a_client_names_is_not_stored() {
    let store = Arc::new(Store::default());
    let session = stored_session(&store).await;
    let of_ann = store.0.lock().unwrap().remove(session).unwrap();
    let of_ann = serde_json::to_value(of_ann.initialize_params.meta).unwrap();
    let mut hello = initialize(REVISION);
    hello["params"]["_meta"] = of_ann.clone();
    let service = service(stored_in(&store));
    let bob = caller(&service, REVISION, BOB);
    let (status, _) = bob.send(post(REVISION, None, &hello)).await;
    assert_eq!(status, StatusCode::OK);
    for state in store.0.lock().unwrap().values() {
        let meta = serde_json::to_value(&state.initialize_params.meta).unwrap();
        assert_ne!(meta, of_ann);
    }
    // Nor where callers are not told apart.
    let store = Arc::new(Store::default());
    let server = crate::post::factory(&Server::new());
    let sessions = LocalSessionManager::default().into();
    let service = StreamableHttp::new(server, sessions, stored_in(&store));
    let nobody = caller(&service, REVISION, None);
    let (status, _) = nobody.send(post(REVISION, None, &hello)).await;
    assert_eq!(status, StatusCode::OK);
    for state in store.0.lock().unwrap().values() {
        let meta = serde_json::to_value(&state.initialize_params.meta).unwrap();
        assert_ne!(meta, of_ann);
    }
}

#[tokio::test]
async fn without_principals_a_stored_session_is_restored_for_every_caller() {
    let store = Arc::new(Store::default());
    let service = || {
        let server = crate::post::factory(&Server::new());
        let sessions = LocalSessionManager::default().into();
        StreamableHttp::new(server, sessions, stored_in(&store))
    };
    let session = caller(&service(), REVISION, None).open().await;
    let other = format!("another-{session}");
    let state = store.0.lock().unwrap().remove(&session).unwrap();
    store.0.lock().unwrap().insert(other.clone(), state);
    for subject in [None, ANN] {
        let service = service();
        let caller = caller(&service, REVISION, subject);
        let (status, _) = caller.post(&other, &call("deploy", 1)).await;
        assert_eq!(status, StatusCode::OK);
    }
    let service = service();
    let nobody = caller(&service, REVISION, None);
    let (status, _) = nobody.post("unknown", &call("deploy", 1)).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
