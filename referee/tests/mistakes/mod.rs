//! A table of mistakes that careless users make. Each answer names the thing and the remedy, in a few lines and in
//! words that a user knows.
//!
//! No row starts a game that lasts. The rows of a file run in parallel, in one folder that none of them changes.

mod bots;
mod contest_files;
mod flags;
mod logs;
mod recordings;
mod table;
mod writing;

use self::table::Row;

fn all() -> Vec<Row> {
    let parts = [
        bots::rows(),
        contest_files::rows(),
        flags::rows(),
        logs::rows(),
        recordings::rows(),
        writing::rows(),
    ];
    parts.concat()
}

#[test]
fn at_least_120_mistakes_are_made_and_each_once() {
    let mut calls: Vec<_> = all().iter().map(|row| (row.call, row.file)).collect();
    assert!(calls.len() >= 120, "{}", calls.len());
    calls.sort_unstable();
    calls.dedup();
    assert_eq!(calls.len(), all().len());
}

#[test]
fn a_stumble_in_the_words_of_an_answer_is_found() {
    for said in [
        "error: cannot read x: No such file or directory (os error 2)",
        "error: line 1: missing field `seed` at character 167",
        "error: invalid type: sequence, expected struct Header",
        "error: Launcher failed with ExitStatus(unix_wait_status(768))",
        "error: --players: invalid digit found in string",
        "error: Some(\"x\")",
        "error: entity not found",
        "thread 'main' panicked at src/x.rs",
        "error: one\ntwo\nthree\nfour",
        "no error at all",
    ] {
        assert!(table::stumble(said).is_some(), "{said}");
    }
    let good = "error: bot.py is not a recording; it is some other text; `referee play` writes recordings\n";
    assert_eq!(table::stumble(good), None);
}
