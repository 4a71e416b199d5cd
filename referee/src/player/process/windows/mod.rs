//! Windows: a job for each program.
//!
//! All processes of a program belong to its job. They end with it, and it ends with the referee, however that ends: the
//! system closes the job's last handle. The system limits how many processes there are and how much memory they take
//! together. It does not say how long a program was kept from a core, so lateness is never excused.

#[cfg(feature = "javascript")]
mod worker;

use std::cell::Cell;
use std::env;
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

#[cfg(feature = "javascript")]
pub use self::worker::{Worker, watchdog};
use crate::plain_words::system_error;
use crate::player::process::exit_status::ExitStatus;
use crate::player::process::launch::{Launch, Stranger};
use crate::player::process::memory::{MemoryWatch, data_bytes};
use crate::player::process::promises::{CoreTime, Held, Holdings, Pending, Program};
use crate::player::process::started::{Started, Streams};
use crate::system::job::{Job, peak_bytes};
use crate::system::{Source, pipe_in, pipe_out, spawn_in, wait};

/// How long the referee waits at most for the end of a program that it has ended.
const LONGEST_WAIT_FOR_END: Duration = Duration::from_secs(5);
/// A program whose processor time has not changed for this long is at rest. The system counts in steps of 16 ms.
const AT_REST: Duration = Duration::from_millis(50);

/// Starts a program.
///
/// # Errors
/// If it cannot be started, or is a stranger: a sentence for the user.
pub(in crate::player::process) fn start(launch: &Launch) -> Result<Started> {
    demand_trust(launch.stranger.as_ref())?;
    let file = launch.find_program()?;
    let (memory, threads) = (launch.limits.memory_bytes, launch.most_threads());
    let job = Job::new(memory.map(data_bytes), Some(threads)).context("cannot make a job")?;
    let set_up = "cannot open a pipe: close other programs";
    let (input, program_input) = pipe_out().context(set_up)?;
    let (output, program_output) = pipe_in().context(set_up)?;
    let (stderr, program_stderr) = pipe_in().context(set_up)?;
    let mut command = Command::new(&file);
    command.args(&launch.args).stdin(program_input).stdout(program_output).stderr(program_stderr);
    command.env_clear().envs(launch.environment(env::vars_os()));
    if let Some(folder) = &launch.cwd {
        let whole = std::path::absolute(folder);
        command.current_dir(whole.as_ref().unwrap_or(folder));
    }
    let child = spawn_in(&job, &mut command).map_err(|error| explain(launch, &file, &error))?;
    // Otherwise the referee would never see the end of a stream.
    drop(command);
    let [held, counted] = [job.try_clone(), job.try_clone()];
    let cannot = "cannot look at a job";
    let holdings = JobHoldings(held.context(cannot)?);
    let time = JobTime::new(counted.context(cannot)?);
    Ok(Started {
        program: Box::new(JobProgram { child, job, status: None }),
        streams: Streams { input, output, stderr },
        memory: MemoryWatch::new(Box::new(holdings), memory, Some(threads)),
        time: Box::new(time),
    })
}

/// No program is isolated here.
fn demand_trust(stranger: Option<&Stranger>) -> Result<()> {
    if stranger.is_some_and(|stranger| !stranger.best_effort) {
        bail!(
            "Windows cannot isolate a stranger: run the referee in WSL2 or in a virtual machine; if you trust the \
             program, leave `stranger:` out; --strangers=best takes what there is"
        );
    }
    Ok(())
}

/// A sentence with advice about a program that the system does not start.
fn explain(launch: &Launch, file: &Path, error: &io::Error) -> anyhow::Error {
    let shown = launch.program.display();
    if let Some(folder) = launch.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        let error = folder
            .metadata()
            .map_or_else(|error| system_error(&error), |_| "it is a file".to_owned());
        return anyhow!("cannot start `{shown}` in the folder `{}`: {error}", folder.display());
    }
    if !file.exists() {
        return anyhow!(
            "cannot start `{shown}`: there is no such file; build it first, or correct the path"
        );
    }
    if file.is_dir() {
        return anyhow!("cannot start `{shown}`: it is a folder; name the program in it");
    }
    anyhow!("cannot start `{shown}`: {}", system_error(error))
}

