//! The first bots that `referee new bot` writes are short, play whole games without a fault, beat a simple opponent, and
//! give the same answers in all languages.
//! Each comes with a test that runs with the tools of its language.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use referee::contest::Contest;
use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, refused};
use crate::subject::{REFEREE, contests};

fn referee(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(REFEREE).args(arguments).current_dir(folder).output().unwrap()
}

/// Runs a command of a shell. `referee` in it is the one under test.
fn shell(folder: &Path, command: &str) -> Output {
    let programs = folder.join("programs");
    if !programs.exists() {
        fs::create_dir(&programs).unwrap();
        symlink(REFEREE, programs.join("referee")).unwrap();
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder);
    shell.env("PATH", format!("{}:{path}", programs.display())).output().unwrap()
}

/// The commands that `referee new bot` printed.
struct Printed {
    build: Option<String>,
    play: String,
    test: String,
    measure: String,
}

/// Writes a first bot.
fn written(folder: &Path, arguments: &[&str]) -> Printed {
    let output = referee(folder, &[&["new", "bot"], arguments].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let text = out(&output);
    let after = |title: &str| {
        let (_, rest) = text.split_once(&format!("{title}:\n  "))?;
        rest.lines().next().map(str::to_owned)
    };
    let needed = |title: &str| after(title).unwrap_or_else(|| panic!("{title}: {text}"));
    Printed {
        build: after("Build it"),
        play: needed("Play a game"),
        test: needed("Test it"),
        measure: needed("Measure it"),
    }
}

/// A house player that plays badly or only waits.
fn simple_opponent(contest: &dyn Contest) -> String {
    let simple = ["random", "waiter", "sunday"];
    let house = contest.about().house.iter().map(|kind| kind.name);
    let mut ranked: Vec<&str> = house.filter(|name| simple.contains(name)).collect();
    ranked.sort_unstable();
    format!("@{}", ranked[0])
}

/// Plays a game of a bot against simple opponents, and checks what it printed and reached.
fn beats_a_simple_opponent(folder: &Path, contest: &dyn Contest, play: &str, language: &str) {
    let words = shell_words::split(play).unwrap();
    assert_eq!(words[..3], ["referee", "play", contest.key()]);
    let verbose = format!("{} --verbose", words[3]);
    let mut call = vec!["play", contest.key(), &verbose];
    let opponent = simple_opponent(contest);
    call.resize(2 + contest.about().seats, &opponent);
    // A timeout on a slow machine is not the bot's fault.
    call.extend(["--seed", "5", "--json", "--timeout-factor", "100"]);
    let output = referee(folder, &call);
    let subject = format!("{} in {language}", contest.key());
    assert_eq!(code(&output), 0, "{subject}: {}", err(&output));
    let game: Value = serde_json::from_str(&out(&output)).unwrap();
    let result = &game["result"];
    assert_eq!(result["thrown_out"], Value::Null, "{subject}");
    assert_eq!(result["ranks"][0], 1, "{subject}: {result}");
    assert!(result["scores"][0].as_i64() > Some(0), "{subject}: {result}");
    let recording = fs::read_to_string(folder.join(game["recording"].as_str().unwrap())).unwrap();
    // The last request may have no answer, and the first answer may come before anything is understood.
    let is_answer = |line: &&str| line.starts_with("{\"seat\":0") && line.contains("\"got\":[\"");
    let answers: Vec<&str> = recording.lines().filter(is_answer).collect();
    let spoken = answers.iter().filter(|line| line.contains("\"stderr\":[\""));
    assert!(spoken.count() * 2 > answers.len(), "{subject} with --verbose");
}

/// Plays games of the first bot in Python, and demands the same answers of another bot.
fn answers_as_in_python(folder: &Path, contest: &dyn Contest, play: &str, language: &str) {
    if language == "python" || !Need::Python.program_runs() {
        return;
    }
    let bot = &shell_words::split(play).unwrap()[3];
    written(folder, &[contest.key(), "-o", "in_python.py"]);
    let mut call = vec!["play", contest.key(), "python3 in_python.py"];
    call.resize(2 + contest.about().seats, "python3 in_python.py");
    for seed in ["1", "2", "3"] {
        let more = ["--seed", seed, "--quiet", "--record", "r", "--overwrite"];
        let patient = ["--timeout-factor", "100"];
        let output = referee(folder, &[&call[..], &more, &patient].concat());
        assert_eq!(code(&output), 0, "{}: {}", contest.key(), err(&output));
        let redrive = [&["redrive", "r", bot, "--seat", "0"], &patient[..]].concat();
        let output = referee(folder, &redrive);
        let subject = format!("{} in {language}, seed {seed}", contest.key());
        assert_eq!(code(&output), 0, "{subject}: {}{}", out(&output), err(&output));
    }
}

/// Tests the first bots in the language with this extension, in at most `most` contests. The test that comes with a
/// bot is the same in all contests of a language, so it is run in the first one.
fn each_is_short_and_plays(language: &str, extension: &str, most: usize) {
    for (number, contest) in contests().take(most).enumerate() {
        let (key, folder) = (contest.key(), TempDir::new().unwrap());
        let folder = folder.path();
        if contest.about().first_bots.iter().all(|bot| bot.extension != extension) {
            println!("skipped: {key} has no first bot in {language}");
            let output = referee(folder, &["new", "bot", key, "--language", language]);
            refused(&output, &format!("no first bot with the ending .{extension}"));
            continue;
        }
        let printed = written(folder, &[key, "--language", language]);
        let named = printed.play.contains("MyBot");
        let source = folder.join(if named { "MyBot" } else { "my_bot" }).with_extension(extension);
        assert!(fs::read_to_string(source).unwrap().lines().count() < 160, "{key} in {language}");
        // The test builds the bot, too.
        let command = if number == 0 { Some(printed.test) } else { printed.build };
        if let Some(command) = command {
            let output = shell(folder, &command);
            assert_eq!(code(&output), 0, "{key}: {command}: {}{}", out(&output), err(&output));
        }
        beats_a_simple_opponent(folder, contest, &printed.play, language);
        answers_as_in_python(folder, contest, &printed.play, language);
        let words = shell_words::split(&printed.measure).unwrap();
        assert_eq!(words[..3], ["referee", "duel", key]);
    }
}

#[test]
fn the_name_of_the_file_tells_the_language() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let printed = written(folder, &["tron", "-o", "first.rs"]);
    assert!(printed.build.unwrap().starts_with("rustc"));
    assert!(fs::read_to_string(folder.join("first.rs")).unwrap().contains("fn main()"));
    let printed = written(folder, &["tron", "-o", "second"]);
    assert!(printed.play.contains("python3 second"), "{}", printed.play);
    let printed = written(folder, &["tron", "-o", "third.txt", "--language", "cpp"]);
    assert!(printed.build.unwrap().starts_with("g++"));
}

