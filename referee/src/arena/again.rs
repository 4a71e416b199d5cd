//! The command that plays a game again.
//!
//! A log is a file that others can change, and users paste this command into a shell. So the text in a log is not
//! shown: the command is made anew from the fields of the log, each as a quoted word for a shell. Only options of the
//! clock are taken from the text, and only those that this program can have written.

use serde_json::{Map, Value};

use super::log::Log;
use super::logged::Logged;
use crate::contest_file;
use crate::games;
use crate::system::words;

/// The beginnings of options of the clock.
const CLOCK: [&str; 4] = ["--timeout-factor=", "--time-margin=", "--startup=", "--clock="];

/// The command for a game of a contest: the words of its bots by seat, its seed, the options that differ from their
/// defaults, and further options. Empty if the shells of this system would give a part of a word a meaning.
pub(super) fn command<'a>(
    contest: &str,
    bots: impl IntoIterator<Item = &'a str>,
    seed: &str,
    options: &Map<String, Value>,
    more: impl IntoIterator<Item = String>,
) -> String {
    let mut words = vec!["referee".to_owned(), "play".to_owned(), contest.to_owned()];
    words.extend(bots.into_iter().map(str::to_owned));
    words.push(format!("--seed={seed}"));
    let defaults = defaults(contest);
    for (name, value) in options {
        let typed = typed(value);
        if defaults.get(name).map(self::typed).as_ref() != Some(&typed) {
            words.push(format!("--option={name}={typed}"));
        }
    }
    words.extend(more);
    let words: Option<Vec<String>> = words.iter().map(|word| words::pasted(word)).collect();
    words.unwrap_or_default().join(" ")
}

/// The values of the options that a command need not name. A contest that is not known here may have other defaults than
/// this game had, and an option of a built-in contest that the contest file names has another default with that file
/// than without.
fn defaults(contest: &str) -> Map<String, Value> {
    let Ok(known) = games::contest(contest) else { return Map::new() };
    let mut defaults = known.with_defaults(Map::new());
    if let Some(file) = contest_file::current().filter(|file| file.contest.game.is_some()) {
        defaults.retain(|name, _| file.key() != contest || !file.options.contains_key(name));
    }
    defaults
}

/// The value of an option as it is typed.
fn typed(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Log {
    /// The command that plays one of its games again, safe to paste into a shell; empty if the log does not say how its
    /// bots are started, or names a bot that the command line would take for an option.
    pub fn again(&self, game: &Logged) -> String {
        let words = game.bots.iter().map(|bot| self.program(bot).map(|it| it.command.as_str()));
        let Some(bots) = words.collect::<Option<Vec<&str>>>() else { return String::new() };
        let header = self.header();
        let is_option = |word: &&str| word.starts_with('-');
        if bots.iter().chain([&&*header.game]).any(is_option) {
            return String::new();
        }
        let clock = words::split(&game.again.to_string()).unwrap_or_default().into_iter();
        let clock = clock.filter(|word| is_clock(word));
        // The contest file of this process: the game may have been played on another machine.
        let file =
            contest_file::named().map(|file| format!("--contest={}", file.to_string_lossy()));
        command(&header.game, bots, &game.seed, &header.options, clock.chain(file))
    }
}

/// Whether a word is an option of the clock: for all bots, or for the letter of a seat.
fn is_clock(word: &str) -> bool {
    let value = CLOCK.iter().find_map(|begin| word.strip_prefix(begin));
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "=.-".contains(char);
    value.is_some_and(|value| value.len() <= 40 && value.chars().all(is_plain))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::arena::logged::logged;

    fn again(commands: [&str; 2], game: &Logged) -> String {
        let header = r#"{"format":"botyard-log/1","game":"game","options":{},"base":"1","timeout_factor":1.0}"#;
        let bots = ["a", "b"].into_iter().zip(commands);
        let bots = bots.map(|it| json!({ "bot": it.0, "command": it.1, "fingerprint": 0 }));
        let lines = bots.fold(String::new(), |lines, bot| lines + &bot.to_string() + "\n");
        Log::from_bytes(format!("{header}\n{lines}").as_bytes()).unwrap().again(game)
    }

    #[test]
    fn every_field_is_one_word_and_the_text_of_the_log_is_not_used() {
        let mut game = logged("1; rm -rf ~", &["a", "b"], &[1, 2]);
        game.again = "referee play x; rm -rf ~ --clock=cpu '--timeout-factor=B=1.5' \
                      '--clock=$(reboot)' --record=.bashrc"
            .into();
        let command = again(["$(reboot)", "it's `here`"], &game);
        let words = words::split(&command).unwrap();
        assert_eq!(
            words,
            [
                "referee",
                "play",
                "game",
                "$(reboot)",
                "it's `here`",
                "--seed=1; rm -rf ~",
                "--clock=cpu",
                "--timeout-factor=B=1.5"
            ]
        );
        for word in ["$(reboot)", "--seed=1; rm -rf ~"] {
            assert!(command.contains(&*words::quote(word)), "{command}");
        }
    }

    #[test]
    fn options_are_named_where_they_differ_from_the_default_of_a_contest_that_is_known() {
        let options = json!({ "kept": 1, "league": 4 }).as_object().unwrap().clone();
        let options_of = |contest: &str, league: Value| {
            let mut options = options.clone();
            options.insert("league".to_owned(), league);
            command(contest, ["a", "b"], "1", &options, [])
        };
        let begin = "referee play ocean a b '--seed=1'";
        let kept = "'--option=kept=1'";
        assert_eq!(options_of("ocean", json!(4)), format!("{begin} {kept}"));
        // A number may have been given as a text.
        assert_eq!(options_of("ocean", json!("4")), format!("{begin} {kept}"));
        assert_eq!(options_of("ocean", json!(2)), format!("{begin} {kept} '--option=league=2'"));
        let unknown = options_of("unknown", json!(4));
        assert!(unknown.ends_with(&format!("{kept} '--option=league=4'")), "{unknown}");
    }

    #[test]
    #[cfg(unix)]
    fn braces_and_exclamation_marks_are_quoted() {
        let game = logged("1", &["a", "b"], &[1, 2]);
        let command = again(["./a{b,c}", "./it's{}"], &game);
        assert!(command.starts_with("referee play game './a{b,c}' './it'\\''s{}' "), "{command}");
        let command = again(["!@greedy", "./it's!"], &game);
        assert!(command.starts_with("referee play game '!@greedy' './it'\\''s!' "), "{command}");
    }

    #[test]
    fn a_bot_that_is_unknown_or_looks_like_an_option_has_no_command() {
        assert_eq!(again(["./a", "./b"], &logged("1", &["a", "other"], &[1, 2])), "");
        assert_eq!(again(["./a", "--record=.bashrc"], &logged("1", &["a", "b"], &[1, 2])), "");
    }
}
