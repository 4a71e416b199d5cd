//! The line protocol: a referee program that says over its standard streams what is sent to whom.
//!
//! ```text
//! ► ###Seed 17                 ◄ ###Input 0       lines for player 0 follow
//! ► ###Start 2                 ◄ 5 5
//!                              ◄ ###Output 0 1    player 0 owes one line
//! ► MOVE                       ◄ ###End 0 1       the players by place
//! ```
//!
//! That is the older version, of cg-brutaltester. In our own the program's first line is `###Protocol 2`; then options
//! are sent to it, and it can ask several players at once, give limits, scores and measures, and draw the position. The
//! book's chapter about contests from outside describes both.

mod ending;
mod program;
mod said;
mod talk;

use std::sync::Arc;

use serde_json::{Map, Value};

use self::ending::{Ending, behind};
pub(super) use self::program::LinesProgram;
use self::said::{Said, Version, quoted};
use self::talk::{Heard, Talk};
use super::counting::garbage;
use super::host::{is_one_line, one_line};
use super::notes::{Expects, Notes, Tooltip};
use super::told::Told;
use crate::contest::{Setup, SetupError};
use crate::game::{Answer, AnswerCount, Game, Outcome, Request, Seat, Step, ThrownOut};
use crate::happening::Happening;
use crate::scene::{Measure, Scene};

/// The most questions in a row to players that have been disqualified; then the program hangs.
const MOST_IDLE_QUESTIONS: usize = 10_000;
/// An older referee gets this line from a player that has had a fault.
const FORFEIT: &str = "timeout";
/// With this word old Java referees begin the cause of a defeat by the rules, which is not an error of the player.
const LOST: &str = "Lost";

/// A game of the line protocol.
pub(super) struct LinesGame {
    program: Arc<LinesProgram>,
    seats: usize,
    seed: i64,
    /// The lines with the options.
    options: Vec<String>,
    talk: Talk,
    /// By seat: lines that it is sent when it is asked.
    inputs: Vec<Vec<String>>,
    /// By seat: how often it was asked.
    asked: Vec<u32>,
    /// The questions of this step.
    questions: Vec<Question>,
    /// Whether an older referee was last sent the line of a player that has had a fault.
    is_forfeit: bool,
    told: Told,
    notes: Notes,
    /// Players whose errors an older referee named. It decides itself what an error costs.
    errors: Vec<ThrownOut>,
    ending: Ending,
    /// The outcome, while the players get their last lines.
    outcome: Option<Outcome>,
    /// Times of the answers that come next, in microseconds.
    micros: Vec<u64>,
    failure: Option<String>,
    count: AnswerCount,
}

/// A question to a player.
#[derive(Clone, Copy)]
struct Question {
    seat: Seat,
    expects: Expects,
    /// Whether the player is asked; not if it has been disqualified.
    is_open: bool,
}

/// What the program wants next.
enum Wanted {
    /// The answers to the questions.
    Answers,
    /// Nothing more: the players by place.
    Over(Vec<Vec<usize>>),
}

/// What the lines that follow are for.
enum Hearing {
    Commands,
    Input(usize),
    Board,
}

impl LinesGame {
    /// A game that has not begun. Its referee is started by the first step.
    ///
    /// # Errors
    /// If the seed or an option cannot be sent.
    pub(super) fn new(program: Arc<LinesProgram>, setup: &Setup) -> Result<Self, SetupError> {
        let seed = setup.integer_seed()?;
        if seed < 0 {
            let what = "seeds of the line protocol begin at 0";
            return Err(SetupError(what.to_owned()));
        }
        let option = |(name, value): (&String, &Value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if !is_one_line(&value) {
                let what = "must be one line without control characters";
                return Err(SetupError(format!("option {name}={value:?} {what}")));
            }
            Ok(format!("###Option {name} {value}"))
        };
        Ok(Self {
            options: setup.options.iter().map(option).collect::<Result<_, _>>()?,
            program,
            seats: setup.seats,
            seed,
            talk: Talk::new(setup.seats),
            inputs: vec![Vec::new(); setup.seats],
            asked: vec![0; setup.seats],
            questions: Vec::new(),
            is_forfeit: false,
            told: Told::default(),
            notes: Notes::default(),
            errors: Vec::new(),
            ending: Ending::new(setup.seats),
            outcome: None,
            micros: Vec::new(),
            failure: None,
            count: AnswerCount::default(),
        })
    }

