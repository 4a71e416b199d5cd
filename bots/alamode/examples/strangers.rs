//! Matches of the bot with every pair of house players in every seat order, in one process: what a change is
//! worth with strangers. All variants play the same matches; each is compared with the first.
//!
//! ```text
//! cargo run --release -p alamode --features measure --example strangers -- \
//!     MATCHES NODES [FIRST SEED] [name=value ...] [/ name=value ...] ...
//! ```
//!
//! Each `/` begins another variant. Printed are the points of a round with each house player, the share of
//! matches with the best score, rounds with an idle run of eight turns or more, rounds in which a dish that a
//! customer waits for lay for 20 own turns or more, and rounds below 2,500 points.
//! With the environment variable `ROUNDS` each round is printed, too.

#[path = "../tests/common/sparring.rs"]
mod sparring;
#[path = "../tests/common/strangers.rs"]
mod strangers;

use alamode::params::Params;
use gridkit::Tunable;
use strangers::{kinds, trio, Trio};

/// The rounds of one variant.
struct Variant {
    name: String,
    params: Params,
    trios: Vec<Trio>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let is_number = |arg: &&String| arg.parse::<u64>().is_ok();
    let numbers: Vec<u64> =
        args.iter().take_while(is_number).map(|arg| arg.parse().expect("a number")).collect();
    let number = |i: usize, default: u64| numbers.get(i).copied().unwrap_or(default);
    let (matches, nodes, first) = (number(0, 200), number(1, 2_000), number(2, 1));
    let mut variants: Vec<Variant> = args[numbers.len()..]
        .split(|arg| arg == "/")
        .map(|pairs| {
            let mut params = Params::default();
            for pair in pairs {
                let (name, value) = pair.split_once('=').expect("name=value");
                params.set(name, value).expect("a number that can be set");
            }
            Variant { name: pairs.join(" "), params, trios: Vec::new() }
        })
        .collect();
    let print = std::env::var_os("ROUNDS").is_some();
    for number in first..first + matches {
        for variant in &mut variants {
            let trio = trio(number, &variant.params, nodes);
            if print {
                println!("{number} [{}] {trio:?}", variant.name);
            }
            variant.trios.push(trio);
        }
    }
    for variant in &variants {
        summary(variant, &variants[0]);
    }
}

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (spread / n).sqrt())
}

fn summary(variant: &Variant, base: &Variant) {
    let own: Vec<f64> = variant.trios.iter().map(Trio::points).collect();
    let (points, error) = mean(&own);
    let pairs = variant.trios.iter().zip(&base.trios);
    let more: Vec<f64> = pairs.map(|(trio, base)| trio.points() - base.points()).collect();
    let (more, more_error) = mean(&more);
    let count = variant.trios.len() as f64;
    let best = variant.trios.iter().filter(|trio| trio.is_best).count() as f64 / count;
    println!(
        "[{}] {points:.0} +- {error:.0} a round, {more:+.0} +- {more_error:.0}; best in {:.1} %",
        variant.name,
        100.0 * best
    );
    for kind in kinds() {
        let with = |variant: &Variant| -> Vec<f64> {
            let rounds = variant.trios.iter().flat_map(|trio| &trio.rounds);
            rounds.filter(|round| round.partner == kind).map(|round| round.points).collect()
        };
        let (own, base) = (with(variant), with(base));
        let more: Vec<f64> = own.iter().zip(&base).map(|(own, base)| own - base).collect();
        let rounds = variant.trios.iter().flat_map(|trio| &trio.rounds);
        let rounds = rounds.filter(|round| round.partner == kind);
        let (mut idle, mut longest, mut lying, mut low, mut turns) = (0, 0, 0, 0, 0);
        for round in rounds {
            idle += u32::from(round.idle_run >= 8);
            longest = longest.max(round.idle_run);
            lying += u32::from(round.lying_run >= 20);
            low += u32::from(round.points < 2_500.0);
            turns += round.idle;
        }
        let ((points, _), (more, error)) = (mean(&own), mean(&more));
        println!(
            "  {kind:<11} {points:6.0} {more:+6.0} +- {error:<4.0} idle {:4.1}, runs >= 8 {idle}, longest {longest}, lying {lying}, low {low} of {}",
            f64::from(turns) / own.len() as f64,
            own.len()
        );
    }
}
