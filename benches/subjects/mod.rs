//! The subjects of the benches: each kernel, its plain twin and a peer library, on the same input.

#![allow(dead_code)] // Criterion chooses its own repetitions and has no goals.

#[allow(clippy::unnecessary_lazy_evaluations)] // Rust 1.60 has no `then_some`.
#[path = "../../crates/gridkit/tests/plain/mod.rs"]
pub mod plain;

use bracket_pathfinding::prelude::{BaseMap, DijkstraMap, SmallVec};
use gridkit::{
    Board15, Costs, DistanceSearch, Distances, Grid, Point, Rng, Square15, WeightedSearch,
};
use plain::Map;
use std::hint::black_box;

/// One task with several implementations; gridkit's is the first.
pub struct Subject {
    pub name: String,
    /// Repetitions in one measurement, for tasks that are too short for a clock.
    pub repeat: u32,
    pub ways: Vec<Way>,
}

/// One implementation.
pub struct Way {
    pub name: &'static str,
    /// The least factor by which gridkit must be faster than this one.
    pub goal: f64,
    pub run: Box<dyn FnMut()>,
}

fn way(name: &'static str, goal: f64, run: impl FnMut() + 'static) -> Way {
    Way { name, goal, run: Box::new(run) }
}

pub fn subjects() -> Vec<Subject> {
    let (width, height) = (1000, 1000);
    let centre = Point::new(500, 500);
    let mut walled = Map::random(width, height, 0.25, 1);
    let index = walled.index(centre);
    walled.wall[index] = false;
    let open = Map::random(width, height, 0.0, 1);
    vec![
        distance("25 % walls", &walled, vec![centre], 7.0, 14.0),
        distance("open, corner", &open, vec![Point::new(0, 0)], 4.5, 15.0),
        distance("open, centre", &open, vec![centre], 3.5, 15.0),
        distance("25 % walls, many", &walled, sources(&walled, 10_000), 7.0, 14.0),
        distance("open, many", &open, sources(&open, 10_000), 3.5, 14.0),
        weighted(&walled, centre, 3.0),
        small_flood("20 % walls", 0.2, 10.0),
        small_flood("open", 0.0, 10.0),
        small_distances("20 % walls", 0.2, 4.0),
        small_distances("open", 0.0, 4.0),
    ]
}

/// Open points of the map, at random.
fn sources(map: &Map, count: usize) -> Vec<Point> {
    let mut rng = Rng::new(4);
    let any = || Point::new(rng.below(map.width) as i32, rng.below(map.height) as i32);
    std::iter::repeat_with(any).filter(|&point| !map.wall[map.index(point)]).take(count).collect()
}

fn distance(
    name: &str,
    map: &Map,
    sources: Vec<Point>,
    plain_goal: f64,
    peer_goal: f64,
) -> Subject {
    let walls = map.walls();
    let mut search = DistanceSearch::new();
    let mut field = Distances::new();
    search.run(&walls, &sources, &mut field);
    let expected = plain::distances(map, &sources);
    let got = map.points().map(|point| field.get(point).unwrap_or(u32::MAX));
    assert!(got.eq(expected), "the field is wrong");

    let plain_map = map.clone();
    let peer_map = Exits(map.clone());
    let starts: Vec<usize> = sources.iter().map(|&source| map.index(source)).collect();
    let same = sources.clone();
    Subject {
        name: format!("distance {}x{} {name}", map.width, map.height),
        repeat: 1,
        ways: vec![
            way("gridkit", 1.0, move || {
                search.run(&walls, black_box(&sources), &mut field);
                black_box(&field);
            }),
            way("plain", plain_goal, move || {
                black_box(plain::distances(&plain_map, black_box(&same)));
            }),
            way("bracket", peer_goal, move || {
                let Map { width, height, .. } = peer_map.0;
                let starts = black_box(&starts);
                black_box(&DijkstraMap::new(width, height, starts, &peer_map, f32::MAX).map);
            }),
        ],
    }
}

