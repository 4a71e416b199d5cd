//! What never changes: [`Board`], its ground, and where a push drowns.

use gridkit::{Dir, Point, Walls};

/// What a tile is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ground {
    /// Nothing special.
    Plain,
    /// A home base, where packages lie at the start.
    Base,
    /// Nothing enters it.
    Wall,
    /// What enters it dies.
    Water,
}

impl Ground {
    /// The ground that a server writes so.
    pub const fn from_byte(byte: u8) -> Option<Ground> {
        match byte {
            b'.' => Some(Ground::Plain),
            b'@' => Some(Ground::Base),
            b'#' => Some(Ground::Wall),
            b'~' => Some(Ground::Water),
            _ => None,
        }
    }

    /// How a server writes it.
    pub const fn letter(self) -> char {
        match self {
            Ground::Plain => '.',
            Ground::Base => '@',
            Ground::Wall => '#',
            Ground::Water => '~',
        }
    }
}

/// The board of a game.
///
/// Points count from the north-west corner, as everywhere in `gridkit`; [`Board::point`] and
/// [`Board::place`] turn the contest's coordinates over, which count from 1 and the south-west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    ground: Vec<Ground>,
    /// For each tile the directions, one bit each, in which a push drowns a robot that stands there.
    drowning: Vec<u8>,
    /// Walls and water: where nobody walks.
    walls: Walls,
    bases: Vec<Point>,
}

impl Board {
    /// A board from its rows, the **south** row first, as a server sends it.
    ///
    /// # Errors
    ///
    /// The number of the first row that has another length than the first, or an unknown tile, and
    /// what is wrong with it.
    pub fn from_south<T: AsRef<[u8]>>(rows: &[T]) -> Result<Self, (usize, String)> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        if width == 0 {
            return Err((0, "it has no tile".to_owned()));
        }
        let mut ground = Vec::with_capacity(width * rows.len());
        for (number, row) in rows.iter().enumerate().rev() {
            let row = row.as_ref();
            if row.len() != width {
                return Err((number, format!("it has {} tiles in place of {width}", row.len())));
            }
            for &byte in row {
                match Ground::from_byte(byte) {
                    Some(tile) => ground.push(tile),
                    None => return Err((number, "a tile is one of . @ # ~".to_owned())),
                }
            }
        }
        Ok(Self::new(width as i32, rows.len() as i32, ground))
    }

    /// A board from a drawing with the north on top, as map files have it.
    ///
    /// # Errors
    ///
    /// As [`from_south`](Self::from_south).
    pub fn from_drawing(drawing: &str) -> Result<Self, (usize, String)> {
        let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut rows: Vec<&[u8]> = lines.map(str::as_bytes).collect();
        rows.reverse();
        Self::from_south(&rows)
    }

    fn new(width: i32, height: i32, ground: Vec<Ground>) -> Self {
        let at = |point: Point| ground[(point.y * width + point.x) as usize];
        let walls = Walls::from_fn(width as usize, height as usize, |point| {
            matches!(at(point), Ground::Wall | Ground::Water)
        });
        let points = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        let bases = points.filter(|&point| at(point) == Ground::Base).collect();
        let mut board = Self { width, height, ground, drowning: Vec::new(), walls, bases };
        board.drowning = (0..height * width)
            .map(|index| board.drowning_from(Point::new(index % width, index / width)))
            .collect();
        board
    }

    fn drowning_from(&self, at: Point) -> u8 {
        if self.walls.is_wall(at) {
            return 0;
        }
        let drowns = |dir: Dir| {
            self.ground(at.step(dir)) == Ground::Water
                && self.walls.is_open(at.step(dir.opposite()))
        };
        Dir::ALL.iter().fold(0, |bits, &dir| bits | u8::from(drowns(dir)) << dir.index())
    }

    /// The number of columns.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.ground.len()
    }

    /// The number of a tile in arrays of one value a tile, if the point is on the board.
    #[inline]
    pub fn index(&self, point: Point) -> Option<usize> {
        if (point.x as u32) < self.width as u32 && (point.y as u32) < self.height as u32 {
            Some((point.y * self.width + point.x) as usize)
        } else {
            None
        }
    }

    /// The ground of a tile; beyond the board is wall.
    #[inline]
    pub fn ground(&self, point: Point) -> Ground {
        self.index(point).map_or(Ground::Wall, |index| self.ground[index])
    }

    /// Whether a robot can be there and live.
    #[inline]
    pub fn is_land(&self, point: Point) -> bool {
        self.walls.is_open(point)
    }

    /// Whether a push in this direction drowns a robot there. Only if there is a place to
    /// push from.
    #[inline]
    pub fn drowns(&self, at: Point, dir: Dir) -> bool {
        self.index(at).map_or(false, |index| self.drowning[index] >> dir.index() & 1 == 1)
    }

    /// Whether a push in some direction drowns a robot there.
    #[inline]
    pub fn is_perilous(&self, at: Point) -> bool {
        self.index(at).map_or(false, |index| self.drowning[index] != 0)
    }

    /// Walls and water as walls, for searches.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// The home bases, from the north-west, row by row.
    pub fn bases(&self) -> &[Point] {
        &self.bases
    }

    /// The point that the contest calls (`x`, `y`). What is beyond the board stays beyond it.
    pub fn point(&self, x: i64, y: i64) -> Point {
        point_of(self.width, self.height, x, y)
    }

    /// What the contest calls a point.
    pub fn place(&self, point: Point) -> (i32, i32) {
        (point.x + 1, self.height - point.y)
    }
}

/// [`Board::point`] for a board of this size.
pub fn point_of(width: i32, height: i32, x: i64, y: i64) -> Point {
    if (1..=i64::from(width)).contains(&x) && (1..=i64::from(height)).contains(&y) {
        Point::new(x as i32 - 1, height - y as i32)
    } else {
        Point::new(-1, -1)
    }
}
