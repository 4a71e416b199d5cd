//! Decides from measurements whether an answer came in time, and who is to blame if it did not.

use std::time::Duration;

use super::launch::Clock;

/// A program that lost at most this part of its limit to the machine was not overloaded.
const OVERLOAD: f64 = 0.1;
/// A program that had a core for this part of its limit is to blame for its timeout.
const RAN_ENOUGH: f64 = 0.9;

/// What was measured from the moment the program was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    /// Which time is limited.
    pub clock: Clock,
    /// The limit, without any extra time; `None` if there is none.
    pub limit: Option<Duration>,
    /// Wall time.
    pub took: Duration,
    /// Wall time since the deadline, which includes extra time. Without the time that the referee spent because of the
    /// program.
    pub past_deadline: Duration,
    /// Whether the deadline once passed before the answer was complete. If not, the referee woke up late.
    pub was_late: bool,
    /// CPU time of all threads of the program.
    pub ran: Duration,
    /// The most CPU time that they can have had, if the system has forgotten some of its processes.
    pub ran_at_most: Duration,
    /// How long the program was ready to run but had no core.
    pub missed: Duration,
    /// How long the referee's own thread was ready to run but had no core.
    pub referee_waited: Duration,
}

/// The judgement on the time of a complete answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It came within the limit.
    InTime,
    /// It came later than the limit by this time, for which the machine is to blame. The answer counts.
    Excused(Duration),
    /// It came too late.
    TooLate,
}

impl Measured {
    /// Whether the program must be sampled once more before its answer is judged. By the wall clock most answers
    /// need none.
    pub(super) fn needs_a_sample(&self) -> bool {
        self.clock == Clock::Cpu || !self.late().is_zero()
    }

    /// Wall time beyond the limit.
    fn late(&self) -> Duration {
        self.limit.map_or(Duration::ZERO, |limit| self.took.saturating_sub(limit))
    }

    /// By how much an answer may seem late that came in time, because the referee woke up late.
    fn noticed_late(&self) -> Duration {
        /// Work because of the program may delay the referee by this much, which is no advantage.
        const WORK: Duration = Duration::from_micros(500);
        if self.was_late { Duration::ZERO } else { self.past_deadline + WORK }
    }

    /// Judges an answer that is complete now.
    pub(super) fn judge_time(&self) -> Judgement {
        let Some(limit) = self.limit else { return Judgement::InTime };
        if self.clock == Clock::Cpu {
            return if self.ran_at_most > limit { Judgement::TooLate } else { Judgement::InTime };
        }
        let late = self.late();
        if late.is_zero() {
            Judgement::InTime
        } else if late > self.missed + self.referee_waited + self.noticed_late() {
            Judgement::TooLate
        } else {
            Judgement::Excused(late)
        }
    }

    /// The part of the time for which the program is not to blame.
    pub(super) fn delay(&self) -> Duration {
        self.took.min(self.past_deadline + self.missed)
    }

    /// Whether the machine may be to blame for a timeout now.
    ///
    /// By the CPU clock that is so if others may have used the time that nobody has counted.
    pub(super) fn is_overloaded(&self) -> bool {
        let Some(limit) = self.limit else { return false };
        if self.clock != Clock::Wall {
            return self.clock == Clock::Cpu && self.ran <= limit && self.ran_at_most > limit;
        }
        self.delay() > limit.mul_f64(OVERLOAD) && self.ran < limit.mul_f64(RAN_ENOUGH)
    }
}

#[cfg(test)]
mod tests {
    use super::Judgement::{Excused, InTime, TooLate};
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// By the wall clock with a limit of 100 ms.
    fn wall([took, ran, missed, referee_waited]: [u64; 4], was_late: bool) -> Measured {
        Measured {
            clock: Clock::Wall,
            limit: Some(ms(100)),
            took: ms(took),
            past_deadline: Duration::ZERO,
            was_late,
            ran: ms(ran),
            ran_at_most: ms(ran),
            missed: ms(missed),
            referee_waited: ms(referee_waited),
        }
    }

    /// The same, for an answer that the referee found `past_deadline` after the deadline without other work.
    fn found([took, ran, missed, past_deadline]: [u64; 4], was_late: bool) -> Measured {
        let past_deadline = ms(past_deadline);
        Measured { past_deadline, ..wall([took, ran, missed, 0], was_late) }
    }

