//! Robots nearby: an exact look one turn ahead over our actions and bids against all that they may
//! do, in every order in which it may happen.

use gridkit::{Dir, Point, Rng};

use crate::bids::Habit;
use crate::board::Board;
use crate::crossfire;
use crate::params::Params;
use crate::pursuit::Pursuit;
use crate::steps::{carry_out, look_along, Body, Outcome};

/// What a robot may do in the look-ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Go one tile.
    Go(Dir),
    /// Pick, drop, or wait.
    Stay,
}

/// All deeds.
const DEEDS: [Deed; 5] = [
    Deed::Go(Dir::North),
    Deed::Go(Dir::South),
    Deed::Go(Dir::West),
    Deed::Go(Dir::East),
    Deed::Stay,
];

/// A robot nearby.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    /// Where it stands.
    pub at: Point,
    /// Where it stood a turn before.
    pub before: Point,
    /// Does it carry anything?
    pub loaded: bool,
    /// How often it has pushed.
    pub pushes: u32,
    /// Turns in which it stood right to push a robot into water, and did something else.
    pub spared: u32,
    /// Turns in a row in which it did nothing that was seen.
    pub idle: u32,
    /// How likely it is that it hunts us.
    pub hunts: f64,
    /// What it is thought to bid.
    pub habit: Habit,
}

/// What our robot wants, and what things are worth to it. Everything is counted in turns.
#[derive(Clone, Debug)]
pub struct Stakes {
    /// Is what we want to do here, without a step?
    pub acts_here: bool,
    /// Our life.
    pub life: f64,
    /// A package that we lose by a push.
    pub package: f64,
    /// Do we carry anything?
    pub loaded: bool,
    /// Do we carry anything once we have done here what we want?
    pub loaded_after: bool,
    /// A unit of money.
    pub money: f64,
    /// The most that can be bid.
    pub most: i64,
    /// How much chance is added to each choice, against deadlock.
    pub noise: f64,
}

/// What to do, and for what bid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What to do.
    pub deed: Deed,
    /// The bid.
    pub bid: i64,
    /// What it is worth, in turns.
    pub worth: f64,
}

/// Robots within this distance take part, the nearest ones.
pub const NEAR: u32 = 3;

/// A tile from which there is no way to our goal counts as this much farther from it than ours.
const NO_WAY: f64 = 50.0;

/// More chances that a rival let pass say no more about it.
const SPARED: u32 = 20;

/// The most robots whose deeds are foreseen.
const MOST: usize = 3;

/// The most robots that take part. The farther ones only stand in the way.
const CROWD: usize = 11;

/// One thing that a rival may do, with how likely it is.
#[derive(Clone, Copy, Debug)]
struct Chance {
    deed: Deed,
    share: f64,
    /// Whether it would drown a robot, or drive us to where we drown.
    is_attack: bool,
}

/// Robots on neighbouring tiles, the first of which is pushed.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Are we one of them?
    has_us: bool,
    /// The tile of the last one.
    last: Point,
}

/// An order in which the robots act: rivals, by their number, then we, then other rivals.
struct Order {
    before: Vec<(usize, Deed)>,
    /// Our own deed.
    deed: Deed,
    after: Vec<(usize, Deed)>,
}

impl Order {
    /// Turns the order of the rivals round, before us and after us.
    fn turn(&mut self) {
        self.before.reverse();
        self.after.reverse();
    }
}

/// The look-ahead for one turn.
pub struct Contact<'a> {
    board: &'a Board,
    params: &'a Params,
    stakes: &'a Stakes,
    here: Point,
    rivals: Vec<Rival>,
    chances: Vec<Vec<Chance>>,
    pursuit: Pursuit<'a>,
    /// For each rival, what it costs to leave it once it stands behind us.
    prices: Vec<f64>,
}

impl<'a> Contact<'a> {
    /// Takes the nearest of the rivals.
    pub fn new(
        board: &'a Board,
        params: &'a Params,
        stakes: &'a Stakes,
        here: Point,
        rivals: &[Rival],
    ) -> Self {
        let mut rivals = rivals.to_vec();
        rivals.sort_by_key(|rival| (rival.at.manhattan(here), rival.at));
        rivals.truncate(CROWD);
        let has_hunters = rivals.iter().any(|rival| rival.hunts > 0.0);
        let price = |rival: &Rival| rival.habit.price(stakes.life, stakes.money, stakes.most);
        let mut contact = Self {
            board,
            params,
            stakes,
            here,
            pursuit: Pursuit::new(board, here, has_hunters),
            prices: rivals.iter().map(price).collect(),
            rivals,
            chances: Vec::with_capacity(MOST),
        };
        for number in 0..contact.rivals.len().min(MOST) {
            let chances = contact.foresee(contact.rivals[number]);
            contact.chances.push(chances);
        }
        contact
    }

