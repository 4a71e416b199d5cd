//! The trait of a contest, its description, and its entry in the registry.

use std::ops::RangeInclusive;

use anyhow::Result;
use serde_json::{Map, Value};

use crate::fixture::Fixtures;
use crate::game::{Game, OpenGame, Outcome, Seat, ThrownOut};
pub use crate::options::OptionDoc;
use crate::options::with_defaults;
use crate::player::Player;
pub use crate::player::house::{House, HouseKind};
pub use crate::player::kind::{BotKind, Seatable, Seating, TypedBot};
use crate::player::process::Launch;
use crate::recording::{Exchange, Header, RecordedGame, Recording};
pub use crate::setup::{Setup, SetupError};
use crate::tcp_service::TcpService;
use crate::thought::Thought;

/// The description of a contest. [`About::new`] has defaults for all fields after the names.
#[derive(Clone, Copy)]
pub struct About {
    /// The word on the command line and in recordings.
    pub key: &'static str,
    /// The name of the original event.
    pub title: &'static str,
    /// The workspace's own bot.
    pub bot: &'static str,
    /// The usual number of players.
    pub seats: usize,
    /// By round: the seats that share its points, which are in [`rounds`](crate::game::Outcome::rounds). Empty
    /// for a contest without rounds.
    pub teams: &'static [&'static [Seat]],
    /// Long runs draw seeds below this number. It is small enough that a seed can be typed, even if the site has
    /// more.
    pub seeds: u64,
    /// All seeds of a contest that has only these, such as the tests of a game for one player. Empty if any number is a
    /// seed.
    pub listed_seeds: &'static [&'static str],
    /// Number of players that think at the same time.
    pub thinkers: usize,
    /// What `--option` takes.
    pub options: &'static [OptionDoc],
    /// The house players.
    pub house: &'static [HouseKind],
    /// The bots that answer the same whenever they are sent the same lines, in whatever seat and with whatever seed: house
    /// players with their `@`, and the workspace's own bot if it does with `--nodes`. Where both seats of such a pair
    /// are sent the same, it plays a seed once.
    pub deterministic: &'static [&'static str],
    /// For each cause of disqualification, what a valid line would have been, such as
    /// `("direction", "N, E, S or W")`.
    pub wanted: &'static [(&'static str, &'static str)],
    /// The first bots that `referee new bot` writes, at most one for a language.
    pub first_bots: &'static [FirstBot],
    /// Help for [`Contest::statistics`]; empty if the contest has none.
    pub statistics: &'static str,
    /// How games are served over TCP.
    pub tcp: TcpService,
    /// What the points of a result are: the words after the number 1, and after any other, such as `["life", "lives"]`.
    pub points: [&'static str; 2],
    /// The unit in which the contest counts its time, see [`Game::turn`].
    pub time: &'static str,
    /// The source file of the contest, `file!()`. Its documentation has a section `# The protocol`.
    pub source: &'static str,
    /// What the ranks of a game follow.
    pub ranking: Ranking,
    /// Whether a player that was thrown out never wins, unless all were.
    pub thrown_out_lose: bool,
    /// Further kinds of bots beside house players and programs, such as the files of the original event.
    pub bot_kinds: &'static [BotKind],
}

/// What the ranks of a game follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranking {
    /// More points are better.
    ByScore,
    /// More points are better, or the game is a draw.
    ByScoreOrDraw,
    /// Rules that only the contest knows.
    #[default]
    Own,
}

impl About {
    /// A contest of two players that think in turn, without options and house players.
    pub const fn new(key: &'static str, title: &'static str, bot: &'static str) -> Self {
        Self {
            key,
            title,
            bot,
            seats: 2,
            teams: &[],
            seeds: 1_000_000_000,
            listed_seeds: &[],
            thinkers: 1,
            options: &[],
            house: &[],
            deterministic: &[],
            wanted: &[],
            first_bots: &[],
            statistics: "",
            tcp: TcpService::PLAIN,
            points: ["point", "points"],
            time: "turn",
            source: "",
            ranking: Ranking::ByScore,
            thrown_out_lose: true,
            bot_kinds: &[],
        }
    }

