//! Damage to logs is noticed: while they are written, when they are read, and when a file is not a log at
//! all.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{
    self, code, err, files, out, refused, toy_command, toy_referee as referee, unchained,
    wait_until,
};

const DUEL: [&str; 9] =
    ["duel", "nearest", "a=@five", "b=@random", "--log", "log.jsonl", "--keep", "none", "--games"];

fn duel(folder: &Path, games: &str) -> std::process::Output {
    referee(folder, &[&DUEL[..], &[games]].concat())
}

fn text(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

/// Seeds, bots, scores and ranks of the games in a file, sorted. Incomplete lines are skipped.
fn games(folder: &Path, file: &str) -> Vec<String> {
    let bytes = fs::read(folder.join(file)).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let games = lines.filter(|line| line.get("seed").is_some());
    let mut games: Vec<String> = games
        .map(|it| format!("{} {} {} {}", it["seed"], it["bots"], it["scores"], it["ranks"]))
        .collect();
    games.sort();
    games
}

/// A run of very many games, after it has played some.
fn endless(folder: &Path, arguments: &[&str], log: &str) -> Child {
    let mut run = toy_command(folder, arguments);
    run.env("TMPDIR", folder.join("temporary"));
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| fs::metadata(folder.join(log)).is_ok_and(|it| it.len() > 2000));
    child
}

/// A bot that can be tuned.
const BOT: &str = r#"
case $1 in --params) echo '{"name":"keel","default":2,"low":0,"high":9}'; exit ;; esac
while read -r line; do echo 5; done
"#;

/// Changes the log of a run from outside: the run ends with a sentence, and all played games are in another
/// file, with which it can continue.
fn tampered_run(arguments: &[&str], log: &str, change: impl FnOnce(&Path), expected: &str) {
    let folder = common::folder_with_bot(BOT);
    let child = endless(folder.path(), arguments, log);
    let before = games(folder.path(), log);
    change(&folder.path().join(log));
    let output = child.wait_with_output().unwrap();
    let sentence = err(&output);
    assert_eq!(code(&output), 1, "{sentence}");
    assert!(sentence.contains(&format!("error: the log {log} ")), "{sentence}");
    assert!(sentence.contains(expected), "{sentence}");
    let saved = log.replace(".jsonl", "-saved.jsonl");
    let advice =
        format!("all results so far are in {saved}; move it there, or go on with --log {saved}");
    assert!(sentence.contains(&advice), "{sentence}");
    let kept = games(folder.path(), &saved);
    assert!(before.iter().all(|game| kept.contains(game)), "{before:?}");
    let report = referee(folder.path(), &["report", &saved]);
    assert!(code(&report) == 0 && err(&report).is_empty(), "{}", err(&report));
}

fn tampered(change: impl FnOnce(&Path), expected: &str) {
    tampered_run(&[&DUEL[..], &["100000"]].concat(), "log.jsonl", change, expected);
}

#[test]
fn a_ladder_and_a_tuning_notice_that_their_log_was_removed() {
    let remove = |log: &Path| fs::remove_file(log).unwrap();
    let ladder =
        ["ladder", "nearest", "@five", "@random", "--log", "log.jsonl", "--games", "100000"];
    tampered_run(&ladder, "log.jsonl", remove, "was removed");
    let tune = ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json", "--pairs", "100000"];
    tampered_run(&tune, "tune.rounds/1.jsonl", remove, "was removed");
}

#[test]
fn a_log_that_is_truncated_while_a_duel_runs_ends_it_and_loses_nothing() {
    tampered(
        |log| fs::File::options().write(true).open(log).unwrap().set_len(100).unwrap(),
        "bytes",
    );
}

#[test]
fn a_log_that_is_removed_or_replaced_while_a_duel_runs_ends_it_and_loses_nothing() {
    tampered(|log| fs::remove_file(log).unwrap(), "was removed");
    let replace = |log: &Path| {
        fs::copy(log, log.with_extension("copy")).unwrap();
        fs::rename(log.with_extension("copy"), log).unwrap();
    };
    tampered(replace, "was replaced by another file");
}

