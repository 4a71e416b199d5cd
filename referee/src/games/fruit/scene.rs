//! The position as a picture for pages.

use super::board::{Cell, Halves};
use super::game::FruitGame;
use crate::scene::{Measure, Scene, Shape, Thing};

/// The board with the fruit by category and both robots.
pub(super) fn scene(game: &FruitGame) -> Scene {
    let board = game.position().board();
    let cells = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Cell::new(x, y)));
    let mut things = Vec::new();
    for cell in cells {
        if let Some(category) = board.fruit(cell) {
            things.push(Thing::of_nobody(at(cell), Shape::Box, category.0.to_string()));
        }
    }
    let robots = game.position().robots();
    let robot = |seat: usize| {
        let name = if robots[0] == robots[1] { "A B" } else { ["A", "B"][seat] };
        Thing::of_seat(seat, at(robots[seat]), Shape::Disc, name)
    };
    things.extend([0, 1].map(robot));
    let row = ".".repeat(board.width() as usize);
    Scene { rows: vec![row; board.height() as usize], things, ..Scene::default() }
}

/// The number of categories that each robot leads, and of its pieces.
pub(super) fn measures(game: &FruitGame) -> Vec<Measure> {
    let counts = [0, 1].map(|seat| game.position().counts(seat));
    let leads = |seat: usize| {
        let pairs = counts[seat].iter().zip(counts[1 - seat]);
        pairs.filter(|(mine, other)| mine > other).count() as f64
    };
    let pieces = |seat: usize| counts[seat].iter().copied().map(Halves::pieces).sum();
    vec![
        Measure::new("categories led", [0, 1].map(leads)),
        Measure::new("pieces", [0, 1].map(pieces)).without_events(),
    ]
}

fn at(cell: Cell) -> [i32; 2] {
    [cell.x, cell.y]
}
