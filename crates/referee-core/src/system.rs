//! What the operating system does for this program: one room for each kind of system, with the same functions.
//!
//! Nothing outside [`system`](self) and the rooms of [`player::process`](crate::player::process) asks which system
//! this is; a test holds that. What a room promises:
//!
//! | item | promise |
//! |---|---|
//! | [`Reader`], [`Writer`] | the referee's ends of pipes and connections. They never block |
//! | [`Source`], [`wait`] | sleeps until one of several ends is ready, or until a time |
//! | [`Listener`], [`connect`] | connections between processes of this user on this machine |
//! | [`wait_for_connections`] | sleeps until a client connects or sends something |
//! | [`lock`] | one process at a time writes a file; others may read it meanwhile |
//! | [`file_number`] | tells whether two paths, or a path and an open file, are the same file |
//! | [`TerminalMode`] | the mode of the user's terminal, to restore it after keys were read |
//! | [`own_thread_time`], [`own_cores`] | processor time of this thread, the cores on which it can keep a program |
//! | [`error_words`], [`signal_name`] | what numbers of the system mean |

mod result;
#[cfg_attr(unix, path = "system/unix/mod.rs")]
#[cfg_attr(windows, path = "system/windows/mod.rs")]
mod room;

pub use self::result::ReadResult;
pub use self::room::*;

/// How many cores this process may use; 1 if the system does not say.
pub fn number_of_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
