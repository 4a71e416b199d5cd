//! The rivals that the bot knows are the referee's house players: it predicts all their moves.

use fruitbot::board::Board;
use fruitbot::cell::{Cell, Move};
use fruitbot::params::Params;
use fruitbot::piece::{pieces_of, Piece};
use fruitbot::rivals::heat::{Heat, HeatWeights};
use fruitbot::rivals::Rival;
use fruitbot::robot::{Robot, Style};
use fruitbot::routes::NO_WALK;
use fruitbot::state::State;
use gridkit::{Deadline, Rng};
use referee::contest::House;
use referee::game::{Answer, Game, Seat, Step};
use referee::games::fruit::{board_of_number, FruitGame, Rules, Sides, BOARDS};
use referee::testkit::cases::cases;
use referee::testkit::{registered, scripts};

use crate::common::view::Views;

fn house(name: &str, seat: usize) -> Box<dyn House> {
    scripts::house(registered("fruit"), name, 1, Seat(seat))
}

/// One seat: the house player that is predicted, and the one that plays.
struct Place {
    predicted: Box<dyn House>,
    moves: Box<dyn House>,
    views: Views,
}

/// Plays a game of two house players. In each position the rival must choose the answer of the house player
/// with that name, in both seats. Returns the number of choices.
fn predict(
    number: u32,
    name: &str,
    players: [&str; 2],
    mut rival: impl FnMut(&Board) -> Rival,
) -> u32 {
    let mut places = [0, 1].map(|seat| Place {
        predicted: house(name, seat),
        moves: house(players[seat], seat),
        views: Views::new(),
    });
    let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), Rules::default());
    let (mut answers, mut choices) = (Vec::new(), 0);
    let mut known = None;
    while let Step::Ask(requests) = game.advance(&answers) {
        let sent = [&requests[0].lines, &requests[1].lines];
        let says = [0, 1].map(|seat| places[seat].predicted.answer(sent[seat]).remove(0));
        for seat in [0, 1] {
            let state = places[seat].views.read(sent[seat]);
            let board = places[seat].views.board();
            let rival = known.get_or_insert_with(|| rival(board));
            // A seat sees itself as side 0 and the opponent as side 1.
            for (side, who) in [(0, seat), (1, 1 - seat)] {
                let predicted = rival.choose(board, &state, side).word();
                assert_eq!(
                    predicted, says[who],
                    "@{name} on board {number}, seat {who}: {state:?}"
                );
                choices += 1;
            }
        }
        let answer = |seat: usize, places: &mut [Place; 2]| Answer {
            lines: places[seat].moves.answer(sent[seat]),
            fault: None,
        };
        answers = vec![answer(0, &mut places), answer(1, &mut places)];
    }
    choices
}

fn games() -> u32 {
    cases(60, 240)
}

fn predicts(name: &str, rival: impl Fn(&Board) -> Rival) {
    const OTHERS: [[&str; 2]; 6] = [
        ["nearest", "greedy"],
        ["greedy", "mo"],
        ["mo", "nearest"],
        ["random", "random"],
        ["random", "greedy"],
        ["mo", "mo"],
    ];
    let mut choices = 0;
    for game in 0..games() {
        let players = OTHERS[game as usize % OTHERS.len()];
        choices += predict(game * 991 % BOARDS, name, players, &rival);
    }
    assert!(choices > 79 * games(), "{choices} choices");
}

#[test]
fn nearest_is_predicted() {
    predicts("nearest", |_| Rival::Nearest);
}

#[test]
fn greedy_is_predicted() {
    predicts("greedy", |_| Rival::Greedy);
}

#[test]
fn the_heat_map_is_predicted() {
    predicts("mo", |board| Rival::Heat(Heat::new(board, HeatWeights::ORIGINAL)));
}

/// `--style mo` plays whole games exactly as `@mo` does.
#[test]
fn the_style_mo_is_the_house_player() {
    let mut answers = 0;
    for board in 0..games() {
        let number = board * 977 % BOARDS;
        let opponent = ["greedy", "mo", "nearest", "random"][board as usize % 4];
        let mut players = [house("mo", 0), house(opponent, 1)];
        let mut views = Views::new();
        let mut robot = None;
        let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), Rules::default());
        let mut said = Vec::new();
        while let Step::Ask(requests) = game.advance(&said) {
            let state = views.read(&requests[0].lines);
            let robot = robot.get_or_insert_with(|| {
                Robot::new(views.board().clone(), Style::Mo, Params::default(), 1)
            });
            let step = robot.decide(&state, &Deadline::after_nodes(0)).step;
            let lines = [0, 1].map(|seat| players[seat].answer(&requests[seat].lines));
            assert_eq!([step.word()], lines[0][..], "board {number}: {state:?}");
            said = lines.map(|lines| Answer { lines, fault: None }).into();
            answers += 1;
        }
    }
    assert!(answers > 20 * games(), "{answers} answers");
}

/// Steps of the shortest walk from a piece over `count` pieces of a set, itself included.
fn plain_walk(board: &Board, from: Piece, rest: u32, count: usize) -> u32 {
    if count == 1 {
        return 0;
    }
    let walks = pieces_of(rest).map(|next| {
        let steps = u32::from(board.cell(from).distance(board.cell(next)));
        steps.saturating_add(plain_walk(board, next, rest & !(1 << next), count - 1))
    });
    walks.min().unwrap_or(NO_WALK)
}

#[test]
fn routes_are_the_shortest_of_all_orders() {
    let mut rng = Rng::new(1);
    let mut walks = 0;
    for _ in 0..300 {
        let (width, height) = (2 + rng.below(14), 2 + rng.below(14));
        let mut rows = vec![vec![b'.'; width]; height];
        for _ in 0..2 + rng.below(7) {
            rows[rng.below(height)][rng.below(width)] = b'1' + rng.below(2) as u8;
        }
        let rows: Vec<String> =
            rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
        let board = Board::from_rows(&rows, &[9, 9]).unwrap();
        for category in 0..2 {
            let all = board.of_category(category);
            let left = all & rng.next_u64() as u32;
            for first in pieces_of(left) {
                for count in 0..=left.count_ones() as usize + 1 {
                    // Pieces of the other category do not matter.
                    let steps = board.routes().steps(category, left | !all, first, count);
                    let plain = match count {
                        0 => NO_WALK,
                        _ if count > left.count_ones() as usize => NO_WALK,
                        _ => plain_walk(&board, first, left & !(1 << first), count),
                    };
                    assert_eq!(steps, plain, "{count} from {first} of {left:b} in\n{rows:?}");
                    walks += 1;
                }
            }
        }
    }
    assert!(walks > 2_000, "{walks} walks");
}

/// ```text
/// 2.r...1      the banana is nearer, the apple is rarer
/// ```
#[test]
fn other_weights_make_other_moves() {
    let board = Board::from_rows(&["2.....1"], &[1, 3]).unwrap();
    let state = State::new(&board, [Cell::new(2, 0); 2], 0b11, [0; 8]);
    let toward = |rarity, distance| {
        let weights = HeatWeights { rarity, distance, ..HeatWeights::ORIGINAL };
        Heat::new(&board, weights).choose(&board, &state, 0)
    };
    assert_eq!(toward(6.0, 0.5), Move::East);
    assert_eq!(toward(0.0, 6.0), Move::West);
}
