//! A program that tries to do harm: one deed on each turn, named by the line that it reads. It answers with
//! its result, or with `nothing` if the deed failed.
//!
//! A line is `DEED PID…`, with the process ids of its victims as the referee sees them. The program also
//! tries its own parent and every process that it can see.
//!
//! It is not part of the tests' crate: the tests compile it with plain `rustc`. So it declares the few C
//! functions that it needs.

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, Read, Write, stdin, stdout};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::Path;
use std::process::exit;
use std::time::{Duration, Instant};

unsafe extern "C" {
    fn fcntl(file: i32, command: i32) -> i32;
    safe fn fork() -> i32;
    safe fn getpid() -> i32;
    safe fn getppid() -> i32;
    fn ioctl(fd: i32, request: u64, argument: *const u8) -> i32;
    safe fn kill(pid: i32, signal: i32) -> i32;
    fn memfd_create(name: *const std::ffi::c_char, flags: u32) -> i32;
    fn mmap(address: *mut u8, bytes: usize, access: i32, kind: i32, file: i32, from: i64)
    -> *mut u8;
    fn munmap(address: *mut u8, bytes: usize) -> i32;
    fn prctl(option: i32, argument: u64, b: u64, c: u64, d: u64) -> i32;
    fn prlimit(pid: i32, what: i32, new: *const [u64; 2], old: *mut [u64; 2]) -> i32;
    fn ptrace(request: i64, pid: i32, address: u64, data: u64) -> i64;
    fn sched_setaffinity(pid: i32, bytes: usize, cores: *const u64) -> i32;
    safe fn setpriority(which: i32, who: u32, priority: i32) -> i32;
    safe fn setsid() -> i32;
    safe fn shmget(key: i32, size: usize, flags: i32) -> i32;
    fn syscall(number: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64) -> i64;
}

#[cfg(target_arch = "x86_64")]
mod number {
    pub const IOPRIO_SET: i64 = 251;
    pub const PROCESS_VM_READV: i64 = 310;
}
#[cfg(not(target_arch = "x86_64"))]
mod number {
    pub const IOPRIO_SET: i64 = 30;
    pub const PROCESS_VM_READV: i64 = 270;
}
const PIDFD_OPEN: i64 = 434;
const PIDFD_GETFD: i64 = 438;
const PIDFD_SEND_SIGNAL: i64 = 424;

fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let deed = words.next().unwrap();
        let victims: Vec<i32> = words.clone().filter_map(|word| word.parse().ok()).collect();
        let operands: Vec<&str> = words.collect();
        let done = on_others(deed, &targets(&victims)).unwrap_or_else(|| other(deed, &operands));
        let done = if done.is_empty() { "nothing".to_owned() } else { done.join(" ") };
        writeln!(stdout(), "{done}").unwrap();
    }
}

/// The victims, the program's parent, and all processes that it can see; never this process.
fn targets(victims: &[i32]) -> Vec<i32> {
    let mut targets = victims.to_vec();
    targets.push(getppid());
    let seen = fs::read_dir("/proc").into_iter().flatten().flatten();
    targets.extend(seen.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok()));
    targets.sort_unstable();
    targets.dedup();
    let own = getpid();
    // Without namespaces all processes of the machine can be seen: no test may harm those.
    let is_meant = |pid: &i32| victims.contains(pid) || *pid == getppid();
    targets.into_iter().filter(|pid| *pid != own && is_meant(pid)).collect()
}

