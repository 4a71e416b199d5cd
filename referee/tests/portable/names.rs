//! Names of files and folders with blanks, quotes and letters beyond ASCII.

use std::fs;

use super::{Yard, rogue};

#[test]
fn logs_recordings_and_pages_may_have_any_names() {
    let yard = Yard::new();
    let (separator, folder) = if yard.programs.is_of_windows() {
        ('\\', "logs of Jörg's")
    } else {
        ('/', "logs \"of\" Jörg's")
    };
    let named = |name: &str| format!("{folder}{separator}{name}");
    let rogue = rogue("plain", "");
    for (log, seed) in [("a b.jsonl", "1"), ("ö'.jsonl", "50")] {
        let line = ["duel", "nearest", "@five", &rogue, "--games", "4", "--seed", seed];
        let rest = ["--log", &named(log), "--keep", "all", "--timeout-factor", "100"];
        yard.succeeds(&[&line[..], &rest].concat());
    }
    // A folder is a part of the path, not of the name.
    assert_eq!(yard.games(&format!("{folder}/a b.jsonl")).len(), 4);
    let merged = named("all of them.jsonl");
    yard.succeeds(&["merge", &named("a b.jsonl"), &named("ö'.jsonl"), "-o", &merged]);
    let page = named("größe.html");
    let said = yard.succeeds(&["report", &merged, "--html", &page]);
    assert!(said.contains(&merged), "{said}");
    assert!(yard.at(&format!("{folder}/größe.html")).is_file());
    let games = yard.lines(&format!("{folder}/all of them.jsonl"));
    let recordings: Vec<String> = games
        .iter()
        .filter_map(|game| game.get("recording"))
        .map(|it| named(it.as_str().unwrap()))
        .collect();
    assert_eq!(recordings.len(), 8);
    assert!(recordings.iter().all(|it| !it.contains(".games\\")), "{recordings:?}");
    yard.succeeds(&["replay", &recordings[0], &recordings[7]]);
    yard.succeeds(&["view", &recordings[0], "-o", &named("ein Spiel.html")]);
    assert!(yard.at(&format!("{folder}/ein Spiel.html")).is_file());
    let pages: Vec<_> = fs::read_dir(yard.at(folder)).unwrap().flatten().collect();
    // Three logs, a folder of recordings for two of them, and two pages, one with a folder of games.
    assert_eq!(pages.len(), 8, "{pages:?}");
}
