//! Protects the user from a program that is not trusted, in addition to what [`guard`](super::guard) does for every
//! program.
//!
//! A stranger reads its own folder and the programs of the system, and writes to a scratch folder of
//! its own, which is removed after the game. It has no network, an environment of four variables, and
//! limits for processes, open files and the size of a file.

use std::ffi::OsString;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
};
use nix::libc;
use tempfile::TempDir;

use super::guard::InForce;
use super::unreadable::Readable;
use crate::player::process::launch::Stranger;
use crate::scratch::scratch_folder;

/// Most files that each of its processes can have open.
pub(super) const OPEN_FILES: u64 = 1024;
/// Longest file, in bytes, and the size of the scratch folder.
pub(super) const FILE_BYTES: u64 = 256 << 20;

/// The measures that must be in force for a stranger.
const DEMANDED: i64 = InForce::NAMESPACES
    | InForce::OWN_PROC
    | InForce::LANDLOCK
    | InForce::SCOPES
    | InForce::FILTER
    | InForce::FILES
    | InForce::SCRATCH;

/// The programs of the system and the files that they need. They contain nothing private.
const SYSTEM: [&str; 31] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/etc/alternatives",
    "/etc/group",
    "/etc/crypto-policies",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/mono",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/perl",
    "/etc/pki/tls/openssl.cnf",
    "/etc/racket",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/proc",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/transparent_hugepage",
    "/dev/shm",
];
/// How the names of further folders in `/etc` begin, which differ by version: the settings of run-times.
const CONFIGURED: [&str; 2] = ["java", "python"];
/// Devices that may be read and written.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The newest version of Landlock whose rights are used.
const NEWEST: ABI = ABI::V5;

/// A stranger's isolation, in the form that the system takes.
pub(super) struct Isolation {
    ruleset: OwnedFd,
    program: PathBuf,
    readable: Readable,
    /// The folder that it may write to.
    pub(super) scratch: TempDir,
    /// The measures that must be in force.
    pub(super) demanded: i64,
}

impl Isolation {
    /// Prepares the isolation of a program with its arguments.
    ///
    /// # Errors
    /// If its folder contains the user's home, or if the kernel does not support what is demanded.
    pub(super) fn prepare(stranger: &Stranger, program: &Path, args: &[OsString]) -> Result<Self> {
        let own = own_folders(program, args)?;
        let scratch = scratch_folder("stranger-")?;
        let level = if stranger.best_effort {
            CompatLevel::BestEffort
        } else {
            CompatLevel::HardRequirement
        };
        let readable = own.iter().chain(&stranger.readable).map(PathBuf::as_path);
        let configured = configured().iter().map(PathBuf::as_path);
        let system = SYSTEM.iter().map(Path::new).chain(configured);
        let readable: Vec<&Path> = system.chain(DEVICES.map(Path::new)).chain(readable).collect();
        let ruleset = ruleset(level, readable.iter().copied());
        let ruleset = ruleset.ok().flatten().context(
            "this kernel cannot isolate a stranger: its Landlock is too old or not switched on; \
             --strangers=best takes what there is",
        )?;
        let demanded = if stranger.best_effort { 0 } else { DEMANDED };
        let readable = readable.into_iter().chain([scratch.path()]);
        let readable = Readable::new(readable);
        Ok(Self { ruleset, program: program.to_owned(), readable, scratch, demanded })
    }

    /// A sentence about a file that the program needed for its start and could not read. `said` is its standard error.
    pub(super) fn advice(&self, said: &str) -> Option<String> {
        self.readable.advice(&self.program, said)
    }

    pub(super) fn ruleset_fd(&self) -> libc::c_int {
        self.ruleset.as_raw_fd()
    }
}

/// The folders in `/etc` with settings of run-times, such as `/etc/java-17-openjdk`.
fn configured() -> &'static [PathBuf] {
    static FOLDERS: LazyLock<Vec<PathBuf>> = LazyLock::new(find_configured);
    &FOLDERS
}

fn find_configured() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_meant = |name: &str| CONFIGURED.iter().any(|begin| name.starts_with(begin));
    let meant = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_meant));
    meant.map(|entry| entry.path()).collect()
}

/// The variables of a stranger's environment. `get` looks up those that it shares with the referee.
pub(super) fn environment(
    stranger: &Stranger,
    scratch: &Path,
    get: impl Fn(&str) -> Option<OsString>,
) -> Vec<(OsString, OsString)> {
    let own = |name: &str| get(name).map(|value| (OsString::from(name), value));
    let scratch = scratch.as_os_str();
    let mut variables = vec![
        (OsString::from("HOME"), scratch.to_owned()),
        (OsString::from("TMPDIR"), scratch.to_owned()),
    ];
    variables.extend(["PATH", "LANG"].into_iter().filter_map(own));
    variables.extend(stranger.env.iter().filter_map(|name| own(name)));
    variables
}