/// A program and its job.
struct JobProgram {
    child: Child,
    job: Job,
    status: Option<ExitStatus>,
}

impl Program for JobProgram {
    fn in_force(&self) -> String {
        "job waits-unknown".to_owned()
    }

    fn pid(&self) -> u32 {
        self.child.id()
    }

    fn end_source(&self) -> Source<'_> {
        Source::of(self, self.child.as_raw_handle())
    }

    fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none()
            && let Some(status) = self.child.try_wait()?
        {
            // What it started ends with it.
            self.job.end();
            let code = status.code().unwrap_or_default() as u32;
            self.status = Some(ExitStatus::exited(code, peak_bytes(self.child.as_handle())));
        }
        Ok(self.status)
    }

    fn begin_close(&mut self) {
        self.job.end();
    }

    fn close(&mut self) {
        self.begin_close();
        let until = Instant::now() + LONGEST_WAIT_FOR_END;
        // A program that a driver holds is not waited for.
        let _ = wait(&[self.end_source()], Some(until), |_| {});
        while self.job.processes() > 0 && Instant::now() < until {
            std::thread::yield_now();
        }
    }
}

impl Drop for JobProgram {
    fn drop(&mut self) {
        self.close();
    }
}

/// What the processes of a job hold.
struct JobHoldings(Job);

impl Holdings for JobHoldings {
    fn look(&mut self, bytes: Option<u64>, threads: Option<u32>) -> io::Result<Held> {
        let has_too_many = threads.is_some_and(|most| self.0.processes() > most as usize);
        Ok(Held { bytes: bytes.map_or(0, |_| self.0.bytes()), has_too_many })
    }
}

/// The processor time of a job.
struct JobTime {
    job: Job,
    /// When the program was asked, or by its wall clock at the first sample after that: most answers come before it, and
    /// need no look at the job.
    before: Option<Duration>,
    ran: Duration,
    /// The time at the last look whether it is at rest, and since when it is the same.
    rest: Cell<(Duration, Instant)>,
}

impl JobTime {
    fn new(job: Job) -> Self {
        let rest = Cell::new((Duration::ZERO, Instant::now()));
        Self { job, before: None, ran: Duration::ZERO, rest }
    }

    fn is_at_rest(&self) -> bool {
        let (now, (before, since)) = (self.job.ran(), self.rest.get());
        if now != before {
            self.rest.set((now, Instant::now()));
        }
        now == before && since.elapsed() >= AT_REST
    }
}

impl CoreTime for JobTime {
    fn asked(&mut self, _now: Instant) -> io::Result<()> {
        self.before = None;
        self.ran = Duration::ZERO;
        Ok(())
    }

    fn asked_at_once(&mut self, now: Instant) -> io::Result<()> {
        self.asked(now)?;
        self.sample(now, Pending::Counts)
    }

    fn sample(&mut self, _now: Instant, _pending: Pending) -> io::Result<()> {
        let now = self.job.ran();
        self.ran = self.ran.max(now.saturating_sub(*self.before.get_or_insert(now)));
        Ok(())
    }

    fn ran(&self) -> Duration {
        self.ran
    }

    fn any_is_ready(&self) -> bool {
        !self.is_at_rest()
    }

    fn all_sleep(&self) -> bool {
        self.is_at_rest()
    }
}

/// The first read of a pipe: this system tells it by what is left in the pipe.
#[derive(Debug)]
pub enum FirstRead {}

impl FirstRead {
    /// `None`.
    pub fn of(_pipe: &crate::system::Writer) -> Option<Self> {
        None
    }

    /// Never called.
    pub fn has_happened(&self) -> bool {
        match *self {}
    }
}

/// How long this thread has waited for a core: this system does not say.
pub fn own_core_wait() -> Option<Duration> {
    None
}

/// Nothing is kept from a bot here.
pub fn keep_from_bots(_file: &Path) {}

/// Nothing is left over here: a job ends with all its processes.
pub fn adopt_orphans() {}
