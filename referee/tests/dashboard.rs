//! `referee dashboard` serves a folder over HTTP: tested with plain requests and in a browser.
#![cfg(feature = "dashboard")]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use referee::pages::data_of;
use referee::testkit::cases::cases;
use serde_json::Value;
use tempfile::TempDir;

use crate::browser::driver::browser;
use crate::browser::rules::{axe, demand_no_fault};

fn referee(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.current_dir(folder);
    command
}

/// A folder `games` with the log and all recordings of a ladder, beside a file that is not in it.
fn folder() -> TempDir {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("secret.jsonl"), "secret").unwrap();
    let inner = outer.path().join("games");
    fs::create_dir(&inner).unwrap();
    let bots = ["@greedy", "@mo", "@random"];
    let arguments = ["ladder", "fruit", "--games", "6", "--keep", "all", "--log", "a.log"];
    let played = referee(&inner).args(arguments).args(bots).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    outer
}

/// A dashboard, which is stopped when it is dropped.
struct Dashboard {
    process: Child,
    /// The address that it printed.
    url: String,
}

impl Drop for Dashboard {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Dashboard {
    fn of(folder: &Path, more: &[&str]) -> Self {
        let mut command = referee(folder);
        command.args(["dashboard", "games", "--port", "0"]).args(more);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned() }
    }

    /// Host and port.
    fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let (_, port) = self.host().rsplit_once(':').unwrap();
        TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap()
    }

    /// The response, with its headers, to a request with these lines.
    fn answer(&self, first: &str, more: &[&str]) -> String {
        let mut stream = self.connect();
        let lines = more.iter().fold(String::new(), |all, line| all + line + "\r\n");
        let own = if more.iter().any(|line| line.starts_with("Host:")) {
            String::new()
        } else {
            format!("Host: {}\r\n", self.host())
        };
        write!(stream, "{first} HTTP/1.1\r\n{own}{lines}Connection: close\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.answer(&format!("GET {path}"), &[])
    }

    fn json(&self, path: &str) -> Value {
        let answer = self.answer(&format!("GET {path}"), &[]);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Waits until all files are indexed, and returns the data of the folder.
    fn indexed(&self) -> Value {
        loop {
            let overview = self.json("/api/folder");
            if overview["there"].as_u64() > Some(0) && overview["looked"] == overview["there"] {
                return overview;
            }
            thread::yield_now();
        }
    }
}

fn is_refused(answer: &str) -> bool {
    answer.starts_with("HTTP/1.1 4")
}

#[test]
fn logs_games_and_recordings_are_listed_filtered_and_shown() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let overview = dashboard.indexed();
    let log = &overview["logs"][0];
    assert_eq!((&log["path"], &log["games"]), (&"a.log".into(), &18.into()), "{overview}");
    assert_eq!(overview["recordings"], 18);

    let games = |filter: &str| dashboard.json(&format!("/api/games?log=a.log{filter}"));
    let all = games("&count=100");
    assert_eq!((all["found"].as_u64(), all["rows"].as_array().unwrap().len()), (Some(18), 18));
    let found = |filter: &str| games(filter)["found"].as_u64().unwrap();
    assert_eq!(found("&bot=@greedy"), 12);
    let [won, drawn, lost] =
        ["won", "drawn", "lost"].map(|result| found(&format!("&bot=@random&result={result}")));
    assert_eq!(won + drawn + lost, 12);
    let of_all = |filter: &str| {
        let found = |it: &str| dashboard.json(it)["found"].as_u64().unwrap();
        [
            found(&format!("/api/games?log=a.log{filter}")),
            found(&format!("/api/recordings?x=1{filter}")),
        ]
    };
    for filter in ["", "&bot=@mo&seat=1", "&bot=@mo&result=won", "&fault=some", "&least=40&most=60"]
    {
        let [in_log, recorded] = of_all(filter);
        assert_eq!(in_log, recorded, "{filter}: the log and the recordings");
    }
    let page = games("&from=10&count=5");
    assert_eq!((page["rows"].as_array().unwrap().len(), &page["found"]), (5, &18.into()));

    // The columns order the list, over all its pages.
    let turns = |order: &str| -> Vec<u64> {
        let list = dashboard.json(&format!("/api/games?log=a.log&by=turns&order={order}"));
        let rows = list["rows"].as_array().unwrap().iter();
        rows.map(|row| row["turns"].as_u64().unwrap()).collect()
    };
    assert!(turns("up").is_sorted() && turns("up").len() == 18);
    assert!(turns("down").iter().rev().is_sorted() && turns("down") != turns("up"));
    let first = dashboard.json("/api/games?log=a.log&by=turns&order=up&from=17&count=1");
    assert_eq!(first["rows"][0]["turns"].as_u64(), turns("up").last().copied());
    let recorded = dashboard.json("/api/recordings");
    assert_eq!(recorded["rows"][0]["game"], "fruit");

    // A condition selects games of the list and of the report.
    let where_won = "&where=p1.score%20%3E%20p2.score%20and%20p1.bot%20!=%20'@mo'";
    let rows = all["rows"].as_array().unwrap().iter();
    let is_wanted = |row: &&Value| {
        row["scores"][0].as_i64() > row["scores"][1].as_i64() && row["bots"][0] != "@mo"
    };
    let wanted = rows.filter(is_wanted).count() as u64;
    assert!(0 < wanted && wanted < 18, "{wanted}");
    assert_eq!(found(where_won), wanted);
    let data = |address: &str| data_of(&dashboard.get(address)).unwrap();
    assert_eq!(data(&format!("/report?log=a.log{where_won}"))["games_in_all"], wanted);
    for wrong in ["&where=depth%20%3E%203", "&where=1%20=", "&where=seed%20==%20-1"] {
        for address in ["/report", "/api/games", "/api/news"] {
            let answer = dashboard.get(&format!("{address}?log=a.log{wrong}"));
            let is_silent = address == "/api/news" && !answer.contains("data:");
            assert!(is_silent || answer.contains("the condition '"), "{wrong}: {answer}");
        }
    }

    assert!(data("/report?log=a.log")["ratings"].is_array());
    let compared = data("/report?log=a.log&a=@mo&b=@random");
    assert!(compared["text"].as_str().unwrap().starts_with("@mo against @random"), "{compared}");
    assert!(is_refused(&dashboard.get("/report?log=a.log&a=@mo&b=@nobody")));
    let recording = all["rows"][0]["recording"].as_str().unwrap();
    assert!(data(&format!("/game?recording={recording}"))["frames"].is_array(), "{recording}");
}

