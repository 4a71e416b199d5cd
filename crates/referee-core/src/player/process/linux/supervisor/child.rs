//! Runs in the supervisor's process, and in the program's process before the program starts.
//!
//! This code runs after a fork of a program that may have many threads. A lock may be held by a
//! thread that does not exist in the new process. So this code does not allocate, does not panic,
//! and calls only system calls and functions that POSIX lists as safe in a signal handler.

mod guarded;
mod walled;

use std::ffi::{c_char, c_int};
use std::mem::{MaybeUninit, size_of, zeroed};
use std::ptr::{null, null_mut};

use nix::libc;
use nix::sys::resource::{Resource, getrlimit, setrlimit};

use super::super::guard::InForce;
use super::super::stranger::{FILE_BYTES, OPEN_FILES};

pub use self::guarded::Guarding;

/// Most files that a process of a program can have open. The referee looks at all of them.
const MOST_FILES: u64 = 4096;
/// Most timers and signals that wait for the processes of a user. The kernel keeps half a kilobyte for each.
const MOST_SIGNALS: u64 = 16_384;

/// Kind of a report: the program runs. The value is its process id as the referee sees it.
pub const STARTED: i64 = 1;
/// Kind of a report: a system call failed before the start. The value is the error number.
pub const SYSTEM_ERROR: i64 = 2;
/// Kind of a report: the program's folder cannot be entered. The value is the error number.
pub const NO_FOLDER: i64 = 3;
/// Kind of a report: the program cannot be run. The value is the error number.
pub const NO_PROGRAM: i64 = 4;
/// Kind of a report: the program has ended. The value is its wait status.
pub const ENDED: i64 = 5;

/// Kind of a report: this process is in new namespaces that cannot be used. Nothing was started.
pub const NO_NAMESPACES: i64 = 6;

/// Kind of a report: measures that a stranger's isolation needs are not in force. The value is their bits.
pub const NOT_ISOLATED: i64 = 8;
/// Kind of a report: a signal has stopped the program. The value is its wait status.
pub const STOPPED: i64 = 9;
/// Most reports of that kind, so that a program that stops itself again and again does not fill the pipe.
const MOST_STOPS: u32 = 64;
/// Kind of a message from the program's process to the supervisor. The value is the bits of what is in force.
const IN_FORCE: i64 = 7;

/// A message from the supervisor to the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Report {
    /// One of the constants above.
    pub kind: i64,
    /// Its meaning depends on the kind.
    pub value: i64,
    /// With [`STARTED`]: bits of what is in force for the program.
    pub in_force: i64,
    /// With [`ENDED`]: the most memory that the program, or a child it waited for, had, in KiB.
    pub peak_kib: i64,
    /// With [`ENDED`]: the value of that figure at the fork. The start of a program keeps it.
    pub base_kib: i64,
}

impl Report {
    /// Size in the pipe.
    pub const BYTES: usize = size_of::<Self>();

    /// A report without further figures.
    const fn new(kind: i64, value: i64) -> Self {
        Self { kind, value, in_force: 0, peak_kib: 0, base_kib: 0 }
    }

    /// Reads a report as it comes from the pipe.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let number = |at: usize| {
            i64::from_ne_bytes(std::array::from_fn(|byte| bytes[at * size_of::<i64>() + byte]))
        };
        Self {
            kind: number(0),
            value: number(1),
            in_force: number(2),
            peak_kib: number(3),
            base_kib: number(4),
        }
    }

    /// # Safety
    /// `fd` must be open for writing.
    unsafe fn send(self, fd: c_int) {
        // If this fails the referee has ended.
        // SAFETY: the file is open for writing, and the report has `BYTES` bytes.
        unsafe { libc::write(fd, (&raw const self).cast(), Self::BYTES) };
    }
}

