//! The results of many bots against each other, computed from the log.

use itertools::Itertools;

use super::logged::Logged;
use crate::game::Seat;

/// Results between bots, by index in a list of names.
pub struct CrossTable {
    /// The bots.
    pub names: Vec<String>,
    /// `points[a][b]`: half points that `a` made against `b`.
    pub points: Vec<Vec<u32>>,
    /// `games[a][b]`: how often they met; twice in a game in which one of them has two seats.
    pub games: Vec<Vec<u32>>,
    /// Games of each bot, and the sum of its scores in them.
    pub scores: Vec<(u64, i64)>,
}

impl CrossTable {
    /// Counts the games in which only these bots sat.
    pub fn of<'a>(names: &[String], games: impl Iterator<Item = &'a Logged>) -> Self {
        let bots = names.len();
        let mut table = Self {
            names: names.to_vec(),
            points: vec![vec![0; bots]; bots],
            games: vec![vec![0; bots]; bots],
            scores: vec![(0, 0); bots],
        };
        for game in games {
            if let Some(places) = table.places(game) {
                table.count(game, &places);
            }
        }
        table
    }

    /// Indices of the bots of a game in the list; `None` if a bot is not in it.
    pub fn places(&self, game: &Logged) -> Option<Vec<usize>> {
        game.bots.iter().map(|bot| self.names.iter().position(|name| name == bot)).collect()
    }

    /// Whether only bots of the list sat in a game.
    pub fn has(&self, game: &Logged) -> bool {
        game.bots.iter().all(|bot| self.names.contains(bot))
    }

    fn count(&mut self, game: &Logged, places: &[usize]) {
        for (seat, &bot) in places.iter().enumerate() {
            self.scores[bot].0 += 1;
            self.scores[bot].1 += game.scores[seat];
        }
        for [a, b] in (0..places.len()).array_combinations() {
            if places[a] == places[b] {
                continue;
            }
            let first = game.half_points(Seat(a), Seat(b)) as u32;
            for (me, other, points) in [(a, b, first), (b, a, 2 - first)] {
                self.points[places[me]][places[other]] += points;
                self.games[places[me]][places[other]] += 1;
            }
        }
    }

    /// Share of the points that `a` made against `b`; `None` if they never met.
    pub fn share(&self, a: usize, b: usize) -> Option<f64> {
        let games = self.games[a][b];
        (games > 0).then(|| f64::from(self.points[a][b]) / f64::from(2 * games))
    }

    /// Share of the points that a bot made against all others.
    pub fn total_share(&self, bot: usize) -> Option<f64> {
        let games: u32 = self.games[bot].iter().sum();
        let points: u32 = self.points[bot].iter().sum();
        (games > 0).then(|| f64::from(points) / f64::from(2 * games))
    }

    /// Mean score of a bot in the contest's points; `None` if it never played.
    pub fn mean_score(&self, bot: usize) -> Option<f64> {
        let (games, sum) = self.scores[bot];
        (games > 0).then(|| sum as f64 / games as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::logged::logged;
    use super::*;

    #[test]
    fn every_pair_of_a_game_meets_and_a_draw_is_half_a_point_for_each() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let games = [
            logged("1", &["a", "b", "c"], &[1, 2, 2]),
            logged("1", &["b", "a", "a"], &[1, 3, 2]),
            logged("1", &["a", "x", "b"], &[1, 2, 3]),
        ];
        let table = CrossTable::of(&names, games.iter());
        // One win and two losses of a against b; the others met once.
        assert_eq!(table.points, [[0, 2, 2], [4, 0, 1], [0, 1, 0]]);
        assert_eq!(table.games, [[0, 3, 1], [3, 0, 1], [1, 1, 0]]);
        assert_eq!(table.share(0, 1), Some(1.0 / 3.0));
        assert_eq!((table.share(2, 1), table.share(0, 0)), (Some(0.5), None));
        assert_eq!(table.total_share(0), Some(0.5));
        // Scores are ranks with their sign changed; a sits in three seats.
        assert_eq!(table.scores, [(3, -6), (2, -3), (1, -2)]);
        assert_eq!(table.mean_score(0), Some(-2.0));
    }
}
