//! Finds out what became of batches: results, failures, signs of life, and what the engine still has.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::batch::FailedBatch;
use super::life::{EVERY, Sign};
use super::outstanding::{Batch, BatchState};
use super::result_file;
use super::run::Run;
use crate::on::{Engine, FailedStart};
use crate::tell;
use crate::terminal::harmless;

/// A batch that fails on this many machines, or this many times anywhere, ends the run.
const MOST_MACHINES: usize = 3;
const MOST_ATTEMPTS: u32 = 25;

/// Starts of tasks that may fail without a result between them, and before anything was played.
const MOST_FAILED_STARTS: u32 = 20;
const MOST_FIRST_STARTS: u32 = 3;

/// Time for which files of a task that has ended may still be on their way.
const ON_THE_WAY: Duration = Duration::from_secs(15);

/// A task that has begun is lost after this many missing signs of life, where the engine does not know it.
const MISSING_SIGNS: u32 = 12;

impl Run<'_> {
    /// Notes new results and failures. Returns whether there were any.
    ///
    /// # Errors
    /// If the folder cannot be read, or a batch fails again and again.
    pub(super) fn collect(&mut self, engine: &mut dyn Engine) -> Result<bool> {
        let unreadable = "cannot read the folder of the run";
        let mut is_news = false;
        for task in self.folder.numbers("results").context(unreadable)? {
            if !self.batches.open().contains(&task) {
                if self.batches.get(task).is_none() && !self.is_later(task) {
                    // A second copy of a task whose games are in the log.
                    self.folder.forget(task);
                }
                continue;
            }
            is_news = true;
            match result_file::header(&self.folder.results(task), &self.plan.id, task) {
                Ok(header) => {
                    self.hosts.done(&header.host);
                    let units = self.batches.get(task).map_or(1, |batch| batch.units);
                    self.sizes.learn(units, header.seconds);
                    self.done += 1;
                    self.failed_starts = 0;
                    self.batches.done(task);
                    let _ = fs::remove_file(self.folder.running(task));
                }
                Err(why) => self.unusable(task, &why)?,
            }
        }
        for task in self.folder.numbers("failed").context(unreadable)? {
            let failed = FailedBatch::read(&self.folder.failed(task));
            let _ = fs::remove_file(self.folder.failed(task));
            if let Some(failed) = failed.filter(|_| self.batches.open().contains(&task)) {
                is_news = true;
                self.failed(task, Some(&failed.host), &failed.why, failed.is_out)?;
            }
        }
        if engine.now() >= self.next_poll {
            self.next_poll = engine.now() + self.poll;
            self.look_for_lost(engine)?;
        }
        Ok(is_news)
    }

    /// The results of a batch cannot be used.
    pub(super) fn unusable(&mut self, task: u64, why: &str) -> Result<()> {
        let _ = fs::remove_file(self.folder.results(task));
        self.failed(task, None, &format!("its results cannot be used: {why}"), false)
    }

    /// A batch failed or was lost; it will be played again.
    fn failed(&mut self, task: u64, host: Option<&str>, why: &str, is_out: bool) -> Result<()> {
        self.failed_at(task, host, None, why, is_out)
    }

    /// A batch failed on a machine whose name the task itself has given, or was given to a machine on which it did not begin.
    fn failed_at(
        &mut self,
        task: u64,
        host: Option<&str>,
        not_begun_on: Option<&str>,
        why: &str,
        is_out: bool,
    ) -> Result<()> {
        let Some(batch) = self.batches.get(task) else { return Ok(()) };
        // The machine is not to blame for a task that ended with an earlier front end.
        let sign = batch.sign.take().filter(|_| !batch.is_old);
        let host = host.map(str::to_owned).or(sign.map(|sign| sign.host));
        let _ = fs::remove_file(self.folder.running(task));
        let mut is_hopeless = false;
        if !is_out {
            batch.attempts += 1;
            batch.failed_on.extend(host.clone());
            let machines = batch.failed_on.len();
            is_hopeless = machines >= MOST_MACHINES || batch.attempts >= MOST_ATTEMPTS;
            self.failures += 1;
            let host = host.or(not_begun_on.map(str::to_owned));
            let place = host.as_ref().map_or(String::new(), |host| format!(" on {host}"));
            tell!("batch {task} failed{place}: {}", harmless(why));
            // One that cannot be reached for a moment fails with each batch at once, which counts as one failure.
            let is_known = not_begun_on.is_some_and(|it| !self.unreached.insert(it.to_owned()));
            if let Some(host) = host.filter(|host| !is_known && self.hosts.failed(host)) {
                tell!("{host} is taken out of the run: its last ten batches failed");
                self.hosts.save(&self.folder).context("cannot write which machines are out")?;
            }
        }
        self.batches.again(task);
        let nobody =
            self.hosts.iter().next().is_some() && self.hosts.iter().all(|(_, host)| host.is_out);
        if nobody {
            bail!(
                "every machine of the run was taken out; the last batch failed because {}",
                harmless(why)
            );
        }
        if is_hopeless {
            let by_hand = format!("{} --task {task}", shell_words::join(&self.words));
            bail!("{}", hopeless(task, not_begun_on, &by_hand));
        }
        Ok(())
    }

    /// Finds the batches that nobody plays any more.
    fn look_for_lost(&mut self, engine: &mut dyn Engine) -> Result<()> {
        let now = engine.now();
        let held = match engine.held(&self.arrays) {
            Ok(held) => held,
            Err(error) => {
                if !self.is_deaf {
                    tell!("{} does not answer, and is asked again: {error:#}", engine.name());
                }
                self.is_deaf = true;
                // Nothing is known now, so nothing is lost.
                Some(self.batches.open().iter().copied().collect::<HashSet<u64>>())
            }
        };
        self.waits_for = engine.waits_for().map(|why| harmless(why).into_owned());
        let signs: HashSet<u64> = self
            .folder
            .numbers("running")
            .context("cannot read signs of life")?
            .into_iter()
            .collect();
        let open: Vec<u64> = self.batches.open().iter().copied().collect();
        let (mut lost, mut silent) = (Vec::new(), Vec::new());
        let silence = self.lost_after.max(EVERY * 3);
        for task in open {
            let path = self.folder.running(task);
            let Some(batch) = self.batches.get(task) else { continue };
            if batch.state != BatchState::Out {
                continue;
            }
            let sign = signs.contains(&task).then(|| Sign::read(&path)).flatten();
            if sign.is_some() && sign != batch.sign {
                batch.sign = sign;
                (batch.seen, batch.signed, batch.is_old) = (now, now, false);
            }
            let is_held = held.as_ref().map(|held| held.contains(&task));
            let patience = match is_held {
                Some(true) => {
                    batch.seen = now;
                    let is_silent = now.duration_since(batch.signed) > silence;
                    if batch.sign.is_some() && is_silent {
                        silent.push(task);
                    }
                    continue;
                }
                Some(false) if batch.sign.is_none() => self.lost_after.min(ON_THE_WAY),
                Some(false) => self.lost_after.min(ON_THE_WAY.max(EVERY * 3)),
                None if batch.sign.is_some() => self.lost_after.min(EVERY * MISSING_SIGNS),
                None => self.lost_after,
            };
            if now.duration_since(batch.seen) > patience {
                lost.push(task);
            }
        }
        for task in silent {
            if !self.has_news(task) {
                self.silent(task);
            }
        }
        self.unreached.clear();
        for task in lost {
            // Perhaps its results have come since.
            if self.has_news(task) {
                continue;
            }
            let why = format!("it was lost{}", self.last_words(engine, task));
            // Its own name of its machine is better than that of the engine.
            let has_sign = self.batches.get(task).is_some_and(|batch| batch.sign.is_some());
            let machine = if has_sign { None } else { engine.machine_of(task) };
            self.failed_at(task, None, machine.as_deref(), &why, false)?;
        }
        for start in engine.failed_starts() {
            self.start_failed(engine, &start)?;
        }
        Ok(())
    }

    /// The engine has a task that gives no signs of life: its machine hangs or was cut off, or it waits for another turn. It
    /// is played once more, whichever is first. This is no failure, since the task may have been put back into the queue.
    fn silent(&mut self, task: u64) {
        let Some(sign) = self.batches.get(task).and_then(|batch| batch.sign.take()) else { return };
        tell!(
            "batch {task} gives no signs of life on {}, and is played once more",
            harmless(&sign.host)
        );
        let _ = fs::remove_file(self.folder.running(task));
        self.silent.insert(task);
        self.batches.again(task);
    }

    /// The start of some tasks failed: those without a sign of life are played again.
    ///
    /// # Errors
    /// If starts fail again and again; earlier if nothing was ever played and nothing may still come.
    fn start_failed(&mut self, engine: &dyn Engine, start: &FailedStart) -> Result<()> {
        let is_dead = |batch: &Batch| batch.state == BatchState::Out && batch.sign.is_none();
        let mut dead = Vec::new();
        for &task in &start.tasks {
            if self.batches.get(task).is_some_and(|batch| is_dead(batch)) && !self.has_news(task) {
                dead.push(task);
            }
        }
        let Some(&first) = dead.first() else { return Ok(()) };
        self.failed_starts += 1;
        let words = self.last_words(engine, first);
        for task in dead {
            self.failed(task, None, &format!("{}{words}", start.why), false)?;
        }
        let is_played = self.done > 0 || self.batches.iter().any(|it| it.state != BatchState::New);
        let most = if is_played { MOST_FAILED_STARTS } else { MOST_FIRST_STARTS };
        if self.failed_starts >= most {
            bail!("{} cannot start tasks: {}{words}", engine.name(), start.why);
        }
        Ok(())
    }

    /// Whether a task has results or a failure that were not read.
    pub(super) fn has_news(&self, task: u64) -> bool {
        self.folder.results(task).exists() || self.folder.failed(task).exists()
    }

    /// The last lines that a task printed, as the end of a sentence; empty if the engine does not keep them.
    fn last_words(&self, engine: &dyn Engine, task: u64) -> String {
        let has = |(_, first, count): &&(String, u64, u64)| (*first..first + count).contains(&task);
        let array = self.arrays.iter().rev().find(has);
        let words = array.and_then(|it| engine.last_words(it, task, &self.folder.words()));
        words.map_or(String::new(), |words| {
            format!("; its last words: {}", harmless(&words.lines().join(" / ")))
        })
    }
}

/// What to do after a batch failed again and again, the last time on a machine on which it did not begin.
fn hopeless(task: u64, not_begun_on: Option<&str>, by_hand: &str) -> String {
    let ends = format!("batch {task} failed again and again, so the run ends");
    let again = "then give the same command again, which plays what is missing";
    match not_begun_on.map(harmless) {
        Some(machine) => format!(
            "{ends}: it did not begin on {machine}; see whether `ssh {machine}` answers, or leave that machine out of \
             sshlogin, {again}"
        ),
        None => format!("{ends}; to see why, play it by hand: {by_hand}; {again}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_run_names_the_machine_that_does_not_answer_or_a_command() {
        let machine = hopeless(3, Some("node7"), "referee batch plan --task 3");
        assert!(machine.contains("`ssh node7`") && machine.contains("leave that machine out"));
        assert!(!machine.contains("--task"), "the batch is not to blame: {machine}");
        assert!(hopeless(3, None, "referee batch plan --task 3").contains("plan --task 3; then"));
    }
}
