//! Tests of the places where the opponent can think that we are, with the tracker as their plain twin.

use gridkit::{Board15, Dir, Rng};
use ocean::map::{cell_at, Map};
use ocean::orders::Seen;
use ocean::sector::Sector;
use ocean::suspected::Places;
use ocean::tracker::{Settings, Tracker};

/// The tracker is the plain twin: as long as nothing is folded both must come to the same.
#[test]
fn shadows_go_where_the_tracker_goes() {
    let habit = [0.5, 1.0, 1.0, 2.0, 1.0];
    let mut rng = Rng::new(11);
    for _ in 0..200 {
        let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(0.15)).collect();
        let map = Map::new(water.with(cell_at(7, 7).unwrap()));
        let mut tracker =
            Tracker::new(map.water(), Settings { cap: 100_000, silence: Some(habit) });
        let mut places = Places::of(&tracker, 1_000, habit);
        let mut spare = places.clone();
        for _ in 0..6 {
            let near = map.water().nth(rng.below(map.water().count() as usize) as u32).unwrap();
            let seen = match rng.below(10) {
                0 => Seen::Silence,
                1 => Seen::Surface(Sector::of(near)),
                2 => Seen::Torpedo(near),
                3 => Seen::Sonar(Sector::of(near)),
                _ => Seen::Move(Dir::ALL[rng.below(4)]),
            };
            let mut ahead = places.clone();
            ahead.see(&map, seen, &mut spare);
            if ahead.chances().1.is_empty() {
                // No place fits; the tracker would start again from everywhere.
                continue;
            }
            places = ahead;
            tracker.see(&map, seen);
        }
        let belief = tracker.belief();
        let (chances, cells) = places.chances();
        assert_eq!(cells, belief.cells());
        for cell in cells {
            assert!((chances[cell.index()] - belief.at(cell)).abs() < 1e-4);
        }
    }
}
