//! `referee try`, run as a user runs it: the log, what a kill leaves of it, verdicts, promotion and bad calls.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use referee::pages::data_of;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{
    code, err, out, refused, toy_command as command, toy_referee as referee, wait_until,
};

/// `@five` against the field, where a champion plays at random. In games of so many rounds it as good as always wins.
const TRY: [&str; 12] = [
    "try",
    "nearest",
    "@five",
    "--champion",
    "old=@random",
    "--pool",
    "x=@random",
    "--pool",
    "y=@five",
    "--option",
    "rounds=300",
    "--log=log.jsonl",
];

fn lines(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Seed and bots of each game in a log.
fn games(log: &Path) -> Vec<(String, Vec<String>)> {
    let name = |bot: &Value| bot.as_str().unwrap().to_owned();
    let bots = |line: &Value| line["bots"].as_array().unwrap().iter().map(name).collect();
    let lines = lines(log).into_iter().filter(|line| line.get("seed").is_some());
    lines.map(|line| (line["seed"].to_string(), bots(&line))).collect()
}

#[test]
fn both_bots_play_the_same_seeds_from_the_same_seats() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &[&TRY[..], &["--games", "32"]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let games = games(&folder.path().join("log.jsonl"));
    assert_eq!(games.len(), 32);
    let of = |bot: &str| {
        let with = games.iter().filter(|(_, bots)| bots.iter().any(|it| it == bot));
        let mut seats: Vec<_> = with
            .map(|(seed, bots)| {
                let seat = bots.iter().position(|it| it == bot).unwrap();
                (seed.clone(), seat, bots[1 - seat].clone())
            })
            .collect();
        seats.sort();
        seats
    };
    let candidate = of("@five");
    assert_eq!(candidate.len(), 16);
    assert_eq!(candidate, of("old"));
    // Opponents have seeds of their own, and each is there as often.
    let against = |bot: &str| candidate.iter().filter(|(_, _, it)| it == bot).count();
    assert_eq!((against("x"), against("y")), (8, 8));
    let seeds_of =
        |bot: &str| candidate.iter().filter(|it| it.2 == bot).map(|it| &it.0).collect::<Vec<_>>();
    assert!(seeds_of("x").iter().all(|seed| !seeds_of("y").contains(seed)));
}

/// The page has the course of the test up to the numbers of the report.
#[test]
fn the_page_of_a_try_has_its_course() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &[&TRY[..], &["--games", "32", "--sprt", "0,10"]].concat());
    assert_eq!(code(&output), 4, "{}", err(&output));
    referee(folder.path(), &["report", "log.jsonl", "--html", "page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let data = data_of(&page).unwrap();
    let (looks, report) = (data["course"]["looks"].as_array().unwrap(), &data["report"]);
    let games: Vec<u64> = looks.iter().map(|look| look["games"].as_u64().unwrap()).collect();
    assert_eq!((games, report["games"].as_u64()), (vec![8, 16, 24, 32], Some(32)));
    let last = looks.last().unwrap();
    let ends = |it: &Value| [it["value"].clone(), it["low"].clone(), it["high"].clone()];
    assert_eq!(last["points"], Value::from(ends(&report["points_difference"]).to_vec()));
    assert_eq!(last["elo"], Value::from(ends(&report["elo_difference"]).to_vec()));
    assert_eq!(last["llr"], report["test"]["llr"]);
    assert_eq!(data["course"]["bounds"], report["test"]["bounds"]);
}

#[test]
fn the_exit_code_is_the_verdict_and_the_report_is_the_same_again() {
    let folder = TempDir::new().unwrap();
    let run = |candidate: &str, champion: &str, more: &[&str]| {
        let fixed = ["try", "nearest", candidate, "--champion", champion, "--pool", "x=@random"];
        let rest = ["--option", "rounds=300", "--log", "log"];
        let _ = fs::remove_file(folder.path().join("log"));
        let output = referee(folder.path(), &[&fixed[..], &rest, more].concat());
        let again = referee(folder.path(), &["report", "log"]);
        assert_eq!(out(&again), out(&output), "{}{}", err(&again), err(&output));
        (code(&output), out(&output))
    };
    let (code, text) = run("@five", "old=@random", &["--sprt", "0,300"]);
    assert!(
        code == 0 && text.starts_with("@five is stronger than old against the field at 95 %: +"),
        "{text}"
    );
    let (code, text) = run("new=@random", "@five", &["--sprt", "0,300"]);
    assert!(
        code == 3
            && text.starts_with(
                "new is not stronger than @five by 300 Elo against the field at 95 %: -"
            ),
        "{text}"
    );
    let (code, text) = run("new=@random", "@five", &["--sprt", "-300,0"]);
    assert!(code == 3 && text.starts_with("new is weaker than @five against the field"), "{text}");
    let (code, text) = run("@five", "old=@random", &["--sprt", "no-loss", "--by", "score"]);
    assert!(
        code == 0 && text.starts_with("@five is not weaker than old by 5 normalised Elo against"),
        "{text}"
    );
    let (code, text) = run("@five", "old=@random", &["--sprt", "0,1", "--games", "4"]);
    assert!(
        code == 4
            && text.starts_with("undecided whether @five is stronger than old against the field"),
        "{text}"
    );
    let (code, text) = run("@five", "old=@random", &["--games", "8"]);
    assert!(
        code == 0 && text.starts_with("@five compared with old against the field: +"),
        "{text}"
    );
}

/// Nothing is lost and nothing is played twice, whenever the process is killed.
#[test]
fn a_killed_try_goes_on() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let few = [&TRY[..], &["--games", "64", "--parallel", "2"]].concat();
    for _ in 0..6 {
        let before = fs::read_to_string(&log).map_or(0, |text| text.lines().count());
        let mut child = command(folder.path(), &few)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until(|| {
            let now = fs::read_to_string(&log).map_or(0, |text| text.lines().count());
            now > before.max(8) || child.try_wait().unwrap().is_some()
        });
        // It fails if the try has ended.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let last = referee(folder.path(), &few);
    assert_eq!(code(&last), 0, "{}", err(&last));
    let mut all = games(&log);
    all.sort();
    let played = all.len();
    all.dedup();
    assert_eq!((played, all.len()), (64, 64));
    let whole = fs::read(&log).unwrap();
    let again = referee(folder.path(), &few);
    assert_eq!(fs::read(&log).unwrap(), whole, "nothing was missing");
    assert_eq!(out(&again), out(&last));
    // Another opponent adds its own games and no others.
    let more = [&few[..], &["--pool", "z=@random"]].concat();
    referee(folder.path(), &more);
    let new = games(&log).split_off(64);
    assert!(
        !new.is_empty() && new.iter().all(|(_, bots)| bots.iter().any(|bot| bot == "z")),
        "{new:?}"
    );
}

#[test]
fn three_seats_are_filled_from_the_pool() {
    let folder = TempDir::new().unwrap();
    let fixed = [
        "try",
        "pairs",
        "@six",
        "--champion",
        "old=@nought",
        "--pool",
        "x=@six",
        "--pool",
        "y=@nought",
    ];
    let output = referee(
        folder.path(),
        &[&fixed[..], &["--games", "24", "--json", "--log", "log"]].concat(),
    );
    assert_eq!(code(&output), 0, "{}", err(&output));
    let json: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(json["groups"], serde_json::json!([["x", "y"]]));
    assert_eq!((&json["games"], &json["rounds"]), (&24.into(), &2.into()));
    assert_eq!(json["opponents"].as_array().unwrap().len(), 2);
    assert_eq!(json["seats"].as_array().unwrap().len(), 3);
}

#[test]
fn a_winner_is_promoted_in_the_contest_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("botyard.toml");
    let text = "# Mine\nchampion = \"v8\" # on the site\npool = [\"v1\", \"v8\"]\ncontest.game = \"nearest\"\n\
        [bots]\nv1.run = \"@random\" # weak\nv8.run = \"@random\"\nv9.run = \"@five\"\n";
    fs::write(&file, text).unwrap();
    let run = |more: &[&str]| {
        let fixed = ["try", "v9", "--option", "rounds=300", "--sprt", "0,100"];
        referee(folder.path(), &[&fixed[..], more].concat())
    };
    let few = run(&["--games", "4", "--promote"]);
    assert_eq!(code(&few), 4, "{}", err(&few));
    assert!(err(&few).contains("v9 is not promoted"), "{}", err(&few));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let whole = run(&["--promote"]);
    assert_eq!(code(&whole), 0, "{}", err(&whole));
    assert!(
        err(&whole).contains("v9 is the champion of ")
            && err(&whole).contains("; v8 is in the pool"),
        "{}",
        err(&whole)
    );
    let new = text.replace("\"v8\" # on", "\"v9\" # on");
    assert_eq!(fs::read_to_string(&file).unwrap(), new);
    // Back again, although it is weaker.
    let fixed = ["try", "v8", "--option", "rounds=300", "--games", "4", "--promote=anyway"];
    let back = referee(folder.path(), &fixed);
    assert!(
        err(&back).contains("although no test has accepted it; v9 is in the pool"),
        "{}",
        err(&back)
    );
    let new = text.replace("[\"v1\", \"v8\"]", "[\"v1\", \"v9\"]");
    assert_eq!(fs::read_to_string(&file).unwrap(), new);
}

#[test]
fn a_wrong_call_is_told_what_to_do() {
    let folder = TempDir::new().unwrap();
    let run =
        |more: &[&str]| referee(folder.path(), &[&["try", "nearest", "@five"], more].concat());
    refused(&run(&["--pool", "@random"]), "give --champion BOT");
    refused(&run(&["--champion", "@five", "--pool", "@random"]), "is the champion itself");
    refused(&run(&["--champion", "@random"]), "give --pool BOT");
    let alone = run(&["--champion", "@random", "--pool", "@random"]);
    assert_eq!(code(&alone), 2);
    assert!(err(&alone).contains("@random is left out of the pool"), "{}", err(&alone));
    let call = ["--champion", "@random", "--pool", "x=@random", "--promote"];
    refused(&run(&call), "no such botyard.toml");
}
