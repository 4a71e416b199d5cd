//! What the benches measure: our kernel, its plain twin and its peer, on the same input.

#[path = "../../tests/plain/mod.rs"]
pub mod plain;

use bracket_pathfinding::prelude::{BaseMap, DijkstraMap, SmallVec};
use gridkit::{DistanceSearch, Distances, Point};
use plain::Map;
use std::hint::black_box;

/// One thing to do, in several ways: ours first.
pub struct Subject {
    pub name: String,
    /// How often in one measurement, for what is too short for a clock.
    pub repeat: u32,
    pub ways: Vec<Way>,
}

/// One way to do it.
pub struct Way {
    pub name: &'static str,
    /// Ours is to be at least so many times faster.
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
        distance("25 % walls", &walled, centre, 5.0, 10.0),
        distance("open, corner", &open, Point::new(0, 0), 3.5, 15.0),
        distance("open, centre", &open, centre, 3.5, 15.0),
    ]
}

fn distance(name: &str, map: &Map, source: Point, plain_goal: f64, peer_goal: f64) -> Subject {
    let walls = map.walls();
    let mut search = DistanceSearch::new();
    let mut field = Distances::new();
    search.run(&walls, &[source], &mut field);
    let expected = plain::distances(map, &[source]);
    let got = map.points().map(|point| field.get(point).unwrap_or(u32::MAX));
    assert!(got.eq(expected), "the field is wrong");

    let plain_map = map.clone();
    let peer_map = Exits(map.clone());
    let start = map.index(source);
    Subject {
        name: format!("distance {}x{} {name}", map.width, map.height),
        repeat: 1,
        ways: vec![
            way("gridkit", 1.0, move || {
                search.run(&walls, &[black_box(source)], &mut field);
                black_box(&field);
            }),
            way("plain", plain_goal, move || {
                black_box(plain::distances(&plain_map, &[black_box(source)]));
            }),
            way("bracket", peer_goal, move || {
                let Map { width, height, .. } = peer_map.0;
                let starts = [black_box(start)];
                black_box(&DijkstraMap::new(width, height, &starts, &peer_map, f32::MAX).map);
            }),
        ],
    }
}

/// The map as bracket-pathfinding wants it: a list of exits for each cell.
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
