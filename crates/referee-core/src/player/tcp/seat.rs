//! The bot `tcp:PORT`: a client that connects.

use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};

use super::TcpPlayer;
use crate::player::Player;
use crate::player::kind::{BotKind, Seatable, Seating, TypedBot};
use crate::tell;

/// A client that speaks the game's protocol over its connection.
pub const KIND: BotKind = BotKind {
    prefix: "tcp",
    operand: "[ADDRESS:]PORT",
    help: "waits for a client on that port, by default only on 127.0.0.1",
    read,
};

fn read(operand: &str) -> Result<TypedBot> {
    let address = match operand.parse::<u16>() {
        Ok(port) => SocketAddr::from(([127, 0, 0, 1], port)),
        Err(_) => operand.parse().map_err(|_| {
            anyhow!("'tcp:{operand}': wanted a port or an address with one, such as tcp:20005")
        })?,
    };
    Ok(TypedBot::Seatable(Arc::new(Door { listener: listener(address)? })))
}

/// A listening port. Bots with the same address share it; the first client to connect takes the first seat.
struct Door {
    listener: Arc<TcpListener>,
}

/// The listener of an address, opened once in this process.
fn listener(address: SocketAddr) -> Result<Arc<TcpListener>> {
    static OPEN: Mutex<Option<HashMap<SocketAddr, Arc<TcpListener>>>> = Mutex::new(None);
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let open = open.get_or_insert_default();
    if let Some(listener) = open.get(&address).filter(|_| address.port() != 0) {
        return Ok(Arc::clone(listener));
    }
    let listener =
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    let listener = Arc::new(listener);
    open.insert(address, Arc::clone(&listener));
    Ok(listener)
}

impl Seatable for Door {
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn seat(&self, name: &str, seating: Seating) -> Result<Box<dyn Player>> {
        let address = self.listener.local_addr().context("cannot wait for a client")?;
        tell!("Waiting for a client on {address} for seat {}", seating.seat);
        let (stream, peer) = self.listener.accept().context("cannot wait for a client")?;
        let name = format!("{name} ({peer})");
        let player = TcpPlayer::new(name, stream, &[], seating.timeout_factor);
        Ok(Box::new(player.context("cannot take a client")?))
    }
}
