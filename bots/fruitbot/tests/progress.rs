//! With any budget, every move of the robot has an effect and its games end, also against opponents that only
//! react to its moves. `bot` in `common/sparring.rs` asserts in every game that the robot makes no useless
//! move.

use fruitbot::board::Board;
use fruitbot::cell::{Cell, Move};
use fruitbot::params::Params;
use fruitbot::state::State;
use referee::game::{Outcome, Seat};
use referee::games::fruit::{board_of_number, FruitGame, Rules, Sides, BOARDS};
use referee::testkit::cases::cases;
use referee::testkit::registered;
use referee::testkit::sparring::{play, Mind};

use crate::common::sparring::{bot, chooser};

/// Chooses a move in a position in which it is side 0.
trait Opponent {
    fn choose(&mut self, board: &Board, state: &State) -> Move;
}

/// The robot's last move, as far as its opponent can see it.
#[derive(Clone, Copy, Default)]
struct Seen {
    before: Option<State>,
}

impl Seen {
    /// The robot is side 1 of `state`. It made a take if it stood on a piece that is gone now.
    fn step(&mut self, board: &Board, state: &State) -> Move {
        let before = match self.before.replace(*state) {
            Some(before) => before,
            None => return Move::Pass,
        };
        let to = |step: &&Move| before.at[1].after(**step) == state.at[1];
        if before.at[1] != state.at[1] {
            return Move::ALL.iter().find(to).copied().unwrap_or(Move::Pass);
        }
        match before.under(board, 1) {
            Some(piece) if state.left >> piece & 1 == 0 => Move::Take,
            _ => Move::Pass,
        }
    }
}

/// Repeats the robot's last move.
#[derive(Default)]
struct Parrot(Seen);

impl Opponent for Parrot {
    fn choose(&mut self, board: &Board, state: &State) -> Move {
        self.0.step(board, state)
    }
}

/// Makes the opposite of the robot's last move, and takes the fruit under it.
#[derive(Default)]
struct Mirror(Seen);

impl Opponent for Mirror {
    fn choose(&mut self, board: &Board, state: &State) -> Move {
        let opposite = match self.0.step(board, state) {
            Move::North => Move::South,
            Move::South => Move::North,
            Move::East => Move::West,
            Move::West => Move::East,
            other => other,
        };
        state.under(board, 0).map_or(opposite, |_| Move::Take)
    }
}

/// Walks to the robot's cell and takes the piece there together with it.
struct Shadow;

impl Opponent for Shadow {
    fn choose(&mut self, board: &Board, state: &State) -> Move {
        match state.under(board, 0) {
            Some(_) => Move::Take,
            None if state.at[0] == state.at[1] => Move::Pass,
            None => state.at[0].toward(state.at[1]),
        }
    }
}

/// Waits on the piece that is nearest to the robot and takes it when the robot comes.
struct Guard;

impl Opponent for Guard {
    fn choose(&mut self, board: &Board, state: &State) -> Move {
        let pieces = fruitbot::piece::pieces_of(state.live);
        let guarded = pieces.min_by_key(|piece| state.at[1].distance(board.cell(*piece)));
        match guarded.map(|piece| board.cell(piece)) {
            Some(cell) if cell != state.at[0] => state.at[0].toward(cell),
            Some(cell) if cell.distance(state.at[1]) == 0 => Move::Take,
            _ => Move::Pass,
        }
    }
}

/// Never moves.
struct Idler;

impl Opponent for Idler {
    fn choose(&mut self, _: &Board, _: &State) -> Move {
        Move::Pass
    }
}

/// Walks back and forth.
struct Pacer;

impl Opponent for Pacer {
    fn choose(&mut self, board: &Board, state: &State) -> Move {
        let Cell { x, y } = state.at[0];
        match (x + y) % 2 {
            0 if board.has(Cell::new(x + 1, y)) => Move::East,
            0 => Move::South,
            _ if board.has(Cell::new(x - 1, y)) => Move::West,
            _ => Move::North,
        }
    }
}

/// The opponents that only react to the robot's moves.
const REACTING: [&str; 6] = ["parrot", "mirror", "shadow", "guard", "idler", "pacer"];

