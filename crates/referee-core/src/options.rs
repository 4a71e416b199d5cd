//! The options of a contest. Each is declared once, with its kind, its default and its help; all are
//! parsed and checked here.
//!
//! ```
//! use referee_core::options::{OptionDoc, Options};
//! use serde_json::json;
//!
//! const OPTIONS: &[OptionDoc] = &[
//!     OptionDoc::whole("heap", 1..=100, 21, "matches at the start"),
//!     OptionDoc::choice("last", &["wins", "loses"], "result of the player who takes the last match"),
//! ];
//! let given = json!({ "heap": 7 }).as_object().unwrap().clone();
//! let options = Options::read(OPTIONS, &given)?;
//! assert_eq!((options.whole("heap"), options.word("last")), (7, "wins"));
//!
//! let given = json!({ "heap": 0 }).as_object().unwrap().clone();
//! let refusal = Options::read(OPTIONS, &given).unwrap_err();
//! assert_eq!(refusal.0, "option heap=0: wanted a whole number from 1 to 100");
//! # Ok::<(), referee_core::setup::SetupError>(())
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::plain_words::did_you_mean;
use crate::setup::SetupError;

/// One option of a contest.
#[derive(Clone, Copy, Debug)]
pub struct OptionDoc {
    /// The word before the equals sign.
    pub name: &'static str,
    /// Its values and its default.
    pub kind: OptionKind,
    /// What it does.
    pub help: &'static str,
}

/// The values that an option takes, and its default.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// A whole number from `least` to `most`.
    Whole {
        /// The smallest value.
        least: i64,
        /// The largest value.
        most: i64,
        /// The value if none is given.
        default: i64,
    },
    /// `true` or `false`; false if not given.
    Truth,
    /// One of these words, the first if not given or empty.
    Choice(&'static [&'static str]),
    /// Whole numbers from 0 on, separated by commas or blanks; the empty list if not given.
    Numbers,
    /// `WIDTHxHEIGHT`, or `any`, which is the default.
    Size {
        /// The smallest width and height.
        least: [i32; 2],
        /// The largest width and height.
        most: [i32; 2],
    },
    /// Text that the contest reads itself, with its default.
    Text(&'static str),
}

/// The word for no particular size.
const ANY: &str = "any";

impl OptionDoc {
    /// A whole number in a range.
    pub const fn whole(
        name: &'static str,
        range: RangeInclusive<i64>,
        default: i64,
        help: &'static str,
    ) -> Self {
        let kind = OptionKind::Whole { least: *range.start(), most: *range.end(), default };
        Self { name, kind, help }
    }

    /// `true` or `false`, false by default.
    pub const fn truth(name: &'static str, help: &'static str) -> Self {
        Self { name, kind: OptionKind::Truth, help }
    }

    /// One of some words, the first by default.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, kind: OptionKind::Choice(words), help }
    }

    /// A list of whole numbers, empty by default.
    pub const fn numbers(name: &'static str, help: &'static str) -> Self {
        Self { name, kind: OptionKind::Numbers, help }
    }

    /// A size between two others, `any` by default.
    pub const fn size(
        name: &'static str,
        least: [i32; 2],
        most: [i32; 2],
        help: &'static str,
    ) -> Self {
        Self { name, kind: OptionKind::Size { least, most }, help }
    }

    /// Text that the contest reads itself.
    pub const fn text(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self { name, kind: OptionKind::Text(default), help }
    }

    /// The value if none is given, as a recording has it.
    pub fn default(&self) -> Value {
        match self.kind {
            OptionKind::Whole { default, .. } => default.into(),
            OptionKind::Truth => false.into(),
            OptionKind::Choice(words) => words[0].into(),
            OptionKind::Numbers => "".into(),
            OptionKind::Size { .. } => ANY.into(),
            OptionKind::Text(default) => default.into(),
        }
    }

    /// Advice for a text that looks like the name of a file; empty otherwise.
    pub fn file_advice(name: &str, text: &str) -> String {
        let is_name = text.contains(['.', '/']) && text.len() < 200;
        if !is_name || text.contains(char::is_whitespace) {
            return String::new();
        }
        format!("; if {text} is a file, give its text: --option {name}=\"$(cat {text})\"")
    }

    /// The option with its default, as it is typed: `league=4`.
    pub fn typed(&self) -> String {
        format!("{}={}", self.name, as_text(&self.default()).unwrap_or_default())
    }

    /// Checks and reads a value.
    fn read(&self, value: &Value) -> Result<Read, SetupError> {
        let text = as_text(value);
        let wrong = || {
            let given = text.clone().unwrap_or_else(|| value.to_string());
            SetupError(format!("option {}={given}: wanted {}", self.name, self.kind))
        };
        let word = text.as_deref().ok_or_else(wrong)?;
        let read = match self.kind {
            OptionKind::Whole { least, most, .. } => {
                value.as_i64().filter(|number| (least..=most).contains(number)).map(Read::Whole)
            }
            OptionKind::Truth => match word {
                "true" => Some(Read::Truth(true)),
                "false" | "" => Some(Read::Truth(false)),
                _ => None,
            },
            OptionKind::Choice(words) => {
                let word = if word.is_empty() { words[0] } else { word };
                words.iter().find(|known| **known == word).copied().map(Read::Word)
            }
            OptionKind::Numbers => {
                let is_separator = |char: char| char == ',' || char.is_ascii_whitespace();
                let words = word.split(is_separator).filter(|word| !word.is_empty());
                words.map(|word| word.parse().ok()).collect::<Option<_>>().map(Read::Numbers)
            }
            OptionKind::Size { .. } if word.is_empty() || word == ANY => Some(Read::Size(None)),
            OptionKind::Size { least, most } => {
                let side = |side: usize, text: &str| {
                    text.parse().ok().filter(|it| (least[side]..=most[side]).contains(it))
                };
                let sides =
                    word.split_once('x').and_then(|(w, h)| Some((side(0, w)?, side(1, h)?)));
                sides.map(|sides| Read::Size(Some(sides)))
            }
            OptionKind::Text(_) => Some(Read::Text(word.to_owned())),
        };
        read.ok_or_else(wrong)
    }
}

