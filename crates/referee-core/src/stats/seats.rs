//! Ratings of bots in games of many seats, from the ranks of each game.
//!
//! R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011),
//! the Bradley-Terry model with full pairs, as the `skillratings` crate has it.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is believed of a bot's strength: a normal distribution.
///
/// A new bot has a rating of 25 and an uncertainty of 25/3. Two well-known bots that lie 25/6
/// apart share the points about 2 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatRating {
    /// The mean.
    pub rating: f64,
    /// The standard deviation.
    pub uncertainty: f64,
}

impl SeatRating {
    /// What the bot is worth almost surely, three deviations below its rating: 0 for a new bot. A
    /// table sorted by it puts no bot on top that was lucky in a few games.
    pub fn at_least(&self) -> f64 {
        self.rating - 3.0 * self.uncertainty
    }
}

/// Ratings that follow the games one by one.
///
/// Later games count a little more than earlier ones; where the order must play no part, and games
/// are paired, see [`bradley_terry`](super::bradley_terry).
///
/// ```
/// use referee_core::stats::seats::SeatRatings;
///
/// let mut ratings = SeatRatings::new(3);
/// ratings.add_game(&[(2, 1), (0, 2), (1, 2)]);
/// assert!(ratings.rating(2).rating > 25.0 && ratings.rating(0) == ratings.rating(1));
/// ```
#[derive(Clone, Debug)]
pub struct SeatRatings {
    bots: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl SeatRatings {
    /// That many new bots, numbered from 0.
    pub fn new(bots: usize) -> Self {
        Self { bots: vec![WengLinRating::new(); bots], config: WengLinConfig::new() }
    }

    /// Counts a game: each seat's bot and its rank, 1 for the best; equal ranks are draws.
    ///
    /// A game in which one bot has two seats, or in which fewer than two bots play, tells nothing
    /// of them and is left out; the answer is whether it counted.
    ///
    /// # Panics
    /// If there is no such bot.
    pub fn add_game(&mut self, bots_and_ranks: &[(usize, usize)]) -> bool {
        let twice = |(seat, (bot, _)): (usize, &(usize, usize))| {
            bots_and_ranks[..seat].iter().any(|(other, _)| other == bot)
        };
        if bots_and_ranks.len() < 2 || bots_and_ranks.iter().enumerate().any(twice) {
            return false;
        }
        let teams: Vec<_> = bots_and_ranks
            .iter()
            .map(|&(bot, rank)| {
                (std::slice::from_ref(&self.bots[bot]), MultiTeamOutcome::new(rank))
            })
            .collect();
        let rated = weng_lin_multi_team(&teams, &self.config);
        for (&(bot, _), team) in bots_and_ranks.iter().zip(rated) {
            self.bots[bot] = team[0];
        }
        true
    }

    /// The rating of a bot.
    ///
    /// # Panics
    /// If there is no such bot.
    pub fn rating(&self, bot: usize) -> SeatRating {
        let WengLinRating { rating, uncertainty } = self.bots[bot];
        SeatRating { rating, uncertainty }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn a_first_game_moves_two_new_bots_as_published() {
        // The package OpenSkill states this for its Bradley-Terry model with full pairs.
        let mut ratings = SeatRatings::new(2);
        assert!(ratings.add_game(&[(0, 1), (1, 2)]));
        let (winner, loser) = (ratings.rating(0), ratings.rating(1));
        assert!((winner.rating - 27.635_231_4).abs() < 1e-6, "{winner:?}");
        assert!((loser.rating - 22.364_768_6).abs() < 1e-6, "{loser:?}");
        assert!((winner.uncertainty - 8.065_506_3).abs() < 1e-6, "{winner:?}");
    }

    #[test]
    fn games_against_oneself_do_not_count() {
        let mut ratings = SeatRatings::new(2);
        assert!(!ratings.add_game(&[(0, 1), (1, 2), (0, 3)]));
        assert!(!ratings.add_game(&[(0, 1)]));
        assert_eq!(ratings.rating(0), SeatRating { rating: 25.0, uncertainty: 25.0 / 3.0 });
        assert!(ratings.rating(0).at_least().abs() < 1e-9);
    }

    #[test]
    fn five_bots_in_games_of_four_come_out_in_their_true_order() {
        let mut random = Pcg64Mcg::seed_from_u64(4);
        let mut ratings = SeatRatings::new(5);
        for _ in 0..2000 {
            let mut bots = [0, 1, 2, 3, 4];
            bots.shuffle(&mut random);
            // Strength 0 to 4 plus a logistic luck of deviation 3.6.
            let mut form: Vec<_> = bots[..4]
                .iter()
                .map(|&bot| {
                    let p = random.random_range(0.001..0.999_f64);
                    (bot, bot as f64 + 2.0 * (p / (1.0 - p)).ln())
                })
                .collect();
            form.sort_by(|a, b| b.1.total_cmp(&a.1));
            let ranks: Vec<_> = form.iter().zip(1..).map(|(&(bot, _), rank)| (bot, rank)).collect();
            assert!(ratings.add_game(&ranks));
        }
        for bot in 1..5 {
            assert!(ratings.rating(bot).rating > ratings.rating(bot - 1).rating, "{ratings:?}");
        }
    }

    proptest! {
        #[test]
        fn every_rating_is_a_number(
            games in vec(vec((0..8_usize, 0..1000_usize), 0..8), 0..300),
        ) {
            let mut ratings = SeatRatings::new(8);
            for game in games {
                ratings.add_game(&game);
            }
            for bot in 0..8 {
                let SeatRating { rating, uncertainty } = ratings.rating(bot);
                prop_assert!(rating.is_finite() && uncertainty > 0.0 && uncertainty <= 25.0 / 3.0);
            }
        }
    }
}
