//! The bot's model of the rules compared with the referee's: both must play the same games, move by move, and
//! the bot must read the referee's lines as those games.

use fruitbot::board::Board;
use fruitbot::cell::{Cell, Move};
use fruitbot::piece::pieces_of;
use fruitbot::robot::observed_move;
use fruitbot::state::State;
use gridkit::Rng;
use referee::game::{Answer, Game, Request, Step};
use referee::games::fruit::{
    board_of_number, Category, FruitGame, Position, Rules, Sides, Taken, Verdict, BOARDS,
};
use referee::testkit::cases::cases;

use crate::common::view::{spoken, turned_round, Views};

/// Counts of rare events: games without them test little.
#[derive(Debug, Default)]
struct Events {
    turns: u32,
    shared: u32,
    alone_on_a_shared_cell: u32,
    both_at_once: u32,
    off_the_board: u32,
    takes_of_nothing: u32,
    shown: u32,
    not_shown: u32,
    /// Games won by seat 0, lost, and drawn.
    verdicts: [u32; 3],
}

/// A random move, or more often one towards the nearest piece.
fn any_move(rng: &mut Rng, board: &Board, state: &State, side: usize) -> Move {
    if rng.chance(0.15) {
        return Move::ALL[rng.below(6)];
    }
    let at = state.at[side];
    let nearest = pieces_of(state.left).min_by_key(|piece| at.distance(board.cell(*piece)));
    nearest.map_or(Move::Pass, |piece| at.toward(board.cell(piece)))
}

fn asked(step: Step) -> Option<Vec<Request>> {
    match step {
        Step::Ask(requests) => Some(requests),
        Step::Over(_) => None,
    }
}

/// The model's position equals the referee's.
fn agree(board: &Board, state: &State, position: &Position) {
    let robots = position.robots().map(|cell| Cell::new(cell.x as i8, cell.y as i8));
    assert_eq!(state.at, robots);
    for cell in position.board().cells() {
        let piece = board.piece_at(Cell::new(cell.x as i8, cell.y as i8));
        let there = piece.filter(|piece| state.left >> piece & 1 == 1);
        let fruit = position.board().fruit(cell).map(Category::index);
        assert_eq!(there.map(|piece| board.category(piece)), fruit, "on {cell}");
    }
    let left = position.board().pieces();
    for (category, left) in left.iter().enumerate() {
        let [own, others] = [0, 1].map(|seat| i64::from(position.counts(seat)[category].0));
        assert_eq!(2 * i64::from(state.lead[category]), own - others);
        let lead = (own - others) / 2;
        let open = (lead + i64::from(*left)).signum() != (lead - i64::from(*left)).signum();
        let pieces = state.left & board.of_category(category);
        assert_eq!(state.live & pieces, if open { pieces } else { 0 }, "category {category}");
        for side in [0, 1] {
            let lead = if side == 0 { lead } else { -lead };
            let fewest = |sure: i64| {
                let left = i64::from(*left);
                (0..=left).find(|count| lead + count >= left - count + sure)
            };
            assert_eq!(state.to_win(board, category, side).map(i64::from), fewest(1));
            assert_eq!(state.to_tie(board, category, side).map(i64::from), fewest(0));
        }
    }
    assert_eq!(state.bounds(), plain_bounds(board, state));
    let verdict = match state.verdict() {
        Some(1) => Verdict::Wins(0),
        Some(-1) => Verdict::Wins(1),
        Some(_) => Verdict::Draw,
        None => Verdict::Open,
    };
    assert_eq!(verdict, Verdict::of(position));
    let led = position.categories_led();
    assert_eq!(i64::from(state.current_result()), (led[0] - led[1]).signum());
}

/// The result of side 0 if it loses all pieces that are left, and if it wins them all.
fn plain_bounds(board: &Board, state: &State) -> (i8, i8) {
    let result_with = |all: i8| {
        let signs = (0..board.kinds()).map(|category| {
            let left = (state.left & board.of_category(category)).count_ones() as i8;
            (state.lead[category] + all * left).signum()
        });
        signs.sum::<i8>().signum()
    };
    (result_with(-1), result_with(1))
}

/// The bot must see the other side's move if the positions show it. Returns whether it is the move that was made.
fn agree_on_observed_move(board: &Board, before: &State, after: &State, others: Move) -> bool {
    let from = before.at[1];
    let moved = board.has(from.after(others)) && from.after(others) != from;
    let known = match before.under(board, 1) {
        _ if moved => Some(others),
        Some(_) if others == Move::Take => Some(Move::Take),
        // A step against the edge looks like no step, and so does a take of nothing.
        _ => Some(Move::Pass),
    };
    assert_eq!(observed_move(board, before, after), known, "it made {others:?}");
    known == Some(others)
}

