//! The bot notices a time in which its program did not run, and reports it: gridkit's loop then shortens the
//! next turns, so that the answers are not late.

use std::time::Duration;

use alamode::bot::Alamode;
use gridkit::{Bot, Deadline, Flags};

use crate::common::kitchen;

const ORDERS: &str = "3\nDISH-TART-ICE_CREAM 1400\nDISH-CROISSANT-BLUEBERRIES 1100\n\
DISH-BLUEBERRIES-ICE_CREAM 650\n";

const TURN: &str = "199\n9 5 NONE\n3 5 NONE\n0\nNONE 0\n3\nDISH-TART-ICE_CREAM 1400\n\
DISH-CROISSANT-BLUEBERRIES 1100\nDISH-BLUEBERRIES-ICE_CREAM 650\n";

/// The stall after a turn with few nodes, and the stall after thinking with many during the partner's turn.
fn stalls() -> [Duration; 2] {
    let input = Box::new(std::io::Cursor::new(kitchen::input(ORDERS) + TURN));
    let mut bot = Alamode::start(input, &Flags::default()).unwrap().expect("a kitchen");
    let turn = bot.listen().unwrap().expect("a turn").turn;
    bot.answer(&turn, &mut Deadline::after_nodes(10)).unwrap();
    let in_turn = bot.stall();
    bot.after_answer(Deadline::after_nodes(100_000));
    [in_turn, bot.stall()]
}

#[test]
fn the_longest_pause_of_a_turn_is_reported() {
    let [in_turn, _] = stalls();
    // Between two looks at the clock there is always some work.
    assert!(in_turn > Duration::ZERO);
}

#[test]
fn a_longer_pause_in_the_partners_turn_is_reported_too() {
    // The second search does more work between two looks. On a busy machine the first one may have the longer
    // pause once, but not each time.
    let longer = (0..50).any(|_| {
        let [in_turn, after_answer] = stalls();
        assert!(after_answer >= in_turn);
        after_answer > in_turn
    });
    assert!(longer);
}
