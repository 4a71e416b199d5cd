//! Puts up the walls around a program; see [`walls`](super::super::super::walls).
//!
//! This code runs after a fork, so it only makes system calls.

use std::ffi::{CStr, c_int};
use std::ptr::null;

use nix::libc;

use super::super::super::guard::InForce;
use super::super::super::walls::{Hidden, MOST_KEPT, Walled};

/// With everything that is mounted beneath.
const RECURSIVE: libc::c_uint = 0x8000;
/// A setting of a mount.
const READ_ONLY: u64 = 1;
/// Most places that are hidden.
const MOST_PLACES: usize = 5;

/// Hides places, covers sockets and makes results read-only, in a namespace of mounts of this process's own. Returns the
/// measures that are then in force.
pub unsafe fn raise(walled: &Walled) -> i64 {
    // SAFETY: all paths are texts with an end.
    unsafe {
        let mut in_force = walled.wanted();
        // All trees are taken before any place is hidden: one may be in another's place.
        let mut trees = [[-1; MOST_KEPT]; MOST_PLACES];
        for (hidden, trees) in walled.hidden.iter().zip(&mut trees) {
            for (kept, tree) in hidden.kept.iter().zip(trees) {
                *tree = take_tree(&kept.place);
            }
        }
        if !protect_all(walled) {
            in_force &= !InForce::WRITES;
        }
        for (at, hidden) in walled.hidden.iter().enumerate() {
            if at >= MOST_PLACES || !hide(hidden, &trees[at]) {
                in_force &= !hidden.measure;
            }
        }
        for tree in trees.into_iter().flatten().filter(|tree| *tree >= 0) {
            libc::close(tree);
        }
        for socket in &walled.covered {
            let (device, bind) = (c"/dev/null".as_ptr(), libc::MS_BIND);
            if libc::mount(device, socket.as_ptr(), null(), bind, null()) != 0 && !is_gone() {
                in_force &= !InForce::SERVICES;
            }
        }
        let fixed = walled.fixed.iter().map(|folder| (folder, false));
        let kept = walled.read_only.iter().map(|path| (path, true));
        for (path, is_read_only) in fixed.chain(kept) {
            if !remount(path, is_read_only) && !is_gone() {
                in_force &= !InForce::RESULTS;
            }
        }
        in_force
    }
}

/// Makes all mounts read-only except the program's own places; `false` if that fails.
unsafe fn protect_all(walled: &Walled) -> bool {
    let mut trees = [-1; MOST_KEPT];
    if walled.writable.len() > trees.len() {
        return false;
    }
    // SAFETY: all paths are texts with an end.
    unsafe {
        for (path, tree) in walled.writable.iter().zip(&mut trees) {
            *tree = take_tree(path);
        }
        let is_protected = set(c"/", RECURSIVE, READ_ONLY, 0);
        for (path, tree) in walled.writable.iter().zip(trees) {
            put_tree(tree, path);
            libc::close(tree);
        }
        // The program's own processes.
        set(c"/proc", 0, 0, READ_ONLY);
        is_protected
    }
}

/// Whether the last call failed because there is nothing to reach at the path.
fn is_gone() -> bool {
    [libc::ENOENT, libc::ENOTDIR, libc::EACCES].contains(&nix::errno::Errno::last_raw())
}

/// A copy of a mounted tree that is not mounted anywhere yet; -1 if the path has no such tree.
unsafe fn take_tree(path: &CStr) -> c_int {
    let flags = libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC | RECURSIVE;
    // SAFETY: the path is a text with an end.
    unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) as c_int }
}

/// Mounts a tree at a path.
unsafe fn put_tree(tree: c_int, path: &CStr) -> bool {
    let (here, empty, flags) = (libc::AT_FDCWD, c"".as_ptr(), libc::MOVE_MOUNT_F_EMPTY_PATH);
    // SAFETY: both paths are texts with an end.
    unsafe { libc::syscall(libc::SYS_move_mount, tree, empty, here, path.as_ptr(), flags) == 0 }
}

/// Replaces a place by an empty one with what is kept; `false` if that fails, and then the place is as it was.
unsafe fn hide(hidden: &Hidden, trees: &[c_int]) -> bool {
    // SAFETY: all paths are texts with an end.
    unsafe {
        let (kind, flags) = (c"tmpfs".as_ptr(), libc::MS_NOSUID | libc::MS_NODEV);
        let (place, options) = (hidden.place.as_ptr(), hidden.options.as_ptr());
        if libc::mount(kind, place, kind, flags, options.cast()) != 0 {
            return false;
        }
        for (kept, &tree) in hidden.kept.iter().zip(trees) {
            for folder in &kept.folders {
                libc::mkdir(folder.as_ptr(), 0o755);
            }
            if kept.is_folder {
                libc::mkdir(kept.place.as_ptr(), 0o755);
            } else {
                let file = libc::open(
                    kept.place.as_ptr(),
                    libc::O_CREAT | libc::O_WRONLY | libc::O_CLOEXEC,
                    0o644,
                );
                libc::close(file);
            }
            // A path that has vanished since is not missed.
            if tree >= 0 && !put_tree(tree, &kept.place) {
                libc::umount2(place, libc::MNT_DETACH);
                return false;
            }
            if !kept.is_writable {
                set_read_only(&kept.place);
            }
        }
        if hidden.is_read_only {
            set_read_only(&hidden.place);
        }
        true
    }
}

/// Mounts a file or folder at its own place, so that it can be neither moved nor removed, and read-only if that is wanted.
unsafe fn remount(path: &CStr, is_read_only: bool) -> bool {
    // SAFETY: the path is a text with an end.
    unsafe {
        let tree = take_tree(path);
        if tree < 0 {
            return false;
        }
        let is_put = put_tree(tree, path);
        libc::close(tree);
        is_put && (!is_read_only || set_read_only(path))
    }
}

/// Makes a mount read-only, and leaves its other settings as they are.
unsafe fn set_read_only(path: &CStr) -> bool {
    // SAFETY: the path is a text with an end.
    unsafe { set(path, 0, READ_ONLY, 0) }
}

/// Changes settings of a mount.
unsafe fn set(path: &CStr, flags: libc::c_uint, set: u64, clear: u64) -> bool {
    /// `struct mount_attr`.
    #[repr(C)]
    struct Settings {
        set: u64,
        clear: u64,
        propagation: u64,
        namespace: u64,
    }
    const SYS_MOUNT_SETATTR: libc::c_long = 442;
    let settings = Settings { set, clear, propagation: 0, namespace: 0 };
    let (settings, size) = (&raw const settings, size_of::<Settings>());
    // SAFETY: the path is a text with an end, and the settings have the layout and the size that the system expects.
    unsafe {
        libc::syscall(SYS_MOUNT_SETATTR, libc::AT_FDCWD, path.as_ptr(), flags, settings, size) == 0
    }
}
