//! The reply of a program: its answer in time, or the fault for which it is thrown out.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::exit_fault::{exit_fault, group_message};
use super::lateness::Judgement;
use super::memory::OUT_OF_MEMORY_MESSAGES;
use super::{Clock, EXIT_WAIT, ExitStatus, MOST_BYTES_PER_CALL, ProcessPlayer};
use crate::game::{Answer, Fault};
use crate::player::Reply;

impl ProcessPlayer {
    /// Makes the reply if the answer is complete, or can no longer become complete.
    pub(super) fn check_answer(&mut self, now: Instant) -> Result<()> {
        let deadline = self.pending.as_ref().and_then(|pending| self.clock.deadline(pending));
        let is_late = deadline.is_some_and(|deadline| now >= deadline);
        if is_late {
            // The referee itself may have woken up late: look once more.
            self.read_output(MOST_BYTES_PER_CALL, now)?;
        }
        let Some(pending) = &mut self.pending else { return Ok(()) };
        if let Some(problem) = pending.take_lines(&mut self.lines) {
            return self.fail(Fault::Garbage, problem, now);
        }
        if pending.is_complete() {
            return self.complete_answer(now);
        }
        let timeout = is_late.then(|| pending.timeout_message(&self.lines));
        if let Some(status) = self.exit_status {
            let limit = self.limits.memory_bytes;
            let says_out_of_memory = self.stderr.contains_any(&OUT_OF_MEMORY_MESSAGES);
            let (fault, message) = if self.memory.ran_out() {
                (Fault::OutOfMemory, group_message(limit.unwrap_or(u64::MAX)))
            } else {
                exit_fault(status, limit, says_out_of_memory, self.lines.begun())
            };
            self.fail(fault, message + &self.refused(), now)
        } else if let Some(ended) = self.output_ended {
            if now < ended + EXIT_WAIT {
                return Ok(());
            }
            self.fail(Fault::Exit, "closed its output".to_owned(), now)
        } else if let Some(message) = timeout {
            if self.clock.extend(pending, now)? {
                return Ok(());
            }
            self.fail(Fault::Timeout, message, now)
        } else {
            Ok(())
        }
    }

    /// What a stranger that ended before its first answer could not read, or what another program could not write, as
    /// the end of a message.
    fn refused(&self) -> String {
        let advice = self.program.advice(&self.stderr.text(), self.has_started);
        advice.map_or(String::new(), |advice| format!("; {advice}"))
    }

    /// Makes the reply of a complete answer.
    fn complete_answer(&mut self, now: Instant) -> Result<()> {
        let Some(pending) = &self.pending else { return Ok(()) };
        let judgement = self.clock.judge(pending, now)?;
        let measured = self.clock.measured(pending, now);
        if judgement == Judgement::TooLate {
            let message = "the answer came after the limit".to_owned();
            return self.fail(Fault::Timeout, message, now);
        }
        // What the program wrote to standard error before its answer is in the pipe now.
        self.stderr.read().context("cannot read its standard error")?;
        if let Some(pending) = self.pending.take() {
            self.has_started = true;
            self.input.started();
            let time = match measured.clock {
                Clock::Wall | Clock::Patient => measured.took,
                Clock::Cpu => measured.ran,
            };
            let micros = time.as_micros() as u64;
            let mut reply = Reply::lines(pending.lines, micros);
            if let Judgement::Excused(late) = judgement {
                reply.late_micros = late.as_micros() as u64;
                reply.delay_micros = measured.missed.as_micros() as u64;
            }
            self.reply = Some(Reply { stderr: self.stderr.take(), ..reply });
            self.memory.answered(now);
        }
        Ok(())
    }

    /// Throws the player out for a fault and begins to end the program.
    pub(super) fn fail(&mut self, fault: Fault, message: String, now: Instant) -> Result<()> {
        let measured = self.pending.as_ref().map(|pending| self.clock.measured(pending, now));
        let is_signalled = match fault {
            Fault::Exit => self.exit_status.is_some_and(ExitStatus::is_by_signal),
            Fault::Timeout => self.program.was_stopped(),
            _ => false,
        };
        self.program.begin_close();
        self.stderr.read_last().context("cannot read its standard error")?;
        if let Some(pending) = self.pending.take() {
            let micros = pending.micros(now);
            let reply = Reply::fault(fault, &*message, micros);
            let answer = Answer { lines: pending.lines, fault: Some(fault) };
            let stderr = self.stderr.take();
            let delay = measured.map_or(Duration::ZERO, |measured| measured.delay());
            let is_overloaded = measured.is_some_and(|measured| measured.is_overloaded());
            self.reply = Some(Reply {
                answer,
                delay_micros: delay.as_micros() as u64,
                overloaded: fault == Fault::Timeout && is_overloaded,
                signalled: is_signalled,
                stderr,
                ..reply
            });
        } else if let Some(reply) = &mut self.reply {
            reply.answer.fault = Some(fault);
            reply.signalled = is_signalled;
            reply.detail = Some(message.clone());
            reply.stderr.extend(self.stderr.take());
        }
        self.failed = Some((fault, message));
        self.output = None;
        self.input.close();
        Ok(())
    }
}
