//! Packs games into batches and hands them to the engine.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::time::Duration;

use super::arrays;
use super::life::Sign;
use super::outstanding::{Batch, BatchState};
use super::plan::Task;
use super::resume::Segment;
use super::run::Run;
use super::units::{ends, units};
use crate::on::{Engine, TaskArray};
use crate::tell;
use anyhow::{Context, Result};

/// The most tasks of an array: Slurm takes no more by default.
const LONGEST_ARRAY: usize = 1000;

/// Batches whose results wait for an earlier batch, at most, by the number of batches that may be out.
const WAITING: usize = 16;

/// Time until a submission that failed is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// Submissions in a row that may fail.
const MOST_REFUSALS: u32 = 20;

impl Run<'_> {
    /// Whether a batch of an earlier front end has not had its turn.
    pub(super) fn is_later(&self, task: u64) -> bool {
        self.segments.iter().any(|it| matches!(it, Segment::Begun(begun) if begun.task == task))
    }

    /// Plans batches and hands them to the engine, as many as may be out.
    ///
    /// # Errors
    /// If a file cannot be written, or the engine refuses again and again.
    pub(super) fn dispatch(&mut self, engine: &mut dyn Engine) -> Result<()> {
        let now = engine.now();
        if now < self.next_submission {
            return Ok(());
        }
        self.adopt(engine);
        let free = self.most_out.saturating_sub(self.batches.open().len());
        // Not one by one: each call of an engine takes it some time.
        let is_worth_it = free >= self.most_out.div_ceil(8) || self.batches.open().is_empty();
        if is_worth_it {
            for _ in 0..free {
                if self.batches.len() >= self.most_out * WAITING || !self.plan_batch(engine)? {
                    break;
                }
            }
        }
        let new = self.batches.new_ones();
        let mut rest = &new[..];
        while let Some(first) = rest.first() {
            let run = rest.iter().zip(*first..).take_while(|(task, next)| *task == next).count();
            let run = run.min(LONGEST_ARRAY);
            if !self.submit(engine, *first, run as u64)? {
                break;
            }
            rest = &rest[run..];
        }
        Ok(())
    }

    /// Takes over batches of an earlier front end that come next.
    fn adopt(&mut self, engine: &dyn Engine) {
        while let Some(Segment::Begun(_)) = self.segments.front() {
            let Some(Segment::Begun(begun)) = self.segments.pop_front() else { break };
            // Its task was told to end. One that did not notice may play on: whichever is first.
            let is_out = !self.was_cancelled || self.has_news(begun.task);
            let sign = self.folder.running(begun.task);
            if !is_out {
                let _ = fs::remove_file(&sign);
            }
            let sign = Sign::read(&sign);
            let batch = Batch {
                task: begun.task,
                units: self.units_of(&begun.range),
                range: begun.range,
                all: begun.all,
                state: if is_out { BatchState::Out } else { BatchState::New },
                attempts: 0,
                failed_on: BTreeSet::new(),
                seen: engine.now(),
                is_old: sign.is_some(),
                sign,
                signed: engine.now(),
            };
            self.batches.add(batch);
        }
    }

    /// Makes the next batch. Returns whether there was one.
    fn plan_batch(&mut self, engine: &dyn Engine) -> Result<bool> {
        self.adopt(engine);
        let Some(Segment::Free(free)) = self.segments.front_mut() else { return Ok(false) };
        let games_left = free.len();
        let size = self.sizes.next(games_left.div_ceil(self.games_of_unit), self.most_out);
        let range = units(self.jobs, free, size);
        free.start = range.end;
        if free.start >= free.end {
            self.segments.pop_front();
        }
        let task = self.next_task;
        self.next_task += 1;
        let games = self.jobs.range(range.clone());
        Task { number: task, plan: self.plan.id.clone(), games }.save(&self.folder.task(task))?;
        self.batches.add(Batch {
            task,
            units: self.units_of(&range),
            range,
            all: None,
            state: BatchState::New,
            attempts: 0,
            failed_on: BTreeSet::new(),
            seen: engine.now(),
            sign: None,
            signed: engine.now(),
            is_old: false,
        });
        Ok(true)
    }

    fn units_of(&self, range: &Range<usize>) -> usize {
        ends(self.jobs, range).count()
    }

    /// Hands consecutive batches to the engine. Returns whether it took them.
    fn submit(&mut self, engine: &mut dyn Engine, first: u64, count: u64) -> Result<bool> {
        let array = TaskArray {
            first,
            count,
            words: self.words.clone(),
            folder: self.plan.folder.clone(),
            words_of_tasks: self.folder.words(),
            files: self.files.clone(),
            cores: self.cores,
            avoid: self.hosts.out(),
        };
        let id = match engine.submit(&array) {
            Ok(id) => id,
            Err(error) => {
                self.refusals += 1;
                // The first call shows whether the engine can be used at all.
                if self.arrays.is_empty() || self.refusals >= MOST_REFUSALS {
                    return Err(error);
                }
                if self.refusals == 1 {
                    tell!("{} takes no batches now, and is asked again: {error:#}", engine.name());
                }
                self.next_submission = engine.now() + AGAIN;
                return Ok(false);
            }
        };
        self.refusals = 0;
        let given = (id, first, count);
        arrays::add(&self.folder, &given).context("cannot write which tasks were started")?;
        self.arrays.push(given);
        let now = engine.now();
        for task in first..first + count {
            self.batches.out(task, now);
        }
        Ok(true)
    }
}
