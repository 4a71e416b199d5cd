//! The protocol between CodinGame's engine and its driver.
//!
//! Blocks of UTF-8 lines, each a header `[[NAME] n]` and `n` lines. The driver sends `INIT` (the number of players, and
//! the parameters of the game) once, then `GET_GAME_INFO` before each step. The referee tells what happened, and asks
//! one player; the driver answers with `SET_PLAYER_OUTPUT` or `SET_PLAYER_TIMEOUT`. At the end the referee gives `SCORES`.
//!
//! ```text
//! ► [[INIT] 2]                 ◄ [[VIEW] 2]              what its own viewer draws
//!   2                          ◄ [[INFOS] 0]
//!   seed=17                    ◄ [[SUMMARY] 1]           what happened
//! ► [[GET_GAME_INFO] 0]        ◄ [[NEXT_PLAYER_INPUT] 2] lines for the player
//!                              ◄ [[NEXT_PLAYER_INFO] 3]  seat, number of lines, milliseconds
//! ► [[SET_PLAYER_OUTPUT] 1]
//! ```

mod block;
mod program;
mod scores;
mod setup;
mod transcript;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use self::block::{Block, header};
pub(super) use self::program::{CodingameProgram, Sample};
use self::scores::Ending;
pub(super) use self::setup::CodingameSetup;
pub(super) use self::transcript::Transcript;
use super::host::{Host, one_line};
use super::notes::{Expects, Notes};
use super::told::Told;
use crate::game::{Answer, AnswerCount, Game, Request, Seat, Step, ThrownOut};
use crate::plain_words::chain;

/// The most lines that a player can be asked for at once.
const MOST_LINES: usize = 10_000;
/// The most steps without a question to a player that is in the game; then the referee hangs.
const MOST_IDLE_STEPS: usize = 10_000;

/// What happens at the end of a game, when its process can be used again.
type AtEnd = fn(&mut CodingameGame);

/// A game of CodinGame's engine.
pub(super) struct CodingameGame {
    program: Arc<CodingameProgram>,
    /// What happens at its end; nothing in a game of a proof.
    at_end: Option<AtEnd>,
    setup: CodingameSetup,
    host: Option<Host>,
    told: Told,
    notes: Notes,
    /// The seat that was asked last.
    asked: Option<Seat>,
    /// Whether times are to be sent with the outputs.
    monitored: bool,
    /// Times of the answers that come next, in microseconds.
    micros: Vec<u64>,
    /// What was said, to prove that a process can be used again.
    transcript: Transcript,
    failure: Option<String>,
    count: AnswerCount,
}

impl CodingameGame {
    /// A game that has not begun. Its referee is started by the first step.
    pub(super) fn new(
        program: Arc<CodingameProgram>,
        setup: CodingameSetup,
        at_end: AtEnd,
    ) -> Self {
        Self { at_end: Some(at_end), ..Self::of(program, setup, None) }
    }

    /// A game of a proof, in a process that may have played others.
    pub(super) fn of_proof(
        program: Arc<CodingameProgram>,
        setup: CodingameSetup,
        host: Host,
    ) -> Self {
        Self::of(program, setup, Some(host))
    }

    fn of(program: Arc<CodingameProgram>, setup: CodingameSetup, host: Option<Host>) -> Self {
        Self {
            program,
            at_end: None,
            setup,
            host,
            told: Told::default(),
            notes: Notes::default(),
            asked: None,
            monitored: false,
            micros: Vec::new(),
            transcript: Transcript::default(),
            failure: None,
            count: AnswerCount::default(),
        }
    }

    /// Its referee.
    pub(super) fn program(&self) -> &Arc<CodingameProgram> {
        &self.program
    }

    /// Its league.
    pub(super) fn league(&self) -> Option<&str> {
        self.setup.league()
    }

    /// The process, after the game, if it can play another.
    pub(super) fn take_host(&mut self) -> Option<Host> {
        self.host.take().filter(|_| self.failure.is_none())
    }

    /// What a proof needs of the game; `None` if it is not over.
    pub(super) fn sample(&self) -> Option<Sample> {
        self.transcript.is_complete().then(|| (self.setup.clone(), self.transcript.clone()))
    }

    /// The next step, or why there is none.
    fn step(&mut self, answers: &[Answer]) -> Result<Step, String> {
        let asked = self.asked.take();
        if let Some(host) = &mut self.host {
            host.count_anew();
        }
        let mut lines = if let (Some(seat), Some(answer)) = (asked, answers.first()) {
            self.note_fault(seat, answer);
            self.output(answer)
        } else {
            let mut host = match self.host.take() {
                Some(host) => host,
                None => self.program.host(self.setup.league()).map_err(|error| chain(&error))?,
            };
            host.begin_game(self.program.limits.game());
            self.host = Some(host);
            self.setup.init()
        };
        for _ in 0..MOST_IDLE_STEPS {
            lines.push(header("GET_GAME_INFO", 0));
            match self.listen(lines)? {
                Said::Over(ending) => return self.end(&ending),
                Said::Asks(request) if self.told.is_out(request.seat) => {
                    // The site ends a player at its first fault; the engine goes on asking it.
                    lines = vec![header("SET_PLAYER_TIMEOUT", 0)];
                }
                Said::Asks(request) => {
                    self.asked = Some(request.seat);
                    self.told.asked = Some(request.seat);
                    return Ok(Step::Ask(vec![request]));
                }
            }
        }
        Err("the referee program asks only players that have been disqualified, again and again"
            .to_owned())
    }

