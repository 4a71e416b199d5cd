//! Progress in lines, for a log file or a pipe.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::games::{Games, TestLeft};
use crate::arena::News;
use crate::terminal::harmless;

/// Minimum time between two lines with looks of a test.
const LOOKS: Duration = Duration::from_secs(1);

/// Writes the progress of a run at regular intervals while games are played.
pub struct ProgressLines {
    state: Arc<Mutex<State>>,
    /// Dropped to end the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct State {
    out: Box<dyn Write + Send>,
    every: Duration,
    games: Option<Games>,
    message: String,
    /// What is known of other machines.
    news: News,
    last_line: Instant,
}

impl ProgressLines {
    /// Writes a line at least once in each interval of that length while games are played.
    pub fn every(every: Duration, out: impl Write + Send + 'static, news: News) -> Self {
        let (last_line, message) = (Instant::now(), String::new());
        let state = State { out: Box::new(out), every, games: None, message, news, last_line };
        let state = Arc::new(Mutex::new(state));
        let (stop, stopped) = mpsc::channel::<()>();
        let shared = Arc::clone(&state);
        let tick = (every / 10).max(Duration::from_millis(1));
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
                let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let every = state.every;
                state.write_after(every);
            }
        });
        Self { state, stop: Some(stop), thread: Some(thread) }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Starts counting `all` games, of which `known` are known from an earlier run.
    pub fn begin(&self, all: u64, known: u64) {
        self.change(|state| state.games = Some(Games::new(all, known)));
    }

    /// Counts further games as known from an earlier run.
    pub fn skip(&self, games: u64) {
        self.change(|state| state.games.iter_mut().for_each(|it| it.skip(games)));
    }

    /// Counts a finished game.
    pub fn played(&self) {
        self.change(|state| state.games.iter_mut().for_each(Games::play));
    }

    /// Sets what is left under a test.
    pub fn test(&self, left: TestLeft) {
        self.change(|state| state.games.iter_mut().for_each(|it| it.set_test(left)));
    }

    /// Sets the end of the following lines; with `look` a line is written at once.
    pub fn message(&self, message: String, look: bool) {
        self.change(|state| {
            state.message = message;
            if look {
                state.write_after(LOOKS.min(state.every));
            }
        });
    }

    /// Writes a separate line.
    pub fn say(&self, line: &str) {
        self.change(|state| state.write(line));
    }

    /// Stops writing lines about games.
    pub fn end(&self) {
        self.change(|state| state.games = None);
    }
}

impl Drop for ProgressLines {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

impl State {
    /// Writes a line if the last one is older than `age`.
    fn write_after(&mut self, age: Duration) {
        if let Some(games) = self.games
            && self.last_line.elapsed() >= age
        {
            let line = format!("{}  {}", games.text(), self.message);
            self.write(line.trim_end());
            let news = self.news.line();
            if !news.is_empty() {
                self.write(&news);
            }
            self.last_line = Instant::now();
        }
    }

    /// Ignores write errors: the games are in the log.
    fn write(&mut self, line: &str) {
        let _ = writeln!(self.out, "{}", harmless(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that a test can read.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Shared {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn lines_are_written_periodically_only_while_games_are_played() {
        let out = Shared::default();
        let news = News::default();
        let lines = ProgressLines::every(Duration::from_millis(5), out.clone(), news.clone());
        lines.begin(10, 3);
        while out.text().lines().count() < 3 {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(out.text().starts_with("3/10 games, 0.0/s\n3/10"), "{}", out.text());
        news.set("batches: 3 queued".to_owned());
        while !out.text().contains("3/10 games, 0.0/s\nbatches: 3 queued\n3/10") {
            thread::sleep(Duration::from_millis(1));
        }
        lines.end();
        let after = out.text();
        thread::sleep(Duration::from_millis(30));
        assert_eq!(out.text(), after);
    }

    #[test]
    fn a_look_is_written_at_once() {
        let out = Shared::default();
        let lines = ProgressLines::every(Duration::from_secs(3600), out.clone(), News::default());
        lines.begin(10, 0);
        lines.message("LLR 0.1".into(), false);
        assert_eq!(out.text(), "", "no look");
        lines.change(|state| state.every = Duration::ZERO);
        lines.message("LLR 0.2".into(), true);
        assert!(out.text().ends_with("LLR 0.2\n"), "{}", out.text());
        lines.change(|state| state.every = LOOKS);
        lines.message("LLR 0.3".into(), true);
        assert!(!out.text().contains("LLR 0.3"), "another look within a second");
    }
}
