//! Protects opponents, supervisors and the referee from a program.
//!
//! These measures apply to every program and do not affect an honest one. Each is used if the kernel supports it:
//!
//! | measure | prevents |
//! |---|---|
//! | a session without a terminal | typing into the user's shell |
//! | no new privileges | leaving all of this by a set-uid program |
//! | namespaces for processes, mounts and message queues | naming other processes: it sees only its own |
//! | a Landlock domain | reading the memory and the files of others, signals to them, abstract sockets |
//! | a filter of system calls (`calls.rs`) | hiding memory, making namespaces; without namespaces, changing priority, cores and limits of others |
//! | as root, only the capabilities that files need | other rights of root over others |
//!
//! All of it is prepared before the fork, because few functions are allowed after a fork.

use std::ffi::CString;
use std::fmt;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use landlock::{AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, Scope};
use nix::libc;
use nix::unistd::{getegid, geteuid};

/// The measures that are in force for one program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InForce(pub(super) i64);

impl InForce {
    /// It has its own namespaces: no other process of the machine can be named.
    pub const NAMESPACES: i64 = 1;
    /// It sees a `/proc` of its own.
    pub const OWN_PROC: i64 = 2;
    /// It is in a Landlock domain of its own: memory and open files of others cannot be reached.
    pub const LANDLOCK: i64 = 4;
    /// Its signals and abstract sockets stay in that domain.
    pub const SCOPES: i64 = 8;
    /// System calls on other processes are filtered.
    pub const FILTER: i64 = 16;

    /// It reads only what a stranger may.
    pub const FILES: i64 = 32;
    /// It writes only to a scratch folder of a limited size.
    pub const SCRATCH: i64 = 64;
    /// It is kept on cores of its own.
    pub const CORES: i64 = 128;
    /// The settings of the machine and its control groups can only be read.
    pub const SYSTEM: i64 = 256;
    /// The kernel limits its memory, in a control group.
    pub const MEMORY_GROUP: i64 = 512;
    /// The kernel limits how many processes and threads it has.
    pub const THREADS: i64 = 1024;
    /// It writes only to its own folders and to scratch.
    pub const WRITES: i64 = 1 << 20;
    /// It cannot write to the results of this referee.
    pub const RESULTS: i64 = 1 << 21;
    /// It has a `/tmp` of its own.
    pub const OWN_TMP: i64 = 1 << 22;
    /// It has a `/dev/shm` of its own.
    pub const OWN_SHM: i64 = 1 << 23;
    /// It cannot reach the services of the machine and of its user by their sockets.
    pub const SERVICES: i64 = 1 << 24;

    /// The names of the measures.
    pub(super) fn words(self) -> Vec<&'static str> {
        const NAMES: [(i64, &str); 16] = [
            (InForce::NAMESPACES, "namespaces"),
            (InForce::OWN_PROC, "proc"),
            (InForce::SYSTEM, "sys"),
            (InForce::LANDLOCK, "landlock"),
            (InForce::SCOPES, "scopes"),
            (InForce::FILTER, "filter"),
            (InForce::WRITES, "writes"),
            (InForce::RESULTS, "results"),
            (InForce::OWN_TMP, "tmp"),
            (InForce::OWN_SHM, "shm"),
            (InForce::SERVICES, "services"),
            (InForce::FILES, "files"),
            (InForce::SCRATCH, "scratch"),
            (InForce::CORES, "cores"),
            (InForce::MEMORY_GROUP, "memory-group"),
            (InForce::THREADS, "threads"),
        ];
        NAMES.into_iter().filter(|(bit, _)| self.has(*bit)).map(|(_, name)| name).collect()
    }

    /// Whether the measure `what`, one of the constants, is in force.
    pub fn has(self, what: i64) -> bool {
        self.0 & what != 0
    }
}

impl fmt::Display for InForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = ["session"].into_iter().chain(self.words());
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

/// The measures for every program, in the form that the system takes.
pub(super) struct Guard {
    ruleset: Option<Domain>,
    /// The contents of `uid_map` and `gid_map`: the program keeps its user and group.
    pub(super) uid_map: CString,
    pub(super) gid_map: CString,
    pub(super) is_root: bool,
}

/// A Landlock ruleset that a program puts on itself.
struct Domain {
    file: OwnedFd,
    has_scopes: bool,
}

static GUARD: LazyLock<Guard> = LazyLock::new(Guard::prepare);
/// Whether the kernel has refused namespaces once. Then they are not tried again.
static REFUSED: AtomicBool = AtomicBool::new(false);

impl Guard {
    /// The measures of this process, prepared at the first use.
    pub(super) fn get() -> &'static Self {
        &GUARD
    }

    fn prepare() -> Self {
        let map = |id: u32| CString::new(format!("{id} {id} 1")).expect("numbers have no NUL");
        Self {
            ruleset: domain(true).or_else(|_| domain(false)).ok(),
            uid_map: map(geteuid().as_raw()),
            gid_map: map(getegid().as_raw()),
            is_root: geteuid().is_root(),
        }
    }

    /// The Landlock ruleset, or -1.
    pub(super) fn ruleset_fd(&self) -> libc::c_int {
        self.ruleset.as_ref().map_or(-1, |domain| domain.file.as_raw_fd())
    }

    /// The measures that a Landlock domain provides here.
    pub(super) fn landlock_in_force(&self) -> i64 {
        match &self.ruleset {
            None => 0,
            Some(Domain { has_scopes: false, .. }) => InForce::LANDLOCK,
            Some(Domain { has_scopes: true, .. }) => InForce::LANDLOCK | InForce::SCOPES,
        }
    }

    /// The namespaces to start in, as flags of `clone`. Root needs no namespace of users, and
    /// would lose its access to the files of others in one.
    pub(super) fn namespaces(&self) -> libc::c_int {
        if REFUSED.load(Ordering::Relaxed) {
            return 0;
        }
        let all = libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;
        if self.is_root { all } else { all | libc::CLONE_NEWUSER }
    }

    /// Remembers that the kernel refuses namespaces.
    pub(super) fn namespaces_refused() {
        REFUSED.store(true, Ordering::Relaxed);
    }
}

/// A ruleset that does not restrict files. A domain must restrict something, so this one forbids creating block
/// devices.
fn domain(has_scopes: bool) -> Result<Domain, RulesetError> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::MakeBlock)?;
    let ruleset = if has_scopes {
        ruleset.scope(Scope::Signal | Scope::AbstractUnixSocket)?
    } else {
        ruleset
    };
    let file: Option<OwnedFd> = ruleset.create()?.into();
    Ok(Domain { file: file.expect("a hard requirement is met or refused"), has_scopes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_in_force_are_shown_as_words() {
        assert_eq!(InForce(0).to_string(), "session");
        let all = InForce(InForce::NAMESPACES | InForce::OWN_PROC | InForce::LANDLOCK);
        assert_eq!(all.to_string(), "session namespaces proc landlock");
        assert!(all.has(InForce::LANDLOCK) && !all.has(InForce::SCOPES));
    }
}
