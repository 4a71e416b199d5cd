//! The referee's ends of a program's standard input and standard error. Neither of them blocks.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};

use super::platform::FirstRead;
use crate::system::{ReadResult, Reader, Source, Writer};

/// If more bytes of input than this wait to be written, the input of the program is closed, because it does not read.
const MOST_UNREAD_BYTES: usize = 64 << 20;

/// Most bytes of standard error that are read in one call, so that a program that writes without
/// end does not delay the others.
const MOST_BYTES_PER_CALL: usize = 256 * 1024;

/// Standard input: takes any number of lines at once and writes them as the program reads.
pub struct Input {
    /// `None` once the program has closed its end. That is no fault: it may answer all the same.
    pipe: Option<Writer>,
    /// The bytes to write.
    bytes: Vec<u8>,
    /// The first of these `bytes` are already in the pipe.
    written: usize,
    /// Number of bytes that have gone into the pipe in all.
    total: u64,
    /// `None` once it has happened, or if the system does not tell.
    first_read: Option<FirstRead>,
}

impl Input {
    /// The writing end of a pipe.
    pub fn new(pipe: Writer) -> Self {
        let first_read = FirstRead::of(&pipe);
        Self { pipe: Some(pipe), bytes: Vec::new(), written: 0, total: 0, first_read }
    }

    /// Whether something waits to be written.
    pub fn is_blocked(&self) -> bool {
        self.pipe.is_some() && self.written < self.bytes.len()
    }

    /// The pipe, while something waits to be written.
    pub fn source(&self) -> Option<Source<'_>> {
        self.pipe.as_ref().filter(|_| self.is_blocked()).map(Writer::source)
    }

    /// Number of bytes that are not yet written.
    pub fn waiting(&self) -> usize {
        self.bytes.len() - self.written
    }

    /// Whether the program has read anything, even if all of it is in the pipe. One that has closed its input, or
    /// whose pipe does not say what is in it, counts as if it had.
    pub fn was_read(&self) -> bool {
        let Some(pipe) = &self.pipe else { return true };
        if self.first_read.as_ref().is_some_and(FirstRead::has_happened) {
            return true;
        }
        // If there seems to be more than was written, the program waits for bytes.
        self.total == 0 || pipe.unread().is_none_or(|unread| unread != self.total)
    }

    /// Adds lines after what is not yet written.
    pub fn push(&mut self, lines: &[String]) {
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        if self.pipe.is_none() || self.waiting() + bytes > MOST_UNREAD_BYTES {
            return self.close();
        }
        if 2 * self.written > self.bytes.len() {
            self.bytes.drain(..self.written);
            self.written = 0;
        }
        self.bytes.reserve(bytes);
        for line in lines {
            self.bytes.extend_from_slice(line.as_bytes());
            self.bytes.push(b'\n');
        }
    }

    /// Writes without waiting.
    ///
    /// # Errors
    /// If the system cannot write for another reason than that the program has closed its input.
    pub fn write(&mut self) -> io::Result<()> {
        while self.is_blocked() {
            let Some(pipe) = &mut self.pipe else { break };
            match pipe.write(&self.bytes[self.written..]) {
                Ok(bytes) => {
                    self.written += bytes;
                    self.total += bytes as u64;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.close(),
                Err(error) => return Err(error),
            }
        }
        self.bytes.clear();
        self.written = 0;
        Ok(())
    }

    /// Closes the pipe and forgets what is not yet written.
    pub fn close(&mut self) {
        let (bytes, total) = (Vec::new(), self.total);
        *self = Self { pipe: None, bytes, written: 0, total, first_read: None };
    }

    /// The program has started: its first read is not watched any more.
    pub fn started(&mut self) {
        self.first_read = None;
    }
}

/// Standard error: keeps the last bytes that were written since [`take`](Self::take).
pub struct StderrTail {
    /// `None` once it has ended.
    pipe: Option<Reader>,
    kept: VecDeque<u8>,
    most_bytes: usize,
    /// Number of bytes that were dropped before those in `kept`.
    dropped: u64,
}

impl StderrTail {
    /// The reading end of a pipe, of which the last `most_bytes` are kept.
    pub fn new(pipe: Reader, most_bytes: usize) -> Self {
        Self { pipe: Some(pipe), kept: VecDeque::new(), most_bytes, dropped: 0 }
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.pipe.is_none()
    }

