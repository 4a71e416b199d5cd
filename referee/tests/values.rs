//! What bots report of themselves: from their lines on standard error to reports, as a user runs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use referee::pages::data_of;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{code, err, out, refused, toy_referee};

/// A bot that reports values of all forms. Its parameter is added to its numbers.
const BOT: &str = r#"
n=0
while read -r line; do
  n=$((n + 1))
  {
    echo "[TDATA] map_size = 18"
    echo "thinking about [PDATA] nothing = 1"
    echo "[PDATA] opening = left side"
    echo "[PDATA+] nodes = $((n * 10))"
    echo "[PDATA][$((2 * n))] width = $((n * n + $1))"
    echo "@value depth=$((n + $1))"
  } >&2
  echo 5
done
echo "[PDATA] farewell = 1" >&2
"#;

/// A folder with the log of a duel of two bots that report values, and all recordings.
fn duel() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), BOT).unwrap();
    let bots = ["duel", "nearest", "a=sh bot.sh 0", "b=sh bot.sh 7"];
    let more = ["--games", "8", "--keep", "all", "--log", "log", "--csv", "table.csv"];
    let output = toy_referee(folder.path(), &[&bots[..], &more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = toy_referee(folder, arguments);
    assert_eq!(code(&output), 0, "{}", err(&output));
    out(&output)
}

fn report(folder: &Path, arguments: &[&str]) -> Value {
    let text = run(folder, &[&["report", "log", "--json"], arguments].concat());
    serde_json::from_str(&text).unwrap()
}

/// The games of a log.
fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("log")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line.get("seed").is_some()).collect()
}

#[test]
fn a_duel_keeps_what_its_bots_report() {
    let folder = duel();
    let games = games(folder.path());
    assert_eq!(games.len(), 8);
    for game in &games {
        assert_eq!(game["values"], json!({"map_size": 18.0}));
        assert_eq!(game["end"], "rounds");
        for seat in 0..2 {
            let plus = if game["bots"][seat] == "a" { 0.0 } else { 7.0 };
            let values = &game["seat_values"][seat];
            assert_eq!(
                (&values["opening"], &values["nodes"]),
                (&json!("left side"), &json!(150.0))
            );
            let depth = json!({
                "mean": 3.0 + plus, "least": 1.0 + plus, "most": 5.0 + plus, "last": 5.0 + plus, "count": 5,
            });
            assert_eq!(values["depth"], depth);
            assert_eq!(values["width"]["mean"], json!(11.0 + plus));
            assert!(values.get("nothing").is_none());
        }
    }
    let text = run(folder.path(), &["report", "log"]);
    for line in [
        "  value                 games  mean  spread  least  most  as A  as B",
        "  map_size of the game      8    18       0     18    18",
        "  depth of b                8    10       0      8    12    10    10",
        "  opening of a: left side in 8",
    ] {
        assert!(text.lines().any(|it| it == line), "{line:?} is not in:\n{text}");
    }
    let table = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<&str>>());
    let (head, row) = (rows.next().unwrap(), rows.next().unwrap());
    let of = |name: &str| {
        row[head.iter().position(|it| *it == name).unwrap_or_else(|| panic!("{head:?}"))]
    };
    assert_eq!(
        [of("value map_size"), of("value depth of a"), of("value depth of b")],
        ["18.000000", "3.000000", "10.000000"]
    );
    assert_eq!(of("value depth deviation of b"), "0.000000");
    let ladder = run(
        folder.path(),
        &[
            "ladder",
            "nearest",
            "a=sh bot.sh 0",
            "b=sh bot.sh 7",
            "--games",
            "2",
            "--log",
            "ladder",
            "--csv",
            "ladder.csv",
        ],
    );
    assert!(ladder.contains("  depth of b                2    10"), "{ladder}");
    let table = fs::read_to_string(folder.path().join("ladder.csv")).unwrap();
    assert!(
        table.lines().next().unwrap().ends_with(",value width,value width deviation"),
        "{table}"
    );
}

