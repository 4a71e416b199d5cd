//! A program that does one thing that a player should not do. Its first argument names the thing.
//!
//! It is not part of the tests' crate: the tests compile it with plain `rustc`, so it uses only std.

use std::io::{Read, Write, stderr, stdin};
use std::path::Path;
use std::process::{abort, exit};
use std::thread::sleep;
use std::time::Duration;

#[path = "hostile/system.rs"]
mod system;

use system::*;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (action, args) = args.split_first().expect("name an action");
    let known = answers(action, args)
        || writes_much(action, args)
        || waits_for_a_file(action, args)
        || ends(action, args)
        || starts_others(action, args)
        || takes_memory(action, args)
        || uses_the_clock(action, args);
    assert!(known, "unknown action {action}");
    sleep_long();
}

/// The first argument as a number.
fn number(args: &[String]) -> i32 {
    args[0].parse().expect("the action needs a number")
}

fn answers(action: &str, args: &[String]) -> bool {
    match action {
        "echo" => echo(),
        "say" => say(args[0].as_bytes()),
        // Writes bytes as given by the test, one write for each argument.
        "bytes" => {
            for part in args {
                say(&part.replace("\\n", "\n").replace("\\r", "\r").into_bytes());
                sleep(Duration::from_millis(20));
            }
        }
        "bad-utf8" => say(b"a\xff\xfeb\n"),
        // Counts bytes after a pause in which the pipe of its input becomes full.
        "read-late" => {
            let first = line();
            sleep(Duration::from_millis(300));
            let mut rest = vec![0; number(args) as usize - first.len() - 1];
            stdin().lock().read_exact(&mut rest).unwrap();
            say(b"read\n");
        }
        "close-input" => {
            close(0);
            say(b"one\n");
            sleep(Duration::from_millis(100));
            say(b"two\n");
        }
        _ => return false,
    }
    true
}

fn writes_much(action: &str, args: &[String]) -> bool {
    match action {
        "count-to" => {
            let lines: String = (0..number(args)).map(|n| format!("{n}\n")).collect();
            say(lines.as_bytes());
        }
        "endless-lines" => loop {
            say(b"spam\n");
        },
        "endless-line" => loop {
            say(&[b'x'; 1 << 16]);
        },
        "write-stderr-then-echo" => {
            let line = [b'e'; 99];
            for _ in 0..number(args) / 100 {
                stderr().write_all(&line).unwrap();
                stderr().write_all(b"\n").unwrap();
            }
            eprintln!("last line");
            echo();
        }
        "write-stderr-then-touch" => {
            stderr().write_all(&vec![b'e'; 4 << 20]).unwrap();
            std::fs::write(&args[0], "").unwrap();
        }
        _ => return false,
    }
    true
}

/// Two programs that touch files and wait for them do their steps in a known order.
fn waits_for_a_file(action: &str, args: &[String]) -> bool {
    match action {
        "answer-then-touch" => {
            line();
            say(b"first\n");
            std::fs::write(&args[0], "").unwrap();
        }
        "wait-for-answer-then-touch" => {
            line();
            wait_for(&args[0]);
            sleep(Duration::from_millis(20));
            say(b"later\n");
            std::fs::write(&args[1], "").unwrap();
        }
        "wait-for-the-end-then-answer" => {
            line();
            wait_for(&args[0]);
            let process = std::fs::read_to_string(&args[0]).unwrap();
            while Path::new("/proc").join(&process).exists() {
                sleep(Duration::from_millis(1));
            }
            say(b"ended\n");
        }
        "wait-for-then-answer" => {
            line();
            wait_for(&args[0]);
            sleep(Duration::from_millis(20));
            say(b"last\n");
        }
        "answer-twice-wait-for-then-words-then-touch" => {
            say(b"one\ntwo\n");
            wait_for(&args[0]);
            stderr().write_all(b"words\n").unwrap();
            std::fs::write(&args[1], "").unwrap();
        }
        _ => return false,
    }
    true
}

fn ends(action: &str, args: &[String]) -> bool {
    match action {
        "close-output" => {
            line();
            close(1);
        }
        "exit" => {
            line();
            eprint!("I am leaving");
            exit(number(args));
        }
        "complain-and-exit" => {
            line();
            eprintln!("{}", args[1]);
            exit(number(args));
        }
        "answer-and-exit" => {
            line();
            say(b"bye\n");
            exit(number(args));
        }
        "signal" => {
            line();
            signal(number(args), 0);
            raise(number(args));
        }
        "abort" => {
            line();
            abort();
        }
        // The signal that the system sends to it when its supervisor ends.
        "say-death-signal" => {
            const PR_GET_PDEATHSIG: i32 = 2;
            let mut signal = 0;
            // SAFETY: the system writes one number.
            assert_eq!(unsafe { prctl(PR_GET_PDEATHSIG, &raw mut signal) }, 0);
            line();
            say(format!("{signal}\n").as_bytes());
        }
        _ => return false,
    }
    true
}

