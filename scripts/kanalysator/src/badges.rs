//! Blocks and assists.
//!
//! For each car *A* that has moved in a round, and each *B* that moves later in it: if *B*, with *A* and all
//! others in place, needs more moves than without *A*, or crashes although it need not, then *A* has blocked
//! *B*, by the difference. If no car alone makes *B*'s way longer, but the cars of one team together do, then
//! the one of them that came last gets the block, and each other one that is needed for it gets an assist. A
//! car that hinders its own team gets no badge.

use kabotte::track::Cell;
use serde::Serialize;

use crate::analysis::{Optimum, Rival, Worth, is_worse};
use crate::race::{PlayedRace, Situation};
use crate::solver::Solver;

/// The reason for a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A car took moves from another.
    Block,
    /// A car contributed to a block that a car of its team completed.
    Assist,
    /// It took moves from one of its own team.
    SelfBlock,
}

/// The cost of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// This number of moves.
    Moves(u16),
    /// A crash that could have been avoided.
    Crash,
}

/// A block or an assist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Badge {
    /// Block or assist.
    pub kind: Kind,
    /// The round.
    pub round: u32,
    /// The index of the blocked player's situation.
    pub situation: usize,
    /// The seat that gets the badge.
    pub by: usize,
    /// The seat that was blocked.
    pub victim: usize,
    /// The cost of the block.
    pub cost: Cost,
}

/// The team of each seat, by a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams(Vec<usize>);

impl Teams {
    /// Teams of players by name. A player in no team drives for itself; but in a race of the Terminator
    /// championship bots are one team, and all others are the other one.
    ///
    /// # Errors
    /// If no player of the race has a name.
    pub fn new(played: &PlayedRace, named: &[Vec<String>]) -> Result<Self, String> {
        let count = played.players.len();
        let is_championship = played.title.contains("Terminator") || played.title.contains("TWM");
        let mut teams: Vec<usize> = (0..count).collect();
        if named.is_empty() && is_championship {
            let players = played.players.iter();
            teams = players.map(|player| count + usize::from(player.is_bot)).collect();
        }
        for (team, names) in named.iter().enumerate() {
            for name in names {
                let seats = played.players.iter().enumerate().filter(|it| it.1.name == *name);
                let seats: Vec<usize> = seats.map(|it| it.0).collect();
                if seats.is_empty() {
                    let all: Vec<&str> = played.players.iter().map(|it| it.name.as_str()).collect();
                    return Err(format!(
                        "no player is called {name}; there are {}",
                        all.join(", ")
                    ));
                }
                for seat in seats {
                    teams[seat] = count + team;
                }
            }
        }
        Ok(Self(teams))
    }

    /// Whether two seats are in one team.
    pub fn are_one(&self, one: usize, other: usize) -> bool {
        self.0[one] == self.0[other]
    }
}

/// The badges of a race.
pub fn badges(played: &PlayedRace, solver: &Solver, worths: &[Worth], teams: &Teams) -> Vec<Badge> {
    let mut badges = Vec::new();
    for (number, (situation, worth)) in played.situations.iter().zip(worths).enumerate() {
        let judge = Judge { solver, teams, situation, worth, number };
        judge.award(&mut badges);
    }
    badges
}

struct Judge<'a> {
    solver: &'a Solver,
    teams: &'a Teams,
    situation: &'a Situation,
    worth: &'a Worth,
    number: usize,
}

impl Judge<'_> {
    fn award(&self, badges: &mut Vec<Badge>) {
        let worth = self.worth;
        let moved: Vec<&Rival> =
            worth.rivals.iter().filter(|rival| rival.blocker.moved.is_some()).collect();
        let blocks: Vec<&Rival> =
            moved.iter().copied().filter(|it| is_worse(worth.with_cars, it.without)).collect();
        if moved.iter().any(|rival| is_worse(rival.alone, worth.obliged)) {
            for rival in blocks {
                badges.extend(self.block(rival, worth.with_cars, rival.without));
            }
            return;
        }
        let mut left: Vec<&Rival> = blocks;
        while let Some(first) = left.first() {
            let seat = first.blocker.seat;
            let of_team = |rival: &&Rival| self.teams.are_one(rival.blocker.seat, seat);
            let team: Vec<&Rival> = moved.iter().copied().filter(of_team).collect();
            let (of_it, others): (Vec<&Rival>, Vec<&Rival>) = left.into_iter().partition(of_team);
            left = others;
            if !self.shared(&team, badges) {
                for rival in of_it {
                    badges.extend(self.block(rival, worth.with_cars, rival.without));
                }
            }
        }
    }

    /// A block by several cars of a team; returns whether it is one.
    fn shared(&self, team: &[&Rival], badges: &mut Vec<Badge>) -> bool {
        let together = self.left(team);
        if !is_worse(together, self.worth.obliged) {
            return false;
        }
        let is_needed = |rival: &&Rival| {
            let others: Vec<&Rival> =
                team.iter().copied().filter(|it| it.blocker != rival.blocker).collect();
            is_worse(together, self.left(&others))
        };
        let mut needed: Vec<&Rival> = team.iter().copied().filter(is_needed).collect();
        needed.sort_by_key(|rival| rival.blocker.moved);
        let Some(last) = needed.pop() else { return false };
        badges.extend(self.block(last, together, self.worth.obliged));
        for rival in needed {
            let block = self.block(rival, together, self.worth.obliged);
            let is_badge = |badge: &Badge| badge.kind == Kind::Block;
            badges.extend(block.filter(is_badge).map(|it| Badge { kind: Kind::Assist, ..it }));
        }
        true
    }

    /// The fewest moves with these cars alone.
    fn left(&self, cars: &[&Rival]) -> Optimum {
        let cells: Vec<Cell> = cars.iter().map(|rival| rival.blocker.at).collect();
        self.solver.left(&self.solver.standing(self.situation)?, &cells)
    }

    fn block(&self, rival: &Rival, with: Optimum, without: Optimum) -> Option<Badge> {
        let (by, victim) = (rival.blocker.seat, self.situation.seat);
        let cost = match (with, without?) {
            (None, _) => Cost::Crash,
            (Some(with), without) => Cost::Moves(with - without),
        };
        let kind = if self.teams.are_one(by, victim) { Kind::SelfBlock } else { Kind::Block };
        let (round, situation) = (self.situation.round, self.number);
        Some(Badge { kind, round, situation, by, victim, cost })
    }
}