    /// The complaint about the line for which a player was disqualified: `wanted N, E, S or W, got "MOVE X"
    /// (direction)`. `None` if the cause was not a line.
    pub fn complaint(&self, out: &ThrownOut) -> Option<String> {
        let (line, cause) = (out.line.as_ref()?, &out.cause);
        let wanted = self.wanted.iter().find(|(name, _)| name == cause);
        let wanted = wanted.map_or(String::new(), |(_, words)| format!("wanted {words}, "));
        Some(format!("{wanted}got {line:?} ({cause})"))
    }
}

/// One contest: its description, its games, and hooks, all of which have defaults.
pub trait Contest: Sync {
    /// The description, which never changes.
    fn about(&self) -> About;

    /// The word on the command line and in recordings.
    fn key(&self) -> &'static str {
        self.about().key
    }

    /// What words of `end` in a result mean, each as a clause such as `a submarine sank`. A word that is not listed is
    /// shown as it is, except those that several contests have.
    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Why the first one is first, as a clause that takes the place of the words for the end of a game, such as
    /// `B delivered 6 packages, A 3`; `None` if those words say it. It is not asked if somebody was thrown out.
    fn reason(&self, _outcome: &Outcome) -> Option<String> {
        None
    }

    /// Sets up a game. All randomness comes from the seed and the options.
    ///
    /// # Errors
    /// A sentence about a seed, an option or a number of seats that the game does not take.
    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError>;

    /// Sets up the game of a recording, to walk through it. A contest whose rules are a program outside follows the
    /// recorded exchanges instead.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    fn retrace(&self, recorded: &RecordedGame<'_>) -> Result<Box<dyn Game>, SetupError> {
        self.start(&recorded.header.setup())
    }

    /// Sets up the game of a recording to compute it again. `None` if the rules are a program that is not here, or that
    /// starts the bots itself.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    fn recompute(&self, recorded: &RecordedGame<'_>) -> Result<Option<Box<dyn Game>>, SetupError> {
        self.start(&recorded.header.setup()).map(Some)
    }

    /// Fields of the result that need not be equal when a game is computed again, such as measures of time.
    fn unrepeatable(&self) -> &'static [&'static str] {
        &[]
    }

    /// Further fields of the header of a recording.
    fn header_fields(&self) -> Map<String, Value> {
        Map::new()
    }

    /// The least and the most players of a game.
    fn seat_range(&self) -> RangeInclusive<usize> {
        let seats = self.about().seats;
        seats..=seats
    }

    /// How the program that holds the rules is started, with the files that it needs; `None` if the rules are a part of this
    /// program.
    fn referee_program(&self) -> Option<Launch> {
        None
    }

    /// What else decides about games of rules outside, such as which numbers count and the limits: two equal texts mean the
    /// same. `None` if the rules are a part of this program.
    fn terms(&self) -> Option<&str> {
        None
    }

    /// Whether the contest's referee program starts the bots itself, so that a game begins with
    /// [`start_with_bots`](Self::start_with_bots).
    fn starts_bots(&self) -> bool {
        false
    }

    /// Starts a game and its players together, in a contest whose referee program starts the bots itself. The bots
    /// are given by seat, as programs with their limits. `None` for any other contest.
    ///
    /// # Errors
    /// As for [`start`](Self::start), or if the referee program cannot be started.
    fn start_with_bots(&self, _setup: &Setup, _bots: &[SeatedProgram]) -> Result<Option<Hosted>> {
        Ok(None)
    }

    /// The start of a game as files of the contest's own format, such as a map. Empty if it has no such format.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    fn files(&self, _setup: &Setup) -> Result<Vec<StartFile>, SetupError> {
        Ok(Vec::new())
    }

    /// Sets up a game that players can join while it is played. It may start with no player.
    ///
    /// # Errors
    /// As for [`start`](Self::start); or if the contest has no such games.
    fn open(&self, _setup: &Setup) -> Result<Box<dyn OpenGame>, SetupError> {
        Err(SetupError(format!(
            "nobody can join a game of {} that has begun; --players N plays one with N clients",
            self.key()
        )))
    }

    /// Reads a game in the form in which the original event delivers it.
    ///
    /// # Errors
    /// If the text is malformed or differs from the rules, or the contest cannot import games.
    fn import(&self, _text: &str) -> Result<Import, SetupError> {
        Err(SetupError(format!(
            "games of {} cannot be imported; `referee play` records games here",
            self.key()
        )))
    }

    /// The games of a file that has several, such as the log of a client: each with its name and the text that
    /// [`import`](Self::import) reads. `None` if the text is not of that kind.
    fn games_in(&self, _text: &str) -> Option<Vec<(String, String)>> {
        None
    }

    /// Statistics of recorded games: a list with an object for each bot. Its first field, `bot`, is the name; the
    /// others are figures.
    ///
    /// # Errors
    /// If a recording is not of this contest, or the contest has no statistics.
    fn statistics(&self, _recordings: &[Recording]) -> Result<Value, SetupError> {
        Err(SetupError(format!(
            "there are no statistics for games of {}; use `referee report` and `referee show`",
            self.key()
        )))
    }

    /// What this contest calls the tiles of its pictures, by the letters of [`Scene::rows`](crate::scene::Scene::rows).
    /// Other letters have the names of [`TILES`](crate::scene::TILES).
    fn tiles(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// The games that are recorded under `fixtures/`, from which the tests of all contests are made.
    fn fixtures(&self) -> Fixtures {
        Fixtures::default()
    }

    /// By exchange of a recorded game: what the other seats can know of each seat after it, drawn like thoughts. Empty
    /// if all players see everything.
    fn known(&self, _exchanges: &[(usize, Exchange)]) -> Vec<Vec<(Seat, Thought)>> {
        Vec::new()
    }
}

