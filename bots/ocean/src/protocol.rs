//! Reading what the server sends, with an error that says what was wrong.

use std::io::BufRead;
use std::time::Instant;

use gridkit::lines::bad;
pub use gridkit::InputError;
use gridkit::Lines;

use crate::device::Charges;
use crate::map::{cell_at, Cell, Map, SIDE};
use crate::orders::{self, Seen};

/// The first input: whose seat it is, and the map.
#[derive(Clone, Debug)]
pub struct Start {
    /// 0 for the player that begins, else 1.
    pub seat: u8,
    pub map: Map,
}

/// The input of one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Where the own submarine is.
    pub at: Cell,
    /// The own lives.
    pub lives: u8,
    /// The opponent's lives.
    pub their_lives: u8,
    /// The own charges.
    pub charges: Charges,
    /// The answer to the sonar of the own previous turn; `None` if there was none.
    pub sonar: Option<bool>,
    /// What the opponent did in its previous turn.
    pub seen: Vec<Seen>,
}

const HEADER: &str = "width, height and own id";
const ROW: &str = "a row of 15 \"x\" and \".\"";
const STATE: &str = "x, y, both lives and four charges";
const SONAR: &str = "\"Y\", \"N\" or \"NA\"";
const SEEN: &str = "the opponent's orders or \"NA\"";

/// Longer lines cannot come from a server of this game.
const LONGEST_LINE: usize = 10_000;

/// Reads the lines of a game from any buffered source.
pub struct Reader<R> {
    lines: Lines<R>,
}

impl<R: BufRead> Reader<R> {
    /// A reader that starts with the first line of a game.
    pub fn new(source: R) -> Self {
        Reader { lines: Lines::new(source, LONGEST_LINE) }
    }

    /// The first input; `None` if there is no game at all.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off, or is not a map of this game.
    pub fn start(&mut self) -> Result<Option<Start>, InputError> {
        let header = match self.lines.first(HEADER)? {
            Some(header) => header,
            None => return Ok(None),
        };
        let numbers = integers(&header, HEADER)?;
        let seat = match numbers[..] {
            [width, height, id] if width == SIDE as i32 && height == SIDE as i32 => id,
            _ => return Err(bad(HEADER, &header, "it is not 15 x 15")),
        };
        let seat = match seat {
            0 => 0,
            1 => 1,
            _ => return Err(bad(HEADER, &header, "the own id must be 0 or 1")),
        };
        let mut rows = Vec::with_capacity(SIDE);
        for _ in 0..SIDE {
            rows.push(self.lines.next(ROW)?);
        }
        let map = Map::from_rows(&rows).map_err(|(row, why)| bad(ROW, &rows[row], why))?;
        if map.water().is_empty() {
            return Err(bad(ROW, &rows[0], "there is no water"));
        }
        Ok(Some(Start { seat, map }))
    }

    /// The input of the next turn; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off within the turn, or holds a line that this game
    /// does not know.
    pub fn turn(&mut self) -> Result<Option<Turn>, InputError> {
        let state = match self.lines.first(STATE)? {
            Some(state) => state,
            None => return Ok(None),
        };
        let sonar = self.lines.next(SONAR)?;
        let seen = self.lines.next(SEEN)?;
        let (x, y, lives, their_lives, missing) = match integers(&state, STATE)?[..] {
            [x, y, lives, theirs, torpedo, sonar, silence, mine] => {
                (x, y, lives, theirs, [torpedo, sonar, silence, mine])
            }
            _ => return Err(bad(STATE, &state, "not eight numbers")),
        };
        let at = cell_at(x, y).ok_or_else(|| bad(STATE, &state, "it is off the map"))?;
        let life = |number: i32| {
            u8::try_from(number)
                .ok()
                .filter(|lives| *lives <= 6)
                .ok_or_else(|| bad(STATE, &state, "lives are from 0 to 6"))
        };
        let charges = Charges::from_missing(missing)
            .ok_or_else(|| bad(STATE, &state, "a device misses too many charges"))?;
        let sonar = match sonar.as_str() {
            "Y" => Some(true),
            "N" => Some(false),
            "NA" => None,
            _ => return Err(bad(SONAR, &sonar, "it is none of these")),
        };
        let seen = orders::parse_seen(&seen).map_err(|why| bad(SEEN, &seen, why))?;
        Ok(Some(Turn {
            at,
            lives: life(lives)?,
            their_lives: life(their_lives)?,
            charges,
            sonar,
            seen,
        }))
    }

    /// When the first line of the last turn was there: from then on the clock runs.
    pub fn arrived(&self) -> Instant {
        self.lines.arrived()
    }
}

fn integers(line: &str, wanted: &'static str) -> Result<Vec<i32>, InputError> {
    line.split_whitespace()
        .map(|word| {
            word.parse().map_err(|_| bad(wanted, line, format!("{word:?} is not a whole number")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert!(turn.charges.ready(crate::device::Device::Torpedo));
        assert!(turn_of("").unwrap().is_none());
    }

    #[test]
    fn a_mistake_is_named_in_one_line() {
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
            assert!(
                error.contains(part) && !error.contains('\n'),
                "{error:?} should hold {part:?}"
            );
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
}
