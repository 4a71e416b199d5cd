//! The live events of the site, over a web socket. A lost connection is opened again.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};
use tungstenite::http::Uri;
use tungstenite::{Error, Message, WebSocket};

use super::conductor::News;
use crate::plain_words::chain;
use crate::sites::karo::frames::Frame;

/// The time between two checks whether a ping is due.
const STEP: Duration = Duration::from_millis(20);

/// The time limit for opening a connection.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// The first and the longest wait before a new connection. The wait doubles with each failure.
const WAITS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// A server counts as gone after this number of ping intervals without a message.
const PATIENCE: f64 = 2.5;

/// Listens and passes events to `tell`, until `tell` returns false.
pub fn listen(url: &str, user: &str, speed: f64, mut tell: impl FnMut(News) -> bool) {
    let mut wait = WAITS.0;
    loop {
        let begin = Instant::now();
        let Err(error) = connect(url, speed, user, &mut tell) else { return };
        if !tell(News::Lost(chain(&error))) {
            return;
        }
        // After a long connection the waits begin again with the first.
        if begin.elapsed() > WAITS.1.div_f64(speed) {
            wait = WAITS.0;
        }
        thread::sleep(wait.div_f64(speed));
        wait = (wait * 2).min(WAITS.1);
    }
}

/// Listens on one connection; returns when `tell` returns false.
fn connect(url: &str, speed: f64, user: &str, tell: &mut impl FnMut(News) -> bool) -> Result<()> {
    let address: Uri = url.parse().context("the address of the events is not valid")?;
    let host = address.host().context("the address of the events has no host")?;
    // An address of IPv6 is in brackets there.
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_safe = address.scheme_str() == Some("wss");
    let port = address.port_u16().unwrap_or(if is_safe { 443 } else { 80 });
    let places = (host, port).to_socket_addrs().context("the host of the events is unknown")?;
    let stream = connect_to_one(places)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(CONNECT_TIME))?;
    stream.set_write_timeout(Some(CONNECT_TIME))?;
    let control = stream.try_clone()?;
    #[cfg(feature = "tls")]
    let shaken = tungstenite::client_tls(url, stream).map_err(|error| error.to_string());
    #[cfg(not(feature = "tls"))]
    let shaken = if is_safe {
        return Err(crate::features::missing("TLS, which https needs", "tls"));
    } else {
        tungstenite::client(url, stream).map_err(|error| error.to_string())
    };
    let (socket, _) = shaken.map_err(|error| anyhow!("no web socket: {error}"))?;
    control.set_read_timeout(Some(STEP))?;
    converse(socket, speed, user, tell)
}

/// A connection to the first of these addresses that takes one. A name such as `localhost` has an address of IPv6 and one
/// of IPv4, and the server may listen on one of them.
fn connect_to_one(places: impl Iterator<Item = SocketAddr>) -> Result<TcpStream> {
    let mut failure = anyhow!("the host of the events is unknown");
    for place in places {
        match TcpStream::connect_timeout(&place, CONNECT_TIME) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error.into(),
        }
    }
    Err(failure)
}

fn converse<S: std::io::Read + std::io::Write>(
    mut socket: WebSocket<S>,
    speed: f64,
    user: &str,
    tell: &mut impl FnMut(News) -> bool,
) -> Result<()> {
    let mut interval = Duration::from_secs(25).div_f64(speed);
    let (mut pinged, mut heard) = (Instant::now(), Instant::now());
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                heard = Instant::now();
                match Frame::read(&text) {
                    Frame::Open { ping_interval } => {
                        interval = Duration::from_millis(ping_interval.clamp(1, 600_000));
                    }
                    Frame::Connected => {
                        let ident = json!({ "username": user });
                        for (name, value) in
                            [("IDENT", ident), ("JOIN", json!({ "channel": "karochat" }))]
                        {
                            let frame = Frame::Message(name.to_owned(), value);
                            socket.send(Message::text(frame.text()))?;
                        }
                        if !tell(News::Connected) {
                            return Ok(());
                        }
                    }
                    Frame::Message(name, value) if name == "EVENT" => {
                        if let Some(news) = news(&value)
                            && !tell(news)
                        {
                            return Ok(());
                        }
                    }
                    _ => {}
                }
            }
            Ok(Message::Close(_)) => bail!("the server closed the connection"),
            Ok(_) => heard = Instant::now(),
            Err(Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error.into()),
        }
        if heard.elapsed() > interval.mul_f64(PATIENCE).max(Duration::from_millis(500)) {
            bail!("the server says nothing");
        }
        if pinged.elapsed() >= interval {
            pinged = Instant::now();
            socket.send(Message::text(Frame::Ping.text()))?;
        }
    }
}

/// The event for the conductor; `None` if it does not need it.
fn news(value: &Value) -> Option<News> {
    let payload = &value["payload"];
    let game = || {
        let id = &payload["gid"];
        id.as_u64().or_else(|| id.as_str()?.trim().parse().ok())
    };
    match value["event"].as_str()? {
        "yourTurn" => Some(News::YourTurn(game()?)),
        "youMoved" => Some(News::YouMoved(game()?)),
        "CHAT:MESSAGE" => {
            let message = &payload["chatmsg"];
            let text = |name: &str| message[name].as_str().map(str::to_owned);
            Some(News::Chat { user: text("user")?, text: text("text")? })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn the_address_that_takes_a_connection_is_found() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let open = listener.local_addr().unwrap();
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let stream = connect_to_one([closed, open].into_iter()).unwrap();
        assert_eq!(stream.peer_addr().unwrap(), open);
        assert!(connect_to_one([closed].into_iter()).is_err());
    }

    #[test]
    fn an_address_of_ipv6_is_no_unknown_name() {
        // Nothing listens there, and not every system has such addresses.
        let error = connect("ws://[::1]:1/", 1.0, "A", &mut |_| true).unwrap_err();
        assert!(!chain(&error).contains("unknown"), "{error:#}");
    }
}
