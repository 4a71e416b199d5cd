//! A bot's own bench, run on two programs: the signature of its behaviour and its speed.

use std::path::Path;

use anyhow::Result;

use crate::prove::replay::play;

/// The output of a bench.
#[derive(Clone, Debug, PartialEq)]
pub struct Bench {
    /// Its signature.
    pub signature: String,
    /// Nodes a second.
    pub speed: f64,
}

/// Runs a program's bench; `None` if it does not have one.
///
/// A bench prints a line `signature S` and, somewhere, `N nodes per second`.
///
/// # Errors
/// The program cannot be run.
pub fn bench(program: &Path, arguments: &[String]) -> Result<Option<Bench>> {
    let answers = play(program, arguments, "")?;
    if answers.code != Some(0) {
        return Ok(None);
    }
    let signature = answers.output.lines().find_map(|line| line.strip_prefix("signature "));
    let words: Vec<&str> = answers.output.split_whitespace().collect();
    let speed = words
        .windows(4)
        .find(|four| four[1..] == ["nodes", "per", "second"])
        .and_then(|four| four[0].parse().ok());
    Ok(signature.map(|signature| Bench {
        signature: signature.to_string(),
        speed: speed.unwrap_or(f64::NAN),
    }))
}

/// The best speeds of programs that run in turn, so that the machine is equally busy for all.
///
/// # Errors
/// A program cannot be run.
pub fn best_speeds(programs: &[&Path], arguments: &[String], rounds: usize) -> Result<Vec<f64>> {
    let mut best = vec![f64::NAN; programs.len()];
    for _ in 0..rounds {
        for (best, program) in best.iter_mut().zip(programs) {
            if let Some(bench) = bench(program, arguments)? {
                *best = best.max(bench.speed);
            }
        }
    }
    Ok(best)
}
