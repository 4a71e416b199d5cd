//! Duels, run as a user runs them: the log, its content after a kill, verdicts and wrong calls.

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use referee::pages::data_of;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{
    code, err, folder_with_bot, games_of_log as games, out, toy_command as command,
    toy_referee as referee, unchained, wait_until,
};

/// A duel of 200 games. With this many rounds, `@five` wins nearly every game.
const DUEL: [&str; 10] = [
    "duel",
    "nearest",
    "@five",
    "x=@random",
    "--option",
    "rounds=300",
    "--log",
    "log.jsonl",
    "--games",
    "200",
];

/// Lines of a log before its first game: a header, two bots and the question.
const HEAD: usize = 4;

fn lines_of(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// Games in the log are neither lost nor damaged nor played twice, whenever the process is killed.
#[test]
fn a_log_survives_fifty_kills() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let mut before = Vec::new();
    let mut cut = 0;
    for round in 0..50_u64 {
        let mut child = command(folder.path(), &DUEL)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The kills are spread from the start to several games later: some come at once, others shortly after
        // one more game has ended, however slow the machine is.
        if round % 4 > 0 {
            let lines = fs::read(&log).map_or(0, |bytes| lines_of(&bytes));
            wait_until(|| {
                let now = fs::read(&log).map_or(0, |bytes| lines_of(&bytes));
                now > lines.max(HEAD) || child.try_wait().unwrap().is_some()
            });
        }
        thread::sleep(Duration::from_micros(round * 7919 % 2_000));
        // This fails if the duel has ended.
        let _ = child.kill();
        child.wait().unwrap();
        let bytes = fs::read(&log).unwrap_or_default();
        cut += usize::from(bytes.last().is_some_and(|byte| *byte != b'\n'));
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        fs::write(folder.path().join("whole.jsonl"), &bytes[..whole]).unwrap();
        let now = games(&folder.path().join("whole.jsonl"));
        assert!(now.starts_with(&before), "a game was lost in round {round}");
        assert_eq!(now.iter().collect::<HashSet<_>>().len(), now.len(), "a game counts twice");
        before = now;
        // As if the kill had come in the middle of a line, which happens rarely.
        if round % 10 == 9 && whole > 0 {
            fs::write(&log, [&bytes[..whole], &br#"{"seed":"1","bots":["#[..]].concat()).unwrap();
        }
    }
    eprintln!("{} games outlived 50 kills, {cut} of which left half a line", before.len());
    let finished = referee(folder.path(), &DUEL);
    assert_eq!(code(&finished), 0, "{}", err(&finished));
    let all = games(&log);
    assert!(!before.is_empty() && all.starts_with(&before));
    assert_eq!(all.len(), 200);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 200);
}

#[test]
fn the_same_command_plays_only_missing_games() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let few = [&DUEL[..9], &["20"]].concat();
    assert_eq!(code(&referee(folder.path(), &few)), 0);
    let first = fs::read(&log).unwrap();
    let again = referee(folder.path(), &few);
    assert_eq!(fs::read(&log).unwrap(), first, "nothing was missing");
    let more = [&DUEL[..9], &["30"]].concat();
    referee(folder.path(), &more);
    assert!(fs::read(&log).unwrap().starts_with(&first));
    assert_eq!(games(&log).len(), 30);

    // The report is computed only from the log.
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!(code(&report), 0, "{}", err(&report));
    let thirty = out(&referee(folder.path(), &more));
    assert_eq!(out(&report), thirty);
    assert!(out(&again).starts_with("@five against x: 20 games of nearest on 10 seeds"));
}

#[test]
fn seeds_and_results_do_not_depend_on_the_number_of_games_at_once() {
    let results = |parallel: &str| {
        let folder = TempDir::new().unwrap();
        let arguments = [&DUEL[..9], &["40", "--json", "--parallel", parallel]].concat();
        let json: Value = serde_json::from_str(&out(&referee(folder.path(), &arguments))).unwrap();
        let mut games = games(&folder.path().join("log.jsonl"));
        games.sort();
        (json["unit_results"].to_string(), json["mean_scores"][0].as_f64().unwrap().round(), games)
    };
    assert_eq!(results("1"), results("4"));
}

