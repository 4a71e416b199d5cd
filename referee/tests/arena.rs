//! Duels and ladders inside this process, on a contest that exists only for tests.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use referee::arena::{
    Arena, Duel, DuelStanding, Entrants, Keep, Ladder, Log, Logged, Observer, Progress, Replays,
    RunSettings, Seeds, StartNote, Test,
};
use referee::bot::Strangers;
use referee::clocks::Clocks;
use referee::contest::Contest;
use referee::stats::sprt::{Sprt, TestVerdict};
use referee::testkit::nearest::Nearest;
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::common::unchained;

static NOT_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(true);

/// A run on one thread with its log in a folder. With this many rounds, `@five` wins nearly every game
/// against `@random`.
fn settings(folder: &Path) -> RunSettings {
    let contest: &'static dyn Contest = &Nearest;
    RunSettings {
        contest,
        options: contest.with_defaults(Map::from_iter([("rounds".to_owned(), Value::from(300))])),
        seeds: Seeds::Sequence(1),
        clocks: Clocks::default(),
        cores: None,
        note: StartNote::default(),
        adopts_orphans: false,
        elsewhere: None,
        is_calibrated: false,
        parallel: 1,
        keep: Keep::None,
        replays: Replays::Never,
        is_strict: false,
        keeps_going: false,
        key: None,
        log: Some(folder.join("log.jsonl")),
        stopping: &NOT_INTERRUPTED,
        interrupted: &NOT_INTERRUPTED,
    }
}

/// The calls that an observer received.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    /// Games, and games that are known already, of each part of the run.
    begun: Vec<(u64, u64)>,
    ended: u64,
    compared: u64,
    over: usize,
}

impl Observer for Told {
    fn begin(&mut self, games: u64, known: u64) {
        self.begun.push((games, known));
    }

    fn skip(&mut self, _games: u64) {}

    fn ended(&mut self, _log: &Log, _game: &Logged) {
        self.ended += 1;
    }

    fn compared(&mut self, _standing: &DuelStanding) {
        self.compared += 1;
    }

    fn end(&mut self) {
        self.over += 1;
    }
}

/// A duel of `@five` against `@random` on some seeds: the observer's calls, how far it got, the verdict, and
/// the wins, draws and losses.
fn duel(
    settings: &RunSettings,
    test: Option<Test>,
    seeds: u64,
) -> (Told, Progress, Option<TestVerdict>, [u64; 3]) {
    let bots = ["five=@five", "random=@random"].map(str::to_owned);
    let (entrants, names) =
        Entrants::prepare(&bots, settings.contest, &Strangers::default()).unwrap();
    let duel = Duel::new(settings, names.clone(), test, 0..seeds);
    let mut log = settings.open_log("duel", &entrants).unwrap();
    let mut told = Told::default();
    let arena = Arena { settings, entrants: &entrants, hero: &names[0] };
    let (progress, standing) = duel.play(&arena, &mut log, &mut told).unwrap();
    (told, progress, standing.verdict, standing.games)
}

fn told(begun: &[(u64, u64)], ended: u64, compared: u64) -> Told {
    Told { begun: begun.to_vec(), ended, compared, over: begun.len() }
}

fn points(elo0: f64, elo1: f64) -> Test {
    Test::Points(Sprt::new(elo0, elo1, 0.05, 0.05).unwrap())
}

/// Marks the games with these numbers as overloaded in a log.
fn overload(log: &Path, marked: &[usize]) {
    let text = unchained(&fs::read_to_string(log).unwrap());
    let (head, games): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| !line.starts_with(r#"{"seed""#));
    let games = games.iter().enumerate().map(|(number, line)| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        if marked.contains(&number) {
            game["overloaded"] = serde_json::json!([0]);
        }
        game.to_string()
    });
    let lines: Vec<String> = head.iter().map(ToString::to_string).chain(games).collect();
    fs::write(log, lines.join("\n") + "\n").unwrap();
}

#[test]
fn a_duel_plays_only_missing_games() {
    let folder = TempDir::new().unwrap();
    let settings = settings(folder.path());
    let (first, progress, verdict, games) = duel(&settings, None, 3);
    assert_eq!((first, progress, verdict), (told(&[(6, 0)], 6, 7), Progress::Done, None));
    assert_eq!(games, [6, 0, 0]);
    assert_eq!(duel(&settings, None, 3).0, told(&[(6, 6)], 0, 1));
    assert_eq!(duel(&settings, None, 5).0, told(&[(10, 6)], 4, 5));
}

