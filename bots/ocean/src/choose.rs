//! The choice of a line of orders: the lives that it will probably cost each side decide.
//!
//! The search has four steps, the first three as in the winner's account of the contest. It takes every way to go
//! on ([`plan`]) and adds what the way ahead will cost ([`way_ahead`](crate::way_ahead)). It puts
//! torpedoes and mines between the orders and adds what they do ([`strike`](crate::strike)). It
//! subtracts what the opponent can do next, by what it then knows of us ([`reply`](crate::reply)). It
//! plays the best lines on for some turns ([`rollout`]).
//! The unit of all these numbers is a life.

use gridkit::Deadline;

use crate::complete;
use crate::device::Device;
use crate::knowledge::Knowledge;
use crate::line::{Line, Shot};
use crate::orders::Order;
use crate::params::Params;
use crate::plan::{self, Plan};
use crate::pursuit::Pursuit;
use crate::reply::Replies;
use crate::rollout;
use crate::score::{Best, Score, Weighed};
use crate::shortlist::Shortlist;
use crate::strike::Strike;
use crate::way_ahead::{Cost, WayAhead};

/// In so many last turns of the game the worth of charges falls to zero.
const ENDGAME: f64 = 20.0;

/// The orders of a turn, and the result of the search.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// The line of orders, at least one.
    pub orders: Vec<Order>,
    /// Its worth in lives.
    pub score: f64,
    /// The number of lines that were evaluated.
    pub weighed: u32,
    /// The best of them with the parts of their worth.
    pub best: Best,
}

/// Chooses the orders of a turn.
pub fn choose(knowledge: &Knowledge, params: &Params, deadline: &mut Deadline) -> Decision {
    let them = knowledge.them.belief();
    let mut worth = 1.0;
    let discount: Vec<f64> = (0..knowledge.turns_left())
        .map(|_| {
            let now = worth;
            worth *= params.discount;
            now
        })
        .collect();
    let mut evaluation = Evaluation {
        knowledge,
        params,
        way_ahead: WayAhead::new(&knowledge.map, &them, &discount, params.fear, params.area),
        strike: Strike::new(knowledge, params, &them),
        replies: Replies::new(knowledge, params, &them),
        pursuit: Pursuit::new(knowledge, params, &them),
        time_left: (f64::from(knowledge.turns_left()) / ENDGAME).min(1.0),
        weighed: 0,
    };
    let shortlist = evaluation.best_lines(deadline);
    let lines = shortlist.lines(params.margin);
    let replies = &mut evaluation.replies;
    let played = rollout::corrections(knowledge, params, &them, replies, &lines, deadline);
    let mut best = Best::default();
    for (weighed, played) in lines.iter().zip(played) {
        best.add(&weighed.line, Score { played, ..weighed.score });
    }
    let (line, score) = match best.first() {
        Some(weighed) => (weighed.line, weighed.score.total()),
        // To stay without any order is to surface.
        None => (Line::quiet(Plan::stay(&knowledge.own)), f64::NEG_INFINITY),
    };
    let orders = complete::orders(knowledge, params, &them, &line);
    Decision { orders, score, weighed: evaluation.weighed, best }
}

/// What the score of a line is computed from.
struct Evaluation<'a> {
    knowledge: &'a Knowledge,
    params: &'a Params,
    way_ahead: WayAhead<'a>,
    strike: Strike<'a>,
    replies: Replies<'a>,
    pursuit: Pursuit<'a>,
    /// How much of a device's worth can still be used before the game ends.
    time_left: f64,
    weighed: u32,
}

