//! Weighing whole lines of orders by the lives they will probably cost either side.
//!
//! Three steps, as in the winner's account of the contest: every way to go on ([`plan`]) is judged
//! by the way ahead ([`voyage`]); torpedoes and mines are put between its orders and judged by what
//! they do ([`strike`]); and what the opponent can do in return is judged by what he then knows of
//! us ([`reply`], [`shadow`]). All of it is counted in lives.

use gridkit::{Board15, Deadline, FastMap};

use crate::device::{Charges, Device};
use crate::knowledge::Knowledge;
use crate::map::{damage, Cell, FAR, TORPEDO_RANGE};
use crate::minelayer;
use crate::orders::{Order, Seen};
use crate::params::Params;
use crate::ping;
use crate::plan::{self, Plan};
use crate::reply::{Opponent, Reply};
use crate::shadow::Shadows;
use crate::strike::{self, Hit};
use crate::tracker::Belief;
use crate::voyage::Voyage;

/// Places where the opponent can think that we are, kept apart for the search.
const SHADOWS: usize = 200;

/// Targets that are tried from one place.
const TARGETS: usize = 2;

/// What the captain decided, and why.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The line of orders, at least one.
    pub orders: Vec<Order>,
    /// Its worth in lives.
    pub score: f64,
    /// The lines that were weighed.
    pub weighed: u32,
}

/// A plan with the explosions put in.
#[derive(Clone, Copy, Debug)]
struct Line {
    plan: Plan,
    torpedo: Option<(usize, Cell)>,
    trigger: Option<(usize, Cell)>,
}

/// Chooses the orders of a turn.
pub fn choose(knowledge: &Knowledge, params: &Params, deadline: &mut Deadline) -> Decision {
    let them = knowledge.them.belief();
    let left = usize::from(knowledge.turns_left());
    let mut discount = Vec::with_capacity(left);
    let mut worth = 1.0;
    for _ in 0..left {
        discount.push(worth);
        worth *= params.discount;
    }
    let mut thinker = Thinker::new(knowledge, params, &them, &discount);
    let best = thinker.best_line(deadline);
    let orders = thinker.complete(&best.1);
    Decision { orders, score: best.0, weighed: thinker.weighed }
}

struct Thinker<'a> {
    knowledge: &'a Knowledge,
    params: &'a Params,
    them: &'a Belief,
    voyage: Voyage<'a>,
    opponent: Opponent<'a>,
    shadows: Shadows,
    work: Shadows,
    spare: Shadows,
    replies: Vec<Reply>,
    /// By what the opponent sees: where in `replies` his answer is.
    known: FastMap<Vec<Seen>, usize>,
    /// What a torpedo does, best first, as far as it is worth a thought.
    targets: Vec<(f64, Cell)>,
    /// The same for the own armed mines.
    triggers: Vec<(f64, Cell)>,
    /// Per cell, where it was asked for: how near it is to him, by our range and by his.
    nearness: Vec<Option<[f64; 2]>>,
    /// The most that one explosion anywhere could be expected to do to him.
    prize: f64,
    /// What is left of the worth of a torpedo by the time that he has one.
    their_torpedo: f64,
    /// How much of a device's worth can still be used before the game ends.
    time_left: f64,
    weighed: u32,
}

impl<'a> Thinker<'a> {
    fn new(
        knowledge: &'a Knowledge,
        params: &'a Params,
        them: &'a Belief,
        discount: &'a [f64],
    ) -> Self {
        let settings = params.tracking();
        let shadows = Shadows::of(&knowledge.us, SHADOWS, settings.silence);
        let ready = |can: bool| if can { params.ready as f32 } else { 0.0 };
        let arsenal = &knowledge.arsenal;
        let torpedo = ready(arsenal.can_use(Device::Torpedo));
        let opponent = Opponent {
            map: &knowledge.map,
            them,
            torpedo,
            both: torpedo * ready(arsenal.can_use_both(Device::Torpedo, Device::Silence)),
            nerve: [params.nerve_low as f32, (params.nerve_low + params.nerve_more) as f32],
        };
        let mut thinker = Thinker {
            knowledge,
            params,
            them,
            voyage: Voyage::new(&knowledge.map, them, discount, params.fear),
            opponent,
            work: shadows.clone(),
            spare: shadows.clone(),
            shadows,
            replies: Vec::new(),
            known: FastMap::default(),
            targets: Vec::new(),
            triggers: Vec::new(),
            nearness: vec![None; 256],
            prize: 0.0,
            their_torpedo: discount_after(
                params,
                Device::Torpedo.full() - arsenal.most(Device::Torpedo),
            ),
            time_left: (discount.len() as f64 / 20.0).min(1.0),
            weighed: 0,
        };
        let danger = them.cells().grow_king();
        thinker.prize = danger
            .iter()
            .map(|cell| f64::from(thinker.hit([Some(cell), None]).damage))
            .fold(0.0, f64::max);
        thinker.targets = thinker.worthwhile(danger & knowledge.map.water());
        thinker.triggers = thinker.worthwhile(danger & knowledge.own.armed);
        thinker.triggers.truncate(TARGETS);
        thinker
    }

