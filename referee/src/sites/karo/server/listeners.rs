//! The clients that listen to events.

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A client at the other end of a web socket.
struct Listener {
    number: u64,
    user: Option<u64>,
    channels: Vec<String>,
    sender: UnboundedSender<String>,
}

/// The clients that listen, by number.
#[derive(Default)]
pub(super) struct Listeners {
    list: Vec<Listener>,
    last: u64,
}

impl Listeners {
    /// Adds a client; returns its number, and the events for it.
    pub(super) fn add(&mut self) -> (u64, UnboundedReceiver<String>) {
        let (sender, events) = unbounded_channel();
        self.last += 1;
        self.list.push(Listener { number: self.last, user: None, channels: Vec::new(), sender });
        (self.last, events)
    }

    pub(super) fn remove(&mut self, number: u64) {
        self.list.retain(|listener| listener.number != number);
    }

    /// A client named its user with `IDENT`, or a channel with `JOIN`.
    pub(super) fn introduce(&mut self, number: u64, name: &str, user: Option<u64>, value: &Value) {
        let channel = value["channel"].as_str().map(str::to_owned);
        let listener = self.list.iter_mut().find(|listener| listener.number == number);
        match (name, listener) {
            ("IDENT", Some(listener)) => listener.user = user,
            ("JOIN", Some(listener)) => listener.channels.extend(channel),
            _ => {}
        }
    }

    /// The numbers of the clients in a channel.
    pub(super) fn in_channel(&self, channel: &str) -> Vec<u64> {
        let has = |listener: &&Listener| listener.channels.iter().any(|it| it == channel);
        self.list.iter().filter(has).map(|listener| listener.number).collect()
    }

    /// The events after a move in a race, each with the number of the client that gets it.
    pub(super) fn of_move(
        &self,
        drivers: &[u64],
        mover: u64,
        next: Option<u64>,
    ) -> Vec<(u64, &'static str)> {
        let mut events = Vec::new();
        for Listener { number, user, channels, .. } in &self.list {
            if let Some(user) = user.filter(|user| drivers.contains(user)) {
                events.push((*number, if user == mover { "youMoved" } else { "otherMoved" }));
                if Some(user) == next {
                    events.push((*number, "yourTurn"));
                }
            }
            if channels.iter().any(|channel| channel == "livelog") {
                events.push((*number, "anyOtherMoved"));
            }
        }
        events
    }

    /// Sends a frame to a client. One that is gone will be removed by its own task.
    pub(super) fn send(&self, number: u64, frame: &str) {
        if let Some(listener) = self.list.iter().find(|listener| listener.number == number) {
            let _ = listener.sender.send(frame.to_owned());
        }
    }
}
