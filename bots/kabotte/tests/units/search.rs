//! Tests of the search for quickest ways.

use gridkit::Deadline;
use kabotte::graph::Node;
use kabotte::motion::Vector;
use kabotte::rules::MoveNumber;
use kabotte::search::{search, Failure, Origin};
use kabotte::solve::{Race, Settings};
use kabotte::stops::Stops;
use kabotte::track::Track;

/// In each row the quickest way goes straight ahead, so the search visits each of its motions except the
/// last.
#[test]
fn each_state_that_is_looked_at_counts_as_a_node() {
    const ROWS: u64 = 40;
    let code = vec!["SOOOOOOF"; ROWS as usize].join("\n");
    let mut deadline = Deadline::after_nodes(u64::MAX);
    let race = Race::new(&Track::parse(&code).unwrap(), Settings::USUAL, &mut deadline);
    let graph = race.graph();
    let is_first = |node: &Node| {
        let motion = graph.motion(*node);
        motion.at.x == 1 && motion.vector == Vector { x: 1, y: 0 }
    };
    let first: Vec<Node> = graph.nodes().filter(is_first).collect();
    assert_eq!(first.len() as u64, ROWS);
    let number = MoveNumber::FIRST;
    let origin = Origin { first: &first, number, open: Stops::NONE, cautious: false };
    let mut deadline = Deadline::after_nodes(u64::MAX);
    let plan = search(graph, race.tour(), &origin, &mut deadline).unwrap();
    assert_eq!(plan.moves(), 4);
    assert!(deadline.nodes() >= ROWS * 3, "{}", deadline.nodes());
}

/// Without its fast motions, a car finds a slower way. If it finds no way, there may still be one.
#[test]
fn without_room_for_all_motions_a_way_is_slower_and_never_impossible() {
    let race = |code: &str, settings, room| {
        let mut deadline = Deadline::after_nodes(u64::MAX);
        Race::with_room(&Track::parse(code).unwrap(), settings, room, &mut deadline)
    };
    let open = format!("S{0}\nO{0}\nO{1}F", "O".repeat(29), "O".repeat(28));
    let moves = |room| race(&open, Settings::USUAL, room).opening().unwrap().moves();
    assert_eq!([usize::MAX, 1500, 0].map(moves), [8, 11, 29]);
    let walled = "SOOOOOXXO\nOOOOOOXXF";
    assert_eq!(race(walled, Settings::USUAL, usize::MAX).opening().err(), Some(Failure::NoWay));
    assert_eq!(race(walled, Settings::USUAL, 0).opening().err(), Some(Failure::Unfinished));
}
