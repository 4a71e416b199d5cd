//! The command line, run as a user runs it.

use std::fs;
use std::path::Path;
use std::process::Command;

use referee::contest::Contest;
use referee::game::Step;
use referee::games::all;
use referee::testkit::recordings::fixtures;
use referee::testkit::{registered, start};
use serde_json::json;
use tempfile::TempDir;

use crate::common::{self, code, err, out, referee, refused, succeeds};

/// Any contest, where the choice does not matter.
fn any() -> &'static dyn Contest {
    all().next().expect("a contest is registered")
}

/// A house player of a contest as it is typed.
fn house(contest: &dyn Contest, number: usize) -> String {
    format!("@{}", contest.about().house[number % contest.about().house.len()].name)
}

/// The arguments of a game on seed 3 in which `bot` has seat 0 and house players have the others.
fn play_with<'a>(contest: &dyn Contest, bot: &'a str, house: &'a str) -> Vec<&'a str> {
    let mut words = vec!["play", contest.key(), bot];
    words.resize(2 + contest.about().seats, house);
    words.extend(["--seed", "3"]);
    words
}

/// The text of a recording without times and other values that differ from run to run.
fn timeless(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| line.split(",\"micros\"").next().unwrap().to_owned()).collect()
}

#[test]
fn a_game_of_each_contest_is_played_drawn_and_recorded() {
    for contest in all() {
        let folder = TempDir::new().unwrap();
        let (key, first, other) = (contest.key(), house(contest, 1), house(contest, 0));
        let arguments = play_with(contest, &first, &other);
        let played = succeeds(folder.path(), &arguments);
        let text = out(&played);
        let title = format!("{}, seed 3: A ({first}) against B ({other})", contest.about().title);
        assert!(text.starts_with(&title), "{text}");
        assert!(!text.contains('\x1b'), "plain when piped");

        let replayed = succeeds(folder.path(), &["replay", "games"]);
        assert!(out(&replayed).starts_with("1 recording agrees"), "{}", out(&replayed));

        // The same game again is written to a second recording, which differs only in its times.
        let quiet = referee(folder.path(), &[&arguments[..], &["--quiet"]].concat());
        assert_eq!(out(&quiet).lines().count(), 4, "{}", out(&quiet));
        let games = folder.path().join("games");
        let [one, two] = ["-3.jsonl", "-3-2.jsonl"].map(|end| games.join(format!("{key}{end}")));
        assert_eq!(timeless(&one), timeless(&two));
    }
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let (contest, house) = (any(), house(any(), 0));
    let words = ["--seed=5", "--json", "--record", "deep/er/game.jsonl"];
    let output = referee(folder.path(), &[&["play", contest.key(), &house], &words[..]].concat());
    let object: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(object["seed"], "5");
    assert_eq!(object["result"]["scores"].as_array().unwrap().len(), contest.about().seats);
    assert!(folder.path().join(object["recording"].as_str().unwrap()).is_file());
}

/// The output of a game of a bot against a house player.
fn played(contest: &dyn Contest, bot: &str) -> String {
    let folder = TempDir::new().unwrap();
    out(&succeeds(folder.path(), &play_with(contest, bot, &house(contest, 0))))
}

#[test]
fn a_program_that_fails_is_shown_with_its_last_words() {
    for contest in all() {
        let text = played(contest, "sh -c 'echo alas >&2; exit 3'");
        assert!(text.contains("was thrown out, exit: exited with code 3"), "{text}");
        assert!(text.contains("stderr: alas"), "{text}");
    }
}

#[test]
fn an_illegal_answer_is_shown_with_its_line() {
    for contest in all() {
        let text = played(contest, "sh -c 'echo DIVE DEEP; exec sleep 9'");
        let line = text.lines().find(|line| line.contains("was thrown out, garbage: "));
        let line = line.unwrap_or_else(|| panic!("{text}"));
        assert!(
            line.contains("garbage: wanted ") && line.contains(", got \"DIVE DEEP\" ("),
            "{line}"
        );
    }
}

