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

type To = *mut FILETIME;
/// A function that tells when something began and ended, and its times in the kernel and outside it.
type Times = unsafe extern "system" fn(HANDLE, To, To, To, To) -> i32;

/// Processor time of something, in units of 100 ns; zero if the handle is not open.
pub(super) fn ran_100ns(ask: Times, of: HANDLE) -> u64 {
    let [mut began, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the system writes four values of this type.
    unsafe { ask(of, &raw mut began, &raw mut ended, &raw mut kernel, &raw mut user) };
    let number = |it: FILETIME| u64::from(it.dwHighDateTime) << 32 | u64::from(it.dwLowDateTime);
    number(kernel) + number(user)
}
