//! Processor time.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// The processor time that this thread has used, to the nanosecond.
///
/// `getrusage` counts whole ticks of the kernel on some machines.
pub fn processor() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("ask for the time used").into()
}