/// Everything that the two processes need, prepared before the fork.
pub struct Plan {
    /// Path of the program.
    pub program: *const c_char,
    /// Its arguments, ended by a null pointer.
    pub argv: *const *const c_char,
    /// Its environment, ended by a null pointer.
    pub envp: *const *const c_char,
    /// Its folder; a null pointer for the referee's own.
    pub folder: *const c_char,
    /// Limit of the private memory of each process.
    pub data_bytes: Option<u64>,
    /// Limit of the user's processes and threads.
    pub processes: u64,
    /// The cores that it may use; a null pointer for all.
    pub cores: *const libc::cpu_set_t,
    /// Its standard input, output and error, none of them with a number below 3.
    pub streams: [c_int; 3],
    /// This pipe closes when the program must end.
    pub control: c_int,
    /// The file for [`Report`]s.
    pub reports: c_int,
    /// The isolation of the program.
    pub guarding: Guarding,
}

/// Starts the program, waits until it has ended or is to be ended, and kills all its processes.
///
/// # Safety
/// To be called in a process just forked, with all signals blocked; the plan's pointers and files
/// must be as described.
pub unsafe fn supervise(plan: &Plan) -> ! {
    // SAFETY: the caller promises a process just forked and valid pointers in the plan. All calls are system calls on
    // local values and on the plan.
    unsafe {
        // In its own session, so that Ctrl-C in a terminal does not end it before it has killed the
        // program.
        libc::setsid();
        libc::prctl(libc::PR_SET_NAME, c"supervisor".as_ptr());
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
        let place = guarded::enter_namespaces(&plan.guarding).unwrap_or_else(|errno| {
            Report::new(NO_NAMESPACES, errno).send(plan.reports);
            libc::_exit(1);
        });
        // No other process may inspect its memory and files.
        libc::prctl(libc::PR_SET_DUMPABLE, 0);
        libc::signal(libc::SIGCHLD, ignore as extern "C" fn(c_int) as libc::sighandler_t);
        let base_kib = peak_kib();
        let program = start_program(plan, &place);

        // All other open files belong to the referee, and so do the control pipes of other players.
        libc::dup2(plan.control, 0);
        libc::dup2(plan.reports, 1);
        close_from(2);
        wait_for_end(program, base_kib);
        if plan.guarding.namespaces == 0 {
            kill_descendants(program);
        } else {
            kill_namespace();
        }
        libc::_exit(0);
    }
}

/// Starts a process that is a copy of this one, in new namespaces if there are any.
///
/// The library's `fork` does not know namespaces, and waits for locks that a thread of the referee may
/// hold for ever in the copy.
///
/// # Safety
/// In the new process only what is allowed after a fork may be done.
pub unsafe fn fork(namespaces: c_int) -> libc::pid_t {
    let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
    let none: libc::c_long = 0;
    // SAFETY: with no stack of its own the new process has a copy of everything.
    unsafe { libc::syscall(libc::SYS_clone, flags, none, none, none, none) as libc::pid_t }
}

/// Starts the program and reports it. Ends this process if that fails.
unsafe fn start_program(plan: &Plan, place: &guarded::Place) -> libc::pid_t {
    // SAFETY: the plan is valid. Pointers to local arrays are passed with their own sizes.
    unsafe {
        let report = |kind, value| Report::new(kind, value).send(plan.reports);
        // The start of the program closes this pipe. It transports the program's process id as the referee sees it, and
        // then an error if there is one.
        let mut errors = [0; 2];
        if libc::pipe2(errors.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            report(SYSTEM_ERROR, guarded::errno());
            libc::_exit(1);
        }
        let supervisor = libc::getpid();
        let program = fork(0);
        if program == 0 {
            become_program(plan, place, supervisor, errors[1]);
        }
        if program < 0 {
            report(SYSTEM_ERROR, guarded::errno());
            libc::_exit(1);
        }
        libc::close(errors[1]);
        let mut told = [STARTED, i64::from(program)];
        let mut in_force = 0;
        let mut word = [0i64; 2];
        while libc::read(errors[0], word.as_mut_ptr().cast(), size_of_val(&word)) > 0 {
            match word[0] {
                IN_FORCE => in_force = word[1],
                _ => told = word,
            }
        }
        Report { in_force, ..Report::new(told[0], told[1]) }.send(plan.reports);
        if told[0] != STARTED {
            libc::waitpid(program, null_mut(), 0);
            libc::_exit(1);
        }
        program
    }
}

