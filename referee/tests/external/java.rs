//! A referee in Java, in one process for each game and in one for many. It stands in for one of CodinGame's engine.

use std::process::Command;

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use tempfile::TempDir;

use super::{beside, folder};
use crate::common::{code, err, out, referee};

/// A folder with the compiled referee; `None` if there is no Java.
fn compiled(more: &str) -> Option<TempDir> {
    if !Need::Javac.program_runs() || !Need::Python.program_runs() {
        return None;
    }
    let contest = format!(
        "[contest]\nkey = \"numbers\"\n\n[referee]\nengine = \"codingame\"\nclasspath = [\"classes\"]\n{more}\n\
         [options]\nodd = \"\"\n\n[bots]\nfive.run = \"python3 number.py\"\nsix.run = \"python3 number.py number=6\"\n"
    );
    let bot = std::fs::read_to_string(beside("number.py")).unwrap();
    let folder = folder(&contest, &[("number.py", &bot)]);
    let source = beside("java/com/codingame/gameengine/core/RefereeMain.java");
    let mut compiler = Command::new("javac");
    compiler.args(["-d", "classes"]).arg(source).current_dir(folder.path());
    assert!(compiler.status().unwrap().success());
    Some(folder)
}

/// Plays a duel, which must end with this exit code.
fn duel(folder: &TempDir, odd: &str, games: &str, ends_with: i32) -> (String, String) {
    let option = format!("--option=odd={odd}");
    let arguments = ["duel", "six", "five", "--games", games, "--parallel", "1", &option];
    let output = referee(folder.path(), &arguments);
    assert_eq!(code(&output), ends_with, "{}{}", out(&output), err(&output));
    (out(&output), err(&output))
}

#[test]
fn games_in_one_java_process_equal_those_in_fresh_ones() {
    let Some(folder) = compiled("reuse = true\nmemory-mb = 512") else { return };
    let (report, said) = duel(&folder, "", "12", 0);
    assert!(report.contains("wins 12, draws 0, losses 0"), "{report}");
    assert!(said.contains("10 games in one process equal those in fresh ones"), "{said}");
    if cases(true, false) {
        return;
    }
    // A process that outgrows its memory is replaced. Its game is void; the same command plays it.
    let (report, said) = duel(&folder, "leak", "8", 4);
    assert!(report.contains("draws 0, losses 0"), "{report}");
    assert!(
        said.contains(
            "is void and left out: the referee program failed (could not allocate memory"
        ) && said.contains("its last words: java.lang.OutOfMemoryError"),
        "{said}"
    );
    let (report, _) = duel(&folder, "leak", "8", 0);
    assert!(report.contains("wins 8, draws 0, losses 0"), "{report}");
}

#[test]
fn state_that_a_referee_keeps_between_games_is_seen() {
    let Some(folder) = compiled("reuse = true") else { return };
    let (report, said) = duel(&folder, "static", "12", 0);
    assert!(report.contains("wins 12, draws 0, losses 0"), "{report}");
    assert!(said.contains("line 4 sent to seat 0 is \"game 2\" in place of \"game 1\""), "{said}");
}
