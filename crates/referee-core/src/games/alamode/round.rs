//! A round: two chefs in the kitchen for 200 turns.

use gridkit::Square11x7 as Square;

use super::commands::Command;
use super::customers::{Customer, Customers};
use super::food::{Dish, Held, Item};
use super::kitchen::{Equipment, FLOOR, Kitchen, SQUARES, columns};
use super::oven::Oven;
use super::uses;
use super::walk::destination;

/// The number of turns of a round, of both chefs together.
pub const TURNS: u32 = 200;
/// The number of dishes in the kitchen.
pub const DISHES: u8 = 3;

/// One of the two chefs of a round: 0 moves on odd turns, 1 on even ones.
pub type Place = usize;

/// A chef at work.
#[derive(Clone, Debug)]
pub struct Chef {
    /// Its square.
    pub at: Square,
    /// The item in its hand.
    pub hand: Option<Item>,
}

/// The state of a round.
#[derive(Clone)]
pub struct Round {
    kitchen: Kitchen,
    customers: Customers,
    /// The chefs by place; `None` for a dead one.
    chefs: [Option<Chef>; 2],
    tables: [Option<Item>; SQUARES],
    oven: Oven,
    clean_dishes: u8,
    turn: u32,
    points: i64,
    /// The last dish for which there was an award, with its award, until the next answer.
    served: Option<(Dish, i64)>,
}

impl Round {
    /// The first round in a kitchen.
    pub fn new(kitchen: Kitchen, customers: Vec<Customer>) -> Self {
        let mut round = Self {
            kitchen,
            customers: Customers::new(customers),
            chefs: [None, None],
            tables: [None; SQUARES],
            oven: Oven::Empty,
            clean_dishes: 0,
            turn: 0,
            points: 0,
            served: None,
        };
        round.begin_again([true; 2]);
        round
    }

    /// Resets the kitchen for another round with the chefs that are alive.
    pub fn begin_again(&mut self, alive: [bool; 2]) {
        self.customers.begin_again();
        let spawns = self.kitchen.spawns();
        for place in [0, 1] {
            self.chefs[place] = alive[place].then(|| Chef { at: spawns[place], hand: None });
        }
        self.tables = [None; SQUARES];
        self.oven = Oven::Empty;
        self.clean_dishes = DISHES;
        self.turn = 0;
        self.points = 0;
    }

    /// Begins a turn: the oven ticks and, if the chef whose turn it is is alive, served customers are replaced.
    /// Returns the place of the chef, or `None` if it is dead.
    pub fn begin_turn(&mut self) -> Option<Place> {
        self.turn += 1;
        self.oven.tick();
        let place = (self.turn as usize + 1) % 2;
        self.chefs[place].as_ref()?;
        self.customers.replace();
        Some(place)
    }

    /// Carries out the command of a living chef, which ends its turn.
    pub fn act(&mut self, place: Place, command: Command) {
        self.served = None;
        match command {
            Command::Move(target) => self.walk(place, target),
            Command::Use(target) => self.make_use(place, target),
            Command::Wait => {}
        }
        self.customers.grow_impatient();
    }

    /// Removes a chef, which ends its turn. Its dish, if it has one, is washed.
    pub fn die(&mut self, place: Place) {
        if let Some(Chef { hand: Some(Item::Dish(_)), .. }) = self.chefs[place].take() {
            self.clean_dishes += 1;
        }
        self.customers.grow_impatient();
    }

    fn walk(&mut self, place: Place, target: Square) {
        let partner = self.chefs[1 - place].as_ref().map(|chef| chef.at);
        if let Some(chef) = &mut self.chefs[place] {
            chef.at = destination(chef.at, partner, target);
        }
    }

    /// Uses a square next to the chef, or walks towards it.
    fn make_use(&mut self, place: Place, target: Square) {
        let Some(chef) = &mut self.chefs[place] else { return };
        if FLOOR.contains(target) {
            return;
        }
        let [from, to] = [chef.at, target].map(Square::point);
        if from.chebyshev(to) > 1 {
            return self.walk(place, target);
        }
        let used = match self.kitchen.equipment(target) {
            None => uses::table(chef.hand, self.tables[target.index()]).map(|(hand, lying)| {
                self.tables[target.index()] = lying;
                hand
            }),
            Some(Equipment::Crate(food)) => uses::crate_of(food, chef.hand),
            Some(Equipment::ChoppingBoard) => uses::board(chef.hand),
            Some(Equipment::Dishwasher) => {
                uses::dishwasher(chef.hand, self.clean_dishes).map(|(hand, clean)| {
                    self.clean_dishes = clean;
                    hand
                })
            }
            Some(Equipment::Oven) => uses::oven(chef.hand, self.oven).map(|(hand, oven)| {
                self.oven = oven;
                hand
            }),
            Some(Equipment::Window) => match &chef.hand {
                // Any dish is accepted and becomes clean; only an ordered one has an award.
                Some(Item::Dish(dish)) => {
                    let award = self.customers.serve(dish).map(i64::from);
                    self.served = award.map(|award| (*dish, award));
                    self.points += award.unwrap_or(0);
                    self.clean_dishes += 1;
                    Some(None)
                }
                None | Some(Item::Food(_)) => None,
            },
        };
        if let Some(hand) = used {
            chef.hand = hand;
        }
    }

    /// The lines that a chef is sent on its turn.
    pub fn lines(&self, place: Place) -> Vec<String> {
        let mut lines = vec![(TURNS - self.turn).to_string()];
        for place in [place, 1 - place] {
            lines.push(match &self.chefs[place] {
                Some(Chef { at, hand }) => format!("{} {}", at.point(), Held(*hand)),
                None => "-1 -1 NONE".to_owned(),
            });
        }
        let count = lines.len();
        for (at, item) in self.laid_tables() {
            lines.push(format!("{} {item}", at.point()));
        }
        lines.insert(count, (lines.len() - count).to_string());
        lines.push(self.oven.line());
        lines.push(self.customers.waiting().len().to_string());
        let customers = self.customers.waiting();
        lines.extend(customers.map(|customer| format!("{} {}", customer.order, customer.award)));
        lines
    }

    /// The plain tables that hold an item, column by column.
    pub fn laid_tables(&self) -> impl Iterator<Item = (Square, &Item)> {
        columns().filter_map(|at| self.tables[at.index()].as_ref().map(|item| (at, item)))
    }

    /// The kitchen.
    pub fn kitchen(&self) -> &Kitchen {
        &self.kitchen
    }

    /// The customers.
    pub fn customers(&self) -> &Customers {
        &self.customers
    }

    /// The chefs by place; `None` for a dead one.
    pub fn chefs(&self) -> [Option<&Chef>; 2] {
        [self.chefs[0].as_ref(), self.chefs[1].as_ref()]
    }

    /// The oven.
    pub fn oven(&self) -> Oven {
        self.oven
    }

    /// The number of clean dishes in the dishwasher.
    pub fn clean_dishes(&self) -> u8 {
        self.clean_dishes
    }

    /// Number of the present turn, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The dish that the last command served to a customer, and its award.
    pub fn served(&self) -> Option<(Dish, i64)> {
        self.served
    }

    /// The points that the two have earned so far.
    pub fn points(&self) -> i64 {
        self.points
    }
}
