//! The program to start, its limits, and the errors if it cannot be started.

use std::env;
use std::ffi::{CString, OsStr, OsString, c_char};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use nix::errno::Errno;
use nix::libc;
use nix::unistd::{AccessFlags, access};

use super::calls::Allowed;
use super::control_group::{ControlGroup, Delegated};
use super::stranger::{self, Isolation, Stranger};
use super::thread_limit::{STRANGER_THREADS, THREADS};
use super::walls::{Subject, Walled, Walls};
use crate::plain_words::system_error;

/// The memory limit of CodinGame, and the default here: 768 MB.
pub const SITE_MEMORY_BYTES: u64 = 768 << 20;

/// The default time for the start of a program.
pub const STARTUP: Duration = Duration::from_secs(5);

/// A program to start as a player.
///
/// ```
/// # use referee::player::process::Launch;
/// let mut launch = Launch::new("python3").args(["bot.py", "--fast"]);
/// launch.limits.timeout_factor = 2.0;
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    /// A path if it has a slash; otherwise a name that is searched for in the folders of `PATH`.
    pub program: OsString,
    /// Its arguments, without its own name.
    pub args: Vec<OsString>,
    /// The folder in which it starts; the referee's own if `None`. A relative path of the program
    /// still begins at the referee's folder.
    pub cwd: Option<PathBuf>,
    /// Environment variables that are added to the referee's own or replace them.
    pub env: Vec<(OsString, OsString)>,
    /// Its time and memory.
    pub limits: Limits,
    /// Whether it gets namespaces if the system supports them. Only tests set this to `false`.
    pub namespaces: bool,
    /// What it may write and which places it sees; `None` for a program of the user's own, such as a referee program.
    pub walls: Option<Walls>,
    /// Its isolation, if it is not trusted.
    pub stranger: Option<Stranger>,
    /// System calls that it may make although they are refused to other programs; not for strangers.
    pub syscalls: Allowed,
    /// The cores to which it is confined; `None` for all.
    pub cores: Option<Vec<usize>>,
    /// Files and folders that its author declares as parts of the bot, as paths from the referee's folder. If one of
    /// them changes, it is another bot.
    pub depends: Vec<PathBuf>,
}

/// The limits of a process player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Most resident memory of the program and all that it starts, in bytes; `None` for no limit.
    pub memory_bytes: Option<u64>,
    /// Most processes and threads that it has at one time; `None` for [`THREADS`], or [`STRANGER_THREADS`] for a
    /// stranger.
    pub threads: Option<u32>,
    /// The game's time limits are multiplied by this; infinity for no limit at all.
    pub timeout_factor: f64,
    /// This time is then added.
    pub time_margin: Duration,
    /// Which clock they are measured by.
    pub clock: Clock,
    /// How long the program may take to start. The clock of its first answer runs from when it begins to
    /// read, or when this time is over.
    pub startup: Duration,
    /// Most bytes of standard error that are kept for one reply: the last ones.
    pub stderr_bytes: usize,
}

/// Which clock a time limit is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Wall time, as on the sites. Time in which the program was ready but had no core is added to the limit.
    #[default]
    Wall,
    /// CPU time of the program and all that it starts, for busy machines. The limit of the wall clock is then many times
    /// as long.
    Cpu,
    /// Wall time, without a look at the program's threads, which takes longer than a short answer. For referee programs,
    /// whose limit only ends those that hang.
    Patient,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: Some(SITE_MEMORY_BYTES),
            threads: None,
            timeout_factor: 1.0,
            time_margin: Duration::ZERO,
            clock: Clock::Wall,
            startup: STARTUP,
            stderr_bytes: 64 * 1024,
        }
    }
}

impl Launch {
    /// A program without arguments, in the referee's folder, with the default limits.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            cwd: None,
            env: Vec::new(),
            limits: Limits::default(),
            namespaces: true,
            walls: Some(Walls::default()),
            stranger: None,
            syscalls: Allowed::NOTHING,
            cores: None,
            depends: Vec::new(),
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Most processes and threads of the program.
    pub(super) fn most_threads(&self) -> u32 {
        let default = if self.stranger.is_some() { STRANGER_THREADS } else { THREADS };
        self.limits.threads.unwrap_or(default)
    }

