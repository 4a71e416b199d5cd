//! Games alone with scarce money on the referee's boards and by its rules: the points of our robot, those
//! of `@final`, and an upper bound. A bound takes some minutes on the largest boards; `bounds=0` leaves
//! bounds out, and `only=lakes` plays on such boards only.
//!
//! ```text
//! cargo run --release -p icfp-courier --features measure --example scarce -- nodes=50 first=0 [name=value ...]
//! ```
//!
//! The money is a quarter of the turns in which our robot delivers all that it can.

#[path = "common/bound/mod.rs"]
mod bound;
#[path = "common/player.rs"]
mod player;

use std::cell::RefCell;

use bound::bound;
use gridkit::Tunable;
use icfp_courier::board::Board;
use icfp_courier::generator::Setting;
use icfp_courier::params::Params;
use icfp_courier::protocol::{Listed, PackageId};
use icfp_courier::world::Parcel;
use player::{Faults, Ours};
use referee::contest::Setup;
use referee::game::Seat;
use referee::games::contest;
use referee::games::courier::{self, PackageId as RefereeId};
use referee::testkit::sparring::Mind;
use serde_json::{json, Map, Value};

/// The boards: kind and size.
const BOARDS: [(&str, &str); 15] = [
    ("open", "21x20"),
    ("open", "38x22"),
    ("open", "79x24"),
    ("lakes", "21x21"),
    ("lakes", "38x22"),
    ("lakes", "79x24"),
    ("maze", "21x20"),
    ("maze", "38x22"),
    ("maze", "76x51"),
    ("corridors", "21x20"),
    ("corridors", "38x22"),
    ("corridors", "79x24"),
    ("islands", "38x22"),
    ("islands", "79x24"),
    ("open", "138x62"),
];

struct Wish {
    nodes: u64,
    first: u64,
    told: bool,
    bounds: bool,
    only: String,
    params: Params,
    faults: RefCell<Faults>,
}

fn options(kind: &str, size: &str, money: i64) -> Map<String, Value> {
    let options = json!({ "board": kind, "size": size, "money": money });
    options.as_object().expect("an object").clone()
}

fn game(wish: &Wish, seed: u64, options: &Map<String, Value>, ours: bool) -> (i64, i64) {
    let courier = contest("courier").expect("the contest");
    let setup = Setup { seed: seed.to_string(), options: options.clone(), seats: 1 };
    let mut game = courier.start(&setup).expect("a game");
    let mut player = Ours::new(&wish.params, wish.nodes, seed, false);
    if wish.told {
        player.told = setting(seed, options).parcels;
    }
    let mut mind = if ours {
        Mind::new(|sent| player.answer(sent))
    } else {
        Mind::house(courier, "final", seed, Seat(0))
    };
    let (outcome, _) = player::play(game.as_mut(), std::slice::from_mut(&mut mind));
    drop(mind);
    if ours {
        let mut faults = wish.faults.borrow_mut();
        faults.add(&player.faults);
        faults.count(&outcome, Seat(0));
    }
    (outcome.scores[0], i64::from(outcome.turns))
}

/// The referee's board and packages as our own model has them.
fn setting(seed: u64, options: &Map<String, Value>) -> Setting {
    let setup = Setup { seed: seed.to_string(), options: options.clone(), seats: 1 };
    let game = courier::start(&setup).expect("a game");
    let rows: Vec<String> = game.world().board().rows().collect();
    let board = Board::from_south(&rows).expect("a board");
    let packages = game.world().packages();
    let mut parcels = Vec::new();
    for (cell, _) in packages.piles() {
        for id in 0..=packages.left() as u64 {
            if let Some(package) = packages.on(cell, RefereeId(id)) {
                let dest = board.point(package.destination.x.into(), package.destination.y.into());
                let label = Listed { id: PackageId(id), dest, weight: package.weight as i64 };
                parcels.push(Parcel { label, base: board.point(cell.x.into(), cell.y.into()) });
            }
        }
    }
    let start = game.places().next().expect("a seat").start;
    let starts = vec![board.point(start.x.into(), start.y.into())];
    Setting { board, parcels, starts, capacity: 50 }
}

fn main() {
    let mut wish = Wish {
        nodes: 50,
        first: 0,
        told: false,
        bounds: true,
        only: String::new(),
        params: Params::default(),
        faults: RefCell::default(),
    };
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        let number = || value.parse::<u64>().expect("a whole number");
        match name {
            "nodes" => wish.nodes = number(),
            "first" => wish.first = number(),
            "told" => wish.told = number() != 0,
            "bounds" => wish.bounds = number() != 0,
            "only" => wish.only = value.to_owned(),
            _ => wish.params.set(name, value).expect("a number that can be set"),
        }
    }
    let (mut ours_sum, mut final_sum, mut ratios, mut parts) = (0, 0, Vec::new(), Vec::new());
    for (number, (kind, size)) in BOARDS.iter().enumerate() {
        if !format!("{kind} {size}").contains(&wish.only) {
            continue;
        }
        let seed = wish.first + number as u64;
        let (all, need) = game(&wish, seed, &options(kind, size, 20_000), true);
        // A game in which something cannot be delivered lasts as long as the money.
        let need = if need >= 20_000 { last_delivery(&wish, seed, kind, size, all) } else { need };
        let money = need / 4;
        let scarce = options(kind, size, money);
        let (ours, _) = game(&wish, seed, &scarce, true);
        let (theirs, _) = game(&wish, seed, &scarce, false);
        let setting = setting(seed, &scarce);
        let most = if wish.bounds { bound(&setting, money) } else { all as f64 };
        ours_sum += ours;
        final_sum += theirs;
        ratios.push(ours as f64 / theirs.max(1) as f64);
        parts.push(ours as f64 / most);
        println!(
            "{kind:9} {size:6} seed {seed}: {:2} bases, all {all:5} in {need:5}; money {money:4}: ours {ours:4}, @final {theirs:4}, x {:.2}; bound {most:.0}, {:.1} %",
            setting.board.bases().len(),
            ours as f64 / theirs.max(1) as f64,
            100.0 * ours as f64 / most
        );
    }
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    println!(
        "ours {ours_sum}, @final {final_sum}: x {:.3}; mean of ratios {:.3}; mean part of the bound {:.1} %",
        ours_sum as f64 / f64::from(final_sum.max(1) as i32),
        mean(&ratios),
        100.0 * mean(&parts)
    );
    println!("{}", wish.faults.borrow());
}

/// The least money with which all of it is delivered, to a twentieth.
fn last_delivery(wish: &Wish, seed: u64, kind: &str, size: &str, all: i64) -> i64 {
    let (mut low, mut high) = (0, 20_000);
    while high - low > high / 20 {
        let middle = (low + high) / 2;
        if game(wish, seed, &options(kind, size, middle), true).0 >= all {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}
