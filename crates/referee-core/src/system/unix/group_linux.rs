//! The figures of a process group on Linux. They serve the tests of the room of POSIX systems.

use std::fs;
use std::io;
use std::time::Duration;

use nix::unistd::{Pid, SysconfVar, sysconf};

use super::Figures;

/// The figures of the processes of a group that live.
///
/// # Errors
/// The system refuses.
pub fn figures(group: Pid) -> io::Result<Figures> {
    let per_second = sysconf(SysconfVar::CLK_TCK)?.unwrap_or(100).max(1) as u64;
    let page = sysconf(SysconfVar::PAGE_SIZE)?.unwrap_or(4096) as u64;
    let mut sum = Figures::default();
    for entry in fs::read_dir("/proc")?.flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name is in brackets and may have blanks.
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<u64> = rest.split(' ').map(|field| field.parse().unwrap_or(0)).collect();
        let field = |number: usize| fields.get(number - 3).copied().unwrap_or(0);
        if field(5) == group.as_raw() as u64 {
            // Its own time, and that of its children that have ended.
            let ticks: u64 = (14..=17).map(field).sum();
            sum.ran += Duration::from_millis(1000 * ticks / per_second);
            sum.threads += field(20) as u32;
            sum.bytes += field(24) * page;
        }
    }
    Ok(sum)
}
