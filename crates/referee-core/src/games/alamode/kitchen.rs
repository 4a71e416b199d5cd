//! The kitchen: floor, tables and equipment.

use std::fmt;
use std::sync::LazyLock;

use gridkit::{Board11x7, Point, Square11x7 as Square};

use super::food::Food;

/// Columns of a kitchen.
pub const WIDTH: i32 = 11;
/// Rows of a kitchen.
pub const HEIGHT: i32 = 7;
/// The length of an array that is indexed by squares. Their numbers have gaps, but all are below it.
pub(super) const SQUARES: usize = 256;

/// The squares that can be walked on, the same in every kitchen: a ring of 24 around two dead ends.
pub static FLOOR: LazyLock<Board11x7> = LazyLock::new(|| {
    Board11x7::parse(
        "
        . . . . . . . . . . .
        . x x x x x x x x x .
        . x . . . . x . . x .
        . x . x x . x x . x .
        . x . . x . . . . x .
        . x x x x x x x x x .
        . . . . . . . . . . .",
        'x',
    )
    .expect("a kitchen has 11 columns and 7 rows")
});

/// The square in a column and a row that a kitchen has.
///
/// # Panics
/// If it has no such column or row.
pub(super) fn square(x: i32, y: i32) -> Square {
    Square::at(Point::new(x, y)).expect("the kitchen has this column and row")
}

/// All squares column by column, which is the order of tables in the protocol.
pub(super) fn columns() -> impl Iterator<Item = Square> {
    (0..WIDTH).flat_map(|x| (0..HEIGHT).map(move |y| square(x, y)))
}

/// The equipment on a square that is neither floor nor a plain table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equipment {
    /// Gives clean dishes.
    Dishwasher,
    /// The window, where dishes are served to customers.
    Window,
    /// Has an unlimited supply of a food.
    Crate(Food),
    /// Chops strawberries and dough.
    ChoppingBoard,
    /// Bakes dough and raw tarts.
    Oven,
}

impl Equipment {
    /// Its letter in the protocol.
    pub fn letter(self) -> char {
        match self {
            Equipment::Dishwasher => 'D',
            Equipment::Window => 'W',
            Equipment::Crate(Food::IceCream) => 'I',
            Equipment::Crate(Food::Blueberries) => 'B',
            Equipment::Crate(Food::Strawberries) => 'S',
            Equipment::Crate(_) => 'H',
            Equipment::ChoppingBoard => 'C',
            Equipment::Oven => 'O',
        }
    }
}

/// The positions of the equipment and the start squares of the chefs.
#[derive(Clone, PartialEq, Eq)]
pub struct Kitchen {
    equipment: [Option<Equipment>; SQUARES],
    /// The squares shown as `0` and `1`.
    spawns: [Square; 2],
}

impl Kitchen {
    /// A kitchen with only a dishwasher and a window.
    pub(super) fn bare(spawns: [Square; 2]) -> Self {
        let mut kitchen = Self { equipment: [None; SQUARES], spawns };
        kitchen.place(Equipment::Dishwasher, square(5, 0));
        kitchen.place(Equipment::Window, square(5, 6));
        kitchen
    }

    pub(super) fn place(&mut self, equipment: Equipment, at: Square) {
        self.equipment[at.index()] = Some(equipment);
    }

    /// The equipment on a square; `None` on the floor and on plain tables.
    pub fn equipment(&self, at: Square) -> Option<Equipment> {
        self.equipment[at.index()]
    }

    /// The start squares of the first and the second chef of a round.
    pub fn spawns(&self) -> [Square; 2] {
        self.spawns
    }

    /// The rows as they are sent: `.` floor, `#` plain table, the letters of the equipment, and for
    /// the starts the digits that the seat sees there.
    pub fn rows(&self, digits: [char; 2]) -> impl Iterator<Item = String> {
        let glyph = move |at: Square| match (self.equipment(at), self.spawns) {
            (Some(equipment), _) => equipment.letter(),
            (None, [first, _]) if at == first => digits[0],
            (None, [_, second]) if at == second => digits[1],
            (None, _) => {
                if FLOOR.contains(at) {
                    '.'
                } else {
                    '#'
                }
            }
        };
        (0..HEIGHT).map(move |y| (0..WIDTH).map(|x| glyph(square(x, y))).collect())
    }
}

impl fmt::Debug for Kitchen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows(['0', '1']).try_for_each(|row| writeln!(f, "{row}"))
    }
}
