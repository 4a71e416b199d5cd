//! Replaying: the contest that a recording names is set up again, and its rules are compared with the recording.

use crate::games::of_recording;
use crate::recording::{Difference, Recording, Replayed, follow};
use crate::setup::SetupError;
use crate::terminal::harmless;

/// Why a replay failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// The game of the recording cannot be set up.
    #[error("line 1: {}", harmless(&.0.to_string()))]
    Setup(#[from] SetupError),
    /// The rules produce something else than the recording holds.
    #[error("{0}")]
    Differs(#[from] Difference),
}

/// Feeds the recorded answers to the rules and compares everything that was sent, and every field
/// of the result that the recording holds. If the rules are a program that is not here, only the form of the recording is
/// checked; see [`Replayed::is_computed`].
///
/// # Errors
/// The first difference, or a game that cannot be set up.
pub fn replay(recording: &Recording) -> Result<Replayed, ReplayError> {
    let contest = of_recording(&recording.header)?;
    let recorded = recording.game();
    let unrepeatable = contest.unrepeatable();
    if let Some(mut game) = contest.recompute(&recorded)? {
        return Ok(follow(recording, game.as_mut(), unrepeatable)?);
    }
    Ok(Replayed { is_computed: false, ..compare(recording)? })
}

/// The same without a referee program: of a contest with one, only the form of the recording is checked.
///
/// # Errors
/// The first difference, or a game that cannot be set up.
pub fn compare(recording: &Recording) -> Result<Replayed, ReplayError> {
    let contest = of_recording(&recording.header)?;
    let mut game = contest.retrace(&recording.game())?;
    Ok(follow(recording, game.as_mut(), contest.unrepeatable())?)
}