/// A bot for a referee program that starts the bots itself.
#[derive(Clone, Debug)]
pub struct SeatedProgram {
    /// Its name.
    pub name: String,
    /// Its program with its limits and isolation.
    pub launch: Launch,
}

/// A game with its players, by seat.
pub struct Hosted {
    /// The game.
    pub game: Box<dyn Game>,
    /// Its players.
    pub players: Vec<Box<dyn Player>>,
}

/// A game of the original event, ready to be played again.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// Seed, options and number of players.
    pub setup: Setup,
    /// The players by seat.
    pub names: Vec<String>,
    /// By seat: its answers, one line each.
    pub answers: Vec<Vec<String>>,
}

/// A contest in the registry. Each contest enters itself, in its own folder:
///
/// ```
/// # use referee_core::contest::{About, Contest, Registered, Setup, SetupError};
/// # use referee_core::game::Game;
/// struct Chess;
///
/// impl Contest for Chess {
///     fn about(&self) -> About {
///         About::new("chess", "Chess", "fish")
///     }
///
///     // …
/// #   fn start(&self, _: &Setup) -> Result<Box<dyn Game>, SetupError> { Err(SetupError(String::new())) }
/// }
///
/// inventory::submit!(Registered(&Chess));
/// # assert!(referee_core::games::contest("chess").is_ok());
/// ```
pub struct Registered(pub &'static dyn Contest);

inventory::collect!(Registered);

impl dyn Contest + '_ {
    /// The header of a recording of a game that is made from `setup` and played by `names`, by seat.
    pub fn header(&self, setup: &Setup, names: impl IntoIterator<Item = String>) -> Header {
        let mut header = Header::new(self.key(), setup, names);
        header.more.extend(self.header_fields());
        header
    }

    /// The number of players in words: `2 players`, `1 to 26 players`.
    pub fn seats_in_words(&self) -> String {
        let seats = self.seat_range();
        match (*seats.start(), *seats.end()) {
            (1, 1) => "1 player".to_owned(),
            (least, most) if least == most => format!("{least} players"),
            (least, most) => format!("{least} to {most} players"),
        }
    }

    /// The given options, and the defaults of all others. A recording holds all of them, so that a new default
    /// does not change an old game.
    pub fn with_defaults(&self, given: Map<String, Value>) -> Map<String, Value> {
        with_defaults(self.about().options, given)
    }
}

/// A file of a contest's own format that a game can start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartFile {
    /// The extension of its name, such as `map`.
    pub extension: &'static str,
    /// Its content.
    pub text: String,
}

/// A first bot in one language.
#[derive(Clone, Copy)]
pub struct FirstBot {
    /// The extension of its file: `py`, `rs`, `cpp`, `js`, `java`, `go` or `kt`.
    pub extension: &'static str,
    /// Its source.
    pub source: &'static str,
}

/// The first bots of a contest, from the files `first_bots/bot.*` beside the caller, by their extensions.
#[macro_export]
macro_rules! first_bots {
    [$($extension:literal),*] => {
        const {
            &[$($crate::contest::FirstBot {
                extension: $extension,
                source: include_str!(concat!("first_bots/bot.", $extension)),
            }),*]
        }
    };
}
