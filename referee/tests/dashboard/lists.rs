//! What the pages list, and what they are sent when that changes.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;

use referee::pages::data_of;
use serde_json::{Value, json};

use super::{Dashboard, folder, is_refused, referee};

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
    // A filter changes no number.
    let newest = &recorded["rows"][0];
    let seed = newest["seed"].as_str().unwrap();
    let same_seed = dashboard.json(&format!("/api/recordings?seed={seed}"));
    assert_eq!((&same_seed["rows"][0], &newest["number"]), (newest, &18.into()));

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

/// A ladder writes its log while a page listens.
#[test]
fn each_change_of_a_log_is_sent_to_the_page() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let mut events = dashboard.news("/api/news?log=a.log");
    let mut news = || events.next().unwrap()["games_in_all"].as_u64().unwrap();
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

/// More logs than are kept in memory, with two pages for each, whose conditions differ.
#[test]
fn every_page_that_follows_a_log_gets_its_last_state() {
    let folder = folder();
    let games = folder.path().join("games");
    let text = fs::read_to_string(games.join("a.log")).unwrap();
    let (before, _) = text.match_indices('\n').nth(9).unwrap();
    let (before, after) = text.split_at(before + 1);
    let logs: Vec<String> = (0..6).map(|log| format!("l{log}.log")).collect();
    for log in &logs {
        fs::write(games.join(log), before).unwrap();
    }
    let dashboard = Dashboard::of(folder.path(), &[]);
    let all = logs.iter().flat_map(|log| [log.clone(), format!("{log}&where=turns%20%3C%201000")]);
    let addresses: Vec<String> = all.map(|asked| format!("/api/news?log={asked}")).collect();
    let mut pages: Vec<_> = addresses.iter().map(|address| dashboard.news(address)).collect();
    let mut count = |page: usize| pages[page].next().unwrap()["games_in_all"].as_u64().unwrap();
    let seen: Vec<u64> = (0..12).map(&mut count).collect();
    assert!(seen.iter().all(|seen| (1..18).contains(seen)), "{seen:?}");
    for log in &logs {
        let mut file = fs::File::options().append(true).open(games.join(log)).unwrap();
        file.write_all(after.as_bytes()).unwrap();
    }
    for (page, mut seen) in seen.into_iter().enumerate() {
        while seen < 18 {
            let now = count(page);
            assert!(now > seen, "{}: news without a change", addresses[page]);
            seen = now;
        }
    }
}

/// A longer log of other bots takes the place of a log, which is away for a moment.
#[test]
fn another_log_under_the_name_of_an_old_one_is_read_from_its_beginning() {
    let folder = folder();
    let games = folder.path().join("games");
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let mut events = dashboard.news("/api/news?log=a.log");
    assert_eq!(events.next().unwrap()["games_in_all"], 18);
    fs::rename(games.join("a.log"), games.join("old.log")).unwrap();
    // The page has seen that there is no log when the folder's page has.
    while dashboard.indexed()["logs"][0]["name"] != "old.log" {
        thread::yield_now();
    }
    let duel = ["duel", "fruit", "@nearest", "@east", "--games", "60", "--log", "new.log"];
    assert!(referee(&games).args(duel).output().unwrap().status.success());
    fs::rename(games.join("new.log"), games.join("a.log")).unwrap();
    assert_eq!(events.next().unwrap()["bots"], json!(["@nearest", "@east"]));
    let logs = || dashboard.indexed()["logs"].as_array().unwrap().clone();
    let is_new = |log: &Value| log["name"] == "a.log" && log["games"] == 60;
    while !logs().iter().any(is_new) {
        thread::yield_now();
    }
    let new = logs().into_iter().find(is_new).unwrap();
    assert_eq!(new["bots"], json!(["@east", "@nearest"]));
}

/// A copy over a log does not make another file of it.
#[test]
fn a_log_that_was_written_anew_in_place_is_read_from_its_beginning() {
    let folder = folder();
    let [games, outer] = [folder.path().join("games"), folder.path().to_owned()];
    let duel = ["duel", "fruit", "@nearest", "@east", "--games", "60", "--log", "new.log"];
    assert!(referee(&outer).args(duel).output().unwrap().status.success());
    let new = fs::read(outer.join("new.log")).unwrap();
    let write = |bytes: &[u8]| {
        // The file is never empty.
        let mut log = fs::File::options().write(true).open(games.join("a.log")).unwrap();
        log.write_all(bytes).unwrap();
        log.set_len(bytes.len() as u64).unwrap();
    };
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let mut events = dashboard.news("/api/news?log=a.log");
    assert_eq!(events.next().unwrap()["games_in_all"], 18);
    write(&new);
    assert_eq!(events.next().unwrap()["bots"], json!(["@nearest", "@east"]));
    let log = || dashboard.indexed()["logs"][0].clone();
    while log()["bots"] != json!(["@east", "@nearest"]) || log()["games"] != 60 {
        thread::yield_now();
    }
    // What was no log for a moment is read when it is one again.
    let report = || dashboard.get("/report?log=a.log");
    for nothing in ["not a log\n", ""] {
        write(nothing.as_bytes());
        while report().starts_with("HTTP/1.1 200 ") {
            thread::yield_now();
        }
        let said = report();
        assert!(said.contains(" log"), "{said}");
        write(&new);
        let said = report();
        assert!(said.starts_with("HTTP/1.1 200 "), "{said}");
    }
}

/// A recording of a contest that this referee does not know has a page all the same.
#[test]
fn a_game_of_an_unknown_contest_has_a_page() {
    let folder = folder();
    let games = folder.path().join("games");
    let known = fs::read_dir(games.join("a.log.games")).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(known).unwrap();
    fs::write(games.join("unknown.jsonl"), text.replacen("\"fruit\"", "\"mygame\"", 1)).unwrap();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let page = dashboard.get("/game?recording=unknown.jsonl");
    let film = data_of(&page).unwrap_or_else(|| panic!("{page}"));
    assert!(film["frames"].as_array().unwrap().len() > 1);
}

/// A page that was out of view, or a stream that begins again, may have missed changes.
#[test]
fn the_events_of_the_folder_begin_with_its_present_state() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let overview = dashboard.indexed();
    let first = dashboard.news("/api/news").next().unwrap();
    assert_eq!(first["recordings"], overview["recordings"]);
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
