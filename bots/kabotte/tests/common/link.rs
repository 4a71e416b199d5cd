//! What a game sends a seat, read as the bot reads it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use kabotte::protocol::{Reader, Start, Turn};

/// Bytes on their way to a reader.
#[derive(Clone, Default)]
struct Feed(Rc<RefCell<VecDeque<u8>>>);

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

/// One seat's reader.
pub struct Link {
    feed: Feed,
    reader: Reader<BufReader<Feed>>,
    pub start: Option<Start>,
}

impl Link {
    /// A reader to which nothing was sent.
    pub fn new() -> Self {
        let feed = Feed::default();
        let reader = Reader::new(BufReader::new(feed.clone()));
        Self { feed, reader, start: None }
    }

    /// Takes in what is sent before an answer is wanted, and at first what is sent once; nothing if
    /// the game is over.
    pub fn turn(&mut self, sent: &[String]) -> Option<Turn> {
        for line in sent {
            self.feed.0.borrow_mut().extend(line.bytes().chain([b'\n']));
        }
        if self.start.is_none() {
            self.start = self.reader.start().expect("a start");
        }
        self.reader.turn().expect("a turn")
    }
}
