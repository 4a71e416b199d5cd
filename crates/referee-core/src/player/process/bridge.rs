//! A bot whose lines go to a referee program that started a [relay](super::relay) in its place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::exit_fault::{exit_fault, group_message};
use super::exit_status::ExitStatus;
use super::flow::Flow;
use super::launch::Launch;
use super::memory::{MemoryWatch, OUT_OF_MEMORY_MESSAGES};
use super::overheard::{Listener, Overheard};
use super::platform::start;
use super::promises::Program;
use super::relay::{add_end, add_errors, add_output};
use super::started::{Started, Streams};
use crate::game::Fault;
use crate::system::{Connection, Reader, Source, Writer, wait};

/// Longest time between looks at the flag that ends everything.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// How long a bot may go on when the referee program has left it, to write its last words.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// A running bot that waits for the referee program to connect.
pub struct Bridge {
    program: Box<dyn Program>,
    /// `None` once it is closed.
    input: Option<Writer>,
    output: Option<Reader>,
    errors: Option<Reader>,
    memory: MemoryWatch,
    memory_bytes: Option<u64>,
    /// How the bot has ended.
    status: Option<ExitStatus>,
    /// Whether the referee program has closed its input.
    is_released: bool,
    /// When it is asked next whether the referee program reads what the bot writes, if that has closed its input.
    next_question: Instant,
    /// When the referee program was seen to have left it.
    left_at: Option<Instant>,
}

/// What was found in the pipes of a bot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    /// The referee program has to read first, so nobody looked.
    Blocked,
    Some,
    Nothing,
}

/// The fault, and what happened.
type End = (Fault, String);

impl Bridge {
    /// Starts a bot.
    ///
    /// # Errors
    /// If the program cannot be started: a sentence for the user.
    pub fn spawn(launch: &Launch) -> Result<Self> {
        let Started { program, streams, memory, .. } = start(launch)?;
        let memory_bytes = launch.limits.memory_bytes;
        let Streams { input, output, stderr: errors } = streams;
        Ok(Self {
            program,
            input: Some(input),
            output: Some(output),
            errors: Some(errors),
            memory,
            memory_bytes,
            status: None,
            is_released: false,
            next_question: Instant::now(),
            left_at: None,
        })
    }

    /// The active isolation measures, as words for a recording.
    pub fn in_force(&self) -> String {
        self.program.in_force() + &self.memory.words()
    }

    /// Passes lines on until the bot has ended, the referee program has left it, or `stop` is set. Then ends the bot
    /// and all that it started. Returns what was said, after `before`.
    ///
    /// # Errors
    /// If the system cannot read, write or wait.
    pub fn connect(
        mut self,
        connection: &Connection,
        stop: &AtomicBool,
        before: Overheard,
    ) -> Result<Overheard> {
        let mut ends = connection.halves().context("cannot set up the connection")?;
        let mut listener = Listener::new(before);
        let ended = self.pass_on(&mut ends, stop, &mut listener)?;
        Ok(listener.finish(Instant::now(), ended))
    }

    /// Passes lines on. Returns the bot's end if it was not the referee program that ended it.
    fn pass_on(
        &mut self,
        (from, to): &mut (Reader, Writer),
        stop: &AtomicBool,
        listener: &mut Listener,
    ) -> Result<Option<End>> {
        let (mut inward, mut outward) = (Flow::new(), Flow::new());
        // Whether the bot has ended and the frame that says so waits behind all that it wrote.
        let mut is_told = false;
        let mut end = None;
        loop {
            // Once the bot has ended, what is in its pipes is all there will be.
            self.status = match self.status {
                None => self.program.exit_status()?,
                status => status,
            };
            self.pass_input(from, &mut inward, listener);
            let output =
                if is_told { Output::Blocked } else { self.pass_output(&mut outward, listener)? };
            outward.write(to);
            if !is_told && self.left_at.is_none() {
                self.ask_whether_read(&mut outward, to);
            }
            if let Some(status) = self.status.filter(|_| output == Output::Nothing) {
                add_end(&mut outward.waiting, status.code());
                outward.write(to);
                self.memory.stop();
                is_told = true;
                let is_own = self.left_at.is_none() && !self.is_released;
                end = is_own.then(|| self.end(status, listener));
            }
            if is_told && outward.waiting.is_empty() {
                return Ok(end);
            }
            let now = Instant::now();
            let is_over = self.left_at.is_some_and(|at| now > at + LAST_WORDS);
            if is_over || stop.load(Ordering::Relaxed) {
                return Ok(end);
            }
            if listener.is_full() {
                let detail = "wrote, or was sent, more than 64 MiB in one game".to_owned();
                return Ok(Some((Fault::Garbage, detail)));
            }
            if let Some(end) = self.memory.sample_if_due(now, listener.is_asked())? {
                return Ok(Some(end));
            }
            if output != Output::Some {
                self.wait((from, to), &inward, &outward)?;
            }
            if outward.has_ended {
                self.leave();
            }
        }
    }

