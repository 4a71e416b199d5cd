//! Rounds with a house player as partner, in one process: for a quick look at a change.
//! Use `referee duel` for results under the real clock.
//!
//! ```text
//! cargo run --release -p alamode --example partners -- @cook MATCHES NODES [name=value ...]
//! ```
//!
//! Each match has the bot in one seat and the partner in the other two, so one of its three rounds
//! shows what the partner earns with itself.

#[path = "../tests/common/sparring.rs"]
mod sparring;

use alamode::params::Params;
use gridkit::Tunable;
use sparring::{play, Cook};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let solo = || {
        let params = Params { model: 3, ..Params::default() };
        Cook::Bot(Box::new(params), 10_000)
    };
    let partner = match args.first().map(String::as_str) {
        Some("@cook") => Cook::House("cook"),
        Some("@clumsy") => Cook::House("clumsy"),
        Some("@waiter") => Cook::House("waiter"),
        Some("solo") => solo(),
        _ => {
            eprintln!(
                "usage: partners @cook|@clumsy|@waiter|solo [MATCHES [NODES [name=value ...]]]"
            );
            std::process::exit(2);
        }
    };
    let number = |i: usize, default: u64| {
        args.get(i).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let (matches, nodes) = (number(1, 10), number(2, 50_000));
    let mut params = Params::default();
    for pair in args.iter().skip(3) {
        let (name, value) = pair.split_once('=').expect("name=value");
        params.set(name, value).expect("a number that can be set");
    }
    let bot = Cook::Bot(Box::new(params), nodes);
    let mut rounds: Vec<f64> = Vec::new();
    let mut alone = 0.0;
    for seed in 1..=matches {
        let points = play(seed as i64, [&bot, &partner, &partner]);
        println!("{seed} {points:?}");
        rounds.extend(points[..2].iter().map(|&points| points as f64));
        alone += points[2] as f64;
    }
    let n = rounds.len() as f64;
    let mean = rounds.iter().sum::<f64>() / n;
    let spread = rounds.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    println!(
        "with {}: {mean:.0} +- {:.0} points a round; two of them: {:.0}",
        args[0],
        (spread / n).sqrt(),
        alone / matches as f64
    );
}
