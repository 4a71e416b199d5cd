//! Filters of system calls (seccomp), in the form that the system takes.
//!
//! A filter is a program for the kernel's packet filter. It looks at the number of a call and at its arguments, not at
//! the memory that they point to. A 64-bit x86 kernel also accepts the numbers of 32-bit programs, which differ. So each
//! call has two numbers here, and both are filtered.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use nix::libc::{self, sock_filter};

use super::calls::{Purpose, Rule, Test, rules};

/// The filter for a purpose, built at its first use. It is empty if filters for this kind of processor are unknown.
pub(super) fn filter(purpose: Purpose) -> &'static [sock_filter] {
    static BUILT: LazyLock<Mutex<BTreeMap<Purpose, &'static [sock_filter]>>> =
        LazyLock::new(Mutex::default);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    built.entry(purpose).or_insert_with(|| assemble(&rules(purpose)).leak())
}

/// A filter as an argument of a system call.
pub(super) fn for_the_system(filter: &'static [sock_filter]) -> libc::sock_fprog {
    libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() }
}

// The kinds of processors, as the kernel's `audit.h` numbers them.
const X86_64: u32 = 0xC000_003E;
const I386: u32 = 0x4000_0003;
const AARCH64: u32 = 0xC000_00B7;
const RISCV64: u32 = 0xC000_00F3;

/// From this number on, calls have the numbers of another table of x86.
const X32: u32 = 0x4000_0000;

// Offsets in what a filter looks at.
const NUMBER: u32 = 0;
const PROCESSOR: u32 = 4;
const ARGUMENTS: u32 = 16;

/// The number of this processor's kind.
fn own_processor() -> Option<u32> {
    match std::env::consts::ARCH {
        "x86_64" => Some(X86_64),
        "aarch64" => Some(AARCH64),
        "riscv64" => Some(RISCV64),
        _ => None,
    }
}

/// Translates rules into a filter.
fn assemble(rules: &[Rule]) -> Vec<sock_filter> {
    let Some(own) = own_processor() else { return Vec::new() };
    let has_two = own == X86_64;
    let own_rules = rules.iter().map(|rule| (rule.call.own as u32, rule));
    let mut own_table = table(own_rules.collect());
    if has_two {
        // These numbers have a bit that none of the own numbers has.
        let refused = refuse(libc::ENOSYS);
        let is_other = jump(libc::BPF_JGE, X32, 0, 1);
        own_table.splice(1..1, [is_other, refused]);
    }
    let mut program = vec![load(PROCESSOR), jump(libc::BPF_JEQ, own, 1, 0)];
    // Jumps on conditions are short.
    program.push(statement(libc::BPF_JMP | libc::BPF_JA, own_table.len() as u32));
    program.extend(own_table);
    if has_two {
        let others = rules.iter().filter_map(|rule| Some((rule.call.i386?, rule)));
        let other_table = table(others.collect());
        program.push(jump(libc::BPF_JEQ, I386, 1, 0));
        program.push(statement(libc::BPF_JMP | libc::BPF_JA, other_table.len() as u32));
        program.extend(other_table);
    }
    program.push(statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_KILL_PROCESS));
    program
}

/// Instructions that apply the rules for one table of numbers, and allow all other calls.
fn table(rules: Vec<(u32, &Rule)>) -> Vec<sock_filter> {
    let mut by_number: BTreeMap<u32, Vec<&Rule>> = BTreeMap::new();
    for (number, rule) in rules {
        by_number.entry(number).or_default().push(rule);
    }
    let allow = statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW);
    let mut program = vec![load(NUMBER)];
    let blocks: Vec<(u32, Vec<sock_filter>)> = by_number
        .into_iter()
        .map(|(number, rules)| {
            let refusals = rules.into_iter().flat_map(refusal);
            (number, refusals.chain([allow]).collect())
        })
        .collect();
    program.extend(tree(&blocks));
    program
}

/// Most numbers that are compared one after the other.
const IN_A_ROW: usize = 3;

/// Finds the block of a number, and allows a number that has none. At every start the kernel tries the filter with each
/// number that there is, so it halves the numbers as long as they are many.
fn tree(blocks: &[(u32, Vec<sock_filter>)]) -> Vec<sock_filter> {
    let mut program = Vec::new();
    if blocks.len() > IN_A_ROW {
        let (lower, upper) = blocks.split_at(blocks.len() / 2);
        let below = tree(lower);
        program.push(jump(libc::BPF_JGE, upper[0].0, 0, 1));
        // Jumps on conditions are short.
        program.push(statement(libc::BPF_JMP | libc::BPF_JA, below.len() as u32));
        program.extend(below);
        program.extend(tree(upper));
        return program;
    }
    for (number, block) in blocks {
        program.push(jump(libc::BPF_JEQ, *number, 0, block.len() as u8));
        program.extend(block);
    }
    program.push(statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW));
    program
}