#[test]
fn nothing_outside_the_folder_is_shown_and_nothing_is_written() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let absolute = folder.path().join("secret.jsonl").to_str().unwrap().to_owned();
    for path in
        ["../secret.jsonl", "%2e%2e/secret.jsonl", "a.log/../../secret.jsonl", &absolute, ""]
    {
        for address in ["/game?recording=", "/report?log=", "/api/games?log=", "/api/news?log="] {
            let answer = dashboard.get(&format!("{address}{path}"));
            assert!(
                is_refused(&answer) && !answer.contains("secret\n"),
                "{address}{path}: {answer}"
            );
        }
    }
    for method in ["POST", "PUT", "DELETE"] {
        assert!(is_refused(&dashboard.answer(&format!("{method} /"), &[])), "{method}");
    }
}

/// Every byte of a text as an address names it.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |all, byte| all + &format!("%{byte:02X}"))
}

#[test]
fn files_with_any_name_have_addresses_that_work() {
    let folder = folder();
    let games = folder.path().join("games");
    let log = fs::read_to_string(games.join("a.log")).unwrap();
    let kept = log.lines().rev().find_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["recording"].as_str().map(str::to_owned)
    });
    let kept = fs::read(games.join(kept.unwrap())).unwrap();
    let odd: [&[u8]; 5] =
        [b"two\nlines", b"\"'<b>%41#?&+;=", b"\xFF\xC3(", "\u{F7FF}ä".as_bytes(), b"-rf ~"];
    fs::rename(games.join("a.log"), games.join("b.log")).unwrap();
    for (at, name) in odd.iter().enumerate() {
        let sub = games.join(OsStr::from_bytes(name));
        fs::create_dir(&sub).unwrap();
        fs::write(sub.join(OsStr::from_bytes(&[name, &b".log"[..]].concat())), &log).unwrap();
        let file = OsStr::from_bytes(&[name, &b".jsonl"[..]].concat()).to_owned();
        fs::write(games.join(&file), &kept).unwrap();
        // The log names a recording that is beside it.
        let line = log.lines().last().unwrap();
        let mut line: Value = serde_json::from_str(line).unwrap();
        if let Some(text) = file.to_str() {
            line["recording"] = text.into();
            line["seed"] = format!("{}", 77 + at).into();
            fs::write(sub.join(&file), &kept).unwrap();
            let more = format!("{log}{line}\n");
            fs::write(sub.join(OsStr::from_bytes(&[name, &b".log"[..]].concat())), more).unwrap();
        }
    }
    let dashboard = Dashboard::of(folder.path(), &[]);
    let overview = dashboard.indexed();
    let logs = overview["logs"].as_array().unwrap();
    assert_eq!(logs.len(), odd.len() + 1, "{overview}");
    let is_page = |address: &str| {
        let page = dashboard.get(address);
        assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<html"), "{address}: {page}");
    };
    let mut beside = 0;
    for log in logs {
        let path = encoded(log["path"].as_str().unwrap());
        assert!(!log["name"].as_str().unwrap().contains(char::is_control), "{log}");
        is_page(&format!("/report?log={path}"));
        let games = dashboard.json(&format!("/api/games?log={path}&count=1"));
        let newest = games["rows"][0]["recording"].as_str().unwrap();
        if log["games"] == 19 {
            is_page(&format!("/game?recording={}", encoded(newest)));
            beside += 1;
        }
    }
    assert_eq!(beside, 4);
    let rows = dashboard.json("/api/recordings?count=100");
    for row in rows["rows"].as_array().unwrap() {
        is_page(&format!("/game?recording={}", encoded(row["recording"].as_str().unwrap())));
    }
}