    /// The cells on which an explosion is worth a thought, best first.
    fn worthwhile(&self, cells: Board15) -> Vec<(f64, Cell)> {
        let mut found: Vec<(f64, Cell)> = cells
            .iter()
            .map(|cell| (self.worth(self.hit([Some(cell), None])), cell))
            .filter(|(worth, _)| *worth >= self.params.floor)
            .collect();
        found.sort_by(|a, b| {
            b.0.partial_cmp(&a.0).unwrap_or(std::cmp::Ordering::Equal).then(a.1.cmp(&b.1))
        });
        found
    }

    fn hit(&self, volley: strike::Volley) -> Hit {
        strike::hit(&self.knowledge.map, self.them, self.knowledge.their_lives, volley)
    }

    fn worth(&self, hit: Hit) -> f64 {
        self.params.hit * (f64::from(hit.damage) + self.params.kill * f64::from(hit.kill))
    }

    /// Weighs all lines that there is time for.
    fn best_line(&mut self, deadline: &mut Deadline) -> (f64, Line) {
        let own = &self.knowledge.own;
        let quiet = |plan| Line { plan, torpedo: None, trigger: None };
        let stay = Plan::stay(own);
        // Surfacing is what the server does with a captain who has nothing else to say.
        let mut best = (f64::NEG_INFINITY, quiet(stay));
        let mut plans = plan::all(own, &self.knowledge.map);
        plans.push(stay);
        for plan in plans {
            let way = self.voyage.cost(plan.end(), self.knowledge.map.water() - plan.trail);
            let mut lines = Vec::with_capacity(16);
            if !plan.orders().is_empty() || self.can_pass() {
                lines.push(quiet(plan));
            } else {
                lines.extend(
                    self.spare_mine().map(|mine| Line { trigger: Some((0, mine)), ..quiet(plan) }),
                );
            }
            self.arm(plan, &mut lines);
            for line in lines {
                if deadline.expired() && best.0 > f64::NEG_INFINITY {
                    return best;
                }
                let score = self.score(&line, way);
                if score > best.0 {
                    best = (score, line);
                }
            }
        }
        best
    }

    /// Whether a mine or a sonar can fill a turn without any step.
    fn can_pass(&self) -> bool {
        let own = &self.knowledge.own;
        own.charges.ready(Device::Sonar)
            || own.charges.ready(Device::Mine)
                && minelayer::best_site(&self.knowledge.map, own.at, own.mines()).is_some()
    }

    /// A mine that can be blown for no better reason than to fill a turn.
    fn spare_mine(&self) -> Option<Cell> {
        let own = &self.knowledge.own;
        (own.armed - self.knowledge.map.blast(own.at)).first()
    }

    /// The lines of a plan that blow something.
    fn arm(&self, plan: Plan, lines: &mut Vec<Line>) {
        let mut triggers: Vec<Option<(usize, Cell)>> = vec![None];
        triggers
            .extend(self.triggers.iter().map(|&(_, mine)| Some((safest_stop(&plan, mine), mine))));
        for &trigger in &triggers {
            if trigger.is_some() {
                lines.push(Line { plan, torpedo: None, trigger });
            }
        }
        let first_stop = match self.knowledge.own.charges.missing(Device::Torpedo) {
            Some(0) => 0,
            Some(1) if plan.must_charge.is_none() => match plan.move_at() {
                Some(stop) => stop + 1,
                None => return,
            },
            _ => return,
        };
        for stop in first_stop..plan.stops().len() {
            let from = plan.stops()[stop];
            let reach = self.knowledge.map.reach(from);
            let in_reach = self.targets.iter().filter(|(_, target)| reach.contains(*target));
            for &(_, target) in in_reach.take(TARGETS) {
                for &trigger in &triggers {
                    lines.push(Line { plan, torpedo: Some((stop, target)), trigger });
                }
            }
        }
    }

