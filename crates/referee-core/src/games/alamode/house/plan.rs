//! The next target of a cook.

use gridkit::{Board11x7, Square11x7 as Square};

use crate::games::alamode::food::{Dish, Food, Item};
use crate::games::alamode::house::view::View;
use crate::games::alamode::kitchen::FLOOR;

/// Steps to each square.
type Steps = gridkit::SquareDistances<11, 7, 2>;

/// The foods of orders that no crate has, those that take longest first.
const MADE: [Food; 3] = [Food::Tart, Food::Croissant, Food::ChoppedStrawberries];

/// If baking takes at least this many more turns, there is time to begin something else.
const TIME: u32 = 7;

/// A view with data derived from it.
pub(super) struct Plan<'a> {
    view: &'a View,
    steps: Steps,
    /// The order that the cook works on.
    order: Dish,
}

impl<'a> Plan<'a> {
    /// The plan for a given order.
    pub fn of_order(view: &'a View, order: Dish) -> Self {
        let mut passable = *FLOOR;
        if let Some(partner) = &view.partner {
            passable.clear(partner.at);
        }
        let steps = Board11x7::of(view.me.at).distances(passable);
        Self { view, steps, order }
    }

    /// The plan for the given order, if it still waits and does not fit the partner's dish; otherwise for the order
    /// with the greatest award for its effort.
    pub fn of(view: &'a View, before: Option<Dish>) -> Option<Self> {
        Some(Self::of_order(view, choose(view, before)?))
    }

    /// The order that the cook works on.
    pub fn order(&self) -> Dish {
        self.order
    }

    /// The square to use next; `None` to wait.
    pub fn target(&self) -> Option<Square> {
        match self.view.me.hand {
            None => self.with_empty_hand(),
            Some(Item::Dish(dish)) => self.with_dish(&dish),
            Some(Item::Food(food)) => self.with_food(food),
        }
    }

    /// The square to use next to make the foods of the order that no crate has, and to lay them on tables; `None` if
    /// there is nothing to do now.
    pub fn preparation(&self) -> Option<Square> {
        match self.view.me.hand {
            None if self.view.oven.is_some_and(|(food, _)| food.is_finished()) => {
                self.equipment('O')
            }
            None => self.next_beginning(),
            Some(Item::Food(food)) if !food.is_finished() => self.with_food(food),
            Some(_) => self.table(),
        }
    }

    /// The nearest empty table.
    pub fn table(&self) -> Option<Square> {
        self.nearest(self.view.empty_tables())
    }

    fn with_empty_hand(&self) -> Option<Square> {
        if self.view.oven.is_some_and(|(food, _)| food.is_finished()) {
            return self.equipment('O');
        }
        if self.missing().next().is_some() {
            // While the oven is in use there may be nothing to begin; then the cook waits.
            return self.next_beginning().or(self.equipment('O'));
        }
        let fullest = self.begun_dishes().max_by_key(|(_, dish)| dish.foods().len());
        let washer = (self.view.clean_dishes > 0).then(|| self.equipment('D')).flatten();
        let any = || self.nearest(self.tables(|item| matches!(item, Item::Dish(_))));
        fullest.map(|(at, _)| at).or(washer).or_else(any)
    }

    fn with_dish(&self, dish: &Dish) -> Option<Square> {
        if !dish.is_part_of(&self.order) {
            return self.equipment('D');
        }
        let foods = self.order.foods().iter().copied();
        let missing: Vec<Food> = foods.filter(|food| !dish.has(*food)).collect();
        if missing.is_empty() {
            return self.equipment('W');
        }
        if missing.iter().any(|food| MADE.contains(food) && !self.is_made(*food)) {
            return self.table();
        }
        let at_hand = missing.iter().filter_map(|food| self.source_of(*food));
        self.nearest(at_hand).or_else(|| self.equipment('O'))
    }

    /// Dishes on tables that can become the order.
    fn begun_dishes(&self) -> impl Iterator<Item = (Square, Dish)> {
        self.view.tables.iter().filter_map(|(at, item)| match item {
            Item::Dish(dish) if dish.is_part_of(&self.order) => Some((*at, *dish)),
            _ => None,
        })
    }

    fn with_food(&self, food: Food) -> Option<Square> {
        let wants = |food: Food| self.order.has(food) && !self.is_made(food);
        let aside = || self.table();
        let oven = if self.view.oven.is_none() { self.equipment('O') } else { None };
        match food {
            Food::Strawberries => self.equipment('C'),
            Food::Dough if wants(Food::Croissant) && oven.is_some() => oven,
            Food::Dough if wants(Food::Tart) => self.equipment('C'),
            Food::ChoppedDough => self.equipment('B'),
            Food::Dough | Food::RawTart => oven.or_else(aside),
            _ => {
                let waits = self.begun_dishes().filter(|(_, dish)| !dish.has(food));
                let waits = waits.map(|(at, _)| at).filter(|_| self.order.has(food));
                let next = self.order.has(food) && self.view.clean_dishes > 0;
                let washer = next.then(|| self.equipment('D')).flatten();
                self.nearest(waits).or(washer).or_else(aside)
            }
        }
    }

