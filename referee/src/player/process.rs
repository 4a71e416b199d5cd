//! A child process that speaks over its standard input and output.
//!
//! Whatever the program does, it can neither block nor bring down the referee, nor outlive it. (This
//! leans on Linux: on its orphans finding a new parent, and on `/proc`.)
//!
//! * Lines end at newline or carriage return. Lines written early are kept and answer the next
//!   request, as on CodinGame. A line that is too long is [`Fault::Garbage`] as soon as that is
//!   clear; output and standard error that nobody waits for are read up to a bound.
//! * Time runs from the moment at which the last line was handed over to the complete answer, on a
//!   monotonic clock. A program that does not take its input has the same time for that. An answer
//!   that is there when the referee wakes up at the deadline counts: what a busy machine adds is
//!   not the program's fault.
//! * Its end is noticed at once, as is the end of its output, whoever else holds the pipes.
//! * Its memory, with that of all processes it starts, is watched (see `memory.rs`).
//! * At the end or at a fault all those processes are killed (see `keeper.rs`).

mod asked;
mod cores;
mod keeper;
mod launch;
mod lines;
mod memory;
mod streams;

use std::fs::File;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, ensure};
use nix::poll::PollFlags;
use nix::unistd::Pid;

use self::asked::Asked;
use self::keeper::{Death, Keeper};
pub use self::launch::{Launch, Limits, SITE_MEMORY_BYTES};
use self::lines::{Lines, quote};
use self::memory::{CONFESSIONS, Watch};
use self::streams::{Errors, Found, Input, read};
use super::{Interest, Player, Ready, Reply};
use crate::game::{Answer, Expected, Fault};

/// Output that nobody has asked for is read up to this size; then it waits in the pipe.
const AHEAD: usize = 64 * 1024;
/// Most bytes of output read in one go, so that a flood keeps nobody else waiting.
const AT_ONCE: usize = 256 * 1024;
/// What a dead program may have left in its pipe: the most that a pipe can be made to hold.
const LEGACY: usize = 1 << 20;
/// The end of the output mostly means that the program is ending: so long its end is awaited, to
/// tell the two apart.
const FAREWELL: Duration = Duration::from_millis(250);

// What the player waits for. The output stands before the errors: what was written to standard
// error before the answer is then known when the answer is.
const OUTPUT: u8 = 0;
const ERRORS: u8 = 1;
const REPORT: u8 = 2;
const INPUT: u8 = 3;

/// A program in a seat.
pub struct ProcessPlayer {
    name: String,
    limits: Limits,
    keeper: Keeper,
    input: Input,
    /// `None` once it has ended.
    output: Option<File>,
    output_ended: Option<Instant>,
    errors: Errors,
    lines: Lines,
    watch: Watch,
    asked: Option<Asked>,
    reply: Option<Reply>,
    death: Option<Death>,
    /// Why the player is out of the game for good.
    fallen: Option<(Fault, String)>,
    /// The referee's own trouble, met where it could not be returned, and when.
    trouble: Option<(Instant, Error)>,
}

impl ProcessPlayer {
    /// Starts a program as a player called `name`. Returns when the program runs.
    ///
    /// # Errors
    /// A sentence for the user if the program cannot be started, or the referee's own trouble.
    pub fn spawn(name: impl Into<String>, launch: &Launch) -> Result<Self> {
        let limits = launch.limits;
        ensure!(
            limits.timeout_factor >= 0.0,
            "a timeout factor of {} makes no sense: give a positive number",
            limits.timeout_factor
        );
        let (keeper, streams) = Keeper::start(&launch.prepare()?)?;
        Ok(Self {
            name: name.into(),
            limits,
            input: Input::new(streams.input),
            output: Some(streams.output),
            output_ended: None,
            errors: Errors::new(streams.errors, limits.stderr_bytes),
            lines: Lines::default(),
            watch: Watch::new(limits.memory_bytes, keeper.pid()),
            keeper,
            asked: None,
            reply: None,
            death: None,
            fallen: None,
            trouble: None,
        })
    }

    /// The program's process id.
    pub fn pid(&self) -> Pid {
        self.keeper.bot()
    }

