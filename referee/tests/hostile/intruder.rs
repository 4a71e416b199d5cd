//! A program that tries to reach files, services and control groups that are not its own: one deed on each turn, named by
//! the line that it reads, with a path. It answers `done`, or `nothing` if the deed failed.
//!
//! Like `deeds.rs`, it is compiled with plain `rustc`.

use std::ffi::{CString, c_char};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{BufRead, Write, stdin, stdout};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::path::{Path, PathBuf};
use std::process::exit;

unsafe extern "C" {
    safe fn fork() -> i32;
    fn flock(file: i32, operation: i32) -> i32;
    fn mount(
        source: *const c_char,
        target: *const c_char,
        kind: *const c_char,
        flags: u64,
        data: *const c_char,
    ) -> i32;
    fn name_to_handle_at(folder: i32, path: *const c_char, handle: *mut u8, id: *mut i32, flags: i32)
    -> i32;
    fn open_by_handle_at(mount: i32, handle: *mut u8, flags: i32) -> i32;
    fn openat(folder: i32, path: *const c_char, flags: i32) -> i32;
    fn syscall(number: i64, a: i64, b: i64, c: i64, d: i64, e: i64) -> i64;
    fn truncate(path: *const c_char, length: i64) -> i32;
    fn umount2(path: *const c_char, flags: i32) -> i32;
    safe fn unshare(flags: i32) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
}

const FSOPEN: i64 = 430;
const FSCONFIG: i64 = 431;
const FSMOUNT: i64 = 432;
const NEW_USER_AND_MOUNTS: i32 = 0x1000_0000 | 0x0002_0000;
const NEW_CONTROL_GROUP: i32 = 0x0200_0000;

fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let (deed, operand) = line.split_once(' ').unwrap_or((&line, ""));
        let done = do_it(deed, Path::new(operand));
        writeln!(stdout(), "{}", if done { "done" } else { "nothing" }).unwrap();
    }
}

fn do_it(deed: &str, path: &Path) -> bool {
    match deed {
        "change-file" => change(path),
        "replace-file" => replace(path),
        // It leads elsewhere from now on.
        "swap-link" => {
            let elsewhere = path.with_extension("elsewhere");
            let _ = fs::create_dir(&elsewhere);
            fs::remove_file(path).is_ok() && symlink(&elsewhere, path).is_ok()
        }
        "write-file-in" => {
            let file = path.join("new");
            File::create(&file).is_ok()
        }
        "move-folder" => fs::rename(path, path.with_extension("moved")).is_ok(),
        "take-rights" => fs::set_permissions(path, Permissions::from_mode(0o000)).is_ok(),
        // By other paths to the same file.
        "write-by-another-path" => {
            let cwd = fs::canonicalize(".").unwrap();
            let depth = cwd.components().count() - 1;
            let below = path.strip_prefix("/").unwrap();
            let ways = ["/proc/self/root", "/proc/1/root", "/proc/1/cwd", "/proc/self/cwd"];
            let ups = "../".repeat(depth);
            ways.iter().any(|way| {
                change(&Path::new(way).join(below)) || change(&Path::new(way).join(&ups).join(below))
            })
        }
        // By its number, past all mounts.
        "open-by-handle" => open_by_handle(path),
        // In a namespace of mounts that it makes itself.
        "unmount" => in_a_child(|| {
            unshare(NEW_USER_AND_MOUNTS);
            let name = c(path);
            let is_gone = unsafe { umount2(name.as_ptr(), 2) == 0 };
            is_gone || change(path)
        }),
        "mount-over" => in_a_child(|| {
            unshare(NEW_USER_AND_MOUNTS);
            let (own, target, kind) = (c(&std::env::current_exe().unwrap()), c(path), c"".as_ptr());
            unsafe { mount(own.as_ptr(), target.as_ptr(), kind, 4096, std::ptr::null()) == 0 }
        }),
        // A control group can be frozen and killed through a mount of its own.
        "mount-control-groups" => in_a_child(mount_control_groups),
        "write-to-terminals" => opens_any("/dev/pts", |kind| kind.is_char_device())
            || OpenOptions::new().write(true).open("/dev/console").is_ok(),
        // It opens the disk and writes nothing.
        "open-the-disk" => opens_any("/dev", |kind| kind.is_block_device()),
        "call-a-service" => {
            let datagram = UnixDatagram::unbound();
            UnixStream::connect(path).is_ok()
                || datagram.is_ok_and(|it| it.send_to(b"kill it", path).is_ok())
        }
        "move-a-service" => {
            let moved = PathBuf::from("moved");
            fs::hard_link(path, &moved).is_ok() || fs::rename(path, &moved).is_ok()
        }
        // It keeps the lock until it ends.
        "lock-for-ever" => File::open(path).is_ok_and(|file| {
            let locked = unsafe { flock(file.as_raw_fd(), 6) } == 0;
            std::mem::forget(file);
            locked
        }),
        "find-file" => path.exists(),
        "fill-folder" => fill(path),
        _ => panic!("unknown deed {deed}"),
    }
}