/// Instructions that refuse a call if the tests hold, and go on behind otherwise.
fn refusal(rule: &Rule) -> Vec<sock_filter> {
    let mut program = Vec::new();
    for (done, test) in rule.tests.iter().enumerate() {
        let (word, what, value) = match *test {
            Test::HasAny(argument, bits) => (low(argument), libc::BPF_JSET, bits),
            Test::HighHasAny(argument, bits) => (low(argument) ^ 4, libc::BPF_JSET, bits),
            Test::Is(argument, value) => (low(argument), libc::BPF_JEQ, value),
        };
        // Behind this test are two instructions for each later one, and the refusal.
        let behind = 2 * (rule.tests.len() - done - 1) + 1;
        program.extend([load(word), jump(what, value, 0, behind as u8)]);
    }
    program.push(refuse(rule.errno));
    program
}

/// The offset of the low half of an argument.
fn low(argument: u8) -> u32 {
    let half = if cfg!(target_endian = "little") { 0 } else { 4 };
    ARGUMENTS + 8 * u32::from(argument) + half
}

fn refuse(errno: i32) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ERRNO | errno as u32)
}

fn load(offset: u32) -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset)
}

fn statement(code: u32, value: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k: value }
}

/// Skips instructions by whether a comparison with the value holds.
fn jump(what: u32, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    let code = (libc::BPF_JMP | what | libc::BPF_K) as u16;
    sock_filter { code, jt: if_so, jf: if_not, k: value }
}

#[cfg(test)]
mod tests {
    use nix::libc::c_long;

    use super::*;
    use crate::player::process::Allowed;

    const PLAIN: Purpose = Purpose {
        sees_others: false,
        is_on_cores: false,
        is_stranger: false,
        allowed: Allowed::NOTHING,
    };