/// Waits until the program has ended, and reports that, or until the control pipe has closed.
/// Orphans that end are waited for as well.
unsafe fn wait_for_end(program: libc::pid_t, base_kib: i64) {
    // SAFETY: zeros are a valid `rusage` and an empty `sigset_t`. All pointers are to local values.
    unsafe {
        let mut usage: libc::rusage = zeroed();
        let mut all_but_child: libc::sigset_t = zeroed();
        libc::sigfillset(&raw mut all_but_child);
        libc::sigdelset(&raw mut all_but_child, libc::SIGCHLD);
        let mut stops = 0;
        loop {
            let mut control = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
            if libc::ppoll(&raw mut control, 1, null(), &raw const all_but_child) > 0 {
                return;
            }
            loop {
                let mut status = 0;
                let changes = libc::WNOHANG | libc::WUNTRACED;
                let ended = libc::wait4(-1, &raw mut status, changes, &raw mut usage);
                if ended <= 0 {
                    break;
                }
                if libc::WIFSTOPPED(status) {
                    if ended == program && stops < MOST_STOPS {
                        stops += 1;
                        Report::new(STOPPED, i64::from(status)).send(1);
                    }
                    continue;
                }
                if ended == program {
                    let report = Report::new(ENDED, i64::from(status));
                    return Report { peak_kib: usage.ru_maxrss, base_kib, ..report }.send(1);
                }
            }
        }
    }
}

/// Most memory that this process has had, in KiB.
unsafe fn peak_kib() -> i64 {
    // SAFETY: zeros are a valid `rusage`, and the pointer is to a local value.
    unsafe {
        let mut usage: libc::rusage = zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage.ru_maxrss
    }
}

/// Turns this process into the program. Writes its process id, what is in force and an error to the file `errors`.
unsafe fn become_program(
    plan: &Plan,
    place: &guarded::Place,
    supervisor: libc::pid_t,
    errors: c_int,
) -> ! {
    // SAFETY: the plan is valid. Pointers to local values are passed with their own sizes.
    unsafe {
        let tell = |kind: i64, value: i64| {
            let word = [kind, value];
            libc::write(errors, word.as_ptr().cast(), size_of_val(&word));
        };
        let fail = |kind: i64| -> ! {
            tell(kind, guarded::errno());
            libc::_exit(127);
        };
        // A session of its own, and with it a group: it has no terminal.
        libc::setsid();
        tell(STARTED, place.outer_pid());
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // It may have ended before the line above.
        if libc::getppid() != supervisor {
            libc::_exit(127);
        }
        for (number, stream) in (0..).zip(plan.streams) {
            if libc::dup2(stream, number) < 0 {
                fail(SYSTEM_ERROR);
            }
        }
        // The program gets no other file of the referee.
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
        // A program that crashes must end at once. It would first write all its memory to a file.
        lower_limit(Resource::RLIMIT_CORE, 0);
        if let Some(bytes) = plan.data_bytes {
            lower_limit(Resource::RLIMIT_DATA, bytes);
        }
        // The start of a program resets handlers, but not which signals are ignored or blocked.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        let mut none: libc::sigset_t = zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, null_mut());
        lower_limit(Resource::RLIMIT_NOFILE, MOST_FILES);
        lower_limit(Resource::RLIMIT_NPROC, plan.processes);
        lower_limit(Resource::RLIMIT_SIGPENDING, MOST_SIGNALS);
        if !plan.folder.is_null() && libc::chdir(plan.folder) != 0 {
            fail(NO_FOLDER);
        }
        if !plan.guarding.scratch.is_null() {
            lower_limit(Resource::RLIMIT_NOFILE, OPEN_FILES);
            lower_limit(Resource::RLIMIT_FSIZE, FILE_BYTES);
        }
        let own_cores = !plan.cores.is_null()
            && libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), plan.cores) == 0;
        let cores = if own_cores { InForce::CORES } else { 0 };
        let group = guarded::enter_group(&plan.guarding, place.in_force);
        let in_force = place.in_force | cores | group | guarded::restrict(&plan.guarding, place);
        tell(IN_FORCE, in_force);
        let missing = plan.guarding.demanded & !in_force;
        if missing != 0 {
            tell(NOT_ISOLATED, missing);
            libc::_exit(127);
        }
        libc::execve(plan.program, plan.argv, plan.envp);
        fail(NO_PROGRAM);
    }
}

