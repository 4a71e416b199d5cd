//! Playing a game: the rules on one side, the players on the other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, anyhow};
use serde_json::{Map, Value};

use crate::game::{Answer, Expected, Game, OpenGame, Outcome, Step};
use crate::player::{Player, Reply};
use crate::recording::{Exchange, Recorder};
use crate::table::Table;

/// Field of an exchange: by how much the answer came after its limit, and counts all the same.
pub const LATE_MICROS: &str = "late_micros";
/// Field of an exchange: the machine may be to blame for the timeout.
pub const OVERLOADED: &str = "overloaded";

/// What watches a game: a recorder, a terminal, nothing.
pub trait Watcher {
    /// A seat has given the answer that was expected of it, or was told something for the last time.
    ///
    /// # Errors
    /// What stops the game, such as a full disk.
    fn exchange(&mut self, exchange: &Exchange, expected: Option<&Expected>) -> Result<()>;

    /// The game has moved on.
    ///
    /// # Errors
    /// What stops the game.
    fn moved(&mut self, _game: &dyn Game) -> Result<()> {
        Ok(())
    }
}

/// Watches nothing.
impl Watcher for () {
    fn exchange(&mut self, _exchange: &Exchange, _expected: Option<&Expected>) -> Result<()> {
        Ok(())
    }
}

/// Everything that is said is recorded.
impl Watcher for Recorder {
    fn exchange(&mut self, exchange: &Exchange, _expected: Option<&Expected>) -> Result<()> {
        Ok(Recorder::exchange(self, exchange)?)
    }
}

/// Plays a game to its end.
///
/// # Errors
/// A fault of the referee: the operating system fails, a watcher does, or the rules themselves
/// panic. The game is void then and does not count.
pub fn play(game: &mut dyn Game, table: &mut Table, watcher: &mut dyn Watcher) -> Result<Outcome> {
    guarded(|| drive(&mut Closed(game), table, watcher))
}

/// Plays a game that players can join to its end. Before each move of the game `arrivals` gives the
/// players who have come since.
///
/// # Errors
/// See [`play`].
pub fn play_open(
    game: &mut dyn OpenGame,
    table: &mut Table,
    watcher: &mut dyn Watcher,
    arrivals: &mut dyn FnMut() -> Vec<Box<dyn Player>>,
) -> Result<Outcome> {
    guarded(|| drive(&mut Open { game, arrivals }, table, watcher))
}

fn guarded(drive: impl FnOnce() -> Result<Outcome>) -> Result<Outcome> {
    catch_unwind(AssertUnwindSafe(drive)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panicked");
        Err(anyhow!("the referee itself failed ({text}); the game is void"))
    })
}

/// A game, and who may join it.
trait Course {
    fn game(&mut self) -> &mut dyn Game;

    /// Seats those who have come.
    fn admit(&mut self, _table: &mut Table) {}
}

struct Closed<'a>(&'a mut dyn Game);

impl Course for Closed<'_> {
    fn game(&mut self) -> &mut dyn Game {
        self.0
    }
}

struct Open<'a> {
    game: &'a mut dyn OpenGame,
    arrivals: &'a mut dyn FnMut() -> Vec<Box<dyn Player>>,
}

impl Course for Open<'_> {
    fn game(&mut self) -> &mut dyn Game {
        self.game
    }

    fn admit(&mut self, table: &mut Table) {
        for player in (self.arrivals)() {
            // Of a full game the player is closed again by being dropped.
            if self.game.join().is_some() {
                table.add(player);
            }
        }
    }
}

fn drive(course: &mut dyn Course, table: &mut Table, watcher: &mut dyn Watcher) -> Result<Outcome> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut gone = 0;
    loop {
        course.admit(table);
        let game = course.game();
        let step = game.advance(&answers);
        // No player is asked at present, so that this costs no player's time.
        for out in &game.thrown_out()[gone..] {
            table.close(out.seat);
            gone += 1;
        }
        watcher.moved(game)?;
        match step {
            Step::Over(outcome) => return Ok(outcome),
            Step::Ask(requests) => {
                let replies = table.ask(&requests)?;
                answers.clear();
                for (request, reply) in requests.into_iter().zip(replies) {
                    let more = marks(&reply);
                    let exchange = Exchange {
                        seat: request.seat,
                        sent: request.lines,
                        got: reply.answer.lines,
                        fault: reply.answer.fault,
                        micros: Some(reply.micros),
                        delay_micros: Some(reply.delay_micros).filter(|micros| *micros > 0),
                        detail: reply.detail,
                        stderr: reply.stderr,
                        more,
                    };
                    watcher.exchange(&exchange, request.expected.as_ref())?;
                    answers.push(Answer { lines: exchange.got, fault: exchange.fault });
                }
            }
        }
    }
}

/// What the recording says of the clock beside the times: an answer that counts though it came after
/// the limit, a timeout for which the machine may be to blame.
fn marks(reply: &Reply) -> Map<String, Value> {
    let late = (reply.late_micros > 0).then(|| (LATE_MICROS, reply.late_micros.into()));
    let overloaded = reply.overloaded.then(|| (OVERLOADED, true.into()));
    let marks = late.into_iter().chain(overloaded);
    marks.map(|(name, value)| (name.to_owned(), value)).collect()
}
