//! The search, in drawn positions.

use fruitbot::board::Board;
use fruitbot::cell::{Cell, Move};
use fruitbot::formulas::Formulas;
use fruitbot::heuristic::Heuristic;
use fruitbot::params::Params;
use fruitbot::rivals::Rival;
use fruitbot::robot::{Robot, Style};
use fruitbot::search::{Beliefs, Choice, Opponent, Search, Trees};
use fruitbot::state::State;
use gridkit::Deadline;

const NODES: u64 = 20_000;

fn position(rows: &[&str], totals: &[u8], at: [(i8, i8); 2]) -> (Board, State) {
    let board = Board::from_rows(rows, totals).unwrap();
    let all = (1 << board.pieces()) - 1;
    let state = State::new(&board, at.map(|(x, y)| Cell::new(x, y)), all, [0; 8]);
    (board, state)
}

fn choices(board: &Board, state: &State, opponent: Opponent<'_>) -> Vec<Choice> {
    with_further_games(board, state, opponent, 0.0)
}

fn with_further_games(
    board: &Board,
    state: &State,
    opponent: Opponent<'_>,
    further: f64,
) -> Vec<Choice> {
    let params = Params::default();
    let formulas = Formulas::new(&params);
    let beliefs = Beliefs { formulas: &formulas, drawn: &[None; 64], further, whim: 0.25 };
    let (heuristic, mut trees) = (Heuristic::new(&params), Trees::new());
    let mut search = Search::new(board, &heuristic, &mut trees, &params, beliefs, 1);
    search.think(state, &[(opponent, 1.0)], &mut Deadline::after_nodes(NODES))
}

fn value_at(board: &Board, choices: &[Choice], at: (i8, i8)) -> f64 {
    let is_there = |choice: &&Choice| board.cell(choice.piece) == Cell::new(at.0, at.1);
    choices.iter().find(is_there).expect("it is a goal").value
}

/// The opponent is far from all pieces, so every game is won and the search stops.
#[test]
fn a_search_stops_where_every_choice_wins() {
    let (board, state) = position(&["1.2.3........."], &[1, 1, 1], [(2, 0), (13, 0)]);
    let choices = choices(&board, &state, Opponent::Unknown);
    assert_eq!(choices.iter().map(|choice| choice.visits).sum::<u32>(), 4096);
    assert!(choices.iter().filter(|choice| choice.visits > 0).all(|choice| choice.value > 0.999));
}

/// ```text
/// 1 a . . 2 . b . . . 3     b goes to 2 first, as that is nearest, and only then to 3.
/// ```
/// Three categories of one piece each: we win with two of them. If we take 1 first, we come too late to
/// 2 and to 3.
#[test]
fn against_a_known_rival_the_search_counts_on_its_moves() {
    let (board, state) =
        position(&["1a..2.b...3".replace(['a', 'b'], ".").as_str()], &[1, 1, 1], [(1, 0), (6, 0)]);
    let known = choices(&board, &state, Opponent::Known(&Rival::Nearest));
    // It takes 2, walks to 3 and loses nothing: 1 is all that we get.
    assert!(known.iter().all(|choice| choice.value < 0.01), "{known:?}");
    let (board, state) = position(&["1..2....3"], &[1, 1, 1], [(2, 0), (6, 0)]);
    let known = choices(&board, &state, Opponent::Known(&Rival::Nearest));
    // It walks to 3, which is nearer to it. 2 is one step away and 1 is left to us in any case.
    assert!(value_at(&board, &known, (3, 0)) > 0.99, "{known:?}");
    assert!(value_at(&board, &known, (0, 0)) > 0.0 && value_at(&board, &known, (8, 0)) < 0.99);
}