/// Deeds against other processes: the ids of the processes for which the deed succeeded.
fn on_others(deed: &str, targets: &[i32]) -> Option<Vec<String>> {
    let act: fn(i32) -> bool = match deed {
        "kill" => |pid| kill(pid, 9) == 0,
        "terminate" => |pid| kill(pid, 15) == 0,
        "stop" => |pid| kill(pid, 19) == 0,
        "kill-group" => |pid| kill(-pid, 9) == 0,
        "kill-by-pidfd" => |pid| {
            let file = pidfd(pid);
            file >= 0 && unsafe { syscall(PIDFD_SEND_SIGNAL, file, 9, 0, 0, 0, 0) } == 0
        },
        "trace" => |pid| unsafe { ptrace(16, pid, 0, 0) == 0 },
        "seize" => |pid| unsafe { ptrace(0x4206, pid, 0, 0) == 0 },
        "read-memory" => read_memory,
        "open-memory" => |pid| File::open(format!("/proc/{pid}/mem")).is_ok(),
        "write-memory" => {
            |pid| OpenOptions::new().write(true).open(format!("/proc/{pid}/mem")).is_ok()
        }
        "read-environment" => |pid| {
            let text = fs::read(format!("/proc/{pid}/environ"));
            text.is_ok_and(|text| !text.is_empty())
        },
        "list-files" => |pid| {
            fs::read_dir(format!("/proc/{pid}/fd")).is_ok_and(|mut files| files.next().is_some())
        },
        "open-files" => |pid| {
            (0..20).any(|file| {
                let file = format!("/proc/{pid}/fd/{file}");
                OpenOptions::new().write(true).open(file).is_ok()
            })
        },
        // The pipe through which a supervisor notices that the referee has ended.
        "hold-the-lifeline" => |pid| {
            (0..64).any(|file| {
                let file = format!("/proc/{pid}/fd/{file}");
                OpenOptions::new().read(true).write(true).open(file).map(std::mem::forget).is_ok()
            })
        },
        "steal-files" => |pid| {
            let file = pidfd(pid);
            file >= 0
                && (0..20).any(|other| unsafe { syscall(PIDFD_GETFD, file, other, 0, 0, 0, 0) } >= 0)
        },
        "renice" => |pid| setpriority(0, pid as u32, 19) == 0,
        "renice-io" => {
            |pid| unsafe { syscall(number::IOPRIO_SET, 1, i64::from(pid), 3 << 13, 0, 0, 0) == 0 }
        }
        "move-to-a-core" => |pid| unsafe { sched_setaffinity(pid, 8, &1) == 0 },
        // No new file can be opened after that.
        "limit" => |pid| unsafe { prlimit(pid, 7, &[3, 3], std::ptr::null_mut()) == 0 },
        "oom-score" => |pid| fs::write(format!("/proc/{pid}/oom_score_adj"), "1000").is_ok(),
        _ => return None,
    };
    Some(targets.iter().filter(|pid| act(**pid)).map(i32::to_string).collect())
}

fn pidfd(pid: i32) -> i64 {
    unsafe { syscall(PIDFD_OPEN, i64::from(pid), 0, 0, 0, 0, 0) }
}

/// Reads a byte at an address that programs often have.
fn read_memory(pid: i32) -> bool {
    let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    let start = maps.split('-').next().and_then(|hex| i64::from_str_radix(hex, 16).ok());
    let mut byte = 0u8;
    let own = [&raw mut byte as i64, 1];
    let other = [start.unwrap_or(0x40_0000), 1];
    let (own, other) = (own.as_ptr() as i64, other.as_ptr() as i64);
    let pid = i64::from(pid);
    unsafe { syscall(number::PROCESS_VM_READV, pid, own, 1, other, 1, 0) == 1 }
}

