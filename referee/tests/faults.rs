//! Faults of players in virtual time: exact, and at once on any machine.

use std::time::Duration;

use insta::assert_snapshot;
use referee::contest::House;
use referee::game::Outcome;
use referee::games::ocean::{League, OceanGame};
use referee::play::play;
use referee::player::Player;
use referee::player::house::HousePlayer;
use referee::player::scripted::{Act, Scripted};
use referee::table::Table;

/// The result of a game on the map of seed 1 between a script and a player who walks east along
/// the top row.
fn outcome(acts: Vec<Act>) -> Outcome {
    let script: Box<dyn Player> = Box::new(Scripted::new("script", acts));
    let walk = std::iter::once(Act::say("0 0")).chain((0..14).map(|_| Act::say("MOVE E")));
    let walker: Box<dyn Player> = Box::new(Scripted::new("walker", walk));
    let mut table = Table::new(vec![script, walker]);
    play(&mut OceanGame::new(1, League::new(4)), &mut table, &mut ()).expect("no referee fault")
}

fn after(acts: impl IntoIterator<Item = Act>) -> String {
    let outcome = outcome(acts.into_iter().collect());
    serde_json::to_string(&outcome).unwrap()
}

fn late(micros: u64, line: &str) -> Act {
    Act::SayAfter(Duration::from_micros(micros), vec![line.to_owned()])
}

#[test]
fn the_start_has_a_second_and_a_turn_50_milliseconds() {
    let in_time = after([late(1_000_000, "0 0"), late(50_000, "MOVE E"), Act::Exit(3)]);
    assert_snapshot!(in_time, @r#"{"scores":[-1,6],"ranks":[2,1],"turns":3,"thrown_out":[{"seat":0,"fault":"exit","cause":"timeout"}],"end":"thrown-out"}"#);
    assert_snapshot!(after([late(1_000_001, "0 0")]), @r#"{"scores":[-1,6],"ranks":[2,1],"turns":0,"thrown_out":[{"seat":0,"fault":"timeout","cause":"timeout"}],"end":"thrown-out"}"#);
    assert_snapshot!(after([Act::say("0 0"), late(50_001, "MOVE E")]), @r#"{"scores":[-1,6],"ranks":[2,1],"turns":1,"thrown_out":[{"seat":0,"fault":"timeout","cause":"timeout"}],"end":"thrown-out"}"#);
}

#[test]
fn every_fault_loses_and_is_named() {
    let fault = |act: Act| {
        let outcome = outcome(vec![Act::say("0 0"), act]);
        assert_eq!(outcome.scores, [-1, 6]);
        outcome.thrown_out[0].fault.to_string()
    };
    assert_eq!(fault(Act::Hang), "timeout");
    assert_eq!(fault(Act::Exit(0)), "exit");
    assert_eq!(fault(Act::TakeTooMuchMemory), "out of memory");
    assert_eq!(fault(Act::say("MOVE E".repeat(2000))), "garbage");
    assert_eq!(fault(Act::say("DIVE")), "garbage");
}

#[test]
fn an_illegal_line_is_quoted() {
    assert_snapshot!(after([Act::say("0 0"), Act::say("MSG x|MOVE N")]), @r#"{"scores":[-1,6],"ranks":[2,1],"turns":1,"thrown_out":[{"seat":0,"fault":"garbage","cause":"blocked","line":"MSG x|MOVE N"}],"end":"thrown-out"}"#);
}

#[test]
fn an_empty_line_surfaces() {
    let lines = ["0 0", "", "", "|", "TORPEDO 0 0", "MINE N", "MSG done"];
    assert_snapshot!(after(lines.map(Act::say)), @r#"{"scores":[0,6],"ranks":[2,1],"turns":11,"end":"sunk"}"#);
}

/// A fault of the referee voids the game: it is an error, not a result.
#[test]
fn a_panic_in_the_referee_voids_the_game() {
    struct Broken;
    impl House for Broken {
        fn answer(&mut self, _sent: &[String]) -> Vec<String> {
            panic!("a house player has a bug")
        }
    }
    let broken = || -> Box<dyn Player> { Box::new(HousePlayer::new("broken", Box::new(Broken))) };
    let mut table = Table::new(vec![broken(), broken()]);
    let result = play(&mut OceanGame::new(1, League::new(4)), &mut table, &mut ());
    let sentence = result.unwrap_err().to_string();
    assert!(
        sentence.contains("a house player has a bug") && sentence.contains("void"),
        "{sentence}"
    );
}
