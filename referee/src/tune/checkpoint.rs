//! What a tuning has learnt so far, in one file that is always whole.
//!
//! ```text
//! {"format":"botyard-tune/1","conditions":{…},"rounds":[[9,7],[8,8]],"values":{"discount":0.96},…}
//! ```
//!
//! Where players work together a round is the points of each candidate's team on each of its seeds:
//! `[[31350,28000],[29980,28400]]`.
//!
//! The points of every round are all that is needed: methods compute the rest again. `values` is
//! there for people, and to find out whether a later version computes something else.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Method, Parameter, Schedule, Settings, Tally};
use crate::arena::Program;
use crate::games::contest;

/// The format that this version reads and writes.
const FORMAT: &str = "botyard-tune/1";

/// Everything that the course of a tuning depends on, but for the games themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// Key of the contest.
    pub game: String,
    /// Its options by name.
    pub options: Map<String, Value>,
    /// Where the sequences of seeds and of perturbations begin.
    pub seed: u64,
    /// What every time limit is multiplied by.
    pub timeout_factor: f64,
    /// The bot that is tuned.
    pub bot: Program,
    /// Who its candidates play; if nobody, each other. Where players work together, who they play
    /// with; if nobody, each with itself.
    pub pool: Vec<Program>,
    /// Who sits in the other seats.
    pub others: Vec<Program>,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// How.
    pub settings: Settings,
}

impl Conditions {
    /// How the candidates play: `against itself`, or `with a, b`.
    pub fn company(&self, called: fn(&Program) -> &str) -> String {
        let together = contest(&self.game).is_ok_and(|it| !it.teams().is_empty());
        let word = if together { "with" } else { "against" };
        let pool: Vec<&str> = self.pool.iter().map(called).collect();
        if pool.is_empty() {
            format!("{word} itself")
        } else {
            format!("{word} {}", pool.join(", "))
        }
    }
}

/// What has been learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    format: String,
    /// Under which conditions.
    pub conditions: Conditions,
    /// What the candidates made in each round that is over.
    pub rounds: Vec<Tally>,
    /// What is thought best.
    values: BTreeMap<String, f64>,
    /// Games that the rounds took.
    pub games: u64,
    /// How many games the candidates were thrown out of, by kind of fault.
    pub faults: BTreeMap<String, u64>,
}

/// Why a checkpoint cannot be used: sentences for the user.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system does not let us.
    #[error("cannot use the checkpoint {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Somebody else is tuning.
    #[error(
        "another process is using the checkpoint {0}; wait for it, or give another --checkpoint"
    )]
    Locked(PathBuf),
    /// It is none, or damaged.
    #[error("{path} {reason}; give another --checkpoint")]
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
        /// How it was begun.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
}

impl Checkpoint {
    /// The state before the first round.
    pub fn new(conditions: Conditions) -> Self {
        let values = conditions.parameters.iter().map(|it| (it.name.clone(), it.start)).collect();
        Self {
            format: FORMAT.to_owned(),
            conditions,
            rounds: Vec::new(),
            values,
            games: 0,
            faults: BTreeMap::new(),
        }
    }

