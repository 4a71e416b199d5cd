//! The contests, one folder each, and the registry in which they enter themselves.
//!
//! This file is the only one outside its folder that a new contest touches, by one line.

pub mod alamode;
pub mod courier;
pub mod fruit;
pub mod karo;
pub mod ocean;

use crate::contest::{Contest, Registered};
use crate::setup::SetupError;

/// All contests that can be refereed, by their keys in alphabetical order.
pub fn all() -> impl Iterator<Item = &'static dyn Contest> {
    let mut contests: Vec<&dyn Contest> =
        inventory::iter::<Registered>.into_iter().map(|entry| entry.0).collect();
    contests.sort_unstable_by_key(|contest| contest.key());
    contests.into_iter()
}

/// The contest with a key.
///
/// # Errors
/// A sentence that names all keys, if there is none with this one.
pub fn contest(key: &str) -> Result<&'static dyn Contest, SetupError> {
    all().find(|contest| contest.key() == key).ok_or_else(|| {
        let keys: Vec<&str> = all().map(Contest::key).collect();
        SetupError(format!("there is no game '{key}'; the games are: {}", keys.join(", ")))
    })
}