#[test]
fn the_exit_code_is_the_verdict() {
    let folder = TempDir::new().unwrap();
    let duel = |a: &str, b: &str, more: &[&str]| {
        let arguments = [&["duel", "nearest", a, b, "--option", "rounds=300"][..], more].concat();
        let output = referee(folder.path(), &arguments);
        assert!([0, 3, 4].contains(&code(&output)), "{}", err(&output));
        (code(&output), out(&output))
    };
    let (code, text) = duel("@five", "@random", &[]);
    assert!(code == 0 && text.contains("@five is stronger at 95 % (H1)"), "{text}");
    let (code, text) = duel("@random", "@five", &[]);
    assert!(
        code == 3 && text.contains("@random is not stronger than +10 Elo at 95 % (H0)"),
        "{text}"
    );
    let (code, text) = duel("weak=@random", "@five", &["--sprt", "0,1", "--games", "4"]);
    assert!(code == 4 && text.contains("undecided"), "{text}");
    let (code, text) = duel("a=@random", "b=@random", &["--games", "4"]);
    assert!(code == 0 && !text.contains("test of Elo"), "{text}");
    // A verdict does not change: the same command plays no more games.
    let logs = || fs::read_dir(folder.path().join("games")).unwrap().count();
    let before = logs();
    assert_eq!(duel("@five", "@random", &[]).0, 0);
    assert_eq!(logs(), before);
}

#[test]
fn a_name_of_any_length_is_cut_visibly_in_progress_and_printed_whole_in_the_report() {
    let folder = TempDir::new().unwrap();
    let bot = format!("sh -c 'read l; exit 3' {}", "n".repeat(70_000));
    let output = referee(folder.path(), &["duel", "nearest", "@random", &bot, "--games", "2"]);
    let (report, said) = (out(&output), err(&output));
    assert_eq!(code(&output), 0, "{said:.3000}");
    let cut = said.lines().find(|line| line.contains(" was thrown out on seed ")).unwrap();
    assert!(
        cut.starts_with("sh -c 'read l; exit 3' nnnnnnnnnnnnnnnn… was thrown out"),
        "{cut:.200}"
    );
    assert!(report.contains(&format!("  {bot}  answers ")), "{report:.3000}");
}

#[test]
fn a_crash_is_printed_recorded_and_counted_and_the_run_goes_on() {
    let folder = TempDir::new().unwrap();
    let crash = "crash=sh -c 'read l; echo alas >&2; kill -SEGV $$'";
    let arguments =
        ["duel", "nearest", "@random", crash, "--games", "6", "--log", "deep/log.jsonl"];
    let output = referee(folder.path(), &arguments);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let said = err(&output);
    let told = said.lines().find_map(|line| line.strip_prefix("  recording ")).unwrap();
    assert!(folder.path().join(told).is_file(), "{told} can be pasted where the duel was begun");
    // The last words are said once, and each game has a short line.
    assert!(said.contains("\n  stderr: alas\n") && said.matches("alas").count() == 1, "{said}");
    let faults = said.lines().filter(|line| line.starts_with("crash was thrown out on seed "));
    assert!(faults.clone().all(|line| line.len() < 80), "{said}");
    assert_eq!(faults.count(), 6, "{said}");
    let report = out(&output);
    assert!(report.contains("faults: 6 exit"), "{report}");
    let first =
        format!("signal 11 (SIGSEGV)\n    stderr: alas\n    to see it: referee view {told}\n");
    assert!(
        report.contains("  crash was first thrown out on seed ") && report.contains(&first),
        "{report}"
    );
    let text = fs::read_to_string(folder.path().join("deep/log.jsonl")).unwrap();
    let game: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let kept = folder.path().join("deep").join(game["recording"].as_str().unwrap());
    assert!(fs::read_to_string(&kept).unwrap().contains("SIGSEGV"));
    let replayed = referee(folder.path(), &["replay", kept.to_str().unwrap()]);
    assert_eq!(code(&replayed), 0, "{}", out(&replayed));
    // The command in the log replays the same game.
    let words = shell_words::split(game["again"].as_str().unwrap()).unwrap();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let again = out(&referee(folder.path(), &[&words[..], &["-q"]].concat()));
    assert!(again.contains("killed by signal 11"), "{again}");
}

