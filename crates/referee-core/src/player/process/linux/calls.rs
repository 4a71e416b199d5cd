//! The system calls that a program may not make.
//!
//! Most are refused because they hold memory that the referee cannot see, or because they make namespaces in which a
//! program may do more. Hardly any bot needs them; one that does is allowed them by name (`--syscalls`).

use nix::libc::{self, c_long};

use crate::player::process::allowed::Allowed;

/// A system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Call {
    /// Its number for programs of this machine.
    pub own: c_long,
    /// Its number for 32-bit x86 programs, if it exists there.
    pub i386: Option<u32>,
}

/// A condition on 32 bits of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// The low half of this argument has one of these bits.
    HasAny(u8, u32),
    /// The high half of this argument has one of these bits.
    HighHasAny(u8, u32),
    /// The low half of this argument has this value.
    Is(u8, u32),
}

/// Refuses a call if all of its tests hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub call: Call,
    pub tests: Vec<Test>,
    /// The error that the program gets.
    pub errno: i32,
}

/// What a filter is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Purpose {
    /// Whether the program can name processes of others, because it has no namespaces.
    pub sees_others: bool,
    /// Whether it is kept on its cores.
    pub is_on_cores: bool,
    pub is_stranger: bool,
    /// The calls that it may make although other programs may not.
    pub allowed: Allowed,
}

/// System calls that belong together.
struct Group {
    /// Its name for `--syscalls`.
    name: &'static str,
    errno: i32,
    calls: &'static [Call],
}

const fn call(own: libc::c_long, i386: u32) -> Call {
    Call { own, i386: Some(i386) }
}

/// A call whose number is the same for all kinds of processors.
const fn common(number: u32) -> Call {
    call(number as libc::c_long, number)
}

/// All of these calls are refused, whatever their arguments are. A runtime that tries one goes on without it.
const GROUPS: [Group; 8] = [
    // Files that only a ring holds belong to no process, and its work is done by the kernel's threads.
    Group {
        name: "io_uring",
        errno: libc::ENOSYS,
        calls: &[common(425), common(426), common(427)],
    },
    // Together with `FLAGS`. What is mounted in a namespace, and the namespace itself, belong to no process.
    Group {
        name: NAMESPACES,
        errno: libc::EPERM,
        calls: &[
            call(libc::SYS_mount, 21),
            call(libc::SYS_umount2, 52),
            call(libc::SYS_pivot_root, 217),
            call(libc::SYS_setns, 346),
            common(428), // open_tree
            common(429), // move_mount
            common(430), // fsopen
            common(431), // fsconfig
            common(432), // fsmount
            common(433), // fspick
            common(442), // mount_setattr
            common(467), // open_tree_attr
        ],
    },
    // It stops other threads, and threads of the kernel, at a page.
    Group { name: "userfaultfd", errno: libc::EPERM, calls: &[call(libc::SYS_userfaultfd, 374)] },
    Group { name: "bpf", errno: libc::EPERM, calls: &[call(libc::SYS_bpf, 357)] },
    Group { name: "perf", errno: libc::EPERM, calls: &[call(libc::SYS_perf_event_open, 336)] },
    Group {
        name: "keys",
        errno: libc::EPERM,
        calls: &[
            call(libc::SYS_add_key, 286),
            call(libc::SYS_request_key, 287),
            call(libc::SYS_keyctl, 288),
        ],
    },
    // Segments, queues and semaphores of System V belong to no process and live on without one.
    Group {
        name: SYSV,
        errno: libc::ENOSYS,
        calls: &[
            call(libc::SYS_shmget, 395),
            call(libc::SYS_msgget, 399),
            call(libc::SYS_semget, 393),
        ],
    },
    // A pipe then holds pages, and each of them may hold two megabytes.
    Group { name: "vmsplice", errno: libc::ENOSYS, calls: &[call(libc::SYS_vmsplice, 316)] },
];
const NAMESPACES: &str = "namespaces";
const SYSV: &str = "sysv";
/// All older calls of System V in one, for 32-bit programs.
const IPC: Call = Call { own: NOWHERE, i386: Some(117) };
/// A number that no call has.
const NOWHERE: libc::c_long = 0x3FFF_FFFF;

