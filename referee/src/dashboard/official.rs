//! Games in the official viewer of CodinGame's contests.
//!
//! Its pages load their modules from the root of a server, so each game has a port of its own. They are programs of the
//! user's project and load libraries from public networks; on a port of their own they cannot read the dashboard.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Context, Result, anyhow};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::connections::accept;
use super::folder::inside;
use super::guard::Guard;
use crate::contest_file;
use crate::external::{OfficialViewer, PAGE, is_codingame};
use crate::ordinary;
use crate::plain_words::chain;
use crate::recording::{BegunRecording, Header};

/// The most games that are served at once; the oldest makes room.
const MOST_GAMES: usize = 4;

/// The games that are served.
#[derive(Default)]
pub(super) struct Official {
    viewer: OnceLock<Result<OfficialViewer, String>>,
    games: Mutex<Vec<Served>>,
}

/// A game that is served.
struct Served {
    recording: PathBuf,
    port: u16,
    task: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Official {
    /// The viewer of the contest file.
    fn viewer(&self) -> Result<&OfficialViewer> {
        let viewer = self.viewer.get_or_init(|| {
            let file = contest_file::current()
                .ok_or("start the dashboard where botyard.toml is, or with --contest")?;
            OfficialViewer::of_file(file).map_err(|error| chain(&error))
        });
        viewer.as_ref().map_err(|error| anyhow!("the official viewer is not here: {error}"))
    }

    /// Whether the viewer can show a recording.
    pub(super) fn can_show(&self, header: &Header) -> bool {
        is_codingame(header) && self.viewer().is_ok_and(|viewer| viewer.is_for(&header.game))
    }

    /// Writes the folder of the viewer for a recording.
    pub(super) fn folder(&self, recording: &Path) -> Result<TempDir> {
        let loaded = BegunRecording::load(recording)?;
        let folder = tempfile::Builder::new()
            .prefix("botyard-viewer-")
            .tempdir()
            .context("cannot make a folder")?;
        self.viewer()?.write(&loaded, folder.path())?;
        Ok(folder)
    }

    /// The port at which a recording is served already.
    pub(super) fn port(&self, recording: &Path) -> Option<u16> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.iter().find(|game| game.recording == recording).map(|game| game.port)
    }

    /// Serves a folder, and returns its port.
    pub(super) async fn serve(
        &self,
        recording: PathBuf,
        folder: TempDir,
        host: IpAddr,
        guard: &Guard,
    ) -> Result<u16> {
        let listener = TcpListener::bind((host, 0))
            .await
            .context("cannot open a port for the official viewer")?;
        let address = listener.local_addr()?;
        let port = address.port();
        let files = Files {
            guard: guard.at(address),
            root: folder.path().canonicalize()?,
            _folder: folder,
        };
        let router = Router::new().fallback(file).with_state(Arc::new(files));
        let task = tokio::spawn(accept(listener, router));
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.len() >= MOST_GAMES {
            games.remove(0);
        }
        games.push(Served { recording, port, task });
        Ok(port)
    }
}

/// The address of a page at another port of the host that a visitor has named.
pub(super) fn address(headers: &HeaderMap, port: u16, fallback: SocketAddr) -> String {
    let host = headers.get("host").and_then(|it| it.to_str().ok());
    let name = host.map_or_else(
        || fallback.ip().to_string(),
        |host| {
            let is_port =
                |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
            host.rsplit_once(':')
                .filter(|(_, rest)| is_port(rest))
                .map_or(host, |(name, _)| name)
                .to_owned()
        },
    );
    format!("http://{name}:{port}/{PAGE}")
}

/// The files of one viewer.
struct Files {
    guard: Guard,
    root: PathBuf,
    /// Removed with the last request.
    _folder: TempDir,
}

/// A file of the viewer.
async fn file(State(files): State<Arc<Files>>, request: Request) -> Response {
    if let Err(refused) = files.guard.check(request.headers()) {
        return refused.into_response();
    }
    let path = decoded(request.uri().path().trim_start_matches('/'));
    let path = if path.is_empty() { PAGE.to_owned() } else { path };
    let kind = kind_of(&path);
    let read = move || inside(&files.root, &path).and_then(|path| ordinary::read(&path).ok());
    let Ok(Some(bytes)) = tokio::task::spawn_blocking(read).await else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let mut response = bytes.into_response();
    for (name, value) in
        [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store"), (X_CONTENT_TYPE_OPTIONS, "nosniff")]
    {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The type of a file, by its name.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "fnt" | "xml" => "text/xml",
        "ttf" => "font/ttf",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "mp4" => "video/mp4",
        _ => "application/octet-stream",
    }
}

/// A path without its percent signs.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .filter(|_| first == b'%')
            .and_then(|code| std::str::from_utf8(code).ok());
        if let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text as the value of a parameter of an address.
pub(super) fn encoded(text: &str) -> String {
    use std::fmt::Write;
    text.bytes().fold(String::new(), |mut all, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            all.push(char::from(byte));
        } else {
            let _ = write!(all, "%{byte:02X}");
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_encoded_and_decoded() {
        for text in ["a/b-1.jsonl", "ä b&c=%", "100%"] {
            assert_eq!(decoded(&encoded(text)), text);
        }
        assert_eq!(encoded("ä b&\"<"), "%C3%A4%20b%26%22%3C");
        assert_eq!(decoded("a%2"), "a%2");
    }

    #[test]
    fn the_viewer_is_at_the_host_that_the_visitor_named() {
        let fallback = "127.0.0.1:8020".parse().unwrap();
        let of = |host: &str| {
            let headers = HeaderMap::from_iter([("host".parse().unwrap(), host.parse().unwrap())]);
            address(&headers, 7, fallback)
        };
        assert_eq!(of("localhost:8020"), "http://localhost:7/test.html");
        assert_eq!(of("[::1]:8020"), "http://[::1]:7/test.html");
        assert_eq!(of("box"), "http://box:7/test.html");
        assert_eq!(address(&HeaderMap::new(), 7, fallback), "http://127.0.0.1:7/test.html");
    }
}
