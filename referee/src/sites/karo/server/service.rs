//! The settings of a server.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::faults::Faults;

/// The logins that a server accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logins {
    /// A session with a cookie.
    Old,
    /// A key in a header.
    New,
    /// Both.
    Both,
}

/// The settings of a server.
#[derive(Clone)]
pub struct Service {
    /// The users that may log in.
    pub users: Vec<String>,
    /// The password of all users.
    pub secret: String,
    /// The logins that are accepted.
    pub logins: Logins,
    /// The number of races that the server itself keeps going at once.
    pub races: usize,
    /// The house players in each of them.
    pub house: Vec<String>,
    /// The options of all races.
    pub options: Map<String, Value>,
    /// Map codes. If the list is empty, tracks are generated.
    pub maps: Vec<String>,
    /// Every race whose number is a multiple of this is at night; 0 for none.
    pub night_every: u64,
    /// The seed of races, of the order of players and of injected faults.
    pub seed: u64,
    /// How many times faster than the clock everything goes.
    pub speed: f64,
    /// The mean time that a house player takes for a move, in the time of the races.
    pub house_delay: Duration,
    /// A turn of a client that lasts longer counts as missed.
    pub patience: Duration,
    /// The injected faults.
    pub faults: Faults,
    /// The folder of recordings, if races are recorded.
    pub record: Option<PathBuf>,
}
