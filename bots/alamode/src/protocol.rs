//! Reading what the server sends, with an error that says what was wrong, and writing answers.

use std::io::BufRead;
use std::time::Instant;

use gridkit::lines::{bad, whole};
pub use gridkit::InputError;
use gridkit::{Bell, Lines};

use crate::action::Action;
use crate::chef::{Chef, Pair};
use crate::customers::{Customers, Order};
use crate::item::Item;
use crate::kitchen::{Cell, Kitchen, Place, HEIGHT};
use crate::state::State;
use crate::world::World;

/// The first input: the customers and the kitchen.
#[derive(Clone, Debug)]
pub struct Start {
    pub customers: Customers,
    pub kitchen: Kitchen,
}

/// The input of one turn, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Turns left after this one.
    pub left: u8,
    /// The cell and the item of both chefs, the bot's own first; a dead chef has no cell.
    pub chefs: Pair<(Option<Cell>, Item)>,
    /// The items on tables.
    pub items: Vec<(Cell, Item)>,
    /// The item in the oven, and the timer.
    pub oven: (Item, u8),
    /// The orders of the waiting customers and what they would pay now, the oldest first.
    pub waiting: Vec<Order>,
}

const COUNT: &str = "a number of lines to follow";
const ORDER: &str = "a dish and its award, as in \"DISH-TART-ICE_CREAM 1400\"";
const ROW: &str = "a row of the kitchen, 11 characters";
const LEFT: &str = "the number of turns left, 0 to 199";
const CHEF: &str = "x, y and item of a chef";
const ITEM: &str = "x, y and item of a table";
const OVEN: &str = "the oven's contents and timer, as in \"DOUGH 9\"";

/// A longer line is an error: no server of this game sends one.
const LONGEST_LINE: usize = 10_000;

/// Reads the lines of a game from any buffered source.
pub struct Reader<R> {
    lines: Lines<R>,
}

impl<R: BufRead> Reader<R> {
    /// A reader that starts with the first line of a game.
    pub fn new(source: R) -> Self {
        Reader { lines: Lines::new(source, LONGEST_LINE) }
    }

    /// The first input; `None` if there is no game at all.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off, or is not a kitchen of this game.
    pub fn start(&mut self) -> Result<Option<Start>, InputError> {
        let line = match self.lines.first(COUNT)? {
            Some(line) => line,
            None => return Ok(None),
        };
        let count = whole(&line, 1..=Customers::MOST)
            .ok_or_else(|| bad(COUNT, &line, "it must be from 1 to 100"))?;
        let orders = (0..count).map(|_| self.order()).collect::<Result<Vec<_>, _>>()?;
        let rows = (0..HEIGHT).map(|_| self.lines.next(ROW)).collect::<Result<Vec<_>, _>>()?;
        let kitchen = Kitchen::from_rows(&rows)
            .map_err(|(row, why)| bad(ROW, rows.get(row).map_or("", String::as_str), why))?;
        let customers =
            Customers::new(orders).ok_or_else(|| bad(COUNT, &line, "it must be from 1 to 100"))?;
        Ok(Some(Start { customers, kitchen }))
    }

