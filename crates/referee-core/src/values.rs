//! Numbers and texts that bots report of themselves and of the game, on standard error.
//!
//! | line | meaning |
//! |---|---|
//! | `@value NAME=NUMBER` or `@value NAME NUMBER` | a number of the player at its present exchange: a series over the game |
//! | `[PDATA] NAME = VALUE` | a number or text of the player; the last one counts |
//! | `[PDATA+] NAME = NUMBER` | a number of the player that is added to the value so far |
//! | `[PDATA][TURN] NAME = NUMBER` | a number of the player at this turn: a series over the game |
//! | `[TDATA] NAME = VALUE` | a number or text of the game, such as the size of its map; the last one counts |
//! | `[TDATA+] NAME = NUMBER` | a number of the game that is added to the value so far |
//! | `[TDATA][TURN] NAME = NUMBER` | a number of the game at this turn |
//!
//! The forms in brackets are those of psyleague and cgarena; capital and small letters are equal in them. A line of
//! another form is not a report.
//!
//! The log keeps one number or text for each name, and of a series its mean, least, most and last number. The whole
//! series is in the recording.

mod game_values;
mod kept;
mod line;

pub use game_values::GameValues;
pub use kept::{Kept, Series, Values};
pub use line::{Owner, ReportedLine, Single};

/// Most names that a game keeps of one seat, and of itself. Later names are ignored.
pub const MOST_NAMES: usize = 50;

/// Most characters of a name. A line with a longer one is ignored.
pub const NAME_LENGTH: usize = 60;

/// Most characters of a text. The rest is cut off.
pub const TEXT_LENGTH: usize = 100;

/// The greatest number, and the least with a minus. Others are ignored, so that sums of squares stay finite.
pub const MOST: f64 = 1e100;
