//! Games of a crowd in one process, by the referee's rules: for tuning.
//!
//! ```text
//! cargo run --release -p icfp-courier --example crowd -- seeds=30 seats=4 nodes=10 board=lakes [name=value ...]
//! ```
//!
//! Our robot plays with `@final`, `@lightning` and `@pusher`, all seats rotated from seed to seed.

#[path = "common/player.rs"]
mod player;

use std::fmt::Write;

use gridkit::Tunable;
use icfp_courier::params::Params;
use player::{Faults, Ours};
use referee::contest::Setup;
use referee::game::{Outcome, Seat};
use referee::games::contest;
use referee::testkit::sparring::Mind;
use serde_json::{Map, Value};

struct Wish {
    seeds: u64,
    first: u64,
    seats: usize,
    nodes: u64,
    verbose: bool,
    options: Map<String, Value>,
    params: Params,
    crowd: Vec<String>,
}

fn main() {
    let mut wish = Wish {
        seeds: 12,
        first: 0,
        seats: 4,
        nodes: 10,
        verbose: false,
        options: Map::new(),
        params: Params::default(),
        crowd: ["final", "lightning", "pusher"].map(str::to_owned).to_vec(),
    };
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        let number = || value.parse::<u64>().expect("a whole number");
        match name {
            "seeds" => wish.seeds = number(),
            "first" => wish.first = number(),
            "seats" => wish.seats = number() as usize,
            "nodes" => wish.nodes = number(),
            "verbose" => wish.verbose = number() != 0,
            "crowd" => wish.crowd = value.split(',').map(str::to_owned).collect(),
            "board" | "size" | "count" | "weight" | "money" | "capacity" | "starts" => {
                wish.options.insert(name.to_owned(), referee::contest::option_value(value));
            }
            _ => wish.params.set(name, value).expect("a number that can be set"),
        }
    }
    let mut sums = vec![(0.0, 0.0, 0_u32, 0_u32); wish.crowd.len() + 1];
    let mut faults = Faults::default();
    for seed in wish.first..wish.first + wish.seeds {
        let kinds = seating(&wish, seed);
        let outcome = play(&wish, seed, &kinds, &mut faults);
        let total: i64 = outcome.scores.iter().sum::<i64>().max(1);
        let mut line = String::new();
        for (seat, &kind) in kinds.iter().enumerate() {
            let share = outcome.scores[seat] as f64 / total as f64;
            sums[kind].0 += share;
            sums[kind].1 += outcome.scores[seat] as f64;
            sums[kind].2 += 1;
            let died = drowned(&outcome, seat);
            sums[kind].3 += u32::from(died);
            let name = if kind == 0 { "US" } else { &wish.crowd[kind - 1] };
            let mark = if died { "~" } else { "" };
            write!(line, " {name} {}{mark}", outcome.scores[seat]).expect("a text takes it");
        }
        println!("{seed}:{line} in {}", outcome.turns);
    }
    for (kind, (share, points, games, drowned)) in sums.iter().enumerate() {
        let name = if kind == 0 { "US" } else { &wish.crowd[kind - 1] };
        let games = f64::from((*games).max(1));
        println!(
            "{name:10} share {:.3}, points {:.1}, drowned {:.1} %, {games} seats",
            share / games,
            points / games,
            100.0 * f64::from(*drowned) / games
        );
    }
    println!("{faults}");
}

/// Who sits where: 0 is ours, once; the others in turn.
fn seating(wish: &Wish, seed: u64) -> Vec<usize> {
    let mut kinds: Vec<usize> = (0..wish.seats - 1)
        .map(|other| 1 + (other + seed as usize / wish.seats) % wish.crowd.len())
        .collect();
    kinds.insert(seed as usize % wish.seats, 0);
    kinds
}

fn drowned(outcome: &Outcome, seat: usize) -> bool {
    let deaths = outcome.more.get("deaths").and_then(Value::as_array);
    deaths.map_or(false, |deaths| deaths[seat]["cause"] == "drowned")
}

fn play(wish: &Wish, seed: u64, kinds: &[usize], faults: &mut Faults) -> Outcome {
    let courier = contest("courier").expect("the contest");
    let setup = Setup { seed: seed.to_string(), options: wish.options.clone(), seats: wish.seats };
    let mut game = courier.start(&setup).expect("a game");
    let mut ours = Ours::new(&wish.params, wish.nodes, seed, wish.verbose);
    let place = kinds.iter().position(|&kind| kind == 0).expect("a seat of ours");
    let house = |seat: usize| Mind::house(courier, &wish.crowd[kinds[seat] - 1], seed, Seat(seat));
    let mut minds: Vec<Mind<'_>> = (0..place).map(house).collect();
    minds.push(Mind::new(|sent| ours.answer(sent)));
    minds.extend((place + 1..kinds.len()).map(house));
    let outcome = player::play(game.as_mut(), &mut minds);
    drop(minds);
    faults.add(&ours.faults);
    faults.count(&outcome, Seat(place));
    outcome
}
