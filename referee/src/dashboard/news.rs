//! Changes as server-sent events.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};

use super::logs::Question;
use super::shared::Shared;

/// Time between two checks for changes.
const PAUSE: Duration = Duration::from_millis(500);

/// The data of the folder's page, after each change.
pub(super) fn of_folder(shared: Arc<Shared>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let seen = shared.index.version();
    let stream = unfold((shared, seen), |(shared, mut seen)| async move {
        loop {
            tokio::time::sleep(PAUSE).await;
            if shared.index.version() != seen {
                break;
            }
        }
        let overview = shared.index.overview();
        seen = overview.version;
        let event = Event::default().event("folder").json_data(overview).unwrap_or_default();
        Some((Ok(event), (shared, seen)))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// The data of a report's page: at once, and after each change of the log.
pub(super) fn of_log(
    shared: Arc<Shared>,
    path: PathBuf,
    name: String,
    asked: Question,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let state = (shared, path, name, asked, None);
    let stream = unfold(state, |(shared, path, name, asked, mut seen)| async move {
        loop {
            if seen.is_some() {
                tokio::time::sleep(PAUSE).await;
            }
            let log = shared.logs.get(&path);
            let (about, called, from) = (asked.clone(), name.clone(), shared.clone());
            let looked = tokio::task::spawn_blocking(move || {
                let mut log = log.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let findings = log.findings(&from.root, &called, &about)?;
                anyhow::Ok((findings, log.version()))
            });
            let Ok(Ok((findings, version))) = looked.await else { return None };
            if seen.replace(version) == Some(version) {
                continue;
            }
            let event = Event::default().event("report").json_data(&*findings).unwrap_or_default();
            return Some((Ok(event), (shared, path, name, asked, seen)));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
