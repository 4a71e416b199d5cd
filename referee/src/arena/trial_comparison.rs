//! Where the candidate of a try is better or worse than the champion: by opponent, by seat and by seed.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::Serialize;

use super::both_ways::{BothWays, Way};
use super::circumstances::Circumstances;
use super::conduct::{Conduct, Overload};
use super::field::{Group, Showing};
use super::log::Log;
use super::logged::Logged;
use super::machines::Machines;
use super::replays::Excess;
use super::standing::CONFIDENCE;
use super::trial_standing::{TrialStanding, TrialUnit};
use crate::game::Seat;
use crate::stats::Estimate;
use crate::stats::field::{FieldResults, PairedUnit};

/// A candidate and a champion against a field: their results, times and faults.
pub struct TrialComparison<'a> {
    /// The log.
    pub log: &'a Log,
    /// Their results.
    pub standing: TrialStanding,
    /// A row for each opponent, in the order of the pool.
    pub opponents: Vec<OpponentRow>,
    /// A row for each seat.
    pub seats: Vec<SeatRow>,
    /// A row for each seed on which the two differ, the best for the candidate first.
    pub seeds: Vec<SeedRow>,
    /// Times and faults by name of the bot.
    pub conduct: BTreeMap<String, Conduct>,
    /// Counts of games in which the machine was overloaded.
    pub overload: Overload,
    /// Bots that were late much more often than their opponents, while the machine may have been to blame.
    pub excesses: Vec<Excess>,
    /// The machines on which it was played.
    pub machines: Machines,
    /// Its undecided games, counted both ways; `None` if all games are decided. If the verdict depends on them, the
    /// standing has no verdict.
    pub undecided: Option<BothWays>,
    /// Games of the field that do not count, because their unit or their round is not whole.
    pub left_out: usize,
}

/// The two bots against one opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentRow {
    /// Its name.
    pub opponent: String,
    /// Units with this opponent, and how the two bots compare in them.
    pub units: Counts,
    /// Each bot's share of the points against it.
    pub shares: [f64; 2],
    /// The candidate's share less the champion's.
    pub difference: Estimate,
    /// What can be said of the difference.
    pub tendency: Tendency,
}

/// The two bots in one seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatRow {
    /// The seat.
    pub seat: Seat,
    /// Each bot's share of the points from it.
    pub shares: [f64; 2],
    /// The candidate's share less the champion's.
    pub difference: Estimate,
    /// What can be said of the difference.
    pub tendency: Tendency,
}

/// The two bots on one seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeedRow {
    /// The seed.
    pub seed: String,
    /// The groups of opponents that were played on it.
    pub opponents: Vec<Vec<String>>,
    /// Each bot's share of the points.
    pub points: [f64; 2],
}

/// Units by the candidate's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The candidate made more points than the champion.
    pub better: u64,
    /// Both made the same number.
    pub equal: u64,
    /// The champion made more.
    pub worse: u64,
}

/// What can be said of one of several differences, with a risk of 5 % that any of them is judged wrongly: each is
/// tested with that risk divided by their number (Bonferroni).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tendency {
    /// The candidate is better here.
    Better,
    /// It is worse here.
    Worse,
    /// Neither is certain.
    Open,
}

impl<'a> TrialComparison<'a> {
    /// Computes the rest of a comparison; the standing must be of the same log.
    pub fn new(log: &'a Log, mut standing: TrialStanding) -> Self {
        let undecided = both_ways(log, &standing);
        if undecided.is_some_and(|it| it.hangs) {
            standing.verdict = None;
        }
        let ours = |game: &Logged| standing.field().group_of(&game.bots).is_some();
        let left_out = log.games().filter(|game| ours(game) && !standing.counts(game)).count();
        let Circumstances { conduct, overload, excesses, machines } = Circumstances::of(log, ours);
        Self {
            log,
            opponents: opponents(&standing),
            seats: seats(&standing),
            seeds: seeds(&standing),
            conduct,
            overload,
            excesses,
            machines,
            undecided,
            left_out,
            standing,
        }
    }
}

