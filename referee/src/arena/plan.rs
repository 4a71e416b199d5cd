//! The games of a run and those that are still missing.

use std::collections::HashMap;

use super::log::Log;
use super::logged::Logged;
use super::pairing::Pairing;
use super::seeds::Seeds;
use crate::contest::Contest;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// Number of earlier plays in which the machine was overloaded.
    pub replayed: u32,
}

impl Job {
    /// A replay of a game in which the machine was overloaded.
    fn again(game: &Logged) -> Self {
        let Logged { seed, bots, replayed, .. } = game.clone();
        Self { seed, bots, replayed: replayed + 1 }
    }
}

/// All games of a run, in the order in which they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPlan {
    games: Vec<Job>,
}

impl RunPlan {
    /// All games of units; a unit is a pairing and the index of its seed. A unit beyond the end of
    /// a list of seeds has no games.
    pub fn new<'a>(
        contest: &dyn Contest,
        seeds: &Seeds,
        units: impl IntoIterator<Item = (&'a Pairing, u64)>,
    ) -> Self {
        let games = units.into_iter().flat_map(|(pairing, unit)| {
            let seed = seeds.of(contest, unit);
            let orders = pairing.orders().iter();
            orders.filter_map(move |order| {
                Some(Job { seed: seed.clone()?, bots: order.clone(), replayed: 0 })
            })
        });
        Self { games: games.collect() }
    }

    /// These games, in this order.
    pub fn of_games(games: Vec<Job>) -> Self {
        Self { games }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// Number of games that are in the log.
    pub fn known(&self, log: &Log) -> u64 {
        self.games.iter().filter(|job| log.has(&job.seed, &job.bots)).count() as u64
    }

    /// The games to play: those missing in the log, and undecided ones that were replayed fewer
    /// than `replays` times.
    pub fn missing(&self, log: &Log, replays: u32) -> Vec<Job> {
        let undecided: HashMap<_, _> =
            log.undecided().map(|game| ((&game.seed, &game.bots), game)).collect();
        let missing = |job: &Job| match undecided.get(&(&job.seed, &job.bots)) {
            Some(game) => (game.replayed < replays).then(|| Job::again(game)),
            None => log.game(&job.seed, &job.bots).is_none().then(|| job.clone()),
        };
        self.games.iter().filter_map(missing).collect()
    }
}

/// The undecided games of a pairing in a log, on any seed, that were replayed fewer than `replays`
/// times.
pub fn overloaded_games(log: &Log, pairing: &Pairing, replays: u32) -> Vec<Job> {
    let games = log.undecided();
    let games = games.filter(|game| game.replayed < replays && pairing.has(&game.bots));
    games.map(Job::again).collect()
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::super::seeds::seed_of;
    use super::*;
    use crate::game::Seat;
    use crate::games;

    fn pairing() -> Pairing {
        Pairing::new(["a", "b"].map(str::to_owned).to_vec(), 2)
    }

    /// A log with both games of the first seed, the second of them undecided, and the plan of two
    /// seeds.
    fn begun() -> (Log, RunPlan) {
        let (contest, pairing) = (games::all().next().unwrap(), pairing());
        let plan = RunPlan::new(contest, &Seeds::Sequence(1), [(&pairing, 0), (&pairing, 1)]);
        let first = logged(&seed_of(contest, 1, 0), &["a", "b"], &[1, 2]);
        let mut second = logged(&first.seed, &["b", "a"], &[1, 2]);
        second.overloaded.push(Seat(1));
        (log(vec![first, second]), plan)
    }

    #[test]
    fn a_plan_has_every_order_of_every_seed() {
        let (log, plan) = begun();
        assert_eq!(plan.games(), 4);
        let seeds: Vec<&str> = plan.games.iter().map(|job| &*job.seed).collect();
        assert!(seeds[0] == seeds[1] && seeds[1] != seeds[2] && seeds[2] == seeds[3]);
        assert!(seeds[0] == log.games().next().unwrap().seed && log.games().count() == 1);
        let bots: Vec<String> = plan.games.iter().map(|job| job.bots.concat()).collect();
        assert_eq!(bots, ["ab", "ba", "ab", "ba"]);
    }

    #[test]
    fn overloaded_games_are_replayed_up_to_the_limit() {
        let (log, plan) = begun();
        assert_eq!(plan.missing(&log, 0), plan.games[2..]);
        let missing = plan.missing(&log, 1);
        assert_eq!((missing[0].replayed, &missing[1..]), (1, &plan.games[2..]));
        assert_eq!(missing[0].bots, plan.games[1].bots);
        let mut again = log.undecided().next().unwrap().clone();
        again.replayed = 2;
        let log = super::super::log::log(vec![log.games().next().unwrap().clone(), again]);
        assert_eq!(plan.missing(&log, 2), plan.games[2..]);
        assert_eq!(plan.missing(&log, 3)[0].replayed, 3);
    }

    #[test]
    fn overloaded_games_of_other_bots_are_left_alone() {
        let (log, plan) = begun();
        let again = overloaded_games(&log, &pairing(), 1);
        assert_eq!((again.len(), &again[0].bots), (1, &plan.games[1].bots));
        assert_eq!(overloaded_games(&log, &pairing(), 0), []);
        let others = Pairing::new(["a", "c"].map(str::to_owned).to_vec(), 2);
        assert_eq!(overloaded_games(&log, &others, 1), []);
    }
}