    /// How likely a rival is to drown us where it can. One that hunts may wait for the right moment.
    fn malice(&self, rival: &Rival) -> f64 {
        let spared = f64::from(rival.spared.min(SPARED)) * (1.0 - rival.hunts);
        self.params.malice / (1.0 + self.params.mercy * spared)
    }

    /// What a rival may do, and how likely each is.
    fn foresee(&self, rival: Rival) -> Vec<Chance> {
        let mut chances: Vec<Chance> = Vec::with_capacity(DEEDS.len());
        for deed in DEEDS {
            let (share, is_attack) = match deed {
                Deed::Stay => (1.0 + f64::from(rival.idle.min(12)), false),
                Deed::Go(dir) => {
                    let to = rival.at.step(dir);
                    let line = self.line(rival.at, dir);
                    if let Some(push) = line.and_then(|line| self.foresee_push(&rival, dir, line)) {
                        push
                    } else if !self.board.is_land(to) {
                        continue;
                    } else if to == rival.before {
                        (0.4, false)
                    } else if rival.before.step(dir) == rival.at {
                        (2.5, false)
                    } else {
                        (1.0, false)
                    }
                }
            };
            chances.push(Chance { deed, share, is_attack });
        }
        let sum: f64 = chances.iter().map(|chance| chance.share).sum();
        for chance in &mut chances {
            chance.share /= sum;
        }
        chances
    }

    /// How likely a rival is to push a line of robots, and whether that is an attack; `None` if it is like any step.
    fn foresee_push(&self, rival: &Rival, dir: Dir, line: Line) -> Option<(f64, bool)> {
        let drowns = self.board.drowns(line.last, dir);
        let habit = 1.0 + f64::from(rival.pushes.min(6)) * 0.5;
        if line.last != self.here {
            return match (line.has_us, drowns) {
                (false, true) => Some((self.malice(rival), true)),
                (true, _) => Some((0.5 + habit * 0.5, false)),
                (false, false) => None,
            };
        }
        let push = if drowns { self.malice(rival) * habit } else { habit };
        if rival.at.step(dir) != self.here {
            // It does not push us alone, and may not think of us.
            return Some((0.5 + push * 0.5, drowns));
        }
        let next = self.here.step(dir);
        let drives = rival.hunts > 0.0
            && self.board.is_land(next)
            && self.pursuit.turns(next, self.here).is_some();
        let hunts = if drives { rival.hunts * self.params.malice } else { 0.0 };
        Some((push + hunts, drowns || drives))
    }

    /// The robots that a step would push.
    fn line(&self, from: Point, dir: Dir) -> Option<Line> {
        let mut line = None;
        let mut tile = from.step(dir);
        loop {
            let is_us = tile == self.here;
            if !is_us && !self.rivals.iter().any(|rival| rival.at == tile) {
                return line;
            }
            let had_us = line.map_or(false, |line: Line| line.has_us);
            line = Some(Line { has_us: is_us || had_us, last: tile });
            tile = tile.step(dir);
        }
    }

    /// The best choice. `ahead` says how many turns of walking are left from a tile to where we
    /// want to go; nothing where there is no way.
    pub fn choose(&self, ahead: &dyn Fn(Point) -> Option<f64>, rng: &mut Rng) -> Choice {
        let mut best = Choice { deed: Deed::Stay, bid: 1, worth: f64::NEG_INFINITY };
        for deed in DEEDS {
            if let Deed::Go(dir) = deed {
                if !self.board.is_land(self.here.step(dir)) {
                    continue;
                }
            }
            let noise = rng.unit() * self.stakes.noise;
            for bid in self.bids() {
                let worth = self.worth(deed, bid, ahead) + noise
                    - self.stakes.money * (bid.abs() - 1) as f64;
                if worth > best.worth + 1e-9 {
                    best = Choice { deed, bid, worth };
                }
            }
        }
        best
    }

    /// The bids that make a difference: the least, the least that comes last, and such as come
    /// before what a rival is likely to bid.
    fn bids(&self) -> Vec<i64> {
        let mut bids = vec![1, -1];
        bids.extend(self.rivals.iter().flat_map(|rival| rival.habit.outbids()));
        bids.retain(|bid| bid.abs() <= self.stakes.most.max(1));
        bids[1..].sort_unstable();
        bids.dedup();
        bids
    }

    /// What a choice is worth on average.
    fn worth(&self, deed: Deed, bid: i64, ahead: &dyn Fn(Point) -> Option<f64>) -> f64 {
        let (before, after) = (Vec::with_capacity(MOST), Vec::with_capacity(MOST));
        self.branch(&mut Order { before, deed, after }, bid, ahead, 1.0)
    }

