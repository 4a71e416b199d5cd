//! The search for the fewest moves on a map, and its result.

use std::fs;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use gridkit::Deadline;
use kabotte::circuit::Direction;
use kabotte::crash_plan::{self, Stop, answer_from_start};
use kabotte::motion::Motion;
use kabotte::solve::{Crashes, Race, Settings};
use kabotte::track::Track;
use serde::Serialize;

use crate::numbers::numbers;
use crate::solver::whole_race;

/// The task.
pub struct Task {
    /// The settings of the game.
    pub settings: Settings,
    /// Time for the search with crashes.
    pub patience: Duration,
    /// Memory for the search with crashes, in bytes.
    pub memory: usize,
    /// Whether the first moves are listed.
    pub all: bool,
}

/// The result, as `solve --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// The moves of the quickest way that was found, without the placement and without crashes. `null` if no car can
    /// finish.
    pub moves: Option<u16>,
    /// No way has fewer moves. `null` if no car can finish.
    pub at_least: Option<u16>,
    /// Whether it is proven that no way is quicker, and that all ways of `moves` moves were counted.
    pub exact: bool,
    /// Number of ways of `moves` moves that were found; 0 if no car can finish, `null` if there are more than
    /// 10^19.
    pub ways: Option<u64>,
    /// One quickest way: x and y of the cell where each move ends, and x and y of its vector. A crash has the cell
    /// where the car is set back to, and the vector 0 0.
    pub way: Vec<[i16; 4]>,
    /// The first moves of all quickest ways; only with `--all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Vec<FirstMove>>,
    /// Whether the track is a circuit, so that the direction setting is in force; `None` if every direction is
    /// allowed anyway.
    pub circuit: Option<bool>,
    /// Motions (a cell and a vector) that a car can make on the track.
    pub motions: usize,
    /// States that the search met.
    pub states: usize,
    /// Time of the search, in milliseconds.
    pub millis: u64,
    /// The most memory that the process had at a time, in MiB; `null` where the system does not say.
    pub peak_megabytes: Option<u64>,
    /// The reason why it is not proven.
    #[serde(skip)]
    pub stop: Option<Stop>,
}

/// A first move of a quickest way.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMove {
    /// As in [`Solution::way`].
    pub motion: [i16; 4],
    /// Number of quickest ways that begin with it; `null` if there are more than 10^19.
    pub ways: Option<u64>,
}

/// The quickest ways that were found.
struct Found {
    moves: u16,
    ways: u64,
    /// The first moves, each with the number of ways that begin with it.
    first: Vec<(Motion, u64)>,
    way: Vec<Motion>,
    states: usize,
    at_least: u16,
    stop: Option<Stop>,
}

/// Finds the quickest ways on a map.
///
/// # Errors
/// If no way was found, although there may be one, or the map has too many motions.
pub fn solve(track: &Track, task: &Task) -> Result<Solution> {
    let begin = Instant::now();
    let race = whole_race(track, task.settings, &mut Deadline::after_nodes(u64::MAX))?;
    let race = Rc::new(race);
    let found = match task.settings.crashes {
        Crashes::Forbidden => without_crashes(&race),
        Crashes::Allowed => with_crashes(&race, task)?,
    };
    let found = found.as_ref();
    let first_moves = |found: &Found| -> Vec<FirstMove> {
        let first = found.first.iter();
        first.map(|(at, ways)| FirstMove { motion: numbers(*at), ways: counted(*ways) }).collect()
    };
    Ok(Solution {
        moves: found.map(|found| found.moves),
        at_least: found.map(|found| found.at_least),
        exact: found.is_none_or(|found| found.stop.is_none()),
        ways: found.map_or(Some(0), |found| counted(found.ways)),
        way: found.map_or_else(Vec::new, |it| it.way.iter().copied().map(numbers).collect()),
        first: found.filter(|_| task.all).map(first_moves),
        circuit: (task.settings.direction != Direction::Free).then(|| race.is_circuit()),
        motions: race.graph().len(),
        states: found.map_or(0, |found| found.states),
        millis: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
        peak_megabytes: peak_megabytes(),
        stop: found.and_then(|found| found.stop),
    })
}

/// The search stops counting at the greatest number of 64 bits.
fn counted(ways: u64) -> Option<u64> {
    Some(ways).filter(|ways| *ways < u64::MAX)
}

fn without_crashes(race: &Race) -> Option<Found> {
    let plan = race.opening().ok()?;
    let first = plan.first().iter();
    Some(Found {
        moves: plan.moves(),
        ways: plan.ways(),
        first: first.map(|step| (race.graph().motion(step.node), step.ways)).collect(),
        way: race.way(plan),
        states: plan.states(),
        at_least: plan.moves(),
        stop: None,
    })
}

fn with_crashes(race: &Rc<Race>, task: &Task) -> Result<Option<Found>> {
    let below = race.opening().map_or(u16::MAX, |plan| plan.moves() + 1);
    let mut deadline = Deadline::after(task.patience);
    let search = crash_plan::Task { memory: task.memory, ..crash_plan::Task::proof(below) };
    let answer = answer_from_start(race, race.starts(), search, &mut deadline);
    let stop = answer.stop;
    let found = match (answer.plan, answer.at_least) {
        (Some(mut plan), _) => {
            let first = plan.first().iter();
            Some(Found {
                moves: plan.moves(),
                ways: plan.ways(),
                first: first.map(|step| (race.graph().motion(step.node), step.ways)).collect(),
                way: plan.way(),
                states: plan.states(),
                at_least: plan.at_least(),
                stop,
            })
        }
        (None, Some(at_least)) => {
            without_crashes(race).map(|found| Found { at_least, stop, ..found })
        }
        (None, None) => return Ok(None),
    };
    if let (None, Some(stop)) = (&found, stop) {
        bail!("no way was found, and there may be one: the search needs {}", need(stop));
    }
    Ok(found)
}

/// The resource that a search ran out of.
pub(super) fn need(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "more time (--patience)",
        Stop::Memory => "more memory (--memory)",
        Stop::Length => "a search for longer ways, which this program does not make",
    }
}

fn peak_megabytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}
