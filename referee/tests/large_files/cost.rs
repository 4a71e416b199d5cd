//! The memory and the processor time that a command takes.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use nix::libc;

/// What a command took.
#[derive(Debug)]
pub struct Cost {
    /// The most bytes of memory that it, or this process when it started it, had at once.
    pub memory: u64,
    /// Its processor time.
    pub time: Duration,
    pub status: ExitStatus,
    /// The first bytes of its standard error and its standard output.
    pub said: String,
}

/// A command that takes more seconds is killed, so that it harms nobody on this machine.
const MOST_SECONDS: u64 = 200;

/// Runs `referee` with arguments in a folder. It is refused more than `most_memory` bytes, and then ends by a signal.
pub fn cost(folder: &Path, arguments: &[&str], most_memory: u64) -> Cost {
    let (out, err) = (folder.join("out"), folder.join("err"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    // SAFETY: both are allowed between `fork` and `exec`.
    unsafe {
        command.pre_exec(move || {
            limit(libc::RLIMIT_DATA, most_memory)?;
            limit(libc::RLIMIT_CPU, MOST_SECONDS)
        });
    }
    let process = command.spawn().unwrap().id();
    let (status, usage) = wait(libc::pid_t::try_from(process).unwrap());
    let time = |it: libc::timeval| Duration::new(it.tv_sec as u64, it.tv_usec as u32 * 1000);
    let said = [&err, &out].map(|file| {
        let mut bytes = Vec::new();
        File::open(file).unwrap().take(300).read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let said = said.concat();
    Cost {
        memory: usage.ru_maxrss as u64 * 1024,
        time: time(usage.ru_utime) + time(usage.ru_stime),
        status,
        said,
    }
}

fn limit(resource: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: it reads `limit` only.
    let done = unsafe { libc::setrlimit(resource, &raw const limit) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn wait(process: libc::pid_t) -> (ExitStatus, libc::rusage) {
    let mut status = 0;
    // SAFETY: all zero bytes are a value of this structure of numbers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: it writes to the two places only.
    let waited = unsafe { libc::wait4(process, &raw mut status, 0, &raw mut usage) };
    assert_eq!(waited, process, "{}", io::Error::last_os_error());
    (ExitStatus::from_raw(status), usage)
}
