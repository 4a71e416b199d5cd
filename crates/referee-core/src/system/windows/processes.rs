//! Processes, their time, and what numbers of the system mean.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::windows::io::{AsHandle, BorrowedHandle};
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command};
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use windows_sys::Wdk::System::Threading::{NtQueryInformationProcess, ProcessBasicInformation};
use windows_sys::Win32::Foundation::{
    ERROR_BAD_EXE_FORMAT, ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, ERROR_TOO_MANY_OPEN_FILES,
    WAIT_OBJECT_0,
};
use windows_sys::Win32::Media::timeBeginPeriod;
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SetErrorMode,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, GetCurrentProcess,
    GetCurrentThread, GetThreadTimes, INFINITE, OpenProcess, PROCESS_BASIC_INFORMATION,
    PROCESS_SYNCHRONIZE, WaitForSingleObject,
};

use super::calls::ran_100ns;
use super::job::{Job, resume};

/// Prepares this process. Waits end on time, and no program that it starts opens a window when it crashes.
pub fn prepare_this_process() {
    // SAFETY: both set a number of this process.
    unsafe {
        timeBeginPeriod(1);
        SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    }
}

/// Whether a variable of the environment has the folders in which programs are searched for.
pub fn is_path_variable(name: &OsStr) -> bool {
    name.eq_ignore_ascii_case("PATH")
}

/// The command that runs a line in the shell of the system.
pub fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    // The line is in quotes, and has its own ones as they are.
    command.args(["/D", "/S", "/C"]).raw_arg(format!("\"{line}\""));
    command
}

/// The name of this machine; empty if it has none.
pub fn machine_name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

/// From now on this process ends when the one that started it ends. That is `cmd` for the script of a bot, and who kills
/// the bot kills only that.
pub fn end_with_parent() {
    thread::spawn(|| {
        let mut about = PROCESS_BASIC_INFORMATION::default();
        let length = size_of_val(&about) as u32;
        let place = (&raw mut about).cast();
        // SAFETY: the system writes `length` bytes at most. The handle stays open as long as this process.
        let has_ended = unsafe {
            let own = GetCurrentProcess();
            let kind = ProcessBasicInformation;
            if NtQueryInformationProcess(own, kind, place, length, null_mut()) < 0 {
                return;
            }
            let number = about.InheritedFromUniqueProcessId as u32;
            let parent = OpenProcess(PROCESS_SYNCHRONIZE, 0, number);
            !parent.is_null() && WaitForSingleObject(parent, INFINITE) == WAIT_OBJECT_0
        };
        if has_ended {
            process::exit(1);
        }
    });
}

/// CPU time of this thread.
pub fn own_thread_time() -> Duration {
    // SAFETY: the number stands for this thread, and needs no closing.
    let thread = unsafe { GetCurrentThread() };
    Duration::from_nanos(ran_100ns(GetThreadTimes, thread).saturating_mul(100))
}

/// None: no program is kept on a core here. Their number is [`number_of_cores`](crate::system::number_of_cores).
pub fn own_cores() -> Vec<usize> {
    Vec::new()
}

/// Whether no other thread of the machine runs: this system does not say.
pub fn is_alone() -> bool {
    false
}

/// The name of a signal: this system has none.
pub fn signal_name(_signal: i32) -> Option<&'static str> {
    None
}

/// The name of an exit code that the system gives to a program that it ends.
pub fn exit_code_name(code: u32) -> Option<&'static str> {
    Some(match code {
        0xC000_0005 => "access violation",
        0xC000_0017 => "not enough memory",
        0xC000_001D => "illegal instruction",
        0xC000_0094 => "integer division by zero",
        0xC000_00FD => "stack overflow",
        0xC000_0135 => "a library was not found",
        0xC000_013A => "ended by Ctrl-C",
        0xC000_0142 => "a library failed to start",
        0xC000_0409 => "aborted",
        _ => return None,
    })
}

/// The words for errors that need more than their kind.
pub fn error_words(error: i32) -> Option<&'static str> {
    Some(match u32::try_from(error).ok()? {
        ERROR_TOO_MANY_OPEN_FILES => "too many files are open; play fewer games at the same time",
        ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION => {
            "another program keeps the file for itself; end it, and run the same command again"
        }
        ERROR_BAD_EXE_FORMAT => {
            "it is not a program of this machine; a script needs its interpreter before it, such as `py bot.py`"
        }
        _ => return None,
    })
}

/// The variable that names the place of temporary files.
pub const TEMPORARY: &str = "TMP";

/// What to do if this user has no permission.
pub const NO_PERMISSION: &str =
    "this user has no permission; `icacls` shows who has, and changes that";

/// The system's error in a cause that is not an [`io::Error`]: there is none.
pub fn error_in(_cause: &(dyn std::error::Error + 'static)) -> Option<io::Error> {
    None
}

/// Writes a program at `path` that runs a command. Returns its path, which ends in `.cmd`.
///
/// # Errors
/// If it cannot be written.
pub fn write_starter(path: &Path, words: &[&str]) -> io::Result<PathBuf> {
    let path = path.with_extension("cmd");
    let words: Vec<String> =
        words.iter().map(|word| format!("\"{}\"", word.replace('%', "%%"))).collect();
    fs::write(&path, format!("@chcp 65001 >nul\r\n@{}\r\n", words.join(" ")))?;
    Ok(path)
}

/// Makes whatever this process starts from now on end with it. A program runs for a moment before it is in a job of its
/// own: if this process were killed in that moment, it would leave a program that is suspended for ever.
fn join_own_job() {
    static OWN: OnceLock<Option<Job>> = OnceLock::new();
    OWN.get_or_init(|| {
        let job = Job::new(None, None).ok()?;
        // SAFETY: the number stands for this process, and needs no closing.
        let own = unsafe { BorrowedHandle::borrow_raw(GetCurrentProcess()) };
        // Where the system refuses this, the moment stays.
        job.add(own).ok()?;
        Some(job)
    });
}

/// Starts a program in a job, without a window.
///
/// # Errors
/// The system refuses.
pub(crate) fn spawn_in(job: &Job, command: &mut Command) -> io::Result<Child> {
    join_own_job();
    let mut child = command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW).spawn()?;
    if let Err(error) = job.add(child.as_handle()).and_then(|()| resume(child.id())) {
        let _ = child.kill();
        return Err(error);
    }
    Ok(child)
}

/// Makes a program one that Ctrl-C in the terminal of this process does not reach.
pub fn keep_from_ctrl_c(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}
