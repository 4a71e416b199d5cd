//! The lines of a file that somebody else may have written: no line takes more memory or time than a greatest length.

use std::io::{self, BufRead, Read};

/// Bytes of the longest line that is read. A line of the real contests has a few thousand, and the longest one holds a
/// map of a million cells.
pub const LONGEST_LINE: usize = 1 << 24;

/// Bytes of the longest line that is skipped. Beyond that the file has no lines.
const LONGEST_SKIPPED: u64 = 1 << 28;

/// Bytes that are skipped at once.
const CHUNK: u64 = 1 << 16;

/// The most braces, brackets and commas of a line outside of its texts. Each may take half a kilobyte when it is parsed.
const MOST_PARTS: usize = 400_000;

/// The lines of a reader that have an end. What follows the last end is the rest.
pub struct WholeLines<R> {
    reader: R,
    line: Vec<u8>,
    /// Bytes of all whole lines read.
    length: u64,
}

/// A line that has an end.
#[derive(Debug, PartialEq, Eq)]
pub enum WholeLine<'a> {
    /// Its bytes, without its end.
    Bytes(&'a [u8]),
    /// It is too long to be kept in memory.
    TooLong,
}

impl<R: BufRead> WholeLines<R> {
    /// The lines of a reader from its present place.
    pub fn new(reader: R) -> Self {
        Self { reader, line: Vec::new(), length: 0 }
    }

    /// The next line that has an end.
    ///
    /// # Errors
    /// If it cannot be read, or has no end within 256 MB.
    #[allow(clippy::should_implement_trait)] // The line is borrowed.
    pub fn next(&mut self) -> io::Result<Option<WholeLine<'_>>> {
        self.line.clear();
        let most = LONGEST_LINE as u64 + 1;
        let mut length = (&mut self.reader).take(most).read_until(b'\n', &mut self.line)? as u64;
        let mut has_end = self.line.last() == Some(&b'\n');
        let is_long = length == most && !has_end;
        let mut skipped = Vec::new();
        while is_long && !has_end {
            skipped.clear();
            let taken = (&mut self.reader).take(CHUNK).read_until(b'\n', &mut skipped)?;
            if taken == 0 {
                break;
            }
            if length > LONGEST_SKIPPED {
                let most = LONGEST_SKIPPED >> 20;
                return Err(io::Error::other(format!(
                    "a line has more than {most} MB, so this is not a file of lines"
                )));
            }
            has_end = skipped.last() == Some(&b'\n');
            length += taken as u64;
        }
        if !has_end {
            return Ok(None);
        }
        self.length += length;
        Ok(Some(if is_long {
            WholeLine::TooLong
        } else {
            WholeLine::Bytes(&self.line[..self.line.len() - 1])
        }))
    }

    /// Bytes of all whole lines read so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// After the last line: the length of all whole lines in bytes, and the first bytes after them.
    pub fn end(self) -> (u64, Vec<u8>) {
        (self.length, self.line)
    }
}

/// Whether a line of JSON has too many parts: to parse it would take too much memory.
pub fn has_too_many_parts(text: &[u8]) -> bool {
    // A shorter text cannot have them.
    text.len() > MOST_PARTS && parts(text) > MOST_PARTS
}

/// The braces, brackets and commas of a JSON text outside of its texts.
fn parts(text: &[u8]) -> usize {
    let (mut parts, mut is_text, mut is_escaped) = (0, false, false);
    for &byte in text {
        if is_escaped {
            is_escaped = false;
        } else if is_text {
            is_escaped = byte == b'\\';
            is_text = byte != b'"';
        } else {
            is_text = byte == b'"';
            parts += usize::from(matches!(byte, b'{' | b'[' | b','));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{BufReader, Seek, SeekFrom, Write};

    use super::*;

    #[test]
    fn a_line_of_the_greatest_length_is_read_and_a_longer_one_is_skipped_whole() {
        for (length, is_read) in [(LONGEST_LINE, true), (LONGEST_LINE + 1, false)] {
            let text = ["x".repeat(length).as_bytes(), b"\nnext\nrest"].concat();
            let mut lines = WholeLines::new(&text[..]);
            let first = lines.next().unwrap();
            assert_eq!(
                matches!(first, Some(WholeLine::Bytes(line)) if line.len() == length),
                is_read
            );
            assert_eq!(lines.next().unwrap(), Some(WholeLine::Bytes(b"next")));
            assert_eq!(lines.next().unwrap(), None);
            assert_eq!(lines.end(), (length as u64 + 6, b"rest".to_vec()));
        }
    }

    /// The file takes no room on the disk.
    #[test]
    fn a_line_without_an_end_is_not_read_to_the_end_of_the_file() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"first\n").unwrap();
        file.set_len(1 << 40).unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        let place = |file: &mut File| file.stream_position().unwrap();
        let mut lines = WholeLines::new(BufReader::new(file.try_clone().unwrap()));
        assert_eq!(lines.next().unwrap(), Some(WholeLine::Bytes(b"first")));
        let error = lines.next().unwrap_err().to_string();
        assert_eq!(error, "a line has more than 256 MB, so this is not a file of lines");
        assert!(place(&mut file) < LONGEST_SKIPPED * 2);
    }

    #[test]
    fn parts_are_counted_outside_of_texts() {
        for (text, expected) in
            [(r#"{"a":[1,2],"b":{}}"#, 5), (r#"["{[,\",{[","x"]"#, 2), (r#"["\\",1]"#, 2), ("", 0)]
        {
            assert_eq!(parts(text.as_bytes()), expected, "{text}");
        }
        assert!(has_too_many_parts("[".repeat(MOST_PARTS + 1).as_bytes()));
        assert!(!has_too_many_parts("[".repeat(MOST_PARTS).as_bytes()));
        assert!(!has_too_many_parts(format!("[\"{}\"]", ",".repeat(2 * MOST_PARTS)).as_bytes()));
    }
}