impl Evaluation<'_> {
    /// Scores all lines until the deadline, plain steps first.
    fn best_lines(&mut self, deadline: &mut Deadline) -> Shortlist {
        let own = &self.knowledge.own;
        let stay = Plan::stay(own);
        let mut best = Shortlist::default();
        let mut found = false;
        let mut plans = plan::all(own, &self.knowledge.map);
        plans.push(stay);
        let mut lines = Vec::with_capacity(32);
        for plan in plans {
            lines.clear();
            lines.extend(self.quiet_line(plan));
            self.strike.lines(plan, &mut lines);
            let free = self.knowledge.map.water() - plan.trail;
            let way = self.way_ahead.cost(plan.end(), free);
            for line in &lines {
                if deadline.expired() && found {
                    return best;
                }
                let weighed = Weighed::new(line, self.score(line, way));
                if weighed.total() > f64::NEG_INFINITY {
                    found = true;
                    best.add(weighed);
                }
            }
        }
        best
    }

    /// The line of a plan without an explosion. The plan to stay has one only if some order without
    /// a step is possible.
    fn quiet_line(&self, plan: Plan) -> Option<Line> {
        let quiet = Line::quiet(plan);
        if !plan.orders().is_empty() || complete::can_pass(self.knowledge) {
            return Some(quiet);
        }
        let own = &self.knowledge.own;
        let spare = (own.armed - self.knowledge.map.blast(own.at)).first()?;
        Some(Line { trigger: Some(Shot { stop: 0, at: spare }), ..quiet })
    }

    /// The worth of a line; `way` is what the way ahead of its plan costs.
    fn score(&mut self, line: &Line, way: Cost) -> Score {
        self.weighed += 1;
        let (params, plan) = (self.params, &line.plan);
        let price = line.price();
        let lives = self.knowledge.own.lives.saturating_sub(price);
        if lives == 0 {
            return Score::ruin();
        }
        let near = self.pursuit.nearness(plan.end());
        let theirs = Device::Torpedo.full() - self.knowledge.their_charges.most(Device::Torpedo);
        let hunted = params.hunted * near.theirs * self.pursuit.after(theirs);
        let reply = self.replies.to(&line.seen(), lives);
        let expected = f64::from(reply.expected);
        let real = f64::from(self.replies.damage_at(&reply, plan.end()));
        let answer = params.reply * (expected + params.truth * (real - expected))
            + f64::from(reply.exposure) * hunted
            + params.sunk * f64::from(self.replies.sinks(&reply, plan.end(), lives));
        let blown = params.fear + params.pinned * (triggers(reply.spread) - params.fear);
        let missing = match line.torpedo {
            Some(_) => Device::Torpedo.full(),
            None => self.knowledge.own.charges.missing(Device::Torpedo).unwrap_or(0),
        };
        let hunt = self.strike.prize() * near.ours * self.pursuit.after(missing);
        Score {
            dealt: self.strike.worth(line.volley()),
            hunt: params.hunt * hunt,
            price: f64::from(price),
            mines: blown * way.beside,
            ahead: way.later,
            answer: params.discount * answer + self.hoarded(line, lives),
            spent: self.spent(line),
            played: 0.0,
        }
    }

    /// The price of a charged silence that is kept where the opponent knows our cell and can hit it. For the
    /// silence that prevents that it is below zero.
    fn hoarded(&mut self, line: &Line, lives: u8) -> f64 {
        if !self.knowledge.own.charges.ready(Device::Silence) {
            return 0.0;
        }
        let loud = self.replies.to(&line.seen().without_silence(), lives);
        let found = loud.known.first().filter(|_| loud.known.count() == 1);
        if !found.map_or(false, |cell| self.replies.damage_at(&loud, cell) > 0.0) {
            return 0.0;
        }
        let silent = line.plan.is_silent();
        self.time_left * if silent { -self.params.vanish } else { self.params.known }
    }

    /// The worth of the devices that a line uses up, less that of the charge that its move brings.
    fn spent(&self, line: &Line) -> f64 {
        let (params, plan) = (self.params, &line.plan);
        let device = |used: bool, worth: f64| if used { worth * self.time_left } else { 0.0 };
        device(line.torpedo.is_some(), params.torpedo)
            + device(line.trigger.is_some(), params.mine)
            + device(plan.is_silent(), params.silence)
            - device(plan.move_at().is_some(), params.charge)
    }
}

/// How often an opponent triggers a mine beside which we end a turn, by the number of even cells
/// that we are on for it: measured in games against strong bots.
fn triggers(spread: f32) -> f64 {
    match spread {
        s if s < 1.5 => 0.85,
        s if s < 3.5 => 0.5,
        s if s < 9.5 => 0.32,
        _ => 0.02,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Charges;
    use crate::map::{cell_at, Cell, Map};
    use crate::orders::Seen;
    use crate::submarine::Submarine;
    use crate::their_charges::TheirCharges;
    use crate::tracker::{Settings, Tracker};
    use gridkit::{Board15, Dir};

    /// Whether we fall silent on (7, 7) of the open sea, where silence is cheap if it hides us from a torpedo. The
    /// opponent can fire; it is on `theirs`, and thinks that we are on `ours`.
    fn falls_silent(theirs: (i32, i32), ours: &[(i32, i32)]) -> bool {
        let params = Params { worlds: 0, vanish: 2.0, known: 0.0, ..Params::default() };
        let mut knowledge = Knowledge::new(Map::new(Board15::FULL), Cell::NORTH_WEST, &params);
        knowledge.own = Submarine::new(cell_at(7, 7).unwrap(), Charges::empty(4));
        knowledge.own.charges = Charges::from_missing([3, 4, 0, 3]).unwrap();
        let tracker = |cells: &[(i32, i32)]| {
            let cells = cells.iter().filter_map(|&(x, y)| cell_at(x, y)).collect();
            Tracker::new(cells, Settings { cap: 100, silence: Some([1.0; 5]) })
        };
        (knowledge.them, knowledge.us) = (tracker(&[theirs]), tracker(ours));
        knowledge.their_charges = TheirCharges::new(|_| true);
        for _ in 0..12 {
            knowledge.their_charges.see(Seen::Move(Dir::North));
        }
        let decision = choose(&knowledge, &params, &mut Deadline::after_nodes(100_000));
        decision.orders.iter().any(|order| matches!(order, Order::Silence(..)))
    }

    #[test]
    fn it_hides_where_it_is_known_and_can_be_hit() {
        assert!(falls_silent((7, 11), &[(7, 7)]));
        assert!(!falls_silent((0, 0), &[(7, 7)]), "the opponent is too far away");
        let many: Vec<(i32, i32)> = (0..15).map(|x| (x, 7)).collect();
        assert!(!falls_silent((7, 11), &many), "it is not known");
    }
}
