//! Changes as server-sent events.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};

use super::logs::{OpenLog, Question};
use super::shared::Shared;

/// Time between two checks for changes.
const PAUSE: Duration = Duration::from_millis(500);

/// The data of the folder's page: at once, and after each change.
pub(super) fn of_folder(shared: Arc<Shared>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = unfold((shared, None), |(shared, seen)| async move {
        while seen.is_some() {
            tokio::time::sleep(PAUSE).await;
            if seen != Some(shared.index.version()) {
                break;
            }
        }
        let overview = shared.index.overview();
        let seen = Some(overview.version);
        let event = Event::default().event("folder").json_data(overview).unwrap_or_default();
        Some((Ok(event), (shared, seen)))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// The data of a report's page: at once, and after each change of the log.
pub(super) fn of_log(
    shared: Arc<Shared>,
    log: Arc<Mutex<OpenLog>>,
    name: String,
    asked: Question,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let state = (shared, log, name, asked, None);
    let stream = unfold(state, |(shared, log, name, asked, mut seen)| async move {
        loop {
            if seen.is_some() {
                tokio::time::sleep(PAUSE).await;
            }
            let (open, about, called) = (log.clone(), asked.clone(), name.clone());
            let from = shared.clone();
            let looked = tokio::task::spawn_blocking(move || {
                let mut log = open.lock().unwrap_or_else(PoisonError::into_inner);
                log.findings(&from.root, &called, &about)
            });
            let findings = match looked.await {
                Ok(Ok(findings)) => findings,
                // A log may be away for a moment, while another one takes its place.
                _ if seen.is_some() => continue,
                _ => return None,
            };
            if seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, &findings)) {
                continue;
            }
            let event = Event::default().event("report").json_data(&*findings).unwrap_or_default();
            seen = Some(findings);
            return Some((Ok(event), (shared, log, name, asked, seen)));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
