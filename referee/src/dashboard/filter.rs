//! Which games are listed.

use serde::Deserialize;

use crate::arena::Logged;

/// What the user asked for; an empty text asks for nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Filter {
    bot: String,
    seat: String,
    result: String,
    fault: String,
    seed: String,
    least: String,
    most: String,
    kept: String,
}

/// What is known of a game.
pub(super) struct Facts<'a> {
    pub seed: &'a str,
    pub bots: &'a [String],
    pub ranks: &'a [u32],
    pub turns: u32,
    /// Seats with faults.
    pub faults: Vec<usize>,
    pub overloaded: bool,
    pub kept: bool,
}

impl<'a> From<&'a Logged> for Facts<'a> {
    fn from(game: &'a Logged) -> Self {
        Self {
            seed: &game.seed,
            bots: &game.bots,
            ranks: &game.ranks,
            turns: game.turns,
            faults: game.thrown_out.iter().map(|out| out.seat.0).collect(),
            overloaded: !game.is_decided(),
            kept: game.recording.is_some(),
        }
    }
}

impl Filter {
    /// Whether a game is asked for.
    pub(super) fn wants(&self, game: &Facts<'_>) -> bool {
        let is_seat = |seat: usize| self.seat.is_empty() || self.seat.parse() == Ok(seat);
        let is_bot = |bot: &String| self.bot.is_empty() || self.bot == *bot;
        let seats =
            game.bots.iter().enumerate().filter(|(seat, bot)| is_seat(*seat) && is_bot(bot));
        let seats: Vec<usize> = seats.map(|(seat, _)| seat).collect();
        let first = game.ranks.iter().filter(|rank| **rank == 1).count();
        let rank = |seat: &usize| game.ranks.get(*seat).copied();
        let is_result = |seat: &usize| match &*self.result {
            "" => true,
            "won" => rank(seat) == Some(1) && first == 1,
            "drawn" => rank(seat) == Some(1) && first > 1,
            "lost" => rank(seat).is_some_and(|rank| rank > 1),
            _ => false,
        };
        let has_fault = game.faults.iter().any(|seat| seats.contains(seat));
        let is_fault = match &*self.fault {
            "" => true,
            "some" => has_fault,
            "none" => !has_fault,
            "overload" => game.overloaded,
            _ => false,
        };
        let is_between =
            self.least.parse().is_ok_and(|least: u32| game.turns >= least) || self.least.is_empty();
        let is_between = is_between
            && (self.most.is_empty()
                || self.most.parse().is_ok_and(|most: u32| game.turns <= most));
        seats.iter().any(is_result)
            && is_fault
            && game.seed.contains(&self.seed)
            && is_between
            && (self.kept.is_empty() || game.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wants(pairs: &[(&str, &str)]) -> bool {
        let object = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).into()));
        let filter: Filter =
            serde_json::from_value(serde_json::Value::Object(object.collect())).unwrap();
        let bots = ["a", "b"].map(str::to_owned);
        let (seed, ranks) = ("1234", &[2, 1]);
        let faults = vec![0];
        filter.wants(&Facts {
            seed,
            bots: &bots,
            ranks,
            turns: 30,
            faults,
            overloaded: false,
            kept: false,
        })
    }

    #[test]
    fn each_wish_is_met() {
        for (pair, is_met) in [
            (("bot", "a"), true),
            (("bot", "c"), false),
            (("seat", "1"), true),
            (("seat", "2"), false),
            (("result", "won"), true),
            (("result", "drawn"), false),
            (("fault", "some"), true),
            (("fault", "none"), false),
            (("fault", "overload"), false),
            (("seed", "23"), true),
            (("seed", "9"), false),
            (("least", "30"), true),
            (("least", "31"), false),
            (("most", "30"), true),
            (("most", "29"), false),
            (("kept", "some"), false),
        ] {
            assert_eq!(wants(&[pair]), is_met, "{pair:?}");
        }
        assert!(wants(&[]));
        assert!(
            wants(&[("bot", "b"), ("result", "won")]) && !wants(&[("bot", "a"), ("result", "won")])
        );
        assert!(
            wants(&[("bot", "b"), ("fault", "none")]) && !wants(&[("bot", "b"), ("seat", "0")])
        );
    }
}
