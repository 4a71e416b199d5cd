//! The machine on which a game was played.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::shared::Shared;

/// The machine on which a game was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Written")]
pub struct PlayedOn {
    /// What is the same in many games.
    pub machine: Shared<OtherMachine>,
    /// How long some program of the machine waited for a core during the game, in microseconds; absent where the system
    /// does not say that. A longer time than the greatest number, some 71 minutes, counts as that.
    pub starved_micros: Option<u32>,
}

/// What the games of a machine have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OtherMachine {
    /// The name of the machine.
    pub name: String,
    /// Its processor, in the words of the system.
    pub processor: String,
    /// Nodes a second of the bot in each seat by its `bench` on the machine; 0 for a bot that has none. Empty if no bot
    /// has one.
    pub nodes_per_second: Vec<u64>,
    /// The time limits of each seat by `--calibrate`, in percent of those of the run; empty without.
    pub limit_percent: Vec<u64>,
}

/// Its form in a log.
#[derive(Deserialize)]
struct Written {
    name: String,
    processor: String,
    starved_micros: Option<u64>,
    #[serde(default)]
    nodes_per_second: Vec<u64>,
    #[serde(default)]
    limit_percent: Vec<u64>,
}

impl From<Written> for PlayedOn {
    fn from(written: Written) -> Self {
        let Written { name, processor, starved_micros, nodes_per_second, limit_percent } = written;
        let machine = OtherMachine { name, processor, nodes_per_second, limit_percent };
        Self::new(machine, starved_micros)
    }
}

impl PlayedOn {
    /// A game on a machine where programs waited this many microseconds for a core.
    pub fn new(machine: OtherMachine, starved_micros: Option<u64>) -> Self {
        let small = |micros| u32::try_from(micros).unwrap_or(u32::MAX);
        Self { machine: machine.into(), starved_micros: starved_micros.map(small) }
    }
}

impl Serialize for PlayedOn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OtherMachine { name, processor, nodes_per_second, limit_percent } = &*self.machine;
        let mut fields = serializer.serialize_struct("PlayedOn", 5)?;
        fields.serialize_field("name", name)?;
        fields.serialize_field("processor", processor)?;
        if let Some(micros) = self.starved_micros {
            fields.serialize_field("starved_micros", &micros)?;
        }
        if !nodes_per_second.is_empty() {
            fields.serialize_field("nodes_per_second", nodes_per_second)?;
        }
        if !limit_percent.is_empty() {
            fields.serialize_field("limit_percent", limit_percent)?;
        }
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_names_a_machine_as_it_always_did() {
        let plain = r#"{"name":"n1","processor":"cpu"}"#;
        let full = r#"{"name":"n1","processor":"cpu","starved_micros":7,"nodes_per_second":[9,0],"limit_percent":[50,100]}"#;
        for text in [plain, full] {
            let played: PlayedOn = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&played).unwrap(), text);
            assert_eq!(played.starved_micros.is_some(), text == full);
        }
        let long = PlayedOn::new(OtherMachine::default(), Some(1 << 40));
        assert_eq!(long.starved_micros, Some(u32::MAX));
    }
}
