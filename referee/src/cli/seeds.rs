//! The option for a list of seeds.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use itertools::Itertools;

use crate::arena::{RunSettings, Seeds};
use crate::contest::Setup;
use crate::ordinary;
use crate::plain_words::system_error;

/// Maximum number of seeds of a range; such a list still fits in memory.
const MOST: u64 = 1_000_000;

/// The option for a list of seeds.
#[derive(Args)]
pub(super) struct SeedArgs {
    /// Play only these seeds: A..B (B not included), A..=B, or a file with one seed per line; negative seeds need a file
    #[arg(long, value_name = "FILE|A..B", conflicts_with = "seed")]
    seeds: Option<String>,
}

impl SeedArgs {
    /// Replaces the seed sequence by the seeds of this option.
    ///
    /// # Errors
    /// If the list cannot be read, is empty, contains a seed twice, or contains one that the contest does
    /// not accept.
    pub fn apply(&self, settings: &mut RunSettings) -> Result<()> {
        let Some(typed) = &self.seeds else { return Ok(()) };
        settings.seeds = Seeds::List(match range(typed) {
            Some((low, high)) if low < high && high - low <= MOST => {
                demand_possible(settings, &[low, high - 1].map(|seed| seed.to_string()))?;
                (low..high).map(|seed| seed.to_string()).collect()
            }
            Some(_) => bail!(
                "--seeds {typed} is empty, or has more than {MOST} seeds; give a range such as 0..50"
            ),
            None => {
                let seeds = listed(Path::new(typed))?;
                demand_possible(settings, &seeds)?;
                seeds
            }
        });
        Ok(())
    }

    /// The number of units to play: `wanted`, or all seeds of a shorter list.
    ///
    /// # Errors
    /// If `--games` needs more seeds than the list has.
    pub fn units(settings: &RunSettings, wanted: Option<u64>, otherwise: u64) -> Result<u64> {
        match (settings.seeds.count(), wanted) {
            (Some(count), Some(wanted)) if wanted > count => {
                bail!("--games asks for {wanted} seeds, but there are {count}; leave --games out")
            }
            (Some(count), wanted) => Ok(wanted.unwrap_or(count)),
            (None, wanted) => Ok(wanted.unwrap_or(otherwise)),
        }
    }
}

/// Start (inclusive) and end (exclusive) of `A..B` or `A..=B`.
fn range(typed: &str) -> Option<(u64, u64)> {
    let (low, high) = typed.split_once("..")?;
    let low = low.parse().ok()?;
    let high = match high.strip_prefix('=') {
        Some(last) => last.parse::<u64>().ok()?.checked_add(1)?,
        None => high.parse().ok()?,
    };
    Some((low, high))
}

/// Whether a name of no file was meant as a range. `../seeds` was not.
fn looks_like_a_range(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.contains("..") && !name.contains(['/', '\\'])
}

/// Reads the seeds of a file: one per line; a `#` begins a comment.
fn listed(path: &Path) -> Result<Vec<String>> {
    let place = path.display();
    let text = ordinary::read_text(path).map_err(|error| {
        if looks_like_a_range(path) {
            return anyhow!(
                "--seeds {place} is not a range of whole numbers from 0, such as 0..50; negative seeds need a file \
                 with one seed per line"
            );
        }
        let why = system_error(&error);
        anyhow!(
            "--seeds {place}: {why}; give a range such as 0..50, or a file with one seed per line"
        )
    })?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let seeds: Vec<String> = lines.filter(|line| !line.is_empty()).map(plain).collect();
    if seeds.is_empty() {
        bail!("--seeds {place}: the file has no seeds; write one per line");
    }
    if let Some(twice) = seeds.iter().duplicates().next() {
        bail!("--seeds {place}: seed {twice} appears twice; remove one");
    }
    Ok(seeds)
}

/// A seed as a log has it: a whole number without a plus and leading zeros, so that no seed is played twice.
fn plain(seed: &str) -> String {
    let number = seed.parse::<i128>().map(|number| number.to_string());
    number.unwrap_or_else(|_| seed.to_owned())
}

/// Refuses seeds with which no game can start.
fn demand_possible(settings: &RunSettings, seeds: &[String]) -> Result<()> {
    for seed in seeds {
        let seats = settings.contest.about().seats;
        let setup = Setup { seed: seed.clone(), options: settings.options.clone(), seats };
        settings.contest.start(&setup).map_err(|error| {
            let shown: String = seed.chars().take(30).collect();
            let is_whole = shown.len() == seed.len();
            let why = if is_whole { format!("; {error}") } else { "…".to_owned() };
            anyhow!("--seeds has '{shown}', which is not a seed of this game{why}")
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_form() {
        for (seed, form) in [("7", "7"), ("+7", "7"), ("007", "7"), ("-07", "-7"), ("a7", "a7")] {
            assert_eq!(plain(seed), form);
        }
    }

    #[test]
    fn a_range_says_whether_its_end_belongs_to_it() {
        assert_eq!(range("5..8"), Some((5, 8)));
        assert_eq!(range("5..=8"), Some((5, 9)));
        for none in ["5", "a..b", "5..", "..5", "5...8", "-1..3", "0..=18446744073709551615"] {
            assert_eq!(range(none), None, "{none}");
        }
    }
}
