//! The board at the start of a game: its size, the pieces of fruit and the distances between them.

use crate::cell::Cell;
use crate::piece::{Piece, MOST_PIECES};
use crate::routes::Routes;

/// The most categories that the bot plays. The contest had 5.
pub const MOST_CATEGORIES: usize = 8;

/// What does not change in a game: the pieces and their cells at its start.
///
/// The pieces are sorted by category, and those of a category row by row. So the pieces of a category
/// are neighbouring bits in a set of pieces.
#[derive(Clone, Debug)]
pub struct Board {
    width: i8,
    height: i8,
    cells: Vec<Cell>,
    categories: Vec<u8>,
    /// The index of the first piece of each category. The number of all pieces is at the end.
    starts: [usize; MOST_CATEGORIES + 1],
    totals: Vec<u8>,
    /// The piece on each cell, row by row; `NONE` on an empty cell.
    piece_at: Vec<u8>,
    by_column: Vec<u8>,
    between: Vec<[u8; MOST_PIECES]>,
    routes: Routes,
}

const NONE: u8 = u8::MAX;

impl Board {
    /// Reads a board. A cell is '.' or the digit of its piece's category, counted from 1. `totals` are
    /// the numbers of pieces of each category at the start of the game.
    ///
    /// # Errors
    ///
    /// A sentence if the rows are not a rectangle of 1 to 60 cells a side, have other characters or more
    /// than [`MOST_PIECES`] pieces.
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
                    _ => return Err(format!("{:?} is not a category", char::from(glyph))),
                }
            }
        }
        if found.len() > MOST_PIECES {
            return Err(format!("this bot counts {MOST_PIECES} pieces at most"));
        }
        // The sort is stable, so the pieces of a category stay row by row.
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

    pub fn width(&self) -> i8 {
        self.width
    }

    pub fn height(&self) -> i8 {
        self.height
    }

    /// Whether a cell is on the board.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The number of categories.
    #[inline]
    pub fn kinds(&self) -> usize {
        self.totals.len()
    }

    /// The number of pieces of a category at the start of the game.
    #[inline]
    pub fn total(&self, category: usize) -> u8 {
        self.totals[category]
    }

    /// The number of all pieces at the start of the game.
    pub fn pieces(&self) -> usize {
        self.cells.len()
    }

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

    /// The piece on a cell at the start of the game. The cell must be on the board.
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let piece = self.piece_at[cell.y as usize * self.width as usize + cell.x as usize];
        if piece == NONE {
            None
        } else {
            Some(usize::from(piece))
        }
    }

    /// All pieces column by column, each column from the north. The contest's API has this order.
    pub fn by_column(&self) -> &[u8] {
        &self.by_column
    }

    /// The steps from a piece to each other piece.
    #[inline]
    pub fn between(&self, piece: Piece) -> &[u8; MOST_PIECES] {
        &self.between[piece]
    }

    pub fn routes(&self) -> &Routes {
        &self.routes
    }
}
