//! Whole games of the real program by the official rules.

use std::path::PathBuf;

use referee::contest::Setup;
use referee::game::{Expected, Outcome};
use referee::games::contest;
use referee::play::{play, Watcher};
use referee::player::process::{Launch, ProcessPlayer};
use referee::player::Player;
use referee::recording::{replay, Exchange, Header, RecordedPlayer, Recorder, Recording, FORMAT};
use referee::table::Table;
use serde_json::Map;

struct Record(Recorder);

impl Watcher for Record {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> anyhow::Result<()> {
        Ok(self.0.exchange(exchange)?)
    }
}

/// Two programs over real pipes. The clock is real but has room for a busy machine.
fn game(seed: &str, file: &str) -> (Outcome, PathBuf) {
    let player = |name: &str| -> Box<dyn Player> {
        let mut launch = Launch::new(env!("CARGO_BIN_EXE_ocean"));
        launch.limits.timeout_factor = 40.0;
        Box::new(ProcessPlayer::spawn(name, &launch).expect("the program can be started"))
    };
    let setup = Setup { seed: seed.to_owned(), options: Map::new(), seats: 2 };
    let mut game = contest("ocean").and_then(|contest| contest.start(&setup)).unwrap();
    let mut table = Table::new(vec![player("a"), player("b")]);
    let named = |name: String| RecordedPlayer { name, more: Map::new() };
    let header = Header {
        format: FORMAT.to_owned(),
        game: "ocean".to_owned(),
        seed: seed.to_owned(),
        options: Map::new(),
        players: table.names().into_iter().map(named).collect(),
        more: Map::new(),
    };
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file);
    let mut record = Record(Recorder::create(&path, &header).unwrap());
    let outcome = play(game.as_mut(), &mut table, &mut record).unwrap();
    record.0.result(&outcome).unwrap();
    (outcome, path)
}

#[test]
fn two_programs_play_to_a_regular_end_and_the_recording_replays() {
    for (seed, file) in [("1", "end-to-end-1.jsonl"), ("-77", "end-to-end-2.jsonl")] {
        let (outcome, path) = game(seed, file);
        assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
        assert_eq!(replay(&Recording::load(&path).unwrap()).unwrap().outcome, outcome);
    }
}
