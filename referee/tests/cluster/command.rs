//! A command of the user's own, which runs tasks out of order, twice, and not at all.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use referee::testkit::needs::Need;
use tempfile::TempDir;

use super::{DUEL, games, games_here};
use crate::common::{code, err, refused, toy_referee};

/// A stand-in for a cluster. It takes the number of a task and its command.
///
/// Of five tasks the first is not run at all the first time, the second runs twice at the same time, the third is killed
/// while it runs and then runs, the fourth is cut off in a result of its own, and the fifth is late.
const STAND_IN: &str = r#"#!/bin/sh
task=$1; shift
here=$(dirname "$0")
[ -e "$here/seen-$task" ] && exec "$@"
: >"$here/seen-$task"
case $((task % 5)) in
0) exit 0 ;;
1) "$@" & "$@"; wait ;;
2) "$@" & child=$!; sleep 0.1; kill -9 $child; exec "$@" ;;
3) printf '{"format":"botyard-batch/1","pl' >"$here/log.jsonl.on/results/$task.jsonl"; sleep 0.2; exec "$@" ;;
4) sleep 0.7; exec "$@" ;;
esac
"#;

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn on(submit: &str) -> Vec<String> {
    on_with("batches=8", submit)
}

fn on_with(batches: &str, submit: &str) -> Vec<String> {
    let words = ["--on", "command", "--on-option", submit, "--on-option", "lost-after-s=1.5"];
    let more = ["--on-option", batches, "--on-option", "batch-s=0.1"];
    words.iter().chain(&more).map(|word| (*word).to_owned()).collect()
}

