//! The limit on the processes and threads of a program.
//!
//! Three mechanisms hold it, depending on the system:
//!
//! | mechanism | where | at the limit |
//! |---|---|---|
//! | `RLIMIT_NPROC` | in a namespace of users of its own, since Linux 5.14: only there it counts the program alone, and it is not enforced for root | no process or thread can be started |
//! | `pid_max` of the namespace of processes | as root, since Linux 6.14: before, the setting was the whole machine's | the same, at up to [`RESERVED`] more |
//! | looks of the referee (`memory.rs`) | where the first does not hold | the program is thrown out |
//!
//! Where only looks hold the limit, `RLIMIT_NPROC` is set as well, to many more than all threads of the machine. It ends
//! a program that starts processes faster than the referee can look.

use std::ffi::CString;
use std::fs;
use std::sync::LazyLock;

use nix::libc;
use nix::sys::utsname::uname;

use super::guard::InForce;

/// The numbers of processes below this one are used only once in a namespace. So a namespace in which all numbers have
/// been used has room for this many processes fewer.
const RESERVED: u32 = 300;
/// If only looks hold the limit, the user may have as many times the limit beside the threads that exist now.
const TIMES_BETWEEN_LOOKS: u64 = 16;

/// The limit of one program, in the form that the system takes.
pub(super) struct ThreadLimit {
    /// The value of `RLIMIT_NPROC`.
    pub(super) processes: u64,
    /// The value of `pid_max` of the namespace of processes; `None` to leave it.
    pub(super) pid_max: Option<CString>,
    /// [`InForce::THREADS`] if the kernel holds exactly this limit.
    pub(super) in_force: i64,
}

impl ThreadLimit {
    /// For a program that may have `most` processes and threads and starts in these namespaces.
    pub(super) fn new(most: u32, namespaces: libc::c_int) -> Self {
        let is_counted_alone = namespaces & libc::CLONE_NEWUSER != 0 && is_linux_since(5, 14);
        if is_counted_alone {
            // The supervisor is in the namespace too.
            let processes = u64::from(most) + 1;
            return Self { processes, pid_max: None, in_force: InForce::THREADS };
        }
        let is_own = namespaces & libc::CLONE_NEWPID != 0 && is_linux_since(6, 14);
        let pid_max = is_own.then(|| (most.saturating_add(RESERVED + 2)).min(1 << 22).to_string());
        let processes = threads_of_the_machine() + TIMES_BETWEEN_LOOKS * u64::from(most);
        let pid_max = pid_max.and_then(|text| CString::new(text).ok());
        Self { processes, pid_max, in_force: 0 }
    }
}

/// The threads of all processes of the machine.
fn threads_of_the_machine() -> u64 {
    // 0.20 0.18 0.12 1/80 11206
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let threads = load.split_ascii_whitespace().nth(3).and_then(|it| it.split_once('/'));
    threads.and_then(|(_, all)| all.parse().ok()).unwrap_or(1 << 20)
}

/// Whether the kernel has this version or a later one.
fn is_linux_since(major: u32, minor: u32) -> bool {
    static VERSION: LazyLock<(u32, u32)> = LazyLock::new(|| {
        let release = uname().map(|name| name.release().to_string_lossy().into_owned());
        version(&release.unwrap_or_default()).unwrap_or_default()
    });
    *VERSION >= (major, minor)
}

/// Major and minor version of a kernel with this name, such as `6.12.48+deb13-amd64`.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|it: char| !it.is_ascii_digit()).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_kernel_is_read() {
        assert_eq!(version("6.12.48+deb13-amd64"), Some((6, 12)));
        assert_eq!(version("5.4"), Some((5, 4)));
        assert_eq!(version("unknown"), None);
        assert!(is_linux_since(2, 6) && !is_linux_since(99, 0));
    }

    #[test]
    fn a_namespace_of_users_counts_the_program_and_its_supervisor() {
        let all = libc::CLONE_NEWUSER | libc::CLONE_NEWPID;
        if is_linux_since(5, 14) {
            let limit = ThreadLimit::new(100, all);
            assert_eq!((limit.processes, limit.in_force), (101, InForce::THREADS));
            assert_eq!(limit.pid_max, None);
        }
        let limit = ThreadLimit::new(100, 0);
        assert!(limit.processes > 1600 && limit.pid_max.is_none() && limit.in_force == 0);
        let limit = ThreadLimit::new(100, libc::CLONE_NEWPID);
        assert_eq!(limit.pid_max.is_some(), is_linux_since(6, 14));
    }
}
