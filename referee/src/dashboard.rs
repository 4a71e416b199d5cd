//! A folder of logs and recordings as live pages, over HTTP.
//!
//! | address | what it gives |
//! |---|---|
//! | `/` | the logs and recordings of the folder |
//! | `/report?log=PATH` | the report on a log; with `a` and `b` that on two of its bots |
//! | `/game?recording=PATH` | the page of a recorded game |
//! | `/api/folder`, `/api/recordings`, `/api/games?log=PATH` | lists, as JSON |
//! | `/api/news`, `/api/news?log=PATH` | what is new, as server-sent events |
//!
//! Paths are relative to the folder, and none leaves it. Nothing is ever written. A run that is watched pays
//! little: what took a time is not computed again before a hundred times that time is over.

mod filter;
mod folder;
mod guard;
mod index;
mod logs;
mod news;
mod routes;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use guard::Guard;
use index::Index;
use logs::Logs;

/// What is computed again may take this part of the time.
const SHARE: u32 = 100;

/// How long something that took so long is not computed again.
fn rest_after(took: Duration) -> Duration {
    (took * SHARE).clamp(Duration::from_secs(1), Duration::from_secs(600))
}

/// What all requests share.
struct Shared {
    root: PathBuf,
    guard: Guard,
    logs: Logs,
    index: Arc<Index>,
}

/// A server of a folder, which listens.
pub struct Dashboard {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Dashboard {
    /// Listens at an address for visitors of a folder. On any other address than those of this machine
    /// alone a visitor must bring a token.
    ///
    /// # Errors
    /// The folder cannot be read, or the address is taken.
    pub fn bind(folder: &Path, host: IpAddr, port: u16) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        root.read_dir()?;
        let listener = TcpListener::bind((host, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Shared {
            guard: Guard::of(address),
            logs: Logs::default(),
            index: Index::start(root.clone()),
            root,
        };
        Ok(Self { listener, address, shared: Arc::new(shared) })
    }

    /// Where a visitor begins.
    pub fn url(&self) -> String {
        self.shared.guard.url(self.address)
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// The system gives no threads or no connections.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(4)
            .enable_all()
            .build()?;
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            axum::serve(listener, routes::routes(self.shared)).await
        })
    }
}
