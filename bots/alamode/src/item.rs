//! What can be in a hand, on a table or in the oven: one bit for each ingredient.

use std::fmt;

/// An item in eight bits; 0 is nothing.
///
/// ```text
///   128      64     32    16       8          4       2      1
/// chopped  unfin-  tart crois-  chopped     blue-    ice    dish
///          ished         sant  strawberries berries cream
/// ```
///
/// The low six bits of a dish are its recipe. An unfinished item has the bit of the food that it
/// becomes: dough that of the croissant, chopped dough and a raw tart that of the tart.
///
/// ```
/// use alamode::item::Item;
///
/// let dish = Item::read("DISH-TART-ICE_CREAM").unwrap();
/// assert_eq!(dish, Item::DISH | Item::TART | Item::ICE_CREAM);
/// assert!(dish.is_dish() && !dish.is_food());
/// assert_eq!(dish.to_string(), "DISH-ICE_CREAM-TART");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Item(pub u8);

/// A set of finished foods: bit 0 ice cream, then blueberries, chopped strawberries, croissant,
/// tart.
pub type Foods = u8;

impl Item {
    pub const NONE: Item = Item(0);
    /// An empty dish.
    pub const DISH: Item = Item(1);
    pub const ICE_CREAM: Item = Item(2);
    pub const BLUEBERRIES: Item = Item(4);
    /// From the chopping board.
    pub const CHOPPED_STRAWBERRIES: Item = Item(8);
    /// From the oven.
    pub const CROISSANT: Item = Item(16);
    /// From the oven.
    pub const TART: Item = Item(32);
    /// Must be chopped.
    pub const STRAWBERRIES: Item = Item(64 | 8);
    /// Must be baked, or chopped for a tart.
    pub const DOUGH: Item = Item(64 | 16);
    /// Must get blueberries.
    pub const CHOPPED_DOUGH: Item = Item(128 | 64 | 32);
    /// Must be baked.
    pub const RAW_TART: Item = Item(64 | 32);

    /// All items but dishes, with their names in the protocol.
    pub const NAMES: [(Item, &'static str); 9] = [
        (Item::ICE_CREAM, "ICE_CREAM"),
        (Item::BLUEBERRIES, "BLUEBERRIES"),
        (Item::CHOPPED_STRAWBERRIES, "CHOPPED_STRAWBERRIES"),
        (Item::CROISSANT, "CROISSANT"),
        (Item::TART, "TART"),
        (Item::STRAWBERRIES, "STRAWBERRIES"),
        (Item::DOUGH, "DOUGH"),
        (Item::CHOPPED_DOUGH, "CHOPPED_DOUGH"),
        (Item::RAW_TART, "RAW_TART"),
    ];

    /// The item with that name in the protocol. The order of the foods on a dish does not matter.
    pub fn read(name: &str) -> Option<Item> {
        if name == "NONE" {
            return Some(Item::NONE);
        }
        let single =
            |name: &str| Item::NAMES.iter().find(|known| known.1 == name).map(|&(item, _)| item);
        let mut words = name.split('-');
        if words.next() != Some("DISH") {
            return single(name);
        }
        words.try_fold(Item::DISH, |dish, word| {
            single(word).filter(|food| food.is_food()).map(|food| dish | food)
        })
    }

    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether it is a dish, empty or not.
    #[inline]
    pub const fn is_dish(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether it is a finished food, which may go on a dish.
    #[inline]
    pub const fn is_food(self) -> bool {
        self.0 & 1 == 0 && self.0 != 0 && self.0 < 64
    }

    /// The foods on a dish, or the one food that the item is or becomes.
    #[inline]
    pub const fn foods(self) -> Foods {
        self.0 >> 1 & 31
    }

    /// The dish with these foods.
    #[inline]
    pub const fn dish_of(foods: Foods) -> Item {
        Item(foods << 1 | 1)
    }

    /// Whether it has all bits of the other item.
    #[inline]
    pub const fn holds(self, other: Item) -> bool {
        self.0 & other.0 == other.0
    }

    /// What the chopping board makes of the item.
    #[inline]
    pub const fn chopped(self) -> Option<Item> {
        match self {
            Item::STRAWBERRIES => Some(Item::CHOPPED_STRAWBERRIES),
            Item::DOUGH => Some(Item::CHOPPED_DOUGH),
            _ => None,
        }
    }

    /// What the oven makes of the item.
    #[inline]
    pub const fn baked(self) -> Option<Item> {
        match self {
            Item::DOUGH => Some(Item::CROISSANT),
            Item::RAW_TART => Some(Item::TART),
            _ => None,
        }
    }
}

impl std::ops::BitOr for Item {
    type Output = Item;

    #[inline]
    fn bitor(self, other: Item) -> Item {
        Item(self.0 | other.0)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("NONE");
        }
        if !self.is_dish() {
            let known = Item::NAMES.iter().find(|known| known.0 == *self);
            return f.write_str(known.map_or("?", |known| known.1));
        }
        f.write_str("DISH")?;
        for (food, name) in &Item::NAMES[..5] {
            if self.holds(*food) {
                write!(f, "-{name}")?;
            }
        }
        Ok(())
    }
}
