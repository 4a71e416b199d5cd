//! The progress bar of a run of many games.

use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use super::comparison::standing_line;
use crate::arena::{DuelStanding, Log, Logged, Observer};
use crate::tell;
use crate::terminal::harmless;

const TEMPLATE: &str = "{bar:24} {pos}/{len} games, {per_sec:.1}, {eta} left  {msg}";

/// A bar on the standard error stream that hides itself where that is no terminal. Above it stands
/// which bots were thrown out of a game.
pub(super) struct RunProgress {
    style: ProgressStyle,
    bar: ProgressBar,
}

impl RunProgress {
    pub fn new() -> Result<Self, Failure> {
        let style = ProgressStyle::with_template(TEMPLATE).context("a progress bar is wrong")?;
        Ok(Self { style, bar: ProgressBar::hidden() })
    }
}

impl Observer for RunProgress {
    fn begin(&mut self, games: u64, known: u64) {
        self.bar = ProgressBar::new(games).with_style(self.style.clone());
        self.bar.set_position(known);
        // What was played before says nothing about the speed of now.
        self.bar.reset_eta();
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn skip(&mut self, games: u64) {
        self.bar.inc(games);
    }

    fn ended(&mut self, log: &Log, game: &Logged) {
        self.bar.inc(1);
        for out in &game.thrown_out {
            let bot = &game.bots[out.seat.0];
            let kept = game.recording.as_deref();
            let kept = kept.map_or("recording not kept".to_owned(), |recording| {
                log.path().with_file_name(recording).display().to_string()
            });
            let line = format!("{bot} was thrown out, {} ({kept})", out.kind());
            self.bar.suspend(|| tell!("{}", harmless(&line)));
        }
    }

    fn compared(&mut self, standing: &DuelStanding) {
        self.bar.set_message(standing_line(standing));
    }

    fn part(&mut self, name: &str) {
        self.bar.set_message(harmless(name).into_owned());
    }

    fn end(&mut self) {
        self.bar.finish_and_clear();
    }
}
