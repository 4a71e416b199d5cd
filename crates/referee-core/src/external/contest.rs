//! The contest value of a contest from outside.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use serde_json::{Map, Value};

use super::alongside::Alongside;
use super::codingame::{CodingameGame, CodingameProgram, CodingameSetup};
use super::command::{CommandProgram, Unseated, hosted};
use super::counting::Counting;
use super::host::is_one_line;
use super::lines::{LinesGame, LinesProgram};
use super::needed;
use super::proof;
use super::retrace::Retraced;
use crate::contest::{
    About, Contest, Hosted, OptionDoc, Ranking, SeatedProgram, Setup, SetupError,
};
use crate::contest_file::{
    ContestFile, ContestFileError, Engine, Mode, OptionTable, RefereeTable, Thinkers, demand_name,
};
use crate::game::{Game, Seat};
use crate::options::{OptionKind, Options};
use crate::player::process::Launch;
use crate::recording::{Header, RecordedGame};

/// What all games of a contest share.
struct Rules {
    /// Which numbers count.
    counting: Counting,
    /// The program.
    program: Program,
}

/// A referee program.
enum Program {
    /// It speaks the protocol of CodinGame's engine.
    Codingame(Arc<CodingameProgram>),
    /// It speaks the line protocol.
    Lines(Arc<LinesProgram>),
    /// It starts the bots itself.
    Command(Arc<CommandProgram>),
}

impl Rules {
    fn new(file: &ContestFile, table: &RefereeTable) -> Result<Self, ContestFileError> {
        let counting = Counting::new(&file.contest);
        let program = if let Some(program) = CodingameProgram::new(file, table, counting.clone())? {
            Program::Codingame(Arc::new(program))
        } else if let Some(program) = CommandProgram::new(file, table, counting.clone())? {
            Program::Command(Arc::new(program))
        } else {
            Program::Lines(Arc::new(LinesProgram::new(file, table, counting.clone())?))
        };
        Ok(Self { counting, program })
    }

    /// The seeds of a game for one player: the numbers of its tests.
    fn tests(&self) -> Vec<&'static str> {
        let Program::Codingame(program) = &self.program else { return Vec::new() };
        program.test_numbers().iter().map(|number| text(&number.to_string())).collect()
    }

    /// A game.
    fn game(&self, setup: &Setup, is_alone: bool) -> Result<Box<dyn Game>, SetupError> {
        match &self.program {
            Program::Lines(program) => Ok(Box::new(LinesGame::new(Arc::clone(program), setup)?)),
            Program::Command(_) => Ok(Box::new(Unseated::default())),
            Program::Codingame(program) => {
                let mode = if is_alone { Mode::Solo } else { program.mode };
                let setup = CodingameSetup::new(setup, mode, program.tests())?;
                let program = Arc::clone(program);
                Ok(Box::new(CodingameGame::new(program, setup, proof::finished)))
            }
        }
    }
}

/// A contest whose rules are a program outside.
pub struct ExternalContest {
    about: About,
    /// `None` for a contest that is known by a recording alone.
    rules: Option<Arc<Rules>>,
    /// The least and the most players.
    seats: [usize; 2],
    /// A word for the header of recordings.
    engine: &'static str,
    /// What runs the program, with the files that it needs.
    launch: Option<Launch>,
    /// What else the contest file says about games.
    terms: String,
}

/// The field of a recording's header that names the engine.
const ENGINE: &str = "engine";

