//! Packages and their positions.

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write};

use gridkit::FastMap;

use super::board::Cell;

/// The heaviest package of the contest.
pub const HEAVIEST: u64 = 1_000_000_000;
/// The most packages at the start of a game.
pub const MOST_PACKAGES: usize = 10_000;

/// A package's number in the protocol. It has no further meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageId(pub u64);

impl fmt::Display for PackageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its number.
    pub id: PackageId,
    /// Its destination.
    pub destination: Cell,
    /// Its weight, which is also its score.
    pub weight: u64,
}

/// The result of putting a package down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutDown {
    /// It was delivered and has left the game.
    Delivered,
    /// It is on the cell and can be taken by anybody.
    Lies,
}

/// The packages in a game, on cells or carried.
#[derive(Clone, Debug, Default)]
pub struct Packages {
    known: HashMap<PackageId, Package>,
    piles: FastMap<Cell, Pile>,
}

/// The packages on one cell.
#[derive(Clone, Debug, Default)]
struct Pile {
    ids: BTreeSet<PackageId>,
    /// The line about the cell, cached because there may be 10,000 packages on it.
    line: Option<String>,
}

/// A number of packages in words.
pub fn counted(packages: usize) -> String {
    let plural = if packages == 1 { "" } else { "s" };
    format!("{packages} package{plural}")
}

impl Packages {
    /// Adds a package on a cell.
    ///
    /// # Panics
    /// A package with this id exists.
    pub fn add(&mut self, cell: Cell, package: Package) {
        let before = self.known.insert(package.id, package);
        assert!(before.is_none(), "package {} exists twice", package.id);
        self.lay(cell, package.id);
    }

    /// The number of packages in the game, carried ones included.
    pub fn left(&self) -> usize {
        self.known.len()
    }

    /// The package with an id, if it is in the game.
    pub fn get(&self, id: PackageId) -> Option<&Package> {
        self.known.get(&id)
    }

    /// The cells with packages, with their numbers, in no particular order.
    pub fn piles(&self) -> impl Iterator<Item = (Cell, usize)> {
        self.piles.iter().map(|(cell, pile)| (*cell, pile.ids.len()))
    }

    /// Whether there are packages on a cell.
    pub fn is_pile(&self, cell: Cell) -> bool {
        self.piles.contains_key(&cell)
    }

    /// A package on a cell, if there is one.
    pub fn on(&self, cell: Cell, id: PackageId) -> Option<Package> {
        let pile = self.piles.get(&cell)?;
        if pile.ids.contains(&id) { self.known.get(&id).copied() } else { None }
    }

    /// Takes a package from a cell, for a robot.
    pub fn take(&mut self, cell: Cell, id: PackageId) {
        if let Some(pile) = self.piles.get_mut(&cell) {
            pile.ids.remove(&id);
            pile.line = None;
            if pile.ids.is_empty() {
                self.piles.remove(&cell);
            }
        }
    }

    /// Puts a carried package on a cell. At its destination it is delivered, if `delivers`.
    pub fn put_down(&mut self, cell: Cell, package: Package, delivers: bool) -> PutDown {
        if delivers && package.destination == cell {
            self.remove(package.id);
            return PutDown::Delivered;
        }
        self.lay(cell, package.id);
        PutDown::Lies
    }

    /// Removes a carried package from the game.
    pub fn remove(&mut self, id: PackageId) {
        self.known.remove(&id);
    }

    fn lay(&mut self, cell: Cell, id: PackageId) {
        let pile = self.piles.entry(cell).or_default();
        pile.ids.insert(id);
        pile.line = None;
    }

    /// The list of a cell as it is sent: `id x y weight` for each package, by ascending id.
    pub fn line(&mut self, cell: Cell) -> String {
        let Some(pile) = self.piles.get_mut(&cell) else { return String::new() };
        let known = &self.known;
        pile.line
            .get_or_insert_with(|| {
                let mut line = String::with_capacity(24 * pile.ids.len());
                for package in pile.ids.iter().map(|id| &known[id]) {
                    let Package { id, destination: Cell { x, y }, weight } = package;
                    let separator = if line.is_empty() { "" } else { " " };
                    let _ = write!(line, "{separator}{id} {x} {y} {weight}");
                }
                line
            })
            .clone()
    }
}
