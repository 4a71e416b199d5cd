//! How long a program waited for a core: time that it was charged but could not use.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

/// Time that the first thread of a process has spent ready to run while no core was free, since it
/// began. `None` where the system does not tell (`/proc/PID/schedstat`, its second number).
pub fn waited(process: Pid) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_of_a_process_does_not_shrink() {
        let Some(before) = waited(Pid::this()) else {
            eprintln!("skipped: the system does not tell who waited for a core");
            return;
        };
        std::thread::yield_now();
        assert!(waited(Pid::this()).unwrap() >= before);
        assert_eq!(waited(Pid::from_raw(i32::MAX)), None);
    }
}
