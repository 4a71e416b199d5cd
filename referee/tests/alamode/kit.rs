//! What the tests of Code à la Mode share: matches driven answer by answer.

use referee::contest::House;
use referee::game::{Answer, Outcome, Seat};
use referee::games::alamode::{AlamodeGame, Item};
use referee::testkit::registered;
use referee::testkit::scripts;

/// A turn as a player is sent it.
pub struct Turn<'a> {
    pub seat: Seat,
    /// Number of the round, from 1.
    pub round: usize,
    /// All lines, those of the kitchen too.
    pub sent: &'a [String],
}

impl Turn<'_> {
    /// The lines of the turn alone.
    pub fn lines(&self) -> &[String] {
        // 20 customers and 7 rows stand before the first turn, with the number of the former.
        if self.sent.len() > 28 { &self.sent[28..] } else { self.sent }
    }

    /// Turns left after this one.
    pub fn left(&self) -> u32 {
        self.lines()[0].parse().unwrap()
    }

    /// What the player holds.
    pub fn hand(&self) -> Option<Item> {
        Item::read(self.lines()[1].rsplit(' ').next().unwrap())
    }

    /// What is in the oven, and its timer.
    pub fn oven(&self) -> (String, u32) {
        let laid: usize = self.lines()[3].parse().unwrap();
        let (food, timer) = self.lines()[4 + laid].split_once(' ').unwrap();
        (food.to_owned(), timer.parse().unwrap())
    }

    /// What waits at the window.
    pub fn orders(&self) -> impl Iterator<Item = (Item, i32)> {
        let orders = self.lines()[self.lines().len() - 3..].iter();
        orders.map(|line| {
            let (order, award) = line.split_once(' ').unwrap();
            (Item::read(order).unwrap(), award.parse().unwrap())
        })
    }
}

/// Plays a match; `answer` gets each turn and the match as it stands.
pub fn drive(
    game: &mut AlamodeGame,
    mut answer: impl FnMut(&Turn<'_>, &AlamodeGame) -> Answer,
) -> Outcome {
    scripts::drive(game, |game, request| {
        let round = game.round_number();
        answer(&Turn { seat: request.seat, round, sent: &request.lines }, game)
    })
}

/// A line that throws a chef out.
pub const ILLEGAL: &str = "this is no command";

/// A house player.
pub fn house(name: &str, seat: Seat) -> Box<dyn House> {
    scripts::house(registered("alamode"), name, 2019, seat)
}
