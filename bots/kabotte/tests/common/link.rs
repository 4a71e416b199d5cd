//! Passes the lines that a game sends a seat to the bot's reader.

use std::io::BufReader;

use kabotte::protocol::{Reader, Start, Turn};
use referee::testkit::feed::Feed;

/// One seat's reader.
pub struct Link {
    feed: Feed,
    reader: Reader<BufReader<Feed>>,
    pub start: Option<Start>,
}

impl Link {
    /// A reader before anything was sent.
    pub fn new() -> Self {
        let feed = Feed::default();
        let reader = Reader::new(BufReader::new(feed.clone()));
        Self { feed, reader, start: None }
    }

    /// Reads the lines before an answer, and at first those that are sent once; `None` if the game is over.
    pub fn turn(&mut self, sent: &[String]) -> Option<Turn> {
        self.feed.send(sent);
        if self.start.is_none() {
            self.start = self.reader.start().expect("a start");
        }
        self.reader.turn().expect("a turn")
    }
}
