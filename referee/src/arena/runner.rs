//! Plays games in parallel and writes each one to the log when it ends.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::{fs, thread};

use anyhow::{Context, Error, Result, bail};

use super::elsewhere::{Played, RunElsewhere, Take};
use super::entrants::Entrants;
use super::faults::Faults;
use super::file_name::{file_name_in_any_case, path_in_log};
use super::finished_game::FinishedGame;
use super::job::Job;
use super::jobs::Jobs;
use super::log::Log;
use super::logged::Logged;
use super::match_game::GameConditions;
use super::observed::Observed;
use super::observer::Observer;
use super::progress::Progress;
use super::second_play::{Lateness, Machine, settled};
use super::settings::RunSettings;
use super::unchanged::Unchanged;
use crate::identity::Parts;
use crate::player::process::adopt_orphans;

use crate::tell;
use crate::terminal::harmless;

/// A run ends when this many games in a row are void.
const MOST_VOID_IN_A_ROW: u32 = 10;

/// Plays games in parallel.
pub struct Arena<'a> {
    /// The settings.
    pub settings: &'a RunSettings,
    /// The bots.
    pub entrants: &'a Entrants,
    /// The bot whose lost games [`Keep::Losses`](super::Keep::Losses) keeps.
    pub hero: &'a str,
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
        jobs: Jobs,
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

    /// Plays jobs until none is left, `seen` stops the run, a bot was thrown out of its last ten games, or the run is
    /// interrupted. All finished games are in the log. A void game is left out.
    ///
    /// # Errors
    /// If the log or a recording cannot be written, or ten games in a row are void.
    pub fn run(
        &self,
        log: &mut Log,
        jobs: Jobs,
        mut seen: impl FnMut(&Log, &Logged) -> ControlFlow<()>,
    ) -> Result<Progress> {
        let elsewhere = self.settings.elsewhere.as_deref();
        if elsewhere.is_none() {
            // From now on no program is built.
            if self.settings.adopts_orphans {
                adopt_orphans();
            }
            if !jobs.is_empty() {
                self.settings.note.tell();
            }
        }
        let machine = Machine::default();
        let mut late = Lateness::new(self.settings.is_strict, log, &machine)?;
        let mut faults = Faults::of(log);
        let mut observed = Observed::new(self.settings, self.entrants);
        let mut unchanged = Unchanged::new(log, self.entrants);
        let mut void = VoidGames::default();
        let place = log.path().to_owned();
        let mut take = |played: Played| match played.result {
            Ok(finished) => {
                void.in_a_row = 0;
                let finished = late.that_counts(finished);
                if elsewhere.is_none() {
                    unchanged.demand()?;
                    observed.after(log, &finished);
                }
                let game = self.keep(log, &faults, finished)?;
                log.add(&game)?;
                late.add(&game)?;
                faults.add(&game);
                let is_broken = faults.broken(&game.bots).is_some();
                Ok(match seen(log, &game) {
                    ControlFlow::Break(()) => Some(Progress::Enough),
                    _ if self.settings.keeps_going => None,
                    ControlFlow::Continue(()) => is_broken.then_some(Progress::Faulty),
                })
            }
            Err(why) => void.add(&played.seed, &why).map(|()| None),
        };
        let progress = match elsewhere {
            Some(elsewhere) => elsewhere.play(&self.for_elsewhere(&place), jobs, &mut take),
            None => self.play_here(jobs, &machine, &mut take),
        };
        if void.all > 0 && progress.is_ok() {
            tell!("{}", void.summary());
        }
        let progress = progress?;
        observed.settle(log)?;
        log.demand_as_written()?;
        Ok(progress)
    }

    /// What other machines have to know.
    fn for_elsewhere<'a>(&'a self, log: &'a Path) -> RunElsewhere<'a> {
        let settings = self.settings;
        let program = settings.contest.referee_program();
        let of_referee = program.iter().flat_map(|launch| Parts::of_launch(launch).carried());
        RunElsewhere {
            header: settings.header(),
            bots: self.entrants.programs().cloned().collect(),
            hero: self.hero,
            speeds: settings.is_calibrated.then(|| self.entrants.speeds()),
            files: self.entrants.files().into_iter().chain(of_referee).collect(),
            log,
            cores: settings.contest.about().thinkers.max(1) * settings.parallel.max(1),
            stop: [settings.interrupted, settings.stopping],
        }
    }

    /// Plays jobs on this machine, without a log, and hands over each game when it ends.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn play_batch(&self, jobs: Jobs, take: &mut Take<'_>) -> Result<Progress> {
        if self.settings.adopts_orphans {
            adopt_orphans();
        }
        self.play_here(jobs, &Machine::default(), take)
    }

    /// Plays jobs on this machine until `take` ends the run.
    fn play_here(&self, jobs: Jobs, machine: &Machine, take: &mut Take<'_>) -> Result<Progress> {
        let stop = AtomicBool::new(false);
        let conditions = GameConditions {
            settings: self.settings,
            entrants: self.entrants,
            stop: [&stop, self.settings.interrupted],
        };
        let jobs = Mutex::new(Queue { jobs, next: 0 });
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for slot in 0..self.settings.parallel {
                let (sender, jobs, conditions) = (sender.clone(), &jobs, &conditions);
                scope.spawn(move || work(conditions, slot, jobs, machine, &sender));
            }
            drop(sender);
            let mut progress = Ok(Progress::Done);
            for played in results {
                progress = match take(played) {
                    Ok(None) => continue,
                    Ok(Some(end)) => Ok(end),
                    Err(error) => Err(error),
                };
                stop.store(true, Ordering::Relaxed);
                break;
            }
            match progress {
                Ok(Progress::Done) if conditions.ends_early() => Ok(Progress::Interrupted),
                progress => progress,
            }
        })
    }

    /// Keeps the recording beside the log, in the folder `LOG.games`, if it is wanted, or if it is the first game in which a
    /// bot was thrown out.
    fn keep(&self, log: &Log, faults: &Faults, finished: FinishedGame) -> Result<Logged> {
        let FinishedGame { mut game, recording, .. } = finished;
        let bots = game.bots.clone();
        game.last_words.retain(|words| !faults.has_spoken(&bots[words.seat.0]));
        if game.last_words.is_empty() && !self.settings.keep.wants(&game, self.hero) {
            return Ok(game);
        }
        let mut folder = log.path().as_os_str().to_owned();
        folder.push(".games");
        let folder = PathBuf::from(folder);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let name = format!("{}-{}", game.seed, game.bots.join("-vs-"));
        let file = folder.join(file_name_in_any_case(&name)).with_extension("jsonl");
        // The file is whole or absent, even if the disk is full.
        let part = file.with_extension("part");
        let written = fs::write(&part, recording).and_then(|()| fs::rename(&part, &file));
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written.with_context(|| format!("cannot write the recording {}", file.display()))?;
        let from = log.path().parent().unwrap_or(log.path());
        let relative = file.strip_prefix(from).unwrap_or(&file);
        game.recording = Some(path_in_log(relative).into());
        Ok(game)
    }
}