/// The undecided games of a try, counted both ways: those of the champion are counted the opposite way.
fn both_ways(log: &Log, standing: &TrialStanding) -> Option<BothWays> {
    let (field, test) = (standing.field(), standing.test().copied());
    let [candidate, champion] = field.rivals();
    let way = |standing: &TrialStanding| Way {
        advantage: standing.results.share_difference(CONFIDENCE),
        verdict: standing.verdict,
    };
    let counts = |game: &Logged| field.group_of(&game.bots).is_some();
    BothWays::of(log, [candidate, champion], counts, way(standing), test.is_some(), |log| {
        way(&TrialStanding::of(log, field, test))
    })
}

impl SeedRow {
    /// The candidate's share of the points less the champion's.
    pub fn difference(&self) -> f64 {
        self.points[0] - self.points[1]
    }
}

impl Counts {
    fn add(&mut self, [candidate, champion]: [f64; 2]) {
        let count = match candidate.total_cmp(&champion) {
            std::cmp::Ordering::Greater => &mut self.better,
            std::cmp::Ordering::Equal => &mut self.equal,
            std::cmp::Ordering::Less => &mut self.worse,
        };
        *count += 1;
    }
}

/// A part of the results as results of their own: from each unit, what `part` takes. Units without that part are left
/// out; these are all units of a group.
fn part_of(
    standing: &TrialStanding,
    levels: usize,
    part: impl Fn(&Showing) -> Option<f64>,
) -> FieldResults {
    let mut results = FieldResults::new(levels.max(1));
    for round in standing.units().chunks(standing.field().groups().len()) {
        let of_unit = |unit: &TrialUnit| {
            let [candidate, champion] = unit.showings.each_ref().map(&part);
            let seed = standing.number_of(&unit.seed);
            Some(PairedUnit { seed, shares: [candidate?, champion?], scores: [0.0; 2] })
        };
        let units: Vec<PairedUnit> = round.iter().filter_map(of_unit).collect();
        if !units.is_empty() {
            results.add_round(&units);
        }
    }
    results
}

fn tendency(results: &FieldResults, parts: usize) -> Tendency {
    let risk = (1.0 - CONFIDENCE) / parts as f64;
    let interval = results.share_difference(1.0 - risk).interval;
    if interval.low > 0.0 {
        Tendency::Better
    } else if interval.high < 0.0 {
        Tendency::Worse
    } else {
        Tendency::Open
    }
}

fn opponents(standing: &TrialStanding) -> Vec<OpponentRow> {
    let field = standing.field();
    let row = |(at, opponent): (usize, &String)| {
        let share = |showing: &Showing| showing.by_opponent[at];
        // As often as it sits in the other seats.
        let groups = field.groups().iter().map(Group::opponents);
        let seats = groups.map(|group| group.iter().filter(|it| *it == opponent).count());
        let levels = field.games_of_unit() * seats.max().unwrap_or(1);
        let results = part_of(standing, levels, share);
        let mut units = Counts::default();
        for unit in standing.units() {
            if let [Some(candidate), Some(champion)] = unit.showings.each_ref().map(share) {
                units.add([candidate, champion]);
            }
        }
        OpponentRow {
            opponent: opponent.clone(),
            units,
            shares: results.shares(),
            difference: results.share_difference(CONFIDENCE),
            tendency: tendency(&results, field.pool().len()),
        }
    };
    field.pool().iter().enumerate().map(row).collect()
}

fn seats(standing: &TrialStanding) -> Vec<SeatRow> {
    let seats = standing.field().seats();
    let row = |seat: usize| {
        let levels = standing.field().levels() / seats;
        let results = part_of(standing, levels, |showing| Some(showing.by_seat[seat]));
        SeatRow {
            seat: Seat(seat),
            shares: results.shares(),
            difference: results.share_difference(CONFIDENCE),
            tendency: tendency(&results, seats),
        }
    };
    (0..seats).map(row).collect()
}

