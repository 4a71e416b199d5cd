//! Results of the system's functions.

use std::io;
use std::os::windows::io::{FromRawHandle, OwnedHandle};

use windows_sys::Win32::Foundation::{FILETIME, HANDLE, INVALID_HANDLE_VALUE};

/// The result of a function that returns zero if it has failed.
pub(super) fn done(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The result of a function that makes a handle.
///
/// # Safety
/// The handle is new and belongs to nobody else, or says that the function has failed.
pub(super) unsafe fn made(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the caller promises it.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// Whether an error has this number.
pub(super) fn is(error: &io::Error, number: u32) -> bool {
    error.raw_os_error() == Some(number as i32)
}

/// The sum of two times, in units of 100 ns.
pub(super) fn sum_100ns(times: [FILETIME; 2]) -> u64 {
    times.iter().map(|it| u64::from(it.dwHighDateTime) << 32 | u64::from(it.dwLowDateTime)).sum()
}