/// Kills the program's group, then children of this process until there are none. The children of a
/// killed process become children of this one.
unsafe fn kill_descendants(program: libc::pid_t) {
    // SAFETY: null pointers are allowed for a status and a usage that are not wanted.
    unsafe {
        libc::kill(-program, libc::SIGKILL);
        loop {
            if !kill_children() {
                return;
            }
            if libc::wait4(-1, null_mut(), 0, null_mut()) < 0 {
                return;
            }
            while libc::wait4(-1, null_mut(), libc::WNOHANG, null_mut()) > 0 {}
        }
    }
}

/// Kills everything else in the namespace of processes, of which this is the first process, and waits
/// for its end. Nothing can be started any more when this process has ended.
unsafe fn kill_namespace() {
    // SAFETY: as in `kill_descendants`. The number -1 means all processes of this namespace.
    unsafe {
        libc::kill(-1, libc::SIGKILL);
        while libc::wait4(-1, null_mut(), 0, null_mut()) >= 0 {}
    }
}

/// Kills all children of this process; `false` if the system does not list them.
unsafe fn kill_children() -> bool {
    // SAFETY: the chunk has 4096 bytes, and only those that `read` has written are read.
    unsafe {
        let list = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY);
        if list < 0 {
            return false;
        }
        let mut chunk = MaybeUninit::<[u8; 4096]>::uninit();
        let bytes: *mut u8 = chunk.as_mut_ptr().cast();
        let mut child: libc::pid_t = 0;
        loop {
            let length = libc::read(list, bytes.cast(), 4096);
            if length <= 0 {
                break;
            }
            for at in 0..length {
                let byte = *bytes.offset(at);
                if byte.is_ascii_digit() {
                    child = child.wrapping_mul(10).wrapping_add(libc::pid_t::from(byte - b'0'));
                } else if child > 0 {
                    libc::kill(child, libc::SIGKILL);
                    child = 0;
                }
            }
        }
        libc::close(list);
        true
    }
}

/// Closes all files from number `first` on.
unsafe fn close_from(first: c_int) {
    // SAFETY: the caller needs none of the files that are closed.
    unsafe {
        let last = libc::c_uint::MAX;
        if libc::syscall(libc::SYS_close_range, first, last, 0) != 0 {
            // Before Linux 5.9.
            for fd in first..libc::sysconf(libc::_SC_OPEN_MAX).clamp(256, 65_536) as c_int {
                libc::close(fd);
            }
        }
    }
}

/// Lowers a limit of this process. A limit that is lower already stays as it is.
fn lower_limit(what: Resource, bytes: u64) {
    if let Ok((soft, hard)) = getrlimit(what) {
        let _ = setrlimit(what, soft.min(bytes), hard.min(bytes));
    }
}

/// Handles a signal by doing nothing. Only a signal with a handler ends `ppoll`.
extern "C" fn ignore(_signal: c_int) {}
