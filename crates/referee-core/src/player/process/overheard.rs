//! What a bot and a referee program said to each other, split into exchanges.

use std::time::Instant;

use super::lines::Lines;
use crate::game::Fault;

/// The most bytes that a bot may be sent and answer in one game.
const MOST_BYTES: usize = 64 << 20;

/// The most lines and bytes that are kept of what a bot was sent, or answered, in one exchange. The referee program gets
/// all of them. A recording holds an exchange in a line, which must not be too long to be read.
const MOST_LINES: usize = 100_000;
const MOST_OF_EXCHANGE: usize = 4 << 20;
/// The last bytes on standard error that are kept of an exchange.
const MOST_ERRORS: usize = 64 << 10;
/// The last bytes on standard error that are kept of a game. Writing more is no fault, as in other contests.
const MOST_ERRORS_OF_GAME: usize = 16 << 20;
/// The line in place of what is not kept.
const LEFT_OUT: &str = "[standard error left out]";

/// Lines that a bot was sent, and its answer.
#[derive(Clone, Debug)]
pub struct OverheardExchange {
    /// When the first of the lines was sent.
    pub began: Instant,
    /// The lines that the bot was sent.
    pub sent: Vec<String>,
    /// The lines that it answered, until it was sent something again.
    pub got: Vec<String>,
    /// Time from when the last line was sent to the last line of the answer, in microseconds.
    pub micros: u64,
    /// Lines on standard error.
    pub stderr: Vec<String>,
}

/// All that was said in one seat.
#[derive(Clone, Debug, Default)]
pub struct Overheard {
    /// The exchanges in order. The last one may have no answer.
    pub exchanges: Vec<OverheardExchange>,
    /// Lines on standard error before the bot was sent anything.
    pub first_words: Vec<String>,
    /// Why the bot ended before the referee program ended it, if it did.
    pub end: Option<BotEnd>,
}

/// The end of a bot.
#[derive(Clone, Debug)]
pub struct BotEnd {
    /// Its kind.
    pub fault: Fault,
    /// A sentence about it.
    pub detail: String,
    /// When it ended.
    pub at: Instant,
    /// Time from when the last line was sent, in microseconds.
    pub micros: u64,
}

/// Listens to one bot.
pub(super) struct Listener {
    heard: Overheard,
    input: Lines,
    output: Lines,
    errors: Lines,
    sent_at: Instant,
    /// Bytes that the bot was sent and answered.
    bytes: usize,
    /// Bytes on standard error that are kept, and the first exchange that may have any.
    errors_kept: usize,
    first_with_errors: usize,
    /// Bytes of the present exchange: sent, answered, and on standard error.
    kept: [usize; 3],
}

impl Listener {
    /// Continues after what was said before, if the referee program starts the bot once more.
    pub(super) fn new(heard: Overheard) -> Self {
        let [input, output, errors] = [(); 3].map(|()| Lines::default());
        let said = |it: &OverheardExchange| size(&it.sent) + size(&it.got);
        let bytes = heard.exchanges.iter().map(said).sum();
        let errors_kept = heard.exchanges.iter().map(|it| size(&it.stderr)).sum();
        let (sent_at, kept) = (Instant::now(), [0; 3]);
        let first_with_errors = 0;
        Self { heard, input, output, errors, sent_at, bytes, errors_kept, first_with_errors, kept }
    }

    /// The bot is sent bytes.
    pub(super) fn sends(&mut self, bytes: &[u8], now: Instant) {
        self.bytes += bytes.len();
        for line in taken(&mut self.input, bytes) {
            if self.heard.exchanges.last().is_none_or(|last| !last.got.is_empty()) {
                self.begin(now);
            }
            self.sent_at = now;
            let index = self.last_index(now);
            keep(&mut self.heard.exchanges[index].sent, &mut self.kept[0], line);
        }
    }

    /// The bot answers bytes.
    pub(super) fn answers(&mut self, bytes: &[u8], now: Instant) {
        self.bytes += bytes.len();
        let micros = now.saturating_duration_since(self.sent_at).as_micros() as u64;
        let lines = taken(&mut self.output, bytes);
        if !lines.is_empty() {
            let index = self.last_index(now);
            let last = &mut self.heard.exchanges[index];
            for line in lines {
                keep(&mut last.got, &mut self.kept[1], line);
            }
            last.micros = micros;
        }
    }

