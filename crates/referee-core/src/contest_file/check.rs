//! Checks of a contest file that its types cannot make.

use std::ops::Range;

use super::error::{ContestFileError, wrong};
use super::limits::SECONDS;
use super::names::demand_name;
use super::tables::{ContestFile, Engine, RefereeTable};

impl ContestFile {
    /// An error about the place `span` in the file.
    pub fn wrong(&self, span: Range<usize>, what: impl Into<String>) -> ContestFileError {
        wrong(&self.text, &self.path, span, what.into())
    }

    /// Checks what types cannot say.
    pub(super) fn check(&self) -> Result<(), ContestFileError> {
        let [least, most] = self.contest.seats.get_ref().range();
        if least == 0 || most < least || most > 26 {
            let what = "seats must be from 1 to 26, the least first";
            return Err(self.wrong(self.contest.seats.span(), what));
        }
        self.check_teams(least)?;
        if let Some(key) = &self.contest.key {
            demand_name(key.get_ref(), "contest").map_err(|what| self.wrong(key.span(), what))?;
        }
        match (&self.contest.game, &self.contest.key, &self.referee) {
            (Some(game), _, Some(referee)) => {
                let what = format!(
                    "the game {} is built in and has its own referee; remove [referee], or give the contest \
                     a key in place of `game`",
                    game.get_ref()
                );
                return Err(self.wrong(referee.engine.span(), what));
            }
            (Some(game), None, None) if self.contest.has_own_rules() => {
                let what =
                    "a built-in contest has its own rules; remove the other keys of [contest]";
                return Err(self.wrong(game.span(), what));
            }
            (Some(_), None, None) | (None, Some(_), Some(_)) => {}
            (Some(game), Some(_), None) => {
                let what = "a contest has `game` if it is built in, or else `key`, but not both";
                return Err(self.wrong(game.span(), what));
            }
            (None, Some(key), None) => {
                let what = "a contest of your own needs a table [referee]; a built-in contest is named by `game`";
                return Err(self.wrong(key.span(), what));
            }
            (None, None, _) => {
                let what = "the table [contest] needs `game` (a built-in contest) or `key` (one of your own)";
                return Err(self.wrong(0..0, what));
            }
        }
        self.check_limits()?;
        for (name, bot) in &self.bots {
            demand_name(name, "bot").map_err(|what| self.wrong(bot.run.span(), what))?;
            if bot.timeout_factor.is_some_and(|factor| !(factor > 0.0 && factor <= 1e6)) {
                let what = "timeout-factor must be above 0 and at most a million; 1 is usual";
                return Err(self.wrong(bot.run.span(), what));
            }
        }
        if let Some(referee) = &self.referee {
            self.check_referee(referee)?;
        }
        self.check_runs()
    }

    /// Refuses limits that a built-in contest has itself. They would change nothing.
    fn check_limits(&self) -> Result<(), ContestFileError> {
        let (Some(game), Some(limit)) = (&self.contest.game, self.limits.of_own_rules()) else {
            return Ok(());
        };
        let what = format!(
            "the game {} has its own {limit}; remove it from [limits], where only memory-mb counts for a built-in \
             contest. `--timeout-factor` and `--time-margin` change times",
            game.get_ref()
        );
        Err(self.wrong(game.span(), what))
    }

    /// Refuses teams of nobody, and those with a player that the smallest game, of `least` players, does not have.
    fn check_teams(&self, least: usize) -> Result<(), ContestFileError> {
        let span = self.contest.seats.span();
        if self.contest.teams.iter().any(Vec::is_empty) {
            return Err(self.wrong(span, "each list of teams needs a player; remove the empty one"));
        }
        let last = self.contest.teams.iter().flatten().max();
        match last.filter(|last| **last >= least) {
            None => Ok(()),
            Some(last) => Err(self.wrong(
                span,
                format!("teams has player {last}, but a game may have {least} players; they are counted from 0"),
            )),
        }
    }

    /// Refuses defaults that a command has no option for. Otherwise the error would be about an option that the user has
    /// not typed.
    fn check_runs(&self) -> Result<(), ContestFileError> {
        for (table, run, instead) in [
            ("ladder", &self.ladder, "the bots of its command line fill the seats"),
            ("try", &self.trial, "`pool` names the other bots"),
        ] {
            if let Some(others) = &run.others {
                let what = format!(
                    "[{table}] takes no `others`, because `referee {table}` has no such option: {instead}; remove the line"
                );
                return Err(self.wrong(others.span(), what));
            }
        }
        for (table, run) in [("duel", &self.duel), ("try", &self.trial)] {
            if let Some(players) = &run.players {
                let what = format!(
                    "[{table}] takes no `players`, because the bots of `referee {table}` fill the seats; remove the line"
                );
                return Err(self.wrong(players.span(), what));
            }
        }
        if let Some(sprt) = &self.ladder.sprt {
            let what =
                "[ladder] takes no `sprt`, because `referee ladder` plays no test; remove the line";
            return Err(self.wrong(sprt.span(), what));
        }
        Ok(())
    }

