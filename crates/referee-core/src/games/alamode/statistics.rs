//! Statistics of bots in recorded games: turns by kind, the oven, dishes, orders, and time lost.
//!
//! Each game is played again by the rules, so the position before and after every answer is known.

mod figures;

use gridkit::Square11x7 as Square;
use serde_json::{Map, Value, json};

use super::commands::{Command, parse};
use super::food::{Dish, Item};
use super::game::{AlamodeGame, PAIRS};
use super::kitchen::Equipment;
use super::oven::Oven;
use super::round::{Place, Round};
use crate::game::{Game, Step};
use crate::recording::Recording;
use crate::setup::{Setup, SetupError};
use figures::{Count, Tally};

/// Sets up a game.
type Start = dyn Fn(&Setup) -> Result<AlamodeGame, SetupError>;

/// An idle run of this number of its own turns is counted.
const LONG_RUN: u64 = 8;

/// A chef in a round that is being followed.
#[derive(Clone, Default)]
struct Watched {
    tally: Tally,
    /// The idle turns since the last other one.
    run: u64,
    /// The item that it put on a table, and where, if it has used nothing since.
    laid: Option<(Square, Item)>,
}

/// A round that is being followed.
#[derive(Default)]
struct Watch {
    number: usize,
    chefs: [Watched; 2],
    /// The chef that filled the oven.
    baker: Place,
}

/// The statistics of the bots in a set of games: an object for each name. `start` sets up the game of a recording.
pub(super) fn of(recordings: &[Recording], start: &Start) -> Result<Value, String> {
    let mut bots: Vec<(String, Tally, Vec<Value>)> = Vec::new();
    for recording in recordings {
        let names: Vec<&str> = recording.header.players.iter().map(|it| it.name.as_str()).collect();
        for watch in follow(recording, start)? {
            let pair = PAIRS[watch.number - 1];
            for (place, chef) in watch.chefs.iter().enumerate() {
                let [name, partner] = [place, 1 - place].map(|it| names[pair[it].0]);
                let mut round = Map::new();
                round.insert("seed".to_owned(), json!(recording.header.seed));
                round.insert("round".to_owned(), json!(watch.number));
                round.insert("partner".to_owned(), json!(partner));
                round.extend(chef.tally.counts());
                let known = bots.iter().position(|(known, ..)| known == name);
                let index = known.unwrap_or(bots.len());
                if known.is_none() {
                    bots.push((name.to_owned(), Tally::default(), Vec::new()));
                }
                bots[index].1.add(&chef.tally);
                bots[index].2.push(Value::Object(round));
            }
        }
    }
    Ok(bots.into_iter().map(|(name, tally, rounds)| tally.figures(&name, rounds)).collect())
}

/// Follows the rounds of a game.
fn follow(recording: &Recording, start: &Start) -> Result<Vec<Watch>, String> {
    let mut game = start(&recording.header.setup()).map_err(|error| error.0)?;
    let mut rounds = Vec::new();
    let mut watch = Watch { number: 1, ..Watch::default() };
    let mut step = game.advance(&[]);
    for (line, exchange) in &recording.exchanges {
        match &step {
            Step::Ask(requests) if requests[0].seat == exchange.seat => {}
            _ => return Err(format!("line {line} of the recording does not follow the rules")),
        }
        let (number, before) = (game.round_number(), game.round().clone());
        let answer = exchange.answer();
        let command = answer.line().ok().and_then(|line| parse(line).ok());
        let mut after = before.clone();
        if let Some((command, _)) = command {
            let place = (before.turn() as usize + 1) % 2;
            after.act(place, command);
            watch.see(place, &before, command, &after);
        }
        step = game.advance(&[answer]);
        let is_over = matches!(step, Step::Over(_));
        if is_over || game.round_number() != number {
            watch.end(after.points());
            let number = game.round_number();
            rounds.push(std::mem::replace(&mut watch, Watch { number, ..Watch::default() }));
        } else {
            watch.see_oven(after.oven(), game.round().oven());
        }
    }
    Ok(rounds)
}