    /// The bot writes bytes to standard error.
    pub(super) fn writes_errors(&mut self, bytes: &[u8]) {
        let mut lines = taken(&mut self.errors, bytes);
        if self.errors.begun().len() > MOST_ERRORS {
            let begun = std::mem::take(&mut self.errors);
            lines.push(String::from_utf8_lossy(begun.begun()).into_owned());
        }
        self.kept[2] += size(&lines);
        self.errors_kept += size(&lines);
        self.errors_mut().extend(lines);
        // Not at each line, as what is behind moves.
        if self.kept[2] > 2 * MOST_ERRORS {
            let mut bytes = self.kept[2];
            let is_cut = |line: &String| {
                let is_cut = bytes > MOST_ERRORS;
                bytes -= if is_cut { line.len() + 1 } else { 0 };
                !is_cut
            };
            self.errors_mut().retain(is_cut);
            self.errors_kept -= self.kept[2] - bytes;
            self.kept[2] = bytes;
        }
        while self.errors_kept > MOST_ERRORS_OF_GAME
            && self.first_with_errors + 1 < self.heard.exchanges.len()
        {
            let oldest = &mut self.heard.exchanges[self.first_with_errors].stderr;
            self.errors_kept -= size(oldest);
            if !oldest.is_empty() {
                *oldest = vec![LEFT_OUT.to_owned()];
            }
            self.first_with_errors += 1;
        }
    }

    fn errors_mut(&mut self) -> &mut Vec<String> {
        match self.heard.exchanges.last_mut() {
            Some(last) => &mut last.stderr,
            None => &mut self.heard.first_words,
        }
    }

    /// Whether the bot was sent lines that it has not answered.
    pub(super) fn is_asked(&self) -> bool {
        self.heard.exchanges.last().is_some_and(|last| last.got.is_empty())
    }

    /// Whether more was said than is kept.
    pub(super) fn is_full(&self) -> bool {
        self.bytes > MOST_BYTES
    }

    /// The last lines that the bot wrote to standard error.
    pub(super) fn last_errors(&self) -> impl Iterator<Item = &str> {
        let last = self.heard.exchanges.last().map_or(&self.heard.first_words, |it| &it.stderr);
        last.iter().rev().take(50).map(String::as_str)
    }

    /// The line that the bot has begun to write.
    pub(super) fn begun(&self) -> &[u8] {
        self.output.begun()
    }

    /// Everything that was said. A last line without its end is one, as the referee program may take it for one.
    pub(super) fn finish(mut self, now: Instant, end: Option<(Fault, String)>) -> Overheard {
        let rest = |lines: &Lines| Some(lines.begun().to_vec()).filter(|rest| !rest.is_empty());
        if let Some(errors) = rest(&self.errors) {
            self.errors_mut().push(String::from_utf8_lossy(&errors).into_owned());
        }
        if let Some(answer) = rest(&self.output) {
            let index = self.last_index(now);
            let answer = String::from_utf8_lossy(&answer).into_owned();
            keep(&mut self.heard.exchanges[index].got, &mut self.kept[1], answer);
        }
        let micros = now.saturating_duration_since(self.sent_at).as_micros() as u64;
        self.heard.end = end.map(|(fault, detail)| BotEnd { fault, detail, at: now, micros });
        self.heard
    }

    fn begin(&mut self, now: Instant) {
        let stderr = std::mem::take(&mut self.heard.first_words);
        self.kept = [0, 0, size(&stderr)];
        let (sent, got) = (Vec::new(), Vec::new());
        self.heard.exchanges.push(OverheardExchange { began: now, sent, got, micros: 0, stderr });
    }

    /// The index of the exchange that goes on. A bot that speaks first begins one.
    fn last_index(&mut self, now: Instant) -> usize {
        if self.heard.exchanges.is_empty() {
            self.begin(now);
        }
        self.heard.exchanges.len() - 1
    }
}

