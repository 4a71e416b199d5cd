//! Linux: namespaces, Landlock, a filter of system calls, control groups, and the figures of `/proc`.

mod calls;
mod control_group;
mod core_wait;
mod family;
mod filter;
mod first_read;
mod guard;
mod held_files;
mod holdings;
mod in_transit;
mod machine_time;
mod mounts;
mod posix;
mod prepared;
mod process_memory;
mod signalled;
mod stranger;
mod supervisor;
mod thread_limit;
mod tree_time;
mod unreadable;
mod unwritable;
mod walls;
#[cfg(feature = "javascript")]
#[path = "../posix/watchdog.rs"]
pub mod watchdog;
#[cfg(feature = "javascript")]
#[path = "../posix/worker.rs"]
mod worker;

use std::io;
use std::sync::LazyLock;

use anyhow::Result;

use self::core_wait::CoreWait;
pub use self::core_wait::own_core_wait;
pub use self::first_read::FirstRead;
use self::prepared::Prepared;
use self::stranger::Isolation;
use self::supervisor::Supervisor;
pub use self::supervisor::adopt_orphans;
#[cfg(feature = "javascript")]
use self::supervisor::{ended, started_by_referee};
use self::unwritable::Unwritable;
use self::walls::Walled;
pub use self::walls::{hide_from_bots, keep_file_from_bots, keep_from_bots};
#[cfg(feature = "javascript")]
pub use self::worker::Worker;
use crate::player::process::exit_status::ExitStatus;
use crate::player::process::launch::Launch;
use crate::player::process::promises::Program;
use crate::player::process::started::Started;
use crate::system::Source;

/// Starts a program.
///
/// # Errors
/// If it cannot be started: a sentence for the user.
pub(in crate::player::process) fn start(launch: &Launch) -> Result<Started> {
    if is_posix_asked_for() {
        return posix::start(launch);
    }
    start_prepared(prepared::prepare(launch)?, launch)
}

/// Whether the room of POSIX systems is tried in place of this one.
fn is_posix_asked_for() -> bool {
    static ASKED: LazyLock<bool> =
        LazyLock::new(|| std::env::var_os("BOTYARD_PLATFORM").is_some_and(|it| it == "posix"));
    *ASKED
}

fn start_prepared(prepared: Prepared, launch: &Launch) -> Result<Started> {
    let (supervisor, streams) = Supervisor::start(&prepared)?;
    let limits = (launch.limits.memory_bytes, prepared.most_threads);
    let pid = supervisor.pid();
    let memory = holdings::watch(prepared.group, limits, supervisor.in_force(), pid);
    let is_trusted = prepared.isolation.is_none();
    let program = SupervisedProgram {
        supervisor,
        unwritable: prepared.walled.filter(|_| is_trusted).map(Walled::into_unwritable),
        isolation: prepared.isolation,
    };
    let time = Box::new(CoreWait::new(pid));
    Ok(Started { program: Box::new(program), streams, memory, time })
}

/// A program under its supervisor.
struct SupervisedProgram {
    supervisor: Supervisor,
    /// What a program that is no stranger may write; `None` without walls.
    unwritable: Option<Unwritable>,
    /// Dropping it removes the scratch folder of a stranger.
    isolation: Option<Isolation>,
}

impl Program for SupervisedProgram {
    fn in_force(&self) -> String {
        self.supervisor.in_force().to_string()
    }

    fn pid(&self) -> u32 {
        self.supervisor.program().as_raw() as u32
    }

    fn end_source(&self) -> Source<'_> {
        Source::of(self.supervisor.reports())
    }

    fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.supervisor.exit_status()
    }

    fn asked(&mut self) {
        self.supervisor.take_stopped();
    }

    fn was_stopped(&mut self) -> bool {
        self.supervisor.take_stopped() || signalled::is_stopped(self.supervisor.pid())
    }

    fn advice(&self, said: &str, has_started: bool) -> Option<String> {
        let isolation = self.isolation.as_ref().filter(|_| !has_started);
        let advice = isolation.and_then(|isolation| isolation.advice(said));
        advice.or_else(|| self.unwritable.as_ref()?.advice(said))
    }

    fn begin_close(&mut self) {
        self.supervisor.begin_close();
    }

    fn close(&mut self) {
        self.supervisor.close();
    }
}
