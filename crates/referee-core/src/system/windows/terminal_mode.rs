//! The mode of the user's terminal.

/// The mode in which the user's terminal passes keys on. Here a program reads keys without changing it.
#[derive(Clone, Debug)]
pub struct TerminalMode;

impl TerminalMode {
    /// The present mode.
    pub fn now() -> Self {
        Self
    }

    /// Nothing is to be restored.
    pub fn restore(&self) {}
}
