//! A bot in a game. Each game has its own thread and program, so that no game waits for the search of another.

use std::panic::{AssertUnwindSafe, catch_unwind};
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
        let asked = || think(bot, game, time, &view, &mut seated);
        // A view is what the site says. If it leads to a panic, the game still gets its answer.
        let thought = catch_unwind(AssertUnwindSafe(asked));
        tell(thought.unwrap_or_else(|_| Thought {
            game,
            sent: Vec::new(),
            answer: Err("the client itself failed".to_owned()),
        }));
    }
}

/// Asks the bot. If it fails, it is started again, gets all records so far, and is asked once more. It is also started again
/// if what it knows of the game is not true any more.
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
            Some(present) if present.sent.as_ref().is_none_or(|known| view.continues(known)) => {
                present
            }
            _ => {
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use serde_json::{Value, json};

    use super::*;
    use crate::bot::{Bot, Strangers};
    use crate::games::contest;

    /// A game of the user 1 with others, who have each made this number of moves.
    fn view(others: usize, moves: usize) -> Arc<GameView> {
        let player = |id: usize| -> Value {
            let made = (0..=moves).map(|at| json!({ "x": at, "y": id, "xv": at.min(1), "t": "0" }));
            let next = json!({ "x": moves + 1, "y": id, "xv": 1 });
            json!({ "id": id + 1, "name": "A", "moves": made.collect::<Vec<_>>(), "possibles": [next] })
        };
        let text = json!({
            "id": 200_000, "name": "A race", "creator": "A", "cps": false, "zzz": 2,
            "map": { "code": "SOOOOF\nSOOOOF\nSOOOOF" },
            "next": { "id": 1 },
            "players": (0..=others).map(player).collect::<Vec<_>>(),
        });
        Arc::new(GameView::read(&text.to_string(), 1).unwrap())
    }

    #[test]
    fn a_bot_begins_again_where_the_site_shows_another_game_than_before() {
        let bot = Bot::parse("@cruiser", contest("karo").unwrap()).unwrap();
        let bot = Bot::prepare_all(vec![bot], &Strangers::default()).unwrap().remove(0);
        let (turns, wanted) = channel();
        for (others, moves) in [(1, 1), (1, 2), (2, 2), (2, 1), (1, 1), (1, 2)] {
            turns.send(view(others, moves)).unwrap();
        }
        drop(turns);
        let mut begins = Vec::new();
        run(&bot, 200_000, Duration::from_secs(10), &wanted, |thought| {
            assert!(thought.answer.is_ok(), "{:?}", thought.answer);
            begins.push(!thought.sent[0].starts_with("turn "));
        });
        // The second and the last view go on with the one before. The third has a player more, the fourth a move less.
        assert_eq!(begins, [true, false, true, true, true, false]);
    }
}
