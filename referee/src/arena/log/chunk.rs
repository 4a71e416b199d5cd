//! Lines of a log that are parsed together, by all cores.

use std::io::{self, BufRead};
use std::ops::Range;
use std::thread;

use super::chain::{Chain, Link};
use super::lines::Entry;
use crate::arena::pool::Pool;
use crate::system::number_of_cores;
use crate::whole_lines::{WholeLine, WholeLines};

/// Bytes of lines that are parsed together.
pub(super) const CHUNK: usize = 1 << 21;

/// Lines that are parsed together, however short they are: a parsed line takes more memory than its bytes.
const MOST_LINES: usize = 1 << 13;

/// Bytes of lines that take less time than to start a thread.
const SMALL: usize = 1 << 16;

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
    /// Reads whole lines, in place of those before, until they have `least` bytes or are the most that are parsed together,
    /// at least one line if there is one. Returns whether there may be more.
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

    /// Parses all lines, in their order. The hashes are those of a chain.
    pub fn parse(&self, chain: &Chain) -> Vec<ParsedLine> {
        let threads = if self.bytes.len() < SMALL { 1 } else { number_of_cores() };
        self.parse_by(threads, chain)
    }

    fn parse_by(&self, threads: usize, chain: &Chain) -> Vec<ParsedLine> {
        let part = self.lines.len().div_ceil(threads).max(1);
        let parse = |lines: &[Option<Range<usize>>]| -> Vec<ParsedLine> {
            let mut pool = Pool::default();
            lines.iter().map(|place| self.parse_line(place.clone(), chain, &mut pool)).collect()
        };
        let mut parts = self.lines.chunks(part);
        let Some(first) = parts.next() else { return Vec::new() };
        thread::scope(|scope| {
            let others: Vec<_> = parts.map(|lines| scope.spawn(move || parse(lines))).collect();
            let mut all = parse(first);
            all.reserve(self.lines.len() - all.len());
            for other in others {
                // A thread that panics ends this one in the same way.
                all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            all
        })
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

    fn chunk(lines: &[&str]) -> Chunk {
        let text = lines.join("\n") + "\n";
        let mut chunk = Chunk::default();
        chunk.read(&mut WholeLines::new(text.as_bytes()), CHUNK).unwrap();
        chunk
    }

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
    fn lines_have_their_order_however_many_threads_parse_them() {
        let game = |seed: usize| {
            format!(
                r#"{{"seed":"{seed}","bots":["a"],"scores":[1],"ranks":[1],"turns":1,"times":[],"again":""}}"#
            )
        };
        let mut lines: Vec<String> = (0..37).map(game).collect();
        lines[5] = String::new();
        lines[20] = format!("{}{}", &game(20)[..9], game(77));
        lines[30] = "{\"seed\":".to_owned();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let chunk = chunk(&lines);
        let parsed = |threads| {
            let all = chunk.parse_by(threads, &Chain::default()).into_iter();
            let seen = all.map(|it| {
                let seed = match &it.entry {
                    Some(Entry::Game(game)) => game.seed.to_string(),
                    Some(_) => "blank".to_owned(),
                    None => "none".to_owned(),
                };
                (seed, chunk.text(it.text).to_vec(), it.reason.is_some())
            });
            seen.collect::<Vec<_>>()
        };
        let one = parsed(1);
        assert_eq!(one.len(), 37);
        assert_eq!(
            (&*one[4].0, &*one[5].0, &*one[20].0, &*one[30].0),
            ("4", "blank", "77", "none")
        );
        assert_eq!((&*one[20].1, one[20].2), (game(77).as_bytes(), true));
        for threads in [2, 3, 36, 37, 64] {
            assert_eq!(parsed(threads), one, "{threads} threads");
        }
    }
}