#[test]
fn a_timeout_reminds_of_flushing() {
    let folder = TempDir::new().unwrap();
    let call = ["play", "ocean", "sleep 60", "@random", "--timeout-factor", "0.05", "--quiet"];
    let call = [&call[..], &["--startup", "0.1"]].concat();
    let text = out(&referee(folder.path(), &call));
    assert!(text.contains("timeout: ") && text.contains("must flush its output"), "{text}");
    let reason = "it had read nothing when its time for starting was over: --startup gives it more";
    assert!(text.contains(reason), "{text}");
}

#[test]
fn the_board_is_what_the_first_seat_is_sent_first() {
    for contest in all() {
        let folder = TempDir::new().unwrap();
        let output = referee(folder.path(), &["board", contest.key(), "--seed", "1"]);
        let Step::Ask(requests) = start(contest, "1", json!({})).advance(&[]) else {
            panic!("{} is over before it begins", contest.key())
        };
        let first = requests.iter().min_by_key(|request| request.seat).unwrap();
        assert_eq!(out(&output).lines().collect::<Vec<_>>(), first.lines, "{}", contest.key());
    }
}

#[test]
fn a_redriven_bot_is_compared_with_the_recording() {
    let folder = TempDir::new().unwrap();
    let (contest, [same, other]) = (any(), [0, 1].map(|number| house(any(), number)));
    let record = ["--seed", "9", "--record", "g.jsonl", "-q"];
    let play = [&["play", contest.key(), &same], &record[..]].concat();
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    let redrive = |seat: &str, bot: &str| {
        referee(folder.path(), &["redrive", "g.jsonl", "--seat", seat, bot])
    };
    let agrees = redrive("1", &same);
    assert_eq!(code(&agrees), 0, "{}", out(&agrees));
    assert!(out(&agrees).starts_with("all ") && out(&agrees).contains("answers are the same"));

    let differs = redrive("0", &other);
    assert_eq!(code(&differs), 1);
    let text = out(&differs);
    assert!(text.contains("differs\n  sent     "), "{text}");
    assert!(text.contains("  recorded ") && text.contains("  answered "), "{text}");
    assert!(text.trim_end().ends_with("answers differ"), "{text}");

    let dead = redrive("0", "true");
    assert_eq!(code(&dead), 1);
    assert!(
        err(&dead).contains("the bot 'true' has failed at answer 1 (exit, exited with code 0)"),
        "{}",
        err(&dead)
    );
}

#[test]
fn a_recording_that_differs_is_named_with_file_and_line() {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(&fixtures(any().key())[0]).unwrap();
    let changed = text.replacen("\"scores\":[", "\"scores\":[77,", 1);
    fs::write(folder.path().join("bad.jsonl"), changed).unwrap();
    let output = referee(folder.path(), &["replay", "bad.jsonl"]);
    assert_eq!(code(&output), 1);
    let line = text.lines().count();
    assert!(out(&output).starts_with(&format!("bad.jsonl: line {line}: ")), "{}", out(&output));
    assert!(out(&output).contains("result.scores differs"), "{}", out(&output));

    let cut: Vec<&str> = text.lines().take(9).collect();
    fs::write(folder.path().join("bad.jsonl"), cut.join("\n")).unwrap();
    refused(
        &referee(folder.path(), &["replay", "."]),
        "these folders have no recording of a whole game",
    );
    let output = referee(folder.path(), &["replay", "bad.jsonl"]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("bad.jsonl ends after line 9 without a result"));

    fs::write(folder.path().join("bad.jsonl"), &text.as_bytes()[..text.len() / 2]).unwrap();
    let output = referee(folder.path(), &["replay", "."]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("is neither an exchange nor a result"), "{}", out(&output));
}

/// A game that was cut off can be redriven as far as it goes.
#[test]
fn a_cut_recording_is_redriven_to_its_end() {
    let folder = TempDir::new().unwrap();
    let (contest, [same, other]) = (any(), [0, 1].map(|number| house(any(), number)));
    let record = ["--seed", "3", "--record", "g.jsonl", "-q"];
    referee(folder.path(), &[&["play", contest.key(), &same], &record[..]].concat());
    let text = fs::read_to_string(folder.path().join("g.jsonl")).unwrap();
    let whole: Vec<&str> = text.lines().take(41).collect();
    let asked = whole.iter().filter(|line| line.starts_with("{\"seat\":0,")).count();
    let cut = whole.join("\n") + "\n{\"seat\":1,\"se";
    fs::write(folder.path().join("cut.jsonl"), cut).unwrap();
    let output = referee(folder.path(), &["redrive", "cut.jsonl", "--seat", "0", &other]);
    assert_eq!(code(&output), 1, "{}", err(&output));
    let end = format!("of {asked} answers differ");
    assert!(out(&output).trim_end().ends_with(&end), "{end}: {}", out(&output));
}

