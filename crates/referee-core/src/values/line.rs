//! Reads lines of standard error.

use super::{MOST, NAME_LENGTH, TEXT_LENGTH};
use crate::thought::Thought;

/// What a value describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The game.
    Game,
    /// The player that reports it.
    Player,
}

/// A number or a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Single {
    /// A finite number, within [`MOST`].
    Number(f64),
    /// A text of at most [`TEXT_LENGTH`] characters.
    Text(String),
}

impl Single {
    /// Reads a value: a number if it is one. `None` for an empty text and for a number that is too great.
    ///
    /// ```
    /// use referee_core::values::Single;
    ///
    /// assert_eq!(Single::read("12"), Some(Single::Number(12.0)));
    /// assert_eq!(Single::read(" left side "), Some(Single::Text("left side".into())));
    /// assert_eq!(Single::read("1e300"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        // `parse` takes the words inf and nan, which are texts here.
        let is_number = text.contains(|letter: char| letter.is_ascii_digit());
        match text.parse::<f64>() {
            Ok(number) if is_number => (number.abs() <= MOST).then_some(Self::Number(number)),
            _ if text.is_empty() => None,
            _ => Some(Self::Text(text.chars().take(TEXT_LENGTH).collect())),
        }
    }
}

/// How a value joins those before it of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joining {
    /// It replaces them.
    Replaces,
    /// It is added to them.
    Adds,
    /// It is the next number of a series.
    Continues,
}

/// A line that reports a value.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedLine {
    /// What the value describes.
    pub owner: Owner,
    /// The turn in the line, if it has one. A value without a turn belongs to the exchange at which it was written.
    pub turn: Option<u32>,
    /// The name of the value: 1 to [`NAME_LENGTH`] characters without blanks.
    pub name: String,
    /// The value.
    pub value: Single,
    pub(super) joining: Joining,
}

impl ReportedLine {
    /// Reads a line; `None` if it has another form.
    ///
    /// ```
    /// use referee_core::values::{Owner, ReportedLine, Single};
    ///
    /// let line = ReportedLine::read("[PDATA][12] depth = 7.5").unwrap();
    /// assert_eq!((line.owner, line.turn, line.name.as_str()), (Owner::Player, Some(12), "depth"));
    /// assert_eq!(line.value, Single::Number(7.5));
    /// assert_eq!(ReportedLine::read("depth = 7.5"), None);
    /// ```
    pub fn read(line: &str) -> Option<Self> {
        if line.starts_with('@') {
            let Some(Thought::Value(name, number)) = Thought::read(line) else { return None };
            let value = (number.abs() <= MOST).then_some(Single::Number(number))?;
            let (owner, joining) = (Owner::Player, Joining::Continues);
            return is_name(&name).then_some(Self { owner, turn: None, name, value, joining });
        }
        let rest = line.trim().strip_prefix('[')?;
        let (tag, rest) = rest.split_once(']')?;
        let adds = tag.ends_with('+');
        let owner = match tag.strip_suffix('+').unwrap_or(tag) {
            tag if tag.eq_ignore_ascii_case("PDATA") => Owner::Player,
            tag if tag.eq_ignore_ascii_case("TDATA") => Owner::Game,
            _ => return None,
        };
        let (turn, rest) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (turn, rest) = rest.split_once(']')?;
                (Some(turn.parse().ok()?), rest)
            }
            None => (None, rest),
        };
        let (name, value) = rest.split_once('=')?;
        let (name, value) = (name.trim().to_owned(), Single::read(value)?);
        let is_number = matches!(value, Single::Number(_));
        let joining = match turn {
            _ if adds => Joining::Adds,
            Some(_) if is_number => Joining::Continues,
            _ => Joining::Replaces,
        };
        let is_line = is_name(&name) && (is_number || joining == Joining::Replaces);
        is_line.then_some(Self { owner, turn, name, value, joining })
    }

    /// Its number; `None` for a text.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Single::Number(number) => Some(number),
            Single::Text(_) => None,
        }
    }
}

/// Whether a text can be the name of a value.
pub(super) fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| !letter.is_whitespace() && !letter.is_control();
    !text.is_empty() && text.chars().count() <= NAME_LENGTH && text.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Owner, Option<u32>, String, Single, Joining)> {
        ReportedLine::read(line).map(|it| (it.owner, it.turn, it.name, it.value, it.joining))
    }

    fn is(
        line: &str,
        owner: Owner,
        turn: Option<u32>,
        name: &str,
        value: impl Into<Single>,
        joining: Joining,
    ) {
        let expected = (owner, turn, name.to_owned(), value.into(), joining);
        assert_eq!(read(line), Some(expected), "{line}");
    }

    impl From<f64> for Single {
        fn from(number: f64) -> Self {
            Self::Number(number)
        }
    }

    impl From<&str> for Single {
        fn from(text: &str) -> Self {
            Self::Text(text.to_owned())
        }
    }

    #[test]
    fn the_forms_of_the_other_tools_are_read() {
        use Joining::{Adds, Continues, Replaces};
        use Owner::{Game, Player};
        is("[TDATA] map_size = 18", Game, None, "map_size", 18.0, Replaces);
        is("[PDATA] opening = left", Player, None, "opening", "left", Replaces);
        is("[PDATA+] nodes = 1e3", Player, None, "nodes", 1000.0, Adds);
        is("[TDATA+] crates = -2", Game, None, "crates", -2.0, Adds);
        is("[PDATA][7] depth = 4.5", Player, Some(7), "depth", 4.5, Continues);
        is("[TDATA][0] trees = 3", Game, Some(0), "trees", 3.0, Continues);
        is("[PDATA][3] plan = go home", Player, Some(3), "plan", "go home", Replaces);
        is("  [pdata]\ta=b=c ", Player, None, "a", "b=c", Replaces);
    }

    #[test]
    fn our_own_form_is_a_series() {
        for line in ["@value depth 5", "@value depth=5", "@value depth = 5"] {
            is(line, Owner::Player, None, "depth", 5.0, Joining::Continues);
        }
    }

    #[test]
    fn lines_of_another_form_are_not_reports() {
        let long = format!("[PDATA] {} = 1", "n".repeat(NAME_LENGTH + 1));
        for line in [
            "",
            "[",
            "[PDATA",
            "[PDATA]",
            "[PDATA] a",
            "[PDATA] = 1",
            "[PDATA] a =",
            "[PDATA] a b = 1",
            "[PDATA][x] a = 1",
            "[PDATA][-1] a = 1",
            "[PDATA][99999999999] a = 1",
            "[PDATA++] a = 1",
            "[PDATA+] a = text",
            "[XDATA] a = 1",
            "PDATA a = 1",
            "x [PDATA] a = 1",
            "[PDATA] a = 2e100",
            "@value a 2e100",
            "@value a text",
            "@heat 0 0 123",
            long.as_str(),
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn words_for_numbers_that_are_not_finite_are_texts() {
        for word in ["inf", "nan", "-infinity"] {
            assert_eq!(Single::read(word), Some(Single::Text(word.to_owned())));
        }
        let long = Single::read(&"é".repeat(200));
        assert_eq!(long, Some(Single::Text("é".repeat(TEXT_LENGTH))));
    }
}
