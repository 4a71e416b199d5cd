//! A browser that a test controls with the `WebDriver` protocol of the W3C.
//!
//! The maintained clients depend on fifty crates; these tests need ten requests with JSON.

use std::ops::Deref;
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use referee::testkit::needs::Need;
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

use super::kind::Kind;

/// The key Enter in the protocol.
pub const ENTER: &str = "\u{e007}";

/// The setting of Firefox for the preferred colour scheme: 0 is dark, 1 is light.
const SCHEME: &str = "layout.css.prefers-color-scheme.content-override";

/// The setting of Firefox for motion: 1 asks for none.
const MOTION: &str = "ui.prefersReducedMotion";

/// A browser with a window.
pub struct Browser {
    kind: Kind,
    process: Child,
    /// The address of the driver's session.
    session: String,
    agent: Agent,
    /// The window of Firefox or `WebKit` that has tabs.
    main: Value,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The browsers of all tests. They are reused because starting one takes longer than most tests.
struct Pool {
    idle: Vec<Browser>,
    /// Number of browsers in use.
    lent: usize,
}

impl Pool {
    fn lock() -> MutexGuard<'static, Self> {
        static POOL: Mutex<Pool> = Mutex::new(Pool { idle: Vec::new(), lent: 0 });
        POOL.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A browser of the pool; it is returned when it is dropped.
pub struct Lent(Option<Browser>);

impl Deref for Lent {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().expect("it is there until it is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut pool = Pool::lock();
        // After a failed test the state of the browser is unknown.
        pool.idle.extend(self.0.take().filter(|_| !thread::panicking()));
        pool.lent -= 1;
        // Idle browsers are closed here, because no code runs after the last test.
        if pool.lent == 0 {
            pool.idle.clear();
        }
    }
}

/// A browser with an empty page; `None`, with a printed line, if no browser can be started.
pub fn browser() -> Option<Lent> {
    let mut pool = Pool::lock();
    pool.lent += 1;
    let idle = pool.idle.pop();
    drop(pool);
    let lent = Lent(idle.or_else(Browser::open));
    if lent.0.is_none() {
        let programs = Kind::wanted().programs();
        Need::Browser.skip(format!("{programs} cannot be started"));
        return None;
    }
    lent.reset();
    Some(lent)
}

impl Browser {
    fn open() -> Option<Self> {
        let kind = Kind::wanted();
        let (process, port) = kind.start()?;
        let profile = tempfile::tempdir().unwrap();
        let wanted =
            json!({ "capabilities": { "alwaysMatch": kind.capabilities(profile.path()) } });
        let agent = Agent::new_with_defaults();
        let session = format!("http://127.0.0.1:{port}/session");
        let opened = post(&agent, &session, &wanted);
        let number = opened.as_ref().and_then(|opened| opened["sessionId"].as_str());
        let session = number.map(|number| format!("{session}/{number}"));
        let mut browser = Self {
            kind,
            process,
            session: session.clone().unwrap_or_default(),
            agent,
            main: Value::Null,
            _profile: profile,
        };
        if session.is_none() {
            browser.session = format!("http://127.0.0.1:{port}/none");
            return None;
        }
        if kind != Kind::Chromium {
            browser.main = browser.get("window");
            browser.open_narrow();
        }
        Some(browser)
    }

    /// Goes to a window without bars, which can be as narrow as a phone.
    fn open_narrow(&self) {
        let handles = || self.get("window/handles").as_array().unwrap().clone();
        let before = handles();
        self.run("window.open('about:blank', 'narrow', 'popup,width=390,height=840')");
        let begin = Instant::now();
        let new = loop {
            if let Some(new) = handles().into_iter().find(|handle| !before.contains(handle)) {
                break new;
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "no second window opens");
            thread::sleep(Duration::from_millis(20));
        };
        self.post("window", &json!({ "handle": new }));
    }

    /// The kind of browser.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Does something in a new window, which stays open behind the first. The browser closes it with the last test.
    pub fn in_new_window(&self, work: impl FnOnce()) {
        let first = self.get("window");
        if self.kind != Kind::Chromium {
            // The narrow window has no tabs: each would become a window, and all of them would be in view.
            self.post("window", &json!({ "handle": self.main }));
        }
        let new = self.post("window/new", &json!({ "type": "tab" }));
        self.post("window", &json!({ "handle": new["handle"] }));
        work();
        self.post("window", &json!({ "handle": first }));
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let answer = post(&self.agent, &format!("{}/{command}", self.session), body);
        answer.unwrap_or_else(|| panic!("the driver refused {command} {body}"))
    }

    /// Opens a page.
    ///
    /// # Panics
    /// If its script does not come to its end.
    pub fn go(&self, address: &str) {
        if self.kind == Kind::Firefox {
            // From one address with a fragment to another it does not wait for the new page.
            self.post("url", &json!({ "url": "about:blank" }));
        }
        self.post("url", &json!({ "url": address }));
        // A page of ours has an object, which its script reads after the page is loaded.
        let is_ready = self.run_later(
            "const [done, begin] = [arguments[0], performance.now()];
             const look = () => {
               const isReady = !document.getElementById('data') || document.documentElement.dataset.state === 'ready';
               if (isReady || performance.now() > begin + 20_000) done(isReady);
               else setTimeout(look, 5);
             };
             look();",
        );
        assert_eq!(is_ready, true, "{address}: {}", self.said());
    }

