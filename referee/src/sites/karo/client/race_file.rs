//! A file that describes a race to be created.
//!
//! ```toml
//! name = "Around the lake"
//! map = 43
//! players = ["A", "B"]          # logins; the user always drives, too
//! zzz = 2
//! cps = true
//! startdirection = "classic"    # or formula1, free
//! crashallowed = "forbidden"    # or allowed, free
//! tags = ["!KaroIQ!"]
//! ```

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A race to be created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceFile {
    /// The title.
    pub name: String,
    /// The number of the map.
    pub map: u64,
    /// The logins of the other players.
    #[serde(default)]
    pub players: Vec<String>,
    /// The number of records by which a crash sets a car back.
    #[serde(default = "usual_zzz")]
    pub zzz: u32,
    /// Whether checkpoints have to be collected.
    #[serde(default = "yes")]
    pub cps: bool,
    /// `classic`, `formula1` or `free`.
    #[serde(default)]
    pub startdirection: Direction,
    /// `forbidden`, `allowed` or `free`.
    #[serde(default)]
    pub crashallowed: Crashes,
    /// Tags.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// The way around a circuit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The cars start away from the finish line.
    #[default]
    Classic,
    /// The cars cross the finish line first.
    Formula1,
    /// Cars may go in either direction.
    Free,
}

/// Whether players may crash on purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Crashes {
    /// Players must not crash on purpose.
    #[default]
    Forbidden,
    /// Players may crash on purpose.
    Allowed,
    /// The players have no agreement.
    Free,
}

fn usual_zzz() -> u32 {
    2
}

fn yes() -> bool {
    true
}

impl RaceFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first mistake in the text, with its line.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The body of the request, with the numbers of the players.
    pub fn body(&self, players: &[u64]) -> Value {
        json!({
            "name": self.name, "map": self.map, "players": players, "tags": self.tags,
            "options": {
                "zzz": self.zzz, "cps": self.cps, "startdirection": self.startdirection,
                "crashallowed": self.crashallowed,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_with_a_name_and_a_map_alone_has_the_usual_settings() {
        let race = RaceFile::parse("name = \"A\"\nmap = 3\n").unwrap();
        let options = json!({
            "zzz": 2, "cps": true, "startdirection": "classic", "crashallowed": "forbidden",
        });
        let body = json!({ "name": "A", "map": 3, "players": [], "tags": [], "options": options });
        assert_eq!(race.body(&[]), body);
    }

    #[test]
    fn a_race_is_read_from_a_file_and_mistakes_are_reported() {
        let race = RaceFile::parse("name = \"A\"\nmap = 3\nplayers = [\"B\"]\nzzz = 4\n").unwrap();
        let body = race.body(&[7]);
        assert_eq!((&body["players"], &body["map"]), (&json!([7]), &json!(3)));
        assert_eq!(body["options"]["startdirection"], "classic");
        assert_eq!(body["options"]["zzz"], 4);
        for wrong in [
            "name = \"A\"",
            "name = \"A\"\nmap = 3\nmaps = 4",
            "name = \"A\"\nmap = 3\nstartdirection = \"x\"",
        ] {
            assert!(RaceFile::parse(wrong).is_err(), "{wrong}");
        }
    }
}
