//! The kitchen as a picture for pages.

use super::food::{Food, Item};
use super::game::{AlamodeGame, PAIRS};
use super::kitchen::{Equipment, FLOOR, HEIGHT, WIDTH, square};
use crate::game::Seat;
use crate::happening::Happening;
use crate::scene::{Color, Measure, Scene, Shape, Thing};

/// The kitchen with its equipment by letters, the items on tables, and the chefs of the round.
pub(super) fn scene(game: &AlamodeGame) -> Scene {
    let round = game.round();
    let tile = |x, y| if FLOOR.contains(square(x, y)) { '.' } else { '#' };
    let rows = (0..HEIGHT).map(|y| (0..WIDTH).map(|x| tile(x, y)).collect()).collect();
    let mut things = Vec::new();
    for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
        let at = square(x, y);
        let place = [x, y];
        if let Some(equipment) = round.kitchen().equipment(at) {
            things.push(placed(place, equipment));
        } else if let Some((_, item)) = round.laid_tables().find(|(there, _)| *there == at) {
            things.push(laid(place, *item));
        }
        for (chef, seat) in round.chefs().into_iter().zip(game.pair()) {
            let Some(chef) = chef.filter(|chef| chef.at == at) else { continue };
            let words =
                chef.hand.map_or("an empty hand".to_owned(), |item| format!("carries {item}"));
            let disc = Thing::of_seat(seat.0, place, Shape::Disc, seat.letter());
            things.push(disc.named("chef").saying(words));
            things.extend(chef.hand.map(|item| laid(place, item).held()));
        }
    }
    Scene { rows, things, ..Scene::default() }
}

/// A piece of equipment. The names of berries are too long for a tile, so there is a berry.
fn placed(place: [i32; 2], equipment: Equipment) -> Thing {
    let (sign, name) = words(equipment);
    match equipment {
        Equipment::Crate(food @ (Food::Blueberries | Food::Strawberries)) => {
            Thing::of_nobody(place, Shape::Fruit, "").named(name).with_parts([color(food)])
        }
        _ => Thing::of_nobody(place, Shape::Text, sign).named(name),
    }
}

/// What is written on a piece of equipment, and what the legend calls it. Letters would look like those of chefs.
fn words(equipment: Equipment) -> (&'static str, &'static str) {
    match equipment {
        Equipment::Dishwasher => ("dishes", "dishwasher, which gives clean dishes"),
        Equipment::Window => ("window", "window, where dishes are served"),
        Equipment::Crate(Food::IceCream) => ("ice", "ice cream"),
        Equipment::Crate(Food::Blueberries) => ("", "crate of blueberries"),
        Equipment::Crate(Food::Strawberries) => ("", "crate of strawberries"),
        Equipment::Crate(_) => ("dough", "dough"),
        Equipment::ChoppingBoard => ("chop", "chopping board"),
        Equipment::Oven => ("oven", "oven"),
    }
}

/// An item on a tile.
fn laid(place: [i32; 2], item: Item) -> Thing {
    let words = item.to_string();
    match item {
        Item::Food(food) => {
            let heap = Thing::of_nobody(place, Shape::Heap, "").named(FOOD);
            heap.saying(words).with_parts([color(food)])
        }
        Item::Dish(dish) => {
            let plate = Thing::of_nobody(place, Shape::Plate, "")
                .named("dish, with a dot for each food on it");
            plate.saying(words).with_parts(dish.foods().iter().copied().map(color))
        }
    }
}

/// What the legend says of food without a dish.
const FOOD: &str = "food: ice cream is white, blueberries blue, strawberries red, a croissant brown, a tart purple, \
                    dough yellow";

fn color(food: Food) -> Color {
    match food {
        Food::IceCream => Color::White,
        Food::Blueberries => Color::Blue,
        Food::Strawberries | Food::ChoppedStrawberries => Color::Red,
        Food::Croissant => Color::Brown,
        Food::Tart | Food::RawTart => Color::Purple,
        Food::Dough | Food::ChoppedDough => Color::Yellow,
    }
}

/// The points of each seat so far, from the rounds in which it cooks.
pub(super) fn measures(game: &AlamodeGame) -> Vec<Measure> {
    let mut rounds = game.rounds().to_vec();
    if rounds.len() < PAIRS.len() {
        rounds.push(game.round().points());
    }
    let of_seat = |seat| {
        let mine = PAIRS.iter().zip(&rounds).filter(|(pair, _)| pair.contains(&seat));
        mine.map(|(_, points)| *points).sum::<i64>() as f64
    };
    vec![Measure::new(POINTS, [Seat(0), Seat(1), Seat(2)].map(of_seat))]
}

/// The dish that was served in the last turn, and the round that began.
pub(super) fn happenings(game: &AlamodeGame) -> Vec<Happening> {
    let mut all = Vec::new();
    if let Some((seat, dish, award)) = game.served() {
        let rounds = game.rounds().len() - usize::from(game.new_round().is_some());
        let pair = PAIRS[rounds.min(PAIRS.len() - 1)];
        let partner = pair[usize::from(pair[0] == seat)];
        let foods: Vec<String> = dish.foods().iter().map(|food| plain(*food)).collect();
        let (a, b) = (seat.letter(), partner.letter());
        let words = format!("{award} each for {a} and {b}, served {}", foods.join(", "));
        all.push(Happening::cause(seat.0, POINTS, words));
        all.push(Happening::shared(partner.0, POINTS));
    }
    if let Some(round) = game.new_round() {
        let [first, second] = game.pair();
        let made = game.rounds()[round - 2];
        let (a, b) = (first.letter(), second.letter());
        let words = format!("round {round}: {a} and {b} cook; round {} made {made}", round - 1);
        all.push(Happening::part(first.0, words));
    }
    all
}

/// A food in plain words, such as `ice cream`.
fn plain(food: Food) -> String {
    food.word().trim_start_matches("CHOPPED_").replace('_', " ").to_lowercase()
}

/// The measure of the points so far.
const POINTS: &str = "points";
