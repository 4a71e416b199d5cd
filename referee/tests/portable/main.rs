//! The program from end to end, on each operating system that this machine can run programs of.
//!
//! The tests start programs and read files only, so they can try programs of another system by a runner:
//!
//! ```text
//! cargo test -p referee --test portable
//! scripts/windows          # builds the programs for Windows, and runs the same tests on them with Wine
//! ```
//!
//! `BOTYARD_PORTABLE` names the folder of the programs `referee-toys`, `rogue`, `exchanges` and of the bots,
//! `BOTYARD_RUNNER` the program that runs them. With `BOTYARD_KILLS=20` a duel is killed at 20 moments, with
//! `BOTYARD_CASES=all` 200 games are played that must leave nothing.

mod bots;
mod faults;
#[cfg(unix)]
mod interrupts;
mod kills;
mod leftovers;
mod names;
mod runs;
mod same;
mod scripts;
mod serving;
mod speed;

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The longest time for anything, on a busy machine.
const LONGEST: Duration = Duration::from_secs(120);

/// A program that Wine has not begun to run after this time counts as lost.
const LOST: Duration = Duration::from_secs(20);

/// Kills a process by its number.
fn end(id: &str) {
    let _ = Command::new("kill").arg(id).status();
}

/// The programs of one operating system.
#[derive(Clone)]
struct Programs {
    folder: Option<PathBuf>,
    runner: Option<OsString>,
}

impl Programs {
    fn get() -> Self {
        let folder = env::var_os("BOTYARD_PORTABLE").map(PathBuf::from);
        Self { folder, runner: env::var_os("BOTYARD_RUNNER") }
    }

    fn is_of_windows(&self) -> bool {
        self.folder.as_deref().is_some_and(|folder| folder.join("rogue.exe").is_file())
    }

    /// Whether they are programs of Windows and this machine is not.
    fn is_in_wine(&self) -> bool {
        self.is_of_windows() && self.runner.is_some()
    }

    /// The file of a program.
    fn file(&self, name: &str) -> PathBuf {
        match &self.folder {
            Some(folder) if self.is_of_windows() => folder.join(format!("{name}.exe")),
            Some(folder) => folder.join(name),
            None if name == "rogue" => env!("CARGO_BIN_EXE_rogue").into(),
            None if name == "exchanges" => env!("CARGO_BIN_EXE_exchanges").into(),
            None => env!("CARGO_BIN_EXE_referee-toys").into(),
        }
    }

    /// A command in a folder.
    fn command(&self, program: &Path, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = match &self.runner {
            Some(runner) => {
                let mut command = Command::new(runner);
                command.arg(program);
                command
            }
            None => Command::new(program),
        };
        command.args(arguments).current_dir(folder).stdin(Stdio::null());
        command
    }
}

/// A folder in which the referee runs, with the programs of one system.
struct Yard {
    programs: Programs,
    folder: TempDir,
    /// A folder in which programs are searched for by their names.
    path: Option<PathBuf>,
    /// The folder for temporary files. Wine takes its own.
    temporary: Option<PathBuf>,
}

/// A command whose output goes to files: a process that outlives it would keep a pipe open for ever.
struct Started {
    running: Running,
    out: File,
    err: File,
}

impl Started {
    fn new(mut command: Command) -> Self {
        let [out, err] = [(); 2].map(|()| tempfile::tempfile().unwrap());
        command.stdout(out.try_clone().unwrap()).stderr(err.try_clone().unwrap());
        Self { running: Running(command.spawn().unwrap()), out, err }
    }
}

/// What was written to a file, with the line ends of this system.
fn text(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
}

