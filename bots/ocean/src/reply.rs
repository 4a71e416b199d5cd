//! The opponent's best answer: a torpedo at where he thinks that we are.

use std::cmp::Ordering;

use gridkit::Board15;

use crate::map::{damage, Cell, Map};
use crate::tracker::Belief;

/// What the opponent can do to us in his next turn.
pub struct Opponent<'a> {
    /// The map.
    pub map: &'a Map,
    /// Where he is.
    pub them: &'a Belief,
    /// Probability that he can fire in his next turn.
    pub torpedo: f32,
    /// Probability that he can go silent and fire in his next turn.
    pub both: f32,
    /// He never fires for an expected damage below the first, always from the second on.
    pub nerve: [f32; 2],
}

/// His torpedoes, one entry a target: the probability that it is his choice.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    blows: Vec<(Cell, f32)>,
    /// The damage that he expects, before he knows better.
    pub expected: f32,
    /// The most damage that one explosion anywhere could be expected to do.
    pub exposure: f32,
}

impl Reply {
    /// The damage that his torpedoes would really do to a submarine there.
    pub fn damage_at(&self, cell: Cell) -> f32 {
        self.blows.iter().map(|&(target, chance)| chance * f32::from(damage(target, cell))).sum()
    }
}

impl Opponent<'_> {
    /// His best answer if he thinks us on each cell with the given chance; `cells` are those with
    /// a chance above zero, `lives` our own.
    ///
    /// Each of his possible cells takes the best target in its reach: the targets are handed out
    /// from the best down, each to the cells that have none yet.
    pub fn answer(&self, chances: &[f32; 256], cells: Board15, lives: u8) -> Reply {
        let mut targets: Vec<(f32, Cell)> = (cells.grow_king() & self.map.water())
            .iter()
            .map(|target| {
                let near = self.map.blast(target) & cells;
                let loss = |cell: Cell| f32::from(damage(target, cell).min(lives));
                (near.iter().map(|cell| chances[cell.index()] * loss(cell)).sum(), target)
            })
            .collect();
        targets.sort_unstable_by(|a, b| {
            b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then(a.1.cmp(&b.1))
        });
        let mut reply =
            Reply { exposure: targets.first().map_or(0.0, |best| best.0), ..Reply::default() };
        let mut near_left = self.them.cells();
        let mut far_left = near_left;
        for (worth, target) in targets {
            let nerve = (worth - self.nerve[0]) / (self.nerve[1] - self.nerve[0]);
            if nerve <= 0.0 || far_left.is_empty() {
                break;
            }
            let near = self.map.reach_after_move(target) & near_left;
            let far = self.map.reach_after_silence(target) & far_left;
            near_left -= near;
            far_left -= far;
            let alone = (self.torpedo - self.both).max(0.0);
            let chance = alone * self.them.within(near) + self.both * self.them.within(far);
            if chance > 0.0 {
                let chance = chance * nerve.min(1.0);
                reply.expected += chance * worth;
                reply.blows.push((target, chance));
            }
        }
        reply
    }
}
