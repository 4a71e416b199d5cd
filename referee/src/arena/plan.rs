//! The games of a run and those that are still missing.

use std::collections::HashMap;

use super::job::Job;
use super::jobs::{Choice, Jobs};
use super::log::Log;
use super::pairing::Pairing;
use super::seeds::Seeds;
use super::settings::Replays;
use crate::contest::Contest;

/// All games of a run, in the order in which they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPlan {
    games: Jobs,
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
            orders.filter_map(move |order| Some(Job::new(seed.clone()?, order.clone())))
        });
        Self { games: games.collect() }
    }

    /// These games, in this order.
    pub fn of_games(games: impl IntoIterator<Item = Job>) -> Self {
        Self { games: games.into_iter().collect() }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// Number of games that are in the log.
    pub fn known(&self, log: &Log) -> u64 {
        let is_known = |place: &usize| {
            let (seed, bots) = self.games.at(*place);
            log.has(seed, bots)
        };
        (0..self.games.len()).filter(is_known).count() as u64
    }

    /// Number of games that are not in the log.
    pub fn left(&self, log: &Log) -> u64 {
        self.games() - self.known(log)
    }

    /// The games to play: those missing in the log and, if games are replayed, undecided ones.
    pub fn missing(&self, log: &Log, replays: Replays) -> Jobs {
        let undecided: HashMap<_, _> =
            log.undecided().map(|game| ((&*game.seed, &game.bots[..]), game)).collect();
        self.games.chosen(|seed, bots| match undecided.get(&(seed, bots)) {
            Some(game) if replays == Replays::Alone => Choice::Again(Job::again(game)),
            None if log.game(seed, bots).is_none() => Choice::Take,
            _ => Choice::LeaveOut,
        })
    }
}

/// The undecided games of a pairing in a log, on any seed, if games are replayed.
pub fn overloaded_games(log: &Log, pairing: &Pairing, replays: Replays) -> Jobs {
    let games = log.undecided().filter(|_| replays == Replays::Alone);
    games.filter(|game| pairing.has(&game.bots)).map(Job::again).collect()
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
        let seeds: Vec<&str> = (0..4).map(|place| plan.games.at(place).0).collect();
        assert!(seeds[0] == seeds[1] && seeds[1] != seeds[2] && seeds[2] == seeds[3]);
        assert!(seeds[0] == log.games().next().unwrap().seed && log.games().count() == 1);
        let bots: Vec<String> = plan.games.iter().map(|job| job.bots.concat()).collect();
        assert_eq!(bots, ["ab", "ba", "ab", "ba"]);
    }

    #[test]
    fn undecided_games_are_replayed_if_that_is_wanted() {
        let (log, plan) = begun();
        assert_eq!(plan.missing(&log, Replays::Never), plan.games.range(2..4).into());
        let missing = plan.missing(&log, Replays::Alone).range(0..3);
        assert_eq!((missing[0].replayed, &missing[1..]), (1, &plan.games.range(2..4)[..]));
        assert_eq!(
            (&missing[0].bots, &missing[0].replayed_for[..]),
            (&plan.games.range(1..2)[0].bots, &[Seat(1)][..])
        );
        // Older logs have undecided games that were replayed several times.
        let mut again = log.undecided().next().unwrap().clone();
        (again.replayed, again.replayed_for) = (2, vec![Seat(0), Seat(1)].into());
        let log = super::super::log::log(vec![log.games().next().unwrap().clone(), again]);
        let missing = plan.missing(&log, Replays::Alone).range(0..3);
        assert_eq!(
            (missing[0].replayed, &missing[0].replayed_for[..]),
            (3, &[Seat(0), Seat(1)][..])
        );
    }

    #[test]
    fn overloaded_games_of_other_bots_are_left_alone() {
        let (log, plan) = begun();
        let again: Vec<Job> = overloaded_games(&log, &pairing(), Replays::Alone).iter().collect();
        assert_eq!((again.len(), &again[0].bots), (1, &plan.games.range(1..2)[0].bots));
        assert!(overloaded_games(&log, &pairing(), Replays::Never).is_empty());
        let others = Pairing::new(["a", "c"].map(str::to_owned).to_vec(), 2);
        assert!(overloaded_games(&log, &others, Replays::Alone).is_empty());
    }
}
