//! A program that plays over its standard input and output.
//!
//! The program can neither block the referee, make it fail, nor run longer than the referee. This needs Linux.
//!
//! * A line ends at a newline or a carriage return. Lines written early are kept and answer the next
//!   request, as on CodinGame. A line that is too long is [`Fault::Garbage`] even before its
//!   end has come. Output and standard error of a player that is not asked are read up to a limit.
//! * Time runs from the moment when the last byte sent is in the pipe until the answer is complete,
//!   on a monotonic clock; for the first answer it runs from when the program has begun to read, so its start
//!   does not count. A program that does not read its input must read it within the same limit. Time in which the
//!   program was ready to run but had no core is added to the limit (see `core_wait.rs` and `lateness.rs`). An
//!   answer that has come when the referee wakes up at the deadline counts.
//! * The end of the program is noticed at once, and so is the end of its output, even if another
//!   process holds the pipes open.
//! * Its memory, with that of all processes it starts, is watched (see `memory.rs`).
//! * At the end of the game, or at a fault, all those processes are killed (see `supervisor.rs`).

mod answer_clock;
mod bridge;
mod calls;
mod control_group;
mod core_wait;
mod exit_fault;
mod family;
mod filter;
mod finite;
mod flow;
mod guard;
mod held_files;
mod in_transit;
mod lateness;
mod launch;
pub(super) mod lines;
mod memory;
mod mounts;
mod overheard;
mod pass_through;
pub(super) mod pending;
mod relay;
mod signalled;
mod stranger;
pub(super) mod streams;
mod supervisor;
mod thread_limit;

use std::fs::File;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, ensure};
use nix::poll::PollFlags;
use nix::unistd::Pid;

use self::answer_clock::AnswerClock;
pub use self::bridge::Bridge;
pub use self::calls::Allowed;
use self::exit_fault::{exit_fault, group_message};
pub use self::finite::{Printed, PrintedEnd, print};
use self::lateness::Judgement;
use self::launch::Prepared;
pub use self::launch::{Clock, Launch, Limits, SITE_MEMORY_BYTES, STARTUP};
use self::lines::Lines;
use self::memory::{MemoryWatch, OUT_OF_MEMORY_MESSAGES};
pub use self::overheard::{BotEnd, Overheard, OverheardExchange};
pub use self::pass_through::pass_through;
use self::pending::PendingAnswer;
pub use self::pending::TimeRule;
pub use self::relay::relay;
use self::signalled::is_stopped;
use self::stranger::Isolation;
pub use self::stranger::Stranger;
use self::streams::{Input, ReadResult, StderrTail, read};
use self::supervisor::Supervisor;
pub use self::supervisor::{ExitStatus, adopt_orphans};
pub(super) use self::supervisor::{ended, started_by_referee};
pub use self::thread_limit::{STRANGER_THREADS, THREADS};
use super::{Interest, Player, Ready, Reply};
use crate::game::{Answer, Expected, Fault};

/// Output of a player that is not asked is read until this many bytes wait to be taken. The rest stays in the pipe.
const MOST_BYTES_UNASKED: usize = 64 * 1024;
/// Most bytes of output that are read in one call, so that a program that writes without end does
/// not delay the others.
const MOST_BYTES_PER_CALL: usize = 256 * 1024;
/// Most bytes that a program may have left in its pipe when it ended: the most that Linux lets a
/// pipe hold.
const MOST_BYTES_IN_PIPE: usize = 1 << 20;
/// A program whose output ends is mostly about to exit. The referee waits this long for the exit,
/// to report the one or the other.
const EXIT_WAIT: Duration = Duration::from_millis(250);

/// How long the referee waits at the end of a game for a program that still writes to standard error.
const LAST_WORDS: Duration = Duration::from_millis(50);
/// Time between checks whether it still writes.
const BETWEEN_LAST_WORDS: Duration = Duration::from_micros(500);

// Numbers of the files that the player waits for; see `Interest`.
const OUTPUT: u8 = 0;
const ERRORS: u8 = 1;
const REPORT: u8 = 2;
const INPUT: u8 = 3;

