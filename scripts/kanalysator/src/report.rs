//! The data of a report on a race.

use std::time::Duration;

use anyhow::{Result, anyhow};
use serde::Serialize;

use crate::analysis::{Optimum, Worth, worths};
use crate::badges::{Badge, Cost, Kind, Teams, badges};
use crate::crashes::{Crash, crashes};
use crate::numbers::numbers;
use crate::race::{Deed, PlayedRace, Situation};
use crate::solver::Solver;
use crate::story::{Standing, decided, standings};

/// The result of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The title.
    pub title: String,
    /// The fewest moves from the best start cell.
    pub optimum: Optimum,
    /// The players by seat.
    pub players: Vec<PlayerReport>,
    /// Every move in the order of time.
    pub moves: Vec<MoveReport>,
    /// Blocks and assists.
    pub badges: Vec<Badge>,
    /// Crashes.
    pub crashes: Vec<Crash>,
    /// The standing after each round.
    pub standings: Vec<Standing>,
    /// The round from which the winner was ahead alone.
    pub decided: Option<u32>,
    /// The moves that decided most, by their index among the moves.
    pub decisive: Vec<usize>,
    /// The number of requests for the fewest moves.
    pub solved: u32,
    /// Whether all of them were looked up in a table that was computed once for the map.
    pub looked_up: bool,
    /// The time of the analysis, in milliseconds.
    pub millis: u128,
}

/// The figures of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerReport {
    /// Its name.
    pub name: String,
    /// 1 for the winner; 0 for one that did not finish.
    pub rank: u32,
    /// `racing`, `finished`, `left`, `kicked` or `stuck`.
    pub status: String,
    /// Moves that it made, without the placement.
    pub moves: u32,
    /// Moves lost by its own choice, without crashes.
    pub lost_by_choice: i32,
    /// Moves lost to cars in the way, without crashes.
    pub lost_to_cars: i32,
    /// Moves lost to the duty to repeat a vector (`REmulAde`).
    pub lost_to_rule: i32,
    /// Crashes.
    pub crashes: u32,
    /// Moves lost by them.
    pub lost_by_crashes: i32,
    /// Blocks.
    pub blocks: u32,
    /// Moves that its blocks took from others.
    pub taken: u32,
    /// Crashes that its blocks forced.
    pub forced: u32,
    /// Assists.
    pub assists: u32,
}

/// The figures of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport {
    /// The round; 1 is the placement.
    pub round: u32,
    /// Its player's seat.
    pub seat: usize,
    /// `start`, `move`, `crash` or `gone`.
    pub kind: &'static str,
    /// The car's cell and vector before it: x, y, and the vector.
    pub from: Option<[i16; 4]>,
    /// The same after it.
    pub to: Option<[i16; 4]>,
    /// The fewest moves before it, without any car in the way.
    pub free: Optimum,
    /// The fewest moves before it, as the cars stood.
    pub before: Optimum,
    /// The fewest moves after it.
    pub after: Optimum,
    /// Moves lost by the choice.
    pub lost_by_choice: Option<i32>,
    /// Moves lost to cars in the way.
    pub lost_to_cars: Option<i32>,
    /// Moves lost to the duty to repeat a vector.
    pub lost_to_rule: Option<i32>,
    /// The cars on cells to which it could have moved.
    pub rivals: Vec<RivalReport>,
}

/// A car in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RivalReport {
    /// Its seat.
    pub seat: usize,
    /// The fewest moves without it.
    pub without: Optimum,
    /// The fewest moves with it alone.
    pub alone: Optimum,
}

/// The most moves that are called decisive.
const MOST_DECISIVE: usize = 10;

impl Report {
    /// Analyses a race.
    ///
    /// # Errors
    /// If the map has no way without a crash, or a team names an unknown player.
    pub fn of(played: &PlayedRace, teams: &[Vec<String>]) -> Result<Self> {
        let teams = Teams::new(played, teams).map_err(|problem| anyhow!(problem))?;
        let begin = std::time::Instant::now();
        let solver = Solver::new(played)?;
        let worths = worths(played, &solver);
        let badges = badges(played, &solver, &worths, &teams);
        let crashes = crashes(played, &worths);
        let standings = standings(played, &worths);
        let moves: Vec<MoveReport> =
            played.situations.iter().zip(&worths).map(|(it, worth)| of_move(it, worth)).collect();
        let mut report = Self {
            title: played.title.clone(),
            optimum: solver.left_from(solver.race().starts()),
            players: Vec::new(),
            moves,
            decided: decided(played, &standings),
            standings,
            decisive: decisive(played, &worths, &badges, &crashes),
            solved: worths.iter().map(|worth| worth.solved).sum(),
            looked_up: solver.is_prepared(),
            millis: 0,
            badges,
            crashes,
        };
        report.players =
            (0..played.players.len()).map(|seat| report.player(played, seat)).collect();
        report.millis = begin.elapsed().as_millis();
        Ok(report)
    }

