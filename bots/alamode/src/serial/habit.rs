//! The habits of chefs that serve one order after the other.

use crate::item::Foods;

/// How such a chef decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// Which order it takes.
    pub choice: Choice,
    /// Whether it sees the other chef: it leaves an order to the other chef's dish, and what the other chef holds counts
    /// as made.
    pub heeds_other: bool,
    /// Whether it takes a dish before it makes a food, and collects what there is. Others make all foods first.
    pub dish_first: bool,
}

/// Which of the orders a chef takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one with the greatest award for its effort.
    Best,
    /// The one with the greatest award.
    Dearest,
    /// That of the customer who waits longest.
    Oldest,
}

/// A chef with a habit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serial {
    pub habit: Habit,
    /// The order that it works on, as long as a customer waits for it.
    pub order: Option<Foods>,
}
