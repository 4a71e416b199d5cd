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
//! | without namespaces, a filter of system calls | changing priority, cores and limits of others |
//! | as root, only the capabilities that files need | other rights of root over others |
//!
//! All of it is prepared before the fork, because few functions are allowed after a fork.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::fmt;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use landlock::{AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, Scope};
use nix::libc;
use nix::unistd::{getegid, geteuid};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

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

    /// The names of the measures.
    pub(super) fn words(self) -> Vec<&'static str> {
        const NAMES: [(i64, &str); 11] = [
            (InForce::NAMESPACES, "namespaces"),
            (InForce::OWN_PROC, "proc"),
            (InForce::SYSTEM, "sys"),
            (InForce::LANDLOCK, "landlock"),
            (InForce::SCOPES, "scopes"),
            (InForce::FILTER, "filter"),
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
    filter: BpfProgram,
    /// By whether there are namespaces: the filter for programs that are kept on their cores.
    core_filters: [BpfProgram; 2],
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
            filter: filter(rules_on_others()).unwrap_or_default(),
            core_filters: [
                filter(rules_on_others().map(rules_on_cores)).unwrap_or_default(),
                filter(Ok(rules_on_cores(Rules::new()))).unwrap_or_default(),
            ],
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

    /// The filter of system calls for programs without namespaces.
    pub(super) fn filter(&self) -> &BpfProgram {
        &self.filter
    }

    /// The filter of system calls for a program that is kept on its cores.
    pub(super) fn core_filter(&self, has_namespaces: bool) -> &BpfProgram {
        &self.core_filters[usize::from(has_namespaces)]
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

/// Rules for a filter of system calls, by the number of the call.
pub(super) type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Match system calls that change priority, cores and limits of any process but the caller, which is number 0 in these
/// calls. They also match in the rare case that a program names itself by its process id. And match the call that hides
/// the caller's memory and files from the referee.
pub(super) fn rules_on_others() -> Result<Rules, seccompiler::Error> {
    let other = |argument: u8| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)
    };
    let on_other =
        |argument: u8| Ok::<_, seccompiler::Error>(vec![SeccompRule::new(vec![other(argument)?])?]);
    let sets_limits = SeccompRule::new(vec![
        other(0)?,
        SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?,
    ])?;
    let hides_memory = SeccompRule::new(vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        libc::PR_SET_DUMPABLE as u64,
    )?])?;
    Ok(Rules::from([
        (libc::SYS_setpriority, on_other(1)?),
        (libc::SYS_ioprio_set, on_other(1)?),
        (libc::SYS_sched_setaffinity, on_other(0)?),
        (libc::SYS_sched_setattr, on_other(0)?),
        (libc::SYS_sched_setparam, on_other(0)?),
        (libc::SYS_sched_setscheduler, on_other(0)?),
        (libc::SYS_prlimit64, vec![sets_limits]),
        (libc::SYS_prctl, vec![hides_memory]),
    ]))
}

/// Match also the call that moves the caller to other cores.
pub(super) fn rules_on_cores(mut rules: Rules) -> Rules {
    rules.insert(libc::SYS_sched_setaffinity, Vec::new());
    rules
}

fn filter(rules: Result<Rules, seccompiler::Error>) -> Result<BpfProgram, seccompiler::Error> {
    let arch = std::env::consts::ARCH.try_into()?;
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules?, SeccompAction::Allow, refused, arch)?;
    Ok(filter.try_into()?)
}

/// A filter in the form that the system takes. It must outlive its use.
pub(super) fn for_the_system(filter: &BpfProgram) -> libc::sock_fprog {
    libc::sock_fprog {
        len: filter.len() as u16,
        // The two types are the same, by the layout that the kernel demands.
        filter: filter.as_ptr().cast_mut().cast(),
    }
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

    #[test]
    fn the_filter_can_be_built_for_this_machine() {
        let all = filter(rules_on_others()).unwrap();
        let cores = filter(Ok(rules_on_cores(Rules::new()))).unwrap();
        assert!(cores.len() > 3 && all.len() > cores.len() + 5);
    }
}
