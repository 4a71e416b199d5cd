//! The program to start, and its limits.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, ensure};

use super::allowed::Allowed;
use crate::plain_words::system_error;
use crate::system::{is_path, is_path_variable, program_at, program_in};

/// The memory limit of CodinGame, and the default here: 768 MB.
pub const SITE_MEMORY_BYTES: u64 = 768 << 20;

/// The default time for the start of a program.
pub const STARTUP: Duration = Duration::from_secs(5);

/// Most processes and threads of a program, unless another number is given. A JVM and a Go program on a large machine
/// have some hundreds.
pub const THREADS: u32 = 512;
/// The same for a stranger.
pub const STRANGER_THREADS: u32 = 256;

/// A program to start as a player.
///
/// ```
/// # use referee_core::player::process::Launch;
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

/// A program that is not trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stranger {
    /// It runs even if the system does not support all of its isolation.
    pub best_effort: bool,
    /// Further variables of the environment that it gets.
    pub env: Vec<String>,
    /// Further files and folders that it may read.
    pub readable: Vec<PathBuf>,
}

/// The walls around a program: what the user allows beyond the usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// Files and folders that it may write to, beside its own folder, the one in which it runs, and scratch.
    pub writable: Vec<PathBuf>,
    /// Whether it shares `/tmp` with other programs, because it keeps something there between games.
    pub shared_tmp: bool,
    /// Files that it may only read, also in its own folder: those of other bots.
    pub read_only: Vec<PathBuf>,
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

    /// Refuses a stranger on a system that cannot isolate it. `where_else` says where the referee can.
    pub(super) fn demand_trust(&self, system: &str, where_else: &str) -> Result<()> {
        ensure!(
            self.stranger.as_ref().is_none_or(|stranger| stranger.best_effort),
            "{system} cannot isolate a stranger: run the referee {where_else}; if you trust the program, leave \
             `stranger:` out; --strangers=best takes what there is"
        );
        Ok(())
    }

    /// Why it cannot run in its folder: that is missing, or is a file.
    pub(super) fn wrong_folder(&self) -> Option<Error> {
        let folder = self.cwd.as_ref().filter(|folder| !folder.is_dir())?;
        let found = folder.metadata();
        let why = found.map_or_else(|error| system_error(&error), |_| "it is a file".to_owned());
        let (program, folder) = (self.program.display(), folder.display());
        Some(anyhow!("cannot start `{program}` in the folder `{folder}`: {why}"))
    }

    /// Its environment, beginning with the variables that it `inherits`.
    pub(super) fn environment(
        &self,
        inherits: impl Iterator<Item = (OsString, OsString)>,
    ) -> Vec<(OsString, OsString)> {
        let is_new = |(name, _): &(OsString, OsString)| self.env.iter().all(|(own, _)| own != name);
        inherits.filter(is_new).chain(self.env.iter().cloned()).collect()
    }

    /// The file of the program.
    pub(super) fn find_program(&self) -> Result<PathBuf> {
        let program = Path::new(&self.program);
        if is_path(&self.program) {
            // An ending such as `.exe` may be left out.
            let file = program_at(program);
            return std::path::absolute(file.as_deref().unwrap_or(program))
                .with_context(|| format!("cannot start `{}`", program.display()));
        }
        self.program_file().ok_or_else(|| {
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

    /// The file of the program, if there is one: in the folders of its own `PATH`, or else of that of this process.
    pub fn program_file(&self) -> Option<PathBuf> {
        let program = Path::new(&self.program);
        if is_path(&self.program) {
            return program_at(program);
        }
        let own_path = self.env.iter().find(|(name, _)| is_path_variable(name));
        let path = own_path.map(|(_, value)| value.clone()).or_else(|| env::var_os("PATH"));
        env::split_paths(&path?).find_map(|folder| program_in(&folder, program))
    }
}
