//! Plays games in parallel and writes each into the log as it ends.

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use anyhow::{Context, Result, bail};

use super::entrants::Entrants;
use super::file_name;
use super::log::{Log, Logged};
use super::match_game::{Conditions, Finished, Keep};
use crate::contest::Contest;

/// Times that a void game is tried again before the run gives up.
const TRIES: usize = 3;

/// A game to be played: a seed, and the names of the bots by seat.
pub type Job = (String, Vec<String>);

/// What plays many games.
pub struct Arena<'a> {
    /// The contest.
    pub contest: &'static dyn Contest,
    /// The bots.
    pub entrants: &'a Entrants,
    /// Games at the same time.
    pub parallel: usize,
    /// Which recordings to keep.
    pub keep: Keep,
    /// The bot whose losses [`Keep::Losses`] means.
    pub hero: &'a str,
    /// Set from outside, as by Ctrl-C: running games are given up, and are not logged.
    pub interrupted: &'a AtomicBool,
}

/// What became of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All jobs are done.
    Done,
    /// The caller has seen enough.
    Enough,
    /// It was interrupted.
    Interrupted,
}

impl Arena<'_> {
    /// The number of games to play at once, so that every bot that thinks has a core of its own.
    pub fn default_parallel(contest: &dyn Contest) -> usize {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        (cores / contest.thinkers()).max(1)
    }

    /// Plays jobs until there are none, `seen` has seen enough, or the run is interrupted. Every
    /// game that is finished until then is in the log.
    ///
    /// # Errors
    /// The log or a recording cannot be written, or games are void time and again.
    pub fn run(
        &self,
        log: &mut Log,
        jobs: impl Iterator<Item = Job> + Send,
        mut seen: impl FnMut(&Log, &Logged) -> ControlFlow<()>,
    ) -> Result<Progress> {
        let stop = AtomicBool::new(false);
        let header = log.header().clone();
        let conditions = Conditions {
            contest: self.contest,
            options: &header.options,
            entrants: self.entrants,
            timeout_factor: header.timeout_factor,
            stop: &stop,
            interrupted: self.interrupted,
        };
        let jobs = Mutex::new(jobs);
        let halted = || stop.load(Ordering::Relaxed) || self.interrupted.load(Ordering::Relaxed);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.parallel {
                let (sender, jobs, conditions) = (sender.clone(), &jobs, &conditions);
                scope.spawn(move || {
                    while !halted() {
                        let job = jobs.lock().map(|mut jobs| jobs.next());
                        let Ok(Some((seed, order))) = job else { break };
                        let result = try_play(conditions, &seed, &order, &halted);
                        if halted() || sender.send(result).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut progress = Progress::Done;
            let mut failure = None;
            for result in results {
                let step = result.and_then(|finished| {
                    let game = self.keep(log, finished)?;
                    log.add(game.clone())?;
                    Ok(seen(log, &game))
                });
                match step {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => progress = Progress::Enough,
                    Err(error) => failure = Some(error),
                }
                stop.store(true, Ordering::Relaxed);
                break;
            }
            if self.interrupted.load(Ordering::Relaxed) && progress == Progress::Done {
                progress = Progress::Interrupted;
            }
            failure.map_or(Ok(progress), Err)
        })
    }

    /// Keeps the recording beside the log, in the folder `LOG.games`, if it is wanted.
    fn keep(&self, log: &Log, finished: Finished) -> Result<Logged> {
        let Finished { mut game, recording } = finished;
        if self.keep.wants(&game, self.hero) {
            let mut folder = log.path().as_os_str().to_owned();
            folder.push(".games");
            let folder = PathBuf::from(folder);
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            let name = format!("{}-{}", game.seed, game.bots.join("-vs-"));
            let file = folder.join(file_name(&name)).with_extension("jsonl");
            // Whole or absent, even if the disk is full.
            let part = file.with_extension("part");
            let written = fs::write(&part, recording).and_then(|()| fs::rename(&part, &file));
            if written.is_err() {
                let _ = fs::remove_file(&part);
            }
            written.with_context(|| format!("cannot write the recording {}", file.display()))?;
            let from = log.path().parent().unwrap_or(log.path());
            let relative = file.strip_prefix(from).unwrap_or(&file);
            game.recording = Some(relative.to_string_lossy().into_owned());
        }
        Ok(game)
    }
}

/// Plays a game, and again if it is void.
fn try_play(
    conditions: &Conditions<'_>,
    seed: &str,
    order: &[String],
    halted: &impl Fn() -> bool,
) -> Result<Finished> {
    for _ in 1..TRIES {
        match conditions.play(seed, order) {
            Ok(finished) => return Ok(finished),
            Err(_) if halted() => bail!("given up"),
            Err(error) => anstream::eprintln!("a game on seed {seed} is void: {error:#}; again"),
        }
    }
    conditions.play(seed, order)
}
