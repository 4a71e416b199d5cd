//! How long a program was ready to run while no core was free.
//!
//! A busy machine can make a program miss its time limit. This time is measured so that such a
//! timeout can be told from one that the program caused itself.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

/// Time that the first thread of a process has been ready to run without a core, since it was
/// started. `None` where the system does not say: Linux does, in the second number of
/// `/proc/PID/schedstat`.
pub fn core_wait(process: Pid) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// Time of an answer that the machine took, not the program: what the program spent without a core
/// between two measurements, and what passed between the deadline and the referee's wake-up.
///
/// The two may overlap, so the sum is at most `total`, the time of the whole answer.
pub fn machine_delay(
    before: Option<Duration>,
    after: Option<Duration>,
    past_deadline: Duration,
    total: Duration,
) -> Duration {
    let waited = before.zip(after).map(|(before, after)| after.saturating_sub(before));
    total.min(past_deadline + waited.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_of_a_process_never_shrinks() {
        let Some(before) = core_wait(Pid::this()) else {
            eprintln!("skipped: the system does not say who waited for a core");
            return;
        };
        std::thread::yield_now();
        assert!(core_wait(Pid::this()).unwrap() >= before);
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_wait() {
        assert_eq!(core_wait(Pid::from_raw(i32::MAX)), None);
    }

    #[test]
    fn the_delay_is_the_wait_for_a_core_and_the_time_past_the_deadline() {
        let millis = Duration::from_millis;
        let delay = |before: Option<u64>, after: Option<u64>, past: u64| {
            machine_delay(before.map(millis), after.map(millis), millis(past), millis(50))
        };
        assert_eq!(delay(Some(30), Some(70), 0), millis(40));
        assert_eq!(delay(Some(30), Some(70), 2), millis(42));
        // One measurement alone says nothing; another process's may even be smaller.
        assert_eq!(delay(None, Some(70), 2), millis(2));
        assert_eq!(delay(Some(30), None, 2), millis(2));
        assert_eq!(delay(Some(70), Some(30), 2), millis(2));
        // It is a part of the time of the answer.
        assert_eq!(delay(Some(30), Some(70), 30), millis(50));
    }
}
