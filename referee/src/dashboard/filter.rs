//! The filter of the lists of games.

use serde::Deserialize;

use crate::arena::Logged;

/// The conditions of the user, all of which a game must meet. An empty text is no condition.
///
/// `pages/filter.js` decides the same for pages without a server; `tests/javascript/filter.json` tests both.
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

/// The properties of a game that a filter can test.
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
    /// Whether a game meets all conditions.
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

    #[derive(Deserialize)]
    struct Case(Filter, bool);

    fn game<'a>(bots: &'a [String], ranks: &'a [u32]) -> Facts<'a> {
        let (overloaded, kept) = (false, false);
        Facts { seed: "1234", bots, ranks, turns: 30, faults: vec![0], overloaded, kept }
    }

    #[test]
    fn a_game_passes_the_filters_of_the_list() {
        let cases = include_str!("../../tests/javascript/filter.json");
        let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
        let bots = ["a", "b"].map(str::to_owned);
        for Case(filter, passes) in cases {
            assert_eq!(filter.wants(&game(&bots, &[2, 1])), passes, "{filter:?}");
        }
    }

    #[test]
    fn a_shared_first_rank_is_a_draw_and_overload_and_recordings_can_be_asked_for() {
        let bots = ["a", "b"].map(str::to_owned);
        let wants = |text: &str, game: &Facts<'_>| {
            serde_json::from_str::<Filter>(text).unwrap().wants(game)
        };
        let drawn = game(&bots, &[1, 1]);
        for (result, passes) in [("won", false), ("drawn", true), ("lost", false)] {
            assert_eq!(wants(&format!(r#"{{"result":"{result}"}}"#), &drawn), passes, "{result}");
        }
        let overloaded = Facts { overloaded: true, ..game(&bots, &[2, 1]) };
        assert!(wants(r#"{"fault":"overload"}"#, &overloaded));
        let kept = Facts { kept: true, ..game(&bots, &[2, 1]) };
        assert!(wants(r#"{"kept":"some"}"#, &kept));
    }
}
