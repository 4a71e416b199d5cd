//! A plan with explosions put between its orders.

use std::ops::Deref;

use gridkit::Dir;

use crate::map::{damage, Cell};
use crate::orders::Seen;
use crate::plan::{Plan, LEGS};

/// An explosion at a stop of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The stop at which it is ordered.
    pub stop: usize,
    /// Where it explodes.
    pub at: Cell,
}

/// A plan with at most one torpedo and one mine blown.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub plan: Plan,
    pub torpedo: Option<Shot>,
    pub trigger: Option<Shot>,
}

/// What the opponent sees of a line, in order. Places that are not used hold the same value, so that equal
/// ones are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    seen: [Seen; LEGS + 2],
    count: usize,
}

impl Sight {
    fn of(orders: impl Iterator<Item = Seen>) -> Sight {
        let mut sight = Sight { seen: [Seen::Move(Dir::North); LEGS + 2], count: 0 };
        for (place, seen) in sight.seen.iter_mut().zip(orders) {
            *place = seen;
            sight.count += 1;
        }
        sight
    }

    /// The same without its silence.
    #[must_use]
    pub fn without_silence(&self) -> Sight {
        Sight::of(self.iter().copied().filter(|seen| *seen != Seen::Silence))
    }
}

impl Deref for Sight {
    type Target = [Seen];

    fn deref(&self) -> &[Seen] {
        &self.seen[..self.count]
    }
}

impl Line {
    pub fn quiet(plan: Plan) -> Line {
        Line { plan, torpedo: None, trigger: None }
    }

    /// Where its explosions are.
    pub fn volley(&self) -> [Option<Cell>; 2] {
        [self.torpedo.map(|shot| shot.at), self.trigger.map(|shot| shot.at)]
    }

    /// The lives that the line costs us by itself: for surfacing, and by our own explosions.
    pub fn price(&self) -> u8 {
        let shots = [self.torpedo, self.trigger];
        let splash = |shot: &Shot| damage(shot.at, self.plan.stops()[shot.stop]);
        shots.iter().flatten().map(splash).sum::<u8>() + u8::from(self.plan.surfaces())
    }

    /// What the opponent sees of it. At one stop a mine is blown before a torpedo is fired.
    pub fn seen(&self) -> Sight {
        let (plan, trigger, torpedo) = (&self.plan, self.trigger, self.torpedo);
        Sight::of(plan.stops().iter().enumerate().flat_map(|(stop, &at)| {
            let here = |shot: &Shot| shot.stop == stop;
            let blown = trigger.filter(here).map(|shot| Seen::Trigger(shot.at));
            let fired = torpedo.filter(here).map(|shot| Seen::Torpedo(shot.at));
            let order = plan.orders().get(stop).map(|order| order.seen(at));
            blown.into_iter().chain(fired).chain(order)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Charges;
    use crate::map::{cell_at, Map};
    use crate::orders::line;
    use crate::plan;
    use crate::submarine::Submarine;
    use gridkit::Board15;

    #[test]
    fn explosions_stand_where_they_were_put() {
        let cell = |x, y| cell_at(x, y).unwrap();
        let map = Map::new(Board15::FULL);
        let own = Submarine::new(cell(7, 7), Charges::from_missing([0, 4, 0, 3]).unwrap());
        let plan = plan::all(&own, &map)
            .into_iter()
            .find(|plan| line(plan.orders()) == "SURFACE|MOVE N|SILENCE W 2")
            .unwrap();
        let torpedo = Some(Shot { stop: 2, at: cell(7, 5) });
        let trigger = Some(Shot { stop: 3, at: cell(5, 6) });
        let shots = Line { plan, torpedo, trigger };
        assert_eq!(line(&shots.seen()), "SURFACE 5|MOVE N|TORPEDO 7 5|SILENCE|TRIGGER 5 6");
        // One for surfacing, one by the torpedo beside us, two by the mine under us.
        assert_eq!(shots.price(), 4);
        assert_eq!(Line::quiet(plan).price(), 1);
    }
}
