//! One game of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::Value;

use super::again;
use super::entrants::Entrants;
use super::logged::{Logged, TeamRound};
use super::plan::Job;
use super::settings::RunSettings;
use super::times::Times;
use crate::bot::seat_all;
use crate::contest::{Hosted, Setup};
use crate::game::{Expected, Game, Outcome, Seat};
use crate::last_words::Said;
use crate::play::{LATE_MICROS, OVERLOADED, SIGNALLED, Watcher, play};
use crate::player::process::TimeRule;
use crate::recording::{Exchange, Header, ResultLine};
use crate::table::Table;
use crate::values::{GameValues, TEXT_LENGTH};

/// A game that was played to its end.
pub struct FinishedGame {
    /// Its line in the log.
    pub game: Logged,
    /// The recording, as text.
    pub recording: Vec<u8>,
    /// The players whose fault a signal may have caused that neither they nor the referee sent.
    pub signalled: Vec<Seat>,
}

/// The conditions of all games of a run.
pub struct GameConditions<'a> {
    /// The settings.
    pub settings: &'a RunSettings,
    /// The bots.
    pub entrants: &'a Entrants,
    /// Flags that abort running games, set by the run or from outside.
    pub stop: [&'a AtomicBool; 2],
}

impl GameConditions<'_> {
    /// Whether running games must be aborted.
    pub fn halted(&self) -> bool {
        self.stop.iter().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether no further game may start.
    pub fn ends_early(&self) -> bool {
        self.halted() || self.settings.stopping.load(Ordering::Relaxed)
    }

    /// Plays one game in a slot of the parallel games.
    ///
    /// # Errors
    /// If the game is void: the referee failed, a program could not be started, or the run was
    /// aborted.
    pub fn play(&self, Job { seed, bots, .. }: &Job, slot: usize) -> Result<FinishedGame> {
        let RunSettings { contest, options, clocks, cores, .. } = self.settings;
        let setup = Setup { seed: seed.clone(), options: options.clone(), seats: bots.len() };
        let game = contest.start(&setup)?;
        // House players need no cores.
        let mut programs = 0;
        let placed = bots.iter().map(|name| {
            let bot = self.entrants.bot(name);
            let own = cores.as_ref().filter(|_| bot.is_program());
            let own = own.and_then(|plan| plan.of(slot, programs));
            programs += usize::from(bot.is_program());
            (bot, clocks.of(name), own)
        });
        let Hosted { mut game, players } = seat_all(*contest, &setup, game, placed)?;
        let mut table = Table::new(players);
        let header = contest.header(&setup, bots.iter().cloned());
        let rules = bots.iter().map(|name| clocks.of(name).rule).collect();
        let mut notes = Notes::new(&header.guarded(table.in_force()), self.stop, rules)?;
        let outcome = play(game.as_mut(), &mut table, &mut notes)?;
        let (last_words, in_force) = (table.last_words(), table.in_force());
        drop(table);
        notes.line(&ResultLine::new(&outcome, &last_words))?;
        notes.recording.push(b'\n');
        let Notes { recording, times, overloaded, signalled, mut values, mut said, .. } = notes;
        for (seat, lines) in last_words.iter().enumerate() {
            said[seat].lines(lines);
            for line in lines {
                values.take_line(Seat(seat), line);
            }
        }
        values.take_outcome(&outcome.more);
        let (values, seat_values) = values.seats_with_values();
        let Outcome { scores, ranks, turns, thrown_out, rounds, more } = outcome;
        let last_words =
            thrown_out.iter().map(|out| said[out.seat.0].last_words(&contest.about(), out));
        let game = Logged {
            seed: seed.clone(),
            bots: bots.clone(),
            scores,
            ranks,
            turns,
            end: more.get("end").and_then(Value::as_str).map(cut),
            rounds: TeamRound::all(contest.about().teams, &rounds),
            last_words: last_words.collect(),
            thrown_out,
            overloaded,
            replayed: 0,
            replayed_for: Vec::new(),
            flag_stands: Vec::new(),
            in_force: in_force.into_iter().map(Option::unwrap_or_default).collect(),
            values,
            seat_values,
            times,
            recording: None,
            again: self.again(seed, bots),
        };
        Ok(FinishedGame { game, recording, signalled })
    }

    /// The command that plays the same game again.
    fn again(&self, seed: &str, bots: &[String]) -> String {
        let RunSettings { contest, options, clocks, .. } = self.settings;
        let letters: Vec<String> = (0..bots.len()).map(|seat| Seat(seat).letter().into()).collect();
        let clock =
            clocks.options(bots.iter().map(String::as_str).zip(letters.iter().map(String::as_str)));
        let words = bots.iter().map(|name| self.entrants.bot(name).name.as_str());
        again::command(contest.key(), words, seed, options, clock)
    }
}

