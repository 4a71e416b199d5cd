//! Ends the engine's process when a bot has used more processor time than it may.
//!
//! The engine counts ticks between built-in functions only, and one call of a built-in function may run for hours. So the
//! system counts the processor time of the process, and its signal ends the process, whatever the engine does. On a
//! busy machine the process gets less processor time, and the bot is ended later, but at the same place.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::sync::OnceLock;
use std::time::Duration;

use nix::libc;
use nix::sys::time::{TimeVal, TimeValLike};

/// The file for the last words of this process, and the words.
static LAST: OnceLock<(libc::c_int, Vec<u8>)> = OnceLock::new();

/// Prepares this process, which is an engine's own, to write `words` to `file` when the time of a move is over.
///
/// # Errors
/// If the system refuses.
pub fn prepare(file: &File, words: Vec<u8>) -> io::Result<()> {
    let _ = LAST.set((file.as_raw_fd(), words));
    // SAFETY: the handler calls only functions that are allowed in one.
    let before = unsafe { libc::signal(libc::SIGPROF, end as *const () as libc::sighandler_t) };
    if before == libc::SIG_ERR { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Ends this process after this much processor time, in place of an earlier time; zero is never.
///
/// # Errors
/// If the system refuses.
pub fn allow(time: Duration) -> io::Result<()> {
    let micros = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    let (value, never) = (TimeVal::microseconds(micros), TimeVal::zero());
    let timer = libc::itimerval { it_interval: *never.as_ref(), it_value: *value.as_ref() };
    // SAFETY: it reads `timer` only.
    let done =
        unsafe { libc::setitimer(libc::ITIMER_PROF, &raw const timer, std::ptr::null_mut()) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Writes the last words and ends the process.
extern "C" fn end(_: libc::c_int) {
    if let Some((file, words)) = LAST.get() {
        // SAFETY: `words` lives as long as the process.
        unsafe { libc::write(*file, words.as_ptr().cast(), words.len()) };
    }
    // SAFETY: it ends this process at once.
    unsafe { libc::_exit(0) }
}
