//! The bound by legs.
//!
//! The walk of a robot that takes packages at home bases only is a chain of **legs**: from one pick
//! to the next, or to the end. On a leg from base `b` to base `c` it delivers packages whose weights
//! are together within the capacity, in a walk through their destinations. The bound is that of a
//! linear program that chooses legs, each as often as it likes and by fractions:
//!
//! * all legs together take no more turns than the money pays: steps, one turn for each place of
//!   delivery, one for the pick at the end of the leg;
//! * each package is delivered once at most;
//! * no base is left more often than it is reached, the first by the walk from the start;
//! * what is delivered from a base weighs no more than a full load for each time it is left.
//!
//! It knows every package from the start, and it may deliver on any leg what only a later one could
//! have picked up, so no walk makes more. Legs are found when they are wanted (column generation): by dynamic
//! programming over place and load, in which a leg does not go back to the place before the last
//! but may come again to an earlier one, which only raises the bound.

mod walks;

use gridkit::{DistanceSearch, Distances, Point};

use super::simplex::{Column, Simplex};
use icfp_courier::fields::FAR;
use icfp_courier::generator::Setting;

/// The most steps of load; weights are rounded down to steps.
const STEPS_OF_LOAD: i64 = 200;

/// Rounds of new legs at most.
const ROUNDS: usize = 150;

/// A place of delivery.
struct Place {
    /// Packages that go there.
    parcels: Vec<usize>,
}

/// The best gain for a place and a load in the dynamic program, and the place before.
#[derive(Clone, Copy, Debug)]
struct Label {
    gain: f64,
    /// The place before; nothing if the leg begins here.
    from: usize,
    /// Load and label there; for a beginning the base.
    load: usize,
    which: usize,
    /// The number of the choice of packages at this place.
    choice: usize,
}

const NOWHERE: usize = usize::MAX;

const EMPTY: Label = Label { gain: f64::NEG_INFINITY, from: NOWHERE, load: 0, which: 0, choice: 0 };

/// A leg: from base, to base or the end, and the packages.
struct Leg {
    from: usize,
    to: Option<usize>,
    turns: u32,
    parcels: Vec<usize>,
    /// What it gains at the present prices.
    gain: f64,
}

/// The program for one setting.
struct Bound<'a> {
    setting: &'a Setting,
    money: f64,
    unit: i64,
    loads: usize,
    /// For each package its base's number, if it can be delivered.
    base_of: Vec<Option<usize>>,
    places: Vec<Place>,
    bases: Vec<Point>,
    /// Steps from place to place, from base to place, from base to base, from the start to base.
    between: Vec<Vec<u32>>,
    out: Vec<Vec<u32>>,
    across: Vec<Vec<u32>>,
    first: Vec<u32>,
}

/// An upper bound of the points that a robot alone makes from the first start of a setting.
pub(super) fn bound(setting: &Setting, money: i64) -> f64 {
    let bound = Bound::new(setting, money);
    if bound.bases.is_empty() || bound.places.is_empty() {
        return 0.0;
    }
    bound.solve()
}

impl<'a> Bound<'a> {
    fn new(setting: &'a Setting, money: i64) -> Self {
        let board = &setting.board;
        let (mut search, mut field) = (DistanceSearch::new(), Distances::new());
        search.run(board.walls(), &[setting.starts[0]], &mut field);
        let mut bases: Vec<Point> = Vec::new();
        let mut points: Vec<Point> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        let mut base_of = Vec::new();
        for (number, parcel) in setting.parcels.iter().enumerate() {
            let dest = parcel.label.dest;
            let possible = field.get(parcel.base).is_some()
                && field.get(dest).is_some()
                && parcel.label.weight <= setting.capacity;
            base_of.push(None);
            if !possible {
                continue;
            }
            let base = bases.iter().position(|&base| base == parcel.base).unwrap_or_else(|| {
                bases.push(parcel.base);
                bases.len() - 1
            });
            base_of[number] = Some(base);
            let place = points.iter().position(|&point| point == dest).unwrap_or_else(|| {
                points.push(dest);
                places.push(Place { parcels: Vec::new() });
                points.len() - 1
            });
            places[place].parcels.push(number);
        }
        let steps = |to: &[Point], field: &Distances| -> Vec<u32> {
            to.iter().map(|&point| field.get(point).unwrap_or(FAR)).collect()
        };
        let first = steps(&bases, &field);
        let mut rows = |from: &[Point], to: &[Point]| -> Vec<Vec<u32>> {
            let mut row = |&point: &Point| {
                search.run(board.walls(), &[point], &mut field);
                steps(to, &field)
            };
            from.iter().map(&mut row).collect()
        };
        let (between, out) = (rows(&points, &points), rows(&bases, &points));
        let across = rows(&bases, &bases);
        let unit = (setting.capacity - 1).max(0) / STEPS_OF_LOAD + 1;
        // What weighs less than a step counts as one; there is room for all such packages.
        let light = setting.parcels.iter().filter(|parcel| parcel.label.weight < unit).count();
        let loads = (setting.capacity / unit) as usize + light + 1;
        let money = money as f64;
        Self { setting, money, unit, loads, base_of, places, bases, between, out, across, first }
    }

