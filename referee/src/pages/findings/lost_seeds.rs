//! Seeds on which a bot lost every game.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::arena::{Log, Logged};
use crate::terminal::harmless;

/// Most seeds of a bot that are named.
const MOST_SEEDS: usize = 40;

/// Fewest games of a bot on a seed: one lost game says little about a seed.
const LEAST_GAMES: usize = 2;

/// The seeds on which a bot lost every game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LostSeeds {
    /// The bot's name.
    pub bot: String,
    /// Number of seeds on which it lost every game, of at least two.
    pub count: usize,
    /// Number of seeds on which it played at least two games.
    pub of: usize,
    /// Some of these seeds, each with the number of its games.
    pub seeds: Vec<(String, usize)>,
}

impl LostSeeds {
    /// Those of each of these bots that has any.
    pub(super) fn all(log: &Log, bots: &[String]) -> Vec<Self> {
        let of_bot = |bot: &String| Self::of(log.games(), bot);
        bots.iter().map(of_bot).filter(|it| it.count > 0).collect()
    }

    fn of<'a>(games: impl Iterator<Item = &'a Logged>, bot: &str) -> Self {
        // By seed: the number of games, and of those that were lost.
        let mut by_seed: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for game in games {
            let Some(is_lost) = lost(game, bot) else { continue };
            let counts = by_seed.entry(&game.seed).or_default();
            counts[0] += 1;
            counts[1] += usize::from(is_lost);
        }
        by_seed.retain(|_, [games, _]| *games >= LEAST_GAMES);
        let of = by_seed.len();
        by_seed.retain(|_, [games, lost]| games == lost);
        let seeds = by_seed.iter().take(MOST_SEEDS);
        let seeds = seeds.map(|(seed, [games, _])| (harmless(seed).into_owned(), *games)).collect();
        Self { bot: harmless(bot).into_owned(), count: by_seed.len(), of, seeds }
    }
}

/// Whether a bot lost a game: another is before its best seat. `None` if it did not play, or played against itself alone.
fn lost(game: &Logged, bot: &str) -> Option<bool> {
    let ranks = |own: bool| {
        let seats = game.bots.iter().zip(&game.ranks);
        seats.filter(move |(name, _)| (*name == bot) == own).map(|(_, rank)| *rank).min()
    };
    Some(ranks(false)? < ranks(true)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: &str, bots: [&str; 2], ranks: [u32; 2]) -> Logged {
        Logged {
            seed: seed.to_owned(),
            bots: bots.map(str::to_owned).to_vec(),
            ranks: ranks.to_vec(),
            ..Logged::default()
        }
    }

    #[test]
    fn a_seed_counts_if_all_of_its_games_were_lost() {
        let games = [
            game("1", ["a", "b"], [2, 1]),
            game("1", ["b", "a"], [1, 2]),
            game("2", ["a", "b"], [2, 1]),
            game("2", ["b", "a"], [1, 1]),
            game("3", ["a", "b"], [2, 1]),
            game("4", ["b", "b"], [2, 1]),
        ];
        let of = |bot| LostSeeds::of(games.iter(), bot);
        let a = of("a");
        assert_eq!((a.count, a.of, &a.seeds[..]), (1, 2, &[("1".to_owned(), 2)][..]));
        assert_eq!((of("b").count, of("b").of), (0, 2));
        assert_eq!(of("c"), LostSeeds { bot: "c".to_owned(), ..LostSeeds::default() });
    }
}
