//! What to start and within which limits; sentences for what cannot be started.

use std::env;
use std::ffi::{CString, OsStr, OsString, c_char};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use nix::errno::Errno;
use nix::unistd::{AccessFlags, access};

/// The memory that CodinGame gives a program, and the default here: 768 MB.
pub const SITE_MEMORY_BYTES: u64 = 768 << 20;

/// A program to start as a player.
///
/// ```
/// # use referee::player::process::Launch;
/// let mut launch = Launch::new("python3").args(["bot.py", "--fast"]);
/// launch.limits.timeout_factor = 2.0;
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    /// A path if it holds a slash, else looked for in the folders of `PATH`.
    pub program: OsString,
    /// Its arguments, without its own name.
    pub args: Vec<OsString>,
    /// The folder it starts in; the referee's own if `None`. Does not change where a relative
    /// path of the program begins.
    pub cwd: Option<PathBuf>,
    /// Environment variables set over the referee's own.
    pub env: Vec<(OsString, OsString)>,
    /// What it may use.
    pub limits: Limits,
}

/// What a process player may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Most resident memory of the program and all that it starts, in bytes; `None` for any.
    pub memory_bytes: Option<u64>,
    /// The game's time limits are multiplied by this; infinity for no limit at all.
    pub timeout_factor: f64,
    /// Most bytes of standard error kept for one reply: the last ones.
    pub stderr_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_bytes: Some(SITE_MEMORY_BYTES), timeout_factor: 1.0, stderr_bytes: 64 * 1024 }
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
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Finds the program and brings all in the form that the system takes.
    pub(super) fn prepare(&self) -> Result<Prepared> {
        let shown = self.program.to_string_lossy().into_owned();
        let program = self.find_program()?;
        let args = std::iter::once(&self.program).chain(&self.args);
        let args = args.map(|arg| c_string(arg)).collect::<Result<_>>()?;
        let mut env: Vec<(OsString, OsString)> = env::vars_os().collect();
        env.retain(|(name, _)| self.env.iter().all(|(ours, _)| ours != name));
        env.extend(self.env.iter().cloned());
        let env = env
            .into_iter()
            .map(|(mut name, value)| {
                name.push("=");
                name.push(value);
                c_string(&name)
            })
            .collect::<Result<_>>()?;
        let folder = self.cwd.as_ref().map(|folder| c_string(folder.as_os_str())).transpose()?;
        let data_bytes = self.limits.memory_bytes.map(super::memory::data_bytes);
        let program = c_string(program.as_os_str())?;
        Ok(Prepared { shown, program, args, env, folder, data_bytes })
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

/// A program ready to be started.
pub(super) struct Prepared {
    shown: String,
    pub(super) program: CString,
    args: Vec<CString>,
    env: Vec<CString>,
    pub(super) folder: Option<CString>,
    pub(super) data_bytes: Option<u64>,
}

/// Why the system did not start a program.
pub(super) enum Refusal {
    /// The folder it should start in.
    Folder(io::Error),
    /// The program itself.
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

    /// A sentence that says what to do.
    pub(super) fn refused(&self, refusal: &Refusal) -> Error {
        let program = Path::new(OsStr::from_bytes(self.program.as_bytes()));
        let (error, advice) = match refusal {
            Refusal::Folder(error) => {
                let folder = self.folder.as_deref().map(|it| it.to_string_lossy().into_owned());
                let folder = folder.unwrap_or_default();
                return anyhow!("cannot start `{}` in the folder `{folder}`: {error}", self.shown);
            }
            Refusal::Program(error) => match Errno::from_raw(error.raw_os_error().unwrap_or(0)) {
                Errno::ENOENT if program.exists() => (
                    "the interpreter that its first line names, or its loader, does not exist"
                        .into(),
                    "install that, or correct the line",
                ),
                Errno::ENOENT | Errno::ENOTDIR => {
                    ("there is no such file".to_owned(), "build it first, or correct the path")
                }
                Errno::EACCES if program.is_dir() => {
                    ("it is a folder".to_owned(), "name the program in it")
                }
                Errno::EACCES => ("it is not executable".to_owned(), "make it so with `chmod +x`"),
                Errno::ENOEXEC => (
                    "it is no program for this machine".to_owned(),
                    "a script needs a first line such as #!/bin/sh; a program must be built here",
                ),
                Errno::ETXTBSY => {
                    ("somebody is writing to it".to_owned(), "try again when it is built")
                }
                Errno::E2BIG => {
                    ("its arguments are too long".to_owned(), "give it less, or a file")
                }
                _ => (error.to_string(), "start it by hand to see what is wrong"),
            },
        };
        anyhow!("cannot start `{}`: {error}; {advice}", self.shown)
    }
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
