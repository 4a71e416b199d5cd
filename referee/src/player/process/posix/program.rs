//! A program in a process group of its own, under a supervisor.

use std::cell::Cell;
use std::env;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use nix::unistd::Pid;

use super::supervisor::{self, Report, ended_with};
use crate::plain_words::system_error;
use crate::player::process::exit_status::ExitStatus;
use crate::player::process::launch::{Launch, Stranger};
use crate::player::process::memory::{MemoryWatch, data_bytes};
use crate::player::process::promises::{CoreTime, Held, Holdings, Pending, Program};
use crate::player::process::started::{Started, Streams};
use crate::system::group::{Figures, figures};
use crate::system::{Reader, Source, Writer, wait, why_not_started};

/// How long the referee waits at most for the end of a program that it has ended.
const LONGEST_WAIT_FOR_END: Duration = Duration::from_secs(5);
/// A program whose processor time has not changed for this long is at rest. Some systems count in steps of 10 ms.
const AT_REST: Duration = Duration::from_millis(50);

/// Starts a program.
///
/// # Errors
/// If it cannot be started, or is a stranger: a sentence for the user.
pub(in crate::player::process) fn start(launch: &Launch) -> Result<Started> {
    demand_trust(launch.stranger.as_ref())?;
    let file = launch.find_program()?;
    let limits = launch.limits;
    let pipe = || io::pipe().context("cannot open a pipe: close other programs");
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
    let time = GroupTime::new(program.program);
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

/// No program is isolated here.
fn demand_trust(stranger: Option<&Stranger>) -> Result<()> {
    if stranger.is_some_and(|stranger| !stranger.best_effort) {
        bail!(
            "this system cannot isolate a stranger: run the referee on Linux, such as in a virtual machine; if you \
             trust the program, leave `stranger:` out; --strangers=best takes what there is"
        );
    }
    Ok(())
}

/// A sentence with advice about a program that the system does not start.
fn explain(launch: &Launch, file: &Path, error: &io::Error) -> anyhow::Error {
    let shown = launch.program.display();
    if let Some(folder) = launch.cwd.as_ref().filter(|folder| !folder.is_dir()) {
        let error = system_error(error);
        return anyhow!("cannot start `{shown}` in the folder `{}`: {error}", folder.display());
    }
    let why = why_not_started(file, error);
    let (reason, advice) = why.map_or_else(
        || (system_error(error), "start it by hand to see what is wrong"),
        |(reason, advice)| (reason.to_owned(), advice),
    );
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

/// The processor time of a group.
struct GroupTime {
    group: Pid,
    /// When the program was asked.
    before: Duration,
    ran: Duration,
    /// The time at the last look whether it is at rest, and since when it is the same.
    rest: Cell<(Duration, Instant)>,
}

impl GroupTime {
    fn new(group: Pid) -> Self {
        let rest = Cell::new((Duration::ZERO, Instant::now()));
        Self { group, before: Duration::ZERO, ran: Duration::ZERO, rest }
    }

    fn is_at_rest(&self) -> bool {
        let Ok(Figures { ran: now, .. }) = figures(self.group) else { return false };
        let (before, since) = self.rest.get();
        if now != before {
            self.rest.set((now, Instant::now()));
        }
        now == before && since.elapsed() >= AT_REST
    }
}

impl CoreTime for GroupTime {
    fn asked(&mut self, _now: Instant) -> io::Result<()> {
        self.before = figures(self.group)?.ran;
        self.ran = Duration::ZERO;
        Ok(())
    }

    fn sample(&mut self, _now: Instant, _pending: Pending) -> io::Result<()> {
        self.ran = self.ran.max(figures(self.group)?.ran.saturating_sub(self.before));
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
