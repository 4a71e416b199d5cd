//! Makes the recordings under `fixtures/`. Each contest lists its games in
//! [`Contest::fixtures`]:
//!
//! ```text
//! cargo run --release -p referee --example fixtures [KEY]...
//! ```

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use serde_json::Value;

use super::recordings::fixtures_folder;
use super::scripts::{house_player, scripted};
use super::setup;
use crate::contest::{Contest, Setup};
use crate::fixture::Fixture;
use crate::game::{Expected, Outcome, Seat, ThrownOut};
use crate::games::contest;
use crate::play::{Watcher, play};
use crate::player::Player;
use crate::player::scripted::Act;
use crate::recording::{Exchange, Header, Recorder};
use crate::table::Table;

/// Records games of one contest in one folder.
pub struct FixtureMaker {
    contest: &'static dyn Contest,
    house_seed: u64,
    folder: PathBuf,
}

impl FixtureMaker {
    /// Records in the contest's own folder; the house players draw their randomness from
    /// `house_seed`.
    ///
    /// # Errors
    /// There is no such contest.
    pub fn new(key: &str, house_seed: u64) -> Result<Self> {
        let folder = fixtures_folder().join(key);
        Ok(Self { contest: contest(key)?, house_seed, folder })
    }

    /// Records in another folder.
    #[must_use]
    pub fn into_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), ..self }
    }

    /// The contest.
    pub fn contest(&self) -> &'static dyn Contest {
        self.contest
    }

    /// A house player, such as `@random`.
    ///
    /// # Panics
    /// If the contest has no house player of that name.
    pub fn house(&self, name: &str, seat: Seat) -> Box<dyn Player> {
        house_player(self.contest, name, self.house_seed, seat)
    }

    /// Records a game between house players.
    ///
    /// # Errors
    /// See [`record`](Self::record).
    ///
    /// # Panics
    /// The contest has no house player of one of these names.
    pub fn houses(&self, name: &str, seed: &str, options: Value, houses: &[&str]) -> Result<()> {
        let seated = houses.iter().enumerate();
        let players = seated.map(|(seat, house)| self.house(house, Seat(seat))).collect();
        self.record(name, seed, options, players)
    }

    /// Records a game between scripts.
    ///
    /// # Errors
    /// See [`record`](Self::record).
    pub fn scripts(
        &self,
        name: &str,
        seed: &str,
        options: Value,
        scripts: impl IntoIterator<Item = Vec<Act>>,
    ) -> Result<()> {
        self.record(name, seed, options, scripts.into_iter().map(scripted).collect())
    }

    /// Records all games that the contest lists.
    ///
    /// # Errors
    /// See [`record`](Self::record).
    pub fn all(&self) -> Result<()> {
        for Fixture { name, seed, options, players } in self.contest.fixtures().games {
            self.record(&name, &seed, options, players)?;
        }
        Ok(())
    }

    /// Plays a game, records it as `NAME.jsonl` and says how it went.
    ///
    /// # Errors
    /// The contest refuses the seed or an option, the file cannot be written, or the referee fails.
    ///
    /// # Panics
    /// The options are no JSON object.
    pub fn record(
        &self,
        name: &str,
        seed: &str,
        options: Value,
        players: Vec<Box<dyn Player>>,
    ) -> Result<()> {
        let setup = Setup { seats: players.len(), ..setup(self.contest, seed, options) };
        let mut game =
            self.contest.start(&setup).map_err(|error| anyhow!("the game {name}: {error}"))?;
        let mut table = Table::new(players);
        let header = Header::new(self.contest.key(), &setup, table.names());
        let path = self.folder.join(format!("{name}.jsonl"));
        let mut recorder = Timeless(Recorder::overwrite(&path, &header)?);
        let outcome = play(game.as_mut(), &mut table, &mut recorder)?;
        recorder.0.result(&outcome)?;
        println!("{name}: {}", summary(&outcome));
        Ok(())
    }
}

/// Keeps the recording without times, which differ from run to run.
struct Timeless(Recorder);

impl Watcher for Timeless {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        Ok(self.0.exchange(&Exchange { micros: None, ..exchange.clone() })?)
    }
}

/// `[3, -1] after 212 turns, {"end": "thrown-out"} garbage: blocked`
fn summary(outcome: &Outcome) -> String {
    let causes: Vec<String> = outcome.thrown_out.iter().map(ThrownOut::kind).collect();
    let more = serde_json::to_string(&outcome.more).unwrap_or_default();
    format!("{:?} after {} turns, {more} {}", outcome.scores, outcome.turns, causes.join(", "))
}
