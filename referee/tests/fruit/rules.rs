//! Every rule of the robot fruit hunt, each as a scripted game.

use referee::game::{Game, Step};
use referee::games::fruit::{FruitGame, Move, Position, Rules, Verdict};
use referee::testkit::scripts::says;

use super::script::{board, play, play_all, play_by};

#[test]
fn the_first_lines_are_the_protocol_the_size_and_the_totals() {
    let mut game = FruitGame::new(board(&["1.3", "@3.", "332"]), Rules::default());
    let Step::Ask(requests) = game.advance(&[]) else { panic!("both are asked") };
    for request in &requests {
        assert_eq!(request.lines[..3], ["fruit 1", "3 3 3", "1 1 4"]);
        assert_eq!(request.lines.len(), 3 + 3 + 3);
    }
    let Step::Ask(requests) = game.advance(&[says("PASS"), says("PASS")]) else { panic!("again") };
    assert_eq!(requests[0].lines.len(), 3 + 3, "they are sent only once");
}

#[test]
fn moves() {
    play_all(&[
        (
            "both see both, themselves first; x grows to the east and y to the south",
            "1....
             .....
             ..@..
             .....
             ....2
             NORTH | SOUTH
             A> 1.... / ..... / ..... / ..... / ....2 / 2 1 2 3 / 0 0 / 0 0
             B> 1.... / ..... / ..... / ..... / ....2 / 2 3 2 1 / 0 0 / 0 0
             EAST | WEST
             A> 1.... / ..... / ..... / ..... / ....2 / 3 1 1 3 / 0 0 / 0 0",
        ),
        (
            "a step off the board, a pass and a take where nothing lies do nothing",
            "@1
             22
             NORTH | WEST
             A> .1 / 22 / 0 0 0 0 / 0 0 / 0 0
             PASS | TAKE
             A> .1 / 22 / 0 0 0 0 / 0 0 / 0 0",
        ),
        (
            "the same in the other corner",
            "12
             2@
             SOUTH | EAST
             A> 12 / 2. / 1 1 1 1 / 0 0 / 0 0",
        ),
        (
            "who walks over fruit does not take it, and robots pass through each other",
            "@1.22
             EAST | PASS
             EAST | EAST
             WEST | EAST
             A> .1.22 / 1 0 2 0 / 0 0 / 0 0
             WEST | WEST
             A> .1.22 / 0 0 1 0 / 0 0 / 0 0",
        ),
        (
            "blanks around a word do not matter",
            "@1.22
              EAST  | \tPASS
             A> .1.22 / 1 0 0 0 / 0 0 / 0 0",
        ),
    ]);
}

#[test]
fn takes() {
    play_all(&[
        (
            "a take gives one piece, which the protocol counts in halves, and costs the turn",
            "@1.222
             EAST | PASS
             TAKE | PASS
             A> ...222 / 1 0 0 0 / 2 0 / 0 0
             B> ...222 / 0 0 1 0 / 0 0 / 2 0",
        ),
        (
            "both take the same piece: half for each",
            "@1.222
             EAST | EAST
             TAKE | TAKE
             A> ...222 / 1 0 1 0 / 1 0 / 1 0
             TAKE | TAKE
             A> ...222 / 1 0 1 0 / 1 0 / 1 0",
        ),
        (
            "only one of two on the cell takes: the whole piece",
            "@1.222
             EAST | EAST
             PASS | TAKE
             A> ...222 / 1 0 1 0 / 0 0 / 2 0",
        ),
        (
            "both take different pieces at once",
            "1@1.22
             WEST | EAST
             TAKE | TAKE
             A> ....22 / 0 0 2 0 / 2 0 / 2 0",
        ),
        (
            "a take counts before a step of the other onto the cell",
            "@1.222
             EAST | PASS
             TAKE | EAST
             A> ...222 / 1 0 1 0 / 2 0 / 0 0",
        ),
    ]);
}

