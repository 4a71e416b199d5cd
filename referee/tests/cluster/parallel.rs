//! GNU parallel, on this machine and over ssh.

use std::fs;
use std::process::Command;

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use super::{DUEL, games, games_here, killed_after, recordings};
use crate::common::{code, err, folder_with_bot, toy_referee};

const ON: [&str; 9] = [
    "--on",
    "parallel",
    "--on-option",
    "batch-s=0.3",
    "--on-option",
    "batches=4",
    "--on-option",
    "lost-after-s=3",
    "--games",
];

pub(super) fn is_here() -> bool {
    let here = Command::new("parallel").arg("--version").output();
    let is_gnu = here.is_ok_and(|it| String::from_utf8_lossy(&it.stdout).contains("GNU parallel"));
    if !is_gnu {
        Need::Parallel.skip("GNU parallel is not installed");
    }
    is_gnu
}

#[test]
fn the_log_is_that_of_a_run_without_other_machines() {
    if !is_here() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let all = [&DUEL[..], &ON, &["60"]].concat();
    let output = toy_referee(folder.path(), &all);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let log = folder.path().join("log.jsonl");
    let here = games_here(&[&DUEL[..], &["--games", "60"]].concat());
    super::demand_equal(&games(&log), &here);
    let lost = here.iter().filter(|game| game.get("recording").is_some()).count();
    assert_eq!((recordings(folder.path()).len(), lost > 40), (lost, true));
    assert!(!folder.path().join("log.jsonl.on").exists(), "nothing is left");
    // Each game says where it was played.
    let text = fs::read_to_string(&log).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert!(last["host"]["name"].is_string() && last["host"]["processor"].is_string(), "{last}");
    // The same command plays nothing more, and the report is the same.
    let again = toy_referee(folder.path(), &all);
    assert_eq!(again.stdout, output.stdout);
    assert!(err(&again).contains("nothing was played"), "{}", err(&again));
    // More games continue the log, here or elsewhere.
    let more = [&DUEL[..], &["--games", "70", "--parallel", "1"]].concat();
    assert_eq!(code(&toy_referee(folder.path(), &more)), 0);
    let more = [&DUEL[..], &ON, &["80"]].concat();
    assert_eq!(code(&toy_referee(folder.path(), &more)), 0);
    super::demand_equal(&games(&log), &games_here(&[&DUEL[..], &["--games", "80"]].concat()));
}

#[test]
fn a_test_ends_after_the_same_game_and_the_rest_is_cancelled() {
    if !is_here() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let test = [&DUEL[..], &["--sprt", "0,10"]].concat();
    let output = toy_referee(folder.path(), &[&test[..], &ON, &["4000"]].concat());
    assert_eq!(code(&output), 3, "{}", err(&output));
    let here = games_here(&[&test[..], &["--games", "4000"]].concat());
    assert!(here.len() > 20 && here.len() < 4000);
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &here);
    let run = folder.path().join("log.jsonl.on");
    assert!(run.join("over").exists(), "tasks that still run find that the run is over");
    assert_eq!(fs::read_dir(run.join("tasks")).unwrap().count(), 0);
}

#[test]
fn a_front_end_that_is_killed_goes_on_where_it_was_also_from_another_folder() {
    if !is_here() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let absolute = log.to_str().unwrap();
    let duel = [&DUEL[..9], &[absolute], &ON, &["400"]].concat();
    let (mut kills, mut before) = (0, 0);
    for round in 0..cases(5, 12_u64) {
        let elsewhere = TempDir::new().unwrap();
        let place = if round % 2 == 0 { folder.path() } else { elsewhere.path() };
        kills += u32::from(killed_after(place, &duel, 150 + round * 97 % 400));
        // A line may be cut off by the kill.
        let text = fs::read_to_string(&log).unwrap_or_default();
        let now = text.lines().filter(|line| line.starts_with("{\"seed\"")).count();
        assert!(now + 1 >= before, "games were lost");
        before = now;
    }
    let output = toy_referee(folder.path(), &duel);
    assert_eq!(code(&output), 0, "{}", err(&output));
    eprintln!("{before} games after {kills} kills");
    assert!(kills > 0);
    super::demand_equal(&games(&log), &games_here(&[&DUEL[..], &["--games", "400"]].concat()));
}

