//! The model of the opponent.

use fruitbot::board::Board;
use fruitbot::cell::{Cell, Move};
use fruitbot::opponent::OpponentModel;
use fruitbot::params::Params;
use fruitbot::state::State;
use gridkit::Rng;

const ROWS: [&str; 7] =
    ["4...3..4", ".2...4..", "...1....", "3.....4.", "...4...2", "4..3....", ".....4.."];

/// The probabilities after twelve turns of an opponent that chooses its moves by `choose`.
fn after_twelve_turns(choose: &mut dyn FnMut(&Board, &State) -> Move) -> Vec<f64> {
    after_turns(12, choose)
}

fn after_turns(turns: usize, choose: &mut dyn FnMut(&Board, &State) -> Move) -> Vec<f64> {
    let board = Board::from_rows(&ROWS, &[1, 3, 5, 7]).unwrap();
    let mut model = OpponentModel::new(&board, &Params::default());
    let all = (1 << board.pieces()) - 1;
    let mut state = State::new(&board, [Cell::new(7, 6), Cell::new(4, 3)], all, [0; 8]);
    for _ in 0..turns {
        let made = choose(&board, &state);
        model.observe(&board, &state, made);
        state.turn(&board, [Move::Pass, made]);
    }
    model.probabilities()
}

#[test]
fn a_rival_is_identified_by_its_moves() {
    let board = Board::from_rows(&ROWS, &[1, 3, 5, 7]).unwrap();
    let model = OpponentModel::new(&board, &Params::default());
    assert!((model.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    for (index, rival) in model.rivals().iter().enumerate() {
        let after = after_twelve_turns(&mut |board, state| rival.choose(board, state, 1));
        assert!(after[index] > 0.9, "{}: {after:?}", rival.name());
    }
}

/// However sure the model was, it must soon notice that it was wrong.
#[test]
fn a_rival_that_plays_like_another_one_from_some_turn_on_is_found_out() {
    let board = Board::from_rows(&ROWS, &[1, 3, 5, 7]).unwrap();
    let model = OpponentModel::new(&board, &Params::default());
    let mut turn = 0;
    let after = after_turns(34, &mut |board, state| {
        turn += 1;
        model.rivals()[usize::from(turn > 16)].choose(board, state, 1)
    });
    assert!(after[1] > 0.5, "{after:?}");
}

#[test]
fn an_opponent_that_makes_random_moves_is_unknown() {
    let mut rng = Rng::new(1);
    let after = after_twelve_turns(&mut |_, _| Move::ALL[rng.below(4)]);
    assert!(after[3] > 0.9, "{after:?}");
}
