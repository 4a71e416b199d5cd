//! How often each bot was late while the machine may have been to blame, or ended by a signal that may have come from
//! outside, and whether that is more often than its opponents.
//!
//! A bot that is late because the machine was busy gets a second play. A bot that feigns a busy machine when it is
//! losing would play each lost game twice. On a busy machine all bots of a game are equally likely to be late, if they
//! need equally much of their time; so a bot that is late much more often than its opponents is named, and gets no
//! further second plays.

use std::collections::BTreeMap;

use super::logged::Logged;
use crate::stats::binomial::{at_least, holm};

/// The risk that any bot is named by chance.
const RISK: f64 = 0.001;

/// Counts of the games in which a bot was late while the machine may have been to blame, or ended by a signal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flagged {
    /// Seats of the bot in all games.
    pub seats: u64,
    /// Those that were flagged.
    pub flagged: u64,
    /// Seats of other bots in the same games.
    pub others: u64,
    /// Those that were flagged.
    pub others_flagged: u64,
}

/// A bot that was flagged more often than its opponents in the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Excess {
    /// Its name.
    pub bot: String,
    /// Its counts.
    pub counts: Flagged,
    /// Probability of so many by chance, corrected for the number of bots.
    pub probability: f64,
}

/// The counts of each bot, game by game.
#[derive(Clone, Debug, Default)]
pub struct ReplayTally {
    bots: BTreeMap<String, Flagged>,
}

impl ReplayTally {
    /// The counts of some games.
    pub fn of<'a>(games: impl Iterator<Item = &'a Logged>) -> Self {
        let mut tally = Self::default();
        games.for_each(|game| tally.add(game));
        tally
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Logged) {
        let seats = game.bots.len() as u64;
        let is_flagged = |seat: usize| game.flagged().any(|flagged| flagged.0 == seat);
        let all = (0..game.bots.len()).filter(|seat| is_flagged(*seat)).count() as u64;
        for (at, bot) in game.bots.iter().enumerate() {
            if game.bots[..at].contains(bot) {
                continue;
            }
            let own = || game.bots.iter().enumerate().filter(|(_, other)| *other == bot);
            let ours = own().count() as u64;
            let flagged = own().filter(|(seat, _)| is_flagged(*seat)).count() as u64;
            if !self.bots.contains_key(bot) {
                self.bots.insert(bot.clone(), Flagged::default());
            }
            let Some(counts) = self.bots.get_mut(bot) else { continue };
            counts.seats += ours;
            counts.flagged += flagged;
            counts.others += seats - ours;
            counts.others_flagged += all - flagged;
        }
    }

    /// The bots that were flagged more often than chance explains.
    ///
    /// Each flagged seat in the games of a bot is one of its own with the same probability: its share of the seats. An
    /// exact test compares the number of its flagged seats with that, corrected by Holm for the number of bots.
    pub fn excesses(&self) -> Vec<Excess> {
        let met = || self.bots.iter().filter(|(_, counts)| counts.others > 0);
        let probability = |counts: &Flagged| {
            let share = counts.seats as f64 / (counts.seats + counts.others) as f64;
            at_least(counts.flagged, counts.flagged + counts.others_flagged, share)
        };
        let probabilities: Vec<f64> = met().map(|(_, counts)| probability(counts)).collect();
        let all = met().zip(holm(&probabilities));
        let all = all.filter(|(_, probability)| *probability <= RISK);
        all.map(|((bot, counts), probability)| Excess {
            bot: bot.clone(),
            counts: *counts,
            probability,
        })
        .collect()
    }
}

impl Excess {
    /// The excess as a sentence.
    pub fn sentence(&self) -> String {
        let Self { bot, counts, probability } = self;
        format!(
            "{bot} was late while the machine may have been to blame, or ended by a signal, in {} of its {} seats, its \
             opponents in {} of {} of the same games (p {probability:.1e}): it feigns load, it crashes, or it alone \
             uses nearly all of its time; its games are not replayed any more",
            counts.flagged, counts.seats, counts.others_flagged, counts.others
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::logged::logged;
    use super::*;
    use crate::game::Seat;

    /// Games of `a` and `b`, of which some were replayed because of each.
    fn games(all: u64, flagged: [u64; 2]) -> Vec<Logged> {
        let game = |number: u64| {
            let mut game = logged(&number.to_string(), &["a", "b"], &[1, 2]);
            game.replayed_for.extend((number < flagged[0]).then_some(Seat(0)));
            game.replayed_for.extend((number < flagged[1]).then_some(Seat(1)));
            game
        };
        (0..all).map(game).collect()
    }

    fn named(all: u64, flagged: [u64; 2]) -> Vec<String> {
        let excesses = ReplayTally::of(games(all, flagged).iter()).excesses();
        excesses.into_iter().map(|excess| excess.bot).collect()
    }

    #[test]
    fn a_bot_is_named_if_it_is_late_much_more_often_than_its_opponents() {
        // Two bots: a half to the power of 11 is the first below half of the risk.
        assert_eq!(named(400, [10, 0]), [""; 0]);
        assert_eq!(named(400, [11, 0]), ["a"]);
        assert_eq!(named(400, [0, 11]), ["b"]);
        // The number of games plays no part: the machine may be busy in all of them.
        assert_eq!(named(11, [11, 0]), ["a"]);
        assert_eq!(named(400, [40, 40]), [""; 0]);
        assert_eq!(named(400, [60, 20]), ["a"]);
        assert_eq!(named(400, [30, 20]), [""; 0]);
    }

    #[test]
    fn a_bot_alone_with_itself_has_no_opponents() {
        let mut game = logged("1", &["a", "a"], &[1, 2]);
        game.replayed_for = vec![Seat(0), Seat(1)].into();
        let tally = ReplayTally::of(vec![game; 50].iter());
        assert_eq!(tally.excesses(), []);
        assert_eq!(
            tally.bots["a"],
            Flagged { seats: 100, flagged: 100, others: 0, others_flagged: 0 }
        );
    }

    #[test]
    fn every_kind_of_flag_counts_once_a_seat() {
        let mut game = logged("1", &["a", "b", "a"], &[1, 2, 3]);
        game.replayed_for = vec![Seat(2), Seat(2)].into();
        game.flag_stands = vec![Seat(2)].into();
        game.overloaded = vec![Seat(1)].into();
        let tally = ReplayTally::of([game].iter());
        let a = Flagged { seats: 2, flagged: 1, others: 1, others_flagged: 1 };
        let b = Flagged { seats: 1, flagged: 1, others: 2, others_flagged: 1 };
        assert_eq!((tally.bots["a"], tally.bots["b"]), (a, b));
    }

    #[test]
    fn the_sentence_names_the_bot_and_both_counts() {
        let excess = ReplayTally::of(games(40, [14, 0]).iter()).excesses().remove(0).sentence();
        assert!(
            excess.starts_with("a was late while the machine may have been to blame, or ended by a signal, in 14 of its 40 seats"),
            "{excess}"
        );
        assert!(
            excess.contains("its opponents in 0 of 40 of the same games (p 1.2e-4)"),
            "{excess}"
        );
    }
}
