//! Splits the output of a program into lines.

/// Least room for one read, in bytes.
const CHUNK: usize = 16 * 1024;

/// A buffer of output that is split into lines.
///
/// A line ends at a newline or a carriage return. A carriage return followed by a newline is one
/// end, even when the two come in different reads. A line without its end is not complete.
///
/// ```text
/// buffer  │ taken │ complete line \n complete line \r │ begun line │ room for reading │
///                 ^start                              ^scanned     ^end
/// ```
#[derive(Debug, Default)]
pub struct Lines {
    buffer: Vec<u8>,
    /// Index of the first byte that has not been taken.
    start: usize,
    /// No line ends between `start` and this index.
    scanned: usize,
    /// Index where the next read goes.
    end: usize,
    /// The last line that was taken ended at a carriage return. A newline that follows belongs to
    /// that end.
    after_return: bool,
}

impl Lines {
    /// Number of bytes that have not been taken: complete lines and the begun one.
    pub fn held(&self) -> usize {
        self.end - self.start
    }

    /// Free room to read into. Call [`filled`](Self::filled) with the number of bytes that were read.
    pub fn room(&mut self) -> &mut [u8] {
        if self.buffer.len() < self.end + CHUNK {
            self.buffer.copy_within(self.start..self.end, 0);
            self.scanned -= self.start;
            self.end -= self.start;
            self.start = 0;
            if self.buffer.len() < self.end + CHUNK {
                self.buffer.resize(2 * (self.end + CHUNK), 0);
            }
        }
        &mut self.buffer[self.end..]
    }

    /// Adds the first `bytes` bytes of the [`room`](Self::room).
    pub fn filled(&mut self, bytes: usize) {
        self.end += bytes;
    }

    /// Takes the next complete line, without its end.
    pub fn next(&mut self) -> Option<&[u8]> {
        if self.after_return && self.start < self.end {
            self.after_return = false;
            if self.buffer[self.start] == b'\n' {
                self.start += 1;
                self.scanned = self.scanned.max(self.start);
            }
        }
        let fresh = &self.buffer[self.scanned..self.end];
        let Some(length) = fresh.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            self.scanned = self.end;
            return None;
        };
        let line = self.start..self.scanned + length;
        self.after_return = self.buffer[line.end] == b'\r';
        self.start = line.end + 1;
        self.scanned = self.start;
        Some(&self.buffer[line])
    }

    /// The begun line, if [`next`](Self::next) has just found no complete one.
    pub fn begun(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }
}

/// The beginning of a line for a message: printable, short, in backquotes.
pub fn quote(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let shown = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    let mut quoted: String = shown.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if line.len() > 4 * SHOWN || shown.chars().count() > SHOWN {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn feed(lines: &mut Lines, mut bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        while !bytes.is_empty() {
            let room = lines.room();
            let part = room.len().min(bytes.len());
            room[..part].copy_from_slice(&bytes[..part]);
            lines.filled(part);
            bytes = &bytes[part..];
            while let Some(line) = lines.next() {
                found.push(line.to_vec());
            }
        }
        found
    }

    #[test]
    fn lines_end_at_newline_or_carriage_return() {
        let found = feed(&mut Lines::default(), b"a\nb\rc\r\n\n\r\rlast");
        assert_eq!(found, [&b"a"[..], b"b", b"c", b"", b"", b""]);
    }

    #[test]
    fn a_carriage_return_and_its_newline_may_come_in_different_reads() {
        let mut lines = Lines::default();
        assert_eq!(feed(&mut lines, b"a\r"), [b"a"]);
        assert!(feed(&mut lines, b"\n").is_empty());
        assert_eq!(feed(&mut lines, b"\nb"), [b""]);
        assert_eq!(lines.begun(), b"b");
        assert_eq!(lines.held(), 1);
    }

    /// What [`Lines`] does, in the simplest way.
    fn plain(bytes: &[u8]) -> Vec<Vec<u8>> {
        let text: String = bytes.iter().map(|&byte| byte as char).collect();
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut found: Vec<Vec<u8>> =
            text.split('\n').map(|line| line.chars().map(|c| c as u8).collect()).collect();
        found.pop();
        found
    }

    proptest! {
        #[test]
        fn lines_are_split_as_the_plain_function_splits_them(
            parts in prop::collection::vec(
                prop::collection::vec(prop::sample::select(&b"ab\n\r"[..]), 0..8), 0..20),
        ) {
            let mut lines = Lines::default();
            let found: Vec<_> = parts.iter().flat_map(|part| feed(&mut lines, part)).collect();
            prop_assert_eq!(found, plain(&parts.concat()));
        }

        #[test]
        fn long_lines_are_kept_while_the_buffer_grows(
            lengths in prop::collection::vec(0usize..100_000, 1..6),
        ) {
            let letters = "abcdefghijklmnopqrstuvwxyz".repeat(4_000);
            let lines: Vec<&str> = lengths.iter().map(|&length| &letters[..length]).collect();
            let bytes = (lines.join("\n") + "\n").into_bytes();
            let found = feed(&mut Lines::default(), &bytes);
            prop_assert!(found.iter().eq(lines.iter().map(|line| line.as_bytes())));
        }
    }

    #[test]
    fn a_quote_is_short_and_printable() {
        assert_eq!(quote(b"MOVE\tN\xff"), "`MOVE\\tN\u{fffd}`");
        assert_eq!(quote(&[b'x'; 1000]), format!("`{}…`", "x".repeat(60)));
        assert_eq!(quote(&[b'x'; 60]), format!("`{}`", "x".repeat(60)));
    }
}
