//! What the bot answers in recorded games, as snapshots. At every turn it thinks from what was
//! recorded before, so a changed answer does not change the ones after it.

#[path = "common/recording.rs"]
mod recording;

use std::fmt::Write;
use std::path::Path;

use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::{answer, Reader};
use gridkit::Deadline;

/// Positions scored in each turn.
const NODES: u64 = 1_500;

/// Turns of each seat that are asked again: the snapshots stay readable.
const EVERY: usize = 4;

/// All seats' answers to a recording: what was recorded, and what the bot says.
fn answers(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/alamode").join(name);
    let game = recording::read(&file);
    let mut text = String::new();
    for seat in 0..3 {
        let mut player: Option<Player> = None;
        let exchanges = game.exchanges.iter().filter(|exchange| exchange.seat == seat);
        for (number, exchange) in exchanges.enumerate() {
            let sent = exchange.sent.join("\n");
            let mut reader = Reader::new(sent.as_bytes());
            let player = player.get_or_insert_with(|| {
                let start = reader.start().unwrap().expect("a kitchen");
                Player::new(start, Params::default(), 0)
            });
            let turn = reader.turn().unwrap().expect("a turn");
            let state = player.observe(&turn).expect("a position");
            if number % EVERY != 0 {
                continue;
            }
            let action = player.decide(&state, &mut Deadline::after_nodes(NODES));
            let recorded = exchange.got.as_deref().unwrap_or("nothing");
            let said = answer(player.world(), action);
            writeln!(text, "{seat} {:3}: {recorded} -> {said}", turn.left).unwrap();
        }
    }
    text
}

#[test]
fn every_recording_gets_the_answers_of_its_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/alamode");
    let files = recording::all(&folder);
    assert!(!files.is_empty(), "no recordings in {}", folder.display());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(name.trim_end_matches(".jsonl"), answers(&name));
    }
}