fn starts_others(action: &str, args: &[String]) -> bool {
    match action {
        // A child in the same group keeps the pipes open.
        "leave-a-child" => {
            line();
            child(sleep_long);
            exit(4);
        }
        // An orphan in a session of its own, which ignores all signals that can be ignored.
        "leave-an-orphan" => orphan(&args[0]),
        "leave-an-orphan-then-echo" => {
            orphan(&args[0]);
            echo();
        }
        // Two processes that compute without end on one core.
        "compete-for-a-core" => {
            echo_once();
            line();
            stay_on_one_core();
            child(spin);
            spin();
        }
        _ => return false,
    }
    true
}

fn takes_memory(action: &str, args: &[String]) -> bool {
    match action {
        "take-memory" => take_memory(),
        "take-memory-in-a-child" => child(take_memory),
        "take-memory-in-a-grandchild" => child(|| {
            child(take_memory);
            sleep_long();
        }),
        "take-megabytes-and-exit" => {
            line();
            let memory = vec![1u8; (number(args) as usize) << 20];
            exit(i32::from(memory[memory.len() / 2]) - 1);
        }
        // Two processes with the same amount of memory each.
        "hold-megabytes-twice" => {
            line();
            let hold = || {
                let memory = std::hint::black_box(vec![1u8; (number(args) as usize) << 20]);
                sleep_long();
                drop(memory);
            };
            child(hold);
            hold();
        }
        // A hundred children that take memory together, each only a little.
        "take-memory-in-a-crowd" => {
            line();
            for _ in 0..100 {
                child(take_memory);
            }
        }
        // Memory that belongs to no process: a file without a name, which is written but not mapped.
        "hold-a-file-in-memory" => {
            line();
            let file = unsafe { memfd_create(c"held".as_ptr(), 0) };
            let mut file = unsafe { <std::fs::File as std::os::fd::FromRawFd>::from_raw_fd(file) };
            let chunk = vec![1u8; 1 << 20];
            loop {
                file.write_all(&chunk).unwrap();
                sleep(Duration::from_micros(100));
            }
        }
        // Takes much memory, and frees it at once.
        "take-a-spike" => {
            line();
            const PRIVATE_ANONYMOUS: i32 = 0x22;
            let bytes = (number(args) as usize) << 20;
            let memory = unsafe { mmap(std::ptr::null_mut(), bytes, 3, PRIVATE_ANONYMOUS, -1, 0) };
            for page in (0..bytes).step_by(4096) {
                unsafe { memory.add(page).write_volatile(1) };
            }
            unsafe { munmap(memory, bytes) };
            sleep_long();
        }
        // Memory that a child shares.
        "share-a-mapping" => {
            line();
            const SHARED_ANONYMOUS: i32 = 0x21;
            let bytes = (number(args) as usize) << 20;
            let memory = unsafe { mmap(std::ptr::null_mut(), bytes, 3, SHARED_ANONYMOUS, -1, 0) };
            child(|| {
                for page in (0..bytes).step_by(4096) {
                    unsafe { memory.add(page).write_volatile(1) };
                }
                sleep_long();
            });
        }
        "reserve-too-much" => {
            line();
            let memory: Vec<u8> = std::hint::black_box(Vec::with_capacity(64 << 30));
            exit(memory.len() as i32);
        }
        // Four processes that share the same pages.
        "share-megabytes-then-answer" => {
            line();
            let memory = std::hint::black_box(vec![1u8; (number(args) as usize) << 20]);
            for _ in 0..3 {
                child(sleep_long);
            }
            // The referee takes many samples in this time.
            sleep(Duration::from_millis(500));
            say(format!("{}\n", memory.len() >> 20).as_bytes());
        }
        _ => return false,
    }
    true
}

fn uses_the_clock(action: &str, args: &[String]) -> bool {
    match action {
        "think" => {
            stay_on_one_core();
            loop {
                line();
                think(number(args));
                say(b"thought\n");
            }
        }
        "think-in-a-thread" => {
            stay_on_one_core();
            let millis = number(args);
            let (ask, asked) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                for () in asked {
                    think(millis);
                    say(b"thought\n");
                }
            });
            loop {
                line();
                ask.send(()).unwrap();
            }
        }
        // Uses a child to think for each answer.
        "think-in-children" => loop {
            line();
            child(|| think(number(args)));
            unsafe { wait(std::ptr::null_mut()) };
            say(b"thought\n");
        },
        "sleep-then-answer" => loop {
            line();
            sleep(Duration::from_millis(number(args) as u64));
            say(b"slept\n");
        },
        // Its last line on standard error comes after its answer.
        "answer-then-words" => loop {
            line();
            say(b"answer\n");
            think(5);
            stderr().write_all(b"last words\n").unwrap();
        },
        // The cores that it may use after it has tried to use all of them.
        "leave-the-core" => {
            let left = unsafe { sched_setaffinity(0, 128, [u64::MAX; 16].as_ptr()) } == 0;
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let cores = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:\t"));
            say(format!("{} {left}\n", cores.unwrap()).as_bytes());
        }
        "start-slowly" => {
            sleep(Duration::from_millis(number(args) as u64));
            echo();
        }
        "never-read" => sleep_long(),
        "answer-once" => {
            echo_once();
            line();
            stay_on_one_core();
            spin();
        }
        // In a session of its own, like a bot: the system divides the cores among sessions.
        "think-for-ever" => {
            setsid();
            stay_on_one_core();
            spin();
        }
        _ => return false,
    }
    true
}
