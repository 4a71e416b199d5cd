//! A note that is told when a game of a run really starts.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::tell;

/// A sentence about the games of a run, which is told once, when the first of them starts.
#[derive(Debug, Default)]
pub struct StartNote {
    sentence: Option<String>,
    is_told: AtomicBool,
}

impl StartNote {
    /// A note with a sentence, if there is one.
    pub fn new(sentence: Option<String>) -> Self {
        Self { sentence, ..Self::default() }
    }

    /// Tells the sentence, unless it was told before.
    pub(super) fn tell(&self) {
        if let Some(sentence) = &self.sentence
            && !self.is_told.swap(true, Ordering::Relaxed)
        {
            tell!("{sentence}");
        }
    }
}