/// Other visitors are not kept waiting, and nothing is left of such requests.
#[test]
fn a_request_that_does_not_end_is_dropped() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let begun = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nx: "];
    let mut streams = begun.map(|begin| {
        let mut stream = dashboard.connect();
        stream.write_all(begin.as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        stream
    });
    assert!(dashboard.get("/").starts_with("HTTP/1.1 200 "));
    for (stream, begin) in streams.iter_mut().zip(begun) {
        let mut rest = Vec::new();
        let end = stream.read_to_end(&mut rest);
        let is_open = end.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        assert!(!is_open, "{begin:?}: {end:?}");
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let port = dashboard.host().rsplit_once(':').unwrap().1;
    assert!(is_refused(&dashboard.answer("GET /", &[&format!("Host: evil.example:{port}")])));
    assert!(is_refused(&dashboard.answer("GET /api/folder", &["Origin: http://evil.example"])));
    assert!(!is_refused(&dashboard.answer("GET /", &[&format!("Host: localhost:{port}")])));
}

#[test]
fn on_other_addresses_a_token_is_needed() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &["--host", "0.0.0.0"]);
    let (_, query) = dashboard.url.split_once('?').expect("an address with a token");
    for address in ["/", "/?token=0", "/api/folder"] {
        assert!(is_refused(&dashboard.get(address)), "{address}");
    }
    let welcome = dashboard.get(&format!("/?{query}"));
    assert!(welcome.starts_with("HTTP/1.1 303 "), "{welcome}");
    let cookie = welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    assert!(dashboard.answer("GET /", &[&cookie]).starts_with("HTTP/1.1 200 "));
}

#[test]
fn many_requests_at_once_are_answered() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let request = format!(
        "GET /api/games?log=a.log HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        dashboard.host()
    );
    let mut streams: Vec<TcpStream> = (0..cases(250, 1000)).map(|_| dashboard.connect()).collect();
    for stream in &mut streams {
        stream.write_all(request.as_bytes()).unwrap();
    }
    for stream in &mut streams {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\"found\":18}"),
            "{answer}"
        );
    }
}

