//! A program that tries to take more than its share: one deed on each turn, named by the line that it reads. It answers
//! `nothing` if the system refused the deed. Otherwise it keeps what it has taken for a minute.
//!
//! Each deed is bounded in number and in time, and takes at most 300 MB. Like `deeds.rs`, it is compiled with plain
//! `rustc`.

use std::fs::File;
use std::io::{BufRead, Write, stdin, stdout};
use std::mem::forget;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::process::exit;
use std::ptr::null_mut;
use std::thread;
use std::time::Duration;

unsafe extern "C" {
    safe fn epoll_create1(flags: i32) -> i32;
    fn epoll_ctl(epoll: i32, what: i32, file: i32, event: *const u8) -> i32;
    safe fn eventfd(value: u32, flags: i32) -> i32;
    safe fn fork() -> i32;
    fn madvise(address: *mut u8, bytes: usize, advice: i32) -> i32;
    fn memfd_create(name: *const std::ffi::c_char, flags: u32) -> i32;
    fn mmap(address: *mut u8, bytes: usize, access: i32, kind: i32, file: i32, from: i64)
    -> *mut u8;
    fn munmap(address: *mut u8, bytes: usize) -> i32;
    fn pipe(ends: *mut i32) -> i32;
    fn sendmsg(socket: i32, message: *const usize, flags: i32) -> isize;
    fn syscall(number: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64) -> i64;
}

/// Numbers of system calls: the first are the same on all processors.
const IO_URING_SETUP: i64 = 425;
const IO_URING_REGISTER: i64 = 427;
const OPEN_TREE: i64 = 428;
const MOVE_MOUNT: i64 = 429;
const FSOPEN: i64 = 430;
const FSCONFIG: i64 = 431;
const FSMOUNT: i64 = 432;
const CLONE3: i64 = 435;
#[cfg(target_arch = "x86_64")]
mod number {
    pub const BPF: i64 = 321;
    pub const CLONE: i64 = 56;
    pub const KEYCTL: i64 = 250;
    pub const MSGGET: i64 = 68;
    pub const MSGSND: i64 = 69;
    pub const PERF_EVENT_OPEN: i64 = 298;
    pub const SEMGET: i64 = 64;
    pub const SETNS: i64 = 308;
    pub const SHMGET: i64 = 29;
    pub const TIMER_CREATE: i64 = 222;
    pub const UNSHARE: i64 = 272;
    pub const USERFAULTFD: i64 = 323;
    pub const VMSPLICE: i64 = 278;
}
#[cfg(not(target_arch = "x86_64"))]
mod number {
    pub const BPF: i64 = 280;
    pub const CLONE: i64 = 220;
    pub const KEYCTL: i64 = 219;
    pub const MSGGET: i64 = 186;
    pub const MSGSND: i64 = 189;
    pub const PERF_EVENT_OPEN: i64 = 241;
    pub const SEMGET: i64 = 190;
    pub const SETNS: i64 = 268;
    pub const SHMGET: i64 = 194;
    pub const TIMER_CREATE: i64 = 107;
    pub const UNSHARE: i64 = 97;
    pub const USERFAULTFD: i64 = 282;
    pub const VMSPLICE: i64 = 75;
}

/// How long a deed is kept.
const KEPT: Duration = Duration::from_secs(60);
/// Twice what the tests allow.
const MUCH: usize = 200 << 20;
const PAGE: usize = 4096;

fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let answer = honest_deed(&line).unwrap_or_else(|| {
            if do_deed(&line) {
                thread::sleep(KEPT);
            }
            "nothing"
        });
        writeln!(stdout(), "{answer}").unwrap();
    }
}

/// What an honest program does, and its answer; `None` for another deed.
fn honest_deed(deed: &str) -> Option<&'static str> {
    match deed {
        "start-200-threads" => {
            Some(if started(200, start_thread) { "done" } else { "nothing" })
        }
        "rest" => {
            thread::sleep(Duration::from_millis(20));
            Some("nothing")
        }
        _ => None,
    }
}

