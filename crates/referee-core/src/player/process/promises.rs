//! What a room of an operating system promises for a program in a seat; see [`platform`](super::platform).

use std::io;
use std::time::{Duration, Instant};

use super::exit_status::ExitStatus;
use crate::system::Source;

/// A program with all processes that it starts.
///
/// It ends when the referee ends, however that ends. When the program itself has ended, so have all processes that it
/// started.
pub(super) trait Program: Send {
    /// The measures that the system holds for it, as words for a recording.
    fn in_force(&self) -> String;

    /// Its process.
    fn pid(&self) -> u32;

    /// What to wait for until [`exit_status`](Self::exit_status) may say more.
    fn end_source(&self) -> Source<'_>;

    /// How the program ended, if it has.
    ///
    /// # Errors
    /// The system refuses.
    fn exit_status(&mut self) -> io::Result<Option<ExitStatus>>;

    /// It is asked for an answer.
    fn asked(&mut self) {}

    /// Whether somebody has stopped it since it was asked, as far as the system says.
    fn was_stopped(&mut self) -> bool {
        false
    }

    /// What it was refused, and how to allow that, as a sentence. `said` is its standard error, `has_started` whether it
    /// has once answered.
    fn advice(&self, _said: &str, _has_started: bool) -> Option<String> {
        None
    }

    /// Begins to end it and all that it started, without waiting.
    fn begin_close(&mut self);

    /// Ends it and all that it started, and waits for their end for a limited time.
    fn close(&mut self);
}

/// What a program holds at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// Memory of all its processes, in bytes.
    pub bytes: u64,
    /// Whether it has more processes and threads than it may.
    pub has_too_many: bool,
}

/// Looks at the memory and the processes of one program.
pub(super) trait Holdings: Send {
    /// What it holds now. At most `bytes` and `threads` are allowed; what is `None` need not be looked at.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    fn look(&mut self, bytes: Option<u64>, threads: Option<u32>) -> io::Result<Held>;

    /// Whether the system has ended the program because it took too much memory.
    fn ran_out(&self) -> bool {
        false
    }
}

/// Whether a wait that has not ended counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// It counts with the longest time that is possible: to decide whether to extend the limit.
    Counts,
    /// It does not count: to judge a complete answer.
    DoesNotCount,
}

/// The processor time of one program since it was asked, and how long it was kept from a core.
///
/// A system that does not say how long a program was kept from a core says zero: then lateness is never excused.
pub(super) trait CoreTime: Send {
    /// Starts anew at `now`, when the program is asked.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    fn asked(&mut self, now: Instant) -> io::Result<()>;

    /// The same, with a sample of all threads at once.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    fn asked_at_once(&mut self, now: Instant) -> io::Result<()> {
        self.asked(now)
    }

    /// Takes a sample.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    fn sample(&mut self, now: Instant, pending: Pending) -> io::Result<()>;

    /// Processor time of all its processes.
    fn ran(&self) -> Duration;

    /// The most processor time that they can have had, if the system has forgotten some of them.
    fn ran_at_most(&self) -> Duration {
        self.ran()
    }

    /// How long it was ready to run but had no core, as far as it counts.
    fn missed(&self) -> Duration {
        Duration::ZERO
    }

    /// Limits what counts as missed by what others can have taken, together with the time that the referee `waited` for
    /// a core. The referee has `spent` this much because of the program. Returns how much of the referee's wait counts.
    fn limit_missed(&mut self, _waited: Duration, _spent: Duration) -> Duration {
        Duration::ZERO
    }

    /// Whether one of its threads ran or was ready to run at the last sample.
    fn is_ready(&self) -> bool {
        false
    }

    /// Whether one of its threads runs or is ready to run now; `false` if the system does not say.
    fn any_is_ready(&self) -> bool;

    /// Whether it has threads and all of them sleep now; `false` if the system does not say.
    fn all_sleep(&self) -> bool;
}