#[test]
fn tasks_that_run_out_of_order_twice_or_not_at_all_leave_the_same_log() {
    let folder = TempDir::new().unwrap();
    write_program(&folder.path().join("stand-in"), STAND_IN);
    let on = on("submit=./stand-in {task} {command}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = [&DUEL[..], &["--games", "80"]].concat();
    let output = toy_referee(folder.path(), &[&duel[..], &on].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
    let said = err(&output);
    assert!(said.contains("it was lost"), "{said}");
    assert!(said.contains("its results cannot be used: it is cut off"), "{said}");
}

#[test]
fn tasks_of_an_array_find_their_index_in_a_variable() {
    let folder = TempDir::new().unwrap();
    let script = "#!/bin/sh\nlast=${1#*-}; shift\nfor i in $(seq $last -1 0); do HQ_TASK_ID=$i \"$@\" & done; wait\n";
    write_program(&folder.path().join("array"), script);
    let on = on("submit=./array {array} {command}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = [&DUEL[..], &["--games", "40"]].concat();
    let output = toy_referee(folder.path(), &[&duel[..], &on].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
}

/// A machine does not know how many games of a bot were replayed, so the front end counts.
#[test]
fn a_bot_that_ends_itself_uses_up_its_replays_on_other_machines_too() {
    let folder = TempDir::new().unwrap();
    let on = on("submit=setsid {command} # {task}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let bot = "dies=sh -c 'read line; kill -9 $$'";
    let duel = ["duel", "nearest", bot, "@five", "--games", "40", "--keep-going"];
    let log = ["--log", "log.jsonl", "--keep", "all"];
    let output = toy_referee(folder.path(), &[&duel[..], &log, &on].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let games = games(&folder.path().join("log.jsonl"));
    let replayed = games.iter().map(|game| game["replayed"] == 1);
    // As in a run on one machine: see the unit tests of replays.
    assert_eq!(replayed.collect::<Vec<bool>>(), (0..40).map(|it| it < 11).collect::<Vec<bool>>());
    assert!(games[39]["flag_stands"].is_array(), "{}", games[39]);
    let recording = games[39]["recording"].as_str().unwrap();
    assert!(folder.path().join(recording).is_file());
}

/// Keeps the plan of a run whose tasks are never started.
fn kept_plan(folder: &Path, bot: &str) {
    let on = on("submit=sleep 0 # {task} {command}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = ["duel", "nearest", bot, "@five", "--log", "log.jsonl", "--games", "4"];
    super::killed_after(folder, &[&duel[..], &on].concat(), 1200);
    assert!(folder.join("log.jsonl.on/tasks/1.json").exists());
}

#[test]
fn a_batch_is_played_by_hand_and_once() {
    let folder = TempDir::new().unwrap();
    kept_plan(folder.path(), "x=@random");
    let plan = "log.jsonl.on/plan.json";
    let text = fs::read_to_string(folder.path().join(plan)).unwrap();
    assert!(text.contains("`referee batch THIS-FILE --task K`"), "{text}");
    let batch = |task| toy_referee(folder.path(), &["batch", plan, "--task", task]);
    let said = |task| err(&batch(task));
    assert!(said("1").contains("batch 1: 2 games played"));
    let results = folder.path().join("log.jsonl.on/results/1.jsonl");
    let first = fs::read(&results).unwrap();
    assert!(said("1").contains("has its results already"));
    assert_eq!(fs::read(&results).unwrap(), first);
    assert!(said("77").contains("is not wanted any more"));
    // A damaged result is played again.
    fs::write(&results, &first[..first.len() / 2]).unwrap();
    assert!(said("1").contains("2 games played"));
    fs::write(folder.path().join("log.jsonl.on/over"), "").unwrap();
    assert!(said("2").contains("is not wanted any more"));
    // A plan that somebody changed is refused.
    fs::remove_file(folder.path().join("log.jsonl.on/over")).unwrap();
    fs::write(
        folder.path().join(plan),
        text.replace("\"timeout_factor\": 1.0", "\"timeout_factor\": 2.0"),
    )
    .unwrap();
    let output = batch("2");
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("was changed after it was written"), "{}", err(&output));
}

/// What somebody or a broken disk left in the folder of a run is an error, or is played again. Nothing waits for a pipe.
#[test]
fn damaged_files_of_a_run_are_refused() {
    let folder = TempDir::new().unwrap();
    kept_plan(folder.path(), "x=@random");
    let at = |name: &str| folder.path().join("log.jsonl.on").join(name);
    let batch =
        |task| toy_referee(folder.path(), &["batch", "log.jsonl.on/plan.json", "--task", task]);
    let fails = |sentence: &str| {
        let output = batch("1");
        assert_eq!(code(&output), 1, "{}", err(&output));
        assert!(err(&output).contains(sentence), "{}", err(&output));
    };
    let pipe = |name: &str| {
        let _ = fs::remove_file(at(name));
        nix::unistd::mkfifo(&at(name), nix::sys::stat::Mode::S_IRWXU).unwrap();
    };
    let games = fs::read_to_string(at("tasks/1.json")).unwrap();
    for (whole, damaged) in
        [("\"task\":1", "\"task\":2"), ("\"@five\"", "\"@six\""), ("\"x\",", "")]
    {
        assert!(games.contains(whole), "{games}");
        fs::write(at("tasks/1.json"), games.replace(whole, damaged)).unwrap();
        fails("its games are not those of a batch 1 of the plan");
    }
    pipe("tasks/1.json");
    fails("cannot read the batch");
    fs::remove_file(at("tasks/1.json")).unwrap();
    fs::write(at("tasks/1.json"), &games).unwrap();
    let plan = fs::read_to_string(at("plan.json")).unwrap();
    let later = plan.replace("botyard-plan/1", "botyard-plan/2").replace("\"hero\"", "\"first\"");
    fs::write(at("plan.json"), later).unwrap();
    fails("is of format botyard-plan/2, not botyard-plan/1");
    pipe("plan.json");
    fails("cannot read the plan");
    fs::remove_file(at("plan.json")).unwrap();
    fs::write(at("plan.json"), plan).unwrap();
    for name in ["avoid", "results/1.jsonl", "running/1", "failed/1"] {
        pipe(name);
    }
    let output = batch("1");
    assert!(err(&output).contains("batch 1: 2 games played"), "{}", err(&output));
}

/// As ssh does: it has a shell start the command, in the folder of the user.
#[test]
fn a_batch_may_be_started_in_any_folder_by_another_shell() {
    let (folder, home) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let here = folder.path().join("a folder");
    fs::create_dir(&here).unwrap();
    fs::write(here.join("my bot.sh"), "while read line; do echo 1; done\n").unwrap();
    let script = "#!/bin/sh\ncd \"$HOME\" && exec sh -c \"$*\"\n";
    write_program(&here.join("another-shell"), script);
    let duel = ["duel", "nearest", "mine=sh 'my bot.sh'", "@five", "--log", "log.jsonl"];
    let submit =
        format!("submit=HOME={} ./another-shell {{quoted}} # {{task}}", home.path().display());
    let more = ["--on", "command", "--on-option", &submit, "--games", "4"];
    let output = toy_referee(&here, &[&duel[..], &more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(games(&here.join("log.jsonl")).len(), 4);
}

#[test]
fn another_bot_on_a_node_is_refused() {
    let folder = TempDir::new().unwrap();
    let bot = folder.path().join("bot.sh");
    fs::write(&bot, "while read line; do echo 1; done\n").unwrap();
    kept_plan(folder.path(), "mine=sh bot.sh");
    fs::write(&bot, "while read line; do echo 2; done\n").unwrap();
    let output = toy_referee(folder.path(), &["batch", "log.jsonl.on/plan.json", "--task", "1"]);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("mine is another bot on "), "{}", err(&output));
    assert!(folder.path().join("log.jsonl.on/failed/1").exists(), "the front end is told");
}

#[test]
fn a_run_whose_tasks_always_fail_ends_with_their_last_words() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), "while read line; do echo 1; done\n").unwrap();
    let script = "#!/bin/sh\necho '# changed' >>bot.sh\n\"$@\"\n";
    write_program(&folder.path().join("breaks"), script);
    let on = on("submit=./breaks {command} # {task}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel =
        ["duel", "nearest", "mine=sh bot.sh", "@five", "--log", "log.jsonl", "--games", "40"];
    let output = toy_referee(folder.path(), &[&duel[..], &on].concat());
    let said = err(&output);
    assert_eq!(code(&output), 1, "{said}");
    assert!(said.contains("is taken out of the run: its last ten batches failed"), "{said}");
    assert!(said.contains("every machine of the run was taken out"), "{said}");
    assert!(said.contains("mine is another bot on "), "{said}");
}

#[test]
fn a_start_that_fails_ends_the_run_if_nothing_was_played() {
    let folder = TempDir::new().unwrap();
    for (submit, words) in [
        ("submit=hqq submit {array} {command}", "hqq: not found"),
        ("submit=false {task} {command}", "exit status: 1"),
    ] {
        let on = on(submit);
        let on: Vec<&str> = on.iter().map(String::as_str).collect();
        let output = toy_referee(folder.path(), &[&DUEL[..], &["--games", "40"], &on].concat());
        let said = err(&output);
        assert_eq!(code(&output), 1, "{said}");
        assert!(
            said.contains("error: the command cannot start tasks: its `submit` ended with"),
            "{said}"
        );
        assert!(said.contains(words), "{said}");
    }
}

/// Every third start fails.
#[test]
fn starts_that_fail_now_and_then_leave_the_same_log() {
    let folder = TempDir::new().unwrap();
    let script = "#!/bin/sh\ntask=$1; shift\n[ $((task % 3)) = 0 -a ! -e seen-$task ] && { : >seen-$task; exit 7; }\nexec \"$@\"\n";
    write_program(&folder.path().join("stand-in"), script);
    let on = on("submit=./stand-in {task} {command}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = [&DUEL[..], &["--games", "40"]].concat();
    let output = toy_referee(folder.path(), &[&duel[..], &on].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
    assert!(err(&output).contains("its `submit` ended with exit status: 7"), "{}", err(&output));
}

#[test]
fn wrong_words_for_other_machines_are_refused() {
    let folder = TempDir::new().unwrap();
    let with = |more: &[&str]| toy_referee(folder.path(), &[&DUEL[..], more].concat());
    refused(&with(&["--on", "moon"]), "'moon' is neither an engine");
    refused(&with(&["--on", "command"]), "needs `submit`");
    refused(&with(&["--on", "slurm", "--on-option", "bathces=3"]), "unknown field `bathces`");
    refused(&with(&["--detach"]), "--on");
    refused(&toy_referee(folder.path(), &["batch", "plan.json"]), "--task");
}

#[test]
fn a_stranger_is_refused_on_a_machine_that_cannot_isolate_it() {
    if !Need::linux_room() {
        return;
    }
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), "while read line; do echo 1; done\n").unwrap();
    // The tasks run as on a system that isolates nothing; the command itself runs on this one.
    let on = on("submit=BOTYARD_PLATFORM=posix {command} # {task}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = ["duel", "nearest", "@five", "--log", "log.jsonl", "--games", "4"];
    let with = |more: &[&str]| toy_referee(folder.path(), &[&duel[..], more, &on].concat());
    let refused = with(&["theirs=stranger:sh bot.sh"]);
    let said = err(&refused);
    if said.contains("cannot isolate a stranger: it does not give") {
        Need::Isolation.skip(said);
        return;
    }
    assert_eq!(code(&refused), 1, "{said}");
    let why =
        "'stranger:sh bot.sh' cannot play on this machine: this system cannot isolate a stranger";
    let first = said.lines().find(|line| line.starts_with("batch 1 failed on "));
    assert!(first.is_some_and(|line| line.contains(why)), "{said}");
    assert_eq!(games(&folder.path().join("log.jsonl")).len(), 0, "it has not played");
    // It plays there once somebody says that this is enough.
    let best = with(&["theirs=stranger:sh bot.sh", "--strangers=best"]);
    assert_eq!(code(&best), 0, "{}", err(&best));
    let played = games(&folder.path().join("log.jsonl"));
    assert_eq!(played.len(), 4);
    let in_force = played[0]["in_force"].to_string();
    assert!(in_force.contains("session") && !in_force.contains("scratch"), "{in_force}");
}

/// A stand-in for Apptainer: it notes its words and runs the command in the folder that they name.
const APPTAINER: &str = r#"#!/bin/sh
echo "$*" >>"$(dirname "$0")/words"
[ "$1" = exec ] || exit 9
shift
while [ "${1#--}" != "$1" ]; do
    [ "$1" = --pwd ] && cd "$2"
    shift 2
done
shift
exec "$@"
"#;

#[test]
fn tasks_run_in_the_container_that_was_named() {
    let (folder, programs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    write_program(&programs.path().join("apptainer"), APPTAINER);
    let path =
        format!("submit=PATH={}:$PATH; cd /; {{command}} # {{task}}", programs.path().display());
    let on = on(&path);
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = [&DUEL[..], &["--games", "10", "--image", "a b.sif"]].concat();
    let output = toy_referee(folder.path(), &[&duel[..], &on].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(games(&folder.path().join("log.jsonl")).len(), 10);
    let here = fs::canonicalize(folder.path()).unwrap();
    let words = fs::read_to_string(programs.path().join("words")).unwrap();
    let begin = format!("exec --bind {} --bind ", here.display());
    assert!(words.starts_with(&begin), "{words}");
    let command = format!(" --pwd {} a b.sif ", here.display());
    assert!(
        words.contains(&command) && words.contains(" batch ") && words.contains(" --task 1"),
        "{words}"
    );
    refused(&toy_referee(folder.path(), &[&DUEL[..], &["--image", "x.sif"]].concat()), "--on");
}

/// Begins a run on a cluster that plays nothing, leaves signs of life of tasks that have ended, and goes on with the run on
/// one that plays. Returns what the second command said.
fn goes_on(was_cancelled: bool) -> String {
    let folder = TempDir::new().unwrap();
    let stand_in = folder.path().join("stand-in");
    write_program(&stand_in, "#!/bin/sh\nexit 0\n");
    let on = on_with("batches=12", "submit=./stand-in {command} # {task}");
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let duel = [&DUEL[..], &["--games", "40"]].concat();
    let all = [&duel[..], &on].concat();
    super::killed_after(folder.path(), &all, 1200);
    let run = folder.path().join("log.jsonl.on");
    for task in 1..=12 {
        let sign = r#"{"host":"n1","process":1,"number":7,"games":1}"#;
        fs::write(run.join(format!("running/{task}")), sign).unwrap();
    }
    if was_cancelled {
        fs::write(run.join("over"), "").unwrap();
    }
    write_program(&stand_in, "#!/bin/sh\nexec \"$@\"\n");
    let output = toy_referee(folder.path(), &all);
    assert_eq!(code(&output), 0, "{}", err(&output));
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
    err(&output)
}

#[test]
fn a_machine_is_not_blamed_for_tasks_that_ended_with_an_earlier_command() {
    let said = goes_on(false);
    assert!(said.contains("batch 12 failed: it was lost"), "{said}");
    assert!(!said.contains("taken out"), "{said}");
}

#[test]
fn batches_that_were_cancelled_are_played_again_at_once() {
    let said = goes_on(true);
    assert!(!said.contains("it was lost"), "{said}");
}
