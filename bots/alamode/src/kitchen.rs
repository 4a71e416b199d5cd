//! The kitchen: the floor, the tables and the equipment, and which floor cells touch which tables.

use std::num::NonZeroU8;

/// Columns of the kitchen.
pub const WIDTH: usize = 11;
/// Rows of the kitchen.
pub const HEIGHT: usize = 7;
/// Cells of the kitchen.
pub const CELLS: usize = WIDTH * HEIGHT;
/// Floor cells.
pub const FLOORS: usize = 30;
/// All other cells: plain tables and equipment.
pub const TABLES: usize = 47;

/// The same in every game: `.` floor, `#` tables and equipment.
pub const PLAN: [&[u8; WIDTH]; HEIGHT] = [
    b"###########",
    b"#.........#",
    b"#.####.##.#",
    b"#.#..#..#.#",
    b"#.##.####.#",
    b"#.........#",
    b"###########",
];

/// A cell of the grid: `y * 11 + x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u8);

/// A floor cell, numbered row by row from 0 to 29. It is stored as the number plus 1, so an
/// `Option<Floor>` takes one byte, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Floor(NonZeroU8);

/// A plain table or a piece of equipment, numbered row by row from 0 to 46.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Table(pub u8);

impl Cell {
    /// The cell in column `x` and row `y`, if there is one.
    pub fn new(x: i32, y: i32) -> Option<Cell> {
        let inside = (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
        if inside {
            Some(Cell((y * WIDTH as i32 + x) as u8))
        } else {
            None
        }
    }

    pub fn xy(self) -> (i32, i32) {
        (i32::from(self.0) % WIDTH as i32, i32::from(self.0) / WIDTH as i32)
    }
}

impl Floor {
    /// The floor cell with a number from 0 to 29.
    ///
    /// # Panics
    ///
    /// Not with such a number.
    #[inline]
    pub const fn new(number: u8) -> Floor {
        match NonZeroU8::new(number + 1) {
            Some(code) => Floor(code),
            None => panic!("there are 30 floor cells"),
        }
    }

    /// The number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The set of floor cells with this one alone.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << (self.0.get() - 1)
    }

    /// The index of a chef's place in tables that have a row for a chef who is nowhere, the first one.
    #[inline]
    pub fn place_index(place: Option<Floor>) -> usize {
        place.map_or(0, |floor| usize::from(floor.0.get()))
    }

    /// All floor cells.
    pub fn all() -> impl Iterator<Item = Floor> {
        (0..FLOORS as u8).map(Floor::new)
    }
}

/// The number of places of a chef: the floor cells, and nowhere.
pub const PLACES: usize = FLOORS + 1;

impl Table {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of tables with this one alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The equipment on a cell that is not floor. The crates give one kind of item without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// `#`: holds at most one item.
    Plain,
    /// `D`: gives dishes, and empties them.
    Dishwasher,
    /// `W`: takes dishes.
    Window,
    /// `I`: the crate of ice cream.
    IceCream,
    /// `B`: the crate of blueberries.
    Blueberries,
    /// `S`: the crate of strawberries.
    Strawberries,
    /// `C`: the chopping board.
    Board,
    /// `H`: the crate of dough.
    Dough,
    /// `O`: bakes dough and raw tarts.
    Oven,
}

impl Kind {
    const LETTERS: [(u8, Kind); 9] = [
        (b'#', Kind::Plain),
        (b'D', Kind::Dishwasher),
        (b'W', Kind::Window),
        (b'I', Kind::IceCream),
        (b'B', Kind::Blueberries),
        (b'S', Kind::Strawberries),
        (b'C', Kind::Board),
        (b'H', Kind::Dough),
        (b'O', Kind::Oven),
    ];
}

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Floor(Floor),
    Table(Table),
}

/// The plan of a kitchen. The floor is the same in all of them.
#[derive(Clone, Debug)]
pub struct Kitchen {
    /// The kind of each table.
    pub kind: [Kind; TABLES],
    /// The tables of a kind, as a set; index by `Kind as usize`.
    sites: [u64; 9],
    /// The cells with the letters `0` and `1`, where the chefs of a round begin.
    pub spawns: [Option<Floor>; 2],
    place: [Place; CELLS],
    floor_cell: [Cell; FLOORS],
    table_cell: [Cell; TABLES],
    /// The tables that touch each place, corners included. The first one is nowhere.
    near: [u64; PLACES],
    /// The floor cells that touch each table, corners included.
    pub around: [u32; TABLES],
}

