//! The browsers that can be asked for, and what differs between their drivers.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

/// A kind of browser. `BOTYARD_BROWSER` names another than Chromium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `chromedriver` with `chromium`.
    Chromium,
    /// `geckodriver` with `firefox`.
    Firefox,
    /// `WebKitWebDriver` with its `MiniBrowser`, which has the engine of Safari. It needs a display, such as that of `xvfb-run`.
    WebKit,
}

impl Kind {
    /// The kind that `BOTYARD_BROWSER` names.
    ///
    /// # Panics
    /// If it names another one.
    pub fn wanted() -> Self {
        match env::var("BOTYARD_BROWSER").as_deref() {
            Err(_) | Ok("" | "chromium") => Self::Chromium,
            Ok("firefox") => Self::Firefox,
            Ok("webkit") => Self::WebKit,
            Ok(other) => panic!("BOTYARD_BROWSER is {other}; write chromium, firefox or webkit"),
        }
    }

    /// What cannot be started if [`start`](Self::start) gives nothing.
    pub const fn programs(self) -> &'static str {
        match self {
            Self::Chromium => "`chromedriver` and `chromium`",
            Self::Firefox => "`geckodriver` and `firefox`",
            Self::WebKit => "`WebKitWebDriver` with a display",
        }
    }

    /// The driver and the port at which it listens; `None` if it cannot be started.
    pub fn start(self) -> Option<(Child, u16)> {
        let started = match self {
            Self::Chromium => "started successfully on port ",
            Self::Firefox => "Listening on 127.0.0.1:",
            Self::WebKit => return start_silent(),
        };
        let mut command = Command::new(match self {
            Self::Chromium => "chromedriver",
            _ => "geckodriver",
        });
        if self == Self::Firefox {
            // Without it the driver may not change settings of the browser itself.
            command.arg("--allow-system-access");
        }
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().ok()?;
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once(started)?;
            port.trim_end_matches('.').parse().ok()
        })?;
        // A driver that writes more must not wait for a reader.
        thread::spawn(move || lines.for_each(drop));
        Some((process, port))
    }

    /// What a session asks for. The profile is an empty folder.
    pub fn capabilities(self, profile: &Path) -> Value {
        let mut wanted = match self {
            Self::Chromium => chromium(profile),
            Self::Firefox => firefox(),
            Self::WebKit => json!({
                "webkitgtk:browserOptions": {
                    "args": ["--automation", "--javascript-can-open-windows-automatically=true"],
                },
            }),
        };
        // The limit of 30 seconds is too short for 200 frames of a page on a slow machine.
        wanted["timeouts"] = json!({ "script": 120_000 });
        wanted
    }

    /// Whether a test can choose between light and dark.
    pub const fn has_schemes(self) -> bool {
        !matches!(self, Self::WebKit)
    }
}

/// `WebKitWebDriver` writes nothing, and takes only a port that it is given.
fn start_silent() -> Option<(Child, u16)> {
    let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let mut command = Command::new("WebKitWebDriver");
    command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
    let process = command.spawn().ok()?;
    let (agent, begin) = (Agent::new_with_defaults(), Instant::now());
    let status = format!("http://127.0.0.1:{port}/status");
    while begin.elapsed() < Duration::from_secs(20) {
        if agent.get(&status).call().is_ok() {
            return Some((process, port));
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}

fn chromium(profile: &Path) -> Value {
    let folder = format!("--user-data-dir={}", profile.display());
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        // No test makes a request to another machine.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        &folder,
    ];
    // Without a start page some browsers spend seconds on a request for the page of their maker.
    let start = json!({ "restore_on_startup": 4, "startup_urls": ["about:blank"] });
    json!({
        "goog:chromeOptions": { "args": arguments, "prefs": { "session": start } },
        "goog:loggingPrefs": { "browser": "ALL" },
    })
}

fn firefox() -> Value {
    json!({
        "moz:firefoxOptions": {
            "args": ["-headless"],
            "prefs": {
                // No test makes a request to another machine.
                "network.dns.offline-localhost": false,
                "network.dns.localDomains": "localhost",
                "layout.css.prefers-color-scheme.content-override": 1,
                // Scroll bars lie on the page, as on a phone.
                "ui.useOverlayScrollbars": 1,
                // The narrow window is opened by a script.
                "dom.disable_open_during_load": false,
            },
        },
    })
}
