//! The log: the inputs of the conductor with their times, and its outputs, one JSON object per line.
//!
//! ```text
//! {"log":"botyard-karo/1","config":{…}}
//! {"at":1250,"in":{"Reply":[1,{"LoggedIn":7}]},"out":[{"Say":"logged in as A"}]}
//! {"bot":130001,"sent":["turn 2",…],"got":"MOVE 3 4 1 0"}
//! {"over":130001,"game":{…}}
//! ```
//!
//! The last of these lines has a game that is over for the user, as the site showed it at last.
//!
//! Times are microseconds since the start. A client that is started again goes on in the same file, with a head of its
//! own; a line that a killed client has not finished is removed. Passwords, keys and cookies never reach the log.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::conductor::{Conductor, Config, Input, Micros, Output};
use super::runner::Thought;
use crate::games::karo::import::client_log::FORMAT;
use crate::terminal::json_line;

/// No line of a log is longer.
const MOST_HEAD_BYTES: u64 = 16 << 20;

/// A log that is being written.
pub struct Log {
    file: Option<BufWriter<File>>,
}

impl Log {
    /// Begins a log in a new file, or goes on in an earlier log. Without a file nothing is written.
    ///
    /// # Errors
    /// The file exists and is no log of a client, or it cannot be written.
    pub fn open(file: Option<&Path>, config: &Config) -> Result<Self> {
        let Some(path) = file else { return Ok(Self { file: None }) };
        let wrong = || format!("cannot write the log {}", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(wrong)?;
        }
        let options = File::options().read(true).append(true).create(true).clone();
        let mut file = options.open(path).with_context(wrong)?;
        let whole = whole_lines_bytes(&mut file).with_context(|| {
            format!("{}: give another --log, or remove the file", path.display())
        })?;
        file.set_len(whole).with_context(wrong)?;
        let mut log = Self { file: Some(BufWriter::new(file)) };
        log.line(&json!({ "log": FORMAT, "config": config })).with_context(wrong)?;
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

    /// Writes a game that is over, in the form of the site.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note_end(&mut self, game: u64, text: &str) -> io::Result<()> {
        let text: Value = serde_json::from_str(text).unwrap_or_default();
        self.line(&json!({ "over": game, "game": text }))
    }

    fn line(&mut self, value: &Value) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "{}", json_line(value))?;
        file.flush()
    }
}

/// The bytes of a log up to the end of its last whole line.
fn whole_lines_bytes(file: &mut File) -> Result<u64> {
    let mut head = Vec::new();
    let mut reader = BufReader::new(&*file);
    reader.by_ref().take(MOST_HEAD_BYTES).read_until(b'\n', &mut head)?;
    if head.is_empty() {
        return Ok(0);
    }
    let first: Option<Value> = serde_json::from_slice(&head).ok();
    ensure!(first.is_some_and(|it| it["log"] == FORMAT), "it is not a log of a client");
    let mut last = Vec::new();
    let end = file.seek(SeekFrom::End(0))?;
    let from = end.saturating_sub(MOST_HEAD_BYTES);
    file.seek(SeekFrom::Start(from))?;
    file.read_to_end(&mut last)?;
    let newline = last.iter().rposition(|byte| *byte == b'\n');
    let newline = newline.context("its last line is too long")?;
    Ok(from + newline as u64 + 1)
}

/// Feeds the inputs of a log to a conductor, which must produce the same outputs. Each head begins a new one. Returns
/// the number of inputs.
///
/// # Errors
/// The text is not a log; or the first difference, with its line.
pub fn replay(text: &str) -> Result<usize> {
    let mut conductor: Option<Conductor> = None;
    let mut count = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let not_a_log = || format!("line {number}: this is not a log of a client ({FORMAT})");
        let wrong = || match number {
            1 => not_a_log(),
            _ => format!("line {number}: this is not JSON"),
        };
        let value: Value = serde_json::from_str(line).with_context(wrong)?;
        if value["log"] == FORMAT {
            let config = serde_json::from_value(value["config"].clone());
            let config = config.with_context(|| format!("line {number}: the config"))?;
            conductor = Some(Conductor::new(config));
            continue;
        }
        let conductor = conductor.as_mut().with_context(not_a_log)?;
        if value.get("bot").is_some() || value.get("over").is_some() {
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
    ensure!(conductor.is_some(), "the log is empty");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::conductor::Reply;
    use super::*;

    fn config() -> Config {
        Config { user: "maks".to_owned(), speed: 1.0, create: Vec::new(), follows_plans: false }
    }

    /// Logs the first two steps of a client.
    fn begin(file: &Path) {
        let mut log = Log::open(Some(file), &config()).unwrap();
        let mut conductor = Conductor::new(config());
        let lost = Reply::Failed("no answer".to_owned());
        for (at, input) in [(0, Input::Tick), (1000, Input::Reply(1, lost))] {
            let outputs = conductor.on(at, input.clone());
            log.note(at, &input, &outputs).unwrap();
        }
    }

    #[test]
    fn a_client_that_is_started_again_goes_on_in_its_log() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("new/log.jsonl");
        begin(&file);
        // A killed client leaves the beginning of a line.
        let whole = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("{whole}{{\"at\":20")).unwrap();
        begin(&file);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, format!("{whole}{whole}"));
        assert_eq!(replay(&text).unwrap(), 4);
        let changed = text.replace("\"at\":1000", "\"at\":2000000000");
        assert!(replay(&changed).is_ok(), "the answer depends on the order alone");
        let error = replay(&text.replace("tried again", "given up")).unwrap_err();
        assert!(error.to_string().starts_with("line 3: the log says"), "{error}");
    }

    #[test]
    fn another_file_is_not_written_to() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("notes.txt");
        fs::write(&file, "my notes\n").unwrap();
        let error = format!("{:#}", Log::open(Some(&file), &config()).err().unwrap());
        assert!(error.contains("notes.txt: give another --log"), "{error}");
        assert!(error.contains("it is not a log of a client"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "my notes\n");
    }
}
