//! A server's lines, and an error that says which of them was wrong: [`Lines`], [`InputError`].

use std::fmt;
use std::io::{self, BufRead, Read};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Instant;

use crate::clock::Bell;

/// Why the input of a game could not be used. It is shown as one line, whatever was sent.
#[derive(Debug)]
pub enum InputError {
    /// Reading failed.
    Io(io::Error),
    /// The input ended in the middle of a message.
    Cut {
        /// Which line was missing.
        wanted: &'static str,
    },
    /// A line is not what the protocol says.
    Line {
        /// Which line it should have been.
        wanted: &'static str,
        /// The line itself, shortened.
        line: String,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Io(error) => write!(f, "the input cannot be read: {error}"),
            InputError::Cut { wanted } => write!(f, "the input ends where {wanted} should follow"),
            InputError::Line { wanted, line, why } => {
                write!(f, "the input line {line:?} should be {wanted}: {why}")
            }
        }
    }
}

impl std::error::Error for InputError {}

/// The error for a line that should be `wanted`, and `why` it is not.
pub fn bad(wanted: &'static str, line: &str, why: impl Into<String>) -> InputError {
    const SHOWN: usize = 80;
    let mut short: String = line.chars().take(SHOWN).collect();
    if short.len() < line.len() {
        short.push_str("...");
    }
    InputError::Line { wanted, line: short, why: why.into() }
}

/// The number that a text spells, if it is in the range; spaces around it are ignored.
///
/// ```
/// use gridkit::lines::whole;
///
/// assert_eq!(whole("199", 0_u8..=199), Some(199));
/// assert_eq!(whole("200", 0_u8..=199), None);
/// assert_eq!(whole("two", 0_u8..=199), None);
/// ```
pub fn whole<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.trim().parse().ok().filter(|number| range.contains(number))
}

