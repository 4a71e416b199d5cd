//! The order of the games that a list shows.

use std::cmp::Ordering;

use serde::Deserialize;

/// By which of their values games are ordered; without one, the newest game is first.
///
/// `pages/filter.js` does the same for pages without a server; `tests/javascript/order.json` tests both.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Order {
    by: By,
    /// Whether the least value is first.
    #[serde(rename = "order")]
    direction: Direction,
}

/// A value of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum By {
    /// When it was played.
    #[default]
    Number,
    /// The key of its contest.
    Contest,
    /// Its seed, as a number where it is one.
    Seed,
    /// The names of its bots by seat, then their points.
    Bots,
    /// Its length.
    Turns,
    /// The word for how it ended.
    End,
    /// The longest answer of any seat.
    Slowest,
    /// The number of its faults.
    Faults,
}

/// Which value is first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    /// The greatest.
    #[default]
    Down,
    /// The least.
    Up,
}

/// The values of a game by which lists are ordered.
pub(super) struct Values<'a> {
    pub contest: &'a str,
    pub seed: &'a str,
    pub bots: &'a [String],
    pub scores: &'a [i64],
    pub turns: u32,
    pub end: &'a str,
    /// Microseconds.
    pub slowest: u64,
    pub faults: usize,
}

impl Order {
    /// Orders games, of which the newest is first. Equal ones stay in that order.
    pub(super) fn sort<T: Copy>(
        self,
        games: &mut Vec<T>,
        values: impl for<'a> Fn(&'a T) -> Values<'a>,
    ) {
        if self.by == By::Number {
            if self.direction == Direction::Up {
                games.reverse();
            }
            return;
        }
        // The values are taken once, not in each comparison.
        let keys: Vec<(Values<'_>, (u8, i64))> = games
            .iter()
            .map(|game| {
                let values = values(game);
                // Texts are greater than numbers.
                let seed = match self.by {
                    By::Seed => values.seed.parse().map_or((1, 0), |seed| (0, seed)),
                    _ => (0, 0),
                };
                (values, seed)
            })
            .collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|&a, &b| {
            let found = self.compare(&keys[a], &keys[b]);
            if self.direction == Direction::Up { found } else { found.reverse() }
        });
        *games = order.into_iter().map(|at| games[at]).collect();
    }

    fn compare(
        self,
        (a, seed): &(Values, (u8, i64)),
        (b, other): &(Values, (u8, i64)),
    ) -> Ordering {
        match self.by {
            By::Number => Ordering::Equal,
            By::Seed => seed.cmp(other).then_with(|| a.seed.cmp(b.seed)),
            By::Contest => a.contest.cmp(b.contest),
            By::Bots => a.bots.cmp(b.bots).then_with(|| a.scores.cmp(b.scores)),
            By::End => a.end.cmp(b.end),
            By::Faults => a.faults.cmp(&b.faults),
            By::Turns => a.turns.cmp(&b.turns),
            By::Slowest => a.slowest.cmp(&b.slowest),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// `pages/filter.js` passes the same cases in its own tests.
    #[test]
    fn games_are_ordered_by_each_value() {
        let cases = include_str!("../../tests/javascript/order.json");
        let cases: Vec<(Value, Vec<usize>)> = serde_json::from_str(cases).unwrap();
        let of = |bots: [&str; 2], scores: [i64; 2]| (bots.map(str::to_owned), scores);
        let bots = [of(["a", "b"], [5, 2]), of(["b", "a"], [1, 1]), of(["a", "b"], [3, 9])];
        let bots = [&bots[0], &bots[1], &bots[2], &bots[1]];
        // Number, contest, seed, turns, end, slowest answer and faults; the newest first.
        let games = [
            (4, "karo", "!", 7, "", 90, 0),
            (3, "fruit", "-10", 7, "sunk", 80, 2),
            (2, "karo", "9", 30, "all-dead", 70, 1),
            (1, "tron", "10", 5, "sunk", 300, 0),
        ];
        for (order, expected) in cases {
            let order: Order = serde_json::from_value(order).unwrap();
            let mut sorted = games.to_vec();
            order.sort(&mut sorted, |&(number, contest, seed, turns, end, slowest, faults)| {
                let (bots, scores) = bots[4 - number];
                Values { contest, seed, bots, scores, turns, end, slowest, faults }
            });
            let numbers: Vec<usize> = sorted.iter().map(|game| game.0).collect();
            assert_eq!(numbers, expected, "{order:?}");
        }
    }
}