/// A program in a seat.
pub struct ProcessPlayer {
    /// Dropping it removes the scratch folder of a stranger.
    _isolation: Option<Isolation>,
    name: String,
    limits: Limits,
    supervisor: Supervisor,
    input: Input,
    /// `None` once the output has ended.
    output: Option<File>,
    output_ended: Option<Instant>,
    stderr: StderrTail,
    lines: Lines,
    memory: MemoryWatch,
    pending: Option<PendingAnswer>,
    clock: AnswerClock,
    /// Whether the program has read what it was sent, or has had the time to start.
    has_started: bool,
    reply: Option<Reply>,
    exit_status: Option<ExitStatus>,
    /// The fault for which the player was thrown out, and the message.
    failed: Option<(Fault, String)>,
    /// An error of the referee's own in a function that cannot return it, and when it happened.
    referee_error: Option<(Instant, Error)>,
}

impl ProcessPlayer {
    /// Starts a program as a player called `name`. Returns when the program runs.
    ///
    /// # Errors
    /// If the program cannot be started (a sentence for the user), or if the referee itself fails.
    pub fn spawn(name: impl Into<String>, launch: &Launch) -> Result<Self> {
        let limits = launch.limits;
        ensure!(
            limits.timeout_factor >= 0.0,
            "a timeout factor of {} makes no sense: give a positive number",
            limits.timeout_factor
        );
        Self::start(name, limits, launch.prepare()?)
    }

    fn start(name: impl Into<String>, limits: Limits, prepared: Prepared) -> Result<Self> {
        let (supervisor, streams) = Supervisor::start(&prepared)?;
        let held = (limits.memory_bytes, prepared.most_threads);
        let memory = MemoryWatch::of(prepared.group, held, supervisor.in_force(), supervisor.pid());
        Ok(Self {
            _isolation: prepared.isolation,
            name: name.into(),
            limits,
            input: Input::new(streams.input),
            output: Some(streams.output),
            output_ended: None,
            stderr: StderrTail::new(streams.stderr, limits.stderr_bytes),
            lines: Lines::default(),
            memory,
            clock: AnswerClock::new(limits.clock, supervisor.pid()),
            supervisor,
            has_started: false,
            pending: None,
            reply: None,
            exit_status: None,
            failed: None,
            referee_error: None,
        })
    }

    /// The program's process id.
    pub fn pid(&self) -> Pid {
        self.supervisor.program()
    }

