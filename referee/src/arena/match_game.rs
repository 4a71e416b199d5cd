//! One game of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::Value;
use thin_vec::ThinVec;

use super::again;
use super::entrants::Entrants;
use super::finished_game::FinishedGame;
use super::job::Job;
use super::logged::{Logged, TeamRound};
use super::settings::RunSettings;
use super::times::Times;
use crate::bot::seat_all;
use crate::contest::{Hosted, Setup};
use crate::game::{Expected, Game, Outcome, Seat, Step};
use crate::last_words::Said;
use crate::play::{LATE_MICROS, OVERLOADED, SIGNALLED, Watcher, play};
use crate::player::process::TimeRule;
use crate::recording::{self, Exchange, Header, Recording, ResultLine};
use crate::table::Table;
use crate::values::{GameValues, TEXT_LENGTH};

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
    pub fn play(&self, job: &Job, slot: usize) -> Result<FinishedGame> {
        let Job { seed, bots, .. } = job;
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
        self.finish(job, notes, outcome, (last_words, in_force))
    }

    /// Whether the second of two games is the first with the seats swapped, and both bots answer the same whenever they
    /// are sent the same. Then it need not be played: see [`mirrored`](Self::mirrored).
    pub fn is_mirror(&self, first: &Job, second: &Job) -> bool {
        let RunSettings { contest, .. } = self.settings;
        let is_swapped = first.bots.len() == 2 && first.bots.iter().rev().eq(&second.bots);
        let is_known = |name: &String| self.entrants.bot(name).is_deterministic(&contest.about());
        first.seed == second.seed
            && is_swapped
            && first.replayed + second.replayed == 0
            && !contest.starts_bots()
            && first.bots.iter().all(is_known)
    }

    /// The game `job`, without playing it, from a finished game in which the seats are swapped and which
    /// [`is_mirror`](Self::is_mirror) has allowed. The rules are given each bot's answers of that game. `None` if a bot
    /// is sent another line than in the other seat, or if the finished game has a fault.
    pub fn mirrored(&self, job: &Job, finished: &FinishedGame) -> Option<FinishedGame> {
        let RunSettings { contest, options, clocks, .. } = self.settings;
        let game = &finished.game;
        let is_flagged = game.flagged().next().is_some() || !finished.signalled.is_empty();
        if is_flagged || !game.thrown_out.is_empty() {
            return None;
        }
        let recorded = Recording::parse(str::from_utf8(&finished.recording).ok()?).ok()?;
        let (seed, bots) = (job.seed.clone(), &job.bots);
        let setup = Setup { seed, options: options.clone(), seats: bots.len() };
        let words = |words: &String| (!words.is_empty()).then(|| words.clone());
        let in_force: Vec<Option<String>> = game.in_force.iter().rev().map(words).collect();
        let header = contest.header(&setup, bots.iter().cloned()).guarded(in_force.clone());
        let rules = bots.iter().map(|name| clocks.of(name).rule).collect();
        let mut notes = Notes::new(&header, self.stop, rules).ok()?;
        let mut mirror = contest.start(&setup).ok()?;
        let mut rest = recorded.exchanges.as_slice();
        let mut answers = Vec::new();
        let outcome = loop {
            let requests = match mirror.advance(&answers) {
                Step::Ask(requests) => requests,
                Step::Over(outcome) => break outcome,
            };
            let (now, later) = rest.split_at_checked(requests.len())?;
            rest = later;
            answers.clear();
            for request in &requests {
                let (_, other) = now.iter().find(|it| it.1.seat.0 == 1 - request.seat.0)?;
                if other.sent != request.lines {
                    return None;
                }
                let exchange = Exchange { seat: request.seat, ..other.clone() };
                answers.push(exchange.answer());
                notes.exchange(&exchange, request.expected.as_ref()).ok()?;
            }
        };
        if !rest.is_empty() {
            return None;
        }
        let nothing_said = vec![Vec::new(); bots.len()];
        let mut finished = self.finish(job, notes, outcome, (nothing_said, in_force)).ok()?;
        finished.game.mirrored = true;
        Some(finished)
    }

    /// The line in the log and the recording of a game that is over. The words that the players said last and the
    /// isolation of each are by seat.
    fn finish(
        &self,
        Job { seed, bots, .. }: &Job,
        mut notes: Notes<'_>,
        outcome: Outcome,
        (last_words, in_force): (Vec<Vec<String>>, Vec<Option<String>>),
    ) -> Result<FinishedGame> {
        let RunSettings { contest, .. } = self.settings;
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
            seed: seed.as_str().into(),
            bots: bots.clone().into(),
            scores: scores.into(),
            ranks: ranks.into(),
            turns,
            end: more.get("end").and_then(Value::as_str).map(|end| cut(end).into()),
            rounds: TeamRound::all(contest.about().teams, &rounds),
            last_words: last_words.collect(),
            thrown_out: thrown_out.into(),
            overloaded: overloaded.into(),
            replayed: 0,
            replayed_for: ThinVec::new(),
            flag_stands: ThinVec::new(),
            mirrored: false,
            in_force: in_force.into_iter().map(Option::unwrap_or_default).collect(),
            values,
            seat_values: seat_values.into(),
            times: times.into(),
            recording: None,
            host: None,
            again: self.again(seed, bots).as_str().into(),
        };
        Ok(FinishedGame { game, recording, signalled, first: None })
    }

    /// The command that plays the same game again.
    fn again(&self, seed: &str, bots: &[String]) -> String {
        let RunSettings { contest, options, clocks, .. } = self.settings;
        let letters: Vec<String> = (0..bots.len()).map(|seat| Seat(seat).letter()).collect();
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
        let recording = recording::line(header)?;
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
        self.recording.extend(recording::line(object)?);
        Ok(())
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
