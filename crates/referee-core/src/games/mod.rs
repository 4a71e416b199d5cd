//! The contests, one folder each. Each registers itself; a new one adds one line here.

pub mod alamode;
pub mod courier;
pub mod fruit;
pub mod karo;
pub mod ocean;
pub mod tron;

use std::sync::OnceLock;

use itertools::Itertools;

use crate::contest::{Contest, Registered};
use crate::contest_file::{self, ContestFile};
use crate::external;
use crate::plain_words::did_you_mean;
use crate::recording::Header;
use crate::setup::SetupError;

/// All contests, in the order of their keys.
pub fn all() -> impl Iterator<Item = &'static dyn Contest> {
    let mut contests: Vec<&dyn Contest> =
        inventory::iter::<Registered>.into_iter().map(|entry| entry.0).collect();
    contests.sort_unstable_by_key(|contest| contest.key());
    contests.into_iter()
}

/// The contest with a key: a built-in one, or that of the contest file.
///
/// # Errors
/// If no contest has this key; the sentence names all keys. If the contest file names something that is missing.
pub fn contest(key: &str) -> Result<&'static dyn Contest, SetupError> {
    if let Some(file) = contest_file::current() {
        demand_new_key(file)?;
    }
    if let Some(contest) = all().find(|contest| contest.key() == key) {
        return Ok(contest);
    }
    if let Some(file) = contest_file::current()
        && file.key() == key
    {
        return of_contest_file(file);
    }
    let own = contest_file::current().map(ContestFile::key);
    let keys: Vec<&str> = all().map(Contest::key).chain(own).collect();
    let meant = did_you_mean(key, keys.iter().copied());
    let keys = keys.iter().unique().join(", ");
    Err(SetupError(format!("there is no game '{key}'; {meant}the games are: {keys}")))
}

/// Refuses a contest of the user's own that has the key of a built-in one, which would be played in its place.
fn demand_new_key(file: &ContestFile) -> Result<(), SetupError> {
    let is_own = file.contest.key.is_some();
    if is_own && all().any(|contest| contest.key() == file.key()) {
        return Err(SetupError(format!(
            "{}: contest.key is '{}', which is a built-in contest; give your own another key",
            file.path.display(),
            file.key()
        )));
    }
    Ok(())
}

/// The contest of a contest file: a built-in one, or the user's own.
///
/// # Errors
/// If it names something that is missing.
pub fn of_contest_file(file: &'static ContestFile) -> Result<&'static dyn Contest, SetupError> {
    static OWN: OnceLock<Result<Option<&'static dyn Contest>, SetupError>> = OnceLock::new();
    demand_new_key(file)?;
    let own =
        OWN.get_or_init(|| external::of_file(file).map_err(|error| SetupError(error.to_string())));
    match own.clone()? {
        Some(contest) => Ok(contest),
        None => all().find(|contest| contest.key() == file.key()).ok_or_else(|| {
            let keys = all().map(Contest::key).join(", ");
            let what = format!("there is no built-in game '{}'; there are: {keys}", file.key());
            SetupError(file.wrong(file.game_span(), what).to_string())
        }),
    }
}

/// The contest of a recording, which may be one whose referee is not here.
///
/// # Errors
/// As for [`contest`].
pub fn of_recording(header: &Header) -> Result<&'static dyn Contest, SetupError> {
    let known = contest(&header.game);
    known.or_else(|error| external::of_recording(header).ok_or(error))
}