/// All other deeds: what was achieved.
fn other(deed: &str, operands: &[&str]) -> Vec<String> {
    let done = match deed {
        "type-into-the-terminal" => OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/tty")
            .is_ok_and(|tty| unsafe { ioctl(tty.as_raw_fd(), 0x5412, b"x".as_ptr()) } == 0),
        // A socket without a file, which any process of the machine can name.
        "call-an-abstract-socket" => SocketAddr::from_abstract_name(operands[0])
            .and_then(|address| UnixStream::connect_addr(&address))
            .is_ok(),
        // Memory that any process of the user can name.
        "find-shared-memory" => shmget(operands[0].parse().unwrap(), 0, 0) >= 0,
        "gain-privileges" => fs::read_to_string("/proc/self/status")
            .is_ok_and(|status| !status.contains("NoNewPrivs:\t1")),
        "see-others" => {
            let seen = fs::read_dir("/proc").into_iter().flatten().flatten();
            let pids = seen.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
            pids.count() > 3
        }
        // Descendants that leave session, group and parent, each called with the operand.
        "survive" => {
            survive(operands[0]);
            return vec!["survivors".to_owned()];
        }
        "fork-chain" => {
            fork_chain(200);
            return vec!["chain".to_owned()];
        }
        "open-10000-files" => {
            let files: Vec<_> = (0..10_000).map_while(|_| File::open("/dev/null").ok()).collect();
            return vec![if files.len() > 10 { "files" } else { "few" }.to_owned()];
        }
        "read-file" => File::open(operands[0]).is_ok_and(|mut file| file.read(&mut [0; 9]).is_ok()),
        "list-folder" => fs::read_dir(operands[0]).is_ok(),
        "write-file" => {
            OpenOptions::new().append(true).create(true).open(operands[0]).is_ok()
        }
        "remove-file" => fs::remove_file(operands[0]).is_ok(),
        "read-variable" => std::env::var_os(operands[0]).is_some(),
        "call-tcp" => TcpStream::connect(operands[0]).is_ok(),
        "listen-tcp" => TcpListener::bind("127.0.0.1:0").is_ok(),
        "send-udp" => UdpSocket::bind("127.0.0.1:0")
            .is_ok_and(|socket| socket.send_to(b"x", operands[0]).is_ok()),
        "call-a-unix-socket" => UnixStream::connect(operands[0]).is_ok(),
        // What an honest program does in its home folder.
        "use-the-home" => {
            let file = format!("{}/notes", std::env::var("HOME").unwrap());
            fs::write(&file, "kept").is_ok_and(|()| fs::read(&file).is_ok())
        }
        "fill-the-home" => {
            let home = std::env::var("HOME").unwrap();
            let mebibyte = vec![1; 1 << 20];
            let mut written = 0;
            for number in 0..100 {
                let mut file = File::create(format!("{home}/{number}")).unwrap();
                written += (0..10).take_while(|_| file.write_all(&mebibyte).is_ok()).count();
            }
            return vec![if written < 300 { "nothing" } else { "done" }.to_owned()];
        }
        "start-500-processes" => {
            let mut started = 0;
            for _ in 0..500 {
                match fork() {
                    0 => loop {
                        std::thread::sleep(Duration::from_secs(600));
                    },
                    pid if pid > 0 => started += 1,
                    _ => break,
                }
            }
            return vec![if started < 300 { "nothing" } else { "done" }.to_owned()];
        }
        // Only its three streams: it has no access to the supervisor's pipes.
        "find-files-of-others" => (3..64).any(|file| unsafe { fcntl(file, 1) } >= 0),
        // A report like a supervisor's, written to every file that can be opened.
        "forge-a-report" => (0..20).any(|file| {
            let file = format!("/proc/{}/fd/{file}", getppid());
            let forged = [5u64, 0, 0, 0].map(u64::to_ne_bytes).concat();
            let opened = OpenOptions::new().write(true).open(file);
            opened.is_ok_and(|mut file| file.write_all(&forged).is_ok())
        }),
        "raise-own-limits" => [0, 2, 4, 6, 7].into_iter().any(|what| {
            let mut now = [0; 2];
            unsafe { prlimit(0, what, std::ptr::null(), &raw mut now) };
            let more = [now[1].wrapping_add(1), now[1].wrapping_add(1)];
            now[1] != u64::MAX && unsafe { prlimit(0, what, &more, std::ptr::null_mut()) } == 0
        }),
        "leave-busy-children" => {
            for _ in 0..4 {
                if fork() == 0 {
                    loop {
                        std::hint::spin_loop();
                    }
                }
            }
            return vec!["busy".to_owned()];
        }
        // Control groups can stop, throttle and end processes.
        "open-control-groups" => open_control_groups(Path::new("/sys/fs/cgroup"), 0),
        "change-the-machine" => SETTINGS
            .iter()
            .any(|file| OpenOptions::new().write(true).open(file).is_ok()),
        "take-a-file-in-memory" | "share-a-mapping" | "take-memory-in-a-crowd" | "take-a-spike" => {
            take_memory(deed);
            loop {
                std::thread::sleep(Duration::from_secs(600));
            }
        }
        // To the referee it looks as if the machine had no core for the program.
        "starve-itself" => {
            for _ in 0..8 {
                if fork() == 0 {
                    think(Duration::from_secs(600));
                    exit(0);
                }
            }
            think(Duration::from_secs(600));
            true
        }
        "sleep" => {
            std::thread::sleep(Duration::from_millis(operands[0].parse().unwrap()));
            true
        }
        // Shared memory that no process has mapped, so that no process's figures show it.
        "hide-shared-memory" => shmget(0, 128 << 20, 0o1600) >= 0,
        // It stops itself, so that it is not ready to run, and continues after the limit.
        "stop-for-a-while" => {
            let own = getpid();
            if fork() == 0 {
                std::thread::sleep(Duration::from_millis(400));
                kill(own, 18);
                exit(0);
            }
            kill(own, 19);
            true
        }
        "stop-itself" => {
            kill(getpid(), 19);
            false
        }
        "die" => exit(7),
        _ => panic!("unknown deed {deed}"),
    };
    if done { vec!["done".to_owned()] } else { Vec::new() }
}