/// The contest of a contest file; `None` if it names a built-in one.
///
/// # Errors
/// If something that the file names is missing.
pub fn of_file(file: &ContestFile) -> Result<Option<&'static dyn Contest>, ContestFileError> {
    let (Some(table), Some(key)) = (&file.referee, &file.contest.key) else { return Ok(None) };
    let rules = Rules::new(file, table)?;
    let seats = file.contest.seats.get_ref().range();
    let options = file.options.iter().map(|(name, option)| {
        option_doc(name, option.get_ref()).map_err(|what| file.wrong(option.span(), what))
    });
    let mut options = options.collect::<Result<Vec<_>, _>>()?;
    options.sort_by_key(|option| option.name);
    let teams = file.contest.teams.iter();
    let teams = teams.map(|team| leaked(team.iter().map(|&seat| Seat(seat)).collect::<Vec<_>>()));
    let about = About {
        ranking: Ranking::Own,
        thrown_out_lose: false,
        listed_seeds: if seats == [1, 1] { leaked(rules.tests()) } else { &[] },
        // A bot that plays alone is measured beside another that plays the same game alone.
        seats: seats[0].max(2),
        thinkers: match file.contest.thinkers {
            Thinkers::One => 1,
            Thinkers::All => seats[0].max(2),
        },
        teams: leaked(teams.collect()),
        options: leaked(options),
        ..About::new(
            text(key.get_ref()),
            text(file.contest.title.as_ref().unwrap_or(key.get_ref())),
            "",
        )
    };
    let engine = match table.engine.get_ref() {
        Engine::Codingame => "codingame",
        Engine::Lines => "lines",
        Engine::Command => "command",
        Engine::Json => "json",
    };
    let launch = needed::launch(file, table);
    needed::keep_from_bots(&launch);
    Ok(Some(Box::leak(Box::new(ExternalContest {
        about,
        rules: Some(Arc::new(rules)),
        seats,
        engine,
        launch: Some(launch),
        terms: needed::terms(file, table),
    }))))
}

/// Whether a referee of CodinGame's engine made a recording.
pub fn is_codingame(header: &Header) -> bool {
    header.more.get(ENGINE).and_then(Value::as_str) == Some("codingame")
}

/// The contest of a recording that a referee program made, to look into it; `None` if the recording is not of this kind.
pub fn of_recording(header: &Header) -> Option<&'static dyn Contest> {
    static KNOWN: Mutex<Option<HashMap<String, &'static ExternalContest>>> = Mutex::new(None);
    header.more.get(ENGINE)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let contest = known.entry(header.game.clone()).or_insert_with(|| {
        let key = text(&header.game);
        let about = About {
            seats: header.players.len(),
            ranking: Ranking::Own,
            thrown_out_lose: false,
            ..About::new(key, key, "")
        };
        Box::leak(Box::new(ExternalContest {
            about,
            rules: None,
            seats: [1, 26],
            engine: "",
            launch: None,
            terms: String::new(),
        }))
    });
    Some(*contest)
}

/// An option as it is declared in the contest file.
fn option_doc(name: &str, option: &OptionTable) -> Result<OptionDoc, String> {
    demand_name(name, "option")?;
    let (default, range, choices, help) = match option {
        OptionTable::Default(default) => (default, None, [].as_slice(), ""),
        OptionTable::Full(full) => (&full.default, full.range, &*full.choices, &*full.help),
    };
    let kind = match default {
        _ if !choices.is_empty() => {
            // The first word is the default.
            let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
            let (mut words, others): (Vec<_>, Vec<_>) =
                choices.iter().partition(|word| **word == default);
            if words.is_empty() {
                return Err(format!("the default of the option {name} is not one of its choices"));
            }
            words.extend(others);
            OptionKind::Choice(leaked(words.into_iter().map(|word| text(word)).collect()))
        }
        Value::Number(number) => {
            let [least, most] = range.unwrap_or([i64::MIN, i64::MAX]);
            let default = number.as_i64().ok_or_else(|| {
                format!(
                    "the option {name} is {number}; a number must be whole, or a text: \"{number}\""
                )
            })?;
            let default = Some(default).filter(|number| (least..=most).contains(number));
            let default = default
                .ok_or_else(|| format!("the default of the option {name} is not in its range"))?;
            OptionKind::Whole { least, most, default }
        }
        Value::Bool(false) => OptionKind::Truth,
        Value::Bool(true) => OptionKind::Choice(&["true", "false"]),
        Value::String(default) => OptionKind::Text(text(default)),
        _ => {
            return Err(format!(
                "the default of the option {name} is not a number, a truth value or a text"
            ));
        }
    };
    demand_text(name, "help", help)?;
    choices.iter().try_for_each(|word| demand_text(name, "choice", word))?;
    default.as_str().map_or(Ok(()), |word| demand_text(name, "default", word))?;
    Ok(OptionDoc { name: text(name), kind, help: text(help) })
}

