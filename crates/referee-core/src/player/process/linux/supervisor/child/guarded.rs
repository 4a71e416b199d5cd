//! Isolates the program, in its process and in the supervisor's; see [`guard`](super::super::super::guard).
//!
//! This code runs after a fork, so it only makes system calls.

use std::ffi::{CStr, c_char, c_int};
use std::ptr::null;

use nix::libc;

use super::super::super::guard::InForce;
use super::super::super::walls::Walled;
use super::walled::raise;

/// The isolation of a program, prepared before the fork.
pub struct Guarding {
    /// Flags of `clone` that this process was made with; 0 without namespaces.
    pub namespaces: c_int,
    /// Measures that hold by the namespaces alone.
    pub namespaces_in_force: i64,
    /// The value of `pid_max` in its namespace; a null pointer to leave it.
    pub pid_max: *const c_char,
    /// Contents of `uid_map` and `gid_map`.
    pub id_maps: [*const c_char; 2],
    /// The Landlock ruleset, or -1.
    pub ruleset: c_int,
    /// The measures that the ruleset puts in force.
    pub ruleset_in_force: i64,
    /// A filter of system calls; empty for none.
    pub filter: libc::sock_fprog,
    /// The walls around the program; a null pointer for none.
    pub walled: *const Walled,
    /// Folder where a stranger may write; a null pointer for a program that is trusted.
    pub scratch: *const c_char,
    /// Bits of the measures without which the program does not start.
    pub demanded: i64,
    /// Whether the program runs as root.
    pub is_root: bool,
    /// Mount points of the kernel's own file systems, ended by a null pointer.
    pub kernels: *const *const c_char,
    /// The file through which it enters its control group, or -1.
    pub group: c_int,
}

/// The surroundings of the program.
pub struct Place {
    /// The referee's `/proc`, in which processes have the numbers that the referee sees; -1 if it
    /// cannot be opened.
    proc: c_int,
    /// Measures that are in force for every process there.
    pub in_force: i64,
}

impl Place {
    /// The number of the calling process as the referee sees it.
    pub unsafe fn outer_pid(&self) -> i64 {
        let mut text = [0u8; 20];
        let (path, into) = (c"self".as_ptr(), text.as_mut_ptr().cast());
        // SAFETY: the buffer is as long as is said.
        let length = unsafe { libc::readlinkat(self.proc, path, into, text.len()) };
        if length <= 0 {
            // SAFETY: always allowed.
            return i64::from(unsafe { libc::getpid() });
        }
        let digits = text.iter().take(length as usize);
        digits.fold(0, |number, digit| number * 10 + i64::from(digit.wrapping_sub(b'0')))
    }
}

/// Sets up the namespaces of which this process is the first. Returns the error number if they cannot be used.
pub unsafe fn enter_namespaces(guarding: &Guarding) -> Result<Place, i64> {
    // SAFETY: the caller promises valid pointers in the plan. The other texts are constants with an end.
    unsafe {
        let folder = libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC;
        let proc = libc::open(c"/proc".as_ptr(), folder);
        let mut place = Place { proc, in_force: 0 };
        if guarding.namespaces == 0 {
            return Ok(place);
        }
        if guarding.namespaces & libc::CLONE_NEWUSER != 0 {
            // The files are the owner's only as long as the process can be inspected.
            libc::prctl(libc::PR_SET_DUMPABLE, 1);
            write_file(c"/proc/self/setgroups", c"deny".as_ptr())?;
            write_file(c"/proc/self/uid_map", guarding.id_maps[0])?;
            write_file(c"/proc/self/gid_map", guarding.id_maps[1])?;
        }
        place.in_force |= InForce::NAMESPACES | guarding.namespaces_in_force;
        // What is mounted here must not appear outside. If it would, `/proc` stays the referee's.
        let root = c"/".as_ptr();
        let slave = libc::MS_REC | libc::MS_SLAVE;
        if libc::mount(null(), root, null(), slave, null()) == 0 {
            let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
            let (kind, target) = (c"proc".as_ptr(), c"/proc".as_ptr());
            if libc::mount(kind, target, kind, flags, null()) == 0 {
                place.in_force |= InForce::OWN_PROC;
                // Pages of shared memory that no process has mapped: nothing shows them.
                let _ = write_file(c"/proc/sys/kernel/shmall", c"4096".as_ptr());
                if !guarding.pid_max.is_null() {
                    let _ = write_file(c"/proc/sys/kernel/pid_max", guarding.pid_max);
                }
                // Settings and commands of the machine.
                for place in [c"/proc/sys", c"/proc/sysrq-trigger"].map(CStr::as_ptr) {
                    libc::mount(place, place, null(), libc::MS_BIND, null());
                    read_only(place);
                }
            }
            if make_read_only(guarding.kernels) {
                place.in_force |= InForce::SYSTEM;
            }
            if let Some(walled) = guarding.walled.as_ref() {
                place.in_force |= raise(walled);
            }
            let (kind, flags) = (c"tmpfs".as_ptr(), libc::MS_NOSUID | libc::MS_NODEV);
            let size = c"size=256m,mode=700".as_ptr().cast();
            let scratch = guarding.scratch;
            if !scratch.is_null() && libc::mount(kind, scratch, kind, flags, size) == 0 {
                place.in_force |= InForce::SCRATCH;
            }
        }
        Ok(place)
    }
}

