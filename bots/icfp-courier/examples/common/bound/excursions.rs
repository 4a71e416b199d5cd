//! The bound by excursions: walks that begin with a pick at a base with empty hands and end when the
//! hands are empty again.
//!
//! Every walk of a robot is a chain of excursions. The bound is that of a linear program that chooses
//! excursions, each as often as it likes and by fractions:
//!
//! * all together take no more turns than the money pays: steps, and a turn for each stop;
//! * each package is delivered once at most, all excursions together;
//! * no base is left more often than it is reached, the first by the walk from the start.
//!
//! What is in the hands is known exactly, so that nothing is delivered that was not picked up before,
//! and the load is never more than the capacity. Excursions are found when they are wanted (column
//! generation), by dynamic programming over node and hands; one may deliver a package again, which only
//! raises the bound. If there are too many sets of packages that the hands can hold, the lightest packages take
//! no room there, and only the turn of their delivery.

mod pricing;

use super::hands::Hands;
use super::simplex::{Column, Simplex};
use super::stock::Stock;

/// States times nodes at most: that many numbers are kept.
const ROOM: usize = 1_500_000;

/// Rounds of new excursions at most.
const ROUNDS: usize = 40;

/// Sweeps over all states at most until nothing changes.
const SWEEPS: usize = 24;

/// Stops of an excursion at most, when one is written down.
const STOPS: usize = 400;

/// Prices that are tried in a round.
const TRIES: u32 = 14;

/// Smaller gains are nothing.
const TINY: f32 = 1e-3;

/// What a turn, a base and a package cost in the linear program.
struct Prices {
    turn: f32,
    bases: Vec<f32>,
    parcels: Vec<f32>,
}

impl Prices {
    /// The prices of the rows.
    fn new(stock: &Stock, rows: &[f64]) -> Self {
        let parcels = stock.parcels.len();
        let small = |range: std::ops::Range<usize>| rows[range].iter().map(|&p| p as f32).collect();
        Self {
            turn: rows[parcels + stock.bases + 1] as f32,
            bases: small(parcels..parcels + stock.bases),
            parcels: small(0..parcels),
        }
    }
}

/// An excursion: where from, where to, turns, and packages.
#[derive(Clone, Debug, Default, PartialEq)]
struct Excursion {
    from: usize,
    to: Option<usize>,
    turns: u32,
    parcels: Vec<u16>,
}

struct Pricing<'a> {
    stock: &'a Stock,
    hands: &'a Hands,
    /// For each state and node: the most that can be gained from there on.
    leave: Vec<f32>,
    /// For each state and base: the same before the last pick there.
    arrive: Vec<f32>,
    /// Light packages that are taken along at each base, and what they gain.
    light: Vec<(f32, Vec<u16>)>,
}

/// The bound, and what each package costs at it.
pub(super) fn bound(stock: &Stock, money: i64) -> (f64, Vec<f64>) {
    let parcels = stock.parcels.len();
    if parcels == 0 {
        return (0.0, Vec::new());
    }
    let hands = Hands::within(stock, ROOM / stock.nodes);
    let mut program = first_program(stock, money);
    let mut pricing = Pricing::new(stock, &hands);
    let mut best = (f64::INFINITY, vec![0.0; parcels]);
    let mut known: Vec<Excursion> = Vec::new();
    for _ in 0..ROUNDS {
        program.solve(20_000);
        let wanted: Vec<f64> = program.prices().into_iter().map(|price| price.max(0.0)).collect();
        let (safe, found) = match pricing.raise(&wanted) {
            Some(raised) => raised,
            None => break,
        };
        let bound = program.value_of_limits(&safe);
        if bound < best.0 {
            best = (bound, safe[..parcels].to_vec());
        }
        let before = known.len();
        for excursion in found {
            if !known.contains(&excursion) {
                program.add(column(stock, &excursion));
                known.push(excursion);
            }
        }
        if known.len() == before || best.0 < program.value() * 1.001 {
            break;
        }
    }
    best
}

/// The rows are packages, bases, the start, and the money. The first columns go from the start to a
/// base, and deliver single packages.
fn first_program(stock: &Stock, money: i64) -> Simplex {
    let parcels = stock.parcels.len();
    let rows = parcels + stock.bases + 2;
    // Limits of nothing are a little more, so that each step of the program improves something.
    let mut limits: Vec<f64> = (0..rows).map(|row| 1e-5 * (1.0 + row as f64 / 1e3)).collect();
    limits[..parcels].iter_mut().for_each(|limit| *limit += 1.0);
    limits[rows - 2] = 1.0;
    limits[rows - 1] = money as f64;
    let mut program = Simplex::new(limits);
    for (base, &steps) in stock.first.iter().enumerate() {
        let entries = vec![(rows - 2, 1.0), (parcels + base, -1.0), (rows - 1, f64::from(steps))];
        program.add(Column { value: 0.0, entries });
    }
    for (number, parcel) in stock.parcels.iter().enumerate() {
        for to in (0..stock.bases).map(Some).chain([None]) {
            let back = to.map_or(0, |base| stock.steps(parcel.place, base));
            let turns = stock.steps(parcel.base, parcel.place) + 2 + back;
            let parcels = vec![number as u16];
            program.add(column(stock, &Excursion { from: parcel.base, to, turns, parcels }));
        }
    }
    program
}

fn column(stock: &Stock, excursion: &Excursion) -> Column {
    let parcels = stock.parcels.len();
    let mut entries: Vec<(usize, f64)> = vec![
        (parcels + excursion.from, 1.0),
        (parcels + stock.bases + 1, f64::from(excursion.turns)),
    ];
    entries.extend(excursion.to.map(|to| (parcels + to, -1.0)));
    let mut value = 0.0;
    for &parcel in &excursion.parcels {
        entries.push((usize::from(parcel), 1.0));
        value += stock.parcels[usize::from(parcel)].weight as f64;
    }
    Column { value, entries }
}