/// Whether it succeeded.
fn do_deed(deed: &str) -> bool {
    match deed {
        "start-600-processes" => started(600, fork_sleeper),
        "start-600-threads" => started(600, start_thread),
        "take-page-tables" => take_page_tables(),
        "hide-in-a-ring" => hide_in_a_ring(),
        "hide-in-a-detached-disk" => hide_in_a_detached_disk(),
        "hide-in-socket-pairs" => hide_in_socket_pairs(),
        "hide-in-pipes-of-many" => hide_in_pipes_of_many(),
        "hide-in-transit" => hide_in_transit(),
        "hide-beneath-a-pipe" => hide_beneath_a_pipe(),
        "hide-in-message-queues" => hide_in_message_queues(),
        "hide-in-semaphores" => {
            let sets = (0..8).filter(|_| call(number::SEMGET, 0, 32_000, 0o1600) >= 0);
            sets.count() == 8
        }
        "hide-in-a-segment" => call(number::SHMGET, 0, 128 << 20, 0o1600) >= 0,
        "watch-files-a-million-times" => watch_files(),
        "start-60000-timers" => (0..60_000).all(|_| {
            let mut id = 0i32;
            call(number::TIMER_CREATE, 1, 0, &raw mut id as i64) == 0
        }),
        "make-a-namespace" => make_a_namespace(),
        "make-200-network-namespaces" => started(200, || {
            let (mut ends, mut answer) = ([0; 2], [0]);
            if unsafe { pipe(ends.as_mut_ptr()) } != 0 {
                return false;
            }
            match fork() {
                0 => {
                    let is_made = call(number::UNSHARE, 0x5000_0000, 0, 0) == 0;
                    let mut end = unsafe { File::from_raw_fd(ends[1]) };
                    end.write_all(&[u8::from(is_made)]).unwrap();
                    thread::sleep(KEPT);
                    exit(0)
                }
                child if child > 0 => {
                    let mut end = unsafe { File::from_raw_fd(ends[0]) };
                    drop(unsafe { File::from_raw_fd(ends[1]) });
                    std::io::Read::read_exact(&mut end, &mut answer).unwrap();
                    answer[0] == 1
                }
                _ => false,
            }
        }),
        "call-by-other-numbers" => call_by_other_numbers(),
        "use-odd-calls" => use_odd_calls(),
        deed => panic!("unknown deed {deed}"),
    }
}

