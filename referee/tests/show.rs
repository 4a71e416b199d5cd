//! `referee show`: turns of a recording, as text.

use std::fs;

use tempfile::TempDir;

use crate::common::{code, err, out, referee, refused, succeeds};

/// A recording of an ocean game, in its own folder.
fn recorded() -> TempDir {
    let folder = TempDir::new().unwrap();
    let play = ["play", "ocean", "@wanderer", "@random", "--seed", "7", "--quiet", "--record", "r"];
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    folder
}

#[test]
fn a_turn_is_shown_with_input_answer_and_board() {
    let folder = recorded();
    let show = |more: &[&str]| out(&referee(folder.path(), &[&["show", "r"], more].concat()));
    let text = show(&["--turn", "4", "--seat", "1"]);
    let head = text.lines().next().unwrap();
    assert!(head.starts_with("turn 4, B (@random), ") && head.contains(" ms, line "), "{head}");
    assert!(text.contains("\n  sent    ") && text.contains("\n  answer  "), "{text}");
    // The position after that turn is the one that was played.
    assert!(text.contains("\nturn 4\n") && text.lines().count() > 15, "{text}");
    let both = show(&["--turn", "0", "--no-board"]);
    assert_eq!(both.matches("turn 0, ").count(), 2, "both starting cells");
    let several = show(&["--turn", "2..=5", "--seat", "0", "--no-board"]);
    assert_eq!(several.matches("turn ").count(), 2);
    for same in [["2..=5", "A"], ["2..6", "a"]] {
        assert_eq!(show(&["--turn", same[0], "--seat", same[1], "--no-board"]), several);
    }
}

#[test]
fn a_turn_with_several_positions_is_shown_by_the_numbers_of_its_page() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "karo", "@sunday", "@cruiser", "--seed", "7", "--quiet", "--record", "r"];
    succeeds(folder.path(), &play);
    let show = |turn: &str| {
        let shown = succeeds(folder.path(), &["show", "r", "--turn", turn, "--no-board"]);
        out(&shown)
    };
    let (whole, first, second) = (show("3"), show("3.0"), show("3.1"));
    assert_eq!(whole, first + &second);
    assert!(second.contains("round 3, "), "{second}");
    refused(&referee(folder.path(), &["show", "r", "--turn", "3.9"]), "no such turn; the last");
}

#[test]
fn an_incomplete_or_wrong_recording_is_shown_up_to_its_end() {
    let folder = recorded();
    let file = folder.path().join("r");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&file, lines[..6].join("\n")).unwrap();
    let cut = referee(folder.path(), &["show", "r", "--no-board"]);
    assert_eq!((code(&cut), out(&cut).matches("turn ").count()), (0, 5), "{}", err(&cut));
    assert_eq!(err(&cut), "");
    // A result that cannot be read is not passed over in silence.
    let bad = lines.last().unwrap().replace("\"turns\":", "\"turns\":1e400,\"was\":");
    fs::write(&file, [&lines[..lines.len() - 1], &[&*bad]].concat().join("\n")).unwrap();
    let bad = referee(folder.path(), &["show", "r", "--no-board"]);
    assert_eq!(code(&bad), 0, "{}", err(&bad));
    let said = format!("warning: r is a damaged recording: line {}", lines.len());
    assert!(err(&bad).starts_with(&said) && err(&bad).contains("left out"), "{}", err(&bad));
    // The same exchange twice, where the rules ask the other seat.
    fs::write(&file, [&lines[..3], &lines[2..]].concat().join("\n")).unwrap();
    let wrong = referee(folder.path(), &["show", "r"]);
    assert_eq!(code(&wrong), 0, "{}", err(&wrong));
    assert_eq!(out(&wrong).matches(", line ").count(), lines.len() - 1);
}

#[test]
fn a_missing_turn_or_seat_is_refused() {
    let folder = recorded();
    let game = ["play", "ocean", "@random", "@random", "--seed", "7", "--record", "ocean"];
    assert_eq!(code(&referee(folder.path(), &game)), 0);
    let bad = |more: &[&str], advice: &str| {
        refused(&referee(folder.path(), &[&["show"], more].concat()), advice);
    };
    bad(&["r", "--turn", "5000"], "no such turn; the last turn is");
    bad(
        &["ocean", "--turn", "2", "--seat", "A"],
        "no such turn of seat A; the nearest are 1 and 3; the last",
    );
    bad(&["r", "--turn", "x"], "expected a number, or a range");
    bad(&["r", "--seat", "2"], "the seats A to B (0 to 1), not 2");
    bad(&["missing"], "missing cannot be read");
}

#[test]
fn a_game_that_ended_before_anybody_was_asked_is_shown() {
    let folder = recorded();
    let file = folder.path().join("r");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{}\n", text.lines().next().unwrap())).unwrap();
    let show = |more: &[&str]| succeeds(folder.path(), &[&["show", "r"], more].concat());
    let nobody = out(&show(&[]));
    assert!(nobody.starts_with("turn 0\n"), "{nobody}");
    assert!(nobody.ends_with("\nnobody was asked anything in this game\n"), "{nobody}");
    let bare = out(&show(&["--seat", "B", "--no-board"]));
    assert_eq!(bare, "seat B was not asked anything in this game\n");
    refused(&referee(folder.path(), &["show", "r", "--turn", "1"]), "no such turn; the last");
}
