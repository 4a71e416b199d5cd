//! The limits of a JavaScript bot.

use std::time::Duration;

/// The resources that a JavaScript bot may use.
#[derive(Clone, Copy, Debug)]
pub struct ScriptLimits {
    /// Memory in bytes.
    pub memory: usize,
    /// Stack of the script in bytes, at most half of the process's 8 MB.
    pub stack: usize,
    /// The number of ticks in a second; a tick is 10,000 loop iterations and calls.
    pub ticks_per_second: u64,
    /// The processor time beyond the limit after which the bot is ended.
    pub patience: Duration,
    /// A factor on the time limit of every answer.
    pub timeout_factor: f64,
}

impl Default for ScriptLimits {
    fn default() -> Self {
        Self {
            memory: 128 << 20,
            stack: 1 << 20,
            ticks_per_second: 2000,
            patience: Duration::from_secs(1),
            timeout_factor: 1.0,
        }
    }
}
