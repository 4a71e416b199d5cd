//! The number of games of a run and the time that is left, in words.

use std::time::{Duration, Instant};

use indicatif::HumanDuration;

/// Games that are being played.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    all: u64,
    /// Number of games known from an earlier run.
    known: u64,
    played: u64,
    since: Instant,
    /// What is left under a sequential test; `None` without a test.
    test: Option<TestLeft>,
}

/// Least and greatest number of games that a test will probably still take; `None` if that is not known.
pub type TestLeft = Option<[u64; 2]>;

impl Games {
    /// No games of `all` were played yet, of which `known` are known from an earlier run.
    pub fn new(all: u64, known: u64) -> Self {
        Self { all, known, played: 0, since: Instant::now(), test: None }
    }

    /// Counts further games as known from an earlier run.
    pub fn skip(&mut self, games: u64) {
        self.known += games;
    }

    /// Counts a finished game.
    pub fn play(&mut self) {
        self.played += 1;
    }

    /// Sets what is left under a test.
    pub fn set_test(&mut self, left: TestLeft) {
        self.test = Some(left);
    }

    /// Number of games so far.
    pub fn done(&self) -> u64 {
        self.known + self.played
    }

    /// The number of games at which the run will probably end.
    pub fn end(&self) -> u64 {
        let left = self.test.flatten().map(|[least, most]| u64::midpoint(least, most));
        left.map_or(self.all, |left| (self.done() + left).min(self.all))
    }

    /// The words now.
    pub fn text(&self) -> String {
        self.text_after(self.since.elapsed())
    }

    /// `120/400 games, 3.2/s, 88 seconds left`, or under a test
    /// `120 games, 3.2/s, about 3 to 10 minutes left if the test goes on like this, at most 20000 games`
    fn text_after(&self, elapsed: Duration) -> String {
        let (all, done) = (self.all, self.done());
        let speed = self.played as f64 / elapsed.as_secs_f64().max(1e-3);
        let all_left = all.saturating_sub(done);
        let time = |games: u64| {
            let time = Duration::try_from_secs_f64(games as f64 / speed);
            time.ok().filter(|_| self.played > 0)
        };
        let Some(test) = self.test else {
            let left = time(all_left).map(|left| format!(", {} left", HumanDuration(left)));
            return format!("{done}/{all} games, {speed:.1}/s{}", left.unwrap_or_default());
        };
        let range = test.map(|ends| ends.map(|games| time(games.min(all_left))));
        let left = match range {
            Some([Some(least), Some(most)]) => {
                let range = between(least, most);
                format!(", about {range} left if the test goes on like this")
            }
            _ => String::new(),
        };
        format!("{done} games, {speed:.1}/s{left}, at most {all} games")
    }
}

/// Units of time: their names and lengths in seconds.
const UNITS: [(&str, f64); 4] =
    [("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0), ("second", 1.0)];

/// A time as a number of a unit: at least two of a unit, except of seconds.
fn in_units(time: Duration) -> (u64, &'static str) {
    let seconds = time.as_secs_f64();
    let unit = UNITS.iter().find(|(_, length)| seconds >= 1.5 * length).unwrap_or(&UNITS[3]);
    ((seconds / unit.1).round().max(1.0) as u64, unit.0)
}

/// `3 to 10 minutes`, `40 seconds to 2 hours`, `1 second`
fn between(least: Duration, most: Duration) -> String {
    let [(least, first), (most, second)] = [least, most].map(in_units);
    let plural = |number: u64| if number == 1 { "" } else { "s" };
    let to = format!("{most} {second}{}", plural(most));
    match (first == second, least == most) {
        (true, true) => to,
        (true, false) => format!("{least} to {to}"),
        (false, _) => format!("{least} {first}{} to {to}", plural(least)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(test: Option<TestLeft>) -> String {
        let games = Games { all: 400, known: 100, played: 20, since: Instant::now(), test };
        games.text_after(Duration::from_secs(10))
    }

    #[test]
    fn the_text_has_the_number_of_games_the_speed_and_the_remaining_time() {
        assert_eq!(text(None), "120/400 games, 2.0/s, 2 minutes left");
        let none = Games { played: 0, ..Games::new(400, 100) };
        assert_eq!(none.text_after(Duration::from_secs(10)), "100/400 games, 0.0/s");
    }

    #[test]
    fn under_a_test_the_time_is_a_range_and_the_limit_is_named() {
        assert_eq!(text(Some(None)), "120 games, 2.0/s, at most 400 games");
        let expected = "120 games, 2.0/s, about 5 to 30 seconds left if the test goes on like this, \
                        at most 400 games";
        assert_eq!(text(Some(Some([10, 60]))), expected);
        // No more games are left than the limit allows.
        assert!(text(Some(Some([100, 100_000]))).contains("about 50 seconds to 2 minutes left"));
        let mut games = Games::new(400, 100);
        assert_eq!((games.done(), games.end()), (100, 400));
        games.set_test(Some([10, 30]));
        games.play();
        assert_eq!((games.done(), games.end()), (101, 121));
    }

    #[test]
    fn times_are_in_a_unit_of_their_size() {
        let shown = |least, most| between(Duration::from_secs(least), Duration::from_secs(most));
        assert_eq!(shown(0, 1), "1 second");
        assert_eq!(shown(180, 600), "3 to 10 minutes");
        assert_eq!(shown(40, 7_000), "40 seconds to 2 hours");
        assert_eq!(shown(80_000, 400_000), "22 hours to 5 days");
    }
}