    /// The pipe, until its end.
    pub fn source(&self) -> Option<Source<'_>> {
        self.pipe.as_ref().map(Reader::source)
    }

    /// Reads the available bytes, up to [`MOST_BYTES_PER_CALL`].
    ///
    /// # Errors
    /// If the system cannot read.
    pub fn read(&mut self) -> io::Result<()> {
        // A pipe that returned fewer bytes than asked for is empty.
        self.read_until(|bytes, wanted| bytes < wanted)
    }

    /// Reads until nothing is there, or until `is_last` says so of the bytes that were read and those that were wanted.
    fn read_until(&mut self, is_last: impl Fn(usize, usize) -> bool) -> io::Result<()> {
        let mut chunk = [0; 16 * 1024];
        let mut rest = MOST_BYTES_PER_CALL;
        while let Some(pipe) = &mut self.pipe {
            match pipe.read(&mut chunk)? {
                ReadResult::Nothing => break,
                ReadResult::End => self.pipe = None,
                ReadResult::Bytes(bytes) => {
                    self.keep(&chunk[..bytes]);
                    rest = rest.saturating_sub(bytes);
                    if is_last(bytes, chunk.len()) || rest == 0 {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the available bytes and closes the pipe.
    ///
    /// # Errors
    /// If the system cannot read.
    pub fn read_last(&mut self) -> io::Result<()> {
        // On Windows a read returns at most what was read ahead.
        self.read_until(|_, _| false)?;
        self.pipe = None;
        Ok(())
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.kept.extend(bytes);
        let surplus = self.kept.len().saturating_sub(self.most_bytes);
        self.kept.drain(..surplus);
        self.dropped += surplus as u64;
    }

    /// Whether the kept bytes contain one of these texts.
    pub fn contains_any(&self, texts: &[&str]) -> bool {
        let kept = self.text();
        texts.iter().any(|text| kept.contains(text))
    }

    /// The kept bytes as text.
    pub fn text(&self) -> String {
        let kept: Vec<u8> = self.kept.iter().copied().collect();
        String::from_utf8_lossy(&kept).into_owned()
    }

    /// Takes the lines that are kept. A last line without its end is left, unless the stream has
    /// ended.
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
        let dropped = std::mem::take(&mut self.dropped);
        let notice = (dropped > 0).then(|| format!("[{dropped} bytes of standard error left out]"));
        let text = String::from_utf8_lossy(&bytes);
        notice.into_iter().chain(text.lines().map(str::to_owned)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::system::{pipe, wait};

    /// Waits until something can be read, or the end. A process that another test starts has copies of all
    /// files for a moment.
    fn wait_for(pipe: Source<'_>) {
        wait(&[pipe], Some(Instant::now() + Duration::from_secs(60)), |_| {}).unwrap();
    }

    fn write_all(to: &mut Writer, bytes: &[u8]) {
        assert_eq!(to.write(bytes).unwrap(), bytes.len());
    }

    /// Reads what is there. Returns whether the pipe has ended.
    fn read_some(from: &mut Reader, into: &mut Vec<u8>) -> bool {
        let mut chunk = [0; 10_000];
        match from.read(&mut chunk).unwrap() {
            ReadResult::Bytes(bytes) => into.extend_from_slice(&chunk[..bytes]),
            ReadResult::Nothing => wait_for(from.source()),
            ReadResult::End => return true,
        }
        false
    }

    #[test]
    fn only_the_last_bytes_of_standard_error_are_kept() {
        let (reader, mut writer) = pipe().unwrap();
        let mut stderr = StderrTail::new(reader, 8);
        write_all(&mut writer, b"first\nsecond\nthi");
        stderr.read().unwrap();
        assert_eq!(stderr.take(), ["[8 bytes of standard error left out]", "cond"]);
        assert!(stderr.take().is_empty());
        write_all(&mut writer, b"rd");
        drop(writer);
        stderr.read_last().unwrap();
        assert_eq!(stderr.take(), ["third"]);
    }

    #[test]
    fn input_continues_where_the_pipe_was_full() {
        let (mut reader, writer) = pipe().unwrap();
        let mut input = Input::new(writer);
        let lines: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
        let mut read = Vec::new();
        for half in lines.chunks(50_000) {
            input.push(half);
            while {
                input.write().unwrap();
                input.is_blocked()
            } {
                read_some(&mut reader, &mut read);
            }
        }
        input.close();
        while !read_some(&mut reader, &mut read) {}
        assert_eq!(String::from_utf8(read).unwrap(), lines.join("\n") + "\n");
    }

    #[test]
    fn it_is_known_whether_anything_was_read() {
        let (mut reader, writer) = pipe().unwrap();
        let mut input = Input::new(writer);
        input.push(&["hello".to_owned()]);
        input.write().unwrap();
        assert!(!input.was_read());
        wait_for(reader.source());
        assert_eq!(reader.read(&mut [0]).unwrap(), ReadResult::Bytes(1));
        assert!(input.was_read());
    }

    #[test]
    fn a_closed_input_is_no_error() {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let mut input = Input::new(writer);
        input.push(&["hello".to_owned()]);
        input.write().unwrap();
        assert!(!input.is_blocked());
    }

    #[test]
    fn input_that_is_never_read_is_dropped_at_its_limit() {
        let (mut reader, writer) = pipe().unwrap();
        let mut input = Input::new(writer);
        let line = ["x".repeat(MOST_UNREAD_BYTES / 4 - 1)];
        for _ in 0..4 {
            input.push(&line);
            assert!(input.is_blocked());
        }
        input.push(&["one more".to_owned()]);
        assert!(!input.is_blocked());
        wait_for(reader.source());
        assert_eq!(reader.read(&mut [0]).unwrap(), ReadResult::End);
    }

    #[test]
    fn a_text_is_found_in_the_kept_bytes_only() {
        let (reader, mut writer) = pipe().unwrap();
        let mut stderr = StderrTail::new(reader, 8);
        write_all(&mut writer, b"first second");
        stderr.read().unwrap();
        assert!(stderr.contains_any(&["nothing", "second"]));
        assert!(!stderr.contains_any(&["first", "third"]));
        assert_eq!(stderr.take(), [""; 0]);
        drop(writer);
        wait_for(stderr.source().unwrap());
        stderr.read().unwrap();
        assert!(stderr.has_ended());
        assert_eq!(stderr.take(), ["[4 bytes of standard error left out]", "t second"]);
    }
}
