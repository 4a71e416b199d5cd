//! Whole matches of the real program by the official rules.

use std::path::Path;

use referee::game::{Outcome, Seat};
use referee::player::Player;
use referee::testkit::cases::cases;
use referee::testkit::programs::{play_and_replay, Program};
use referee::testkit::registered;
use referee::testkit::scripts::house_player;

/// Turns of a match in which no chef dies: three rounds of 200.
const TURNS: u32 = 600;

fn match_of(seed: &str, file: &str, players: Vec<Box<dyn Player>>) -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let outcome = play_and_replay(registered("alamode"), seed, players, &file);
    assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
    let end = &outcome.more["end"];
    assert_eq!((outcome.turns, end), (TURNS, &"last-round".into()), "seed {seed}");
    outcome
}

/// The program uses its default times. The test does not assert its points, because they depend on the speed
/// of the machine.
#[test]
fn programs_play_a_whole_match_on_the_clock_and_the_recording_replays() {
    let (program, contest) = (Program::new(env!("CARGO_BIN_EXE_alamode")), registered("alamode"));
    let players = ["a", "b", "c"].into_iter().enumerate().map(|(seat, name)| match seat {
        _ if seat < cases(1, 3) => program.player(name, &[]),
        _ => house_player(contest, "@cook", 1, Seat(seat)),
    });
    match_of("1", "end-to-end-1.jsonl", players.collect());
}

#[test]
fn programs_and_a_house_player_play_a_whole_match_and_serve_orders() {
    let (program, contest) = (Program::new(env!("CARGO_BIN_EXE_alamode")), registered("alamode"));
    let players: Vec<Box<dyn Player>> = vec![
        program.player("a", &["--nodes", "1000"]),
        house_player(contest, "@cook", 1, Seat(1)),
        program.player("c", &["--nodes", "1000", "--set", "ponder=0"]),
    ];
    let outcome = match_of("-77", "end-to-end-2.jsonl", players);
    // A node budget makes the answers the same on every machine. One order earns at most 3,000.
    assert!(outcome.scores.iter().all(|points| *points > 4_000), "{outcome:?}");
}
