//! How fast bots think on each machine, and time limits that follow it.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, refused, toy_referee};

/// A bot that says how fast it is on this machine.
const BOT: &str = r#"
if [ "$1" = bench ]; then
    case ${SLURMD_NODENAME:-front} in
    n1) nodes=500 ;;
    broken) exit 1 ;;
    *) nodes=1000 ;;
    esac
    echo "12 nodes, $nodes nodes per second"
    exit
fi
while read line; do echo 1; done
"#;

/// Two machines: tasks with an even number run on `n0`, the others on `n1`.
const SUBMIT: &str = "submit=SLURMD_NODENAME=n$(({task} % 2)) {command}";

fn folder(bench: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), BOT).unwrap();
    let table = format!("[bots.mine]\nrun = \"sh bot.sh\"\n{bench}");
    fs::write(
        folder.path().join("botyard.toml"),
        format!("[contest]\ngame = \"nearest\"\n{table}"),
    )
    .unwrap();
    folder
}

fn duel(folder: &Path, more: &[&str]) -> std::process::Output {
    duel_on(folder, SUBMIT, more)
}

fn duel_on(folder: &Path, submit: &str, more: &[&str]) -> std::process::Output {
    let duel = ["duel", "mine", "x=@random", "--games", "40", "--log", "log.jsonl", "--json"];
    toy_referee(folder, &[&duel[..], &on(submit), more].concat())
}

fn on(submit: &str) -> [&str; 8] {
    let option = "--on-option";
    ["--on", "command", option, submit, option, "batch-s=0.1", option, "batches=2"]
}

fn log(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("log.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_report_names_a_machine_on_which_a_bot_thinks_less_and_calibrate_gives_it_time() {
    let folder = folder("bench = true\n");
    let output = duel(folder.path(), &["--calibrate"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let lines = log(folder.path());
    assert_eq!(lines[0]["clocks"], "--calibrate");
    let games: Vec<&Value> = lines.iter().filter(|line| line["seed"].is_string()).collect();
    for game in &games {
        let mine = usize::from(game["bots"][0] != "mine");
        let host = &game["host"];
        let is_slow = host["name"] == "n1";
        assert_eq!(host["nodes_per_second"][mine], if is_slow { 500 } else { 1000 }, "{game}");
        assert_eq!(host["nodes_per_second"][1 - mine], 0);
        // A bot without a bench has the factor of the others.
        let percent = if is_slow { 200 } else { 100 };
        assert_eq!(host["limit_percent"], serde_json::json!([percent, percent]));
        let again = game["again"].as_str().unwrap();
        let factor = format!("--timeout-factor={}=2", if mine == 0 { "A" } else { "B" });
        assert_eq!(again.contains(&factor), is_slow, "{again}");
    }
    let slow = games.iter().filter(|game| game["host"]["name"] == "n1").count();
    assert!(slow > 0 && slow < games.len(), "both machines have played");
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    let machines = &report["machines"];
    assert_eq!(machines["all"].as_array().map(Vec::len), Some(2));
    assert_eq!(machines["all"][1]["bots"]["mine"]["limit_factor"], 2.0);
    assert_eq!(
        (&machines["slow"][0]["machine"], &machines["slow"][0]["speed"]["share"]),
        (&"n1".into(), &0.5.into())
    );
    let text = out(&toy_referee(folder.path(), &["report", "log.jsonl"]));
    assert!(text.contains("  played on 2 machines:\n"), "{text}");
    assert!(
        text.contains(
            "  mine is slower on n1: 50 % of the nodes of the median machine, by its bench"
        ),
        "{text}"
    );
    // A log whose limits were scaled goes on with scaled limits only.
    refused(&duel(folder.path(), &[]), "holds games with --calibrate, not the usual clock");
}

#[test]
fn a_machine_that_cannot_be_calibrated_plays_nothing() {
    let folder = folder("bench = true\n");
    let broken = "submit=SLURMD_NODENAME=broken {command} # {task}";
    let output = duel_on(folder.path(), broken, &["--calibrate"]);
    assert_eq!(code(&output), 1);
    let said = err(&output);
    assert!(
        said.contains("the machine broken cannot be calibrated: no bot's `bench` succeeds there"),
        "{said}"
    );
    assert!(log(folder.path()).iter().all(|line| line["seed"].is_null()));
}

#[test]
fn calibrate_needs_a_bench_and_other_machines() {
    let folder = folder("");
    let output = duel(folder.path(), &["--calibrate"]);
    assert_eq!(code(&output), 1);
    assert!(
        err(&output).contains("--calibrate needs a bot with the command `bench`"),
        "{}",
        err(&output)
    );
    let here = ["duel", "mine", "x=@random", "--on", "local", "--calibrate"];
    refused(&toy_referee(folder.path(), &here), "'local' plays the games here; leave it out");
    refused(&toy_referee(folder.path(), &["duel", "mine", "x=@random", "--calibrate"]), "--on");
    // Without --calibrate nothing is scaled, and a bot without a bench has no speed.
    let plain = ["duel", "mine", "x=@random", "--games", "4", "--log", "other.jsonl"];
    let output = toy_referee(folder.path(), &[&plain[..], &on(SUBMIT)].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let text = fs::read_to_string(folder.path().join("other.jsonl")).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let host = &last["host"];
    assert!(host["name"].is_string(), "{last}");
    assert!(host["nodes_per_second"].is_null() && host["limit_percent"].is_null(), "{last}");
}
