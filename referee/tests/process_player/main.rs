//! Real programs that do things that players should not do. None of them may block the referee, make it
//! fail, go on running after it, or get the fault of another program.

// Signals, file modes and limits of Unix.
#![cfg(unix)]

mod answers;
mod control_group;
mod ends;
mod memory;
mod overload;
mod starts;
mod streams;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use referee::game::{Expected, Fault, Request, Seat};
use referee::player::process::{Launch, ProcessPlayer, Walls};
use referee::player::{Player, Reply};
use referee::table::Table;
use referee::testkit::needs::Need;
use referee::testkit::programs::compile;

/// A time limit that no working program reaches, even on a busy machine.
const LONG: Duration = Duration::from_secs(300);
/// A time limit that is always reached, so it may be short.
const SHORT: Duration = Duration::from_millis(100);

/// The program in `hostile.rs`, compiled when it is first needed.
fn hostile() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/process_player/hostile.rs");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let program = folder.join("hostile");
        let own = folder.join(format!("hostile-{}", std::process::id()));
        compile(&source, &own);
        // Renamed when complete: another test process may compile it at the same time.
        std::fs::rename(&own, &program).expect("rename the compiled program");
        program
    })
}

/// The command that starts the hostile program.
fn launch(action: &[&str]) -> Launch {
    Launch::new(hostile()).args(action)
}

/// A program that writes nothing, and the time that it may take to start: its first fault does not come
/// earlier.
fn silent(startup: Duration) -> Launch {
    let mut launch = launch(&["say", ""]);
    launch.limits.startup = startup;
    launch
}

fn spawn(launch: &Launch) -> ProcessPlayer {
    // The tests find in /tmp what the programs write.
    let walls = Some(Walls { shared_tmp: true, ..Walls::default() });
    let launch = Launch { walls, ..launch.clone() };
    ProcessPlayer::spawn("bot", &launch).expect("start a program")
}

/// A table of hostile programs.
fn table(actions: &[&[&str]]) -> Table {
    Table::new(actions.iter().map(|action| boxed(&launch(action))).collect())
}

fn boxed(launch: &Launch) -> Box<dyn Player> {
    Box::new(spawn(launch))
}

fn expected(limit: Duration) -> Expected {
    Expected { lines: 1, limit, line_bytes: 1000 }
}

fn request(seat: usize, lines: &[&str], expected: Expected) -> Request {
    let lines = lines.iter().map(|&line| line.to_owned()).collect();
    Request { seat: Seat(seat), lines, expected: Some(expected) }
}

/// Asks seat 0 for one line.
fn ask(table: &mut Table, line: &str, limit: Duration) -> Reply {
    let mut replies =
        table.ask(&[request(0, &[line], expected(limit))]).expect("the referee has no error");
    assert_eq!(replies.len(), 1);
    replies.remove(0)
}

/// The answer of a reply without a fault.
#[track_caller]
fn answer(reply: &Reply) -> &str {
    assert_eq!((reply.answer.fault, reply.answer.lines.len()), (None, 1), "{reply:?}");
    &reply.answer.lines[0]
}

/// The detail of a reply with this fault.
#[track_caller]
fn fault(reply: &Reply, fault: Fault) -> &str {
    assert_eq!(reply.answer.fault, Some(fault), "{reply:?}");
    reply.detail.as_deref().expect("a fault has a detail")
}

/// Whether a process runs. A process that has ended but has not been waited for does not run.
fn exists(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap().trim_start().starts_with(['Z', 'X']))
}

/// Whether a process runs that was started with this word in its command line, such as the name of the file
/// that it writes. In a namespace a program knows only its number there, so it cannot tell the test its
/// process id.
fn runs_with(word: &str) -> bool {
    running_with(word).next().is_some()
}

/// The processes that run and were started with this word.
fn running_with(word: &str) -> impl Iterator<Item = String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().into_string().ok());
    pids.filter(|pid| pid.starts_with(|first: char| first.is_ascii_digit())).filter(move |pid| {
        let words = std::fs::read(Path::new("/proc").join(pid).join("cmdline"));
        let has_word = words.is_ok_and(|words| String::from_utf8_lossy(&words).contains(word));
        has_word && exists(pid)
    })
}

/// Waits for the end of all processes that were started with this word. If they do not end, the test fails and
/// kills them, because they hold the output of the tests open and the run would not end.
fn wait_for_end_of_all_with(word: &str) {
    let start = Instant::now();
    while runs_with(word) {
        if start.elapsed() > LONG {
            let left: Vec<String> = running_with(word).collect();
            for pid in left.iter().filter_map(|pid| pid.parse().ok()) {
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
            panic!("the processes {left:?} with {word} still run");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
