//! The house players, tested through whole games.

use std::collections::{HashSet, VecDeque};

use referee::game::Outcome;
use referee::games::karo::{
    self, Counting, Events, Karo, Motion, Tile, Track, TrackKind, drawn_track,
};
use referee::testkit;
use referee::testkit::cases::cases;
use referee::testkit::scripts::play_houses;
use serde_json::{Value, json};

/// Plays a game between house players.
fn play(options: Value, seed: u64, names: &[&str]) -> Outcome {
    let mut setup = testkit::setup(&Karo, &seed.to_string(), options);
    setup.seats = names.len();
    let mut game = karo::start(&setup).unwrap_or_else(|error| panic!("{error}"));
    play_houses(&mut game, &Karo, 5, names)
}

/// The fewest moves through all checkpoints, by a plain search over all states.
fn fewest(track: &Track) -> usize {
    let all = track.checkpoints();
    let mut open: VecDeque<(Motion, _, usize)> =
        track.cells_of(Tile::Start).map(|cell| (Motion::at_rest(cell), all, 0)).collect();
    let mut seen = HashSet::new();
    while let Some((car, left, moves)) = open.pop_front() {
        for next in car.successors(track) {
            let events = Events::of(next, track, true, Counting::Last);
            let left = left.iter().filter(|it| !events.checkpoints.contains(*it)).collect();
            if events.finish && all.contains_all(left) && left.is_empty() {
                return moves + 1;
            }
            if seen.insert((next, left)) {
                open.push_back((next, left, moves + 1));
            }
        }
    }
    panic!("nobody gets home")
}

#[test]
fn the_cruiser_needs_the_fewest_moves_when_it_is_alone() {
    for kind in [TrackKind::Street, TrackKind::Alleys, TrackKind::Ring] {
        for seed in 0..4 {
            let track = drawn_track(Some(kind), Some((30, 18)), 1, &mut gridkit::Rng::new(seed));
            let options = json!({ "map": track.code(), "direction": "free" });
            let outcome = play(options, seed, &["cruiser"]);
            // The placement and the parc record count as moves.
            let moves = outcome.more["moves"][0].as_u64().unwrap() as usize - 2;
            assert_eq!(moves, fewest(&track), "{kind:?} {seed}\n{}", track.code());
            assert_eq!(outcome.more["crashes"][0], 0);
        }
    }
}

#[test]
fn all_get_home_on_every_kind_of_track_without_a_fault_and_the_right_way() {
    for (seed, board) in
        (0..5).flat_map(|seed| ["ring", "street", "field", "alleys"].map(|it| (seed, it)))
    {
        let direction = if seed % 2 == 0 { "classic" } else { "formula1" };
        let options = json!({ "board": board, "size": "28x16", "direction": direction });
        let outcome = play(options, seed, &["sunday", "cruiser", "blocker"]);
        assert_eq!(outcome.more["end"], "all-finished", "{board} {seed}: {:?}", outcome.more);
        assert!(outcome.thrown_out.is_empty());
        assert_eq!(outcome.more["wrong_way"], json!([0, 0, 0]), "{board} {seed}");
    }
}

#[test]
fn they_keep_the_special_rules() {
    for rule in
        ["axis", "brake", "double", "limit=4", "numpad", "prime", "remulade", "turn-at-edge"]
    {
        let options = json!({ "board": "street", "size": "30x16", "rule": rule, "turns": 300 });
        let outcome = play(options, 3, &["sunday", "cruiser", "blocker"]);
        assert!(outcome.thrown_out.is_empty(), "{rule}: {:?}", outcome.thrown_out);
        assert_eq!(outcome.more["finishers"][1].as_u64().map(|it| it > 0), Some(true), "{rule}");
    }
}

#[test]
fn the_cruiser_learns_a_night_map_as_it_drives() {
    for seed in 0..cases(1, 3) {
        let options = json!({ "board": "street", "size": "26x15", "night": true, "turns": 400 });
        let outcome = play(options, seed, &["cruiser"]);
        assert_eq!(outcome.more["end"], "all-finished", "{seed}: {:?}", outcome.more);
    }
}

#[test]
fn the_sunday_driver_is_slow() {
    let mut moves = [0, 0];
    for seed in 0..6 {
        let options = json!({ "board": "street", "size": "40x20" });
        let outcome = play(options, seed, &["sunday", "cruiser"]);
        for (seat, moves) in moves.iter_mut().enumerate() {
            *moves += outcome.more["moves"][seat].as_u64().unwrap();
        }
    }
    assert!(moves[0] > moves[1] + 30, "{moves:?}");
}

/// Seat 0 is beside seat 1 and moves first. Their quickest ways share cells, and each has other ways that are
/// as quick.
#[test]
fn the_blocker_takes_a_cell_that_another_needs_when_it_costs_nothing() {
    // The finish is one cell wide at the end of a funnel.
    let rows = ["SOOOOOOOXX", "SOOOOOOOOF", "SOOOOOOOXX"];
    let moves = |name: &str, seed: u64| {
        let orders = vec!["0 1"; 20].join(";");
        let options = json!({ "map": rows.join("\n"), "orders": orders });
        let outcome = play(options, seed, &[name, "cruiser"]);
        assert_eq!(outcome.more["finishers"][0], 1, "it loses nothing by it");
        [0, 1].map(|seat: usize| outcome.more["moves"][seat].as_u64().unwrap())
    };
    let (cruiser, blocker) = (moves("cruiser", 1), moves("blocker", 1));
    assert_eq!(cruiser[0], blocker[0]);
    assert!(blocker[1] > cruiser[1], "{cruiser:?} {blocker:?}");
}

#[test]
fn kabotte_2018_gets_home_among_others_by_the_fewest_moves_that_they_leave() {
    let mut moves = 0;
    for (seed, board) in (0..3).flat_map(|seed| ["ring", "street"].map(|it| (seed, it))) {
        let options = json!({ "board": board, "size": "28x16", "crash": "forbidden" });
        let alone = play(options.clone(), seed, &["kabotte2018"]);
        let cruiser = play(options.clone(), seed, &["cruiser"]);
        assert_eq!(alone.more["moves"], cruiser.more["moves"], "{board} {seed}");
        let all = play(options, seed, &["kabotte2018", "cruiser", "kabotte2018", "blocker"]);
        assert_eq!(all.more["end"], "all-finished", "{board} {seed}: {:?}", all.more);
        assert!(all.thrown_out.is_empty());
        moves += all.more["moves"][0].as_u64().unwrap() - alone.more["moves"][0].as_u64().unwrap();
    }
    assert!(moves > 0, "they are in its way now and then");
}

/// The cruiser drives into repetitions that crash.
#[test]
fn kabotte_2018_is_careful_where_it_may_have_to_repeat() {
    let crashes = |name: &str| -> u64 {
        let run = |seed: u64| {
            let options = json!({ "board": "ring", "size": "26x16", "rule": "remulade" });
            let outcome = play(options, seed, &[name; 4]);
            (0..4).map(|seat: usize| outcome.more["crashes"][seat].as_u64().unwrap()).sum::<u64>()
        };
        (0..cases(3, 6)).map(run).sum()
    };
    let (careful, careless) = (crashes("kabotte2018"), crashes("cruiser"));
    assert!(careful < careless, "{careful} {careless}");
}

#[test]
fn house_players_also_drive_where_teams_race() {
    let names = ["cruiser", "blocker", "sunday", "kabotte2018"];
    let outcome = play(json!({ "teams": "0 1 0 1", "board": "ring" }), 3, &names);
    assert!(outcome.thrown_out.is_empty(), "{outcome:?}");
}
