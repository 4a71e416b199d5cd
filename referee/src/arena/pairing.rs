//! The unit of work: one seed in every seat order.

use std::cmp::Ordering;

use itertools::Itertools;

use super::logged::Logged;
use crate::game::Seat;

/// The players of a game in all seat orders of a unit.
///
/// There are two line-ups; in the second the first two players are swapped. Each rotation of both
/// is a game. So every player sits in every seat, and the first two players have each seat,
/// neighbour and partner equally often. With two or three seats these are all orders.
///
/// If a game has more seats than players, the first two players fill the free seats alternately,
/// beginning with the first in one line-up and with the second in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    names: Vec<String>,
    /// The groups of other players that sit with the first two; usually one group, which may be
    /// empty.
    companies: Vec<Vec<String>>,
    orders: Vec<Vec<String>>,
}

/// The result of a unit for its first two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitResult {
    /// Half points of the first player: 2 for each meeting in which it ranks before the second, 1
    /// for each in which they are equal.
    pub half_points: usize,
    /// Mean score of the first and of the second.
    pub scores: [f64; 2],
}

impl Pairing {
    /// The pairing of `names` (the two that are compared, then the others) in a game with `seats` seats, or with a seat
    /// for each player if there are more players.
    ///
    /// # Panics
    /// If there are no players.
    pub fn new(names: Vec<String>, seats: usize) -> Self {
        let companies = vec![names.iter().skip(2).cloned().collect()];
        Self { orders: Self::all_orders(&names, seats), names, companies }
    }

    /// The pairing of two players in several companies, such as the groups of a ladder. A unit has
    /// the games of all companies.
    pub fn in_companies(rivals: [&str; 2], companies: Vec<Vec<String>>, seats: usize) -> Self {
        let rivals = rivals.map(str::to_owned);
        let with = |others: &Vec<String>| [&rivals[..], others].concat();
        let orders = companies.iter().flat_map(|it| Self::all_orders(&with(it), seats)).collect();
        let names = rivals.iter().chain(companies.iter().flatten()).unique().cloned().collect();
        Self { names, companies, orders }
    }

    /// One player with copies of another in all other seats: a game for each seat of the player.
    /// The two may be the same.
    ///
    /// ```
    /// # use referee::arena::Pairing;
    /// let orders = |player: &str, of: &str| {
    ///     let pairing = Pairing::among(player.to_owned(), of.to_owned(), 3);
    ///     let orders: Vec<String> = pairing.orders().iter().map(|order| order.concat()).collect();
    ///     orders.join(" ")
    /// };
    /// assert_eq!(orders("a", "b"), "abb bba bab");
    /// assert_eq!(orders("a", "a"), "aaa");
    /// ```
    pub fn among(player: String, of: String, seats: usize) -> Self {
        let mut line_up = vec![of.clone(); seats];
        line_up[0].clone_from(&player);
        let orders = rotations(line_up).unique().collect();
        let names = [player, of].into_iter().unique().collect();
        Self { names, companies: vec![Vec::new()], orders }
    }

    /// One player in one seat, and others in all other seats, in the orders of [`new`](Self::new). An opponent may
    /// be there more than once.
    ///
    /// ```
    /// # use referee::arena::Pairing;
    /// let orders = |player: &str, others: &[&str]| {
    ///     let others: Vec<String> = others.iter().copied().map(str::to_owned).collect();
    ///     let pairing = Pairing::against(player, &others);
    ///     let orders: Vec<String> = pairing.orders().iter().map(|order| order.concat()).collect();
    ///     orders.join(" ")
    /// };
    /// assert_eq!(orders("a", &["b"]), "ab ba");
    /// assert_eq!(orders("a", &["b", "b"]), "abb bba bab");
    /// assert_eq!(orders("a", &["b", "c"]), "abc bca cab bac acb cba");
    /// ```
    pub fn against(player: &str, others: &[String]) -> Self {
        let line_up = [&[player.to_owned()], others].concat();
        let orders = Self::all_orders(&line_up, line_up.len());
        let names = line_up.into_iter().unique().collect();
        Self { names, companies: vec![others.to_vec()], orders }
    }

