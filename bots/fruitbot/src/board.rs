//! The board as it is all game long: cells, pieces of fruit, and the ways between them.

use crate::routes::Routes;

/// Most pieces on a board that the bot plays: a set of them is a `u32`. The contest had 25.
pub const MOST_PIECES: usize = 32;

/// Most categories that the bot plays. The contest had 5.
pub const MOST_CATEGORIES: usize = 8;

/// A cell: x grows to the east, y to the south, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Column.
    pub x: i8,
    /// Row.
    pub y: i8,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i8, y: i8) -> Self {
        Cell { x, y }
    }

    /// Steps to another cell. Nothing blocks, so it is the same on every board.
    #[inline]
    pub fn distance(self, other: Cell) -> u8 {
        (self.x - other.x).unsigned_abs() + (self.y - other.y).unsigned_abs()
    }

    /// The cell that a move leads to, which may lie off the board; itself if the move is no step.
    #[inline]
    #[must_use]
    pub fn after(self, step: Move) -> Cell {
        let (dx, dy) = match step {
            Move::North => (0, -1),
            Move::East => (1, 0),
            Move::South => (0, 1),
            Move::West => (-1, 0),
            Move::Take | Move::Pass => (0, 0),
        };
        Cell::new(self.x + dx, self.y + dy)
    }

    /// The step toward another cell along the longer side, which leaves more ways open; `Take` on
    /// that cell itself.
    #[inline]
    pub fn toward(self, goal: Cell) -> Move {
        let (dx, dy) = (goal.x - self.x, goal.y - self.y);
        if dx == 0 && dy == 0 {
            Move::Take
        } else if dx.abs() >= dy.abs() {
            if dx > 0 {
                Move::East
            } else {
                Move::West
            }
        } else if dy > 0 {
            Move::South
        } else {
            Move::North
        }
    }
}

/// What a robot does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A step to y - 1.
    North,
    /// A step to x + 1.
    East,
    /// A step to y + 1.
    South,
    /// A step to x - 1.
    West,
    /// Takes the fruit on the own cell.
    Take,
    /// Does nothing.
    Pass,
}

impl Move {
    /// All moves.
    pub const ALL: [Move; 6] =
        [Move::North, Move::East, Move::South, Move::West, Move::Take, Move::Pass];

    /// The word in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Move::North => "NORTH",
            Move::East => "EAST",
            Move::South => "SOUTH",
            Move::West => "WEST",
            Move::Take => "TAKE",
            Move::Pass => "PASS",
        }
    }
}

/// The index of a piece on its [`Board`].
pub type Piece = usize;

/// What does not change in a game: where all pieces lay at its start.
///
/// Pieces are sorted by category, those of a category row by row, so a category is a run of bits in
/// a set of pieces.
#[derive(Clone, Debug)]
pub struct Board {
    width: i8,
    height: i8,
    cells: Vec<Cell>,
    categories: Vec<u8>,
    /// Index of the first piece of each category, and the number of all pieces at the end.
    starts: [usize; MOST_CATEGORIES + 1],
    totals: Vec<u8>,
    /// The piece on each cell, row by row; `NONE` is none.
    piece_at: Vec<u8>,
    /// All pieces, column by column.
    by_column: Vec<u8>,
    between: Vec<[u8; MOST_PIECES]>,
    routes: Routes,
}

const NONE: u8 = u8::MAX;