/// Makes the kernel's own file systems read-only; `false` if that fails for one of them.
unsafe fn make_read_only(mut mounts: *const *const c_char) -> bool {
    // SAFETY: the caller promises texts, of which a null pointer follows the last.
    unsafe {
        let mut all = true;
        while !(*mounts).is_null() {
            all &= read_only(*mounts);
            mounts = mounts.add(1);
        }
        all
    }
}

/// Makes a mount read-only.
unsafe fn read_only(place: *const c_char) -> bool {
    let hardened = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    let flags = libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY | hardened;
    // SAFETY: the place is a text with an end.
    unsafe { libc::mount(null(), place, null(), flags, null()) == 0 }
}

/// Makes this process, which is about to become the program, a member of its control group, if it cannot leave the
/// group again.
pub unsafe fn enter_group(guarding: &Guarding, in_force: i64) -> i64 {
    let is_kept = in_force & InForce::SYSTEM != 0 && guarding.group >= 0;
    // SAFETY: the text has one byte.
    let entered = is_kept && unsafe { libc::write(guarding.group, c"0".as_ptr().cast(), 1) } == 1;
    if entered { InForce::MEMORY_GROUP } else { 0 }
}

/// Restricts this process, which is about to become the program. Returns the measures that are then in force.
pub unsafe fn restrict(guarding: &Guarding, place: &Place) -> i64 {
    // SAFETY: the caller promises valid pointers in the plan and a process that is about to become the program.
    unsafe {
        let mut in_force = 0;
        if guarding.is_root {
            drop_capabilities();
        }
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        let ruleset = guarding.ruleset;
        if !guarding.scratch.is_null() {
            allow_beneath(guarding.scratch, ruleset, &ALL);
            // Rules apply to what is mounted, and this was mounted for the program.
            if place.in_force & InForce::OWN_PROC != 0 {
                allow_beneath(c"/proc".as_ptr(), ruleset, &[READ]);
            }
        }
        allow_own_places(guarding, ruleset, place);
        if ruleset >= 0 && libc::syscall(libc::SYS_landlock_restrict_self, ruleset, 0) == 0 {
            in_force |= guarding.ruleset_in_force;
            // Landlock does not keep a program from changing the rights of files, read-only mounts do.
            if guarding.namespaces != 0 && place.in_force & InForce::WRITES == 0 {
                in_force &= !InForce::WRITES;
            }
        }
        if guarding.filter.len > 0 && set_filter(guarding) {
            in_force |= InForce::FILTER;
        }
        in_force
    }
}