    fn score(&mut self, line: &Line, way: f64) -> f64 {
        self.weighed += 1;
        let params = self.params;
        let plan = &line.plan;
        let shots = [line.torpedo, line.trigger];
        let splash: u8 =
            shots.iter().flatten().map(|&(stop, target)| damage(target, plan.stops()[stop])).sum();
        let cost = splash + u8::from(plan.surfaces());
        let lives = self.knowledge.own.lives.saturating_sub(cost);
        if lives == 0 {
            return f64::NEG_INFINITY;
        }
        let hit = self.hit(shots.map(|shot| shot.map(|(_, target)| target)));
        let reply = self.reply(line, lives);
        let truth = params.truth;
        let expected = f64::from(reply.expected);
        let real = f64::from(reply.damage_at(plan.end()));
        let [our_reach, their_reach] = self.nearness(plan.end());
        let answer = params.reply * ((1.0 - truth) * expected + truth * real)
            + f64::from(reply.exposure)
                * (params.exposure + params.hunted * their_reach * self.their_torpedo);
        let mut score = self.worth(hit) - f64::from(cost) - way - params.discount * answer;
        let device = |used: bool, worth: f64| if used { worth * self.time_left } else { 0.0 };
        score -= device(line.torpedo.is_some(), params.torpedo);
        score -= device(line.trigger.is_some(), params.mine);
        score -= device(plan.is_silent(), params.silence);
        score += device(plan.move_at().is_some(), params.charge);
        let missing = match line.torpedo {
            Some(_) => Device::Torpedo.full(),
            None => self.knowledge.own.charges.missing(Device::Torpedo).unwrap_or(0),
        };
        score += params.hunt * self.prize * our_reach * discount_after(params, missing);
        score
    }

    /// How near a cell is to where the opponent may be, from 0 (far) to 1 (in reach of a torpedo):
    /// first for our torpedo, then for his, who moves before he fires.
    fn nearness(&mut self, cell: Cell) -> [f64; 2] {
        let (map, them) = (&self.knowledge.map, self.them);
        let params = self.params;
        *self.nearness[cell.index()].get_or_insert_with(|| {
            let mut near = [0.0; 2];
            for theirs in them.cells() {
                let steps = map.steps(cell, theirs);
                if steps < FAR {
                    let chance = f64::from(them.at(theirs));
                    let range = TORPEDO_RANGE as u8;
                    near[0] += chance * discount_after(params, steps.saturating_sub(range));
                    near[1] += chance * discount_after(params, steps.saturating_sub(range + 1));
                }
            }
            near
        })
    }

    /// The opponent's answer to what he sees of a line.
    fn reply(&mut self, line: &Line, lives: u8) -> Reply {
        let mut seen = Vec::with_capacity(6);
        for (stop, &at) in line.plan.stops().iter().enumerate() {
            for shot in &[
                line.trigger.map(|(s, c)| (s, Seen::Trigger(c))),
                line.torpedo.map(|(s, c)| (s, Seen::Torpedo(c))),
            ] {
                if let Some((_, order)) = shot.filter(|(when, _)| *when == stop) {
                    seen.push(order);
                }
            }
            if let Some(order) = line.plan.orders().get(stop) {
                seen.push(order.seen(at));
            }
        }
        if let Some(&index) = self.known.get(&seen) {
            return self.replies[index].clone();
        }
        self.work.copy_from(&self.shadows);
        for &order in &seen {
            self.work.see(&self.knowledge.map, order, &mut self.spare);
        }
        self.work.lost(self.knowledge.lives_shown().saturating_sub(lives));
        let (chances, cells) = self.work.chances();
        let reply = self.opponent.answer(&chances, cells, lives);
        self.known.insert(seen, self.replies.len());
        self.replies.push(reply.clone());
        reply
    }

