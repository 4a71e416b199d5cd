//! A program that keeps the machine busy as honest programs do, for a limited time. Its first argument names the kind of
//! load.
//!
//! It is not part of the tests' crate: the tests compile it with plain `rustc`. So it declares the few C
//! functions that it needs.

use std::io::Write;
use std::process::exit;
use std::thread;
use std::time::{Duration, Instant};

unsafe extern "C" {
    safe fn fork() -> i32;
    fn sched_setaffinity(pid: i32, bytes: usize, cores: *const [u64; 16]) -> i32;
    fn sched_setscheduler(pid: i32, policy: i32, priority: *const i32) -> i32;
    safe fn setpriority(which: i32, who: u32, priority: i32) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
}

fn main() {
    let kind = std::env::args().nth(1).unwrap();
    const LONGEST: Duration = Duration::from_secs(20);
    let until = Instant::now() + LONGEST;
    let in_threads = |count: usize, run: &(dyn Fn() + Sync)| {
        thread::scope(|scope| (0..count).for_each(|_| drop(scope.spawn(run))));
    };
    let ends = || Instant::now() >= until;
    match &*kind {
        "busy-loops" => in_threads(2, &|| spin_until(until)),
        "one-core" => {
            let core: usize = std::env::args().nth(2).unwrap().parse().unwrap();
            let mut cores = [0u64; 16];
            cores[core / 64] = 1 << (core % 64);
            unsafe { sched_setaffinity(0, 128, &raw const cores) };
            spin_until(until);
        }
        "many-niced" => {
            setpriority(0, 0, 10);
            in_threads(24, &|| spin_until(until));
        }
        "memory" => {
            while !ends() {
                let mut memory = vec![0u8; 256 << 20];
                memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
                std::hint::black_box(&memory);
            }
        }
        "disk" => {
            let path = std::env::temp_dir().join(format!("load-{}", std::process::id()));
            while !ends() {
                let mut file = std::fs::File::create(&path).unwrap();
                (0..16).for_each(|_| file.write_all(&[1; 1 << 20]).unwrap());
                file.sync_all().unwrap();
                // The test may end this program at any time.
                std::fs::remove_file(&path).unwrap();
            }
        }
        "forks" => {
            while !ends() {
                for _ in 0..4 {
                    if fork() == 0 {
                        exit(0);
                    }
                }
                while unsafe { waitpid(-1, std::ptr::null_mut(), 0) } > 0 {}
            }
        }
        "real-time" => {
            // Without the right to do so it has the ordinary priority.
            unsafe { sched_setscheduler(0, 1, &5) };
            while !ends() {
                spin(8);
                thread::sleep(Duration::from_millis(8));
            }
        }
        "high-priority" => {
            setpriority(0, 0, -10);
            in_threads(2, &|| spin_until(until));
        }
        "bursts" => {
            while !ends() {
                in_threads(8, &|| spin(25));
                thread::sleep(Duration::from_millis(60));
            }
        }
        "timers" => in_threads(30, &|| {
            while !ends() {
                thread::sleep(Duration::from_micros(100));
            }
        }),
        "rest" => thread::sleep(LONGEST),
        _ => panic!("unknown load {kind}"),
    }
}

fn spin(millis: u64) {
    spin_until(Instant::now() + Duration::from_millis(millis));
}

fn spin_until(until: Instant) {
    while Instant::now() < until {
        std::hint::spin_loop();
    }
}
