//! A program that does one bad thing, named by its first argument.
//!
//! It is no part of the tests' crate: they compile it with plain `rustc`, so it declares the few C
//! functions that it wants.

use std::io::{Read, Write, stderr, stdin, stdout};
use std::path::Path;
use std::process::{abort, exit};
use std::thread::sleep;
use std::time::Duration;

unsafe extern "C" {
    fn close(fd: i32) -> i32;
    fn fork() -> i32;
    fn getpid() -> i32;
    fn raise(signal: i32) -> i32;
    fn setsid() -> i32;
    fn signal(signal: i32, handler: usize) -> usize;
}

fn main() {
    let mut args = std::env::args().skip(1);
    let deed = args.next().expect("name a deed");
    let mut arg = || args.next().expect("the deed needs an argument");
    let mut number = || arg().parse().expect("the deed needs a number");
    match &*deed {
        "echo" => echo(),
        "say" => say(arg().as_bytes()),
        // Bytes as the test writes them, one argument a write.
        "bytes" => {
            for part in args {
                say(&part.replace("\\n", "\n").replace("\\r", "\r").into_bytes());
                sleep(Duration::from_millis(20));
            }
        }
        "bad-utf8" => say(b"a\xff\xfeb\n"),
        "count-to" => say((0..number()).map(|n| format!("{n}\n")).collect::<String>().as_bytes()),
        "endless-lines" => loop {
            say(b"spam\n");
        },
        "endless-line" => loop {
            say(&[b'x'; 1 << 16]);
        },
        "chatter" => {
            let line = [b'e'; 99];
            for _ in 0..number() / 100 {
                stderr().write_all(&line).unwrap();
                stderr().write_all(b"\n").unwrap();
            }
            eprintln!("last words");
            echo();
        }
        // Writes a lot on standard error, and then tells somebody else.
        "chatter-then-touch" => {
            stderr().write_all(&vec![b'e'; 4 << 20]).unwrap();
            std::fs::write(arg(), "").unwrap();
        }
        // Answers, then tells somebody else.
        "answer-then-touch" => {
            line();
            say(b"first\n");
            std::fs::write(arg(), "").unwrap();
        }
        "wait-for-answer-then-touch" => {
            line();
            wait_for(&arg());
            sleep(Duration::from_millis(20));
            say(b"later\n");
            std::fs::write(arg(), "").unwrap();
        }
        "wait-for-then-answer" => {
            line();
            wait_for(&arg());
            sleep(Duration::from_millis(20));
            say(b"last\n");
        }
        "close-input" => {
            unsafe { close(0) };
            say(b"one\n");
            sleep(Duration::from_millis(100));
            say(b"two\n");
        }
        "close-output" => {
            line();
            unsafe { close(1) };
        }
        "exit" => {
            line();
            eprint!("I am leaving");
            exit(number());
        }
        "answer-and-exit" => {
            line();
            say(b"bye\n");
            exit(number());
        }
        "signal" => {
            line();
            let deadly = number();
            unsafe {
                signal(deadly, 0);
                raise(deadly);
            }
        }
        "abort" => {
            line();
            abort();
        }
        // A child in the same group holds the pipes.
        "leave-a-child" => {
            line();
            child(|| linger());
            exit(4);
        }
        // An orphan in a session of its own, deaf to polite signals.
        "leave-an-orphan" => orphan(&arg()),
        "breed-and-answer" => {
            orphan(&arg());
            echo();
        }
        "devour" => devour(),
        "devour-in-a-child" => {
            child(|| devour());
        }
        "gulp-and-exit" => {
            line();
            let gulp = vec![1u8; (number() as usize) << 20];
            exit(i32::from(gulp[gulp.len() / 2]) - 1);
        }
        "ask-for-too-much" => {
            line();
            let much: Vec<u8> = std::hint::black_box(Vec::with_capacity(64 << 30));
            exit(much.len() as i32);
        }
        _ => panic!("unknown deed {deed}"),
    }
    linger();
}

/// Does nothing, for longer than any test.
fn linger() {
    sleep(Duration::from_secs(600));
}

/// Says bytes at once; is quiet when nobody listens.
fn say(bytes: &[u8]) {
    let mut out = stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(9);
    }
}

/// Reads one line, byte by byte, so that nothing behind it is lost.
fn line() -> String {
    let mut line = Vec::new();
    for byte in stdin().lock().bytes() {
        match byte.unwrap() {
            b'\n' => return String::from_utf8(line).unwrap(),
            byte => line.push(byte),
        }
    }
    exit(8);
}

fn echo() {
    loop {
        say(format!("{}\n", line()).as_bytes());
    }
}

fn wait_for(file: &str) {
    while !Path::new(file).exists() {
        sleep(Duration::from_millis(1));
    }
}

fn child(life: impl FnOnce()) {
    if unsafe { fork() } == 0 {
        life();
        exit(0);
    }
}

/// Starts a process that belongs to nobody, and returns when it has written its id.
fn orphan(file: &str) {
    child(|| {
        unsafe { setsid() };
        child(|| {
            for polite in [1, 2, 15] {
                unsafe { signal(polite, 1) };
            }
            // Complete or not there: the reader must not see half a number.
            std::fs::write(format!("{file}.tmp"), unsafe { getpid() }.to_string()).unwrap();
            std::fs::rename(format!("{file}.tmp"), file).unwrap();
            linger();
        });
    });
    wait_for(file);
}

fn devour() {
    let mut kept = Vec::new();
    loop {
        kept.push(vec![1u8; 1 << 20]);
        sleep(Duration::from_micros(100));
    }
}
