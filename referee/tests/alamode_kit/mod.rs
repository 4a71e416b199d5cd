//! What the tests of Code à la Mode share: matches driven answer by answer.

#![allow(dead_code)] // Each test program takes what it needs.

use referee::contest::House;
use referee::game::{Answer, Game, Outcome, Seat, Step};
use referee::games::alamode::{AlamodeGame, Item};
use referee::games::contest;

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
    let mut answers = Vec::new();
    loop {
        match game.advance(&answers) {
            Step::Over(outcome) => return outcome,
            Step::Ask(requests) => {
                let [request] = &requests[..] else { panic!("{} are asked", requests.len()) };
                let round = game.round_number();
                let turn = Turn { seat: request.seat, round, sent: &request.lines };
                answers = vec![answer(&turn, game)];
            }
        }
    }
}

/// An answer of one line.
pub fn says(line: impl Into<String>) -> Answer {
    Answer { lines: vec![line.into()], fault: None }
}

/// A line that kills.
pub fn last_words() -> &'static str {
    "this is no command"
}

/// A house player.
pub fn house(name: &str, seat: Seat) -> Box<dyn House> {
    let kinds = contest("alamode").unwrap().house();
    (kinds.iter().find(|kind| kind.name == name).unwrap().make)(2019, seat)
}
