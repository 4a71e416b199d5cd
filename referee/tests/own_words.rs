//! The words in which commands tell of a game: names, seats, results, and commands to type next.

use std::fs;

use tempfile::TempDir;

use crate::common::{out, succeeds};

#[test]
fn a_command_that_plays_a_game_again_names_the_contest_file_and_works() {
    let folder = TempDir::new().unwrap();
    let file = "[contest]\ngame = \"tron\"\n[bots]\none.run = \"@filler\"\ntwo.run = \"@random\"\n";
    fs::write(folder.path().join("a file.toml"), file).unwrap();
    let named = ["--contest", "a file.toml"];
    let run = ["duel", "tron", "one", "two", "--games", "2", "--log", "log", "--keep", "none"];
    succeeds(folder.path(), &[&named[..], &run].concat());
    let report = ["report", "log", "--lost", "two"];
    let text = out(&succeeds(folder.path(), &[&named[..], &report].concat()));
    let again = text.lines().find(|line| line.contains("referee play")).unwrap();
    let words = shell_words::split(again).unwrap();
    assert!(words.contains(&"--contest=a file.toml".to_owned()), "{again}");
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    succeeds(folder.path(), &words);
    // Every option has its default.
    assert!(!again.contains("--option"), "{again}");
}

#[test]
fn an_option_of_the_contest_file_is_named_although_it_has_the_contests_own_default() {
    let folder = TempDir::new().unwrap();
    let file = "[contest]\ngame = \"tron\"\n[options]\nsize = \"7x7\"\n";
    fs::write(folder.path().join("botyard.toml"), file).unwrap();
    for (more, option) in [(&[][..], "size=7x7"), (&["--option", "size=any"], "size=any")] {
        let run = ["duel", "tron", "@filler", "@random", "--games", "20", "--log", option];
        succeeds(folder.path(), &[&run[..], more].concat());
        let lost = out(&succeeds(folder.path(), &["report", option, "--lost", "@random"]));
        assert!(lost.contains(&format!("'--option={option}'")), "{lost}");
    }
}
