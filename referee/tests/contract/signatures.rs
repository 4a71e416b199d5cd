//! Games of house players have signatures, like the benches of bots. A signature changes with the answers of a
//! house player, with the lines that it is sent, and with the drawing.

use gridkit::hash::Fnv1a;
use referee::testkit::contract::Observed;

use crate::subject::contests;

/// All lines that were sent and answered, as one number.
fn said(game: &Observed) -> u64 {
    let mut hash = Fnv1a::default();
    for (request, answer) in game.exchanges() {
        hash.add(request.seat.to_string().as_bytes());
        for line in request.lines.iter().chain(&answer.lines) {
            hash.add(line.as_bytes());
            hash.add(b"\n");
        }
    }
    hash.value()
}

/// One snapshot for each contest, with a line for each game and the last drawing of the first game.
#[test]
fn house_players_play_and_are_drawn_as_before() {
    for contest in contests() {
        let games = super::house_games_of(contest);
        let signature = |(seed, game): &(&str, Observed)| {
            let drawn = Fnv1a::of(game.drawings.join("\n").as_bytes());
            let scores = &game.outcome.scores;
            format!("seed {seed}: {scores:?}, said {:016x}, drawn {drawn:016x}", said(game))
        };
        let mut lines: Vec<String> = games.iter().map(signature).collect();
        lines.extend(games[0].1.drawings.last().cloned());
        insta::with_settings!({ snapshot_suffix => contest.key() }, {
            insta::assert_snapshot!(lines.join("\n"));
        });
    }
}
