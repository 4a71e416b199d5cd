//! How a test skips what this machine cannot try: through [`Need::skip`] and in no other way.
//!
//! A test that skips prints one line, `skipped: TEST needs NEED: why`. If `BOTYARD_SKIPPED` names a file, the line is
//! also appended to that file. If `BOTYARD_REQUIRE` lists the need, or is `all`, the test fails instead.
//!
//! The tests of the bundler include this file by its path, because the bundler depends on no other package of the
//! workspace. So it uses std alone.

#![allow(clippy::print_stderr)] // The line is for the person who runs the tests.

use std::env;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// What a test needs besides this workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// `axe.min.js` under `target/axe`, which `.ci/run` fetches.
    Axe,
    /// The programs `chromium` and `chromedriver`.
    Browser,
    /// A control group of version 2 with a memory controller, in which this user may make groups.
    ControlGroups,
    /// Enough cores for one per program and one for the referee.
    Cores,
    /// The C++ compiler `g++`.
    Cpp,
    /// The program `go`.
    Go,
    /// A kernel that can isolate a stranger's program.
    Isolation,
    /// The Java compiler `javac`, and so a Java runtime.
    Javac,
    /// The Kotlin compiler `kotlinc`.
    Kotlinc,
    /// Symbolic links, which Wine makes and does not follow.
    Links,
    /// The room of Linux (`player/process/linux`), which promises more than that of POSIX systems.
    LinuxRoom,
    /// The right to mount a file system.
    Mounting,
    /// Namespaces that the kernel gives, or that a user can forbid, as the test needs.
    Namespaces,
    /// The program `node`.
    Node,
    /// The data of the real sites, in the folder `BOTYARD_DATA`.
    OfficialData,
    /// Programs in the build folder that an unprivileged user can start.
    OpenBuild,
    /// GNU parallel.
    Parallel,
    /// The program `python3`.
    Python,
    /// A machine on which no other program takes the cores for a while.
    QuietMachine,
    /// The compiler of Rust 1.60.
    Rust160,
    /// The compiler `rustc`.
    Rustc,
    /// Landlock with scopes, which keep signals and abstract sockets inside.
    Scopes,
    /// The shell `sh`.
    Shell,
    /// The daemons of Slurm and of munge, and the right to start them.
    Slurm,
    /// The daemon `sshd`, and the right to start it.
    Sshd,
}

impl Need {
    /// All needs.
    pub const ALL: [Self; 25] = [
        Self::Axe,
        Self::Browser,
        Self::ControlGroups,
        Self::Cores,
        Self::Cpp,
        Self::Go,
        Self::Isolation,
        Self::Javac,
        Self::Kotlinc,
        Self::Links,
        Self::LinuxRoom,
        Self::Mounting,
        Self::Namespaces,
        Self::Node,
        Self::OfficialData,
        Self::OpenBuild,
        Self::Parallel,
        Self::Python,
        Self::QuietMachine,
        Self::Rust160,
        Self::Rustc,
        Self::Scopes,
        Self::Shell,
        Self::Slurm,
        Self::Sshd,
    ];

    /// The word for it in `BOTYARD_REQUIRE` and in the list of skipped tests. For a single program it is the
    /// program's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Axe => "axe",
            Self::Browser => "browser",
            Self::ControlGroups => "control-groups",
            Self::Cores => "cores",
            Self::Cpp => "g++",
            Self::Go => "go",
            Self::Isolation => "isolation",
            Self::Javac => "javac",
            Self::Kotlinc => "kotlinc",
            Self::Links => "links",
            Self::LinuxRoom => "linux-room",
            Self::Mounting => "mounting",
            Self::Namespaces => "namespaces",
            Self::Node => "node",
            Self::OfficialData => "official-data",
            Self::OpenBuild => "open-build",
            Self::Parallel => "parallel",
            Self::Python => "python3",
            Self::QuietMachine => "quiet-machine",
            Self::Rust160 => "rust-1.60",
            Self::Rustc => "rustc",
            Self::Scopes => "scopes",
            Self::Shell => "sh",
            Self::Slurm => "slurm",
            Self::Sshd => "sshd",
        }
    }

    /// Reports that the running test skips something because this need is not met, and why.
    ///
    /// # Panics
    /// If `BOTYARD_REQUIRE` lists this need or is `all`, or if it contains an unknown word.
    pub fn skip(self, why: impl Display) {
        let test = thread::current();
        let test = test.name().unwrap_or("a test");
        // The reason may be what a program printed.
        let why = why.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        let line = format!("skipped: {test} needs {}: {why}", self.name());
        let required = env::var("BOTYARD_REQUIRE").unwrap_or_default();
        assert!(!self.is_listed(&required), "{line}, and BOTYARD_REQUIRE is {required}");
        report(&line);
    }

    /// Whether the program that this need is named after can be started. If not, that is reported as by
    /// [`Need::skip`].
    ///
    /// # Panics
    /// As [`Need::skip`].
    pub fn program_runs(self) -> bool {
        let mut command = Command::new(self.name());
        let version: &[&str] = match self {
            Self::Go => &["version"],
            Self::Kotlinc => &["-version"],
            Self::Shell => &["-c", "true"],
            _ => &["--version"],
        };
        command.args(version).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let runs = command.status().is_ok_and(|status| status.success());
        if !runs {
            self.skip(format_args!("the program {} cannot be started", self.name()));
        }
        runs
    }

    /// Whether programs run in the room of Linux, for a test of that system: not with `BOTYARD_PLATFORM=posix`. If not, that
    /// is reported as by [`Need::skip`].
    ///
    /// # Panics
    /// As [`Need::skip`].
    pub fn linux_room() -> bool {
        let is_posix = env::var_os("BOTYARD_PLATFORM").is_some_and(|it| it == "posix");
        if is_posix {
            Self::LinuxRoom.skip("programs run in the room of POSIX systems");
        }
        !is_posix
    }

    /// Whether a link that was just made leads to its file. If not, that is reported as by [`Need::skip`].
    ///
    /// # Panics
    /// As [`Need::skip`].
    pub fn link_leads_to_file(link: &Path) -> bool {
        let leads = link.is_file();
        if !leads {
            Self::Links.skip("a symbolic link does not lead to its file");
        }
        leads
    }

    /// Whether a comma-separated list contains the need.
    fn is_listed(self, list: &str) -> bool {
        let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        for word in &words {
            let is_known = *word == "all" || Self::ALL.iter().any(|need| need.name() == *word);
            let known = Self::ALL.map(Self::name).join(", ");
            assert!(is_known, "BOTYARD_REQUIRE contains '{word}'; the needs are: {known}; or all");
        }
        words.iter().any(|&word| word == "all" || word == self.name())
    }
}

/// Prints a line about a skipped test and appends it to the file that `BOTYARD_SKIPPED` names.
///
/// # Panics
/// If that file cannot be written to.
pub fn report(line: &str) {
    eprintln!("{line}");
    let Some(file) = env::var_os("BOTYARD_SKIPPED") else { return };
    let file = Path::new(&file);
    let mut options = OpenOptions::new();
    // One write a line: tests append at the same time.
    let written = options
        .append(true)
        .create(true)
        .open(file)
        .and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
