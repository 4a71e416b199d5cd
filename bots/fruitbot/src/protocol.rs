//! Reading what the referee sends, with an error that says what was wrong.
//!
//! The protocol is the referee's own; the contest had none for programs. Once: `fruit 1`, width,
//! height and categories, the pieces of each. Each turn: the rows of the board, both robots' cells,
//! what we have of each category in halves, and what the opponent has.

use std::fmt;
use std::io::BufRead;
use std::time::Instant;

use crate::board::{Board, Cell, MOST_CATEGORIES};
use crate::state::State;

/// Why the input could not be used.
#[derive(Debug)]
pub enum InputError {
    /// Reading failed.
    Io(std::io::Error),
    /// The input ended in the middle of a message.
    Cut {
        /// Which line was missing.
        wanted: &'static str,
    },
    /// A line is not what the protocol says.
    Line {
        /// Which line it should have been.
        wanted: &'static str,
        /// The line itself, shortened.
        line: String,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Io(error) => write!(f, "the input cannot be read: {error}"),
            InputError::Cut { wanted } => write!(f, "the input ends where {wanted} should follow"),
            InputError::Line { wanted, line, why } => {
                write!(f, "the input line {line:?} should be {wanted}: {why}")
            }
        }
    }
}

impl std::error::Error for InputError {}

const FIRST: &str = "the name and version of the protocol, \"fruit 1\"";
const SIZE: &str = "width, height and number of categories, as in \"7 6 4\"";
const TOTALS: &str = "the pieces of each category at the start";
const ROW: &str = "a row of the board, '.' or the digit of a category in each column";
const PLACES: &str = "our column and row, the opponent's column and row";
const MINE: &str = "what we have of each category, in halves";
const HIS: &str = "what the opponent has of each category, in halves";

/// Longer lines cannot come from a server of this game.
const LONGEST_LINE: usize = 1_000;

/// Reads the lines of a game from any buffered source.
pub struct Reader<R> {
    source: R,
    buffer: Vec<u8>,
    arrived: Instant,
    height: usize,
    totals: Vec<u8>,
}

impl<R: BufRead> Reader<R> {
    /// A reader that starts with the first line of a game.
    pub fn new(source: R) -> Self {
        let buffer = Vec::with_capacity(256);
        Reader { source, buffer, arrived: Instant::now(), height: 0, totals: Vec::new() }
    }

    /// The board and the first position; `None` if there is no game at all.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off, or is no board that this bot can play.
    pub fn start(&mut self) -> Result<Option<(Board, State)>, InputError> {
        let first = match self.line()? {
            Some(first) => first,
            None => return Ok(None),
        };
        self.arrived = Instant::now();
        if first != "fruit 1" {
            return Err(bad(FIRST, &first, "this bot speaks no other"));
        }
        let size = self.must(SIZE)?;
        let (width, height, kinds) = match numbers(&size, 3, SIZE)?[..] {
            [width, height, kinds] if (1..=60).contains(&height) => {
                (usize::from(width), usize::from(height), usize::from(kinds))
            }
            _ => return Err(bad(SIZE, &size, "this bot knows boards of 1 to 60 rows")),
        };
        if kinds == 0 || kinds > MOST_CATEGORIES {
            return Err(bad(SIZE, &size, "this bot knows 1 to 8 categories"));
        }
        let totals = self.must(TOTALS)?;
        self.totals = numbers(&totals, kinds, TOTALS)?;
        self.height = height;
        let rows = self.rows()?.ok_or(InputError::Cut { wanted: ROW })?;
        if rows[0].len() != width {
            return Err(bad(ROW, &rows[0], "the board has another width"));
        }
        let board =
            Board::from_rows(&rows, &self.totals).map_err(|why| bad(ROW, &rows[0], &why))?;
        let state = self.state(&board, &rows)?;
        Ok(Some((board, state)))
    }

    /// The next position; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off within the turn, or holds something else.
    pub fn turn(&mut self, board: &Board) -> Result<Option<State>, InputError> {
        match self.rows()? {
            Some(rows) => self.state(board, &rows).map(Some),
            None => Ok(None),
        }
    }

    /// When the first line of the last turn was there: from then on the clock runs.
    pub fn arrived(&self) -> Instant {
        self.arrived
    }

    fn rows(&mut self) -> Result<Option<Vec<String>>, InputError> {
        let first = match self.line()? {
            Some(first) => first,
            None => return Ok(None),
        };
        self.arrived = Instant::now();
        let mut rows = vec![first];
        while rows.len() < self.height {
            rows.push(self.must(ROW)?);
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
        let places = self.must(PLACES)?;
        let place = numbers(&places, 4, PLACES)?;
        let at = [0, 2].map(|i| Cell::new(place[i].min(100) as i8, place[i + 1].min(100) as i8));
        if !at.iter().all(|cell| board.has(*cell)) {
            return Err(bad(PLACES, &places, "a robot is off the board"));
        }
        let mine = self.must(MINE)?;
        let mine = numbers(&mine, board.kinds(), MINE)?;
        let his = self.must(HIS)?;
        let his = numbers(&his, board.kinds(), HIS)?;
        let mut lead = [0; MOST_CATEGORIES];
        for (lead, (mine, his)) in lead.iter_mut().zip(mine.iter().zip(&his)) {
            *lead = ((i16::from(*mine) - i16::from(*his)) / 2).clamp(-40, 40) as i8;
        }
        Ok(State::new(board, at, left, lead))
    }

    fn must(&mut self, wanted: &'static str) -> Result<String, InputError> {
        self.line()?.ok_or(InputError::Cut { wanted })
    }

    /// The next line without its end; `None` at the end of the input.
    fn line(&mut self) -> Result<Option<String>, InputError> {
        self.buffer.clear();
        let mut limited = std::io::Read::take(&mut self.source, LONGEST_LINE as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.buffer).map_err(InputError::Io)?;
        if length == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&self.buffer);
        let text = text.trim_end_matches(&['\n', '\r'][..]);
        if length > LONGEST_LINE {
            return Err(bad("a line of this game", text, "it is too long"));
        }
        Ok(Some(text.to_owned()))
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

fn bad(wanted: &'static str, line: &str, why: &str) -> InputError {
    InputError::Line { wanted, line: line.chars().take(60).collect(), why: why.to_owned() }
}
