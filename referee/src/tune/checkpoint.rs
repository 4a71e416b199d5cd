//! The checkpoint of a tuning: one file that is always whole.
//!
//! ```text
//! {"format":"botyard-tune/1","conditions":{…},"rounds":[[9,7],[8,8]],"values":{"discount":0.96},…}
//! ```
//!
//! In a contest with teams a round is the points of each candidate's team on each seed:
//! `[[31350,28000],[29980,28400]]`.
//!
//! Methods compute everything else from the points of every round. `values` is for people, and
//! detects a later version that computes other values.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::conditions::TuningConditions;
use super::method::{Method, RoundTally};
use super::schedule::Schedule;
use super::settings::Stage;
use crate::arena::Logged;
use crate::ordinary;
use crate::plain_words::{FileKind, format_of, json_error, unwritable};

/// The format that this version reads and writes.
const FORMAT: &str = "botyard-tune/1";

/// The results of a tuning so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    format: String,
    /// The conditions of the tuning.
    pub conditions: TuningConditions,
    /// Rounds that were played before the tuning was given more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Stage>,
    /// The points of the candidates in each finished round.
    pub rounds: Vec<RoundTally>,
    /// The best values by name of the parameter.
    values: BTreeMap<String, f64>,
    /// Number of games of the rounds.
    pub games: u64,
    /// Number of games in which a candidate was thrown out, by kind of fault.
    pub faults: BTreeMap<String, u64>,
}

/// A reason why a checkpoint cannot be used: a sentence for the user.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// An error of the operating system.
    #[error(
        "cannot use the checkpoint {path}: {}; or give another --checkpoint",
        unwritable(path, error)
    )]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Another process is tuning.
    #[error(
        "another process is using the checkpoint {0}; wait for it, or give another --checkpoint"
    )]
    Locked(PathBuf),
    /// It is not a checkpoint.
    #[error("{path} is not a checkpoint of `referee tune`; {kind}; give another --checkpoint")]
    NoCheckpoint {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: FileKind,
    },
    /// It is damaged, or of another version.
    #[error(
        "{path} {reason}; put a whole copy in its place, or delete it to begin again, or give another --checkpoint"
    )]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It belongs to another tuning.
    #[error(
        "the tuning in {path} was begun with {theirs}, not {ours}; give the same again, or another \
         --checkpoint"
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// Its condition.
        theirs: String,
        /// The condition of this run.
        ours: String,
    },
}

/// Why a file could not be read as a checkpoint.
enum Unread {
    /// It is another kind of file.
    Other(FileKind),
    /// It is a checkpoint, or was one. The text is the rest of a sentence that begins with the file's name.
    Damaged(String),
}

impl Checkpoint {
    /// The state before the first round.
    pub fn new(conditions: TuningConditions) -> Self {
        let values = conditions.parameters.iter().map(|it| (it.name.clone(), it.start)).collect();
        Self {
            format: FORMAT.to_owned(),
            conditions,
            earlier: Vec::new(),
            rounds: Vec::new(),
            values,
            games: 0,
            faults: BTreeMap::new(),
        }
    }