#[test]
fn a_log_that_somebody_else_writes_ends_a_duel_and_loses_nothing() {
    let append = |log: &Path| {
        use std::io::Write;
        fs::File::options().append(true).open(log).unwrap().write_all(b"foreign\n").unwrap();
    };
    tampered(append, "bytes");
}

/// The message of a duel whose log disappears with its folder, so that nothing can be saved beside it.
fn without_its_folder(folder: &Path) -> String {
    fs::create_dir(folder.join("far")).unwrap();
    let mut duel = DUEL;
    duel[5] = "far/log.jsonl";
    let child = endless(folder, &[&duel[..], &["100000"]].concat(), "far/log.jsonl");
    fs::remove_dir_all(folder.join("far")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 1, "{}", err(&output));
    err(&output)
}

#[test]
fn results_that_cannot_be_saved_beside_a_log_are_saved_as_a_temporary_file() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("temporary")).unwrap();
    let sentence = without_its_folder(folder.path());
    let saved = folder.path().join("temporary/log-saved.jsonl");
    let advice = format!(
        "was removed while this run was writing it: all results so far are in {}; move",
        saved.display()
    );
    assert!(sentence.contains(&advice), "{sentence}");
    assert!(games(folder.path(), "temporary/log-saved.jsonl").len() > 2);
    let report = referee(folder.path(), &["report", "temporary/log-saved.jsonl"]);
    assert_eq!((code(&report), err(&report).as_str()), (0, ""));
}

#[test]
fn a_run_that_cannot_save_its_results_says_so() {
    let folder = TempDir::new().unwrap();
    let sentence = without_its_folder(folder.path());
    let expected = "and the results cannot be saved elsewhere: there is no such file";
    assert!(sentence.contains(expected), "{sentence}");
}

/// The system limits the length of files to a block of 512 bytes.
#[test]
fn a_full_disk_when_a_log_is_opened_is_a_failure_that_says_what_to_do() {
    let folder = common::folder_with_bot(BOT);
    assert_eq!(code(&duel(folder.path(), "2")), 0);
    let log = text(folder.path(), "log.jsonl");
    fs::write(folder.path().join("torn"), log + "{\"seed\":").unwrap();
    let options = ["--log", "new.jsonl", "--games", "2"];
    let tune = ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json", "--iterations", "1"];
    for arguments in [
        [&["duel", "nearest", "@five", "@random"][..], &options].concat(),
        [&["ladder", "nearest", "@five", "@random"][..], &options].concat(),
        tune.to_vec(),
        vec!["repair", "torn"],
        vec!["merge", "log.jsonl", "-o", "all"],
    ] {
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", limited, env!("CARGO_BIN_EXE_referee-toys")]).args(&arguments);
        let output = command.current_dir(folder.path()).output().unwrap();
        let sentence = err(&output);
        assert_eq!(code(&output), 1, "{arguments:?}: {sentence}");
        assert!(
            sentence.contains("the file may not grow any further"),
            "{arguments:?}: {sentence}"
        );
        if arguments[0] != "tune" {
            let advice = "and run the same command again";
            assert!(sentence.contains(advice), "{arguments:?}: {sentence}");
        }
    }
}

