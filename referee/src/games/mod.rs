//! The contests, one folder each. Each registers itself; a new one adds one line here.

pub mod alamode;
pub mod courier;
pub mod fruit;
pub mod karo;
pub mod ocean;

use crate::contest::{Contest, Registered};
use crate::setup::SetupError;

/// All contests, in the order of their keys.
pub fn all() -> impl Iterator<Item = &'static dyn Contest> {
    let mut contests: Vec<&dyn Contest> =
        inventory::iter::<Registered>.into_iter().map(|entry| entry.0).collect();
    contests.sort_unstable_by_key(|contest| contest.key());
    contests.into_iter()
}

/// The contest with a key.
///
/// # Errors
/// If no contest has this key; the sentence names all keys.
pub fn contest(key: &str) -> Result<&'static dyn Contest, SetupError> {
    all().find(|contest| contest.key() == key).ok_or_else(|| {
        let keys: Vec<&str> = all().map(Contest::key).collect();
        SetupError(format!("there is no game '{key}'; the games are: {}", keys.join(", ")))
    })
}