    fn check_referee(&self, referee: &RefereeTable) -> Result<(), ContestFileError> {
        let engine = *referee.engine.get_ref();
        let has_java = referee.project.is_some() || !referee.classpath.is_empty();
        if engine == Engine::Codingame && !has_java {
            let what =
                "engine codingame needs `project` (the folder of the referee) or `classpath`";
            return Err(self.wrong(referee.engine.span(), what));
        }
        if engine != Engine::Codingame && referee.command.is_none() {
            return Err(self.wrong(
                referee.engine.span(),
                "this engine needs `command`, such as command = \"python3 referee.py\"",
            ));
        }
        if !SECONDS.contains(&referee.answer_s) {
            let what = "answer-s must be from 0.001 to 86400 seconds; 30 is usual";
            return Err(self.wrong(referee.engine.span(), what));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    /// A contest of a referee of its own, with a limit on line 4.
    fn with_limit(line: &str) -> Result<ContestFile, ContestFileError> {
        let referee = "[referee]\nengine = \"lines\"\ncommand = \"r\"\n";
        let text = format!("[contest]\nkey = \"c\"\n[limits]\n{line}\n{referee}");
        ContestFile::parse(&text, Path::new("botyard.toml"))
    }

    #[test]
    fn the_longest_game_takes_some_time_and_at_most_a_day() {
        for seconds in ["-1", "-0.5", "0", "0.0", "1e-9", "nan", "inf", "-inf", "1e30", "86401"] {
            let error = with_limit(&format!("game-s = {seconds}")).unwrap_err().to_string();
            let place = "botyard.toml, line 4, column 10: game-s must be from 0.001 to 86400";
            assert!(error.starts_with(place), "{seconds}: {error}");
        }
        for (line, ms) in [
            ("game-s = 1.5", 1500),
            ("game-s = 86400", 86_400_000),
            ("game-s = 0.001", 1),
            ("", 600_000),
        ] {
            assert_eq!(with_limit(line).unwrap().limits.game(), Duration::from_millis(ms));
        }
    }

    #[test]
    fn teams_have_players_of_every_game() {
        let with = |seats: &str, teams: &str| {
            let text = format!(
                "[contest]\nkey = \"c\"\nseats = {seats}\nteams = {teams}\n[referee]\nengine = \"lines\"\ncommand = \"r\"\n"
            );
            let file = ContestFile::parse(&text, Path::new("botyard.toml"));
            file.map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(with("3", "[[0, 1], [2]]"), Ok(()));
        let place = "botyard.toml, line 3, column 9: ";
        for (seats, teams, what) in [
            ("2", "[[0, 2]]", "teams has player 2, but a game may have 2 players"),
            ("[2, 4]", "[[0, 3]]", "teams has player 3, but a game may have 2 players"),
            ("2", "[[]]", "each list of teams needs a player"),
        ] {
            let error = with(seats, teams).unwrap_err();
            assert!(error.starts_with(&format!("{place}{what}")), "{error}");
        }
    }

    #[test]
    fn a_line_of_no_bytes_and_a_number_that_is_too_large_are_refused() {
        let error = |line: &str| with_limit(line).unwrap_err().to_string();
        let said = error("line-bytes = 0");
        assert!(said.contains("line 4, column 14: line-bytes must be at least 1"), "{said}");
        let said = error("turn-ms = 99999999999999999999");
        assert!(said.contains("the number 99999999999999999999 stands where"), "{said}");
    }

    #[test]
    fn a_limit_of_memory_is_at_least_a_megabyte_and_no_number_that_overflows() {
        for megabytes in ["0", "16777217", "17592186044416", "9223372036854775807"] {
            let error = with_limit(&format!("memory-mb = {megabytes}")).unwrap_err().to_string();
            let place =
                "botyard.toml, line 4, column 13: memory-mb of a bot must be from 1 to 16777216 MB";
            assert!(error.starts_with(place), "{megabytes}: {error}");
        }
        assert_eq!(with_limit("memory-mb = 1").unwrap().limits.memory_mb, Some(1));
        let of_referee = |line: &str| {
            let text = format!(
                "[contest]\nkey = \"c\"\n[referee]\nengine = \"lines\"\ncommand = \"r\"\n{line}\n"
            );
            let file = ContestFile::parse(&text, Path::new("botyard.toml"));
            file.map(|file| file.referee.unwrap().memory_mb).map_err(|error| error.to_string())
        };
        assert_eq!(of_referee(""), Ok(2048));
        let error = of_referee("memory-mb = 0").unwrap_err();
        assert!(error.contains("line 6, column 13: memory-mb of a referee must be"), "{error}");
        let error = of_referee("grace-ms = 9223372036854775807").unwrap_err();
        assert!(error.contains("grace-ms must be from 0 to 86400000 milliseconds"), "{error}");
    }

    #[test]
    fn a_limit_that_a_built_in_contest_has_itself_is_refused() {
        let with = |line: &str| {
            let text = format!("contest.game = \"tron\"\nlimits.{line}\n");
            let file = ContestFile::parse(&text, Path::new("botyard.toml"));
            file.map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(with("memory-mb = 100"), Ok(()));
        for limit in ["first-ms", "turn-ms", "game-s", "line-bytes"] {
            let error = with(&format!("{limit} = 9")).unwrap_err();
            let begin = format!(
                "botyard.toml, line 1, column 16: the game tron has its own {limit}; remove it"
            );
            assert!(error.starts_with(&begin), "{error}");
        }
    }

    #[test]
    fn a_factor_for_time_limits_is_a_number_of_the_range_that_the_option_has() {
        for factor in ["0.0", "-1.0", "nan", "inf", "1e308", "1000001"] {
            let text = format!(
                "contest.game = \"tron\"\n[bots.a]\nrun = \"a\"\ntimeout-factor = {factor}\n"
            );
            let error = ContestFile::parse(&text, Path::new("botyard.toml")).unwrap_err();
            let error = error.to_string();
            assert!(
                error.contains("timeout-factor must be above 0 and at most a million"),
                "{error}"
            );
        }
    }

    /// Logs have a mark of the rules, which is made of this text. It must not depend on places in the file.
    #[test]
    fn the_text_of_the_limits_has_no_places() {
        let text = format!("{:?}", with_limit("\ngame-s = 2").unwrap().limits);
        assert!(text.contains("game_s: Some(2.0), line_bytes: None"), "{text}");
    }
}
