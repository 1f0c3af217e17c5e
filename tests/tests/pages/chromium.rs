//! Pages in a real browser: headless Chromium, by the `WebDriver` protocol. `tests/browser/run` runs
//! these.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Outcome, Revision, Violations, pages::Pages,
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use crate::server::{Caller, done};

/// What identifies an element in the answers of the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
const TAB: &str = "\u{E004}";
const SPACE: &str = "\u{E00D}";
const ENTER: &str = "\u{E007}";
const DOWN: &str = "\u{E015}";

/// A browser of its own, with an empty profile.
struct Chromium {
    driver: Child,
    port: u16,
    session: String,
}

impl Chromium {
    fn start() -> Self {
        Self::with(&json!({}))
    }

    fn with(preferences: &Value) -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is installed");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        // It goes on to write.
        std::thread::spawn(move || lines.for_each(drop));
        let mut this = Self {
            driver,
            port: port.expect("it says its port"),
            session: String::new(),
        };
        let options = json!({
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--lang=en-US",
                     "--window-size=700,1400", "--no-proxy-server"],
            "prefs": preferences,
        });
        let always = json!({"browserName": "chrome", "goog:chromeOptions": options});
        let session = this.post("", json!({"capabilities": {"alwaysMatch": always}}));
        this.session = format!("/{}", session["sessionId"].as_str().expect("a session"));
        this
    }

    fn send(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!(
            "{method} /session{}{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.session,
            self.port,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).unwrap();
        let mut answer: Value = serde_json::from_slice(&answer).unwrap();
        let value = answer["value"].take();
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }

    #[expect(clippy::needless_pass_by_value, reason = "it reads better")]
    fn post(&self, path: &str, body: Value) -> Value {
        self.send("POST", path, &body.to_string())
    }

    fn text_of(&self, path: &str) -> String {
        self.send("GET", path, "")
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    fn open(&self, link: &str) {
        self.post("/url", json!({"url": link}));
    }

    fn source(&self) -> String {
        self.text_of("/source")
    }

    /// Waits until the page has this in it: a key press does not wait for the page that follows.
    #[track_caller]
    fn sees(&self, text: &str) {
        let begun = Instant::now();
        while !self.source().contains(text) {
            let is_late = begun.elapsed() > Duration::from_secs(10);
            assert!(!is_late, "no {text:?} in {}", self.source());
            sleep(Duration::from_millis(50));
        }
    }

    #[track_caller]
    fn is_headed(&self, heading: &str) {
        self.sees(&format!("<h1>{heading}</h1>"));
    }

    fn find(&self, selector: &str) -> String {
        let found = self.post(
            "/element",
            json!({"using": "css selector", "value": selector}),
        );
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    fn click(&self, selector: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/click"), json!({}));
    }

    fn types(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/value"), json!({"text": text}));
    }

    fn retypes(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/clear"), json!({}));
        self.types(selector, text);
    }

    fn value(&self, selector: &str) -> String {
        self.text_of(&format!("/element/{}/property/value", self.find(selector)))
    }

    fn is_on(&self, selector: &str) -> bool {
        let element = self.find(selector);
        self.send("GET", &format!("/element/{element}/property/checked"), "") == true
    }

    /// Presses keys, wherever the focus is.
    fn keys(&self, keys: &str) {
        let active = self.send("GET", "/element/active", "");
        let active = active[ELEMENT].as_str().unwrap();
        self.post(&format!("/element/{active}/value"), json!({"text": keys}));
    }

    /// The id of the element that has the focus.
    fn focus(&self) -> String {
        let active = self.send("GET", "/element/active", "");
        let active = active[ELEMENT].as_str().unwrap();
        self.text_of(&format!("/element/{active}/property/id"))
    }

    fn style(&self, selector: &str, property: &str) -> String {
        self.text_of(&format!("/element/{}/css/{property}", self.find(selector)))
    }

    /// Keeps a picture, for whoever wants to look at the pages.
    fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("ELICIT_PICTURES") else {
            return;
        };
        let body = self.find("body");
        let height = self.send("GET", &format!("/element/{body}/rect"), "")["height"].clone();
        let height = height.as_f64().unwrap_or(1400.0);
        let size = json!({"width": 700, "height": height + 160.0});
        self.post("/window/rect", size);
        let picture = self.text_of("/screenshot");
        fs::write(
            PathBuf::from(folder).join(format!("{name}.base64")),
            picture,
        )
        .unwrap();
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.send("DELETE", "", "");
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Elicit)]
enum Region {
    #[elicit(title = "Europe (Ireland)")]
    Europe,
    #[elicit(title = "America (Oregon)")]
    America,
    #[elicit(title = "Asia (Tokyo)")]
    Asia,
}

