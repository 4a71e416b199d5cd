//! On random maps of any shape, the fast kernels agree with their plain twins.

use crate::plain::{self, Map};
use gridkit::{
    step_down, walk_down, Costs, DistanceSearch, Distances, Grid, Point, Rng, WeightedSearch,
};
use proptest::prelude::*;

/// A random map and up to four of its open cells.
fn map_and_sources() -> impl Strategy<Value = (Map, Vec<Point>)> {
    (1..90_usize, 1..40_usize, 0.0..0.6, any::<u64>(), 0..5_usize).prop_map(
        |(width, height, share, seed, count)| {
            let map = Map::random(width, height, share, seed);
            let mut rng = Rng::new(seed ^ 1);
            let open: Vec<_> = map.points().filter(|&point| !map.wall[map.index(point)]).collect();
            let sources = (0..count).filter_map(|_| rng.choose(&open).copied()).collect();
            (map, sources)
        },
    )
}

fn numbers(map: &Map, field: &Distances) -> Vec<u32> {
    map.points().map(|point| field.get(point).unwrap_or(u32::MAX)).collect()
}

proptest! {
    #[test]
    fn distances_agree((map, sources) in map_and_sources()) {
        let mut field = Distances::new();
        DistanceSearch::new().run(&map.walls(), &sources, &mut field);
        prop_assert_eq!(numbers(&map, &field), plain::distances(&map, &sources));
        prop_assert!(map.points().all(|point| field.is_wall(point) == map.wall[map.index(point)]));
    }

    #[test]
    fn weighted_agrees((map, sources) in map_and_sources(), highest in 1..=255_i32, seed: u64) {
        let mut rng = Rng::new(seed);
        let cost: Vec<u8> = map.wall.iter()
            .map(|&wall| if wall { 0 } else { rng.between(1, highest) as u8 })
            .collect();
        let grid = Grid::from_fn(map.width, map.height, |point| cost[map.index(point)]);
        let mut field = Distances::new();
        WeightedSearch::new().run(&Costs::new(&grid), &sources, &mut field);
        prop_assert_eq!(numbers(&map, &field), plain::weighted(&map, &cost, &sources));
    }

    #[test]
    fn equal_costs_are_steps((map, sources) in map_and_sources()) {
        let costs = Grid::from_fn(map.width, map.height, |point| u8::from(!map.wall[map.index(point)]));
        let (mut by_cost, mut by_steps) = (Distances::new(), Distances::new());
        WeightedSearch::new().run(&Costs::new(&costs), &sources, &mut by_cost);
        DistanceSearch::new().run(&map.walls(), &sources, &mut by_steps);
        prop_assert_eq!(by_cost, by_steps);
    }

    #[test]
    fn every_walk_is_a_shortest_path((map, sources) in map_and_sources(), seed: u64) {
        let walls = map.walls();
        let mut field = Distances::new();
        DistanceSearch::new().run(&walls, &sources, &mut field);
        let mut rng = Rng::new(seed);
        for from in map.points() {
            let mut at = from;
            let mut steps = 0;
            for dir in walk_down(&field, from, |best| best[rng.below(best.len())]) {
                at = at.step(dir);
                steps += 1;
                prop_assert!(walls.is_open(at));
            }
            prop_assert_eq!(field.get(from).unwrap_or(0), steps);
            prop_assert!(field.get(from).is_none() || sources.contains(&at));
        }
    }

    #[test]
    fn a_cheapest_walk_costs_what_the_field_says((map, sources) in map_and_sources(), seed: u64) {
        let mut rng = Rng::new(seed);
        let grid = Grid::from_fn(map.width, map.height, |point| {
            if map.wall[map.index(point)] { 0 } else { rng.between(1, 9) as u8 }
        });
        let mut field = Distances::new();
        WeightedSearch::new().run(&Costs::new(&grid), &sources, &mut field);
        for from in map.points() {
            let mut at = from;
            let mut spent = 0;
            while let Some(dir) = step_down(&field, at, |best| best[0]) {
                spent += u32::from(grid[at]);
                at = at.step(dir);
            }
            prop_assert_eq!(spent, field.get(from).unwrap_or(0));
        }
    }
}

/// Winding maps: a spiral, rows and columns joined at alternating ends, rooms in a chain, a
/// chess board, and a single corridor.
fn winding(width: usize, height: usize) -> Vec<Map> {
    let spiral = |x: usize, y: usize| {
        let ring = x.min(y).min(width - 1 - x).min(height - 1 - y);
        // Every second ring is wall, except one door beside its north-west corner.
        ring % 2 == 1 && !(x == ring && y == ring + 1 + ring % 4 / 2)
    };
    let rows = |x: usize, y: usize| y % 2 == 1 && x != if y % 4 == 1 { width - 1 } else { 0 };
    let columns = |x: usize, y: usize| x % 2 == 1 && y != if x % 4 == 1 { height - 1 } else { 0 };
    let rooms = |x: usize, y: usize| (x % 9 == 8 && y % 5 != 2) || (y % 7 == 6 && x % 11 != 3);
    let chess = |x: usize, y: usize| (x + y) % 2 == 1;
    let corridor = |x: usize, y: usize| y != height / 2 && x != width / 2;
    let shapes: [&dyn Fn(usize, usize) -> bool; 6] =
        [&spiral, &rows, &columns, &rooms, &chess, &corridor];
    let cells = |is_wall: &&dyn Fn(usize, usize) -> bool| Map {
        width,
        height,
        wall: (0..width * height).map(|cell| is_wall(cell % width, cell / width)).collect(),
    };
    shapes.iter().map(cells).collect()
}

#[test]
fn distances_agree_on_winding_maps() {
    let mut search = DistanceSearch::new();
    let mut field = Distances::new();
    for (width, height) in [(1, 1), (2, 5), (63, 64), (64, 63), (65, 66), (129, 31), (300, 257)] {
        for map in winding(width, height) {
            let walls = map.walls();
            let open: Vec<_> = map.points().filter(|&point| !walls.is_wall(point)).collect();
            let [first, last] = [open[0], open[open.len() - 1]];
            for sources in [&[first][..], &[last], &[first, last], &open[open.len() / 3..]] {
                search.run(&walls, sources, &mut field);
                let expected = plain::distances(&map, sources);
                assert!(numbers(&map, &field) == expected, "{width}x{height}\n{walls}");
            }
        }
    }
}

#[test]
fn distances_agree_on_odd_shapes() {
    let mut search = DistanceSearch::new();
    let mut field = Distances::new();
    let shapes = [(1, 1), (1, 700), (700, 1), (2, 2), (63, 3), (64, 3), (65, 3), (1500, 700)];
    for (seed, (width, height)) in shapes.into_iter().enumerate() {
        for share in [0.0, 0.02, 0.3] {
            let mut map = Map::random(width, height, share, seed as u64);
            let source = Point::new(width as i32 / 2, height as i32 / 3);
            let index = map.index(source);
            map.wall[index] = false;
            let walls = map.walls();
            search.run(&walls, &[source], &mut field);
            assert!(numbers(&map, &field) == plain::distances(&map, &[source]), "{width}x{height}");
        }
    }
}
