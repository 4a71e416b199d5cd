//! The state of the view, the actions of keys, and the drawing.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anstyle::Style;
use console::{measure_text_width, strip_ansi_codes};

use super::shot::Shot;
use super::text::{fitted, painted, wrapped};
use crate::game::Seat;
use crate::terminal::seat_style;

/// Speeds in positions per second.
const SPEEDS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 25.0, 50.0, 100.0];

/// On terminals with fewer columns, exchanges are shown below the board, not beside it.
const WIDE: usize = 90;

/// Least columns of the exchanges beside a board.
const BESIDE: usize = 28;

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Play or pause.
    PlayOrPause,
    /// Step by this number of positions; back if it is negative.
    Steps(isize),
    /// Go to the first position.
    First,
    /// Go to the last position that is known.
    Last,
    /// Go to the next event.
    NextEvent,
    /// Go to the event before.
    EventBefore,
    /// Increase the speed.
    Faster,
    /// Decrease the speed.
    Slower,
    /// Quit the viewer.
    Quit,
}

/// The state of the view.
pub struct Viewer {
    title: String,
    players: Vec<String>,
    shots: Vec<Shot>,
    now: usize,
    plays: bool,
    speed: usize,
    /// When the present position was first shown.
    since: Instant,
    source: Source,
    has_colors: bool,
    verdict: Verdict,
}

/// The sentence that says who has won. It is set once, from another thread if the game is being played.
pub type Verdict = Arc<OnceLock<String>>;

/// Whether more positions follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// More follow; the user has asked for `asked` of them by stepping beyond the last.
    Open { asked: usize },
    /// No more follow.
    Over,
}

impl Viewer {
    /// Creates a view of a game at its first position; `is_over` if no more positions follow.
    pub fn new(title: String, players: Vec<String>, shots: Vec<Shot>, is_over: bool) -> Self {
        let has_colors = std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
        let (now, speed, since) = (0, 3, Instant::now());
        let plays = !is_over;
        let source = if is_over { Source::Over } else { Source::Open { asked: 0 } };
        let verdict = Verdict::default();
        Self { title, players, shots, now, plays, speed, since, source, has_colors, verdict }
    }

    /// The place of the sentence that is shown at the end of the game.
    pub fn verdict(&self) -> Verdict {
        Arc::clone(&self.verdict)
    }

    /// The index of the position that is shown.
    pub fn now(&self) -> usize {
        self.now
    }

    fn last(&self) -> usize {
        self.shots.len().saturating_sub(1)
    }

    fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / SPEEDS[self.speed])
    }

    fn go(&mut self, to: usize) {
        self.now = to.min(self.last());
        self.since = Instant::now();
    }

    /// Shows the next position if it is due; returns whether it did.
    pub fn tick(&mut self) -> bool {
        let is_due = self.plays && self.now < self.last() && self.since.elapsed() >= self.pause();
        if is_due {
            self.go(self.now + 1);
        }
        if self.source == Source::Over && self.now == self.last() {
            self.plays = false;
        }
        is_due
    }

    /// Whether the next position of a game in progress should be added.
    pub fn wants_more(&self) -> bool {
        let is_due = self.plays && self.now == self.last() && self.since.elapsed() >= self.pause();
        match self.source {
            Source::Open { asked } => asked > 0 || is_due || self.shots.is_empty(),
            Source::Over => false,
        }
    }

    /// Adds the next position and shows it.
    pub fn add(&mut self, shot: Shot) {
        // The first position is no step: the steps that were pressed before it begin there.
        let is_step = !self.shots.is_empty();
        self.shots.push(shot);
        if let Source::Open { asked } = &mut self.source {
            *asked = asked.saturating_sub(usize::from(is_step));
        }
        self.go(self.last());
    }

    /// Records that no more positions follow.
    pub fn end(&mut self) {
        self.source = Source::Over;
    }

    /// Performs the action of a key; returns false if the user quits.
    pub fn press(&mut self, key: Key) -> bool {
        match key {
            Key::Quit => return false,
            Key::PlayOrPause => {
                if !self.plays && self.source == Source::Over && self.now == self.last() {
                    self.go(0);
                }
                self.plays = !self.plays;
            }
            Key::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Slower => self.speed = self.speed.saturating_sub(1),
            Key::Steps(steps) => {
                self.plays = false;
                let known = (self.last() - self.now) as isize;
                if let Source::Open { asked } = &mut self.source {
                    let unknown = usize::try_from(steps - known).unwrap_or(0);
                    *asked = if steps > 0 { *asked + unknown } else { 0 };
                }
                self.go(self.now.saturating_add_signed(steps));
            }
            Key::First => self.stop_at(Some(0)),
            Key::Last => self.stop_at(Some(self.last())),
            Key::NextEvent => {
                let next = (self.now + 1..self.shots.len()).find(|at| self.shots[*at].is_event);
                self.stop_at(next.or(Some(self.last())));
            }
            Key::EventBefore => {
                let before = (0..self.now).rev().find(|at| self.shots[*at].is_event);
                self.stop_at(before.or(Some(0)));
            }
        }
        true
    }

    fn stop_at(&mut self, at: Option<usize>) {
        self.plays = false;
        self.go(at.unwrap_or(self.now));
    }

    /// The style of a seat: its colour, if colours are wanted.
    fn style(&self, seat: usize) -> Style {
        if self.has_colors { seat_style(seat) } else { Style::new() }
    }

    /// The lines of a screen of this size. No line has more columns than the screen.
    pub fn draw(&self, columns: usize, rows: usize) -> Vec<String> {
        let empty = Shot::default();
        let shot = self.shots.get(self.now).unwrap_or(&empty);
        let mut lines = self.head();
        let foot = self.foot(columns);
        lines.extend(self.middle(shot, columns, rows.saturating_sub(lines.len() + foot.len())));
        lines.extend(foot);
        lines.truncate(rows);
        lines.iter().map(|line| fitted(line, columns)).collect()
    }

    fn head(&self) -> Vec<String> {
        let player = |(seat, name): (usize, &String)| {
            painted(self.style(seat), &format!("{} {name}", Seat(seat).letter()))
        };
        let players: Vec<String> = self.players.iter().enumerate().map(player).collect();
        vec![painted(Style::new().bold(), &self.title), players.join("  ")]
    }

    /// The board, and beside or below it the exchanges: exactly this number of lines.
    fn middle(&self, shot: &Shot, columns: usize, rows: usize) -> Vec<String> {
        let mut board = shot.board.clone();
        if !self.has_colors {
            board = board.iter().map(|line| strip_ansi_codes(line).into_owned()).collect();
        }
        let wide = board.iter().map(|line| measure_text_width(line)).max().unwrap_or(0);
        if columns < WIDE.max(wide + BESIDE + 2) {
            board.truncate(rows.saturating_sub(3));
            board.push("─".repeat(columns));
            board.extend(self.said(shot, columns));
            board.resize(rows, String::new());
            return board;
        }
        let said = self.said(shot, columns - wide - 2);
        let at = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
        let beside = |row| {
            let board = at(&board, row);
            let gap = " ".repeat(wide + 1 - measure_text_width(&board));
            format!("{board}{gap}│{}", at(&said, row))
        };
        (0..rows).map(beside).collect()
    }

    fn said(&self, shot: &Shot, columns: usize) -> Vec<String> {
        let line = |line: &super::shot::Line| {
            let mark = if line.is_answer {
                format!("{}> ", Seat(line.seat).letter())
            } else {
                "   ".to_owned()
            };
            let own = self.style(line.seat);
            let style = if line.is_fault { own.bold().invert() } else { own };
            wrapped(&(mark + &line.text), columns)
                .into_iter()
                .map(move |piece| painted(style, &piece))
                .collect::<Vec<_>>()
        };
        shot.said.iter().flat_map(line).collect()
    }

    fn foot(&self, columns: usize) -> Vec<String> {
        let last = self.last();
        let state = if self.plays { "▶" } else { "⏸" };
        let turn = |at: usize| {
            let turn = self.shots.get(at).and_then(|shot| shot.turn);
            turn.map_or(at.to_string(), |turn| turn.to_string())
        };
        let more = if self.source == Source::Over { "" } else { "…" };
        let (now, end, speed) = (turn(self.now), turn(last), SPEEDS[self.speed]);
        let label = format!("{state} turn {now} of {end}{more}, {speed} a second");
        // A bar over the whole line, with the label in its middle.
        let before = columns.saturating_sub(measure_text_width(&label)) / 2;
        let label: Vec<char> =
            format!("{}{label:after$}", " ".repeat(before), after = columns - before)
                .chars()
                .collect();
        let done = label.len() * self.now / last.max(1);
        let [done, rest] =
            [&label[..done], &label[done..]].map(|part| part.iter().collect::<String>());
        let help = "space play  ←→ step  PgUp/PgDn 10  n/p event  Home/End  +/- speed  q quit";
        let is_end = self.source == Source::Over && self.now == last;
        let verdict = self.verdict.get().filter(|_| is_end);
        let verdict = verdict.into_iter().flat_map(|text| wrapped(text, columns));
        let verdict = verdict.map(|line| painted(Style::new().bold(), &line));
        verdict.chain([painted(Style::new().invert(), &done) + &rest, help.to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shot;
    use super::*;

    fn shots(events: &[usize], count: usize) -> Vec<Shot> {
        let shot = |at: usize| Shot {
            turn: None,
            board: vec![format!("\u{1b}[31mboard {at}\u{1b}[0m")],
            said: vec![shot::Line {
                text: format!("answer {at}"),
                is_answer: true,
                ..Default::default()
            }],
            is_event: events.contains(&at),
        };
        (0..count).map(shot).collect()
    }

    fn viewer(is_over: bool) -> Viewer {
        let players = ["one", "two"].map(str::to_owned).to_vec();
        Viewer::new("a game".to_owned(), players, shots(&[3, 7], 10), is_over)
    }

    fn screen(viewer: &Viewer, columns: usize) -> String {
        let lines = viewer.draw(columns, 12);
        assert!(lines.len() == 12 && lines.iter().all(|it| measure_text_width(it) <= columns));
        strip_ansi_codes(&lines.join("\n")).into_owned()
    }

    #[test]
    fn keys_move_through_the_game() {
        let mut viewer = viewer(true);
        for (key, now) in [
            (Key::Steps(1), 1),
            (Key::Steps(10), 9),
            (Key::Steps(-10), 0),
            (Key::NextEvent, 3),
            (Key::NextEvent, 7),
            (Key::NextEvent, 9),
            (Key::EventBefore, 7),
            (Key::First, 0),
            (Key::Last, 9),
            (Key::PlayOrPause, 0),
        ] {
            assert!(viewer.press(key));
            assert_eq!(viewer.now(), now, "{key:?}");
        }
        assert!(!viewer.press(Key::Quit));
    }

    #[test]
    fn a_game_that_is_paused_waits_and_a_step_takes_one_position() {
        let mut viewer = viewer(false);
        viewer.press(Key::Last);
        assert!(!viewer.wants_more());
        viewer.press(Key::Steps(1));
        viewer.press(Key::Steps(1));
        for now in [10, 11] {
            assert!(viewer.wants_more());
            viewer.add(Shot::default());
            assert_eq!(viewer.now(), now);
        }
        assert!(!viewer.wants_more());
        viewer.press(Key::Steps(-1));
        assert!(!viewer.wants_more(), "a step back asks for no position");
        viewer.end();
        viewer.press(Key::Last);
        viewer.press(Key::Steps(1));
        assert!(!viewer.wants_more());
    }

    #[test]
    fn steps_that_are_pressed_before_the_first_position_are_kept() {
        let mut viewer = Viewer::new("a game".to_owned(), Vec::new(), Vec::new(), false);
        viewer.press(Key::Steps(-1));
        for _ in 0..3 {
            viewer.press(Key::Steps(1));
        }
        while viewer.wants_more() {
            viewer.add(Shot::default());
        }
        assert_eq!(viewer.now(), 3);
    }

    #[test]
    fn the_last_position_of_a_game_that_is_over_says_who_won() {
        for is_over in [false, true] {
            let mut viewer = viewer(is_over);
            viewer.verdict().set("B wins 7 : 2 after nine turns".to_owned()).unwrap();
            assert!(!screen(&viewer, 40).contains("B wins"));
            viewer.press(Key::Last);
            assert_eq!(screen(&viewer, 40).contains("B wins 7 : 2"), is_over);
            viewer.end();
            assert!(screen(&viewer, 20).contains("B wins 7 : 2 after\nnine turns\n"));
            viewer.press(Key::Steps(-1));
            assert!(!screen(&viewer, 40).contains("B wins"));
        }
    }

    #[test]
    fn board_players_and_answers_are_shown_on_wide_and_narrow_terminals() {
        let mut viewer = viewer(true);
        viewer.press(Key::Steps(4));
        for width in [100, 40] {
            let screen = screen(&viewer, width);
            for part in ["a game", "A one", "B two", "board 4", "A> answer 4", "4 of 9"] {
                assert!(screen.contains(part), "{part}, {width} columns:\n{screen}");
            }
        }
    }
}
