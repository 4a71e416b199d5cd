//! Tests of the reader of the protocol.

use ocean::device::Device;
use ocean::map::{cell_at, SIDE};
use ocean::protocol::{InputError, Reader, Start, Turn};
use proptest::prelude::*;

fn start_of(text: &str) -> Result<Option<Start>, InputError> {
    Reader::new(text.as_bytes()).start()
}

fn turn_of(text: &str) -> Result<Option<Turn>, InputError> {
    Reader::new(text.as_bytes()).turn()
}

fn sea(header: &str) -> String {
    format!("{header}\n{}", "...............\n".repeat(SIDE))
}

#[test]
fn a_game_begins_with_its_map() {
    let start = start_of(&sea("15 15 1")).unwrap().unwrap();
    assert_eq!((start.seat, start.map.water().count()), (1, 225));
    assert!(start_of("").unwrap().is_none());
}

#[test]
fn a_turn_is_three_lines() {
    let turn = turn_of("3 4 6 5 0 -1 6 2\r\nN\r\nMOVE N|SILENCE\r\n").unwrap().unwrap();
    assert_eq!((Some(turn.at), turn.lives, turn.their_lives), (cell_at(3, 4), 6, 5));
    assert_eq!((turn.sonar, turn.seen.len()), (Some(false), 2));
    assert!(turn.charges.ready(Device::Torpedo));
    assert!(turn_of("").unwrap().is_none());
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let cases = [
        (start_of(&sea("20 20 0")).unwrap_err(), "15 x 15"),
        (start_of(&sea("15 15 2")).unwrap_err(), "0 or 1"),
        (start_of("15 15 0\n..").unwrap_err(), "the input ends"),
        (start_of(&sea("15 15 0").replacen('.', "?", 1)).unwrap_err(), "row 0"),
        (start_of(&sea("15 15 0").replace('.', "x")).unwrap_err(), "no water"),
        (turn_of("1 2 3\nNA\nNA").unwrap_err(), "eight numbers"),
        (turn_of("1 2 6 6 3 4 6 z\nNA\nNA").unwrap_err(), "whole number"),
        (turn_of("1 15 6 6 3 4 6 3\nNA\nNA").unwrap_err(), "off the map"),
        (turn_of("1 2 7 6 3 4 6 3\nNA\nNA").unwrap_err(), "lives"),
        (turn_of("1 2 6 6 4 4 6 3\nNA\nNA").unwrap_err(), "misses"),
        (turn_of("1 2 6 6 3 4 6 3\nMAYBE\nNA").unwrap_err(), "none of these"),
        (turn_of("1 2 6 6 3 4 6 3\nNA\nDIVE").unwrap_err(), "DIVE"),
        (turn_of("1 2 6 6 3 4 6 3\nNA\n").unwrap_err(), "the input ends"),
        (turn_of(&"9".repeat(20_000)).unwrap_err(), "too long"),
    ];
    for (error, part) in cases {
        let error = error.to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error:?} should hold {part:?}");
    }
}

proptest! {
    #[test]
    fn no_input_brings_the_reader_down(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut reader = Reader::new(&bytes[..]);
        let _ = reader.start();
        while let Ok(Some(_)) = reader.turn() {}
    }

    #[test]
    fn no_words_bring_the_reader_down(
        words in proptest::collection::vec("[0-9]{1,2}|-1|NA|Y|N|MOVE [NSEW]|SILENCE|\\||\n", 0..80)
    ) {
        let text = words.join(" ");
        let mut reader = Reader::new(text.as_bytes());
        while let Ok(Some(_)) = reader.turn() {}
    }
}
