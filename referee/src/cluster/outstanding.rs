//! The batches whose games are not in the log yet.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::time::Instant;

use super::life::Sign;
use crate::arena::Job;

/// A batch whose games are not in the log yet.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Its number.
    pub task: u64,
    /// Its games in the list of jobs.
    pub range: Range<usize>,
    /// All of its games, if some of them are in the log already: then the first ones of its results are left out.
    pub all: Option<Vec<Job>>,
    /// Its units.
    pub units: usize,
    /// Whether no engine has it, an engine has it, or its results are there.
    pub state: BatchState,
    /// How often it failed or was lost.
    pub attempts: u32,
    /// The machines on which it failed.
    pub failed_on: BTreeSet<String>,
    /// When it was last known to wait or to run.
    pub seen: Instant,
    /// Its last sign of life.
    pub sign: Option<Sign>,
    /// When that sign was first seen.
    pub signed: Instant,
    /// Whether that sign is perhaps of a task that ended before this front end began.
    pub is_old: bool,
}

/// Where a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchState {
    /// No engine has it.
    New,
    /// An engine has it.
    Out,
    /// Its results are there.
    Done,
}

/// The batches whose games are not in the log yet, in the order of the plan.
#[derive(Debug, Default)]
pub struct Outstanding {
    /// By the first of their games.
    batches: BTreeMap<usize, Batch>,
    starts: HashMap<u64, usize>,
    /// Those without results.
    open: BTreeSet<u64>,
    /// Those of them that no engine has.
    new: BTreeSet<u64>,
}

impl Outstanding {
    /// Adds a batch.
    pub fn add(&mut self, batch: Batch) {
        self.starts.insert(batch.task, batch.range.start);
        self.open.insert(batch.task);
        if batch.state == BatchState::New {
            self.new.insert(batch.task);
        }
        self.batches.insert(batch.range.start, batch);
    }

    /// The batch with a number.
    pub fn get(&mut self, task: u64) -> Option<&mut Batch> {
        self.batches.get_mut(self.starts.get(&task)?)
    }

    /// The numbers of the batches without results.
    pub fn open(&self) -> &BTreeSet<u64> {
        &self.open
    }

    /// An engine has a batch.
    pub fn out(&mut self, task: u64, now: Instant) {
        self.new.remove(&task);
        if let Some(batch) = self.get(task) {
            (batch.state, batch.seen) = (BatchState::Out, now);
        }
    }

    /// The results of a batch are there.
    pub fn done(&mut self, task: u64) {
        self.open.remove(&task);
        self.new.remove(&task);
        if let Some(batch) = self.get(task) {
            batch.state = BatchState::Done;
        }
    }

    /// A batch has to be played again.
    pub fn again(&mut self, task: u64) {
        if let Some(batch) = self.get(task) {
            batch.state = BatchState::New;
            batch.sign = None;
            self.open.insert(task);
            self.new.insert(task);
        }
    }

    /// The first batch, if its results are there and it is the next one of the log. It is taken out.
    pub fn take_first(&mut self, next_game: usize) -> Option<Batch> {
        let first = self.batches.first_entry()?;
        let batch = first.get();
        if batch.state != BatchState::Done || batch.range.start != next_game {
            return None;
        }
        let batch = first.remove();
        self.starts.remove(&batch.task);
        Some(batch)
    }

    /// Puts a batch back that must be played again.
    pub fn put_back(&mut self, batch: Batch) {
        let task = batch.task;
        self.add(batch);
        self.again(task);
    }

    /// The numbers of the batches that no engine has.
    pub fn new_ones(&self) -> Vec<u64> {
        self.new.iter().copied().collect()
    }

    /// All of them, in the order of the plan.
    pub fn iter(&self) -> impl Iterator<Item = &Batch> {
        self.batches.values()
    }

    /// Number of batches.
    pub fn len(&self) -> usize {
        self.batches.len()
    }
}
