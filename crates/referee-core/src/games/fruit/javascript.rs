//! Bots of the robot fruit hunt in the contest's form: one JavaScript file.
//!
//! Each player has its own engine (`QuickJS`) in its own process. A script has the language of 2012 and the contest's
//! functions, but no files, no network and no access to the opponent. Code is sloppy and global, like a script of a
//! page: names may be assigned without a declaration, `this` is the global object, and globals keep their values
//! between moves. The script is loaded at the start of the game, when `WIDTH` and `HEIGHT` are known; then `new_game`
//! is called if it exists, and `make_move` each turn. `get_board` returns a new copy each turn.
//!
//! # Limits
//!
//! A script has 128 MB, as in the contest. Time is counted in ticks, so that a game is the same on every machine: a
//! second of the limit is [`ScriptLimits::ticks_per_second`] ticks, and a tick is 10,000 loop iterations and calls. So a
//! second has 20 million of them, about as many as the contest's engine executed on its machines. Built-in functions
//! run between ticks; a bot that is stuck in one is ended when its process has used [`ScriptLimits::patience`] more
//! processor time than its limit. `Math.random` draws from the game's seed. `Date` is the real time, for bots that
//! think by the clock.
//!
//! A script that throws or exceeds a limit loses. If `make_move` returns a value that is not a move, its description
//! becomes the answer, which loses by the rules. `trace` writes lines of standard error: 1024 characters a line and
//! 16 kB a game, as in the contest.
//!
//! # What belonged to a page
//!
//! Many files call what the page of the framework or the browser had and the contest did not: `console`, whose lines go
//! where those of `trace` go, and the framework's `Board`, `SimpleBot` and `RandomBot`. `Board` has the framework's
//! fields, set each turn; its functions that play a game do nothing. `SimpleBot.makeMove` and `RandomBot.makeMove` give
//! moves for the opponent's place. jQuery is absent, and the fault of a bot that calls it says so.

mod engine;
mod limits;
mod trace;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::contest::{Seatable, Seating};
use crate::game::{Expected, Fault};
use crate::ordinary;
use crate::player::process::{Worker, watchdog};
use crate::player::{Interest, Player, Ready, Reply};
use engine::{Engine, Failure, Script};
pub use limits::ScriptLimits;

/// The file of a JavaScript bot. It is read anew for each game.
pub(super) struct JavaScriptBot(pub(super) PathBuf);

impl Seatable for JavaScriptBot {
    fn files(&self) -> Vec<PathBuf> {
        vec![self.0.clone()]
    }

    fn seat(&self, name: &str, seating: Seating) -> Result<Box<dyn Player>> {
        let seed = seating.seed.wrapping_add(seating.seat.0 as u64);
        let limits =
            ScriptLimits { timeout_factor: seating.timeout_factor, ..ScriptLimits::default() };
        Ok(Box::new(JavaScriptPlayer::load(name, &self.0, seed, limits)?))
    }
}

/// How long an engine's process may be silent beyond the time in which its watchdog ends it, if it gets the processor.
const SILENCE: Duration = Duration::from_secs(60);

/// A request to the engine's process, as a line of JSON.
#[derive(Serialize, Deserialize)]
struct Ask {
    lines: Vec<String>,
    ticks: u64,
    /// The processor time in microseconds after which the process ends.
    most_micros: u64,
}

/// An answer of the engine's process, as a line of JSON.
#[derive(Serialize, Deserialize)]
struct Said {
    /// The answer, or the fault and its description.
    answer: Result<String, (Fault, String)>,
    micros: u64,
    traces: Vec<String>,
}

impl Said {
    /// Its line.
    fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }

    fn reply(self) -> Reply {
        let reply = match self.answer {
            Ok(line) => Reply::lines(vec![line], self.micros),
            Err((fault, detail)) => Reply::fault(fault, detail, self.micros),
        };
        Reply { stderr: self.traces, ..reply }
    }
}

/// A JavaScript bot in a seat.
pub struct JavaScriptPlayer {
    name: String,
    limits: ScriptLimits,
    worker: Worker,
    /// The bytes of its reply so far.
    heard: Vec<u8>,
    /// When the bot is killed, while it is asked.
    deadline: Option<Instant>,
    reply: Option<Reply>,
}

impl JavaScriptPlayer {
    /// Seats the bot in a file. Its random numbers come from `seed`.
    ///
    /// # Errors
    /// The file cannot be read, or the system gives no process or pipe.
    pub fn load(
        name: impl Into<String>,
        file: &Path,
        seed: u64,
        limits: ScriptLimits,
    ) -> Result<Self> {
        let bytes = ordinary::read(file)
            .with_context(|| format!("cannot read the JavaScript bot {}", file.display()))?;
        let text = text_of(&bytes);
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let script = Script { file, text, seed };
        let worker = Worker::start(move |asked, answers| serve(&script, limits, asked, answers))
            .context("cannot start a process for a JavaScript bot")?;
        Ok(Self {
            name: name.into(),
            limits,
            worker,
            heard: Vec::new(),
            deadline: None,
            reply: None,
        })
    }