/// The folders of a program and of the files that its arguments name, outside the system's.
fn own_folders(program: &Path, args: &[OsString]) -> Result<Vec<PathBuf>> {
    let words = std::iter::once(program).chain(args.iter().map(Path::new));
    let files = words.filter_map(|word| fs::canonicalize(word).ok());
    let files = files.filter(|file| SYSTEM.iter().all(|system| !file.starts_with(system)));
    let home = env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok());
    files
        .map(|file| {
            let folder =
                if file.is_dir() { file.as_path() } else { file.parent().unwrap_or(&file) };
            ensure!(
                folder != Path::new("/")
                    && home.as_deref().is_none_or(|home| !home.starts_with(folder)),
                "a stranger may read its own folder, and {} holds more than a bot: put {} into a \
                 folder of its own",
                folder.display(),
                file.display()
            );
            Ok(folder.to_owned())
        })
        .collect()
}

/// Allows reading the `readable` paths only; no TCP, no signals, no abstract sockets. The scratch folder is added when
/// it is mounted, because rules apply to the mounted folder and not to its path.
fn ruleset<'a>(
    level: CompatLevel,
    readable: impl Iterator<Item = &'a Path>,
) -> Result<Option<OwnedFd>, RulesetError> {
    let mut created = Ruleset::default()
        .set_compatibility(level)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::Signal | Scope::AbstractUnixSocket)?
        .create()?;
    let readable = readable.map(|path| (path, AccessFs::from_read(NEWEST)));
    let writes = AccessFs::ReadFile | AccessFs::WriteFile;
    let devices = DEVICES.iter().map(|device| (Path::new(device), writes));
    for (path, access) in readable.chain(devices) {
        // A missing file needs no rule.
        let Ok(opened) = PathFd::new(path) else { continue };
        created = created.add_rule(PathBeneath::new(opened, applicable(path, access)))?;
    }
    Ok(created.into())
}

/// The rights of an access that exist for a path. Some exist only for folders, and a rule on a file must not have them.
fn applicable(path: &Path, access: BitFlags<AccessFs>) -> BitFlags<AccessFs> {
    if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) }
}

/// The error that names the missing measures.
pub(super) fn explain_missing(missing: i64) -> Result<()> {
    bail!(
        "this system cannot isolate a stranger: it does not give {}; --strangers=best takes what \
         there is",
        InForce(missing).words().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_contains_the_home_is_refused() {
        let home = env::var("HOME").unwrap();
        let error = own_folders(Path::new(&home), &[]).unwrap_err().to_string();
        assert!(error.contains("put") && error.contains("folder of its own"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        fs::write(&file, "").unwrap();
        let own = own_folders(Path::new("/bin/sh"), &[file.into(), "--fast".into()]).unwrap();
        assert_eq!(own, [fs::canonicalize(folder.path()).unwrap()]);
    }

    #[test]
    fn a_readable_file_can_only_be_read_and_a_readable_folder_also_listed() {
        let read = AccessFs::from_read(NEWEST);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        fs::write(&file, "").unwrap();
        assert_eq!(applicable(&file, read), AccessFs::Execute | AccessFs::ReadFile);
        assert_eq!(applicable(folder.path(), read), read);
        assert!(read.contains(AccessFs::ReadDir) && !read.contains(AccessFs::WriteFile));
    }

    #[test]
    fn a_stranger_gets_four_variables_and_those_that_are_named() {
        let names = |stranger: &Stranger, is_set: fn(&str) -> bool| {
            let get = |name: &str| is_set(name).then(|| OsString::from(format!("the {name}")));
            let variables = environment(stranger, Path::new("/scratch"), get);
            let pairs = variables.iter().map(|(name, value)| (name.to_str(), value.to_str()));
            pairs.map(|(name, value)| [name.unwrap(), value.unwrap()].join("=")).collect::<Vec<_>>()
        };
        let four = ["HOME=/scratch", "TMPDIR=/scratch", "PATH=the PATH", "LANG=the LANG"];
        assert_eq!(names(&Stranger::default(), |_| true), four);
        let named = Stranger { env: vec!["PYENV_ROOT".into()], ..Stranger::default() };
        let five = [&four[..], &["PYENV_ROOT=the PYENV_ROOT"]].concat();
        assert_eq!(names(&named, |_| true), five);
        assert_eq!(names(&named, |name| name == "PATH"), four[..3]);
    }
}
