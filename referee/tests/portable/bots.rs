//! The workspace's own bots as programs of the other system: they play the games that they play on this one.
//!
//! `BOTYARD_NATIVE` names the folder of the programs of the system on which the tests run. A bot thinks for a number of
//! positions, so its answers do not depend on the clock.

use std::env;
use std::path::PathBuf;

use super::serving::serve;
use super::{Programs, Yard};

/// The programs of both systems; `None` without `BOTYARD_NATIVE`.
fn both_systems() -> Option<[Programs; 2]> {
    let native = env::var_os("BOTYARD_NATIVE").map(PathBuf::from)?;
    Some([Programs::get(), Programs { folder: Some(native), runner: None }])
}

/// The command line of a bot.
fn command(programs: &Programs, bot: &str, nodes: usize) -> String {
    format!("\"{}\" --nodes {nodes}", programs.file(bot).display())
}

fn demand_equal_games_over_tcp(game: &str, players: usize, bot: &str, nodes: usize) {
    let Some(systems) = both_systems() else { return };
    let [there, here] = systems.map(|programs| {
        let bot = command(&programs, bot, nodes);
        let yard = Yard::with(programs);
        serve(&yard, game, &vec![&*bot; players], &["--seed", "3"]);
        yard.exchanges("served")
    });
    assert!(there[0].lines().count() > 100, "{there:?}");
    assert_eq!(there, here);
}

#[test]
fn three_chefs_play_the_same_game_over_tcp_on_both_systems() {
    demand_equal_games_over_tcp("alamode", 3, "alamode", 50);
}

#[test]
fn two_couriers_play_the_same_game_over_tcp_on_both_systems() {
    demand_equal_games_over_tcp("courier", 2, "icfp-courier", 50);
}

#[test]
fn two_fruit_bots_play_the_same_game_over_tcp_on_both_systems() {
    demand_equal_games_over_tcp("fruit", 2, "fruitbot", 50);
}

#[test]
fn two_submarines_play_the_same_game_over_tcp_on_both_systems() {
    demand_equal_games_over_tcp("ocean", 2, "ocean", 50);
}

#[test]
fn a_duel_has_the_same_log_on_both_systems() {
    let Some(systems) = both_systems() else { return };
    for (game, bot, opponent, nodes) in
        [("tron", "lightcycle", "@random", 500), ("karo", "kabotte", "@cruiser", 2000)]
    {
        let [there, here] = [&systems[0], &systems[1]].map(|programs| {
            let bot = format!("bot={}", command(programs, bot, nodes));
            let yard = Yard::with(programs.clone());
            let line = ["duel", game, &bot, opponent, "--games", "10", "--log", "log.jsonl"];
            yard.succeeds(&[&line[..], &["--timeout-factor", "100", "--keep", "all"]].concat());
            (yard.games("log.jsonl"), yard.exchanges("log.jsonl.games"))
        });
        assert_eq!(there.0.len(), 10);
        assert!(!there.1.is_empty());
        assert_eq!(there, here);
    }
}
