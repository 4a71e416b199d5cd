//! The rows of the table, and how they are run.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;

use tempfile::TempDir;

use crate::common::{code, command, err, out, succeeds, written};

/// A mistake, and what the answer to it must say.
#[derive(Clone, Copy)]
pub struct Row {
    /// What is typed after `referee`.
    pub call: &'static str,
    /// The thing: a file, a bot, an option or a value.
    thing: &'static str,
    /// What to do.
    remedy: &'static str,
    /// The exit code.
    code: i32,
    /// A contest file in the folder.
    pub file: Option<&'static str>,
    /// Standard output is a full disk.
    is_full: bool,
    /// The answer is on standard output, or follows a result there.
    has_output: bool,
}

/// A call that is refused: exit code 2 and nothing on standard output.
pub const fn row(call: &'static str, thing: &'static str, remedy: &'static str) -> Row {
    let (code, file, is_full, has_output) = (2, None, false, false);
    Row { call, thing, remedy, code, file, is_full, has_output }
}

impl Row {
    /// Another exit code.
    pub const fn code(self, code: i32) -> Self {
        Self { code, ..self }
    }

    /// With a file `botyard.toml` in a folder of its own.
    pub const fn with(self, file: &'static str) -> Self {
        Self { file: Some(file), ..self }
    }

    /// With a full disk as standard output.
    pub const fn full(self) -> Self {
        Self { is_full: true, ..self.code(1) }
    }

    /// With something on standard output.
    pub const fn prints(self) -> Self {
        Self { has_output: true, ..self }
    }

    /// What is wrong with the answer.
    fn fault(&self, shared: &Path) -> Option<String> {
        let own = TempDir::new().unwrap();
        let folder = match self.file {
            Some(text) => {
                fs::write(own.path().join("botyard.toml"), text).unwrap();
                own.path()
            }
            None => shared,
        };
        let words = shell_words::split(self.call).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut call = command(folder, &words);
        // There is no browser.
        call.env("PATH", "/usr/bin:/bin").env("BROWSER", "false").stdin(Stdio::null());
        if self.is_full {
            call.stdout(File::create("/dev/full").unwrap());
        }
        let output = call.output().unwrap();
        // Its name is drawn, and may look like a word that no user should meet.
        let place = folder.to_string_lossy().into_owned();
        let [said, printed] = [err(&output), out(&output)].map(|it| it.replace(&place, "FOLDER"));
        let all = if self.has_output { format!("{said}{printed}") } else { said.clone() };
        let fault = if code(&output) != self.code {
            format!("the exit code is {}", code(&output))
        } else if !printed.is_empty() && !self.has_output {
            format!("something is on standard output: {printed}")
        } else if !all.contains(self.thing) {
            format!("'{}' is not named", self.thing)
        } else if !all.contains(self.remedy) {
            format!("'{}' is not advised", self.remedy)
        } else {
            let text = if said.is_empty() { &printed } else { &said };
            stumble(text)?
        };
        Some(format!("referee {}\n  {fault}\n  {all}", self.call))
    }
}

/// Words that no user should meet.
const STRANGE: [&str; 26] = [
    "panicked",
    "backtrace",
    "os error",
    "struct ",
    "Some(",
    "None",
    "Err(",
    "Error",
    "unwrap",
    "invalid digit",
    "float literal",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i64",
    "f64",
    "sequence",
    "missing field",
    "invalid type",
    "entity not found",
    "ExitStatus",
    "wait_status",
    "expected value",
    "EOF",
];

/// What makes an answer hard to read, if something does.
pub fn stumble(said: &str) -> Option<String> {
    if let Some(word) = STRANGE.iter().find(|word| said.contains(*word)) {
        return Some(format!("it says '{word}'"));
    }
    let lines = said.lines().count();
    if lines > 3 || said.lines().any(|line| line.chars().count() > 420) {
        return Some(format!("it is too long: {lines} lines"));
    }
    let begins =
        ["error: ", "warning: ", "No browser ", "log.jsonl is ", "text.txt is ", "cut.jsonl ends "];
    let is_begun = said.lines().any(|line| begins.iter().any(|begin| line.starts_with(begin)));
    (!is_begun).then(|| "no line begins as an error does".to_owned())
}

/// Makes the mistakes of some rows, and lists all answers that are not good.
pub fn make(rows: &[Row]) {
    let folder = folder();
    let before = written(folder.path());
    let (next, faults) = (Mutex::new(rows.iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(row) = { next.lock().unwrap().next() } {
                    faults.lock().unwrap().extend(row.fault(folder.path()));
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} rows:\n{}", faults.len(), rows.len(), faults.join("\n"));
    assert!(written(folder.path()) == before, "a row has written something");
}

/// The folder in which the mistakes are made.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let play = ["play", "tron", "@random", "--seed", "1", "-q", "--record", "game.jsonl"];
    succeeds(folder.path(), &play);
    let duel = ["duel", "tron", "a=@random", "b=@random", "--games", "2", "--log", "log.jsonl"];
    succeeds(folder.path(), &[&duel[..], &["--keep", "all"]].concat());
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("sub")).unwrap();
    let game = fs::read_to_string(at("game.jsonl")).unwrap();
    let half: Vec<&str> = game.lines().take(5).collect();
    for (name, text) in [
        ("bot.py", "import sys\nfor line in sys.stdin:\n    print('UP', flush=True)\n"),
        ("text.txt", "hello\n"),
        ("empty.jsonl", ""),
        ("empty.map", ""),
        ("object.json", "{}\n"),
        ("list.json", "[1,2]\n"),
        ("page.html", "<!doctype html>\n"),
        ("cut.jsonl", &half.join("\n")),
        ("torn.jsonl", &game.replacen("\"seat\":1", "\"seat\":one", 1)),
        ("next.jsonl", &game.replacen("botyard/1", "botyard/2", 1)),
        ("checkpoint.json", "{\"format\":\"botyard-tune/1\",\"rounds\":[]}\n"),
    ] {
        fs::write(at(name), text).unwrap();
    }
    fs::write(at("binary"), [0x7f, b'E', b'L', b'F', 0, 1, 255, 254]).unwrap();
    folder
}
