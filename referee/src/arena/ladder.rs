//! A ladder: many bots play each other, or one plays all others.

use anyhow::Result;
use itertools::Itertools;

use super::log::Log;
use super::observer::Observer;
use super::pairing::Pairing;
use super::plan::RunPlan;
use super::progress::Progress;
use super::runner::Arena;
use super::settings::RunSettings;

/// A ladder before its games.
pub struct Ladder {
    plan: RunPlan,
}

/// The hero is not among the bots.
#[derive(Debug, thiserror::Error)]
#[error("the hero '{hero}' is not among the bots; name one of them: {bots}")]
pub struct UnknownHero {
    hero: String,
    bots: String,
}

impl Ladder {
    /// The groups of bots that meet: all combinations that fill the `seats`, with a hero only those
    /// that contain it. Fewer bots than seats are one group.
    ///
    /// # Errors
    /// The hero is not among the bots.
    pub fn groups(
        names: &[String],
        seats: usize,
        hero: Option<&str>,
    ) -> Result<Vec<Pairing>, UnknownHero> {
        if let Some(hero) = hero.filter(|hero| !names.iter().any(|name| name == hero)) {
            return Err(UnknownHero { hero: hero.to_owned(), bots: names.join(", ") });
        }
        Ok(groups(names, hero, seats))
    }

    /// A ladder of `groups` with `units` seeds for each.
    pub fn new(settings: &RunSettings, groups: &[Pairing], seeds: u64) -> Self {
        // Seed by seed, so that all groups progress evenly.
        let units = (0..seeds).cartesian_product(groups);
        let units = units.map(|(unit, group)| (group, unit));
        Self { plan: RunPlan::new(settings.contest, &settings.seeds, units) }
    }

    /// Number of games of the ladder that are in the log.
    pub fn known(&self, log: &Log) -> u64 {
        self.plan.known(log)
    }

    /// Number of games of the ladder that are not in the log.
    pub fn left(&self, log: &Log) -> u64 {
        self.plan.left(log)
    }

    /// Plays the games that are missing in the log.
    ///
    /// # Errors
    /// If the log or a recording cannot be written, or ten games in a row are void.
    pub fn play(
        &self,
        arena: &Arena<'_>,
        log: &mut Log,
        observer: &mut dyn Observer,
    ) -> Result<Progress> {
        let jobs = self.plan.missing(log, arena.settings.replays);
        arena.play_all(log, self.plan.games(), jobs, observer)
    }
}

fn groups(names: &[String], hero: Option<&str>, seats: usize) -> Vec<Pairing> {
    let groups = names.iter().combinations(seats.min(names.len()));
    let groups = groups.filter(|group| hero.is_none_or(|hero| group.iter().any(|it| *it == hero)));
    groups.map(|group| Pairing::new(group.into_iter().cloned().collect(), seats)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(hero: Option<&str>, seats: usize) -> String {
        let names = ["a", "b", "c"].map(str::to_owned);
        groups(&names, hero, seats).iter().map(|group| group.names().concat()).join(" ")
    }

    #[test]
    fn everyone_meets_everyone_or_the_hero_all_others() {
        assert_eq!(met(None, 2), "ab ac bc");
        assert_eq!(met(Some("b"), 2), "ab bc");
        assert_eq!(met(None, 3), "abc");
        assert_eq!(met(None, 4), "abc");
        assert_eq!((met(None, 1), met(Some("c"), 1)), ("a b c".to_owned(), "c".to_owned()));
    }
}
