//! The targets.

use std::io::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use alamode::bot::Alamode;
use fruitbot::bot::Fruitbot;
use gridkit::bot::play;
use gridkit::{Bot, Flags};
use icfp_courier::bot::IcfpCourier;
use kabotte::bot::KaBotte;
use ocean::bot::Ocean;
use referee::arena::{
    Comparison, DuelStanding, LadderTable, Log, Pairing, TeamComparison, met_in, select,
};
use referee::contest::{Contest, Setup};
use referee::contest_file::ContestFile;
use referee::game::{Expected, Request, Seat, Step};
use referee::games::contest;
use referee::options::option_value;
use referee::pages::{film, game_page};
use referee::player::Player;
use referee::raster::write_png;
use referee::recording::{BegunRecording, Recording};
use referee::redrive::redrive;
use referee::replay::replay;
use referee::table::Table;
use referee::terminal::{harmless, json_line, picture};
use referee::testkit::recordings::{files_in, fixtures_folder};
use serde_json::{Map, Value};

use crate::whole_games::whole_game;

/// One function that is fuzzed.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Reads any bytes; a panic is a finding.
    pub body: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "recordings", body: recordings },
    Target { name: "logs", body: logs },
    Target { name: "conditions", body: conditions },
    Target { name: "options", body: options },
    Target { name: "games", body: games },
    Target { name: "imports", body: imports },
    Target { name: "contest_files", body: contest_files },
    Target { name: "alamode", body: bot::<Alamode> },
    Target { name: "fruitbot", body: bot::<Fruitbot> },
    Target { name: "icfp_courier", body: bot::<IcfpCourier> },
    Target { name: "kabotte", body: bot::<KaBotte> },
    Target { name: "ocean", body: bot::<Ocean> },
    Target { name: "javascript", body: javascript },
    Target { name: "bundler", body: bundler },
];

/// The target with a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Replays a recording, and redrives it with house players.
fn recordings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let begun = BegunRecording::parse(&text);
    if let Ok(recording) = Recording::parse(&text) {
        let sentence = replay(&recording).map_or_else(|error| error.to_string(), |_| String::new());
        // A difference has three lines, everything else has one.
        assert!(sentence.lines().count() <= 3 && sentence.lines().all(|it| harmless(it) == it));
        assert!(begun.is_ok(), "a whole recording is a begun one");
    }
    let Ok(begun) = begun else { return };
    if let Ok(film) = film(&begun) {
        let page = game_page(&film);
        assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
        let _ = write_png(&film, film.frames.len().saturating_sub(1), std::io::sink());
    }
    let Ok(contest) = contest(&begun.header.game) else { return };
    let seats = begun.header.players.len();
    for (seat, house) in (0..seats.min(3)).zip(contest.about().house) {
        let player = referee::player::house::HousePlayer::new("house", (house.make)(1, Seat(seat)));
        let mut table = Table::new(vec![Box::new(player)]);
        let _ = redrive(&begun, contest, Seat(seat), &mut table, |_| Ok(true));
    }
}

/// The characters of a command that a shell may give a meaning: those outside of quotes and not behind a backslash.
fn bare(command: &str) -> String {
    let (mut bare, mut is_quoted) = (String::new(), false);
    let mut all = command.chars();
    while let Some(char) = all.next() {
        match char {
            '\'' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '\\' => drop(all.next()),
            _ => bare.push(char),
        }
    }
    bare
}

/// Computes every report on a log.
fn logs(bytes: &[u8]) {
    let Ok(log) = Log::from_bytes(bytes) else { return };
    assert!(log.damage().iter().all(|it| !it.reason.is_empty()));
    for again in log.all_games().take(50).map(|game| log.again(game)) {
        let is_special = |char: char| "$`;&|<>(){}*?!~#\n".contains(char);
        assert!(!bare(&again).contains(is_special), "{again}");
    }
    let names: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
    drop(LadderTable::of(&log, &names));
    let Ok(contest) = contest(&log.header().game) else { return };
    if let Some(question) = log.question() {
        let pairing = Pairing::new(question.duel.clone(), contest.about().seats);
        compare(&log, &pairing);
    }
    for a in names.iter().take(4) {
        for b in names.iter().take(4).filter(|b| *b != a) {
            drop(TeamComparison::of(&log, contest, [a, b]));
            if let Ok(pairing) = met_in(&log, [a, b], &[], contest.about().seats) {
                compare(&log, &pairing);
            }
        }
    }
}

fn compare(log: &Log, pairing: &Pairing) {
    let question = log.question().filter(|question| question.duel == pairing.names());
    let standing = DuelStanding::of(log, pairing, question.and_then(|question| question.test));
    let _ = (standing.elo(), standing.log_likelihood_ratio());
    drop(Comparison::new(log, standing));
}

