//! The index of the folder's files, which a background thread keeps up to date.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;

use super::filter::{Facts, Filter};
use super::folder::{Content, Found, LogHead, files, look};
use super::judge::Wanted;
use super::order::{Order, Values};
use super::reuse::reuse_time;
use crate::cluster::{Board, RunFolder};
use crate::pages::GameRow;

/// The index of the folder's files.
pub(super) struct Index {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    entries: HashMap<PathBuf, (Found, Content)>,
    /// Number of files in the folder, whether they have been read or not.
    there: usize,
    /// Number of changes so far.
    version: u64,
    /// The recordings, the newest first, and the version in which that was so.
    newest: (u64, Vec<PathBuf>),
}

impl State {
    /// Orders the recordings anew if the index has changed.
    fn order(&mut self) {
        if self.newest.0 == self.version {
            return;
        }
        let recordings =
            self.entries.values().filter(|(_, content)| matches!(content, Content::Recording(_)));
        let mut found: Vec<&Found> = recordings.map(|(found, _)| found).collect();
        found.sort_unstable_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.path.cmp(&b.path)));
        self.newest = (self.version, found.into_iter().map(|it| it.path.clone()).collect());
    }

    /// The batches of the run of a log, if that is played on other machines.
    fn batches(&self, log: &Path) -> Option<Board> {
        match self.entries.get(&RunFolder::of_log(log).progress()) {
            Some((_, Content::Batches(board))) => Some((**board).clone()),
            _ => None,
        }
    }

    /// The rows of the recordings, the newest first.
    fn rows(&self) -> impl Iterator<Item = &GameRow> {
        let row = |path| match self.entries.get(path) {
            Some((_, Content::Recording(row))) => Some(&**row),
            _ => None,
        };
        self.newest.1.iter().filter_map(row)
    }
}

/// The page of the folder: its logs and the number of its recordings.
#[derive(Debug, Serialize)]
pub(super) struct Overview {
    /// The logs, the last changed first.
    logs: Vec<LogHead>,
    /// Number of recordings.
    recordings: usize,
    /// Names of bots in recordings, sorted.
    bots: Vec<String>,
    /// Number of files that have been read.
    looked: usize,
    /// Number of files in the folder.
    there: usize,
    /// Number of changes so far.
    pub version: u64,
}

/// Some rows of a list, and the number of all rows that pass the filter.
#[derive(Debug, Serialize)]
pub(super) struct Rows {
    pub rows: Vec<GameRow>,
    pub found: usize,
}

/// Files that are read before the index is updated.
const BATCH: usize = 500;

/// Most bots in the filter's list.
const MOST_BOTS: usize = 500;

impl Index {
    /// Starts to index a folder. The background thread ends when the index is dropped.
    pub(super) fn start(root: PathBuf) -> Arc<Self> {
        let index = Arc::new(Self { state: Mutex::default() });
        let watcher = Arc::downgrade(&index);
        thread::spawn(move || watch(&root, &watcher));
        index
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of changes so far.
    pub(super) fn version(&self) -> u64 {
        self.lock().version
    }

    /// The data of the folder's page.
    pub(super) fn overview(&self) -> Overview {
        let state = self.lock();
        let now = SystemTime::now();
        let (mut logs, mut recordings, mut bots) = (Vec::new(), 0, BTreeSet::new());
        for (found, content) in state.entries.values() {
            match content {
                Content::Log(head) => {
                    let idle = now.duration_since(found.changed).unwrap_or_default().as_secs();
                    let batches = state.batches(&found.path);
                    logs.push(LogHead { idle, batches, ..(**head).clone() });
                }
                Content::Recording(row) => {
                    recordings += 1;
                    for bot in &row.bots {
                        if bots.len() < MOST_BOTS {
                            bots.insert(bot);
                        }
                    }
                }
                Content::Batches(_) | Content::Other => {}
            }
        }
        logs.sort_by(|a, b| (a.idle, &a.path).cmp(&(b.idle, &b.path)));
        let bots = bots.into_iter().cloned().collect();
        let (looked, there, version) = (state.entries.len(), state.there, state.version);
        Overview { logs, recordings, bots, looked, there, version }
    }

    /// `count` recordings that pass a filter, in an order, without the first `from`.
    pub(super) fn recordings(
        &self,
        filter: &Filter,
        order: Order,
        from: usize,
        count: usize,
    ) -> Rows {
        let mut state = self.lock();
        state.order();
        // A game has the same number in each part of the list; the oldest has 1.
        let all: Vec<&GameRow> = state.rows().collect();
        let numbered = all.iter().enumerate().map(|(at, row)| (all.len() - at, *row));
        let mut rows: Vec<(usize, &GameRow)> =
            numbered.filter(|(_, row)| filter.wants(&facts(row))).collect();
        let found = rows.len();
        order.sort(&mut rows, |(_, row)| values(row));
        let numbered = rows.into_iter().skip(from).take(count);
        let rows = numbered.map(|(number, row)| GameRow { number, ..row.clone() });
        Rows { rows: rows.collect(), found }
    }
}

fn values(row: &GameRow) -> Values<'_> {
    Values {
        contest: row.game.as_deref().unwrap_or_default(),
        seed: &row.seed,
        bots: &row.bots,
        scores: &row.scores,
        turns: row.turns,
        end: &row.end,
        slowest: row.slowest.iter().copied().max().unwrap_or(0),
        faults: row.faults.len() + usize::from(row.overloaded),
    }
}

