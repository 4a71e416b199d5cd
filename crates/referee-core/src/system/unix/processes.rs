//! Processes, their time, and what numbers of the system mean.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use nix::errno::Errno;
use nix::libc;
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::sys::signal::Signal;

/// How many files this process wants to have open. Each bot takes six; macOS allows no more than this, and 256 by default.
const FILES: rlim_t = 10_240;

/// Prepares this process: no bot may read its memory or its files, even where it runs as the same user. Where the system
/// refuses that, the bots' own guards remain. Many games at the same time need more open files than is usual.
pub fn prepare_this_process() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_dumpable(false);
    if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE)
        && soft < FILES.min(hard)
    {
        let _ = setrlimit(Resource::RLIMIT_NOFILE, FILES.min(hard), hard);
    }
}

/// CPU time of this thread.
pub fn own_thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes one value of this type.
    let read = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    if read == 0 { Duration::new(time.tv_sec as u64, time.tv_nsec as u32) } else { Duration::ZERO }
}

/// The cores that this process may use, on each of which it can keep a program.
#[cfg(target_os = "linux")]
pub fn own_cores() -> Vec<usize> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;
    let set = sched_getaffinity(Pid::from_raw(0)).unwrap_or_default();
    (0..CpuSet::count()).filter(|core| set.is_set(*core).unwrap_or(false)).collect()
}

/// None: this system keeps no program on a core. Their number is [`number_of_cores`](crate::system::number_of_cores).
#[cfg(not(target_os = "linux"))]
pub fn own_cores() -> Vec<usize> {
    Vec::new()
}

/// Whether no other thread of the machine runs or is ready to run, as far as the system says.
pub fn is_alone() -> bool {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').nth(3).is_some_and(|threads| threads.starts_with("1/"))
}

/// The name of an exit code that the system gives to a program that it ends: none here.
pub fn exit_code_name(_code: u32) -> Option<&'static str> {
    None
}

/// Whether the word for a program is a path, and not a name to search for in the folders of `PATH`.
pub fn is_path(program: &OsStr) -> bool {
    program.as_bytes().contains(&b'/')
}

/// Whether a variable of the environment has the folders in which programs are searched for.
pub fn is_path_variable(name: &OsStr) -> bool {
    name == "PATH"
}

/// The command that runs a line in the shell of the system.
pub fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

/// The name of this machine; empty if it has none.
pub fn machine_name() -> String {
    nix::unistd::gethostname().unwrap_or_default().to_string_lossy().into_owned()
}

/// Nothing: a process that starts another one by a script becomes that one, and is killed in its place.
pub fn end_with_parent() {}

/// The name of a signal.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    Signal::try_from(signal).ok().map(Signal::as_str)
}

/// The words for errors that need more than their kind.
pub fn error_words(error: i32) -> Option<&'static str> {
    Some(match Errno::from_raw(error) {
        Errno::EMFILE | Errno::ENFILE => {
            "too many files are open; play fewer games at the same time, or raise the limit with `ulimit -n`"
        }
        Errno::EAGAIN => {
            "the system allows no more processes; end other programs, or raise the limit with `ulimit -u`"
        }
        Errno::ENOEXEC => {
            "it is neither a program of this machine nor a script whose first line is like #!/usr/bin/env python3"
        }
        Errno::EPERM => "the system forbids it to this user",
        Errno::EROFS => "the file system is read-only; choose another folder",
        Errno::ELOOP => "its symbolic links form a circle",
        Errno::EIO => "the device has failed; see `dmesg`",
        _ => return None,
    })
}

/// Why the system cannot run a program, and what to do about it; `None` if only the system's own words tell it.
pub fn why_not_started(program: &Path, error: &io::Error) -> Option<(&'static str, &'static str)> {
    Some(match Errno::from_raw(error.raw_os_error().unwrap_or(0)) {
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
        _ => return None,
    })
}

/// The variable that names the place of temporary files.
pub const TEMPORARY: &str = "TMPDIR";

/// What to do if this user has no permission.
pub const NO_PERMISSION: &str =
    "this user has no permission; `ls -ld` shows who has, `chmod` and `chown` change that";

/// The system's error in a cause that is not an [`io::Error`].
pub fn error_in(cause: &(dyn std::error::Error + 'static)) -> Option<io::Error> {
    cause.downcast_ref::<Errno>().map(|&errno| errno.into())
}

/// Writes a program at `path` that runs a command. Returns its path.
///
/// # Errors
/// If it cannot be written.
pub fn write_starter(path: &Path, words: &[&str]) -> io::Result<PathBuf> {
    fs::write(path, format!("#!/bin/sh\nexec {}\n", shell_words::join(words)))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    Ok(path.to_owned())
}

/// Makes a program one that Ctrl-C in the terminal of this process does not reach.
pub fn keep_from_ctrl_c(command: &mut Command) {
    command.process_group(0);
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;
    use crate::plain_words::chain;

    #[test]
    fn a_number_of_the_system_is_told_in_words() {
        let error = Err::<(), _>(nix::errno::Errno::EMFILE).context("cannot start it").unwrap_err();
        assert!(chain(&error).starts_with("cannot start it: too many files are open; "));
    }

    #[test]
    fn this_process_has_its_time() {
        let before = own_thread_time();
        while own_thread_time() < before + Duration::from_millis(1) {}
    }
}
