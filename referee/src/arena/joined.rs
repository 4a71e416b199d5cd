//! The result of a thread.

use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

/// Waits for the result of a thread. A thread that panics ends this one in the same way.
pub(super) fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
