//! Runs the programs of bots, alone and in whole games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, ScopedJoinHandle};

use serde_json::{Map, Value};

use super::recordings::{demand_replay, fixtures, load, sent_to};
use super::setup;
use crate::contest::Contest;
use crate::game::{Outcome, Seat};
use crate::play::play;
use crate::player::Player;
use crate::player::process::{Launch, ProcessPlayer};
use crate::recording::{Header, Recorder};
use crate::table::Table;

/// The factor for time limits in end-to-end games, so that a busy machine does not decide a game.
pub const ROOM_FOR_A_BUSY_MACHINE: f64 = 40.0;

/// A bot's program.
#[derive(Clone, Debug)]
pub struct Program(PathBuf);

/// Compiles one source file that needs no crate, with the compiler beside the running cargo if there is
/// one, not the first one in `PATH`; without optimisation, since the tests wait for it.
///
/// # Panics
/// If it does not compile.
pub fn compile(source: &Path, program: &Path) {
    let beside = std::env::var_os("CARGO").map(|cargo| Path::new(&cargo).with_file_name("rustc"));
    let rustc = beside.filter(|rustc| rustc.exists()).unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--edition", "2024", "--crate-name", "program", "-o"])
        .args([program, source])
        .status();
    assert!(status.expect("start rustc").success(), "cannot compile {}", source.display());
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to its standard output.
    pub out: String,
    /// What it wrote to its standard error stream.
    pub err: String,
}

