//! What runs in the keeper's process, and in the bot's before it becomes the bot.
//!
//! This code runs after a fork of a program that may have many threads: any lock may be held by a
//! thread that does not exist here. So it allocates nothing, panics nowhere and calls nothing but
//! the functions that POSIX lists as safe in a signal handler, and plain system calls.

use std::ffi::{c_char, c_int};
use std::mem::{MaybeUninit, size_of, zeroed};
use std::ptr::{null, null_mut};

use nix::libc;

/// The bot runs; the value is its process id.
pub const STARTED: i64 = 1;
/// The referee's own trouble before that; the value is the error number.
pub const TROUBLE: i64 = 2;
/// The bot's folder cannot be entered; the value is the error number.
pub const NO_FOLDER: i64 = 3;
/// The program cannot be run; the value is the error number.
pub const NO_PROGRAM: i64 = 4;
/// The bot has ended; the value is its wait status.
pub const DIED: i64 = 5;

/// What the keeper tells the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Report {
    /// One of the constants above.
    pub kind: i64,
    /// As the kind says.
    pub value: i64,
    /// With [`DIED`], the most memory that the bot or a child it waited for had, in KiB.
    pub peak_kib: i64,
    /// With [`DIED`], where that figure began: it survives the start of a program.
    pub base_kib: i64,
}

impl Report {
    /// Size on the pipe.
    pub const BYTES: usize = size_of::<Self>();

    /// Reads a report as it comes from the pipe.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let number = |at: usize| {
            i64::from_ne_bytes(std::array::from_fn(|byte| bytes[at * size_of::<i64>() + byte]))
        };
        Self { kind: number(0), value: number(1), peak_kib: number(2), base_kib: number(3) }
    }

    /// # Safety
    /// `fd` must be open for writing.
    unsafe fn send(self, fd: c_int) {
        // Nothing can be done about a failure: it means that nobody listens any more.
        unsafe { libc::write(fd, (&raw const self).cast(), Self::BYTES) };
    }
}

/// All that the two processes need, made ready before the fork.
pub struct Plan {
    /// Path of the program.
    pub program: *const c_char,
    /// Its arguments, ended by a null pointer.
    pub argv: *const *const c_char,
    /// Its environment, ended by a null pointer.
    pub envp: *const *const c_char,
    /// Its folder; null for the referee's own.
    pub folder: *const c_char,
    /// Bound of each process's private memory.
    pub data_bytes: Option<u64>,
    /// Its standard input, output and error stream, none of them below 3.
    pub streams: [c_int; 3],
    /// Ends with the referee's interest in the bot.
    pub lifeline: c_int,
    /// Where [`Report`]s go.
    pub report: c_int,
}

/// The keeper's life.
///
/// # Safety
/// To be called in a process just forked, with all signals blocked; the plan's pointers and files
/// must be as described.
pub unsafe fn keep(plan: &Plan) -> ! {
    unsafe {
        // Out of the terminal's foreground group: Ctrl-C must not stop the clearing up.
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_NAME, c"keeper".as_ptr());
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
        libc::signal(libc::SIGCHLD, wake as extern "C" fn(c_int) as libc::sighandler_t);
        let mut usage: libc::rusage = zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        let base_kib = usage.ru_maxrss;
        let report = |kind, value, peak_kib| {
            Report { kind, value, peak_kib, base_kib }.send(plan.report);
        };

        // Closed by the start of the program, this pipe tells that it went well.
        let mut started = [0; 2];
        if libc::pipe2(started.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            report(TROUBLE, errno(), 0);
            libc::_exit(1);
        }
        let keeper = libc::getpid();
        let bot = libc::fork();
        if bot == 0 {
            become_bot(plan, keeper, started[1]);
        }
        if bot < 0 {
            report(TROUBLE, errno(), 0);
            libc::_exit(1);
        }
        libc::close(started[1]);
        let mut refusal = [0i64; 2];
        let told = libc::read(started[0], refusal.as_mut_ptr().cast(), size_of_val(&refusal));
        if told > 0 {
            report(refusal[0], refusal[1], 0);
            libc::waitpid(bot, null_mut(), 0);
            libc::_exit(1);
        }
        report(STARTED, i64::from(bot), 0);

        // Everything else that was open belongs to the referee, above all other lifelines.
        libc::dup2(plan.lifeline, 0);
        libc::dup2(plan.report, 1);
        close_from(2);
        let report = |kind, value, peak_kib| Report { kind, value, peak_kib, base_kib }.send(1);

        let mut awake: libc::sigset_t = zeroed();
        libc::sigfillset(&raw mut awake);
        libc::sigdelset(&raw mut awake, libc::SIGCHLD);
        loop {
            let mut lifeline = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
            if libc::ppoll(&raw mut lifeline, 1, null(), &raw const awake) > 0 {
                break;
            }
            let mut status = 0;
            let mut dead;
            loop {
                dead = libc::wait4(-1, &raw mut status, libc::WNOHANG, &raw mut usage);
                if dead <= 0 || dead == bot {
                    break;
                }
            }
            if dead == bot {
                report(DIED, i64::from(status), usage.ru_maxrss);
                break;
            }
        }
        clear_up(bot);
        libc::_exit(0);
    }
}

/// Turns this process into the bot.
unsafe fn become_bot(plan: &Plan, keeper: libc::pid_t, started: c_int) -> ! {
    unsafe {
        let refuse = |kind: i64| -> ! {
            let refusal = [kind, errno()];
            libc::write(started, refusal.as_ptr().cast(), size_of_val(&refusal));
            libc::_exit(127);
        };
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != keeper {
            libc::_exit(127);
        }
        for (number, stream) in (0..).zip(plan.streams) {
            if libc::dup2(stream, number) < 0 {
                refuse(TROUBLE);
            }
        }
        // Whatever else the referee has open is not the bot's.
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
        // A bot that crashes shall end at once, not write gigabytes first.
        limit(libc::RLIMIT_CORE, 0);
        if let Some(bytes) = plan.data_bytes {
            limit(libc::RLIMIT_DATA, bytes);
        }
        // A start of a program resets handlers, but keeps what is ignored and what is blocked.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        let mut none: libc::sigset_t = zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, null_mut());
        if !plan.folder.is_null() && libc::chdir(plan.folder) != 0 {
            refuse(NO_FOLDER);
        }
        libc::execve(plan.program, plan.argv, plan.envp);
        refuse(NO_PROGRAM);
    }
}

/// Kills the bot's group, then children until there are none: the children of a killed process
/// become the keeper's own.
unsafe fn clear_up(bot: libc::pid_t) {
    unsafe {
        libc::kill(-bot, libc::SIGKILL);
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

/// Kills all children of this process; `false` if the system does not list them.
unsafe fn kill_children() -> bool {
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

/// Lowers a limit of this process; one that is lower already stays.
unsafe fn limit(what: libc::__rlimit_resource_t, bytes: u64) {
    unsafe {
        let mut now: libc::rlimit = zeroed();
        libc::getrlimit(what, &raw mut now);
        now.rlim_cur = now.rlim_cur.min(bytes);
        now.rlim_max = now.rlim_max.min(bytes);
        libc::setrlimit(what, &raw const now);
    }
}

fn errno() -> i64 {
    i64::from(nix::errno::Errno::last_raw())
}

/// Does nothing: a signal must have a handler to end a wait.
extern "C" fn wake(_signal: c_int) {}