/// Filters the system calls of this process from now on; `false` if the system refuses that.
unsafe fn set_filter(guarding: &Guarding) -> bool {
    let filter = &raw const guarding.filter;
    // An older kernel also slows a filtered process down, so that it cannot read memory by guesses of the processor. A
    // program that is trusted is as fast as without a filter.
    let is_trusted = guarding.scratch.is_null();
    let flags = if is_trusted { libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW } else { 0 };
    let mode = libc::SECCOMP_SET_MODE_FILTER;
    // SAFETY: the caller promises a valid filter.
    unsafe {
        libc::syscall(libc::SYS_seccomp, mode, flags, filter) == 0
            || libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, filter) == 0
    }
}

/// Keeps only the capabilities that are about files and about being another user: the start of the
/// program takes the others away.
unsafe fn drop_capabilities() {
    // CHOWN, DAC_OVERRIDE, FOWNER, FSETID, SETGID, SETUID. With DAC_READ_SEARCH a file could be opened by its number, past
    // the mount that makes it read-only.
    const KEPT: u64 = 0b1101_1011;
    for capability in (0..64).filter(|capability| KEPT >> capability & 1 == 0) {
        // SAFETY: always allowed; there are fewer than 64, and the system refuses the others.
        let dropped =
            unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability as libc::c_ulong, 0, 0, 0) };
        if dropped != 0 && errno() == i64::from(libc::EINVAL) {
            break;
        }
    }
}

/// All that can be allowed for files, in the fifth version of Landlock, the third, the second and
/// the first. A kernel refuses what it does not know.
const ALL: [u64; 4] = [0xFFFF, 0x7FFF, 0x3FFF, 0x1FFF];
/// To read files and to list folders.
const READ: u64 = 0b1100;

/// Allows writing to places that the program shares with nobody. Rules apply to the folder that is mounted, so they can be
/// made only now.
unsafe fn allow_own_places(guarding: &Guarding, ruleset: c_int, place: &Place) {
    let places = [
        (InForce::OWN_TMP, c"/tmp"),
        (InForce::OWN_SHM, c"/dev/shm"),
        (InForce::OWN_PROC, c"/proc"),
    ];
    // SAFETY: the caller promises a valid pointer or none.
    let Some(walled) = (unsafe { guarding.walled.as_ref() }) else { return };
    for (measure, folder) in places {
        if place.in_force & measure == 0 {
            continue;
        }
        let own_rights = [walled.handled()];
        let rights: &[u64] = match (guarding.scratch.is_null(), measure) {
            (true, _) => &own_rights,
            // A stranger shares memory among its processes, as Python's do.
            (false, InForce::OWN_SHM) => &ALL,
            (false, _) => &[],
        };
        // SAFETY: the folder is a text with an end.
        unsafe { allow_beneath(folder.as_ptr(), ruleset, rights) };
    }
}

/// Adds a folder in which the first of some sets of rights that the system knows is allowed to a Landlock ruleset.
unsafe fn allow_beneath(folder: *const c_char, ruleset: c_int, rights: &[u64]) {
    const PATH_BENEATH: c_int = 1;
    #[repr(C, packed)]
    struct Beneath {
        allowed: u64,
        folder: c_int,
    }
    // SAFETY: the folder is a text with an end. The rule is a local value in the layout that the kernel expects.
    unsafe {
        let folder = libc::open(folder, libc::O_PATH | libc::O_CLOEXEC);
        for &allowed in rights {
            let rule = Beneath { allowed, folder };
            let add = libc::SYS_landlock_add_rule;
            if libc::syscall(add, ruleset, PATH_BENEATH, &raw const rule, 0) == 0 {
                break;
            }
        }
        libc::close(folder);
    }
}

unsafe fn write_file(path: &CStr, text: *const c_char) -> Result<(), i64> {
    // SAFETY: both texts have an end, and the length is that of the text.
    unsafe {
        let file = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file < 0 {
            return Err(errno());
        }
        let length = libc::strlen(text);
        let written = libc::write(file, text.cast(), length);
        let errno = errno();
        libc::close(file);
        if written == length as isize { Ok(()) } else { Err(errno) }
    }
}

pub fn errno() -> i64 {
    i64::from(nix::errno::Errno::last_raw())
}
