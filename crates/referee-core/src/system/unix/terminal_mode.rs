//! The mode of the user's terminal.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd};

use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

/// The mode in which the user's terminal passes keys on, such as with an echo.
#[derive(Clone, Debug)]
pub struct TerminalMode(Option<Termios>);

impl TerminalMode {
    /// The present mode of the terminal from which keys are read.
    pub fn now() -> Self {
        Self(with_terminal(|terminal| tcgetattr(terminal)))
    }

    /// Sets this mode again, where there is a terminal.
    pub fn restore(&self) {
        if let Some(mode) = &self.0 {
            with_terminal(|terminal| tcsetattr(terminal, SetArg::TCSANOW, mode));
        }
    }
}

/// Calls a function with the terminal from which keys are read: standard input, or else the one of this process.
fn with_terminal<T>(call: impl FnOnce(BorrowedFd<'_>) -> nix::Result<T>) -> Option<T> {
    if io::stdin().is_terminal() {
        return call(io::stdin().as_fd()).ok();
    }
    call(File::open("/dev/tty").ok()?.as_fd()).ok()
}