fn c(path: &Path) -> CString {
    CString::new(path.to_str().unwrap()).unwrap()
}

/// Changes a file in each way that there is.
fn change(path: &Path) -> bool {
    let opened = OpenOptions::new().append(true).open(path);
    let length = fs::metadata(path).map_or(0, |it| it.len());
    let name = c(path);
    opened.is_ok()
        || OpenOptions::new().write(true).custom_flags(0o1000).open(path).is_ok()
        || unsafe { truncate(name.as_ptr(), length as i64) } == 0
}

/// Removes a file, moves it away, or puts a link in its place.
fn replace(path: &Path) -> bool {
    let own = PathBuf::from("own");
    let _ = fs::write(&own, "forged");
    let _ = fs::remove_file("linked");
    let replaced = fs::rename(&own, path).is_ok()
        || fs::rename(path, "stolen").is_ok()
        || fs::remove_file(path).is_ok()
        || symlink("/dev/null", path).is_ok();
    let linked = fs::hard_link(path, "linked").is_ok() && change(Path::new("linked"));
    replaced || linked
}

fn open_by_handle(path: &Path) -> bool {
    let mut handle = [0u8; 136];
    handle[..4].copy_from_slice(&128u32.to_ne_bytes());
    let mut id = 0;
    let name = c(path);
    let found = unsafe { name_to_handle_at(-100, name.as_ptr(), handle.as_mut_ptr(), &raw mut id, 0) };
    let folders = [".", "/", ".."].into_iter().filter_map(|folder| File::open(folder).ok());
    found == 0
        && folders.into_iter().any(|folder| {
            unsafe { open_by_handle_at(folder.as_raw_fd(), handle.as_mut_ptr(), 2) >= 0 }
        })
}

/// Does a deed in a child, which may change its namespaces, and returns whether it succeeded.
fn in_a_child(deed: impl FnOnce() -> bool) -> bool {
    let child = fork();
    if child == 0 {
        exit(i32::from(!deed()));
    }
    let mut status = 1;
    unsafe { waitpid(child, &raw mut status, 0) == child && status == 0 }
}

/// Mounts the tree of control groups anew and opens a file of it for writing.
fn mount_control_groups() -> bool {
    let mut done = false;
    for flags in [0, NEW_USER_AND_MOUNTS, NEW_USER_AND_MOUNTS | NEW_CONTROL_GROUP] {
        unshare(flags);
        let _ = fs::create_dir("groups");
        let (kind, folder) = (c"cgroup2".as_ptr(), c"groups".as_ptr());
        unsafe {
            done |= mount(kind, folder, kind, 0, std::ptr::null()) == 0;
            let context = syscall(FSOPEN, kind as i64, 0, 0, 0, 0);
            syscall(FSCONFIG, context, 6, 0, 0, 0);
            let tree = syscall(FSMOUNT, context, 0, 0, 0, 0);
            done |= openat(tree as i32, c"cgroup.procs".as_ptr(), 1) >= 0;
        }
    }
    done
}

/// Whether a file of a kind in a folder can be opened for writing.
fn opens_any(folder: &str, is_meant: fn(&fs::FileType) -> bool) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let meant = entries.filter(|entry| entry.file_type().is_ok_and(|kind| is_meant(&kind)));
    // The multiplexer makes a new terminal.
    let mut meant = meant.filter(|entry| entry.file_name() != "ptmx");
    // Without waiting for anything, and without making it the terminal of this program.
    meant.any(|entry| OpenOptions::new().write(true).custom_flags(0o4400).open(entry.path()).is_ok())
}

/// Whether 600 MB can be written to a folder.
fn fill(folder: &Path) -> bool {
    let mebibyte = vec![1; 1 << 20];
    let path = folder.join("filler");
    let Ok(mut file) = File::create(&path) else { return false };
    let is_filled = (0..600).all(|_| file.write_all(&mebibyte).is_ok());
    let _ = fs::remove_file(path);
    is_filled
}
