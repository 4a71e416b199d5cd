//! The first bots that `referee new bot` writes are short and play whole games without a fault.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, refused};
use crate::subject::{REFEREE, contests};

fn referee(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(REFEREE).args(arguments).current_dir(folder).output().unwrap()
}

/// Writes a first bot and returns the commands that were printed: the build command, if there is one, and the
/// command that plays.
fn written(folder: &Path, game: &str, language: &str) -> Vec<String> {
    let output = referee(folder, &["new", "bot", game, "--language", language]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let text = out(&output);
    text.lines().filter_map(|line| line.strip_prefix("  ").map(str::to_owned)).collect()
}

/// Tests the first bots in the language with this extension, if its compiler or interpreter is installed.
fn each_is_short_and_plays_by_the_command_that_is_printed(
    language: &str,
    extension: &str,
    needs: Need,
) {
    if !needs.program_runs() {
        return;
    }
    for contest in contests().take(cases(2, usize::MAX)) {
        if contest.about().first_bots.iter().all(|bot| bot.extension != extension) {
            println!("skipped: {} has no first bot in {language}", contest.key());
            let folder = TempDir::new().unwrap();
            let output =
                referee(folder.path(), &["new", "bot", contest.key(), "--language", language]);
            refused(&output, &format!("no first bot with the ending .{extension}"));
            continue;
        }
        let folder = TempDir::new().unwrap();
        let commands = written(folder.path(), contest.key(), language);
        let source = folder.path().join("my_bot").with_extension(extension);
        assert!(fs::read_to_string(source).unwrap().lines().count() < 90);
        let (play, build) = commands.split_last().unwrap();
        for build in build {
            let status = Command::new("sh").args(["-c", build]).current_dir(folder.path()).status();
            assert!(status.unwrap().success(), "{build}");
        }
        let words = shell_words::split(play).unwrap();
        assert_eq!(words[..3], ["referee", "play", contest.key()]);
        // A timeout on a slow machine is not the bot's fault.
        let more = ["--seed", "5", "--json", "--timeout-factor", "100"];
        let call: Vec<&str> = words[1..].iter().map(String::as_str).chain(more).collect();
        let output = referee(folder.path(), &call);
        assert_eq!(code(&output), 0, "{}", err(&output));
        let game: Value = serde_json::from_str(&out(&output)).unwrap();
        let thrown_out = game["result"]["thrown_out"].as_array().cloned().unwrap_or_default();
        let faults: Vec<&Value> = thrown_out.iter().filter(|it| it["seat"] == 0).collect();
        assert!(faults.is_empty(), "{} in {language}: {faults:?}", contest.key());
        // The courier wanders by chance and may find no package in a game.
        let earns = game["result"]["scores"][0].as_i64() > Some(0) || contest.key() == "courier";
        assert!(earns, "{} in {language}: {}", contest.key(), game["result"]);
    }
}

#[test]
fn in_python_each_is_short_and_plays() {
    each_is_short_and_plays_by_the_command_that_is_printed("python", "py", Need::Python);
}

#[test]
fn in_rust_each_is_short_and_plays() {
    each_is_short_and_plays_by_the_command_that_is_printed("rust", "rs", Need::Rustc);
}

#[test]
fn in_cpp_each_is_short_and_plays() {
    each_is_short_and_plays_by_the_command_that_is_printed("cpp", "cpp", Need::Cpp);
}

#[test]
fn in_javascript_each_is_short_and_plays() {
    each_is_short_and_plays_by_the_command_that_is_printed("javascript", "js", Need::Node);
}

#[test]
fn nothing_is_overwritten() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("my_bot.py"), "mine").unwrap();
    let again = referee(folder.path(), &["new", "bot", "ocean"]);
    refused(&again, "--output FILE gives the bot another name");
    assert_eq!(fs::read_to_string(folder.path().join("my_bot.py")).unwrap(), "mine");
    let other = referee(folder.path(), &["new", "bot", "ocean", "-o", "other.py"]);
    assert_eq!(code(&other), 0, "{}", err(&other));
    refused(&referee(folder.path(), &["new", "bot", "chess"]), "there is no game 'chess'");
}
