//! Reading in a thread of its own, so that the bot can think while it is not asked.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use gridkit::{Bell, Deadline, InputError};

use crate::protocol::{Reader, Turn};

/// What a turn sent, and when its first line was there.
#[derive(Debug)]
pub struct Message {
    /// The input.
    pub turn: Turn,
    /// From then on the clock runs.
    pub arrived: Instant,
}

/// The turns as they come in.
#[derive(Debug)]
pub struct Inbox {
    messages: Receiver<Result<Message, InputError>>,
    bell: Bell,
    taken: usize,
}

impl Inbox {
    /// Goes on reading in a thread of its own, which ends with the input or at an error.
    pub fn open<R: BufRead + Send + 'static>(mut reader: Reader<R>) -> Inbox {
        let bell = reader.bell().clone();
        let taken = bell.count();
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            while let Some(turn) = reader.turn().transpose() {
                let message = turn.map(|turn| Message { turn, arrived: reader.arrived() });
                let last = message.is_err();
                if sender.send(message).is_err() || last {
                    break;
                }
            }
        });
        Inbox { messages, bell, taken }
    }

    /// Waits for the next turn; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::turn`].
    pub fn turn(&mut self) -> Result<Option<Message>, InputError> {
        self.taken += 1;
        self.messages.recv().ok().transpose()
    }

    /// The deadline, or as soon as the next turn begins to come in.
    #[must_use]
    pub fn or_next(&self, deadline: Deadline) -> Deadline {
        deadline.until(&self.bell, self.taken)
    }
}
