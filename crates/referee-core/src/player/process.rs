//! A program that plays over its standard input and output.
//!
//! The program can neither block the referee, make it fail, nor run longer than the referee. What the operating system
//! does for that is behind `platform.rs`.
//!
//! * A line ends at a newline or a carriage return. Lines written early are kept and answer the next
//!   request, as on CodinGame. A line that is too long is [`Fault::Garbage`] even before its
//!   end has come. Output and standard error of a player that is not asked are read up to a limit.
//! * Time runs from the moment when the last byte sent is in the pipe until the answer is complete,
//!   on a monotonic clock; for the first answer it runs from when the program has begun to read, so its start
//!   does not count. A program that does not read its input must read it within the same limit. Time in which the
//!   program was ready to run but had no core is added to the limit (see `linux/core_wait.rs` and `lateness.rs`). An
//!   answer that has come when the referee wakes up at the deadline counts.
//! * The end of the program is noticed at once, and so is the end of its output, even if another
//!   process holds the pipes open.
//! * Its memory, with that of all processes it starts, is watched (see `memory.rs`).
//! * At the end of the game, or at a fault, all those processes are killed (see `linux/supervisor.rs`).

mod allowed;
mod answer_clock;
mod answers;
mod bridge;
mod counted_time;
mod exit_fault;
mod exit_status;
mod finite;
mod flow;
mod lateness;
mod launch;
pub(super) mod lines;
mod memory;
mod overheard;
mod own_work;
mod pass_through;
pub(super) mod pending;
mod platform;
mod promises;
mod relay;
mod started;
pub(super) mod streams;

use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, ensure};

