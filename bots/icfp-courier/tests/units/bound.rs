//! The upper bound of the points, compared with games and with an exhaustive search.

use crate::bound::bound;
use gridkit::{Bench, DistanceSearch, Distances, Point};
use icfp_courier::bench::alone;
use icfp_courier::board::Board;
use icfp_courier::generator::{make, Recipe, Setting, Terrain};
use icfp_courier::params::Params;
use icfp_courier::protocol::{Listed, PackageId};
use icfp_courier::world::Parcel;
use referee::testkit::cases::cases;

const TERRAINS: [Terrain; 4] = [Terrain::Open, Terrain::Lakes, Terrain::Maze, Terrain::Rooms];

fn setting(seed: u64, packages: usize) -> Setting {
    let recipe = Recipe {
        terrain: TERRAINS[seed as usize % 4],
        size: (15, 13),
        bases: 1 + seed as usize % 3,
        packages,
        heaviest: 12,
        capacity: 15,
    };
    make(&recipe, seed)
}

#[test]
fn no_robot_exceeds_the_bound_even_with_all_packages_known() {
    for seed in 0..cases(1, 8) {
        let setting = setting(seed, 8);
        for money in [20, 50, 90] {
            let most = bound(&setting, money);
            let total: i64 = setting.parcels.iter().map(|parcel| parcel.label.weight).sum();
            assert!(most <= total as f64 + 1e-6);
            let mut bench = Bench::new(30);
            let game = alone(&setting, money, &Params::default(), seed, true, &mut bench);
            let points = game.points as f64;
            assert!(points <= most + 1e-6, "seed {seed}, {money}: {most}, {game:?}");
        }
    }
}

/// Tries all actions of a robot that moves from stop to stop.
struct Trial<'a> {
    setting: &'a Setting,
    fields: Vec<(Distances, Distances)>,
    /// 0: at its base; 1: in the hands; 2: delivered.
    states: Vec<u8>,
}

impl Trial<'_> {
    fn most(&mut self, at: Point, turns: u32, load: i64) -> i64 {
        let mut best = 0;
        for number in 0..self.states.len() {
            let label = self.setting.parcels[number].label;
            let picks = self.states[number] == 0 && load + label.weight <= self.setting.capacity;
            if !picks && self.states[number] != 1 {
                continue;
            }
            let to = if picks { self.setting.parcels[number].base } else { label.dest };
            let field = if picks { &self.fields[number].0 } else { &self.fields[number].1 };
            // Picks on one tile take one turn together, and so do drops.
            let needed = match field.get(at) {
                Some(steps) => steps + 1,
                None => continue,
            };
            if needed > turns {
                continue;
            }
            best = best.max(if picks {
                self.pick_from(number, to, turns - needed, load)
            } else {
                self.drop_all(to, turns - needed, load)
            });
        }
        best
    }

    /// Picks up a package and any of the later ones on the same tile.
    fn pick_from(&mut self, number: usize, at: Point, turns: u32, load: i64) -> i64 {
        let load = load + self.setting.parcels[number].label.weight;
        self.states[number] = 1;
        let mut best = self.most(at, turns, load);
        for next in number + 1..self.states.len() {
            let parcel = self.setting.parcels[next];
            let is_there = parcel.base == at && self.states[next] == 0;
            if is_there && load + parcel.label.weight <= self.setting.capacity {
                best = best.max(self.pick_from(next, at, turns, load));
            }
        }
        self.states[number] = 0;
        best
    }

    fn drop_all(&mut self, at: Point, turns: u32, load: i64) -> i64 {
        let before = self.states.clone();
        let mut weight = 0;
        for (state, parcel) in self.states.iter_mut().zip(&self.setting.parcels) {
            if *state == 1 && parcel.label.dest == at {
                *state = 2;
                weight += parcel.label.weight;
            }
        }
        let best = weight + self.most(at, turns, load - weight);
        self.states = before;
        best
    }
}

fn tried_out(setting: &Setting, money: i64) -> i64 {
    let mut search = DistanceSearch::new();
    let mut field = |point: Point| {
        let mut field = Distances::new();
        search.run(setting.board.walls(), &[point], &mut field);
        field
    };
    let parcels = &setting.parcels;
    let fields =
        parcels.iter().map(|parcel| (field(parcel.base), field(parcel.label.dest))).collect();
    let mut trial = Trial { setting, fields, states: vec![0; parcels.len()] };
    trial.most(setting.starts[0], money as u32, 0)
}

#[test]
fn on_tiny_boards_the_bound_equals_an_exhaustive_search() {
    let (mut sum, mut bounds) = (0, 0.0);
    for seed in 0..24 {
        let setting = setting(seed, 5);
        for money in [15, 30, 60] {
            let (most, best) = (bound(&setting, money), tried_out(&setting, money));
            assert!(best as f64 <= most + 1e-6, "seed {seed}, {money}: {best}, {most}");
            sum += best;
            bounds += most;
        }
    }
    assert!(bounds < 1.02 * f64::from(sum as i32), "{bounds} is far above {sum}");
}

/// ```text
/// @ . . a      Two packages to a, of 5 and 6; one load holds 10. The first is there after a
///              pick, 3 steps and a drop; the second needs 3 + 1 + 3 + 1 turns more.
/// ```
#[test]
fn a_board_with_one_way_is_bounded_exactly() {
    let setting = |weights: [i64; 2]| {
        let board = Board::from_drawing("@...").expect("a board");
        let parcel = |(number, &weight): (usize, &i64)| Parcel {
            label: Listed { id: PackageId(number as u64), dest: Point::new(3, 0), weight },
            base: Point::new(0, 0),
        };
        let parcels = weights.iter().enumerate().map(parcel).collect();
        Setting { board, parcels, starts: vec![Point::new(0, 0)], capacity: 10 }
    };
    for (weights, money, most) in [
        ([5, 6], 4, 0.0),
        ([5, 6], 5, 6.0),
        ([4, 6], 5, 10.0),
        ([5, 6], 12, 6.0),
        ([5, 6], 13, 11.0),
    ] {
        let found = bound(&setting(weights), money);
        assert!((found - most).abs() < 1e-9, "{weights:?} for {money}: {found}");
    }
}
