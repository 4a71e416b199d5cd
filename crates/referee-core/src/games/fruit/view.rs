//! The protocol: writes and reads the lines for a seat.

use std::str::FromStr;

use super::board::{Board, Category, Cell, Halves};
use super::position::Position;

/// The first line of a game: name and version of the protocol.
const FIRST_LINE: &str = "fruit 1";

/// The reason why lines cannot be read as a view.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what was sent is not the protocol `{FIRST_LINE}`: {0}")]
pub struct BadView(String);

/// The view of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board with the fruit that is left. Its start is unknown and set to 0 0.
    pub board: Board,
    /// The pieces of each category at the start.
    pub totals: Vec<u32>,
    /// Own cell.
    pub me: Cell,
    /// The opponent's cell.
    pub opponent: Cell,
    /// The own amount of each category.
    pub mine: Vec<Halves>,
    /// The opponent's amount of each category.
    pub theirs: Vec<Halves>,
}

impl View {
    /// The lines that are sent once, before the first turn.
    pub(super) fn start_lines(board: &Board) -> Vec<String> {
        let pieces = board.pieces();
        let size = format!("{} {} {}", board.width(), board.height(), pieces.len());
        vec![FIRST_LINE.to_owned(), size, joined(&pieces)]
    }

    /// The lines that are sent to a seat each turn.
    pub(super) fn turn_lines(position: &Position, seat: usize) -> Vec<String> {
        let robots = position.robots();
        let mut lines: Vec<String> = position.board().rows().collect();
        lines.push(format!("{} {}", robots[seat], robots[1 - seat]));
        lines.push(joined(position.counts(seat)));
        lines.push(joined(position.counts(1 - seat)));
        lines
    }

    /// Reads the lines of a turn. The first ones of a game begin with the start; later ones need the
    /// view `before` them.
    ///
    /// # Errors
    /// The lines do not follow the protocol.
    pub fn read(before: Option<&View>, lines: &[String]) -> Result<Self, BadView> {
        let starts = lines.first().is_some_and(|line| line == FIRST_LINE);
        let (board, totals, turn) = match (starts, before) {
            (true, _) => {
                let [_, size, totals, turn @ ..] = lines else { return Err(bad("too short")) };
                let [width, height, categories] = numbers::<u8, 3>(size)?;
                let totals: Vec<u32> = list(totals, usize::from(categories))?;
                (Board::empty(width, height, categories), totals, turn)
            }
            (false, Some(view)) => (view.board.clone(), view.totals.clone(), lines),
            (false, None) => return Err(bad("it has another first line")),
        };
        Self::read_turn(board, totals, turn)
    }

    fn read_turn(mut board: Board, totals: Vec<u32>, lines: &[String]) -> Result<Self, BadView> {
        let height = board.height() as usize;
        let [rows @ .., places, mine, theirs] = lines else { return Err(bad("too short")) };
        if rows.len() != height || rows.iter().any(|row| row.len() != board.width() as usize) {
            return Err(bad("the board has another size"));
        }
        for cell in board.cells() {
            let glyph = rows[cell.y as usize].as_bytes()[cell.x as usize];
            let fruit = match glyph {
                b'.' => None,
                b'1'..=b'9' if usize::from(glyph - b'0') <= totals.len() => {
                    Some(Category(glyph - b'0'))
                }
                _ => return Err(bad("there is no such fruit")),
            };
            board.set_fruit(cell, fruit);
        }
        let [x, y, its_x, its_y] = numbers::<i32, 4>(places)?;
        let (me, opponent) = (Cell::new(x, y), Cell::new(its_x, its_y));
        if !board.has(me) || !board.has(opponent) {
            return Err(bad("a robot is off the board"));
        }
        let halves = |text: &str| -> Result<Vec<Halves>, BadView> {
            Ok(list(text, totals.len())?.into_iter().map(Halves).collect())
        };
        let (mine, theirs) = (halves(mine)?, halves(theirs)?);
        Ok(Self { board, totals, me, opponent, mine, theirs })
    }

    /// The number of pieces of a category that are left.
    pub fn left(&self, category: Category) -> u32 {
        let taken = self.mine[category.index()].0 + self.theirs[category.index()].0;
        self.totals[category.index()].saturating_sub(taken / 2)
    }
}

fn bad(reason: &str) -> BadView {
    BadView(reason.to_owned())
}

fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

/// A line of `count` numbers.
fn list<T: FromStr>(line: &str, count: usize) -> Result<Vec<T>, BadView> {
    let numbers: Option<Vec<T>> = line.split(' ').map(|word| word.parse().ok()).collect();
    numbers
        .filter(|it| it.len() == count)
        .ok_or_else(|| bad(&format!("{line:?} is not a valid line")))
}

/// A line of `N` numbers.
fn numbers<T: FromStr, const N: usize>(line: &str) -> Result<[T; N], BadView> {
    list(line, N)?.try_into().map_err(|_| bad("too short"))
}
