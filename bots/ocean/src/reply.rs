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
use crate::suspected::{likely, Places};
use crate::tracker::Belief;

/// The number of likely places, of those where the opponent can think that we are, that are
/// followed one by one.
const PLACES: usize = 200;

/// What the opponent can do to us in its next turn.
struct Opponent<'a> {
    map: &'a Map,
    /// Where it is.
    them: &'a Belief,
    /// The probability that it fires in its next turn, if a step takes it into range.
    torpedo: f32,
    /// The probability that it uses a silence in its next turn to come into range, and fires.
    both: f32,
    /// The probability that it triggers a mine where it would fire a torpedo.
    mines: f32,
    /// It never fires for an expected damage below the first, always from the second on.
    nerve: [f32; 2],
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
struct Workspace {
    /// What an explosion on each target would do.
    targets: Vec<(f32, Cell)>,
    /// The blows of all answers.
    blows: Vec<Blow>,
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
    fn answer(
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
        reply.known = likely(chances, cells);
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

    /// The probability that the explosions of an answer sink a submarine on that cell with this number of lives.
    pub fn sinks(&self, reply: &Reply, cell: Cell, lives: u8) -> f32 {
        let blows = self.answers.blows[reply.blows.clone()].iter();
        let fatal = blows.filter(|(target, _)| damage(*target, cell) >= lives);
        fatal.map(|(_, chance)| chance).sum::<f32>().min(1.0)
    }

    /// The damage that the explosions of an answer would do to a submarine on that cell.
    pub fn damage_at(&self, reply: &Reply, cell: Cell) -> f32 {
        damage_of(&self.answers.blows[reply.blows.clone()], cell)
    }
}

fn damage_of(blows: &[Blow], cell: Cell) -> f32 {
    blows.iter().map(|&(target, chance)| chance * f32::from(damage(target, cell))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{cell, on, tracker};
    use gridkit::Rng;

    /// The plain twin: from each cell of the opponent the best target is looked for.
    fn plain(opponent: &Opponent<'_>, chances: &[f32; 256], lives: u8, silent: bool) -> f32 {
        let map = opponent.map;
        let worth = |target: Cell| -> f32 {
            map.water()
                .iter()
                .map(|at| chances[at.index()] * f32::from(damage(target, at).min(lives)))
                .sum()
        };
        let best = |from: Cell| {
            let reach = map.water().iter().filter(|&target| {
                let from = Board15::of(from);
                from.meets(if silent {
                    map.reach_after_silence(target)
                } else {
                    map.reach_after_move(target)
                })
            });
            reach.map(worth).fold(0.0, f32::max)
        };
        let fires = |worth: f32| {
            ((worth - opponent.nerve[0]) / (opponent.nerve[1] - opponent.nerve[0])).clamp(0.0, 1.0)
        };
        let cells = opponent.them.cells().iter();
        cells.map(|from| opponent.them.at(from) * fires(best(from)) * best(from)).sum()
    }

    #[test]
    fn handing_out_targets_finds_the_best_of_each_cell() {
        let mut rng = Rng::new(5);
        for _ in 0..60 {
            let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(0.2)).collect();
            let map = Map::new(water);
            let some =
                |rng: &mut Rng| -> Board15 { water.iter().filter(|_| rng.chance(0.05)).collect() };
            let theirs = some(&mut rng).with(water.first().unwrap());
            let them = tracker(theirs).belief();
            let ours = some(&mut rng);
            let mut chances = [0.0; 256];
            for cell in ours {
                chances[cell.index()] = rng.unit() as f32;
            }
            let lives = 1 + rng.below(6) as u8;
            for silent in [false, true] {
                let both = if silent { 1.0 } else { 0.0 };
                let nerve = [0.1, 1.2];
                let opponent =
                    Opponent { map: &map, them: &them, torpedo: 1.0, both, mines: 0.0, nerve };
                let reply = opponent.answer(&chances, ours, lives, &mut Workspace::default());
                let twin = plain(&opponent, &chances, lives, silent);
                assert!((reply.expected - twin).abs() < 1e-3, "{} {twin}", reply.expected);
            }
        }
    }

    #[test]
    fn a_known_submarine_in_reach_is_hit_in_full() {
        let map = Map::new(Board15::FULL);
        let them = on(&[(5, 5)]).belief();
        let nerve = [0.2, 0.7];
        let opponent =
            Opponent { map: &map, them: &them, torpedo: 1.0, both: 0.0, mines: 0.0, nerve };
        let mut chances = [0.0; 256];
        let at = cell(8, 7);
        chances[at.index()] = 1.0;
        let mut work = Workspace::default();
        let reply = opponent.answer(&chances, Board15::of(at), 6, &mut work);
        let there = |cell: Cell| damage_of(&work.blows, cell);
        assert!((reply.expected - 2.0).abs() < 1e-6 && (there(at) - 2.0).abs() < 1e-6);
        assert!((there(cell(9, 7)) - 1.0).abs() < 1e-6);
        // From one cell farther away it cannot come near enough.
        let far = cell(9, 7);
        chances = [0.0; 256];
        chances[far.index()] = 1.0;
        let reply = opponent.answer(&chances, Board15::of(far), 6, &mut work);
        assert!((reply.expected - 1.0).abs() < 1e-6, "only the splash beside it");
        assert!((reply.exposure - 2.0).abs() < 1e-6);
    }

    #[test]
    fn at_most_one_mine_is_blown() {
        let map = Map::new(Board15::FULL);
        // The opponent, far away, has laid two mines beside (7, 7); each is on any of four cells.
        let mut tracker = on(&[(7, 8)]);
        for _ in 0..2 {
            tracker.see(&map, crate::orders::Seen::Mine);
        }
        let them = tracker.belief();
        let nerve = [0.0, 0.1];
        let opponent =
            Opponent { map: &map, them: &them, torpedo: 0.0, both: 0.0, mines: 1.0, nerve };
        let mut chances = [0.0; 256];
        let at = cell(7, 8);
        chances[at.index()] = 1.0;
        let mut work = Workspace::default();
        opponent.answer(&chances, Board15::of(at), 6, &mut work);
        let all: f32 = work.blows.iter().map(|blow| blow.1).sum();
        // The cells are beside ours, each with probability 1/2: after three failures 1/16 is left.
        assert!(work.blows.len() == 4 && (all - 15.0 / 16.0).abs() < 1e-6, "{all}");
    }
}