    /// The worth of an order of deeds, times its probability `share`, summed over all that the rivals
    /// who are not in it yet may do, before us or after us.
    fn branch(
        &self,
        order: &mut Order,
        bid: i64,
        ahead: &dyn Fn(Point) -> Option<f64>,
        share: f64,
    ) -> f64 {
        if share < 1e-4 {
            return 0.0;
        }
        let number = order.before.len() + order.after.len();
        if number == self.chances.len() {
            let worth = self.play(order, ahead);
            if order.before.len().max(order.after.len()) < 2 {
                return share * worth;
            }
            // Nobody knows in which order the rivals act: a step may lead to the tile on which another pushes it on.
            order.turn();
            let turned = self.play(order, ahead);
            order.turn();
            return share * 0.5 * (worth + turned);
        }
        let mut sum = 0.0;
        for chance in &self.chances[number] {
            let habit = &self.rivals[number].habit;
            let earlier = habit.comes_first(bid, chance.is_attack);
            let part = share * chance.share;
            if earlier > 0.0 {
                order.before.push((number, chance.deed));
                sum += self.branch(order, bid, ahead, part * earlier);
                order.before.pop();
            }
            if earlier < 1.0 {
                order.after.push((number, chance.deed));
                sum += self.branch(order, bid, ahead, part * (1.0 - earlier));
                order.after.pop();
            }
        }
        sum
    }

    /// Plays one order of deeds, and says what came of it.
    fn play(&self, order: &Order, ahead: &dyn Fn(Point) -> Option<f64>) -> f64 {
        let mut bodies = [Body::new(self.here); CROWD + 1];
        let count = self.rivals.len() + 1;
        for (body, rival) in bodies[1..].iter_mut().zip(&self.rivals) {
            *body = Body::new(rival.at);
        }
        let bodies = &mut bodies[..count];
        let mut worth = 0.0;
        let mut acted = false;
        let mut pushed = Vec::new();
        let ours = (usize::MAX, order.deed);
        let deeds = order.before.iter().chain(std::iter::once(&ours)).chain(&order.after);
        for &(number, deed) in deeds {
            let mover = number.wrapping_add(1);
            if !bodies[mover].alive || bodies[mover].rebooted {
                continue;
            }
            let dir = match deed {
                Deed::Go(dir) => dir,
                Deed::Stay => {
                    acted |= mover == 0;
                    continue;
                }
            };
            let outcome = look_along(self.board, bodies, mover, dir, &mut pushed);
            if outcome == Outcome::Wall {
                continue;
            }
            carry_out(self.board, bodies, mover, dir, &pushed, outcome);
            for &victim in &pushed {
                if victim == 0 {
                    let stakes = self.stakes;
                    let loaded = if acted { stakes.loaded_after } else { stakes.loaded };
                    worth -= if loaded { stakes.package } else { 0.0 };
                } else if mover == 0 {
                    let loaded = self.rivals[victim - 1].loaded;
                    worth += if loaded { self.params.rob } else { 0.0 };
                    worth += if bodies[victim].alive { 0.0 } else { self.params.drown };
                }
            }
        }
        if !bodies[0].alive {
            return worth - self.stakes.life;
        }
        let at = bodies[0].at;
        let left = match ahead(at) {
            Some(_) if self.stakes.acts_here && acted && at == self.here => 0.0,
            Some(turns) => turns + 1.0,
            None => ahead(self.here).unwrap_or(0.0) + NO_WAY,
        };
        let crossfire = crossfire::cost(self.board, at, &bodies[1..]) * self.params.crossfire;
        worth
            - left
            - self.peril(at, bodies)
            - crossfire * self.stakes.life
            - self.chase(at, bodies)
    }

    /// The cost of being where a hunter can drown us however we run, unless we outbid it.
    fn chase(&self, at: Point, bodies: &[Body]) -> f64 {
        let mut cost = 0.0;
        let foreseen = self.rivals.iter().zip(&bodies[1..]).take(self.chances.len());
        for ((rival, body), price) in foreseen.zip(&self.prices) {
            if rival.hunts > 0.0 && body.alive {
                if let Some(turns) = self.pursuit.turns(at, body.at) {
                    let near = 1.0 - 0.2 * f64::from(turns - 1);
                    let payments = f64::from(self.pursuit.payments(at, body.at));
                    let price = (price * payments).min(self.stakes.life);
                    cost += self.params.flight * rival.hunts * near * price;
                }
            }
        }
        cost
    }

    /// The cost of standing there in the next turn, when a rival on the right tile can drown us.
    fn peril(&self, at: Point, bodies: &[Body]) -> f64 {
        if !self.board.is_perilous(at) {
            return 0.0;
        }
        let mut peril = 0.0;
        for dir in Dir::ALL {
            if self.board.drowns(at, dir) {
                let stand = at.step(dir.opposite());
                for body in bodies[1..].iter().filter(|body| body.alive) {
                    match body.at.manhattan(stand) {
                        0 => peril += self.params.dread,
                        1 => peril += self.params.dread * 0.15,
                        2 => peril += self.params.dread * 0.04,
                        _ => {}
                    }
                }
            }
        }
        peril * self.stakes.life
    }
}