/// The numbers of a value by bot and turn, read from the recordings in the plain way.
fn turns(folder: &Path, name: &str, with_turn: bool) -> BTreeMap<(String, u64), Vec<f64>> {
    let mut all: BTreeMap<(String, u64), Vec<f64>> = BTreeMap::new();
    for game in games(folder) {
        let text = fs::read_to_string(folder.join(game["recording"].as_str().unwrap())).unwrap();
        let mut exchanges = [0_u64; 2];
        for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let Some(seat) = line["seat"].as_u64() else { continue };
            exchanges[seat as usize] += 1;
            for said in line["stderr"].as_array().into_iter().flatten() {
                let said = said.as_str().unwrap().replace(['[', ']', '='], " ");
                let words: Vec<&str> = said.split_whitespace().collect();
                let (turn, number) = match words[..] {
                    ["@value", it, number] if it == name && !with_turn => {
                        (exchanges[seat as usize], number)
                    }
                    ["PDATA", turn, it, number] if it == name && with_turn => {
                        (turn.parse().unwrap(), number)
                    }
                    _ => continue,
                };
                let bot = game["bots"][seat as usize].as_str().unwrap().to_owned();
                all.entry((bot, turn)).or_default().push(number.parse().unwrap());
            }
        }
    }
    all
}

