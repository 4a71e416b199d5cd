//! The book's page about security names all deeds that are tried.

use referee::testkit::needs::Need;

/// Deeds of an honest program.
const HONEST: [&str; 8] = [
    "use-the-home",
    "start-200-threads",
    "rest",
    "find-file",
    "start-slowly",
    "sleep-only",
    "think",
    "work",
];

/// The words in quotes on which the program of the deeds branches.
fn all_deeds() -> Vec<&'static str> {
    let programs = [
        include_str!("deeds.rs"),
        include_str!("deeds_time.rs"),
        include_str!("intruder.rs"),
        include_str!("taker.rs"),
    ];
    let lines = programs.into_iter().flat_map(str::lines).map(str::trim);
    let branches = lines.filter_map(|line| line.strip_prefix('"')?.split_once(" => "));
    let words = branches.flat_map(|(deeds, _)| deeds.split('|'));
    words.map(|word| word.trim().trim_matches('"')).collect()
}

#[test]
fn the_page_about_security_names_each_deed() {
    if !Need::linux_room() {
        return;
    }
    let page = include_str!("../../../docs/book/src/security.md");
    let deeds = all_deeds();
    assert!(deeds.len() > 50, "{deeds:?}");
    for deed in deeds {
        if !HONEST.contains(&deed) {
            assert!(page.contains(&format!("`{deed}`")), "{deed} is not in the table");
        }
    }
}
