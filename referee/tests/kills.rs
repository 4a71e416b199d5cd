//! A run that is killed again and again, with full disks in between, ends with the same results as an
//! undisturbed run.
//!
//! Each command is killed a few times with the other tests. For more kills, and for a full disk of its own if
//! a file system may be mounted:
//!
//! ```text
//! BOTYARD_KILLS=100 cargo test -p referee --test kills -- --nocapture
//! ```

// Signals, file modes and limits of Unix.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use common::{err, toy_command, toy_referee, wait_until, written};
use serde_json::Value;
use tempfile::TempDir;

/// Kills of each command in the tests.
const KILLS: usize = 6;

fn wanted() -> usize {
    std::env::var("BOTYARD_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS)
}

/// A command, the files that it needs, and the files that it leaves.
struct Victim {
    name: &'static str,
    arguments: Vec<&'static str>,
    /// The file that must exist before the command is killed.
    phase: Option<&'static str>,
    log: &'static str,
    checkpoint: Option<&'static str>,
}

fn duel() -> Victim {
    Victim {
        name: "duel",
        arguments: vec![
            "duel",
            "nearest",
            "@five",
            "x=@random",
            "--option",
            "rounds=30",
            "--log",
            "log.jsonl",
            "--games",
            "400",
            "--keep",
            "losses",
            "--json",
        ],
        phase: None,
        log: "log.jsonl",
        checkpoint: None,
    }
}

fn ladder() -> Victim {
    Victim {
        name: "ladder",
        arguments: vec![
            "ladder",
            "nearest",
            "@five",
            "a=@random",
            "b=@random",
            "--option",
            "rounds=30",
            "--log",
            "log.jsonl",
            "--games",
            "150",
            "--keep",
            "faults",
            "--json",
        ],
        phase: None,
        log: "log.jsonl",
        checkpoint: None,
    }
}

/// A tuning with this many iterations, pairs in each, and games in its final duel. The limits are wide, so
/// that a busy machine does not decide a game.
fn tuning(name: &'static str, [iterations, pairs, finals]: [&'static str; 3]) -> Victim {
    let arguments = "tune nearest BOT --checkpoint tune.json --timeout-factor 1000 --option rounds=5 \
                     --iterations ITERATIONS --pairs PAIRS --final-games FINALS --log log.jsonl --json";
    let arguments = arguments.split(' ').map(|word| match word {
        "BOT" => "sh bot.sh",
        "ITERATIONS" => iterations,
        "PAIRS" => pairs,
        "FINALS" => finals,
        word => word,
    });
    let arguments = arguments.collect();
    Victim { name, arguments, phase: None, log: "log.jsonl", checkpoint: Some("tune.json") }
}

/// A program that always answers with its number.
const BOT: &str = r#"
keel=2
while [ $# -gt 0 ]; do
  case $1 in
    --params) echo '{"name":"keel","whole":true,"default":2,"low":1,"high":9}'; exit ;;
    --set) keel=${2#*=}; shift ;;
  esac
  shift
done
while read -r line; do echo $keel; done
"#;

/// A folder, on its own small disk if many kills are tried and this user may mount one.
struct Place {
    folder: TempDir,
    is_mounted: bool,
}

const DISK: usize = 3 << 20;

impl Place {
    fn new(with_disk: bool) -> Self {
        let folder = TempDir::new().unwrap();
        let size = format!("size={DISK}");
        let mount = ["-t", "tmpfs", "-o", &size, "tmpfs"];
        let mounted = with_disk.then(|| {
            let mounted = Command::new("mount").args(mount).arg(folder.path()).status();
            mounted.is_ok_and(|status| status.success())
        });
        let place = Self { folder, is_mounted: mounted == Some(true) };
        fs::write(place.path().join("bot.sh"), BOT).unwrap();
        place
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a command while the disk has room for only a few games.
    fn run_on_a_full_disk(&self, arguments: &[&str], round: usize) -> Output {
        if self.is_mounted {
            let filler = self.path().join("filler");
            let mut file = fs::File::create(&filler).unwrap();
            while file.write_all(&[0; 4096]).is_ok() {}
            let full = file.metadata().unwrap().len();
            file.set_len(full.saturating_sub(4096 * (round as u64 % 3))).unwrap();
            let output = toy_referee(self.path(), arguments);
            fs::remove_file(filler).unwrap();
            return output;
        }
        let log = fs::metadata(self.path().join("log.jsonl")).map_or(0, |about| about.len());
        let blocks = (log / 512 + 1 + round as u64 % 3).to_string();
        let limited = "trap '' XFSZ; ulimit -f $0; exec \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", limited, &blocks, env!("CARGO_BIN_EXE_referee-toys")]);
        command.args(arguments).current_dir(self.path()).output().unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_mounted {
            let _ = Command::new("umount").arg(self.folder.path()).status();
        }
    }
}

