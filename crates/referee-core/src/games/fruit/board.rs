//! The board: cells, fruit, moves.

use std::fmt;
use std::str::FromStr;

use gridkit::Dir;

/// A cell: x grows to the east, y to the south, both from 0. It may be off the board.
pub use gridkit::Point as Cell;

/// The action of a robot in a turn.
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
    /// Takes the fruit on its cell.
    Take,
    /// Does nothing.
    Pass,
}

impl Move {
    /// All moves.
    pub const ALL: [Self; 6] =
        [Self::North, Self::East, Self::South, Self::West, Self::Take, Self::Pass];

    /// The cell after the move, which may be off the board. Only steps change the cell.
    pub fn target(self, from: Cell) -> Cell {
        match self {
            Self::North => from.step(Dir::North),
            Self::South => from.step(Dir::South),
            Self::East => from.step(Dir::East),
            Self::West => from.step(Dir::West),
            Self::Take | Self::Pass => from,
        }
    }

    /// The word in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::North => "NORTH",
            Self::East => "EAST",
            Self::South => "SOUTH",
            Self::West => "WEST",
            Self::Take => "TAKE",
            Self::Pass => "PASS",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Move {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|it| it.word() == word).ok_or(())
    }
}

/// A category of fruit, counted from 1 as in the contest: apple, banana, cherry, melon, orange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Category(pub u8);

impl Category {
    /// Index in a list of all categories.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

/// An amount of fruit in half pieces, because a shared take gives half a piece to each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Halves(pub u32);

impl Halves {
    /// The amount in whole pieces.
    pub fn pieces(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The fruit, and the start cell of the robots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    /// The category on each cell, row by row; 0 for no fruit.
    fruit: Vec<u8>,
    categories: u8,
    start: Cell,
}

impl Board {
    /// A board without fruit, at least 1 by 1, that will hold categories 1 to `categories`.
    pub fn empty(width: u8, height: u8, categories: u8) -> Self {
        let (width, height) = (i32::from(width.max(1)), i32::from(height.max(1)));
        let fruit = vec![0; (width * height) as usize];
        Self { width, height, fruit, categories, start: Cell::new(0, 0) }
    }

    /// Number of columns.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// All categories.
    pub fn categories(&self) -> impl DoubleEndedIterator<Item = Category> + use<> {
        (1..=self.categories).map(Category)
    }

    /// The start cell of both robots.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// Changes the start cell of both robots.
    pub fn set_start(&mut self, start: Cell) {
        self.start = start;
    }

    /// Whether a cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The fruit on a cell.
    pub fn fruit(&self, cell: Cell) -> Option<Category> {
        let category = if self.has(cell) { self.fruit[self.index(cell)] } else { 0 };
        (category > 0).then_some(Category(category))
    }

    /// Puts a piece on a cell of the board, or removes it.
    ///
    /// # Panics
    /// The cell is off the board.
    pub fn set_fruit(&mut self, cell: Cell, category: Option<Category>) {
        assert!(self.has(cell), "{cell} is off the board");
        let index = self.index(cell);
        self.fruit[index] = category.map_or(0, |category| category.0);
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// The number of pieces of each category on the board.
    pub fn pieces(&self) -> Vec<u32> {
        let mut pieces = vec![0; usize::from(self.categories)];
        for category in self.fruit.iter().filter(|it| **it > 0) {
            pieces[Category(*category).index()] += 1;
        }
        pieces
    }

    /// The rows in the form of the protocol.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let glyph = |it: &u8| if *it == 0 { '.' } else { char::from(b'0' + *it) };
        self.fruit.chunks(self.width as usize).map(move |row| row.iter().map(glyph).collect())
    }

    fn index(&self, cell: Cell) -> usize {
        (cell.y * self.width + cell.x) as usize
    }
}
