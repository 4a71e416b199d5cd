//! A server that simulates the site: its API and its live events, only on this machine, for races between
//! clients and house players under the referee's rules.
//!
//! It can inject faults: connections are lost, answers come late or are garbage, logins expire, moves are
//! refused because somebody else was faster. All of them follow from a seed.

mod api;
mod connection;
mod events;
mod faults;
mod json;
mod listeners;
mod pages;
mod race;
mod refusal;
mod service;
mod site;
mod tally;
#[cfg(test)]
mod tests;
mod trouble;
mod visitor;

use std::net::{SocketAddr, TcpListener};
use std::sync::MutexGuard;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::runtime::{Builder, Runtime};

pub use faults::{Fault, Faults};
pub use service::{Logins, Service};
pub use tally::Tally;

use site::{Shared, Site, lock};

/// A running server.
#[derive(Clone)]
pub struct Server {
    site: Shared,
    address: SocketAddr,
}

/// How often the server checks whether a house player has to move.
const STEP: Duration = Duration::from_millis(5);

impl Server {
    /// Starts a server on its own threads.
    ///
    /// # Errors
    /// The address cannot be listened on, or no race can be made from the options.
    pub fn start(service: Service, address: SocketAddr) -> Result<Self> {
        let listener =
            TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let server = Self { site: Site::new(service)?.shared(), address };
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(async { tokio::net::TcpListener::from_std(listener) })?;
        runtime.spawn(connection::accept(listener, server.site.clone()));
        let site = server.site.clone();
        thread::spawn(move || run_races(&runtime, &site));
        Ok(server)
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What has happened so far.
    pub fn tally(&self) -> Tally {
        self.site().tally_now(Instant::now())
    }

    /// Starts no more races; running ones continue.
    pub fn hold_no_more_races(&self) {
        self.site().begins_races = false;
    }

    /// Ends the server with all its connections.
    pub fn stop(&self) {
        self.site().is_over = true;
    }

    /// Writes a message in the chat.
    pub fn chat(&self, user: &str, text: &str) {
        self.site().chat(user, text);
    }

    fn site(&self) -> MutexGuard<'_, Site> {
        lock(&self.site)
    }
}

/// Lets house players move until the server is stopped. All connections end with the runtime.
fn run_races(_runtime: &Runtime, site: &Shared) {
    while lock(site).go_on(Instant::now()) {
        thread::sleep(STEP);
    }
}