fn call(number: i64, a: i64, b: i64, c: i64) -> i64 {
    unsafe { syscall(number, a, b, c, 0, 0, 0) }
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

/// Reads one byte of each two megabytes: no page of its own, but a page of the table for each.
fn take_page_tables() -> bool {
    const STEP: usize = 2 << 20;
    const PRIVATE_WITHOUT_RESERVE: i32 = 0x4022;
    let pages = MUCH / PAGE;
    unsafe {
        let memory = mmap(null_mut(), pages * STEP, 1, PRIVATE_WITHOUT_RESERVE, -1, 0);
        if memory as isize == -1 {
            return false;
        }
        // Otherwise one page of zeros has two megabytes.
        madvise(memory, pages * STEP, 15);
        (0..pages).for_each(|page| {
            memory.add(page * STEP).read_volatile();
        });
    }
    true
}

/// A file in memory with much in it.
fn full_file(mut file: File) -> Option<File> {
    let mebibyte = vec![1; 1 << 20];
    (0..MUCH >> 20).all(|_| file.write_all(&mebibyte).is_ok()).then_some(file)
}

fn file_in_memory() -> Option<File> {
    let file = unsafe { memfd_create(c"held".as_ptr(), 0) };
    (file >= 0).then(|| full_file(unsafe { File::from_raw_fd(file) }))?
}

/// The ring holds the file, which no process has open any more.
fn hide_in_a_ring() -> bool {
    let mut parameters = [0u8; 120];
    let ring = call(IO_URING_SETUP, 1, parameters.as_mut_ptr() as i64, 0);
    if ring < 0 {
        return false;
    }
    let Some(file) = file_in_memory() else { return false };
    let files = [file.as_raw_fd()];
    let (what, list) = (2, files.as_ptr() as i64);
    unsafe { syscall(IO_URING_REGISTER, ring, what, list, 1, 0, 0) == 0 }
}

/// A file on a disk in memory that is mounted nowhere.
fn hide_in_a_detached_disk() -> bool {
    const NEW_USERS_AND_MOUNTS: i64 = 0x1002_0000;
    let own = std::fs::metadata("/proc/self").unwrap();
    call(number::UNSHARE, NEW_USERS_AND_MOUNTS, 0, 0);
    let _ = std::fs::write("/proc/self/setgroups", "deny");
    let _ = std::fs::write("/proc/self/uid_map", format!("0 {} 1", own.uid()));
    let _ = std::fs::write("/proc/self/gid_map", format!("0 {} 1", own.gid()));
    let disk = call(FSOPEN, c"tmpfs".as_ptr() as i64, 0, 0);
    if disk < 0 || call(FSCONFIG, disk, 6, 0) != 0 {
        return false;
    }
    let mount = call(FSMOUNT, disk, 0, 0);
    let path = format!("/proc/self/fd/{mount}/file");
    File::create(path).ok().and_then(full_file).map(forget).is_some()
}

/// Sockets keep what nobody has received.
fn hide_in_socket_pairs() -> bool {
    let chunk = [1u8; 1 << 16];
    let mut kept = 0;
    while kept < MUCH {
        let Ok((mut one, other)) = UnixStream::pair() else { return false };
        one.set_nonblocking(true).unwrap();
        while let Ok(bytes) = one.write(&chunk) {
            kept += bytes;
        }
        forget((one, other));
    }
    true
}

/// Each pipe keeps two pages at least, whatever the user's limit for pipes is.
fn hide_in_pipes_of_many() -> bool {
    for _ in 0..30 {
        if fork() == 0 {
            let mut ends = [0; 2];
            while unsafe { pipe(ends.as_mut_ptr()) } == 0 {
                unsafe { File::from_raw_fd(ends[1]) }.write_all(&[1; PAGE]).unwrap();
            }
            thread::sleep(KEPT);
            exit(0);
        }
    }
    true
}

/// Files on their way through a socket, which no process has open. Each is small, so that it is soon on its way.
fn hide_in_transit() -> bool {
    let (one, other) = UnixStream::pair().unwrap();
    for _ in 0..MUCH >> 20 {
        let file = unsafe { memfd_create(c"held".as_ptr(), 0) };
        if file < 0 {
            return false;
        }
        let mut file = unsafe { File::from_raw_fd(file) };
        file.write_all(&[1; 1 << 20]).unwrap();
        let text = [1u8];
        let part = [text.as_ptr() as usize, 1];
        // The length, the level of sockets with the kind "files", and the file.
        let control = [20, 1 | 1 << 32, u64::from(file.as_raw_fd() as u32)];
        let message = [0, 0, part.as_ptr() as usize, 1, control.as_ptr() as usize, 24, 0];
        if unsafe { sendmsg(one.as_raw_fd(), message.as_ptr(), 0) } != 1 {
            return false;
        }
    }
    forget((one, other));
    true
}

/// A pipe that holds a byte of a large page keeps all of the page.
fn hide_beneath_a_pipe() -> bool {
    const LARGE: usize = 2 << 20;
    let mut ends = [0; 2];
    for number in 0..MUCH / LARGE {
        if number % 8 == 0 {
            unsafe { pipe(ends.as_mut_ptr()) };
        }
        unsafe {
            let memory = mmap(null_mut(), 2 * LARGE, 3, 0x22, -1, 0);
            madvise(memory, 2 * LARGE, 14);
            let aligned = memory.add(LARGE - memory as usize % LARGE);
            (0..LARGE).step_by(PAGE).for_each(|at| aligned.add(at).write_volatile(1));
            let part = [aligned as usize, 1];
            let is_held =
                syscall(number::VMSPLICE, i64::from(ends[1]), part.as_ptr() as i64, 1, 0, 0, 0) == 1;
            munmap(memory, 2 * LARGE);
            if !is_held {
                return false;
            }
        }
    }
    true
}

/// Queues of System V keep their messages without a process.
fn hide_in_message_queues() -> bool {
    let message = [1u64; 1 << 10];
    (0..1000).all(|_| {
        let queue = call(number::MSGGET, 0, 0o1600, 0);
        let send = || unsafe {
            syscall(number::MSGSND, queue, message.as_ptr() as i64, 8000, 0o4000, 0, 0)
        };
        queue >= 0 && send() == 0 && send() == 0
    })
}

/// Each of a thousand lists holds each of a thousand files.
fn watch_files() -> bool {
    let files: Vec<i32> = (0..1000).map(|_| eventfd(0, 0)).collect();
    (0..1000).all(|_| {
        let list = epoll_create1(0);
        files.iter().all(|&file| unsafe { epoll_ctl(list, 1, file, [0u8; 16].as_ptr()) } == 0)
    })
}

/// A namespace of any kind, by any call.
fn make_a_namespace() -> bool {
    const USERS: i64 = 0x1000_0000;
    const KINDS: [i64; 8] = [
        0x80,
        0x2_0000,
        0x200_0000,
        0x400_0000,
        0x800_0000,
        USERS,
        0x2000_0000,
        0x4000_0000,
    ];
    let by_clone = call(number::CLONE, USERS | 17, 0, 0);
    // Flags, then the signal at its end.
    let arguments = [USERS, 0, 0, 0, 17, 0, 0, 0];
    let by_clone3 = call(CLONE3, arguments.as_ptr() as i64, 64, 0);
    if by_clone == 0 || by_clone3 == 0 {
        exit(0);
    }
    let own = File::open("/proc/self/ns/uts").map_or(-1, |file| i64::from(file.as_raw_fd()));
    let is_unshared = KINDS.iter().any(|kind| call(number::UNSHARE, USERS | kind, 0, 0) == 0);
    is_unshared || by_clone > 0 || by_clone3 > 0 || call(number::SETNS, own, 0, 0) == 0
}

/// The same calls by the numbers of other kinds of programs.
#[cfg(target_arch = "x86_64")]
fn call_by_other_numbers() -> bool {
    let mut parameters = [0u8; 120];
    let pointer = parameters.as_mut_ptr() as i64;
    let mut by_gate = IO_URING_SETUP;
    // The entry for 32-bit programs.
    unsafe {
        std::arch::asm!(
            "xchg rbx, {first}", "int 0x80", "xchg rbx, {first}",
            first = inout(reg) 1i64 => _, inout("rax") by_gate, in("rcx") 0, in("rdx") 0,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
        );
    }
    const NOT_THERE: i64 = -38;
    let by_table = call(0x4000_0000 | IO_URING_SETUP, 1, pointer, 0);
    by_gate != NOT_THERE || by_table >= 0
}

#[cfg(not(target_arch = "x86_64"))]
fn call_by_other_numbers() -> bool {
    false
}

/// Calls that no bot needs.
fn use_odd_calls() -> bool {
    let mut event = [0u8; 128];
    event[0] = 1;
    event[4] = 128;
    let pointer = event.as_ptr() as i64;
    [
        unsafe { syscall(number::PERF_EVENT_OPEN, pointer, 0, -1, -1, 0, 0) },
        call(number::USERFAULTFD, 1, 0, 0),
        call(number::BPF, 0, pointer, 64),
        // The keys of the session.
        call(number::KEYCTL, 0, -3, 1),
        call(OPEN_TREE, -100, c"/".as_ptr() as i64, 1),
        call(MOVE_MOUNT, -1, -1, -1),
    ]
    .into_iter()
    .any(|result| result >= 0)
}
