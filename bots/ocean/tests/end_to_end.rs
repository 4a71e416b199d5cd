//! Whole games of the real program by the official rules.

use std::path::Path;

use referee::testkit::cases::cases;
use referee::testkit::programs::{play_and_replay, Program};
use referee::testkit::registered;

#[test]
fn two_programs_play_to_a_regular_end_and_the_recording_replays() {
    let program = Program::new(env!("CARGO_BIN_EXE_ocean"));
    let games = [("1", "end-to-end-1.jsonl"), ("-77", "end-to-end-2.jsonl")];
    for (seed, file) in games.into_iter().take(cases(1, 2)) {
        let players = vec![program.player("a", &[]), program.player("b", &[])];
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
        let outcome = play_and_replay(registered("ocean"), seed, players, &file);
        assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
    }
}
