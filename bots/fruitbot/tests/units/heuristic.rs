//! The rule of thumb for the value of each piece to a side.

use fruitbot::board::Board;
use fruitbot::cell::Cell;
use fruitbot::heuristic::Heuristic;
use fruitbot::params::Params;
use fruitbot::state::State;

/// The weights of all live pieces for a side, in the order of the pieces.
fn weights(row: &str, totals: &[u8], at: [i8; 2], lead: [i8; 8], side: usize) -> Vec<f32> {
    let board = Board::from_rows(&[row], totals).unwrap();
    let all = (1 << board.pieces()) - 1;
    let state = State::new(&board, at.map(|x| Cell::new(x, 0)), all, lead);
    let mut weights = Vec::new();
    let heuristic = Heuristic::new(&Params::default());
    heuristic.weigh(&board, &state, side, |_, weight| weights.push(weight));
    weights
}

fn near(one: f32, other: f32) -> bool {
    (one / other - 1.0).abs() < 1e-4
}

#[test]
fn a_nearer_piece_weighs_more() {
    // Both robots are in column 2, so nobody is nearer to a piece than the other.
    let found = weights(".1..1...1", &[3], [2, 2], [0; 8], 0);
    assert!(near(found[0] / found[1], (3.5_f32 / 2.5).powf(1.5)), "{found:?}");
    assert!(near(found[1] / found[2], (7.5_f32 / 3.5).powf(1.5)), "{found:?}");
}

#[test]
fn a_piece_to_which_the_opponent_is_nearer_weighs_half() {
    let alone = weights("..1....", &[1], [0, 4], [0; 8], 0)[0];
    let late = weights("..1....", &[1], [0, 3], [0; 8], 0)[0];
    assert!(near(late / alone, 0.5), "{late} {alone}; at equal distance the race is not lost");
    assert!(near(weights("..1....", &[1], [4, 3], [0; 8], 0)[0], late));
}

/// One piece wins category 1, two win category 2. Hindering the opponent counts 0.6, and a piece that is good
/// for neither counts 0.02.
#[test]
fn a_piece_weighs_the_more_the_fewer_win_its_category() {
    let found = weights("2.1.2..2", &[1, 3], [1, 1], [0; 8], 0);
    // Pieces 0 and 1 are one step away: that of category 1, and the first of category 2.
    assert!(near(found[0] / found[1], 1.62 / 0.82), "{found:?}");
}

#[test]
fn the_pieces_that_the_opponent_needs_count_too() {
    // Three pieces of category 1, of which side 1 has one and two are left: it needs one more, we need two.
    let mut lead = [0; 8];
    lead[0] = -1;
    let [own, others] = [0, 1].map(|side| weights("1.1", &[3], [1, 1], lead, side)[0]);
    assert!(near(own / others, (0.5 + 0.6 + 0.02) / (1.0 + 0.3 + 0.02)), "{own} {others}");
}