    /// Reads the checkpoint of a tuning, or creates a new one, and returns the method in the state
    /// after its last round. A tuning that is complete goes on if more rounds are asked for and all else is equal.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or belongs to a tuning under other conditions.
    pub fn resume(
        path: &Path,
        conditions: TuningConditions,
        schedule: &Schedule,
    ) -> Result<(Self, Box<dyn Method>), CheckpointError> {
        let start = |conditions: &TuningConditions, earlier: &[Stage]| {
            let TuningConditions { settings, parameters, seed, .. } = conditions;
            settings.start(earlier, parameters, *seed, schedule.is_by_itself())
        };
        let bytes = match ordinary::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let method = start(&conditions, &[]);
                return Ok((Self::new(conditions), method));
            }
            Err(error) => return Err(CheckpointError::Io { path: path.to_owned(), error }),
        };
        let bad = |reason: String| CheckpointError::Bad { path: path.to_owned(), reason };
        let mut checkpoint = Self::read(&bytes).map_err(|error| match error {
            Unread::Other(kind) => CheckpointError::NoCheckpoint { path: path.to_owned(), kind },
            Unread::Damaged(reason) => bad(reason),
        })?;
        checkpoint.conditions.take_unknown(&conditions);
        checkpoint.lengthen(&conditions);
        if let Some((theirs, ours)) = checkpoint.conditions.difference(&conditions) {
            return Err(CheckpointError::Other { path: path.to_owned(), theirs, ours });
        }
        let mut method = start(&checkpoint.conditions, &checkpoint.earlier);
        checkpoint.tell(method.as_mut(), schedule).map_err(bad)?;
        Ok((checkpoint, method))
    }

    /// Takes the number of rounds of these conditions if all rounds were played, so that this is no difference.
    fn lengthen(&mut self, ours: &TuningConditions) {
        let theirs = self.conditions.settings.clone();
        let is_complete = self.rounds.len() as u64 == theirs.rounds();
        if is_complete && ours.settings.go_on_from(&theirs) {
            self.earlier.push(Stage { last: self.rounds.len(), settings: theirs });
            self.conditions.settings = ours.settings.clone();
        }
    }

    /// Whether the tuning in a file is the one under these conditions, or a shorter one that can go on.
    pub(super) fn leads_to(path: &Path, ours: &TuningConditions) -> bool {
        let checkpoint = ordinary::read(path).ok().and_then(|bytes| Self::read(&bytes).ok());
        checkpoint.is_some_and(|mut checkpoint| {
            checkpoint.conditions.take_unknown(ours);
            checkpoint.lengthen(ours);
            checkpoint.conditions.difference(ours).is_none()
        })
    }

    /// The conditions of the checkpoint at a path; `None` if it cannot be read.
    pub(super) fn conditions_at(path: &Path) -> Option<TuningConditions> {
        let checkpoint = Self::read(&ordinary::read(path).ok()?).ok()?;
        Some(checkpoint.conditions)
    }

    /// Parses a file, or returns what is wrong with it.
    fn read(bytes: &[u8]) -> Result<Self, Unread> {
        if let Some(format) = format_of(bytes)
            .filter(|format| format.starts_with("botyard-tune/") && format != FORMAT)
        {
            return Err(Unread::Damaged(format!(
                "is a checkpoint of format {format}, not {FORMAT}"
            )));
        }
        let checkpoint: Self =
            serde_json::from_slice(bytes).map_err(|error| match FileKind::of(bytes) {
                FileKind::Empty => Unread::Damaged("is empty".to_owned()),
                FileKind::Checkpoint | FileKind::Cut if error.is_eof() => {
                    let reason = json_error(&error);
                    Unread::Damaged(format!("is a checkpoint that was cut off, because {reason}"))
                }
                FileKind::Checkpoint => {
                    let reason = json_error(&error);
                    Unread::Damaged(format!("is a damaged checkpoint, because {reason}"))
                }
                kind => Unread::Other(kind),
            })?;
        if checkpoint.format != FORMAT {
            return Err(Unread::Other(FileKind::Json));
        }
        Ok(checkpoint)
    }

    /// Passes the points of every round to a new method, or returns why they are impossible.
    fn tell(&self, method: &mut dyn Method, schedule: &Schedule) -> Result<(), String> {
        let settings = &self.conditions.settings;
        for (number, tally) in (1..).zip(&self.rounds) {
            let fits = schedule.allows(tally, method.candidates().len());
            if !fits || number > settings.rounds() {
                let word = settings.round_word();
                return Err(format!("is damaged: {word} {number} cannot have been played"));
            }
            method.tell(tally);
        }
        let mut again = self.clone();
        again.set_values(&method.values());
        let near = |(name, value): (&String, &f64)| {
            let was = self.values.get(name);
            was.is_some_and(|was| (was - value).abs() <= 1e-9 * value.abs().max(1.0))
        };
        if again.values.iter().all(near) {
            return Ok(());
        }
        Err("does not lead to the values it holds: it was damaged, or made by another version of \
             the referee"
            .to_owned())
    }

    /// Adds a round: the points of its candidates, the best values after it, and its games.
    /// `candidates` are their names in these games.
    pub fn learn<'a>(
        &mut self,
        tally: RoundTally,
        values: &[f64],
        games: impl Iterator<Item = &'a Logged>,
        candidates: &[String],
    ) {
        self.rounds.push(tally);
        self.set_values(values);
        for game in games {
            self.games += 1;
            let theirs =
                game.thrown_out.iter().filter(|it| candidates.contains(&game.bots[it.seat.0]));
            for out in theirs {
                *self.faults.entry(out.kind()).or_default() += 1;
            }
        }
    }

    /// Sets the best values.
    fn set_values(&mut self, values: &[f64]) {
        let named = self.conditions.parameters.iter().zip(values);
        self.values = named.map(|(it, value)| (it.name.clone(), *value)).collect();
    }

    /// Replaces the file. At any moment the old or the new one is there as a whole.
    ///
    /// # Errors
    /// If it cannot be written; the old one stays.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        let write = || {
            let mut bytes = serde_json::to_vec(self)?;
            bytes.push(b'\n');
            let mut file = File::create(&new)?;
            file.write_all(&bytes)?;
            file.sync_data()?;
            fs::rename(&new, path)
        };
        write().map_err(|error: io::Error| {
            // A partly written file is of no use.
            let _ = fs::remove_file(&new);
            CheckpointError::Io { path: path.to_owned(), error }
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::super::parameters::Parameter;
    use super::super::settings::Settings;
    use super::super::spsa::Gains;
    use super::*;
    use crate::arena::{BotProgram, logged};
    use crate::game::{Fault, Seat, ThrownOut};

    fn conditions() -> TuningConditions {
        let program = BotProgram {
            bot: "my-bot".to_owned(),
            command: "my-bot --nodes 5".to_owned(),
            fingerprint: 7,
            identity: None,
        };
        let parameter = |name: &str| Parameter {
            name: name.to_owned(),
            whole: false,
            low: 0.0,
            high: 1.0,
            start: 0.3,
            step: 0.05,
        };
        TuningConditions {
            game: "chess".to_owned(),
            options: Map::new(),
            seed: 1,
            timeout_factor: 1.0,
            clocks: Some(String::new()),
            rules: Some("2-a".to_owned()),
            bot: program,
            pool: vec![],
            others: vec![],
            parameters: vec![parameter("a"), parameter("b")],
            settings: Settings::Spsa(Gains::new(20, 4)),
        }
    }

    fn schedule() -> Schedule {
        Schedule { pool: vec![], others: vec![], seats: 2, teams: &[], pairs: 4 }
    }

    /// A checkpoint of three rounds in a file.
    fn saved(folder: &tempfile::TempDir) -> (PathBuf, Checkpoint) {
        let path = folder.path().join("here.json");
        let (mut checkpoint, mut method) =
            Checkpoint::resume(&path, conditions(), &schedule()).unwrap();
        for points in [[16, 0], [9, 7], [8, 8]] {
            let tally = RoundTally::HalfPoints(points.to_vec());
            method.tell(&tally);
            checkpoint.rounds.push(tally);
        }
        checkpoint.set_values(&method.values());
        checkpoint.save(&path).unwrap();
        (path, checkpoint)
    }

    #[test]
    fn what_was_saved_goes_on_where_it_was() {
        let folder = tempfile::TempDir::new().unwrap();
        let (path, checkpoint) = saved(&folder);
        let (again, method) = Checkpoint::resume(&path, conditions(), &schedule()).unwrap();
        assert_eq!(again, checkpoint);
        assert_eq!(method.trail().len(), 4);
        assert_ne!(method.values(), [0.3, 0.3]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");
    }

    #[test]
    fn a_complete_tuning_goes_on_with_more_rounds() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("here.json");
        let of = |iterations: u64, pairs: u64| TuningConditions {
            settings: Settings::Spsa(Gains::new(iterations, pairs)),
            ..conditions()
        };
        let play = |iterations: u64| {
            let resumed = Checkpoint::resume(&path, of(iterations, 4), &schedule());
            let (mut checkpoint, mut method) = resumed.unwrap();
            let before = (checkpoint.rounds.len(), method.values());
            while (checkpoint.rounds.len() as u64) < iterations {
                let tally = RoundTally::HalfPoints(vec![9 + checkpoint.rounds.len() as u64 % 3, 6]);
                method.tell(&tally);
                checkpoint.rounds.push(tally);
            }
            checkpoint.set_values(&method.values());
            checkpoint.save(&path).unwrap();
            (before, method.values())
        };
        let (_, first) = play(6);
        let (before, second) = play(9);
        assert_eq!(before, (6, first), "what was played stays");
        let (before, third) = play(12);
        assert_eq!(before, (9, second.clone()));
        assert_eq!(play(12), ((12, third.clone()), third));
        for (iterations, pairs) in [(9, 4), (15, 5)] {
            let error =
                Checkpoint::resume(&path, of(iterations, pairs), &schedule()).err().unwrap();
            assert!(error.to_string().contains("was begun with"), "{error}");
        }
    }

    #[test]
    fn faults_of_the_candidates_are_counted_and_no_others() {
        let names = ["plus", "minus"].map(str::to_owned);
        let thrown_out = |seat| {
            let (fault, cause) = (Fault::Garbage, "off-board".to_owned());
            ThrownOut { seat: Seat(seat), fault, cause, line: None }
        };
        let game = |seats: &[usize]| {
            let mut game = logged("1", &["plus", "pool"], &[1, 2]);
            game.thrown_out = seats.iter().map(|seat| thrown_out(*seat)).collect();
            game
        };
        let mut checkpoint = Checkpoint::new(conditions());
        let games = [game(&[0]), game(&[1]), game(&[0, 1]), game(&[])];
        checkpoint.learn(RoundTally::HalfPoints(vec![3, 5]), &[0.25, 0.5], games.iter(), &names);
        assert_eq!(checkpoint.games, 4);
        assert_eq!(checkpoint.faults, BTreeMap::from([("garbage: off-board".to_owned(), 2)]));
        assert_eq!(checkpoint.rounds, [RoundTally::HalfPoints(vec![3, 5])]);
        let values = BTreeMap::from([("a".to_owned(), 0.25), ("b".to_owned(), 0.5)]);
        assert_eq!(checkpoint.values, values);
    }

    #[test]
    fn another_tuning_is_a_sentence() {
        let folder = tempfile::TempDir::new().unwrap();
        let (path, _) = saved(&folder);
        let fails = |change: fn(&mut TuningConditions), expected: &str| {
            let mut ours = conditions();
            change(&mut ours);
            let error = Checkpoint::resume(&path, ours, &schedule()).map(|_| ()).unwrap_err();
            let sentence = error.to_string();
            assert!(sentence.contains(expected), "{sentence}");
            assert!(sentence.ends_with("give the same again, or another --checkpoint"));
        };
        fails(|it| it.game = "go".into(), "begun with the game chess, not the game go");
        fails(|it| it.seed = 2, "the seed 1, not the seed 2");
        fails(|it| it.pool.push(it.bot.clone()), "games against itself, not games against my-bot");
        fails(|it| drop(it.parameters.pop()), "the parameters a, b, not the parameters a;");
        fails(|it| it.parameters[1].high = 2.0, "b from 0.3 within 0 to 1 by 0.05, not b from");
        // It has not played its 20 iterations.
        fails(|it| it.settings = Settings::Spsa(Gains::new(30, 4)), "iterations 20, not iter");
        fails(|it| it.bot.fingerprint = 8, "another program of the bot 'my-bot --nodes 5', not");
        fails(|it| it.bot.command = "x".into(), "the bot my-bot --nodes 5, not the bot x");
        fails(|it| it.clocks = Some("--clock=cpu".into()), "the usual clock, not --clock=cpu;");
        fails(|it| it.rules = Some("2-b".into()), "other rules, not the referee program and");
    }

    #[test]
    fn a_checkpoint_of_an_older_version_goes_on_under_any_clock_and_rules() {
        let folder = tempfile::TempDir::new().unwrap();
        let (path, _) = saved(&folder);
        let whole = fs::read_to_string(&path).unwrap();
        let older = whole.replace(r#""clocks":"","rules":"2-a","#, "");
        assert_ne!(older, whole);
        fs::write(&path, older).unwrap();
        let ours = TuningConditions { clocks: Some("--clock=cpu".to_owned()), ..conditions() };
        let (again, _) = Checkpoint::resume(&path, ours.clone(), &schedule()).unwrap();
        assert_eq!(again.conditions, ours, "from now on it is known");
        assert!(Checkpoint::leads_to(&path, &ours));
    }

    #[test]
    fn what_is_damaged_is_a_sentence() {
        let folder = tempfile::TempDir::new().unwrap();
        let (path, _) = saved(&folder);
        let whole = fs::read_to_string(&path).unwrap();
        let fails = |text: String, expected: &str| {
            fs::write(&path, text).unwrap();
            let resumed = Checkpoint::resume(&path, conditions(), &schedule());
            let sentence = resumed.map(|_| ()).unwrap_err().to_string();
            assert!(sentence.contains(expected), "{sentence}");
        };
        let advice = "or delete it to begin again, or give another --checkpoint";
        fails(String::new(), "here.json is empty; put a whole copy in its place");
        for bytes in [1, 9, 20, 24, whole.len() / 2, whole.len() - 2] {
            fails(whole[..bytes].to_owned(), "is a checkpoint that was cut off, because the text");
            fails(whole[..bytes].to_owned(), advice);
        }
        fails(whole.replace("[9,7]", "[9,7"), "is a damaged checkpoint");
        let other =
            "is not a checkpoint of `referee tune`; it is JSON of something else; give anoth";
        fails("{\"a\":1}".to_owned(), other);
        fails(whole.replace("tune/1", "tune/2"), "format botyard-tune/2, not botyard-tune/1");
        let later = whole.replace("tune/1", "tune/2").replace("\"rounds\"", "\"results\"");
        fails(later, "format botyard-tune/2, not botyard-tune/1");
        fails(whole.replace("[9,7]", "[[9],[7]]"), "damaged: iteration 2 cannot have been played");
        fails(whole.replace("[9,7]", "[9]"), "damaged: iteration 2 cannot have been played");
        fails(whole.replace("[9,7]", "[9,17]"), "damaged: iteration 2 cannot have been played");
        fails(whole.replace("[8,8]", &["[8,8]"; 30].join(",")), "iteration 21 cannot have been");
        fails(whole.replace("[9,7]", "[7,9]"), "does not lead to the values it holds");
    }
}