    /// Reads the available output, up to about `most` bytes.
    fn read_output(&mut self, most: usize, now: Instant) -> Result<()> {
        let mut rest = most;
        while let Some(output) = self.output.as_ref().filter(|_| rest > 0) {
            let room = self.lines.room();
            let wanted = room.len();
            match read(output, room).context("cannot read its output")? {
                ReadResult::Nothing => break,
                ReadResult::End => {
                    self.output = None;
                    self.output_ended = Some(now);
                }
                ReadResult::Bytes(bytes) => {
                    self.lines.filled(bytes);
                    rest = rest.saturating_sub(bytes);
                    // A pipe that returned fewer bytes than asked for is empty.
                    if bytes < wanted {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// How much output to read now, in bytes.
    fn output_wanted(&self) -> usize {
        match self.pending {
            Some(_) => MOST_BYTES_PER_CALL,
            None => MOST_BYTES_UNASKED.saturating_sub(self.lines.held()),
        }
    }

    /// Makes the reply if the answer is complete, or can no longer become complete.
    fn check_answer(&mut self, now: Instant) -> Result<()> {
        let deadline = self.pending.as_ref().and_then(|pending| self.clock.deadline(pending));
        let is_late = deadline.is_some_and(|deadline| now >= deadline);
        if is_late {
            // The referee itself may have woken up late: look once more.
            self.read_output(MOST_BYTES_PER_CALL, now)?;
        }
        let Some(pending) = &mut self.pending else { return Ok(()) };
        if let Some(problem) = pending.take_lines(&mut self.lines) {
            return self.fail(Fault::Garbage, problem, now);
        }
        if pending.is_complete() {
            return self.complete_answer(now);
        }
        let timeout = is_late.then(|| pending.timeout_message(&self.lines));
        if let Some(status) = self.exit_status {
            let limit = self.limits.memory_bytes;
            let says_out_of_memory = self.stderr.contains_any(&OUT_OF_MEMORY_MESSAGES);
            let (fault, message) = if self.memory.group_ran_out() {
                (Fault::OutOfMemory, group_message(limit.unwrap_or(u64::MAX)))
            } else {
                exit_fault(status, limit, says_out_of_memory, self.lines.begun())
            };
            self.fail(fault, message, now)
        } else if let Some(ended) = self.output_ended {
            if now < ended + EXIT_WAIT {
                return Ok(());
            }
            self.fail(Fault::Exit, "closed its output".to_owned(), now)
        } else if let Some(message) = timeout {
            if self.clock.extend(pending, now)? {
                return Ok(());
            }
            self.fail(Fault::Timeout, message, now)
        } else {
            Ok(())
        }
    }

    /// Makes the reply of a complete answer.
    fn complete_answer(&mut self, now: Instant) -> Result<()> {
        let Some(pending) = &self.pending else { return Ok(()) };
        let judgement = self.clock.judge(pending, now)?;
        let measured = self.clock.measured(pending, now);
        if judgement == Judgement::TooLate {
            let message = "the answer came after the limit".to_owned();
            return self.fail(Fault::Timeout, message, now);
        }
        // What the program wrote to standard error before its answer is in the pipe now.
        self.stderr.read().context("cannot read its standard error")?;
        if let Some(pending) = self.pending.take() {
            self.has_started = true;
            let time = match measured.clock {
                Clock::Wall | Clock::Patient => measured.took,
                Clock::Cpu => measured.ran,
            };
            let micros = time.as_micros() as u64;
            let mut reply = Reply::lines(pending.lines, micros);
            if let Judgement::Excused(late) = judgement {
                reply.late_micros = late.as_micros() as u64;
                reply.delay_micros = measured.missed.as_micros() as u64;
            }
            self.reply = Some(Reply { stderr: self.stderr.take(), ..reply });
            self.memory.answered(now);
        }
        Ok(())
    }

    /// Throws the player out for a fault and begins to end the program.
    fn fail(&mut self, fault: Fault, message: String, now: Instant) -> Result<()> {
        let measured = self.pending.as_ref().map(|pending| self.clock.measured(pending, now));
        let is_signalled = match fault {
            Fault::Exit => self.exit_status.is_some_and(ExitStatus::is_by_signal),
            Fault::Timeout => self.supervisor.take_stopped() || is_stopped(self.supervisor.pid()),
            _ => false,
        };
        self.supervisor.begin_close();
        self.stderr.read_last().context("cannot read its standard error")?;
        if let Some(pending) = self.pending.take() {
            let micros = pending.micros(now);
            let reply = Reply::fault(fault, &*message, micros);
            let answer = Answer { lines: pending.lines, fault: Some(fault) };
            let stderr = self.stderr.take();
            let delay = measured.map_or(Duration::ZERO, |measured| measured.delay());
            let is_overloaded = measured.is_some_and(|measured| measured.is_overloaded());
            self.reply = Some(Reply {
                answer,
                delay_micros: delay.as_micros() as u64,
                overloaded: fault == Fault::Timeout && is_overloaded,
                signalled: is_signalled,
                stderr,
                ..reply
            });
        } else if let Some(reply) = &mut self.reply {
            reply.answer.fault = Some(fault);
            reply.signalled = is_signalled;
            reply.detail = Some(message.clone());
            reply.stderr.extend(self.stderr.take());
        }
        self.failed = Some((fault, message));
        self.output = None;
        self.input.close();
        Ok(())
    }
}

impl Player for ProcessPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn in_force(&self) -> Option<String> {
        Some(self.supervisor.in_force().to_string() + &self.memory.words())
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        let began = Instant::now();
        self.input.push(lines);
        if let Err(error) = self.input.write() {
            self.referee_error = Some((began, Error::new(error).context("cannot write its input")));
        }
        let Some(expected) = expected else { return };
        self.reply = None;
        self.supervisor.take_stopped();
        if let Some((fault, message)) = &self.failed {
            let reply = Reply::fault(*fault, &**message, 0);
            self.reply = Some(Reply { stderr: self.stderr.take(), ..reply });
            return;
        }
        let Limits { timeout_factor: factor, time_margin: margin, startup, .. } = self.limits;
        let mut pending = PendingAnswer::new(expected, TimeRule { factor, margin }, began);
        let mut now = began;
        if self.input.blocked().is_none() {
            now = Instant::now();
            pending.sent(now);
        }
        let begun = if self.has_started || self.input.was_read() {
            self.clock.start(now)
        } else {
            pending.starts_until(now + startup);
            self.clock.start_later(now);
            Ok(())
        };
        self.pending = Some(pending);
        self.memory.asked(now);
        if let Err(error) = begun.and_then(|()| self.check_answer(now)) {
            self.referee_error = Some((began, error));
        }
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn next_line(&mut self) -> Option<String> {
        self.lines.next().map(|line| String::from_utf8_lossy(line).into_owned())
    }

    fn interests<'a>(&'a self, into: &mut Vec<Interest<'a>>) {
        if self.failed.is_some() {
            return;
        }
        let mut wait_for = |id, file: Option<&'a File>, events| {
            into.extend(file.map(|file| Interest { id, fd: file.as_fd(), events }));
        };
        let output = self.output.as_ref().filter(|_| self.output_wanted() > 0);
        let reports = self.exit_status.is_none().then(|| self.supervisor.reports());
        wait_for(OUTPUT, output, PollFlags::POLLIN);
        wait_for(ERRORS, self.stderr.pipe(), PollFlags::POLLIN);
        wait_for(REPORT, reports, PollFlags::POLLIN);
        wait_for(INPUT, self.input.blocked(), PollFlags::POLLOUT);
    }

    fn wake_at(&self) -> Option<Instant> {
        if let Some((since, _)) = self.referee_error {
            return Some(since);
        }
        if self.failed.is_some() {
            return None;
        }
        let answer = self.pending.as_ref().and_then(|pending| match self.output_ended {
            // No answer can come any more, however much time is left.
            Some(ended) => Some(ended + EXIT_WAIT),
            None => self.clock.deadline(pending),
        });
        let look = self.pending.as_ref().and(self.clock.next_look());
        answer.into_iter().chain(look).chain(self.memory.next_sample()).min()
    }

    fn attend(&mut self, now: Instant, ready: Ready) -> Result<()> {
        if let Some((_, error)) = self.referee_error.take() {
            return Err(error);
        }
        if self.failed.is_some() {
            return Ok(());
        }
        if ready.has(INPUT) {
            self.input.write().context("cannot write its input")?;
            let is_written = self.input.blocked().is_none();
            if let Some(pending) = self.pending.as_mut().filter(|_| is_written) {
                pending.sent(Instant::now());
            }
        }
        if ready.has(OUTPUT) {
            self.read_output(self.output_wanted(), now)?;
        }
        if ready.has(ERRORS) {
            self.stderr.read().context("cannot read its standard error")?;
        }
        if ready.has(REPORT) {
            self.exit_status = self.supervisor.exit_status()?;
            if self.exit_status.is_some() {
                // What the program wrote is all in the pipe. Later output comes from others.
                self.read_output(MOST_BYTES_IN_PIPE, now)?;
                self.stderr.read().context("cannot read its standard error")?;
                self.output = None;
                self.memory.stop();
            }
        }
        self.check_answer(now)?;
        if let Some(pending) = &mut self.pending
            && let Some(message) = self.clock.look_if_due(pending, self.input.was_read(), now)?
        {
            self.fail(Fault::Timeout, message, now)?;
        }
        if let Some((fault, message)) = self.memory.sample_if_due(now, self.pending.is_some())? {
            self.fail(fault, message, now)?;
        }
        Ok(())
    }

    fn is_at_rest(&self) -> bool {
        self.clock.all_sleep()
    }

    fn last_words(&mut self) -> Vec<String> {
        let until = Instant::now() + LAST_WORDS;
        while self.stderr.pipe().is_some() {
            let is_busy = self.clock.any_is_ready();
            // What it wrote before it came to rest is in the pipe.
            if self.stderr.read().is_err() || !is_busy || Instant::now() >= until {
                break;
            }
            std::thread::sleep(BETWEEN_LAST_WORDS);
        }
        if self.stderr.read_last().is_err() {
            return Vec::new();
        }
        self.stderr.take()
    }

    fn begin_close(&mut self) {
        self.supervisor.begin_close();
        self.input.close();
        self.output = None;
        self.pending = None;
        self.failed.get_or_insert_with(|| (Fault::Exit, "ended by the referee".to_owned()));
    }

    fn close(&mut self) {
        self.begin_close();
        self.supervisor.close();
    }
}