/// A ladder writes its log while a page listens.
#[test]
fn each_change_of_a_log_is_sent_to_the_page() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let mut stream = dashboard.connect();
    let host = dashboard.host();
    write!(stream, "GET /api/news?log=a.log HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut news = || {
        let data = lines
            .by_ref()
            .map(Result::unwrap)
            .find_map(|line| line.strip_prefix("data: ").map(str::to_owned));
        let news: Value = serde_json::from_str(&data.unwrap()).unwrap();
        news["games_in_all"].as_u64().unwrap()
    };
    assert_eq!(news(), 18);
    let games = folder.path().join("games");
    let more = ["ladder", "fruit", "--games", "12", "--log", "a.log", "@greedy", "@mo", "@random"];
    let mut run =
        referee(&games).args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut seen = 18;
    while seen < 36 {
        let now = news();
        assert!(now > seen, "news without a change: {now} after {seen}");
        seen = now;
    }
    assert!(run.wait().unwrap().success());
    // A log that was replaced is read from its beginning.
    let path = games.join("a.log");
    let text = fs::read_to_string(&path).unwrap();
    let short: Vec<&str> = text.lines().take(10).collect();
    fs::write(games.join("new"), short.join("\n") + "\n").unwrap();
    fs::rename(games.join("new"), &path).unwrap();
    assert!(news() < 10);
}

#[test]
fn the_pages_run_in_a_browser_without_an_error() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let Some(browser) = browser() else { return };
    for (path, sign) in [("/", ">a.log</a>"), ("/report?log=a.log", "<polyline")] {
        let page = browser.document(&format!("http://{}{path}", dashboard.host()), sign);
        assert!(page.contains(sign), "{path}: {page}");
    }
}

#[test]
fn the_pages_of_the_dashboard_are_accessible() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let (Some(axe), Some(browser)) = (axe(), browser()) else { return };
    for (path, sign) in [("/", ">a.log</a>"), ("/report?log=a.log", "<polyline")] {
        let address = format!("http://{}{path}", dashboard.host());
        assert!(browser.document(&address, sign).contains(sign), "{path}");
        demand_no_fault(&browser, &axe, &address);
    }
}

/// The events of an answer of the server, each as JSON.
fn events(answer: &str) -> Vec<Value> {
    let data = answer.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// A page asks a bot for its answers: a house player or one that the user named, and no other program.
#[test]
fn a_page_asks_what_another_bot_would_have_played() {
    let folder = folder();
    let named = "sh -c 'while read line; do echo DOWN; done'";
    let dashboard = Dashboard::of(folder.path(), &["--bot", named]);
    dashboard.indexed();
    let rows = dashboard.json("/api/games?log=a.log&bot=@greedy&count=100");
    let row = rows["rows"].as_array().unwrap().iter().find(|row| row["bots"][0] == "@greedy");
    let recording = encoded(row.unwrap()["recording"].as_str().unwrap());
    let page = data_of(&dashboard.get(&format!("/game?recording={recording}"))).unwrap();
    assert_eq!(page["askable"][0], named);
    assert!(page["askable"].as_array().unwrap().contains(&"@mo".into()), "{}", page["askable"]);
    let ask = |bot: &str, more: &str| {
        dashboard.get(&format!("/api/answers?recording={recording}&bot={}{more}", encoded(bot)))
    };
    // The same bot answers the same, in each of its turns.
    let own = events(&ask("@greedy", "&seat=0"));
    let (end, answers) = own.split_last().unwrap();
    assert_eq!(end["end"]["why"], Value::Null);
    let turns = page["frames"].as_array().unwrap().iter();
    let turns =
        turns.flat_map(|frame| frame["said"].as_array().unwrap()).filter(|it| it["seat"] == 0);
    assert_eq!(answers.len(), turns.count());
    for (at, event) in answers.iter().enumerate() {
        assert_eq!(
            (&event["answer"]["number"], &event["answer"]["is_same"]),
            (&(at + 1).into(), &true.into())
        );
    }
    let other = events(&ask(named, "&seat=0"));
    assert!(other.iter().any(|event| event["answer"]["is_same"] == false), "{other:?}");
    assert!(
        other.iter().all(|event| event["end"].is_object() || event["answer"]["lines"][0] == "DOWN")
    );
    let refused = [
        ask("sh -c 'echo UP'", "&seat=0"),
        ask("@nobody", "&seat=0"),
        ask("@mo", "&seat=2"),
        dashboard.get("/api/answers?recording=../secret.jsonl&seat=0&bot=@mo"),
    ];
    for answer in refused {
        assert!(is_refused(&answer), "{answer}");
    }
    let Some(browser) = browser() else { return };
    browser.go(&format!("http://{}/game?recording={recording}", dashboard.host()));
    let shown = browser.run_later(
        "const done = arguments[0];
         document.getElementById('commands').open = true;
         const choose = (name, value) => {
           const list = document.getElementById(name);
           list.value = value;
           list.dispatchEvent(new Event('change'));
         };
         choose('of-seat', '0');
         choose('ask', '@random');
         const look = () => {
           const count = document.getElementById('asked-count').textContent;
           if (count === '' || count.includes('still plays')) return setTimeout(look, 20);
           document.getElementById('ask-next').click();
           done([count, document.getElementById('asked').textContent]);
         };
         look();",
    );
    let [count, words] = [0, 1].map(|at| shown[at].as_str().unwrap());
    assert!(count.starts_with("differs in "), "{count}");
    assert!(
        words.starts_with("@random answers ") && words.contains(", where A answered "),
        "{words}"
    );
}

/// A game of a log leads to the page of both games of its seed.
#[test]
fn a_game_leads_to_its_pair() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let games = dashboard.json("/api/games?log=a.log&count=100");
    for row in games["rows"].as_array().unwrap() {
        let partner = games["rows"].as_array().unwrap().iter().find(|other| {
            let swapped: Vec<&Value> = other["bots"].as_array().unwrap().iter().rev().collect();
            other["seed"] == row["seed"]
                && swapped == row["bots"].as_array().unwrap().iter().collect::<Vec<_>>()
        });
        assert_eq!(row["partner"], partner.unwrap()["recording"]);
    }
    let [first, second] =
        ["recording", "partner"].map(|name| games["rows"][0][name].as_str().unwrap());
    let page = dashboard.get(&format!("/pair?recording={first}&with={second}"));
    let pair = data_of(&page).unwrap();
    assert_eq!(pair["films"][0]["seed"], pair["films"][1]["seed"]);
    assert_eq!(pair["films"][0]["players"][0], pair["films"][1]["players"][1]);
    assert!(pair["pages"][1].as_str().unwrap().starts_with("/game?recording="));
    let same = dashboard.get(&format!("/pair?recording={first}&with={first}"));
    assert!(is_refused(&same) && same.contains("not the same in other seats"), "{same}");
    assert!(is_refused(&dashboard.get(&format!("/pair?recording={first}&with=../secret.jsonl"))));
    // A seed that a bot always lost leads there, too.
    let report = data_of(&dashboard.get("/report?log=a.log")).unwrap();
    let lost = report["lost_seeds"].as_array().unwrap();
    let seed = &lost.first().expect("a seed that a bot always lost")["seeds"][0];
    assert!(seed["pair"][0].as_str().unwrap().starts_with("a.log.games/"), "{seed}");
}

