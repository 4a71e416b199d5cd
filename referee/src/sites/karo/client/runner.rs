//! A bot in a game. Each game has its own thread and program, so that no game waits for the search of another.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::view::GameView;
use crate::bot::ReadyBot;
use crate::clocks::Clocks;
use crate::game::{Expected, Request, Seat};
use crate::plain_words::chain;
use crate::table::Table;

/// The most bytes of an answer; valid ones are much shorter.
const LINE_BYTES: usize = 1000;

/// The lines that a bot was sent, and its answer.
pub struct Thought {
    /// The game.
    pub game: u64,
    /// The lines of the last attempt.
    pub sent: Vec<String>,
    /// The answer, or the reason for its absence.
    pub answer: Result<String, String>,
}

/// A running bot.
struct Seated {
    table: Table,
    /// The number of records of each seat that it knows.
    sent: Option<Vec<usize>>,
}

/// Asks the bot for each turn, until the sender of turns is dropped.
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

/// Asks the bot. If it fails, it is started again, gets all records so far, and is asked once more.
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
                        last.answer = Err(format!("it cannot be started: {}", chain(&error)));
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
            Err(error) => last.answer = Err(chain(&error)),
        }
    }
    last
}
