//! The position as a picture for pages.

use super::board::{Category, Cell, Halves};
use super::draw::fruit_name;
use super::game::FruitGame;
use crate::happening::Happening;
use crate::scene::{Color, Measure, Scene, Shape, Thing};

/// By category: the colour of its pieces.
const COLORS: [Color; 8] = [
    Color::Red,
    Color::Yellow,
    Color::Green,
    Color::Purple,
    Color::Orange,
    Color::Blue,
    Color::Brown,
    Color::White,
];

/// The board with the fruit by category and both robots.
pub(super) fn scene(game: &FruitGame) -> Scene {
    let board = game.position().board();
    let cells = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Cell::new(x, y)));
    let mut pieces: Vec<(Category, Cell)> =
        cells.filter_map(|cell| Some((board.fruit(cell)?, cell))).collect();
    // The legend has them in this order.
    pieces.sort_by_key(|(category, _)| *category);
    let piece = |(category, cell): (Category, Cell)| {
        let color = COLORS[category.index() % COLORS.len()];
        let fruit = Thing::of_nobody(at(cell), Shape::Fruit, category.0.to_string());
        let words = format!("category {}", category.0);
        fruit.named(fruit_name(category)).saying(words).with_parts([color])
    };
    let mut things: Vec<Thing> = pieces.into_iter().map(piece).collect();
    let robots = game.position().robots();
    let robot = |seat: usize| {
        Thing::of_seat(seat, at(robots[seat]), Shape::Disc, ["A", "B"][seat]).named("robot")
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
        Measure::new(LED, [0, 1].map(leads)),
        Measure::new("pieces", [0, 1].map(pieces)).without_events(),
    ]
}

/// What each robot took in the last turn, as the cause of a change of the categories that are led, and what that made
/// certain.
pub(super) fn happenings(game: &FruitGame) -> Vec<Happening> {
    let mut all = Vec::new();
    for (taker, category) in game.taken().into_iter().enumerate() {
        let Some(category) = category else { continue };
        for seat in [0, 1] {
            let who = if seat == taker { "" } else { ["A ", "B "][taker] };
            let words = format!("{who}took {}", one_of(category));
            all.push(Happening::cause(seat, LED, words));
        }
    }
    let decided = game.decided();
    for (category, leader) in &decided.categories {
        let fruit = format!("category {} ({})", category.0, fruit_name(*category));
        let taker = game.taken().iter().position(|taken| *taken == Some(*category));
        let (seat, words) = leader.map_or_else(
            || (taker.unwrap_or_default(), format!("took the last of {fruit}, which stays even")),
            |seat| (seat, format!("leads {fruit} for good")),
        );
        all.push(Happening::decisive(seat, words));
    }
    if let Some(seat) = decided.winner {
        all.push(Happening::decisive(seat, "cannot be caught any more"));
    }
    all
}

/// A piece of fruit with its category, such as `a cherry (category 3)`: the number alone would be read as a count.
fn one_of(category: Category) -> String {
    let name = fruit_name(category);
    let article = if name.starts_with(['a', 'o']) { "an" } else { "a" };
    format!("{article} {name} (category {})", category.0)
}

/// The measure of the categories in which a robot has more than the other.
const LED: &str = "categories led";

fn at(cell: Cell) -> [i32; 2] {
    [cell.x, cell.y]
}