    /// Writes a line down, with the device that its move charges, and a mine and a sonar where
    /// they are of use.
    fn complete(&self, line: &Line) -> Vec<Order> {
        let plan = &line.plan;
        let mut charges = self.knowledge.own.charges;
        let mut mines = self.knowledge.own.mines();
        if let Some((_, cell)) = line.trigger {
            mines.clear(cell);
        }
        let must_lay = plan.orders().is_empty() && line.torpedo.is_none() && line.trigger.is_none();
        let site = self.mine_site(plan, mines, must_lay);
        let mut orders = Vec::with_capacity(8);
        for (stop, _) in plan.stops().iter().enumerate() {
            if let Some((_, cell)) = line.trigger.filter(|(when, _)| *when == stop) {
                orders.push(Order::Trigger(cell));
            }
            if let Some((_, cell)) = line.torpedo.filter(|(when, _)| *when == stop) {
                orders.push(Order::Torpedo(cell));
                charges.spend(Device::Torpedo);
            }
            if let Some(dir) = site.filter(|(when, _)| *when == stop).map(|(_, dir)| dir) {
                orders.push(Order::Mine(dir));
                charges.spend(Device::Mine);
            }
            match plan.orders().get(stop) {
                Some(&Order::Move(dir, _)) => {
                    let fires_later = line.torpedo.map_or(false, |(when, _)| when > stop);
                    let device = if fires_later && !charges.ready(Device::Torpedo) {
                        Some(Device::Torpedo)
                    } else {
                        plan.must_charge.or_else(|| self.next_device(&charges))
                    };
                    orders.push(Order::Move(dir, device));
                }
                Some(&other) => {
                    if let Order::Silence(..) = other {
                        charges.spend(Device::Silence);
                    }
                    orders.push(other);
                }
                None => {}
            }
        }
        if charges.ready(Device::Sonar) {
            let (sector, inside) = ping::best_sector(self.them);
            if orders.is_empty() || (f64::from(inside) - 0.5).abs() < self.params.ping {
                orders.push(Order::Sonar(sector));
            }
        }
        if orders.is_empty() {
            orders.push(Order::Surface);
        }
        orders
    }

    /// Where on the way a mine is laid, and in which direction.
    fn mine_site(
        &self,
        plan: &Plan,
        mines: Board15,
        at_any_price: bool,
    ) -> Option<(usize, gridkit::Dir)> {
        if !self.knowledge.own.charges.ready(Device::Mine) {
            return None;
        }
        let enough = if at_any_price { 0 } else { self.params.mine_cells as u32 };
        let mut best: Option<(u32, usize, gridkit::Dir)> = None;
        for (stop, &at) in plan.stops().iter().enumerate() {
            if let Some((dir, fresh)) = minelayer::best_site(&self.knowledge.map, at, mines) {
                if fresh >= enough && best.map_or(true, |(most, ..)| fresh > most) {
                    best = Some((fresh, stop, dir));
                }
            }
        }
        best.map(|(_, stop, dir)| (stop, dir))
    }

    /// The device that a move charges if nothing asks for a certain one.
    fn next_device(&self, charges: &Charges) -> Option<Device> {
        let order = if self.params.mines_first == 1 {
            [Device::Torpedo, Device::Mine, Device::Silence, Device::Sonar]
        } else {
            [Device::Torpedo, Device::Silence, Device::Mine, Device::Sonar]
        };
        let wanting =
            order.iter().copied().find(|&device| charges.missing(device).unwrap_or(0) > 0);
        wanting.or_else(|| Some(Device::Torpedo).filter(|&device| charges.has(device)))
    }
}

/// What is left of one life after so many turns of a pursuit.
fn discount_after(params: &Params, turns: u8) -> f64 {
    (0..turns).fold(1.0, |worth, _| worth * params.chase)
}

/// The stop of a plan at which an explosion hurts us least, the earliest of equals.
fn safest_stop(plan: &Plan, explosion: Cell) -> usize {
    let stops = plan.stops().iter().enumerate();
    stops.min_by_key(|(_, &at)| damage(explosion, at)).map_or(0, |(stop, _)| stop)
}