    /// Reads the checkpoint of a tuning, or begins one if there is none, and brings a method to
    /// where it was.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or belongs to a tuning under other conditions.
    pub fn resume(
        path: &Path,
        conditions: Conditions,
        schedule: &Schedule,
    ) -> Result<(Self, Box<dyn Method>), CheckpointError> {
        let itself = schedule.is_by_itself();
        let (seed, settings) = (conditions.seed, conditions.settings.clone());
        let mut method = settings.start(&conditions.parameters, seed, itself);
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::new(conditions), method));
            }
            Err(error) => return Err(CheckpointError::Io { path: path.to_owned(), error }),
        };
        let bad = |reason: String| CheckpointError::Bad { path: path.to_owned(), reason };
        let checkpoint: Self = serde_json::from_slice(&bytes)
            .map_err(|error| bad(format!("is no checkpoint of `referee tune` ({error})")))?;
        if checkpoint.format != FORMAT {
            let format = &checkpoint.format;
            return Err(bad(format!("is a checkpoint of format {format}, not {FORMAT}")));
        }
        if let Some((theirs, ours)) = difference(&checkpoint.conditions, &conditions) {
            return Err(CheckpointError::Other { path: path.to_owned(), theirs, ours });
        }
        for (number, tally) in (1..).zip(&checkpoint.rounds) {
            let fits = schedule.allows(tally, method.candidates().len());
            if !fits || number > settings.rounds() {
                let word = settings.round_word();
                return Err(bad(format!("is damaged: {word} {number} cannot have been played")));
            }
            method.tell(tally);
        }
        let mut again = checkpoint.clone();
        again.set_values(&method.values());
        let near = |(name, value): (&String, &f64)| {
            let was = checkpoint.values.get(name);
            was.is_some_and(|was| (was - value).abs() <= 1e-9 * value.abs().max(1.0))
        };
        if !again.values.iter().all(near) {
            let reason = "does not lead to the values it holds: it was damaged, or made by another \
                          version of the referee";
            return Err(bad(reason.to_owned()));
        }
        Ok((checkpoint, method))
    }

    /// Notes what is thought best.
    pub fn set_values(&mut self, values: &[f64]) {
        let named = self.conditions.parameters.iter().zip(values);
        self.values = named.map(|(it, value)| (it.name.clone(), *value)).collect();
    }

    /// Writes the file. At any moment there is the old one or the new one, whole.
    ///
    /// # Errors
    /// It cannot be written; the old one stays.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let new = path.with_extension("json.new");
        let write = || {
            let mut bytes = serde_json::to_vec(self)?;
            bytes.push(b'\n');
            let mut file = File::create(&new)?;
            file.write_all(&bytes)?;
            file.sync_data()?;
            fs::rename(&new, path)
        };
        write().map_err(|error: io::Error| {
            // What is left of it is of no use.
            let _ = fs::remove_file(&new);
            CheckpointError::Io { path: path.to_owned(), error }
        })
    }
}

