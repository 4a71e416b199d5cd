//! Whole games of the real program by the contest's rules.

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

/// The program over real pipes. The clock is real but has room for a busy machine.
fn program(name: &str, args: &[&str]) -> Box<dyn Player> {
    let args = args.iter().map(|word| (*word).to_owned());
    let mut launch = Launch::new(env!("CARGO_BIN_EXE_fruitbot")).args(args);
    launch.limits.timeout_factor = 40.0;
    Box::new(ProcessPlayer::spawn(name, &launch).expect("the program can be started"))
}

fn game(seed: &str, file: &str, players: [Box<dyn Player>; 2]) -> (Outcome, PathBuf) {
    let setup = Setup { seed: seed.to_owned(), options: Map::new(), seats: 2 };
    let mut game = contest("fruit").and_then(|contest| contest.start(&setup)).unwrap();
    let mut table = Table::new(players.into());
    let named = |name: String| RecordedPlayer { name, more: Map::new() };
    let header = Header {
        format: FORMAT.to_owned(),
        game: "fruit".to_owned(),
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
    for (seed, file) in [("1", "end-to-end-1.jsonl"), ("165134", "end-to-end-2.jsonl")] {
        let players = [program("a", &["--time", "20"]), program("b", &["--style", "mo"])];
        let (outcome, path) = game(seed, file, players);
        assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
        assert!(outcome.turns < 200, "seed {seed}: {outcome:?}");
        assert_eq!(replay(&Recording::load(&path).unwrap()).unwrap().outcome, outcome);
    }
}

/// With its usual time, as without any flag; and the words of both seats are its own.
#[test]
fn without_a_flag_it_plays_for_real() {
    let (outcome, path) =
        game("999997", "end-to-end-3.jsonl", [program("a", &[]), program("b", &["--seed", "2"])]);
    assert!(outcome.thrown_out.is_empty(), "{:?}", outcome.thrown_out);
    assert_eq!(replay(&Recording::load(&path).unwrap()).unwrap().outcome, outcome);
}
