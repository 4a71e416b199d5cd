//! The frames of live events: the part of Engine.IO 3 with socket.io that the site uses.

use serde_json::{Value, json};

/// A text frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// The first frame of the server.
    Open {
        /// The time between two pings, in milliseconds.
        ping_interval: u64,
    },
    /// A sign of life of the client.
    Ping,
    /// The server's answer to a ping.
    Pong,
    /// The server has accepted the client.
    Connected,
    /// A message, by name (`EVENT`, `IDENT` or `JOIN`), with its payload.
    Message(String, Value),
    /// Any other frame; it is ignored.
    Other,
}

impl Frame {
    /// Reads a frame. Text that cannot be read is [`Frame::Other`].
    pub fn read(text: &str) -> Self {
        if let Some(rest) = text.strip_prefix("42") {
            return Self::message(rest).unwrap_or(Self::Other);
        }
        if let Some(rest) = text.strip_prefix('0') {
            let value: Value = serde_json::from_str(rest).unwrap_or_default();
            return value["pingInterval"]
                .as_u64()
                .map_or(Self::Other, |ping_interval| Self::Open { ping_interval });
        }
        match text {
            "40" => Self::Connected,
            _ if text.starts_with('2') => Self::Ping,
            _ if text.starts_with('3') => Self::Pong,
            _ => Self::Other,
        }
    }

    fn message(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let parts = value.as_array()?;
        let name = parts.first()?.as_str()?.to_owned();
        Some(Self::Message(name, parts.get(1).cloned().unwrap_or_default()))
    }

    /// The frame as text.
    pub fn text(&self) -> String {
        match self {
            Self::Open { ping_interval } => {
                let about = json!({
                    "sid": "1", "upgrades": [], "pingInterval": ping_interval,
                    "pingTimeout": ping_interval
                });
                format!("0{about}")
            }
            Self::Ping => "2".to_owned(),
            Self::Pong => "3".to_owned(),
            Self::Connected => "40".to_owned(),
            Self::Message(name, payload) => format!("42{}", json!([name, payload])),
            Self::Other => "6".to_owned(),
        }
    }

    /// An event with its payload.
    pub fn event(name: &str, payload: &Value) -> Self {
        Self::Message("EVENT".to_owned(), json!({ "event": name, "payload": payload }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_is_written_is_read_again() {
        let event = Frame::event("yourTurn", &json!({ "gid": 7 }));
        assert_eq!(event.text(), r#"42["EVENT",{"event":"yourTurn","payload":{"gid":7}}]"#);
        for frame in
            [Frame::Open { ping_interval: 25 }, Frame::Ping, Frame::Pong, Frame::Connected, event]
        {
            assert_eq!(Frame::read(&frame.text()), frame);
        }
    }

    #[test]
    fn text_that_cannot_be_read_is_another_frame() {
        for text in ["", "42", "42{", "42[]", "42[7]", "0", "0{}", "41", "hello", "9"] {
            assert_eq!(Frame::read(text), Frame::Other, "{text}");
        }
    }
}