/// A word of the contest for the log, which a referee from outside may make too long.
fn cut(text: &str) -> String {
    text.chars().take(TEXT_LENGTH).collect()
}

/// Notes on a game while it is played.
struct Notes<'a> {
    /// The rule of the time limits, by seat.
    rules: Vec<TimeRule>,
    stop: [&'a AtomicBool; 2],
    recording: Vec<u8>,
    times: Vec<Times>,
    overloaded: Vec<Seat>,
    signalled: Vec<Seat>,
    values: GameValues,
    /// What each player has said.
    said: Vec<Said>,
}

impl<'a> Notes<'a> {
    fn new(header: &Header, stop: [&'a AtomicBool; 2], rules: Vec<TimeRule>) -> Result<Self> {
        let recording = serde_json::to_vec(header)?;
        let times = vec![Times::default(); header.players.len()];
        let values = GameValues::new(times.len());
        let said = vec![Said::default(); times.len()];
        let (overloaded, signalled) = (Vec::new(), Vec::new());
        Ok(Self { rules, stop, recording, times, overloaded, signalled, values, said })
    }

    /// Fails if running games must be aborted.
    fn demand_time(&self) -> Result<()> {
        if self.stop.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            bail!("given up");
        }
        Ok(())
    }

    fn line(&mut self, object: &impl serde::Serialize) -> Result<()> {
        self.recording.push(b'\n');
        Ok(serde_json::to_writer(&mut self.recording, object)?)
    }
}

impl Watcher for Notes<'_> {
    fn moved(&mut self, _game: &dyn Game) -> Result<()> {
        self.demand_time()
    }

    fn exchange(&mut self, exchange: &Exchange, expected: Option<&Expected>) -> Result<()> {
        self.demand_time()?;
        self.said[exchange.seat.0].exchange(exchange);
        let micros = exchange.micros.unwrap_or(0);
        if let Some(expected) = expected {
            let seat = exchange.seat.0;
            let limit = self.rules[seat].limit(expected.limit);
            self.times[seat].add(micros, limit.unwrap_or(Duration::MAX));
        }
        if exchange.more.contains_key(OVERLOADED) {
            self.overloaded.push(exchange.seat);
        }
        if exchange.more.contains_key(SIGNALLED) {
            self.signalled.push(exchange.seat);
        }
        if exchange.more.contains_key(LATE_MICROS) {
            self.times[exchange.seat.0].add_late();
        }
        for line in &exchange.stderr {
            self.values.take_line(exchange.seat, line);
        }
        self.line(exchange)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    /// The notes on an exchange with a mark: whether it is overloaded, whether it is signalled, and the number of late
    /// answers.
    fn noted(mark: Option<&str>) -> (bool, bool, u64) {
        let never = AtomicBool::new(false);
        let mut notes = Notes {
            rules: vec![2.0.into()],
            stop: [&never, &never],
            recording: Vec::new(),
            times: vec![Times::default()],
            overloaded: Vec::new(),
            signalled: Vec::new(),
            values: GameValues::new(1),
            said: vec![Said::default()],
        };
        let more: Map<_, _> = mark.map(|mark| (mark.to_owned(), 1.into())).into_iter().collect();
        let exchange = Exchange { micros: Some(50_000), more, ..Exchange::default() };
        let expected = Expected { lines: 1, limit: Duration::from_millis(50), line_bytes: 80 };
        notes.exchange(&exchange, Some(&expected)).unwrap();
        // By a factor of two the limit is 100 ms.
        assert_eq!(notes.times[0].strain(), 50);
        (!notes.overloaded.is_empty(), !notes.signalled.is_empty(), notes.times[0].late())
    }

    #[test]
    fn late_answers_and_overloads_are_noted() {
        assert_eq!(noted(None), (false, false, 0));
        assert_eq!(noted(Some(OVERLOADED)), (true, false, 0));
        assert_eq!(noted(Some(SIGNALLED)), (false, true, 0));
        assert_eq!(noted(Some(LATE_MICROS)), (false, false, 1));
    }
}
