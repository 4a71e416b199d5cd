//! One game of many: played by entrants, with what is worth keeping.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use serde_json::Map;

use super::entrants::Entrants;
use super::log::Logged;
use super::teams::TeamRound;
use super::times::Times;
use crate::contest::{Contest, Setup};
use crate::game::{Expected, Fault, Outcome, Seat};
use crate::play::{Watcher, play};
use crate::recording::{Exchange, Header};
use crate::table::Table;

/// Which recordings are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Keep {
    /// All.
    All,
    /// Those in which a player was thrown out.
    Faults,
    /// Those that the first bot did not win, and those in which a player was thrown out.
    Losses,
    /// None.
    None,
}

impl Keep {
    /// Whether to keep the recording of a game.
    pub fn wants(self, game: &Logged, hero: &str) -> bool {
        match self {
            Keep::All => true,
            Keep::Faults => !game.thrown_out.is_empty(),
            Keep::Losses => {
                let lost = |(bot, rank): (&String, &u32)| bot == hero && *rank > 1;
                !game.thrown_out.is_empty() || game.bots.iter().zip(&game.ranks).any(lost)
            }
            Keep::None => false,
        }
    }
}

/// A game that was played to its end.
pub struct Finished {
    /// What goes into the log.
    pub game: Logged,
    /// The recording, as text.
    pub recording: Vec<u8>,
}

/// A part of the time limit: a player that lost more than this to the machine was overloaded.
const OVERLOAD: f64 = 0.1;

/// Everything that games of one run have in common.
pub struct Conditions<'a> {
    pub contest: &'a dyn Contest,
    pub options: &'a Map<String, serde_json::Value>,
    pub entrants: &'a Entrants,
    pub timeout_factor: f64,
    /// Set by the run, or from outside, when running games are to be given up.
    pub stop: &'a AtomicBool,
    pub interrupted: &'a AtomicBool,
}

impl Conditions<'_> {
    /// Plays one game.
    ///
    /// # Errors
    /// The game is void: the referee failed, a program could not be started, or all is to stop.
    pub fn play(&self, seed: &str, order: &[String]) -> Result<Finished> {
        let setup =
            Setup { seed: seed.to_owned(), options: self.options.clone(), seats: order.len() };
        let mut game = self.contest.start(&setup)?;
        let players = order
            .iter()
            .enumerate()
            .map(|(seat, name)| self.entrants.bot(name).seat(Seat(seat), seed, self.timeout_factor))
            .collect::<Result<Vec<_>>>()?;
        let header = Header::new(self.contest.key(), &setup, order.iter().cloned());
        let mut notes = Notes {
            stop: [self.stop, self.interrupted],
            recording: serde_json::to_vec(&header)?,
            times: vec![Times::default(); order.len()],
            overloaded: Vec::new(),
        };
        let mut table = Table::new(players);
        let outcome = play(game.as_mut(), &mut table, &mut notes)?;
        drop(table);
        notes.line(&serde_json::json!({ "result": outcome }))?;
        notes.recording.push(b'\n');
        let Notes { recording, times, overloaded, .. } = notes;
        let rounds = TeamRound::of(self.contest, &outcome.more);
        let Outcome { scores, ranks, turns, thrown_out, .. } = outcome;
        let game = Logged {
            seed: seed.to_owned(),
            bots: order.to_vec(),
            scores,
            ranks,
            turns,
            rounds,
            thrown_out,
            overloaded,
            times,
            recording: None,
            again: self.again(seed, order),
        };
        Ok(Finished { game, recording })
    }

    /// The command that plays the same game again.
    fn again(&self, seed: &str, order: &[String]) -> String {
        let mut words = vec!["referee".to_owned(), "play".to_owned(), self.contest.key().into()];
        words.extend(order.iter().map(|name| self.entrants.bot(name).name.clone()));
        words.push(format!("--seed={seed}"));
        for (name, value) in self.options {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            words.push(format!("--option={name}={value}"));
        }
        #[allow(clippy::float_cmp)] // 1 is what the factor is if nobody gave one.
        if self.timeout_factor != 1.0 {
            words.push(format!("--timeout-factor={}", self.timeout_factor));
        }
        shell_words::join(words)
    }
}

/// What is written down while a game is played.
struct Notes<'a> {
    stop: [&'a AtomicBool; 2],
    recording: Vec<u8>,
    times: Vec<Times>,
    overloaded: Vec<Seat>,
}

impl Notes<'_> {
    fn line(&mut self, object: &impl serde::Serialize) -> Result<()> {
        self.recording.push(b'\n');
        Ok(serde_json::to_writer(&mut self.recording, object)?)
    }
}

impl Watcher for Notes<'_> {
    fn exchange(&mut self, exchange: &Exchange, expected: Option<&Expected>) -> Result<()> {
        if self.stop.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            bail!("given up");
        }
        let micros = exchange.micros.unwrap_or(0);
        if let Some(expected) = expected {
            self.times[exchange.seat.0].add(micros, expected.limit);
        }
        let delay = exchange.delay_micros.unwrap_or(0);
        if exchange.fault == Some(Fault::Timeout) && delay as f64 > OVERLOAD * micros as f64 {
            self.overloaded.push(exchange.seat);
        }
        self.line(exchange)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Who is blamed for a time-out of 50 ms of which the machine took some.
    fn overloaded(fault: Option<Fault>, delay_micros: u64) -> bool {
        let never = AtomicBool::new(false);
        let mut notes = Notes {
            stop: [&never, &never],
            recording: Vec::new(),
            times: vec![Times::default()],
            overloaded: Vec::new(),
        };
        let exchange = Exchange {
            seat: Seat(0),
            sent: Vec::new(),
            got: Vec::new(),
            fault,
            micros: Some(50_000),
            delay_micros: Some(delay_micros),
            detail: None,
            stderr: Vec::new(),
            more: Map::new(),
        };
        let expected = Expected { lines: 1, limit: Duration::from_millis(50), line_bytes: 80 };
        notes.exchange(&exchange, Some(&expected)).unwrap();
        !notes.overloaded.is_empty()
    }

    #[test]
    fn a_time_out_is_the_machines_if_it_took_a_good_part_of_the_time() {
        assert!(overloaded(Some(Fault::Timeout), 20_000));
        assert!(!overloaded(Some(Fault::Timeout), 2_000));
        assert!(!overloaded(Some(Fault::Exit), 20_000));
        assert!(!overloaded(None, 20_000));
    }
}