/// Refuses a text of an option that has control characters, other than the tab and the end of a line.
fn demand_text(name: &str, what: &str, text: &str) -> Result<(), String> {
    if text.split('\n').all(is_one_line) {
        return Ok(());
    }
    Err(format!(
        "the {what} of the option {name} is {text:?}, which has a control character; remove it"
    ))
}

/// A text that lives as long as the process. A process has one contest file.
fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A list that lives as long as the process.
fn leaked<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

impl ExternalContest {
    /// The referee program, if it is here.
    fn program(&self) -> Option<&Program> {
        self.rules.as_ref().map(|rules| &rules.program)
    }

    fn rules(&self) -> Result<&Arc<Rules>, SetupError> {
        self.rules.as_ref().ok_or_else(|| {
            SetupError(format!(
                "the referee of '{}' is not here, so its games cannot be played; run this where its botyard.toml \
                 is, or name the file with --contest",
                self.about.key
            ))
        })
    }
}

impl Contest for ExternalContest {
    fn about(&self) -> About {
        self.about
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        let [least, most] = self.seats;
        least..=most
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        let rules = self.rules()?;
        Options::read(self.about.options, &setup.options)?;
        let [least, most] = self.seats;
        let is_alone = most == 1;
        if !is_alone {
            setup.demand_seats(least..=most)?;
        }
        let seats = if is_alone { 1 } else { setup.seats };
        let game = || rules.game(&Setup { seats, ..setup.clone() }, is_alone);
        if is_alone && setup.seats > 1 {
            let games = (0..setup.seats).map(|_| game()).collect::<Result<_, SetupError>>()?;
            return Ok(Box::new(Alongside::new(games, rules.counting.clone())));
        }
        game()
    }

    fn terms(&self) -> Option<&str> {
        Some(&self.terms)
    }

    fn starts_bots(&self) -> bool {
        matches!(self.program(), Some(Program::Command(_)))
    }

    fn referee_program(&self) -> Option<Launch> {
        self.launch.clone()
    }

    fn start_with_bots(&self, setup: &Setup, bots: &[SeatedProgram]) -> Result<Option<Hosted>> {
        let Program::Command(program) = &self.rules()?.program else { return Ok(None) };
        // It checks the options and the number of players.
        self.start(setup)?;
        hosted(program, setup, bots).map(Some)
    }

    fn retrace(&self, recorded: &RecordedGame<'_>) -> Result<Box<dyn Game>, SetupError> {
        Ok(Box::new(Retraced::new(recorded)?))
    }

    fn recompute(&self, recorded: &RecordedGame<'_>) -> Result<Option<Box<dyn Game>>, SetupError> {
        match self.program() {
            Some(Program::Codingame(_) | Program::Lines(_)) => {
                self.start(&recorded.header.setup()).map(Some)
            }
            Some(Program::Command(_)) | None => Ok(None),
        }
    }

    fn unrepeatable(&self) -> &'static [&'static str] {
        &["metadata", "player_data", super::notes::FIELD]
    }

    fn header_fields(&self) -> Map<String, Value> {
        Map::from_iter([(ENGINE.to_owned(), self.engine.into())])
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The error of an option, or nothing.
    fn refusal(name: &str, option: Value) -> String {
        let option = serde_json::from_value(option).unwrap();
        option_doc(name, &option).err().unwrap_or_default()
    }

    #[test]
    fn texts_of_options_have_no_control_characters() {
        assert_eq!(refusal("map", json!("..#\n.\t.")), "");
        let said = refusal("map", json!("a\u{2028}b"));
        assert!(said.contains(r#"default of the option map is "a\u{2028}b""#), "{said}");
        assert!(refusal("map", json!("a\0b")).contains("has a control character"));
        let full = |choice: &str, help: &str| json!({"default": "a", "choices": ["a", choice], "help": help});
        assert_eq!(refusal("map", full("b", "what it is")), "");
        assert!(refusal("map", full("b\r", "")).contains("choice of the option map"));
        assert!(refusal("map", full("b", "\u{1b}[2J")).contains("help of the option map"));
        assert!(refusal("m p", json!(1)).contains("cannot be the name of an option"));
    }
}
