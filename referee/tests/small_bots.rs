//! The smallest bots: for each contest a program of at most 20 lines that plays a whole game and earns something.

use std::fs;

use referee::play::play;
use referee::testkit::needs::Need;
use referee::testkit::programs::Program;
use referee::testkit::recordings::fixtures_folder;
use referee::testkit::scripts::house_player;
use referee::testkit::start;
use serde_json::json;

use crate::subject::contests;

#[test]
fn each_plays_a_legal_game_and_scores_above_zero() {
    if !Need::Python.program_runs() {
        return;
    }
    for contest in contests() {
        // Against an opponent that does not decide the game.
        let (house, seed, options) = match contest.key() {
            "alamode" => ("waiter", "4", json!({})),
            "courier" => ("waiter", "1", json!({ "size": "21x20" })),
            "karo" => ("sunday", "1", json!({})),
            _ => ("random", "1", json!({})),
        };
        let file = fixtures_folder().join(contest.key()).join("bots/small.py");
        let source = fs::read_to_string(&file).unwrap();
        assert!(source.lines().count() <= 20, "{}", file.display());
        let python = Program::new("/usr/bin/env");
        let mut players = vec![python.player("small", &["python3", file.to_str().unwrap()])];
        for seat in 1..contest.about().seats {
            players.push(house_player(contest, house, 1, referee::game::Seat(seat)));
        }
        let mut game = start(contest, seed, options);
        let mut table = referee::table::Table::new(players);
        let outcome = play(game.as_mut(), &mut table, &mut ()).unwrap();
        assert!(outcome.scores[0] > 0, "{}: {outcome:?}", contest.key());
        assert!(outcome.thrown_out.iter().all(|out| out.seat.0 != 0), "{outcome:?}");
    }
}
