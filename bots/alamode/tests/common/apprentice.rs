//! Chefs without a search that work in other ways than the house players: they follow the list of an order, and measure
//! distances without walls.

use alamode::chef::Chef;
use alamode::customers::Order;
use alamode::item::{Foods, Item};
use alamode::kitchen::{bits, Cell, Kind, Kitchen, Place, Table};
use alamode::protocol::{Reader, Turn};
use referee::testkit::sparring::Mind;

/// How such a chef works.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// It takes the order with the greatest award, not the oldest.
    pub dearest: bool,
    /// It takes a dish first, and lays it down where it must make something.
    pub dish_first: bool,
}

/// The manners with their names.
pub const MANNERS: [(&str, Manner); 4] = [
    ("oldest", Manner { dearest: false, dish_first: false }),
    ("dearest", Manner { dearest: true, dish_first: false }),
    ("oldest-dish", Manner { dearest: false, dish_first: true }),
    ("dearest-dish", Manner { dearest: true, dish_first: true }),
];

/// A chef that works in that manner.
pub fn apprentice<'a>(manner: Manner) -> Mind<'a> {
    let mut kitchen: Option<Kitchen> = None;
    let mut order: Foods = 0;
    Mind::new(move |sent| {
        let text = sent.join("\n");
        let mut reader = Reader::new(text.as_bytes());
        let kitchen =
            kitchen.get_or_insert_with(|| reader.start().unwrap().expect("a kitchen").kitchen);
        let turn = reader.turn().unwrap().expect("a turn");
        if !turn.waiting.iter().any(|other| other.foods == order) {
            order = choose(&turn.waiting, manner.dearest);
        }
        match (View { kitchen, turn: &turn, order, manner }).target() {
            Some(table) => {
                let (x, y) = kitchen.table_cell(table).xy();
                format!("USE {x} {y}")
            }
            None => "WAIT".to_owned(),
        }
    })
}

fn choose(waiting: &[Order], dearest: bool) -> Foods {
    let dear = waiting.iter().max_by_key(|order| order.award);
    let chosen = if dearest { dear } else { waiting.first() };
    chosen.map_or(0, |order| order.foods)
}

struct View<'a> {
    kitchen: &'a Kitchen,
    turn: &'a Turn,
    order: Foods,
    manner: Manner,
}

const MADE: [Item; 3] = [Item::CHOPPED_STRAWBERRIES, Item::CROISSANT, Item::TART];

impl View<'_> {
    fn target(&self) -> Option<Table> {
        let (_, held) = self.turn.chefs[Chef::Own];
        if held.is_none() {
            self.with_nothing()
        } else if held.is_dish() {
            self.with_dish(held)
        } else {
            self.with_food(held)
        }
    }

    fn with_nothing(&self) -> Option<Table> {
        let dish = self.lying(|item| self.is_begun(item));
        let needed = MADE.into_iter().find(|food| self.wants(*food));
        if self.manner.dish_first && dish.is_none() {
            return self.dish();
        }
        if let Some(food) = needed {
            let baked = if self.turn.oven.0 == food { self.one(Kind::Oven) } else { None };
            let crates =
                if food == Item::CHOPPED_STRAWBERRIES { Kind::Strawberries } else { Kind::Dough };
            return baked.or_else(|| self.one(crates));
        }
        dish.or_else(|| self.dish())
    }

    fn with_dish(&self, dish: Item) -> Option<Table> {
        let rest = self.order & !dish.foods();
        if dish.foods() & !self.order != 0 {
            return self.one(Kind::Dishwasher);
        }
        if rest == 0 {
            return self.one(Kind::Window);
        }
        let source = (0..5).filter(|food| rest >> food & 1 != 0).find_map(|food| {
            let food = Item(2 << food);
            let lying = self.lying(|item| item == food);
            let oven = if self.turn.oven.0 == food { self.one(Kind::Oven) } else { None };
            let from = match food {
                Item::ICE_CREAM => self.one(Kind::IceCream),
                Item::BLUEBERRIES => self.one(Kind::Blueberries),
                _ => None,
            };
            lying.or(oven).or(from)
        });
        source.or_else(|| self.empty_table())
    }

    fn with_food(&self, food: Item) -> Option<Table> {
        match food {
            Item::STRAWBERRIES => self.one(Kind::Board),
            Item::DOUGH if self.wants(Item::CROISSANT) => self.one(Kind::Oven),
            Item::DOUGH if self.wants(Item::TART) => self.one(Kind::Board),
            Item::CHOPPED_DOUGH => self.one(Kind::Blueberries),
            Item::DOUGH | Item::RAW_TART => self.one(Kind::Oven),
            food => {
                let ordered = self.order & food.foods() != 0;
                let dish = self.lying(|item| ordered && self.is_begun(item) && !item.holds(food));
                let clean =
                    if ordered && self.clean() > 0 { self.one(Kind::Dishwasher) } else { None };
                dish.or(clean).or_else(|| self.empty_table())
            }
        }
    }

    /// Whether a food of the order is neither ready on a table or a dish nor on the way.
    fn wants(&self, food: Item) -> bool {
        let baking = self.turn.oven.0;
        self.order & food.foods() != 0
            && baking.baked() != Some(food)
            && self.lying(|item| item == food || self.is_begun(item) && item.holds(food)).is_none()
    }

    fn is_begun(&self, item: Item) -> bool {
        item.is_dish() && item.foods() & !self.order == 0
    }

    fn dish(&self) -> Option<Table> {
        if self.clean() > 0 {
            self.one(Kind::Dishwasher)
        } else {
            self.lying(Item::is_dish)
        }
    }

    fn clean(&self) -> usize {
        let hands = Chef::BOTH.map(|chef| self.turn.chefs[chef].1);
        let about = self.turn.items.iter().map(|(_, item)| *item).chain(hands);
        3_usize.saturating_sub(about.filter(|item| item.is_dish()).count())
    }

    fn one(&self, kind: Kind) -> Option<Table> {
        self.kitchen.one(kind)
    }

    /// The nearest table with such an item.
    fn lying(&self, which: impl Fn(Item) -> bool) -> Option<Table> {
        let found = self.turn.items.iter().filter(|(_, item)| which(*item)).map(|(cell, _)| *cell);
        self.nearest(found)
    }

    fn empty_table(&self) -> Option<Table> {
        let plain =
            bits(self.kitchen.all(Kind::Plain)).map(|table| self.kitchen.table_cell(Table(table)));
        self.nearest(plain.filter(|cell| self.turn.items.iter().all(|(laid, _)| laid != cell)))
    }

    fn nearest(&self, cells: impl Iterator<Item = Cell>) -> Option<Table> {
        let (x, y) = self.turn.chefs[Chef::Own].0?.xy();
        let far = |cell: &Cell| (cell.xy().0 - x).abs() + (cell.xy().1 - y).abs();
        cells.min_by_key(far).and_then(|cell| match self.kitchen.place(cell) {
            Place::Table(table) => Some(table),
            Place::Floor(_) => None,
        })
    }
}
