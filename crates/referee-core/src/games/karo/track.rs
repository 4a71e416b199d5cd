//! The map: cells, tiles, and the code in which the site keeps a map.

use std::fmt;

/// The longest side of a map.
pub const LONGEST_SIDE: usize = 500;

/// A cell: column from the left, row from the top, both from 0. It may be off the map.
pub use gridkit::Point as Cell;

/// The 3x3 block around a cell, row by row. Parts of it may be off the map.
pub(super) fn block(cell: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |y| (-1..=1).map(move |x| cell + Cell::new(x, y)))
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// `O`
    Road,
    /// `S`: road on which a car may be placed in the first round.
    Start,
    /// `F`
    Finish,
    /// `1` to `9`
    Checkpoint(Checkpoint),
    /// Grass, sand, mud, water, snow, lava, gold, tar or mountain: no car can drive here. The letter only
    /// distinguishes them on the screen.
    Scenery(u8),
    /// `P`, parc fermé: finished cars park here. No car can drive here.
    Parc,
    /// `.`: a cell of a night map whose content is hidden from the reader.
    Night,
}

/// Letters of scenery. Tar (`T`) is among them in spite of its name.
const SCENERY: &[u8] = b"XYZWNLGTV";

impl Tile {
    /// The tile of a letter in a map code.
    pub fn of_letter(letter: u8) -> Option<Self> {
        match letter {
            b'O' => Some(Self::Road),
            b'S' => Some(Self::Start),
            b'F' => Some(Self::Finish),
            b'1'..=b'9' => Some(Self::Checkpoint(Checkpoint(letter - b'0'))),
            b'P' => Some(Self::Parc),
            b'.' => Some(Self::Night),
            _ => SCENERY.contains(&letter).then_some(Self::Scenery(letter)),
        }
    }

    /// The letter in a map code.
    pub fn letter(self) -> char {
        char::from(match self {
            Self::Road => b'O',
            Self::Start => b'S',
            Self::Finish => b'F',
            Self::Checkpoint(Checkpoint(number)) => b'0' + number,
            Self::Scenery(letter) => letter,
            Self::Parc => b'P',
            Self::Night => b'.',
        })
    }

    /// Whether the cell is known to be off the road. A hidden cell is not.
    pub fn is_off_road(self) -> bool {
        matches!(self, Self::Scenery(_) | Self::Parc)
    }
}

/// A checkpoint's number, 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Checkpoint(pub u8);

/// A set of checkpoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkpoints(u16);

impl Checkpoints {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Adds one.
    pub fn insert(&mut self, checkpoint: Checkpoint) {
        self.0 |= 1 << checkpoint.0;
    }

    /// Whether one is in it.
    pub fn contains(self, checkpoint: Checkpoint) -> bool {
        self.0 >> checkpoint.0 & 1 == 1
    }

    /// Whether all checkpoints of another set are in it.
    pub fn contains_all(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Its checkpoints, the least number first.
    pub fn iter(self) -> impl Iterator<Item = Checkpoint> {
        (1..=9).map(Checkpoint).filter(move |checkpoint| self.contains(*checkpoint))
    }

    /// Number of checkpoints.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Checkpoint> for Checkpoints {
    fn from_iter<I: IntoIterator<Item = Checkpoint>>(checkpoints: I) -> Self {
        let mut set = Self::NONE;
        checkpoints.into_iter().for_each(|checkpoint| set.insert(checkpoint));
        set
    }
}

/// The digits without blanks, such as `134`; `-` for the empty set.
impl fmt::Display for Checkpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|Checkpoint(number)| write!(f, "{number}"))
    }
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    width: usize,
    /// Row by row from the top, each from the left.
    tiles: Vec<Tile>,
}

/// The reason why a text is not a map, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadMap(pub String);

impl Track {
    /// Reads a map code: one row per line, in upper case letters. Carriage returns and empty lines at the end are
    /// ignored. Rows that are too short are filled with grass, because two maps of the site have such rows.
    ///
    /// # Errors
    /// The text has an unknown letter, a side that is too long, no start cell or no finish cell.
    pub fn parse(code: &str) -> Result<Self, BadMap> {
        let rows: Vec<&str> = code.trim_end().lines().map(str::trim_end).collect();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        if width > LONGEST_SIDE || rows.len() > LONGEST_SIDE {
            let height = rows.len();
            return Err(BadMap(format!(
                "the map has {width}x{height} cells; a side has at most {LONGEST_SIDE}"
            )));
        }
        let mut tiles = Vec::with_capacity(width * rows.len());
        for (row, line) in rows.iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let tile = u8::try_from(letter).ok().and_then(Tile::of_letter);
                tiles.push(tile.ok_or_else(|| {
                    let (row, column) = (row + 1, column + 1);
                    BadMap(format!(
                        "row {row}, column {column} of the map has {letter:?}, which is not a map \
                         symbol; maps are made of O S F 1-9 P X Y Z W N L G T V"
                    ))
                })?);
            }
            tiles.resize(width * (row + 1), Tile::Scenery(b'X'));
        }
        for (wanted, name) in [(Tile::Start, "start cell 'S'"), (Tile::Finish, "finish cell 'F'")] {
            if !tiles.contains(&wanted) {
                return Err(BadMap(format!("the map has no {name}")));
            }
        }
        Ok(Self { width, tiles })
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.tiles.len() / self.width
    }

    /// The index of a cell in a list of all cells, row by row; `None` off the map.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        if cell.x < 0 || cell.y < 0 {
            return None;
        }
        let (x, index) = (cell.x as usize, cell.y as usize * self.width + cell.x as usize);
        (x < self.width && index < self.tiles.len()).then_some(index)
    }

    /// The content of a cell; `None` off the map.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.index(cell).map(|index| self.tiles[index])
    }

    /// Changes the content of a cell; does nothing off the map.
    pub fn set(&mut self, cell: Cell, tile: Tile) {
        if let Some(index) = self.index(cell) {
            self.tiles[index] = tile;
        }
    }

    /// Whether cars can be on a cell. A hidden cell counts as drivable; the referee's own maps have no hidden cells.
    pub fn is_drivable(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| !self.tiles[index].is_off_road())
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width as i32, self.height() as i32);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// The cells of one kind in reading order.
    pub fn cells_of(&self, tile: Tile) -> impl Iterator<Item = Cell> {
        self.cells().zip(&self.tiles).filter(move |it| *it.1 == tile).map(|it| it.0)
    }

    /// The numbers of the checkpoints on the map. They may have gaps.
    pub fn checkpoints(&self) -> Checkpoints {
        let numbers = self.tiles.iter().filter_map(|tile| match tile {
            Tile::Checkpoint(checkpoint) => Some(*checkpoint),
            _ => None,
        });
        numbers.collect()
    }

    /// The map as the site shows it at night: only starts, finish, checkpoints and parc fermé are visible.
    #[must_use]
    pub fn masked(&self) -> Self {
        let shown = |tile: &Tile| match tile {
            Tile::Road | Tile::Scenery(_) => Tile::Night,
            tile => *tile,
        };
        Self { width: self.width, tiles: self.tiles.iter().map(shown).collect() }
    }

    /// The rows of the map code.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.tiles.chunks(self.width).map(|row| row.iter().map(|tile| tile.letter()).collect())
    }

    /// The map code.
    pub fn code(&self) -> String {
        self.rows().fold(String::new(), |code, row| code + &row + "\n")
    }
}
