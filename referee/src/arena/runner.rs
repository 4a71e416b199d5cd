//! Plays games in parallel and writes each one to the log when it ends.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::{fs, thread, vec};

use anyhow::{Context, Result, bail};

use super::entrants::Entrants;
use super::file_name::file_name;
use super::log::Log;
use super::logged::Logged;
use super::match_game::{FinishedGame, GameConditions};
use super::observed::Observed;
use super::observer::Observer;
use super::plan::Job;
use super::settings::RunSettings;
use crate::player::process::adopt_orphans;

use crate::tell;
use crate::terminal::harmless;

/// Number of retries of a void game before the run fails.
const TRIES: usize = 3;

/// Plays games in parallel.
pub struct Arena<'a> {
    /// The settings.
    pub settings: &'a RunSettings,
    /// The bots.
    pub entrants: &'a Entrants,
    /// The bot whose lost games [`Keep::Losses`](super::Keep::Losses) keeps.
    pub hero: &'a str,
}

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All games were played.
    Done,
    /// The caller stopped it.
    Enough,
    /// It was interrupted.
    Interrupted,
}

impl Arena<'_> {
    /// Plays the missing games of a run with `games` games, unless the run is interrupted.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn play_all(
        &self,
        log: &mut Log,
        games: u64,
        jobs: Vec<Job>,
        observer: &mut dyn Observer,
    ) -> Result<Progress> {
        observer.begin(games, games.saturating_sub(jobs.len() as u64));
        let progress = self.run(log, jobs, |log, game| {
            observer.ended(log, game);
            ControlFlow::Continue(())
        });
        observer.end();
        progress
    }

    /// Plays jobs until none is left, `seen` stops the run, or it is interrupted. All finished
    /// games are in the log.
    ///
    /// # Errors
    /// If the log or a recording cannot be written, or a game is void repeatedly.
    pub fn run(
        &self,
        log: &mut Log,
        jobs: Vec<Job>,
        mut seen: impl FnMut(&Log, &Logged) -> ControlFlow<()>,
    ) -> Result<Progress> {
        // From now on no program is built.
        if self.settings.adopts_orphans {
            adopt_orphans();
        }
        let stop = AtomicBool::new(false);
        let interrupted = self.settings.interrupted;
        let conditions = GameConditions {
            settings: self.settings,
            entrants: self.entrants,
            stop: [&stop, interrupted],
        };
        let jobs = Mutex::new(jobs.into_iter());
        let (sender, results) = mpsc::channel();
        let mut observed = Observed::new(self.settings, self.entrants);
        let progress = thread::scope(|scope| {
            for slot in 0..self.settings.parallel {
                let (sender, jobs, conditions) = (sender.clone(), &jobs, &conditions);
                scope.spawn(move || work(conditions, slot, jobs, &sender));
            }
            drop(sender);
            let mut progress = Ok(Progress::Done);
            for result in results {
                let step = result.and_then(|finished| {
                    observed.after(log, &finished);
                    let game = self.keep(log, finished)?;
                    log.add(&game)?;
                    Ok(seen(log, &game))
                });
                progress = match step {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => Ok(Progress::Enough),
                    Err(error) => Err(error),
                };
                stop.store(true, Ordering::Relaxed);
                break;
            }
            match progress {
                Ok(Progress::Done) if conditions.ends_early() => Ok(Progress::Interrupted),
                progress => progress,
            }
        })?;
        observed.settle(log)?;
        Ok(progress)
    }

    /// Keeps the recording beside the log, in the folder `LOG.games`, if it is wanted.
    fn keep(&self, log: &Log, finished: FinishedGame) -> Result<Logged> {
        let FinishedGame { mut game, recording } = finished;
        if !self.settings.keep.wants(&game, self.hero) {
            return Ok(game);
        }
        let mut folder = log.path().as_os_str().to_owned();
        folder.push(".games");
        let folder = PathBuf::from(folder);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let name = format!("{}-{}", game.seed, game.bots.join("-vs-"));
        let file = folder.join(file_name(&name)).with_extension("jsonl");
        // The file is whole or absent, even if the disk is full.
        let part = file.with_extension("part");
        let written = fs::write(&part, recording).and_then(|()| fs::rename(&part, &file));
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written.with_context(|| format!("cannot write the recording {}", file.display()))?;
        let from = log.path().parent().unwrap_or(log.path());
        let relative = file.strip_prefix(from).unwrap_or(&file);
        game.recording = Some(relative.to_string_lossy().into_owned());
        Ok(game)
    }
}

/// Plays games one after the other until none is left or the run is aborted.
fn work(
    conditions: &GameConditions<'_>,
    slot: usize,
    jobs: &Mutex<vec::IntoIter<Job>>,
    results: &Sender<Result<FinishedGame>>,
) {
    while !conditions.ends_early() {
        let job = jobs.lock().map(|mut jobs| jobs.next());
        let Ok(Some(job)) = job else { break };
        let replays = conditions.settings.replays;
        let result = until_decided(replays, job.replayed, || try_play(conditions, &job, slot));
        if conditions.halted() || results.send(result).is_err() {
            break;
        }
    }
}

/// Plays a game, and replays it while the machine is overloaded, as often as the settings allow.
fn until_decided(
    replays: u32,
    mut replayed: u32,
    mut play: impl FnMut() -> Result<FinishedGame>,
) -> Result<FinishedGame> {
    loop {
        let mut finished = play()?;
        finished.game.replayed = replayed;
        if finished.game.is_decided() || replayed >= replays {
            return Ok(finished);
        }
        replayed += 1;
    }
}

/// Plays a game, and plays it again if it is void.
fn try_play(conditions: &GameConditions<'_>, job: &Job, slot: usize) -> Result<FinishedGame> {
    for _ in 1..TRIES {
        match conditions.play(job, slot) {
            Ok(finished) => return Ok(finished),
            Err(_) if conditions.halted() => bail!("given up"),
            Err(error) => {
                let reason = format!("{error:#}");
                tell!("a game on seed {} is void: {}; again", job.seed, harmless(&reason));
            }
        }
    }
    conditions.play(job, slot)
}

#[cfg(test)]
mod tests {
    use super::super::logged::logged;
    use super::*;
    use crate::game::Seat;

    /// A game in whose first plays the machine is overloaded: the number of plays, the number of
    /// replays in the log, and whether it is decided.
    fn played(overloaded: u32, replays: u32, replayed: u32) -> (u32, u32, bool) {
        let mut plays = 0;
        let finished = until_decided(replays, replayed, || {
            plays += 1;
            let mut game = logged("1", &["a", "b"], &[1, 2]);
            game.overloaded.extend((plays <= overloaded).then_some(Seat(1)));
            Ok(FinishedGame { game, recording: Vec::new() })
        });
        let game = finished.unwrap().game;
        (plays, game.replayed, game.is_decided())
    }

    #[test]
    fn a_game_is_replayed_while_the_machine_is_overloaded_up_to_the_limit() {
        assert_eq!(played(0, 2, 0), (1, 0, true));
        assert_eq!(played(1, 2, 0), (2, 1, true));
        assert_eq!(played(2, 2, 0), (3, 2, true));
        assert_eq!(played(9, 2, 0), (3, 2, false));
        assert_eq!(played(9, 0, 0), (1, 0, false));
        // Replays of an earlier run count.
        assert_eq!(played(9, 5, 3), (3, 5, false));
    }
}