impl Kitchen {
    /// The kitchen drawn in seven rows of eleven characters; `0` and `1` are floor.
    ///
    /// # Errors
    ///
    /// The index of the row that is wrong, and the reason.
    pub fn from_rows<R: AsRef<[u8]>>(rows: &[R]) -> Result<Kitchen, (usize, String)> {
        let mut kitchen = Kitchen {
            kind: [Kind::Plain; TABLES],
            sites: [0; 9],
            spawns: [None; 2],
            place: [Place::Floor(Floor::new(0)); CELLS],
            floor_cell: [Cell(0); FLOORS],
            table_cell: [Cell(0); TABLES],
            near: [0; PLACES],
            around: [0; TABLES],
        };
        let (mut floors, mut tables) = (0, 0);
        if rows.len() != HEIGHT {
            return Err((0, format!("a kitchen has {HEIGHT} rows")));
        }
        for (y, (row, plan)) in rows.iter().zip(PLAN).enumerate() {
            let row = row.as_ref();
            if row.len() != WIDTH {
                return Err((y, format!("a row has {WIDTH} characters")));
            }
            for (x, (&letter, &planned)) in row.iter().zip(plan).enumerate() {
                let cell = Cell((y * WIDTH + x) as u8);
                let known = Kind::LETTERS.iter().find(|known| known.0 == letter);
                kitchen.place[y * WIDTH + x] = match (known, planned) {
                    (Some(&(_, kind)), b'#') => {
                        let table = Table(tables as u8);
                        kitchen.table_cell[tables] = cell;
                        kitchen.kind[tables] = kind;
                        kitchen.sites[kind as usize] |= table.bit();
                        tables += 1;
                        Place::Table(table)
                    }
                    (None, b'.') if matches!(letter, b'.' | b'0' | b'1') => {
                        let floor = Floor::new(floors as u8);
                        kitchen.floor_cell[floors] = cell;
                        floors += 1;
                        if let b'0' | b'1' = letter {
                            kitchen.spawns[usize::from(letter - b'0')] = Some(floor);
                        }
                        Place::Floor(floor)
                    }
                    _ => return Err((y, format!("{:?} cannot be at x = {x}", letter as char))),
                };
            }
        }
        for floor in Floor::all() {
            let (x, y) = kitchen.floor_cell(floor).xy();
            for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
                let beside = Cell::new(x + dx, y + dy).map(|cell| kitchen.place(cell));
                if let Some(Place::Table(table)) = beside {
                    kitchen.near[Floor::place_index(Some(floor))] |= table.bit();
                    kitchen.around[table.index()] |= floor.bit();
                }
            }
        }
        Ok(kitchen)
    }

    #[inline]
    pub fn place(&self, cell: Cell) -> Place {
        self.place[usize::from(cell.0)]
    }

    /// The tables that touch a floor cell, corners included, as a set; none touches nowhere.
    #[inline]
    pub fn near(&self, place: impl Into<Option<Floor>>) -> u64 {
        self.near[Floor::place_index(place.into())]
    }

    pub fn floor_cell(&self, floor: Floor) -> Cell {
        self.floor_cell[floor.index()]
    }

    pub fn table_cell(&self, table: Table) -> Cell {
        self.table_cell[table.index()]
    }

    /// The tables of a kind, as a set.
    #[inline]
    pub fn all(&self, kind: Kind) -> u64 {
        self.sites[kind as usize]
    }

    /// The one table of a kind, if the kitchen has it.
    pub fn one(&self, kind: Kind) -> Option<Table> {
        match self.all(kind) {
            0 => None,
            set => Some(Table(set.trailing_zeros() as u8)),
        }
    }
}

/// The floor cells of a set, in the order of their numbers.
#[inline]
pub fn floors(set: u32) -> impl Iterator<Item = Floor> {
    bits(u64::from(set)).map(Floor::new)
}

/// The indices of the bits that are set, from the lowest.
#[inline]
pub fn bits(set: u64) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(bit)
    })
}
