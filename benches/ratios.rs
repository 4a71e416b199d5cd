//! The speed of each kernel as a multiple of its plain twin's and of a peer library's. All run in turn, round
//! by round. Processor time counts: on a busy machine a way of 2 ms has a core to itself in some rounds, one of 20 ms
//! in none, so the clock would favour the faster way.
//!
//! `cargo bench -p benches --bench ratios` prints one line a goal, from the fastest round of
//! each, and exits with 1 if a goal is missed. `kernels` measures the same by criterion.

mod processor;
mod subjects;

use std::fmt::Write;
use std::time::Duration;

use processor::processor;
use subjects::{Subject, subjects};

const ROUNDS: usize = 60;

fn main() {
    // `cargo test --benches` runs every bench once, without a verdict.
    let judging = std::env::args().any(|arg| arg == "--bench");
    let rounds = if judging { ROUNDS } else { 1 };
    let mut missed = 0;
    for mut subject in subjects() {
        missed += report(&mut subject, rounds);
    }
    if judging && missed > 0 {
        println!("{missed} goal(s) missed; on a busy machine, measure again");
        std::process::exit(1);
    }
}

/// Measures one subject, prints its line, and returns the number of missed goals.
fn report(subject: &mut Subject, rounds: usize) -> usize {
    let mut best = vec![Duration::MAX; subject.ways.len()];
    for _ in 0..rounds {
        for (way, best) in subject.ways.iter_mut().zip(&mut best) {
            // One run to warm the caches after the previous implementation.
            (way.run)();
            let start = processor();
            for _ in 0..subject.repeat {
                (way.run)();
            }
            *best = (*best).min(processor().saturating_sub(start));
        }
    }
    let ours = best[0].as_secs_f64();
    let mut missed = 0;
    let mut line = format!("{:<32}", subject.name);
    for (way, time) in subject.ways.iter().zip(&best).skip(1) {
        let ratio = time.as_secs_f64() / ours;
        let verdict = if ratio >= way.goal { "" } else { ", MISSED" };
        missed += usize::from(ratio < way.goal);
        let _ = write!(line, " {ratio:5.1}x {} (goal {}x{verdict})", way.name, way.goal);
    }
    let micros = ours * 1e6 / f64::from(subject.repeat);
    println!("{line}   {micros:.3} us");
    missed
}
