//! Reading in a thread of its own, so that the bot can think in the partner's turns.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use gridkit::bot::Message;
use gridkit::{Bell, Deadline, InputError};

use crate::protocol::{Reader, Turn};

/// The queue of the turns that were read and not yet taken.
#[derive(Debug)]
pub struct Inbox {
    messages: Receiver<Result<Message<Turn>, InputError>>,
    bell: Bell,
    taken: usize,
}

impl Inbox {
    /// Starts the thread, which ends with the input or at an error.
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
    pub fn turn(&mut self) -> Result<Option<Message<Turn>>, InputError> {
        self.taken += 1;
        self.messages.recv().ok().transpose()
    }

    /// The same deadline, which also ends when the first line of the next turn is there.
    #[must_use]
    pub fn or_next(&self, deadline: Deadline) -> Deadline {
        deadline.until(&self.bell, self.taken)
    }
}
