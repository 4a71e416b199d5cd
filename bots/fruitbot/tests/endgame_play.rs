//! The robot in endgames: it reaches every certain result, whatever the opponent does.

use fruitbot::board::{Board, MOST_CATEGORIES};
use fruitbot::cell::{Cell, Move};
use fruitbot::endgame::Endgame;
use fruitbot::params::Params;
use fruitbot::robot::{Robot, Style};
use fruitbot::state::State;
use gridkit::{Deadline, Rng};
use referee::testkit::cases::cases;

/// A robot without knowledge of rivals.
fn robot(board: &Board, seed: u64) -> Robot {
    let params = Params { rivals: 0, ..Params::default() };
    Robot::new(board.clone(), Style::Search, params, seed)
}

/// An open position with up to three live pieces on a small board.
fn any_endgame(rng: &mut Rng) -> (Board, State) {
    loop {
        let (width, height) = (3 + rng.below(4), 2 + rng.below(4));
        let mut rows = vec![vec![b'.'; width]; height];
        for _ in 0..2 + rng.below(3) {
            rows[rng.below(height)][rng.below(width)] = b'1' + rng.below(4) as u8;
        }
        let rows: Vec<String> =
            rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
        let board = Board::from_rows(&rows, &[1, 3, 5, 7]).unwrap();
        let any = |rng: &mut Rng| Cell::new(rng.below(width) as i8, rng.below(height) as i8);
        let at = [any(rng), any(rng)];
        let mut lead = [0; MOST_CATEGORIES];
        lead[..4].iter_mut().for_each(|lead| *lead = rng.between(-2, 2) as i8);
        let state = State::new(&board, at, (1_u32 << board.pieces()) - 1, lead);
        if state.verdict().is_none() && state.live.count_ones() <= 3 {
            return (board, state);
        }
    }
}

#[test]
fn a_certain_result_is_reached_against_any_moves() {
    let mut rng = Rng::new(7);
    let mut reached = [0; 3];
    for _ in 0..cases(60, 150) {
        let (board, start) = any_endgame(&mut rng);
        let deadline = || Deadline::after_nodes(1_000_000);
        let solution = Endgame::new().solve(&board, &start, 30, &mut deadline()).unwrap();
        if solution.certain().next().is_none() {
            continue;
        }
        let sure = solution.value.floor() as i8;
        let mut robot = robot(&board, 1);
        let mut state = start;
        let mut turns = 0;
        while state.verdict().is_none() && turns < 60 {
            let budget = Deadline::after_nodes(200_000);
            let ours = robot.decide(&state, &budget).step;
            // In half of the turns the opponent repeats its move; in the others it makes any move.
            let theirs = if rng.chance(0.5) { ours } else { Move::ALL[rng.below(6)] };
            state.turn(&board, [ours, theirs]);
            turns += 1;
        }
        let result = state.verdict().unwrap_or_else(|| state.current_result());
        assert!(result >= sure, "{result} where {sure} was certain: {start:?}");
        reached[(sure + 1) as usize] += 1;
    }
    assert!(
        reached.iter().all(|count| *count > cases(4, 10)),
        "lost, drawn and won positions: {reached:?}"
    );
}

/// ```text
/// .....
/// 1...1
/// ```
/// The robot leads in category 2 and both robots are in the middle of the first row. Each gets one
/// piece of category 1, or they share, and so the lead decides.
#[test]
fn it_does_not_wait_in_a_won_position() {
    let board = Board::from_rows(&[".....", "1...1"], &[3, 3]).unwrap();
    let mut lead = [0; MOST_CATEGORIES];
    lead[1] = 1;
    let mut state = State::new(&board, [Cell::new(2, 0); 2], 0b11, lead);
    let mut robot = robot(&board, 3);
    let mut turns = 0;
    while state.verdict().is_none() {
        let ours = robot.decide(&state, &Deadline::after_nodes(20_000)).step;
        assert_ne!(ours, Move::Pass, "{state:?}");
        state.turn(&board, [ours, Move::Pass]);
        turns += 1;
        assert!(turns < 20);
    }
    assert_eq!(state.verdict(), Some(1));
}

/// If no single move is sure, each good one is drawn with its probability, because an opponent that knew our
/// move could exploit it.
#[test]
fn if_only_chance_keeps_the_value_every_good_move_is_made() {
    let mut rng = Rng::new(7);
    let mut drawn = 0;
    for _ in 0..3_000 {
        let (board, state) = any_endgame(&mut rng);
        let state = State::new(&board, [state.at[0]; 2], state.left, state.lead);
        if state.verdict().is_some() {
            continue;
        }
        let decide = |seed| robot(&board, seed).decide(&state, &Deadline::after_nodes(100_000));
        let solution = match decide(0).solution {
            Some(solution) if solution.certain().next().is_none() => solution,
            _ => continue,
        };
        drawn += 1;
        let mut counts = [0_u32; 6];
        for seed in 0..40 {
            counts[decide(seed).step as usize] += 1;
        }
        for (step, probability, _) in &solution.moves {
            let share = f64::from(counts[*step as usize]) / 40.0;
            let is_near = (share - probability).abs() < 0.3;
            assert!(is_near, "{step:?}: {share} of the games, probability {probability}");
        }
        if drawn == 2 {
            return;
        }
    }
    panic!("there are such positions");
}
