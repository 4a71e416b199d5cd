//! The effect of USE, which depends on the item in the hand and on the equipment.
//!
//! Every function returns the new state, or `None` if the rules refuse the use: then nothing changes and the turn is
//! lost.

use super::food::{Dish, Food, Item};
use super::oven::Oven;

type Hand = Option<Item>;

/// A plain table, with the item on it.
///
/// | hand | table | becomes |
/// |---|---|---|
/// | empty, or an item | an item, or empty | the item moves to the other one |
/// | dish | food that may go on it | the dish with it, in the hand |
/// | food that may go on it | dish | the dish with it, on the table |
/// | blueberries or chopped dough | the other one | raw tart, in the hand |
pub(super) fn table(hand: Hand, lying: Hand) -> Option<(Hand, Hand)> {
    if hand.is_some() != lying.is_some() {
        return Some((lying, hand));
    }
    match (hand?, lying?) {
        (Item::Dish(dish), Item::Food(food)) => Some((Some(Item::Dish(dish.with(food)?)), None)),
        (Item::Food(food), Item::Dish(dish)) => Some((None, Some(Item::Dish(dish.with(food)?)))),
        (Item::Food(mine), Item::Food(its)) => Some((Some(Item::Food(mine.mixed(its)?)), None)),
        (Item::Dish(_), Item::Dish(_)) => None,
    }
}

/// A crate. Nothing can be put back, and only finished food goes from it onto a dish.
pub(super) fn crate_of(food: Food, hand: Hand) -> Option<Hand> {
    Some(Some(match hand {
        None => Item::Food(food),
        Some(Item::Dish(dish)) => Item::Dish(dish.with(food)?),
        Some(Item::Food(mine)) => Item::Food(mine.mixed(food)?),
    }))
}

/// The chopping board. It never holds an item.
pub(super) fn board(hand: Hand) -> Option<Hand> {
    match hand {
        Some(Item::Food(food)) => Some(Some(Item::Food(food.chopped()?))),
        None | Some(Item::Dish(_)) => None,
    }
}

/// The dishwasher, with the number of clean dishes in it. A dish in the hand is emptied.
pub(super) fn dishwasher(hand: Hand, clean: u8) -> Option<(Hand, u8)> {
    let (dish, taken) = match hand {
        Some(Item::Dish(_)) => (Dish::EMPTY, 0),
        None => (Dish::EMPTY, 1),
        Some(Item::Food(food)) => (Dish::EMPTY.with(food)?, 1),
    };
    Some((Some(Item::Dish(dish)), clean.checked_sub(taken)?))
}

/// The oven.
pub(super) fn oven(hand: Hand, oven: Oven) -> Option<(Hand, Oven)> {
    match (hand, oven) {
        (Some(Item::Food(food)), oven) => Some((None, oven.with(food)?)),
        (None, Oven::Ready(food, _)) => Some((Some(Item::Food(food)), Oven::Empty)),
        (Some(Item::Dish(dish)), Oven::Ready(food, _)) => {
            Some((Some(Item::Dish(dish.with(food)?)), Oven::Empty))
        }
        (_, Oven::Empty | Oven::Baking(..)) => None,
    }
}

#[cfg(test)]
mod tests;
