//! The position as a picture for pages.

use super::board::{Cell, Tile};
use super::draw::window;
use super::game::CourierGame;
use super::packages::counted;
use super::world::{Death, Deed};
use crate::game::Seat;
use crate::happening::Happening;
use crate::scene::{Axes, Measure, Scene, Shape, Thing};

/// The board with its packages and the living robots, north at the top. Of a large board it has the part that the
/// terminal shows.
pub(super) fn scene(game: &CourierGame) -> Scene {
    let [west, east, south, north] = window(game);
    let board = game.world().board();
    let glyph = |x, y| board.tile(Cell::new(x, y)).glyph();
    let rows =
        (south..=north).rev().map(|y| (west..=east).map(|x| glyph(x, y)).collect()).collect();
    let is_seen = |cell: Cell| (west..=east).contains(&cell.x) && (south..=north).contains(&cell.y);
    let at = |cell: Cell| [cell.x - west, north - cell.y];
    let mut things = Vec::new();
    for y in south..=north {
        for x in west..=east {
            let cell = Cell::new(x, y);
            if board.tile(cell) != Tile::Wall && game.world().packages().is_pile(cell) {
                things.push(Thing::of_nobody(at(cell), Shape::Parcel, "").named("packages"));
            }
        }
    }
    let robots = game.robots().enumerate().filter_map(|(seat, robot)| Some((seat, robot?)));
    for (seat, robot) in robots.filter(|(_, robot)| is_seen(robot.cell)) {
        let shape = if robot.is_alive() { Shape::Disc } else { Shape::Cross };
        let thing = Thing::of_seat(seat, at(robot.cell), shape, Seat(seat).glyph());
        let (count, load) = (robot.carried.len(), robot.load);
        let name = if robot.is_alive() { "robot" } else { "robot that died" };
        let carries = format!("carries {}, {load} in weight", counted(count));
        things.push(thing.named(name).saying(carries));
        if count > 0 {
            let parcel = Thing::of_seat(seat, at(robot.cell), Shape::Parcel, "");
            things.push(parcel.named("packages that a robot carries").held());
        }
    }
    let corner = [west - 1, board.height() - north];
    let axes = Axes { first: [1, board.height()], down: -1 };
    Scene { rows, corner, axes, things, ..Scene::default() }
}

/// Points, money and last bid of each robot.
pub(super) fn measures(game: &CourierGame) -> Vec<Measure> {
    let score = |robot: Option<&super::world::Robot>| robot.map_or(0.0, |one| one.score as f64);
    let money = |robot: Option<&super::world::Robot>| robot.map_or(0.0, |one| one.money as f64);
    let bid = |robot: Option<&super::world::Robot>| {
        robot.and_then(|one| one.bid).map_or(0.0, |bid| bid.number() as f64)
    };
    vec![
        Measure::new(SCORE, game.robots().map(score)),
        Measure::new("money", game.robots().map(money)).without_events(),
        Measure::new("bid", game.robots().map(bid)).without_events(),
    ]
}

/// Deliveries, and deaths with their causes, of the last turn.
pub(super) fn happenings(game: &CourierGame) -> Vec<Happening> {
    let mut all = Vec::new();
    for (seat, robot, delivered, died) in game.changes() {
        let pusher = robot.pusher.and_then(|pusher| game.seat_of(pusher));
        let pushed = pusher.map_or(String::new(), |by| format!(", pushed by {}", by.letter()));
        if delivered > 0 {
            let plural = if delivered == 1 { "" } else { "s" };
            // A robot that put packages down itself may have been pushed after that.
            let cause = if robot.deed == Some(Deed::Dropped) { "" } else { &*pushed };
            let words = format!("delivered {delivered} package{plural}{cause}");
            all.push(Happening::cause(seat.0, SCORE, words));
        }
        if let Some(death) = robot.death.filter(|_| died) {
            let words = match death {
                Death::Drowned => format!("drowned{pushed}"),
                Death::OutOfMoney => "died: it has no money left".to_owned(),
                Death::Overbid => "died: it bid more than its money".to_owned(),
                Death::NoCommand => "died: it gave no valid command".to_owned(),
            };
            let word = if death == Death::Drowned { "drowned" } else { "died" };
            all.push(Happening::out(seat.0, word, words));
        }
    }
    all
}

/// The measure of the weight that a robot has delivered.
const SCORE: &str = "score";