fn facts(row: &GameRow) -> Facts<'_> {
    Facts {
        seed: &row.seed,
        bots: &row.bots,
        ranks: &row.ranks,
        turns: row.turns,
        faults: row.faults.iter().map(|(seat, _)| *seat).collect(),
        overloaded: row.overloaded,
        kept: true,
    }
}

fn watch(root: &std::path::Path, index: &Weak<Index>) {
    loop {
        let began = Instant::now();
        let mut found = files(root);
        // Logs first: they are few, and users look for them first.
        found.sort_by_key(|file| file.path.extension().is_some_and(|end| end == "jsonl"));
        let Some(index) = index.upgrade() else { return };
        update(root, &index, found);
        judge(&index);
        drop(index);
        let rest = reuse_time(began.elapsed());
        thread::sleep(rest.min(Duration::from_secs(60)));
    }
}

/// What `read` returns; `None` if it panics. The files of a folder may be anybody's, and there is one thread for all of
/// them: one file that this program fails on must not stop it. The message of the panic is on standard error.
fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(read)).ok()
}

/// Computes the headlines of logs that have changed, one by one, so that visitors see results early.
fn judge(index: &Index) {
    let wanted: Vec<Wanted> = {
        let state = index.lock();
        let logs = state.entries.iter().filter_map(|(path, (_, content))| match content {
            Content::Log(head) if head.judged.is_due(head.place.read) => {
                Some(Wanted { path: path.clone(), length: head.place.read })
            }
            _ => None,
        });
        logs.collect()
    };
    for log in wanted {
        let (headline, judged) = guarded(|| log.judge()).unwrap_or_else(|| (None, log.unjudged()));
        let mut state = index.lock();
        if let Some((_, Content::Log(head))) = state.entries.get_mut(&log.path) {
            (head.headline, head.judged) = (headline, judged);
            state.version += 1;
        }
    }
}

/// Reads new and changed files in batches, so that visitors see results early.
fn update(root: &std::path::Path, index: &Index, found: Vec<Found>) {
    let changed: Vec<(Found, Option<Content>)> = {
        let mut state = index.lock();
        let there: std::collections::HashSet<&PathBuf> = found.iter().map(|it| &it.path).collect();
        let before = state.entries.len();
        state.entries.retain(|path, _| there.contains(path));
        let gone = before != state.entries.len();
        state.version += u64::from(gone || state.there != found.len());
        state.there = found.len();
        let is_new =
            |file: &Found| state.entries.get(&file.path).is_none_or(|(old, _)| old != file);
        let content = |file: &Found| state.entries.get(&file.path).map(|(_, old)| old.clone());
        let new = found.into_iter().filter(|file| is_new(file));
        new.map(|file| (content(&file), file)).map(|(content, file)| (file, content)).collect()
    };
    let mut changed = changed.into_iter().peekable();
    while changed.peek().is_some() {
        let part = changed.by_ref().take(BATCH);
        let looked: Vec<_> = part
            .map(|(file, before)| {
                let content = guarded(|| look(root, &file, before.as_ref()));
                let content = content.unwrap_or(Content::Other);
                (file.path.clone(), (file, content))
            })
            .collect();
        let mut state = index.lock();
        state.entries.extend(looked);
        state.version += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_on_which_the_program_fails_does_not_end_the_thread() {
        assert_eq!(guarded(|| 5), Some(5));
        assert_eq!(guarded(|| -> u32 { panic!("a panic that a test asks for") }), None);
    }
}
