//! What an earlier front end has left: batches that it has begun.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use anyhow::{Context, Result};

use super::folder::RunFolder;
use super::plan::Task;
use crate::arena::{Job, Jobs};

/// A part of the list of jobs.
#[derive(Debug, PartialEq, Eq)]
pub enum Segment {
    /// It has no batches yet.
    Free(Range<usize>),
    /// A batch of an earlier front end.
    Begun(Begun),
}

/// A batch of an earlier front end.
#[derive(Debug, PartialEq, Eq)]
pub struct Begun {
    /// Its number.
    pub task: u64,
    /// Its games that are not in the log.
    pub range: Range<usize>,
    /// All of its games, if some are in the log.
    pub all: Option<Vec<Job>>,
}

/// The parts of a list of jobs, in its order. Batches that do not fit are removed: of another plan, or with games in
/// another order.
///
/// # Errors
/// If the folder cannot be read.
pub fn segments(folder: &RunFolder, plan: &str, jobs: &Jobs) -> Result<VecDeque<Segment>> {
    let numbers = folder.numbers("tasks").context("cannot read the folder of batches")?;
    let mut tasks = Vec::new();
    for task in numbers {
        let fits = |it: &Task| (it.number, it.plan.as_str()) == (task, plan);
        match Task::load(&folder.task(task)).ok().filter(fits) {
            Some(it) => tasks.push(it),
            None => folder.forget(task),
        }
    }
    let places = places(&tasks, jobs);
    let mut begun = Vec::new();
    for Task { number: task, games, .. } in tasks {
        match range_of(&games, &places) {
            Some(range) => {
                let all = (range.len() < games.len()).then_some(games);
                begun.push(Begun { task, range, all });
            }
            None => folder.forget(task),
        }
    }
    begun.sort_by_key(|it| it.range.start);
    let mut segments = VecDeque::new();
    let mut next = 0;
    for it in begun {
        if it.range.start < next {
            folder.forget(it.task);
            continue;
        }
        if it.range.start > next {
            segments.push_back(Segment::Free(next..it.range.start));
        }
        next = it.range.end;
        segments.push_back(Segment::Begun(it));
    }
    if next < jobs.len() {
        segments.push_back(Segment::Free(next..jobs.len()));
    }
    Ok(segments)
}

/// The places of the games of some batches in a list of jobs.
fn places(tasks: &[Task], jobs: &Jobs) -> HashMap<Job, usize> {
    let seeds: HashSet<&str> =
        tasks.iter().flat_map(|task| task.games.iter().map(|job| job.seed.as_str())).collect();
    let theirs = (0..jobs.len()).filter(|place| seeds.contains(jobs.at(*place).0));
    theirs.filter_map(|place| Some((jobs.get(place)?, place))).collect()
}

/// The places of the last games of a batch: the first ones may be in the log.
fn range_of(games: &[Job], places: &HashMap<Job, usize>) -> Option<Range<usize>> {
    let known = games.iter().take_while(|job| !places.contains_key(job)).count();
    let start = *places.get(games.get(known)?)?;
    let follows = |(number, job): (usize, &Job)| places.get(job) == Some(&(start + number));
    games[known..].iter().enumerate().all(follows).then(|| start..start + games.len() - known)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn batches_of_an_earlier_front_end_keep_their_places() {
        let folder = tempfile::TempDir::new().unwrap();
        let run = RunFolder::of_log(&folder.path().join("log"));
        run.make().unwrap();
        let job = |seed: usize| Job::new(seed.to_string(), vec!["a".to_owned()]);
        let save = |task, plan: &str, seeds: Range<usize>| {
            let games = seeds.map(job).collect();
            Task { number: task, plan: plan.to_owned(), games }.save(&run.task(task)).unwrap();
        };
        // The log has the games 0 to 4; game 2 was void.
        let jobs: Jobs = [2].into_iter().chain(5..20).map(job).collect();
        save(1, "p", 0..2);
        save(2, "p", 3..7);
        save(3, "p", 7..9);
        save(4, "p", 11..13);
        save(5, "other", 13..15);
        save(6, "p", 12..14);
        fs::copy(run.task(3), run.task(7)).unwrap();
        let found = segments(&run, "p", &jobs).unwrap();
        let all = Some((3..7).map(job).collect());
        let begun = |task, range, all| Segment::Begun(Begun { task, range, all });
        assert_eq!(
            found,
            [
                Segment::Free(0..1),
                begun(2, 1..3, all),
                begun(3, 3..5, None),
                Segment::Free(5..7),
                begun(4, 7..9, None),
                Segment::Free(9..16),
            ]
        );
        assert_eq!(run.numbers("tasks").unwrap(), [2, 3, 4]);
    }
}
