//! Signals that stop a program.

use std::fs;

use nix::unistd::Pid;

use super::family::Family;

/// Whether a process under this supervisor is stopped. `false` if the system does not say.
pub(super) fn is_stopped(supervisor: Pid) -> bool {
    let family = Family::of(supervisor).unwrap_or_default();
    family.processes.into_iter().any(|process| {
        let stat = fs::read(format!("/proc/{process}/stat")).unwrap_or_default();
        // The state is after the name, which is in brackets and may contain some.
        let name_end = stat.iter().rposition(|byte| *byte == b')');
        name_end.and_then(|end| stat.get(end + 2)) == Some(&b'T')
    })
}