/// Otherwise a bot that is broken would lose thousands of games.
#[test]
fn a_bot_that_faults_ten_times_in_a_row_ends_the_run() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let broken = "broken=sh -c 'read l; echo alas >&2; exit 7'";
    let duel = ["duel", "nearest", "@five", broken, "--log", "log.jsonl", "--parallel", "1"];
    let duel = [&duel[..], &["--sprt", "0,1", "--keep", "none"]].concat();
    for games_in_all in [10, 11] {
        let output = referee(folder.path(), &duel);
        assert_eq!(code(&output), 5, "{}", err(&output));
        assert_eq!(games(&log).len(), games_in_all, "the next run tries one game");
        let said = err(&output);
        assert!(
            said.contains("stopped: broken was thrown out of its last 10 games; repair it"),
            "{said}"
        );
        assert!(said.contains("or play on: ") && said.ends_with("--keep-going\n"), "{said}");
        let report = out(&output);
        assert!(
            report.contains("\n    stderr: alas\n    to see it: referee view log.jsonl.games/"),
            "{report}"
        );
    }
    // The first of its games is kept whatever --keep says.
    let kept = fs::read_dir(folder.path().join("log.jsonl.games")).unwrap().count();
    assert_eq!(kept, 1);
    let output =
        referee(folder.path(), &[&duel[..], &["--keep-going", "--games", "16", "--json"]].concat());
    assert_eq!(code(&output), 4, "{}", err(&output));
    assert_eq!(games(&log).len(), 16);
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    // The page says first why the run ended, and not how many games are left.
    referee(folder.path(), &["report", "log.jsonl", "--html", "page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let headline = &data_of(&page).unwrap()["headline"];
    let words = "broken was thrown out of its last 10 games; undecided whether @five is stronger";
    assert!(headline["words"].as_str().unwrap().starts_with(words), "{headline}");
    assert!(headline["left"].is_null(), "{headline}");
    let why = headline["faults"][0].as_str().unwrap();
    assert!(
        why.starts_with("broken was first thrown out on seed ")
            && why.contains("exited with code 7"),
        "{why}"
    );
    let fault = &report["conduct"]["broken"]["first_fault"];
    assert_eq!((&fault["fault"], &fault["stderr"]), (&"exit".into(), &serde_json::json!(["alas"])));
    assert!(folder.path().join(fault["recording"].as_str().unwrap()).is_file(), "{fault}");
}

/// The report on a duel's log is the report that the duel printed: names in the same order, the same test.
#[test]
fn a_report_on_the_log_is_the_text_that_the_duel_printed() {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "nearest", "z=@random", "a=@five", "--log", "l", "--sprt", "0,30"];
    let printed =
        referee(folder.path(), &[&duel[..], &["--parallel", "4", "--games", "8"]].concat());
    let text = out(&printed);
    assert!(text.starts_with("z against a: ") && text.contains("test by points"), "{text}");
    assert_eq!(out(&referee(folder.path(), &["report", "l"])), text);
}

/// Games that may have been lost because of the machine are not counted and are replayed.
#[test]
fn overloaded_games_are_all_played_again() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let duel = &DUEL[..8];
    assert_eq!(code(&referee(folder.path(), duel)), 0);
    let honest = games(&log).len();
    // As if the winner had lost every game on time because of the machine.
    let spoilt: Vec<String> = unchained(&fs::read_to_string(&log).unwrap())
        .lines()
        .map(|line| {
            let mut object: Value = serde_json::from_str(line).unwrap();
            if let Some(bots) = object.get("bots") {
                let loser = usize::from(bots[0] != "@five");
                object["ranks"] =
                    if loser == 0 { serde_json::json!([2, 1]) } else { serde_json::json!([1, 2]) };
                object["scores"] =
                    if loser == 0 { serde_json::json!([0, 9]) } else { serde_json::json!([9, 0]) };
                object["overloaded"] = serde_json::json!([loser]);
            }
            object.to_string() + "\n"
        })
        .collect();
    fs::write(&log, spoilt.concat()).unwrap();
    let before = out(&referee(folder.path(), &["report", "log.jsonl"]));
    assert!(before.contains("undecided") && !before.contains("wins"), "{before}");
    let flagged = format!("a bot, in {honest} plays: 0 replayed, {honest} games undecided");
    assert!(before.contains(&flagged), "{before}");
    let again = referee(folder.path(), duel);
    assert_eq!(code(&again), 0, "{}", err(&again));
    let text = out(&again);
    let flagged = format!("a bot, in {honest} plays: {honest} replayed, 0 games undecided");
    assert!(text.contains("losses 0\n") && text.contains(&flagged), "{text}");
    assert_eq!(games(&log).len(), 2 * honest, "each was played once more");
    let report = out(&referee(folder.path(), &["report", "log.jsonl", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["overload"]["flagged"].as_u64(), Some(honest as u64));
    assert_eq!(report["overload"]["undecided"].as_u64(), Some(0));
}

#[test]
fn only_requested_recordings_are_kept() {
    let kept = |keep: &str| {
        let folder = TempDir::new().unwrap();
        let arguments = [&DUEL[..9], &["10", "--keep", keep]].concat();
        assert_eq!(code(&referee(folder.path(), &arguments)), 0);
        let files = fs::read_dir(folder.path().join("log.jsonl.games")).map_or(0, Iterator::count);
        if files > 0 {
            let replayed = referee(folder.path(), &["replay", "log.jsonl.games"]);
            assert_eq!(code(&replayed), 0, "{}", out(&replayed));
        }
        files
    };
    assert_eq!(kept("all"), 10);
    assert_eq!(kept("losses"), 0, "the losses of the other bot are not those of the first");
    assert_eq!(kept("none"), 0);
    assert_eq!(kept("faults"), 0);
}

#[test]
fn two_processes_do_not_share_a_log_and_ctrl_c_ends_with_a_report() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let arguments = [&DUEL[..9], &["100000"]].concat();
    let mut first = command(folder.path(), &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&log).unwrap_or_default().lines().count();
    wait_until(|| lines() > HEAD + 4 || first.try_wait().unwrap().is_some());
    let second = referee(folder.path(), &arguments);
    assert_eq!(code(&second), 2);
    assert!(err(&second).contains("another process is using the log"), "{}", err(&second));

    // Two signals at once, as `timeout` sends them, count as one Ctrl-C.
    let id = first.id().to_string();
    for _ in 0..2 {
        let interrupt = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(interrupt.success());
    }
    let first = first.wait_with_output().unwrap();
    assert_eq!(code(&first), 4, "{}", err(&first));
    assert!(out(&first).starts_with("@five against x: "), "{}", out(&first));
    assert!(
        err(&first).contains("to continue: ") && err(&first).contains("--games 100000"),
        "{}",
        err(&first)
    );
    assert!(
        err(&first).contains("duel nearest @five 'x=@random'")
            || err(&first).contains("duel nearest @five x=@random"),
        "{}",
        err(&first)
    );
    assert!(games(&log).len() >= 4);
}

