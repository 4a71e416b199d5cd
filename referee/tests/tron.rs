//! Tron: who crashes, and who outlives whom.

use referee::contest::{Contest, Setup};
use referee::games::tron::Tron;
use referee::testkit::scripts::{lines, play_scripts};
use referee::testkit::setup;
use serde_json::json;

#[test]
fn cycles_crash_and_outlive_each_other() {
    // On 5 x 5 cells: the seed, the words of each player, and the scores.
    for (what, seed, words, scores) in [
        ("one leaves the grid", "5", vec!["UP", "LEFT"], vec![0, 1]),
        ("both enter one cell", "5", vec!["RIGHT", "LEFT"], vec![0, 0]),
        ("its own trail", "5", vec!["DOWN UP", "DOWN DOWN"], vec![0, 1]),
        ("another's trail", "5", vec!["RIGHT RIGHT", "DOWN DOWN"], vec![0, 1]),
        ("both enter each other's cell", "6", vec!["UP UP", "LEFT DOWN"], vec![0, 0]),
        (
            "a trail of one that is out in the same turn",
            "5",
            vec!["RIGHT RIGHT", "DOWN RIGHT"],
            vec![0, 0],
        ),
        (
            "no trail of one that is out",
            "1",
            vec!["RIGHT RIGHT DOWN DOWN DOWN LEFT", "RIGHT", "DOWN DOWN DOWN LEFT UP LEFT"],
            vec![2, 0, 1],
        ),
        ("no direction", "5", vec!["up", "LEFT"], vec![-1, 1]),
    ] {
        let setup = Setup { seats: words.len(), ..setup(&Tron, seed, json!({ "size": "5x5" })) };
        let mut game = Tron.start(&setup).unwrap();
        let scripts = words.iter().map(|words| lines(words.split(' ')));
        assert_eq!(play_scripts(game.as_mut(), scripts).scores, scores, "{what}");
    }
}