    fn weight(&self, parcel: usize) -> f64 {
        self.setting.parcels[parcel].label.weight as f64
    }

    /// Rows: packages, then bases left, then loads of bases, then the start, then the money.
    fn row_of_leaving(&self, base: usize) -> usize {
        self.setting.parcels.len() + base
    }

    fn row_of_load(&self, base: usize) -> usize {
        self.setting.parcels.len() + self.bases.len() + base
    }

    fn row_of_start(&self) -> usize {
        self.setting.parcels.len() + 2 * self.bases.len()
    }

    fn row_of_money(&self) -> usize {
        self.row_of_start() + 1
    }

    fn solve(&self) -> f64 {
        let rows = self.row_of_money() + 1;
        // Limits of nothing are a little more, so that each step of the program improves something.
        let mut limits: Vec<f64> = (0..rows).map(|row| 1e-5 * (1.0 + row as f64 / 1e3)).collect();
        limits[..self.setting.parcels.len()].iter_mut().for_each(|limit| *limit += 1.0);
        limits[self.row_of_start()] = 1.0;
        limits[self.row_of_money()] = self.money;
        let mut program = Simplex::new(limits);
        for (base, &steps) in self.first.iter().enumerate() {
            let entries = vec![
                (self.row_of_start(), 1.0),
                (self.row_of_leaving(base), -1.0),
                (self.row_of_money(), f64::from(steps) + 1.0),
            ];
            program.add(Column { value: 0.0, entries });
        }
        let shortest = self.out.iter().flatten().min().map_or(1.0, |&steps| f64::from(steps) + 1.0);
        let parcels = self.setting.parcels.len();
        let most: f64 = (0..parcels)
            .filter(|&parcel| self.base_of[parcel].is_some())
            .map(|parcel| self.weight(parcel))
            .sum();
        let mut best = most;
        for _ in 0..ROUNDS {
            program.solve(5_000);
            let prices: Vec<f64> =
                program.prices().into_iter().map(|price| price.max(0.0)).collect();
            let legs = self.legs(&prices);
            let gain = legs.iter().map(|leg| leg.gain).fold(0.0, f64::max);
            // At a higher price of money no leg gains anything, and the prices bound all programs.
            let safe = program.value_of_limits(&prices) + gain / shortest * self.money;
            best = f64::min(best, safe);
            if gain < 1e-4 {
                break;
            }
            for leg in legs {
                program.add(self.column(&leg));
            }
        }
        best
    }

    fn column(&self, leg: &Leg) -> Column {
        let mut entries = vec![
            (self.row_of_leaving(leg.from), 1.0),
            (self.row_of_load(leg.from), -(self.setting.capacity as f64)),
            (self.row_of_money(), f64::from(leg.turns)),
        ];
        if let Some(to) = leg.to {
            entries.push((self.row_of_leaving(to), -1.0));
        }
        let mut value = 0.0;
        for &parcel in &leg.parcels {
            value += self.weight(parcel);
            entries.push((parcel, 1.0));
            let base = self.base_of[parcel].unwrap_or(0);
            entries.push((self.row_of_load(base), self.weight(parcel)));
        }
        Column { value, entries }
    }
}