#[test]
fn every_recording_of_a_folder_is_checked_and_logs_are_passed_over() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| assert_eq!(code(&referee(folder.path(), arguments)), 0);
    let contest = all()
        .find(|contest| contest.about().teams.is_empty() && contest.about().seats == 2)
        .unwrap();
    let (key, [one, other]) = (contest.key(), [0, 1].map(|number| house(contest, number)));
    run(&["play", key, &one, "--seed", "4", "-q"]);
    run(&["duel", key, &one, &other, "--games", "4", "--keep", "all"]);
    let output = succeeds(folder.path(), &["replay", "games"]);
    assert!(out(&output).starts_with("5 recordings agree"), "{}", out(&output));
    fs::write(folder.path().join("games/a.jsonl"), "{}").unwrap();
    fs::write(folder.path().join("games/z.jsonl"), "").unwrap();
    let output = succeeds(folder.path(), &["replay", "games"]);
    assert!(out(&output).starts_with("5 recordings agree"), "{}", out(&output));
    assert!(err(&output).starts_with("skipped 2 files of these folders"), "{}", err(&output));
    let file = folder.path().join(format!("games/{key}-4.jsonl"));
    fs::write(&file, fs::read_to_string(&file).unwrap() + "more\n").unwrap();
    let named = ["replay", "games", "games/a.jsonl", "games/z.jsonl"];
    let output = referee(folder.path(), &named);
    assert_eq!(code(&output), 1);
    let text = out(&output);
    assert!(text.contains("a.jsonl is not a recording") && text.contains("it is empty"), "{text}");
    assert!(
        text.contains("follows the result") && text.contains("5 of 9 recordings failed"),
        "{text}"
    );
}

/// The README's second command with less time per answer and a shorter game: it builds the bot and plays.
/// This bot takes the least time to build and to think.
#[test]
fn the_workspaces_bot_is_built_and_plays() {
    let (folder, contest) = (TempDir::new().unwrap(), registered("fruit"));
    let (key, bot) = (contest.key(), contest.about().bot);
    let play = ["play", key, "--seed", "6", "--timeout-factor", "40", "--option", "turns=10"];
    let output = succeeds(folder.path(), &play);
    let building = format!("Building {bot} (cargo build --release -p {bot})\n");
    assert!(err(&output).starts_with(&building), "{}", err(&output));
    let text = out(&output);
    let title = format!("{}, seed 6: A ({bot}) against B ({bot})", contest.about().title);
    assert!(text.starts_with(&title), "{text}");
    let recorded = text.contains(&format!("Recording: games/{key}-6.jsonl"));
    assert!(recorded && !text.contains("thrown out"), "{text}");
}

#[test]
fn last_words_cannot_harm_the_terminal() {
    let (folder, house) = (TempDir::new().unwrap(), house(any(), 0));
    let bot = "sh -c 'printf \"\\033[2Jboo%0999d\" 7 >&2; exit 1'";
    let output = referee(folder.path(), &play_with(any(), bot, &house));
    let text = out(&output);
    assert!(text.contains("stderr: \\u{1b}[2Jboo000"), "{text}");
    let words = text.lines().filter(|line| line.contains("stderr: "));
    assert!(words.into_iter().all(|line| line.chars().count() < 300), "{text}");
}