#[test]
fn a_value_by_turn_is_that_of_the_recordings() {
    let folder = duel();
    for (name, with_turn) in [("depth", false), ("width", true)] {
        let found = &report(folder.path(), &["--by-turn", name])["by_turn"];
        assert_eq!((&found["name"], &found["recordings"]), (&json!(name), &json!(8)));
        let expected = turns(folder.path(), name, with_turn);
        assert_eq!(expected.len(), 10, "{expected:?}");
        let mut count = 0;
        for bot in found["bots"].as_array().unwrap() {
            for turn in bot["turns"].as_array().unwrap() {
                let key = (bot["bot"].as_str().unwrap().to_owned(), turn["turn"].as_u64().unwrap());
                let numbers = &expected[&key];
                let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
                let ends =
                    [f64::min, f64::max].map(|end| numbers.iter().copied().reduce(end).unwrap());
                let all = json!({"turn": key.1, "numbers": numbers.len(), "mean": mean, "least": ends[0], "most": ends[1]});
                assert_eq!(turn, &all);
                count += 1;
            }
        }
        assert_eq!(count, 10);
    }
    let text = run(folder.path(), &["report", "log", "--by-turn", "depth", "--html", "page.html"]);
    assert!(text.contains("  by turn: 8 recordings of 8 games\n  depth by turn"), "{text}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let turns = &data_of(&page).unwrap()["metrics"]["depth"]["a"];
    assert_eq!(turns[0], Value::Null, "the chart of the page");
    assert_eq!(turns[1], json!([1.0, 1.0, 1.0]), "the chart of the page");
    refused(
        &toy_referee(folder.path(), &["report", "log", "--by-turn", "deep"]),
        "only depth, map_size, nodes, width",
    );
}

#[test]
fn a_condition_restricts_reports_and_pages_or_says_what_is_wrong() {
    let folder = duel();
    let seed = games(folder.path())[0]["seed"].as_str().unwrap().to_owned();
    let condition =
        format!("seed == {seed} and a.depth < b.depth and map_size == 18 and rounds == 5");
    let text = run(folder.path(), &["report", "log", "--where", &condition, "--html", "page.html"]);
    assert!(text.contains(&format!("  only games where {condition}: 2 of 8\n")), "{text}");
    assert!(text.starts_with("a against b: 2 games of nearest on 1 seed\n"), "{text}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert_eq!(data_of(&page).unwrap()["games_in_all"], 2);
    let text = run(folder.path(), &["report", "log", "--where", "p1.bot == 'a'"]);
    assert!(
        text.contains("  not counted: 4 seeds without all of their 2 games; a condition on p1"),
        "{text}"
    );
    for (condition, advice) in [
        ("map_sise < 20", "names 'map_sise', which no game has; the names are: "),
        ("p1.depth = 3", "compare with =="),
        ("map_size > 100", "holds in 0 of 8 games"),
    ] {
        refused(&toy_referee(folder.path(), &["report", "log", "--where", condition]), advice);
    }
    fs::remove_dir_all(folder.path().join("log.games")).unwrap();
    let by_turn = toy_referee(folder.path(), &["report", "log", "--by-turn", "depth"]);
    refused(&by_turn, "no value 'depth': no recording of 8 games is here; play with --keep all");
}

#[test]
fn a_lost_game_is_listed_with_its_cause_and_a_command_that_plays_it_again() {
    let folder = TempDir::new().unwrap();
    let wrong = "wrong=sh -c 'read line; echo 5; read line; echo seven'";
    let duel = ["duel", "nearest", "@five", wrong, "--games", "2", "--log", "log"];
    run(folder.path(), &duel);
    let found = report(folder.path(), &["--lost", "wrong"]);
    assert_eq!((&found["games"], found["lost"].as_array().unwrap().len()), (&json!(2), 2));
    let text = run(folder.path(), &["report", "log", "--lost", "wrong"]);
    assert!(text.starts_with("wrong lost 2 of 2 games\n"), "{text}");
    for lost in found["lost"].as_array().unwrap() {
        let cause = lost["cause"].as_str().unwrap();
        assert!(cause.contains("got \"seven\"") && text.contains(cause), "{cause}");
        let recording = folder.path().join(lost["recording"].as_str().unwrap());
        assert!(recording.is_file(), "{}", recording.display());
        let again = lost["again"].as_str().unwrap();
        assert!(text.contains(again), "{text}");
        let words = shell_words::split(again).unwrap();
        let words: Vec<&str> = words[1..].iter().map(String::as_str).chain(["--json"]).collect();
        let played: Value = serde_json::from_str(&run(folder.path(), &words)).unwrap();
        assert_eq!(
            (&played["result"]["scores"], &played["result"]["ranks"]),
            (&lost["scores"], &lost["ranks"])
        );
    }
    // The report on the duel names them too, the worst first, and where the recordings are.
    let text = run(folder.path(), &["report", "log"]);
    assert!(!text.contains("worst losses"), "it is about @five, who won: {text}");
    assert!(text.contains("  2 recordings in log.games\n"), "{text}");
    let text = run(folder.path(), &["report", "log", "wrong", "@five"]);
    assert!(text.contains("  worst losses of wrong (all with --lost wrong):\n"), "{text}");
    let is_loss = |line: &&str| line.starts_with("    seed ") && line.contains(": referee view ");
    let shown = text.lines().filter(is_loss).count();
    assert_eq!(shown, 2, "{text}");
    // The log may be copied without the recordings: then no command names them.
    std::fs::rename(folder.path().join("log.games"), folder.path().join("elsewhere")).unwrap();
    let text = run(folder.path(), &["report", "log", "wrong", "@five"]);
    assert!(text.contains("  2 recordings in log.games, which is missing\n"), "{text}");
    let is_loss =
        |line: &&str| line.starts_with("    seed ") && line.contains(": referee play nearest ");
    assert_eq!(text.lines().filter(is_loss).count(), 2, "{text}");
    let output = toy_referee(folder.path(), &["report", "log", "--html", "moved.html"]);
    let note = "2 recordings get no page: missing or no recordings, such as log.games/";
    assert!(err(&output).contains(note) && err(&output).lines().count() == 2, "{output:?}");
    let text = run(folder.path(), &["report", "log", "--lost", "wrong"]);
    assert_eq!(text.matches(".jsonl, which is missing\n").count(), 2, "{text}");
    let five = report(folder.path(), &["--lost", "@five"]);
    assert_eq!(five["lost"], json!([]));
    refused(
        &toy_referee(folder.path(), &["report", "log", "--lost", "six"]),
        "there are: @five, wrong",
    );
}

/// A bot that reports as much as it can.
const HOSTILE: &str = r#"
while read -r line; do
  awk 'BEGIN { for (i = 0; i < 3000; i++) {
    printf "[PDATA] n%d%d = %s\n", i, srand(), "long long long long long long long long long long long long long long long long long long long long long"
    printf "[TDATA] t%d = 1e99\n[PDATA+] sum = 1e100\n@value series=-1e100\n@value huge=1e300\n[PDATA] \033[2J = 1\n", i
  } }' >&2
  echo 5
done
"#;

#[test]
fn a_hostile_bot_does_not_blow_up_the_log() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), HOSTILE).unwrap();
    let duel = [
        "duel",
        "nearest",
        "a=sh bot.sh",
        "@five",
        "--timeout-factor",
        "100",
        "--games",
        "2",
        "--log",
        "log",
    ];
    let text = run(folder.path(), &duel);
    assert!(!text.contains('\u{1b}'));
    for line in fs::read_to_string(folder.path().join("log")).unwrap().lines() {
        assert!(line.len() < 20_000, "{} bytes", line.len());
    }
    for game in games(folder.path()) {
        let seats = game["seat_values"].as_array().unwrap();
        let most = seats.iter().map(|seat| seat.as_object().unwrap().len()).max();
        assert_eq!((most, game["values"].as_object().unwrap().len()), (Some(50), 50));
    }
    let found = report(folder.path(), &[]);
    assert!(found["values"].as_array().unwrap().len() <= 200);
}
