//! The lines of a log.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::header::{BEGIN, BotProgram, FORMAT, LogHeader};
use crate::arena::logged::Logged;
use crate::arena::question::{Asked, Question, TrialQuestion};
use crate::plain_words::json_error;
use crate::whole_lines::has_too_many_parts;

/// The content of a line.
pub(super) enum Entry {
    Header(LogHeader),
    Bot(BotProgram),
    Question(Asked),
    Game(Box<Logged>),
    /// White space only.
    Blank,
}

/// The first bytes of each kind of line, as this program writes them.
const BEGINNINGS: [&[u8]; 5] = [BEGIN.as_bytes(), b"{\"bot\":", b"{\"duel\":", b"{\"try\":", GAME];

/// The first bytes of the line of a game. Most lines are games, and this check halves the time of reading.
const GAME: &[u8] = b"{\"seed\":";

impl Entry {
    /// Parses a line, or returns what is wrong with it.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        if text.trim_ascii().is_empty() {
            return Ok(Entry::Blank);
        }
        if has_too_many_parts(text) {
            return Err("has too many parts".to_owned());
        }
        if text.contains(&0) {
            return Err("holds NUL bytes".to_owned());
        }
        let text = std::str::from_utf8(text).map_err(|_| "is not UTF-8 text".to_owned())?;
        let text = text.trim_start_matches('\u{feff}');
        if text.as_bytes().starts_with(GAME) {
            return Self::game(text);
        }
        let object: Map<String, Value> = parse(text)?;
        if let Some(format) = object.get("format") {
            // The header of another version may have other fields.
            match format.as_str() {
                Some(other) if other != FORMAT => {
                    Err(format!("is of format {other}, not {FORMAT}"))
                }
                _ => Ok(Entry::Header(parse(text)?)),
            }
        } else if object.contains_key("bot") {
            Ok(Entry::Bot(parse(text)?))
        } else if object.contains_key("duel") {
            let question: Question = parse(text)?;
            question.fault().map_or(Ok(Entry::Question(Asked::Duel(question))), Err)
        } else if object.contains_key("try") {
            let question: TrialQuestion = parse(text)?;
            question.fault().map_or(Ok(Entry::Question(Asked::Try(question))), Err)
        } else {
            Self::game(text)
        }
    }

    fn game(text: &str) -> Result<Self, String> {
        let game: Logged = parse(text)?;
        game.fault().map_or(Ok(Entry::Game(Box::new(game))), Err)
    }

    /// The last whole line within a damaged one, and where it begins. A line that was cut off and then written again
    /// leaves such a damaged line.
    pub fn at_the_end_of(text: &[u8]) -> Option<(usize, Self)> {
        let begins = |rest: &[u8]| BEGINNINGS.iter().any(|begin| rest.starts_with(begin));
        let at = (1..text.len()).rev().find(|at| begins(&text[*at..]))?;
        Some((at, Self::read(&text[at..]).ok()?))
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("is not a line of a log, because {}", json_error(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u32) -> String {
        format!(
            r#"{{"seed":"{seed}","bots":["a"],"scores":[1],"ranks":[1],"turns":1,"times":[],"again":""}}"#
        )
    }

    #[test]
    fn the_last_whole_line_of_a_damaged_one_is_read() {
        let seed = |text: String| match Entry::at_the_end_of(text.as_bytes()) {
            Some((_, Entry::Game(game))) => Some(game.seed.to_string()),
            _ => None,
        };
        let (one, two) = (game(1), game(2));
        let cut = &one[..one.len() / 2];
        assert_eq!(seed(format!("x{cut}{two}")), Some("2".to_owned()));
        assert_eq!(seed(format!("x{cut}{cut}{two}")), Some("2".to_owned()));
        assert_eq!(seed(format!("x{one}{two}")), Some("2".to_owned()));
        assert_eq!(seed(format!("x{one}{cut}")), None);
        // The line itself is not its own end.
        assert_eq!(seed(one), None);
    }

    #[test]
    fn a_line_of_white_space_is_no_damage() {
        for blank in ["", " ", "\t \r"] {
            assert!(matches!(Entry::read(blank.as_bytes()), Ok(Entry::Blank)), "{blank:?}");
        }
    }
}
