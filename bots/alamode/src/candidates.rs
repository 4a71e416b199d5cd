//! The positions that one ply of a search leads to, scored but not stored.

use crate::moves::Move;
use crate::node::Node;
use crate::world::World;
use crate::worth::Evaluator;

/// A position of the next ply: its score, how it comes about, and what the search keeps of it.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The score in points: [`Node::score`].
    pub score: i32,
    /// The index of the position before it in its ply.
    pub parent: u32,
    /// What leads from there to here.
    pub last: Move,
    /// [`State::stock`](crate::state::State::stock).
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
    /// Those of former rounds count as empty.
    slots: Vec<Slot>,
    round: u32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    round: u32,
    value: u32,
}

impl Seen {
    const BITS: u32 = 17;

    /// The slot of a key, and the value that is stored there.
    #[inline]
    fn find(&self, key: u64) -> (usize, Option<u32>) {
        let mut slot = (key >> (64 - Seen::BITS)) as usize;
        loop {
            let known = self.slots[slot];
            if known.round != self.round {
                return (slot, None);
            }
            if known.key == key {
                return (slot, Some(known.value));
            }
            slot = (slot + 1) % (1 << Seen::BITS);
        }
    }

    /// Stores the value of a key in its slot.
    #[inline]
    fn set(&mut self, slot: usize, key: u64, value: u32) {
        self.slots[slot] = Slot { key, round: self.round, value };
    }
}

impl Candidates {
    /// The most candidates of one ply.
    pub const MOST: usize = 60_000;

    pub fn new() -> Candidates {
        Candidates {
            list: Vec::with_capacity(Candidates::MOST),
            order: Vec::with_capacity(Candidates::MOST),
            seen: Seen { slots: vec![Slot::default(); 1 << Seen::BITS], round: 0 },
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
        (parent, before): (usize, &Node),
        last: Move,
    ) -> usize {
        let mut node = *before;
        let done = node.play(world, last.action);
        let Node { state, .. } = &node;
        if done || state.stock != before.state.stock || state.over {
            node.worth = evaluator.worth(world, state).points;
        }
        node.sum += node.state.points + node.worth;
        let new = Candidate {
            score: node.score(world),
            parent: parent as u32,
            last,
            stock: node.state.stock,
            worth: node.worth,
            sum: node.sum,
        };
        let key = node.state.key ^ u64::from(last.must_use);
        let (slot, met) = self.seen.find(key);
        if let Some(met) = met {
            let old = &mut self.list[met as usize];
            if old.score < new.score {
                *old = new;
            }
            return met as usize;
        }
        self.seen.set(slot, key, self.list.len() as u32);
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
            self.seen.set(slot, candidate.stock, count + 1);
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
    pub fn node(&self, world: &World, before: &Node) -> Node {
        let mut node = *before;
        let chef = before.state.mover;
        node.play(world, self.last.action);
        node.must_use[chef] = self.last.must_use;
        node.worth = self.worth;
        node.sum = self.sum;
        node
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
