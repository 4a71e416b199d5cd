//! What rivals bid. The server does not say; but a robot that acted before us has bid at least as much
//! as we did, and one that acted after us at most as much. [`signs`] finds both in a reply, and a
//! [`Habit`] is the probability of each level of bids for one rival (by Bayes' rule), which slowly
//! returns to the usual one.

use gridkit::{Dir, Point};

use crate::board::Board;
use crate::ledger::{Ledger, Robot, ME};
use crate::protocol::{Act, Action, Command, Report};

/// The levels of bids.
pub const LEVELS: [i64; 13] = [-1, 1, 2, 3, 5, 8, 12, 17, 23, 30, 40, 60, 100];

/// How likely each level is before anything was seen: for a common move, and for a push that drowns.
const USUAL: Levels =
    [0.01, 0.957, 0.01, 0.008, 0.004, 0.004, 0.002, 0.001, 0.001, 0.001, 0.001, 0.0005, 0.0005];
/// Most such pushes cost 1 or 3. But some robots bid much for one, and we may not live to see a second, so a fifth of
/// them is spread over the higher levels.
const ATTACK: Levels =
    [0.0, 0.38, 0.02, 0.36, 0.05, 0.035, 0.035, 0.03, 0.03, 0.025, 0.02, 0.01, 0.005];

/// The same for a push by a robot that does nothing but hunt.
const HUNT: Levels = [0.0, 0.08, 0.06, 0.20, 0.10, 0.10, 0.10, 0.10, 0.10, 0.08, 0.04, 0.02, 0.02];

/// How likely a level is at least that does not fit what was seen: a rival does not always bid alike.
const SURPRISE: f64 = 0.05;

/// The part of what was learnt that is forgotten in each turn.
const FORGOTTEN: f64 = 0.01;

/// What becomes of the probability of a bid that is at least half of ours if the rival came after us.
const FALLS: f64 = 0.5;

/// Smaller probabilities count as 0.
const UNLIKELY: f64 = 0.015;

type Levels = [f64; LEVELS.len()];

/// What a rival is thought to bid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habit {
    usual: Levels,
    attack: Levels,
}

impl Default for Habit {
    fn default() -> Self {
        Self { usual: USUAL, attack: ATTACK }
    }
}

/// A rival and we acted in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The rival came before us.
    Before,
    /// The rival came after us.
    After,
}

/// What a reply says about a rival's bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The rival's index in [`Ledger::robots`].
    pub seat: usize,
    /// When it acted.
    pub order: Order,
    /// Did it push us, or would it have done so if it had come first?
    pub is_push: bool,
}

impl Habit {
    /// The probability that the rival acts before a bid of ours. What is unlikely counts as impossible.
    pub fn comes_first(&self, bid: i64, is_attack: bool) -> f64 {
        let levels = if is_attack { &self.attack } else { &self.usual };
        let each = levels.iter().zip(LEVELS);
        let first = each.map(|(&share, level)| share * before(level, bid)).sum();
        match first {
            rare if rare < UNLIKELY => 0.0,
            common if common > 1.0 - UNLIKELY => 1.0,
            first => first,
        }
    }

    /// What it is thought to bid if it is a hunter with this probability.
    #[must_use]
    pub fn of_hunter(mut self, hunts: f64) -> Self {
        if hunts <= 0.0 {
            return self;
        }
        for ((share, attack), hunt) in self.attack.iter_mut().zip(ATTACK).zip(HUNT) {
            if attack > 0.0 {
                *share *= 1.0 - hunts + hunts * hunt / attack;
            }
        }
        normalise(&mut self.attack);
        self
    }