/// A program of a bot takes six open files, which may have any numbers.
#[test]
fn many_games_need_more_open_files_than_is_usual() {
    let folder = folder_with_bot("while read -r line; do echo 5; done");
    let duel = "duel nearest 'one=sh bot.sh' 'other=sh bot.sh' --games 32 --keep none --timeout-factor 1000 --log";
    let many = "for i in $(seq 1100); do exec {file}</dev/null; done";
    for (limit, more, platform) in
        [(60, ":", "linux"), (60, ":", "posix"), (1200, many, "linux"), (1200, many, "posix")]
    {
        let referee_program = env!("CARGO_BIN_EXE_referee-toys");
        let script = format!(
            "ulimit -Sn {limit}; {more}; exec {referee_program} {duel} {platform}-{limit}.jsonl --parallel 16"
        );
        let output = Command::new("bash")
            .args(["-c", &script])
            .current_dir(folder.path())
            .env("BOTYARD_PLATFORM", platform)
            .output()
            .unwrap();
        assert_eq!(code(&output), 0, "{platform} {limit}: {}", err(&output));
        assert!(!err(&output).contains("void"), "{platform} {limit}: {}", err(&output));
        let report = out(&output);
        assert!(!report.contains("thrown out"), "{platform} {limit}: {report}");
    }
}

/// A full disk, simulated with the shell's limit on the size of files.
#[test]
fn a_full_disk_leaves_whole_lines() {
    let folder = TempDir::new().unwrap();
    let referee_program = env!("CARGO_BIN_EXE_referee-toys");
    let script = format!("trap '' XFSZ; ulimit -f 16; exec {referee_program} {}", DUEL.join(" "));
    let output =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(
        err(&output).contains("cannot write the log log.jsonl: the file may not grow"),
        "{}",
        err(&output)
    );
    let log = folder.path().join("log.jsonl");
    assert!(fs::read(&log).unwrap().ends_with(b"\n"));
    assert!(games(&log).len() > 5);
    assert_eq!(code(&referee(folder.path(), &DUEL)), 0);
    assert_eq!(games(&log).len(), 200);
}

