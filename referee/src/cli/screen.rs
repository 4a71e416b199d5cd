//! The board in the terminal while a game is played.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use crate::game::Game;
use crate::terminal::picture;

/// Draws each position over the previous one.
pub(super) struct Screen<W> {
    out: W,
    /// The size of the terminal in rows and columns.
    size: (u16, u16),
    /// Minimum time for which a position is shown, so that quick bots can be watched.
    pace: Duration,
    last: Option<Instant>,
    height: usize,
}

impl Screen<io::Stdout> {
    /// The standard output, which is a terminal.
    pub fn new(pace: Duration) -> Self {
        Self::of(io::stdout(), Term::stdout().size(), pace)
    }
}

impl<W: Write> Screen<W> {
    fn of(out: W, size: (u16, u16), pace: Duration) -> Self {
        Self { out, size, pace, last: None, height: 0 }
    }

    /// Shows the current position of a game.
    pub fn show(&mut self, game: &dyn Game) -> io::Result<()> {
        if let Some(last) = self.last {
            thread::sleep(self.pace.saturating_sub(last.elapsed()));
        }
        self.last = Some(Instant::now());
        let picture = picture(&game.draw());
        match anstream::AutoStream::choice(&io::stdout()) {
            anstream::ColorChoice::Never => {
                self.put(&anstream::adapter::strip_str(&picture).to_string())
            }
            _ => self.put(&picture),
        }
    }

    /// Replaces the previous picture. The new one is clipped to the terminal, because a line that wraps or
    /// scrolls away cannot be drawn over.
    fn put(&mut self, picture: &str) -> io::Result<()> {
        if self.height > 0 {
            // Move up to the first line of the previous picture, and clear everything below.
            write!(self.out, "\x1b[{}A\x1b[J", self.height)?;
        }
        let (rows, columns) = self.size;
        let lines = picture.lines().take(usize::from(rows).saturating_sub(1));
        self.height = 0;
        for line in lines {
            writeln!(self.out, "{}", truncate_str(line, usize::from(columns), ""))?;
            self.height += 1;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contents of a terminal of that size after a header line and some pictures.
    fn shown(rows: u16, columns: u16, pictures: &[&str]) -> String {
        let mut terminal = vt100::Parser::new(rows, columns, 0);
        let mut screen = Screen::of(Vec::new(), (rows, columns), Duration::ZERO);
        for picture in pictures {
            screen.put(picture).unwrap();
        }
        terminal.process(b"header\r\n");
        // A terminal driver puts a carriage return before each newline.
        let text = String::from_utf8(screen.out).unwrap().replace('\n', "\r\n");
        terminal.process(text.as_bytes());
        terminal.screen().contents()
    }

    #[test]
    fn each_picture_replaces_the_previous_one() {
        assert_eq!(shown(10, 20, &["one\ntwo\nthree", "four\nfive"]), "header\nfour\nfive");
        assert_eq!(shown(10, 20, &["a", "b\nc", "d"]), "header\nd");
    }

    #[test]
    fn long_lines_are_clipped_so_that_nothing_is_left_behind() {
        let long = "\x1b[31m0123456789\x1b[0m\nlast";
        assert_eq!(shown(10, 8, &[long, long, long]), "header\n01234567\nlast");
    }

    #[test]
    fn a_terminal_with_few_rows_shows_the_top() {
        let high = "1\n2\n3\n4\n5\n6";
        assert_eq!(shown(4, 20, &[high, high, high]), "1\n2\n3");
    }
}
