//! The endgame solver against a plain twin, which looks at all six moves of both robots in every
//! position, uses no bounds and no races, and finds the value from all square parts of the matrix.

use std::collections::HashMap;

use fruitbot::board::{Board, MOST_CATEGORIES};
use fruitbot::cell::{Cell, Move};
use fruitbot::endgame::Endgame;
use fruitbot::piece::pieces_of;
use fruitbot::state::State;
use gridkit::{Deadline, Rng};
use referee::testkit::cases::cases;

/// An endgame on a small board: two or three live pieces, and leads that leave the game open.
fn any_endgame(rng: &mut Rng) -> (Board, State) {
    loop {
        let (width, height) = (2 + rng.below(4), 1 + rng.below(4));
        let kinds = 3 + rng.below(3);
        let mut rows = vec![vec![b'.'; width]; height];
        let pieces = 2 + rng.below(3);
        for _ in 0..pieces {
            rows[rng.below(height)][rng.below(width)] = b'1' + rng.below(kinds) as u8;
        }
        let rows: Vec<String> =
            rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
        let totals: Vec<u8> = (0..kinds as u8).map(|kind| 2 * kind + 1).collect();
        let board = Board::from_rows(&rows, &totals).unwrap();
        let any = |rng: &mut Rng| Cell::new(rng.below(width) as i8, rng.below(height) as i8);
        let first = any(rng);
        let at = [first, if rng.chance(0.3) { first } else { any(rng) }];
        let mut lead = [0; MOST_CATEGORIES];
        for lead in lead.iter_mut().take(kinds) {
            *lead = rng.between(-1, 1) as i8;
        }
        let left = (1_u32 << board.pieces()) - 1;
        let state = State::new(&board, at, left, lead);
        if state.verdict().is_none() && (2..=3).contains(&state.live.count_ones()) {
            return (board, state);
        }
    }
}

type Memo = HashMap<(State, u8), f64>;

fn plain(board: &Board, state: &State, turns: u8, memo: &mut Memo) -> f64 {
    let bounds = state.bounds();
    if bounds.0 == bounds.1 {
        return f64::from(bounds.0);
    }
    if turns == 0 {
        return f64::from(state.current_result());
    }
    if let Some(value) = memo.get(&(*state, turns)) {
        return *value;
    }
    let matrix: Vec<Vec<f64>> = Move::ALL
        .iter()
        .map(|ours| {
            let fields = Move::ALL.iter().map(|theirs| {
                let mut next = *state;
                next.turn(board, [*ours, *theirs]);
                plain(board, &next, turns - 1, memo)
            });
            fields.collect()
        })
        .collect();
    let value = kernel_value(&matrix);
    memo.insert((*state, turns), value);
    value
}

/// Shapley and Snow (1950): in some square part of the matrix each side can make the other side's choice
/// meaningless, and the same probabilities are best in the whole matrix.
fn kernel_value(matrix: &[Vec<f64>]) -> f64 {
    let (rows, columns) = (matrix.len(), matrix[0].len());
    for some_rows in 1_usize..1 << rows {
        let size = some_rows.count_ones();
        for some_columns in (1_usize..1 << columns).filter(|it| it.count_ones() == size) {
            let picked = |set: usize, of: usize| (0..of).filter(move |i| set >> i & 1 == 1);
            let part: Vec<Vec<f64>> = picked(some_rows, rows)
                .map(|row| picked(some_columns, columns).map(|it| matrix[row][it]).collect())
                .collect();
            let turned: Vec<Vec<f64>> = (0..part.len())
                .map(|column| part.iter().map(|row| row[column]).collect())
                .collect();
            let (x, y) = match (indifferent(&turned), indifferent(&part)) {
                (Some(x), Some(y)) => (x, y),
                _ => continue,
            };
            let value = x.1;
            let x: Vec<(usize, f64)> = picked(some_rows, rows).zip(x.0).collect();
            let y: Vec<(usize, f64)> = picked(some_columns, columns).zip(y.0).collect();
            let holds = (0..columns).all(|it| {
                x.iter().map(|(row, p)| p * matrix[*row][it]).sum::<f64>() > value - 1e-9
            });
            let enough = (0..rows).all(|row| {
                y.iter().map(|(it, p)| p * matrix[row][*it]).sum::<f64>() < value + 1e-9
            });
            if holds && enough {
                return value;
            }
        }
    }
    unreachable!("every matrix game has a value");
}

/// The mixture `p` and the value `v` with `part * p = v` in every row, if there is exactly one.
fn indifferent(part: &[Vec<f64>]) -> Option<(Vec<f64>, f64)> {
    let size = part.len();
    // Unknown: p and v. Rows: part * p - v = 0, then sum of p = 1.
    let mut lines: Vec<Vec<f64>> = part
        .iter()
        .map(|row| row.iter().copied().chain([-1.0, 0.0]).collect::<Vec<f64>>())
        .collect();
    let sum = std::iter::repeat(1.0).take(size).chain([0.0, 1.0]);
    lines.push(sum.collect());
    for column in 0..=size {
        let pivot = (column..=size).max_by(|a, b| {
            lines[*a][column].abs().partial_cmp(&lines[*b][column].abs()).unwrap()
        })?;
        if lines[pivot][column].abs() < 1e-9 {
            return None;
        }
        lines.swap(column, pivot);
        let pivot = lines[column].clone();
        for (row, line) in lines.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let _ = row;
            let factor = line[column] / pivot[column];
            line.iter_mut().zip(&pivot).for_each(|(it, above)| *it -= factor * above);
        }
    }
    let solved: Vec<f64> = (0..=size).map(|row| lines[row][size + 1] / lines[row][row]).collect();
    let (p, v) = (&solved[..size], solved[size]);
    if p.iter().any(|it| *it < -1e-9) {
        return None;
    }
    Some((p.to_vec(), v))
}

#[test]
fn endgames_have_the_value_of_a_plain_search() {
    let mut rng = Rng::new(2012);
    let (mut mixed, mut open) = (0, 0);
    for number in 0..cases(80, 500) {
        let (board, state) = any_endgame(&mut rng);
        let turns = 3 + rng.below(6) as u8;
        let mut endgame = Endgame::new();
        let solution =
            endgame.solve(&board, &state, turns, &mut Deadline::after_nodes(u64::MAX)).unwrap();
        let value = plain(&board, &state, turns, &mut Memo::new());
        assert!(
            (solution.value - value).abs() < 1e-9,
            "position {number}: {} instead of {value}, {turns} turns, {state:?}, pieces {:?}",
            solution.value,
            pieces_of(state.left)
                .map(|it| (board.category(it), board.cell(it)))
                .collect::<Vec<_>>()
        );
        mixed += usize::from(solution.value.fract() != 0.0);
        open += usize::from(solution.certain().next().is_none());
    }
    // Without positions that need a random choice, the test would prove little.
    assert!(mixed > 0 && open > 0, "{mixed} mixed values, {open} positions without a sure move");
    println!("{mixed} mixed values, {open} positions without a sure move");
}
