//! Properties of the robot fruit hunt that hold for any board and any answers.

use proptest::prelude::*;
use referee::game::{Answer, Game, Outcome, Seat, Step};
use referee::games::fruit::{
    BOARDS, Category, FruitGame, Halves, Move, Position, Rules, Sides, Verdict, View,
    board_of_number,
};
use referee::testkit::cases::cases;
use referee::testkit::scripts::{drive, says};
use referee::testkit::{registered, start};
use serde_json::json;

fn moves() -> impl Strategy<Value = [Move; 2]> {
    let one = || prop::sample::select(vec![0, 1, 2, 3, 4, 4, 4, 5]).prop_map(|it| Move::ALL[it]);
    [one(), one()]
}

fn lines(moves: [&str; 2]) -> Vec<Answer> {
    moves.map(says).to_vec()
}

/// Plays answers until they run out or the game is over.
fn play(game: &mut FruitGame, moves: &[[Move; 2]]) -> Option<Outcome> {
    game.advance(&[]);
    moves.iter().find_map(|both| match game.advance(&lines(both.map(Move::word))) {
        Step::Over(outcome) => Some(outcome),
        Step::Ask(_) => None,
    })
}

/// The contest author's test whether a category is decided, case by case.
fn verdict_by_cases(position: &Position) -> Verdict {
    let left = position.board().pieces();
    let (mut best, mut worst, mut unsettled) = (0, 0, left.len());
    for (category, left) in left.iter().enumerate() {
        let pieces = |seat: usize| position.counts(seat)[category].pieces();
        let lead = pieces(0) - pieces(1);
        let (high, low) = (lead + f64::from(*left), lead - f64::from(*left));
        if (low == 0.0) && (high == 0.0) {
            unsettled -= 1;
        } else if low > 0.0 {
            (best, worst, unsettled) = (best + 1, worst + 1, unsettled - 1);
        } else if low == 0.0 {
            best += 1;
        } else if high < 0.0 {
            (best, worst, unsettled) = (best - 1, worst - 1, unsettled - 1);
        } else if high == 0.0 {
            worst -= 1;
        } else {
            (best, worst) = (best + 1, worst - 1);
        }
    }
    match (best, worst, unsettled) {
        _ if best < 0 => Verdict::Wins(1),
        _ if worst > 0 => Verdict::Wins(0),
        (_, _, 0) => Verdict::Draw,
        _ => Verdict::Open,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(80, 256)))]

    /// Pieces are neither lost nor created, and robots stay on the board.
    #[test]
    fn fruit_is_kept(number in 0..BOARDS, moves in prop::collection::vec(moves(), 0..200)) {
        let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), Rules::default());
        play(&mut game, &moves);
        let position = game.position();
        for (category, total) in (1..).map(Category).zip(game.totals()) {
            let [a, b] = [0, 1].map(|seat| position.counts(seat)[category.index()]);
            let left = position.board().pieces()[category.index()];
            prop_assert_eq!(a.0 + b.0 + 2 * left, 2 * total);
        }
        prop_assert!(position.robots().iter().all(|robot| position.board().has(*robot)));
    }

    /// With the seats exchanged, the result is exchanged.
    #[test]
    fn seats_are_equal(number in 0..BOARDS, moves in prop::collection::vec(moves(), 0..300)) {
        let game = || FruitGame::new(board_of_number(number, Sides::CONTEST), Rules::default());
        let swapped: Vec<[Move; 2]> = moves.iter().map(|[a, b]| [*b, *a]).collect();
        let (one, other) = (play(&mut game(), &moves), play(&mut game(), &swapped));
        let key = |it: Outcome| (it.scores, it.ranks, it.turns);
        let swap = |(mut scores, mut ranks, turns): (Vec<i64>, Vec<u32>, u32)| {
            scores.reverse();
            ranks.reverse();
            (scores, ranks, turns)
        };
        prop_assert_eq!(one.map(key), other.map(key).map(swap));
    }

    /// Once the game is decided, its result never changes, and the categories that each leads agree with it.
    #[test]
    fn a_verdict_is_never_taken_back(
        number in 0..BOARDS, moves in prop::collection::vec(moves(), 0..400),
    ) {
        let mut position = Position::new(board_of_number(number, Sides { min: 5, max: 5 }));
        let mut verdict = Verdict::Open;
        for both in moves {
            position.turn(both);
            let now = Verdict::of(&position);
            prop_assert_eq!(now, verdict_by_cases(&position));
            prop_assert!(verdict == Verdict::Open || verdict == now);
            verdict = now;
            let [a, b] = position.categories_led();
            match verdict {
                Verdict::Wins(0) => prop_assert!(a > b),
                Verdict::Wins(_) => prop_assert!(a < b),
                Verdict::Draw => prop_assert!(a == b),
                Verdict::Open => prop_assert!(position.board().pieces().iter().any(|it| *it > 0)),
            }
        }
    }

    /// The lines that a seat is sent contain the whole position.
    #[test]
    fn the_protocol_has_the_whole_position(number in 0..BOARDS, moves in prop::collection::vec(moves(), 1..50)) {
        let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), Rules::default());
        let mut step = game.advance(&[]);
        let mut views: [Option<View>; 2] = [None, None];
        for both in moves {
            let Step::Ask(requests) = step else { break };
            prop_assert_eq!(requests.len(), 2, "both are asked at once");
            for (seat, request) in requests.iter().enumerate() {
                let view = View::read(views[seat].as_ref(), &request.lines).unwrap();
                let position = game.position();
                prop_assert_eq!(&view.totals, game.totals());
                prop_assert_eq!([view.me, view.opponent][seat], position.robots()[0]);
                prop_assert_eq!(&view.mine, position.counts(seat));
                prop_assert_eq!(&view.theirs, position.counts(1 - seat));
                prop_assert!(view.board.rows().eq(position.board().rows()));
                let left: Vec<u32> = view.board.categories().map(|it| view.left(it)).collect();
                prop_assert_eq!(left, position.board().pieces());
                views[seat] = Some(view);
            }
            step = game.advance(&lines(both.map(Move::word)));
        }
    }

    /// Lines of any kind are refused or read, without a panic.
    #[test]
    fn any_lines_are_read_or_refused(
        lines in prop::collection::vec("[0-9. ]{0,9}|fruit 1|.*", 0..12),
    ) {
        if let Ok(view) = View::read(None, &lines) {
            prop_assert_eq!(&lines[0], "fruit 1");
            prop_assert!(view.board.has(view.me));
        }
    }

    /// House players answer with legal moves, and with the same ones each time.
    #[test]
    fn house_players_play_to_the_end(number in 0..BOARDS, first in 0..5usize, second in 0..5usize) {
        let once = || house_game(&number.to_string(), [first, second]);
        let (outcome, _) = once();
        prop_assert!(outcome.thrown_out.is_empty());
        prop_assert_eq!(outcome, once().0);
    }
}