/// Four games with damage of every kind between them.
fn damaged(folder: &Path) {
    assert_eq!(code(&duel(folder, "4")), 0);
    let sound = text(folder, "log.jsonl");
    let lines: Vec<&str> = sound.lines().collect();
    let [head @ .., one, two, three, four] = &lines[..] else { panic!("{sound}") };
    let half = |line: &str| line.as_bytes()[..line.len() / 2].to_vec();
    let mut bytes = (head.join("\n") + "\n").into_bytes();
    let mut line =
        |parts: &[&[u8]]| bytes.extend_from_slice(&[&parts.concat()[..], b"\n"].concat());
    line(&[one.as_bytes()]);
    line(&[&[0; 4096]]);
    line(&[&half(two)]);
    line(&[&[0; 7], two.as_bytes()]);
    line(&[&half(one), three.as_bytes()]);
    line(&[br#"{"some":"thing else"}"#]);
    line(&["Größe".chars().map(|c| c as u8).collect::<Vec<u8>>().as_slice()]);
    line(&[&vec![b'x'; 17 << 20]]);
    line(&["[".repeat(100_000).as_bytes()]);
    line(&[four.as_bytes()]);
    line(&[br#"{"format":"botyard-log/1","game":"other","options":{},"base":"1","timeout_factor":1.0}"#]);
    line(&[one.replace(r#""scores":["#, r#""scores":[9"#).as_bytes()]);
    line(&[head[0].as_bytes()]);
    bytes.extend_from_slice(br#"{"seed":"#);
    fs::write(folder.join("log.jsonl"), bytes).unwrap();
}

#[test]
fn damage_is_named_with_its_lines_and_whole_games_are_used() {
    let folder = TempDir::new().unwrap();
    assert_eq!(code(&duel(folder.path(), "4")), 0);
    let before = out(&referee(folder.path(), &["report", "log.jsonl"]));
    let note =
        "  damaged lines of the log: 6-13, 15-16; what cannot be read or true does not count\n";
    let before = before + note;
    // The same games, compared without times, which may differ.
    damaged(folder.path());
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!((code(&report), out(&report)), (0, before.clone()), "{}", err(&report));
    let warning = "warning: log.jsonl: lines 6-13, 15-16 are damaged and skipped \
                   (line 6 holds NUL bytes); `referee repair log.jsonl`";
    assert!(err(&report).starts_with(warning), "{}", err(&report));
    // A run can continue with it, too, and has no more games to play.
    let again = duel(folder.path(), "4");
    assert_eq!((code(&again), out(&again)), (0, before), "{}", err(&again));
    assert!(err(&again).starts_with(warning), "{}", err(&again));
}

#[test]
fn repair_writes_a_sound_log_keeps_the_damaged_one_and_lists_the_rest() {
    let folder = TempDir::new().unwrap();
    damaged(folder.path());
    let (was, played) = (fs::read(folder.path().join("log.jsonl")).unwrap(), 4);
    let number = |file: &str| fs::metadata(folder.path().join(file)).unwrap().ino();
    let file_number = number("log.jsonl");
    let repair = referee(folder.path(), &["repair", "log.jsonl"]);
    let said = out(&repair);
    assert_eq!(code(&repair), 0, "{}", err(&repair));
    for line in [
        "line 6 holds NUL bytes; skipped",
        "line 9 is not a line of a log",
        "line 11 is not UTF-8 text; skipped",
        "line 12 is too long; skipped",
        "line 16 belongs to another log; skipped",
        "the incomplete last line: removed",
        "repaired: 4 games; the original is kept as log-damaged.jsonl",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert_eq!(said.matches("only its intact end is kept").count(), 2, "{said}");
    assert_eq!(fs::read(folder.path().join("log-damaged.jsonl")).unwrap(), was);
    assert_eq!(number("log-damaged.jsonl"), file_number, "it is the same file, not a copy");
    assert_eq!(games(folder.path(), "log.jsonl").len(), played);
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!((code(&report), err(&report).as_str()), (0, ""));
    let again = referee(folder.path(), &["repair", "log.jsonl"]);
    assert_eq!(out(&again), "the log is not damaged: 4 games\n");
    assert_eq!(files(folder.path()), ["log-damaged.jsonl", "log.jsonl"]);
}

#[test]
fn a_game_that_is_played_again_names_the_line_that_no_longer_counts() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "4");
    let log = unchained(&text(folder.path(), "log.jsonl"));
    let overloaded = log.replacen(r#""times""#, r#""overloaded":[0],"times""#, 1);
    fs::write(folder.path().join("log.jsonl"), overloaded).unwrap();
    let again = [&DUEL[..], &["4"]].concat();
    assert_eq!(code(&referee(folder.path(), &again)), 0);
    let log = text(folder.path(), "log.jsonl");
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert_eq!((log.lines().count(), &last["obsolete"]), (9, &Value::from(5)));
    let first: Value = serde_json::from_str(log.lines().nth(4).unwrap()).unwrap();
    assert_eq!(first["seed"], last["seed"]);
    let repaired = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    assert!(repaired.starts_with("1 line of replayed games: removed"), "{repaired}");
    assert_eq!(games(folder.path(), "log.jsonl").len(), 4);
}

#[test]
fn a_log_is_an_ordinary_file_and_nothing_else_is_opened() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    symlink("/dev/full", at("full")).unwrap();
    nix::unistd::mkfifo(&at("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    fs::create_dir(at("games")).unwrap();
    for (path, what) in [
        ("/dev/full", "a device"),
        ("/dev/zero", "a device"),
        ("full", "a device"),
        ("pipe", "a pipe"),
        ("games", "a folder"),
    ] {
        let what = format!("it is {what}, not an ordinary file; give another");
        let duel = ["duel", "nearest", "@five", "@random", "--games", "2", "--log", path];
        refused(&referee(folder.path(), &duel), &what);
        for command in ["report", "repair"] {
            refused(&referee(folder.path(), &[command, path]), &what);
        }
        refused(&referee(folder.path(), &["merge", path, "-o", "new"]), &what);
        if path != "games" {
            refused(&referee(folder.path(), &["redrive", path, "@five", "--seat", "0"]), &what);
            let replay = referee(folder.path(), &["replay", path]);
            assert!(code(&replay) == 1 && out(&replay).contains(&what), "{}", out(&replay));
        }
    }
    assert_eq!(files(folder.path()), ["full", "games", "pipe"]);
}

#[test]
fn folders_are_read_without_links_pipes_and_devices() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let play = ["play", "nearest", "@five", "@random", "--seed", "1", "--record", "one.jsonl"];
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    symlink("/dev/zero", at("zero.jsonl")).unwrap();
    symlink("one.jsonl", at("link.jsonl")).unwrap();
    symlink(".", at("around")).unwrap();
    nix::unistd::mkfifo(&at("pipe.jsonl"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let replay = referee(folder.path(), &["replay", "."]);
    assert!(out(&replay).starts_with("1 recording agrees"), "{}{}", out(&replay), err(&replay));
}

#[test]
fn a_recording_is_overwritten_only_if_that_is_asked_for() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine"), "mine").unwrap();
    let play = ["play", "nearest", "@five", "@random", "--seed", "1", "--record", "mine"];
    refused(&referee(folder.path(), &play), "mine exists; give another --record, or --overwrite");
    assert_eq!(text(folder.path(), "mine"), "mine");
    assert_eq!(code(&referee(folder.path(), &[&play[..], &["--overwrite"]].concat())), 0);
    assert!(text(folder.path(), "mine").starts_with(r#"{"format":"botyard/1""#));
}

#[test]
fn a_complete_log_that_can_only_be_read_is_reported_and_resumed_to_its_end() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "4");
    let before = fs::read(folder.path().join("log.jsonl")).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(&folder.path().join("log.jsonl"), 0o444).unwrap();
    mode(folder.path(), 0o555).unwrap();
    let run = |games: &str| {
        let arguments = [&DUEL[..], &[games]].concat();
        let mut command = toy_command(folder.path(), &arguments);
        if nix::unistd::geteuid().is_root() {
            // The superuser can write to read-only files.
            command.uid(65534).gid(65534);
        }
        command.output()
    };
    match run("4") {
        // Perhaps only the superuser may start the program.
        Err(error) => Need::OpenBuild.skip(error),
        Ok(complete) => {
            assert_eq!(code(&complete), 0, "{}", err(&complete));
            assert!(out(&complete).contains("4 games of nearest"), "{}", out(&complete));
            let more = run("6").unwrap();
            let sentence = "cannot write the log log.jsonl: this user has no permission";
            assert!(code(&more) == 1 && err(&more).contains(sentence), "{}", err(&more));
        }
    }
    mode(folder.path(), 0o755).unwrap();
    assert_eq!(fs::read(folder.path().join("log.jsonl")).unwrap(), before);
}

#[test]
fn logs_of_the_same_question_are_joined_and_duplicates_count_once() {
    let folder = TempDir::new().unwrap();
    let play = |log: &str, more: &[&str]| {
        let fixed = ["duel", "nearest", "a=@five", "b=@random", "--log", log, "--keep", "all"];
        let output = referee(folder.path(), &[&fixed[..], more].concat());
        assert!(![1, 2].contains(&code(&output)), "{}", err(&output));
    };
    fs::create_dir(folder.path().join("far")).unwrap();
    play("one", &["--games", "4"]);
    play("two", &["--games", "6"]);
    play("far/three", &["--games", "2", "--seed", "9"]);
    let merge =
        |logs: &[&str], to: &str| referee(folder.path(), &[&["merge"], logs, &["-o", to]].concat());
    let output = merge(&["one", "two", "far/three"], "all");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), "8 games of 3 logs\n4 duplicates counted once\nlog all\n");
    let report = out(&referee(folder.path(), &["report", "all"]));
    assert!(report.starts_with("a against b: 8 games of nearest on 4 seeds\n"), "{report}");
    // Recordings are found from the new log's folder, whichever log comes first.
    assert_eq!(code(&merge(&["far/three", "one"], "reversed")), 0);
    for (log, games) in [("all", 8), ("reversed", 6)] {
        let text = text(folder.path(), log);
        let lines = text.lines().filter(|line| line.starts_with(r#"{"seed""#));
        assert_eq!(lines.clone().count(), games);
        for line in lines {
            let game: Value = serde_json::from_str(line).unwrap();
            let recording = folder.path().join(game["recording"].as_str().unwrap());
            assert!(recording.is_file(), "{line}");
        }
    }
    refused(&merge(&["one"], "all"), "all exists; name a file");
    refused(&merge(&["one", "none"], "new"), "cannot read the log none");
    play("rounds", &["--games", "2", "--option", "rounds=9"]);
    refused(&merge(&["one", "rounds"], "new"), "holds games with the options");
    play("tested", &["--games", "2", "--sprt", "0,900"]);
    refused(&merge(&["one", "tested"], "new"), "holds games with the question");
    play("other", &["--games", "2"]);
    let other = unchained(&text(folder.path(), "other"))
        .replace(r#""command":"@five""#, r#""command":"@4""#);
    fs::write(folder.path().join("other"), other).unwrap();
    refused(
        &merge(&["one", "other"], "new"),
        "'a' is not the same bot in other as in one (there it is '@4')",
    );
}

#[test]
fn of_two_games_the_one_without_an_overload_counts() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "2");
    let log = unchained(&text(folder.path(), "log.jsonl"));
    let overloaded = log.replace(r#""times""#, r#""overloaded":[0],"times""#);
    fs::write(folder.path().join("slow"), &overloaded).unwrap();
    for logs in [["slow", "log.jsonl"], ["log.jsonl", "slow"]] {
        let _ = fs::remove_file(folder.path().join("all"));
        let merge = referee(folder.path(), &["merge", logs[0], logs[1], "-o", "all"]);
        assert_eq!(code(&merge), 0, "{}", err(&merge));
        let all = text(folder.path(), "all");
        assert!(!all.contains("overloaded") && games(folder.path(), "all").len() == 2, "{all}");
    }
}

#[test]
fn logs_of_two_systems_are_joined_with_a_note_and_neither_is_continued_on_the_other() {
    let folder = TempDir::new().unwrap();
    let play = |log: &str, seed: &str| {
        let line = [&DUEL[..5], &[log, "--games", "2", "--seed", seed]].concat();
        referee(folder.path(), &line)
    };
    for (log, seed) in [("one", "1"), ("two", "9"), ("third", "20")] {
        assert_eq!(code(&play(log, seed)), 0);
    }
    let merge = |from: [&str; 2], to: &str| {
        let output = referee(folder.path(), &["merge", from[0], from[1], "-o", to]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let report = |log: &str| out(&referee(folder.path(), &["report", log]));
    let systems = |log: &str| {
        let json: Value =
            serde_json::from_str(&out(&referee(folder.path(), &["report", log, "--json"])))
                .unwrap();
        json["systems"].to_string()
    };
    let this = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let other = "windows-x86_64";
    // Two logs of one system have no note.
    let note = "the games were played on";
    assert!(!merge(["one", "two"], "same").contains(note));
    assert!(!report("same").contains(note));
    assert_eq!(systems("same"), format!("[\"{this}\"]"));
    let log = unchained(&text(folder.path(), "two"));
    fs::write(folder.path().join("there"), log.replace(&this, other)).unwrap();
    let note = format!(
        "{note} 2 systems, which differ in speed and in limits: {this} (one) and {other} (there)\n"
    );
    let said = merge(["one", "there"], "all");
    assert!(said.contains(&note), "{said}");
    let said = report("all");
    assert!(said.contains(&note), "{said}");
    assert_eq!(systems("all"), format!("[\"{this}\",\"{other}\"]"));
    // A log that was merged before keeps its systems, and so does one that is repaired.
    let said = merge(["third", "all"], "more");
    let wanted = format!("{this} (third, all) and {other} (all)\n");
    assert!(said.contains(&wanted), "{said}");
    fs::write(folder.path().join("all"), text(folder.path(), "all") + "{\"seed").unwrap();
    assert_eq!(code(&referee(folder.path(), &["repair", "all"])), 0);
    assert_eq!(systems("all"), format!("[\"{this}\",\"{other}\"]"));
    refused(
        &play("there", "9"),
        &format!("there holds games that were played on {other}, and this is {this}; give another"),
    );
    // An older log does not name its system.
    let older = text(folder.path(), "there").replace(&format!(",\"systems\":[\"{other}\"]"), "");
    fs::write(folder.path().join("there"), &older).unwrap();
    assert!(!older.contains("systems"), "{older}");
    assert_eq!((code(&play("there", "9")), systems("there")), (0, "[]".to_owned()));
}

/// A change of the text of a log.
type Change<'a> = &'a dyn Fn(&mut Vec<String>);

/// The lines of a log of six games, changed.
fn changed(folder: &Path, key: &[&str], change: Change<'_>) {
    let log = folder.join("log.jsonl");
    let _ = fs::remove_file(&log);
    assert_eq!(code(&referee(folder, &[&DUEL[..], &["6", "--parallel", "1"], key].concat())), 0);
    let mut lines: Vec<String> = text(folder, "log.jsonl").lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(&log, lines.join("\n") + "\n").unwrap();
}

/// Turns the result of a game around, so that its line has the same length.
fn turn_around(line: &mut String) {
    let game: Value = serde_json::from_str(line).unwrap();
    let [first, second] = [&game["scores"][0], &game["scores"][1]];
    let turn = |text: &str| {
        text.replace(&format!("[{first},{second}]"), &format!("[{second},{first}]"))
            .replace("\"ranks\":[1,2]", "\"ranks\":[x]")
            .replace("\"ranks\":[2,1]", "\"ranks\":[1,2]")
            .replace("\"ranks\":[x]", "\"ranks\":[2,1]")
    };
    let (length, turned) = (line.len(), turn(line));
    assert!(turned != *line && turned.len() == length, "{line}");
    *line = turned;
}

#[test]
fn every_change_of_a_log_is_found_by_report_resume_merge_and_repair() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("key"), "sixteen letters!").unwrap();
    for key in [&[][..], &["--log-key", "key"]] {
        let changes: [(Change<'_>, &str); 5] = [
            (&|lines| turn_around(&mut lines[6]), "line 7 was changed after it was written"),
            (&|lines| drop(lines.remove(6)), "line 7 does not follow the line before it"),
            (&|lines| lines.swap(5, 6), "lines 6, 8 are not as they were written"),
            (&|lines| lines.insert(7, lines[5].clone()), "line 8 does not follow"),
            (
                &|lines| lines[6] = unchained(&lines[6]).trim().to_owned(),
                "lines 7-8 are not as they were written (line 7 has no hash",
            ),
        ];
        for (change, what) in changes {
            changed(folder.path(), key, change);
            let report = referee(folder.path(), &[&["report", "log.jsonl"], key].concat());
            let said = err(&report);
            assert_eq!((code(&report), out(&report).as_str()), (1, ""), "{said}");
            assert!(said.contains(&format!("the log log.jsonl was changed: {what}")), "{said}");
            let again = referee(folder.path(), &[&DUEL[..], &["6"], key].concat());
            assert!(code(&again) > 0 && err(&again).contains(what), "{}", err(&again));
            let merge = ["merge", "log.jsonl", "-o", "merged"];
            let merge = referee(folder.path(), &[&merge[..], key].concat());
            assert!(code(&merge) == 1 && err(&merge).contains(what), "{}", err(&merge));
            let trusting = [&["report", "log.jsonl", "--trust"], key].concat();
            let trusting = referee(folder.path(), &trusting);
            let said = out(&trusting);
            assert!(
                code(&trusting) == 0 && said.contains("was changed after it was written (--trust)"),
                "{said}"
            );

            let repair = referee(folder.path(), &[&["repair", "log.jsonl"], key].concat());
            assert!(code(&repair) == 0 && out(&repair).contains("skipped"), "{}", out(&repair));
            let report = referee(folder.path(), &[&["report", "log.jsonl"], key].concat());
            assert_eq!((code(&report), err(&report).as_str()), (0, ""));
            let header: Value =
                serde_json::from_str(text(folder.path(), "log.jsonl").lines().next().unwrap())
                    .unwrap();
            assert_eq!(header["sources"][0]["log"], "log.jsonl");
            // The run plays what is missing, and the log is as if nothing had happened.
            let again = referee(folder.path(), &[&DUEL[..], &["6"], key].concat());
            assert_eq!(code(&again), 0, "{}", err(&again));
            assert_eq!(games(folder.path(), "log.jsonl").len(), 6);
            fs::remove_file(folder.path().join("log-damaged.jsonl")).unwrap();
        }
    }
}

/// What is promised of a cut at the end: only the run that writes a log knows its end.
#[test]
fn a_log_that_was_cut_at_its_end_is_a_sound_log_of_fewer_games() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &[], &|lines| lines.truncate(8));
    let report = referee(folder.path(), &["report", "log.jsonl", "--json"]);
    let report: Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!((&report["games"], &report["chain"]["lines"]), (&4.into(), &8.into()));
    let last = text(folder.path(), "log.jsonl").lines().last().unwrap().to_owned();
    assert!(last.ends_with(&format!("\"chain\":{}}}", report["chain"]["head"])), "{last}");
}

#[test]
fn a_forger_without_the_key_and_a_wrong_key_are_found() {
    let folder = TempDir::new().unwrap();
    for (file, content) in
        [("key", "sixteen letters!"), ("other", "sixteen others!!"), ("short", "key")]
    {
        fs::write(folder.path().join(file), content).unwrap();
    }
    let key = ["--log-key", "key"];
    let with = |key: &str| referee(folder.path(), &["report", "log.jsonl", "--log-key", key]);
    // Whoever has no key can write a log without one, or with another.
    changed(folder.path(), &[], &|_| {});
    refused(&with("key"), "is not chained with a key, so it may have been forged");
    changed(folder.path(), &[], &|lines| {
        for line in lines {
            *line = unchained(line).trim().to_owned();
        }
    });
    refused(&with("key"), "is not chained with a key");
    changed(folder.path(), &["--log-key", "other"], &|_| {});
    refused(&with("key"), "is chained with another key");
    refused(&referee(folder.path(), &[&DUEL[..], &["8"], &key].concat()), "with another key");
    changed(folder.path(), &key, &|_| {});
    assert_eq!(code(&with("key")), 0);
    let wanted = "is chained with a key; give its file as --log-key";
    refused(&referee(folder.path(), &["report", "log.jsonl"]), wanted);
    refused(&referee(folder.path(), &["repair", "log.jsonl"]), wanted);
    refused(&duel(folder.path(), "8"), wanted);
    let unchecked = referee(folder.path(), &["report", "log.jsonl", "--trust"]);
    let said = out(&unchecked);
    assert!(
        code(&unchecked) == 0 && said.contains("was not checked: its key is not known"),
        "{said}"
    );
    refused(&with("short"), "a key has at least 16 bytes");
    refused(&with("none"), "cannot use --log-key none: there is no such file");
    // A log of one's own gets a key by a merge.
    changed(folder.path(), &[], &|_| {});
    let merge =
        referee(folder.path(), &[&["merge", "log.jsonl", "-o", "keyed"][..], &key].concat());
    assert_eq!(code(&merge), 0, "{}", err(&merge));
    assert_eq!(code(&referee(folder.path(), &[&["report", "keyed"][..], &key].concat())), 0);
    let header: Value =
        serde_json::from_str(text(folder.path(), "keyed").lines().next().unwrap()).unwrap();
    assert_eq!(
        (&header["sources"][0]["chain"], &header["sources"][0]["lines"]),
        (&"plain".into(), &10.into())
    );
}

#[test]
fn an_older_log_without_a_chain_is_read_continued_and_repaired() {
    let folder = TempDir::new().unwrap();
    let strip = |lines: &mut Vec<String>| {
        for line in lines {
            *line = unchained(line).trim().to_owned();
        }
    };
    changed(folder.path(), &[], &strip);
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    let note = "  the log has no chain of hashes, so a change of it cannot be found\n";
    assert!(code(&report) == 0 && out(&report).ends_with(note), "{}", out(&report));
    assert_eq!(err(&report), "");
    assert_eq!(code(&duel(folder.path(), "8")), 0);
    assert!(!text(folder.path(), "log.jsonl").contains("\"chain\""));
    assert_eq!(code(&referee(folder.path(), &["merge", "log.jsonl", "-o", "new"])), 0);
    let report = referee(folder.path(), &["report", "new"]);
    assert!(code(&report) == 0 && !out(&report).contains("chain"), "{}", out(&report));
    // A chain that was removed from the first line only does not make an older log of it.
    changed(folder.path(), &[], &|lines| lines[0] = unchained(&lines[0]).trim().to_owned());
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert!(
        code(&report) == 1 && err(&report).contains("the first line of the log has none"),
        "{}",
        err(&report)
    );
}

#[test]
fn a_result_that_contradicts_itself_is_damage() {
    let folder = TempDir::new().unwrap();
    // Without a chain, which would find these changes first.
    changed(folder.path(), &[], &|lines| {
        for line in lines.iter_mut() {
            *line = unchained(line).trim().to_owned();
        }
        let ranks = [r#""ranks":[1,2]"#, r#""ranks":[2,1]"#];
        let is_won = |line: &&mut String| ranks.iter().any(|ranks| line.contains(ranks));
        let mut won = lines[4..].iter_mut().filter(is_won);
        let turned = won.next().unwrap();
        let other = usize::from(turned.contains(ranks[0]));
        *turned = turned.replace(ranks[1 - other], ranks[other]);
        let winner = won.next().unwrap();
        let seat = usize::from(winner.contains(ranks[1]));
        let out =
            format!(r#""thrown_out":[{{"seat":{seat},"fault":"exit","cause":"exit"}}],"times""#);
        *winner = winner.replace(r#""times""#, &out);
    });
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    let said = err(&report);
    assert!(said.contains("contradicts itself: the points are"), "{said}");
    assert!(out(&report).contains("  damaged lines of the log: "), "{}", out(&report));
    let repair = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    assert!(repair.contains("was thrown out, and won; skipped"), "{repair}");
    assert_eq!(games(folder.path(), "log.jsonl").len(), 4);
}

/// A program that computes the chain of a log anew is found by the run itself, which knows the last hash.
#[test]
fn a_run_finds_at_its_end_that_earlier_lines_were_changed() {
    let folder = TempDir::new().unwrap();
    let bot = "while read -r line; do sleep 0.05; echo 5; done";
    fs::write(folder.path().join("bot.sh"), bot).unwrap();
    let duel = ["duel", "nearest", "sh bot.sh", "@five", "--games", "12", "--log", "log.jsonl"];
    let run = thread::scope(|scope| {
        let run = scope.spawn(|| referee(folder.path(), &duel));
        change_when_written(&folder.path().join("log.jsonl"));
        run.join().unwrap()
    });
    assert_eq!(code(&run), 1, "{}", err(&run));
    let said = err(&run);
    assert!(said.contains("was changed in lines that were written before"), "{said}");
    assert!(said.contains("all results so far are in log-saved.jsonl"), "{said}");
    let report = referee(folder.path(), &["report", "log-saved.jsonl"]);
    assert_eq!((code(&report), err(&report).as_str()), (0, ""));
}

/// Changes the seed of the first game as soon as a log has several.
fn change_when_written(log: &Path) {
    let games = |text: &str| text.matches("\"seed\":").count();
    wait_until(|| games(&fs::read_to_string(log).unwrap_or_default()) > 3);
    let text = fs::read_to_string(log).unwrap();
    let seed = text.find("\"seed\":\"").unwrap() + 8;
    let mut file = File::options().write(true).open(log).unwrap();
    file.seek(SeekFrom::Start(seed as u64)).unwrap();
    file.write_all(b"x").unwrap();
}
