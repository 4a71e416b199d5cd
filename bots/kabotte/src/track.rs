//! The track: a map of cells as the site publishes it.

use std::fmt;

/// Longest side of a map, in cells. A car that starts at rest and gains one a move needs 528 cells
/// to reach a speed of 32, and vectors are kept up to 31.
pub const LONGEST_SIDE: usize = 500;

/// The most cells of road: they are numbered with 16 bits, of which one number means no road.
pub const MOST_ROAD: usize = 65_535;

/// Most different checkpoints: the digits 1 to 9.
pub const MOST_CHECKPOINTS: usize = 9;

/// A checkpoint, by its place among the numbers that the map has: the least number is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Checkpoint(pub u8);

/// What a cell is, as far as driving goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Grass, water, parking places: nobody drives there.
    Blocked,
    Road,
    /// Road on which a car may be placed before its first move.
    Start,
    Finish,
    Checkpoint(Checkpoint),
    /// A cell of a night map that has not been seen. It counts as road.
    Unknown,
}

/// A cell: column from the left, row from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub x: i16,
    pub y: i16,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// A map.
///
/// ```
/// use kabotte::track::{Cell, Tile, Track};
///
/// let track = Track::parse("XXXXX\nXSO1X\nXXXFX\nXXXXX\n").unwrap();
/// assert_eq!((track.width(), track.height()), (5, 4));
/// assert_eq!(track.tile(Cell { x: 2, y: 1 }), Tile::Road);
/// assert_eq!(track.tile(Cell { x: -1, y: 1 }), Tile::Blocked);
/// assert_eq!(track.numbers(), b"1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    width: usize,
    tiles: Vec<Tile>,
    numbers: Vec<u8>,
}

/// A sentence that says why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMap(pub String);

impl fmt::Display for BadMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadMap {}

impl Track {
    /// Reads a map code: a row a line, of the letters of the site. Rows that are too short are
    /// filled with grass, as the site does.
    ///
    /// # Errors
    /// A letter that no map has, no start, no finish, or a side longer than [`LONGEST_SIDE`],
    /// or more road than [`MOST_ROAD`].
    pub fn parse(code: &str) -> Result<Track, BadMap> {
        let rows: Vec<&str> =
            code.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        if width > LONGEST_SIDE || rows.len() > LONGEST_SIDE {
            let (height, most) = (rows.len(), LONGEST_SIDE);
            return Err(BadMap(format!(
                "the map has {width}x{height} cells: more than {most} a side"
            )));
        }
        let mut numbers: Vec<u8> =
            code.bytes().filter(|letter| matches!(letter, b'1'..=b'9')).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut tiles = vec![Tile::Blocked; width * rows.len()];
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                tiles[y * width + x] = tile(letter, &numbers).ok_or_else(|| {
                    BadMap(format!(
                        "row {}, column {}: '{letter}' is not a cell of a map",
                        y + 1,
                        x + 1
                    ))
                })?;
            }
        }
        for (wanted, name) in [(Tile::Start, "start cell 'S'"), (Tile::Finish, "finish cell 'F'")] {
            if !tiles.contains(&wanted) {
                return Err(BadMap(format!("the map has no {name}")));
            }
        }
        let road = tiles.iter().filter(|&&tile| tile != Tile::Blocked).count();
        if road > MOST_ROAD {
            return Err(BadMap(format!("the map has {road} cells of road: more than {MOST_ROAD}")));
        }
        Ok(Track { width, tiles, numbers })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.tiles.len() / self.width
    }

    /// The digits of its checkpoints, the least first.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// The index of a cell in the list of all cells, row by row; `None` outside the map.
    #[inline]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x as usize, cell.y as usize);
        // A negative number becomes a huge one.
        if x < self.width && y < self.height() {
            Some(y * self.width + x)
        } else {
            None
        }
    }

    /// What a cell is; blocked outside the map.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.index(cell).map_or(Tile::Blocked, |index| self.tiles[index])
    }

    /// Changes what a cell is; nothing outside the map.
    pub fn set(&mut self, cell: Cell, tile: Tile) {
        if let Some(index) = self.index(cell) {
            self.tiles[index] = tile;
        }
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cell = move |index: usize| Cell {
            x: (index % self.width) as i16,
            y: (index / self.width) as i16,
        };
        (0..self.tiles.len()).map(cell)
    }

    /// The cells of a kind, row by row.
    pub fn cells_of(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |cell| self.tile(*cell) == tile)
    }
}

/// The tile of a letter. The site drives on none of the landscapes, tar included.
fn tile(letter: char, numbers: &[u8]) -> Option<Tile> {
    match letter {
        'O' => Some(Tile::Road),
        'S' => Some(Tile::Start),
        'F' => Some(Tile::Finish),
        'X' | 'Y' | 'Z' | 'W' | 'N' | 'L' | 'G' | 'T' | 'V' | 'P' => Some(Tile::Blocked),
        '.' => Some(Tile::Unknown),
        '1'..='9' => {
            let place = numbers.iter().position(|number| char::from(*number) == letter)?;
            Some(Tile::Checkpoint(Checkpoint(place as u8)))
        }
        _ => None,
    }
}