    /// The lines that pass an answer on.
    fn output(&self, answer: &Answer) -> Vec<String> {
        if answer.fault.is_some() {
            return vec![header("SET_PLAYER_TIMEOUT", 0)];
        }
        let millis = self.micros.first().copied().unwrap_or(0) / 1000;
        let time = self.monitored.then(|| millis.to_string());
        let said: Vec<String> = answer.lines.iter().map(|line| one_line(line)).collect();
        let count = said.len() + usize::from(time.is_some());
        [header("SET_PLAYER_OUTPUT", count)].into_iter().chain(time).chain(said).collect()
    }

    fn note_fault(&mut self, seat: Seat, answer: &Answer) {
        if let Some(fault) = answer.fault.filter(|_| !self.told.is_out(seat)) {
            let cause = fault.cause().to_owned();
            self.told.thrown_out.push(ThrownOut { seat, fault, cause, line: None });
        }
    }

    /// Sends lines and reads blocks until a player is asked or the game is over.
    fn listen(&mut self, lines: Vec<String>) -> Result<Said, String> {
        let Some(host) = &mut self.host else {
            return Err("the referee program has ended".to_owned());
        };
        let mut ending = Ending::default();
        let mut input = None;
        let mut to_send = lines;
        loop {
            let Block { name, lines } = Block::read(host, std::mem::take(&mut to_send))?;
            match &*name {
                "VIEW" => {
                    self.told.turns +=
                        u32::from(lines.first().is_some_and(|it| it.starts_with("KEY_FRAME")));
                    self.notes.view.extend(lines);
                }
                // In a game of one player a second block INFOS carries the summary.
                "SUMMARY" | "INFOS" => self.notes.summary.extend(lines),
                "TOOLTIP" => {
                    let known = self.notes.tooltips.len();
                    self.notes.remark(&lines, self.setup.seats);
                    self.told.remark(&self.notes.tooltips[known..]);
                }
                "MONITORING" => self.monitored = true,
                "NEXT_PLAYER_INPUT" => input = Some(lines),
                "NEXT_PLAYER_INFO" => {
                    let request = self.request(&lines, input);
                    return request.map(Said::Asks).map_err(|what| self.complaint(&what));
                }
                "UINPUT" => ending.parameters = lines,
                "METADATA" => ending.metadata = lines.join("\n"),
                "SCORES" => {
                    ending.scores = lines;
                    return Ok(Said::Over(ending));
                }
                "FAIL" => {
                    let trace = lines.iter().take(3).map(|line| line.trim());
                    let trace = trace.filter(|line| !line.is_empty()).collect::<Vec<_>>();
                    let what = if trace.is_empty() {
                        "failed and gave no reason".to_owned()
                    } else {
                        format!("failed: {}", trace.join(" / "))
                    };
                    return Err(self.complaint(&what));
                }
                other => {
                    let what = format!("sent a block {other:?}, which this protocol does not have");
                    return Err(self.complaint(&what));
                }
            }
        }
    }

    /// The request of a block `NEXT_PLAYER_INFO`, before which the `input` came.
    fn request(&mut self, info: &[String], input: Option<Vec<String>>) -> Result<Request, String> {
        let number =
            |index: usize| info.get(index).and_then(|line| line.trim().parse::<usize>().ok());
        let (Some(seat), Some(count), Some(ms)) = (number(0), number(1), number(2)) else {
            return Err(format!(
                "asks a player by {info:?}; wanted its index, a number of lines and milliseconds"
            ));
        };
        if seat >= self.setup.seats {
            return Err(format!("asks player {seat} in a game of {}", self.setup.seats));
        }
        if count > MOST_LINES {
            return Err(format!(
                "asks player {seat} for {count} lines; at most {MOST_LINES} are possible"
            ));
        }
        // Without this the player would wait for a block that got lost, and lose on time.
        let lines = input.ok_or_else(|| {
            format!("asks player {seat} without a block NEXT_PLAYER_INPUT before NEXT_PLAYER_INFO")
        })?;
        let expects =
            Expects { lines: count, ms: ms as u64, line_bytes: self.program.limits.line() };
        self.notes.expects = Some(expects);
        Ok(Request { seat: Seat(seat), lines, expected: expects.expected() })
    }

    fn complaint(&mut self, what: &str) -> String {
        match &mut self.host {
            Some(host) => host.complaint(what),
            None => format!("the referee program {what}"),
        }
    }

    /// The end of the game.
    fn end(&mut self, ending: &Ending) -> Result<Step, String> {
        let outcome = ending.outcome(&self.program.counting, self.setup.seats, &self.told);
        let mut outcome = outcome.map_err(|what| self.complaint(&what))?;
        outcome.more.extend(std::mem::take(&mut self.notes).fields());
        self.told.thrown_out.clone_from(&outcome.thrown_out);
        self.told.asked = None;
        Ok(Step::Over(outcome))
    }
}

/// What the referee said.
enum Said {
    Asks(Request),
    Over(Ending),
}

impl Game for CodingameGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        self.told.answered();
        self.transcript.answered(answers, &self.micros);
        let step = self.step(answers).unwrap_or_else(|why| {
            self.failure = Some(why);
            Step::Ask(Vec::new())
        });
        self.micros.clear();
        self.transcript.stepped(&step);
        if let (Step::Over(_), Some(at_end)) = (&step, self.at_end) {
            at_end(self);
        }
        self.count.note(step)
    }

    fn draw(&self) -> String {
        self.told.draw()
    }

    fn turn(&self) -> Option<u32> {
        self.told.turn()
    }

    fn notes(&mut self) -> Map<String, Value> {
        let notes = std::mem::take(&mut self.notes);
        self.told.hear(&notes, self.setup.seats);
        notes.fields()
    }

    fn times(&mut self, micros: &[u64]) {
        micros.clone_into(&mut self.micros);
    }

    fn grace(&self) -> Duration {
        self.program.grace
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.told.thrown_out
    }
}
