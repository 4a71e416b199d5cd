//! The reader accepts any bytes: it reads a game or names the mistake in a sentence. The robot can answer
//! every position that was read.

use fruitbot::cell::{Cell, Move};
use fruitbot::params::Params;
use fruitbot::protocol::{InputError, Reader};
use fruitbot::robot::{Decision, Robot, Style};
use fruitbot::state::State;
use gridkit::{Deadline, Sketch};
use proptest::prelude::*;
use referee::game::Seat;
use referee::testkit::cases::cases;
use referee::testkit::recordings::{fixture, fixtures, load, sent_to};
use referee::thought::Thought;

/// A viewer can read the sketch. A search draws a tile for each candidate that it tried. The other styles draw a
/// row of heat for each row of the board, and with "mo" the numbers around the robot explain its next step.
fn check_sketch(robot: &Robot, style: Style, state: &State, decision: &Decision) {
    let mut sketch = Sketch::default();
    robot.sketch(state, decision, &mut sketch);
    let thoughts: Vec<Thought> =
        sketch.lines().lines().map(|line| Thought::read(line).expect(line)).collect();
    let rows = thoughts.iter().filter(|it| matches!(it, Thought::Heat(..))).count();
    let tried = decision.choices.iter().filter(|choice| choice.visits > 0).count();
    let drawn = if style == Style::Search { tried } else { robot.board().height() as usize };
    assert_eq!(rows, drawn);
    if style == Style::Mo && ![Move::Take, Move::Pass].contains(&decision.step) {
        let there = state.at[0].after(decision.step);
        let heats = thoughts.iter().filter_map(|thought| match thought {
            Thought::Text(tile, heat) => Some((*tile, heat.parse::<f64>().expect("a number"))),
            _ => None,
        });
        let own = [i32::from(state.at[0].x), i32::from(state.at[0].y)];
        let around: Vec<([i32; 2], f64)> = heats.filter(|(tile, _)| *tile != own).collect();
        let hottest = around.iter().map(|(_, heat)| *heat).fold(0.0, f64::max);
        let there = [i32::from(there.x), i32::from(there.y)];
        assert!(around.contains(&(there, hottest)), "{around:?}, not {there:?}");
    }
}

/// Reads a game to its end and answers each turn. Returns the number of turns.
fn answer_all(input: &[u8], style: Style) -> Result<usize, InputError> {
    let mut reader = Reader::new(input);
    let (board, first) = match reader.start()? {
        Some(start) => start,
        None => return Ok(0),
    };
    let mut robot = Robot::new(board, style, Params::default(), 1);
    let (mut turns, mut next) = (0, Some(first));
    while let Some(state) = next {
        let decision = robot.decide(&state, &Deadline::after_nodes(2));
        let board = robot.board();
        assert!(board.has(state.at[0].after(decision.step)), "{decision:?} leads off the board");
        if decision.step == Move::Take {
            assert!(state.under(board, 0).is_some(), "{decision:?} takes nothing");
        }
        assert!(!robot.remark(&decision).contains('\n'));
        check_sketch(&robot, style, &state, &decision);
        turns += 1;
        next = reader.turn(robot.board())?;
    }
    Ok(turns)
}

/// The error is one line that begins like all errors.
fn is_a_sentence(error: &InputError) -> bool {
    let text = error.to_string();
    text.starts_with("the input ") && text.lines().count() == 1 && text.len() < 400
}

/// A recorded game in which bytes are changed, inserted or removed, or lines are repeated.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let names = prop::sample::select(vec!["greedy-mo", "shared", "mo-nearest"]);
    let byte = prop_oneof![prop::sample::select(b"0123456789. \n\r-".to_vec()), any::<u8>(),];
    let change = (any::<prop::sample::Index>(), byte, 0..5_u8);
    (names, prop::collection::vec(change, 1..5)).prop_map(|(name, changes)| {
        let mut bytes = sent_to(&fixture("fruit", name), Seat(0)).into_bytes();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len().max(1));
            let end =
                bytes.iter().skip(at).position(|byte| *byte == b'\n').map_or(at, |it| at + it);
            match kind {
                0 => bytes.insert(at, byte),
                1 => bytes.truncate(at),
                2 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
                3 => drop(bytes.drain(at..end)),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => {}
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500, 2_000)))]

    #[test]
    fn any_bytes_are_refused(input in prop::collection::vec(any::<u8>(), 1..300)) {
        let error = answer_all(&input, Style::Search).expect_err("random bytes are no game");
        prop_assert!(is_a_sentence(&error), "{}", error);
    }

    #[test]
    fn any_bytes_after_a_good_beginning_are_refused(
        input in prop::collection::vec(any::<u8>(), 1..300),
        lines in 1..14_usize,
    ) {
        let game = sent_to(&fixture("fruit", "shared"), Seat(0));
        let mut bytes: Vec<u8> = game.split_inclusive('\n').take(lines).collect::<String>().into();
        bytes.extend(input);
        let error = answer_all(&bytes, Style::Search).expect_err("random bytes are no game");
        prop_assert!(is_a_sentence(&error), "{}", error);
    }

    #[test]
    fn a_damaged_game_is_played_or_refused(input in damaged(), mo in any::<bool>()) {
        let style = if mo { Style::Mo } else { Style::Search };
        if let Err(error) = answer_all(&input, style) {
            prop_assert!(is_a_sentence(&error), "{}", error);
        }
    }
}

