//! Whole games of the real program by the contest's rules.

use std::path::Path;

use referee::game::Outcome;
use referee::testkit::programs::{play_and_replay, Program};
use referee::testkit::registered;

/// A game of the program with itself, with these arguments in each seat.
fn game(seed: &str, file: &str, arguments: [&[&str]; 2]) -> Outcome {
    let program = Program::new(env!("CARGO_BIN_EXE_fruitbot"));
    let players = vec![program.player("a", arguments[0]), program.player("b", arguments[1])];
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let outcome = play_and_replay(registered("fruit"), seed, players, &file);
    assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
    outcome
}

#[test]
fn two_programs_play_to_a_regular_end_and_the_recording_replays() {
    for (seed, file) in [("1", "end-to-end-1.jsonl"), ("165134", "end-to-end-2.jsonl")] {
        let outcome = game(seed, file, [&["--time", "20"], &["--style", "mo"]]);
        assert!(outcome.turns < 200, "seed {seed}: {outcome:?}");
    }
}

/// Uses the default time; both seats' thoughts come from this program.
#[test]
fn without_a_flag_it_plays_for_real() {
    game("999997", "end-to-end-3.jsonl", [&[], &["--seed", "2"]]);
}