    /// Finds the program and converts everything to the form that the system takes.
    pub(super) fn prepare(&self) -> Result<Prepared> {
        let shown = self.program.to_string_lossy().into_owned();
        let program = self.find_program()?;
        let args = std::iter::once(&self.program).chain(&self.args);
        let args = args.map(|arg| c_string(arg)).collect::<Result<_>>()?;
        let isolation = self.stranger.as_ref();
        let isolation =
            isolation.map(|it| Isolation::prepare(it, &program, &self.args)).transpose()?;
        let env = self.environment(isolation.as_ref())?;
        let walled = self.walled(&program, isolation.as_ref());
        let folder = self.start_folder().map(|folder| c_string(folder.as_os_str())).transpose()?;
        let data_bytes = self.limits.memory_bytes.map(super::memory::data_bytes);
        let program = c_string(program.as_os_str())?;
        let namespaces = self.namespaces;
        let cores = self.cores.as_deref().map(core_set).transpose()?;
        let scratch = isolation.as_ref().map(|it| c_string(it.scratch.path().as_os_str()));
        let scratch = scratch.transpose()?;
        let limit = self.limits.memory_bytes.filter(|_| namespaces);
        let group = limit.and_then(|limit| Delegated::get()?.group(limit).ok());
        Ok(Prepared {
            shown,
            program,
            args,
            env,
            folder,
            data_bytes,
            most_threads: self.most_threads(),
            namespaces,
            syscalls: self.syscalls,
            walled,
            isolation,
            scratch,
            cores,
            group,
        })
    }

    /// The walls around it.
    fn walled(&self, program: &Path, isolation: Option<&Isolation>) -> Option<Walled> {
        let walls = self.walls.as_ref()?;
        let scratch = isolation.map(|isolation| isolation.scratch.path().to_owned());
        let readable = self.stranger.iter().flat_map(|stranger| stranger.readable.iter().cloned());
        let seen = scratch.into_iter().chain(readable).chain(self.depends.iter().cloned());
        let cwd = self.start_folder()?;
        Some(Walled::prepare(
            walls,
            &Subject {
                program,
                args: &self.args,
                cwd: &cwd,
                seen: seen.collect(),
                memory_bytes: self.limits.memory_bytes,
            },
        ))
    }

    /// The folder in which it starts. With walls it must be entered by its path: the folder of the referee may be under a
    /// place that is hidden or read-only.
    fn start_folder(&self) -> Option<PathBuf> {
        match &self.cwd {
            Some(folder) => std::path::absolute(folder).ok().or_else(|| Some(folder.clone())),
            None => env::current_dir().ok().filter(|_| self.walls.is_some()),
        }
    }

    /// The environment of the program, as `NAME=VALUE`.
    fn environment(&self, isolation: Option<&Isolation>) -> Result<Vec<CString>> {
        let mut variables: Vec<(OsString, OsString)> = match (&self.stranger, isolation) {
            (Some(stranger), Some(isolation)) => {
                stranger::environment(stranger, isolation.scratch.path(), |name| env::var_os(name))
            }
            _ => env::vars_os().collect(),
        };
        // A folder of the user's own for temporary files would be one that it shares.
        if self.stranger.is_none() && self.walls.as_ref().is_some_and(|walls| !walls.shared_tmp) {
            variables.retain(|(name, _)| name != "TMPDIR");
        }
        variables.retain(|(name, _)| self.env.iter().all(|(own, _)| own != name));
        variables.extend(self.env.iter().cloned());
        let joined = variables.into_iter().map(|(mut name, value)| {
            name.push("=");
            name.push(value);
            c_string(&name)
        });
        joined.collect()
    }

    fn find_program(&self) -> Result<PathBuf> {
        let program = Path::new(&self.program);
        if self.program.as_bytes().contains(&b'/') {
            return std::path::absolute(program)
                .with_context(|| format!("cannot start `{}`", program.display()));
        }
        let own_path = self.env.iter().find(|(name, _)| name == "PATH");
        let path = own_path.map(|(_, value)| value.clone()).or_else(|| env::var_os("PATH"));
        env::split_paths(&path.unwrap_or_default())
            .map(|folder| folder.join(program))
            .find(|file| file.is_file() && access(file, AccessFlags::X_OK).is_ok())
            .ok_or_else(|| {
                let here = if program.is_file() {
                    format!(" (there is one here: ./{})", program.display())
                } else {
                    String::new()
                };
                anyhow!(
                    "cannot start `{}`: no folder of PATH has such a program; build or install it, \
                     or give its path, such as ./{0}{here}",
                    program.display(),
                )
            })
    }
}

