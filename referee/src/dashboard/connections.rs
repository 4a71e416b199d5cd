//! Connections of visitors. One that has not sent the head of its request in time is closed.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// The longest time in which a visitor may send the head of its request, or be silent between two requests.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// The pause after a connection could not be accepted, which is so while the process has too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections until the task is aborted.
pub(super) async fn accept(listener: TcpListener, routes: Router) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(serve(stream, routes.clone()))),
            Err(_) => sleep(PAUSE).await,
        }
    }
}

async fn serve(stream: TcpStream, routes: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    // An error means that the visitor is gone, or was too slow.
    let _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes)).await;
}
