//! Referees of CodinGame's engine that fail or break its protocol.

use referee::testkit::needs::Need;

use super::codingame::numbers;
use crate::common::{code, err, referee};

#[test]
fn a_game_whose_referee_fails_is_void_with_its_last_words() {
    if !Need::Python.program_runs() {
        return;
    }
    // On a busy machine Python alone may take a second to start.
    let folder = numbers("answer-s = 5.0");
    for (odd, words) in [
        ("hang", "the referee program was silent for 5 s, the longest time allowed (answer-s)"),
        ("die", "exited with code 1); its last words: java.lang.OutOfMemoryError: so it goes"),
        (
            "nonsense",
            "wrote \"Hello, here is the referee\" in place of a header such as [[VIEW] 2]",
        ),
        ("fail", "the referee program failed: java.lang.RuntimeException: the rules are broken"),
        ("stranger", "asks player 7 in a game of 2"),
        ("million", "asks player 0 for 1000000000 lines"),
        ("few", "gave no score for player 1"),
        ("twice", "gave two scores for one player, the second by \"0 2\""),
        ("list", "gave \"[1]\" as METADATA, which is not a JSON object: a list"),
        ("mute", "asks player 0 without a block NEXT_PLAYER_INPUT before NEXT_PLAYER_INFO"),
        ("reasonless", "the referee program failed and gave no reason"),
        ("cut", "(exited with code 0); before, it wrote 1 of the 5 lines of [[VIEW] 5]"),
        ("small", "(exited with code 0); before, it wrote \"[[view] 1]\" in place of a header"),
        ("flood", "in place of a header"),
        ("fork", "was silent for 5 s"),
    ] {
        let option = format!("odd={odd}");
        let output = referee(
            folder.path(),
            &["play", "five", "six", "--seed", "3", "--quiet", "--option", &option],
        );
        assert!(code(&output) == 1 && err(&output).contains(words), "{odd}: {}", err(&output));
    }
}

#[test]
fn a_game_that_does_not_end_is_void() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("\n[limits]\ngame-s = 4.0");
    for (odd, words) in [
        ("endless", "was still playing this game after 4 s, the longest time of a game (game-s)"),
        ("chatter", "bytes) without waiting for an answer"),
    ] {
        let option = format!("odd={odd}");
        let play = ["play", "five", "six", "--timeout-factor", "50", "--seed", "3", "--quiet"];
        let output = referee(folder.path(), &[&play[..], &["--option", &option]].concat());
        assert!(code(&output) == 1 && err(&output).contains(words), "{odd}: {}", err(&output));
    }
}
