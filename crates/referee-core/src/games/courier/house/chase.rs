//! Ways of house players that hunt others.

use super::chart::{Act, Chart, Order};
use super::fields::Fields;
use crate::games::courier::board::{Cell, Direction};

/// A hunter waits at this distance from a robot that it cannot harm now.
const KEPT_DISTANCE: u32 = 2;

/// A step to a goal past the other robots, for the least bid.
pub(super) fn walk(fields: &mut Fields, chart: &Chart, goal: Cell) -> Order {
    let field = fields.to(chart, goal, false);
    let here = chart.here();
    let free = |direction: &Direction| {
        let next = here.step(*direction);
        chart.rivals().all(|rival| rival.cell != next)
    };
    let ways = Direction::ALL
        .into_iter()
        .filter(free)
        .filter_map(|direction| Some((field.from(&chart.board, here.step(direction))?, direction)));
    match ways.min_by_key(|(cost, _)| *cost) {
        Some((_, direction)) => Order::cheap(Act::Move(direction)),
        None => Order::WAIT,
    }
}

/// A step towards the nearest robot, if it is not near yet.
pub(super) fn follow(fields: &mut Fields, chart: &Chart) -> Order {
    let here = chart.here();
    let rivals = chart.rivals().map(|rival| rival.cell);
    match rivals.min_by_key(|cell| (cell.distance(here), *cell)) {
        Some(cell) if cell.distance(here) > KEPT_DISTANCE => walk(fields, chart, cell),
        _ => Order::WAIT,
    }
}
