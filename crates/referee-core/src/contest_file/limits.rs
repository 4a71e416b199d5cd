//! The table `[limits]` of a contest file, and the ranges of limits.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The limits of bots and games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitsTable {
    /// The time of the first answer, in milliseconds, where the referee names none.
    #[serde(default, deserialize_with = "time_of_answer")]
    pub first_ms: Option<u64>,
    /// The time of each later answer, in milliseconds, where the referee names none.
    #[serde(default, deserialize_with = "time_of_answer")]
    pub turn_ms: Option<u64>,
    /// The most memory of a bot, in MB.
    #[serde(default, deserialize_with = "memory_of_bot")]
    pub memory_mb: Option<u64>,
    /// The longest game by the wall clock, in seconds. No `Spanned`: the marks of rules in logs have this table as text.
    #[serde(default, deserialize_with = "time_of_game")]
    pub game_s: Option<f64>,
    /// The most bytes of an answer's line.
    #[serde(default, deserialize_with = "length_of_line")]
    pub line_bytes: Option<usize>,
}

/// A time limit in seconds: at least a millisecond, and at most a day.
pub(super) const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

/// A day in milliseconds, the longest time of an answer.
const DAY_MS: u64 = 86_400_000;

/// The most megabytes that a limit of memory may be: 16 TB.
const MOST_MEGABYTES: u64 = 1 << 24;

/// Reads a whole number of a range. An error here has its place in the file.
fn whole<'de, D: Deserializer<'de>>(
    from: D,
    range: RangeInclusive<u64>,
    what: &str,
) -> Result<u64, D::Error> {
    let number = u64::deserialize(from)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = range.into_inner();
    Err(D::Error::custom(what.replace("RANGE", &format!("from {least} to {most}"))))
}

fn time_of_answer<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    whole(from, 1..=DAY_MS, "the time of an answer must be RANGE milliseconds").map(Some)
}

fn memory_of_bot<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    whole(from, 1..=MOST_MEGABYTES, "memory-mb of a bot must be RANGE MB; 768 is usual").map(Some)
}

/// Reads the most memory of a referee program, in MB.
pub(super) fn memory_of_referee<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    whole(from, 1..=MOST_MEGABYTES, "memory-mb of a referee must be RANGE MB; 2048 is usual")
}

/// The most memory of a referee program of a file that gives none, in MB.
pub(super) const fn usual_memory_of_referee() -> u64 {
    2048
}

/// Reads the grace that an engine adds to each time limit, in milliseconds.
pub(super) fn grace<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    whole(from, 0..=DAY_MS, "grace-ms must be RANGE milliseconds; 50 is usual")
}

/// Reads the longest time of a game. An error here has its place in the file.
fn time_of_game<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let seconds = f64::deserialize(from)?;
    if SECONDS.contains(&seconds) {
        return Ok(Some(seconds));
    }
    Err(D::Error::custom("game-s must be from 0.001 to 86400 seconds; 600 is usual"))
}

fn length_of_line<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    let bytes = usize::deserialize(from)?;
    if bytes == 0 {
        return Err(D::Error::custom("line-bytes must be at least 1; 65536 is usual"));
    }
    Ok(Some(bytes))
}

impl LimitsTable {
    /// The first limit that a contest with rules of this program has itself, so that the file cannot set it.
    pub(super) fn of_own_rules(&self) -> Option<&'static str> {
        let Self { first_ms, turn_ms, memory_mb: _, game_s, line_bytes } = self;
        let given = [
            ("first-ms", first_ms.is_some()),
            ("turn-ms", turn_ms.is_some()),
            ("game-s", game_s.is_some()),
            ("line-bytes", line_bytes.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(key, _)| key)
    }

    /// The time of the first answer; a second if none is given.
    pub fn first(&self) -> Duration {
        Duration::from_millis(self.first_ms.unwrap_or(1000))
    }

    /// The time of each later answer; 50 ms if none is given.
    pub fn turn(&self) -> Duration {
        Duration::from_millis(self.turn_ms.unwrap_or(50))
    }

    /// The longest game; ten minutes if none is given.
    pub fn game(&self) -> Duration {
        Duration::from_secs_f64(self.game_s.unwrap_or(600.0))
    }

    /// The most bytes of a line; 64 KiB if none is given.
    pub fn line(&self) -> usize {
        self.line_bytes.unwrap_or(64 * 1024)
    }
}
