//! The progress of a run of many games: a bar on a terminal, lines elsewhere.

mod games;
mod lines;

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use console::truncate_str;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use self::games::{Games, TestLeft};
use self::lines::ProgressLines;
use super::failure::Failure;
use crate::arena::{DuelStanding, Log, Logged, News, Observer, RunSettings, TrialStanding};
use crate::report::{standing_line, trial_line};
use crate::stats::sprt::Sprt;
use crate::tell;
use crate::terminal::harmless;
use crate::terminal::is_drawn_on;

/// The line on a terminal. `games` is a key of this module: a word behind a colon would be read as a style.
const TEMPLATE: &str = "{bar:24} {games}  {msg}{news}";

/// Most columns of a bot's name in a line about a fault.
const NAME: usize = 40;

/// Shows a run on standard error: as a bar if that is a terminal, and otherwise as a line every ten
/// seconds and at each look of a sequential test. Bots that are thrown out of a game get lines of their own.
pub(super) struct RunProgress {
    style: ProgressStyle,
    /// Hidden if lines are written.
    bar: ProgressBar,
    /// The games that the bar shows.
    games: Arc<Mutex<Games>>,
    lines: Option<ProgressLines>,
    /// Units at the last look of the test.
    units: u64,
}

impl RunProgress {
    /// The progress of a run with these settings.
    pub fn new(settings: &RunSettings) -> Result<Self, Failure> {
        let games = Arc::new(Mutex::new(Games::new(0, 0)));
        let news = settings.elsewhere.as_ref().map(|it| it.news()).unwrap_or_default();
        let style = style(&games, news.clone())?;
        let lines = (!is_drawn_on(&console::Term::stderr()))
            .then(|| ProgressLines::every(Duration::from_secs(10), std::io::stderr(), news));
        Ok(Self { style, bar: ProgressBar::hidden(), games, lines, units: 0 })
    }

    /// Changes the games that the bar shows.
    fn count(&self, change: impl FnOnce(&mut Games)) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut games);
        let (done, end) = (games.done(), games.end());
        // The bar reads the games when it is drawn.
        drop(games);
        self.bar.set_length(end);
        self.bar.set_position(done);
    }

    /// Says what is left under a test.
    fn set_left(&self, left: TestLeft) {
        match &self.lines {
            Some(lines) => lines.test(left),
            None => self.count(|games| games.set_test(left)),
        }
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
        self.count(|it| *it = Games::new(games, known));
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn skip(&mut self, games: u64) {
        self.count(|it| it.skip(games));
        self.lines.iter().for_each(|lines| lines.skip(games));
    }

    fn ended(&mut self, log: &Log, game: &Logged) {
        self.count(Games::play);
        self.lines.iter().for_each(ProgressLines::played);
        for out in &game.thrown_out {
            let bot = harmless(&game.bots[out.seat.0]);
            let bot = truncate_str(&bot, NAME, "…");
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
        if standing.test().is_some() {
            self.set_left(standing.games_left());
        }
        self.show(line, standing.shares.units(), standing.test().is_some());
    }

    fn tried(&mut self, standing: &TrialStanding) {
        let line = trial_line(standing);
        if standing.test().is_some() {
            self.set_left(standing.games_left());
        }
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

/// The style of a bar that shows some games.
fn style(games: &Arc<Mutex<Games>>, news: News) -> anyhow::Result<ProgressStyle> {
    let games = Arc::clone(games);
    let text = move |_: &ProgressState, out: &mut dyn Write| {
        let games = *games.lock().unwrap_or_else(PoisonError::into_inner);
        // A bar that cannot be drawn is not worth an error.
        let _ = out.write_str(&games.text());
    };
    // It is a line of its own.
    let below = move |_: &ProgressState, out: &mut dyn Write| {
        let line = news.line();
        if !line.is_empty() {
            let _ = write!(out, "\n{}", harmless(&line));
        }
    };
    let style = ProgressStyle::with_template(TEMPLATE).context("a progress bar is wrong")?;
    Ok(style.with_key("games", text).with_key("news", below))
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    use super::*;

    #[test]
    fn the_bar_shows_the_games_so_far_their_speed_and_the_time_left() {
        let terminal = InMemoryTerm::new(3, 200);
        let games = Arc::new(Mutex::new(Games::new(0, 0)));
        let news = News::default();
        let style = style(&games, news.clone()).unwrap();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(1), target).with_style(style.clone());
        let mut progress = RunProgress { style, bar, games, lines: None, units: 0 };
        progress.count(|it| *it = Games::new(400, 206));
        progress.count(Games::play);
        progress.bar.set_message("+207 =0 -0");
        progress.bar.force_draw();
        let shown = terminal.contents();
        assert!(shown.contains(" 207/400 games, ") && shown.contains("/s, "), "{shown}");
        assert!(shown.ends_with(" left  +207 =0 -0") && !shown.contains(['{', '\x1b']), "{shown}");
        news.set("batches: 3 queued".to_owned());
        progress.bar.force_draw();
        let shown = terminal.contents();
        assert!(shown.contains(" left  +207 =0 -0\nbatches: 3 queued"), "{shown}");
        news.set(String::new());
        progress.set_left(Some([20, 60]));
        progress.bar.force_draw();
        let shown = terminal.contents();
        assert!(
            shown.contains(" left if the test goes on like this, at most 400 games"),
            "{shown}"
        );
        progress.end();
    }
}