#[test]
fn who_wins() {
    play_all(&[
        (
            "a category goes to whoever has more of it, the game to whoever has more categories",
            "@12
             EAST | PASS
             TAKE | PASS
             EAST | PASS
             TAKE | PASS
             = 2 0 after 4: all-taken; 1 1 against 0 0",
        ),
        (
            "seat 1 can win as well",
            "@12
             PASS | EAST
             PASS | TAKE
             PASS | EAST
             PASS | TAKE
             = 0 2 after 4: all-taken; 0 0 against 1 1",
        ),
        (
            "as many categories for each: a draw, however much fruit",
            "1@22
             WEST | EAST
             TAKE | TAKE
             PASS | EAST
             PASS | TAKE
             = 1 1 after 4: all-taken; 1 0 against 0 2",
        ),
        (
            "one category is enough if the others are tied",
            "12@
             WEST | WEST
             TAKE | TAKE
             WEST | PASS
             TAKE | PASS
             = 1 0 after 4: all-taken; 1 0.5 against 0 0.5",
        ),
        (
            "halves count",
            "1@1
             WEST | WEST
             TAKE | TAKE
             EAST | PASS
             EAST | PASS
             TAKE | PASS
             = 1 0 after 5: all-taken; 1.5 against 0.5",
        ),
    ]);
}

#[test]
fn a_game_is_over_when_its_result_cannot_change() {
    play_all(&[
        (
            "more than can be made up for in the only category",
            "11@1
             WEST | PASS
             TAKE | PASS
             WEST | PASS
             TAKE | PASS
             = 1 0 after 4: decided; 2 against 0",
        ),
        (
            "a lead of just what is left is not enough",
            "11@.
             WEST | PASS
             TAKE | PASS
             A> 1... / 1 0 2 0 / 2 / 0",
        ),
        (
            "two categories of three",
            "1@2.333
             WEST | PASS
             TAKE | PASS
             EAST | PASS
             EAST | PASS
             TAKE | PASS
             = 2 0 after 5: decided; 1 1 0 against 0 0 0",
        ),
        (
            "one category of three is not enough",
            "1@2.333
             WEST | PASS
             TAKE | PASS
             A> ..2.333 / 0 0 1 0 / 2 0 0 / 0 0 0",
        ),
        (
            "nor is one of two, because the other one may be lost",
            "1@2
             WEST | WEST
             TAKE | PASS
             A> ..2 / 0 0 0 0 / 2 0 / 0 0
             EAST | PASS
             EAST | PASS
             TAKE | PASS
             = 2 0 after 5: all-taken; 1 1 against 0 0",
        ),
        (
            "each has a category that the other cannot get: a draw, with fruit left",
            "111@222
             WEST | EAST
             TAKE | TAKE
             WEST | EAST
             TAKE | TAKE
             = 1 1 after 4: decided; 2 0 against 0 2",
        ),
        (
            "seat 1 may be the one",
            "11@1
             PASS | WEST
             PASS | TAKE
             PASS | WEST
             PASS | TAKE
             = 0 1 after 4: decided; 0 against 2",
        ),
    ]);
}

#[test]
fn a_verdict_names_the_winner() {
    for seat in [0, 1] {
        let mut position = Position::new(board(&["11@1"]));
        assert_eq!(Verdict::of(&position), Verdict::Open);
        for step in [Move::West, Move::Take, Move::West, Move::Take] {
            let mut moves = [Move::Pass; 2];
            moves[seat] = step;
            position.turn(moves);
        }
        assert_eq!(Verdict::of(&position), Verdict::Wins(seat));
    }
}

