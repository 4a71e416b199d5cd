//! A server that stands in for the site: its API and its live events, on this machine alone, for races among
//! clients and house players under the referee's rules.
//!
//! It can be told to make trouble: connections are lost, answers come late or are garbage, logins
//! expire, moves are refused because somebody else was faster. All trouble follows from a seed.

mod api;
mod door;
mod faults;
mod http;
mod json;
mod race;
mod site;
mod socket;
mod tally;
#[cfg(test)]
mod tests;

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Map, Value};

pub use faults::{Fault, Faults};
pub use tally::Tally;

use site::Site;

/// Which logins the server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logins {
    /// A session with a cookie.
    Old,
    /// A key in a header.
    New,
    /// Both.
    Both,
}

/// What is served.
#[derive(Clone)]
pub struct Service {
    /// The users that may log in.
    pub users: Vec<String>,
    /// Their password.
    pub secret: String,
    /// Which logins there are.
    pub logins: Logins,
    /// How many races are held at once by the server itself.
    pub races: usize,
    /// The house players in each of them.
    pub house: Vec<String>,
    /// Options of all races.
    pub options: Map<String, Value>,
    /// Map codes; tracks are drawn if there are none.
    pub maps: Vec<String>,
    /// How often a race is held at night: every so many; 0 for never.
    pub night_every: u64,
    /// What races, orders and trouble follow from.
    pub seed: u64,
    /// How many times faster than the clock everything goes.
    pub speed: f64,
    /// How long a house player takes for a move, about.
    pub house_delay: Duration,
    /// A turn of a client that lasts longer is one that it has missed.
    pub patience: Duration,
    /// The trouble.
    pub faults: Faults,
    /// The folder of recordings, if races are recorded.
    pub record: Option<PathBuf>,
}

/// A running server.
#[derive(Clone)]
pub struct Server {
    site: Arc<Mutex<Site>>,
    address: SocketAddr,
}

/// How often the server looks whether a house player's time has come.
const STEP: Duration = Duration::from_millis(5);

impl Server {
    /// Begins to serve, on threads of its own.
    ///
    /// # Errors
    /// The address cannot be listened on, or no race can be made from the options.
    pub fn start(service: Service, address: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind(address)
            .with_context(|| format!("cannot listen on {address}; choose another port"))?;
        let address = listener.local_addr()?;
        let site = Arc::new(Mutex::new(Site::new(service)?));
        let server = Self { site, address };
        let (door, house) = (server.clone(), server.clone());
        thread::spawn(move || door::receive(&listener, &door.site));
        thread::spawn(move || {
            loop {
                thread::sleep(STEP);
                if !house.site().go_on(Instant::now()) {
                    return;
                }
            }
        });
        Ok(server)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What has happened so far.
    pub fn tally(&self) -> Tally {
        self.site().tally_now(Instant::now())
    }

    /// Begins no more races; those that are held go on.
    pub fn hold_no_more_races(&self) {
        self.site().begins_races = false;
    }

    /// Ends the house players' moves; connections that are open end by themselves.
    pub fn stop(&self) {
        self.site().is_over = true;
    }

    /// Says something in the chat.
    pub fn chat(&self, user: &str, text: &str) {
        self.site().chat(user, text);
    }

    fn site(&self) -> MutexGuard<'_, Site> {
        lock(&self.site)
    }
}

/// The site. A thread that failed has left it in order: every change is made whole.
fn lock(site: &Mutex<Site>) -> MutexGuard<'_, Site> {
    site.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