    /// The bids that come before one that this rival is likely to make.
    pub fn outbids(&self) -> impl Iterator<Item = i64> + '_ {
        let both = self.usual.iter().zip(&self.attack).zip(LEVELS);
        let likely = both.filter(|((&usual, &attack), _)| usual.max(attack) > UNLIKELY);
        likely.map(|(_, level)| level + 1).filter(|&bid| bid > 1)
    }

    /// What it costs in turns to act before this rival's attack, where our life is
    /// worth `life` and a unit of money `money`, both in turns; and no more than `most` can be bid.
    pub fn price(&self, life: f64, money: f64, most: i64) -> f64 {
        let bids = self.outbids().chain(std::iter::once(1)).filter(|&bid| bid <= most.max(1));
        let cost = |bid: i64| (bid - 1) as f64 * money + self.comes_first(bid, true) * life;
        bids.map(cost).fold(f64::INFINITY, f64::min)
    }

    /// Learns from a sign. `bid` is what we had bid.
    pub fn learn(&mut self, sign: &Sign, bid: i64) {
        weigh(&mut self.usual, sign.order, bid);
        // A rival that pays much for a common move pays as much for an attack; one that pays little
        // for a common move may still pay for an attack.
        if sign.is_push || sign.order == Order::Before {
            weigh(&mut self.attack, sign.order, bid);
        }
        // Bids cost the rival money, too, so they fall. Without this a bid that suffices would never be lowered.
        if sign.is_push && sign.order == Order::After {
            for (share, level) in self.attack.iter_mut().zip(LEVELS) {
                if level * 2 >= bid {
                    *share *= FALLS;
                }
            }
            normalise(&mut self.attack);
        }
    }

    /// Forgets a little: called once a turn.
    pub fn forget(&mut self) {
        let fade = |levels: &mut Levels, prior: &Levels| {
            for (level, prior) in levels.iter_mut().zip(prior) {
                *level += (prior - *level) * FORGOTTEN;
            }
        };
        fade(&mut self.usual, &USUAL);
        fade(&mut self.attack, &ATTACK);
    }
}

/// Bayes' rule.
fn weigh(levels: &mut Levels, order: Order, bid: i64) {
    for (share, level) in levels.iter_mut().zip(LEVELS) {
        let first = before(level, bid);
        let likely = if order == Order::Before { first } else { 1.0 - first };
        *share *= likely.max(SURPRISE);
    }
    normalise(levels);
}

fn normalise(levels: &mut Levels) {
    let sum: f64 = levels.iter().sum();
    for share in levels {
        *share /= sum;
    }
}

