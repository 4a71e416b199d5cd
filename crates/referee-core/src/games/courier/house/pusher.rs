//! A player that pushes others into the water.

use super::chart::{Act, Chart, Order};
use super::chase::{follow, walk};
use super::client::Strategy;
use super::fields::Fields;
use crate::games::courier::board::{Cell, Direction};

/// The bid for a push into water: a little more than the least bid, so that it executes first.
const PUSH_BID: i64 = 3;

/// Goes to the tile from which it can push a robot into water, and pushes it. If no robot is next to water, it follows
/// the nearest one. It carries nothing.
#[derive(Default)]
pub(super) struct Pusher {
    fields: Fields,
}

impl Pusher {
    /// The tile from which to push, and the direction, for the nearest robot next to water.
    fn stand(chart: &Chart) -> Option<(Cell, Direction)> {
        let here = chart.here();
        let stands = chart.rivals().flat_map(|rival| {
            Direction::ALL.map(|direction| (rival.cell.step(direction.opposite()), direction))
        });
        let good = stands.filter(|(stand, direction)| {
            chart.board.tile(*stand).is_land() && chart.drowns(stand.step(*direction), *direction)
        });
        good.min_by_key(|(stand, _)| (stand.distance(here), *stand))
    }
}

impl Strategy for Pusher {
    fn choose(&mut self, chart: &mut Chart) -> Order {
        let here = chart.here();
        if let Some((stand, direction)) = Self::stand(chart) {
            if stand != here {
                return walk(&mut self.fields, chart, stand);
            }
            let bid = PUSH_BID.min(chart.money.max(1) as i64);
            return Order { bid, action: Act::Move(direction) };
        }
        follow(&mut self.fields, chart)
    }
}
