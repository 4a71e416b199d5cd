//! All tests of the bot.

use std::path::Path;

use gridkit::Bot;
use lightcycle::Lightcycle;
use referee::game::Seat;
use referee::testkit::programs::{play_and_replay, Program};
use referee::testkit::registered;
use referee::testkit::scripts::{house_player, limits};

#[test]
fn it_keeps_the_conventions_and_the_limits() {
    let program = Program::new(env!("CARGO_BIN_EXE_lightcycle"));
    program.keeps_the_conventions(&["--time"]);
    program.refuses_input(&[], "9 9 1 0\n", "2 to 4 players");
    program.refuses_input(&[], "9 9 2 0\n1 1\n2 x\n", "a column and a row");
    let limits = limits(registered("tron"));
    assert!(Lightcycle::TIMING.leaves_half());
    assert_eq!(limits[..2], [Lightcycle::TIMING.first_limit, Lightcycle::TIMING.limit]);
}

#[test]
fn it_beats_the_filler() {
    let (program, contest) = (Program::new(env!("CARGO_BIN_EXE_lightcycle")), registered("tron"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tron.jsonl");
    let wins = (0..10).filter(|seed| {
        let mut players = vec![program.player("bot", &["--nodes", "300"])];
        players.push(house_player(contest, "filler", *seed, Seat(1)));
        let outcome = play_and_replay(contest, &seed.to_string(), players, &file);
        assert!(outcome.thrown_out.is_empty(), "{outcome:?}");
        outcome.ranks[0] < outcome.ranks[1]
    });
    let wins = wins.count();
    assert!(wins >= 8, "{wins} of 10");
}
