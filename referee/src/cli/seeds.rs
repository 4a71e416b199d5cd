//! Which seeds are played, as typed.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use itertools::Itertools;

use crate::arena::{RunSettings, Seeds};
use crate::contest::Setup;
use crate::ordinary;

/// Most seeds of a range: more than anybody plays, and a list that a memory holds.
const MOST: u64 = 1_000_000;

/// Seeds of one's own.
#[derive(Args)]
pub(super) struct SeedArgs {
    /// Play just these seeds: A..B (B not included), A..=B, or a file with a seed in each line
    #[arg(long, value_name = "FILE|A..B", conflicts_with = "seed")]
    seeds: Option<String>,
}

impl SeedArgs {
    /// Puts the seeds that were asked for in the place of the sequence.
    ///
    /// # Errors
    /// A sentence about a list that cannot be read, is empty, or holds a seed twice or one that the
    /// contest does not have.
    pub fn apply(&self, settings: &mut RunSettings) -> Result<()> {
        let Some(typed) = &self.seeds else { return Ok(()) };
        settings.seeds = Seeds::List(match range(typed) {
            Some((low, high)) if low < high && high - low <= MOST => {
                demand_possible(settings, &[low, high - 1].map(|seed| seed.to_string()))?;
                (low..high).map(|seed| seed.to_string()).collect()
            }
            Some(_) => bail!("--seeds {typed} holds no seed, or more than {MOST}"),
            None => {
                let seeds = listed(Path::new(typed))?;
                demand_possible(settings, &seeds)?;
                seeds
            }
        });
        Ok(())
    }

    /// How many units are played when so many are wanted: no more than there are seeds.
    ///
    /// # Errors
    /// More are asked for than the list has.
    pub fn units(settings: &RunSettings, wanted: Option<u64>, otherwise: u64) -> Result<u64> {
        match (settings.seeds.count(), wanted) {
            (Some(count), Some(wanted)) if wanted > count => {
                bail!("--games asks for {wanted} seeds, but --seeds has {count}; leave --games out")
            }
            (Some(count), wanted) => Ok(wanted.unwrap_or(count)),
            (None, wanted) => Ok(wanted.unwrap_or(otherwise)),
        }
    }
}

/// The ends of `A..B` or `A..=B`; the second does not belong to it.
fn range(typed: &str) -> Option<(u64, u64)> {
    let (low, high) = typed.split_once("..")?;
    let low = low.parse().ok()?;
    let high = match high.strip_prefix('=') {
        Some(last) => last.parse::<u64>().ok()?.checked_add(1)?,
        None => high.parse().ok()?,
    };
    Some((low, high))
}

/// The seeds of a file: one a line; what follows a `#` is left out.
fn listed(path: &Path) -> Result<Vec<String>> {
    let place = path.display();
    let advice =
        format!("--seeds {place}: cannot read this file; give one, or a range such as 0..50");
    let text = ordinary::read_text(path).context(advice)?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let seeds: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if seeds.is_empty() {
        bail!("--seeds {place}: the file has no seed; write one in each line");
    }
    if let Some(twice) = seeds.iter().duplicates().next() {
        bail!("--seeds {place}: seed {twice} stands there twice; leave one out");
    }
    Ok(seeds)
}

/// Refuses seeds from which no game starts.
fn demand_possible(settings: &RunSettings, seeds: &[String]) -> Result<()> {
    for seed in seeds {
        let seats = settings.contest.about().seats;
        let setup = Setup { seed: seed.clone(), options: settings.options.clone(), seats };
        settings.contest.start(&setup).with_context(|| format!("--seeds has '{seed}'"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_says_whether_its_end_belongs_to_it() {
        assert_eq!(range("5..8"), Some((5, 8)));
        assert_eq!(range("5..=8"), Some((5, 9)));
        for none in ["5", "a..b", "5..", "..5", "5...8", "-1..3", "0..=18446744073709551615"] {
            assert_eq!(range(none), None, "{none}");
        }
    }
}
