//! The referee's ends of a bot's standard input and standard error stream. None of them blocks.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};

/// Input that a bot leaves unread beyond this is no longer kept: it does not read at all.
const MOST_UNREAD: usize = 64 << 20;

/// Most bytes of a stream that are read in one go, so that a flood keeps nobody else waiting.
const AT_ONCE: usize = 256 * 1024;

/// What a read that does not wait found.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// So many bytes.
    Bytes(usize),
    /// Nothing for now.
    Nothing,
    /// Nothing ever again.
    End,
}

/// Reads without waiting.
///
/// # Errors
/// What the operating system refuses for reasons of its own.
pub fn read(file: &File, into: &mut [u8]) -> io::Result<Found> {
    loop {
        return match (&*file).read(into) {
            Ok(0) => Ok(Found::End),
            Ok(bytes) => Ok(Found::Bytes(bytes)),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(Found::Nothing),
            Err(error) => Err(error),
        };
    }
}

/// Standard input: takes any number of lines at once and passes them on as the bot reads.
pub struct Input {
    /// `None` once the bot has closed its end, which is its own affair.
    pipe: Option<File>,
    unread: Vec<u8>,
    /// Bytes of `unread` that are already in the pipe.
    written: usize,
}

impl Input {
    /// The writing end of a pipe that does not block.
    pub fn new(pipe: File) -> Self {
        Self { pipe: Some(pipe), unread: Vec::new(), written: 0 }
    }

    /// The pipe, while something waits to be written.
    pub fn blocked(&self) -> Option<&File> {
        self.pipe.as_ref().filter(|_| self.written < self.unread.len())
    }

    /// Adds lines behind what is not yet written.
    pub fn push(&mut self, lines: &[String]) {
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        if self.pipe.is_none() || self.unread.len() - self.written + bytes > MOST_UNREAD {
            return self.shut();
        }
        if 2 * self.written > self.unread.len() {
            self.unread.drain(..self.written);
            self.written = 0;
        }
        self.unread.reserve(bytes);
        for line in lines {
            self.unread.extend_from_slice(line.as_bytes());
            self.unread.push(b'\n');
        }
    }

    /// Writes what the pipe takes without waiting.
    ///
    /// # Errors
    /// Anything but a pipe that the bot has closed.
    pub fn write(&mut self) -> io::Result<()> {
        while let Some(mut pipe) = self.blocked() {
            match pipe.write(&self.unread[self.written..]) {
                Ok(bytes) => self.written += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.shut(),
                Err(error) => return Err(error),
            }
        }
        self.unread.clear();
        self.written = 0;
        Ok(())
    }

    /// Closes the pipe and forgets what waits.
    pub fn shut(&mut self) {
        *self = Self { pipe: None, unread: Vec::new(), written: 0 };
    }
}

/// Standard error: the last bytes since they were last asked for.
pub struct Errors {
    pipe: Option<File>,
    kept: VecDeque<u8>,
    most: usize,
    /// Bytes thrown away in front of `kept`.
    cut: u64,
}

impl Errors {
    /// The reading end of a pipe that does not block, of which `most` bytes are kept.
    pub fn new(pipe: File, most: usize) -> Self {
        Self { pipe: Some(pipe), kept: VecDeque::new(), most, cut: 0 }
    }

    /// The pipe, until its end.
    pub fn pipe(&self) -> Option<&File> {
        self.pipe.as_ref()
    }

    /// Reads what is there, up to a bound.
    ///
    /// # Errors
    /// What the operating system refuses for reasons of its own.
    pub fn read(&mut self) -> io::Result<()> {
        let mut chunk = [0; 16 * 1024];
        let mut rest = AT_ONCE;
        while let Some(pipe) = &self.pipe {
            match read(pipe, &mut chunk)? {
                Found::Nothing => break,
                Found::End => self.pipe = None,
                Found::Bytes(bytes) => {
                    self.keep(&chunk[..bytes]);
                    rest = rest.saturating_sub(bytes);
                    // A pipe that gave less than asked for is empty: no need to try again.
                    if bytes < chunk.len() || rest == 0 {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads what is there for the last time.
    ///
    /// # Errors
    /// What the operating system refuses for reasons of its own.
    pub fn finish(&mut self) -> io::Result<()> {
        self.read()?;
        self.pipe = None;
        Ok(())
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.kept.extend(bytes);
        let surplus = self.kept.len().saturating_sub(self.most);
        self.kept.drain(..surplus);
        self.cut += surplus as u64;
    }

    /// Whether one of these texts stands in what is kept.
    pub fn names(&self, texts: &[&str]) -> bool {
        let kept: Vec<u8> = self.kept.iter().copied().collect();
        let kept = String::from_utf8_lossy(&kept);
        texts.iter().any(|text| kept.contains(text))
    }

    /// The lines kept. A begun last line waits for its end while there may be one.
    pub fn take(&mut self) -> Vec<String> {
        if self.kept.is_empty() {
            return Vec::new();
        }
        let complete = match self.kept.iter().rposition(|&byte| byte == b'\n') {
            _ if self.pipe.is_none() => self.kept.len(),
            Some(last) => last + 1,
            None => return Vec::new(),
        };
        let bytes: Vec<u8> = self.kept.drain(..complete).collect();
        let cut = std::mem::take(&mut self.cut);
        let notice = (cut > 0).then(|| format!("[{cut} bytes of standard error left out]"));
        let text = String::from_utf8_lossy(&bytes);
        notice.into_iter().chain(text.lines().map(str::to_owned)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::OwnedFd;

    fn pipe() -> (File, File) {
        let (reader, writer) = nix::unistd::pipe2(nix::fcntl::OFlag::O_NONBLOCK).unwrap();
        let file = |fd: OwnedFd| File::from(fd);
        (file(reader), file(writer))
    }

    #[test]
    fn only_the_last_bytes_of_standard_error_are_kept() {
        let (reader, mut writer) = pipe();
        let mut errors = Errors::new(reader, 8);
        writer.write_all(b"first\nsecond\nthi").unwrap();
        errors.read().unwrap();
        assert_eq!(errors.take(), ["[8 bytes of standard error left out]", "cond"]);
        assert!(errors.take().is_empty());
        writer.write_all(b"rd").unwrap();
        drop(writer);
        errors.finish().unwrap();
        assert_eq!(errors.take(), ["third"]);
    }

    #[test]
    fn input_goes_on_where_the_pipe_was_full() {
        let (mut reader, writer) = pipe();
        let mut input = Input::new(writer);
        let lines: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
        let mut read = Vec::new();
        for half in lines.chunks(50_000) {
            input.push(half);
            while {
                input.write().unwrap();
                input.blocked().is_some()
            } {
                let mut chunk = [0; 10_000];
                let bytes = reader.read(&mut chunk).unwrap();
                read.extend_from_slice(&chunk[..bytes]);
            }
        }
        input.shut();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), lines.join("\n") + "\n");
    }

    #[test]
    fn a_closed_input_is_no_error() {
        let (reader, writer) = pipe();
        drop(reader);
        let mut input = Input::new(writer);
        input.push(&["hello".to_owned()]);
        input.write().unwrap();
        assert!(input.blocked().is_none());
    }
}
