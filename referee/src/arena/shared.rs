//! Values that many games of a log have in common: each is in memory once.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use compact_str::CompactString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value of which copies are cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared<T>(Arc<T>);

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<U: ?Sized, T: AsRef<U>> AsRef<U> for Shared<T> {
    fn as_ref(&self) -> &U {
        T::as_ref(self)
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl FromIterator<String> for Shared<Vec<String>> {
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        texts.into_iter().collect::<Vec<_>>().into()
    }
}

impl From<&str> for Shared<String> {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Display for Shared<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::serialize(self, serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

/// A command line with a seed. That of another game often differs in the seed only, so what is before and after it is
/// shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Again {
    before: Shared<String>,
    seed: CompactString,
    after: Shared<String>,
}

/// The word before a seed.
const SEED: &str = "--seed ";

impl From<&str> for Again {
    fn from(text: &str) -> Self {
        let begin = text.find(SEED).map_or(text.len(), |at| at + SEED.len());
        let (before, rest) = text.split_at(begin);
        let (seed, after) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
        Self { before: before.into(), seed: seed.into(), after: after.into() }
    }
}

impl Again {
    /// Whether there is no command.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
    }
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.before, self.seed, self.after)
    }
}

impl Serialize for Again {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Again {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| text.as_str().into())
    }
}

/// The values that the games of a log share.
#[derive(Debug, Default)]
pub(super) struct Pool {
    texts: HashSet<Shared<String>>,
    lists: HashSet<Shared<Vec<String>>>,
    numbers: HashSet<Shared<Vec<u64>>>,
}

impl Pool {
    /// Replaces a text by the equal one that was seen first.
    pub fn text(&mut self, text: &mut Shared<String>) {
        share(&mut self.texts, text);
    }

    /// Replaces a list by the equal one that was seen first.
    pub fn list(&mut self, list: &mut Shared<Vec<String>>) {
        share(&mut self.lists, list);
    }

    /// The same for a list of numbers.
    pub fn numbers(&mut self, numbers: &mut Shared<Vec<u64>>) {
        share(&mut self.numbers, numbers);
    }

    /// The same for the parts of a command.
    pub fn again(&mut self, again: &mut Again) {
        self.text(&mut again.before);
        self.text(&mut again.after);
    }
}

fn share<T: Clone + Hash + Eq>(known: &mut HashSet<Shared<T>>, value: &mut Shared<T>) {
    match known.get(value) {
        Some(first) => *value = first.clone(),
        None => {
            known.insert(value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_the_same_text_again() {
        for text in [
            "",
            "referee play a",
            "referee play a --seed 77 x y",
            "--seed ",
            "x --seed -5",
            "referee play 'a --seed b' --seed 1",
        ] {
            let again = Again::from(text);
            assert_eq!((again.to_string().as_str(), again.is_empty()), (text, text.is_empty()));
            let json = serde_json::to_string(&again).unwrap();
            assert_eq!(serde_json::from_str::<Again>(&json).unwrap(), again);
            assert_eq!(json, serde_json::to_string(text).unwrap());
        }
    }

    #[test]
    fn equal_values_are_one_value() {
        let mut pool = Pool::default();
        let of = |seed: u32| Again::from(format!("referee play a --seed {seed} x").as_str());
        let (mut one, mut other) = (of(1), of(2));
        pool.again(&mut one);
        pool.again(&mut other);
        assert!(Arc::ptr_eq(&one.before.0, &other.before.0));
        assert!(Arc::ptr_eq(&one.after.0, &other.after.0));
        assert_eq!(other, of(2));
    }
}