    /// The next step, or why there is none.
    fn step(&mut self, answers: &[Answer]) -> Result<Step, String> {
        if let Some(outcome) = self.outcome.take() {
            return Ok(Step::Over(outcome));
        }
        let mut lines = if self.talk.has_begun() {
            self.note_faults(answers);
            if self.is_decided_by_faults() {
                return self.end_by_faults();
            }
            self.replies(answers)
        } else {
            self.talk.begin(&self.program, self.seed, std::mem::take(&mut self.options))?
        };
        for _ in 0..MOST_IDLE_QUESTIONS {
            match self.listen(lines) {
                Ok(Wanted::Answers) if self.questions.iter().any(|it| it.is_open) => {
                    return Ok(Step::Ask(self.requests()));
                }
                Ok(Wanted::Answers) => lines = self.replies(&[]),
                Ok(Wanted::Over(places)) => return self.end(&places),
                // An older referee that cannot go on without a player does not save that player from its defeat.
                Err(_) if self.is_forfeit => return self.end_by_faults(),
                Err(why) => return Err(why),
            }
        }
        Err(self.talk.complaint("asks only players that have been disqualified, again and again"))
    }

    /// Sends lines and reads until the program waits for answers or the game is over.
    fn listen(&mut self, mut to_send: Vec<String>) -> Result<Wanted, String> {
        let mut hearing = Hearing::Commands;
        self.questions.clear();
        self.talk.count_anew();
        loop {
            let said = match (self.talk.next(std::mem::take(&mut to_send))?, &hearing) {
                (Heard::Said(said), _) => said,
                (Heard::Line(line), Hearing::Input(seat)) => {
                    self.inputs[*seat].push(line);
                    continue;
                }
                (Heard::Line(line), Hearing::Board) => {
                    self.notes.board.push(line);
                    continue;
                }
                (Heard::Line(line), Hearing::Commands) => {
                    let what = format!(
                        "wrote {:?}; wanted a line such as ###Input 0 (what is for people belongs on standard error)",
                        quoted(&line)
                    );
                    return Err(self.talk.complaint(&what));
                }
            };
            hearing = Hearing::Commands;
            match said {
                Said::Input(seat) => hearing = Hearing::Input(seat),
                Said::Board => {
                    self.notes.board.clear();
                    hearing = Hearing::Board;
                }
                Said::Output { seat, lines, ms } => {
                    self.question(Seat(seat), lines, ms)?;
                    if self.talk.version == Version::One {
                        return Ok(Wanted::Answers);
                    }
                    self.talk.may_forget("; it has asked players, but has not written ###Wait");
                }
                Said::Wait if self.questions.is_empty() => {
                    return Err(self.talk.complaint("wrote ###Wait without a question before it"));
                }
                Said::Wait => return Ok(Wanted::Answers),
                Said::End(_) if !self.questions.is_empty() => {
                    return Err(self.talk.complaint("ended after a question without ###Wait"));
                }
                Said::End(places) => return Ok(Wanted::Over(places)),
                Said::Void(why) => {
                    let why = if why.is_empty() { "no reason given" } else { &quoted(&why) };
                    return Err(self.talk.complaint(&format!("gave up the game: {why}")));
                }
                Said::Protocol { .. } => {
                    return Err(self.talk.complaint("wrote ###Protocol in the middle of a game"));
                }
                other => self.hear(other),
            }
        }
    }

