//! Distinct values, each stored once.

use std::collections::HashMap;
use std::hash::Hash;

use crate::terminal::harmless;

/// Distinct values with their indices. The key tells them apart.
pub struct Once<T, K = T> {
    pub all: Vec<T>,
    places: HashMap<K, usize>,
}

impl<T, K: Eq + Hash> Once<T, K> {
    pub fn new() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    pub fn place_by(&mut self, key: K, value: impl FnOnce() -> T) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.all.push(value());
            self.all.len() - 1
        })
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    pub fn place(&mut self, value: T) -> usize {
        self.place_by(value.clone(), || value)
    }
}

impl Once<String> {
    pub fn lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a String>) -> Vec<usize> {
        lines.into_iter().map(|line| self.place(harmless(line).into_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_stored_once_and_harmless() {
        let mut texts = Once::new();
        let lines = ["a".to_owned(), "\u{1b}[2J".to_owned(), "a".to_owned()];
        assert_eq!(texts.lines(&lines), [0, 1, 0]);
        assert_eq!(texts.all, ["a", r"\u{1b}[2J"]);
    }
}