/// How a command ended.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Yard {
    fn new() -> Self {
        Self::with(Programs::get())
    }

    fn with(programs: Programs) -> Self {
        let folder = TempDir::new().unwrap();
        let yard = Self { programs, folder, path: None, temporary: None };
        let ending = if yard.programs.is_of_windows() { ".exe" } else { "" };
        // The bots stand in a folder whose name has what command lines stumble on.
        fs::create_dir(yard.at(BOTS)).unwrap();
        fs::copy(yard.programs.file("rogue"), yard.at(BOTS).join(format!("rogue{ending}")))
            .unwrap();
        yard
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, line: &[&str]) -> Command {
        self.command_of("referee-toys", line)
    }

    fn command_of(&self, program: &str, line: &[&str]) -> Command {
        let file = self.programs.file(program);
        let mut command = self.programs.command(&file, self.folder.path(), line);
        if let Some(path) = &self.path {
            // Wine does not take over the folders of this machine.
            let name = if self.programs.is_in_wine() { "WINEPATH" } else { "PATH" };
            let more = env::var(name).unwrap_or_default();
            let separator = if self.programs.is_of_windows() { ";" } else { ":" };
            command.env(name, format!("{}{separator}{more}", path.display()));
        }
        if let Some(folder) = &self.temporary {
            command.envs(["TMPDIR", "TEMP", "TMP"].map(|name| (name, folder)));
        }
        command
    }

    /// Runs a command.
    fn run(&self, line: &[&str]) -> Ended {
        let mut started = Started::new(self.command(line));
        let code = started.running.ended();
        Ended { code, out: text(&mut started.out), err: text(&mut started.err) }
    }

    /// Runs a command that must succeed.
    fn succeeds(&self, line: &[&str]) -> String {
        let ended = self.run(line);
        assert_eq!(ended.code, Some(0), "{line:?}: {}{}", ended.out, ended.err);
        ended.out
    }

    /// The lines of a file of JSON.
    fn lines(&self, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.at(name)).unwrap();
        assert!(!text.contains('\r'), "{name} has the line ends of another system");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The games of a log, each with its seed and the bots in their seats, sorted.
    fn games(&self, log: &str) -> Vec<String> {
        let lines = self.lines(log);
        let games = lines.iter().filter(|line| line.get("scores").is_some());
        let mut games: Vec<String> = games
            .map(|line| format!("{} {} {}", line["seed"], line["bots"], line["scores"]))
            .collect();
        games.sort();
        games
    }

    /// What was sent and answered in the recordings of a folder, in the order of their games.
    fn exchanges(&self, folder: &str) -> Vec<String> {
        let mut games = Vec::new();
        for entry in fs::read_dir(self.at(folder)).unwrap() {
            let path = entry.unwrap().path();
            let lines =
                self.lines(path.strip_prefix(self.folder.path()).unwrap().to_str().unwrap());
            let said = |line: &Value| format!("{} {} {}", line["seat"], line["sent"], line["got"]);
            let exchanges: Vec<String> = lines[1..].iter().map(said).collect();
            games.push(format!("{} {}", lines[0]["seed"], exchanges.join("\n")));
        }
        games.sort();
        games
    }

    /// Demands that soon no process is left whose command line names this folder, as those of its bots do. Only Linux
    /// lists them here, those of Wine too.
    fn demand_no_process(&self) {
        let begin = Instant::now();
        wait_until("no process is left", || {
            let left = self.processes();
            if begin.elapsed() > LOST {
                let lost = left.iter().filter(|(_, line)| self.is_lost_by_wine(line));
                lost.for_each(|(id, _)| end(id));
            }
            left.is_empty()
        });
    }

    /// Whether a command line still begins with Wine's own program, which takes itself out of it when a program begins.
    /// If the referee is killed in that moment, the new process waits for ever for an answer of Wine's server.
    fn is_lost_by_wine(&self, line: &[u8]) -> bool {
        let runner = self.programs.runner.as_ref().filter(|_| self.programs.is_in_wine());
        runner.is_some_and(|runner| line.starts_with(runner.as_encoded_bytes()))
    }

    /// The processes whose command line names this folder: their numbers, and their command lines.
    fn processes(&self) -> Vec<(String, Vec<u8>)> {
        let name = self.folder.path().file_name().unwrap().as_encoded_bytes().to_vec();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes
            .filter_map(|process| {
                let line = fs::read(process.path().join("cmdline")).ok()?;
                Some((process.file_name().into_string().ok()?, line))
            })
            .filter(|(_, line)| line.windows(name.len()).any(|it| it == name))
            .collect()
    }

    /// Whether a process lives that writes to a file again and again.
    fn beats(&self, file: &str) -> bool {
        let path = self.at(file);
        let before = fs::read_to_string(&path).unwrap_or_default();
        thread::sleep(Duration::from_millis(300));
        fs::read_to_string(&path).unwrap_or_default() != before
    }
}

/// The command line of the rogue bot for a deed.
fn rogue(deed: &str, file: &str) -> String {
    format!("\"./{BOTS}/rogue\" {deed} {file}")
}

/// The folder of the bots: a blank, an apostrophe and a letter beyond ASCII.
const BOTS: &str = "bots of Jörg's";

/// Waits for something.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + LONGEST;
    while !holds() {
        assert!(Instant::now() < until, "waited too long until {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A command that is ended when this is dropped.
struct Running(Child);

impl Running {
    /// Waits for its end. Returns the exit code.
    fn ended(&mut self) -> Option<i32> {
        let mut ended = None;
        wait_until("a command ends", || {
            ended = self.0.try_wait().unwrap();
            ended.is_some()
        });
        ended.and_then(|status| status.code())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
