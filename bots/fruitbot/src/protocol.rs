//! Reading what the referee sends, with an error that says what was wrong.
//!
//! The protocol is the referee's; the contest had an API in JavaScript instead. Sent once: `fruit 1`;
//! width, height and number of categories; the number of pieces of each. Sent each turn: the rows of
//! the board; the cells of both robots; what the bot has of each category, in halves; what the
//! opponent has.

use std::io::BufRead;
use std::time::Instant;

use gridkit::lines::bad;
pub use gridkit::InputError;
use gridkit::Lines;

use crate::board::{Board, MOST_CATEGORIES};
use crate::cell::Cell;
use crate::state::State;

const FIRST: &str = "the name and version of the protocol, \"fruit 1\"";
const SIZE: &str = "width, height and number of categories, as in \"7 6 4\"";
const TOTALS: &str = "the pieces of each category at the start";
const ROW: &str = "a row of the board, '.' or the digit of a category in each column";
const PLACES: &str = "our column and row, the opponent's column and row";
const OWN: &str = "what we have of each category, in halves";
const OPPONENTS: &str = "what the opponent has of each category, in halves";

/// A longer line is an error: no server of this game sends one.
const LONGEST_LINE: usize = 1_000;

/// Reads the lines of a game from any buffered source.
pub struct Reader<R> {
    lines: Lines<R>,
    height: usize,
    totals: Vec<u8>,
}

impl<R: BufRead> Reader<R> {
    /// A reader that starts with the first line of a game.
    pub fn new(source: R) -> Self {
        Reader { lines: Lines::new(source, LONGEST_LINE), height: 0, totals: Vec::new() }
    }

    /// The board and the first position; `None` if there is no game at all.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off, or is not a board that this bot can play.
    pub fn start(&mut self) -> Result<Option<(Board, State)>, InputError> {
        let first = match self.lines.first(FIRST)? {
            Some(first) => first,
            None => return Ok(None),
        };
        if first != "fruit 1" {
            return Err(bad(FIRST, &first, "this bot speaks no other"));
        }
        let size = self.lines.next(SIZE)?;
        let (width, height, kinds) = match numbers(&size, 3, SIZE)?[..] {
            [width, height, kinds] if (1..=60).contains(&height) => {
                (usize::from(width), usize::from(height), usize::from(kinds))
            }
            _ => return Err(bad(SIZE, &size, "this bot knows boards of 1 to 60 rows")),
        };
        if kinds == 0 || kinds > MOST_CATEGORIES {
            return Err(bad(SIZE, &size, "this bot knows 1 to 8 categories"));
        }
        let totals = self.lines.next(TOTALS)?;
        self.totals = numbers(&totals, kinds, TOTALS)?;
        self.height = height;
        let rows = self.rows()?.ok_or(InputError::Cut { wanted: ROW })?;
        if rows[0].len() != width {
            return Err(bad(ROW, &rows[0], "the board has another width"));
        }
        let board = Board::from_rows(&rows, &self.totals).map_err(|why| bad(ROW, &rows[0], why))?;
        let pieces = |category| board.of_category(category).count_ones();
        if (0..kinds).any(|category| pieces(category) > u32::from(board.total(category))) {
            return Err(bad(TOTALS, &totals, "the board has more pieces than that"));
        }
        let state = self.state(&board, &rows)?;
        Ok(Some((board, state)))
    }

    /// The next position; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off within the turn, or is something else.
    pub fn turn(&mut self, board: &Board) -> Result<Option<State>, InputError> {
        match self.rows()? {
            Some(rows) => self.state(board, &rows).map(Some),
            None => Ok(None),
        }
    }

    /// When the first line of the last turn was there: the referee's clock starts then.
    pub fn arrived(&self) -> Instant {
        self.lines.arrived()
    }

    fn rows(&mut self) -> Result<Option<Vec<String>>, InputError> {
        let first = match self.lines.first(ROW)? {
            Some(first) => first,
            None => return Ok(None),
        };
        let mut rows = vec![first];
        while rows.len() < self.height {
            rows.push(self.lines.next(ROW)?);
        }
        Ok(Some(rows))
    }

    fn state(&mut self, board: &Board, rows: &[String]) -> Result<State, InputError> {
        let mut left = 0;
        for (y, row) in rows.iter().enumerate() {
            if row.len() != board.width() as usize {
                return Err(bad(ROW, row, "the board has another width"));
            }
            for (x, glyph) in row.bytes().enumerate().filter(|(_, glyph)| *glyph != b'.') {
                match board.piece_at(Cell::new(x as i8, y as i8)) {
                    Some(piece) if glyph == b'1' + board.category(piece) as u8 => {
                        left |= 1 << piece;
                    }
                    _ => return Err(bad(ROW, row, "no such fruit lay there at the start")),
                }
            }
        }
        let places = self.lines.next(PLACES)?;
        let place = numbers(&places, 4, PLACES)?;
        let at = [0, 2].map(|i| Cell::new(place[i].min(100) as i8, place[i + 1].min(100) as i8));
        if !at.iter().all(|cell| board.has(*cell)) {
            return Err(bad(PLACES, &places, "a robot is off the board"));
        }
        let own = self.lines.next(OWN)?;
        let own = numbers(&own, board.kinds(), OWN)?;
        let opponents = self.lines.next(OPPONENTS)?;
        let opponents = numbers(&opponents, board.kinds(), OPPONENTS)?;
        let mut lead = [0; MOST_CATEGORIES];
        for (lead, (own, opponents)) in lead.iter_mut().zip(own.iter().zip(&opponents)) {
            *lead = ((i16::from(*own) - i16::from(*opponents)) / 2).clamp(-40, 40) as i8;
        }
        Ok(State::new(board, at, left, lead))
    }
}

/// A line of `count` numbers from 0 to 255.
fn numbers(line: &str, count: usize, wanted: &'static str) -> Result<Vec<u8>, InputError> {
    let numbers: Option<Vec<u8>> = line.split(' ').map(|word| word.parse().ok()).collect();
    match numbers {
        Some(numbers) if numbers.len() == count => Ok(numbers),
        _ => Err(bad(wanted, line, "it is something else")),
    }
}