fn weighted(map: &Map, source: Point, goal: f64) -> Subject {
    let mut rng = Rng::new(3);
    let cost: Vec<u8> =
        map.wall.iter().map(|&wall| if wall { 0 } else { rng.between(1, 9) as u8 }).collect();
    let grid = Grid::from_fn(map.width, map.height, |point| cost[map.index(point)]);
    let costs = Costs::new(&grid);
    let mut search = WeightedSearch::new();
    let mut field = Distances::new();
    search.run(&costs, &[source], &mut field);
    let expected = plain::weighted(map, &cost, &[source]);
    let got = map.points().map(|point| field.get(point).unwrap_or(u32::MAX));
    assert!(got.eq(expected), "the field is wrong");

    let plain_map = map.clone();
    Subject {
        name: format!("weighted {}x{} costs 1 to 9", map.width, map.height),
        repeat: 1,
        ways: vec![
            way("gridkit", 1.0, move || {
                search.run(&costs, &[black_box(source)], &mut field);
                black_box(&field);
            }),
            way("plain", goal, move || {
                black_box(plain::weighted(&plain_map, &cost, &[black_box(source)]));
            }),
        ],
    }
}

/// A board, its open squares, and a start.
type SmallCase = (plain::Small, Board15, Point);

/// Boards with random walls, each with an open start.
fn small_cases(share: f64) -> Vec<SmallCase> {
    let mut rng = Rng::new(2);
    let case = |_| {
        let mut wall = [[false; 15]; 15];
        wall.iter_mut().flatten().for_each(|wall| *wall = rng.chance(share));
        let start = Point::new(rng.between(0, 14), rng.between(0, 14));
        wall[start.y as usize][start.x as usize] = false;
        let is_open = |&square: &Square15| {
            let Point { x, y } = square.point();
            !wall[y as usize][x as usize]
        };
        (wall, Board15::FULL.iter().filter(is_open).collect(), start)
    };
    (0..256).map(case).collect()
}

fn small(
    name: String,
    goal: f64,
    cases: Vec<SmallCase>,
    ours: fn(&SmallCase),
    plain: fn(&SmallCase),
) -> Subject {
    let same = cases.clone();
    Subject {
        name,
        repeat: 8,
        ways: vec![
            way("gridkit", 1.0, move || cases.iter().for_each(|case| ours(black_box(case)))),
            way("plain", goal, move || same.iter().for_each(|case| plain(black_box(case)))),
        ],
    }
}

fn small_flood(name: &str, share: f64, goal: f64) -> Subject {
    let ours = |(_, open, start): &SmallCase| {
        black_box(Board15::at(*start).flood(*open));
    };
    let plain = |(wall, _, start): &SmallCase| {
        black_box(plain::small_flood(wall, start.x as u8, start.y as u8));
    };
    small(format!("flood 15x15 {name} (256)"), goal, small_cases(share), ours, plain)
}

fn small_distances(name: &str, share: f64, goal: f64) -> Subject {
    let ours = |(_, open, start): &SmallCase| {
        black_box(Board15::at(*start).distances(*open));
    };
    let plain = |(wall, _, start): &SmallCase| {
        black_box(plain::small_distances(wall, start.x as u8, start.y as u8));
    };
    small(format!("distance 15x15 {name} (256)"), goal, small_cases(share), ours, plain)
}

/// The map in the form of bracket-pathfinding: a list of exits for each cell.
struct Exits(Map);

impl BaseMap for Exits {
    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        let Map { width, height, wall } = &self.0;
        let (x, y) = (index % width, index / width);
        let mut exits = SmallVec::new();
        if y > 0 && !wall[index - width] {
            exits.push((index - width, 1.0));
        }
        if y + 1 < *height && !wall[index + width] {
            exits.push((index + width, 1.0));
        }
        if x > 0 && !wall[index - 1] {
            exits.push((index - 1, 1.0));
        }
        if x + 1 < *width && !wall[index + 1] {
            exits.push((index + 1, 1.0));
        }
        exits
    }
}
