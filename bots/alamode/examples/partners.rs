//! Rounds with a house player as partner, in one process: for a quick look at a change.
//! Use `referee duel` for results under the real clock.
//!
//! ```text
//! cargo run --release -p alamode --features measure --example partners -- @cook MATCHES NODES [name=value ...]
//! ```
//!
//! Each match has the bot in one seat and the partner in the other two, so one of its three rounds
//! shows what the partner earns with itself. The partner `solo` is the bot that plans alone; `oldest`, `dearest`,
//! `oldest-dish` and `dearest-dish` are simple chefs with rules of their own.

#[path = "../tests/common/apprentice.rs"]
mod apprentice;
#[path = "../tests/common/sparring.rs"]
mod sparring;

use alamode::params::Params;
use gridkit::Tunable;
use referee::game::Seat;
use referee::testkit::sparring::{play, Mind};
use referee::testkit::{registered, start};
use serde_json::json;
use sparring::bot;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let partner = args.first().map_or("", String::as_str);
    let house =
        registered("alamode").about().house.iter().any(|kind| partner == format!("@{}", kind.name));
    let is_apprentice = apprentice::MANNERS.iter().any(|(name, _)| *name == partner);
    if !house && !is_apprentice && partner != "solo" {
        eprintln!("usage: partners @HOUSE_PLAYER|solo|oldest|dearest|oldest-dish|dearest-dish [MATCHES [NODES [name=value ...]]]");
        std::process::exit(2);
    }
    let number = |i: usize, default: u64| {
        args.get(i).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let (matches, nodes) = (number(1, 10), number(2, 50_000));
    let mut params = Params::default();
    for pair in args.iter().skip(3) {
        let (name, value) = pair.split_once('=').expect("name=value");
        params.set(name, value).expect("a number that can be set");
    }
    let mut rounds: Vec<f64> = Vec::new();
    let mut alone = 0.0;
    for seed in 1..=matches {
        let points = points_of_rounds(seed, bot(&params, nodes), partner);
        println!("{seed} {points:?}");
        rounds.extend(&points[..2]);
        alone += points[2];
    }
    let n = rounds.len() as f64;
    let mean = rounds.iter().sum::<f64>() / n;
    let spread = rounds.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    println!(
        "with {partner}: {mean:.0} +- {:.0} points a round; two of them: {:.0}",
        (spread / n).sqrt(),
        alone / matches as f64
    );
}

/// The points of the three rounds of a match between the bot and twice the partner.
fn points_of_rounds(seed: u64, bot: Mind<'_>, partner: &str) -> Vec<f64> {
    let contest = registered("alamode");
    let solo = Params { model: 2, ..Params::default() };
    let other = |seat| match partner {
        "solo" => sparring::bot(&solo, 10_000),
        name if !name.starts_with('@') => {
            let manner = apprentice::MANNERS.iter().find(|(own, _)| *own == name);
            apprentice::apprentice(manner.expect("it was looked up before").1)
        }
        house => Mind::house(contest, house, seed, Seat(seat)),
    };
    let mut minds = [bot, other(1), other(2)];
    let outcome = play(start(contest, &seed.to_string(), json!({})).as_mut(), &mut minds);
    assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
    outcome.rounds.iter().map(|points| *points as f64).collect()
}
