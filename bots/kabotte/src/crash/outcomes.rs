//! What a descent does to a race, and a cache of the outcomes of descents.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use gridkit::FastMap;

use super::car::{Car, Rest};
use super::cars::Phase;
use crate::graph::Node;
use crate::stops::Stops;
use crate::track::Cell;

/// A stretch of a way that begins with some cell on top of the trail. It ends with the crash that pops this cell,
/// or that sets the car back to the cell below it.
///
/// ```text
///   Three descents that begin with 5 on top, and their last crashes, with a set-back of 3:
///
///    9  popped
///    7  popped           7  popped
///    5  top              5  popped           5  popped
///    3  ◄── car          3  top              3  popped
///    1                   1  ◄── car          1  top
///
///    to_pop = 0          to_pop = 1          to_pop = 2
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Descent {
    /// The car at its beginning.
    pub car: Car,
    /// The cells that the last crash still has to pop when it reaches the cell that was on top at the beginning; that
    /// cell is one of them.
    pub to_pop: u16,
    /// The crashes in it, with the last one.
    pub crashes: u16,
    /// Whether the car may first be set back any number of times to the cell below the top, where it rests.
    pub may_return: bool,
}

/// What a descent does to a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub passed: Stops,
    /// Where the last crash leads, if it follows another one without a move between them. It leads there whatever
    /// it still has to pop.
    pub landing: Option<Landing>,
    /// Number of ways.
    pub ways: u64,
}

/// Where a crash leads that follows another one without a move between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    pub at: Cell,
    /// Crashes since the last move.
    pub in_a_row: u8,
}

impl Landing {
    /// The car when all is popped.
    pub fn on(self, top: Cell) -> Rest {
        Rest { at: self.at, top, in_a_row: self.in_a_row }
    }
}

impl Outcome {
    /// The outcome of a crash and nothing else.
    pub const CRASH: Outcome = Outcome { passed: Stops::NONE, landing: None, ways: 1 };

    /// This one and then another.
    pub fn then(self, next: Outcome) -> Outcome {
        let passed = Stops(self.passed.0 | next.passed.0);
        let ways = self.ways.saturating_mul(next.ways);
        Outcome { passed, landing: next.landing, ways }
    }

    /// Whether it leads to the same cell as another one, and passes all that the other passes.
    pub fn covers(&self, other: &Outcome) -> bool {
        self.landing == other.landing && other.passed.0 & !self.passed.0 == 0
    }

    /// Whether it differs from another one in the number of ways alone.
    pub fn is_like(&self, other: &Outcome) -> bool {
        (self.passed, self.landing) == (other.passed, other.landing)
    }

    /// Adds it to other outcomes of the same descent.
    pub fn add_to(self, list: &mut Vec<Outcome>) {
        match list.iter_mut().find(|it| it.is_like(&self)) {
            Some(known) => known.ways = known.ways.saturating_add(self.ways),
            None => list.push(self),
        }
    }
}

/// A descent and the phase in which it begins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key(Descent, Phase);

impl Hash for Key {
    /// The hasher multiplies, so that low bits of a hash depend on no higher bits of the value.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Key(descent, phase) = self;
        let cell = |cell: Cell| (cell.x as u64) << 16 ^ cell.y as u64;
        let car = match descent.car {
            Car::Driving(Node(node)) => u64::from(node),
            Car::Resting(Rest { at, top, in_a_row }) => {
                (cell(at) << 32 | 1 << 31) ^ cell(top) ^ u64::from(in_a_row) << 60
            }
            Car::Beginning(number) => u64::from(number) | 1 << 63,
        };
        let kind = u64::from(descent.may_return) << 1 | u64::from(phase.is_line_open);
        let rest = u64::from(descent.to_pop) << 48 | u64::from(descent.crashes) << 32 | kind << 16;
        let rest = (rest | u64::from(phase.number.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (car ^ rest >> 7 ^ rest).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hasher.write_u64(mixed ^ mixed >> 32);
    }
}

/// The outcomes of the descents that were computed.
pub(super) struct Outcomes {
    numbers: FastMap<Key, u32>,
    /// The first is empty. Most lists are, and share it.
    lists: Vec<Rc<[Outcome]>>,
    count: usize,
}

impl Default for Outcomes {
    fn default() -> Outcomes {
        Outcomes { numbers: FastMap::default(), lists: vec![Rc::new([])], count: 0 }
    }
}

impl Outcomes {
    pub fn get(&self, descent: Descent, phase: Phase) -> Option<Rc<[Outcome]>> {
        let number = *self.numbers.get(&Key(descent, phase))?;
        Some(Rc::clone(&self.lists[number as usize]))
    }

    pub fn put(&mut self, descent: Descent, phase: Phase, list: Vec<Outcome>) -> Rc<[Outcome]> {
        if list.is_empty() {
            self.numbers.insert(Key(descent, phase), 0);
            return self.empty();
        }
        self.count += list.len();
        let list: Rc<[Outcome]> = list.into();
        self.numbers.insert(Key(descent, phase), self.lists.len() as u32);
        self.lists.push(Rc::clone(&list));
        list
    }

    pub fn empty(&self) -> Rc<[Outcome]> {
        Rc::clone(&self.lists[0])
    }

    pub fn bytes(&self) -> usize {
        self.numbers.capacity() * 40 + self.lists.len() * 32 + self.count * 24
    }
}
