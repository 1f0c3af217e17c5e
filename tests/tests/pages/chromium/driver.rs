//! Chromium, by the `WebDriver` protocol.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// What identifies an element in the answers of the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
pub(super) const TAB: &str = "\u{E004}";
pub(super) const SPACE: &str = "\u{E00D}";
pub(super) const ENTER: &str = "\u{E007}";
pub(super) const DOWN: &str = "\u{E015}";
pub(super) const UP: &str = "\u{E013}";

/// A browser of its own, with an empty profile.
pub(super) struct Chromium {
    driver: Child,
    port: u16,
    session: String,
}

impl Chromium {
    pub(super) fn start() -> Self {
        Self::with(&json!({}))
    }

    pub(super) fn with(preferences: &Value) -> Self {
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
    pub(super) fn post(&self, path: &str, body: Value) -> Value {
        self.send("POST", path, &body.to_string())
    }

    pub(super) fn text_of(&self, path: &str) -> String {
        self.send("GET", path, "")
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    pub(super) fn open(&self, link: &str) {
        self.post("/url", json!({"url": link}));
    }

    pub(super) fn source(&self) -> String {
        self.text_of("/source")
    }

    /// Waits until the page has this in it: a key press does not wait for the page that follows.
    #[track_caller]
    pub(super) fn sees(&self, text: &str) {
        let begun = Instant::now();
        while !self.source().contains(text) {
            let is_late = begun.elapsed() > Duration::from_secs(10);
            assert!(!is_late, "no {text:?} in {}", self.source());
            sleep(Duration::from_millis(50));
        }
    }

    #[track_caller]
    pub(super) fn is_headed(&self, heading: &str) {
        self.sees(&format!("<h1>{heading}</h1>"));
    }

    pub(super) fn find(&self, selector: &str) -> String {
        let found = self.post(
            "/element",
            json!({"using": "css selector", "value": selector}),
        );
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    pub(super) fn click(&self, selector: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/click"), json!({}));
    }

    pub(super) fn types(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/value"), json!({"text": text}));
    }

    pub(super) fn retypes(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/clear"), json!({}));
        self.types(selector, text);
    }

    pub(super) fn value(&self, selector: &str) -> String {
        self.text_of(&format!("/element/{}/property/value", self.find(selector)))
    }

    pub(super) fn is_on(&self, selector: &str) -> bool {
        let element = self.find(selector);
        self.send("GET", &format!("/element/{element}/property/checked"), "") == true
    }

    /// Presses keys, wherever the focus is.
    pub(super) fn keys(&self, keys: &str) {
        let press = |key| {
            let action = |kind| json!({"type": kind, "value": key});
            [action("keyDown"), action("keyUp")]
        };
        let presses: Vec<_> = keys.chars().flat_map(press).collect();
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": presses});
        self.post("/actions", json!({"actions": [keyboard]}));
    }

    /// The id of the element that has the focus.
    pub(super) fn focus(&self) -> String {
        let active = self.send("GET", "/element/active", "");
        let active = active[ELEMENT].as_str().unwrap();
        self.text_of(&format!("/element/{active}/property/id"))
    }

    /// Presses Tab until this element has the focus.
    #[track_caller]
    pub(super) fn tab_to(&self, id: &str) {
        // A date has a part for the day, one for the month, and so on.
        let reached = (0..12).any(|_| {
            self.keys(TAB);
            self.focus() == id
        });
        assert!(reached, "no {id} after {}", self.focus());
    }

    pub(super) fn back(&self) {
        self.post("/back", json!({}));
    }

    /// Loads the page again, and sends a form again that led to it.
    pub(super) fn reload(&self) {
        self.post("/refresh", json!({}));
    }

    /// Opens another tab, and looks at it. Returns the one before.
    pub(super) fn new_tab(&self) -> String {
        let before = self.text_of("/window");
        let tab = self.post("/window/new", json!({"type": "tab"}));
        self.look_at(tab["handle"].as_str().unwrap());
        before
    }

    pub(super) fn look_at(&self, tab: &str) {
        self.post("/window", json!({"handle": tab}));
    }

    /// Runs a script in the page, which the policy of the page does not forbid. Returns what it
    /// returns.
    pub(super) fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({"script": script, "args": []}))
    }

    /// Shows pages in light or dark, and so many pixels wide.
    pub(super) fn shows(&self, scheme: &str, width: u16) {
        let feature = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.command("Emulation.setEmulatedMedia", json!({"features": feature}));
        let screen =
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.command("Emulation.setDeviceMetricsOverride", screen);
    }

    /// A command of the browser's own protocol.
    #[expect(clippy::needless_pass_by_value, reason = "it reads better")]
    pub(super) fn command(&self, name: &str, params: Value) -> Value {
        self.post("/goog/cdp/execute", json!({"cmd": name, "params": params}))
    }

    pub(super) fn cookie(&self, name: &str) -> String {
        let cookie = self.send("GET", &format!("/cookie/{name}"), "");
        format!("{name}={}", cookie["value"].as_str().unwrap())
    }

    /// Keeps a picture of the whole page, for whoever wants to look at the pages.
    pub(super) fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("ELICIT_PICTURES") else {
            return;
        };
        let page = self.script(
            "const {width, height} = document.body.getBoundingClientRect(); \
             return {x: 0, y: 0, width, height, scale: 1}",
        );
        let whole = json!({"captureBeyondViewport": true, "clip": page});
        let picture = self.command("Page.captureScreenshot", whole);
        fs::write(
            PathBuf::from(folder).join(format!("{name}.base64")),
            picture["data"].as_str().unwrap(),
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
