//! The standard output stream, line by line.

use std::io::{self, Write};

use super::text::picture;
use crate::plain_words::system_error;
use crate::system::name_of_standard_output;

/// The standard output stream. Whole lines pass as a [`picture`]: with colours, where it is a
/// terminal, and with nothing else that a terminal obeys.
///
/// A reader that has seen enough and closes its end ends nothing: what follows is dropped, and what the
/// command found still decides its exit code.
pub struct Output<W: Write> {
    to: W,
    is_closed: bool,
    /// The line that has no end yet.
    line: Vec<u8>,
}

/// The standard output stream of this process.
pub fn output() -> Output<impl Write> {
    Output::new(anstream::stdout())
}

impl<W: Write> Output<W> {
    fn new(to: W) -> Self {
        Self { to, is_closed: false, line: Vec::new() }
    }

    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = picture(&String::from_utf8_lossy(bytes));
        self.unless_closed(|to| to.write_all(text.as_bytes()))
    }

    fn unless_closed(&mut self, write: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match write(&mut self.to) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            Err(error) => Err(io::Error::new(error.kind(), unwritten(&error))),
            Ok(()) => Ok(()),
        }
    }
}

/// The error for output that cannot be written, with the file that the shell has made of it.
fn unwritten(error: &io::Error) -> String {
    let file = name_of_standard_output();
    let file = file.map_or(String::new(), |file| format!(", to {}", file.display()));
    format!("cannot write the output{file}: {}", system_error(error))
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.line, rest);
            self.pass(&lines)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.pass(&line)?;
        self.unless_closed(W::flush)
    }
}

impl<W: Write> Drop for Output<W> {
    fn drop(&mut self) {
        // Who wants to know whether it worked calls `flush`.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_that_are_written_in_pieces_stay_and_commands_go() {
        let mut written = Vec::new();
        let mut out = Output::new(&mut written);
        for piece in ["\x1b[3", "1mred\x1b", "[0m \x1b[2", "J ö\n", "rest\x07"] {
            out.write_all(piece.as_bytes()).unwrap();
        }
        drop(out);
        let expected = "\x1b[31mred\x1b[0m \\u{1b}[2J ö\nrest\\u{7}";
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
}
