//! Which games a run consists of, and which of them are still to be played.

use super::log::Log;
use super::pairing::Pairing;
use super::seeds::seed_of;
use crate::contest::Contest;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
}

/// What becomes of games in the log that a bot lost on time because the machine had no time for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overloaded {
    /// They count as they are.
    Stand,
    /// They are played again.
    PlayAgain,
}

/// All games of a run, in the order in which they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPlan {
    games: Vec<Job>,
}

impl RunPlan {
    /// Every game of some units: each is a pairing and its number in the sequence of seeds that
    /// begins with `base`.
    pub fn new<'a>(
        contest: &dyn Contest,
        base: u64,
        units: impl IntoIterator<Item = (&'a Pairing, u64)>,
    ) -> Self {
        let games = units.into_iter().flat_map(|(pairing, unit)| {
            let seed = seed_of(contest, base, unit);
            let orders = pairing.orders().iter();
            orders.map(move |order| Job { seed: seed.clone(), bots: order.clone() })
        });
        Self { games: games.collect() }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// The games that are still to be played.
    pub fn missing(&self, log: &Log, overloaded: Overloaded) -> Vec<Job> {
        let is_missing = |job: &&Job| match log.game(&job.seed, &job.bots) {
            None => true,
            Some(game) => overloaded == Overloaded::PlayAgain && !game.overloaded.is_empty(),
        };
        self.games.iter().filter(is_missing).cloned().collect()
    }
}

/// The games of a pairing in a log, on whatever seeds, that a bot lost on time because the machine
/// had no time for it.
pub fn overloaded_games(log: &Log, pairing: &Pairing) -> Vec<Job> {
    let games = log.games().iter();
    let games = games.filter(|game| !game.overloaded.is_empty() && pairing.has(&game.bots));
    games.map(|game| Job { seed: game.seed.clone(), bots: game.bots.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;
    use crate::game::Seat;
    use crate::games;

    fn pairing() -> Pairing {
        Pairing::new(["a", "b"].map(str::to_owned).to_vec(), 2)
    }

    /// A log with both games of the first seed, the second of which was overloaded, and the plan of
    /// two seeds.
    fn begun() -> (Log, RunPlan) {
        let (contest, pairing) = (games::all().next().unwrap(), pairing());
        let plan = RunPlan::new(contest, 1, [(&pairing, 0), (&pairing, 1)]);
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
        assert!(seeds[0] == log.games()[0].seed);
        let bots: Vec<String> = plan.games.iter().map(|job| job.bots.concat()).collect();
        assert_eq!(bots, ["ab", "ba", "ab", "ba"]);
    }

    #[test]
    fn overloaded_games_are_played_again_only_if_that_is_wanted() {
        let (log, plan) = begun();
        assert_eq!(plan.missing(&log, Overloaded::Stand), plan.games[2..]);
        assert_eq!(plan.missing(&log, Overloaded::PlayAgain), plan.games[1..]);
    }

    #[test]
    fn overloaded_games_of_other_bots_are_left_alone() {
        let (log, plan) = begun();
        assert_eq!(overloaded_games(&log, &pairing()), plan.games[1..2]);
        let others = Pairing::new(["a", "c"].map(str::to_owned).to_vec(), 2);
        assert_eq!(overloaded_games(&log, &others), []);
    }
}