pub use self::allowed::Allowed;
use self::answer_clock::AnswerClock;
pub use self::bridge::Bridge;
pub use self::exit_status::ExitStatus;
pub use self::finite::{MostPrinted, Printed, PrintedEnd, print};
pub use self::launch::{Clock, Launch, Limits, SITE_MEMORY_BYTES, STARTUP};
pub use self::launch::{STRANGER_THREADS, Stranger, THREADS, Walls};
use self::lines::Lines;
use self::memory::MemoryWatch;
pub use self::overheard::{BotEnd, Overheard, OverheardExchange};
use self::own_work::Begun;
pub use self::pass_through::{Passed, pass_through};
use self::pending::PendingAnswer;
pub use self::pending::TimeRule;
#[cfg(feature = "javascript")]
pub use self::platform::{Worker, watchdog};
pub use self::platform::{adopt_orphans, hide_from_bots, keep_file_from_bots, keep_from_bots};
use self::promises::Program;
pub use self::relay::relay;
use self::started::Started;
use self::streams::{Input, StderrTail};
use super::{Interest, Player, Ready, Reply};
use crate::game::{Expected, Fault};
use crate::system::{ReadResult, Reader, Source};

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
    name: String,
    limits: Limits,
    program: Box<dyn Program>,
    input: Input,
    /// `None` once the output has ended.
    output: Option<Reader>,
    output_ended: Option<Instant>,
    stderr: StderrTail,
    lines: Lines,
    memory: MemoryWatch,
    /// How long the last look at its memory took.
    memory_sample_took: Duration,
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
        Ok(Self::with(name, limits, platform::start(launch)?))
    }

    /// A program that was started.
    fn with(name: impl Into<String>, limits: Limits, started: Started) -> Self {
        let Started { program, streams, memory, time } = started;
        Self {
            name: name.into(),
            limits,
            input: Input::new(streams.input),
            output: Some(streams.output),
            output_ended: None,
            stderr: StderrTail::new(streams.stderr, limits.stderr_bytes),
            lines: Lines::default(),
            memory,
            memory_sample_took: Duration::ZERO,
            clock: AnswerClock::new(limits.clock, time),
            program,
            has_started: false,
            pending: None,
            reply: None,
            exit_status: None,
            failed: None,
            referee_error: None,
        }
    }

    /// The program's process id.
    pub fn pid(&self) -> u32 {
        self.program.pid()
    }

    /// Reads the available output, up to about `most` bytes.
    fn read_output(&mut self, most: usize, now: Instant) -> Result<()> {
        let mut rest = most;
        while let Some(output) = self.output.as_mut().filter(|_| rest > 0) {
            let room = self.lines.room();
            let wanted = room.len();
            match output.read(room).context("cannot read its output")? {
                ReadResult::Nothing => break,
                ReadResult::End => {
                    self.output = None;
                    self.output_ended = Some(now);
                }
                ReadResult::Bytes(bytes) => {
                    self.lines.filled(bytes);
                    rest = rest.saturating_sub(bytes);
                    // A pipe that returned fewer bytes than asked for is empty. On Windows that holds only for what was
                    // read ahead, and after the program's end nobody looks again.
                    if bytes < wanted && self.exit_status.is_none() {
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

    /// When to look at its memory next: an answer that comes in time must be noticed in time.
    fn next_memory_sample(&self) -> Option<Instant> {
        let next = self.memory.next_sample()?;
        let took = self.memory_sample_took;
        let deadline =
            self.pending.as_ref().and_then(|it| self.clock.deadline_too_near(it, took, next));
        Some(deadline.unwrap_or(next))
    }

    /// Reads and writes what can be read and written, and looks at the program if it is time to.
    fn serve(&mut self, now: Instant, ready: Ready) -> Result<()> {
        if ready.has(INPUT) {
            self.input.write().context("cannot write its input")?;
            let is_written = !self.input.is_blocked();
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
            self.exit_status = self.program.exit_status()?;
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
        if self.next_memory_sample().is_none_or(|at| at > now) {
            return Ok(());
        }
        let began = Instant::now();
        let above = self.memory.sample_if_due(now, self.pending.is_some())?;
        self.memory_sample_took = began.elapsed();
        if let Some((fault, message)) = above {
            self.fail(fault, message, now)?;
        }
        Ok(())
    }
}

impl ProcessPlayer {
    /// How its limits follow from those of the game.
    fn rule(&self) -> TimeRule {
        TimeRule { factor: self.limits.timeout_factor, margin: self.limits.time_margin }
    }
}

impl Player for ProcessPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn in_force(&self) -> Option<String> {
        Some(self.program.in_force() + &self.memory.words())
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        let began = Instant::now();
        self.input.push(lines);
        if let Err(error) = self.input.write() {
            self.referee_error = Some((began, Error::new(error).context("cannot write its input")));
        }
        let Some(expected) = expected else { return };
        self.reply = None;
        self.program.asked();
        if let Some((fault, message)) = &self.failed {
            let reply = Reply::fault(*fault, &**message, 0);
            self.reply = Some(Reply { stderr: self.stderr.take(), ..reply });
            return;
        }
        let startup = self.limits.startup;
        let mut pending = PendingAnswer::new(expected, self.rule(), began);
        let mut now = began;
        if !self.input.is_blocked() {
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

    fn scaled(&self, time: Duration) -> Option<Duration> {
        self.rule().limit(time)
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
        let mut wait_for = |id, source: Option<Source<'a>>| {
            into.extend(source.map(|source| Interest { id, source }));
        };
        let output = self.output.as_ref().filter(|_| self.output_wanted() > 0);
        wait_for(OUTPUT, output.map(Reader::source));
        wait_for(ERRORS, self.stderr.source());
        wait_for(REPORT, self.exit_status.is_none().then(|| self.program.end_source()));
        wait_for(INPUT, self.input.source());
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
        answer.into_iter().chain(look).chain(self.next_memory_sample()).min()
    }

    fn attend(&mut self, now: Instant, ready: Ready) -> Result<()> {
        if let Some((_, error)) = self.referee_error.take() {
            return Err(error);
        }
        if self.failed.is_some() {
            return Ok(());
        }
        let due =
            [self.clock.next_look().filter(|_| self.pending.is_some()), self.next_memory_sample()];
        let is_work = ready.has(ERRORS) || due.into_iter().flatten().any(|at| at <= now);
        let begun = is_work.then(Begun::now);
        self.serve(now, ready)?;
        if let Some(begun) = begun {
            self.clock.worked(begun, self.pending.as_ref());
        }
        Ok(())
    }

    fn is_at_rest(&self) -> bool {
        self.clock.all_sleep()
    }

    fn last_words(&mut self) -> Vec<String> {
        let until = Instant::now() + LAST_WORDS;
        while !self.stderr.has_ended() {
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
        self.program.begin_close();
        self.input.close();
        self.output = None;
        self.pending = None;
        self.failed.get_or_insert_with(|| (Fault::Exit, "ended by the referee".to_owned()));
    }

    fn close(&mut self) {
        self.begin_close();
        self.program.close();
    }
}
