//! Many games in one process, for a quick look while the bot is being worked on: some three games a second with
//! `worlds=100`. Who is stronger under the real clock is for `referee duel` to say.
//!
//! ```text
//! cargo run --release -p ocean --features measure --example arena -- GAMES ONE OTHER [FIRST-SEED]
//! ```
//!
//! `ONE` and `OTHER` are each a house player (`@wanderer`) or the bot with its numbers changed
//! (`mine=0.5,kill=2`, or `-` for none). On every map there are two games with the seats swapped.
//! Nodes replace the clock, so the same call gives the same figures.

mod common;

use std::process::exit;

use common::Fighter;
use referee::testkit::registered;
use referee::testkit::sparring::pairs;
use serde_json::json;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Err(mistake) = run(&args) {
        eprintln!("arena: {mistake}\nusage: arena GAMES ONE OTHER [FIRST-SEED]");
        exit(2);
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let (games, one, other, first) = match args {
        [games, one, other] => (games, one, other, "1"),
        [games, one, other, first] => (games, one, other, first.as_str()),
        _ => return Err(format!("{} words are too few or too many", args.len())),
    };
    let number =
        |text: &str| text.parse::<i64>().map_err(|_| format!("`{text}` is not a whole number"));
    let (games, first) = (number(games)?.max(2), number(first)?);
    let contest = registered("ocean");
    let (one_plays, other_plays) = (Fighter::parse(one)?, Fighter::parse(other)?);
    let tally = pairs(
        contest,
        &json!({}),
        first..first + games / 2,
        &|seed, seat| one_plays.mind(contest, seed, seat),
        &|seed, seat| other_plays.mind(contest, seed, seat),
    );
    println!("{one} against {other}: {tally}");
    Ok(())
}
