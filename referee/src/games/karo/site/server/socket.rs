//! The web socket with the live events.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::Role;
use tungstenite::{Error, Message, WebSocket};

use super::http::{Request, Response};
use super::site::Site;
use super::{Fault, lock};
use crate::games::karo::site::frames::Frame;

/// How often events are looked for.
const STEP: Duration = Duration::from_millis(5);

/// Time between the pings of a client, in the time of the races.
const PING_INTERVAL: Duration = Duration::from_secs(25);

pub(super) fn serve(
    mut stream: TcpStream,
    request: &Request,
    site: &Arc<Mutex<Site>>,
) -> io::Result<()> {
    let Some(key) = request.header("sec-websocket-key") else {
        return Response::error(400, "this is a web socket").write(&mut stream);
    };
    let accept = derive_accept_key(key.as_bytes());
    write!(
        stream,
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    stream.set_read_timeout(Some(STEP))?;
    let mut socket = WebSocket::from_raw_socket(stream, Role::Server, None);
    let (number, events) = lock(site).listen();
    let result = talk(&mut socket, number, &events, site);
    lock(site).forget(number);
    result.map_err(io::Error::other)
}

fn talk(
    socket: &mut WebSocket<TcpStream>,
    number: u64,
    events: &std::sync::mpsc::Receiver<String>,
    site: &Arc<Mutex<Site>>,
) -> Result<(), Error> {
    let interval = lock(site).scaled(PING_INTERVAL);
    let ping_interval = interval.as_millis().max(1) as u64;
    socket.send(Message::text(Frame::Open { ping_interval }.text()))?;
    socket.send(Message::text(Frame::Connected.text()))?;
    let mut looked = Instant::now();
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => match Frame::read(&text) {
                Frame::Ping => socket.send(Message::text(Frame::Pong.text()))?,
                Frame::Message(name, value) => lock(site).introduce(number, &name, &value),
                _ => {}
            },
            Ok(Message::Close(_)) => return Ok(()),
            Ok(_) => {}
            Err(Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
        for event in events.try_iter() {
            socket.send(Message::text(event))?;
            if lock(site).strikes(Fault::LostSocket) {
                return Ok(());
            }
        }
        if looked.elapsed() > interval {
            looked = Instant::now();
            let mut site = lock(site);
            if site.is_over || site.strikes(Fault::LostSocket) {
                return Ok(());
            }
        }
    }
}