/// ```text
/// 1 a . 2 b . 3     b is nearer to 2 than we are, and comes to 3 after that.
/// ```
#[test]
fn an_unknown_opponent_is_expected_to_play_for_itself() {
    let (board, state) = position(&["1..2..3"], &[1, 1, 1], [(1, 0), (4, 0)]);
    let choices = choices(&board, &state, Opponent::Unknown);
    let games: f64 = choices.iter().map(|choice| f64::from(choice.visits)).sum();
    let won: f64 = choices.iter().map(|choice| f64::from(choice.visits) * choice.value).sum();
    assert!(won / games < 0.1, "{choices:?}");
}

/// ```text
/// a . . . . 2     The nearest piece is one step east and one step south. East also leads nearer to
/// . 1 . . . .     category 2, south does not.
/// ```
#[test]
fn of_two_shortest_ways_the_one_is_taken_that_also_leads_to_other_goals() {
    let step = |rows: &[&str]| {
        let (width, height) = (rows[0].len() as i8, rows.len() as i8);
        let (board, state) = position(rows, &[1, 1, 1, 1, 1], [(0, 0), (width - 1, height - 1)]);
        let params = Params { rivals: 0, endgame_pieces: 0, ..Params::default() };
        let mut robot = Robot::new(board, Style::Search, params, 1);
        robot.decide(&state, &Deadline::after_nodes(2_000)).step
    };
    let east = [".....2..", ".1......", "....3...", "........", "........", "........"];
    assert_eq!(step(&east), Move::East);
    let south = ["......", ".1....", "......", "......", "......", "2.....", "......", "......"];
    assert_eq!(step(&south), Move::South);
}

/// Both robots are on the same cell, and the board is the same on both sides, so it is drawn.
#[test]
fn further_games_against_an_opponent_that_errs_are_won_more_often() {
    let (board, state) = position(
        &["2.1.2.3..3", "..3.......", "..........", "4.4.4..4.4"],
        &[1, 2, 3, 5],
        [(4, 2); 2],
    );
    let without = choices(&board, &state, Opponent::Unknown);
    assert!(without.iter().all(|choice| choice.against_simple.is_none()), "{without:?}");
    let with = with_further_games(&board, &state, Opponent::Unknown, 1.0);
    let games: u32 = with.iter().map(|choice| choice.visits).sum();
    assert!((9_900..=10_100).contains(&games), "half of all games are further ones: {games}");
    let best = with.iter().max_by_key(|choice| choice.visits).unwrap();
    assert!(best.against_simple > Some(best.value + 0.05), "{best:?}");
}

/// Both steps to a goal that lies on neither axis begin games, and the robot makes a step of which there were
/// some.
#[test]
fn the_step_that_is_played_was_searched() {
    let rows = ["4...3..4", ".2...4..", "...1....", "3.....4.", "...4...2", "4..3....", ".....4.."];
    for (seed, at) in [(3, 2), (1, 5), (6, 4), (0, 0), (7, 6), (4, 3)].into_iter().enumerate() {
        let (board, state) = position(&rows, &[1, 3, 5, 7], [at, (2, 4)]);
        let params = Params { rivals: 0, endgame_pieces: 0, ..Params::default() };
        let mut robot = Robot::new(board.clone(), Style::Search, params, seed as u64);
        let decision = robot.decide(&state, &Deadline::after_nodes(1_000));
        let steps =
            || decision.choices.iter().flat_map(|choice| choice.steps.into_iter().flatten());
        assert!(steps().any(|it| it.step == decision.step && it.visits > 0), "{decision:?}");
        for choice in decision.choices.iter().filter(|choice| choice.visits > 20) {
            let goal = board.cell(choice.piece);
            let is_off_axis = goal.x != state.at[0].x && goal.y != state.at[0].y;
            let tried: Vec<_> = choice.steps.iter().flatten().filter(|it| it.visits > 0).collect();
            assert_eq!(tried.len(), 1 + usize::from(is_off_axis), "{choice:?}");
            let games: u32 = tried.iter().map(|it| it.visits).sum();
            assert_eq!(games, choice.visits);
        }
    }
}