#[derive(Debug, Elicit)]
struct Everything {
    /// In the provider's settings, under "API keys"
    #[elicit(title = "API key", min_length = 12)]
    api_key: SecretString,
    /// Lower-case letters and dashes
    #[elicit(pattern = "^[a-z-]+$", max_length = 40)]
    workspace: String,
    #[elicit(title = "E-mail for notices", format = "email")]
    mail: Option<String>,
    #[elicit(title = "Home page", format = "uri")]
    home: Option<String>,
    #[elicit(title = "Requests a minute", minimum = 1, maximum = 600, default = 60)]
    requests: u16,
    #[elicit(title = "Share of traffic", minimum = 0, maximum = 1)]
    share: Option<f64>,
    #[elicit(title = "Valid until", format = "date")]
    until: Option<String>,
    #[elicit(title = "First run", format = "date-time")]
    start: Option<String>,
    #[elicit(title = "Write access")]
    write: bool,
    #[elicit(title = "Share usage data?")]
    usage: Option<bool>,
    region: Region,
    #[elicit(title = "Also replicate to", multi_select, max_items = 2)]
    also: Vec<Region>,
    #[elicit(choices)]
    cluster: String,
    #[elicit(max_length = 2000)]
    notes: Option<String>,
}

async fn everything(ask: Ask) -> Result<Outcome<Everything>, AskError> {
    let cluster = (1..=9).map(|number| (format!("c\r\n{number}"), format!("Cluster {number}")));
    ask.page::<Everything>("all", "Connect your account")
        .choices(EverythingChoices {
            cluster: cluster.collect(),
        })
        .await
}

#[derive(Debug, PartialEq, Elicit)]
struct Name {
    #[elicit(min_length = 3)]
    name: String,
    keep: Option<bool>,
}

async fn name(ask: Ask) -> Result<Outcome<Name>, AskError> {
    ask.page("name", "Which name?").await
}

fn ann() -> Caller {
    let pages = Pages::local().named("Deploy server");
    Caller {
        principal: None,
        ..Caller::new(&Elicitation::default().pages(pages))
    }
}

const SEND: &str = "button[value=accept]";

#[tokio::test]
async fn every_field_is_filled_in_corrected_and_sent() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        browser.open(&link);
        browser.picture("empty");
        browser.types("#f0", "short");
        browser.types("#f1", "My Workspace");
        browser.types("#f2", "nobody");
        browser.types("#f3", "https://example.org/");
        browser.retypes("#f4", "12x");
        browser.types("#f5", "1,5");
        browser.types("#f6", "12312027");
        browser.types("#f7", &format!("11222026{TAB}1030AM"));
        browser.types("#f7-offset", "+01:00");
        browser.click("#f8");
        browser.click("#f9-1");
        for option in ["#f11-0", "#f11-1", "#f11-2"] {
            browser.click(option);
        }
        browser.types("#f12", "Cluster 7");
        browser.types("#f13", "Line one\nLine \"two\" <b>");
        browser.click(SEND);

        // Everything is still there, but the secret.
        browser.sees("<title>Error: Deploy server asks you</title>");
        assert_eq!(browser.value("#f0"), "");
        assert_eq!(browser.value("#f1"), "My Workspace");
        assert_eq!(browser.value("#f4"), "12x");
        assert_eq!(browser.value("#f5"), "1,5");
        assert_eq!(browser.value("#f6"), "2027-12-31");
        assert_eq!(browser.value("#f7"), "2026-11-22T10:30");
        assert_eq!(browser.value("#f7-offset"), "+01:00");
        assert!(browser.is_on("#f8") && browser.is_on("#f9-1") && browser.is_on("#f11-2"));
        assert_eq!(browser.value("#f12"), "6");
        assert_eq!(browser.value("#f13"), "Line one\nLine \"two\" <b>");
        browser.picture("errors");
        let source = browser.source();
        assert_eq!(source.matches("<li>").count(), 7, "{source}");

        // A link of the summary leads to its field.
        browser.click("a[href='#f10-0']");
        assert_eq!(browser.focus(), "f10-0");
        browser.keys(SPACE);
        assert!(browser.is_on("#f10-0"));
        browser.retypes("#f0", "long-enough-key");
        browser.retypes("#f1", "acme");
        browser.retypes("#f2", "ann@example.org");
        browser.retypes("#f4", "120");
        browser.retypes("#f5", "0.5");
        browser.click("#f10-2");
        browser.click("#f11-1");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
        browser.picture("sent");
    });
    let Ok(Outcome::Accepted(everything)) = done(answered.await) else {
        panic!("no answer");
    };
    assert_eq!(everything.api_key.expose_secret(), "long-enough-key");
    assert_eq!(everything.workspace, "acme");
    assert_eq!(everything.mail.as_deref(), Some("ann@example.org"));
    assert_eq!(everything.home.as_deref(), Some("https://example.org/"));
    assert_eq!((everything.requests, everything.share), (120, Some(0.5)));
    assert_eq!(everything.until.as_deref(), Some("2027-12-31"));
    assert_eq!(
        everything.start.as_deref(),
        Some("2026-11-22T10:30:00+01:00")
    );
    assert_eq!((everything.write, everything.usage), (true, Some(false)));
    assert_eq!(everything.region, Region::Asia);
    assert_eq!(everything.also, [Region::Europe, Region::Asia]);
    assert_eq!(everything.cluster, "c\r\n7");
    assert_eq!(
        everything.notes.as_deref(),
        Some("Line one\nLine \"two\" <b>")
    );
}