#[test]
fn a_duel_ends_with_the_verdict_of_its_test() {
    let folder = TempDir::new().unwrap();
    let settings = settings(folder.path());
    let (first, progress, verdict, games) = duel(&settings, Some(points(0.0, 100.0)), 1000);
    assert_eq!((progress, verdict), (Progress::Enough, Some(TestVerdict::AcceptedH1)));
    assert!((6..200).contains(&first.ended) && first.ended % 2 == 0, "{first:?}");
    assert_eq!(games, [first.ended, 0, 0]);
    // The verdict does not change: no more games are planned.
    let (again, progress, verdict, _) = duel(&settings, Some(points(0.0, 100.0)), 1000);
    assert_eq!((again, progress), (Told::default(), Progress::Done));
    assert_eq!(verdict, Some(TestVerdict::AcceptedH1));
}

#[test]
fn overloaded_games_do_not_count_until_they_are_played_again() {
    let folder = TempDir::new().unwrap();
    let mut settings = settings(folder.path());
    duel(&settings, None, 3);
    overload(&folder.path().join("log.jsonl"), &[1, 4]);
    // Each of the two is one of a seed's two games.
    let (undecided, _, _, games) = duel(&settings, None, 3);
    assert_eq!((undecided, games), (told(&[(6, 6)], 0, 1), [2, 0, 0]));
    settings.replays = Replays::Alone;
    let (again, _, _, games) = duel(&settings, None, 3);
    assert_eq!((again, games), (told(&[(2, 0), (6, 6)], 2, 1), [6, 0, 0]));
    assert_eq!(duel(&settings, None, 3).0, told(&[(6, 6)], 0, 1), "they are good now");
}

#[test]
fn an_interrupted_duel_logs_no_game() {
    let folder = TempDir::new().unwrap();
    let settings = RunSettings { interrupted: &INTERRUPTED, ..settings(folder.path()) };
    let (first, progress, ..) = duel(&settings, None, 3);
    assert_eq!((first, progress), (told(&[(6, 0)], 0, 1), Progress::Interrupted));
}

/// A bot that wins nearly all games has no losses to keep, although its opponent has many.
#[test]
fn kept_losses_are_those_of_the_hero() {
    for (hero, kept) in [("five", 0), ("random", 6)] {
        let folder = TempDir::new().unwrap();
        let settings = RunSettings { keep: Keep::Losses, ..settings(folder.path()) };
        let bots = ["five=@five", "random=@random"].map(str::to_owned);
        let (entrants, names) =
            Entrants::prepare(&bots, settings.contest, &Strangers::default()).unwrap();
        let mut log = settings.open_log("ladder", &entrants).unwrap();
        let arena = Arena { settings: &settings, entrants: &entrants, hero };
        let groups = Ladder::groups(&names, 2, None).unwrap();
        let ladder = Ladder::new(&settings, &groups, 3);
        assert_eq!(ladder.play(&arena, &mut log, &mut ()).unwrap(), Progress::Done);
        let recordings = fs::read_dir(folder.path().join("log.jsonl.games"));
        assert_eq!(recordings.map_or(0, Iterator::count), kept, "{hero}");
        let named = log.games().filter(|game| game.recording.is_some()).count();
        assert_eq!(named, kept);
    }
}

#[test]
fn a_ladder_plays_every_seed_with_each_group_and_replays_overloaded_games() {
    let folder = TempDir::new().unwrap();
    let mut settings = settings(folder.path());
    let bots = ["a=@five", "b=@random", "c=@random"].map(str::to_owned);
    let (entrants, names) =
        Entrants::prepare(&bots, settings.contest, &Strangers::default()).unwrap();
    let play = |settings: &RunSettings, hero: Option<&str>, seeds: u64| {
        let mut log = settings.open_log("ladder", &entrants).unwrap();
        let arena = Arena { settings, entrants: &entrants, hero: &names[0] };
        let mut told = Told::default();
        let groups = Ladder::groups(&names, 2, hero).unwrap();
        let ladder = Ladder::new(settings, &groups, seeds);
        ladder.play(&arena, &mut log, &mut told).unwrap();
        let seeds: HashSet<String> = log.games().map(|game| game.seed.to_string()).collect();
        (told, seeds.len())
    };
    assert_eq!(play(&settings, Some("b"), 2), (told(&[(8, 0)], 8, 0), 2));
    assert_eq!(play(&settings, None, 2), (told(&[(12, 8)], 4, 0), 2));
    overload(&folder.path().join("log.jsonl"), &[0]);
    assert_eq!(play(&settings, None, 2).0, told(&[(12, 12)], 0, 0));
    settings.replays = Replays::Alone;
    assert_eq!(play(&settings, None, 2).0, told(&[(12, 11)], 1, 0));
    let unknown = Ladder::groups(&names, 2, Some("d")).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "the hero 'd' is not among the bots; name one of them: a, b, c"
    );
}
