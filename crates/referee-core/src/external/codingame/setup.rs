//! What a game of CodinGame's engine is made from.

use std::path::Path;

use serde_json::Value;

use super::super::host::is_one_line;
use super::block::header;
use crate::contest::{Setup, SetupError};
use crate::contest_file::Mode;
use crate::ordinary;
use crate::plain_words::{json_file_error, system_error};

/// The option that the engine takes as a property of its process rather than as a parameter of the game.
pub(in crate::external) const LEAGUE: &str = "league";

/// What a game is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::external) struct CodingameSetup {
    /// Number of players.
    pub(super) seats: usize,
    /// The league, where the contest has leagues.
    league: Option<String>,
    /// The lines after the number of players.
    lines: Vec<String>,
}

impl CodingameSetup {
    /// Reads a setup. `tests` is the folder of `test1.json` and so on, for games of one player.
    ///
    /// # Errors
    /// If the seed is not one of this engine, or a test cannot be read.
    pub(in crate::external) fn new(
        setup: &Setup,
        mode: Mode,
        tests: &Path,
    ) -> Result<Self, SetupError> {
        let seed = setup.integer_seed()?;
        let league = setup.options.get(LEAGUE).map(text);
        let lines = match mode {
            Mode::Multi => {
                // The engine seeds with `SecureRandom.setSeed`, which ignores 0.
                if seed == 0 {
                    let what = "a game of seed 0 is another one each time: seeds of this engine begin at 1";
                    return Err(SetupError(what.to_owned()));
                }
                let options = setup.options.iter().filter(|(name, _)| *name != LEAGUE);
                let options = options.map(|(name, value)| format!("{name}={}", text(value)));
                std::iter::once(format!("seed={seed}")).chain(options).collect()
            }
            Mode::Solo => test_lines(tests, seed)?,
        };
        if let Some(line) = lines.iter().find(|line| !is_one_line(line)) {
            return Err(SetupError(format!(
                "a parameter of this engine is one line without control characters, not {line:?}"
            )));
        }
        Ok(Self { seats: setup.seats, league, lines })
    }

    /// The league, where the contest has leagues.
    pub(in crate::external) fn league(&self) -> Option<&str> {
        self.league.as_deref()
    }

    /// The block that begins the game.
    pub(super) fn init(&self) -> Vec<String> {
        let first = [header("INIT", 1 + self.lines.len()), self.seats.to_string()];
        first.into_iter().chain(self.lines.iter().cloned()).collect()
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The lines of a test of a game of one player: the field `testIn` of `testN.json`.
fn test_lines(tests: &Path, number: i64) -> Result<Vec<String>, SetupError> {
    let file = tests.join(format!("test{number}.json"));
    let shown = file.display();
    let text = ordinary::read_text(&file).map_err(|error| {
        SetupError(format!(
            "cannot read {shown}: {}; the seed of a game of one player is the number of a test",
            system_error(&error)
        ))
    })?;
    let test: Value = serde_json::from_str(&text)
        .map_err(|error| SetupError(format!("{shown} is not JSON: {}", json_file_error(&error))))?;
    let lines = test["testIn"]
        .as_str()
        .ok_or_else(|| SetupError(format!("{shown} has no text `testIn`")))?;
    Ok(lines.lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn setup(seed: &str) -> Setup {
        let options = json!({"league": 3, "size": "big"}).as_object().unwrap().clone();
        Setup { seed: seed.to_owned(), options, seats: 2 }
    }

    #[test]
    fn options_are_parameters_except_the_league() {
        let it = CodingameSetup::new(&setup("17"), Mode::Multi, Path::new("")).unwrap();
        assert_eq!(it.init(), ["[[INIT] 3]", "2", "seed=17", "size=big"]);
        assert_eq!(it.league(), Some("3"));
    }

    #[test]
    fn seed_zero_is_refused() {
        let error = CodingameSetup::new(&setup("0"), Mode::Multi, Path::new("")).unwrap_err();
        assert!(error.0.contains("begin at 1"), "{error}");
    }

    #[test]
    fn the_seed_of_a_solo_game_is_a_test() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("test2.json"), r#"{"testIn":"5 6\n7","title":"x"}"#)
            .unwrap();
        let it = CodingameSetup::new(&setup("2"), Mode::Solo, folder.path()).unwrap();
        assert_eq!(it.init(), ["[[INIT] 3]", "2", "5 6", "7"]);
        let error = CodingameSetup::new(&setup("3"), Mode::Solo, folder.path()).unwrap_err();
        assert!(error.0.contains("test3.json"), "{error}");
        // A pipe is refused in the same way: reading it would never end.
        std::fs::create_dir(folder.path().join("test4.json")).unwrap();
        let error = CodingameSetup::new(&setup("4"), Mode::Solo, folder.path()).unwrap_err();
        assert!(error.0.contains("not an ordinary file"), "{error}");
    }
}