    /// The input of the next turn; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off within the turn, or holds a line that this game
    /// does not know.
    pub fn turn(&mut self) -> Result<Option<Turn>, InputError> {
        let line = match self.lines.first(LEFT)? {
            Some(line) => line,
            None => return Ok(None),
        };
        let left = whole(&line, 0..=199).ok_or_else(|| bad(LEFT, &line, "it is not"))?;
        let own = self.placed(CHEF)?;
        let partner = self.placed(CHEF)?;
        let line = self.lines.next(COUNT)?;
        let count =
            whole(&line, 0..=47_usize).ok_or_else(|| bad(COUNT, &line, "it must be 0 to 47"))?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            if let (Some(cell), item) = self.placed(ITEM)? {
                items.push((cell, item));
            }
        }
        let line = self.lines.next(OVEN)?;
        let oven = line
            .split_once(' ')
            .and_then(|(item, timer)| Some((Item::read(item)?, whole(timer, 0..=10)?)))
            .filter(|(item, _)| {
                use Item as I;
                [I::NONE, I::DOUGH, I::RAW_TART, I::CROISSANT, I::TART].contains(item)
            })
            .ok_or_else(|| bad(OVEN, &line, "it is not"))?;
        let line = self.lines.next(COUNT)?;
        let count = whole(&line, 0..=3).ok_or_else(|| bad(COUNT, &line, "it must be 0 to 3"))?;
        let waiting = (0..count).map(|_| self.order()).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Turn { left, chefs: Pair([own, partner]), items, oven, waiting }))
    }

    /// When the first line of the last turn was there: the site's clock starts then.
    pub fn arrived(&self) -> Instant {
        self.lines.arrived()
    }

    /// It rings when the first line of a message is there, or the end of the input.
    pub fn bell(&self) -> &Bell {
        self.lines.bell()
    }

    fn order(&mut self) -> Result<Order, InputError> {
        let line = self.lines.next(ORDER)?;
        line.split_once(' ')
            .and_then(|(dish, award)| {
                let dish = Item::read(dish).filter(|dish| dish.is_dish())?;
                Some(Order { foods: dish.foods(), award: whole(award, -5_000..=5_000)? })
            })
            .ok_or_else(|| bad(ORDER, &line, "it is not"))
    }

    fn placed(&mut self, wanted: &'static str) -> Result<(Option<Cell>, Item), InputError> {
        let line = self.lines.next(wanted)?;
        let mut words = line.split(' ');
        let mut number = || words.next()?.parse::<i32>().ok();
        match (number(), number(), words.next().and_then(Item::read), words.next()) {
            (Some(-1), Some(-1), Some(item), None) => Ok((None, item)),
            (Some(x), Some(y), Some(item), None) => match Cell::new(x, y) {
                Some(cell) => Ok((Some(cell), item)),
                None => Err(bad(wanted, &line, "that is not in the kitchen")),
            },
            _ => Err(bad(wanted, &line, "these are not two numbers and an item")),
        }
    }
}

impl Turn {
    /// The position that was sent. `before` is the position that was expected. It has what the server
    /// does not send: the customer who comes next, and the customer that each order belongs to.
    ///
    /// # Errors
    ///
    /// A sentence if a chef is on a table, or an item on the floor.
    pub fn state(&self, world: &World, before: &State) -> Result<State, String> {
        let floor = |cell: Cell| match world.kitchen.place(cell) {
            Place::Floor(floor) => Ok(floor),
            Place::Table(_) => Err("a chef cannot stand on a table"),
        };
        let Pair([(own, held), (partner, partners_item)]) = self.chefs;
        let own = own.map(floor).transpose()?.or(before.at[Chef::Own]);
        let partner = partner.map(floor).transpose()?;
        let mut state = State::opening(world, Pair([own, partner]), Chef::Own);
        state.left = self.left;
        let partners_item = partner.map_or(Item::NONE, |_| partners_item);
        state.hand = Pair([held, partners_item]);
        for &(cell, item) in &self.items {
            match world.kitchen.place(cell) {
                Place::Table(table) => state.table[table.index()] = item,
                Place::Floor(_) => return Err("items do not lie on the floor".to_owned()),
            }
        }
        state.set_oven(self.oven.0, self.oven.1);
        let out = state.table.iter().chain(&state.hand.0).filter(|item| item.is_dish()).count();
        state.dishes = 3_u8.saturating_sub(out as u8);
        state.points = 0;
        self.queue(world, before, &mut state);
        state.rekey(world);
        Ok(state)
    }

    /// Finds out which customers wait and which one comes next: those from `before` on with these
    /// orders.
    fn queue(&self, world: &World, before: &State, state: &mut State) {
        state.waiting = before.waiting;
        state.next = before.next;
        let mut pool = [before.waiting[0], before.waiting[1], before.waiting[2], before.next, 0, 0];
        pool[4] = world.customers.after(pool[3]);
        pool[5] = world.customers.after(pool[4]);
        let mut from = 0;
        for (place, order) in self.waiting.iter().enumerate() {
            state.award[place] = order.award;
            // A customer that is not found has left. No customer comes in between. An award only falls, so a greater one is
            // that of a customer who has just come.
            let found = (from..pool.len()).find(|&i| {
                (i > 2 || order.award <= before.award[i])
                    && world.customers.order(pool[i]).foods == order.foods
            });
            if let Some(i) = found {
                state.waiting[place] = pool[i];
                from = i + 1;
            }
        }
        if from > 3 {
            state.next = world.customers.after(pool[from - 1]);
        }
    }
}

/// An action in the words of the protocol.
pub fn answer(world: &World, action: Action) -> String {
    let (word, cell) = match (action.destination(), action.table()) {
        (Some(floor), _) => ("MOVE", world.kitchen.floor_cell(floor)),
        (_, Some(table)) => ("USE", world.kitchen.table_cell(table)),
        _ => return "WAIT".to_owned(),
    };
    let (x, y) = cell.xy();
    format!("{word} {x} {y}")
}
