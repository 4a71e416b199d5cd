//! The state of a match as a house player knows it.

use gridkit::{Point, Square11x7 as Square};

use crate::games::alamode::food::{Dish, Food, Item};
use crate::games::alamode::kitchen::{FLOOR, columns};
use crate::games::alamode::round::DISHES;

/// A chef as players see it.
#[derive(Clone)]
pub(super) struct Seen {
    pub at: Square,
    pub hand: Option<Item>,
}

/// One player's knowledge before it answers.
#[derive(Clone)]
pub(super) struct View {
    /// Tables and equipment by their letters.
    furniture: Vec<(Square, char)>,
    /// Whether the player is the second of the round to move.
    pub moves_second: bool,
    pub me: Seen,
    /// The partner; `None` once it is dead.
    pub partner: Option<Seen>,
    pub tables: Vec<(Square, Item)>,
    /// The content of the oven and its timer.
    pub oven: Option<(Food, u32)>,
    /// The orders at the window with their present awards.
    pub orders: Vec<(Dish, i32)>,
    /// The number of clean dishes in the dishwasher: all dishes that are nowhere else.
    pub clean_dishes: usize,
}

impl View {
    /// Reads the lines of a turn, and before the first turn those of the kitchen.
    pub fn read(before: Option<Self>, sent: &[String]) -> Self {
        let mut lines = sent.iter().map(String::as_str);
        let furniture = before.map_or_else(|| furniture(&mut lines), |view| view.furniture);
        let moves_second = count(lines.next()).is_multiple_of(2);
        let me = chef(lines.next()).expect("a player who is asked is alive");
        let partner = chef(lines.next());
        let tables = (0..count(lines.next())).filter_map(|_| {
            let (at, item) = lines.next()?.rsplit_once(' ')?;
            Some((point(at)?, Item::read(item)?))
        });
        let tables: Vec<(Square, Item)> = tables.collect();
        let oven = lines.next().and_then(|line| {
            let (food, timer) = line.split_once(' ')?;
            Some((Food::read(food)?, timer.parse().ok()?))
        });
        let orders = (0..count(lines.next())).filter_map(|_| {
            let (order, award) = lines.next()?.split_once(' ')?;
            let Some(Item::Dish(order)) = Item::read(order) else { return None };
            Some((order, award.parse().ok()?))
        });
        let orders = orders.collect();
        let hands = [Some(&me), partner.as_ref()];
        let hands = hands.into_iter().flatten().filter_map(|chef| chef.hand.as_ref());
        let about = hands.chain(tables.iter().map(|(_, item)| item));
        let about = about.filter(|item| matches!(item, Item::Dish(_))).count();
        let clean_dishes = usize::from(DISHES).saturating_sub(about);
        Self { furniture, moves_second, me, partner, tables, oven, orders, clean_dishes }
    }

    /// The same without the partner, for a player that moves first.
    pub fn without_partner(self) -> Self {
        Self { partner: None, moves_second: false, ..self }
    }

    /// The square of the equipment with a letter.
    pub fn equipment(&self, letter: char) -> Option<Square> {
        self.furniture.iter().find(|(_, it)| *it == letter).map(|(at, _)| *at)
    }

    /// All squares that can be used.
    pub fn furniture(&self) -> impl Iterator<Item = Square> {
        self.furniture.iter().map(|(at, _)| *at)
    }

    /// The empty plain tables.
    pub fn empty_tables(&self) -> impl Iterator<Item = Square> {
        let plain = self.furniture.iter().filter(|(_, letter)| *letter == '#').map(|(at, _)| *at);
        plain.filter(|at| self.tables.iter().all(|(laid, _)| laid != at))
    }
}

fn furniture<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Vec<(Square, char)> {
    for _ in 0..count(lines.next()) {
        lines.next();
    }
    let rows: Vec<Vec<char>> = lines.take(7).map(|row| row.chars().collect()).collect();
    let letter = |at: Square| {
        let Point { x, y } = at.point();
        rows[y as usize][x as usize]
    };
    columns().filter(|at| !FLOOR.contains(*at)).map(|at| (at, letter(at))).collect()
}

fn count(line: Option<&str>) -> usize {
    line.and_then(|line| line.parse().ok()).expect("the referee sends a number here")
}

/// `x y`
fn point(text: &str) -> Option<Square> {
    let (x, y) = text.split_once(' ')?;
    Square::at(Point::new(x.parse().ok()?, y.parse().ok()?))
}

/// `x y item`; `None` for a dead chef.
fn chef(line: Option<&str>) -> Option<Seen> {
    let (at, item) = line?.rsplit_once(' ')?;
    Some(Seen { at: point(at)?, hand: Item::read(item) })
}
