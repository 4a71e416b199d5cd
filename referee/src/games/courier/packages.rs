//! Packages: what they are, and where they lie.

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write};

use gridkit::FastMap;

use super::board::Cell;

/// The heaviest package of the contest.
pub const HEAVIEST: u64 = 1_000_000_000;
/// Most packages that a game starts with.
pub const MOST_PACKAGES: usize = 10_000;

/// A package's number in the protocol. Any number; it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageId(pub u64);

impl fmt::Display for PackageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its number.
    pub id: PackageId,
    /// Where it scores.
    pub destination: Cell,
    /// What it weighs and scores.
    pub weight: u64,
}

/// What became of a package that was put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutDown {
    /// It is at its destination and gone for good.
    Delivered,
    /// It lies there for anybody.
    Lies,
}

/// The packages of a game that lie somewhere or are carried.
#[derive(Clone, Debug, Default)]
pub struct Packages {
    known: HashMap<PackageId, Package>,
    piles: FastMap<Cell, Pile>,
}

/// The packages on one cell.
#[derive(Clone, Debug, Default)]
struct Pile {
    ids: BTreeSet<PackageId>,
    /// The line that is sent about it, kept because a pile may hold 10,000 packages.
    line: Option<String>,
}

impl Packages {
    /// Adds a package that lies on a cell.
    ///
    /// # Panics
    /// Its id is not new.
    pub fn add(&mut self, cell: Cell, package: Package) {
        let before = self.known.insert(package.id, package);
        assert!(before.is_none(), "package {} is there twice", package.id);
        self.lay(cell, package.id);
    }

    /// How many are left in the game, carried ones counted.
    pub fn left(&self) -> usize {
        self.known.len()
    }

    /// What a package that is in the game is.
    pub fn get(&self, id: PackageId) -> Option<&Package> {
        self.known.get(&id)
    }

    /// The cells on which packages lie, in no order, with how many.
    pub fn piles(&self) -> impl Iterator<Item = (Cell, usize)> {
        self.piles.iter().map(|(cell, pile)| (*cell, pile.ids.len()))
    }

    /// Whether packages lie on a cell.
    pub fn is_pile(&self, cell: Cell) -> bool {
        self.piles.contains_key(&cell)
    }

    /// A package that lies on a cell, or none.
    pub fn on(&self, cell: Cell, id: PackageId) -> Option<Package> {
        let pile = self.piles.get(&cell)?;
        if pile.ids.contains(&id) { self.known.get(&id).copied() } else { None }
    }

    /// Takes a package that lies on a cell from it, for a robot.
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

    /// Takes a carried package out of the game.
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
