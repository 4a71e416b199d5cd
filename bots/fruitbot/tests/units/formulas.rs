//! How much is believed that an opponent follows a formula.

use fruitbot::board::Board;
use fruitbot::cell::{Cell, Move};
use fruitbot::formulas::{Foreseen, Formulas};
use fruitbot::params::Params;
use fruitbot::piece::pieces_of;
use fruitbot::state::State;
use gridkit::Rng;

const ROWS: [&str; 7] =
    ["4...3..4", ".2...4..", "...1....", "3.....4.", "...4...2", "4..3....", ".....4.."];

fn start() -> (Board, State) {
    let board = Board::from_rows(&ROWS, &[1, 3, 5, 7]).unwrap();
    let all = (1 << board.pieces()) - 1;
    let state = State::new(&board, [Cell::new(7, 6), Cell::new(4, 3)], all, [0; 8]);
    (board, state)
}

/// What is believed after some turns of an opponent that chooses its moves by `choose`. The search foresees `foreseen`.
fn after(
    turns: usize,
    foreseen: Option<Foreseen>,
    choose: &mut dyn FnMut(&Board, &State) -> Move,
) -> Formulas {
    let (board, mut state) = start();
    let mut formulas = Formulas::new(&Params::default());
    for _ in 0..turns {
        let made = choose(&board, &state);
        formulas.observe(&board, &state, made, foreseen);
        state.turn(&board, [Move::Pass, made]);
    }
    formulas
}

/// Walks to the piece with the least product of its distance and the size of its category.
fn near_and_rare(board: &Board, state: &State) -> Move {
    let cost = |piece: &usize| {
        let steps = f64::from(state.at[1].distance(board.cell(*piece))) + 1.0;
        (1e6 * steps * f64::from(board.total(board.category(*piece)))) as u64
    };
    let goal = pieces_of(state.live).min_by_key(cost);
    goal.map_or(Move::Pass, |goal| state.at[1].toward(board.cell(goal)))
}

#[test]
fn an_opponent_that_follows_a_formula_is_believed_to_do_so() {
    // The search foresees a move that is never made.
    let other = Some([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let before = Formulas::new(&Params::default()).none();
    assert!((before - 0.9).abs() < 0.01, "{before}");
    let none = after(12, other, &mut near_and_rare).none();
    assert!(none < 0.02, "{none}");
}

#[test]
fn most_formulas_that_are_drawn_foretell_the_opponent() {
    let mut positions = Vec::new();
    let formulas = after(16, None, &mut |board, state| {
        positions.push(*state);
        near_and_rare(board, state)
    });
    let board = start().0;
    let share_of_right = |formulas: &Formulas| {
        let drawn: Vec<u16> = formulas.draw().iter().flatten().copied().collect();
        let foretells = |state: &State| {
            let made = near_and_rare(&board, state);
            let goals = drawn.iter().map(|it| formulas.goal(*it, &board, state, 1).unwrap());
            let steps = goals.map(|goal| state.at[1].steps_toward(board.cell(goal)));
            steps.filter(|steps| steps.contains(&Some(made))).count()
        };
        let right: usize = positions.iter().map(foretells).sum();
        right as f64 / (drawn.len() * positions.len()) as f64
    };
    let before = share_of_right(&Formulas::new(&Params::default()));
    let now = share_of_right(&formulas);
    assert!(before < 0.95 && now > 0.98, "{before:.2}, then {now:.2}");
}

#[test]
fn an_opponent_that_moves_as_the_search_follows_none() {
    let mut rng = Rng::new(5);
    let (board, mut state) = start();
    let mut formulas = Formulas::new(&Params::default());
    for _ in 0..12 {
        let made = Move::ALL[rng.below(4)];
        let mut foreseen = [0.0; 6];
        foreseen[made as usize] = 1.0;
        formulas.observe(&board, &state, made, Some(foreseen));
        state.turn(&board, [Move::Pass, made]);
    }
    assert!(formulas.none() > 0.95, "{}", formulas.none());
    assert!(formulas.draw().iter().filter(|it| it.is_none()).count() > 60);
}
