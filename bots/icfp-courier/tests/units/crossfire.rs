//! Two rivals that together can drown us.

use gridkit::Point;
use icfp_courier::board::Board;
use icfp_courier::crossfire::cost;
use icfp_courier::steps::Body;

/// The cost of our tile `a` with rivals on the tiles `r`.
fn cost_of(map: &str) -> f64 {
    let places = |letter| {
        let rows = map.lines().enumerate();
        rows.flat_map(move |(y, row)| {
            let columns = row.match_indices(letter);
            columns.map(move |(x, _)| Point::new(x as i32, y as i32))
        })
    };
    let board = Board::from_drawing(&map.replace(['a', 'r'], ".")).expect("a board");
    let rivals: Vec<Body> = places("r").map(Body::new).collect();
    cost(&board, places("a").next().expect("our tile"), &rivals)
}

fn is(cost: f64, expected: f64) -> bool {
    (cost - expected).abs() < 1e-9
}

#[test]
fn one_push_may_lead_to_another_that_drowns() {
    assert!(is(cost_of("r.~\n#a#\n#r#"), 1.0));
    assert!(is(cost_of("r.~\n#a#\n#.#\n#r#"), 0.25), "one of them has to come a step nearer");
    assert!(is(cost_of("r..\n#a#\n#r#"), 0.0), "no water");
    assert!(is(cost_of("..~\n#a#\n#r#"), 0.0), "nobody gives the second push");
    assert!(is(cost_of("r#~\n#a#\n#r#"), 0.0), "a wall keeps us from the tile");
}
