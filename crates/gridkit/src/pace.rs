//! How long to think on a machine that others use, too: [`Pace`].

use std::time::Duration;

/// The time for the next turn, shorter while the machine keeps stopping us.
///
/// A program that is stopped in the middle of its turn answers late, however early it meant to be
/// ready. It can see that: between two looks at the clock more time passes than its work takes. As
/// long as that happens it should use less time; a scheduler that divides a core fairly also serves
/// a program sooner if it uses little of the core.
///
/// ```
/// use gridkit::Pace;
/// use std::time::Duration;
///
/// let millis = Duration::from_millis;
/// // At most 20 ms, at least 4, and 40 with room for four stalls.
/// let mut pace = Pace::new(millis(20), millis(4), millis(40));
/// assert_eq!(pace.time(), millis(20));
/// pace.stalled(millis(6));
/// assert_eq!(pace.time(), millis(16));
/// pace.stalled(millis(100));
/// assert_eq!(pace.time(), millis(4));
/// // Turn by turn it is forgotten.
/// (0..400).for_each(|_| pace.stalled(millis(0)));
/// assert_eq!(pace.time(), millis(20));
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    most: Duration,
    least: Duration,
    room: Duration,
    stall: Duration,
}

/// The number of stalls to leave room for: the next one may be longer than any that was seen.
const ROOM_FOR: u32 = 4;

/// The share of a remembered stall that is left one turn later.
const MEMORY: f64 = 0.99;

/// Longer stalls are remembered as this long, because they come singly.
const LONGEST: Duration = Duration::from_millis(40);

impl Pace {
    /// Turns of `most` on a quiet machine and of `least` on the busiest; thinking and four stalls
    /// must fit into `room`, which is less than the time limit.
    pub fn new(most: Duration, least: Duration, room: Duration) -> Self {
        Self { most, least, room, stall: Duration::ZERO }
    }

    /// The time to think in the next turn.
    pub fn time(&self) -> Duration {
        self.room.saturating_sub(ROOM_FOR * self.stall).clamp(self.least, self.most)
    }

    /// To be called once a turn with the longest time for which the program stood still in it.
    pub fn stalled(&mut self, longest: Duration) {
        self.stall = self.stall.mul_f64(MEMORY).max(longest.min(LONGEST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// The times of 250 quiet turns after stalls.
    fn after(stalls: &[Duration]) -> Vec<Duration> {
        let mut pace = Pace::new(millis(300), millis(1), millis(310));
        for &stall in stalls {
            pace.stalled(stall);
        }
        (0..250)
            .map(|_| {
                let time = pace.time();
                pace.stalled(Duration::ZERO);
                time
            })
            .collect()
    }

    #[test]
    fn room_is_left_for_four_stalls() {
        assert_eq!(after(&[])[0], millis(300));
        assert_eq!(after(&[millis(20)])[0], millis(310 - 4 * 20));
        let mut pace = Pace::new(millis(20), millis(4), millis(30));
        pace.stalled(millis(10));
        assert_eq!(pace.time(), millis(4));
    }

    #[test]
    fn a_long_stall_is_remembered_as_one_of_40_ms() {
        assert_eq!(after(&[millis(40)])[0], millis(310 - 4 * 40));
        assert_eq!(after(&[millis(4_000)]), after(&[millis(40)]));
    }

    #[test]
    fn the_longest_stall_is_remembered_and_fades_by_a_hundredth_a_turn() {
        assert_eq!(after(&[millis(20), millis(3)])[0], Duration::from_micros(310_000 - 4 * 19_800));
        assert_eq!(after(&[millis(3), millis(20)])[0], millis(230));
        let times = after(&[millis(20)]);
        assert!(times.windows(2).all(|two| two[0] <= two[1]), "{times:?}");
        assert_eq!(times[249], millis(300));
    }
}
