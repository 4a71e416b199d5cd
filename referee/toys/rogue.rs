//! A bot for the game `nearest` that does what an honest one does not, on every operating system.
//!
//! `rogue DEED [FILE]`: it answers each line with 2, and does its deed at the third line. It can be tuned: its number `keel`
//! is the answer.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let word = |index: usize| arguments.get(index).map_or("", String::as_str);
    let (deed, file) = (word(0), word(1));
    if deed == "beat" {
        beat(file);
    }
    if deed == "work" {
        return work();
    }
    if arguments.iter().any(|it| it == "--params") {
        println!(r#"{{"name":"keel","whole":true,"default":2,"low":1,"high":9}}"#);
        return;
    }
    let keel = arguments.iter().find_map(|it| it.strip_prefix("keel=")).unwrap_or("2");
    if deed == "words" {
        fs::write(file, arguments.join("\n")).expect("write the words");
    }
    let mut lines = io::stdin().lock().lines();
    let mut out = io::stdout().lock();
    let mut turn = 0;
    while let Some(Ok(_)) = lines.next() {
        turn += 1;
        if turn == 3 {
            act(deed, file);
        }
        let answer = format!("{keel}{}", if deed == "crlf" { "\r\n" } else { "\n" });
        let written = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
        if written.is_err() {
            break;
        }
    }
    if deed == "deaf" {
        beat(file);
    }
}

/// Does a deed.
fn act(deed: &str, file: &str) {
    match deed {
        "hang" => beat(file),
        "die" => std::process::exit(3),
        "flood" => loop {
            let line = [b'x'; 1 << 14];
            if io::stdout().write_all(&line).is_err() {
                std::process::exit(1);
            }
        },
        "flood-errors" => {
            for _ in 0..2000 {
                let _ = io::stderr().write_all(&[b'e'; 1 << 10]);
            }
        }
        "fork" => start_and_wait(file),
        "fork-and-die" => {
            start_and_wait(file);
            std::process::exit(0);
        }
        "crowd" => {
            for _ in 0..100 {
                start("beat", file);
            }
            thread::sleep(Duration::from_secs(60));
        }
        "memory" => {
            let taken: Vec<Vec<u8>> = (0..64).map(|_| vec![1; 32 << 20]).collect();
            thread::sleep(Duration::from_secs(60));
            drop(taken);
        }
        // As long as it takes until the referee ends it: each of its processes works for a short time.
        "workers" => loop {
            let own = env::current_exe().expect("know this program");
            let _ = Command::new(own).arg("work").stdin(Stdio::null()).status();
        },
        "think" => loop {
            std::hint::spin_loop();
        },
        _ => {}
    }
}

/// Writes to a file again and again, for ever. So whoever reads the file knows whether this process lives.
fn beat(file: &str) -> ! {
    for beat in 0_u64.. {
        let _ = fs::write(file, beat.to_string());
        thread::sleep(Duration::from_millis(10));
    }
    unreachable!("the numbers do not end")
}

/// Takes some processor time.
fn work() {
    for number in 0..30_000_000_u64 {
        std::hint::black_box(number);
    }
}

/// Starts a process that writes to a file, and waits until it has.
fn start_and_wait(file: &str) {
    start("beat", file);
    for _ in 0..300 {
        if fs::metadata(file).is_ok_and(|it| it.len() > 0) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Starts this program once more.
fn start(deed: &str, file: &str) {
    let own = env::current_exe().expect("know this program");
    let mut command = Command::new(own);
    command.args([deed, file]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}
