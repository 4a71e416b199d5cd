//! Generates the kitchen and the customers of a seed.

use gridkit::Square11x7 as Square;

use super::customers::Customer;
use super::food::{Dish, Food};
use super::kitchen::{Equipment, Kitchen, square};
use crate::java_random::JavaRandom;

/// The level of the game: 1 has two foods, 2 three, 3 four; 4 and higher are the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct League(u8);

impl League {
    /// The league of a level from 1.
    pub fn new(level: u8) -> Self {
        Self(level.clamp(1, 4))
    }

    /// The foods that customers order.
    pub fn foods(self) -> &'static [Food] {
        &Food::FINISHED[..=usize::from(self.0)]
    }

    /// The equipment of every kitchen, in the order in which it is placed.
    fn equipment(self) -> &'static [Equipment] {
        const ALL: [Equipment; 6] = [
            Equipment::Crate(Food::IceCream),
            Equipment::Crate(Food::Blueberries),
            Equipment::Crate(Food::Strawberries),
            Equipment::ChoppingBoard,
            Equipment::Crate(Food::Dough),
            Equipment::Oven,
        ];
        &ALL[..[2, 4, 6, 6][usize::from(self.0) - 1]]
    }
}

/// The number of customers of a game.
const CUSTOMERS: usize = 20;

/// Where chefs may start, as the official referee lists them: shuffling begins from this order.
const SPAWNS: &str = "B1 C1 D1 E1 F1 G1 H1 I1 J1 B5 C5 D5 E5 F5 G5 H5 I5 J5 B2 B3 B4 J2 J3 J4 \
                      D3 E3 E4 G2 G3 H3";
/// Where equipment may stand, in that order.
const PLACES: &str = "A0 B0 C0 D0 E0 G0 H0 I0 J0 K0 A1 A2 A3 A4 A5 K1 K2 K3 K4 K5 C2 D2 E2 F2 H2 I2 \
                      C3 F3 I3 C4 D4 F4 G4 H4 I4 A6 B6 C6 D6 E6 G6 H6 I6 J6 K6";
/// Where the oven may stand: in the outer wall, but not at the bottom and not in a corner.
const OVEN_PLACES: &str = "B0 C0 D0 E0 G0 H0 I0 J0 A1 A2 A3 A4 A5 K1 K2 K3 K4 K5";

/// The squares of a list of names: a letter for the column, a digit for the row.
fn squares(names: &str) -> Vec<Square> {
    let named = |name: &[u8]| square(i32::from(name[0] - b'A'), i32::from(name[1] - b'0'));
    names.split_ascii_whitespace().map(|name| named(name.as_bytes())).collect()
}

/// The kitchen and the customers that the official referee makes from a seed.
///
/// Fewer cells and foods are drawn in the lower leagues, so a seed has the same starts and the same
/// places of the equipment that the leagues share, but other customers.
///
/// ```
/// use referee_core::games::alamode::{League, kitchen_of_seed};
///
/// let (kitchen, customers) = kitchen_of_seed(1, League::new(4));
/// let rows: Vec<String> = kitchen.rows(['0', '1']).collect();
/// assert_eq!(rows, [
///     "I####DOS###",
///     "#.........#",
///     "#.###B.##.#",
///     "#.#..#..#.#",
///     "#.##.####.#",
///     "#..1.....0#",
///     "###H#W####C",
/// ]);
/// assert_eq!(customers[0].order.to_string(), "DISH-BLUEBERRIES-CHOPPED_STRAWBERRIES");
/// assert_eq!(customers[0].full_award, 850);
/// ```
///
/// # Panics
/// Never: there are more places for an oven than other equipment can occupy.
pub fn kitchen_of_seed(seed: i64, league: League) -> (Kitchen, Vec<Customer>) {
    let mut random = JavaRandom::new(seed);
    let mut spawns = squares(SPAWNS);
    random.shuffle(&mut spawns);
    let mut kitchen = Kitchen::bare([spawns[0], spawns[1]]);

    let mut places = squares(PLACES);
    random.shuffle(&mut places);
    let for_oven = squares(OVEN_PLACES);
    let mut places = places.into_iter();
    for &equipment in league.equipment() {
        let fits = |at: &Square| equipment != Equipment::Oven || for_oven.contains(at);
        let at = places.find(fits).expect("18 places take an oven");
        kitchen.place(equipment, at);
    }
    let customers = (0..CUSTOMERS).map(|_| Customer::new(order(&mut random, league))).collect();
    (kitchen, customers)
}

/// An order of two foods, or with a probability of a quarter each of three or four, if the league has that many.
fn order(random: &mut JavaRandom, league: League) -> Dish {
    let mut foods = league.foods().to_vec();
    random.shuffle(&mut foods);
    let chance = random.unit();
    let count = if chance <= 0.25 {
        4
    } else if chance <= 0.5 {
        3
    } else {
        2
    };
    let mut order = Dish::EMPTY;
    for food in foods.into_iter().take(count) {
        order.add(food);
    }
    order
}
