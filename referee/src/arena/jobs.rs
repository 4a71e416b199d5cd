//! Games to be played, in their order. There may be millions, so each takes a few bytes.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use compact_str::CompactString;

use super::job::Job;

/// Games to be played, in their order.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    names: Arc<Names>,
    /// For each game the numbers of its seed and of the order of its bots.
    games: Vec<[u32; 2]>,
    /// The games that are played again, by their place.
    again: HashMap<usize, Job>,
}

/// The seeds and the orders of bots.
#[derive(Clone, Debug, Default)]
struct Names {
    seeds: Vec<CompactString>,
    orders: Vec<Vec<String>>,
    numbers: HashMap<Vec<String>, u32>,
}

impl Names {
    /// The numbers of a seed and of an order. Games of one seed follow each other, so only the last seed is looked up.
    fn numbers_of(&mut self, job: &Job) -> [u32; 2] {
        if self.seeds.last().is_none_or(|last| *last != job.seed) {
            self.seeds.push(job.seed.as_str().into());
        }
        let order = self.numbers.get(&job.bots).copied().unwrap_or_else(|| {
            let number = self.orders.len() as u32;
            self.orders.push(job.bots.clone());
            self.numbers.insert(job.bots.clone(), number);
            number
        });
        [self.seeds.len() as u32 - 1, order]
    }
}

impl Jobs {
    /// Number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The seed and the bots by seat of the game at a place.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn at(&self, place: usize) -> (&str, &[String]) {
        let [seed, order] = self.games[place].map(|number| number as usize);
        (&self.names.seeds[seed], &self.names.orders[order])
    }

    /// The game at a place, if there is one.
    pub fn get(&self, place: usize) -> Option<Job> {
        if let Some(again) = self.again.get(&place) {
            return Some(again.clone());
        }
        self.games.get(place)?;
        let (seed, bots) = self.at(place);
        Some(Job::new(seed.to_owned(), bots.to_vec()))
    }

    /// The games at some places.
    pub fn range(&self, range: Range<usize>) -> Vec<Job> {
        range.filter_map(|place| self.get(place)).collect()
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = Job> + '_ {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// The orders of bots that occur.
    pub fn orders(&self) -> impl Iterator<Item = &Vec<String>> {
        let mut occurs = vec![false; self.names.orders.len()];
        self.games.iter().for_each(|[_, order]| occurs[*order as usize] = true);
        self.names.orders.iter().zip(occurs).filter(|(_, occurs)| *occurs).map(|(order, _)| order)
    }

    /// Some of the games. `choose` is given the seed and the bots of each.
    #[must_use]
    pub(super) fn chosen(&self, mut choose: impl FnMut(&str, &[String]) -> Choice) -> Self {
        let mut chosen = Self { names: Arc::clone(&self.names), ..Self::default() };
        for place in 0..self.len() {
            let (seed, bots) = self.at(place);
            match choose(seed, bots) {
                Choice::LeaveOut => continue,
                Choice::Take => {}
                Choice::Again(job) => drop(chosen.again.insert(chosen.games.len(), job)),
            }
            chosen.games.push(self.games[place]);
        }
        chosen
    }
}

/// What happens to a game of a list.
pub(super) enum Choice {
    /// It is left out.
    LeaveOut,
    /// It is kept.
    Take,
    /// It is replaced by this play of the same game.
    Again(Job),
}

impl FromIterator<Job> for Jobs {
    fn from_iter<I: IntoIterator<Item = Job>>(all: I) -> Self {
        let mut jobs = Self::default();
        let mut names = Names::default();
        for job in all {
            let numbers = names.numbers_of(&job);
            if job.replayed > 0 || !job.replayed_for.is_empty() {
                jobs.again.insert(jobs.games.len(), job);
            }
            jobs.games.push(numbers);
        }
        jobs.names = Arc::new(names);
        jobs
    }
}

impl From<Vec<Job>> for Jobs {
    fn from(jobs: Vec<Job>) -> Self {
        jobs.into_iter().collect()
    }
}

impl PartialEq for Jobs {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Jobs {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;

    #[test]
    fn the_games_are_those_that_were_given() {
        let job = |seed: &str, bots: &str| {
            Job::new(seed.to_owned(), bots.chars().map(|bot| bot.to_string()).collect())
        };
        let mut again = job("2", "ba");
        (again.replayed, again.replayed_for) = (1, vec![Seat(1)]);
        let given =
            vec![job("1", "ab"), job("1", "ba"), job("2", "ab"), again.clone(), job("1", "ab")];
        let jobs = Jobs::from(given.clone());
        assert_eq!(jobs.iter().collect::<Vec<_>>(), given);
        assert_eq!(jobs.range(2..4), given[2..4]);
        assert_eq!((jobs.at(3), jobs.get(5)), (("2", &again.bots[..]), None));
        assert_eq!(jobs.orders().count(), 2);
        let chosen = jobs.chosen(|seed, _| match seed {
            "1" => Choice::LeaveOut,
            _ => Choice::Again(again.clone()),
        });
        assert_eq!(chosen, Jobs::from(vec![again.clone(), again.clone()]));
        let first =
            jobs.chosen(|_, bots| if bots[0] == "a" { Choice::Take } else { Choice::LeaveOut });
        assert_eq!((first.len(), first.orders().count()), (3, 1));
    }
}
