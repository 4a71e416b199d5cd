//! C functions, and helpers that the actions share.

use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

unsafe extern "C" {
    pub fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    pub safe fn close(fd: i32) -> i32;
    pub safe fn fork() -> i32;
    pub safe fn getpid() -> i32;
    pub fn memfd_create(name: *const std::ffi::c_char, flags: u32) -> i32;
    pub fn mmap(at: *mut u8, bytes: usize, rights: i32, kind: i32, file: i32, offset: i64) -> *mut u8;
    pub fn munmap(at: *mut u8, bytes: usize) -> i32;
    pub fn prctl(option: i32, value: *mut i32) -> i32;
    pub safe fn raise(signal: i32) -> i32;
    pub fn sched_getaffinity(pid: i32, bytes: usize, cores: *mut u64) -> i32;
    pub fn sched_setaffinity(pid: i32, bytes: usize, cores: *const u64) -> i32;
    pub safe fn setsid() -> i32;
    pub safe fn signal(signal: i32, handler: usize) -> usize;
    pub fn wait(status: *mut i32) -> i32;
}

/// Uses a core for this many milliseconds of CPU time.
pub fn think(millis: i32) {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let used = || {
        let mut time = [0; 2];
        assert_eq!(unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &raw mut time) }, 0);
        Duration::new(time[0] as u64, time[1] as u32)
    };
    let until = used() + Duration::from_millis(millis as u64);
    while used() < until {}
}

/// Sleeps for longer than any test.
pub fn sleep_long() {
    sleep(Duration::from_secs(600));
}

/// Computes for longer than its test.
pub fn spin() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {}
}

/// Writes bytes at once; exits if nobody reads them.
pub fn say(bytes: &[u8]) {
    let mut out = stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(9);
    }
}

/// Reads one line, byte by byte, so that what follows it is not lost.
pub fn line() -> String {
    let mut line = Vec::new();
    for byte in stdin().lock().bytes() {
        match byte.unwrap() {
            b'\n' => return String::from_utf8(line).unwrap(),
            byte => line.push(byte),
        }
    }
    exit(8);
}

pub fn echo() {
    loop {
        echo_once();
    }
}

pub fn echo_once() {
    say(format!("{}\n", line()).as_bytes());
}

pub fn wait_for(file: &str) {
    while !Path::new(file).exists() {
        sleep(Duration::from_millis(1));
    }
}

pub fn child(run: impl FnOnce()) {
    if fork() == 0 {
        run();
        exit(0);
    }
}

/// Starts a process whose parent ends, and returns when it has written its id.
pub fn orphan(file: &str) {
    child(|| {
        setsid();
        child(|| {
            for ignored in [1, 2, 15] {
                signal(ignored, 1);
            }
            // Renamed when complete, because the reader must not see half a number.
            std::fs::write(format!("{file}.tmp"), getpid().to_string()).unwrap();
            std::fs::rename(format!("{file}.tmp"), file).unwrap();
            sleep_long();
        });
    });
    wait_for(file);
}

/// Keeps this process and its children on the first core that it may use.
pub fn stay_on_one_core() {
    let mut cores = [0u64; 16];
    let bytes = size_of_val(&cores);
    assert!(unsafe { sched_getaffinity(0, bytes, cores.as_mut_ptr()) } >= 0);
    let (word, core) = (0..16)
        .find_map(|word| (cores[word] != 0).then(|| (word, cores[word].trailing_zeros())))
        .expect("a process may use a core");
    cores = [0; 16];
    cores[word] = 1 << core;
    assert_eq!(unsafe { sched_setaffinity(0, bytes, cores.as_ptr()) }, 0);
}

pub fn take_memory() {
    let mut kept = Vec::new();
    loop {
        kept.push(vec![1u8; 1 << 20]);
        sleep(Duration::from_micros(100));
    }
}