    /// The foods of the order that no crate has and that are not made, those that take longest first.
    fn missing(&self) -> impl Iterator<Item = Food> {
        MADE.into_iter().filter(|food| self.order.has(*food) && !self.is_made(*food))
    }

    /// The square to use in order to make a missing food; `None` if all of them must wait for the oven.
    fn next_beginning(&self) -> Option<Square> {
        self.missing().find_map(|food| self.beginning_of(food))
    }

    /// Whether a food of an order is ready, in the oven, or in the partner's hands in some form.
    fn is_made(&self, food: Food) -> bool {
        let on_table = self.lies(food);
        let in_oven = self.view.oven.is_some_and(|(it, _)| it == food || it.baked() == Some(food));
        let carried = match self.view.partner.as_ref().and_then(|partner| partner.hand) {
            Some(Item::Food(it)) => it == food || beginnings(food).contains(&it),
            _ => false,
        };
        let on_dish = self.begun_dishes().any(|(_, dish)| dish.has(food));
        on_table || on_dish || in_oven || carried
    }

    /// Whether a food is on a table.
    fn lies(&self, food: Food) -> bool {
        self.tables(|item| *item == Item::Food(food)).next().is_some()
    }

    /// The square from which a food can be put on a dish now.
    fn source_of(&self, food: Food) -> Option<Square> {
        let in_oven = self.view.oven.filter(|(it, _)| *it == food);
        let oven = in_oven.and_then(|_| self.equipment('O'));
        let stored = match food {
            Food::IceCream => self.equipment('I'),
            Food::Blueberries => self.equipment('B'),
            _ => None,
        };
        let tables = self.tables(move |item| *item == Item::Food(food));
        self.nearest(tables.chain(oven).chain(stored))
    }

    /// The square to use in order to make a food; `None` if it must be baked and the oven is in use.
    fn beginning_of(&self, food: Food) -> Option<Square> {
        // The oven must be free for a croissant at once. A tart takes longer, but what is in the
        // oven would burn meanwhile.
        let is_soon_done = |(it, timer): (Food, u32)| it.is_finished() || timer < TIME;
        let waits = match food {
            Food::Croissant => self.view.oven.is_some(),
            Food::Tart => self.view.oven.is_some_and(is_soon_done),
            _ => false,
        };
        if waits {
            return None;
        }
        let begun = beginnings(food)
            .iter()
            .find_map(|it| self.nearest(self.tables(|item| *item == Item::Food(*it))));
        begun.or_else(|| self.equipment(if food == Food::ChoppedStrawberries { 'S' } else { 'H' }))
    }

    fn tables(&self, which: impl Fn(&Item) -> bool) -> impl Iterator<Item = Square> {
        self.view.tables.iter().filter(move |(_, item)| which(item)).map(|(at, _)| *at)
    }

    fn equipment(&self, letter: char) -> Option<Square> {
        self.view.equipment(letter)
    }

    fn nearest(&self, of: impl Iterator<Item = Square>) -> Option<Square> {
        of.min_by_key(|at| self.steps_beside(*at))
    }

    /// Steps to the nearest floor beside a square.
    fn steps_beside(&self, at: Square) -> u8 {
        let beside = (Board11x7::of(at).grow_king() & *FLOOR).iter();
        beside.filter_map(|there| self.steps.get(there)).min().unwrap_or(u8::MAX)
    }
}

/// The order to work on.
fn choose(view: &View, before: Option<Dish>) -> Option<Dish> {
    let mut orders = view.orders.clone();
    orders.sort_by_key(|(order, award)| -award / effort(order));
    let mut orders: Vec<Dish> = orders.into_iter().map(|(order, _)| order).collect();
    if let Some(Item::Dish(its)) = view.partner.as_ref().and_then(|partner| partner.hand)
        && !its.foods().is_empty()
        && let Some(place) = orders.iter().position(|order| its.is_part_of(order))
    {
        orders.remove(place);
    }
    if let Some(Item::Dish(mine)) = view.me.hand {
        let fits = |order: &&Dish| mine.is_part_of(order);
        let before = orders.iter().filter(|order| before == Some(**order)).find(fits);
        return before.or_else(|| orders.iter().find(fits)).or(orders.first()).copied();
    }
    if view.moves_second {
        orders.rotate_left(1);
    }
    orders.iter().find(|order| before == Some(**order)).or(orders.first()).copied()
}

/// The approximate number of commands for an order.
fn effort(order: &Dish) -> i32 {
    let of = |food: &Food| match food {
        Food::Tart => 8,
        Food::Croissant | Food::ChoppedStrawberries => 4,
        _ => 2,
    };
    4 + order.foods().iter().map(of).sum::<i32>()
}

/// The stages of a food before it is finished, the latest first.
fn beginnings(food: Food) -> &'static [Food] {
    match food {
        Food::ChoppedStrawberries => &[Food::Strawberries],
        Food::Croissant => &[Food::Dough],
        Food::Tart => &[Food::RawTart, Food::ChoppedDough, Food::Dough],
        _ => &[],
    }
}