#[test]
fn in_python_each_is_short_and_plays() {
    if Need::Python.program_runs() {
        each_is_short_and_plays("python", "py", cases(1, usize::MAX));
    }
}

#[test]
fn in_rust_each_is_short_and_plays() {
    if Need::Rustc.program_runs() {
        each_is_short_and_plays("rust", "rs", cases(1, usize::MAX));
    }
}

#[test]
fn in_cpp_each_is_short_and_plays() {
    if Need::Cpp.program_runs() {
        each_is_short_and_plays("cpp", "cpp", cases(1, usize::MAX));
    }
}

#[test]
fn in_javascript_each_is_short_and_plays() {
    if Need::Node.program_runs() {
        each_is_short_and_plays("javascript", "js", cases(1, usize::MAX));
    }
}

#[test]
fn in_java_each_is_short_and_plays() {
    if Need::Javac.program_runs() {
        each_is_short_and_plays("java", "java", cases(1, usize::MAX));
    }
}

#[test]
fn in_go_each_is_short_and_plays() {
    if Need::Go.program_runs() {
        each_is_short_and_plays("go", "go", cases(1, usize::MAX));
    }
}

/// The compiler takes ten seconds for each bot.
#[test]
fn in_kotlin_each_is_short_and_plays() {
    if Need::Kotlinc.program_runs() {
        each_is_short_and_plays("kotlin", "kt", cases(1, 2));
    }
}

/// Without a compiler, the test of a bot in Kotlin says that it skips.
#[test]
fn the_test_in_kotlin_skips_without_its_compiler() {
    let Some(contest) =
        contests().find(|it| it.about().first_bots.iter().any(|bot| bot.extension == "kt"))
    else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let printed = written(folder.path(), &[contest.key(), "--language", "kotlin"]);
    let command = format!("PATH=/var/empty {}", printed.test.replacen("sh ", "/bin/sh ", 1));
    let script = folder.path().join("test_my_bot.sh");
    let text = fs::read_to_string(&script).unwrap().replace("$(dirname \"$0\")", ".");
    fs::write(script, text).unwrap();
    let output = shell(folder.path(), &command);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).starts_with("skipped: kotlinc"), "{}", out(&output));
}

/// A bot that is thrown out fails its test.
#[test]
fn the_test_of_a_bot_can_fail() {
    let folder = TempDir::new().unwrap();
    if !Need::Python.program_runs() {
        return;
    }
    let contest = contests().find(|it| !it.about().first_bots.is_empty()).unwrap();
    fs::create_dir(folder.path().join("my bots")).unwrap();
    let printed = written(folder.path(), &[contest.key(), "-o", "my bots/first.py"]);
    assert!(printed.build.is_none());
    fs::write(folder.path().join("my bots/first.py"), "print('nonsense', flush=True)").unwrap();
    let output = shell(folder.path(), &printed.test);
    assert_eq!(code(&output), 1, "{}", out(&output));
    assert!(err(&output).contains("thrown_out"), "{}", err(&output));
}

#[test]
fn nothing_is_overwritten() {
    let folder = TempDir::new().unwrap();
    let first = contests().find(|it| !it.about().first_bots.is_empty()).unwrap().key();
    fs::write(folder.path().join("my_bot.py"), "mine").unwrap();
    let again = referee(folder.path(), &["new", "bot", first]);
    refused(&again, "--output FILE gives the bot another name");
    assert_eq!(fs::read_to_string(folder.path().join("my_bot.py")).unwrap(), "mine");
    assert!(!folder.path().join("test_my_bot.py").exists());
    written(folder.path(), &[first, "-o", "other.py"]);
    fs::remove_file(folder.path().join("other.py")).unwrap();
    let again = referee(folder.path(), &["new", "bot", first, "-o", "other.py"]);
    refused(&again, "test_other.py, the file of the test, exists");
    assert!(!folder.path().join("other.py").exists());
    let named = referee(folder.path(), &["new", "bot", first, "-o", "$(ls).py"]);
    refused(&named, "a first bot cannot be called '$(ls)'");
    refused(&referee(folder.path(), &["new", "bot", "chess"]), "there is no game 'chess'");
}
