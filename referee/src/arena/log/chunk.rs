//! Lines of a log that are parsed together, by one thread.

use std::io::{self, BufRead};
use std::ops::Range;

use super::breaks::Link;
use super::chain::Chain;
use super::lines::Entry;
use crate::arena::pool::Pool;
use crate::whole_lines::{WholeLine, WholeLines};

/// Bytes of lines that are parsed together.
pub(super) const CHUNK: usize = 1 << 21;

/// Lines that are parsed together, however short they are: a parsed line takes more memory than its bytes.
const MOST_LINES: usize = 1 << 13;

/// Lines of a log, not parsed yet.
#[derive(Default)]
pub(super) struct Chunk {
    bytes: Vec<u8>,
    /// The place of each line; `None` for one that is too long.
    lines: Vec<Option<Range<usize>>>,
}

/// A line that was parsed.
pub(super) struct ParsedLine {
    /// Its content; `None` if it cannot be read.
    pub entry: Option<Entry>,
    /// The bytes that count: all, or the last ones if these alone are a whole line.
    pub text: Range<usize>,
    /// What is wrong with it.
    pub reason: Option<String>,
    /// The hash of these bytes.
    pub hash: Option<Link>,
}

impl Chunk {
    /// Reads whole lines, in place of those before, until they have `least` bytes or are as many as may be parsed
    /// together, at least one line if there is one. Returns whether there may be more.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(&mut self, lines: &mut WholeLines<impl BufRead>, least: usize) -> io::Result<bool> {
        self.bytes.clear();
        self.lines.clear();
        while let Some(line) = lines.next()? {
            let begin = self.bytes.len();
            self.lines.push(match line {
                WholeLine::TooLong => None,
                WholeLine::Bytes(line) => {
                    self.bytes.extend_from_slice(line);
                    Some(begin..self.bytes.len())
                }
            });
            if self.bytes.len() >= least || self.lines.len() == MOST_LINES {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Its bytes at a place.
    pub fn text(&self, place: Range<usize>) -> &[u8] {
        &self.bytes[place]
    }

    /// Parses all lines. The hashes are those of a chain.
    pub fn parse(&self, chain: &Chain) -> Vec<ParsedLine> {
        let mut pool = Pool::default();
        self.lines.iter().map(|place| self.parse_line(place.clone(), chain, &mut pool)).collect()
    }

    fn parse_line(
        &self,
        place: Option<Range<usize>>,
        chain: &Chain,
        pool: &mut Pool,
    ) -> ParsedLine {
        let Some(place) = place else {
            let reason = Some("is too long".to_owned());
            return ParsedLine { entry: None, text: 0..0, reason, hash: None };
        };
        let line = &self.bytes[place.clone()];
        let (mut entry, from, reason) = match Entry::read(line) {
            Ok(entry) => (Some(entry), 0, None),
            Err(reason) => match Entry::at_the_end_of(line) {
                Some((at, entry)) => (Some(entry), at, Some(reason)),
                None => (None, 0, Some(reason)),
            },
        };
        if let Some(Entry::Game(game)) = &mut entry {
            // What many games have in common is given back by the thread that took it.
            game.compact(pool);
        }
        let text = place.start + from..place.end;
        let hash = chain.hash_of(&self.bytes[text.clone()]);
        ParsedLine { entry, text, reason, hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_end_a_chunk_by_their_number() {
        let text = "x\n".repeat(MOST_LINES + 1);
        let (mut lines, mut chunk) = (WholeLines::new(text.as_bytes()), Chunk::default());
        assert!(chunk.read(&mut lines, CHUNK).unwrap());
        assert_eq!(chunk.lines.len(), MOST_LINES);
        assert!(!chunk.read(&mut lines, CHUNK).unwrap());
        assert_eq!(chunk.lines.len(), 1);
    }

    #[test]
    fn the_end_of_a_damaged_line_counts_if_it_is_whole() {
        let game = |seed: usize| {
            format!(
                r#"{{"seed":"{seed}","bots":["a"],"scores":[1],"ranks":[1],"turns":1,"times":[],"again":""}}"#
            )
        };
        let text = format!("{}\n\n{}{}\n{{\"seed\":\n", game(1), &game(2)[..9], game(3));
        let mut chunk = Chunk::default();
        chunk.read(&mut WholeLines::new(text.as_bytes()), CHUNK).unwrap();
        let seen = chunk.parse(&Chain::default()).into_iter().map(|line| {
            let seed = match line.entry {
                Some(Entry::Game(game)) => game.seed.to_string(),
                Some(_) => "blank".to_owned(),
                None => "none".to_owned(),
            };
            let text = String::from_utf8(chunk.text(line.text).to_vec()).unwrap();
            (seed, text, line.reason.is_some())
        });
        let expected = [
            ("1", game(1), false),
            ("blank", String::new(), false),
            ("3", game(3), true),
            ("none", "{\"seed\":".to_owned(), true),
        ];
        assert_eq!(
            seen.collect::<Vec<_>>(),
            expected.map(|(seed, text, is_damaged)| (seed.to_owned(), text, is_damaged))
        );
    }
}
