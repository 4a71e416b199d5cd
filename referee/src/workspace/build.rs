//! What cargo says while it builds, for somebody who waits.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use console::Term;
use indicatif::ProgressBar;

use crate::tell;

/// Reads what cargo says to its end, and tells what it does: on a terminal what it does now, elsewhere
/// a line every ten seconds, and everywhere at once that it waits for another build. Gives all lines.
pub fn follow(stream: impl Read + Send + 'static, package: &str) -> Vec<String> {
    let spinner = ProgressBar::new_spinner();
    if Term::stderr().is_term() {
        spinner.enable_steady_tick(Duration::from_millis(100));
    }
    let all = told(stream, package, Duration::from_secs(10), |now, line| match now {
        Told::Now => spinner.set_message(line),
        Told::ForGood => spinner.suspend(|| tell!("{line}")),
    });
    spinner.finish_and_clear();
    all
}

/// Whether a line stays true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// What is being done now.
    Now,
    /// A line of its own.
    ForGood,
}

fn told(
    stream: impl Read + Send + 'static,
    package: &str,
    every: Duration,
    mut tell: impl FnMut(Told, String),
) -> Vec<String> {
    let (sender, lines) = mpsc::channel();
    // It ends with the stream, which ends with cargo.
    thread::spawn(move || {
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines.for_each(|line| drop(sender.send(line)));
    });
    let mut all: Vec<String> = Vec::new();
    let (began, mut last) = (Instant::now(), Instant::now());
    loop {
        match lines.recv_timeout(every.saturating_sub(last.elapsed())) {
            Ok(line) => {
                let plain = console::strip_ansi_codes(line.trim()).into_owned();
                if plain.starts_with("Blocking") {
                    tell(Told::ForGood, format!("{package}: {plain}"));
                    last = Instant::now();
                }
                tell(Told::Now, plain);
                all.push(line);
            }
            Err(RecvTimeoutError::Timeout) => {
                let now = all.last().map_or("", |line| line.trim());
                let now = console::strip_ansi_codes(now).into_owned();
                let seconds = began.elapsed().as_secs();
                if !Term::stderr().is_term() {
                    let line = format!("still building {package} after {seconds} s: {now}");
                    tell(Told::ForGood, line);
                }
                last = Instant::now();
            }
            Err(RecvTimeoutError::Disconnected) => return all,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Write, pipe};

    use super::*;

    #[test]
    fn a_build_that_waits_for_another_says_so_at_once() {
        let said = "    Blocking waiting for file lock on build directory\n   Compiling ocean\n";
        let mut lines = Vec::new();
        let all =
            told(said.as_bytes(), "ocean", Duration::from_secs(3600), |_, line| lines.push(line));
        assert_eq!(lines[0], "ocean: Blocking waiting for file lock on build directory");
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn a_long_build_without_a_terminal_says_again_and_again_what_it_does() {
        let (reader, mut writer) = pipe().unwrap();
        writer.write_all(b"   Compiling gridkit v0.1.0\n").unwrap();
        let mut writer = Some(writer);
        let mut still = Vec::new();
        told(reader, "ocean", Duration::from_millis(5), |told, line| {
            if told == Told::ForGood {
                still.push(line);
            }
            if still.len() == 3 {
                // Cargo is done.
                writer = None;
            }
        });
        let begins = |line: &String| line.starts_with("still building ocean after ");
        assert!(still.len() >= 3 && still.iter().all(begins), "{still:?}");
        assert!(still[2].ends_with(" s: Compiling gridkit v0.1.0"), "{still:?}");
    }
}
