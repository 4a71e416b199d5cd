//! The same games everywhere.

use super::Yard;

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