fn reacting(name: &str) -> Mind<'static> {
    let mut opponent: Box<dyn Opponent> = match name {
        "parrot" => Box::new(Parrot::default()),
        "mirror" => Box::new(Mirror::default()),
        "shadow" => Box::new(Shadow),
        "guard" => Box::new(Guard),
        "idler" => Box::new(Idler),
        "pacer" => Box::new(Pacer),
        _ => panic!("there is no opponent {name}"),
    };
    chooser(move |board, state| opponent.choose(board, state))
}

/// A game on a numbered board. Repetition does not end it, so that a robot that repeats itself plays
/// to the limit.
fn game(number: u32, mut minds: [Mind<'_>; 2]) -> Outcome {
    let rules = Rules { repeat: 0, turns: 600, ..Rules::default() };
    play(&mut FruitGame::new(board_of_number(number, Sides::CONTEST), rules), &mut minds)
}

fn against(number: u32, own: usize, bot: Mind<'_>, other: Mind<'_>) -> Outcome {
    game(number, if own == 0 { [bot, other] } else { [other, bot] })
}

/// Asserts that the game was played to its end, long before the referee's limit of turns.
fn is_regular(outcome: &Outcome) -> bool {
    let end = outcome.more["end"].as_str().expect("every game has an end");
    outcome.thrown_out.is_empty() && ["decided", "all-taken"].contains(&end) && outcome.turns <= 200
}

#[test]
fn any_budget_gives_a_move_that_does_something() {
    let mut turns = 0;
    for (nodes, games) in [(0, 120), (1, 120), (50, 90), (500, 30)] {
        for game in 0..games / cases(3, 1) {
            let number = (game * 8_887 + nodes as u32) % BOARDS;
            let opponent = ["random", "nearest", "greedy", "mo", "east"][game as usize % 5];
            let own = game as usize % 2;
            let params = Params { rivals: i32::from(game % 3 > 0), ..Params::default() };
            let robot = bot(&params, nodes, u64::from(game));
            let seat = Seat(1 - own);
            let other = Mind::house(registered("fruit"), opponent, u64::from(game), seat);
            let outcome = against(number, own, robot, other);
            assert!(is_regular(&outcome), "board {number}, {nodes} nodes: {outcome:?}");
            turns += outcome.turns;
        }
    }
    assert!(turns > cases(1_600, 5_000), "{turns} turns");
}

#[test]
fn no_reacting_opponent_makes_it_repeat_itself() {
    let params = Params::default();
    for (nodes, boards) in [(1, 24), (50, 24), (500, 8)] {
        for board in 0..boards / cases(8, 1) {
            let number = board * 5_003 + 3;
            for (index, name) in REACTING.iter().enumerate() {
                let outcome = against(number, index % 2, bot(&params, nodes, 1), reacting(name));
                assert!(is_regular(&outcome), "{name}, board {number}, {nodes}: {outcome:?}");
            }
        }
    }
}

/// Two equal robots in the same position make the same moves and can change their goals together again
/// and again. Such games must be rare.
#[test]
fn two_of_it_seldom_repeat_themselves() {
    let params = Params::default();
    for (other_seed, most) in [(1, 0.03), (2, 0.02)] {
        let (mut games, mut repeated) = (0, Vec::new());
        for (nodes, boards) in [(0, 40), (1, 40), (50, 60), (500, 20)] {
            for board in 0..boards / cases(8, 1) {
                let number = board * 6_007 + 5;
                let bots = [1, other_seed].map(|seed| bot(&params, nodes, seed));
                let outcome = game(number, bots);
                assert!(outcome.thrown_out.is_empty());
                if !is_regular(&outcome) {
                    repeated.push((nodes, number));
                }
                games += 1;
            }
        }
        println!(
            "seeds 1 and {other_seed}: {} of {games} games repeated themselves",
            repeated.len()
        );
        assert!(repeated.len() as f64 <= most * f64::from(games), "{repeated:?}");
    }
}

#[test]
fn it_beats_opponents_that_only_react() {
    let params = Params::default();
    let mut lost = Vec::new();
    let mut won = 0;
    for board in 0..cases(5, 10) {
        let number = board * 9_001 + 7;
        for name in REACTING {
            let outcome = against(number, 0, bot(&params, 500, 1), reacting(name));
            match outcome.scores[0].cmp(&outcome.scores[1]) {
                std::cmp::Ordering::Less => lost.push((name, number)),
                std::cmp::Ordering::Greater => won += 1,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    println!("{won} won, lost: {lost:?}");
    assert!(lost.len() <= 1, "lost {lost:?}");
    assert!(won >= cases(20, 40), "won {won}");
}