    /// Sends a frame without bytes now and then, once the referee program has closed the bot's input. It fails if the
    /// program has killed the relay: not all systems tell the end of a connection from which nothing is read.
    fn ask_whether_read(&mut self, outward: &mut Flow, to: &mut Writer) {
        let now = Instant::now();
        if self.is_released && outward.waiting.is_empty() && now >= self.next_question {
            self.next_question = now + BETWEEN_LOOKS;
            add_output(&mut outward.waiting, &[]);
            outward.write(to);
        }
    }

    /// The referee program has left the bot.
    fn leave(&mut self) {
        self.input = None;
        self.left_at.get_or_insert_with(Instant::now);
    }

    /// Passes on what the referee program has sent.
    fn pass_input(&mut self, from: &mut Reader, inward: &mut Flow, listener: &mut Listener) {
        if inward.wants_more() {
            inward.receive(from);
            self.is_released |= inward.has_ended;
            let now = Instant::now();
            if !inward.waiting.is_empty() {
                listener.sends(&inward.waiting, now);
                self.memory.asked(now);
            }
        }
        if let Some(input) = &mut self.input {
            // A bot that has closed its input may answer all the same.
            let had_ended = inward.has_ended;
            inward.write(input);
            let is_closed = inward.has_ended && !had_ended;
            if is_closed || inward.has_ended && inward.waiting.is_empty() {
                self.input = None;
            }
        }
        if self.input.is_none() {
            inward.waiting.clear();
        }
    }

    /// Passes on a chunk of what the bot has written, as frames, once the referee program has taken the last one.
    fn pass_output(&mut self, outward: &mut Flow, listener: &mut Listener) -> Result<Output> {
        if !outward.waiting.is_empty() {
            return Ok(Output::Blocked);
        }
        let (mut errors, mut output) = (Flow::new(), Flow::new());
        let unreadable = "cannot read what a bot wrote";
        output.receive_from_pipe(self.output.as_mut()).context(unreadable)?;
        // What it wrote to standard error before its answer is in the pipe now.
        errors.receive_from_pipe(self.errors.as_mut()).context(unreadable)?;
        if !errors.waiting.is_empty() {
            listener.writes_errors(&errors.waiting);
            add_errors(&mut outward.waiting, &errors.waiting);
        }
        if !output.waiting.is_empty() {
            let now = Instant::now();
            listener.answers(&output.waiting, now);
            self.memory.answered(now);
            add_output(&mut outward.waiting, &output.waiting);
        }
        self.output = self.output.take().filter(|_| !output.has_ended);
        self.errors = self.errors.take().filter(|_| !errors.has_ended);
        Ok(if outward.waiting.is_empty() { Output::Nothing } else { Output::Some })
    }

    /// Waits until there is something to read or to write, or until it is time to look at the memory.
    fn wait(
        &mut self,
        (from, to): (&Reader, &Writer),
        inward: &Flow,
        outward: &Flow,
    ) -> Result<()> {
        let until = Instant::now() + BETWEEN_LOOKS;
        let until = self.memory.next_sample().map_or(until, |at| at.min(until));
        let mut sources: Vec<Source<'_>> = Vec::with_capacity(5);
        // While nothing is wanted from the connection, its end can be told from what is in it.
        let end = from.end_source().filter(|_| self.left_at.is_none() && !inward.wants_more());
        sources.extend(end);
        if self.left_at.is_none() {
            sources.extend(inward.wants_more().then(|| from.source()));
            sources.extend((!outward.waiting.is_empty()).then(|| to.source()));
        }
        if self.status.is_none() {
            sources.push(self.program.end_source());
        }
        if outward.waiting.is_empty() && self.status.is_none() {
            let pipes = self.output.iter().chain(&self.errors);
            sources.extend(pipes.map(Reader::source));
        }
        let input = self.input.as_ref().filter(|_| !inward.waiting.is_empty());
        sources.extend(input.map(Writer::source));
        let mut has_left = false;
        wait(&sources, Some(until), |index| has_left |= end.is_some() && index == 0)
            .context("cannot wait for a bot")?;
        if has_left {
            self.leave();
        }
        Ok(())
    }

    /// The end of a bot that ended before the referee program left it.
    fn end(&self, status: ExitStatus, listener: &Listener) -> End {
        let limit = self.memory_bytes;
        if self.memory.ran_out() {
            return (Fault::OutOfMemory, group_message(limit.unwrap_or(u64::MAX)));
        }
        let says = |line: &str| OUT_OF_MEMORY_MESSAGES.iter().any(|text| line.contains(text));
        let says_out_of_memory = listener.last_errors().any(says);
        exit_fault(status, limit, says_out_of_memory, listener.begun())
    }
}