#[test]
fn repeated_positions_end_a_game() {
    let rules = Rules::default();
    play_all(&[
        (
            "the fifth occurrence ends the game; the start is the first",
            "@122
             4*PASS | PASS
             = 0 0 after 4: repetition; 0 0 against 0 0",
        ),
        (
            "other positions may lie between",
            "@122
             3*PASS | PASS
             EAST | PASS
             WEST | PASS
             = 0 0 after 5: repetition; 0 0 against 0 0",
        ),
        (
            "a position is where both robots are",
            "@122
             3*PASS | PASS
             EAST | PASS
             WEST | EAST
             3*PASS | PASS
             A> .122 / 0 0 1 0 / 0 0 / 0 0",
        ),
        (
            "counting begins anew after a take",
            "@122
             3*PASS | PASS
             EAST | PASS
             3*PASS | PASS
             TAKE | PASS
             3*PASS | PASS
             A> ..22 / 1 0 0 0 / 2 0 / 0 0
             PASS | PASS
             = 1 0 after 12: repetition; 1 0 against 0 0",
        ),
    ]);
    let twice = Rules { repeat: 2, ..rules };
    play_by(twice, "two", "@122\n PASS | PASS\n = 0 0 after 1: repetition; 0 0 against 0 0");
    let never = Rules { repeat: 0, turns: 9, ..rules };
    play_by(never, "never", "@122\n 9*PASS | PASS\n = 0 0 after 9: turn-limit; 0 0 against 0 0");
    let last = Rules { turns: 2, ..rules };
    play_by(
        last,
        "what the last turn decides counts",
        "@1\n EAST | PASS\n TAKE | PASS\n = 1 0 after 2: all-taken; 1 against 0",
    );
    let draw = Rules { stall_is_draw: true, repeat: 2, ..rules };
    play_by(
        draw,
        "a stall is a draw if the option says so",
        "@122\n EAST | PASS\n TAKE | PASS\n PASS | PASS\n
         = 1 0 after 3: repetition, a draw; 1 0 against 0 0",
    );
    play_by(
        Rules { stall_is_draw: true, ..last },
        "and the turn limit as well",
        "1@.22\n WEST | PASS\n TAKE | PASS\n = 1 0 after 2: turn-limit, a draw; 1 0 against 0 0",
    );
    play_by(
        draw,
        "but a game that is decided is not a draw",
        "@1\n EAST | PASS\n TAKE | PASS\n = 1 0 after 2: all-taken; 1 against 0",
    );
}

#[test]
fn faults() {
    for (act, fault) in [
        ("!timeout", "timeout timeout"),
        ("!exit", "exit exit"),
        ("!memory", "out of memory out-of-memory"),
        ("!garbage", "garbage not-a-line"),
        ("north", "garbage not-a-move"),
        ("NORTH EAST", "garbage not-a-move"),
        ("2", "garbage not-a-move"),
        ("", "garbage not-a-move"),
    ] {
        // The turn of a fault is not counted, and the other player's answer in it has no effect.
        let script = format!(
            "@122\n EAST | PASS\n TAKE | {act}\n = 0 -1 after 1: thrown-out, B {fault}; 0 0 against 0 0"
        );
        play(act, &script);
        let script =
            format!("@122\n {act} | PASS\n = -1 0 after 0: thrown-out, A {fault}; 0 0 against 0 0");
        play(act, &script);
    }
    play(
        "both at fault: a draw",
        "@122\n 7 | !exit\n
         = -1 -1 after 0: thrown-out, A garbage not-a-move, B exit exit; 0 0 against 0 0",
    );
    let lenient = Rules { lenient: true, ..Rules::default() };
    play_by(
        lenient,
        "nonsense passes if the option says so",
        "@122\n north | EAST\n A> .122 / 0 0 1 0 / 0 0 / 0 0",
    );
    play_by(
        lenient,
        "but no answer does not",
        "@122\n !exit | EAST\n = -1 0 after 0: thrown-out, A exit exit; 0 0 against 0 0",
    );
}

#[test]
#[should_panic(expected = "the game waits for 2 answers and was given 1")]
fn a_missing_answer_of_two_is_a_bug_of_the_caller() {
    let mut game = FruitGame::new(board(&["@1"]), Rules::default());
    game.advance(&[]);
    game.advance(&[says("PASS")]);
}

#[test]
#[should_panic(expected = "the game is over and takes no more answers")]
fn an_answer_after_the_end_is_a_bug_of_the_caller() {
    let mut game = FruitGame::new(board(&["@1"]), Rules::default());
    game.advance(&[]);
    game.advance(&[says(""), says("")]);
    game.advance(&[says("PASS"), says("PASS")]);
}