fn seeds(standing: &TrialStanding) -> Vec<SeedRow> {
    let by_seed = standing.units().iter().into_group_map_by(|unit| unit.seed.as_str());
    let row = |(seed, units): (&str, Vec<&TrialUnit>)| {
        let mean = |bot: usize| {
            units.iter().map(|unit| unit.showings[bot].share).sum::<f64>() / units.len() as f64
        };
        let groups = units.iter().map(|unit| standing.field().groups()[unit.group].opponents());
        let opponents = groups.map(<[String]>::to_vec).collect();
        SeedRow { seed: seed.to_owned(), opponents, points: [mean(0), mean(1)] }
    };
    let rows = by_seed.into_iter().map(row).filter(|row| row.difference().abs() > 1e-9);
    // The order in which parallel games end must not show.
    let name = |row: &SeedRow| (row.seed.len(), row.seed.clone());
    let by_difference = |a: &SeedRow, b: &SeedRow| {
        b.difference().total_cmp(&a.difference()).then_with(|| name(a).cmp(&name(b)))
    };
    rows.sorted_by(by_difference).collect()
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;

    /// The games of both bots against an opponent on a seed, of which they win these.
    fn unit(seed: &str, opponent: &str, won: [[bool; 2]; 2]) -> Vec<Logged> {
        let mut games = Vec::new();
        for (bot, won) in ["new", "old"].into_iter().zip(won) {
            let rank = |won| if won { 1 } else { 3 };
            games.push(logged(seed, &[bot, opponent], &[rank(won[0]), 2]));
            games.push(logged(seed, &[opponent, bot], &[2, rank(won[1])]));
        }
        games
    }

    #[test]
    fn it_says_where_the_candidate_is_better_and_worse() {
        let mut games = Vec::new();
        for number in 0..12 {
            let seed = |opponent: &str| format!("{opponent}{number}");
            let against_x = if number == 5 {
                [[true, true], [false, false]]
            } else {
                [[true, true], [false, true]]
            };
            games.extend(unit(&seed("x"), "x", against_x));
            let against_y =
                if number == 7 { [[true, true]; 2] } else { [[true, false], [true, true]] };
            games.extend(unit(&seed("y"), "y", against_y));
        }
        // A game of a round that is not whole.
        games.extend(unit("x99", "x", [[true, true]; 2]));
        let log = log(games);
        let pool = ["x", "y"].map(str::to_owned);
        let field = Field::new(&["new", "old"].map(str::to_owned), &pool, 2);
        let it = TrialComparison::new(&log, TrialStanding::of(&log, &field, None));
        let [x, y] = &it.opponents[..] else { panic!("two opponents") };
        assert_eq!(
            (x.units, y.units),
            (Counts { better: 12, equal: 0, worse: 0 }, Counts { better: 0, equal: 1, worse: 11 })
        );
        assert_eq!((x.tendency, y.tendency), (Tendency::Better, Tendency::Worse));
        assert!((x.shares[0] - 1.0).abs() < 1e-12 && (x.shares[1] - 11.0 / 24.0).abs() < 1e-12);
        assert!((x.difference.value - 13.0 / 24.0).abs() < 1e-12);
        // In the first seat it wins where the other loses; in the second it is the other way round.
        let [first, second] = &it.seats[..] else { panic!("two seats") };
        assert!((first.difference.value - 0.5).abs() < 1e-12, "{first:?}");
        assert!((second.difference.value - (1.0 - 11.0) / 24.0).abs() < 1e-12, "{second:?}");
        assert_eq!((first.tendency, second.tendency), (Tendency::Better, Tendency::Worse));
        // The largest difference first, the most negative last, equal seeds in no place.
        assert_eq!(it.seeds.len(), 23);
        assert_eq!((&*it.seeds[0].seed, it.seeds[0].points), ("x5", [1.0, 0.0]));
        assert_eq!(it.seeds[0].opponents, [["x"]]);
        assert_eq!(&*it.seeds[1].seed, "x0");
        assert_eq!((&*it.seeds[22].seed, it.seeds[22].points), ("y11", [0.5, 1.0]));
        assert_eq!(it.left_out, 4);
    }

    #[test]
    fn a_few_units_have_no_tendency() {
        let games: Vec<Logged> = (0..3)
            .flat_map(|seed| unit(&seed.to_string(), "x", [[true, true], [seed == 0, true]]))
            .collect();
        let log = log(games);
        let field = Field::new(&["new", "old"].map(str::to_owned), &["x".to_owned()], 2);
        let it = TrialComparison::new(&log, TrialStanding::of(&log, &field, None));
        assert_eq!(it.opponents[0].tendency, Tendency::Open);
    }
}
