//! Options for the time limits of each bot.

use std::collections::BTreeMap;
use std::time::Duration;

use itertools::Itertools;

use crate::player::process::{Clock, STARTUP, TimeRule};

/// The time options of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Clocks {
    /// Every time limit is multiplied by this factor.
    pub factor: PerBot<f64>,
    /// This time is then added.
    pub margin: PerBot<Duration>,
    /// How long a program may take to start.
    pub startup: Duration,
    /// Which clock the limits are measured by.
    pub clock: Clock,
}

/// A value for all bots, with overrides for some of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerBot<T> {
    /// The value for bots without an override.
    pub all: T,
    /// Overrides by bot name.
    pub own: BTreeMap<String, T>,
}

impl<T: Copy> PerBot<T> {
    /// The value that applies to the bot `name`.
    pub fn of(&self, name: &str) -> T {
        self.own.get(name).copied().unwrap_or(self.all)
    }
}

/// The time options of one bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BotClock {
    /// Changes the game's time limits.
    pub rule: TimeRule,
    /// How long its program may take to start.
    pub startup: Duration,
    /// Which clock its limits are measured by.
    pub clock: Clock,
}

impl From<f64> for BotClock {
    fn from(factor: f64) -> Self {
        Self { rule: factor.into(), startup: STARTUP, clock: Clock::default() }
    }
}

impl Default for Clocks {
    fn default() -> Self {
        Self {
            factor: PerBot { all: 1.0, own: BTreeMap::new() },
            margin: PerBot::default(),
            startup: STARTUP,
            clock: Clock::default(),
        }
    }
}

impl Clocks {
    /// The options that apply to the bot `name`.
    pub fn of(&self, name: &str) -> BotClock {
        let rule = TimeRule { factor: self.factor.of(name), margin: self.margin.of(name) };
        BotClock { rule, startup: self.startup, clock: self.clock }
    }

    /// The names of all bots with an override, each once.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.factor.own.keys().chain(self.margin.own.keys()).unique()
    }

    /// The command-line options that set these clocks, without defaults. `called` pairs the name of each bot with the
    /// word that names it in the options.
    pub fn options<'a>(&self, called: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        #[allow(clippy::float_cmp)] // 1 is what the factor is if none was given.
        let factor =
            (self.factor.all != 1.0).then(|| format!("--timeout-factor={}", self.factor.all));
        factor.into_iter().chain(self.options_but_factor(called)).collect()
    }

    /// The same without the factor for all bots.
    fn options_but_factor<'a>(
        &self,
        called: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<String> {
        let mut options = Vec::new();
        if !self.margin.all.is_zero() {
            options.push(format!("--time-margin={}", self.margin.all.as_millis()));
        }
        for (name, word) in called {
            if let Some(factor) = self.factor.own.get(name) {
                options.push(format!("--timeout-factor={word}={factor}"));
            }
            if let Some(margin) = self.margin.own.get(name) {
                options.push(format!("--time-margin={word}={}", margin.as_millis()));
            }
        }
        if self.startup != STARTUP {
            options.push(format!("--startup={}", self.startup.as_secs_f64()));
        }
        if self.clock == Clock::Cpu {
            options.push("--clock=cpu".to_owned());
        }
        options
    }

    /// The options that differ from the defaults, except the factor for all bots; `None` if all have their defaults.
    pub fn words(&self) -> Option<String> {
        let options = self.options_but_factor(self.names().map(|name| (&**name, &**name)));
        (!options.is_empty()).then(|| options.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks() -> Clocks {
        let mut clocks = Clocks::default();
        clocks.factor.own.insert("old".to_owned(), 3.0);
        clocks.margin.all = Duration::from_millis(5);
        clocks
    }

    #[test]
    fn a_bot_has_its_own_factor_or_that_of_all() {
        let clocks = clocks();
        let limit = |name: &str| clocks.of(name).rule.limit(Duration::from_millis(50)).unwrap();
        assert_eq!([limit("old"), limit("new")], [155, 55].map(Duration::from_millis));
    }

    #[test]
    fn clocks_are_shown_as_the_options_that_set_them() {
        assert_eq!(Clocks::default().words(), None);
        let words = clocks().words().unwrap();
        assert_eq!(words, "--time-margin=5 --timeout-factor=old=3");
        let seats = [("new", "A"), ("old", "B")];
        let options = clocks().options(seats).join(" ");
        assert_eq!(options, "--time-margin=5 --timeout-factor=B=3");
        let mut both = clocks();
        both.margin.own.insert("old".to_owned(), Duration::from_millis(7));
        let words = "--time-margin=5 --timeout-factor=old=3 --time-margin=old=7";
        assert_eq!(both.words().unwrap(), words, "each option once");
        let cpu = Clocks { clock: Clock::Cpu, startup: Duration::ZERO, ..Clocks::default() };
        assert_eq!(cpu.words().unwrap(), "--startup=0 --clock=cpu");
    }
}