    fn player(&self, played: &PlayedRace, seat: usize) -> PlayerReport {
        let player = &played.players[seat];
        let own = || self.moves.iter().filter(|it| it.seat == seat);
        let crashes: Vec<&Crash> = self.crashes.iter().filter(|it| it.seat == seat).collect();
        let badges = || self.badges.iter().filter(|badge| badge.by == seat);
        let blocks = || badges().filter(|badge| badge.kind == Kind::Block);
        let taken = blocks().map(|badge| match badge.cost {
            Cost::Moves(moves) => u32::from(moves),
            Cost::Crash => 0,
        });
        PlayerReport {
            name: unique_name(played, seat),
            rank: player.rank,
            status: player.status.to_owned(),
            moves: own().filter(|it| it.kind == "move").count() as u32,
            lost_by_choice: own().filter_map(|it| it.lost_by_choice).sum(),
            lost_to_cars: own().filter_map(|it| it.lost_to_cars).sum(),
            lost_to_rule: own().filter_map(|it| it.lost_to_rule).sum(),
            crashes: crashes.len() as u32,
            lost_by_crashes: crashes.iter().filter_map(|crash| crash.cost).sum(),
            blocks: blocks().count() as u32,
            taken: taken.sum(),
            forced: blocks().filter(|badge| badge.cost == Cost::Crash).count() as u32,
            assists: badges().filter(|badge| badge.kind == Kind::Assist).count() as u32,
        }
    }

    /// Sets the time of the analysis.
    pub fn time(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.millis).unwrap_or(u64::MAX))
    }
}

/// A player's name; with its seat if several players have the same name.
fn unique_name(played: &PlayedRace, seat: usize) -> String {
    let name = &played.players[seat].name;
    match played.players.iter().filter(|player| player.name == *name).count() {
        0 | 1 => name.clone(),
        _ => format!("{name} in seat {seat}"),
    }
}

fn of_move(situation: &Situation, worth: &Worth) -> MoveReport {
    let (kind, to) = match &situation.deed {
        Deed::Placed(cell) => ("start", Some([cell.x, cell.y, 0, 0])),
        Deed::Moved { motion, .. } => ("move", Some(numbers(*motion))),
        Deed::Crashed(cell) => ("crash", Some([cell.x, cell.y, 0, 0])),
        Deed::Gone => ("gone", None),
    };
    let rival = |it: &crate::analysis::Rival| RivalReport {
        seat: it.blocker.seat,
        without: it.without,
        alone: it.alone,
    };
    let lost_by_choice = worth.lost_by_choice(&situation.deed);
    MoveReport {
        round: situation.round,
        seat: situation.seat,
        kind,
        from: situation.car.map(numbers),
        to,
        free: worth.free,
        before: worth.with_cars,
        after: worth.after,
        lost_by_choice,
        // If a later crash follows from the move, that crash has the cost.
        lost_to_cars: if kind == "gone" { None } else { worth.lost_to_cars() },
        lost_to_rule: if kind == "gone" { None } else { worth.lost_to_rule() },
        rivals: worth.rivals.iter().map(rival).collect(),
    }
}

/// The moves that cost most: by a choice, by blocks, by a crash. Moves of equal cost are sorted by time.
fn decisive(
    played: &PlayedRace,
    worths: &[Worth],
    badges: &[Badge],
    crashes: &[Crash],
) -> Vec<usize> {
    let cost = |(number, (situation, worth)): (usize, (&Situation, &Worth))| {
        let choice = worth.lost_by_choice(&situation.deed).unwrap_or(0);
        let cars = worth.lost_to_cars().unwrap_or(0);
        let crash = crashes.iter().filter(|crash| crash.situation == number);
        let crash: i32 = crash.filter_map(|crash| crash.cost).sum();
        let is_badge = badges.iter().any(|badge| badge.situation == number);
        (choice + cars + crash + i32::from(is_badge), number)
    };
    let all = played.situations.iter().zip(worths).enumerate().map(cost);
    let mut costs: Vec<(i32, usize)> = all.filter(|it| it.0 > 0).collect();
    costs.sort_by_key(|it| (-it.0, it.1));
    costs.truncate(MOST_DECISIVE);
    let mut places: Vec<usize> = costs.into_iter().map(|it| it.1).collect();
    places.sort_unstable();
    places
}
