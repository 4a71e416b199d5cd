//! Races of the bot against house players.

use std::fs;

use gridkit::Deadline;
use kabotte::params::Params;
use referee::testkit::cases::cases;
use referee::testkit::recordings::official;
use serde_json::{json, Map, Value};

use crate::common::avoidable;
use crate::common::racing::{number, play};

/// Races of six.
fn races() -> u64 {
    cases(12, 36)
}

/// Time enough for every plan on these tracks, whatever the machine.
fn thinking() -> Deadline {
    Deadline::after_nodes(50_000_000)
}

fn options(options: &Value) -> Map<String, Value> {
    options.as_object().expect("an object").clone()
}

/// Whether the bot, alone, finishes in at most as many moves as the cruiser, and whether in fewer.
fn is_as_quick(options: &Map<String, Value>, seed: u64) -> (bool, bool) {
    let (cruiser, _) = play(options, seed, &[Some("cruiser")], &Params::default(), thinking);
    let (ours, _) = play(options, seed, &[None], &Params::default(), thinking);
    let moves = |outcome| number(outcome, "moves", 0);
    let is_home = ours.more["status"][0] == "finished";
    (is_home && moves(&ours) <= moves(&cruiser), moves(&ours) < moves(&cruiser))
}

#[test]
fn alone_it_never_needs_more_moves_than_the_cruiser() {
    for seed in 0..cases(4, 24) {
        for direction in ["classic", "formula1", "free"] {
            let options = options(&json!({ "direction": direction }));
            assert!(is_as_quick(&options, seed).0, "seed {seed}, {direction}");
        }
    }
}

/// The fewest moves that another program's exhaustive search lists for a classic race over all checkpoints.
/// If the direction makes the finish unreachable, the track is not a circuit, and any way counts.
fn listed_moves(list: &str, map: u32) -> Option<usize> {
    let line =
        list.lines().find(|line| line.split(',').next() == Some(map.to_string().as_str()))?;
    let fields: Vec<&str> = line.split(',').collect();
    [fields[10], fields[12]].iter().find_map(|field| field.parse().ok())
}

#[test]
fn alone_on_official_maps_it_needs_the_listed_fewest_moves() {
    let list = match official("karo", "optimal_moves.csv").map(fs::read_to_string) {
        Some(Ok(list)) => list,
        _ => return,
    };
    let mut maps = 0;
    for map in (1..200).step_by(cases(42, 7)) {
        let code = official("karo", &format!("maps/{map}.txt")).map(fs::read_to_string);
        let (code, listed) = match (code, listed_moves(&list, map)) {
            (Some(Ok(code)), Some(listed)) => (code, listed),
            _ => continue,
        };
        let options = options(&json!({ "map": code }));
        let (outcome, ours) = play(&options, 1, &[None], &Params::default(), thinking);
        assert_eq!(outcome.more["status"][0], "finished", "map {map}");
        assert_eq!(outcome.more["crashes"][0], 0, "map {map}");
        // The first command is the placement.
        assert_eq!(ours.past.len() - 1, listed, "map {map}");
        maps += 1;
    }
    eprintln!("{maps} official maps");
}

#[test]
fn no_crash_could_be_avoided_and_the_bot_is_ahead() {
    let houses = ["cruiser", "blocker", "sunday", "cruiser", "blocker"];
    let (mut crashes, mut theirs, mut ranks) = (0.0, 0.0, 0.0);
    let mut avoidable = Vec::new();
    for seed in 0..races() {
        let board = ["ring", "street", "alleys"][seed as usize % 3];
        let blocking = ["moved", "all"][seed as usize / 3 % 2];
        let options = options(&json!({ "board": board, "blocking": blocking }));
        let own = seed as usize % 6;
        let mut field: Vec<Option<&str>> = houses.iter().copied().map(Some).collect();
        field.insert(own, None);
        let (outcome, ours) = play(&options, seed, &field, &Params::default(), thinking);
        avoidable.extend(avoidable::crashes(&ours.past));
        let all: f64 = (0..6).map(|seat| number(&outcome, "crashes", seat)).sum();
        crashes += number(&outcome, "crashes", own);
        theirs += all - number(&outcome, "crashes", own);
        ranks += f64::from(outcome.ranks[own]);
    }
    // Neither at a price.
    assert_eq!(avoidable, [], "of {crashes}");
    // The mean of six ranks is 3.5. The bot must crash less than half as often as the others on average.
    assert!(ranks / (races() as f64) < 2.6, "mean rank {}", ranks / races() as f64);
    assert!(
        theirs > cases(3.0, 10.0) && crashes * 5.0 < theirs / 2.0,
        "{crashes} against {theirs}"
    );
}

/// Maps of the site on which earlier versions of the bot crashed at bottlenecks although a move was safe.
const NARROW: [(u32, &str); 4] =
    [(22, "kabotte2018"), (109, "cruiser"), (114, "kabotte2018"), (128, "blocker")];

#[test]
fn no_crash_of_six_at_a_bottleneck_could_be_avoided() {
    let mut races = 0;
    for (map, house) in NARROW.into_iter().take(cases(1, 4)) {
        let code = official("karo", &format!("maps/{map}.txt")).map(fs::read_to_string);
        let code = match code {
            Some(Ok(code)) => code,
            _ => continue,
        };
        let options = options(&json!({ "map": code }));
        for (own, seed) in [(0, 1), (1, 1), (2, 3)].into_iter().take(cases(1, 3)) {
            let field: Vec<Option<&str>> =
                (0..6).map(|seat| Some(house).filter(|_| seat != own)).collect();
            let (_, ours) = play(&options, seed, &field, &Params::default(), thinking);
            let crashes = avoidable::crashes(&ours.past);
            let avoidable = crashes.iter().any(|it| it.is_avoidable());
            assert!(!avoidable, "map {map}, {house}, seed {seed}: {crashes:?}");
            races += 1;
        }
    }
    eprintln!("{races} races on official maps");
}