    /// The program said something that it does not wait for.
    fn hear(&mut self, said: Said) {
        match said {
            Said::Summary(text) => self.notes.summary.push(text),
            Said::Scene(scene) => self.notes.scene = Some(scene),
            Said::Tooltip(seat, text) => self.remark(seat, text),
            Said::Measure(name, value) => {
                self.ending.measures.insert(name, value);
            }
            Said::Score { seat, points, rank } => {
                self.ending.score(seat, points, rank);
                self.talk.may_forget("; it has given scores, but has not written ###End");
            }
            Said::Error(seat, cause) => self.error(seat, cause),
            _ => {}
        }
    }

    /// The program named an error of a player.
    fn error(&mut self, seat: usize, cause: String) {
        let out = garbage(Seat(seat), if cause.is_empty() { "error" } else { &cause });
        match self.talk.version {
            Version::Two if !self.told.is_out(Seat(seat)) => self.told.thrown_out.push(out),
            Version::One if !cause.starts_with(LOST) => self.errors.push(out),
            _ => {}
        }
        self.remark(seat, cause);
    }

    fn remark(&mut self, seat: usize, text: String) {
        let remark = Tooltip { seat, text };
        self.told.remark(std::slice::from_ref(&remark));
        self.notes.tooltips.push(remark);
    }

    fn question(&mut self, seat: Seat, lines: usize, ms: Option<u64>) -> Result<(), String> {
        if self.questions.iter().any(|it| it.seat == seat) {
            return Err(self.talk.complaint(&format!("asks player {seat} twice before ###Wait")));
        }
        let limits = &self.program.limits;
        let usual = if self.asked[seat.0] == 0 { limits.first() } else { limits.turn() };
        let expects = Expects {
            lines,
            ms: ms.unwrap_or(usual.as_millis() as u64),
            line_bytes: limits.line(),
        };
        let is_open = !self.told.is_out(seat);
        if is_open {
            self.asked[seat.0] += 1;
        }
        self.questions.push(Question { seat, expects, is_open });
        Ok(())
    }

    /// The requests to the players that are asked.
    fn requests(&mut self) -> Vec<Request> {
        let open = self.questions.iter().filter(|it| it.is_open);
        let requests: Vec<Request> = open
            .clone()
            .map(|Question { seat, expects, .. }| Request {
                seat: *seat,
                lines: std::mem::take(&mut self.inputs[seat.0]),
                expected: expects.expected(),
            })
            .collect();
        let expects: Vec<Expects> = open.map(|it| it.expects).collect();
        self.told.asked = None;
        if let [one] = *expects {
            self.notes.expects = Some(one);
            self.told.asked = Some(requests[0].seat);
        } else {
            self.notes.together = expects;
        }
        self.notes.turn = self.asked.iter().max().copied();
        requests
    }

    /// The lines that pass the answers on: to all questions, in their order. Closed ones get the fault of their player.
    fn replies(&mut self, answers: &[Answer]) -> Vec<String> {
        self.is_forfeit = false;
        let mut answers = answers.iter().zip(self.micros.iter().chain(std::iter::repeat(&0)));
        let mut lines = Vec::new();
        for Question { seat, expects, is_open } in &self.questions {
            let answer = answers.by_ref().take(usize::from(*is_open)).next();
            match (answer.filter(|(answer, _)| answer.fault.is_none()), self.talk.version) {
                (Some((answer, micros)), version) => {
                    if version == Version::Two {
                        lines.push(format!("###Answer {seat} {} {micros}", answer.lines.len()));
                    }
                    lines.extend(answer.lines.iter().map(|line| one_line(line)));
                }
                (None, Version::One) => {
                    self.is_forfeit = true;
                    lines.extend(std::iter::repeat_n(FORFEIT.to_owned(), expects.lines));
                }
                (None, Version::Two) => {
                    let out = self.told.thrown_out.iter().find(|out| out.seat == *seat);
                    // The referee knows the errors that it named itself.
                    let own = out.map(|out| out.fault.cause());
                    let cause = own.filter(|own| out.is_some_and(|out| out.cause == *own));
                    let cause = cause.unwrap_or("error");
                    lines.push(format!("###Fault {seat} {cause}"));
                }
            }
        }
        lines
    }

