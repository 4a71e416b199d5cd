//! The effects of many numbers of the bot at once: in each pair of games every number is drawn from two values.
//!
//! ```text
//! cargo run --release -p ocean --features measure --example screen -- PAIRS OPPONENT... NAME=LOW..HIGH... [first=SEED]
//! ```
//!
//! An opponent is a house player (`@wanderer`) or the bot with its numbers changed (`mine:0.5,kill:2`, or `-` for none). Pairs
//! are played against one opponent after the other. `NAME=VALUE` sets a number in all games. The effect of a number is what
//! its higher value wins more than its lower one, in percent of the games, with its standard error. All cores play.

mod common;

use std::process::exit;
use std::sync::Arc;
use std::thread;

use common::Fighter;
use gridkit::{Rng, Tunable};
use ocean::params::Params;
use referee::stats::shares::Shares;
use referee::testkit::registered;
use referee::testkit::sparring::pairs;
use serde_json::json;

const USAGE: &str = "screen PAIRS OPPONENT... NAME=LOW..HIGH... [first=SEED]";

/// Half points in a pair of games.
const HALF_POINTS: usize = 4;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match Screen::parse(&args) {
        Ok(screen) => Arc::new(screen).run(),
        Err(mistake) => {
            eprintln!("screen: {mistake}\nusage: {USAGE}");
            exit(2);
        }
    }
}

/// What is played.
struct Screen {
    pairs: u64,
    first: u64,
    base: Params,
    opponents: Vec<Fighter>,
    /// The names with their two values.
    factors: Vec<(String, [String; 2])>,
}

impl Screen {
    fn parse(args: &[String]) -> Result<Screen, String> {
        let (pairs, rest) = args.split_first().ok_or("the number of pairs is missing")?;
        let number =
            |text: &str| text.parse().map_err(|_| format!("`{text}` is not a whole number"));
        let mut screen = Screen {
            pairs: number(pairs)?,
            first: 1,
            base: Params::default(),
            opponents: Vec::new(),
            factors: Vec::new(),
        };
        for arg in rest {
            match arg.split_once('=') {
                None => screen.opponents.push(Fighter::parse(&arg.replace(':', "="))?),
                Some(("first", seed)) => screen.first = number(seed)?,
                Some((name, values)) => match values.split_once("..") {
                    None => screen.base.set(name, values)?,
                    Some((low, high)) => {
                        let mut trial = Params::default();
                        trial.set(name, low)?;
                        trial.set(name, high)?;
                        screen.factors.push((name.to_owned(), [low.to_owned(), high.to_owned()]));
                    }
                },
            }
        }
        if screen.opponents.is_empty() {
            return Err("no opponent is named".to_owned());
        }
        Ok(screen)
    }

    fn run(self: Arc<Self>) {
        let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
        let mut sums = self.no_results();
        let start = |one| {
            let screen = Arc::clone(&self);
            thread::spawn(move || screen.share(one, threads))
        };
        let started: Vec<_> = (0..threads).map(start).collect();
        for thread in started {
            let part = thread.join().expect("a pair is played");
            for (sum, part) in sums.iter_mut().flatten().zip(part.iter().flatten()) {
                sum.merge(part);
            }
        }
        for ((name, [low, high]), [lower, higher]) in self.factors.iter().zip(&sums) {
            let effect = 100.0 * (higher.mean() - lower.mean());
            let error = 100.0 * (variance(higher) + variance(lower)).sqrt();
            println!("{name:14} {low:>6} {high:>6} {effect:6.1} +- {error:.1}");
        }
        let all = &sums.last().expect("it was made")[0];
        println!("all: {:.1} % +- {:.1}", 100.0 * all.mean(), 100.0 * variance(all).sqrt());
    }

    /// For each number the results of the pairs in which it had the lower and the higher value; then those of all pairs.
    fn no_results(&self) -> Vec<[Shares; 2]> {
        vec![[Shares::new(HALF_POINTS), Shares::new(HALF_POINTS)]; self.factors.len() + 1]
    }

    /// Plays every `threads`th pair.
    fn share(&self, one: u64, threads: u64) -> Vec<[Shares; 2]> {
        let contest = registered("ocean");
        let mut sums = self.no_results();
        for pair in (one..self.pairs).step_by(threads as usize) {
            let seed = self.first + pair;
            let mut rng = Rng::new(seed);
            let mut params = self.base.clone();
            let drawn: Vec<usize> = self.factors.iter().map(|_| rng.below(2)).collect();
            for ((name, values), &value) in self.factors.iter().zip(&drawn) {
                params.set(name, &values[value]).expect("it was tried");
            }
            let bot = Fighter::Bot(Box::new(params));
            let opponent = &self.opponents[(pair / threads) as usize % self.opponents.len()];
            let tally = pairs(
                contest,
                &json!({}),
                [seed as i64],
                &|seed, seat| bot.mind(contest, seed, seat),
                &|seed, seat| opponent.mind(contest, seed, seat),
            );
            for (sums, value) in sums.iter_mut().zip(drawn.into_iter().chain([0])) {
                sums[value].add((tally.share() * HALF_POINTS as f64).round() as usize);
            }
        }
        sums
    }
}

/// The variance of the mean; none is known of a single pair.
fn variance(shares: &Shares) -> f64 {
    shares.variance_of_mean().unwrap_or(f64::NAN)
}