/// What is wanted, in words: `a whole number from 1 to 4`.
impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least, most, .. } => write!(f, "a whole number from {least} to {most}"),
            Self::Truth => f.write_str("true or false"),
            Self::Choice(words) => f.write_str(&words.join(" or ")),
            Self::Numbers => f.write_str("a list of numbers"),
            Self::Size { least: [w, h], most: [width, height] } => {
                write!(f, "any or a size from {w}x{h} to {width}x{height}")
            }
            Self::Text(_) => f.write_str("a text"),
        }
    }
}

/// The value of an option as it is typed: a number or a truth value if it looks like one, else text.
pub fn option_value(text: &str) -> Value {
    let plain = serde_json::from_str(text).ok().filter(|v: &Value| v.is_number() || v.is_boolean());
    plain.unwrap_or_else(|| Value::from(text))
}

/// A plain value as it is typed. Text that looks like a number is a number in recordings.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// All options of a game, checked.
#[derive(Clone, Debug)]
pub struct Options(Vec<(&'static str, Read)>);

#[derive(Clone, Debug)]
enum Read {
    Whole(i64),
    Truth(bool),
    Word(&'static str),
    Numbers(Vec<u64>),
    Size(Option<(i32, i32)>),
    Text(String),
}

/// The error of a contest that reads an option otherwise than it declares it.
const UNDECLARED: &str = "the contest declares no option of this name and kind";

macro_rules! value_of {
    ($options:expr, $name:expr, $kind:ident) => {
        match $options.0.iter().find(|(name, _)| *name == $name) {
            Some((_, Read::$kind(value))) => value,
            _ => panic!("{}: {UNDECLARED}", $name),
        }
    };
}

/// # Panics
/// Each method panics if the contest declares no option of this name and kind.
impl Options {
    /// Checks and reads given values; the others have their defaults.
    ///
    /// # Errors
    /// If a name is unknown, or a value is not of its option's kind.
    pub fn read(declared: &[OptionDoc], given: &Map<String, Value>) -> Result<Self, SetupError> {
        if let Some(name) = given.keys().find(|name| declared.iter().all(|it| it.name != *name)) {
            let names: Vec<&str> = declared.iter().map(|option| option.name).collect();
            let meant = did_you_mean(name, names.iter().copied());
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(SetupError(format!(
                "there is no option '{name}'; {meant}the options of this game are: {names}"
            )));
        }
        let read = |option: &OptionDoc| {
            let value = given.get(option.name).cloned().unwrap_or_else(|| option.default());
            Ok((option.name, option.read(&value)?))
        };
        declared.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> i64 {
        *value_of!(self, name, Whole)
    }

    /// A truth value.
    pub fn truth(&self, name: &str) -> bool {
        *value_of!(self, name, Truth)
    }

    /// The chosen word.
    pub fn word(&self, name: &str) -> &'static str {
        value_of!(self, name, Word)
    }

    /// The one of `all` that has the chosen word.
    ///
    /// # Panics
    /// If the word is not in `all`: the option declares a word that the contest does not implement.
    pub fn chosen<T: Copy>(&self, name: &str, all: &[T], word: fn(T) -> &'static str) -> T {
        let chosen = all.iter().copied().find(|one| word(*one) == self.word(name));
        chosen.unwrap_or_else(|| panic!("{name}: a declared word has no value"))
    }

    /// A list of numbers.
    pub fn numbers(&self, name: &str) -> &[u64] {
        value_of!(self, name, Numbers)
    }

    /// Width and height; `None` for any.
    pub fn size(&self, name: &str) -> Option<(i32, i32)> {
        *value_of!(self, name, Size)
    }

    /// A text.
    pub fn text(&self, name: &str) -> &str {
        value_of!(self, name, Text)
    }
}

/// The given options, and the defaults of all others.
pub fn with_defaults(declared: &[OptionDoc], mut given: Map<String, Value>) -> Map<String, Value> {
    for option in declared {
        given.entry(option.name).or_insert_with(|| option.default());
    }
    given
}