#[test]
fn a_ladder_is_played_elsewhere_too() {
    if !is_here() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let ladder = [
        "ladder",
        "nearest",
        "a=@random",
        "@five",
        "b=@random",
        "--log",
        "log.jsonl",
        "--games",
        "6",
    ];
    let output = toy_referee(folder.path(), &[&ladder[..], &ON[..8]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let (away, here) = (games(&folder.path().join("log.jsonl")), games_here(&ladder));
    assert_eq!(away.len(), 18);
    super::demand_equal(&away, &here);
}

/// In place of `ssh`: the first connection to a machine called `bad` is refused, and so is each one to `never`. As `sshd` does,
/// it tells the machine its shell, which GNU parallel calls there.
const REFUSES: &str = r#"
node=$1
shift
[ "$1" = -- ] && shift
[ "$node" = never ] && { echo "no route to $node" >&2; exit 255; }
[ -e seen ] || { : >seen; echo "$node refused" >&2; exit 255; }
SHELL=/bin/sh exec sh -c "$*"
"#;

/// The words that play on machines of these names, which the script reaches.
fn refusing(folder: &TempDir, names: &[&str]) -> Vec<String> {
    let seen = folder.path().join("seen");
    let script = REFUSES.replace("seen", &seen.to_string_lossy());
    let path = folder.path().join("ssh.sh");
    fs::write(&path, script).unwrap();
    let login = |name: &&str| format!("--on-option=sshlogin=1/sh {} {name}", path.display());
    let words = ["--on=parallel", "--on-option=lost-after-s=0.3"].map(str::to_owned);
    words.into_iter().chain(names.iter().map(login)).collect()
}

/// GNU parallel takes no notice of the end of a task while it waits for the next one.
#[test]
fn the_last_task_is_played_again_after_a_connection_was_refused() {
    if !is_here() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let on = refusing(&folder, &["bad"]);
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let output = toy_referee(folder.path(), &[&DUEL[..], &on, &["--games", "2"]].concat());
    let said = err(&output);
    assert_eq!(code(&output), 0, "{said}");
    let why = "batch 1 failed on bad: it was lost; its last words: bad refused\n";
    assert!(said.contains(why), "{said}");
    assert_eq!(games(&folder.path().join("log.jsonl")).len(), 2);
}

#[test]
fn a_machine_that_cannot_be_reached_spoils_no_run_and_is_taken_out() {
    if !is_here() {
        return;
    }
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("seen"), "").unwrap();
    let on = refusing(&folder, &["good", "never"]);
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let output = toy_referee(folder.path(), &[&DUEL[..], &on, &["--games", "40"]].concat());
    let said = err(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains(" failed on never: it was lost; its last words: no route to never\n"));
    super::demand_equal(
        &games(&folder.path().join("log.jsonl")),
        &games_here(&[&DUEL[..], &["--games", "40"]].concat()),
    );
    // Many batches that fail at once are one failure of the machine, which may be away for a moment.
    let folder = TempDir::new().unwrap();
    let on = refusing(&folder, &["never"]);
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let output = toy_referee(folder.path(), &[&DUEL[..], &on, &["--games", "40"]].concat());
    let said = err(&output);
    assert_eq!(code(&output), 1, "{said}");
    assert!(said.matches("no route to never").count() > 20, "{said}");
    assert!(said.contains("never is taken out of the run: its last ten batches failed"), "{said}");
    assert!(said.contains("every machine of the run was taken out"), "{said}");
}

const TUNABLE: &str = r#"
case $1 in --params) echo '{"name":"keel","default":2,"low":0,"high":9}'; exit ;; esac
while read -r line; do echo 5; done
"#;

/// Each iteration has a plan of its own, and so has the duel at the end.
#[test]
fn a_tuning_loses_no_batch_from_one_iteration_to_the_next() {
    if !is_here() {
        return;
    }
    let folder = folder_with_bot(TUNABLE);
    let tune = ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json", "--pairs", "1"];
    let few = ["--iterations", "3", "--final-games", "2"];
    let output = toy_referee(folder.path(), &[&tune[..], &few, &ON[..8]].concat());
    let said = err(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert!(!said.contains("failed: it was lost"), "{said}");
}
