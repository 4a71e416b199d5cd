//! A program that tries to get more time than it has: one deed on each turn, named by the line that it reads, or
//! by its first argument before it reads its first line. It answers `done`.
//!
//! It is not part of the tests' crate: the tests compile it with plain `rustc`. So it declares the few C
//! functions that it needs.

use std::ffi::c_void;
use std::fs::OpenOptions;
use std::io::{BufRead, Read, Write, stderr, stdin, stdout};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

unsafe extern "C" {
    fn clone(run: extern "C" fn(*mut c_void) -> i32, stack: *mut u8, flags: i32, argument: *mut c_void) -> i32;
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    safe fn fork() -> i32;
    safe fn kill(pid: i32, signal: i32) -> i32;
    safe fn pipe(ends: &mut [i32; 2]) -> i32;
    fn sched_getaffinity(pid: i32, bytes: usize, cores: *mut [u64; 16]) -> i32;
    fn sched_setaffinity(pid: i32, bytes: usize, cores: *const [u64; 16]) -> i32;
    fn sched_setscheduler(pid: i32, policy: i32, priority: *const i32) -> i32;
    safe fn setpriority(which: i32, who: u32, priority: i32) -> i32;
    fn sigaction(signal: i32, new: *const [u64; 19], old: *mut [u64; 19]) -> i32;
    fn signal(signal: i32, handler: usize) -> usize;
    fn syscall(number: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64) -> i64;
    safe fn tee(from: i32, to: i32, bytes: usize, flags: u32) -> isize;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
}

#[cfg(target_arch = "x86_64")]
const GETTID: i64 = 186;
#[cfg(not(target_arch = "x86_64"))]
const GETTID: i64 = 178;

fn main() {
    if let Some(deed) = std::env::args().nth(1) {
        before_the_first_line(&deed);
    }
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words.get(at).map_or(0, |word| word.parse().unwrap());
        act(words[0], number(1), number(2));
        writeln!(stdout(), "done").unwrap();
    }
}

/// What is done with the first line before it is read.
fn before_the_first_line(deed: &str) {
    match deed {
        // A copy of the line, which stays in the pipe.
        "copy-the-input" => {
            let mut ends = [0; 2];
            pipe(&mut ends);
            while tee(0, ends[1], 1000, 0) <= 0 {}
        }
        // The pipe can be opened for writing too.
        "put-the-input-back" => {
            let own = OpenOptions::new().read(true).write(true).open("/proc/self/fd/0").unwrap();
            let mut line = [0; 1000];
            let bytes = (&own).read(&mut line).unwrap();
            (&own).write_all(&line[..bytes]).unwrap();
        }
        // An honest program that takes its time to start.
        "start-slowly" => {}
        _ => panic!("unknown deed {deed}"),
    }
    thread::sleep(Duration::from_millis(600));
}

/// Does a deed with two numbers, mostly for how long to think and when to answer, in milliseconds.
fn act(deed: &str, think: u64, answer: u64) {
    let until = Instant::now() + Duration::from_millis(answer);
    match deed {
        "find-files-of-others" | "sleep-only" => {}
        // Threads and processes that wait for a core which only this program uses.
        "wait-idle" => waits_beside(&|| set_policy(5), false, think),
        "wait-batch" => waits_beside(&|| set_policy(3), false, think),
        "wait-niced" => waits_beside(&|| set_priority(19), false, think),
        "wait-pinned" => waits_beside(&|| {}, false, think),
        "wait-in-a-child" => waits_beside(&|| set_policy(5), true, think),
        "wait-in-a-vm-clone" => {
            pin(true);
            let clone = clone_with_vm();
            think_here(think);
            kill(clone, 9);
            unsafe { waitpid(clone, std::ptr::null_mut(), 0) };
        }
        "wait-and-move" => wait_and_move(think),
        "wait-in-turn" => {
            // Two threads on one core that wait for each other.
            let stop = Arc::new(AtomicBool::new(false));
            let others: Vec<_> = (0..2)
                .map(|_| {
                    let stop = Arc::clone(&stop);
                    thread::spawn(move || {
                        pin(true);
                        while !stop.load(Ordering::Relaxed) {
                            thread::yield_now();
                        }
                    })
                })
                .collect();
            thread::sleep(Duration::from_millis(think));
            stop.store(true, Ordering::Relaxed);
            others.into_iter().for_each(|other| other.join().unwrap());
        }
        "take-over-a-long-wait" => return take_over_a_long_wait(until),
        // The referee has to read all of it.
        "flood-the-errors" => flood(&[b'x'; 1 << 16], until),
        "drip-into-the-errors" => flood(b"x", until),
        "start-3000-threads" => {
            start_threads(3000);
            spin_until(until);
        }
        "start-short-workers" => workers(think, 8, &|| {}),
        "start-forgotten-workers" => workers(think, 8, &ignore_ends),
        "start-workers-without-wait" => workers(think, 8, &|| {
            // SA_NOCLDWAIT with the default action.
            let mut action = [0u64; 19];
            action[17] = 2;
            unsafe { sigaction(17, &raw const action, std::ptr::null_mut()) };
        }),
        "start-orphaned-workers" => orphaned_workers(think),
        "think" => spin(think),
        "work" => work(think),
        _ => panic!("unknown deed {deed}"),
    }
    thread::sleep(until.saturating_duration_since(Instant::now()));
}

/// Thinks for this much time on a core.
fn work(millis: u64) {
    let now = || {
        let mut time = [0i64; 2];
        unsafe { clock_gettime(3, &raw mut time) };
        Duration::new(time[0] as u64, time[1] as u32)
    };
    let until = now() + Duration::from_millis(millis);
    while now() < until {}
}

