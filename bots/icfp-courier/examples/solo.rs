//! Games alone on the boards of the bench, on several seeds: for tuning. The bound takes minutes on the
//! largest boards; `bounds=0` takes all the packages in its place.
//!
//! ```text
//! cargo run --release -p icfp-courier --features measure --example solo -- nodes=10 seeds=3 only=lakes [name=value ...]
//! ```

#[path = "common/bound/mod.rs"]
mod bound;

use bound::bound;
use gridkit::{Bench, Tunable};
use icfp_courier::bench::{alone, FIXTURES};
use icfp_courier::generator::make;
use icfp_courier::params::Params;

fn main() {
    let (mut nodes, mut seeds, mut only) = (10_u64, 1_u64, String::new());
    let mut params = Params::default();
    let (mut told, mut bounds) = (false, true);
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        match name {
            "nodes" => nodes = value.parse().expect("a number"),
            "seeds" => seeds = value.parse().expect("a number"),
            "bounds" => bounds = value != "0",
            "told" => told = value == "1",
            "only" => only = value.to_owned(),
            _ => params.set(name, value).expect("a number that can be set"),
        }
    }
    let mut shares = Vec::new();
    for fixture in FIXTURES.iter().filter(|fixture| fixture.name.contains(&only)) {
        for seed in 0..seeds {
            let setting = make(&fixture.recipe, seed);
            let total: i64 = setting.parcels.iter().map(|parcel| parcel.label.weight).sum();
            let start = std::time::Instant::now();
            let game = alone(&setting, fixture.money, &params, seed, told, &mut Bench::new(nodes));
            let most = if bounds { bound(&setting, fixture.money) } else { total as f64 };
            let share = game.points as f64 / most;
            println!(
                "{:20} {seed}: {:5} of {total:5}, {:4.1} % of {most:.0} in {} turns, {:.1?}",
                fixture.name,
                game.points,
                100.0 * share,
                game.spent,
                start.elapsed()
            );
            shares.push(share);
        }
    }
    println!("mean {:.2} %", 100.0 * shares.iter().sum::<f64>() / shares.len() as f64);
}