/// A game between house players, given by their places in the list.
fn house_game(seed: &str, kinds: [usize; 2]) -> (Outcome, Box<dyn Game>) {
    let contest = registered("fruit");
    let mut game = start(contest, seed, json!({}));
    let mut houses = [0, 1].map(|seat| (contest.about().house[kinds[seat]].make)(9, Seat(seat)));
    let outcome = drive(game.as_mut(), |_, request| {
        says(houses[request.seat.0].answer(&request.lines).remove(0))
    });
    (outcome, game)
}

#[test]
fn a_game_is_the_same_on_every_machine() {
    let (outcome, game) = house_game("123", [3, 4]);
    insta::assert_snapshot!(serde_json::to_string(&outcome).unwrap());
    insta::assert_snapshot!(anstream::adapter::strip_str(&game.draw()));
}

#[test]
fn a_position_is_drawn_with_its_styles() {
    let mut game = FruitGame::new(board_of_number(1, Sides::CONTEST), Rules::default());
    play(&mut game, &[[Move::North, Move::South], [Move::North, Move::Pass], [Move::Take; 2]]);
    assert_eq!(game.position().counts(0)[0], Halves(2));
    insta::assert_snapshot!(game.draw().replace('\x1b', "␛"));
}

/// The order of strength that the contest states: the random bot, the nearest fruit, the heat map.
#[test]
fn better_ideas_win() {
    let boards = cases(30, 60);
    let score = |one: usize, other: usize| -> f64 {
        let points = (0..boards).flat_map(|number: u32| {
            let seed = (number * 7919).to_string();
            let points = |ranks: &[u32], seat: usize| match ranks[seat].cmp(&ranks[1 - seat]) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            [
                points(&house_game(&seed, [one, other]).0.ranks, 0),
                points(&house_game(&seed, [other, one]).0.ranks, 1),
            ]
        });
        points.sum::<f64>() / f64::from(2 * boards)
    };
    let [random, nearest, mo, greedy] = [0, 2, 3, 4];
    let scores = [score(nearest, random), score(mo, nearest), score(greedy, nearest)];
    eprintln!(
        "nearest-random, mo-nearest, greedy-nearest: {scores:?}; greedy-mo {}",
        score(greedy, mo)
    );
    assert!(scores[0] > 0.9 && scores[1] > 0.65 && scores[2] > 0.65, "{scores:?}");
}