/// The probability that one bid comes before another.
pub fn before(one: i64, other: i64) -> f64 {
    match one.cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// What happened to our command, according to a reply.
enum Fate {
    /// We were pushed this way before it was our turn.
    Lost(Dir),
    /// We carried it out and were on this tile after it, and then were pushed on in a direction, if any.
    Done(Point, Option<Dir>),
    /// The reply does not show it.
    Unknown,
}

/// The rivals that acted before us and after us in the turn that the ledger has just taken in. There
/// says nothing about a rival whose place in the order the reply does not show.
pub fn signs(board: &Board, ledger: &Ledger, command: &Command, reports: &[Report]) -> Vec<Sign> {
    let others: Vec<Other> =
        reports.iter().filter_map(|report| Other::of(ledger, report)).collect();
    let acts = reports.iter().find(|report| report.robot == ledger.me().id);
    let here = ledger.me().before;
    let fate = acts
        .map_or(Fate::Unknown, |report| fate(board, here, &command.action, &report.acts, &others));
    let sign = |seat, order, is_push| Sign { seat, order, is_push };
    match fate {
        Fate::Unknown => Vec::new(),
        Fate::Lost(dir) => {
            let pusher = pusher(&others, here, dir);
            pusher.map(|seat| sign(seat, Order::Before, true)).into_iter().collect()
        }
        Fate::Done(at, pushed) => {
            let pusher = pushed.and_then(|dir| pusher(&others, at, dir));
            let late = pusher.map(|seat| sign(seat, Order::After, true));
            let has_thrust = |other: &Other| ledger.robots[other.seat].thrusts > 0;
            let other = |other: &Other| {
                if has_thrust(other) && other.is_pushed_back(&command.action, at) {
                    return Some(sign(other.seat, Order::After, true));
                }
                let (order, is_push) = other.order(&command.action, here, at)?;
                Some(sign(other.seat, order, is_push))
            };
            let has_pushed = |other: &&Other| Some(other.seat) != pusher;
            others.iter().filter(has_pushed).filter_map(other).chain(late).collect()
        }
    }
}

fn fate(board: &Board, here: Point, action: &Action, acts: &[Act], others: &[Other]) -> Fate {
    let steps = steps(acts);
    match (action, steps.first()) {
        (Action::Go(dir), Some(&step)) if step == *dir => {
            // A push from behind looks the same.
            let behind = here.step(dir.opposite());
            let is_pushed =
                others.iter().any(|other| other.before == behind && other.steps.contains(dir));
            if is_pushed || !board.is_land(here.step(*dir)) {
                return Fate::Unknown;
            }
            Fate::Done(here.step(*dir), steps.get(1).copied())
        }
        (Action::Go(_), Some(&step)) => Fate::Lost(step),
        (Action::Pick(ids), step) if !ids.is_empty() => {
            let picked = acts.iter().any(|act| matches!(act, Act::Pick(_)));
            match (picked, step) {
                (true, _) => Fate::Done(here, step.copied()),
                (false, Some(&step)) => Fate::Lost(step),
                (false, None) => Fate::Unknown,
            }
        }
        // What a push forces out looks like what is dropped; without it we had no turn.
        (Action::Drop(ids), Some(&step)) if !ids.is_empty() => {
            let dropped = acts.iter().filter(|act| matches!(act, Act::Drop(_))).count();
            match dropped {
                0 => Fate::Lost(step),
                1 => Fate::Unknown,
                _ => Fate::Done(here, Some(step)),
            }
        }
        _ => Fate::Unknown,
    }
}

/// Another robot in a reply.
struct Other {
    seat: usize,
    before: Point,
    steps: Vec<Dir>,
    /// Did it pick up or put down packages by itself? A push forces out one.
    has_handled: bool,
}

impl Other {
    fn of(ledger: &Ledger, report: &Report) -> Option<Self> {
        let is_it = |robot: &Robot| robot.id == report.robot;
        let seat = ledger.robots.iter().position(is_it).filter(|&seat| seat != ME)?;
        let before = ledger.robots[seat].before;
        let picks = report.acts.iter().any(|act| matches!(act, Act::Pick(_)));
        let drops = report.acts.iter().filter(|act| matches!(act, Act::Drop(_))).count();
        Some(Self { seat, before, steps: steps(&report.acts), has_handled: picks || drops > 1 })
    }

    /// Did we push it out of our way, so that its own command is not seen? One that has pushed us before most likely
    /// wanted to push us again.
    fn is_pushed_back(&self, action: &Action, at: Point) -> bool {
        match (action, &self.steps[..]) {
            (Action::Go(ours), [step]) => self.before == at && step == ours && !self.has_handled,
            _ => false,
        }
    }

    /// When it acted, if we did our part from `here` and came to `at`, and whether that was a push.
    fn order(&self, action: &Action, here: Point, at: Point) -> Option<(Order, bool)> {
        let ours = match action {
            Action::Go(dir) => *dir,
            _ => return None,
        };
        match self.steps[..] {
            // It came to the tile that we had left, and would have pushed us there.
            [step] if self.before.step(step) == here && step != ours => Some((Order::After, true)),
            // It stood where we went, and we did not push it: it had left.
            [step] if self.before == at && step != ours => Some((Order::Before, false)),
            // It stood where we went, did its work, and then we pushed it on.
            [step] if self.before == at && step == ours && self.has_handled => {
                Some((Order::Before, false))
            }
            // It came to where we went, and we pushed it on.
            [step, pushed] if self.before.step(step) == at && pushed == ours => {
                Some((Order::Before, false))
            }
            _ => None,
        }
    }
}

fn steps(acts: &[Act]) -> Vec<Dir> {
    let step = |act: &Act| match act {
        Act::Go(dir) => Some(*dir),
        _ => None,
    };
    acts.iter().filter_map(step).collect()
}

/// Who pushed a robot off a tile in a direction: the last one of the line behind it.
fn pusher(others: &[Other], tile: Point, dir: Dir) -> Option<usize> {
    let mut last = None;
    let mut behind = tile.step(dir.opposite());
    while let Some(other) =
        others.iter().find(|other| other.before == behind && other.steps.contains(&dir))
    {
        last = Some(other.seat);
        behind = behind.step(dir.opposite());
    }
    last
}
