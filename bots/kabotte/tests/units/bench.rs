//! Tests of the bench: the bot's driving in it.

use gridkit::{Deadline, Flags};
use kabotte::bench::{races, run, MOVES, NODES};
use kabotte::params::Params;
use kabotte::player::Player;

/// If it changes, the bot drives differently.
#[test]
fn the_signature_of_the_bench_is_known() {
    let report = run(&Flags::default());
    insta::assert_snapshot!(format!("{:016x}", report.signature), @"3bb99cf6968e0830");
}

#[test]
fn each_race_ends_with_the_finish() {
    for mut race in races() {
        let start = race.start().clone();
        let rules = start.settings.rules;
        let mut deadline = Deadline::after_nodes(NODES);
        let mut player = Player::new(start, Params::default(), &mut deadline);
        let played = (0..MOVES).take_while(|_| {
            let turn = race.turn();
            let mut deadline = Deadline::after_nodes(NODES);
            race.play(player.answer(&turn, &mut deadline))
        });
        let played = played.count();
        assert!((10..MOVES as usize).contains(&played), "{rules}: {played}");
        assert_eq!(race.turn().cars[0].collected, race.start().digits);
    }
}
