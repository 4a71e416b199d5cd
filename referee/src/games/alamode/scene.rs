//! The kitchen as a picture for pages.

use super::draw::letter;
use super::food::Item;
use super::game::{AlamodeGame, PAIRS};
use super::kitchen::{FLOOR, HEIGHT, WIDTH, square};
use crate::game::Seat;
use crate::scene::{Measure, Scene, Shape, Thing};

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
            things.push(Thing::of_nobody(place, Shape::Text, equipment.letter()));
        } else if let Some((_, item)) = round.laid_tables().find(|(there, _)| *there == at) {
            let sign = if matches!(item, Item::Food(_)) { "+" } else { "=" };
            things.push(Thing::of_nobody(place, Shape::Box, sign));
        }
        for (chef, seat) in round.chefs().into_iter().zip(game.pair()) {
            if chef.is_some_and(|chef| chef.at == at) {
                things.push(Thing::of_seat(seat.0, place, Shape::Disc, letter(seat)));
            }
        }
    }
    Scene { rows, things, ..Scene::default() }
}

/// The points of each seat so far, from the rounds in which it cooks.
pub(super) fn measures(game: &AlamodeGame) -> Vec<Measure> {
    let mut rounds = game.rounds().to_vec();
    if rounds.len() < PAIRS.len() {
        rounds.push(game.round().points());
    }
    let of_seat = |seat| {
        let mine = PAIRS.iter().zip(&rounds).filter(|(pair, _)| pair.contains(&seat));
        mine.map(|(_, points)| *points as f64).sum()
    };
    vec![Measure::new("points", [Seat(0), Seat(1), Seat(2)].map(of_seat))]
}
