//! The choice of a line of orders: the lives that it will probably cost each side decide.
//!
//! The search has four steps, the first three as in the winner's account of the contest. It takes every way to go
//! on ([`plan`]) and adds what the way ahead will cost ([`way_ahead`](crate::way_ahead)). It puts
//! torpedoes and mines between the orders and adds what they do ([`strike`](crate::strike)). It
//! subtracts what the opponent can do next, by what it then knows of us ([`reply`](crate::reply)). It
//! plays the best lines on for some turns ([`rollout`]).
//! The unit of all these numbers is a life.

use gridkit::{Board15, Deadline};

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

/// In this number of last turns of the game the worth of charges falls to zero.
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
    /// a step is possible; if that is to blow a mine or to fire, it does so where it does not hurt us.
    fn quiet_line(&self, plan: Plan) -> Option<Line> {
        let quiet = Line::quiet(plan);
        if !plan.orders().is_empty() || complete::can_pass(self.knowledge) {
            return Some(quiet);
        }
        let (own, map) = (&self.knowledge.own, &self.knowledge.map);
        let shot =
            |cells: Board15| (cells - map.blast(own.at)).first().map(|at| Shot { stop: 0, at });
        let trigger = shot(own.armed);
        let can_fire = trigger.is_none() && own.charges.ready(Device::Torpedo);
        let torpedo = if can_fire { shot(map.reach(own.at)) } else { None };
        trigger.or(torpedo).map(|_| Line { torpedo, trigger, ..quiet })
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
    use crate::drawn::{cell, facing};
    use crate::orders::Seen;

    fn decide(knowledge: &Knowledge, params: &Params) -> Decision {
        choose(knowledge, params, &mut Deadline::after_nodes(100_000))
    }

    /// The parameters without rollouts.
    fn search_alone() -> Params {
        Params { worlds: 0, ..Params::default() }
    }

    /// Whether we use the silence on (7, 7). Where we are known and can be hit, keeping it costs `known`,
    /// and using it is cheaper by `vanish`.
    fn falls_silent(
        theirs: (i32, i32),
        ours: &[(i32, i32)],
        [silence, known, vanish]: [f64; 3],
    ) -> bool {
        let params = Params { silence, known, vanish, ..search_alone() };
        let knowledge = facing(&[theirs], ours, [3, 4, 0, 3], &params);
        let orders = decide(&knowledge, &params).orders;
        orders.iter().any(|order| matches!(order, Order::Silence(..)))
    }

    #[test]
    fn it_hides_where_it_is_known_and_can_be_hit() {
        let many: Vec<(i32, i32)> = (0..15).map(|x| (x, 7)).collect();
        for (known, vanish) in [(0.0, 2.0), (2.0, 0.0)] {
            let params = [1.9, known, vanish];
            assert!(falls_silent((7, 11), &[(7, 7)], params));
            assert!(!falls_silent((0, 0), &[(7, 7)], params), "it is too far away");
            assert!(!falls_silent((7, 11), &many, params), "we are not known");
            // There is a price of the silence at which each of the two decides.
            let decides = |step: &i32| {
                let silence = 1.9 + 0.1 * f64::from(*step);
                falls_silent((7, 11), &[(7, 7)], [silence, known, vanish])
                    && !falls_silent((7, 11), &[(7, 7)], [silence, 0.0, 0.0])
            };
            assert!((0..40).any(|step| decides(&step)), "known {known}, vanish {vanish}");
        }
    }

    /// The score of the best line. The opponent is on (7, 11).
    fn best(ours: &[(i32, i32)], change: impl Fn(&mut Knowledge), params: &Params) -> Score {
        let mut knowledge = facing(&[(7, 11)], ours, [3, 4, 6, 3], params);
        change(&mut knowledge);
        decide(&knowledge, params).best.first().unwrap().score
    }

    #[test]
    fn charges_lose_their_worth_at_the_end_of_the_game() {
        // A torpedo from (7, 7) hits it, so the best line fires.
        let spent = |turn| {
            let fire = |knowledge: &mut Knowledge| {
                knowledge.own.charges = crate::device::Charges::from_missing([0, 4, 6, 3]).unwrap();
                knowledge.turn = turn;
            };
            let params = Params { charge: 0.0, ..search_alone() };
            best(&[(7, 7)], fire, &params).spent
        };
        assert!((spent(1) - 0.35).abs() < 1e-9 && (spent(280) - 0.35).abs() < 1e-9);
        assert!((spent(290) - 0.175).abs() < 1e-9, "ten of the last twenty turns are left");
    }

    #[test]
    fn the_last_lives_are_dearer_than_others() {
        let answer = |lives: u8, sunk: f64| {
            let params = Params { sunk, known: 0.0, ..search_alone() };
            let weak = |knowledge: &mut Knowledge| {
                (lives..6).for_each(|_| knowledge.execute(&[Order::Surface]));
            };
            best(&[(7, 7)], weak, &params).answer
        };
        assert!((answer(6, 9.0) - answer(6, 0.0)).abs() < 1e-9, "no answer takes six lives");
        assert!(answer(1, 9.0) > answer(1, 0.0) + 0.5);
    }

    #[test]
    fn mines_are_feared_more_by_a_submarine_that_is_known() {
        // An opponent on (7, 9) has laid a mine; (7, 8) is beside all four cells in question.
        let mines = |ours: &[(i32, i32)], pinned: f64| {
            let params = Params { pinned, margin: 10.0, ..search_alone() };
            let mut knowledge = facing(&[(7, 9)], ours, [3, 4, 6, 3], &params);
            knowledge.them.see(&knowledge.map, Seen::Mine);
            knowledge.own.trail = Board15::FULL.without(cell(7, 8));
            let decision = decide(&knowledge, &params);
            let lines: Vec<Weighed> = decision.best.iter().copied().collect();
            let step = lines.iter().find(|it| {
                crate::orders::line(it.line.plan.orders()) == "MOVE S" && it.line.price() == 0
            });
            step.unwrap().score.mines
        };
        let many: Vec<(i32, i32)> = (0..15).map(|x| (x, 7)).collect();
        let (known, hidden) = (mines(&[(7, 7)], 1.0), mines(&many, 1.0));
        assert!(known > 2.0 * hidden, "{known} {hidden}");
        assert!((mines(&[(7, 7)], 0.0) - mines(&many, 0.0)).abs() < 1e-9);
    }

    #[test]
    fn the_last_life_is_not_lost_while_a_torpedo_can_pass() {
        let orders = |lives: u8, torpedo: i32| {
            let missing = [torpedo, 4, 6, 3];
            let mut knowledge = facing(&[(0, 0)], &[(7, 7)], missing, &search_alone());
            (lives..6).for_each(|_| knowledge.execute(&[Order::Surface]));
            knowledge.own.trail = Board15::FULL;
            crate::orders::line(&decide(&knowledge, &search_alone()).orders)
        };
        assert!(orders(1, 0).starts_with("TORPEDO "), "{}", orders(1, 0));
        assert_eq!(orders(1, 1), "SURFACE");
    }
}