impl Program {
    /// The program in this file: in a test of a bot's own crate `env!("CARGO_BIN_EXE_NAME")`.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self(file.into())
    }

    /// The name that it calls itself.
    fn name(&self) -> String {
        self.0.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Runs it to its end with this input.
    ///
    /// # Panics
    /// If it cannot be started, or writes bytes that are not UTF-8.
    pub fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Finished {
        let start = Command::new(&self.0)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = start.unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        let (stdin, input) = (child.stdin.take(), input.as_ref());
        let output = thread::scope(|scope| {
            // A program may end before it has read everything, which breaks the pipe.
            scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(input)));
            child.wait_with_output().expect("a child that was started can be waited for")
        });
        let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
        Finished { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Demands that input which is wrong ends the program with exit code 1 and one line on the
    /// standard error stream, which begins with the program's name and holds `part`.
    ///
    /// # Panics
    /// If it ends in another way.
    pub fn refuses_input(&self, arguments: &[&str], input: impl AsRef<[u8]>, part: &str) {
        let Finished { code, err, .. } = self.run(arguments, input);
        assert_eq!(code, Some(1), "{part}: {err}");
        assert!(err.starts_with(&format!("{}: ", self.name())), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains(part), "{err:?} should hold {part:?}");
    }

    /// Demands that these arguments end the program with exit code 2, one line on the standard error
    /// stream and nothing on the standard output.
    ///
    /// # Panics
    /// If it ends in another way.
    pub fn refuses_arguments(&self, arguments: &[&str]) {
        let Finished { code, out, err } = self.run(arguments, "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments:?}: {err}");
    }

    /// Checks the conventions of all command lines of bots: `--help` names the flags
    /// that all have and `flags`; each number of `--params` can be set to its default; unknown flags
    /// and numbers are refused; `bench` prints the same signature every time.
    ///
    /// # Panics
    /// If it breaks a convention.
    pub fn keeps_the_conventions(&self, flags: &[&str]) {
        let help = self.run(&["--help"], "").out;
        for flag in
            ["bench", "--nodes", "--seed", "--set", "--params", "--verbose"].iter().chain(flags)
        {
            assert!(help.contains(flag), "{help} should hold {flag}");
        }
        for line in self.run(&["--params"], "").out.lines() {
            let number: Value = serde_json::from_str(line).expect("a JSON object");
            let pair = format!("{}={}", number["name"].as_str().unwrap_or(""), number["default"]);
            let set = self.run(&["--set", &pair], "");
            assert_eq!((set.code, set.err.as_str()), (Some(0), ""), "{pair}");
        }
        for arguments in [&["--nodes"][..], &["--set", "nothing=1"], &["--dive"]] {
            self.refuses_arguments(arguments);
        }
        let few = ["bench", "--nodes", "2"];
        let signature = || self.signature(&few);
        let [one, other] = thread::scope(|scope| {
            [scope.spawn(signature), scope.spawn(signature)].map(ScopedJoinHandle::join)
        });
        assert_eq!(one.unwrap(), other.unwrap(), "the bench differs from run to run");
    }

    /// The signature that the bot's bench prints, 16 hexadecimal digits, with these arguments.
    ///
    /// # Panics
    /// If it does not print `signature DIGITS`, then `NUMBER nodes, NUMBER nodes per second`, and then
    /// remarks or nothing.
    pub fn signature(&self, arguments: &[&str]) -> String {
        let Finished { code, out, err } = self.run(arguments, "");
        assert_eq!(code, Some(0), "{err}");
        let (first, rest) = out.split_once('\n').unwrap_or_default();
        let second = rest.lines().next().unwrap_or_default();
        let per_second = second.contains(" nodes, ") && second.ends_with("nodes per second");
        let signature = first.strip_prefix("signature ").unwrap_or_default();
        let hexadecimal = signature.len() == 16 && u64::from_str_radix(signature, 16).is_ok();
        assert!(per_second && hexadecimal, "{out}");
        signature.to_owned()
    }

    /// Runs it with the input of each seat of each recorded game of a contest, which does not depend on its own answers.
    /// Returns all its answers.
    ///
    /// # Panics
    /// If it fails or writes to standard error.
    pub fn answers_to_recordings(&self, key: &str, arguments: &[&str]) -> Vec<String> {
        let mut answers = Vec::new();
        for file in fixtures(key) {
            let recording = load(&file);
            for seat in 0..recording.header.players.len() {
                let finished = self.run(arguments, sent_to(&recording, Seat(seat)));
                let (name, err) = (file.display(), &finished.err);
                assert!(finished.code == Some(0) && err.is_empty(), "{name}, seat {seat}: {err}");
                answers.extend(finished.out.lines().map(str::to_owned));
            }
        }
        answers
    }

    /// Seats the program, under the real clock with room for a busy machine.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn player(&self, name: &str, arguments: &[&str]) -> Box<dyn Player> {
        let arguments = arguments.iter().map(|word| (*word).to_owned());
        let mut launch = Launch::new(&self.0).args(arguments);
        launch.limits.timeout_factor = ROOM_FOR_A_BUSY_MACHINE;
        Box::new(ProcessPlayer::spawn(name, &launch).unwrap_or_else(|error| panic!("{error:#}")))
    }
}

/// Plays a game with the default options to its end, records it in a file and replays the recording.
///
/// # Panics
/// If the referee fails, or if the recording does not replay to the same outcome.
pub fn play_and_replay(
    contest: &dyn Contest,
    seed: &str,
    players: Vec<Box<dyn Player>>,
    file: &Path,
) -> Outcome {
    let setup = setup(contest, seed, Value::Object(Map::new()));
    let fail = |error: anyhow::Error| -> ! { panic!("seed {seed}: {error:#}") };
    let mut game = contest.start(&setup).unwrap_or_else(|error| fail(error.into()));
    let mut table = Table::new(players);
    let header = Header::new(contest.key(), &setup, table.names());
    let mut recorder =
        Recorder::overwrite(file, &header).unwrap_or_else(|error| fail(error.into()));
    let outcome =
        play(game.as_mut(), &mut table, &mut recorder).unwrap_or_else(|error| fail(error));
    recorder.result(&outcome).unwrap_or_else(|error| fail(error.into()));
    let (_, recorded) = demand_replay(file).result;
    let found = serde_json::to_value(&outcome).expect("an outcome can be written");
    assert_eq!(Value::Object(recorded), found, "seed {seed}");
    outcome
}