/// The results of a run, without the times, which differ from run to run.
fn results(victim: &Victim, folder: &Path) -> String {
    let timeless = |mut value: Value| {
        strip_times(&mut value);
        value.to_string()
    };
    let text = fs::read_to_string(folder.join(victim.log)).unwrap();
    let mut lines: Vec<String> =
        text.lines().map(|line| timeless(serde_json::from_str(line).unwrap())).collect();
    lines.sort();
    let report = toy_referee(folder, &["report", victim.log, "--json"]);
    lines.push(timeless(serde_json::from_slice(&report.stdout).unwrap()));
    lines.extend(victim.checkpoint.map(|file| fs::read_to_string(folder.join(file)).unwrap()));
    lines.join("\n")
}

fn strip_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // The hashes of lines depend on their times and on their order.
            for name in ["times", "micros", "percent_of_limit", "after", "chain"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(strip_times);
        }
        Value::Array(values) => values.iter_mut().for_each(strip_times),
        _ => {}
    }
}

/// Runs a command to its end.
fn finish(victim: &Victim, place: &Place) -> String {
    let output = toy_referee(place.path(), &victim.arguments);
    assert_eq!(output.status.code(), Some(0), "{}: {}", victim.name, err(&output));
    results(victim, place.path())
}

/// Starts a command and kills it shortly after it has written something. Returns whether the kill came before
/// its end and in the intended phase.
fn kill(victim: &Victim, place: &Place, round: usize) -> (bool, bool) {
    let ready = || victim.phase.is_none_or(|file| place.path().join(file).is_file());
    let before = written(place.path());
    let mut child = toy_command(place.path(), &victim.arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| {
        child.try_wait().unwrap().is_some() || written(place.path()) != before && ready()
    });
    thread::sleep(Duration::from_micros(round as u64 * 7919 % 6_000));
    // This fails if the command has ended.
    let _ = child.kill();
    let status = child.wait().unwrap();
    (status.signal().is_some(), ready())
}

/// Kills a command as often as wanted, with a full disk after every few kills, and in a new folder when the
/// command has reached its end.
fn torture(victim: &Victim) {
    let wanted = wanted();
    let with_disk = wanted > KILLS;
    let expected = finish(victim, &Place::new(with_disk));
    let (mut kills, mut full, mut lives, mut round) = (0, 0, 0, 0);
    while kills < wanted {
        let place = Place::new(with_disk);
        lives += 1;
        let first = round + 1;
        loop {
            round += 1;
            // At first there are no results, so no command reaches its end.
            if round == first || round % 4 == 3 {
                let output = place.run_on_a_full_disk(&victim.arguments, round);
                let said = err(&output);
                let is_full =
                    said.contains("may not grow any further") || said.contains("the disk is full");
                let code = output.status.code();
                assert!(
                    code == Some(0) || [Some(1), Some(2)].contains(&code) && is_full,
                    "{}: {said}",
                    victim.name
                );
                assert!(!said.contains("panicked"), "{said}");
                full += usize::from(is_full);
                continue;
            }
            let (was_killed, counts) = kill(victim, &place, round);
            kills += usize::from(was_killed && counts);
            if !was_killed || kills == wanted {
                break;
            }
        }
        assert!(finish(victim, &place) == expected, "{}: other results", victim.name);
        let left: Vec<PathBuf> = leftovers(place.path());
        assert!(left.is_empty(), "{}: {left:?}", victim.name);
    }
    assert!(full > 0, "no disk was full");
    let disk = if with_disk { "disks" } else { "files" };
    println!("{}: {kills} kills, {full} full {disk}, {lives} folders, equal results", victim.name);
}

/// Files that only a run in progress needs.
fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let ends = ["part", "new", "lock", "rounds"];
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.extension().is_some_and(|end| ends.iter().any(|it| *it == end)))
        .collect()
}

#[test]
fn a_duel_that_is_killed_again_and_again_ends_like_another() {
    torture(&duel());
}

#[test]
fn a_ladder_that_is_killed_again_and_again_ends_like_another() {
    torture(&ladder());
}

#[test]
fn a_tuning_that_is_killed_again_and_again_ends_like_another() {
    torture(&tuning("tune", ["24", "2", "4"]));
}

#[test]
fn a_tuning_that_is_killed_in_its_final_duel_ends_like_another() {
    let tuning = tuning("tune, in its final duel", ["2", "1", "100"]);
    torture(&Victim { phase: Some("log.jsonl"), ..tuning });
}
