//! The points of a round if both chefs follow the plan of the whole round, with all searches in time: for tuning.
//!
//! ```text
//! cargo run --release -p alamode --features measure --example round -- count=20 first=1 [name=value ...]
//! ```
//!
//! The kitchens are those of the seeds from `first` on. With `round_change=1` only the searches of the first turn
//! count.

#[path = "common/first_input.rs"]
mod first_input;

use alamode::params::Params;
use alamode::protocol::Reader;
use alamode::round_plan::{opening, RoundPlan};
use alamode::state::State;
use alamode::world::World;
use alamode::worth::Evaluator;
use gridkit::{Deadline, Tunable};

fn main() {
    let (mut first, mut count) = (1, 20);
    let mut params = Params::default();
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        match name {
            "first" => first = value.parse().expect("a whole number"),
            "count" => count = value.parse().expect("a whole number"),
            _ => params.set(name, value).expect("a number that can be set"),
        }
    }
    let mut all: Vec<f64> = Vec::new();
    for seed in first..first + count {
        let points = planned_points(seed, &params);
        println!("{seed} {points}");
        all.push(f64::from(points));
    }
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let squares = all.iter().map(|points| (points - mean).powi(2)).sum::<f64>();
    println!(
        "mean {mean:.0} +- {:.0} points in {n} rounds",
        (squares / (n - 1.0).max(1.0) / n).sqrt()
    );
}

/// The points that the plan makes in the kitchen of a seed.
fn planned_points(seed: u64, params: &Params) -> i32 {
    let input = first_input::of(seed);
    let mut reader = Reader::new(input.as_bytes());
    let start = reader.start().unwrap().expect("a kitchen");
    let turn = reader.turn().unwrap().expect("a turn");
    let world = World::new(start.kitchen, start.customers, params.clone(), 0);
    let spawns = alamode::chef::Pair(world.kitchen.spawns);
    let before = State::opening(&world, spawns, alamode::chef::Chef::Own);
    let state = turn.state(&world, &before).expect("a position");
    let (mut evaluator, mut plan) = (Evaluator::new(&world), RoundPlan::new());
    let mut deadline = Deadline::after_nodes(u64::MAX);
    plan.begin_round(opening(&world, &state));
    plan.search_first(&world, &mut evaluator, &mut deadline);
    plan.improve(&world, &mut evaluator, &state, &mut deadline);
    plan.points(&world)
}