/// A program in the form that the system takes.
pub(super) struct Prepared {
    /// The program as the user named it.
    shown: String,
    pub(super) program: CString,
    args: Vec<CString>,
    env: Vec<CString>,
    pub(super) folder: Option<CString>,
    pub(super) data_bytes: Option<u64>,
    /// Most processes and threads.
    pub(super) most_threads: u32,
    pub(super) namespaces: bool,
    pub(super) syscalls: Allowed,
    /// The walls around it.
    pub(super) walled: Option<Walled>,
    /// The isolation of a stranger.
    pub(super) isolation: Option<Isolation>,
    /// The folder that a stranger may write to.
    pub(super) scratch: Option<CString>,
    /// The cores that it may use.
    pub(super) cores: Option<libc::cpu_set_t>,
    /// The control group in which the kernel limits its memory, if namespaces confine it there.
    pub(super) group: Option<ControlGroup>,
}

/// A set of cores in the form that the system takes.
fn core_set(cores: &[usize]) -> Result<libc::cpu_set_t> {
    // SAFETY: all zeros is the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for &core in cores {
        ensure!(core < libc::CPU_SETSIZE as usize, "there is no core {core}: name another");
        // SAFETY: the number is within the set.
        unsafe { libc::CPU_SET(core, &mut set) };
    }
    Ok(set)
}

/// Why the system did not start a program.
pub(super) enum StartError {
    /// The folder cannot be entered.
    Folder(io::Error),
    /// The program cannot be run.
    Program(io::Error),
}

impl Prepared {
    /// The arguments, ended by a null pointer.
    pub(super) fn argv(&self) -> Vec<*const c_char> {
        self.args.iter().map(|arg| arg.as_ptr()).chain([std::ptr::null()]).collect()
    }

    /// The environment, ended by a null pointer.
    pub(super) fn envp(&self) -> Vec<*const c_char> {
        self.env.iter().map(|variable| variable.as_ptr()).chain([std::ptr::null()]).collect()
    }

    /// A sentence with advice about an error.
    pub(super) fn explain(&self, error: &StartError) -> Error {
        match error {
            StartError::Folder(error) => {
                let folder = self.folder.as_deref().map(|it| it.to_string_lossy().into_owned());
                let folder = folder.unwrap_or_default();
                anyhow!(
                    "cannot start `{}` in the folder `{folder}`: {}",
                    self.shown,
                    system_error(error)
                )
            }
            StartError::Program(error) => {
                let program = Path::new(OsStr::from_bytes(self.program.as_bytes()));
                let (reason, mut advice) = reason_and_advice(program, error);
                let missing = self.isolation.as_ref().and_then(|it| it.advice(""));
                if let Some(missing) = missing.as_deref().filter(|_| is_refused(error)) {
                    advice = missing;
                }
                anyhow!("cannot start `{}`: {reason}; {advice}", self.shown)
            }
        }
    }
}

/// Whether the cause of an error may be that a stranger may not read a file.
fn is_refused(error: &io::Error) -> bool {
    [ErrorKind::PermissionDenied, ErrorKind::NotFound].contains(&error.kind())
}

/// Why the system cannot run a program, and what to do about it.
fn reason_and_advice(program: &Path, error: &io::Error) -> (String, &'static str) {
    let (reason, advice) = match Errno::from_raw(error.raw_os_error().unwrap_or(0)) {
        Errno::ENOENT if program.exists() => (
            "the interpreter that its first line names, or its loader, does not exist",
            "install that, or correct the line",
        ),
        Errno::ENOENT | Errno::ENOTDIR => {
            ("there is no such file", "build it first, or correct the path")
        }
        Errno::EACCES if program.is_dir() => ("it is a folder", "name the program in it"),
        Errno::EACCES => ("it is not executable", "make it executable with `chmod +x`"),
        Errno::ENOEXEC => (
            "it is not a program for this machine",
            "a script needs a first line such as #!/bin/sh; a program must be built here",
        ),
        Errno::ETXTBSY => ("another program is writing to it", "try again when it is built"),
        Errno::E2BIG => ("its arguments are too long", "give it fewer, or put them in a file"),
        _ => return (system_error(error), "start it by hand to see what is wrong"),
    };
    (reason.to_owned(), advice)
}

fn c_string(text: &OsStr) -> Result<CString> {
    match CString::new(text.to_os_string().into_vec()) {
        Ok(text) => Ok(text),
        Err(error) => {
            let error = io::Error::new(ErrorKind::InvalidInput, error);
            bail!("cannot start a program: {error}, in {}: leave it out", text.display())
        }
    }
}
