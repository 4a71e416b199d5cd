//! The progress of a run of many games: a bar on a terminal, lines elsewhere.

mod lines;

use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use self::lines::ProgressLines;
use super::failure::Failure;
use crate::arena::{DuelStanding, Log, Logged, Observer, TrialStanding};
use crate::report::{standing_line, trial_line};
use crate::stats::sprt::Sprt;
use crate::tell;
use crate::terminal::harmless;
use crate::terminal::is_drawn_on;

const TEMPLATE: &str = "{bar:24} {pos}/{len} games, {per_sec:.1}, {eta} left  {msg}";

/// Most characters of a bot's name in a line about a fault.
const NAME: usize = 40;

/// Shows a run on standard error: as a bar if that is a terminal, and otherwise as a line every ten
/// seconds and at each look of a sequential test. Bots that are thrown out of a game get lines of their own.
pub(super) struct RunProgress {
    style: ProgressStyle,
    /// Hidden if lines are written.
    bar: ProgressBar,
    lines: Option<ProgressLines>,
    /// Units at the last look of the test.
    units: u64,
}

impl RunProgress {
    pub fn new() -> Result<Self, Failure> {
        let style = ProgressStyle::with_template(TEMPLATE).context("a progress bar is wrong")?;
        let lines = (!is_drawn_on(&console::Term::stderr()))
            .then(|| ProgressLines::every(Duration::from_secs(10), std::io::stderr()));
        Ok(Self { style, bar: ProgressBar::hidden(), lines, units: 0 })
    }

    /// Shows the standing after `units` units, at which a test may look.
    fn show(&mut self, line: String, units: u64, has_test: bool) {
        let Some(lines) = &self.lines else { return self.bar.set_message(line) };
        lines.message(line, has_test && Sprt::looks_after(units) && units != self.units);
        self.units = units;
    }

    fn say(&self, line: &str) {
        match &self.lines {
            Some(lines) => lines.say(line),
            None => self.bar.suspend(|| tell!("{}", harmless(line))),
        }
    }
}

impl Observer for RunProgress {
    fn begin(&mut self, games: u64, known: u64) {
        if let Some(lines) = &self.lines {
            return lines.begin(games, known);
        }
        self.bar = ProgressBar::new(games).with_style(self.style.clone());
        self.bar.set_position(known);
        // Games of an earlier run say nothing about the speed of this one.
        self.bar.reset_eta();
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn skip(&mut self, games: u64) {
        self.bar.inc(games);
        self.lines.iter().for_each(|lines| lines.skip(games));
    }

    fn ended(&mut self, log: &Log, game: &Logged) {
        self.bar.inc(1);
        self.lines.iter().for_each(ProgressLines::played);
        for out in &game.thrown_out {
            let bot: String = game.bots[out.seat.0].chars().take(NAME).collect();
            self.say(&format!("{bot} was thrown out on seed {}, {}", game.seed, out.kind()));
            let words = game.last_words.iter().find(|words| words.seat == out.seat);
            let Some(words) = words else { continue };
            if words.reason != out.cause {
                self.say(&format!("  {}", words.reason));
            }
            words.stderr.iter().for_each(|line| self.say(&format!("  stderr: {line}")));
            if let Some(recording) = &game.recording {
                let kept = log.path().with_file_name(recording);
                self.say(&format!("  recording {}", kept.display()));
            }
        }
    }

    fn compared(&mut self, standing: &DuelStanding) {
        let line = standing_line(standing);
        self.show(line, standing.shares.units(), standing.test().is_some());
    }

    fn tried(&mut self, standing: &TrialStanding) {
        let line = trial_line(standing);
        self.show(line, standing.results.rounds(), standing.test().is_some());
    }

    fn part(&mut self, name: &str) {
        let name = harmless(name).into_owned();
        self.lines.iter().for_each(|lines| lines.message(name.clone(), false));
        self.bar.set_message(name);
    }

    fn end(&mut self) {
        self.bar.finish_and_clear();
        self.lines.iter().for_each(ProgressLines::end);
    }
}
