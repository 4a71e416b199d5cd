//! Connections, each with one request.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, HeaderValue};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use super::api::routes;
use super::site::Shared;
use super::trouble::Lost;

/// The longest time in which a client may send the head of its request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The rest after a connection that could not be accepted.
const REST: Duration = Duration::from_millis(50);

/// Accepts connections.
pub(super) async fn accept(listener: TcpListener, site: Shared) {
    let routes = routes(site);
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(serve(stream, routes.clone()))),
            // A connection that failed before it was accepted affects no other. Without a file descriptor left, each
            // try fails at once.
            Err(_) => tokio::time::sleep(REST).await,
        }
    }
}

async fn serve(stream: TcpStream, routes: Router) {
    // Without this, small answers may wait for the client's acknowledgement.
    let _ = stream.set_nodelay(true);
    let routes = TowerToHyperService::new(routes);
    let answer = service_fn(|request: hyper::Request<Incoming>| {
        let answer = routes.call(request.map(Body::new));
        async { deliver(answer.await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    // An error means that the client is gone, or that the connection was to be lost.
    let _ = http.serve_connection(TokioIo::new(stream), answer).with_upgrades().await;
}

/// The response, after which the connection is closed; an error closes it at once.
fn deliver(response: Result<Response, Infallible>) -> io::Result<Response> {
    let Ok(mut response) = response;
    if response.extensions().get::<Lost>().is_some() {
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}
