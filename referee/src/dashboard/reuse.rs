//! How long a computed result is reused.

use std::time::Duration;

/// A result is reused for at least this multiple of the time that computing it took.
const SHARE: u32 = 100;

/// The time for which a result is reused that took `took` to compute: from one second to ten minutes.
pub(super) fn reuse_time(took: Duration) -> Duration {
    (took * SHARE).clamp(Duration::from_secs(1), Duration::from_secs(600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_reused_for_a_hundred_times_its_cost_within_limits() {
        for (took, reused) in [(0, 1000), (10, 1000), (50, 5000), (6000, 600_000), (9000, 600_000)]
        {
            let reuse = reuse_time(Duration::from_millis(took));
            assert_eq!(reuse, Duration::from_millis(reused), "{took} ms");
        }
    }
}
