//! Passes the lines that a game sends a seat to the bot's reader.

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
    /// A reader before anything was sent.
    pub fn new() -> Self {
        let feed = Feed::default();
        let reader = Reader::new(BufReader::new(feed.clone()));
        Self { feed, reader, is_first: true }
    }

    /// Reads the first lines of a game; the turn in them comes with [`turn`](Self::turn).
    pub fn start(&mut self, sent: &[String]) -> Start {
        self.feed.send(sent);
        self.reader.start().expect("a start").expect("a game")
    }

    /// Reads the lines of a turn, or no lines after the start; `None` if the game is over.
    pub fn turn(&mut self, sent: &[String]) -> Option<Turn> {
        self.feed.send(sent);
        self.reader.turn(std::mem::take(&mut self.is_first)).expect("lines can be read")
    }
}
