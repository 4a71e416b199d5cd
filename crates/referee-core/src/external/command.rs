//! Referee programs that start the bots themselves and print the result, as the patched referees of CodinGame and the
//! play scripts of psyleague and cgarena do.
//!
//! ```text
//! referee program ──starts──► relay ◄──socket──► Bridge ◄──► bot, with its limits and its isolation
//!        │                                          │
//!        └──prints scores──► Verdict          Overheard ──► steps of a game that is over
//! ```
//!
//! The game is played in a thread. When it is over, what was said is told once more as the steps of an ordinary game.

mod course;
mod overheard_player;
mod program;
mod seats;
mod template;
mod verdict;

use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Result;
use serde_json::{Map, Value};

use self::course::Course;
use self::overheard_player::{OverheardPlayer, Scripts};
pub(super) use self::program::CommandProgram;
use self::seats::{Heard, Seats};
use self::template::Filling;
use self::verdict::Verdict;
use super::host::last_words;
use super::notes::Notes;
use super::told::Told;
use crate::contest::{Hosted, SeatedProgram, Setup};
use crate::game::{Answer, AnswerCount, Game, Seat, Step, ThrownOut};
use crate::ordinary;
use crate::plain_words::{chain, listed, system_error};
use crate::player::Player;
use crate::player::process::{MostPrinted, Printed, PrintedEnd, print};

/// How long a step waits for the end of the game, before whoever drives it may look around.
const PATIENCE: Duration = Duration::from_millis(50);

/// The most bytes that a referee program may print.
const MOST_PRINTED: usize = 256 << 20;

/// A game that a referee program plays.
pub(super) struct CommandGame {
    state: State,
    stop: Arc<AtomicBool>,
    scripts: Scripts,
    told: Told,
    notes: Notes,
    failure: Option<String>,
    count: AnswerCount,
}

enum State {
    /// It begins with the first step.
    Waiting(Vec<Match>),
    Running(Receiver<Result<Course, String>>, Option<JoinHandle<()>>),
    Over(Box<Course>),
}

/// All that is needed to play.
struct Match {
    program: Arc<CommandProgram>,
    setup: Setup,
    seats: Seats,
    stop: Arc<AtomicBool>,
}

/// A game and its players. The bots are started at once, the referee program with the first step. In a
/// contest of one player each bot plays a game of its own, and these games are one game to everybody else.
///
/// # Errors
/// If a bot cannot be started: a sentence for the user.
pub(super) fn hosted(
    program: &Arc<CommandProgram>,
    setup: &Setup,
    bots: &[SeatedProgram],
) -> Result<Hosted> {
    let stop = Arc::default();
    let scripts = Scripts::default();
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    let mut matches = Vec::new();
    for group in bots.chunks(if program.is_alone { 1 } else { bots.len().max(1) }) {
        let seats = Seats::open(group, &stop)?;
        for (bot, in_force) in group.iter().zip(seats.in_force()) {
            let player = OverheardPlayer::new(&bot.name, players.len(), in_force, &scripts);
            players.push(Box::new(player));
        }
        matches.push(Match {
            program: Arc::clone(program),
            setup: Setup { seats: group.len(), ..setup.clone() },
            seats,
            stop: Arc::clone(&stop),
        });
    }
    let game = CommandGame {
        state: State::Waiting(matches),
        stop,
        scripts,
        told: Told::default(),
        notes: Notes::default(),
        failure: None,
        count: AnswerCount::default(),
    };
    Ok(Hosted { game: Box::new(game), players })
}

/// Plays games one after the other, as one game.
fn play_all(matches: Vec<Match>) -> Result<Course, String> {
    let program = matches.first().map(|first| Arc::clone(&first.program));
    let mut courses = matches.into_iter().map(Match::play).collect::<Result<Vec<_>, _>>()?;
    match (program, courses.len()) {
        (_, 1) => Ok(courses.remove(0)),
        (Some(program), _) => Ok(Course::together(&program.counting, courses)),
        (None, _) => Err("nobody plays".to_owned()),
    }
}

impl Match {
    /// Plays the game to its end.
    fn play(self) -> Result<Course, String> {
        let Self { program, setup, seats, stop } = self;
        let log = seats.folder().join("log.json");
        let filling = Filling {
            seed: &setup.seed,
            players: seats.programs(),
            log: &log.to_string_lossy(),
            options: &setup.options,
        };
        let most = MostPrinted { time: program.longest_game(), bytes: MOST_PRINTED };
        let printed = print(&program.launch(&filling), &most, &stop);
        let printed = printed.map_err(|error| chain(&error))?;
        let logged = if program.has_log() { read_log(&log) } else { Ok(None) };
        let heard = seats.finish().map_err(|error| chain(&error))?;
        let complaint = |what: &str| complaint(what, &printed);
        match &printed.end {
            PrintedEnd::Exit(status) if status.is_success() => {}
            PrintedEnd::Exit(status) => return Err(complaint(&format!("failed ({status})"))),
            PrintedEnd::Late => {
                let seconds = most.time.as_secs_f64();
                let why =
                    format!("was not over after {seconds} s, the longest time of a game (game-s)");
                return Err(complaint(&(why + &silent(&heard))));
            }
            PrintedEnd::Ended(why) => return Err(complaint(&(why.clone() + &silent(&heard)))),
        }
        let output = String::from_utf8_lossy(&printed.output);
        let verdict = if program.prints_json() {
            Verdict::of_json(&output, setup.seats, program.compares_scores())
        } else {
            let found = logged.as_ref().ok().and_then(Option::as_ref);
            Verdict::of_command(&output, found, setup.seats)
        };
        let unused =
            logged.err().map_or_else(String::new, |why| format!("; its log was not used: {why}"));
        let verdict = verdict.map_err(|what| complaint(&(what + &unused)))?;
        Course::new(&program, &verdict, heard).map_err(|what| complaint(&what))
    }
}