#[test]
fn bad_calls_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let refused = |arguments: &[&str], advice: &str| {
        let files = || {
            let mut all: Vec<_> = fs::read_dir(folder.path())
                .unwrap()
                .map(|it| it.unwrap().path())
                .map(|path| (fs::read(&path).unwrap_or_default(), path))
                .collect();
            all.sort();
            all
        };
        let before = files();
        let output = referee(folder.path(), arguments);
        let text = err(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {text}");
        assert!(text.contains(advice), "{arguments:?}: {text}");
        assert!(files() == before, "{arguments:?} wrote something");
    };
    refused(&["duel", "nearest", "nobody", "@random"], "there is no bot or program 'nobody'");
    refused(&["duel", "nearest", "@random", "@random"], "two bots are called '@random'");
    refused(&["duel", "nearest", "@random", "a=./missing"], "there is no bot or program");
    refused(
        &[
            "duel",
            "nearest",
            "@random",
            "@five",
            "--others=b=@five",
            "--others=c=@five",
            "--others=d=@five",
        ],
        "2 to 4 players, not 5",
    );
    refused(
        &["duel", "nearest", "@random", "@five", "--sprt", "5,0"],
        "the first number must be below the second",
    );
    refused(&["duel", "nearest", "@random", "@five", "--sprt", "5"], "two numbers with a comma");
    refused(&["duel", "nearest", "@random", "@five", "--alpha", "2"], "below 0.5");
    refused(
        &["duel", "nearest", "@random", "@five", "--option", "wind=1"],
        "the options of this game are",
    );
    refused(&["duel", "chess", "@random", "@five"], "there is no game 'chess'; the games are: ");
    refused(
        &["duel", "nearest", "@random", "@five", "--parallel", "0"],
        "a whole number from 1 to 10000",
    );
    refused(&["report", "missing.jsonl"], "cannot read the log missing.jsonl");
    fs::write(at("bot.sh"), "#!/bin/sh\n").unwrap();
    refused(&["duel", "nearest", "@random", "./bot.sh"], "with `chmod +x`");
    let gone = "gone=sh -c 'echo alas >&2; exit 3'";
    refused(
        &["duel", "nearest", "@random", gone],
        "it exited with code 3 before it was sent anything; its last words: alas",
    );
    // The same if other bots start first, more than are watched at the same time.
    let others: Vec<String> = (1..=8).map(|number| format!("p{number}=cat")).collect();
    let others = others.iter().map(String::as_str);
    let all: Vec<&str> = ["ladder", "nearest"].into_iter().chain(others).chain([gone]).collect();
    refused(&all, "it exited with code 3 before it was sent anything; its last words: alas");
    let alpha = ["duel", "nearest", "@random", "@five", "--games", "4", "--alpha", "0.1"];
    refused(&alpha, "belong to a test: add --sprt");

    refused(&["ladder", "nearest", "@random"], "needs at least two bots");
    let heroless = ["ladder", "nearest", "@random", "@five", "--hero", "x"];
    refused(&heroless, "'x' is not among the bots");

    fs::write(at("notes.txt"), "buy milk").unwrap();
    refused(&["duel", "nearest", "@random", "@five", "--log", "notes.txt"], "is not a log");
    fs::write(at("notes.txt"), "buy milk\nand bread\n").unwrap();
    refused(&["duel", "nearest", "@random", "@five", "--log", "notes.txt"], "is not a log");
    refused(&["report", "notes.txt"], "is not a log");

    assert_eq!(code(&referee(folder.path(), &[&DUEL[..9], &["4"]].concat())), 0);
    let with = |more: &[&'static str]| [&DUEL[..8], more].concat();
    refused(&with(&["--option", "rounds=7"]), "--option rounds is given more than once");
    let other_rounds = ["--option", "rounds=7", "--log", "log.jsonl"];
    refused(&[&DUEL[..4], &other_rounds].concat(), "give another --log");
    refused(&with(&["--seed", "2"]), "seeds from 1");
    refused(&with(&["--timeout-factor", "2"]), "time limits multiplied by 1");
    let mut other = DUEL;
    other[3] = "x=@five";
    refused(&other, "'x' has changed since the games in log.jsonl were played (it was `@random`)");
    refused(&["report", "log.jsonl", "@five", "y"], "no bot 'y' in the log");
}

/// Seeds without any difference say nothing about its size: no interval from minus to plus infinity is printed.
#[test]
fn equal_scores_have_no_interval_and_the_report_says_why() {
    let folder = TempDir::new().unwrap();
    let run = |games: &str| {
        let words = ["duel", "tron", "a=head -n1", "b=head -n1", "--games", games, "--log"];
        let log = format!("log-{games}");
        let output = referee(folder.path(), &[&words[..], &[&log]].concat());
        let report = referee(folder.path(), &["report", &log, "--json"]);
        let report: Value = serde_json::from_str(&out(&report)).unwrap();
        (out(&output) + &err(&output), report["score_difference"].clone())
    };
    let none = json!({"value": 0.0, "low": null, "high": null});
    let (said, json) = run("6");
    let expected = "difference +0.0 (no interval: 3 seeds, each without a difference)\n";
    assert!(said.contains(expected) && !said.contains("inf"), "{said}");
    assert_eq!(json, none);
    let (said, json) = run("2");
    assert!(said.contains("difference +0.0 (no interval: 1 seed)\n"), "{said}");
    assert_eq!(json, none);
}