    fn note_faults(&mut self, answers: &[Answer]) {
        let open = self.questions.iter().filter(|it| it.is_open);
        for (Question { seat, .. }, answer) in open.zip(answers) {
            if let Some(fault) = answer.fault {
                let cause = fault.cause().to_owned();
                self.told.thrown_out.push(ThrownOut { seat: *seat, fault, cause, line: None });
            }
        }
    }

    /// Whether an older referee, which does not hear of faults, has at most one player left.
    fn is_decided_by_faults(&self) -> bool {
        let out = self.told.thrown_out.len();
        self.talk.version == Version::One && out > 0 && out + 1 >= self.seats
    }

    /// The end of a game in which an older referee cannot go on because of a fault: all others share the first place.
    fn end_by_faults(&mut self) -> Result<Step, String> {
        self.end(&[(0..self.seats).collect()])
    }

    /// The end of the game.
    fn end(&mut self, places: &[Vec<usize>]) -> Result<Step, String> {
        let mut places = places.to_vec();
        if self.talk.version == Version::One {
            if places.is_empty() {
                return Err(self.talk.complaint("ended without places; wanted ###End 0 1"));
            }
            let out: Vec<Seat> = self.told.thrown_out.iter().map(|out| out.seat).collect();
            places = behind(&places, &out);
            self.hear_errors();
        }
        self.told.hear(&self.notes, self.seats);
        let outcome = self.ending.outcome(&places, &self.program.counting, &self.told);
        let mut outcome = outcome.map_err(|what| self.talk.complaint(&what))?;
        self.talk.end(&self.program);
        self.told.thrown_out.clone_from(&outcome.thrown_out);
        self.told.asked = None;
        outcome.more.extend(std::mem::take(&mut self.notes).fields());
        let notices = self.notices();
        if notices.is_empty() {
            return Ok(Step::Over(outcome));
        }
        self.outcome = Some(outcome);
        Ok(Step::Ask(notices))
    }

    /// Errors that an older referee named, on standard error too, as old Java referees do.
    fn hear_errors(&mut self) {
        for (seat, cause) in self.talk.errors() {
            self.error(seat, cause);
        }
        for out in std::mem::take(&mut self.errors) {
            if !self.told.is_out(out.seat) {
                self.told.thrown_out.push(out);
            }
        }
    }

    /// Lines that players have not been sent, because they were not asked any more.
    fn notices(&mut self) -> Vec<Request> {
        let inputs = self.inputs.iter_mut().enumerate();
        let inputs = inputs.map(|(seat, lines)| (Seat(seat), std::mem::take(lines)));
        let told = &self.told;
        let inputs = inputs.filter(|(seat, lines)| !lines.is_empty() && !told.is_out(*seat));
        inputs.map(|(seat, lines)| Request { seat, lines, expected: None }).collect()
    }
}

impl Game for LinesGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        self.told.answered();
        let step = self.step(answers).unwrap_or_else(|why| {
            self.failure = Some(why);
            Step::Ask(Vec::new())
        });
        self.micros.clear();
        self.count.note(step)
    }

    fn draw(&self) -> String {
        self.told.draw()
    }

    fn turn(&self) -> Option<u32> {
        self.told.turn()
    }

    fn scene(&self) -> Option<Scene> {
        self.told.drawing.as_ref().map(|it| it.scene.clone()).filter(|it| !it.rows.is_empty())
    }

    fn measures(&self) -> Vec<Measure> {
        self.told.drawing.as_ref().map_or(Vec::new(), |it| it.measures.clone())
    }

    fn happenings(&self) -> Vec<Happening> {
        self.told.happenings()
    }

    fn notes(&mut self) -> Map<String, Value> {
        let notes = std::mem::take(&mut self.notes);
        self.told.hear(&notes, self.seats);
        notes.fields()
    }

    fn times(&mut self, micros: &[u64]) {
        micros.clone_into(&mut self.micros);
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.told.thrown_out
    }
}
