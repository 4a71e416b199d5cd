//! The unit of work: one seed in every seat order.

use itertools::Itertools;

use super::log::Logged;
use crate::contest::Contest;
use crate::game::Seat;

/// The seed of a unit: unit `index` of the sequence that begins with `base`. Each contest says
/// which seeds it has.
///
/// Numbers of neighbouring bases and indices are scattered by the finalizer of `SplitMix64`, so two
/// sequences share seeds by chance only.
pub fn seed_of(contest: &dyn Contest, base: u64, index: u64) -> String {
    let mut bits = base.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index.wrapping_add(1);
    for multiplier in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
        bits = (bits ^ (bits >> 30)).wrapping_mul(multiplier);
    }
    contest.seed_from(bits ^ (bits >> 31))
}

/// Players of a game, to be seated in every order.
///
/// Two players make two games. More players make one game for each rotation, in which every player
/// sits in every seat once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Names of the players: the two that are compared, then the others.
    pub names: Vec<String>,
}

/// What a unit says about its first two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitResult {
    /// Half points of the first player: 2 for each game in which it ranks before the second, 1 for
    /// each in which they are equal.
    pub half_points: usize,
    /// Mean score of the first and of the second.
    pub scores: [f64; 2],
}

impl Pairing {
    /// The names by seat, for each game of a unit.
    ///
    /// ```
    /// # use referee::arena::Pairing;
    /// let pairing = Pairing { names: ["a", "b", "c"].map(str::to_owned).to_vec() };
    /// let orders: Vec<String> = pairing.orders().iter().map(|order| order.concat()).collect();
    /// assert_eq!(orders, ["abc", "bca", "cab"]);
    /// ```
    pub fn orders(&self) -> Vec<Vec<String>> {
        (0..self.names.len())
            .map(|turn| {
                let mut order = self.names.clone();
                order.rotate_left(turn);
                order
            })
            .collect()
    }

    /// Most half points of a unit.
    pub fn levels(&self) -> usize {
        2 * self.names.len()
    }

    /// The result of a unit, if all its games are there.
    pub fn result<'a>(&self, game: impl Fn(&[String]) -> Option<&'a Logged>) -> Option<UnitResult> {
        let mut result = UnitResult { half_points: 0, scores: [0.0; 2] };
        let orders = self.orders();
        for order in &orders {
            let game = game(order)?;
            let [first, second] = self.seats(order)?;
            result.half_points += self.half_points(game)?;
            for (mean, seat) in result.scores.iter_mut().zip([first, second]) {
                *mean += game.scores[seat.0] as f64 / orders.len() as f64;
            }
        }
        Some(result)
    }

    /// Half points of the first player in one game: 2 if it ranks before the second, 1 if they are
    /// equal. `None` if they do not both play.
    pub fn half_points(&self, game: &Logged) -> Option<usize> {
        let [first, second] = self.seats(&game.bots)?;
        Some(game.half_points(first, second))
    }

    /// The seats of the first two players.
    fn seats(&self, order: &[String]) -> Option<[Seat; 2]> {
        let seat = |name: &String| order.iter().position(|other| other == name).map(Seat);
        Some([seat(&self.names[0])?, seat(&self.names[1])?])
    }

    /// The players as people read them.
    pub fn title(&self) -> String {
        self.names.iter().join(" against ")
    }
}
