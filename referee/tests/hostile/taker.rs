//! A program that tries to take more than its share: one deed on each turn, named by the line that it reads. It answers
//! `nothing` if the system refused the deed. Otherwise it keeps what it has taken for a minute.
//!
//! Each deed is bounded in number and in time. Like `deeds.rs`, it is compiled with plain `rustc`.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;
use std::thread;
use std::time::Duration;

unsafe extern "C" {
    safe fn fork() -> i32;
}

/// How long a deed is kept.
const KEPT: Duration = Duration::from_secs(60);

fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let is_done = match words.next().unwrap() {
            "start-600-processes" => started(600, || fork_sleeper()),
            "start-600-threads" => started(600, start_thread),
            // Deeds of an honest program.
            "start-200-threads" => {
                let done = if started(200, start_thread) { "done" } else { "nothing" };
                writeln!(stdout(), "{done}").unwrap();
                continue;
            }
            "rest" => {
                thread::sleep(Duration::from_millis(20));
                false
            }
            deed => panic!("unknown deed {deed}"),
        };
        if is_done {
            thread::sleep(KEPT);
        }
        writeln!(stdout(), "nothing").unwrap();
    }
}

/// Whether `most` could be started.
fn started(most: usize, start: impl Fn() -> bool) -> bool {
    (0..most).take_while(|_| start()).count() == most
}

fn fork_sleeper() -> bool {
    match fork() {
        0 => {
            thread::sleep(KEPT);
            exit(0)
        }
        child => child > 0,
    }
}

fn start_thread() -> bool {
    thread::Builder::new().stack_size(1 << 14).spawn(|| thread::sleep(KEPT)).is_ok()
}