    /// Opens a page and returns its document as soon as that contains a text, or after twenty seconds.
    ///
    /// # Panics
    /// If a script of the page failed or wrote to the console.
    pub fn document(&self, address: &str, text: &str) -> String {
        self.go(address);
        let document = self.run_later(&format!(
            "const [done, begin] = [arguments[0], performance.now()];
             const look = () => {{
               const document = window.document.documentElement.outerHTML;
               const isOver = document.includes({}) || performance.now() > begin + 20_000;
               isOver ? done(document) : setTimeout(look, 5);
             }};
             look();",
            Value::from(text)
        ));
        assert_eq!(self.said(), json!([]), "{address}");
        document.as_str().unwrap().to_owned()
    }

    /// Messages on the console since the last call, including errors. Only Chromium tells them.
    fn said(&self) -> Value {
        match self.kind {
            Kind::Chromium => self.post("se/log", &json!({ "type": "browser" })),
            Kind::Firefox | Kind::WebKit => json!([]),
        }
    }

    /// Undoes the settings of the last test.
    fn reset(&self) {
        self.go("about:blank");
        match self.kind {
            Kind::Chromium => {
                self.execute("Emulation.setEmulatedMedia", &json!({ "features": [] }));
                self.execute("Emulation.clearDeviceMetricsOverride", &json!({}));
            }
            Kind::Firefox => {
                self.prefer(SCHEME, 1);
                self.prefer(MOTION, 0);
            }
            Kind::WebKit => {}
        }
        self.said();
    }

    /// Sets the size of the window and the preferred colour scheme, if [that can be chosen](Kind::has_schemes).
    pub fn look(&self, [width, height]: [u32; 2], is_dark: bool) {
        let scheme = if is_dark { "dark" } else { "light" };
        match self.kind {
            Kind::Chromium => {
                let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
                self.execute("Emulation.setEmulatedMedia", &json!({ "features": features }));
                let size = json!({
                    "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
                });
                self.execute("Emulation.setDeviceMetricsOverride", &size);
                return;
            }
            Kind::Firefox => self.prefer(SCHEME, u8::from(!is_dark)),
            Kind::WebKit => {}
        }
        // The window has a frame and bars of its own around the page.
        self.post("window/rect", &json!({ "width": width, "height": height }));
        let frame = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]");
        let [beside, above] = [0, 1].map(|at| frame[at].as_u64().unwrap_or(0));
        let size =
            json!({ "width": u64::from(width) + beside, "height": u64::from(height) + above });
        self.post("window/rect", &size);
    }

    /// Asks pages for no motion. Whether the browser can do that.
    pub fn still(&self) -> bool {
        match self.kind {
            Kind::Chromium => {
                let features = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
                self.execute("Emulation.setEmulatedMedia", &json!({ "features": features }));
            }
            Kind::Firefox => self.prefer(MOTION, 1),
            Kind::WebKit => return false,
        }
        true
    }

    /// Executes a command of the `DevTools` protocol.
    fn execute(&self, command: &str, parameters: &Value) {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// Changes a setting of Firefox.
    fn prefer(&self, name: &str, value: u8) {
        self.post("moz/context", &json!({ "context": "chrome" }));
        self.run(&format!("Services.prefs.setIntPref('{name}', {value})"));
        self.post("moz/context", &json!({ "context": "content" }));
    }

    /// The result of a function with this body in the page.
    pub fn run(&self, body: &str) -> Value {
        self.post("execute/sync", &json!({ "script": body, "args": [] }))
    }

    /// The value that a function with this body passes to the callback in its last argument.
    pub fn run_later(&self, body: &str) -> Value {
        self.post("execute/async", &json!({ "script": body, "args": [] }))
    }

    /// Presses keys one after the other. Keys without a character have code points of their own in the protocol.
    pub fn press(&self, keys: &[&str]) {
        let strokes = keys.iter().flat_map(|key| {
            ["keyDown", "keyUp"].map(|stroke| json!({ "type": stroke, "value": key }))
        });
        let strokes: Vec<Value> = strokes.collect();
        let actions = json!([{ "type": "key", "id": "keys", "actions": strokes }]);
        self.post("actions", &json!({ "actions": actions }));
    }

    /// The content of the window as a PNG in Base64.
    pub fn screenshot(&self) -> String {
        self.get("screenshot").as_str().unwrap().to_owned()
    }

    /// What the driver says about the window.
    fn get(&self, what: &str) -> Value {
        let mut answer = self.agent.get(format!("{}/{what}", self.session)).call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        let mut answer: Value = serde_json::from_str(&text).unwrap();
        answer["value"].take()
    }
}

/// Sends a command to the driver; `None` if it fails.
fn post(agent: &Agent, address: &str, body: &Value) -> Option<Value> {
    let mut answer =
        agent.post(address).content_type("application/json").send(body.to_string()).ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    let mut answer: Value = serde_json::from_str(&text).ok()?;
    Some(answer["value"].take())
}
