//! The oven and its clock.

use super::food::Food;

/// Turns that baking takes, and turns that the food then keeps.
const TURNS: u8 = 10;

/// The oven. Both chefs' turns count.
///
/// ```text
/// put in at turn t     t+1 … t+9       t+10 … t+19        t+20
/// Baking 10            Baking 9 … 1    Ready 10 … 1       Empty: burnt
/// ```
///
/// On the turn at which the food burns the oven can be filled again, so that burning is no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oven {
    /// Nothing is in it.
    Empty,
    /// Dough or a raw tart, for so many more turns.
    Baking(Food, u8),
    /// A croissant or a tart, for so many more turns.
    Ready(Food, u8),
}

impl Oven {
    /// A turn begins.
    pub(super) fn tick(&mut self) {
        *self = match *self {
            Oven::Baking(food, 1) => food.baked().map_or(Oven::Empty, |it| Oven::Ready(it, TURNS)),
            Oven::Baking(food, turns) => Oven::Baking(food, turns - 1),
            Oven::Ready(_, 1) | Oven::Empty => Oven::Empty,
            Oven::Ready(food, turns) => Oven::Ready(food, turns - 1),
        };
    }

    /// The oven with a food put in, if it is empty and bakes this.
    pub(super) fn with(self, food: Food) -> Option<Self> {
        (self == Oven::Empty && food.baked().is_some()).then_some(Oven::Baking(food, TURNS))
    }

    /// The line that players are sent.
    pub(super) fn line(self) -> String {
        match self {
            Oven::Empty => "NONE 0".to_owned(),
            Oven::Baking(food, turns) | Oven::Ready(food, turns) => {
                format!("{} {turns}", food.word())
            }
        }
    }
}
