//! Values that many games of a log have in common: each is in memory once.

use std::fmt;
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

/// A command line with a seed. That of another game often differs only in the seed, so what is before and after the
/// seed is shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Again {
    /// What is before and after the seed.
    around: Shared<[String; 2]>,
    seed: CompactString,
}

/// What is before a seed: as this version writes it, with the words in quotes, and as older versions did.
const SEED: [&str; 2] = ["--seed=", "--seed "];

impl From<&str> for Again {
    fn from(text: &str) -> Self {
        let begin = SEED.iter().find_map(|seed| Some(text.find(seed)? + seed.len()));
        let (before, rest) = text.split_at(begin.unwrap_or(text.len()));
        let (seed, after) = rest.split_at(rest.find([' ', '\'']).unwrap_or(rest.len()));
        Self { around: [before.to_owned(), after.to_owned()].into(), seed: seed.into() }
    }
}

impl Again {
    /// What is before and after the seed.
    pub(super) fn around(&mut self) -> &mut Shared<[String; 2]> {
        &mut self.around
    }

    /// Whether there is no command.
    pub fn is_empty(&self) -> bool {
        self.around[0].is_empty()
    }
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = &*self.around;
        write!(f, "{before}{}{after}", self.seed)
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
            "referee play a '--seed=77' '--option=x=1'",
            "referee play a --seed=77",
            "referee play '--seed=it'\\''s' x",
        ] {
            let again = Again::from(text);
            assert_eq!((again.to_string().as_str(), again.is_empty()), (text, text.is_empty()));
            let json = serde_json::to_string(&again).unwrap();
            assert_eq!(serde_json::from_str::<Again>(&json).unwrap(), again);
            assert_eq!(json, serde_json::to_string(text).unwrap());
        }
    }
}
