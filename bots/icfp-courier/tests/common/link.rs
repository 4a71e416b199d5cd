//! A bot's reader that reads the lines which a game sends a seat.

use std::io::BufReader;

use icfp_courier::protocol::{Reader, Start, Turn};
use referee::testkit::feed::Feed;

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
        self.feed.send(sent);
        self.reader.start().expect("a start").expect("a game")
    }

    /// Takes in the lines of a turn, or after the start none; nothing if the game is over.
    pub fn turn(&mut self, sent: &[String]) -> Option<Turn> {
        self.feed.send(sent);
        self.reader.turn(std::mem::take(&mut self.is_first)).expect("lines can be read")
    }
}
