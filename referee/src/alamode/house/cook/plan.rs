//! What a cook does next.

use gridkit::{Board11x7, Square};

use crate::alamode::food::{Dish, Food, Item};
use crate::alamode::house::view::View;
use crate::alamode::kitchen::FLOOR;

/// Steps to each square.
type Steps = gridkit::SquareDistances<11, 7, 2>;

/// Foods of orders that no crate gives, the longest in the making first.
const MADE: [Food; 3] = [Food::Tart, Food::Croissant, Food::ChoppedStrawberries];

/// A view with what follows from it.
pub(super) struct Plan<'a> {
    view: &'a View,
    steps: Steps,
    /// The orders that are not the partner's, the best first.
    orders: Vec<Dish>,
}

impl<'a> Plan<'a> {
    pub fn of(view: &'a View) -> Self {
        let mut passable = *FLOOR;
        if let Some(partner) = &view.partner {
            passable.clear(partner.at);
        }
        let steps = Board11x7::of(view.me.at).distances(passable);
        let mut plan = Self { view, steps, orders: Vec::new() };
        plan.orders = plan.sorted_orders();
        plan
    }

    /// The best orders first, without the one that the partner's dish is for. The chef who moves
    /// second begins with the second one while the partner has no dish.
    fn sorted_orders(&self) -> Vec<Dish> {
        let mut orders = self.view.orders.clone();
        orders.sort_by_key(|(order, award)| -award / self.effort(order));
        let mut orders: Vec<Dish> = orders.into_iter().map(|(order, _)| order).collect();
        match self.view.partner.as_ref().map(|partner| partner.hand) {
            Some(Some(Item::Dish(dish))) => {
                if let Some(its) = orders.iter().position(|order| dish.is_part_of(order)) {
                    orders.remove(its);
                }
            }
            Some(_) if self.view.moves_second => orders.rotate_left(1),
            _ => {}
        }
        orders
    }

    /// About how many commands an order still takes.
    fn effort(&self, order: &Dish) -> i32 {
        let of = |food: &Food| match food {
            _ if self.is_made(*food) => 2,
            Food::Tart => 8,
            Food::Croissant | Food::ChoppedStrawberries => 4,
            _ => 2,
        };
        4 + order.foods().iter().map(of).sum::<i32>()
    }

    /// What to use next; nothing to wait.
    pub fn target(&self) -> Option<Square> {
        match self.view.me.hand {
            None => self.with_empty_hand(),
            Some(Item::Dish(dish)) => self.with_dish(&dish),
            Some(Item::Food(food)) => self.with_food(food),
        }
    }

    fn with_empty_hand(&self) -> Option<Square> {
        if let Some((food, timer)) = self.view.oven
            && food.is_finished()
            && timer <= 6
        {
            return self.equipment('O');
        }
        let order = self.orders.first()?;
        let missing = MADE.into_iter().filter(|food| order.has(*food) && !self.is_made(*food));
        if let Some(target) = missing.filter_map(|food| self.beginning_of(food)).next() {
            return Some(target);
        }
        self.dish_for(order)
    }

    /// The dish to begin or to go on with.
    fn dish_for(&self, order: &Dish) -> Option<Square> {
        let fits = |item: &Item| matches!(item, Item::Dish(dish) if dish.is_part_of(order));
        let dirty = |item: &Item| matches!(item, Item::Dish(_));
        let washer = (self.view.clean_dishes() > 0).then(|| self.equipment('D')).flatten();
        self.nearest(self.tables(fits)).or(washer).or_else(|| self.nearest(self.tables(dirty)))
    }

    fn with_dish(&self, dish: &Dish) -> Option<Square> {
        let Some(order) = self.orders.iter().find(|order| dish.is_part_of(order)) else {
            return self.equipment('D');
        };
        let missing: Vec<Food> =
            order.foods().iter().copied().filter(|food| !dish.has(*food)).collect();
        if missing.is_empty() {
            return self.equipment('W');
        }
        if missing.iter().any(|food| MADE.contains(food) && !self.is_made(*food)) {
            return self.nearest(self.view.empty_tables());
        }
        let at_hand = missing.iter().filter_map(|food| self.source_of(*food));
        self.nearest(at_hand).or_else(|| self.equipment('O'))
    }

    fn with_food(&self, food: Food) -> Option<Square> {
        let wants =
            |food: Food| self.orders.iter().any(|order| order.has(food)) && !self.is_made(food);
        let aside = || self.nearest(self.view.empty_tables());
        let oven = if self.view.oven.is_none() { self.equipment('O') } else { None };
        match food {
            Food::Strawberries => self.equipment('C'),
            Food::Dough if wants(Food::Croissant) && oven.is_some() => oven,
            Food::Dough if wants(Food::Tart) => self.equipment('C'),
            Food::ChoppedDough => self.equipment('B'),
            Food::Dough | Food::RawTart => oven.or_else(aside),
            _ => {
                let waits = |item: &Item| match item {
                    Item::Dish(dish) => dish
                        .with(food)
                        .is_some_and(|with| self.orders.iter().any(|order| with.is_part_of(order))),
                    Item::Food(_) => false,
                };
                let next = self.orders.first().is_some_and(|order| order.has(food));
                let washer = (next && self.view.clean_dishes() > 0).then(|| self.equipment('D'));
                self.nearest(self.tables(waits)).or(washer.flatten()).or_else(aside)
            }
        }
    }

    /// Whether a food of an order lies ready, bakes, or is in the partner's hands in some form.
    fn is_made(&self, food: Food) -> bool {
        let on_table = self.tables(|item| *item == Item::Food(food)).next().is_some();
        let in_oven = self.view.oven.is_some_and(|(it, _)| it == food || it.baked() == Some(food));
        let carried = match self.view.partner.as_ref().and_then(|partner| partner.hand) {
            Some(Item::Food(it)) => it == food || beginnings(food).contains(&it),
            _ => false,
        };
        on_table || in_oven || carried
    }

    /// Where a food is taken that can go on a dish now.
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

    /// What to take in order to make a food; nothing if it must be baked and the oven is in use.
    fn beginning_of(&self, food: Food) -> Option<Square> {
        if food == Food::Croissant && self.view.oven.is_some() {
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

/// What a food that is made is made from, the furthest on first.
fn beginnings(food: Food) -> &'static [Food] {
    match food {
        Food::ChoppedStrawberries => &[Food::Strawberries],
        Food::Croissant => &[Food::Dough],
        Food::Tart => &[Food::RawTart, Food::ChoppedDough, Food::Dough],
        _ => &[],
    }
}