    fn ask(&mut self, lines: &[String], limit: Duration) -> Option<()> {
        let ticks = (limit.as_secs_f64() * self.limits.ticks_per_second as f64).ceil() as u64;
        let most_micros = (limit + self.limits.patience).as_micros() as u64;
        let ask = Ask { lines: lines.to_vec(), ticks, most_micros };
        let mut line = serde_json::to_vec(&ask).ok()?;
        line.push(b'\n');
        self.worker.ask(&line).ok()
    }
}

/// The text of a file in UTF-8 or, with a byte order mark, in UTF-16; without the mark.
fn text_of(bytes: &[u8]) -> String {
    let units = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    let text = match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    text.trim_start_matches('\u{feff}').to_owned()
}

/// Runs the engine in its process, until a fault or the end of requests.
fn serve(script: &Script, limits: ScriptLimits, asked: File, mut answers: File) {
    let patience = limits.patience.as_secs_f64();
    let detail = format!("a built-in function held on, {patience} s beyond the limit");
    let last = Said { answer: Err((Fault::Timeout, detail)), micros: 0, traces: Vec::new() };
    if watchdog::prepare(&answers, last.line()).is_err() {
        return;
    }
    let mut engine: Option<Engine> = None;
    for line in BufReader::new(asked).lines() {
        let ask = line.ok().and_then(|line| serde_json::from_str::<Ask>(&line).ok());
        let Some(ask) = ask else { return };
        if watchdog::allow(Duration::from_micros(ask.most_micros)).is_err() {
            return;
        }
        let start = Instant::now();
        let moved = match engine.as_mut() {
            Some(engine) => engine.make_move(&ask.lines, ask.ticks),
            None => Engine::new(limits).and_then(|new| {
                let new = engine.insert(new);
                new.start(script, &ask.lines, ask.ticks)
            }),
        };
        let micros = start.elapsed().as_micros() as u64;
        let answer = moved.map_err(|Failure { fault, detail }| (fault, detail));
        let failed = answer.is_err();
        let traces = engine.as_ref().map_or_else(Vec::new, Engine::take_traces);
        let said = Said { answer, micros, traces }.line();
        // Neither is to be cut short by the last words.
        let written = watchdog::allow(Duration::ZERO).and_then(|()| answers.write_all(&said));
        // It fails if the player was closed.
        if written.is_err() || failed {
            return;
        }
    }
}

impl Player for JavaScriptPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        self.reply = None;
        let Some(expected) = expected else { return };
        let limit = expected.limit.mul_f64(self.limits.timeout_factor);
        if self.ask(lines, limit).is_some() {
            self.deadline = Some(Instant::now() + limit + self.limits.patience + SILENCE);
        } else {
            self.reply = Some(Reply::fault(Fault::Exit, "the bot has ended before", 0));
        }
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn interests<'a>(&'a self, into: &mut Vec<Interest<'a>>) {
        if self.deadline.is_some() {
            into.push(Interest { id: 0, source: self.worker.source() });
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        self.deadline
    }

    fn attend(&mut self, now: Instant, ready: Ready) -> Result<()> {
        let Some(deadline) = self.deadline else { return Ok(()) };
        if ready.has(0) {
            let mut chunk = [0; 16 * 1024];
            let bytes = self.worker.read(&mut chunk);
            let bytes = bytes.context("cannot read from a JavaScript bot")?;
            if bytes == 0 {
                let detail = "brought the JavaScript engine to its end";
                self.reply = Some(Reply::fault(Fault::Exit, detail, 0));
                self.close();
                return Ok(());
            }
            self.heard.extend_from_slice(&chunk[..bytes]);
            if self.heard.ends_with(b"\n") {
                let said: Said = serde_json::from_slice(&self.heard)
                    .context("the answer of the JavaScript engine cannot be read")?;
                self.heard.clear();
                self.reply = Some(said.reply());
                self.deadline = None;
            }
        } else if now >= deadline {
            let detail = "its engine was silent for a minute beyond the limit";
            self.reply = Some(Reply::fault(Fault::Timeout, detail, 0));
            self.close();
        }
        Ok(())
    }

    fn begin_close(&mut self) {
        self.deadline = None;
    }

    fn close(&mut self) {
        self.begin_close();
        self.worker.end();
    }
}
