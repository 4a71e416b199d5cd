//! What a search with crashes remembers of the records of a car.

use gridkit::FastMap;

use crate::set_back::{walk, Entry};
use crate::track::Cell;

/// What is remembered, by its number; equal records have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Memory(u32);

impl Memory {
    pub const NOTHING: Memory = Memory(0);
}

/// The records before that of a state, as far as a walk back can get to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Records {
    /// The cells since the last crash, or since the first record that is remembered; the newest
    /// first.
    pub recent: Vec<Cell>,
    /// Where a walk ends that passes the last crash and has `zzz`, `zzz + 1` and so on left there.
    /// Empty if no crash is remembered.
    pub landings: Vec<Option<Landing>>,
    /// Whether the oldest of the recent cells is that on which the car was placed.
    pub is_whole: bool,
    /// Moves since the search began, if there are records of before.
    pub age: Option<u16>,
}

/// A cell where a car is set back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landing {
    pub at: Cell,
    /// Whether it is that of the first record that is remembered, or of one before the search began.
    pub is_first: bool,
}

/// All records that a search has remembered.
pub struct Memories {
    records: Vec<Records>,
    numbers: FastMap<Records, Memory>,
}

impl Default for Memories {
    fn default() -> Memories {
        let mut memories = Memories { records: Vec::new(), numbers: FastMap::default() };
        memories.number(Records::default());
        memories
    }
}

impl Memories {
    pub fn number(&mut self, records: Records) -> Memory {
        if let Some(memory) = self.numbers.get(&records) {
            return *memory;
        }
        let memory = Memory(self.records.len() as u32);
        self.records.push(records.clone());
        self.numbers.insert(records, memory);
        memory
    }

    pub fn get(&self, memory: Memory) -> &Records {
        &self.records[memory.0 as usize]
    }
}

impl Records {
    /// Where a walk ends that has so much left at the car; `before` is how many records lie between
    /// the car and the last that is remembered (one if a crash has just been written down).
    pub fn landing(&self, left: u16, before: u16, zzz: u16) -> Option<Landing> {
        let index = usize::from(left - before);
        let last = self.recent.len().wrapping_sub(1);
        if let Some(at) = self.recent.get(index) {
            let is_first = self.is_whole || (self.landings.is_empty() && index == last);
            return Some(Landing { at: *at, is_first });
        }
        if self.landings.is_empty() {
            let at = self.recent.last().filter(|_| self.is_whole)?;
            return Some(Landing { at: *at, is_first: true });
        }
        // At the crash, `index - recent.len()` is left, and then `zzz` more.
        self.landings.get(index - self.recent.len()).copied().flatten().filter(|_| zzz > 0)
    }

    /// Takes in what was written down before a search, the newest first. Walks that pass the last
    /// crash with up to `reach - 1` left are looked up.
    pub fn of_race(newest_first: &[Entry], zzz: u16, reach: u16) -> Records {
        let last_crash = newest_first.iter().position(|entry| entry.is_crash);
        let (recent, before) = newest_first.split_at(last_crash.unwrap_or(newest_first.len()));
        let oldest = newest_first.last().map(|entry| entry.at);
        let lands = |(here, older): (&Entry, &[Entry]), left: u16| {
            let end = walk(*here, older, left, zzz).map(|it| it.1).or(oldest);
            end.map(|at| Landing { at, is_first: true })
        };
        let landings = match before.split_first() {
            None => Vec::new(),
            Some(crash) => (zzz..reach).map(|left| lands(crash, left)).collect(),
        };
        let is_whole = landings.is_empty();
        let recent = recent.iter().map(|entry| entry.at).collect();
        Records { recent, landings, is_whole, age: Some(0) }
    }
}
