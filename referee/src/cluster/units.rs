//! The units in a list of jobs.

use std::iter;
use std::ops::Range;

use crate::arena::Jobs;

/// The range of the next units of a list of jobs: `units` seeds, each with all of its games by the same bots.
pub fn units(jobs: &Jobs, free: &Range<usize>, units: usize) -> Range<usize> {
    free.start..ends(jobs, free).take(units).last().unwrap_or(free.start)
}

/// Where each unit of a range of jobs ends.
pub fn ends(jobs: &Jobs, range: &Range<usize>) -> impl Iterator<Item = usize> {
    let Range { start, end } = *range;
    let mut next = start;
    iter::from_fn(move || {
        let first = (next < end).then(|| jobs.at(next))?;
        next += (next..end).take_while(|place| is_of_one_unit(first, jobs.at(*place))).count();
        Some(next)
    })
}

/// Number of games of the last unit. The first one may lack some, because they are in the log.
pub fn games_of_last_unit(jobs: &Jobs) -> usize {
    let Some(last) = jobs.len().checked_sub(1) else { return 1 };
    let is_of_it = |place: &usize| is_of_one_unit(jobs.at(last), jobs.at(*place));
    (0..jobs.len()).rev().take_while(is_of_it).count()
}

fn is_of_one_unit(one: (&str, &[String]), other: (&str, &[String])) -> bool {
    let sorted = |bots: &[String]| {
        let mut bots: Vec<String> = bots.to_vec();
        bots.sort_unstable();
        bots.dedup();
        bots
    };
    one.0 == other.0 && (one.1 == other.1 || sorted(one.1) == sorted(other.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Job;

    #[test]
    fn a_unit_is_a_seed_with_all_games_of_the_same_bots() {
        let job = |text: &str| {
            let (seed, bots) = text.split_once(':').unwrap();
            Job::new(seed.to_owned(), bots.chars().map(|bot| bot.to_string()).collect())
        };
        let jobs = ["1:ab", "1:ba", "2:ab", "2:ba", "2:ac", "2:ca", "3:ab"].map(job);
        let jobs = jobs.into_iter().collect();
        let of = |free: Range<usize>, wanted| units(&jobs, &free, wanted);
        assert_eq!((of(0..7, 1), of(0..7, 2), of(2..7, 2)), (0..2, 0..4, 2..6));
        assert_eq!((of(6..7, 5), of(1..7, 1), of(0..1, 3)), (6..7, 1..2, 0..1));
        // Seed 2 has the units of two pairs of bots.
        let number = |range: Range<usize>| ends(&jobs, &range).count();
        assert_eq!((number(0..7), number(1..6), number(3..3)), (4, 3, 0));
    }

    #[test]
    fn a_unit_has_as_many_games_as_the_last_one() {
        let of = |text: &str| {
            let job = |bots: &str| {
                let names = bots[1..].chars().map(|bot| bot.to_string()).collect();
                Job::new(bots[..1].to_owned(), names)
            };
            games_of_last_unit(&text.split(' ').map(job).collect())
        };
        // The log has a game of seed 1 already.
        assert_eq!(of("1ba 2ab 2ba 3ab 3ba"), 2);
        // A seed of a ladder has a unit for each pair.
        assert_eq!(of("1ab 1ba 1ac 1ca 1bc 1cb"), 2);
    }
}