/// Selects games of logs by a condition.
fn conditions(bytes: &[u8]) {
    static LOGS: LazyLock<Vec<Log>> = LazyLock::new(|| {
        let bytes = files_in(&fixtures_folder().join("logs")).into_iter().map(std::fs::read);
        bytes.filter_map(|bytes| Log::from_bytes(&bytes.ok()?).ok()).collect()
    });
    let condition = String::from_utf8_lossy(bytes);
    for log in LOGS.iter() {
        match select(log, &condition) {
            Ok(part) => assert!(part.all_games().count() > 0),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Imports a game in the form of its site.
fn imports(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for contest in referee::games::all() {
        if let Err(error) = contest.import(&text) {
            let sentence = error.to_string();
            assert!(!sentence.is_empty() && sentence.len() < 10_000 + 20 * bytes.len());
        }
    }
}

/// Reads a contest file.
fn contest_files(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match ContestFile::parse(&text, Path::new("botyard.toml")) {
        Ok(file) => drop(file.key().to_owned()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Sets up a game with options: `KEY SEED SEATS` on the first line, then
/// an object of options, or `NAME=VALUE` a line.
fn options(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let Some((contest, seed, seats)) = named(first) else { return };
    let typed = || -> Map<String, Value> {
        let lines = rest.lines().filter_map(|line| line.split_once('='));
        lines.map(|(name, value)| (name.to_owned(), option_value(value))).collect()
    };
    let options = serde_json::from_str(rest).unwrap_or_else(|_| typed());
    let setup = Setup { seed, options: contest.with_defaults(options), seats };
    start(contest, &setup);
    drop(contest.open(&setup));
}

/// Plays a whole game: the first line as for [`options`], an object of options on the second, then the answers of all
/// players in the order in which they are asked.
fn games(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.splitn(3, '\n');
    let mut part = || parts.next().unwrap_or_default();
    let (first, options, answers) = (part(), part(), part());
    let Some((contest, seed, seats)) = named(first) else { return };
    let Ok(options) = serde_json::from_str(options) else { return };
    whole_game(contest, &Setup { seed, options: contest.with_defaults(options), seats }, answers);
}

/// The contest, the seed and the number of seats of a line `KEY SEED SEATS`.
fn named(line: &str) -> Option<(&'static dyn Contest, String, usize)> {
    let mut words = line.split(' ');
    let contest = contest(words.next()?).ok()?;
    let seed = words.next().unwrap_or("1").to_owned();
    let seats = words.next().and_then(|it| it.parse().ok());
    Some((contest, seed, seats.unwrap_or(contest.about().seats).min(300)))
}

fn start(contest: &dyn Contest, setup: &Setup) {
    match contest.start(setup) {
        Ok(mut game) => {
            let step = game.advance(&[]);
            let shown = picture(&game.draw());
            assert_eq!(shown, game.draw(), "a drawing is harmless");
            if let Step::Ask(requests) = step {
                assert!(requests.iter().all(|request| request.seat.0 < setup.seats));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Lets a bot answer lines, with little thought. It may end with an error of one line.
fn bot<B: Bot>(bytes: &[u8])
where
    Flags<B::Params>: Default,
{
    let flags = Flags { nodes: Some(5), ..Flags::default() };
    let input = Box::new(std::io::Cursor::new(bytes.to_vec()));
    let (mut answers, mut remarks) = (Vec::new(), Vec::new());
    if let Err(error) = play::<B>(&flags, input, &mut answers, &mut remarks) {
        let sentence = error.to_string();
        assert!(!sentence.is_empty() && sentence.lines().count() == 1, "{sentence:?}");
    }
}

/// Loads a script of a fruit bot and asks it for two moves.
fn javascript(bytes: &[u8]) {
    use referee::games::fruit::javascript::{JavaScriptPlayer, ScriptLimits};
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return };
    if file.write_all(bytes).is_err() {
        return;
    }
    let limits = ScriptLimits {
        memory: 8 << 20,
        stack: 256 << 10,
        ticks_per_second: 20,
        ..ScriptLimits::default()
    };
    let Ok(player) = JavaScriptPlayer::load("script", file.path(), 1, limits) else { return };
    let Ok(contest) = contest("fruit") else { return };
    let setup = Setup { seed: "1".into(), options: contest.with_defaults(Map::new()), seats: 2 };
    let Ok(mut game) = contest.start(&setup) else { return };
    let Step::Ask(requests) = game.advance(&[]) else { return };
    let mut table = Table::new(vec![Box::new(player) as Box<dyn Player>]);
    for _ in 0..2 {
        let Some(request) = requests.iter().find(|request| request.seat == Seat(0)) else { return };
        let expected = request.expected.map(|it| Expected { lines: 1, ..it });
        let asked = [Request { seat: Seat(0), lines: request.lines.clone(), expected }];
        let Ok(replies) = table.ask(&asked) else { return };
        let reply = &replies[0];
        assert!(json_line(&Value::from(format!("{reply:?}"))).lines().count() == 1);
        if reply.answer.fault.is_some() {
            return;
        }
    }
}

/// Prints a source as a bundle, and the bundle again.
fn bundler(bytes: &[u8]) {
    let Ok(folder) = tempfile::TempDir::new() else { return };
    let root = folder.path().join("main.rs");
    let printed = |bytes: &[u8]| -> Option<[String; 2]> {
        std::fs::write(&root, bytes).ok()?;
        bundle::reprint(Path::new(&root)).ok()
    };
    let Some([laid_out, minified]) = printed(bytes) else { return };
    for text in [&laid_out, &minified] {
        assert!(printed(text.as_bytes()).is_some(), "the printed text is not Rust: {text}");
    }
}
