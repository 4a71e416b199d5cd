//! The cells that rivals may occupy, and the moves after which they can make the car crash.

use super::field::{Field, Offer, Rival, Weighed};
use crate::cover::can_take_all;
use crate::graph::Node;
use crate::joint::Outlook;
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::Cell;

/// A move of a rival.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    node: Node,
    open: Option<Stops>,
    pub(super) at: Cell,
    /// How much slower it is than the quickest one.
    slack: u16,
}

/// How likely each of some moves is: the quickest ones most.
pub(super) fn likelihoods(steps: Vec<Step>) -> impl Iterator<Item = (Step, f32)> {
    /// How likely a slower move is, beside one that is quicker by a move.
    const SLIP: f32 = 0.1;
    let weight = |step: &Step| SLIP.powi(i32::from(step.slack.min(4)));
    let sum: f32 = steps.iter().map(weight).sum();
    steps.into_iter().map(move |step| (step, weight(&step) / sum))
}

impl Field<'_> {
    /// The moves after which the others cannot take every way on, by moves that cost them at most this number of moves,
    /// if there is a limit.
    pub fn safe(&self, moves: &[Weighed], near: &[&Rival], limit: Option<u16>) -> Vec<Weighed> {
        let reach: Vec<Vec<Cell>> = near.iter().map(|rival| self.reach(rival, limit)).collect();
        let is_safe = |it: &&Weighed| match it.offer.open {
            None => true,
            Some(open) if it.offer.left < FAR => {
                let next = self.next_cells(it.offer.node, open);
                !can_take_all(&next, &reach)
            }
            Some(_) => false,
        };
        moves.iter().filter(is_safe).copied().collect()
    }

    /// Where a car can go after a move without a crash to come.
    pub(super) fn next_cells(&self, node: Node, open: Stops) -> Vec<Cell> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let is_alive = |next: &Node| {
            course.after(open, graph.mark(*next)).map_or(true, |open| self.left(*next, open) < FAR)
        };
        let next = successors(graph, node, self.number.next()).filter(is_alive);
        next.map(|next| graph.motion(next).at).collect()
    }

    /// The cells that a rival may block when it is our turn again, by moves that cost it at
    /// most this number of moves, if there is a limit.
    pub(super) fn reach(&self, rival: &Rival, limit: Option<u16>) -> Vec<Cell> {
        let within = |it: &&Step| limit.map_or(true, |limit| it.slack <= limit);
        let mut cells: Vec<Cell> = Vec::new();
        let first = self.first_steps(rival);
        if rival.has_moved || self.all_block {
            cells.extend(first.iter().filter(within).map(|it| it.at));
        }
        if self.all_block {
            cells.push(rival.car.at);
        }
        if !rival.has_moved {
            for step in first.iter().filter(within) {
                cells.extend(self.next_steps(step).iter().filter(within).map(|it| it.at));
            }
        }
        cells
    }

    /// How likely a rival is to block each cell when it is our turn again.
    pub(super) fn presence(&self, rival: &Rival) -> Vec<(Cell, f32)> {
        let mut cells: Vec<(Cell, f32)> = Vec::new();
        // By the newer rule only those block that have moved before us in the next round.
        let before_us = if self.all_block { 1.0 } else { 0.5 };
        let mut add = |cell: Cell, chance: f32| match cells.iter_mut().find(|it| it.0 == cell) {
            Some(known) => known.1 += before_us * chance,
            None => cells.push((cell, before_us * chance)),
        };
        for (first, chance) in likelihoods(self.first_steps(rival)) {
            if rival.has_moved {
                add(first.at, chance);
            } else {
                for (second, share) in likelihoods(self.next_steps(&first)) {
                    add(second.at, chance * share);
                }
            }
        }
        cells
    }

    /// That of each of some rivals.
    pub(super) fn presences(&self, rivals: &[&Rival]) -> Vec<Vec<(Cell, f32)>> {
        rivals.iter().map(|rival| self.presence(rival)).collect()
    }

    /// The chance that the others occupy every cell to which the next moves lead, taken cell by cell.
    pub(super) fn peril(&self, offer: &Offer, presences: &[Vec<(Cell, f32)>]) -> f32 {
        let open = match offer.open {
            Some(open) => open,
            None => return 0.0,
        };
        let is_taken = |cell: Cell| {
            let of = |presence: &Vec<(Cell, f32)>| {
                presence.iter().find(|it| it.0 == cell).map_or(0.0, |it| it.1)
            };
            1.0 - presences.iter().map(|presence| 1.0 - of(presence)).product::<f32>()
        };
        self.next_cells(offer.node, open).into_iter().map(is_taken).product()
    }

    /// The next moves of a rival.
    pub(super) fn first_steps(&self, rival: &Rival) -> Vec<Step> {
        let first = self.race.first_moves(rival.car, rival.number);
        self.steps(first.into_iter(), rival.open)
    }

    /// The moves after one; none at home.
    fn next_steps(&self, step: &Step) -> Vec<Step> {
        let graph = self.race.graph();
        let next = |open| self.steps(successors(graph, step.node, MoveNumber(0)), open);
        step.open.map_or_else(Vec::new, next)
    }

    fn steps(&self, nodes: impl Iterator<Item = Node>, open: Stops) -> Vec<Step> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let step = |node| {
            let open = course.after(open, graph.mark(node));
            let slack = open.map_or(0, |open| self.left(node, open));
            Step { node, open, at: graph.motion(node).at, slack }
        };
        let mut steps: Vec<Step> = nodes.map(step).collect();
        let least = steps.iter().map(|step| step.slack).min().unwrap_or(0);
        for step in &mut steps {
            step.slack -= least;
        }
        steps
    }
}
