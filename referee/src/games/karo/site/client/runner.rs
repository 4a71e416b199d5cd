//! A bot in a game: a thread and a program of its own, so that no game waits for another's search.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::view::GameView;
use crate::bot::ReadyBot;
use crate::clocks::Clocks;
use crate::game::{Expected, Request, Seat};
use crate::table::Table;

/// No answer is nearly so long.
const LINE_BYTES: usize = 1000;

/// What a bot was sent and what it answered.
pub struct Thought {
    /// The game.
    pub game: u64,
    /// The lines of the last trial.
    pub sent: Vec<String>,
    /// The answer, or why there is none.
    pub answer: Result<String, String>,
}

/// A bot that has been seated.
struct Seated {
    table: Table,
    /// How many records of each seat it knows.
    sent: Option<Vec<usize>>,
}

/// Answers turns until there are no more.
pub fn run(
    bot: &ReadyBot,
    game: u64,
    time: Duration,
    turns: &Receiver<Arc<GameView>>,
    mut tell: impl FnMut(Thought),
) {
    let mut seated = None;
    for view in turns {
        tell(think(bot, game, time, &view, &mut seated));
    }
}

/// Asks the bot; one that fails is started anew, with all that has happened so far, and asked once more.
fn think(
    bot: &ReadyBot,
    game: u64,
    time: Duration,
    view: &GameView,
    seated: &mut Option<Seated>,
) -> Thought {
    let mut last = Thought { game, sent: Vec::new(), answer: Err("it was not asked".to_owned()) };
    for _ in 0..2 {
        let mut present = match seated.take() {
            Some(present) => present,
            None => {
                match bot.seat(Seat(0), &game.to_string(), Clocks::default().of(&bot.name), None) {
                    Ok(player) => Seated { table: Table::new(vec![player]), sent: None },
                    Err(error) => {
                        last.answer = Err(format!("it cannot be started: {error:#}"));
                        continue;
                    }
                }
            }
        };
        let lines = view.lines(&mut present.sent, time.as_millis() as u64);
        last.sent.clone_from(&lines);
        let expected = Some(Expected { lines: 1, limit: time, line_bytes: LINE_BYTES });
        let replies = present.table.ask(&[Request { seat: Seat(0), lines, expected }]);
        match replies.map(|mut replies| replies.remove(0)) {
            Ok(reply) => match reply.answer.line() {
                Ok(line) => {
                    last.answer = Ok(line.to_owned());
                    *seated = Some(present);
                    return last;
                }
                Err(fault) => {
                    let detail = reply.detail.unwrap_or_default();
                    last.answer = Err(format!("{fault} {detail}").trim().to_owned());
                }
            },
            Err(error) => last.answer = Err(format!("{error:#}")),
        }
    }
    last
}