#[tokio::test]
async fn the_keyboard_is_enough() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::V2025_11_25, name, async |link: String| {
        browser.open(&link);
        browser.keys(TAB);
        assert_eq!(browser.focus(), "f0");
        browser.keys("x");
        // Enter sends, as in every form, and does not decline.
        browser.keys(ENTER);
        browser.sees("must have at least 3 characters");
        browser.keys(&format!("{TAB}{TAB}"));
        assert_eq!(browser.focus(), "f0");
        // A field that is reached by the keyboard is selected, so this replaces what is in it.
        browser.keys(&format!("xyz{TAB}"));
        browser.keys(&format!("{DOWN}{TAB}"));
        browser.keys(SPACE);
        browser.sees("Your answer was sent");
    });
    let outcome = done(answered.await).unwrap();
    let Outcome::Accepted(name) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(name.name, "xyz");
}

#[tokio::test]
async fn without_scripts_and_declined() {
    let browser =
        Chromium::with(&json!({"profile.managed_default_content_settings.javascript": 2}));
    for revision in Revision::ALL {
        let ann = ann();
        let answered = ann.run(revision, name, async |link: String| {
            browser.open(&link);
            browser.click("button[value=decline]");
            browser.is_headed("You have declined");
        });
        assert_eq!(done(answered.await), Ok(Outcome::Declined), "{revision}");
    }
}

#[tokio::test]
async fn two_tabs_the_back_button_and_another_browser() {
    let (browser, other) = (Chromium::start(), Chromium::start());
    let visits = AtomicUsize::new(0);
    let handler = async |ask: Ask| {
        ask.page::<Name>("name", "Which name?")
            .check(|name| match name.name.as_str() {
                "taken" => Err(Violations::new().property("name", "is taken")),
                _ => Ok(()),
            })
            .await
    };
    let mut address = String::new();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        address.clone_from(&link);
        if visits.fetch_add(1, Ordering::SeqCst) > 0 {
            // The check has objected. The same page shows it when it is loaded again.
            browser.open(&link);
            browser.sees("is taken");
            assert_eq!(browser.value("#f0"), "taken");
            browser.retypes("#f0", "free");
            browser.click(SEND);
            return;
        }
        browser.open(&link);
        let first = browser.text_of("/window");
        let second = browser.post("/window/new", json!({"type": "tab"}));
        browser.post("/window", json!({"handle": second["handle"]}));
        browser.open(&link);
        other.open(&link);
        other.is_headed("This page is open in another browser");
        assert!(!other.source().contains("Which name?"));
        browser.types("#f0", "x");
        browser.click(SEND);
        browser.sees("must have at least 3 characters");
        browser.post("/back", json!({}));
        browser.retypes("#f0", "taken");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
        // The other tab comes too late.
        browser.post("/window", json!({"handle": first}));
        browser.types("#f0", "late");
        browser.click(SEND);
        browser.is_headed("This question was answered");
    });
    let outcome = done(answered.await).unwrap();
    assert!(
        matches!(&outcome, Outcome::Accepted(name) if name.name == "free"),
        "{outcome:?}"
    );
    browser.open(&address);
    assert!(!browser.source().contains("Which name?"));
    // A link that never was one.
    let (base, _) = address.rsplit_once('/').unwrap();
    browser.open(&format!("{base}/AAAAAAAAAAAAAAAAAAAAAA"));
    browser.is_headed("This page is not open");
}

#[tokio::test]
async fn light_and_dark() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        browser.open(&link);
        let mut backs = Vec::new();
        for scheme in ["light", "dark"] {
            let feature = json!([{"name": "prefers-color-scheme", "value": scheme}]);
            let params = json!({"features": feature});
            let emulation = json!({"cmd": "Emulation.setEmulatedMedia", "params": params});
            browser.post("/goog/cdp/execute", emulation);
            browser.picture(scheme);
            backs.push(browser.style("body", "background-color"));
        }
        assert_ne!(backs[0], backs[1]);
        browser.click("button[value=decline]");
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Declined)));
}
