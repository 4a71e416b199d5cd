//! The board: cells, directions, tiles.

use std::fmt;

/// The longest side of a board.
pub const LONGEST_SIDE: i32 = 1000;

/// A cell: x grows to the east, y to the north, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column, 1 is the most western one.
    pub x: i32,
    /// Row, 1 is the most southern one.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`, which may be off the board.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The next cell in a direction, which may be off the board.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self::new(self.x + dx, self.y + dy)
    }

    /// Steps between two cells of a board without obstacles.
    pub fn distance(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }
}

impl fmt::Display for Cell {
    /// The form of a start list: `3,4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// One of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To y + 1.
    North,
    /// To x + 1.
    East,
    /// To y - 1.
    South,
    /// To x - 1.
    West,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The letter in the protocol.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// The direction of a letter.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| word.chars().eq([it.letter()]))
    }

    /// The change of x and y.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Free land.
    Plain,
    /// A home base, where packages are at the start. For a robot it is land like any other.
    Base,
    /// No robot can be here.
    Wall,
    /// A robot that gets here dies.
    Water,
}

impl Tile {
    /// The character on the wire and in map files.
    pub const fn glyph(self) -> char {
        match self {
            Self::Plain => '.',
            Self::Base => '@',
            Self::Wall => '#',
            Self::Water => '~',
        }
    }

    /// The tile of a character.
    pub const fn of_glyph(glyph: char) -> Option<Self> {
        match glyph {
            '.' => Some(Self::Plain),
            '@' => Some(Self::Base),
            '#' => Some(Self::Wall),
            '~' => Some(Self::Water),
            _ => None,
        }
    }

    /// Whether a robot can be here.
    pub const fn is_land(self) -> bool {
        matches!(self, Self::Plain | Self::Base)
    }
}

/// The tiles of a game. They do not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    /// Row by row from the south, each from the west.
    tiles: Vec<Tile>,
}

impl Board {
    /// A board of one kind of tile.
    ///
    /// # Panics
    /// A side is not from 1 to [`LONGEST_SIDE`].
    pub fn filled(width: i32, height: i32, tile: Tile) -> Self {
        assert!((1..=LONGEST_SIDE).contains(&width) && (1..=LONGEST_SIDE).contains(&height));
        Self { width, height, tiles: vec![tile; (width * height) as usize] }
    }

    /// Number of columns.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Number of cells.
    pub fn area(&self) -> usize {
        self.tiles.len()
    }

    /// Whether a cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        (1..=self.width).contains(&cell.x) && (1..=self.height).contains(&cell.y)
    }

    /// The tile of a cell. Cells off the board count as wall.
    pub fn tile(&self, cell: Cell) -> Tile {
        if self.has(cell) { self.tiles[self.index(cell)] } else { Tile::Wall }
    }

    /// Puts a tile on a cell; does nothing off the board.
    pub fn set(&mut self, cell: Cell, tile: Tile) {
        if self.has(cell) {
            let index = self.index(cell);
            self.tiles[index] = tile;
        }
    }

    /// All cells, row by row from the south.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (1..=height).flat_map(move |y| (1..=width).map(move |x| Cell::new(x, y)))
    }

    /// The home bases, row by row from the south.
    pub fn bases(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|cell| self.tile(*cell) == Tile::Base)
    }

    /// The rows as text from the south, as they are sent.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = String> {
        self.tiles
            .chunks(self.width as usize)
            .map(|row| row.iter().map(|tile| tile.glyph()).collect())
    }

    /// The index of a cell of the board in a list of all cells.
    pub fn index(&self, cell: Cell) -> usize {
        ((cell.y - 1) * self.width + cell.x - 1) as usize
    }
}
