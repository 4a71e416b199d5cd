//! A program in a process group of its own, under a supervisor.

use std::env;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use nix::unistd::Pid;

use super::supervisor::{self, Report, ended_with};
use crate::plain_words::system_error;
use crate::player::process::counted_time::CountedTime;
use crate::player::process::exit_status::ExitStatus;
use crate::player::process::launch::Launch;
use crate::player::process::memory::{MemoryWatch, data_bytes};
use crate::player::process::promises::{Held, Holdings, Program};
use crate::player::process::started::{Started, Streams, no_pipe};
use crate::system::group::{Figures, figures};
use crate::system::{Reader, Source, Writer, wait, why_not_started};

/// How long the referee waits at most for the end of a program that it has ended.
const LONGEST_WAIT_FOR_END: Duration = Duration::from_secs(5);

/// Starts a program.
///
/// # Errors
/// If it cannot be started, or is a stranger: a sentence for the user.
pub(in crate::player::process) fn start(launch: &Launch) -> Result<Started> {
    launch.demand_trust("this system", "on Linux, such as in a virtual machine")?;
    let file = launch.find_program()?;
    let limits = launch.limits;
    let pipe = || io::pipe().map_err(no_pipe);
    let (program_input, input) = pipe()?;
    let (output, program_output) = pipe()?;
    let (stderr, program_stderr) = pipe()?;
    let (supervisor_control, control) = pipe()?;
    let (reports, supervisor_reports) = pipe()?;
    let set_up = "cannot set up a pipe";
    let watched = program_input.try_clone().context(set_up)?;
    let mut command = Command::new(&file);
    command.args(&launch.args).stdin(program_input).stdout(program_output).stderr(program_stderr);
    command.env_clear().envs(launch.environment(env::vars_os()));
    if let Some(folder) = &launch.cwd {
        command.current_dir(folder);
    }
    let plan = supervisor::Plan {
        control: supervisor_control.into(),
        reports: supervisor_reports.into(),
        data_bytes: limits.memory_bytes.map(data_bytes),
    };
    let supervisor = supervisor::spawn(&mut command, plan);
    let supervisor = supervisor.map_err(|error| explain(launch, &file, &error))?;
    // Otherwise the referee would never see the end of a stream.
    drop(command);
    let mut program = SupervisedProgram {
        supervisor,
        program: Pid::from_raw(0),
        control: Some(control.into()),
        reports: OwnedFd::from(reports).into(),
        status: None,
        is_closed: false,
    };
    let started = program.read_report().context("cannot start a supervisor")?;
    program.program =
        Pid::from_raw(started.context("a supervisor has ended at once")?.value as i32);
    let memory = MemoryWatch::new(
        Box::new(GroupHoldings(program.program)),
        limits.memory_bytes,
        Some(launch.most_threads()),
    );
    let group = program.program;
    let time = CountedTime::new(move || Ok(figures(group)?.ran));
    Ok(Started {
        program: Box::new(program),
        streams: Streams {
            input: Writer::watching(input, watched).context(set_up)?,
            output: Reader::new(output).context(set_up)?,
            stderr: Reader::new(stderr).context(set_up)?,
        },
        memory,
        time: Box::new(time),
    })
}

/// A sentence with advice about a program that the system does not start.
fn explain(launch: &Launch, file: &Path, error: &io::Error) -> anyhow::Error {
    if let Some(wrong) = launch.wrong_folder() {
        return wrong;
    }
    let shown = launch.program.display();
    let why = why_not_started(file, error);
    let why = why.map(|(reason, advice)| (reason.to_owned(), advice));
    let (reason, advice) =
        why.unwrap_or_else(|| (system_error(error), "start it by hand to see what is wrong"));
    anyhow!("cannot start `{shown}`: {reason}; {advice}")
}

/// A program and its supervisor.
struct SupervisedProgram {
    supervisor: Child,
    program: Pid,
    /// The supervisor waits for its end. `None` once it is closed.
    control: Option<OwnedFd>,
    reports: File,
    status: Option<ExitStatus>,
    is_closed: bool,
}

impl SupervisedProgram {
    /// Waits for a report; `None` if the supervisor has ended.
    fn read_report(&mut self) -> io::Result<Option<Report>> {
        let mut bytes = [0; Report::BYTES];
        match self.reports.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(Report::from_bytes(bytes))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether the supervisor has reported something, or has ended.
    fn has_report(&self, until: Instant) -> io::Result<bool> {
        let mut is_ready = false;
        wait(&[Source::of(&self.reports)], Some(until), |_| is_ready = true)?;
        Ok(is_ready)
    }
}

impl Program for SupervisedProgram {
    fn in_force(&self) -> String {
        "session waits-unknown".to_owned()
    }

    fn pid(&self) -> u32 {
        self.program.as_raw() as u32
    }

    fn end_source(&self) -> Source<'_> {
        Source::of(&self.reports)
    }

    fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() && self.has_report(Instant::now())? {
            let report = self.read_report()?;
            let status = report.map(|it| ended_with(it.value as i32, Some(it.peak_bytes as u64)));
            self.status = Some(status.unwrap_or_else(ExitStatus::without_supervisor));
            supervisor::kill_group(self.program);
        }
        Ok(self.status)
    }

    fn begin_close(&mut self) {
        self.control = None;
    }

    fn close(&mut self) {
        self.begin_close();
        if self.is_closed {
            return;
        }
        self.is_closed = true;
        let until = Instant::now() + LONGEST_WAIT_FOR_END;
        while self.has_report(until).unwrap_or(false) {
            if !matches!(self.read_report(), Ok(Some(_))) {
                break;
            }
        }
        supervisor::kill_group(self.program);
        let _ = self.supervisor.kill();
        let _ = self.supervisor.wait();
    }
}

impl Drop for SupervisedProgram {
    fn drop(&mut self) {
        self.close();
    }
}

/// What the processes of a group hold.
struct GroupHoldings(Pid);

impl Holdings for GroupHoldings {
    fn look(&mut self, _bytes: Option<u64>, threads: Option<u32>) -> io::Result<Held> {
        let Figures { bytes, threads: has, .. } = figures(self.0)?;
        Ok(Held { bytes, has_too_many: threads.is_some_and(|most| has > most) })
    }
}
