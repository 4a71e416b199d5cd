//! What the tests of Code à la Mode share: matches that are driven answer by answer.

use referee::contest::House;
use referee::game::{Answer, Outcome, Seat};
use referee::games::alamode::{AlamodeGame, Item};
use referee::testkit::registered;
use referee::testkit::scripts;

/// A turn as it is sent to a player.
pub struct Turn<'a> {
    pub seat: Seat,
    /// Number of the round, from 1.
    pub round: usize,
    /// All lines, including those that describe the kitchen.
    pub sent: &'a [String],
}

impl Turn<'_> {
    /// The lines of the turn, without those of the kitchen.
    pub fn lines(&self) -> &[String] {
        // Before the first turn there are the number of customers, 20 customers and 7 rows.
        if self.sent.len() > 28 { &self.sent[28..] } else { self.sent }
    }

    /// Turns left after this one.
    pub fn left(&self) -> u32 {
        self.lines()[0].parse().unwrap()
    }

    /// The item that the player holds.
    pub fn hand(&self) -> Option<Item> {
        Item::read(self.lines()[1].rsplit(' ').next().unwrap())
    }

    /// The item in the oven, and its timer.
    pub fn oven(&self) -> (String, u32) {
        let laid: usize = self.lines()[3].parse().unwrap();
        let (food, timer) = self.lines()[4 + laid].split_once(' ').unwrap();
        (food.to_owned(), timer.parse().unwrap())
    }

    /// The customers at the window.
    pub fn orders(&self) -> impl Iterator<Item = (Item, i32)> {
        let orders = self.lines()[self.lines().len() - 3..].iter();
        orders.map(|line| {
            let (order, award) = line.split_once(' ').unwrap();
            (Item::read(order).unwrap(), award.parse().unwrap())
        })
    }
}

/// Plays a match; `answer` is given each turn and the match at that time.
pub fn drive(
    game: &mut AlamodeGame,
    mut answer: impl FnMut(&Turn<'_>, &AlamodeGame) -> Answer,
) -> Outcome {
    scripts::drive(game, |game, request| {
        let round = game.round_number();
        answer(&Turn { seat: request.seat, round, sent: &request.lines }, game)
    })
}

/// A line for which a chef is disqualified.
pub const ILLEGAL: &str = "this is no command";

/// A house player.
pub fn house(name: &str, seat: Seat) -> Box<dyn House> {
    scripts::house(registered("alamode"), name, 2019, seat)
}