    #[test]
    fn an_answer_is_excused_as_far_as_the_machine_delayed_it() {
        for (times, was_late, expected) in [
            // took, ran, missed, referee waited
            ([0, 0, 0, 0], false, InTime),
            ([100, 100, 0, 0], false, InTime),
            ([100, 0, 0, 0], true, InTime),
            // The program alone is to blame.
            ([101, 101, 0, 0], true, TooLate),
            ([900, 0, 0, 0], true, TooLate),
            // The program had no core.
            ([130, 100, 30, 0], true, Excused(ms(30))),
            ([131, 101, 30, 0], true, TooLate),
            // The referee had no core.
            ([130, 100, 0, 30], true, Excused(ms(30))),
            ([131, 100, 0, 30], true, TooLate),
            // Neither had one.
            ([130, 100, 20, 10], true, Excused(ms(30))),
            ([131, 101, 20, 10], true, TooLate),
        ] {
            assert_eq!(wall(times, was_late).judge_time(), expected, "{times:?} {was_late}");
        }
    }

    #[test]
    fn an_answer_that_the_referee_finds_late_is_excused_without_its_work_for_the_program() {
        for (times, was_late, expected) in [
            // took, ran, missed, past the deadline without work
            ([101, 101, 0, 1], false, Excused(ms(1))),
            ([900, 900, 0, 800], false, Excused(ms(800))),
            // The referee had seen that there was no answer.
            ([900, 900, 0, 800], true, TooLate),
            // It looked at the program's threads for 200 ms.
            ([300, 300, 0, 0], false, TooLate),
            ([300, 300, 0, 150], false, TooLate),
            ([300, 300, 50, 150], false, Excused(ms(200))),
        ] {
            let measured = found(times, was_late);
            assert_eq!(measured.judge_time(), expected, "{times:?} {was_late}");
        }
    }

    #[test]
    fn by_the_cpu_clock_only_the_time_on_a_core_counts() {
        for (took, ran, expected) in
            [(50, 100, InTime), (900, 100, InTime), (50, 101, TooLate), (900, 101, TooLate)]
        {
            for was_late in [false, true] {
                let wall = wall([took, ran, 900, 900], was_late);
                let cpu = Measured { clock: Clock::Cpu, ..wall };
                assert_eq!(cpu.judge_time(), expected, "{took} {ran} {was_late}");
            }
        }
    }

    #[test]
    fn time_that_nobody_has_counted_is_a_doubt_by_the_cpu_clock() {
        for (ran, at_most, expected) in
            [(50, 100, (InTime, false)), (50, 101, (TooLate, true)), (101, 400, (TooLate, false))]
        {
            let wall = wall([900, ran, 0, 0], false);
            let cpu = Measured { clock: Clock::Cpu, ran_at_most: ms(at_most), ..wall };
            assert_eq!((cpu.judge_time(), cpu.is_overloaded()), expected, "{ran} {at_most}");
        }
    }

    #[test]
    fn a_timeout_is_an_overload_if_the_machine_took_a_tenth_and_gave_less_than_nine_tenths() {
        for (ran, missed, past_deadline, expected) in [
            // Nothing was taken.
            (0, 0, 0, false),
            (100, 0, 0, false),
            // Up to a tenth of the limit is not enough.
            (80, 1, 0, false),
            (80, 10, 0, false),
            (80, 11, 0, true),
            (80, 5, 5, false),
            (80, 5, 6, true),
            (80, 0, 11, true),
            // The program had nine tenths of its limit.
            (89, 500, 0, true),
            (90, 500, 0, false),
            (200, 500, 500, false),
        ] {
            let measured = wall([1000, ran, missed, 0], true);
            let measured = Measured { past_deadline: ms(past_deadline), ..measured };
            let row = (ran, missed, past_deadline);
            assert_eq!(measured.is_overloaded(), expected, "{row:?}");
            let cpu = Measured { clock: Clock::Cpu, ..measured };
            assert!(!cpu.is_overloaded(), "{row:?}");
            // The referee's own wait is in the time past the deadline.
            let waited = Measured { referee_waited: ms(900), ..measured };
            assert_eq!(waited.is_overloaded(), expected, "{row:?}");
        }
    }

    #[test]
    fn an_answer_in_time_by_the_wall_clock_needs_no_sample() {
        for (took, past, was_late, expected) in [
            (100, 0, false, false),
            (101, 1, false, true),
            (100, 0, true, false),
            (101, 1, true, true),
        ] {
            let wall = found([took, 0, 0, past], was_late);
            assert_eq!(wall.needs_a_sample(), expected, "{took} {was_late}");
            assert!(Measured { clock: Clock::Cpu, ..wall }.needs_a_sample());
        }
    }

    #[test]
    fn without_a_limit_nothing_is_late() {
        let measured = Measured { limit: None, ..wall([9000, 9000, 900, 0], true) };
        assert_eq!((measured.judge_time(), measured.is_overloaded()), (InTime, false));
    }

    #[test]
    fn no_more_than_the_whole_time_is_a_delay() {
        let delay = |took, missed, past_deadline| {
            let measured = wall([took, 0, missed, 0], true);
            Measured { past_deadline: ms(past_deadline), ..measured }.delay()
        };
        assert_eq!(delay(300, 20, 30), ms(50));
        assert_eq!(delay(40, 20, 30), ms(40));
    }
}
