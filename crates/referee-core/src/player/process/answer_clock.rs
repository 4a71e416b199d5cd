//! Measures a program's time while its answer is awaited, and extends the limit by the time in which the program
//! was ready to run but had no core.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::lateness::{Judgement, Measured};
use super::launch::Clock;
use super::own_work::{Begun, OwnWork};
use super::pending::PendingAnswer;
use super::platform::own_core_wait;
use super::promises::{CoreTime, Pending};

/// Time between samples of a program whose time is not up.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// Time between samples of a program whose time is up or whose CPU time is limited.
const BETWEEN_LATE_LOOKS: Duration = Duration::from_millis(1);
/// Samples of many threads take long. The pause after a sample is at least this many times as long as the sample.
const PAUSE_PER_LOOK: u32 = 20;
/// No sample is taken of a program that answers within this time.
const FIRST_LOOK: Duration = Duration::from_millis(2);

/// How long the referee's thread was ready to run but had no core.
#[derive(Clone, Copy, Debug, Default)]
struct RefereeWait {
    /// The part that others than the program can have caused.
    counts: Duration,
    /// The rest.
    refused: Duration,
}

/// The clock of one program's answers.
pub(super) struct AnswerClock {
    kind: Clock,
    core_time: Box<dyn CoreTime>,
    /// How long the referee's thread had waited for a core in its life when it last found that there is no answer.
    referee_waited_before: Option<Duration>,
    /// The referee's own wait, once it was limited.
    referee_wait: Option<RefereeWait>,
    /// When to take the next sample while an answer is awaited.
    next_look: Option<Instant>,
    /// When the program was last found not to have read its first input.
    unread_at: Option<Instant>,
    /// How long the last sample took.
    look_took: Duration,
    /// What the referee spent because of the program.
    own_work: OwnWork,
}

impl AnswerClock {
    /// A clock for the program with these times.
    pub(super) fn new(kind: Clock, core_time: Box<dyn CoreTime>) -> Self {
        Self {
            kind,
            core_time,
            referee_waited_before: None,
            referee_wait: None,
            next_look: None,
            unread_at: None,
            look_took: Duration::ZERO,
            own_work: OwnWork::default(),
        }
    }

