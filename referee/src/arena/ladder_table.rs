//! Ratings of the bots of a log by all of their games.

use std::collections::BTreeMap;
use std::thread;

use itertools::Itertools;

use super::circumstances::Circumstances;
use super::conduct::{Conduct, Overload};
use super::cross_table::CrossTable;
use super::joined::joined;
use super::log::Log;
use super::logged::Logged;
use super::machines::Machines;
use super::replays::Excess;
use super::standing::CONFIDENCE;
use super::teams::Team;
use super::value_rows::ValueRow;
use crate::game::Seat;
use crate::stats::Estimate;
use crate::stats::bradley_terry::{Meeting, Pairings, Ratings};
use crate::stats::seats::{SeatRating, SeatRatings};

/// Bots with their ratings, the best first.
pub struct LadderTable<'a> {
    /// The log.
    pub log: &'a Log,
    /// The bots, the best first.
    pub rows: Vec<LadderRow>,
    /// Number of games that the bots played.
    pub games: u64,
    /// Elo of the first bot less that of the second; `None` for fewer than two bots.
    pub lead: Option<Estimate>,
    /// Points of teams; empty in a contest without teams.
    pub teams: Vec<Team>,
    /// Times and faults by name of the bot.
    pub conduct: BTreeMap<String, Conduct>,
    /// Counts of games in which the machine was overloaded.
    pub overload: Overload,
    /// Bots that were late much more often than their opponents, while the machine may have been to blame.
    pub excesses: Vec<Excess>,
    /// The machines on which the games were played.
    pub machines: Machines,
    /// Values that the bots and the referee reported.
    pub values: Vec<ValueRow>,
}

/// A bot of a ladder.
pub struct LadderRow {
    /// Its name.
    pub bot: String,
    /// Its rating by Bradley and Terry; the mean of all bots is 0.
    pub elo: Estimate,
    /// Its rating by Weng and Lin.
    pub weng_lin: SeatRating,
    /// Number of its games; one in which it has two seats counts twice.
    pub games: u64,
    /// Its share of the points, from 0 to 1; `None` if it met no other bot.
    pub share: Option<f64>,
    /// Its mean score; `None` if it never played.
    pub mean_score: Option<f64>,
    /// Its share of the points against the bot of each row; `None` if they never met.
    pub shares_against: Vec<Option<f64>>,
}

impl<'a> LadderTable<'a> {
    /// The table of some bots of a log; the order of `names` does not matter.
    pub fn of(log: &'a Log, names: &[String]) -> Self {
        let mut names = names.to_vec();
        names.sort();
        let table = CrossTable::of(&names, log.games());
        let counts = |game: &Logged| table.has(game);
        // Parallel games finish in any order.
        let by_seed: Vec<&Logged> =
            log.games().sorted_by_key(|game| (&game.seed, &game.bots)).collect();
        let (weng_lin, circumstances) = thread::scope(|scope| {
            let weng_lin = scope.spawn(|| weng_lin(&table, &by_seed));
            let circumstances = Circumstances::of(log, counts);
            (joined(weng_lin), circumstances)
        });
        let Circumstances { conduct, overload, excesses, machines } = circumstances;
        let games = log.games().filter(|game| counts(game)).count() as u64;
        let values = ValueRow::all(log, counts);
        let units = by_seed.chunk_by(|one, other| one.seed == other.seed);
        let units = units.map(|games| games.iter().flat_map(|game| meetings(&table, game)));
        let ratings = bradley_terry(&table).by_units(units.map(Iterator::collect));
        let elo: Vec<Estimate> =
            (0..names.len()).map(|bot| ratings.rating(bot, CONFIDENCE)).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|a, b| elo[*b].value.total_cmp(&elo[*a].value));
        let row = |&bot: &usize| LadderRow {
            bot: names[bot].clone(),
            elo: elo[bot],
            weng_lin: weng_lin[bot],
            games: table.scores[bot].0,
            share: table.total_share(bot),
            mean_score: table.mean_score(bot),
            shares_against: order.iter().map(|&other| table.share(bot, other)).collect(),
        };
        let rows: Vec<LadderRow> = order.iter().map(row).collect();
        let best_first: Vec<String> = rows.iter().map(|row| row.bot.clone()).collect();
        let teams = Team::all(&best_first, log.games().filter(|game| counts(game)));
        let lead = match order[..] {
            [first, second, ..] => Some(ratings.difference(first, second, CONFIDENCE)),
            _ => None,
        };
        Self { log, rows, games, lead, teams, conduct, overload, excesses, machines, values }
    }
}