/// Settings and commands of the whole machine.
const SETTINGS: [&str; 5] = [
    "/proc/sys/kernel/pid_max",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sysrq-trigger",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/sys/power/state",
];

/// Whether a file beneath a folder of control groups can be written to.
fn open_control_groups(folder: &Path, depth: usize) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| !entry.path().is_symlink()).any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            depth < 4 && open_control_groups(&path, depth + 1)
        } else {
            OpenOptions::new().write(true).open(path).is_ok()
        }
    })
}

fn think(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// Takes more memory than any limit allows, in one of several ways.
fn take_memory(way: &str) {
    const MUCH: usize = 200 << 20;
    const SHARED: i32 = 0x21;
    const PRIVATE: i32 = 0x22;
    let mapped = |kind| {
        let memory = unsafe { mmap(std::ptr::null_mut(), MUCH, 3, kind, -1, 0) };
        for page in (0..MUCH).step_by(4096) {
            unsafe { memory.add(page).write_volatile(1) };
        }
        memory
    };
    match way {
        "take-a-file-in-memory" => {
            let file = unsafe { memfd_create(c"held".as_ptr(), 0) };
            let mut file = unsafe { File::from_raw_fd(file) };
            let mebibyte = vec![1; 1 << 20];
            (0..MUCH >> 20).for_each(|_| file.write_all(&mebibyte).unwrap());
            std::mem::forget(file);
        }
        "share-a-mapping" => drop(mapped(SHARED)),
        "take-a-spike" => drop(unsafe { munmap(mapped(PRIVATE), MUCH) }),
        _ => {
            for _ in 0..100 {
                if fork() == 0 {
                    let mut kept = Vec::new();
                    loop {
                        kept.push(vec![1u8; 1 << 16]);
                        std::thread::sleep(Duration::from_micros(100));
                    }
                }
            }
        }
    }
}

/// Starts processes that leave session, group and parent, are not killed with their parent, and ignore all
/// signals that can be ignored. Returns when they run.
fn survive(word: &str) {
    let own = std::env::current_exe().unwrap();
    for _ in 0..5 {
        if fork() == 0 {
            unsafe {
                setsid();
                prctl(1, 0, 0, 0, 0);
                if fork() == 0 {
                    setsid();
                    // A different name, so that a kill by name does not find it.
                    prctl(15, CString::new("innocent").unwrap().as_ptr() as u64, 0, 0, 0);
                    fs::write(format!("{word}.{}", getpid()), "").unwrap();
                    loop {
                        std::thread::sleep(Duration::from_secs(600));
                    }
                }
            }
            exit(0);
        }
    }
    let folder = std::path::Path::new(word).parent().unwrap();
    while fs::read_dir(folder).unwrap().count() < 5 {}
    let mut one = [0u8; 1];
    File::open(own).unwrap().read_exact(&mut one).unwrap();
}

/// Each process starts the next and ends, so that a kill must be faster than that.
fn fork_chain(length: u32) {
    if fork() != 0 {
        return;
    }
    for _ in 0..length * 1000 {
        if fork() != 0 {
            exit(0);
        }
    }
    exit(0);
}
