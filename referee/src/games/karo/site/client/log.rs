//! The log: the inputs of the conductor with their times, and its outputs, one JSON object per line.
//!
//! ```text
//! {"log":"botyard-karo/1","config":{…}}
//! {"at":1250,"in":{"Reply":[1,{"LoggedIn":7}]},"out":[{"Say":"logged in as A"}]}
//! {"bot":130001,"sent":["turn 2",…],"got":"MOVE 3 4 1 0"}
//! ```
//!
//! Times are microseconds since the start. Passwords, keys and cookies never reach the log.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::conductor::{Conductor, Config, Input, Micros, Output};
use super::runner::Thought;
use crate::terminal::json_line;

const FORMAT: &str = "botyard-karo/1";

/// A log that is being written.
pub struct Log {
    file: Option<BufWriter<File>>,
}

impl Log {
    /// Creates a log in a new file. Without a file nothing is written.
    ///
    /// # Errors
    /// The file exists, or cannot be created.
    pub fn create(file: Option<&Path>, config: &Config) -> Result<Self> {
        let Some(path) = file else { return Ok(Self { file: None }) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let file = File::options().write(true).create_new(true).open(path);
        let file = file.with_context(|| format!("cannot make the log {}", path.display()))?;
        let mut log = Self { file: Some(BufWriter::new(file)) };
        log.line(&json!({ "log": FORMAT, "config": config }))?;
        Ok(log)
    }

    /// Writes an input and its outputs, unless time has passed and nothing followed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note(&mut self, at: Micros, input: &Input, outputs: &[Output]) -> io::Result<()> {
        if *input == Input::Tick && outputs.is_empty() {
            return Ok(());
        }
        self.line(&json!({ "at": at, "in": input, "out": outputs }))
    }

    /// Writes the lines that a bot was sent, and its answer.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note_thought(&mut self, thought: &Thought) -> io::Result<()> {
        let Thought { game, sent, answer } = thought;
        let got = answer.as_ref().unwrap_or_else(|why| why);
        self.line(&json!({ "bot": game, "sent": sent, "got": got }))
    }

    fn line(&mut self, value: &Value) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "{}", json_line(value))?;
        file.flush()
    }
}

/// Feeds the inputs of a log to a conductor, which must produce the same outputs. Returns the number of
/// inputs.
/// # Errors
/// The text is not a log; or the first difference, with its line.
pub fn replay(text: &str) -> Result<usize> {
    let mut lines = text.lines().enumerate();
    let (_, head) = lines.next().context("the log is empty")?;
    let head: Value =
        serde_json::from_str(head).context("line 1: this is not a log of a client")?;
    if head["log"] != FORMAT {
        bail!("line 1: this is not a log of a client ({FORMAT})");
    }
    let config = serde_json::from_value(head["config"].clone()).context("line 1: the config")?;
    let mut conductor = Conductor::new(config);
    let mut count = 0;
    for (number, line) in lines {
        let number = number + 1;
        let value: Value = serde_json::from_str(line)
            .with_context(|| format!("line {number}: this is not JSON"))?;
        if value.get("bot").is_some() {
            continue;
        }
        let wrong = || format!("line {number}: this is not an input");
        let at = value["at"].as_u64().with_context(wrong)?;
        let input: Input = serde_json::from_value(value["in"].clone()).with_context(wrong)?;
        let done = serde_json::to_value(conductor.on(at, input))?;
        if done != value["out"] {
            bail!("line {number}: the log says {}, the client would {done}", value["out"]);
        }
        count += 1;
    }
    Ok(count)
}
