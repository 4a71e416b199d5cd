//! The state that all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use super::asking::Askable;
use super::guard::Guard;
use super::index::Index;
use super::logs::Logs;
use super::official::Official;

/// The state that all requests share.
pub(super) struct Shared {
    pub root: PathBuf,
    pub address: SocketAddr,
    pub guard: Guard,
    pub logs: Logs,
    pub index: Arc<Index>,
    pub official: Official,
    pub askable: Arc<Askable>,
}
