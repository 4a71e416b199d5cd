//! Other machines on which games may be played: the tables `[on.NAME]`.

use serde::{Deserialize, Serialize};

/// What starts the tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnEngine {
    /// No other machine: the games are played here.
    #[default]
    Local,
    /// Job arrays of Slurm.
    Slurm,
    /// GNU parallel, on this machine or over ssh.
    Parallel,
    /// A command of the user's own.
    Command,
}

/// Other machines: what starts tasks there, and how many.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OnTable {
    /// What starts the tasks.
    pub engine: OnEngine,
    /// Slurm: the partition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Slurm: the longest time of a task, as `sbatch --time` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Slurm: the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Slurm and GNU parallel: further words of their command lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// GNU parallel: the machines, as `--sshlogin` takes them; none is this machine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sshlogin: Vec<String>,
    /// GNU parallel: a file with the machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sshloginfile: Option<String>,
    /// GNU parallel: tasks at the same time on each machine; as many as it has cores if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<u16>,
    /// GNU parallel: whether the machines have no folder in common with this one. The referee, the bots and the batches are
    /// copied to them, and the results back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copy: bool,
    /// A container of Apptainer in which tasks run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Command: the template that starts tasks, with `{array}`, `{count}`, `{task}`, `{command}` and `{quoted}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submit: Option<String>,
    /// Command: the template that ends them, with `{id}`: the last line that `submit` printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancel: Option<String>,
    /// The most batches that wait or are played at one time; 64 if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batches: Option<u32>,
    /// How long a batch should take, in seconds; 60 if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch_s: Option<f64>,
    /// After how many seconds without a sign of life a task counts as lost, where its engine does not say what became of
    /// it; 600 if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_after_s: Option<f64>,
}

impl OnTable {
    /// A field that has no effect with this engine, or a number that makes no sense; `None` if all fields can be used.
    pub fn mistake(&self) -> Option<String> {
        use OnEngine::{Command, Local, Parallel, Slurm};
        let fields: [(&str, bool, &[OnEngine]); 10] = [
            ("partition", self.partition.is_some(), &[Slurm]),
            ("time", self.time.is_some(), &[Slurm]),
            ("account", self.account.is_some(), &[Slurm]),
            ("options", !self.options.is_empty(), &[Slurm, Parallel]),
            ("sshlogin", !self.sshlogin.is_empty(), &[Parallel]),
            ("sshloginfile", self.sshloginfile.is_some(), &[Parallel]),
            ("jobs", self.jobs.is_some(), &[Parallel]),
            ("copy", self.copy, &[Parallel]),
            ("submit", self.submit.is_some(), &[Command]),
            ("cancel", self.cancel.is_some(), &[Command]),
        ];
        let is_strange = |it: &&(&str, bool, &[OnEngine])| it.1 && !it.2.contains(&self.engine);
        if let Some((name, _, _)) = fields.iter().find(is_strange) {
            let engine = match self.engine {
                Local => "local",
                Slurm => "slurm",
                Parallel => "parallel",
                Command => "command",
            };
            return Some(format!("`{name}` has no effect with the engine {engine}; leave it out"));
        }
        let seconds = [("batch-s", self.batch_s), ("lost-after-s", self.lost_after_s)];
        let bad = |it: &&(&str, Option<f64>)| {
            it.1.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0)
        };
        let bad = seconds.iter().find(bad).map(|(name, _)| *name);
        let bad = bad.or(Some("batches").filter(|_| self.batches == Some(0)));
        bad.map(|name| format!("`{name}` must be above 0"))
    }

    /// Changes one field, as `NAME=VALUE` on the command line does.
    ///
    /// # Errors
    /// A sentence, if there is no such field or the value does not fit.
    pub fn with(&self, name: &str, value: &str) -> Result<Self, String> {
        let mut table = toml::Table::try_from(self).map_err(|error| error.to_string())?;
        let text = toml::Value::String(value.to_owned());
        let parsed = format!("value = {value}").parse::<toml::Table>();
        let parsed = parsed.ok().and_then(|mut it| it.remove("value")).unwrap_or(text.clone());
        let is_list = matches!(name, "sshlogin" | "options");
        let mut kinds = vec![parsed, text.clone()];
        if is_list {
            kinds.insert(0, toml::Value::Array(vec![text]));
            if let Some(toml::Value::Array(known)) = table.get(name) {
                let longer = known.iter().cloned().chain([value.into()]).collect();
                kinds.insert(0, toml::Value::Array(longer));
            }
        }
        let mut error = String::new();
        for kind in kinds {
            table.insert(name.to_owned(), kind);
            match table.clone().try_into() {
                Ok(table) => return Ok(table),
                Err(why) => error = why.message().replace('\n', " "),
            }
        }
        Err(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_set_by_its_name_as_the_type_wants_it() {
        let table = OnTable::default();
        let table = table.with("batches", "7").unwrap().with("partition", "12").unwrap();
        assert_eq!((table.batches, table.partition.as_deref()), (Some(7), Some("12")));
        let table = table.with("sshlogin", "2/a").unwrap().with("sshlogin", "b").unwrap();
        assert_eq!(table.sshlogin, ["2/a", "b"]);
        assert!(table.with("bathces", "7").unwrap_err().contains("unknown field `bathces`"));
        assert!(table.with("batches", "many").unwrap_err().contains("invalid type"));
    }

    #[test]
    fn a_field_of_another_engine_is_a_mistake() {
        let table = OnTable { engine: OnEngine::Parallel, ..OnTable::default() };
        let mistake = |name, value| table.with(name, value).unwrap().mistake();
        assert_eq!((mistake("jobs", "2"), mistake("batch-s", "0.5")), (None, None));
        let strange = mistake("partition", "x").unwrap();
        assert_eq!(strange, "`partition` has no effect with the engine parallel; leave it out");
        assert_eq!(mistake("batch-s", "0").unwrap(), "`batch-s` must be above 0");
        assert_eq!(mistake("batches", "0").unwrap(), "`batches` must be above 0");
    }
}