/// Bytes of lines with their ends.
fn size(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

/// Adds a line, if there is room. `bytes` are those of the lines that are there.
fn keep(lines: &mut Vec<String>, bytes: &mut usize, line: String) {
    *bytes += line.len() + 1;
    // The first line shows that there was an answer.
    if lines.is_empty() || (lines.len() < MOST_LINES && *bytes <= MOST_OF_EXCHANGE) {
        lines.push(line);
    }
}

/// The lines that these bytes complete.
fn taken(lines: &mut Lines, mut bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let room = lines.room();
        let part = room.len().min(bytes.len());
        room[..part].copy_from_slice(&bytes[..part]);
        lines.filled(part);
        bytes = &bytes[part..];
        while let Some(line) = lines.next() {
            found.push(String::from_utf8_lossy(line).into_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_are_split_into_exchanges_where_the_bot_is_sent_something_again() {
        let start = Instant::now();
        let at = |micros| start + Duration::from_micros(micros);
        let mut listener = Listener::new(Overheard::default());
        listener.writes_errors(b"ready\n");
        listener.sends(b"3 4\nle", at(10));
        listener.sends(b"ft\n", at(20));
        assert!(listener.is_asked());
        listener.answers(b"MOVE", at(50));
        listener.answers(b" N\n", at(70));
        assert!(!listener.is_asked());
        listener.writes_errors(b"late\nhalf");
        listener.sends(b"right\n", at(100));
        let heard = listener.finish(at(130), Some((Fault::Exit, "gone".to_owned())));
        let [first, second] = &heard.exchanges[..] else { panic!("{heard:?}") };
        assert_eq!(
            (&first.sent[..], &first.got[..]),
            (&["3 4", "left"].map(String::from)[..], &["MOVE N".to_owned()][..])
        );
        assert_eq!((first.micros, first.began), (50, at(10)));
        assert_eq!(first.stderr, ["ready", "late"]);
        assert_eq!((second.sent.len(), second.got.len()), (1, 0));
        assert_eq!(second.stderr, ["half"]);
        assert_eq!(heard.end.map(|end| end.micros), Some(30));
    }

    #[test]
    fn an_exchange_keeps_no_more_than_a_recording_can_hold() {
        let now = Instant::now();
        let mut listener = Listener::new(Overheard::default());
        listener.sends(b"go\n", now);
        for number in 0..200_000 {
            listener.writes_errors(format!("{number}\n").as_bytes());
            listener.answers(b"\n", now);
        }
        listener.answers(b"the end", now);
        let heard = listener.finish(now, None);
        let [exchange] = &heard.exchanges[..] else {
            panic!("{} exchanges", heard.exchanges.len())
        };
        assert_eq!(exchange.got.len(), MOST_LINES);
        assert_eq!(exchange.stderr.last().map(String::as_str), Some("199999"));
        let bytes: usize = exchange.stderr.iter().map(|line| line.len() + 1).sum();
        assert!((MOST_ERRORS / 2..=2 * MOST_ERRORS).contains(&bytes), "{bytes}");
    }

    #[test]
    fn standard_error_without_end_is_no_fault_and_its_last_lines_are_kept() {
        let now = Instant::now();
        let mut listener = Listener::new(Overheard::default());
        for exchange in 0..400 {
            listener.sends(b"go\n", now);
            listener.writes_errors(&vec![b'x'; 512 << 10]);
            for _ in 0..100 {
                listener.writes_errors(format!("{}\n", "x".repeat(1 << 10)).as_bytes());
            }
            listener.writes_errors(format!("last of {exchange}\n").as_bytes());
            listener.answers(b"1\n", now);
        }
        assert!(!listener.is_full());
        let heard = listener.finish(now, None);
        let kept: usize = heard.exchanges.iter().map(|it| size(&it.stderr)).sum();
        assert!((MOST_ERRORS_OF_GAME / 2..=2 * MOST_ERRORS_OF_GAME).contains(&kept), "{kept}");
        assert_eq!(heard.exchanges[0].stderr, [LEFT_OUT]);
        assert_eq!(heard.exchanges[399].stderr.last().map(String::as_str), Some("last of 399"));
    }

    #[test]
    fn the_last_line_of_an_answer_needs_no_end() {
        let now = Instant::now();
        let mut listener = Listener::new(Overheard::default());
        listener.sends(b"go\n", now);
        listener.answers(b"LEFT\nRIGHT", now);
        assert_eq!(listener.finish(now, None).exchanges[0].got, ["LEFT", "RIGHT"]);
    }

    #[test]
    fn a_bot_that_speaks_first_begins_an_exchange() {
        let now = Instant::now();
        let mut listener = Listener::new(Overheard::default());
        listener.answers(b"hello\n", now);
        listener.sends(b"welcome\n", now);
        let heard = listener.finish(now, None);
        assert_eq!(heard.exchanges.len(), 2);
        assert!(heard.exchanges[0].sent.is_empty());
    }
}