/// Reads the lines of a game from any buffered source, none longer than a server would send.
///
/// After an error, the next read may return the rest of a line.
///
/// ```
/// use gridkit::lines::{bad, whole, InputError, Lines};
///
/// /// Messages of two lines: how many turns are left, and a word.
/// fn message(lines: &mut Lines<&[u8]>) -> Result<Option<(u8, String)>, InputError> {
///     const LEFT: &str = "the number of turns left";
///     let left = match lines.first(LEFT)? {
///         Some(line) => whole(&line, 0..=199).ok_or_else(|| bad(LEFT, &line, "it is not"))?,
///         None => return Ok(None),
///     };
///     Ok(Some((left, lines.next("a word")?)))
/// }
///
/// let mut lines = Lines::new(&b"199\nhello\n200\nhello\n"[..], 1_000);
/// assert_eq!(message(&mut lines).unwrap(), Some((199, "hello".to_owned())));
/// let error = message(&mut lines).unwrap_err().to_string();
/// assert_eq!(error, "the input line \"200\" should be the number of turns left: it is not");
///
/// let mut lines = Lines::new(&b"199\n"[..], 1_000);
/// let error = message(&mut lines).unwrap_err().to_string();
/// assert_eq!(error, "the input ends where a word should follow");
/// assert_eq!(message(&mut lines).unwrap(), None);
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    longest: usize,
    arrived: Instant,
    bell: Bell,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes, including the end of the line.
    pub fn new(source: R, longest: usize) -> Self {
        let (buffer, bell) = (Vec::with_capacity(256), Bell::default());
        Self { source, buffer, longest, arrived: Instant::now(), bell }
    }

    /// The first line of a message, `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or the line is too long.
    pub fn first(&mut self, wanted: &'static str) -> Result<Option<String>, InputError> {
        let line = self.line(wanted)?;
        self.arrived = Instant::now();
        self.bell.ring();
        Ok(line)
    }

    /// Rings when the first line of a message, or the end of the input, has arrived.
    pub fn bell(&self) -> &Bell {
        &self.bell
    }

    /// The next line of a message.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or ends, or the line is too long.
    pub fn next(&mut self, wanted: &'static str) -> Result<String, InputError> {
        self.line(wanted)?.ok_or(InputError::Cut { wanted })
    }

    /// When the first line of the last message arrived; the clock runs from then on.
    pub fn arrived(&self) -> Instant {
        self.arrived
    }

    /// A line without its end; bytes that are not UTF-8 become `\u{fffd}`.
    fn line(&mut self, wanted: &'static str) -> Result<Option<String>, InputError> {
        self.buffer.clear();
        let mut limited = Read::take(&mut self.source, self.longest as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.buffer).map_err(InputError::Io)?;
        if length == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&self.buffer);
        let text = text.trim_end_matches(&['\n', '\r'][..]);
        if length > self.longest {
            return Err(bad(wanted, text, "it is too long"));
        }
        Ok(Some(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;
    use std::time::Duration;

    /// A source that waits a little and then cannot be read.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(Duration::from_millis(2));
            Err(io::Error::new(io::ErrorKind::Other, "no cable"))
        }
    }

    fn sentence<T: fmt::Debug>(result: Result<T, InputError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn lines_come_without_their_ends_and_the_last_needs_none() {
        let mut lines = Lines::new(&b"a b\r\n\n\xff\nend"[..], 100);
        assert_eq!(lines.first("x").unwrap().unwrap(), "a b");
        assert_eq!(lines.next("x").unwrap(), "");
        assert_eq!(lines.next("x").unwrap(), "\u{fffd}");
        assert_eq!(lines.next("x").unwrap(), "end");
        assert!(lines.first("x").unwrap().is_none());
    }

    #[test]
    fn each_error_is_a_sentence() {
        let mut lines = Lines::new(&b""[..], 100);
        assert_eq!(sentence(lines.next("a row")), "the input ends where a row should follow");
        let mut lines = Lines::new(BufReader::new(Broken), 100);
        assert_eq!(sentence(lines.first("a row")), "the input cannot be read: no cable");
        let error = bad("a row", "x\ny", "it is two");
        assert_eq!(error.to_string(), "the input line \"x\\ny\" should be a row: it is two");
    }

    #[test]
    fn a_line_may_be_as_long_as_the_longest() {
        let mut lines = Lines::new(&b"1234\n12345\n"[..], 5);
        assert_eq!(lines.next("a row").unwrap(), "1234");
        assert_eq!(
            sentence(lines.next("a row")),
            "the input line \"12345\" should be a row: it is too long"
        );
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let shown = |length: usize| match bad("a row", &"ä".repeat(length), "") {
            InputError::Line { line, .. } => line,
            other => panic!("{other}"),
        };
        assert_eq!(shown(80), "ä".repeat(80));
        assert_eq!(shown(81), "ä".repeat(80) + "...");
    }

    #[test]
    fn the_clock_runs_from_a_first_line() {
        struct Slow(&'static [u8]);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                std::thread::sleep(Duration::from_millis(2));
                self.0.read(&mut buffer[..2])
            }
        }
        let mut lines = Lines::new(BufReader::new(Slow(b"1\n2\n3\n")), 100);
        let made = lines.arrived();
        lines.first("a row").unwrap();
        let first = lines.arrived();
        assert!(first >= made + Duration::from_millis(2), "the line took its time");
        lines.next("a row").unwrap();
        assert_eq!(lines.arrived(), first);
        lines.first("a row").unwrap();
        assert!(lines.arrived() > first);
    }

    #[test]
    fn another_thread_can_read() {
        let mut lines = Lines::new(&b"1\n"[..], 100);
        let read = std::thread::spawn(move || lines.first("a row")).join().unwrap();
        assert_eq!(read.unwrap().unwrap(), "1");
    }

    #[test]
    fn a_number_is_whole_and_in_its_range() {
        assert_eq!(whole(" -3 ", -3..=3), Some(-3));
        for text in ["-4", "4", "1.0", "", "1 2", "99999999999"] {
            assert_eq!(whole(text, -3..=3), None, "{text}");
        }
    }
}