/// A wrong call gives exit code 2 and a sentence that says what to do, and writes nothing.
#[test]
fn bad_calls_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], advice: &str| {
        common::refused(&referee(folder.path(), arguments), advice);
    };
    let (contest, house) = (any(), house(any(), 0));
    let key = contest.key();
    let keys: Vec<&str> = all().map(Contest::key).collect();
    refused(&["play", "chess"], &format!("the games are: {}", keys.join(", ")));
    let own = format!("give the workspace's bot ({})", contest.about().bot);
    refused(&["play", key, "nobody"], &own);
    refused(&["play", key, "@nobody"], &format!("there are: {house}"));
    refused(&["play", key, "./nobody"], "a command line such as");
    refused(&["play", key, "sh -c 'unclosed"], "cannot understand the command line");
    let nine = [&["play", key], &[house.as_str(); 9][..]].concat();
    refused(&nine, "players, not 9");
    let option = contest.about().options[0].name;
    refused(&["play", key, "--option", &format!("{option}=[]")], option);
    refused(
        &["play", key, "--option", "wind=5"],
        &format!("the options of this game are: {option}"),
    );
    refused(&["play", key, "--option", option], "NAME=VALUE");
    refused(&["play", key, "--timeout-factor", "0"], "a number above 0");
    refused(&["play", key, &house, "--record", "/proc/none/x"], "choose with --record");
    refused(&["replay", "missing.jsonl"], "cannot read missing.jsonl");
    refused(&["replay", "."], "no file ends in .jsonl");
    refused(&["redrive", "missing.jsonl", "--seat", "0", "@random"], "cannot be read");
    let game = fixtures(key)[0].to_string_lossy().into_owned();
    let seats = format!("(0 to {}), not 9", contest.about().seats - 1);
    refused(&["redrive", &game, "--seat", "9", &house], &seats);
    let numbers = all().find(|contest| contest.start(&no_number(*contest)).is_err()).unwrap().key();
    refused(&["play", numbers, "--seed", "one"], "one");
    refused(&["board", numbers, "--seed", "1e3"], "1e3");
    refused(&["dance"], "there is no `referee dance`");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

fn no_number(contest: &dyn Contest) -> referee::contest::Setup {
    referee::testkit::setup(contest, "one", json!({}))
}

/// If a reader closes the pipe early, as `head` does, the program prints no panic and no error.
#[test]
fn a_closed_pipe_is_no_error() {
    let (referee, key) = (env!("CARGO_BIN_EXE_referee"), any().key());
    let command = format!("{{ {referee} board {key} --seed 1; echo $? >&2; }} | true");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(err(&output), "0\n");
}

/// Each command and each of its flags is in the man pages and is completed.
#[cfg(feature = "manual")]
#[test]
fn commands_and_flags_are_in_the_manual_and_completed() {
    let folder = TempDir::new().unwrap();
    let help = out(&referee(folder.path(), &["--help"]));
    let (_, list) = help.split_once("Commands:\n").unwrap();
    // Further lines of a description are indented more.
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap());
    let commands: Vec<&str> = names.take_while(|&name| !name.starts_with('-')).collect();
    assert!(commands.contains(&"duel") && commands.contains(&"help"), "{help}");
    assert_eq!(code(&referee(folder.path(), &["man", "man1"])), 0);
    for command in commands.into_iter().filter(|&command| command != "help") {
        let page = folder.path().join(format!("man1/referee-{command}.1"));
        let page = fs::read_to_string(&page).unwrap_or_else(|_| panic!("{}", page.display()));
        let help = out(&referee(folder.path(), &[command, "--help"]));
        let asked = ["--", "referee", command, "--"];
        let mut completed = Command::new(env!("CARGO_BIN_EXE_referee"));
        let completed = completed.args(asked).env("REFEREE_COMPLETE", "fish").output().unwrap();
        let completed = out(&completed);
        let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
        let words =
            lines.filter_map(|line| line.split_whitespace().find(|it| it.starts_with("--")));
        let is_part = |letter: char| letter == '-' || letter.is_ascii_alphanumeric();
        let flags = words.map(|word| word.split(|letter| !is_part(letter)).next().unwrap());
        for flag in flags {
            assert!(page.contains(&flag.replace('-', r"\-")), "{command}: {flag}");
            assert!(completed.contains(flag), "{command}: {flag}");
        }
    }
    let shells = ["bash", "zsh", "fish", "elvish", "powershell"];
    for shell in shells {
        let script = out(&referee(folder.path(), &["completions", shell]));
        assert!(script.contains("REFEREE_COMPLETE") && script.contains("referee"), "{shell}");
    }
    assert_eq!(code(&referee(folder.path(), &["completions", "tcsh"])), 2);
}
