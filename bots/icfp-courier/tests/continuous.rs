//! Games in which packages come later: when a robot joins, and when no package is left.

use std::path::Path;

use referee::contest::Setup;
use referee::game::{Outcome, Seat};
use referee::games::courier::{self, Courier};
use referee::play::play;
use referee::player::Player;
use referee::table::Table;
use referee::testkit::needs::Need;
use referee::testkit::programs::Program;
use referee::testkit::recordings::fixtures_folder;
use referee::testkit::scripts::house_player;
use serde_json::{json, Value};

/// Packages at the start, and whenever more come.
const COUNT: usize = 3;

/// A player of this name, unless it needs Python and none is installed.
fn player(name: &str, seat: usize) -> Option<Box<dyn Player>> {
    match name {
        "icfp-courier" => {
            let program = Program::new(env!("CARGO_BIN_EXE_icfp-courier"));
            Some(program.player(name, &["--nodes", "5"]))
        }
        "client.py" => {
            if !Need::Python.program_runs() {
                return None;
            }
            let file = fixtures_folder().join(Path::new("courier/bots/client.py"));
            Some(Program::new("python3").player(name, &[&file.display().to_string()]))
        }
        _ => Some(house_player(&Courier, name, 1, Seat(seat))),
    }
}

const PLAYERS: [&str; 4] = ["icfp-courier", "@final", "@lightning", "client.py"];

fn game(names: &[&str], options: &Value) -> Option<Outcome> {
    let mut all = json!({
        "board": "open", "size": "16x12", "count": COUNT, "refill": COUNT, "money": 1000,
    });
    let more = options.as_object().cloned().unwrap_or_default();
    all.as_object_mut().expect("it is one").extend(more);
    let players = names.iter().enumerate().map(|(seat, name)| player(name, seat));
    let players: Vec<Box<dyn Player>> = players.collect::<Option<_>>()?;
    let setup = Setup { seats: names.len(), ..referee::testkit::setup(&Courier, "5", all) };
    let mut game = courier::start(&setup).expect("the options are right");
    let mut table = Table::new(players);
    Some(play(&mut game, &mut table, &mut ()).expect("the referee does not fail"))
}

fn delivered(outcome: &Outcome) -> Vec<u64> {
    let delivered = outcome.more["delivered"].as_array().expect("a list");
    delivered.iter().map(|count| count.as_u64().expect("a number")).collect()
}

/// No other robot is there that could deliver the later packages, or be seen taking them.
#[test]
fn each_player_alone_delivers_stock_after_stock() {
    for name in PLAYERS {
        let outcome = match game(&[name], &json!({ "turns": 400 })) {
            Some(outcome) => outcome,
            None => continue,
        };
        assert!(outcome.thrown_out.is_empty(), "{name}: {:?}", outcome.thrown_out);
        let delivered = delivered(&outcome)[0];
        assert!(delivered as usize >= 5 * COUNT, "{name} delivered {delivered}");
    }
}

/// All four come one after the other, and packages with each.
#[test]
fn each_of_four_players_delivers_more_than_there_was_at_the_start() {
    let options = json!({ "turns": 600, "joins": "0 10 25 40", "size": "24x16" });
    let outcome = match game(&PLAYERS, &options) {
        Some(outcome) => outcome,
        None => return,
    };
    assert!(outcome.thrown_out.is_empty(), "{:?}", outcome.thrown_out);
    let delivered = delivered(&outcome);
    assert!(delivered.iter().all(|&count| count as usize > COUNT), "{delivered:?}");
}
