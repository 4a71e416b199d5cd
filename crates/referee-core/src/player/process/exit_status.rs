//! How a program ended.

use std::fmt;

use crate::system::{exit_code_name, signal_name};

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitStatus {
    end: End,
    /// Most memory that the program had at one time, in bytes, as far as the system says. On Linux the figure starts at
    /// what the referee had when it forked; `None` if the program did not take more than that.
    pub peak_bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By itself, with a code.
    Code(u32),
    /// By a signal.
    Signal(i32),
    /// Its supervisor ended first.
    WithoutSupervisor,
}

impl ExitStatus {
    /// By itself, with a code.
    pub fn exited(code: u32, peak_bytes: Option<u64>) -> Self {
        Self { end: End::Code(code), peak_bytes }
    }

    /// By a signal.
    pub fn killed(signal: i32, peak_bytes: Option<u64>) -> Self {
        Self { end: End::Signal(signal), peak_bytes }
    }

    /// The supervisor ended before the program.
    pub fn without_supervisor() -> Self {
        Self { end: End::WithoutSupervisor, peak_bytes: None }
    }

    /// Whether a signal ended it. A shell reports the end of its command by a signal as a code of 128 and the signal. A
    /// supervisor that ended before its program was killed, too.
    pub(super) fn is_by_signal(self) -> bool {
        match self.end {
            End::Code(code) => (129..=192).contains(&code),
            End::Signal(_) | End::WithoutSupervisor => true,
        }
    }

    /// Whether it ended by itself and with code 0.
    pub fn is_success(self) -> bool {
        self.end == End::Code(0)
    }

    /// The exit code, as a shell gives it: 128 and the number of the signal for a program that was killed. A code that
    /// needs more than a byte is 255.
    pub(super) fn code(self) -> u8 {
        match self.end {
            End::Code(code) => u8::try_from(code).unwrap_or(255),
            End::Signal(signal) => 128_u8.saturating_add(signal as u8),
            End::WithoutSupervisor => 255,
        }
    }
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            End::WithoutSupervisor => {
                f.write_str("brought the process that supervises it to its end")
            }
            End::Code(code) => match exit_code_name(code) {
                Some(name) => write!(f, "exited with code {code:#010x} ({name})"),
                None => write!(f, "exited with code {code}"),
            },
            End::Signal(signal) => match signal_name(signal) {
                Some(name) => write!(f, "killed by signal {signal} ({name})"),
                None => write!(f, "killed by signal {signal}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_ends_a_program_also_if_a_shell_or_its_supervisor_was_in_between() {
        for status in [9, 15, 11, 40].map(|it| ExitStatus::killed(it, None)) {
            assert!(status.is_by_signal() && !status.is_success(), "{status}");
        }
        assert!(ExitStatus::exited(137, None).is_by_signal());
        assert!(ExitStatus::exited(143, None).is_by_signal());
        assert!(ExitStatus::without_supervisor().is_by_signal());
        for code in [0, 1, 127, 128, 255] {
            assert!(!ExitStatus::exited(code, None).is_by_signal(), "{code}");
        }
    }

    #[test]
    fn only_code_0_is_a_success() {
        assert!(ExitStatus::exited(0, None).is_success());
        assert!(!ExitStatus::exited(3, None).is_success());
        assert_eq!(ExitStatus::exited(3, None).to_string(), "exited with code 3");
        assert_eq!(ExitStatus::exited(0xC000_0005, None).code(), 255);
    }
}
