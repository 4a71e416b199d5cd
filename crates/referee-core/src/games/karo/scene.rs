//! The race as a picture for pages.

use super::draw::{letter, window};
use super::game::KaroGame;
use super::race::Status;
use super::race::{Car, Crash};
use super::record::Kind;
use super::track::{Cell, Tile};
use crate::game::Seat;
use crate::happening::Happening;
use crate::scene::{Measure, Scene, Shape, Thing, Way};

/// The track with all cars, their ways and crashes, and the candidates of the car whose turn it is. Of a large map
/// it has the part that the terminal shows.
pub(super) fn scene(game: &KaroGame) -> Scene {
    let [left, right, top, bottom] = window(game);
    let track = game.race().track();
    let tile = |x, y| match track.tile(Cell::new(x, y)) {
        Some(Tile::Road) => '.',
        Some(Tile::Night) => 'd',
        Some(Tile::Start) => 's',
        Some(Tile::Finish) => 'f',
        Some(tile @ Tile::Checkpoint(_)) => tile.letter(),
        Some(Tile::Scenery(_) | Tile::Parc) => 'g',
        None => ' ',
    };
    let rows = (top..=bottom).map(|y| (left..=right).map(|x| tile(x, y)).collect()).collect();
    let at = |cell: Cell| [cell.x - left, cell.y - top];
    let (mut ways, mut things) = (Vec::new(), Vec::new());
    for (seat, car) in game.race().cars().iter().enumerate() {
        // The way ends at the finish; no line leads to the parc fermé.
        let driven = car.records.iter().filter(|record| record.kind != Kind::Parc);
        let points: Vec<_> = driven.map(|record| at(record.motion.at)).collect();
        let crashes = car.records.iter().filter(|record| record.kind == Kind::Crash);
        things.extend(
            crashes.map(|one| {
                Thing::of_seat(seat, at(one.motion.at), Shape::Cross, "").named("crash")
            }),
        );
        ways.push(Way { seat, points, is_past: car.is_gone() });
    }
    for (seat, car) in game.race().cars().iter().enumerate() {
        if let Some(motion) = car.motion().filter(|_| !car.is_gone()) {
            let name = letter(Seat(seat));
            let vector = motion.vector;
            // A car that finished is shown where it passed the finish, not in the parc fermé.
            let driven = car.records.iter().rev().find(|record| record.kind != Kind::Parc);
            let cell = driven.map_or(motion.at, |record| record.motion.at);
            let words = match car.status {
                Status::Finished => format!("finished as number {}", car.rank),
                _ => format!("vector {} {}", vector.x, vector.y),
            };
            things
                .push(Thing::of_seat(seat, at(cell), Shape::Disc, name).named("car").saying(words));
        }
    }
    if let Some(turn) = game.turn() {
        let inside =
            |cell: Cell| (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y);
        let cells = turn.candidates.iter().filter(|one| one.free).map(|one| one.motion.at);
        let dot = |cell| {
            Thing::of_seat(turn.seat.0, at(cell), Shape::Dot, "")
                .named("cell that the next car can move to")
        };
        things.extend(cells.filter(|cell| inside(*cell)).map(dot));
    }
    Scene { rows, corner: [left, top], ways, things, ..Scene::default() }
}

/// The points of each car so far, the number of checkpoints that it has collected, and of its crashes.
pub(super) fn measures(game: &KaroGame) -> Vec<Measure> {
    let cars = || game.race().cars().iter();
    vec![
        Measure::new(POINTS, cars().map(|car| game.points(car) as f64)),
        Measure::new("checkpoints", cars().map(|car| car.collected.len() as f64)),
        Measure::new(CRASHES, cars().map(|car| car.crashes() as f64)),
    ]
}

/// Finishes, crashes and losses of the last turn.
pub(super) fn happenings(game: &KaroGame) -> Vec<Happening> {
    let cars = game.race().cars().len() as u32;
    let crash = |crash: &Crash| {
        let blockers: Vec<String> =
            crash.blockers.iter().map(|seat| letter(*seat).to_string()).collect();
        let words = if blockers.is_empty() {
            "too fast for the track".to_owned()
        } else {
            format!("blocked by {}", blockers.join(" and "))
        };
        Happening::cause(crash.seat.0, CRASHES, words)
    };
    let change = |(seat, car): (Seat, &Car)| {
        let words = match car.status {
            Status::Finished => {
                let behind = cars - car.rank;
                let plural = if behind == 1 { "" } else { "s" };
                return Happening::cause(
                    seat.0,
                    POINTS,
                    format!("finishes as number {}, {behind} car{plural} behind it", car.rank),
                );
            }
            Status::Stuck => "is stuck for ever",
            Status::Left => return Happening::cause(seat.0, POINTS, "left the race"),
            Status::Kicked => return Happening::cause(seat.0, POINTS, "was thrown out"),
            Status::Racing => "races",
        };
        Happening::event(seat.0, words)
    };
    game.changed().map(change).chain(game.new_crashes().iter().map(crash)).collect()
}

/// The measure of the points so far.
const POINTS: &str = "points";

/// The measure of the crashes.
const CRASHES: &str = "crashes";
