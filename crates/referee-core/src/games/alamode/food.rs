//! Foods and dishes, which can be carried.

use std::fmt;

/// A food.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Food {
    /// From a crate; may go on a dish.
    IceCream,
    /// From a crate; may go on a dish.
    Blueberries,
    /// Chopped strawberries; may go on a dish.
    ChoppedStrawberries,
    /// Baked dough; may go on a dish.
    Croissant,
    /// A baked raw tart; may go on a dish.
    Tart,
    /// From a crate, to be chopped.
    Strawberries,
    /// From a crate, to be baked or chopped.
    Dough,
    /// Chopped dough; becomes a raw tart with blueberries.
    ChoppedDough,
    /// Chopped dough with blueberries, to be baked.
    RawTart,
}

impl Food {
    /// All nine.
    pub const ALL: [Food; 9] = [
        Food::IceCream,
        Food::Blueberries,
        Food::ChoppedStrawberries,
        Food::Croissant,
        Food::Tart,
        Food::Strawberries,
        Food::Dough,
        Food::ChoppedDough,
        Food::RawTart,
    ];

    /// The foods that may go on a dish and be ordered, in the order in which customers choose from
    /// them.
    pub const FINISHED: [Food; 5] =
        [Food::IceCream, Food::Blueberries, Food::ChoppedStrawberries, Food::Croissant, Food::Tart];

    /// Whether it may go on a dish.
    pub fn is_finished(self) -> bool {
        Self::FINISHED.contains(&self)
    }

    /// The points that it adds to an order.
    pub(super) fn worth(self) -> i32 {
        match self {
            Food::IceCream => 200,
            Food::Blueberries => 250,
            Food::ChoppedStrawberries => 400,
            Food::Croissant => 650,
            Food::Tart => 1000,
            Food::Strawberries | Food::Dough | Food::ChoppedDough | Food::RawTart => 0,
        }
    }

    /// The product of the chopping board.
    pub(super) fn chopped(self) -> Option<Food> {
        match self {
            Food::Strawberries => Some(Food::ChoppedStrawberries),
            Food::Dough => Some(Food::ChoppedDough),
            _ => None,
        }
    }

    /// The product of the oven.
    pub(super) fn baked(self) -> Option<Food> {
        match self {
            Food::Dough => Some(Food::Croissant),
            Food::RawTart => Some(Food::Tart),
            _ => None,
        }
    }

    /// The product of two foods, in either order.
    pub(super) fn mixed(self, other: Food) -> Option<Food> {
        match (self, other) {
            (Food::Blueberries, Food::ChoppedDough) | (Food::ChoppedDough, Food::Blueberries) => {
                Some(Food::RawTart)
            }
            _ => None,
        }
    }

    /// Reads a word of the protocol.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|food| food.word() == word)
    }

    /// The word in the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Food::IceCream => "ICE_CREAM",
            Food::Blueberries => "BLUEBERRIES",
            Food::ChoppedStrawberries => "CHOPPED_STRAWBERRIES",
            Food::Croissant => "CROISSANT",
            Food::Tart => "TART",
            Food::Strawberries => "STRAWBERRIES",
            Food::Dough => "DOUGH",
            Food::ChoppedDough => "CHOPPED_DOUGH",
            Food::RawTart => "RAW_TART",
        }
    }
}

/// A dish with different finished foods on it, in the order in which they were put there.
///
/// ```
/// use referee_core::games::alamode::{Dish, Food};
///
/// let mut dish = Dish::EMPTY;
/// assert!(dish.add(Food::Tart) && dish.add(Food::IceCream) && !dish.add(Food::Tart));
/// assert_eq!(dish.to_string(), "DISH-TART-ICE_CREAM");
/// assert!(!dish.add(Food::Dough));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dish {
    foods: [Food; 5],
    count: usize,
}

impl Dish {
    /// A clean dish.
    pub const EMPTY: Self = Self { foods: [Food::IceCream; 5], count: 0 };

    /// The foods, in the order in which they were put there.
    pub fn foods(&self) -> &[Food] {
        &self.foods[..self.count]
    }

    /// Puts a food on the dish if it is finished and not there already; returns whether it did.
    pub fn add(&mut self, food: Food) -> bool {
        let goes = food.is_finished() && !self.has(food);
        if goes {
            self.foods[self.count] = food;
            self.count += 1;
        }
        goes
    }

    /// The dish with one more food, if that may go on it.
    pub(super) fn with(mut self, food: Food) -> Option<Self> {
        self.add(food).then_some(self)
    }

    /// Whether a food is on it.
    pub fn has(&self, food: Food) -> bool {
        self.foods().contains(&food)
    }

    /// Whether all its foods are on the other dish, in any order.
    pub fn is_part_of(&self, other: &Dish) -> bool {
        self.foods().iter().all(|food| other.has(*food))
    }

    /// Whether both dishes have the same foods, in any order.
    pub fn serves(&self, order: &Dish) -> bool {
        self.count == order.count && self.is_part_of(order)
    }
}

impl fmt::Display for Dish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DISH")?;
        self.foods().iter().try_for_each(|food| write!(f, "-{}", food.word()))
    }
}

/// An item that a hand or a table can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A food without a dish.
    Food(Food),
    /// A dish with its foods.
    Dish(Dish),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Food(food) => f.write_str(food.word()),
            Item::Dish(dish) => dish.fmt(f),
        }
    }
}

impl Item {
    /// Reads an item in the form of the protocol; `None` for `NONE` and all other texts.
    ///
    /// ```
    /// use referee_core::games::alamode::Item;
    ///
    /// assert_eq!(Item::read("DISH-TART-ICE_CREAM").unwrap().to_string(), "DISH-TART-ICE_CREAM");
    /// assert!(Item::read("NONE").is_none() && Item::read("DISH-DOUGH").is_none());
    /// ```
    pub fn read(word: &str) -> Option<Self> {
        let Some(contents) = word.strip_prefix("DISH") else {
            return Food::read(word).map(Item::Food);
        };
        let mut dish = Dish::EMPTY;
        for food in contents.split('-').skip(1) {
            dish = dish.with(Food::read(food)?)?;
        }
        Some(Item::Dish(dish))
    }
}

/// The content of a hand in the form of the protocol: `NONE` for nothing.
pub(super) struct Held(pub Option<Item>);

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(item) => item.fmt(f),
            None => f.write_str("NONE"),
        }
    }
}