fn play(number: u32, sides: Sides, events: &mut Events) {
    let mut rng = Rng::new(u64::from(number));
    let rules = Rules { repeat: 0, turns: 100_000, ..Rules::default() };
    let mut game = FruitGame::new(board_of_number(number, sides), rules);
    let mut seats = [Views::new(), Views::new()];
    let mut requests = asked(game.advance(&[])).expect("no game is over before it begins");
    let mut state = seats[0].read(&requests[0].lines);
    let board = seats[0].board().clone();
    assert_eq!(seats[1].read(&requests[1].lines), state, "both see the same at the start");
    let start = game.position().board().start();
    assert_eq!(state.at, [Cell::new(start.x as i8, start.y as i8); 2]);
    assert_eq!([i32::from(board.width()), i32::from(board.height())], {
        let board = game.position().board();
        [board.width(), board.height()]
    });
    let totals: Vec<u32> = (0..board.kinds()).map(|kind| u32::from(board.total(kind))).collect();
    assert_eq!(totals, game.totals());
    loop {
        agree(&board, &state, game.position());
        let mut moves = [0, 1].map(|side| any_move(&mut rng, &board, &state, side));
        // Two robots that make the same moves share pieces.
        if rng.chance(0.5) {
            let copies = number as usize % 2;
            moves[copies] = moves[1 - copies];
        }
        let [ours, theirs] = moves;
        let before = state;
        let mut position = game.position().clone();
        let taken = state.turn(&board, moves);
        assert_eq!(position.turn(moves.map(spoken)), Taken(taken), "{moves:?} in {before:?}");
        agree(&board, &state, &position);

        events.turns += 1;
        for side in [0, 1] {
            let there = before.at[side].after(moves[side]);
            events.off_the_board += u32::from(!board.has(there));
            let empty = before.under(&board, side).is_none();
            events.takes_of_nothing += u32::from(moves[side] == Move::Take && empty);
        }
        let gone = (before.left & !state.left).count_ones();
        let same = before.at[0] == before.at[1];
        events.both_at_once += u32::from(gone == 2);
        events.shared += u32::from(gone == 1 && same && moves == [Move::Take; 2]);
        events.alone_on_a_shared_cell += u32::from(gone == 1 && same && ours != theirs);

        let answers = moves.map(|step| Answer { lines: vec![step.word().to_owned()], fault: None });
        let step = game.advance(&answers);
        assert_eq!(*game.position(), position);
        let turned = turned_round(&board, &state);
        for (before, after, others) in
            [(before, state, theirs), (turned_round(&board, &before), turned, ours)]
        {
            let shown = agree_on_observed_move(&board, &before, &after, others);
            events.shown += u32::from(shown);
            events.not_shown += u32::from(!shown);
        }
        if let Some(next) = asked(step) {
            requests = next;
        } else {
            let verdict = state.verdict().expect("the referee has ended the game");
            let seat_or_draw = match verdict {
                1 => 0,
                -1 => 1,
                _ => 2,
            };
            events.verdicts[seat_or_draw] += 1;
            return;
        }
        assert_eq!(state.verdict(), None, "the referee plays on");
        assert_eq!(seats[0].read(&requests[0].lines), state);
        assert_eq!(seats[1].read(&requests[1].lines), turned);
    }
}

#[test]
fn random_games_go_the_same_way() {
    let mut events = Events::default();
    for game in 0..cases(350, 2_000) {
        play(game * 499 % BOARDS, Sides::CONTEST, &mut events);
    }
    for game in 0..cases(7, 40) {
        play(game * 24_989, Sides { min: 15, max: 40 }, &mut events);
    }
    assert!(events.turns > cases(14_000, 80_000), "{events:?}");
    let rare = [
        events.shared,
        events.alone_on_a_shared_cell,
        events.both_at_once,
        events.off_the_board,
        events.takes_of_nothing,
        events.not_shown,
    ];
    assert!(rare.iter().all(|count| *count > cases(150, 1_000)), "{events:?}");
    assert!(events.verdicts.iter().all(|count| *count > cases(30, 200)), "{events:?}");
    assert!(events.shown > 5 * events.not_shown, "{events:?}");
}
