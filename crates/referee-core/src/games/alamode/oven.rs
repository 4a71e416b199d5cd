//! The oven and its clock.

use super::food::Food;

/// The number of turns of baking, and after that until the food burns.
const TURNS: u8 = 10;

/// The oven. Both chefs' turns count.
///
/// ```text
/// put in at turn t     t+1 … t+9       t+10 … t+19        t+20
/// Baking 10            Baking 9 … 1    Ready 10 … 1       Empty: burnt
/// ```
///
/// In the turn in which the food burns the oven can be filled again, so that there is no state for burning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oven {
    /// It is empty.
    Empty,
    /// Dough or a raw tart, with the number of turns left.
    Baking(Food, u8),
    /// A croissant or a tart, with the number of turns left.
    Ready(Food, u8),
}

impl Oven {
    /// Begins a turn.
    pub(super) fn tick(&mut self) {
        *self = match *self {
            Oven::Baking(food, 1) => food.baked().map_or(Oven::Empty, |it| Oven::Ready(it, TURNS)),
            Oven::Baking(food, turns) => Oven::Baking(food, turns - 1),
            Oven::Ready(_, 1) | Oven::Empty => Oven::Empty,
            Oven::Ready(food, turns) => Oven::Ready(food, turns - 1),
        };
    }

    /// The oven with a food in it, if it is empty and bakes this food.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The line at each turn after dough was put in, if nobody takes anything.
    fn shown(food: Food) -> Vec<String> {
        let mut oven = Oven::Empty.with(food).unwrap();
        let tick = |_| {
            oven.tick();
            oven.line()
        };
        (1..=22).map(tick).collect()
    }

    #[test]
    fn dough_is_a_croissant_after_ten_turns_and_burnt_after_twenty() {
        let dough = shown(Food::Dough);
        assert_eq!((dough[0].as_str(), dough[8].as_str()), ("DOUGH 9", "DOUGH 1"));
        assert_eq!((dough[9].as_str(), dough[18].as_str()), ("CROISSANT 10", "CROISSANT 1"));
        assert_eq!(dough[19..], ["NONE 0", "NONE 0", "NONE 0"]);
        assert_eq!(shown(Food::RawTart)[7..11], ["RAW_TART 2", "RAW_TART 1", "TART 10", "TART 9"]);
    }

    #[test]
    fn an_oven_whose_food_has_just_burnt_can_be_filled() {
        let mut oven = Oven::Ready(Food::Tart, 1);
        assert_eq!(oven.with(Food::Dough), None);
        oven.tick();
        assert_eq!(oven.with(Food::Dough), Some(Oven::Baking(Food::Dough, 10)));
    }
}
