//! The web socket with the live events.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, UPGRADE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::interval;
use tokio_tungstenite::WebSocketStream;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::Role;
use tungstenite::{Error, Message};

use super::faults::Fault;
use super::refusal::Refusal;
use super::site::{Shared, lock};
use super::visitor::header;
use crate::sites::karo::frames::Frame;

/// Time between the pings of a client, in the time of the races.
const PING_INTERVAL: Duration = Duration::from_secs(25);

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Opens a web socket.
pub(super) async fn serve(
    State(site): State<Shared>,
    headers: HeaderMap,
    mut request: Request,
) -> Result<Response, Refusal> {
    let key = header(&headers, "sec-websocket-key");
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let (Some(key), Some(upgrade)) = (key, upgrade) else {
        return Err(Refusal::bad_request("this is a web socket"));
    };
    let accept = derive_accept_key(key.as_bytes());
    tokio::spawn(async move {
        let Ok(stream) = upgrade.await else { return };
        let stream = TokioIo::new(stream);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
        let (number, events) = lock(&site).listeners.add();
        // An error means that the client is gone.
        let _ = talk(socket, number, events, &site).await;
        lock(&site).listeners.remove(number);
    });
    let headers = [
        (CONNECTION, "Upgrade".to_owned()),
        (UPGRADE, "websocket".to_owned()),
        (SEC_WEBSOCKET_ACCEPT, accept),
    ];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers).into_response())
}

async fn talk(
    mut socket: Socket,
    number: u64,
    mut events: UnboundedReceiver<String>,
    site: &Shared,
) -> Result<(), Error> {
    let ping = lock(site).scaled(PING_INTERVAL).max(Duration::from_millis(1));
    let ping_interval = ping.as_millis() as u64;
    socket.send(Message::text(Frame::Open { ping_interval }.text())).await?;
    socket.send(Message::text(Frame::Connected.text())).await?;
    let mut ticks = interval(ping);
    ticks.tick().await;
    loop {
        tokio::select! {
            message = socket.next() => match message.transpose()? {
                Some(Message::Text(text)) => match Frame::read(&text) {
                    Frame::Ping => socket.send(Message::text(Frame::Pong.text())).await?,
                    Frame::Message(name, value) => lock(site).introduce(number, &name, &value),
                    _ => {}
                },
                None | Some(Message::Close(_)) => return Ok(()),
                Some(_) => {}
            },
            Some(event) = events.recv() => {
                socket.send(Message::text(event)).await?;
                if lock(site).strikes(Fault::LostSocket) {
                    return Ok(());
                }
            }
            _ = ticks.tick() => {
                if lock(site).strikes(Fault::LostSocket) {
                    return Ok(());
                }
            }
        }
    }
}