/// Plays games one after the other until none is left or the run is aborted.
fn work(
    conditions: &GameConditions<'_>,
    slot: usize,
    jobs: &Mutex<Queue>,
    machine: &Machine,
    results: &Sender<Played>,
) {
    while !conditions.ends_early() {
        let Some((job, mirror)) = next_jobs(conditions, jobs) else { break };
        let replays = conditions.settings.replays;
        let may_replay = |bot: &str| machine.may_replay(bot);
        let play = |job: &Job| {
            let play = |company| machine.with(company, || conditions.play(job, slot));
            settled(replays, job, may_replay, || conditions.halted(), play)
        };
        let result = play(&job);
        let seen = result.as_ref().ok().zip(mirror.as_ref());
        let mirrored = seen.and_then(|(finished, mirror)| conditions.mirrored(mirror, finished));
        let played = Played { seed: job.seed, bots: job.bots, result };
        if conditions.halted() || results.send(played).is_err() {
            break;
        }
        let Some(mirror) = mirror else { continue };
        let result = mirrored.map_or_else(|| play(&mirror), Ok);
        let played = Played { seed: mirror.seed, bots: mirror.bots, result };
        if conditions.halted() || results.send(played).is_err() {
            break;
        }
    }
}

/// The next game, and the one after it if that may be the same game with the seats swapped.
fn next_jobs(conditions: &GameConditions<'_>, jobs: &Mutex<Queue>) -> Option<(Job, Option<Job>)> {
    let mut queue = jobs.lock().ok()?;
    let job = queue.jobs.get(queue.next)?;
    let next = queue.jobs.get(queue.next + 1);
    let mirror = next.filter(|next| conditions.is_mirror(&job, next));
    queue.next += 1 + usize::from(mirror.is_some());
    Some((job, mirror))
}

/// The games of a run and the place of the next one.
struct Queue {
    jobs: Jobs,
    next: usize,
}

/// The void games of a run.
#[derive(Default)]
struct VoidGames {
    all: u32,
    /// Those since the last game that counted.
    in_a_row: u32,
}

impl VoidGames {
    /// A game is void and is left out.
    ///
    /// # Errors
    /// A sentence that ends the run, if too many games in a row are void.
    fn add(&mut self, seed: &str, why: &Error) -> Result<()> {
        self.all += 1;
        self.in_a_row += 1;
        let why = format!("{why:#}");
        if self.in_a_row >= MOST_VOID_IN_A_ROW {
            bail!(
                "the last {MOST_VOID_IN_A_ROW} games were void, so the run ends; the last of them, on seed \
                 {seed}: {}",
                harmless(&why)
            );
        }
        tell!("a game on seed {seed} is void and left out: {}", harmless(&why));
        Ok(())
    }

    fn summary(&self) -> String {
        match self.all {
            1 => "1 game was void and is left out".to_owned(),
            all => format!("{all} games were void and are left out"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn void_games_are_left_out_until_ten_in_a_row_are_void() {
        let mut void = VoidGames::default();
        let why = anyhow::anyhow!("the referee program failed");
        for _ in 1..MOST_VOID_IN_A_ROW {
            void.add("7", &why).unwrap();
        }
        void.in_a_row = 0;
        for _ in 1..MOST_VOID_IN_A_ROW {
            void.add("8", &why).unwrap();
        }
        assert_eq!(void.summary(), "18 games were void and are left out");
        let end = void.add("9", &why).unwrap_err().to_string();
        assert!(end.starts_with("the last 10 games were void") && end.contains("on seed 9: the"));
        let one = VoidGames { all: 1, in_a_row: 1 };
        assert_eq!(one.summary(), "1 game was void and is left out");
    }
}