/// The first condition that is not the same, as it is there and here.
fn difference(theirs: &Conditions, ours: &Conditions) -> Option<(String, String)> {
    let all = [theirs, ours];
    let pair = |[theirs, ours]: [String; 2]| (theirs != ours).then_some((theirs, ours));
    let programs = |programs: &[Program]| {
        let commands: Vec<&str> = programs.iter().map(|it| it.command.as_str()).collect();
        commands.join(", ")
    };
    let settings = all.map(|it| serde_json::to_value(&it.settings).unwrap_or_default());
    let setting = |name: &str| {
        pair(
            settings
                .each_ref()
                .map(|all| format!("{name} {}", all[name].to_string().trim_matches('"'))),
        )
    };
    let numbers = |it: &Parameter| {
        let Parameter { name, low, high, start, step, .. } = it;
        format!("{name} from {start} within {low} to {high} by {step}")
    };
    let names = |it: &Conditions| {
        let names: Vec<&str> = it.parameters.iter().map(|it| it.name.as_str()).collect();
        names.join(", ")
    };
    let program = |name: &str, theirs: &[Program], ours: &[Program]| {
        let changed = theirs.iter().zip(ours).find(|(a, b)| a.fingerprint != b.fingerprint);
        let was = |it: &Program| format!("another program of {name} '{}'", it.command);
        changed.map(|(theirs, ours)| (was(theirs), format!("'{}' as it is now", ours.command)))
    };
    pair(all.map(|it| format!("the game {}", it.game)))
        .or_else(|| pair(all.map(|it| format!("the options {}", Value::from(it.options.clone())))))
        .or_else(|| pair(all.map(|it| format!("the bot {}", it.bot.command))))
        .or_else(|| pair(all.map(|it| format!("games {}", it.company(|bot| &bot.command)))))
        .or_else(|| pair(all.map(|it| format!("others '{}'", programs(&it.others)))))
        .or_else(|| pair(all.map(|it| format!("the parameters {}", names(it)))))
        .or_else(|| setting("method"))
        .or_else(|| {
            let names = settings[0].as_object()?.keys();
            names.into_iter().find_map(|name| setting(name))
        })
        .or_else(|| {
            let mut both = theirs.parameters.iter().zip(&ours.parameters);
            both.find_map(|(a, b)| pair([numbers(a), numbers(b)]))
        })
        .or_else(|| pair(all.map(|it| format!("the seed {}", it.seed))))
        .or_else(|| pair(all.map(|it| format!("time limits multiplied by {}", it.timeout_factor))))
        .or_else(|| {
            let bots = all.map(|it| std::slice::from_ref(&it.bot));
            program("the bot", bots[0], bots[1])
        })
        .or_else(|| program("the pool", &theirs.pool, &ours.pool))
        .or_else(|| program("the others", &theirs.others, &ours.others))
        .or_else(|| (theirs != ours).then(|| ("other conditions".to_owned(), "these".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::super::Gains;
    use super::*;

    fn conditions() -> Conditions {
        let program = Program {
            bot: "ocean".to_owned(),
            command: "ocean --nodes 5".to_owned(),
            fingerprint: 7,
        };
        let parameter = |name: &str| Parameter {
            name: name.to_owned(),
            whole: false,
            low: 0.0,
            high: 1.0,
            start: 0.3,
            step: 0.05,
        };
        Conditions {
            game: "ocean".to_owned(),
            options: Map::new(),
            seed: 1,
            timeout_factor: 1.0,
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
            let tally = Tally::HalfPoints(points.to_vec());
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
    fn another_tuning_is_a_sentence() {
        let folder = tempfile::TempDir::new().unwrap();
        let (path, _) = saved(&folder);
        let fails = |change: fn(&mut Conditions), expected: &str| {
            let mut ours = conditions();
            change(&mut ours);
            let error = Checkpoint::resume(&path, ours, &schedule()).map(|_| ()).unwrap_err();
            let sentence = error.to_string();
            assert!(sentence.contains(expected), "{sentence}");
            assert!(sentence.ends_with("give the same again, or another --checkpoint"));
        };
        fails(|it| it.game = "fruit".into(), "begun with the game ocean, not the game fruit");
        fails(|it| it.seed = 2, "the seed 1, not the seed 2");
        fails(|it| it.pool.push(it.bot.clone()), "games against itself, not games against ocean");
        fails(|it| drop(it.parameters.pop()), "the parameters a, b, not the parameters a;");
        fails(|it| it.parameters[1].high = 2.0, "b from 0.3 within 0 to 1 by 0.05, not b from");
        fails(|it| it.settings = Settings::Spsa(Gains::new(30, 4)), "iterations 20, not iter");
        fails(|it| it.bot.fingerprint = 8, "another program of the bot 'ocean --nodes 5', not");
        fails(|it| it.bot.command = "x".into(), "the bot ocean --nodes 5, not the bot x");
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
        fails(String::new(), "is no checkpoint of `referee tune`");
        fails(whole[..whole.len() / 2].to_owned(), "is no checkpoint of `referee tune`");
        fails(whole.replace("tune/1", "tune/2"), "format botyard-tune/2, not botyard-tune/1");
        fails(whole.replace("[9,7]", "[[9],[7]]"), "damaged: iteration 2 cannot have been played");
        fails(whole.replace("[9,7]", "[9]"), "damaged: iteration 2 cannot have been played");
        fails(whole.replace("[9,7]", "[9,17]"), "damaged: iteration 2 cannot have been played");
        fails(whole.replace("[8,8]", &["[8,8]"; 30].join(",")), "iteration 21 cannot have been");
        fails(whole.replace("[9,7]", "[7,9]"), "does not lead to the values it holds");
    }
}
