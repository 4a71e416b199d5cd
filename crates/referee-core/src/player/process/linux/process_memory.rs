//! The memory of one process, as the system shows it.

use std::fs;
use std::io;
use std::sync::LazyLock;

use nix::libc;
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::family::empty_if_ended;

/// The page tables of a process with fewer bytes of address space are too small to count: a 512th of that.
const SMALL_SPACE: u64 = 64 << 20;

/// The size of a page.
fn page_bytes() -> u64 {
    static BYTES: LazyLock<u64> =
        LazyLock::new(|| sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(4096) as u64);
    *BYTES
}

/// Resident memory of a process in bytes, with its page tables; `None` if it has ended.
pub(super) fn resident_bytes(process: Pid) -> io::Result<Option<u64>> {
    let text = empty_if_ended(fs::read_to_string(format!("/proc/{process}/statm")))?;
    let mut pages = text.split_ascii_whitespace().map_while(|pages| pages.parse::<u64>().ok());
    let (Some(size), Some(resident)) = (pages.next(), pages.next()) else { return Ok(None) };
    let [size, resident] = [size, resident].map(|pages| pages * page_bytes());
    let beside = if size < SMALL_SPACE { 0 } else { unseen_bytes(process)? };
    Ok(Some(resident + beside))
}

/// The peak of the resident memory of a process in bytes, which includes memory that it freed between two samples.
/// `None` if it has ended.
pub(super) fn peak_bytes(process: Pid) -> io::Result<Option<u64>> {
    let status = empty_if_ended(fs::read_to_string(format!("/proc/{process}/status")))?;
    Ok(status_bytes(&status, "VmHWM:"))
}

/// Whether a process uses the memory of its parent, which is one of `others`. A child that was made by `vfork` or
/// `posix_spawn` does so until it starts its program, and the system shows all of that memory for both. `false` where the
/// system does not tell.
pub(super) fn uses_memory_of_parent(process: Pid, others: &[Pid]) -> io::Result<bool> {
    /// Compare the memory: `KCMP_VM` of `linux/kcmp.h`.
    const MEMORY: libc::c_int = 1;
    let Some(parent) = parent(process)?.filter(|parent| others.contains(parent)) else {
        return Ok(false);
    };
    let (one, other) = (process.as_raw(), parent.as_raw());
    // SAFETY: the call reads no memory of this process.
    Ok(unsafe { libc::syscall(libc::SYS_kcmp, one, other, MEMORY, 0, 0) } == 0)
}

/// The parent of a process; `None` if the process has ended.
fn parent(process: Pid) -> io::Result<Option<Pid>> {
    let text = empty_if_ended(fs::read_to_string(format!("/proc/{process}/stat")))?;
    // The name of the program, in brackets, may have any sign.
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let parent = after_name.split_ascii_whitespace().nth(1).and_then(|word| word.parse().ok());
    Ok(parent.map(Pid::from_raw))
}

/// Memory of a process that does not count as resident: its page tables and its huge pages.
pub(super) fn unseen_bytes(process: Pid) -> io::Result<u64> {
    let status = empty_if_ended(fs::read_to_string(format!("/proc/{process}/status")))?;
    let sizes = ["VmPTE:", "HugetlbPages:"].map(|name| status_bytes(&status, name).unwrap_or(0));
    Ok(sizes.into_iter().sum())
}

/// A size in a process's `status`, in bytes.
fn status_bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_status_of_a_process() {
        let status = "Name:\ta\nVmHWM:\t    5204 kB\nVmPTE:\t      52 kB\nHugetlbPages:\t 0 kB\n";
        assert_eq!(status_bytes(status, "VmHWM:"), Some(5204 << 10));
        assert_eq!(status_bytes(status, "VmPTE:"), Some(52 << 10));
        assert_eq!(status_bytes(status, "VmSwap:"), None);
        assert!(unseen_bytes(Pid::this()).unwrap() > 0);
        assert_eq!(unseen_bytes(Pid::from_raw(i32::MAX)).unwrap(), 0);
    }
}
