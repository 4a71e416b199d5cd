//! The lines that a seat is sent, as the bot reads them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::rc::Rc;

use fruitbot::board::Board;
use fruitbot::cell::Move;
use fruitbot::protocol::Reader;
use fruitbot::state::State;

/// Bytes that were sent but not read yet.
#[derive(Clone, Default)]
struct Feed(Rc<RefCell<VecDeque<u8>>>);

impl Read for Feed {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().read(into)
    }
}

/// The bot's own reader, fed turn by turn.
pub struct Views {
    feed: Feed,
    reader: Reader<BufReader<Feed>>,
    board: Option<Board>,
}

impl Views {
    /// A view before anything was sent.
    pub fn new() -> Self {
        let feed = Feed::default();
        Views { reader: Reader::new(BufReader::new(feed.clone())), feed, board: None }
    }

    /// Reads the lines of a turn.
    pub fn read(&mut self, sent: &[String]) -> State {
        for line in sent {
            self.feed.0.borrow_mut().extend(line.bytes().chain([b'\n']));
        }
        let read = match &self.board {
            Some(board) => self.reader.turn(board).map(|state| state.expect("a turn was sent")),
            None => self.reader.start().map(|start| {
                let (board, state) = start.expect("a start was sent");
                self.board = Some(board);
                state
            }),
        };
        let state = read.unwrap_or_else(|error| panic!("{error}"));
        assert!(self.feed.0.borrow().is_empty(), "all of it was read");
        state
    }

    /// The board that was sent at the start.
    pub fn board(&self) -> &Board {
        self.board.as_ref().expect("the start was read")
    }
}

/// The position as the opponent sees it.
pub fn turned_round(board: &Board, state: &State) -> State {
    State::new(board, [state.at[1], state.at[0]], state.left, state.lead.map(|lead| -lead))
}

/// The referee's move with the same name.
pub fn spoken(step: Move) -> referee::games::fruit::Move {
    step.word().parse().expect("both know the same moves")
}
