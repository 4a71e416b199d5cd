//! What the folder `config` of a project says: `config.ini`, and the tests of a game of one player.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// A kind of game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Several players.
    #[default]
    Multi,
    /// One player, who passes or fails.
    Solo,
    /// One player, and a measure that counts.
    Optimisation,
}

/// What `config.ini` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Config {
    /// The least and the most players.
    pub(super) seats: [usize; 2],
    pub(super) kind: Kind,
    pub(super) title: Option<String>,
    /// The measure that counts in an optimisation game.
    pub(super) criteria: Option<String>,
    pub(super) fewer_is_better: bool,
    /// Number of tests, `test1.json` and so on.
    pub(super) tests: usize,
}

impl Config {
    /// Reads the folder `config`. Where `config.ini` is missing, that of the first league counts.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let mut files = vec![folder.join("config.ini")];
        files.extend((0..=9).map(|level| folder.join(format!("level{level}/config.ini"))));
        let Some(file) = files.into_iter().find(|file| file.is_file()) else {
            bail!(
                "{} has no config.ini, which says how many players there are; is this a project of CodinGame's engine?",
                folder.display()
            );
        };
        let shown = file.display();
        let bytes = crate::ordinary::read(&file).with_context(|| format!("cannot read {shown}"))?;
        let mut config =
            Self::parse(&String::from_utf8_lossy(&bytes)).with_context(|| shown.to_string())?;
        config.tests = (1..=10_000_usize)
            .take_while(|n| folder.join(format!("test{n}.json")).is_file())
            .count();
        Ok(config)
    }

    fn parse(text: &str) -> Result<Self> {
        let value = |name: &str| {
            let lines =
                text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '!', ';']));
            let mut pairs = lines.filter_map(|line| line.split_once(['=', ':']));
            let value = pairs.find(|(key, _)| key.trim() == name)?.1.trim();
            Some(value.to_owned()).filter(|value| !value.is_empty())
        };
        let number = |name: &str| {
            let Some(text) = value(name) else { return Ok(None) };
            let number = text.parse().ok().filter(|number| (1..=26).contains(number));
            number
                .map(Some)
                .with_context(|| format!("{name}={text}: wanted a number of players from 1 to 26"))
        };
        let kind = match value("type").as_deref().map(str::to_lowercase).as_deref() {
            Some("solo") => Kind::Solo,
            Some("opti") => Kind::Optimisation,
            _ => Kind::Multi,
        };
        let seats = if kind == Kind::Multi {
            let least = number("min_players")?;
            let most = number("max_players")?;
            let least = least.or(most).unwrap_or(2);
            let most = most.unwrap_or(least);
            if least > most {
                bail!("min_players={least} is more than max_players={most}");
            }
            [least, most]
        } else {
            [1, 1]
        };
        let order = value("sorting_order").unwrap_or_default().to_lowercase();
        Ok(Self {
            seats,
            kind,
            title: value("title"),
            criteria: value("criteria"),
            fewer_is_better: order.starts_with("asc"),
            tests: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_games_are_read() {
        let config =
            Config::parse("# players\nmin_players = 2\nmax_players=4\r\ntitle=A title\n").unwrap();
        assert_eq!((config.seats, config.kind), ([2, 4], Kind::Multi));
        assert_eq!(config.title.as_deref(), Some("A title"));
        let config =
            Config::parse("type=opti\ncriteria=Fuel\nsorting_order=asc\nmin_players=1").unwrap();
        assert_eq!((config.seats, config.kind), ([1, 1], Kind::Optimisation));
        assert_eq!((config.criteria.as_deref(), config.fewer_is_better), (Some("Fuel"), true));
        let config = Config::parse("type=solo\nsorting_order=DESC").unwrap();
        assert_eq!((config.kind, config.fewer_is_better), (Kind::Solo, false));
        assert_eq!(Config::parse("max_players=3").unwrap().seats, [3, 3]);
        let error = Config::parse("min_players=many").unwrap_err().to_string();
        assert!(error.contains("min_players=many"), "{error}");
        let error = Config::parse("min_players=4\nmax_players=2").unwrap_err().to_string();
        assert_eq!(error, "min_players=4 is more than max_players=2");
    }
}
