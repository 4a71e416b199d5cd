//! Playing a game: the rules on one side, the players on the other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, anyhow};

use crate::game::{Answer, Expected, Game, Outcome, Step};
use crate::recording::{Exchange, Recorder};
use crate::table::Table;

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
    catch_unwind(AssertUnwindSafe(|| drive(game, table, watcher))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panicked");
        Err(anyhow!("the referee itself failed ({text}); the game is void"))
    })
}

fn drive(game: &mut dyn Game, table: &mut Table, watcher: &mut dyn Watcher) -> Result<Outcome> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut gone = 0;
    loop {
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
                    let exchange = Exchange {
                        seat: request.seat,
                        sent: request.lines,
                        got: reply.answer.lines,
                        fault: reply.answer.fault,
                        micros: Some(reply.micros),
                        delay_micros: Some(reply.delay_micros).filter(|micros| *micros > 0),
                        detail: reply.detail,
                        stderr: reply.stderr,
                        more: serde_json::Map::new(),
                    };
                    watcher.exchange(&exchange, request.expected.as_ref())?;
                    answers.push(Answer { lines: exchange.got, fault: exchange.fault });
                }
            }
        }
    }
}
