//! The contest value of a contest from outside.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use itertools::Itertools;
use serde_json::{Map, Value};

use super::alongside::Alongside;
use super::codingame::{CodingameGame, CodingameSetup};
use super::command::{CommandProgram, Unseated, hosted};
use super::counting::Counting;
use super::host::Host;
use super::java::JavaReferee;
use super::lines::{LinesGame, LinesProgram};
use super::pool::Pool;
use super::retrace::Retraced;
use crate::contest::{About, Contest, Hosted, OptionDoc, SeatedProgram, Setup, SetupError};
use crate::contest_file::{
    ContestFile, ContestFileError, Engine, LimitsTable, Mode, OptionTable, RefereeTable, Thinkers,
};
use crate::game::{Game, Seat};
use crate::options::{OptionKind, Options};
use crate::recording::{Header, RecordedGame};

/// What all games of a contest share.
pub(super) struct Rules {
    /// The table of the contest file.
    pub(super) table: RefereeTable,
    /// The limits of bots and games.
    pub(super) limits: LimitsTable,
    /// The grace in each time limit, in milliseconds.
    pub(super) grace_ms: u64,
    /// Which numbers count.
    pub(super) counting: Counting,
    /// The Java program, for CodinGame's engine.
    pub(super) java: Option<JavaReferee>,
    /// Processes for further games.
    pub(super) pool: Pool,
    /// The program, if it starts the bots itself.
    command: Option<Arc<CommandProgram>>,
    /// The program, for the line protocol.
    lines: Option<Arc<LinesProgram>>,
    /// The folder of `test1.json` and so on.
    tests: PathBuf,
}

impl Rules {
    fn new(file: &ContestFile, table: &RefereeTable) -> Result<Self, ContestFileError> {
        let is_java = *table.engine.get_ref() == Engine::Codingame;
        let java = is_java.then(|| JavaReferee::new(file, table)).transpose()?;
        let folder = java.as_ref().map_or(file.folder(), JavaReferee::folder);
        let tests = match &table.tests {
            Some(tests) => file.folder().join(tests),
            None => folder.join("config"),
        };
        let words = java.as_ref().map(JavaReferee::words).unwrap_or_default();
        let counting = Counting::new(&file.contest);
        let is_lines = *table.engine.get_ref() == Engine::Lines;
        let lines = is_lines.then(|| LinesProgram::new(file, table, counting.clone()));
        let command = CommandProgram::new(file, table, counting.clone())?;
        Ok(Self {
            command: command.map(Arc::new),
            table: table.clone(),
            limits: file.limits.clone(),
            grace_ms: table.grace_ms,
            counting,
            pool: Pool::new(table.reuse, file.folder(), &words),
            java,
            lines: lines.transpose()?.map(Arc::new),
            tests,
        })
    }

    /// The numbers of the tests of a game for one player.
    fn tests(&self) -> Vec<&'static str> {
        let files = std::fs::read_dir(&self.tests).into_iter().flatten().flatten();
        let number =
            |name: &str| name.strip_prefix("test")?.strip_suffix(".json")?.parse::<u32>().ok();
        let numbers = files.filter_map(|file| number(&file.file_name().to_string_lossy()));
        numbers.sorted().map(|number| text(&number.to_string())).collect()
    }

    /// A process that plays a game: one that has played others, or a new one.
    pub(super) fn host(&self, league: Option<&str>) -> Result<Host> {
        if let Some(host) = self.pool.take(league) {
            return Ok(host);
        }
        self.new_host(league, self.pool.is_proven())
    }

    /// Starts a process for one game, or for many.
    pub(super) fn new_host(&self, league: Option<&str>, many: bool) -> Result<Host> {
        let java = self.java.as_ref().context("only CodinGame's engine runs in Java")?;
        let launch = java.launch(league, many).context("cannot prepare the referee program")?;
        Host::start(&launch, self.patience())
    }

    /// How long the program may be silent.
    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.table.answer_s)
    }

    /// A game of one of the engines that ask the bots through this program.
    fn game(self: &Arc<Self>, setup: &Setup, is_alone: bool) -> Result<Box<dyn Game>, SetupError> {
        if let Some(program) = &self.lines {
            return Ok(Box::new(LinesGame::new(Arc::clone(program), setup)?));
        }
        if self.command.is_some() {
            return Ok(Box::new(Unseated::default()));
        }
        let mode = if is_alone { Mode::Solo } else { self.table.mode };
        let setup = CodingameSetup::new(setup, mode, &self.tests)?;
        Ok(Box::new(CodingameGame::new(Arc::clone(self), setup)))
    }

    /// A game of CodinGame's engine is over: its process may play another.
    pub(super) fn finished(self: &Arc<Self>, game: &mut CodingameGame) {
        self.pool.finished(self, game);
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
    let seats = file.contest.seats.range();
    let options = file.options.iter().map(|(name, option)| {
        option_doc(name, option.get_ref()).map_err(|what| file.wrong(option.span(), what))
    });
    let mut options = options.collect::<Result<Vec<_>, _>>()?;
    options.sort_by_key(|option| option.name);
    let teams = file.contest.teams.iter();
    let teams = teams.map(|team| leaked(team.iter().map(|&seat| Seat(seat)).collect::<Vec<_>>()));
    let about = About {
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
    Ok(Some(Box::leak(Box::new(ExternalContest {
        about,
        rules: Some(Arc::new(rules)),
        seats,
        engine,
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
        let about = About { seats: header.players.len(), ..About::new(key, key, "") };
        Box::leak(Box::new(ExternalContest { about, rules: None, seats: [1, 26], engine: "" }))
    });
    Some(*contest)
}

/// An option as it is declared in the contest file.
fn option_doc(name: &str, option: &OptionTable) -> Result<OptionDoc, String> {
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
            let default = number.as_i64().filter(|number| (least..=most).contains(number));
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
    Ok(OptionDoc { name: text(name), kind, help: text(help) })
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

    fn starts_bots(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.command.is_some())
    }

    fn start_with_bots(&self, setup: &Setup, bots: &[SeatedProgram]) -> Result<Option<Hosted>> {
        let Some(program) = &self.rules()?.command else { return Ok(None) };
        // It checks the options and the number of players.
        self.start(setup)?;
        hosted(program, setup, bots).map(Some)
    }

    fn retrace(&self, recorded: &RecordedGame<'_>) -> Result<Box<dyn Game>, SetupError> {
        Ok(Box::new(Retraced::new(recorded)?))
    }

    fn recompute(&self, recorded: &RecordedGame<'_>) -> Result<Option<Box<dyn Game>>, SetupError> {
        let engine = self.rules.as_ref().map(|rules| *rules.table.engine.get_ref());
        match engine {
            Some(Engine::Codingame | Engine::Lines) => {
                self.start(&recorded.header.setup()).map(Some)
            }
            Some(Engine::Command | Engine::Json) | None => Ok(None),
        }
    }

    fn unrepeatable(&self) -> &'static [&'static str] {
        &["metadata", super::notes::FIELD]
    }

    fn header_fields(&self) -> Map<String, Value> {
        Map::from_iter([(ENGINE.to_owned(), self.engine.into())])
    }
}
