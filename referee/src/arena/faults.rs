//! Games in a row that a bot ended by a fault.

use std::collections::HashMap;

use itertools::Itertools;

use super::log::Log;
use super::logged::Logged;

/// A run ends when the same bot was thrown out of this many of its games in a row.
pub const MOST_FAULTS_IN_A_ROW: u32 = 10;

/// The faults of each bot, game by game.
#[derive(Debug, Default)]
pub struct Faults {
    bots: HashMap<String, BotFaults>,
}

/// The faults of a bot.
#[derive(Clone, Copy, Debug, Default)]
struct BotFaults {
    /// Its last games, in each of which it was thrown out.
    in_a_row: u32,
    /// Whether a game has its last words.
    has_spoken: bool,
}

impl Faults {
    /// The faults of a log. So a run that goes on with a broken bot ends after its next game.
    pub fn of(log: &Log) -> Self {
        let mut faults = Self::default();
        for game in log.games() {
            faults.add(game);
        }
        faults
    }

    /// Counts a game. Undecided games are ignored.
    pub fn add(&mut self, game: &Logged) {
        if !game.is_decided() {
            return;
        }
        for bot in game.bots.iter().unique() {
            let is_its = |seat: usize| game.bots[seat] == *bot;
            let is_out = game.thrown_out.iter().any(|out| is_its(out.seat.0));
            let speaks = game.last_words.iter().any(|words| is_its(words.seat.0));
            if !is_out && !self.bots.contains_key(bot) {
                continue;
            }
            let faults = self.bots.entry(bot.clone()).or_default();
            faults.in_a_row = if is_out { faults.in_a_row + 1 } else { 0 };
            faults.has_spoken |= speaks;
        }
    }

    /// Whether a game has the last words of a bot.
    pub fn has_spoken(&self, bot: &str) -> bool {
        self.bots.get(bot).is_some_and(|faults| faults.has_spoken)
    }

    /// The first of some bots that was thrown out of its last ten games.
    pub fn broken<'a>(&self, bots: &'a [String]) -> Option<&'a String> {
        let is_broken = |bot: &&String| {
            self.bots.get(*bot).is_some_and(|faults| faults.in_a_row >= MOST_FAULTS_IN_A_ROW)
        };
        bots.iter().find(is_broken)
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;
    use crate::game::{Fault, Seat, ThrownOut};

    /// A game of `a` against `b`, from which the bots in some seats were thrown out.
    fn game(seed: u64, out: &[usize]) -> Logged {
        let mut game = logged(&seed.to_string(), &["a", "b"], &[1, 2]);
        let thrown_out = |seat: &usize| ThrownOut {
            seat: Seat(*seat),
            fault: Fault::Exit,
            cause: String::new(),
            line: None,
        };
        game.thrown_out = out.iter().map(thrown_out).collect();
        game
    }

    #[test]
    fn a_bot_is_broken_after_ten_faults_in_a_row() {
        let names = ["a", "b"].map(str::to_owned);
        let mut faults = Faults::of(&log((0..9).map(|seed| game(seed, &[1])).collect()));
        assert_eq!(faults.broken(&names), None);
        faults.add(&game(9, &[0]));
        (10..19).for_each(|seed| faults.add(&game(seed, &[1])));
        assert_eq!(faults.broken(&names), None, "a game without its fault came between");
        // Games without it do not count, nor do undecided ones.
        faults.add(&logged("19", &["a", "c"], &[1, 2]));
        let mut undecided = game(20, &[1]);
        undecided.overloaded.push(Seat(1));
        faults.add(&undecided);
        assert_eq!(faults.broken(&names), None);
        faults.add(&game(21, &[1]));
        assert_eq!(faults.broken(&names), Some(&names[1]));
        assert_eq!(faults.broken(&names[..1]), None);
    }
}