    fn all_orders(names: &[String], seats: usize) -> Vec<Vec<String>> {
        let free = seats.saturating_sub(names.len());
        let mut swapped = names.to_vec();
        swapped[..names.len().min(2)].reverse();
        let line_ups = [names, &swapped].map(|line_up| {
            let fill = line_up.iter().take(2).cycle().take(free);
            line_up.iter().chain(fill).cloned().collect::<Vec<String>>()
        });
        // With one or two players some orders are equal.
        line_ups.into_iter().flat_map(rotations).unique().collect()
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names by seat, for each game of a unit.
    ///
    /// ```
    /// # use referee::arena::Pairing;
    /// let orders = |names: &[&str], seats| {
    ///     let names = names.iter().copied().map(str::to_owned).collect();
    ///     let orders: Vec<String> =
    ///         Pairing::new(names, seats).orders().iter().map(|order| order.concat()).collect();
    ///     orders.join(" ")
    /// };
    /// assert_eq!(orders(&["a", "b"], 2), "ab ba");
    /// assert_eq!(orders(&["a", "b", "c"], 3), "abc bca cab bac acb cba");
    /// assert_eq!(orders(&["a", "b"], 3), "aba baa aab bab abb bba");
    /// assert_eq!(orders(&["a"], 3), "aaa");
    /// ```
    pub fn orders(&self) -> &[Vec<String>] {
        &self.orders
    }

    /// Whether a game of these bots, by seat, belongs to a unit.
    pub fn has(&self, bots: &[String]) -> bool {
        self.orders.iter().any(|order| order == bots)
    }

    /// Number of games of a unit of `players` different players.
    pub fn games_of_unit(players: usize, seats: usize) -> usize {
        let names: Vec<String> = (0..players).map(|number| number.to_string()).collect();
        Self::all_orders(&names, seats).len()
    }

    /// Most half points of a unit: two for each meeting of the first two players.
    pub fn levels(&self) -> usize {
        self.orders.iter().map(|order| 2 * self.meetings(order).count()).sum()
    }

    /// The result of a unit, if `game` has all of its games.
    pub fn result<'a>(&self, game: impl Fn(&[String]) -> Option<&'a Logged>) -> Option<UnitResult> {
        let mut result = UnitResult { half_points: 0, scores: [0.0; 2] };
        for order in &self.orders {
            let game = game(order)?;
            result.half_points += self.half_points(game);
            for (mean, name) in result.scores.iter_mut().zip(&self.names) {
                let seats = seats_of(name, &game.bots);
                let scores: Vec<f64> = seats.map(|seat| game.scores[seat.0] as f64).collect();
                let score = scores.iter().sum::<f64>() / scores.len() as f64;
                *mean += score / self.orders.len() as f64;
            }
        }
        Some(result)
    }

    /// Half points of the first player in one game: in each meeting with the second 2 if it ranks
    /// before it, 1 if they are equal.
    pub fn half_points(&self, game: &Logged) -> usize {
        self.meetings(&game.bots).map(|[first, second]| game.half_points(first, second)).sum()
    }

    /// The result of a game for the first player: more than half of the points is a win.
    pub fn game_result(&self, game: &Logged) -> Ordering {
        self.half_points(game).cmp(&self.meetings(&game.bots).count())
    }

    /// The seats of the first player, each with each of the second.
    fn meetings<'a>(&'a self, order: &'a [String]) -> impl Iterator<Item = [Seat; 2]> + 'a {
        let of = |number| self.names.get(number).into_iter().flat_map(|name| seats_of(name, order));
        of(0).cartesian_product(of(1)).map(|(first, second)| [first, second])
    }

    /// The groups of other players that sit with the first two.
    pub fn companies(&self) -> &[Vec<String>] {
        &self.companies
    }

    /// The players in words: `a against b, with c or with d`.
    pub fn title(&self) -> String {
        let rivals = self.names.iter().take(2).join(" against ");
        let companies = self.companies.iter().filter(|others| !others.is_empty());
        let company = companies.map(|others| format!("with {}", others.join(" and "))).join(" or ");
        if company.is_empty() { rivals } else { format!("{rivals}, {company}") }
    }
}

/// All rotations of a line-up by one seat.
fn rotations(line_up: Vec<String>) -> impl Iterator<Item = Vec<String>> {
    (0..line_up.len()).map(move |turn| {
        let mut order = line_up.clone();
        order.rotate_left(turn);
        order
    })
}

fn seats_of<'a>(name: &'a String, order: &'a [String]) -> impl Iterator<Item = Seat> + Clone + 'a {
    (0..order.len()).filter(move |seat| order[*seat] == *name).map(Seat)
}
