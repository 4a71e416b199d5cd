//! A run while it is played on other machines.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::arrays::submitted;
use super::board::Board;
use super::folder::RunFolder;
use super::hosts::Hosts;
use super::outstanding::{BatchState, Outstanding};
use super::plan::Plan;
use super::resume::{Segment, segments};
use super::sizes::Sizes;
use super::units::games_of_last_unit;
use crate::arena::{Jobs, RunElsewhere};
use crate::contest_file::OnTable;

/// Batches that are out at one time, at most, if the table names no number.
const MOST_OUT: u32 = 64;
/// How long a batch takes, in seconds, if the table names no time.
const BATCH_SECONDS: f64 = 60.0;
/// After how many seconds a silent task is lost, if the table names no time.
const LOST_AFTER: f64 = 600.0;

/// A run while it is played.
pub struct Run<'a> {
    /// Its folder.
    pub folder: RunFolder,
    pub plan: Plan,
    pub jobs: &'a Jobs,
    /// The parts of the jobs that have not had their turn.
    pub segments: VecDeque<Segment>,
    pub batches: Outstanding,
    pub hosts: Hosts,
    pub sizes: Sizes,
    /// Whether an earlier front end has cancelled the batches that were out.
    pub was_cancelled: bool,
    /// Batches of which the engine may still have a task that gave no signs of life.
    pub silent: BTreeSet<u64>,
    /// The most batches that are out.
    pub most_out: usize,
    pub games_of_unit: usize,
    pub cores: usize,
    pub next_task: u64,
    /// What the engine was given, in this run and earlier.
    pub arrays: Vec<(String, u64, u64)>,
    /// The files that a task needs, besides that with its games.
    pub files: Vec<PathBuf>,
    /// The words of a task without its number.
    pub words: Vec<String>,
    pub lost_after: Duration,
    pub poll: Duration,
    pub next_poll: Instant,
    pub next_submission: Instant,
    pub refusals: u32,
    /// Starts of tasks that failed since the last batch with results.
    pub failed_starts: u32,
    pub is_deaf: bool,
    /// Machines on which a batch that was found lost at the last look did not begin.
    pub unreached: BTreeSet<String>,
    /// Why batches wait, if not as usual.
    pub waits_for: Option<String>,
    /// Batches with results, and failures.
    pub done: u64,
    pub failures: u64,
    /// When the numbers of batches are shown next, and what was shown last.
    pub next_board: Instant,
    pub board: Board,
}

/// What a run begins with.
pub struct Begin<'a> {
    /// The conditions.
    pub run: &'a RunElsewhere<'a>,
    /// The table of the other machines.
    pub table: &'a OnTable,
    /// The words of the command that was given.
    pub command: &'a [String],
    /// The words that begin the command of a task.
    pub referee: &'a [String],
    /// The present time.
    pub now: Instant,
}

/// The words that run a task in a container; none without one.
fn container(table: &OnTable, run: &RunFolder, here: &Path) -> Vec<String> {
    let Some(image) = &table.image else { return Vec::new() };
    let log = run.path().parent().unwrap_or(run.path());
    let program = std::env::current_exe().unwrap_or_default();
    let mut seen = Vec::new();
    for folder in [here, log, program.parent().unwrap_or(log)] {
        let folder = folder.to_string_lossy().into_owned();
        if !seen.contains(&folder) {
            seen.push(folder);
        }
    }
    let bound = seen.into_iter().flat_map(|folder| ["--bind".to_owned(), folder]);
    let pwd = ["--pwd".to_owned(), here.to_string_lossy().into_owned()];
    let begin = ["apptainer".to_owned(), "exec".to_owned()].into_iter();
    begin.chain(bound).chain(pwd).chain([image.clone()]).collect()
}

impl<'a> Run<'a> {
    /// The run of some jobs, with what an earlier front end has left.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn begin(begin: &Begin<'_>, jobs: &'a Jobs) -> Result<Self> {
        let Begin { run, table, command, referee, now } = *begin;
        let log = std::path::absolute(run.log).context("the log has no path")?;
        let folder = RunFolder::of_log(&log);
        let place = || format!("cannot make the folder {}", folder.path().display());
        folder.make().with_context(place)?;
        let here = std::env::current_dir().context("the current folder is gone")?;
        let mut plan = Plan::new(run, jobs, command.to_vec(), here.clone());
        if run.speeds.as_ref().is_some_and(BTreeMap::is_empty) {
            bail!(
                "--calibrate needs a bot with the command `bench`: a bot of the workspace, or one of botyard.toml with \
                 `bench = true`"
            );
        }
        // Another machine may continue the run: what its limits are scaled by remains.
        let earlier = Plan::load(&folder.plan()).ok().filter(|earlier| earlier.id == plan.id);
        if let Some(earlier) = earlier.filter(|it| !it.reference.is_empty()) {
            plan.reference = earlier.reference;
        }
        let segments = segments(&folder, &plan.id, jobs)?;
        plan.save(&folder.plan())?;
        let was_cancelled = folder.over().exists();
        let _ = fs::remove_file(folder.over());
        let arrays = submitted(&folder);
        let given = arrays.iter().map(|(_, first, count)| first + count);
        let seen = folder.numbers("tasks").context("cannot read the folder of batches")?;
        let next_task = given.chain(seen.into_iter().map(|task| task + 1)).max().unwrap_or(1);
        let OnTable { batches, batch_s, lost_after_s, .. } = *table;
        let lost_after =
            Duration::from_secs_f64(lost_after_s.unwrap_or(LOST_AFTER).clamp(0.1, 1e7));
        let words = ["batch".to_owned(), folder.plan().to_string_lossy().into_owned()];
        Ok(Self {
            folder: folder.clone(),
            plan,
            jobs,
            segments,
            batches: Outstanding::default(),
            hosts: Hosts::begin(&folder),
            sizes: Sizes::new(batch_s.unwrap_or(BATCH_SECONDS).clamp(0.01, 1e6)),
            was_cancelled,
            silent: BTreeSet::new(),
            most_out: batches.unwrap_or(MOST_OUT).max(1) as usize,
            games_of_unit: games_of_last_unit(jobs),
            cores: run.cores,
            next_task,
            arrays,
            files: {
                let programs = referee.iter().map(PathBuf::from).filter(|word| word.is_file());
                run.files.iter().cloned().chain(programs).chain([folder.plan()]).collect()
            },
            words: [&container(table, &folder, &here)[..], referee, &words].concat(),
            lost_after,
            poll: Duration::from_secs(2).min(lost_after / 2),
            next_poll: now,
            next_submission: now,
            refusals: 0,
            failed_starts: 0,
            is_deaf: false,
            unreached: BTreeSet::new(),
            waits_for: None,
            done: 0,
            failures: 0,
            next_board: now,
            board: Board::default(),
        })
    }

    /// The numbers of batches now.
    pub fn counted(&self) -> Board {
        let mut board = Board {
            done: self.done,
            failed: self.failures,
            waits_for: self.waits_for.clone(),
            ..Board::default()
        };
        for (name, host) in self.hosts.iter() {
            let machine = board.machine(name);
            (machine.done, machine.failed, machine.is_out) = (host.done, host.failed, host.is_out);
        }
        for batch in self.batches.iter() {
            match (batch.state, &batch.sign) {
                (BatchState::Done, _) => {}
                (BatchState::Out, Some(sign)) => {
                    board.running += 1;
                    board.machine(&sign.host).running += 1;
                }
                _ => board.queued += 1,
            }
        }
        board
    }
}
