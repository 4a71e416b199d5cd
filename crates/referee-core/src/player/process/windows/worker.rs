//! No engine for JavaScript bots: this system cannot copy a process, and an engine in the referee's own process could not
//! be ended.

use std::fs::File;
use std::io;

use crate::system::Source;

/// A process of the referee's own that answers requests: there is none here.
pub enum Worker {}

impl Worker {
    /// Refuses.
    ///
    /// # Errors
    /// Always: a sentence for the user.
    pub fn start(_work: impl FnOnce(File, File) + Send + 'static) -> io::Result<Self> {
        let advice = "no engine for JavaScript bots runs on Windows; install Node.js and give node: in place of js:";
        Err(io::Error::new(io::ErrorKind::Unsupported, advice))
    }

    /// Never called.
    ///
    /// # Errors
    /// None.
    pub fn ask(&mut self, _request: &[u8]) -> io::Result<()> {
        match *self {}
    }

    /// Never called.
    ///
    /// # Errors
    /// None.
    pub fn read(&mut self, _into: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }

    /// Never called.
    pub fn source(&self) -> Source<'_> {
        match *self {}
    }

    /// Never called.
    pub fn end(&mut self) {
        match *self {}
    }
}

/// The time of an engine's process, which is never started here.
pub mod watchdog {
    use std::fs::File;
    use std::io;
    use std::time::Duration;

    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn prepare(_file: &File, _words: Vec<u8>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn allow(_time: Duration) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