impl Board {
    /// The board with these rows: '.' or the digit of a category, counted from 1. `totals` are the
    /// pieces of each category at the start of the game.
    ///
    /// # Errors
    ///
    /// If the rows are no rectangle of 1 to 60 cells a side, hold anything else, or more pieces than
    /// [`MOST_PIECES`].
    pub fn from_rows<S: AsRef<str>>(rows: &[S], totals: &[u8]) -> Result<Board, String> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        if !(1..=60).contains(&width) || rows.len() > 60 {
            return Err("boards have 1 to 60 cells a side".to_owned());
        }
        let kinds = totals.len();
        if kinds > MOST_CATEGORIES {
            return Err(format!("this bot knows {MOST_CATEGORIES} categories at most"));
        }
        let mut found: Vec<(u8, Cell)> = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            if row.as_ref().len() != width {
                return Err("the rows are not equally long".to_owned());
            }
            for (x, glyph) in row.as_ref().bytes().enumerate() {
                match glyph {
                    b'.' => {}
                    b'1'..=b'8' if usize::from(glyph - b'0') <= kinds => {
                        found.push((glyph - b'1', Cell::new(x as i8, y as i8)));
                    }
                    _ => return Err(format!("{:?} is no category", char::from(glyph))),
                }
            }
        }
        if found.len() > MOST_PIECES {
            return Err(format!("this bot counts {MOST_PIECES} pieces at most"));
        }
        // Stable: the pieces of a category stay row by row.
        found.sort_by_key(|(category, _)| *category);
        Ok(Board::new(width as i8, rows.len() as i8, totals, &found))
    }

    fn new(width: i8, height: i8, totals: &[u8], found: &[(u8, Cell)]) -> Board {
        let cells: Vec<Cell> = found.iter().map(|(_, cell)| *cell).collect();
        let categories: Vec<u8> = found.iter().map(|(category, _)| *category).collect();
        let mut starts = [cells.len(); MOST_CATEGORIES + 1];
        for (category, start) in starts.iter_mut().enumerate() {
            *start = categories.iter().filter(|it| usize::from(**it) < category).count();
        }
        let mut piece_at = vec![NONE; width as usize * height as usize];
        let mut between = vec![[0; MOST_PIECES]; cells.len()];
        for (piece, cell) in cells.iter().enumerate() {
            piece_at[cell.y as usize * width as usize + cell.x as usize] = piece as u8;
            for (other, there) in cells.iter().enumerate() {
                between[piece][other] = cell.distance(*there);
            }
        }
        let mut by_column: Vec<u8> = (0..cells.len() as u8).collect();
        by_column.sort_by_key(|piece| (cells[usize::from(*piece)].x, cells[usize::from(*piece)].y));
        let routes = Routes::new(&starts[..=totals.len()], &between);
        Board {
            width,
            height,
            cells,
            categories,
            starts,
            totals: totals.to_vec(),
            piece_at,
            by_column,
            between,
            routes,
        }
    }

    /// Number of columns.
    pub fn width(&self) -> i8 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> i8 {
        self.height
    }

    /// Whether a cell is on the board.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// Number of categories.
    #[inline]
    pub fn kinds(&self) -> usize {
        self.totals.len()
    }

    /// Pieces of a category at the start of the game.
    #[inline]
    pub fn total(&self, category: usize) -> u8 {
        self.totals[category]
    }

    /// Number of pieces at the start.
    pub fn pieces(&self) -> usize {
        self.cells.len()
    }

    /// Where a piece lies.
    #[inline]
    pub fn cell(&self, piece: Piece) -> Cell {
        self.cells[piece]
    }

    /// The category of a piece, counted from 0.
    #[inline]
    pub fn category(&self, piece: Piece) -> usize {
        usize::from(self.categories[piece])
    }

    /// The pieces of a category, as a set.
    #[inline]
    pub fn of_category(&self, category: usize) -> u32 {
        let (from, to) = (self.starts[category], self.starts[category + 1]);
        (((1_u64 << to) - 1) & !((1_u64 << from) - 1)) as u32
    }

    /// Index of the first piece of a category.
    #[inline]
    pub fn first_of(&self, category: usize) -> Piece {
        self.starts[category]
    }

    /// The piece that lay on a cell of the board at the start.
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let piece = self.piece_at[cell.y as usize * self.width as usize + cell.x as usize];
        if piece == NONE {
            None
        } else {
            Some(usize::from(piece))
        }
    }

    /// All pieces column by column, each column from the north: the order of the contest's API.
    pub fn by_column(&self) -> &[u8] {
        &self.by_column
    }

    /// Steps from a piece to all others, by index.
    #[inline]
    pub fn between(&self, piece: Piece) -> &[u8; MOST_PIECES] {
        &self.between[piece]
    }

    /// The shortest walks over the pieces of each category.
    pub fn routes(&self) -> &Routes {
        &self.routes
    }
}

/// The pieces of a set, in the order of their indices.
#[inline]
pub fn pieces_of(mut set: u32) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let piece = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(piece)
    })
}