fn spin(millis: u64) {
    spin_until(Instant::now() + Duration::from_millis(millis));
}

fn spin_until(until: Instant) {
    while Instant::now() < until {
        std::hint::spin_loop();
    }
}

/// Keeps this thread on the first core that it may use, or allows all of them again.
fn pin(to_one: bool) {
    static ALL: std::sync::OnceLock<[u64; 16]> = std::sync::OnceLock::new();
    let all = *ALL.get_or_init(|| {
        let mut all = [0; 16];
        unsafe { sched_getaffinity(0, 128, &raw mut all) };
        all
    });
    unsafe { sched_setaffinity(0, 128, &if to_one { first_core(all) } else { all }) };
}

fn first_core(mut all: [u64; 16]) -> [u64; 16] {
    let word = all.iter().position(|word| *word != 0).unwrap();
    let lowest = all[word] & all[word].wrapping_neg();
    all = [0; 16];
    all[word] = lowest;
    all
}

fn set_policy(policy: i32) {
    unsafe { sched_setscheduler(0, policy, &0) };
}

fn set_priority(priority: i32) {
    setpriority(0, 0, priority);
}

/// The system does not keep children that have ended for this process.
fn ignore_ends() {
    unsafe { signal(17, 1) };
}

/// Thinks on the first core, though all are allowed.
fn think_here(millis: u64) {
    pin(true);
    pin(false);
    spin(millis);
}

/// A thread or a child that waits for the first core while this thread thinks there.
fn waits_beside(change: &(dyn Fn() + Sync), in_a_child: bool, millis: u64) {
    pin(true);
    pin(false);
    let stop = AtomicBool::new(false);
    let wait = || {
        pin(true);
        change();
        while !stop.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
    };
    if in_a_child {
        let child = fork();
        if child == 0 {
            wait();
        }
        think_here(millis);
        kill(child, 9);
        unsafe { waitpid(child, std::ptr::null_mut(), 0) };
        return;
    }
    thread::scope(|scope| {
        scope.spawn(wait);
        think_here(millis);
        stop.store(true, Ordering::Relaxed);
    });
}

extern "C" fn spin_for_ever(_: *mut c_void) -> i32 {
    loop {
        std::hint::spin_loop();
    }
}

/// A process that shares this one's memory.
fn clone_with_vm() -> i32 {
    const VM_AND_SIGCHLD: i32 = 0x100 | 17;
    let stack = Box::leak(vec![0u8; 1 << 16].into_boxed_slice());
    unsafe {
        clone(spin_for_ever, stack.as_mut_ptr().add(1 << 15), VM_AND_SIGCHLD, std::ptr::null_mut())
    }
}

/// A thread waits on the first core, and seems to be allowed on all cores most of the time.
fn wait_and_move(millis: u64) {
    let stop = AtomicBool::new(false);
    let number = std::sync::atomic::AtomicI64::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            number.store(unsafe { syscall(GETTID, 0, 0, 0, 0, 0, 0) }, Ordering::Relaxed);
            pin(true);
            set_policy(5);
            while !stop.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        while number.load(Ordering::Relaxed) == 0 {}
        let waiting = number.load(Ordering::Relaxed) as i32;
        pin(true);
        let mut all = [0; 16];
        pin(false);
        unsafe { sched_getaffinity(0, 128, &raw mut all) };
        let until = Instant::now() + Duration::from_millis(millis);
        while Instant::now() < until {
            unsafe {
                // A thread that waits is not moved as long as it may stay where it is.
                sched_setaffinity(waiting, 128, &all);
                sched_setscheduler(waiting, 0, &0);
                spin(4);
                sched_setaffinity(waiting, 128, &first_core(all));
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// A thread with a long wait in its past becomes the first thread of the process by an `exec`.
fn take_over_a_long_wait(until: Instant) {
    pin(true);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| spin(300));
        }
    });
    let left = until.saturating_duration_since(Instant::now()).as_millis();
    let other = thread::spawn(move || {
        pin(true);
        let rival = thread::spawn(|| spin(60));
        spin(60);
        rival.join().unwrap();
        pin(false);
        use std::os::unix::process::CommandExt;
        let script = format!("sleep {}; echo done; sleep 600", left as f64 / 1000.0 - 0.1);
        panic!("{}", std::process::Command::new("sh").args(["-c", &script]).exec());
    });
    other.join().unwrap();
}

/// Writes to standard error without end, while a thread waits on the first core.
fn flood(chunk: &[u8], until: Instant) {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(true);
            while !stop.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        while Instant::now() < until {
            let _ = stderr().write(chunk);
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// Threads that sleep: a look at all of them takes long.
fn start_threads(most: usize) {
    for _ in 0..most {
        let sleeper = thread::Builder::new().stack_size(16 << 10);
        if sleeper.spawn(|| thread::sleep(Duration::from_secs(20))).is_err() {
            break;
        }
    }
}

/// Children that think for a millisecond each, `at_once` at a time, until they have thought for this long.
fn workers(millis: u64, at_once: u64, prepare: &dyn Fn()) {
    prepare();
    for _ in 0..millis / at_once {
        for _ in 0..at_once {
            if fork() == 0 {
                spin(1);
                exit(0);
            }
        }
        while unsafe { waitpid(-1, std::ptr::null_mut(), 0) } > 0 {}
    }
}

/// The same, by processes whose parent has ended.
fn orphaned_workers(millis: u64) {
    for _ in 0..millis {
        let parent = fork();
        if parent == 0 {
            if fork() == 0 {
                spin(1);
            }
            exit(0);
        }
        unsafe { waitpid(parent, std::ptr::null_mut(), 0) };
    }
}
