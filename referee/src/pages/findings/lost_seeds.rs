//! Seeds on which a bot lost every game.

use std::collections::{BTreeMap, HashMap, HashSet};

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
    /// Some of these seeds.
    pub seeds: Vec<LostSeed>,
}

/// A seed on which a bot lost every game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LostSeed {
    /// The seed.
    pub seed: String,
    /// Number of games of the bot.
    pub games: usize,
    /// The recordings of two of these games with the seats swapped, as paths from the log's folder, or in the dashboard
    /// from the dashboard's folder; empty if they were not kept.
    pub pair: Vec<String>,
}

impl LostSeeds {
    /// Those of each of these bots that has any.
    pub(super) fn all(log: &Log, bots: &[String]) -> Vec<Self> {
        let of_bot = |bot: &String| Self::of(log.games(), bot);
        let mut all: Vec<Self> = bots.iter().map(of_bot).filter(|it| it.count > 0).collect();
        let wanted: HashSet<String> =
            all.iter().flat_map(|it| it.seeds.iter().map(|seed| seed.seed.clone())).collect();
        let mut kept: HashMap<&str, Vec<&Logged>> = HashMap::new();
        for game in log.games().filter(|game| wanted.contains(&*game.seed)) {
            kept.entry(&game.seed).or_default().push(game);
        }
        for lost in &mut all {
            for seed in &mut lost.seeds {
                let games = kept.get(&*seed.seed).map(Vec::as_slice).unwrap_or_default();
                seed.pair = swapped(games, &lost.bot).unwrap_or_default();
            }
        }
        all
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
        let seeds = seeds.map(|(seed, [games, _])| LostSeed {
            seed: harmless(seed).into_owned(),
            games: *games,
            pair: Vec::new(),
        });
        let seeds = seeds.collect();
        Self { bot: harmless(bot).into_owned(), count: by_seed.len(), of, seeds }
    }
}

/// The recordings of the first two games of a bot in which the same bots have other seats.
fn swapped(games: &[&Logged], bot: &str) -> Option<Vec<String>> {
    let theirs = || games.iter().filter(|game| game.bots.iter().any(|name| name == bot));
    theirs().find_map(|first| {
        let mut bots = first.bots.to_vec();
        bots.reverse();
        let second = theirs().find(|game| *game.bots == bots && game.bots != first.bots)?;
        Some(vec![first.recording.as_ref()?.to_string(), second.recording.as_ref()?.to_string()])
    })
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
            seed: seed.into(),
            bots: bots.map(str::to_owned).to_vec().into(),
            ranks: ranks[..].into(),
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
        assert_eq!((a.count, a.of), (1, 2));
        assert_eq!((&*a.seeds[0].seed, a.seeds[0].games), ("1", 2));
        let kept =
            |at: usize, name: &str| Logged { recording: Some(name.into()), ..games[at].clone() };
        let (first, second, same) = (kept(0, "r"), kept(1, "s"), kept(0, "t"));
        assert_eq!(swapped(&[&first, &same, &second], "a").unwrap(), ["r", "s"]);
        assert_eq!(swapped(&[&first, &same], "a"), None);
        assert_eq!(swapped(&[&first, &games[1]], "a"), None, "it was not kept");
        assert_eq!((of("b").count, of("b").of), (0, 2));
        assert_eq!(of("c"), LostSeeds { bot: "c".to_owned(), ..LostSeeds::default() });
    }
}
