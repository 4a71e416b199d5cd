//! Tron: who crashes, and who outlives whom.

use referee::contest::{Contest, Setup};
use referee::games::tron::Tron;
use referee::scene::Shape;
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

/// The cell where two cycles met is marked once, and the ways of both end there. Outside the grid there is no cell to mark.
#[test]
fn a_crash_is_marked_where_it_happened() {
    let ended = |words: [&str; 2]| {
        let mut game = Tron.start(&setup(&Tron, "5", json!({ "size": "5x5" }))).unwrap();
        play_scripts(game.as_mut(), words.map(|words| lines(words.split(' '))));
        game.scene().unwrap()
    };
    let met = ended(["RIGHT", "LEFT"]);
    let of = |shape: Shape| met.things.iter().filter(move |thing| thing.shape == shape);
    let marks: Vec<[i32; 2]> = of(Shape::Diamond).map(|thing| thing.at).collect();
    assert_eq!(marks.len(), 1, "{:?}", met.things);
    assert!(of(Shape::Diamond).all(|thing| thing.seat.is_none()), "it is that of both");
    let own = ended(["DOWN DOWN", "DOWN UP"]);
    let owner = own.things.iter().find(|thing| thing.shape == Shape::Diamond).unwrap().seat;
    assert_eq!(owner, Some(1), "B hit its own trail");
    assert!(
        met.ways.iter().filter(|way| way.is_past).all(|way| way.points.last() == marks.first())
    );
    assert_eq!(of(Shape::Cross).map(|thing| thing.text.as_str()).collect::<String>(), "AB");
    let text = met.text();
    assert!(text.contains('x') && text.contains('*'), "{text}");
    assert!(ended(["UP", "LEFT"]).things.iter().all(|thing| thing.shape != Shape::Diamond));
}
