//! A player that pays much to push others towards the water.

use super::chart::{Act, Chart, Order};
use super::chase::{follow, walk};
use super::client::Strategy;
use super::fields::Fields;
use crate::games::courier::board::{Cell, Direction};

/// A robot with no more land than this before the water is pushed towards it, turn after turn.
const REACH: usize = 6;

/// The part of its money that it bids for a push, as a divisor.
const SHARE: u64 = 40;

/// From this distance it bids for the way to the tile from which it pushes, too.
const NEAR: u32 = 2;

/// Looks for the robot that the fewest pushes drown, goes behind it, and pushes it on until it drowns. It carries
/// nothing.
#[derive(Default)]
pub(super) struct Bully {
    fields: Fields,
}

impl Bully {
    /// The number of pushes in a direction that drown a robot on a cell; `None` if they are too many, or if a wall
    /// comes before the water.
    fn pushes(chart: &Chart, cell: Cell, direction: Direction) -> Option<usize> {
        let ahead = std::iter::successors(Some(cell), |cell| Some(cell.step(direction)));
        let land = ahead.take(REACH + 1).take_while(|cell| chart.board.tile(*cell).is_land());
        let (count, last) = land.enumerate().last()?;
        (count < REACH && chart.drowns(last, direction)).then_some(count + 1)
    }

    /// The tile from which to push, and the direction, for the robot that is drowned in the fewest turns.
    fn stand(chart: &Chart) -> Option<(Cell, Direction)> {
        let here = chart.here();
        let pushes = chart.rivals().flat_map(|rival| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let stand = rival.cell.step(direction.opposite());
                let pushes = Self::pushes(chart, rival.cell, direction)? as u32;
                let turns = stand.distance(here) + pushes;
                chart.board.tile(stand).is_land().then_some((turns, stand, direction))
            })
        });
        let best = pushes.min_by_key(|(turns, stand, _)| (*turns, *stand));
        best.map(|(_, stand, direction)| (stand, direction))
    }

    fn bid(chart: &Chart) -> i64 {
        let most = chart.money.max(1) as i64;
        (2 + (chart.money / SHARE) as i64).min(most)
    }
}

impl Strategy for Bully {
    fn choose(&mut self, chart: &mut Chart) -> Order {
        let here = chart.here();
        match Self::stand(chart) {
            Some((stand, direction)) if stand == here => {
                Order { bid: Self::bid(chart), action: Act::Move(direction) }
            }
            Some((stand, _)) => {
                let order = walk(&mut self.fields, chart, stand);
                let bid = if stand.distance(here) <= NEAR { Self::bid(chart) } else { order.bid };
                Order { bid, ..order }
            }
            None => follow(&mut self.fields, chart),
        }
    }
}