/// Flags of `clone` that make namespaces.
const FLAGS: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;
/// The same flag for clocks. Only `unshare` has it.
const NEW_TIME: u32 = 0x80;

/// Further calls that a stranger may not make: sockets except pairs, and calls on other processes.
const STRANGERS: [Call; 6] = [
    call(libc::SYS_socket, 359),
    Call { own: NOWHERE, i386: Some(102) }, // all older calls on sockets
    call(libc::SYS_ptrace, 26),
    call(libc::SYS_process_vm_readv, 347),
    call(libc::SYS_process_vm_writev, 348),
    common(438), // pidfd_getfd
];

/// The rules of a filter.
pub(super) fn rules(purpose: Purpose) -> Vec<Rule> {
    let allowed = if purpose.is_stranger { Allowed::NOTHING } else { purpose.allowed };
    let mut rules = Vec::new();
    let refused = GROUPS.iter().enumerate().filter(|(index, _)| !allowed.has(*index));
    for (_, group) in refused {
        let errno = group.errno;
        rules.extend(group.calls.iter().map(|&call| always(call, errno)));
        if group.name == NAMESPACES {
            let with = |call, flags| Rule { call, tests: vec![Test::HasAny(0, flags)], errno };
            rules.push(with(call(libc::SYS_unshare, 310), FLAGS | NEW_TIME));
            rules.push(with(call(libc::SYS_clone, 120), FLAGS));
            // Its flags are in memory. A library that does not find it uses `clone`.
            rules.push(always(common(435), libc::ENOSYS));
        }
        if group.name == SYSV {
            rules.push(always(IPC, libc::ENOSYS));
        }
    }
    if purpose.is_stranger {
        rules.extend(STRANGERS.map(|call| always(call, libc::EACCES)));
    }
    if purpose.sees_others || purpose.is_stranger {
        rules.extend(rules_on_others());
    }
    if purpose.is_on_cores || purpose.is_stranger {
        rules.push(always(SET_CORES, libc::EPERM));
    }
    rules
}

fn always(call: Call, errno: i32) -> Rule {
    Rule { call, tests: Vec::new(), errno }
}

const SET_CORES: Call = call(libc::SYS_sched_setaffinity, 241);

/// Refuse system calls that change priority, cores and limits of any process but the caller, which is number 0 in these
/// calls. They also refuse the rare case that a program names itself by its process id. And refuse the call that hides
/// the caller's memory and files from the referee.
fn rules_on_others() -> Vec<Rule> {
    let errno = libc::EPERM;
    let other = |argument| Test::HasAny(argument, u32::MAX);
    let on_other = |call, argument| Rule { call, tests: vec![other(argument)], errno };
    let limits = call(libc::SYS_prlimit64, 340);
    let hides = Test::Is(0, libc::PR_SET_DUMPABLE as u32);
    vec![
        on_other(call(libc::SYS_setpriority, 97), 1),
        on_other(call(libc::SYS_ioprio_set, 289), 1),
        on_other(SET_CORES, 0),
        on_other(call(libc::SYS_sched_setattr, 351), 0),
        on_other(call(libc::SYS_sched_setparam, 154), 0),
        on_other(call(libc::SYS_sched_setscheduler, 156), 0),
        // With no new limits it only reads.
        Rule { call: limits, tests: vec![other(0), other(2)], errno },
        Rule { call: limits, tests: vec![other(0), Test::HighHasAny(2, u32::MAX)], errno },
        Rule { call: call(libc::SYS_prctl, 172), tests: vec![hides], errno },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_have_the_names_that_users_know() {
        assert_eq!(GROUPS.map(|group| group.name), crate::player::process::allowed::NAMES);
    }

    #[test]
    fn numbers_that_are_common_are_those_of_this_machine() {
        assert_eq!(libc::SYS_io_uring_setup, 425);
        assert_eq!(libc::SYS_fsopen, 430);
        assert_eq!(libc::SYS_clone3, 435);
        assert_eq!(libc::SYS_pidfd_getfd, 438);
        assert_eq!(libc::SYS_mount_setattr, 442);
    }
}