    /// What a filter returns for a call: an interpreter of the few instructions that are used.
    fn run(filter: &[sock_filter], processor: u32, number: u32, arguments: [u64; 6]) -> u32 {
        let word = |offset: u32| match offset {
            NUMBER => number,
            PROCESSOR => processor,
            _ => {
                let bytes = arguments.map(u64::to_ne_bytes).concat();
                let at = (offset - ARGUMENTS) as usize;
                u32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap())
            }
        };
        let (mut at, mut value) = (0, 0);
        loop {
            let step = filter[at];
            at += 1;
            let holds = match u32::from(step.code) & !libc::BPF_K {
                code if code == libc::BPF_RET => return step.k,
                code if code & 7 == libc::BPF_LD => {
                    value = word(step.k);
                    continue;
                }
                code if code == libc::BPF_JMP | libc::BPF_JA => {
                    at += step.k as usize;
                    continue;
                }
                code if code == libc::BPF_JMP | libc::BPF_JEQ => value == step.k,
                code if code == libc::BPF_JMP | libc::BPF_JGE => value >= step.k,
                code if code == libc::BPF_JMP | libc::BPF_JSET => value & step.k != 0,
                code => panic!("unknown instruction {code}"),
            };
            at += usize::from(if holds { step.jt } else { step.jf });
        }
    }

    fn errno(errno: i32) -> u32 {
        libc::SECCOMP_RET_ERRNO | errno as u32
    }

    /// What the filter says about a call of this machine's programs.
    fn own(purpose: Purpose, number: c_long, arguments: [u64; 6]) -> u32 {
        run(filter(purpose), own_processor().unwrap(), number as u32, arguments)
    }

    #[test]
    fn each_call_is_refused_by_its_own_rule_alone() {
        let none = [0; 6];
        assert_eq!(own(PLAIN, libc::SYS_read, none), libc::SECCOMP_RET_ALLOW);
        assert_eq!(own(PLAIN, libc::SYS_io_uring_setup, none), errno(libc::ENOSYS));
        assert_eq!(own(PLAIN, libc::SYS_mount, none), errno(libc::EPERM));
        let unshared = |flags: i32| own(PLAIN, libc::SYS_unshare, [flags as u64, 0, 0, 0, 0, 0]);
        assert_eq!(unshared(libc::CLONE_FILES), libc::SECCOMP_RET_ALLOW);
        assert_eq!(unshared(libc::CLONE_FILES | libc::CLONE_NEWUSER), errno(libc::EPERM));
        let cloned = |flags: i32| own(PLAIN, libc::SYS_clone, [flags as u64, 0, 0, 0, 0, 0]);
        assert_eq!(cloned(libc::CLONE_VM | libc::SIGCHLD), libc::SECCOMP_RET_ALLOW);
        assert_eq!(cloned(libc::CLONE_NEWNET | libc::SIGCHLD), errno(libc::EPERM));
    }

    /// The search for a number finds exactly the numbers of the rules.
    #[test]
    fn each_number_is_refused_exactly_if_a_rule_refuses_it() {
        for is_stranger in [false, true] {
            let purpose = Purpose { is_stranger, sees_others: true, ..PLAIN };
            let rules = rules(purpose);
            let refused = |rule: &Rule, argument: u32| {
                rule.tests.iter().all(|test| match *test {
                    Test::HasAny(_, bits) | Test::HighHasAny(_, bits) => argument & bits != 0,
                    Test::Is(_, value) => argument == value,
                })
            };
            for (number, argument) in (0..1000).flat_map(|it: c_long| [(it, 0), (it, u32::MAX)]) {
                let mut its = rules.iter().filter(|rule| rule.call.own == number);
                let rule = its.find(|rule| refused(rule, argument));
                let expected = rule.map_or(libc::SECCOMP_RET_ALLOW, |rule| errno(rule.errno));
                let arguments = [u64::from(argument) << 32 | u64::from(argument); 6];
                assert_eq!(own(purpose, number, arguments), expected, "{number} {argument}");
            }
        }
    }

    #[test]
    fn limits_of_others_can_be_read_and_not_set() {
        let without = Purpose { sees_others: true, ..PLAIN };
        let limits = |purpose, pid, new| own(purpose, libc::SYS_prlimit64, [pid, 7, new, 0, 0, 0]);
        for (pid, new, refused) in [
            (0, 0, false),
            (0, 1, false),
            (70, 0, false),
            (70, 1, true),
            (70, 1 << 40, true),
            (70, 1 << 32 | 1, true),
        ] {
            let said = limits(without, pid, new);
            assert_eq!(said == errno(libc::EPERM), refused, "{pid} {new}");
            assert_eq!(limits(PLAIN, pid, new), libc::SECCOMP_RET_ALLOW);
        }
        let on_cores = Purpose { is_on_cores: true, ..PLAIN };
        let moved = |purpose| own(purpose, libc::SYS_sched_setaffinity, [0; 6]);
        assert_eq!(moved(PLAIN), libc::SECCOMP_RET_ALLOW);
        assert_eq!(moved(without), libc::SECCOMP_RET_ALLOW);
        assert_eq!(moved(on_cores), errno(libc::EPERM));
    }

    #[test]
    fn calls_that_are_allowed_for_one_bot_are_refused_to_others() {
        let allowed = Allowed::parse("io_uring,keys").unwrap();
        let purpose = Purpose { allowed, ..PLAIN };
        assert_eq!(own(purpose, libc::SYS_io_uring_enter, [0; 6]), libc::SECCOMP_RET_ALLOW);
        assert_eq!(own(purpose, libc::SYS_keyctl, [0; 6]), libc::SECCOMP_RET_ALLOW);
        assert_eq!(own(purpose, libc::SYS_bpf, [0; 6]), errno(libc::EPERM));
        assert_eq!(own(PLAIN, libc::SYS_io_uring_enter, [0; 6]), errno(libc::ENOSYS));
        let stranger = Purpose { is_stranger: true, ..PLAIN };
        assert_eq!(own(stranger, libc::SYS_socket, [0; 6]), errno(libc::EACCES));
        assert_eq!(own(PLAIN, libc::SYS_socket, [0; 6]), libc::SECCOMP_RET_ALLOW);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_numbers_of_other_tables_are_filtered_too() {
        let said = |processor, number| run(filter(PLAIN), processor, number, [0; 6]);
        assert_eq!(said(I386, 425), errno(libc::ENOSYS));
        assert_eq!(said(I386, 21), errno(libc::EPERM), "mount");
        assert_eq!(said(I386, 3), libc::SECCOMP_RET_ALLOW, "read");
        assert_eq!(said(X86_64, X32 + 425), errno(libc::ENOSYS));
        assert_eq!(said(AARCH64, 0), libc::SECCOMP_RET_KILL_PROCESS);
    }
}