    /// Reads the output that is there, until `most` bytes have come.
    fn listen(&mut self, most: usize, now: Instant) -> Result<()> {
        let mut rest = most;
        while let Some(output) = self.output.as_ref().filter(|_| rest > 0) {
            let room = self.lines.room();
            let wanted = room.len();
            match read(output, room).context("cannot read its output")? {
                Found::Nothing => break,
                Found::End => {
                    self.output = None;
                    self.output_ended = Some(now);
                }
                Found::Bytes(bytes) => {
                    self.lines.filled(bytes);
                    rest = rest.saturating_sub(bytes);
                    // A pipe that gave less than asked for is empty: no need to try again.
                    if bytes < wanted {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// How much output is wanted now, in bytes.
    fn appetite(&self) -> usize {
        if self.asked.is_some() { AT_ONCE } else { AHEAD.saturating_sub(self.lines.held()) }
    }

    /// Finds out whether the answer is complete, or never will be.
    fn judge(&mut self, now: Instant) -> Result<()> {
        let deadline = self.asked.as_ref().and_then(Asked::deadline);
        let late = deadline.is_some_and(|deadline| deadline <= now);
        if late {
            // A last look: the referee itself may have slept for too long.
            self.listen(AT_ONCE, now)?;
        }
        let Some(asked) = &mut self.asked else { return Ok(()) };
        if let Some(problem) = asked.take(&mut self.lines) {
            return self.fall(Fault::Garbage, problem, now);
        }
        if asked.is_complete() {
            self.answer(now);
            return Ok(());
        }
        let lateness = late.then(|| asked.lateness(&self.lines));
        if let Some(death) = self.death {
            let (fault, detail) = self.obituary(death);
            self.fall(fault, detail, now)
        } else if let Some(ended) = self.output_ended {
            if now < ended + FAREWELL {
                return Ok(());
            }
            self.fall(Fault::Exit, "closed its output".to_owned(), now)
        } else if let Some(detail) = lateness {
            self.fall(Fault::Timeout, detail, now)
        } else {
            Ok(())
        }
    }

    /// Makes the reply of a complete answer.
    fn answer(&mut self, now: Instant) {
        if let Some(asked) = self.asked.take() {
            let micros = asked.micros(now);
            let reply = Reply::lines(asked.lines, micros);
            self.reply = Some(Reply { stderr: self.errors.take(), ..reply });
            self.watch.answered(now);
        }
    }

    /// Throws the player out and ends the program.
    fn fall(&mut self, fault: Fault, detail: String, now: Instant) -> Result<()> {
        let delay_micros = self.delay(now).as_micros() as u64;
        self.keeper.dismiss();
        self.errors.finish().context("cannot read its standard error")?;
        if let Some(asked) = self.asked.take() {
            let micros = asked.micros(now);
            let reply = Reply::fault(fault, &*detail, micros);
            let answer = Answer { lines: asked.lines, fault: Some(fault) };
            self.reply = Some(Reply { answer, delay_micros, stderr: self.errors.take(), ..reply });
        } else if let Some(reply) = &mut self.reply {
            reply.answer.fault = Some(fault);
            reply.detail = Some(detail.clone());
            reply.stderr.extend(self.errors.take());
        }
        self.fallen = Some((fault, detail));
        self.output = None;
        self.input.shut();
        Ok(())
    }

    /// Part of the time of the answer that was not the program's own: it waited for a core, or the
    /// referee woke up after the deadline.
    fn delay(&self, now: Instant) -> Duration {
        let Some(asked) = &self.asked else { return Duration::ZERO };
        let late = asked.deadline().map_or(Duration::ZERO, |at| now.saturating_duration_since(at));
        let waited = asked.waited_before.and_then(|before| {
            cores::waited(self.keeper.bot()).map(|after| after.saturating_sub(before))
        });
        late + waited.unwrap_or_default()
    }

    /// What to call the end of the program.
    fn obituary(&self, death: Death) -> (Fault, String) {
        if let Some(limit) = self.limits.memory_bytes {
            if let Some(peak) = death.peak_bytes.filter(|&peak| peak >= limit) {
                return (Fault::OutOfMemory, format!("{}, then {death}", excess(peak, limit)));
            }
            if !death.is_success() && self.errors.names(&CONFESSIONS) {
                return (Fault::OutOfMemory, format!("could not allocate memory, then {death}"));
            }
        }
        match self.lines.begun() {
            [] => (Fault::Exit, death.to_string()),
            begun => (Fault::Exit, format!("{death} in the middle of the line {}", quote(begun))),
        }
    }
}

impl Player for ProcessPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        let began = Instant::now();
        self.input.push(lines);
        if let Err(error) = self.input.write() {
            self.trouble = Some((began, Error::new(error).context("cannot write its input")));
        }
        let Some(expected) = expected else { return };
        self.reply = None;
        if let Some((fault, detail)) = &self.fallen {
            let reply = Reply::fault(*fault, &**detail, 0);
            self.reply = Some(Reply { stderr: self.errors.take(), ..reply });
            return;
        }
        let mut asked = Asked::new(expected, self.limits.timeout_factor, began);
        let mut now = began;
        if self.input.blocked().is_none() {
            now = Instant::now();
            asked.flushed(now);
        }
        self.asked = Some(asked);
        self.watch.asked(now);
        if let Err(error) = self.judge(now) {
            self.trouble = Some((began, error));
        }
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn interests<'a>(&'a self, into: &mut Vec<Interest<'a>>) {
        if self.fallen.is_some() {
            return;
        }
        let mut listen = |id, file: Option<&'a File>, events| {
            into.extend(file.map(|file| Interest { id, fd: file.as_fd(), events }));
        };
        listen(OUTPUT, self.output.as_ref().filter(|_| self.appetite() > 0), PollFlags::POLLIN);
        listen(ERRORS, self.errors.pipe(), PollFlags::POLLIN);
        listen(REPORT, self.death.is_none().then(|| self.keeper.report()), PollFlags::POLLIN);
        listen(INPUT, self.input.blocked(), PollFlags::POLLOUT);
    }

    fn wake_at(&self) -> Option<Instant> {
        if let Some((since, _)) = self.trouble {
            return Some(since);
        }
        if self.fallen.is_some() {
            return None;
        }
        let answer = self.asked.as_ref().and_then(|asked| match self.output_ended {
            // No answer can come any more, however much time there is.
            Some(ended) => Some(ended + FAREWELL),
            None => asked.deadline(),
        });
        answer.into_iter().chain(self.watch.next()).min()
    }

    fn attend(&mut self, now: Instant, ready: Ready) -> Result<()> {
        if let Some((_, trouble)) = self.trouble.take() {
            return Err(trouble);
        }
        if self.fallen.is_some() {
            return Ok(());
        }
        if let Some(asked) = self.asked.as_mut().filter(|_| !ready.any()) {
            // The bot takes its time; only then is it worth asking what for.
            let bot = self.keeper.bot();
            asked.waited_before = asked.waited_before.or_else(|| cores::waited(bot));
        }
        if ready.has(INPUT) {
            self.input.write().context("cannot write its input")?;
            if let Some(asked) = self.asked.as_mut().filter(|_| self.input.blocked().is_none()) {
                asked.flushed(Instant::now());
            }
        }
        if ready.has(OUTPUT) {
            self.listen(self.appetite(), now)?;
        }
        if ready.has(ERRORS) {
            self.errors.read().context("cannot read its standard error")?;
        }
        if ready.has(REPORT) {
            self.death = self.keeper.death()?;
            if self.death.is_some() {
                // What it wrote before its end is all there; what comes later is not its own.
                self.listen(LEGACY, now)?;
                self.errors.read().context("cannot read its standard error")?;
                self.output = None;
                self.watch.stop();
            }
        }
        self.judge(now)?;
        if let Some(bytes) = self.watch.look(now, self.asked.is_some())? {
            let limit = self.limits.memory_bytes.unwrap_or(u64::MAX);
            self.fall(Fault::OutOfMemory, excess(bytes, limit), now)?;
        }
        Ok(())
    }

    fn dismiss(&mut self) {
        self.keeper.dismiss();
        self.input.shut();
        self.output = None;
        self.asked = None;
        self.fallen.get_or_insert_with(|| (Fault::Exit, "ended by the referee".to_owned()));
    }

    fn close(&mut self) {
        self.dismiss();
        self.keeper.close();
    }
}

/// That a program took too much memory, for people.
fn excess(bytes: u64, limit: u64) -> String {
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    format!("took {} MB of memory, {} are allowed", megabytes(bytes), megabytes(limit))
}