impl Watch {
    /// Counts a turn of the chef at a place.
    fn see(&mut self, place: Place, before: &Round, command: Command, after: &Round) {
        let clean = before.clean_dishes();
        let lies = |dish: &Dish| before.customers().waiting().any(|it| dish.serves(&it.order));
        let ready =
            before.laid_tables().any(|(_, item)| matches!(item, Item::Dish(it) if lies(it)));
        for chef in &mut self.chefs {
            chef.tally.more(Count::WithoutCleanDish, u64::from(clean == 0));
            chef.tally.more(Count::ReadyDishLies, u64::from(ready));
        }
        let chef = &mut self.chefs[place];
        let (Some(was), Some(is)) = (before.chefs()[place], after.chefs()[place]) else { return };
        chef.tally.more(Count::Turns, 1);
        let kind = match command {
            _ if was.at != is.at => {
                Some(if was.hand.is_some() { Count::WalksLoaded } else { Count::WalksEmpty })
            }
            Command::Use(target) if was.hand != is.hand => {
                let bakes = before.kitchen().equipment(target) == Some(Equipment::Oven);
                if bakes && is.hand.is_none() {
                    self.baker = place;
                }
                Some(chef.used(target, before, after, (was.hand, is.hand)))
            }
            _ => None,
        };
        chef.tally.more(kind.unwrap_or(Count::Idle), 1);
        chef.run = if kind.is_none() { chef.run + 1 } else { 0 };
        chef.tally.longest_idle_run = chef.tally.longest_idle_run.max(chef.run);
        chef.tally.more(Count::LongIdleRuns, u64::from(chef.run == LONG_RUN));
    }

    /// Counts food that burns between two turns.
    fn see_oven(&mut self, before: Oven, after: Oven) {
        if matches!((before, after), (Oven::Ready(..), Oven::Empty)) {
            self.chefs[self.baker].tally.more(Count::Burnt, 1);
        }
    }

    fn end(&mut self, points: i64) {
        for chef in &mut self.chefs {
            chef.tally.more(Count::Rounds, 1);
            chef.tally.points += points;
        }
    }
}

impl Watched {
    /// Counts a use that changed what the hand holds, and gives its kind.
    fn used(
        &mut self,
        target: Square,
        before: &Round,
        after: &Round,
        (was, is): (Option<Item>, Option<Item>),
    ) -> Count {
        let laid = self.laid.take();
        match before.kitchen().equipment(target) {
            None => {
                if let (Some(item), None) = (was, is) {
                    self.laid = Some((target, item));
                }
                self.tally.more(
                    Count::Dithers,
                    u64::from(laid.is_some() && laid == is.map(|it| (target, it))),
                );
                match (was, is) {
                    (None, _) => Count::TakesUp,
                    (_, None) if before.laid_tables().all(|(at, _)| at != target) => {
                        Count::PutsDown
                    }
                    _ => Count::Joins,
                }
            }
            Some(Equipment::Crate(_)) => Count::Crates,
            Some(Equipment::ChoppingBoard) => Count::Chops,
            Some(Equipment::Oven) if is.is_none() => Count::Bakes,
            Some(Equipment::Oven) => Count::TakesOut,
            Some(Equipment::Dishwasher) => {
                let emptied = matches!(was, Some(Item::Dish(_)));
                if emptied { Count::EmptiesDishes } else { Count::TakesDishes }
            }
            Some(Equipment::Window) => {
                let award = after.points() - before.points();
                let Some(Item::Dish(dish)) = was else { return Count::WastesDishes };
                let waiting = before
                    .customers()
                    .waiting()
                    .find(|it| dish.serves(&it.order) && i64::from(it.award) == award);
                let Some(customer) = waiting else { return Count::WastesDishes };
                self.tally.waited +=
                    u64::try_from(customer.full_award - customer.award).unwrap_or(0);
                Count::Serves
            }
        }
    }
}