/// The list of logs says what each log found, as its report does.
#[test]
fn the_list_of_logs_has_the_headline_of_each() {
    let folder = folder();
    let games = folder.path().join("games");
    let duel = ["duel", "fruit", "@greedy", "@random", "--games", "200", "--sprt", "0,50", "--log"];
    let played = referee(&games).args(duel).arg("b.log").output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    // A recording is known by its content, whatever its name is.
    let any = fs::read_dir(games.join("a.log.games")).unwrap().next().unwrap().unwrap().path();
    fs::copy(any, games.join("game-of-may.txt")).unwrap();
    fs::write(games.join("note.json"), "{\"a\": 1}").unwrap();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let logs = loop {
        let overview = dashboard.indexed();
        let logs = overview["logs"].as_array().unwrap().clone();
        if logs.len() == 2 && logs.iter().all(|log| !log["headline"].is_null()) {
            assert_eq!(overview["recordings"], 19, "{overview}");
            break logs;
        }
        thread::yield_now();
    };
    for log in logs {
        let path = log["path"].as_str().unwrap();
        let page = dashboard.get(&format!("/report?log={path}"));
        assert_eq!(data_of(&page).unwrap()["headline"], log["headline"], "{path}");
        let words = log["headline"]["words"].as_str().unwrap();
        if path == "b.log" {
            assert_eq!(words, "@greedy is stronger than @random at 95 %");
            assert_eq!(log["headline"]["state"], "accepted");
            let pairs = log["headline"]["pairs"].as_array().unwrap().iter();
            let seeds: u64 = pairs.map(|count| count.as_u64().unwrap()).sum();
            assert_eq!(log["headline"]["games"], 2 * seeds);
        } else {
            assert!(words.contains(" is first of 3, "), "{words}");
        }
    }
}
