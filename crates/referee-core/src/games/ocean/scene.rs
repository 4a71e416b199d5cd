//! The position as a picture for pages.

use super::cell::{Cell, SIDE};
use super::game::{Loss, OceanGame};
use crate::game::Seat;
use crate::happening::Happening;
use crate::scene::{Measure, Scene, Shape, Thing};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The measure of the lives.
const LIVES: &str = "lives";

/// The sea with both submarines or the crosses of those that sank, their trails and mines, and the explosions of the last turn of each.
pub(super) fn scene(game: &OceanGame) -> Scene {
    let tile = |x, y| if game.sea().is_land(Cell::new(x, y)) { '#' } else { '~' };
    let rows = (0..SIDE).map(|y| (0..SIDE).map(|x| tile(x, y)).collect()).collect();
    let cells = || (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Cell::new(x, y)));
    let mut things = Vec::new();
    for seat in SEATS {
        let visited = cells().filter(|cell| game.submarine(seat).has_visited(*cell));
        things.extend(visited.map(|cell| {
            Thing::of_seat(seat.0, at(cell), Shape::Dot, "")
                .named("cell of the trail since the last surfacing")
        }));
    }
    for seat in SEATS {
        let mines = game.submarine(seat).mines().iter();
        things.extend(
            mines.map(|mine| Thing::of_seat(seat.0, at(mine.cell), Shape::Mine, "").named("mine")),
        );
    }
    for seat in SEATS {
        let blasts = game.visible(seat).iter().filter_map(|order| explosion(order));
        things.extend(blasts.map(|cell| {
            Thing::of_seat(seat.0, at(cell), Shape::Blast, "")
                .named("explosion of a torpedo or a mine, in the colour of its owner")
        }));
    }
    for seat in SEATS {
        let cell = game.submarine(seat).cell();
        if cell.on_board() {
            let lives = game.submarine(seat).lives();
            let (shape, name) = if lives > 0 {
                (Shape::Submarine, "submarine")
            } else {
                (Shape::Cross, "submarine that sank")
            };
            let submarine = Thing::of_seat(seat.0, at(cell), shape, seat.letter());
            things.push(submarine.named(name).saying(format!("{lives} lives")));
        }
    }
    Scene { rows, things, ..Scene::default() }
}

/// The cell of the explosion by a visible order, if it caused one.
fn explosion(order: &str) -> Option<Cell> {
    let mut words = order.split(' ');
    let is_explosive = matches!(words.next()?, "TORPEDO" | "TRIGGER");
    let mut number = || words.next()?.parse().ok();
    let cell = Cell::new(number()?, number()?);
    (is_explosive && cell.on_board()).then_some(cell)
}

pub(super) fn measures(game: &OceanGame) -> Vec<Measure> {
    vec![Measure::new(LIVES, SEATS.map(|seat| f64::from(game.submarine(seat).lives())))]
}

/// Why submarines lost lives in the last turn.
pub(super) fn happenings(game: &OceanGame) -> Vec<Happening> {
    let words = |(seat, loss): &(Seat, Loss)| {
        let (weapon, owner) = match loss {
            Loss::Surfacing => return "surfaced".to_owned(),
            Loss::Torpedo(owner) => ("torpedo", owner),
            Loss::Mine(owner) => ("mine", owner),
        };
        if owner == seat {
            format!("its own {weapon}")
        } else {
            format!("{weapon} of {}", owner.letter())
        }
    };
    game.losses().iter().map(|loss| Happening::cause(loss.0.0, LIVES, words(loss))).collect()
}

fn at(cell: Cell) -> [i32; 2] {
    [cell.x, cell.y]
}
