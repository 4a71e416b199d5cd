//! Plays a game: passes requests of the rules to the players and answers back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde_json::{Map, Value};

use crate::game::{Answer, Expected, Game, OpenGame, Outcome, Request, Step};
use crate::player::{Player, Reply};
use crate::recording::{Exchange, Recorder};
use crate::table::Table;

/// Field of an exchange: how many microseconds after its limit an answer came that counts nevertheless.
pub const LATE_MICROS: &str = "late_micros";
/// Field of an exchange: the machine may be to blame for the timeout.
pub const OVERLOADED: &str = "overloaded";
/// Field of an exchange: a signal that the referee did not send may have caused the fault.
pub const SIGNALLED: &str = "signalled";

/// Watches a game, such as a recorder or a terminal.
pub trait Watcher {
    /// A seat has given its answer, or was sent its last notice.
    ///
    /// # Errors
    /// An error that stops the game, such as a full disk.
    fn exchange(&mut self, exchange: &Exchange, expected: Option<&Expected>) -> Result<()>;

    /// The game has moved on.
    ///
    /// # Errors
    /// An error that stops the game.
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

/// Records every exchange.
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

/// Plays a game that players can join. Before each step `arrivals` returns the players that have come since; it is not
/// called any more when the last turn has begun.
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

/// A game with or without players that join it.
trait Course {
    fn game(&mut self) -> &mut dyn Game;

    /// Seats players that have come.
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
        if !self.game.has_turns_left() {
            return;
        }
        for player in (self.arrivals)() {
            // If the game is full, dropping the player closes its connection.
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
        if let Some(why) = game.failure() {
            bail!("{why}");
        }
        let mut notes = game.notes();
        // No player's clock runs now.
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
                let grace = game.grace();
                let mut times = Vec::with_capacity(replies.len());
                for (request, reply) in requests.into_iter().zip(replies) {
                    let mut more = std::mem::take(&mut notes);
                    more.extend(marks(&reply));
                    if let Some(late) = within_grace(grace, table, &request, &reply) {
                        more.insert(LATE_MICROS.to_owned(), late.into());
                    }
                    times.push(reply.micros);
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
                course.game().times(&times);
            }
        }
    }
}

/// How many microseconds a complete answer came after its limit without the grace; `None` if it came before. Where limits
/// are scaled, so is the grace.
fn within_grace(grace: Duration, table: &Table, request: &Request, reply: &Reply) -> Option<u64> {
    let limit = request.expected.filter(|_| reply.answer.fault.is_none())?.limit;
    let nominal = limit.checked_sub(grace).filter(|_| !grace.is_zero())?;
    let nominal = table.scaled(request.seat, nominal)?;
    reply.micros.checked_sub(nominal.as_micros() as u64).filter(|late| *late > 0)
}

/// The fields of an exchange about what was not the player's doing: [`LATE_MICROS`], [`OVERLOADED`] and [`SIGNALLED`].
fn marks(reply: &Reply) -> Map<String, Value> {
    let late = (reply.late_micros > 0).then(|| (LATE_MICROS, reply.late_micros.into()));
    let overloaded = reply.overloaded.then(|| (OVERLOADED, true.into()));
    let signalled = reply.signalled.then(|| (SIGNALLED, true.into()));
    let marks = late.into_iter().chain(overloaded).chain(signalled);
    marks.map(|(name, value)| (name.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;

    /// A player whose limits are multiplied.
    struct Slow(f64);

    impl Player for Slow {
        fn name(&self) -> &'static str {
            "slow"
        }

        fn send(&mut self, _lines: &[String], _expected: Option<&Expected>) {}

        fn scaled(&self, time: Duration) -> Option<Duration> {
            Some(time.mul_f64(self.0))
        }

        fn reply(&mut self) -> Option<Reply> {
            None
        }
    }

    #[test]
    fn an_answer_is_late_after_the_limit_that_the_player_has() {
        let milli = Duration::from_millis;
        let expected = Some(Expected { lines: 1, limit: milli(150), line_bytes: 80 });
        let request = Request { seat: Seat(0), lines: Vec::new(), expected };
        for (factor, millis, late) in [
            (1.0, 100, None),
            (1.0, 120, Some(20)),
            (3.0, 300, None),
            (3.0, 301, Some(1)),
            (0.5, 60, Some(10)),
        ] {
            let table = Table::new(vec![Box::new(Slow(factor))]);
            let reply = Reply::lines(Vec::new(), 1000 * millis);
            let found = within_grace(milli(50), &table, &request, &reply);
            assert_eq!(found, late.map(|late| 1000 * late), "{millis} ms, factor {factor}");
            assert_eq!(within_grace(Duration::ZERO, &table, &request, &reply), None);
        }
    }
}