    /// Starts at `now`: the program has been asked and has its input.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub(super) fn start(&mut self, now: Instant) -> Result<()> {
        let asked = match self.kind {
            Clock::Wall => self.core_time.asked(now),
            Clock::Cpu => self.core_time.asked_at_once(now),
            Clock::Patient => {
                self.next_look = None;
                return Ok(());
            }
        };
        asked.context("cannot look at its threads")?;
        self.own_work = OwnWork::default();
        self.referee_wait = None;
        self.referee_waited_before = own_core_wait();
        self.next_look = Some(now + FIRST_LOOK);
        Ok(())
    }

    /// Waits for the program to read its first input; [`AnswerClock::look_if_due`] then starts the clock.
    pub(super) fn start_later(&mut self, now: Instant) {
        self.next_look = Some(now);
        self.unread_at = Some(now);
    }

    /// When the time of an answer is up by the wall clock.
    pub(super) fn deadline(&self, pending: &PendingAnswer) -> Option<Instant> {
        match self.kind {
            Clock::Wall | Clock::Patient => pending.deadline(),
            Clock::Cpu => pending.deadline_by_cpu_clock(),
        }
    }

    /// When to take the next sample.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.next_look
    }

    /// Takes a sample if it is time to. Returns the message of a timeout if the program has used up its CPU time.
    /// `was_read` says whether the program has read from its input.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub(super) fn look_if_due(
        &mut self,
        pending: &mut PendingAnswer,
        was_read: bool,
        now: Instant,
    ) -> Result<Option<String>> {
        if self.next_look.is_none_or(|at| now < at) {
            return Ok(None);
        }
        if let Some(until) = pending.startup_until() {
            if was_read || now >= until {
                if was_read {
                    pending.started(now.min(until));
                } else {
                    pending.must_have_started(until);
                }
                self.start(now)?;
            } else {
                self.next_look = Some(now + BETWEEN_LATE_LOOKS);
                self.unread_at = Some(now);
            }
            return Ok(None);
        }
        if let Some(deadline) = self.deadline_too_near(pending, self.look_took, now) {
            self.next_look = Some(deadline);
            return Ok(None);
        }
        self.look(pending, now, Pending::Counts)?;
        let limit = pending.limit().filter(|_| self.kind == Clock::Cpu);
        Ok(limit.filter(|limit| self.core_time.ran() > *limit).map(|limit| {
            let millis = |time: Duration| time.as_secs_f64() * 1e3;
            let (ran, limit) = (millis(self.core_time.ran()), millis(limit));
            format!("used {ran:.1} ms of CPU time, {limit:.1} ms are allowed")
        }))
    }

    /// The deadline of an answer, if it is so near that work which took `took` the last time could end after it. An
    /// answer that comes in time must be noticed in time.
    pub(super) fn deadline_too_near(
        &self,
        pending: &PendingAnswer,
        took: Duration,
        now: Instant,
    ) -> Option<Instant> {
        let is_near = |deadline: &Instant| now < *deadline && now + 2 * took > *deadline;
        self.deadline(pending).filter(is_near)
    }

    /// The referee did a piece of work because of the program.
    pub(super) fn worked(&mut self, begun: Begun, pending: Option<&PendingAnswer>) {
        let deadline = pending.and_then(|pending| self.deadline(pending));
        self.own_work.add(begun, deadline);
    }

    fn look(&mut self, pending: &PendingAnswer, now: Instant, waits: Pending) -> Result<()> {
        let began = Instant::now();
        self.core_time.sample(now, waits).context("cannot look at its threads")?;
        self.look_took = began.elapsed();
        if waits == Pending::Counts {
            // There is no answer yet. What the referee waited for until now has not delayed it.
            self.referee_waited_before = own_core_wait();
        }
        let is_urgent = pending.was_late() || self.kind == Clock::Cpu;
        let pause = if is_urgent { BETWEEN_LATE_LOOKS } else { BETWEEN_LOOKS };
        self.next_look = Some(Instant::now() + pause.max(PAUSE_PER_LOOK * self.look_took));
        Ok(())
    }

    /// Extends the time of an answer that is due, if the machine took some of it; `false` if not.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub(super) fn extend(&mut self, pending: &mut PendingAnswer, now: Instant) -> Result<bool> {
        if self.kind != Clock::Wall {
            return Ok(false);
        }
        let waited = self.referee_waited();
        self.look(pending, now, Pending::Counts)?;
        self.limit_waits(waited);
        let is_extended =
            pending.give_back(self.core_time.missed(), self.core_time.is_ready(), now);
        if is_extended {
            self.next_look = Some(now + BETWEEN_LATE_LOOKS);
        }
        Ok(is_extended)
    }

    /// Judges the time of an answer that is complete at `now`.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub(super) fn judge(&mut self, pending: &PendingAnswer, now: Instant) -> Result<Judgement> {
        if pending.is_starting() || self.kind == Clock::Patient {
            return Ok(Judgement::InTime);
        }
        if self.measured(pending, now).needs_a_sample() {
            self.look(pending, now, Pending::DoesNotCount)?;
            self.limit_waits(self.referee_waited());
        }
        Ok(self.measured(pending, now).judge_time())
    }

    /// How long the referee had no core since it last found that there is no answer.
    fn referee_waited(&self) -> Duration {
        let before = self.referee_waited_before;
        let waited = before.and_then(|before| Some(own_core_wait()?.saturating_sub(before)));
        waited.unwrap_or_default()
    }

    /// Limits what counts as missed by the program, and as waited by the referee, by what others can have taken.
    fn limit_waits(&mut self, waited: Duration) {
        let counts = self.core_time.limit_missed(waited, self.own_work.spent);
        self.referee_wait = Some(RefereeWait { counts, refused: waited.saturating_sub(counts) });
    }

    /// What is known at `now` about the time of an answer.
    pub(super) fn measured(&self, pending: &PendingAnswer, now: Instant) -> Measured {
        let since = |at: Instant| now.saturating_duration_since(at);
        let whole = || RefereeWait { counts: self.referee_waited(), refused: Duration::ZERO };
        let RefereeWait { counts, refused } = self.referee_wait.unwrap_or_else(whole);
        // An answer may come between the look that would have found the first input read and the one before.
        let started = self.unread_at.filter(|_| pending.is_starting());
        Measured {
            clock: self.kind,
            limit: pending.limit(),
            took: since(started.map_or(pending.start(), |at| at.max(pending.start()))),
            past_deadline: self
                .deadline(pending)
                .map_or(Duration::ZERO, since)
                .saturating_sub(self.own_work.past_deadline + refused),
            was_late: pending.was_late(),
            ran: self.core_time.ran(),
            ran_at_most: self.core_time.ran_at_most(),
            missed: self.core_time.missed(),
            referee_waited: counts,
        }
    }

    /// Whether a thread of the program runs or is ready to run now; `false` if the system does not say.
    pub(super) fn any_is_ready(&self) -> bool {
        self.core_time.any_is_ready()
    }

    /// Whether the program has threads and all of them sleep now; `false` if the system does not say.
    pub(super) fn all_sleep(&self) -> bool {
        self.core_time.all_sleep()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Expected;

    const LIMIT: Duration = Duration::from_millis(100);

    /// The times of a program that does nothing, on a system that says nothing more.
    struct Nothing;

    impl CoreTime for Nothing {
        fn asked(&mut self, _: Instant) -> std::io::Result<()> {
            Ok(())
        }

        fn sample(&mut self, _: Instant, _: Pending) -> std::io::Result<()> {
            Ok(())
        }

        fn ran(&self) -> Duration {
            Duration::ZERO
        }

        fn any_is_ready(&self) -> bool {
            false
        }

        fn all_sleep(&self) -> bool {
            false
        }
    }

    /// An answer of a program that was asked at `began` and may start for five limits.
    fn starting(began: Instant) -> PendingAnswer {
        let expected = Expected { lines: 1, limit: LIMIT, line_bytes: 5 };
        let mut pending = PendingAnswer::new(&expected, 1.0, began);
        pending.sent(began);
        pending.starts_until(began + 5 * LIMIT);
        pending
    }

    #[test]
    fn the_clock_starts_when_the_program_reads_or_its_time_to_start_is_over() {
        let began = Instant::now();
        for (was_read, limits, expected) in
            [(true, 1, Some(1)), (false, 1, None), (true, 9, Some(5)), (false, 5, Some(5))]
        {
            let mut clock = AnswerClock::new(Clock::Wall, Box::new(Nothing));
            let (mut pending, now) = (starting(began), began + limits * LIMIT);
            clock.start_later(began);
            assert_eq!(clock.look_if_due(&mut pending, was_read, now).unwrap(), None);
            assert_eq!(pending.is_starting(), expected.is_none());
            assert_eq!(pending.start(), began + expected.unwrap_or(0) * LIMIT);
            let pause = if expected.is_some() { FIRST_LOOK } else { BETWEEN_LATE_LOOKS };
            assert_eq!(clock.next_look(), Some(now + pause));
        }
    }

    #[test]
    fn an_answer_of_a_program_that_may_still_be_starting_is_in_time() {
        let began = Instant::now();
        for kind in [Clock::Wall, Clock::Cpu] {
            let mut clock = AnswerClock::new(kind, Box::new(Nothing));
            let judgement = clock.judge(&starting(began), began + 4 * LIMIT).unwrap();
            assert_eq!(judgement, Judgement::InTime);
        }
    }

    #[test]
    fn a_start_is_no_part_of_the_time_even_if_nobody_saw_its_end() {
        let began = Instant::now();
        let mut clock = AnswerClock::new(Clock::Wall, Box::new(Nothing));
        let mut pending = starting(began);
        clock.start_later(began);
        clock.look_if_due(&mut pending, false, began + 3 * LIMIT).unwrap();
        let measured = clock.measured(&pending, began + 3 * LIMIT + LIMIT / 10);
        assert_eq!(measured.took, LIMIT / 10);
    }

    #[test]
    fn a_limit_of_cpu_time_is_not_extended() {
        let began = Instant::now();
        let mut pending = starting(began);
        pending.started(began);
        let mut clock = AnswerClock::new(Clock::Cpu, Box::new(Nothing));
        assert!(!clock.extend(&mut pending, began + LIMIT).unwrap());
        assert!(!pending.was_late());
    }
}
