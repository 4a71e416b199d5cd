//! Kills processes whose supervisor was killed, if no namespace ends them.
//!
//! The system makes the referee their parent if the referee asks for it. Every child of the referee that is not a
//! supervisor is then such an orphan.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use nix::libc;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

use super::super::family::own_children;

/// Whether this process adopts orphans.
static ADOPTS: AtomicBool = AtomicBool::new(false);
/// The supervisors that live.
static SUPERVISORS: Mutex<BTreeSet<Pid>> = Mutex::new(BTreeSet::new());

/// Makes this process the parent of orphans. From now on it must start only players, because children that are not
/// supervisors may be killed.
pub fn adopt_orphans() {
    // SAFETY: always allowed.
    let adopts = unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } == 0;
    ADOPTS.store(adopts, Ordering::Relaxed);
}

/// Forks a supervisor or another process of the referee and registers it, so that it is not taken for an orphan.
pub fn register(fork: impl FnOnce() -> nix::Result<Pid>) -> nix::Result<Pid> {
    let mut supervisors = SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner);
    let forked = fork();
    supervisors.extend(forked.iter());
    forked
}

/// A process of the referee's own has ended.
pub fn forget(supervisor: Pid) {
    SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner).remove(&supervisor);
}

/// Kills orphans, and the orphans that those leave, until none remain.
pub(super) fn kill_all() {
    if !ADOPTS.load(Ordering::Relaxed) {
        return;
    }
    let supervisors = SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let orphans: Vec<Pid> =
            own_children().into_iter().filter(|child| !supervisors.contains(child)).collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            let _ = kill(orphan, Signal::SIGKILL);
            // A process that a driver blocks is not waited for.
            let _ = waitpid(orphan, Some(WaitPidFlag::WNOHANG));
        }
        std::thread::yield_now();
    }
}
