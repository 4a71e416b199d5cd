//! The figures of a process group on macOS.

use std::ffi::c_int;
use std::io;
use std::mem::zeroed;
use std::time::Duration;

use nix::libc;
use nix::unistd::Pid;

use super::Figures;

/// Most processes of a group that are looked at.
const MOST: usize = 1024;

/// The figures of the processes of a group that live.
///
/// # Errors
/// The system refuses.
pub fn figures(group: Pid) -> io::Result<Figures> {
    let mut processes: [libc::pid_t; MOST] = [0; MOST];
    // SAFETY: the system writes at most as many bytes as the list has.
    let bytes = unsafe {
        let length = size_of_val(&processes) as c_int;
        libc::proc_listpgrppids(group.as_raw(), processes.as_mut_ptr().cast(), length)
    };
    if bytes < 0 {
        return Err(io::Error::last_os_error());
    }
    let mut sum = Figures::default();
    for &process in processes.iter().filter(|process| **process > 0) {
        // SAFETY: zeros are a valid value, and the system writes one of this type.
        let (told, usage) = unsafe {
            let mut usage: libc::rusage_info_v2 = zeroed();
            let place = (&raw mut usage).cast();
            (libc::proc_pid_rusage(process, libc::RUSAGE_INFO_V2, place), usage)
        };
        if told == 0 {
            let of_ended_children = usage.ri_child_user_time + usage.ri_child_system_time;
            let ticks = usage.ri_user_time + usage.ri_system_time + of_ended_children;
            sum.ran += Duration::from_nanos(nanos(ticks));
            sum.threads += 1;
            sum.bytes += usage.ri_phys_footprint;
        }
    }
    Ok(sum)
}

/// The system counts in ticks of the processor's clock, which are longer than a nanosecond on Apple's own processors.
#[allow(deprecated)] // Another crate would be needed for two numbers.
fn nanos(ticks: u64) -> u64 {
    // SAFETY: the system writes two numbers.
    let unit = unsafe {
        let mut unit: libc::mach_timebase_info = zeroed();
        libc::mach_timebase_info(&raw mut unit);
        unit
    };
    let (numer, denom) = (u128::from(unit.numer), u128::from(unit.denom.max(1)));
    (u128::from(ticks) * numer / denom) as u64
}
