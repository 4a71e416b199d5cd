//! A browser that a test steers, by the `WebDriver` protocol of the W3C.
//!
//! The kept clients for it bring fifty crates; what these tests need of it is nine requests with JSON.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

/// A browser with a window.
pub struct Browser {
    process: Child,
    /// The address of the driver's session.
    session: String,
    agent: Agent,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Opens a browser; `None`, with a line that says why, where there is none.
pub fn browser() -> Option<Browser> {
    let browser = Browser::open();
    if browser.is_none() {
        println!("skipped: there are no `chromedriver` and `chromium` that run here");
    }
    browser
}

impl Browser {
    fn open() -> Option<Self> {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().ok()?;
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port: u16 = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        })?;
        let profile = tempfile::tempdir().unwrap();
        let folder = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &folder,
        ];
        let options = json!({ "goog:chromeOptions": { "args": arguments } });
        let wanted = json!({ "capabilities": { "alwaysMatch": options } });
        let agent = Agent::new_with_defaults();
        let session = format!("http://127.0.0.1:{port}/session");
        let opened = post(&agent, &session, &wanted);
        let number = opened.as_ref().and_then(|opened| opened["sessionId"].as_str());
        let session = number.map(|number| format!("{session}/{number}"));
        let mut browser = Self {
            process,
            session: session.clone().unwrap_or_default(),
            agent,
            _profile: profile,
        };
        if session.is_none() {
            browser.session = format!("http://127.0.0.1:{port}/none");
            return None;
        }
        Some(browser)
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let answer = post(&self.agent, &format!("{}/{command}", self.session), body);
        answer.unwrap_or_else(|| panic!("the driver refused {command} {body}"))
    }

    /// Shows a page.
    pub fn go(&self, address: &str) {
        self.post("url", &json!({ "url": address }));
    }

    /// Sets the size of the window, and whether the user likes it dark.
    pub fn look(&self, [width, height]: [u32; 2], is_dark: bool) {
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let is_phone = width < 600;
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone,
        });
        let media = ("Emulation.setEmulatedMedia", json!({ "features": features }));
        for (command, parameters) in [media, ("Emulation.setDeviceMetricsOverride", size)] {
            self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
        }
    }

    /// What a function with this body returns in the page.
    pub fn run(&self, body: &str) -> Value {
        self.post("execute/sync", &json!({ "script": body, "args": [] }))
    }

    /// What a function with this body hands to its last argument, in time.
    pub fn run_later(&self, body: &str) -> Value {
        self.post("execute/async", &json!({ "script": body, "args": [] }))
    }

    /// Presses keys, one after the other. Those without a sign have numbers in the protocol.
    pub fn press(&self, keys: &[&str]) {
        let strokes = keys.iter().flat_map(|key| {
            ["keyDown", "keyUp"].map(|stroke| json!({ "type": stroke, "value": key }))
        });
        let strokes: Vec<Value> = strokes.collect();
        let actions = json!([{ "type": "key", "id": "keys", "actions": strokes }]);
        self.post("actions", &json!({ "actions": actions }));
    }

    /// What the window shows, as a PNG in Base64.
    pub fn screenshot(&self) -> String {
        let mut answer = self.agent.get(format!("{}/screenshot", self.session)).call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        answer["value"].as_str().unwrap().to_owned()
    }
}

/// Asks the driver; `None` if it refuses.
fn post(agent: &Agent, address: &str, body: &Value) -> Option<Value> {
    let mut answer =
        agent.post(address).content_type("application/json").send(body.to_string()).ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    let mut answer: Value = serde_json::from_str(&text).ok()?;
    Some(answer["value"].take())
}
