//! The field of a try: the groups of opponents that two bots play in turn.

use itertools::Itertools;

use super::logged::Logged;
use super::pairing::Pairing;
use super::seeds::Seeds;
use crate::game::Seat;

/// Two bots and the groups of opponents that fill the other seats.
///
/// In a game with two seats each opponent is a group. In a game with more seats a group has one opponent for each of
/// the other seats: neighbours in the pool, and one group begins at each member. So every opponent sits there equally
/// often. In a pool that is too small, opponents fill several seats each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Names of the candidate and of the champion.
    rivals: [String; 2],
    pool: Vec<String>,
    groups: Vec<Group>,
}

/// A group of opponents, which the two bots play in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The opponents, one for each seat.
    opponents: Vec<String>,
    /// The games of the candidate, and those of the champion.
    pairings: [Pairing; 2],
}

/// The results of a bot in a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Showing {
    /// Its share of the points.
    pub share: f64,
    /// Its mean score of a game.
    pub score: f64,
    /// Its share of the points against each member of the pool; `None` if the member is not in the group.
    pub by_opponent: Vec<Option<f64>>,
    /// Its share of the points in each seat.
    pub by_seat: Vec<f64>,
}

/// Half points that were made, and half points that could be made.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    made: usize,
    most: usize,
}

impl Tally {
    fn add(&mut self, half_points: usize) {
        self.made += half_points;
        self.most += 2;
    }

    fn share(self) -> Option<f64> {
        (self.most > 0).then(|| self.made as f64 / self.most as f64)
    }
}

impl Field {
    /// A candidate and a champion against a pool, in a game with `seats` seats.
    ///
    /// ```
    /// # use referee::arena::Field;
    /// let groups = |pool: &[&str], seats| {
    ///     let pool: Vec<String> = pool.iter().copied().map(str::to_owned).collect();
    ///     let field = Field::new(&["new", "old"].map(str::to_owned), &pool, seats);
    ///     let groups: Vec<String> = field.groups().iter().map(|it| it.opponents().concat()).collect();
    ///     groups.join(" ")
    /// };
    /// assert_eq!(groups(&["a", "b", "c"], 2), "a b c");
    /// assert_eq!(groups(&["a", "b", "c"], 3), "ab bc ca");
    /// assert_eq!(groups(&["a", "b"], 3), "ab");
    /// assert_eq!(groups(&["a", "b"], 4), "aba bab");
    /// assert_eq!(groups(&["a"], 4), "aaa");
    /// ```
    ///
    /// # Panics
    /// If the pool is empty, or the game has one seat.
    pub fn new(rivals: &[String; 2], pool: &[String], seats: usize) -> Self {
        assert!(!pool.is_empty() && seats > 1, "a field has opponents and seats for them");
        let from =
            |first: usize| pool.iter().cycle().skip(first).take(seats - 1).cloned().collect();
        let groups = (0..pool.len()).map(from);
        let groups = groups.unique_by(|opponents: &Vec<String>| {
            opponents.iter().sorted().cloned().collect::<Vec<_>>()
        });
        let groups = groups.map(|opponents| {
            let pairings = rivals.each_ref().map(|bot| Pairing::against(bot, &opponents));
            Group { opponents, pairings }
        });
        Self { groups: groups.collect(), rivals: rivals.clone(), pool: pool.to_vec() }
    }

    /// Names of the candidate and of the champion.
    pub fn rivals(&self) -> &[String; 2] {
        &self.rivals
    }

    /// Names of the opponents.
    pub fn pool(&self) -> &[String] {
        &self.pool
    }

    /// The groups of opponents.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Number of seats of a game.
    pub fn seats(&self) -> usize {
        self.groups[0].opponents.len() + 1
    }

    /// Number of games of a unit, of both bots together. It is the same for all groups, because all fill the seats
    /// alike.
    pub fn games_of_unit(&self) -> usize {
        self.groups[0].games()
    }

    /// Number of games of a round: a unit of each group.
    pub fn games_of_round(&self) -> usize {
        self.groups.len() * self.games_of_unit()
    }

    /// The most half points of a bot in a unit.
    pub(super) fn levels(&self) -> usize {
        2 * (self.seats() - 1) * self.games_of_unit() / 2
    }

    /// The group to which a game of these bots belongs.
    pub fn group_of(&self, bots: &[String]) -> Option<usize> {
        self.groups.iter().position(|group| group.pairings.iter().any(|it| it.has(bots)))
    }
}

impl Group {
    /// The opponents, one for each seat.
    pub fn opponents(&self) -> &[String] {
        &self.opponents
    }

