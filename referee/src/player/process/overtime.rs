//! Judges an answer by the clock: what the machine took from a program is given back to it, and what the
//! program took itself is not.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::core_wait::{Pending, own_core_wait};
use super::pending::PendingAnswer;
use super::{Clock, ProcessPlayer};
use crate::game::Fault;

/// Time between looks at a program that is waited for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// The same when its time is up, or about to be.
const BETWEEN_LATE_LOOKS: Duration = Duration::from_millis(1);
/// A look at many threads takes long. The pause after it is at least this many times as long.
const PAUSE_PER_LOOK: u32 = 20;
/// A program that answers within this time is not looked at.
const FIRST_LOOK: Duration = Duration::from_millis(2);

/// Part of the limit: a program that missed less than this was not overloaded.
const OVERLOAD: f64 = 0.1;
/// Part of the limit: a program that ran for so long and has no answer is to blame.
const RAN_ENOUGH: f64 = 0.9;

/// With [`Clock::Cpu`] the wall clock allows so many times the limit,
const MOST_WALL_LIMITS: u32 = 20;
/// and this much more.
const MORE_WALL: Duration = Duration::from_secs(2);

impl ProcessPlayer {
    /// The program is asked, and has its input, at `now`.
    pub(super) fn clock_starts(&mut self, now: Instant) -> Result<()> {
        let failed = "cannot look at its threads";
        if self.limits.clock == Clock::Cpu {
            self.core_wait.asked_at_once(now).context(failed)?;
        } else {
            self.core_wait.asked(now).context(failed)?;
        }
        self.own_wait = own_core_wait();
        self.next_look = Some(now + FIRST_LOOK);
        Ok(())
    }

    /// When the time of the pending answer is up by the wall clock.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let pending = self.pending.as_ref()?;
        match (self.limits.clock, pending.limit()) {
            (Clock::Cpu, Some(limit)) if !pending.is_starting() => {
                let most = limit.checked_mul(MOST_WALL_LIMITS)?.checked_add(MORE_WALL)?;
                pending.start().checked_add(most)
            }
            _ => pending.deadline(),
        }
    }

    /// When to look at the program next.
    pub(super) fn look_at(&self) -> Option<Instant> {
        self.pending.as_ref().and(self.next_look)
    }

    /// Looks at the program if it is time to; gives the fault if it has used up its time.
    pub(super) fn look_if_due(&mut self, now: Instant) -> Result<()> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        if self.next_look.is_none_or(|at| now < at) {
            return Ok(());
        }
        if let Some(until) = pending.startup_until() {
            if self.input.was_read() || now >= until {
                pending.started(now.min(until));
                return self.clock_starts(now);
            }
            self.next_look = Some(now + BETWEEN_LATE_LOOKS);
            return Ok(());
        }
        let limit = pending.limit();
        self.look(now, Pending::Counts)?;
        if self.limits.clock == Clock::Cpu
            && limit.is_some_and(|limit| self.core_wait.ran() > limit)
        {
            self.fail_for_cpu_time(now)?;
        }
        Ok(())
    }

    fn fail_for_cpu_time(&mut self, now: Instant) -> Result<()> {
        let limit = self.pending.as_ref().and_then(PendingAnswer::limit);
        let message = format!(
            "used {:.1} ms of CPU time, {:.1} ms are allowed",
            self.core_wait.ran().as_secs_f64() * 1e3,
            limit.unwrap_or_default().as_secs_f64() * 1e3
        );
        self.fail(Fault::Timeout, message, now)
    }

    fn look(&mut self, now: Instant, pending: Pending) -> Result<()> {
        self.core_wait.sample(now, pending).context("cannot look at its threads")?;
        let late = self.pending.as_ref().is_some_and(PendingAnswer::was_late);
        let cpu = self.limits.clock == Clock::Cpu;
        let pause = if late || cpu { BETWEEN_LATE_LOOKS } else { BETWEEN_LOOKS };
        self.next_look = Some(now + pause.max(PAUSE_PER_LOOK * now.elapsed()));
        Ok(())
    }

    /// Whether a program whose time is up gets more of it.
    pub(super) fn gets_more_time(&mut self, now: Instant) -> Result<bool> {
        if self.limits.clock == Clock::Cpu {
            return Ok(false);
        }
        self.look(now, Pending::Counts)?;
        let (missed, is_ready) = (self.core_wait.missed(), self.core_wait.is_ready());
        let Some(pending) = &mut self.pending else { return Ok(false) };
        let more = pending.give_back(missed, is_ready, now);
        if more {
            self.next_look = Some(now + BETWEEN_LATE_LOOKS);
        }
        Ok(more)
    }

    /// Whether an answer that is complete at `now` has come in time. By how much it is later than the
    /// limit, if it is.
    pub(super) fn judge_time(&mut self, now: Instant) -> Result<Judgement> {
        let Some(pending) = &self.pending else { return Ok(Judgement::InTime) };
        let Some(limit) = pending.limit().filter(|_| !pending.is_starting()) else {
            return Ok(Judgement::InTime);
        };
        let took = now.saturating_duration_since(pending.start());
        let was_late = pending.was_late();
        if self.limits.clock == Clock::Cpu {
            self.look(now, Pending::DoesNotCount)?;
            let is_late = self.core_wait.ran() > limit;
            return Ok(if is_late { Judgement::TooLate } else { Judgement::InTime });
        }
        if took <= limit {
            return Ok(Judgement::InTime);
        }
        let late = took.saturating_sub(limit);
        if was_late {
            self.look(now, Pending::DoesNotCount)?;
            let excused = self.core_wait.missed() + self.own_wait_since();
            if late > excused {
                return Ok(Judgement::TooLate);
            }
        }
        Ok(Judgement::Excused(late))
    }

    /// How long the referee itself has waited for a core since the program was asked.
    fn own_wait_since(&self) -> Duration {
        let since = own_core_wait().zip(self.own_wait);
        since.map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before))
    }

    /// Part of the time of the pending answer for which the program is not to blame.
    pub(super) fn delay(&self, now: Instant) -> Duration {
        let Some(pending) = &self.pending else { return Duration::ZERO };
        let past = self.deadline().map(|at| now.saturating_duration_since(at)).unwrap_or_default();
        let total = Duration::from_micros(pending.micros(now));
        total.min(past + self.core_wait.missed())
    }

    /// Whether a timeout at `now` may be the machine's fault.
    pub(super) fn is_overloaded(&self, now: Instant) -> bool {
        let limit = self.pending.as_ref().and_then(PendingAnswer::limit);
        let Some(limit) = limit.filter(|_| self.limits.clock == Clock::Wall) else { return false };
        self.delay(now) > limit.mul_f64(OVERLOAD)
            && self.core_wait.ran() < limit.mul_f64(RAN_ENOUGH)
    }
}

/// What the clock says about a complete answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It came within the limit.
    InTime,
    /// It came so much later than the limit, and counts: the machine was to blame.
    Excused(Duration),
    /// It came too late.
    TooLate,
}
