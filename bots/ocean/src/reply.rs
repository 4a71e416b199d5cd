//! The opponent's best answer to our turn: a torpedo or a mine of its own, where it thinks that we
//! are.

use std::cmp::Ordering;
use std::ops::Range;

use gridkit::{Board15, FastMap};

use crate::device::Device;
use crate::knowledge::Knowledge;
use crate::line::Sight;
use crate::map::{damage, Cell, Map};
use crate::params::Params;
use crate::rollout;
use crate::suspected::Places;
use crate::tracker::Belief;

/// The number of likely places, of those where the opponent can think that we are, that are
/// followed one by one.
const PLACES: usize = 200;

/// What the opponent can do to us in its next turn.
pub struct Opponent<'a> {
    /// The map.
    pub map: &'a Map,
    /// Where it is.
    pub them: &'a Belief,
    /// The probability that it fires in its next turn, if a step takes it into range.
    pub torpedo: f32,
    /// The probability that it uses a silence in its next turn to come into range, and fires.
    pub both: f32,
    /// The probability that it triggers a mine where it would fire a torpedo.
    pub mines: f32,
    /// It never fires for an expected damage below the first, always from the second on.
    pub nerve: [f32; 2],
}

/// An explosion that the opponent may choose, and the probability that it does.
type Blow = (Cell, f32);

/// The opponent's next explosions.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Which of all blows are those of this answer.
    blows: Range<usize>,
    /// The damage that it expects.
    pub expected: f32,
    /// The largest damage that it expects of one explosion anywhere.
    pub exposure: f32,
    /// The number of even cells that we are on for it.
    pub spread: f32,
    /// The likely cells among them.
    pub known: Board15,
}

/// Space for answers that is used again and again.
#[derive(Default)]
pub struct Workspace {
    /// What an explosion on each target would do.
    targets: Vec<(f32, Cell)>,
    /// The blows of all answers.
    blows: Vec<Blow>,
}

impl Workspace {
    /// The damage that the explosions of an answer, which was given in this space, would do to a submarine on that cell.
    pub fn damage_at(&self, reply: &Reply, cell: Cell) -> f32 {
        let blows = &self.blows[reply.blows.clone()];
        blows.iter().map(|&(target, chance)| chance * f32::from(damage(target, cell))).sum()
    }
}

impl<'a> Opponent<'a> {
    fn new(knowledge: &'a Knowledge, params: &Params, them: &'a Belief) -> Opponent<'a> {
        let ready = |can: bool| if can { params.ready as f32 } else { 0.0 };
        let their_charges = &knowledge.their_charges;
        let [near, far] = knowledge.fires.takes();
        let torpedo = near * ready(their_charges.can_use(Device::Torpedo));
        Opponent {
            map: &knowledge.map,
            them,
            torpedo,
            both: torpedo
                * far
                * ready(their_charges.can_use_both(Device::Torpedo, Device::Silence)),
            mines: params.blown as f32,
            nerve: [params.nerve_low as f32, (params.nerve_low + params.nerve_more) as f32],
        }
    }

    /// The best answer if the opponent thinks that we are on each cell with the given probability;
    /// `cells` are those with a probability above zero, `lives` our own.
    ///
    /// From each cell where the opponent can be it fires at the best target in reach: the targets
    /// are taken from the best down, each for the cells that have none yet.
    pub fn answer(
        &self,
        chances: &[f32; 256],
        cells: Board15,
        lives: u8,
        work: &mut Workspace,
    ) -> Reply {
        let Workspace { targets, blows } = work;
        let first = blows.len();
        targets.clear();
        targets.extend((cells.grow_king() & self.map.water()).iter().map(|target| {
            let near = self.map.blast(target) & cells;
            let loss = |cell: Cell| f32::from(damage(target, cell).min(lives));
            let worth: f32 = near.iter().map(|cell| chances[cell.index()] * loss(cell)).sum();
            (worth, target)
        }));
        targets.sort_unstable_by(|a, b| {
            b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then(a.1.cmp(&b.1))
        });
        let mut reply =
            Reply { exposure: targets.first().map_or(0.0, |best| best.0), ..Reply::default() };
        let squares: f32 = cells.iter().map(|cell| chances[cell.index()].powi(2)).sum();
        reply.spread = 1.0 / squares.max(f32::MIN_POSITIVE);
        reply.known = rollout::likely(chances, cells);
        let mut near_left = self.them.cells();
        let mut far_left = near_left;
        // It triggers one mine at most: this is the probability that it did not trigger a better
        // one.
        let mut mine_left = self.mines;
        for &(worth, target) in targets.iter() {
            let nerve = ((worth - self.nerve[0]) / (self.nerve[1] - self.nerve[0])).min(1.0);
            if nerve <= 0.0 {
                break;
            }
            let mine = mine_left * self.them.mine(target);
            mine_left -= mine;
            let near = self.map.reach_after_move(target) & near_left;
            let far = self.map.reach_after_silence(target) & far_left;
            near_left -= near;
            far_left -= far;
            let alone = (self.torpedo - self.both).max(0.0);
            let torpedo = alone * self.them.within(near) + self.both * self.them.within(far);
            let chance = nerve * (torpedo + mine);
            if chance > 0.0 {
                reply.expected += chance * worth;
                blows.push((target, chance));
            }
        }
        reply.blows = first..blows.len();
        reply
    }
}

/// The opponent's answers to what it may see of our next turn, each computed once.
pub struct Replies<'a> {
    knowledge: &'a Knowledge,
    opponent: Opponent<'a>,
    /// Where it can think that we are before that turn.
    places: Places,
    work: Places,
    spare: Places,
    /// By what it sees, and the lives that it then sees us have.
    known: FastMap<(Sight, u8), Reply>,
    answers: Workspace,
}

impl<'a> Replies<'a> {
    /// The answers of an opponent that is where `them` says.
    pub fn new(knowledge: &'a Knowledge, params: &Params, them: &'a Belief) -> Replies<'a> {
        let places = Places::of(&knowledge.us, PLACES, params.silence_habit());
        Replies {
            knowledge,
            opponent: Opponent::new(knowledge, params, them),
            work: places.clone(),
            spare: places.clone(),
            places,
            known: FastMap::default(),
            answers: Workspace::default(),
        }
    }

    /// The answer when it has seen those orders and we have `lives` left after them.
    pub fn to(&mut self, seen: &Sight, lives: u8) -> Reply {
        let key = (*seen, lives);
        if let Some(reply) = self.known.get(&key) {
            return reply.clone();
        }
        self.work.copy_from(&self.places);
        for &order in seen.iter() {
            self.work.see(&self.knowledge.map, order, &mut self.spare);
        }
        self.work.lost(self.knowledge.lives_shown().saturating_sub(lives));
        let (chances, cells) = self.work.chances();
        let reply = self.opponent.answer(&chances, cells, lives, &mut self.answers);
        self.known.insert(key, reply.clone());
        reply
    }

    /// The probability that the explosions of an answer sink a submarine on that cell that has so many lives.
    pub fn sinks(&self, reply: &Reply, cell: Cell, lives: u8) -> f32 {
        let blows = self.answers.blows[reply.blows.clone()].iter();
        let fatal = blows.filter(|(target, _)| damage(*target, cell) >= lives);
        fatal.map(|(_, chance)| chance).sum::<f32>().min(1.0)
    }

    /// The damage that the explosions of an answer would do to a submarine on that cell.
    pub fn damage_at(&self, reply: &Reply, cell: Cell) -> f32 {
        self.answers.damage_at(reply, cell)
    }
}
