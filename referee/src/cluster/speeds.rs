//! How fast the bots think on a machine, by their own `bench`: measured by the first tasks on a machine, before their first
//! game, and kept for later ones in the file `speeds/HOST.json`.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};

use super::folder::{RunFolder, write_whole};
use super::machine;
use super::plan::Plan;
use crate::arena::Entrants;
use crate::clocks::PerBot;
use crate::ordinary;

/// The least and the greatest time limit by `--calibrate`, in percent.
const PERCENT: [f64; 2] = [10.0, 1000.0];

/// Nodes a second by bot.
pub type BotSpeeds = BTreeMap<String, u64>;

#[derive(Serialize, Deserialize)]
struct Measured {
    plan: String,
    speeds: BotSpeeds,
}

/// The speeds of the bots of a plan on this machine.
pub fn measured(folder: &RunFolder, plan: &Plan, entrants: &Entrants) -> BotSpeeds {
    let path = folder.path().join("speeds").join(format!("{}.json", machine::name()));
    let known =
        ordinary::read(&path).ok().and_then(|text| serde_json::from_slice::<Measured>(&text).ok());
    if let Some(known) = known.filter(|it| it.plan == plan.id) {
        return known.speeds;
    }
    let measured = Measured { plan: plan.id.clone(), speeds: entrants.speeds() };
    if !measured.speeds.is_empty() {
        // The next task measures it again if this one cannot be written.
        let _ = fs::create_dir_all(folder.path().join("speeds"));
        let _ = serde_json::to_vec(&measured).map(|text| write_whole(&path, &text));
    }
    measured.speeds
}

/// The time limits of bots on a machine with some speeds, in percent: a bot that is half as fast there as on the machine of
/// the command has twice the time. A bot without a bench has the mean factor of the others.
///
/// # Errors
/// If no speed was measured on both machines.
pub fn percents(
    bots: &[&str],
    reference: &BotSpeeds,
    here: &BotSpeeds,
) -> Result<BTreeMap<String, u64>> {
    let ratio = |bot: &str| Some(*reference.get(bot)? as f64 / (*here.get(bot)?).max(1) as f64);
    let ratios: Vec<f64> = bots.iter().filter_map(|bot| ratio(bot)).collect();
    if ratios.is_empty() {
        return Err(anyhow!(
            "the machine {} cannot be calibrated: no bot's `bench` succeeds there",
            machine::name()
        ));
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let percent = |bot: &str| (100.0 * ratio(bot).unwrap_or(mean)).clamp(PERCENT[0], PERCENT[1]);
    Ok(bots.iter().map(|bot| ((*bot).to_owned(), percent(bot).round() as u64)).collect())
}

/// Multiplies the time limits of bots.
pub fn scale(factor: &mut PerBot<f64>, percents: &BTreeMap<String, u64>) {
    for (bot, percent) in percents {
        let own = factor.of(bot) * *percent as f64 / 100.0;
        factor.own.insert(bot.clone(), own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slower_machine_gives_more_time_and_a_faster_one_less() {
        let speeds = |all: &[(&str, u64)]| -> BotSpeeds {
            all.iter().map(|(bot, speed)| ((*bot).to_owned(), *speed)).collect()
        };
        let reference = speeds(&[("a", 1000), ("b", 400)]);
        let of = |here: &[(&str, u64)]| {
            percents(&["a", "b", "c"], &reference, &speeds(here))
                .map(|it| it.into_values().collect::<Vec<_>>())
        };
        assert_eq!(of(&[("a", 500), ("b", 800)]).unwrap(), [200, 50, 100]);
        assert_eq!(of(&[("a", 500)]).unwrap(), [200, 200, 200]);
        assert_eq!(of(&[("a", 1), ("b", 400)]).unwrap()[0], 1000);
        let error = of(&[("c", 5)]).unwrap_err().to_string();
        assert!(error.contains("cannot be calibrated: no bot's `bench` succeeds there"), "{error}");
        let mut factor = PerBot { all: 2.0, own: BTreeMap::from([("b".to_owned(), 3.0)]) };
        scale(
            &mut factor,
            &percents(&["a", "b"], &reference, &speeds(&[("a", 500), ("b", 400)])).unwrap(),
        );
        assert_eq!((factor.of("a"), factor.of("b"), factor.of("c")), (4.0, 3.0, 2.0));
    }
}
