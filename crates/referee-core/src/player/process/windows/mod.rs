//! Windows: a job for each program.
//!
//! All processes of a program belong to its job. They end with it, and it ends with the referee, however that ends: the
//! system closes the job's last handle. The system limits how many processes there are and how much memory they take
//! together. It does not say how long a program was kept from a core, so lateness is never excused.

#[path = "../not_told.rs"]
mod not_told;
#[cfg(feature = "javascript")]
mod worker;

use std::env;
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};

pub use self::not_told::{
    FirstRead, adopt_orphans, hide_from_bots, keep_file_from_bots, keep_from_bots, own_core_wait,
};
#[cfg(feature = "javascript")]
pub use self::worker::{Worker, watchdog};
use crate::plain_words::system_error;
use crate::player::process::counted_time::CountedTime;
use crate::player::process::exit_status::ExitStatus;
use crate::player::process::launch::Launch;
use crate::player::process::memory::{MemoryWatch, data_bytes};
use crate::player::process::promises::{Held, Holdings, Program};
use crate::player::process::started::{Started, Streams, no_pipe};
use crate::system::job::{Job, peak_bytes};
use crate::system::{Source, pipe_in, pipe_out, spawn_in, wait};

/// How long the referee waits at most for the end of a program that it has ended.
const LONGEST_WAIT_FOR_END: Duration = Duration::from_secs(5);

/// Starts a program.
///
/// # Errors
/// If it cannot be started, or is a stranger: a sentence for the user.
pub(in crate::player::process) fn start(launch: &Launch) -> Result<Started> {
    launch.demand_trust("Windows", "in WSL2 or in a virtual machine")?;
    let file = launch.find_program()?;
    let (memory, threads) = (launch.limits.memory_bytes, launch.most_threads());
    let job = Job::new(memory.map(data_bytes), Some(threads)).context("cannot make a job")?;
    let (input, program_input) = pipe_out().map_err(no_pipe)?;
    let (output, program_output) = pipe_in().map_err(no_pipe)?;
    let (stderr, program_stderr) = pipe_in().map_err(no_pipe)?;
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
    let job = Arc::new(job);
    let (holdings, counted) = (JobHoldings(Arc::clone(&job)), Arc::clone(&job));
    let time = CountedTime::new(move || Ok(counted.ran()));
    Ok(Started {
        program: Box::new(JobProgram { child, job, status: None }),
        streams: Streams { input, output, stderr },
        memory: MemoryWatch::new(Box::new(holdings), memory, Some(threads)),
        time: Box::new(time),
    })
}

/// A sentence with advice about a program that the system does not start.
fn explain(launch: &Launch, file: &Path, error: &io::Error) -> anyhow::Error {
    if let Some(wrong) = launch.wrong_folder() {
        return wrong;
    }
    let why = match file.metadata() {
        Err(_) => "there is no such file; build it first, or correct the path".to_owned(),
        Ok(about) if about.is_dir() => "it is a folder; name the program in it".to_owned(),
        Ok(_) => system_error(error),
    };
    anyhow!("cannot start `{}`: {why}", launch.program.display())
}

/// A program and its job.
struct JobProgram {
    child: Child,
    job: Arc<Job>,
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
struct JobHoldings(Arc<Job>);

impl Holdings for JobHoldings {
    fn look(&mut self, bytes: Option<u64>, threads: Option<u32>) -> io::Result<Held> {
        let has_too_many = threads.is_some_and(|most| self.0.processes() > most as usize);
        Ok(Held { bytes: bytes.map_or(0, |_| self.0.bytes()), has_too_many })
    }
}
