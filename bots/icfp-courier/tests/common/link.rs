//! What a game sends a seat, read as the bot reads it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use icfp_courier::protocol::{Reader, Start, Turn};

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
    is_first: bool,
}

impl Link {
    /// A reader to which nothing was sent.
    pub fn new() -> Self {
        let feed = Feed::default();
        let reader = Reader::new(BufReader::new(feed.clone()));
        Self { feed, reader, is_first: true }
    }

    /// Takes in the first lines of a game; the turn that they hold comes with [`turn`](Self::turn).
    pub fn start(&mut self, sent: &[String]) -> Start {
        self.send(sent);
        self.reader.start().expect("a start").expect("a game")
    }

    /// Takes in the lines of a turn, or after the start none; nothing if the game is over.
    pub fn turn(&mut self, sent: &[String]) -> Option<Turn> {
        self.send(sent);
        self.reader.turn(std::mem::take(&mut self.is_first)).expect("lines can be read")
    }

    fn send(&mut self, sent: &[String]) {
        for line in sent {
            self.feed.0.borrow_mut().extend(line.bytes().chain([b'\n']));
        }
    }
}
