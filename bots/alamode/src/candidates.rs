//! The positions that one ply of a search leads to, scored but not stored.

use crate::action::Action;
use crate::state::State;
use crate::world::World;
use crate::worth::Evaluator;

/// A position of the next ply: its score, how it comes about, and what the search keeps of it.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The score in points: [`State::score`].
    pub score: i32,
    /// The index of the position before it in its ply.
    pub parent: u32,
    /// The action that leads from there to here.
    pub action: Action,
    /// Whether the chef's next action must be a use: this one is a short walk.
    pub must_use: bool,
    /// [`State::stock`].
    pub stock: u64,
    worth: i32,
    sum: i32,
}

/// The candidates of one ply, each position once.
pub struct Candidates {
    list: Vec<Candidate>,
    order: Vec<u64>,
    seen: Seen,
}

/// A hash table of one ply: the candidate of each position's key, or how often each stock was kept.
struct Seen {
    /// Key, round and value. The entries of former rounds count as empty.
    slots: Vec<(u64, u32, u32)>,
    round: u32,
}

impl Seen {
    const BITS: u32 = 17;

    /// The slot of a key, and the value that is stored there.
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
    /// The most candidates of one ply.
    pub const MOST: usize = 60_000;

    pub fn new() -> Candidates {
        Candidates {
            list: Vec::with_capacity(Candidates::MOST),
            order: Vec::with_capacity(Candidates::MOST),
            seen: Seen { slots: vec![(0, 0, 0); 1 << Seen::BITS], round: 0 },
        }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Begins the next ply.
    pub fn clear(&mut self) {
        self.list.clear();
        self.seen.round += 1;
    }

    /// Scores the position that an action leads to, and stores it unless the same position was found
    /// with a better score. Gives the candidate's index.
    #[inline]
    pub fn push(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        (parent, state): (usize, &State),
        (action, must_use): (Action, bool),
    ) -> usize {
        let mut child = *state;
        let done = child.play(world, action);
        if done || child.stock != state.stock || child.over {
            child.worth = evaluator.worth(world, &child).points;
        }
        child.sum += child.points + child.worth;
        let new = Candidate {
            score: child.score(world),
            parent: parent as u32,
            action,
            must_use,
            stock: child.stock,
            worth: child.worth,
            sum: child.sum,
        };
        let (slot, met) = self.seen.find(child.key ^ u64::from(must_use));
        if let Some(met) = met {
            let old = &mut self.list[met as usize];
            if old.score < new.score {
                *old = new;
            }
            return met as usize;
        }
        self.seen.slots[slot] =
            (child.key ^ u64::from(must_use), self.seen.round, self.list.len() as u32);
        self.list.push(new);
        self.list.len() - 1
    }

    /// Gives the best `width` candidates to `keep`, the best first, but at most `per_stock` of them
    /// with the same stock. Gives the candidate `must` in any case.
    #[inline]
    pub fn best(
        &mut self,
        (width, per_stock): (usize, u32),
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
            if (count >= per_stock || kept >= width) && must != Some(index) {
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
    /// The candidate as a position, made from the position before it.
    #[inline]
    pub fn position(&self, world: &World, before: &State) -> State {
        let mut state = *before;
        let chef = state.mover.index();
        state.play(world, self.action);
        state.must_use[chef] = self.must_use;
        state.worth = self.worth;
        state.sum = self.sum;
        state
    }
}

impl State {
    /// The score in points: the points earned, the worth of the stock, and a small share of those of
    /// all positions on the way here, so that of two equal ends the one that earns sooner is better.
    #[inline]
    pub fn score(&self, world: &World) -> i32 {
        self.points + self.worth + (self.sum as f64 * world.params.haste) as i32
    }
}

/// Score and index in one number. The greater number has the higher score, or else the lower index.
#[inline]
fn pack(score: i32, index: u32) -> u64 {
    u64::from((score ^ i32::MIN) as u32) << 32 | u64::from(!index)
}

/// The index in a number that [`pack`] made.
#[inline]
fn unpack(packed: u64) -> usize {
    !(packed as u32) as usize
}
