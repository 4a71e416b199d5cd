//! A program in the form that the system takes, and the errors if it cannot be started.

use std::env;
use std::ffi::{CString, OsStr, OsString, c_char};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail, ensure};
use nix::libc;

use super::control_group::{ControlGroup, Delegated};
use super::stranger::{self, Isolation};
use super::walls::{Subject, Walled};
use crate::plain_words::system_error;
use crate::player::process::allowed::Allowed;
use crate::player::process::launch::Launch;
use crate::system::why_not_started;

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

/// Finds the program and converts everything to the form that the system takes.
pub(super) fn prepare(launch: &Launch) -> Result<Prepared> {
    let shown = launch.program.to_string_lossy().into_owned();
    let program = launch.find_program()?;
    let args = std::iter::once(&launch.program).chain(&launch.args);
    let args = args.map(|arg| c_string(arg)).collect::<Result<_>>()?;
    let isolation = launch.stranger.as_ref();
    let isolation =
        isolation.map(|it| Isolation::prepare(it, &program, &launch.args)).transpose()?;
    let env = environment(launch, isolation.as_ref())?;
    let walled = walled(launch, &program, isolation.as_ref());
    let folder = start_folder(launch).map(|folder| c_string(folder.as_os_str())).transpose()?;
    let data_bytes = launch.limits.memory_bytes.map(crate::player::process::memory::data_bytes);
    let program = c_string(program.as_os_str())?;
    let namespaces = launch.namespaces;
    let cores = launch.cores.as_deref().map(core_set).transpose()?;
    let scratch = isolation.as_ref().map(|it| c_string(it.scratch.path().as_os_str()));
    let scratch = scratch.transpose()?;
    let limit = launch.limits.memory_bytes.filter(|_| namespaces);
    let group = limit.and_then(|limit| Delegated::get()?.group(limit).ok());
    Ok(Prepared {
        shown,
        program,
        args,
        env,
        folder,
        data_bytes,
        most_threads: launch.most_threads(),
        namespaces,
        syscalls: launch.syscalls,
        walled,
        isolation,
        scratch,
        cores,
        group,
    })
}

/// The walls around it.
fn walled(launch: &Launch, program: &Path, isolation: Option<&Isolation>) -> Option<Walled> {
    let walls = launch.walls.as_ref()?;
    let scratch = isolation.map(|isolation| isolation.scratch.path().to_owned());
    let readable = launch.stranger.iter().flat_map(|stranger| stranger.readable.iter().cloned());
    let seen = scratch.into_iter().chain(readable).chain(launch.depends.iter().cloned());
    let cwd = start_folder(launch)?;
    Some(Walled::prepare(
        walls,
        &Subject {
            program,
            args: &launch.args,
            cwd: &cwd,
            seen: seen.collect(),
            memory_bytes: launch.limits.memory_bytes,
        },
    ))
}

/// The folder in which it starts. With walls it must be entered by its path: the folder of the referee may be under a
/// place that is hidden or read-only.
fn start_folder(launch: &Launch) -> Option<PathBuf> {
    match &launch.cwd {
        Some(folder) => std::path::absolute(folder).ok().or_else(|| Some(folder.clone())),
        None => env::current_dir().ok().filter(|_| launch.walls.is_some()),
    }
}

/// The environment of the program, as `NAME=VALUE`.
fn environment(launch: &Launch, isolation: Option<&Isolation>) -> Result<Vec<CString>> {
    let mut variables: Vec<(OsString, OsString)> = match (&launch.stranger, isolation) {
        (Some(stranger), Some(isolation)) => {
            stranger::environment(stranger, isolation.scratch.path(), |name| env::var_os(name))
        }
        _ => env::vars_os().collect(),
    };
    // A folder of the user's own for temporary files would be one that it shares.
    if launch.stranger.is_none() && launch.walls.as_ref().is_some_and(|walls| !walls.shared_tmp) {
        variables.retain(|(name, _)| name != "TMPDIR");
    }
    let variables = launch.environment(variables.into_iter());
    let joined = variables.into_iter().map(|(mut name, value)| {
        name.push("=");
        name.push(value);
        c_string(&name)
    });
    joined.collect()
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
                let why = why_not_started(program, error);
                let (reason, mut advice) = why.map_or_else(
                    || (system_error(error), "start it by hand to see what is wrong"),
                    |(reason, advice)| (reason.to_owned(), advice),
                );
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

fn c_string(text: &OsStr) -> Result<CString> {
    match CString::new(text.to_os_string().into_vec()) {
        Ok(text) => Ok(text),
        Err(error) => {
            let error = io::Error::new(ErrorKind::InvalidInput, error);
            bail!("cannot start a program: {error}, in {}: leave it out", text.display())
        }
    }
}