/// Most work for the course of ratings: the cube of the number of bots, for each point.
const COURSE_WORK: usize = 40_000_000;

/// The course of ratings: at about `places` points (fewer with very many bots), the number of games so far and the Elo
/// of each bot.
pub fn rating_course(log: &Log, names: &[String], places: usize) -> Vec<(usize, Vec<f64>)> {
    let places = places.min((COURSE_WORK / names.len().max(1).pow(3)).max(1));
    let games: Vec<&Logged> = log.games().collect();
    let every = games.len().div_ceil(places.max(1)).max(1);
    let ends = (1..=places).map(|place| (place * every).min(games.len())).dedup();
    let rated = |end: usize| {
        let table = CrossTable::of(names, games[..end].iter().copied());
        let ratings = bradley_terry(&table);
        let elo = |bot| ratings.rating(bot, CONFIDENCE).value;
        (end, (0..names.len()).map(elo).collect())
    };
    ends.filter(|end| *end > 0).map(rated).collect()
}

/// The rating of each bot by Bradley and Terry, in Elo.
fn bradley_terry(table: &CrossTable) -> Ratings {
    let bots = table.names.len();
    let mut pairings = Pairings::new(bots);
    for [a, b] in (0..bots).array_combinations() {
        let points = f64::from(table.points[a][b]) / 2.0;
        pairings.add(a, b, points, table.games[a][b]);
    }
    pairings.fit()
}

/// The results of a game between every two of its bots; empty if another bot sat in it.
fn meetings(table: &CrossTable, game: &Logged) -> Vec<Meeting> {
    let Some(places) = table.places(game) else { return Vec::new() };
    let pairs = (0..places.len()).array_combinations().filter(|[a, b]| places[*a] != places[*b]);
    let meeting = |[a, b]: [usize; 2]| Meeting {
        bots: [places[a], places[b]],
        points: game.half_points(Seat(a), Seat(b)) as f64 / 2.0,
        games: 1.0,
    };
    pairs.map(meeting).collect()
}

/// The rating of each bot by Weng and Lin. It depends on the order of the games.
fn weng_lin(table: &CrossTable, games: &[&Logged]) -> Vec<SeatRating> {
    let bots = table.names.len();
    let mut ratings = SeatRatings::new(bots);
    for game in games {
        if let Some(places) = table.places(game) {
            let ranks = game.ranks.iter().map(|rank| *rank as usize);
            ratings.add_game(&places.into_iter().zip(ranks).collect::<Vec<_>>());
        }
    }
    (0..bots).map(|bot| ratings.rating(bot)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::{Logged, logged};
    use super::*;

    #[test]
    fn the_ratings_do_not_depend_on_the_order_in_which_games_finish() {
        let names = ["a", "b", "c"];
        let game = |seed: usize| {
            let ranks = [0, 1, 2].map(|seat| if seat == seed * seed % 3 { 1 } else { 2 });
            logged(&seed.to_string(), &names, &ranks)
        };
        let games: Vec<Logged> = (0..20).map(game).collect();
        let forwards = log(games.clone());
        let backwards = log(games.into_iter().rev().collect());
        let names = names.map(str::to_owned);
        let (one, two) = (LadderTable::of(&forwards, &names), LadderTable::of(&backwards, &names));
        for (one, two) in one.rows.iter().zip(&two.rows) {
            assert_eq!((&one.bot, one.weng_lin), (&two.bot, two.weng_lin));
        }
        let [best, .., last] = &one.rows[..] else { panic!("three bots") };
        assert!(best.weng_lin.rating > last.weng_lin.rating);
    }
}
