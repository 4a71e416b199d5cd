//! One game of many: played by entrants, with what is worth keeping.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};

use super::entrants::Entrants;
use super::logged::{Logged, TeamRound};
use super::plan::Job;
use super::settings::RunSettings;
use super::times::Times;
use crate::contest::Setup;
use crate::game::{Expected, Fault, Outcome, Seat};
use crate::play::{Watcher, play};
use crate::recording::{Exchange, Header};
use crate::table::Table;

/// A game that was played to its end.
pub struct FinishedGame {
    /// What goes into the log.
    pub game: Logged,
    /// The recording, as text.
    pub recording: Vec<u8>,
}

/// A part of the time limit: a player that lost more than this to the machine was overloaded.
const OVERLOAD: f64 = 0.1;

/// Everything that games of one run have in common.
pub struct GameConditions<'a> {
    /// How they are played.
    pub settings: &'a RunSettings,
    /// The bots.
    pub entrants: &'a Entrants,
    /// Set by the run, or from outside, when running games are to be given up.
    pub stop: [&'a AtomicBool; 2],
}

impl GameConditions<'_> {
    /// Whether running games are to be given up.
    pub fn halted(&self) -> bool {
        self.stop.iter().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// Plays one game.
    ///
    /// # Errors
    /// The game is void: the referee failed, a program could not be started, or all is to stop.
    pub fn play(&self, Job { seed, bots }: &Job) -> Result<FinishedGame> {
        let RunSettings { contest, options, timeout_factor, .. } = self.settings;
        let setup = Setup { seed: seed.clone(), options: options.clone(), seats: bots.len() };
        let mut game = contest.start(&setup)?;
        let players = (0..)
            .zip(bots)
            .map(|(seat, name)| self.entrants.bot(name).seat(Seat(seat), seed, *timeout_factor))
            .collect::<Result<Vec<_>>>()?;
        let mut table = Table::new(players);
        let header = Header::new(contest.key(), &setup, bots.iter().cloned());
        let mut notes = Notes::new(&header.guarded(table.in_force()), self.stop)?;
        let outcome = play(game.as_mut(), &mut table, &mut notes)?;
        drop(table);
        notes.line(&serde_json::json!({ "result": outcome }))?;
        notes.recording.push(b'\n');
        let Notes { recording, times, overloaded, .. } = notes;
        let Outcome { scores, ranks, turns, thrown_out, rounds, .. } = outcome;
        let game = Logged {
            seed: seed.clone(),
            bots: bots.clone(),
            scores,
            ranks,
            turns,
            rounds: TeamRound::all(contest.about().teams, &rounds),
            thrown_out,
            overloaded,
            times,
            recording: None,
            again: self.again(seed, bots),
        };
        Ok(FinishedGame { game, recording })
    }

    /// The command that plays the same game again.
    fn again(&self, seed: &str, bots: &[String]) -> String {
        let RunSettings { contest, options, timeout_factor, .. } = self.settings;
        let mut words = vec!["referee".to_owned(), "play".to_owned(), contest.key().into()];
        words.extend(bots.iter().map(|name| self.entrants.bot(name).name.clone()));
        words.push(format!("--seed={seed}"));
        for (name, value) in options {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            words.push(format!("--option={name}={value}"));
        }
        #[allow(clippy::float_cmp)] // 1 is what the factor is if none was given.
        if *timeout_factor != 1.0 {
            words.push(format!("--timeout-factor={timeout_factor}"));
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

impl<'a> Notes<'a> {
    fn new(header: &Header, stop: [&'a AtomicBool; 2]) -> Result<Self> {
        let recording = serde_json::to_vec(header)?;
        let times = vec![Times::default(); header.players.len()];
        Ok(Self { stop, recording, times, overloaded: Vec::new() })
    }

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
    use std::time::Duration;

    use serde_json::Map;

    use super::*;

    /// Whether a player counts as overloaded whose answer took 50 ms, some of which the machine took.
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
    fn a_time_out_is_an_overload_if_the_machine_took_more_than_a_tenth_of_the_time() {
        assert!(overloaded(Some(Fault::Timeout), 5_001));
        assert!(!overloaded(Some(Fault::Timeout), 5_000));
    }

    #[test]
    fn no_other_fault_is_an_overload() {
        for fault in [None, Some(Fault::Exit), Some(Fault::OutOfMemory), Some(Fault::Garbage)] {
            assert!(!overloaded(fault, 50_000), "{fault:?}");
        }
    }
}
