//! The room of POSIX systems on Linux, for tests.

#[path = "../posix/program.rs"]
mod program;
#[path = "../posix/supervisor.rs"]
mod supervisor;

pub(in crate::player::process) use program::start;
