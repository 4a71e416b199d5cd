//! A folder of logs and recordings as live pages, over HTTP.
//!
//! | address | content |
//! |---|---|
//! | `/` | page of the folder's logs and recordings |
//! | `/report?log=PATH` | page of the report on a log, or with `a` and `b` on two of its bots |
//! | `/game?recording=PATH` | page of a recorded game |
//! | `/pair?recording=PATH&with=PATH` | page of two games of one seed with the seats swapped |
//! | `/official?recording=PATH` | redirects to the official viewer of the game, at another port |
//! | `/api/folder`, `/api/recordings`, `/api/games?log=PATH` | lists as JSON |
//! | `/api/answers?recording=PATH&seat=N&bot=BOT` | what a bot would have answered, as server-sent events |
//! | `/api/news`, `/api/news?log=PATH` | changes, as server-sent events |
//!
//! Paths are relative to the folder and cannot lead out of it. The server writes nothing. Watching costs a run at most
//! 1 %: a result that took a time t to compute is reused for at least 100 t.

mod asking;
mod connections;
mod filter;
mod folder;
mod guard;
mod index;
mod judge;
mod logs;
mod names;
mod news;
mod official;
mod order;
mod place;
mod reuse;
mod routes;
mod shared;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

use asking::Askable;
use guard::Guard;
use index::Index;
use logs::Logs;
use official::Official;
use shared::Shared;

use crate::bot::Strangers;

/// A server for one folder, bound to its port.
pub struct Dashboard {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Dashboard {
    /// Binds a server for a folder. Unless the address is a loopback address, a visitor needs a token. Pages of games can
    /// ask the house players and `bots`, which are run as `strangers` says.
    ///
    /// # Errors
    /// If the folder cannot be read or the address is in use.
    pub fn bind(
        folder: &Path,
        (host, port): (IpAddr, u16),
        bots: Vec<String>,
        strangers: Strangers,
    ) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        root.read_dir()?;
        let listener = TcpListener::bind((host, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Shared {
            guard: Guard::of(address),
            logs: Logs::default(),
            index: Index::start(root.clone()),
            official: Official::default(),
            askable: Arc::new(Askable::new(bots, strangers)),
            address,
            root,
        };
        Ok(Self { listener, address, shared: Arc::new(shared) })
    }

    /// The address of the first page, with the token if one is needed.
    pub fn url(&self) -> String {
        self.shared.guard.url(self.address)
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// If the system cannot start threads or accept connections.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(4)
            .enable_all()
            .build()?;
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            connections::accept(listener, routes::routes(self.shared)).await;
            Ok(())
        })
    }
}
