//! A whole match of the real program by the official rules.

use std::path::Path;

use referee::testkit::programs::{play_and_replay, Program};
use referee::testkit::registered;

#[test]
fn three_programs_play_to_a_regular_end_and_the_recording_replays() {
    let program = Program::new(env!("CARGO_BIN_EXE_alamode"));
    let players = vec![
        program.player("a", &[]),
        program.player("b", &[]),
        program.player("c", &["--set", "ponder=0"]),
    ];
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("end-to-end.jsonl");
    let outcome = play_and_replay(registered("alamode"), "1", players, &file);
    assert!(outcome.thrown_out.is_empty(), "{:?}", outcome.thrown_out);
    assert_eq!((outcome.turns, &outcome.more["end"]), (600, &"last-round".into()));
}
