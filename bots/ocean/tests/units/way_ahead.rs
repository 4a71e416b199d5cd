//! Tests of what the turns after a plan cost, one of them against its plain twin.

use gridkit::{Board15, Dir, Rng};
use ocean::map::{cell_at, Cell, Map};
use ocean::orders::Seen;
use ocean::tracker::{Settings, Tracker};
use ocean::way_ahead::{WayAhead, DEPTH};

/// The plain twin of the search: all ways, nothing cut off.
fn plain(way_ahead: &WayAhead<'_>, at: Cell, free: Board15, met: Board15, depth: usize) -> f64 {
    let ways = Dir::ALL.iter().filter_map(|&dir| free.step(at, dir));
    if depth == DEPTH {
        return 0.0;
    }
    let costs = ways.map(|next| {
        let mut met = met;
        let here = way_ahead.meet(next, &mut met) * way_ahead.worth(depth + 1);
        here + plain(way_ahead, next, free.without(next), met, depth + 1)
    });
    let least = costs.fold(f64::INFINITY, f64::min);
    if least.is_finite() {
        least
    } else {
        0.0
    }
}

#[test]
fn cutting_off_ways_changes_nothing() {
    let discount: Vec<f64> =
        std::iter::successors(Some(1.0), |worth| Some(worth * 0.9)).take(50).collect();
    let mut rng = Rng::new(1);
    for _ in 0..100 {
        let map = Map::new(Board15::FULL.iter().filter(|_| !rng.chance(0.2)).collect());
        let mut tracker = Tracker::new(
            map.water().iter().filter(|_| rng.chance(0.1)).collect(),
            Settings { cap: 1_000, silence: Some([1.0; 5]) },
        );
        tracker.see(&map, Seen::Mine);
        let mines = tracker.belief();
        let way_ahead = WayAhead::new(&map, &mines, &discount, 1.0, 0.0);
        let at = map.water().nth(rng.below(50) as u32).unwrap();
        let free = map.water().iter().filter(|_| !rng.chance(0.1)).collect::<Board15>().without(at);
        let mut met = Board15::EMPTY;
        way_ahead.meet(at, &mut met);
        let found = way_ahead.cheapest(at, free, met, 0, f64::INFINITY);
        assert!((found - plain(&way_ahead, at, free, met, 0)).abs() < 1e-9);
    }
}

#[test]
fn surfacing_costs_less_the_later_it_comes() {
    let map = Map::new(Board15::FULL);
    let none =
        Tracker::new(Board15::of(Cell::NORTH_WEST), Settings { cap: 9, silence: Some([1.0; 5]) })
            .belief();
    let discount = [1.0, 0.9, 0.81];
    let way_ahead = WayAhead::new(&map, &none, &discount, 1.0, 0.0);
    let (at, beside) = (cell_at(7, 7).unwrap(), cell_at(7, 8).unwrap());
    assert!((way_ahead.cost(at, Board15::EMPTY).later - 1.0).abs() < 1e-9);
    assert!((way_ahead.cost(at, Board15::of(beside)).later - 0.9).abs() < 1e-9);
    // The game is over before the room is used up.
    assert!(way_ahead.cost(at, Board15::FULL.without(at)).later.abs() < 1e-9);
}

#[test]
fn cells_beside_many_mines_are_no_room() {
    let map = Map::new(Board15::FULL);
    let cell = |y| cell_at(7, y).unwrap();
    let settings = Settings { cap: 9, silence: Some([1.0; 5]) };
    let mut tracker = Tracker::new(Board15::of(cell(7)), settings);
    tracker.see(&map, Seen::Mine);
    let mines = tracker.belief();
    let column: Board15 = (4..8).map(cell).collect();
    let discount = [1.0, 0.9, 0.8, 0.7, 0.6];
    let later =
        |area| WayAhead::new(&map, &mines, &discount, 0.0, area).cost(cell(3), column).later;
    // The mine is on one of the four cells beside (7, 7): beside (7, 6) it takes one life, beside (7, 5) a quarter.
    assert!((later(0.0) - 0.6).abs() < 1e-9);
    assert!((later(0.7) - 0.8).abs() < 1e-9);
    assert!((later(1.1) - 0.6).abs() < 1e-9);
}
