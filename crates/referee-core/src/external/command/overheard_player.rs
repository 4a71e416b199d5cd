//! A player that repeats what a bot said to a referee program.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::game::Expected;
use crate::player::{Player, Reply};

/// What the players of one seat say when they are asked.
#[derive(Default)]
pub(super) struct Script {
    /// The answers.
    pub(super) replies: VecDeque<Reply>,
    /// What the bot wrote to standard error after its last answer.
    pub(super) last_words: Vec<String>,
}

/// The scripts of all seats. They are filled in when the game is over.
pub(super) type Scripts = Arc<Mutex<Vec<Script>>>;

/// A player in one seat.
pub(super) struct OverheardPlayer {
    name: String,
    seat: usize,
    in_force: String,
    scripts: Scripts,
    reply: Option<Reply>,
}

impl OverheardPlayer {
    /// A player in `seat`.
    pub(super) fn new(name: &str, seat: usize, in_force: &str, scripts: &Scripts) -> Self {
        let (name, in_force) = (name.to_owned(), in_force.to_owned());
        Self { name, seat, in_force, scripts: Arc::clone(scripts), reply: None }
    }

    fn script<T>(&self, read: impl FnOnce(&mut Script) -> T) -> Option<T> {
        let mut scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        scripts.get_mut(self.seat).map(read)
    }
}

impl Player for OverheardPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn in_force(&self) -> Option<String> {
        Some(self.in_force.clone())
    }

    fn send(&mut self, _lines: &[String], expected: Option<&Expected>) {
        if expected.is_some() {
            let reply = self.script(|script| script.replies.pop_front()).flatten();
            self.reply = Some(reply.unwrap_or_default());
        }
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn last_words(&mut self) -> Vec<String> {
        self.script(|script| std::mem::take(&mut script.last_words)).unwrap_or_default()
    }
}
