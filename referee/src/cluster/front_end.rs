//! The front end of a run: it hands batches to an engine and finished games to the log.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::result_file;
use super::run::{Begin, Run};
use crate::arena::{Elsewhere, Jobs, News, Progress, RunElsewhere, Take};
use crate::contest_file::OnTable;
use crate::on::Engine;
use crate::tell;

/// The shortest and the longest time between two looks into the folder.
const LOOKS: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(500)];

/// A look follows another after this part of the time of a batch at the earliest: each reads folders, perhaps of a server.
const PART_OF_BATCH: f64 = 0.01;

/// Time between two looks at the numbers of batches.
const BOARD: Duration = Duration::from_secs(1);

/// What happens to batches that are out when the run is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtInterrupt {
    /// They go on; the same command attaches again.
    Leave,
    /// They are cancelled.
    Cancel,
}

/// The front end of runs on other machines.
pub struct FrontEnd {
    engine: Mutex<Box<dyn Engine + Send>>,
    table: OnTable,
    /// The words of the command that was given, after the name of the program.
    command: Vec<String>,
    /// The words that begin the command of a task: the referee, and perhaps the contest file.
    referee: Vec<String>,
    at_interrupt: fn() -> AtInterrupt,
    /// What became of the batches, in a line.
    news: News,
}

impl FrontEnd {
    /// A front end for an engine.
    pub fn new(
        engine: Box<dyn Engine + Send>,
        table: OnTable,
        command: Vec<String>,
        referee: Vec<String>,
        at_interrupt: fn() -> AtInterrupt,
    ) -> Self {
        let (engine, news) = (Mutex::new(engine), News::default());
        Self { engine, table, command, referee, at_interrupt, news }
    }
}

impl Elsewhere for FrontEnd {
    fn news(&self) -> News {
        self.news.clone()
    }

    fn play(&self, run: &RunElsewhere<'_>, jobs: Jobs, take: &mut Take<'_>) -> Result<Progress> {
        if jobs.is_empty() {
            return Ok(Progress::Done);
        }
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = engine.as_mut();
        let Self { table, command, referee, .. } = self;
        let now = engine.now();
        let stop = run.stop;
        let halted = || stop.iter().any(|flag| flag.load(Ordering::Relaxed));
        let mut run = Run::begin(&Begin { run, table, command, referee, now }, &jobs)?;
        let end = run.play(engine, take, &halted, &self.news);
        self.news.set(String::new());
        match &end {
            Ok(Progress::Done) => {
                if !run.silent.is_empty() {
                    run.cancel(engine);
                }
                run.folder.remove();
            }
            Ok(Progress::Interrupted) if (self.at_interrupt)() == AtInterrupt::Leave => {
                run.counted().save(&run.folder.progress());
                tell!("the batches go on; the same command attaches to them again");
            }
            Ok(Progress::Interrupted) | Err(_) => {
                run.cancel(engine);
                let _ = fs::remove_file(run.folder.progress());
            }
            Ok(Progress::Enough | Progress::Faulty) => {
                run.cancel(engine);
                run.forget();
            }
        }
        end
    }
}

impl Run<'_> {
    fn play(
        &mut self,
        engine: &mut dyn Engine,
        take: &mut Take<'_>,
        halted: &dyn Fn() -> bool,
        news: &News,
    ) -> Result<Progress> {
        let (mut next_game, mut wait) = (0, LOOKS[0]);
        loop {
            self.dispatch(engine)?;
            let is_news = self.collect(engine)?;
            self.show(engine.now(), news);
            if let Some(end) = self.release(&mut next_game, take)? {
                return Ok(end);
            }
            if next_game == self.jobs.len() {
                return Ok(Progress::Done);
            }
            if halted() {
                return Ok(Progress::Interrupted);
            }
            let part = self.sizes.batch_seconds() * PART_OF_BATCH;
            let shortest = Duration::from_secs_f64(part.clamp(0.0, 1.0)).clamp(LOOKS[0], LOOKS[1]);
            wait = if is_news { shortest } else { (wait * 3 / 2).clamp(shortest, LOOKS[1]) };
            engine.pause(wait);
        }
    }

    /// Shows the numbers of batches, if it is time to.
    fn show(&mut self, now: Instant, news: &News) {
        if now < self.next_board {
            return;
        }
        self.next_board = now + BOARD;
        let board = self.counted();
        if board != self.board || !self.folder.progress().exists() {
            news.set(board.line());
            board.save(&self.folder.progress());
            self.board = board;
        }
    }

    /// Hands over the games of batches whose turn it is, in the order of the plan.
    fn release(&mut self, next_game: &mut usize, take: &mut Take<'_>) -> Result<Option<Progress>> {
        while let Some(batch) = self.batches.take_first(*next_game) {
            let path = self.folder.results(batch.task);
            let games = batch.all.clone().unwrap_or_else(|| self.jobs.range(batch.range.clone()));
            let results = match result_file::read(&path, &self.plan.id, batch.task, &games) {
                Ok(results) => results,
                Err(why) => {
                    let task = batch.task;
                    self.batches.put_back(batch);
                    self.unusable(task, &why)?;
                    return Ok(None);
                }
            };
            let known = games.len() - batch.range.len();
            for game in results.into_iter().skip(known) {
                *next_game += 1;
                if let Some(end) = take(game.played())? {
                    return Ok(Some(end));
                }
            }
            self.folder.forget(batch.task);
        }
        Ok(None)
    }

    /// Ends the batches that are out.
    fn cancel(&mut self, engine: &mut dyn Engine) {
        // A task that the engine does not end finds this file.
        let _ = fs::write(self.folder.over(), "");
        let open: Vec<u64> = self.batches.open().union(&self.silent).copied().collect();
        let is_open = |(_, first, count): &(String, u64, u64)| {
            let at = open.partition_point(|task| task < first);
            open.get(at).is_some_and(|task| *task < first + count)
        };
        let arrays: Vec<_> = self.arrays.iter().filter(|it| is_open(it)).cloned().collect();
        if !arrays.is_empty() {
            engine.cancel(&arrays, &self.folder.words());
        }
    }

    /// Removes all batches. Tasks that are still running find that the run is over.
    fn forget(&self) {
        for folder in ["tasks", "results", "running", "failed"] {
            let numbers = self.folder.numbers(folder).unwrap_or_default();
            for task in numbers {
                self.folder.forget(task);
            }
        }
        let _ = fs::remove_dir_all(self.folder.words());
        let _ = fs::remove_file(self.folder.progress());
    }
}

/// The words that run this program in a task.
///
/// # Errors
/// If the system does not say where this program is.
pub fn referee(contest: Option<&PathBuf>) -> Result<Vec<String>> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let file = contest.map(|path| ["--contest".to_owned(), path.to_string_lossy().into_owned()]);
    let program = program.to_string_lossy().into_owned();
    Ok([program].into_iter().chain(file.into_iter().flatten()).collect())
}
