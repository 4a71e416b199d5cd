//! The same games everywhere.

use std::env;
use std::path::PathBuf;

use super::{Programs, Yard};

#[test]
fn a_duel_of_house_players_has_the_games_that_it_has_everywhere() {
    let yard = Yard::new();
    for (game, bots, log) in [
        ("ocean", ["@wanderer", "@hunter"], "ocean.jsonl"),
        ("tron", ["@filler", "@random"], "tron.jsonl"),
        ("fruit", ["@nearest", "@random"], "fruit.jsonl"),
    ] {
        let line = ["duel", game, bots[0], bots[1], "--games", "6", "--seed", "5", "--log", log];
        yard.succeeds(&[&line[..], &["--timeout-factor", "100"]].concat());
        insta::assert_snapshot!(format!("duel_of_{game}"), yard.games(log).join("\n"));
    }
}

/// The games of a bot that thinks for a number of positions. `BOTYARD_NATIVE` names the folder of the programs of the system on
/// which the tests run: they play the same duel.
#[test]
fn a_duel_of_a_bot_with_a_limit_of_positions_has_the_same_log_on_both_systems() {
    let Some(native) = env::var_os("BOTYARD_NATIVE").map(PathBuf::from) else { return };
    let [there, here] =
        [Programs::get(), Programs { folder: Some(native), runner: None }].map(|programs| {
            let bot = programs.file("lightcycle");
            let yard = Yard::with(programs);
            let bot = format!("bot=\"{}\" --nodes 500", bot.display());
            let line = ["duel", "tron", &bot, "@random", "--games", "10", "--log", "log.jsonl"];
            yard.succeeds(&[&line[..], &["--timeout-factor", "100", "--keep", "all"]].concat());
            (yard.games("log.jsonl"), yard.exchanges("log.jsonl.games"))
        });
    assert_eq!(there.0.len(), 10);
    assert!(!there.1.is_empty());
    assert_eq!(there, here);
}
