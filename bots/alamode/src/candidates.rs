//! What the positions of one depth lead to, scored but not stored.

use crate::state::{Action, State};
use crate::world::World;
use crate::worth::Appraiser;

/// A position of the next depth: its value, how it comes about, and what the search keeps of it.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// In points.
    pub score: i32,
    /// The position before it, by its place at its depth.
    pub parent: u32,
    /// What leads from there to here.
    pub action: Action,
    /// Whether a use must follow.
    pub hurried: bool,
    /// [`State::stock`] and what follows it there.
    pub stock: u64,
    worth: i32,
    sum: i32,
}

/// The candidates of one depth, each position once.
pub struct Candidates {
    list: Vec<Candidate>,
    order: Vec<u64>,
    seen: Seen,
}

/// Something that was met at one depth: a position's key to its candidate, or a stock to how
/// often it was taken.
struct Seen {
    slots: Vec<(u64, u32, u32)>,
    round: u32,
}

impl Seen {
    const BITS: u32 = 17;

    /// Where the key is remembered, and what is remembered of it.
    #[inline]
    fn find(&self, key: u64) -> (usize, Option<u32>) {
        let mut slot = (key >> (64 - Seen::BITS)) as usize;
        loop {
            let (known, round, value) = self.slots[slot];
            if round != self.round {
                return (slot, None);
            }
            if known == key {
                return (slot, Some(value));
            }
            slot = (slot + 1) % (1 << Seen::BITS);
        }
    }
}

impl Candidates {
    /// Candidates of one depth at most.
    pub const MOST: usize = 60_000;

    /// Room for them.
    pub fn new() -> Candidates {
        Candidates {
            list: Vec::with_capacity(Candidates::MOST),
            order: Vec::with_capacity(Candidates::MOST),
            seen: Seen { slots: vec![(0, 0, 0); 1 << Seen::BITS], round: 0 },
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Begins the next depth.
    pub fn clear(&mut self) {
        self.list.clear();
        self.seen.round += 1;
    }

    /// Scores what an action leads to and remembers it, unless the same position was found with a
    /// better score. Gives the candidate's place.
    #[inline]
    pub fn push(
        &mut self,
        world: &World,
        appraiser: &mut Appraiser,
        (parent, state): (usize, &State),
        (action, hurried): (Action, bool),
    ) -> usize {
        let mut child = *state;
        let done = child.play(world, action);
        if done || child.stock != state.stock || child.over {
            child.worth = appraiser.worth(world, &child).points;
        }
        child.sum += child.points + child.worth;
        let new = Candidate {
            score: child.score(world),
            parent: parent as u32,
            action,
            hurried,
            stock: child.stock,
            worth: child.worth,
            sum: child.sum,
        };
        let (slot, met) = self.seen.find(child.key ^ u64::from(hurried));
        if let Some(met) = met {
            let old = &mut self.list[met as usize];
            if old.score < new.score {
                *old = new;
            }
            return met as usize;
        }
        self.seen.slots[slot] =
            (child.key ^ u64::from(hurried), self.seen.round, self.list.len() as u32);
        self.list.push(new);
        self.list.len() - 1
    }

    /// Gives the best `width` of them to `keep`, the best first, but no more than `alike` with the
    /// same stock; `must` in any case.
    #[inline]
    pub fn best(
        &mut self,
        (width, alike): (usize, u32),
        must: Option<usize>,
        mut keep: impl FnMut(usize, &Candidate),
    ) {
        self.order.clear();
        for (i, candidate) in self.list.iter().enumerate() {
            self.order.push(pack(candidate.score, i as u32));
        }
        let enough = 3 * width;
        if self.order.len() > enough {
            self.order.select_nth_unstable_by(enough - 1, |a, b| b.cmp(a));
            self.order.truncate(enough);
        }
        self.order.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(must) = must {
            let packed = pack(self.list[must].score, must as u32);
            if !self.order.contains(&packed) {
                self.order.push(packed);
            }
        }
        self.seen.round += 1;
        let mut kept = 0;
        for &packed in &self.order {
            let index = unpack(packed);
            let candidate = &self.list[index];
            let (slot, met) = self.seen.find(candidate.stock);
            let count = met.unwrap_or(0);
            if (count >= alike || kept >= width) && must != Some(index) {
                continue;
            }
            self.seen.slots[slot] = (candidate.stock, self.seen.round, count + 1);
            kept += 1;
            keep(index, candidate);
        }
    }
}

impl Default for Candidates {
    fn default() -> Self {
        Candidates::new()
    }
}

impl Candidate {
    /// The position itself, from the one before it.
    #[inline]
    pub fn position(&self, world: &World, before: &State) -> State {
        let mut state = *before;
        let chef = state.mover.index();
        state.play(world, self.action);
        state.hurried[chef] = self.hurried;
        state.worth = self.worth;
        state.sum = self.sum;
        state
    }
}

impl State {
    /// The value in points: what was earned, what the stock is worth, and a little of all values on
    /// the way here, for the sooner the better.
    #[inline]
    pub fn score(&self, world: &World) -> i32 {
        self.points + self.worth + (self.sum as f64 * world.params.haste) as i32
    }
}

/// Score and index in one number that sorts by the score, then the lower index first.
#[inline]
fn pack(score: i32, index: u32) -> u64 {
    u64::from((score ^ i32::MIN) as u32) << 32 | u64::from(!index)
}

/// The index in it.
#[inline]
fn unpack(packed: u64) -> usize {
    !(packed as u32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(score: i32, stock: u64) -> Candidate {
        let (parent, action, hurried) = (0, Action::WAIT, false);
        Candidate { score, parent, action, hurried, stock, worth: 0, sum: 0 }
    }

    #[test]
    fn the_best_are_kept_but_few_that_are_alike_and_one_in_any_case() {
        let mut candidates = Candidates::new();
        candidates.clear();
        for (score, stock) in [(5, 1), (-3, 2), (9, 1), (9, 1), (7, 3), (6, 4)] {
            candidates.list.push(candidate(score, stock));
        }
        let mut best = |size, must| {
            let mut kept = Vec::new();
            candidates.best(size, must, |index, _| kept.push(index));
            kept
        };
        assert_eq!(best((9, 9), None), [2, 3, 4, 5, 0, 1]);
        assert_eq!(best((3, 1), None), [2, 4, 5]);
        assert_eq!(best((3, 2), None), [2, 3, 4]);
        assert_eq!(best((3, 1), Some(0)), [2, 4, 5, 0]);
        assert_eq!(best((1, 9), Some(1)), [2, 1]);
    }
}