/// Names the bots that were sent lines and answered nothing, for a game that is too long; empty if there are none. The
/// program may have waited for one of them, but only the program knows whether it owed an answer.
fn silent(heard: &[Heard]) -> String {
    let is_silent = |(_, heard): &(usize, &Heard)| {
        heard.overheard.exchanges.last().is_some_and(|last| last.got.is_empty())
    };
    let silent = heard.iter().enumerate().filter(is_silent);
    let silent: Vec<String> = silent.map(|(seat, _)| Seat(seat).letter()).collect();
    match silent.len() {
        0 => String::new(),
        _ => format!(
            "; no answer came to the last lines for {}: if the program waits for a bot without a limit, any bot can \
             make its games void",
            listed(silent)
        ),
    }
}

/// The log that the program wrote; `None` if it wrote none.
///
/// # Errors
/// Why it cannot be used. What is no ordinary file is not opened: reading a pipe or a device may never end.
fn read_log(path: &Path) -> Result<Option<Value>, String> {
    match ordinary::read(path) {
        Ok(text) => {
            serde_json::from_slice(&text).map(Some).map_err(|_| "it is not JSON".to_owned())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(system_error(&error)),
    }
}

/// `the referee program WHAT; its last words: …`
fn complaint(what: &str, printed: &Printed) -> String {
    let mut words = last_words(printed.stderr.iter().map(String::as_str));
    if words.is_empty() {
        words = last_words(String::from_utf8_lossy(&printed.output).lines());
    }
    format!("the referee program {what}{words}")
}

impl CommandGame {
    /// The next step, or why there is none.
    fn step(&mut self) -> Result<Step, String> {
        match &mut self.state {
            State::Waiting(matches) => {
                let matches = std::mem::take(matches);
                let (sender, receiver) = channel();
                let thread = thread::spawn(move || drop(sender.send(play_all(matches))));
                self.state = State::Running(receiver, Some(thread));
                Ok(Step::Ask(Vec::new()))
            }
            State::Running(receiver, _) => match receiver.recv_timeout(PATIENCE) {
                Ok(course) => {
                    let mut course = course?;
                    let scripts = std::mem::take(&mut course.scripts);
                    *self.scripts.lock().unwrap_or_else(PoisonError::into_inner) = scripts;
                    self.state = State::Over(Box::new(course));
                    self.step()
                }
                Err(RecvTimeoutError::Timeout) => Ok(Step::Ask(Vec::new())),
                Err(RecvTimeoutError::Disconnected) => {
                    Err("the referee itself failed while a referee program played".to_owned())
                }
            },
            State::Over(course) => {
                if let Some((request, notes)) = course.steps.pop_front() {
                    self.told.asked = Some(request.seat);
                    self.told.turns = notes.turn.unwrap_or_default();
                    self.notes = notes;
                    return Ok(Step::Ask(vec![request]));
                }
                self.told.asked = None;
                self.told.thrown_out.clone_from(&course.outcome.thrown_out);
                Ok(Step::Over(course.outcome.clone()))
            }
        }
    }
}

impl Game for CommandGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        self.told.answered();
        let step = self.step().unwrap_or_else(|why| {
            self.failure = Some(why);
            Step::Ask(Vec::new())
        });
        self.count.note(step)
    }

    fn draw(&self) -> String {
        match self.state {
            State::Over(_) => self.told.draw(),
            _ => "the referee program plays\n".to_owned(),
        }
    }

    fn notes(&mut self) -> Map<String, Value> {
        std::mem::take(&mut self.notes).fields()
    }

    fn turn(&self) -> Option<u32> {
        self.told.turn()
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.told.thrown_out
    }
}

impl Drop for CommandGame {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let State::Running(_, thread) = &mut self.state
            && let Some(thread) = thread.take()
        {
            let _ = thread.join();
        }
    }
}

/// A game without its bots, for commands that cannot start them.
#[derive(Default)]
pub(super) struct Unseated {
    count: AnswerCount,
    is_asked: bool,
}

impl Game for Unseated {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        self.is_asked = true;
        self.count.note(Step::Ask(Vec::new()))
    }

    fn draw(&self) -> String {
        "the referee program has not been started\n".to_owned()
    }

    fn failure(&self) -> Option<&str> {
        self.is_asked.then_some(
            "the referee program of this contest starts the bots itself, which this command does not allow; \
             play it with play, duel, ladder or tune",
        )
    }
}