    /// The games of the candidate, and those of the champion.
    pub fn pairings(&self) -> &[Pairing; 2] {
        &self.pairings
    }

    /// The seeds on which it is played.
    pub(super) fn seeds(&self, of_run: &Seeds) -> Seeds {
        of_run.for_part(&self.opponents.join(" "))
    }

    /// Number of games of a unit, of both bots together.
    fn games(&self) -> usize {
        self.pairings.iter().map(|it| it.orders().len()).sum()
    }

    /// The results of a bot, 0 or 1, in a unit, if `game` has all of its games.
    pub(super) fn showing<'a>(
        &self,
        bot: usize,
        pool: &[String],
        game: impl Fn(&[String]) -> Option<&'a Logged>,
    ) -> Option<Showing> {
        let pairing = &self.pairings[bot];
        let (mut all, mut score) = (Tally::default(), 0.0);
        let mut by_opponent = vec![Tally::default(); pool.len()];
        let mut by_seat = vec![Tally::default(); self.opponents.len() + 1];
        for order in pairing.orders() {
            let game = game(order)?;
            let seat = order.iter().position(|name| *name == pairing.names()[0])?;
            score += game.scores[seat] as f64 / pairing.orders().len() as f64;
            for other in (0..order.len()).filter(|other| *other != seat) {
                let half_points = game.half_points(Seat(seat), Seat(other));
                let opponent = pool.iter().position(|name| *name == order[other])?;
                for tally in [&mut all, &mut by_opponent[opponent], &mut by_seat[seat]] {
                    tally.add(half_points);
                }
            }
        }
        Some(Showing {
            share: all.share()?,
            score,
            by_opponent: by_opponent.into_iter().map(Tally::share).collect(),
            by_seat: by_seat.into_iter().map(Tally::share).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::logged::logged;
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn every_opponent_sits_equally_often() {
        for (pool, seats) in [(3, 2), (3, 3), (5, 3), (2, 4), (3, 4), (5, 4), (1, 5), (4, 5)] {
            let pool: Vec<String> = (0..pool).map(|number| format!("o{number}")).collect();
            let field = Field::new(&["new", "old"].map(str::to_owned), &pool, seats);
            for bot in 0..2 {
                let mut sat = vec![vec![0; seats]; pool.len()];
                for order in field.groups().iter().flat_map(|it| it.pairings()[bot].orders()) {
                    assert_eq!(order.len(), seats);
                    assert_eq!(order.iter().filter(|it| *it == &field.rivals()[bot]).count(), 1);
                    for (seat, name) in order.iter().enumerate() {
                        if let Some(at) = pool.iter().position(|it| it == name) {
                            sat[at][seat] += 1;
                        }
                    }
                }
                let first: usize = sat[0].iter().sum();
                assert!(
                    sat.iter().all(|it| it.iter().sum::<usize>() == first),
                    "{pool:?} {seats} {sat:?}"
                );
            }
            let games: usize = field.groups().iter().map(Group::games).sum();
            assert_eq!(games, field.games_of_round(), "{pool:?} {seats}");
        }
    }

    #[test]
    fn a_showing_is_that_of_the_seat_of_the_bot() {
        let pool = names(&["x", "y"]);
        let field = Field::new(&["new", "old"].map(str::to_owned), &pool, 3);
        let group = &field.groups()[0];
        // It beats x and loses to y in its first seat, and is last elsewhere.
        let games: Vec<Logged> = group.pairings()[1]
            .orders()
            .iter()
            .map(|order| {
                let rank = |name: &String| match &**name {
                    "y" => 1,
                    "old" if order[0] == "old" => 2,
                    "old" => 9,
                    _ => 3,
                };
                let ranks: Vec<u32> = order.iter().map(rank).collect();
                logged("1", &order.iter().map(String::as_str).collect::<Vec<_>>(), &ranks)
            })
            .collect();
        let game = |order: &[String]| games.iter().find(|game| *game.bots == order);
        let showing = group.showing(1, &pool, game).unwrap();
        // Two of six games are from the first seat.
        assert!((showing.share - 2.0 / 12.0).abs() < 1e-12);
        assert!((showing.score - -(2.0 * 2.0 + 4.0 * 9.0) / 6.0).abs() < 1e-12);
        assert_eq!(showing.by_opponent, [Some(2.0 / 6.0), Some(0.0)]);
        assert_eq!(showing.by_seat, [0.5, 0.0, 0.0]);
        assert_eq!(group.showing(0, &pool, game), None);
        assert_eq!(field.group_of(&names(&["x", "old", "y"])), Some(0));
        assert_eq!(field.group_of(&names(&["x", "old", "x"])), None);
    }
}