const GAME: &str = "fruit 1\n3 2 2\n1 3\n1.2\n2.2\n1 0 1 1\n0 0\n0 0\n";

#[test]
fn a_position_is_what_the_lines_say() {
    let mut reader = Reader::new(GAME.as_bytes());
    let (board, state) = reader.start().unwrap().unwrap();
    assert_eq!((board.width(), board.height(), board.kinds(), board.pieces()), (3, 2, 2, 4));
    assert_eq!([board.total(0), board.total(1)], [1, 3]);
    assert_eq!(board.piece_at(Cell::new(0, 0)), Some(0));
    assert_eq!(
        [1, 2, 3].map(|piece| board.cell(piece)),
        [Cell::new(2, 0), Cell::new(0, 1), Cell::new(2, 1)]
    );
    assert_eq!(state, State::new(&board, [Cell::new(1, 0), Cell::new(1, 1)], 0b1111, [0; 8]));
    assert!(reader.turn(&board).unwrap().is_none(), "the input ends with the turn");
}

#[test]
fn all_recorded_games_are_read_to_their_ends() {
    let mut turns = 0;
    for file in fixtures("fruit") {
        for seat in [0, 1] {
            let sent = sent_to(&load(&file), Seat(seat));
            for input in [sent.clone(), sent.replace('\n', "\r\n")] {
                for style in [Style::Search, Style::Mo] {
                    let played = answer_all(input.as_bytes(), style);
                    turns += played.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                }
            }
        }
    }
    assert!(turns > 2_000, "{turns} turns");
}

/// An error shows the wrong line and the expected form.
#[test]
fn each_error_is_named() {
    let long = "1".repeat(2_000);
    for (from, to, says) in [
        ("fruit 1", "fruit 2", "\"fruit 2\" should be the name and version"),
        ("3 2 2", "3 2", "\"3 2\" should be width, height"),
        ("3 2 2", "3 two 2", "\"3 two 2\" should be width, height"),
        ("3 2 2", "3 0 2", "1 to 60 rows"),
        ("3 2 2", "3 61 2", "1 to 60 rows"),
        ("3 2 2", "4 2 2", "another width"),
        ("3 2 2", "3 2 0", "1 to 8 categories"),
        ("3 2 2", "3 2 9", "1 to 8 categories"),
        ("1 3\n1.2", "1 3 5\n1.2", "pieces of each category"),
        ("1 3\n1.2", "0 3\n1.2", "more pieces than that"),
        ("1 3\n1.2", "1 2\n1.2", "more pieces than that"),
        ("1.2", "1.3", "'3' is not a category"),
        ("1.2", "1#2", "'#' is not a category"),
        ("1.2", "1.22", "another width"),
        ("2.2", "2.", "not equally long"),
        ("1 0 1 1", "1 2 1 1", "off the board"),
        ("1 0 1 1", "1 0 1 255", "off the board"),
        ("1 0 1 1", "1 0 1 -1", "our column and row"),
        ("1 0 1 1", "1 0 1", "our column and row"),
        ("1 0 1 1", long.as_str(), "too long"),
        ("0 0\n0 0\n", "0 0\n0\n", "what the opponent has"),
        ("0 0\n0 0\n", "0 0\n", "the input ends where what the opponent has"),
        ("1 1\n0 0\n0 0\n", "", "the input "),
    ] {
        let input = GAME.replacen(from, to, 1);
        assert_ne!(input, GAME, "{from:?} is in the game");
        let error = answer_all(input.as_bytes(), Style::Search).expect_err(&input);
        assert!(is_a_sentence(&error), "{error}");
        assert!(error.to_string().contains(says), "{error} should contain {says:?}");
    }
    let later = format!("{GAME}1.2\n2.1\n1 0 1 1\n0 0\n0 0\n");
    let error = answer_all(later.as_bytes(), Style::Search).unwrap_err().to_string();
    assert!(error.contains("no such fruit lay there"), "{error}");
    let many = format!("fruit 1\n33 1 1\n33\n{}\n0 0 0 0\n0\n0\n", "1".repeat(33));
    let error = answer_all(many.as_bytes(), Style::Search).unwrap_err().to_string();
    assert!(error.contains("32 pieces"), "{error}");
}
