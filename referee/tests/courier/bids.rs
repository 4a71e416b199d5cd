//! Bids decide the order of commands and cost money.

use std::collections::BTreeMap;

use referee::game::Answer;

use super::scene::Scene;

/// The order of picks on one tile shows the order of execution.
fn winner(first: &str, second: &str, seed: u64) -> usize {
    let scene = Scene::of(&["1."]).robot(2, (1, 1)).package(5, (1, 1), (2, 1), 1).seed(seed);
    let mut play = scene.begin();
    let reply = play.turn(&[&format!("{first} Pick 5"), &format!("{second} Pick 5")]);
    if reply == "#1 P 5 #2" { 1 } else { 2 }
}

#[test]
fn higher_bids_come_first_and_negative_ones_last_of_all() {
    for (first, second) in [("2", "1"), ("1", "-1"), ("-1", "-2"), ("50", "-60"), ("-8", "-50")] {
        for seed in 0..8 {
            assert_eq!(winner(first, second, seed), 1, "{first} before {second}");
            assert_eq!(winner(second, first, seed), 2, "{first} before {second}");
        }
    }
}

#[test]
fn the_order_of_equal_bids_is_drawn_from_the_seed() {
    for bid in ["1", "-3"] {
        let first = (0..400).filter(|seed| winner(bid, bid, *seed) == 1).count();
        assert!((150..=250).contains(&first), "{first} of 400 with {bid}");
        assert_eq!(winner(bid, bid, 7), winner(bid, bid, 7));
    }
}

#[test]
fn each_order_of_three_equal_bids_is_as_likely() {
    let mut orders: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..600 {
        let mut scene = Scene::of(&["1."]).robot(2, (1, 1)).robot(3, (1, 1)).seed(seed);
        for id in 1..=2 {
            scene = scene.package(id, (1, 1), (2, 1), 51);
        }
        // Each takes one package, the first that it finds: the third robot gets none.
        let reply = scene.begin().turn(&["1 Pick 1 2", "1 Pick 1 2", "1 Pick 1 2"]);
        *orders.entry(reply).or_default() += 1;
    }
    assert_eq!(orders.len(), 6, "{orders:?}");
    assert!(orders.values().all(|count| (65..=135).contains(count)), "{orders:?}");
}

#[test]
fn the_magnitude_of_a_bid_is_paid_whatever_the_command_does() {
    let mut play = Scene::of(&["12#"]).begin();
    play.turn(&["7 Drop", "-9 Drop"]);
    assert_eq!([play.robot(0).money, play.robot(1).money], [93, 91]);
    play.turn(&["3 Move E", "-2 Move W"]);
    assert_eq!([play.robot(0).money, play.robot(1).money], [90, 89], "2 was pushed and pays");
}

#[test]
fn all_the_money_may_be_bid_and_the_next_command_kills() {
    for bid in ["5", "-5"] {
        let mut play = Scene::of(&["1.2"]).option("money", 5).begin();
        assert_eq!(play.turn(&[&format!("{bid} Move E"), "1 Drop"]), "#1 E #2");
        assert_eq!(play.robot(0).money, 0);
        assert_eq!(play.turn(&["1 Move W", "1 Drop"]), "#1 #2");
        assert_eq!(play.sent(0), ["#1 #2", "Robot 1 died."]);
        assert_eq!(play.map(), ["..2"]);
    }
}

#[test]
fn with_bids_of_one_a_robot_acts_once_for_each_unit_of_money() {
    let mut play = Scene::of(&["1...."]).option("money", 3).begin();
    for _ in 0..3 {
        assert_eq!(play.turn(&["1 Move E"]), "#1 E");
    }
    assert_eq!(play.turn(&["1 Move E"]), "#1");
    play.advance(&[Answer::default()]);
    let outcome = play.outcome.expect("it is over");
    assert_eq!((outcome.turns, &outcome.more["end"]), (4, &"all-dead".into()));
    assert_eq!(outcome.more["deaths"][0]["cause"], "out-of-money");
    assert!(outcome.thrown_out.is_empty(), "to run out of money is no fault");
}

#[test]
fn a_robot_that_bids_more_than_it_has_dies() {
    for bid in ["101", "-101", "9223372036854775807", "-9223372036854775808"] {
        let mut play = Scene::of(&["12"]).begin();
        assert_eq!(play.turn(&[&format!("{bid} Move E"), "1 Drop"]), "#1 #2", "{bid}");
        assert_eq!(play.map(), [".2"]);
        assert_eq!(play.robot(0).money, 100, "the dead pay nothing");
    }
}

#[test]
fn a_bid_above_the_last_money_is_a_fault_and_a_turn_without_money_is_not() {
    for (commands, cause, faults) in
        [(&["1 Drop", "2 Drop"][..], "overbid", 1), (&["2 Drop", "5 Drop"], "out-of-money", 0)]
    {
        let mut play = Scene::of(&["1"]).option("money", 2).begin();
        for command in commands {
            play.turn(&[command]);
        }
        play.advance(&[Answer::default()]);
        let outcome = play.outcome.expect("it is over");
        assert_eq!(outcome.more["deaths"][0]["cause"], cause);
        assert_eq!(outcome.thrown_out.len(), faults);
    }
}

/// It dies before the first command is executed, so its tile is free.
#[test]
fn the_tile_of_an_overbidder_is_free_in_the_same_turn() {
    let mut play = Scene::of(&["12."]).package(5, (2, 1), (1, 1), 1).begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["1 Move E", "500 Move E"]), "#1 E #2");
    assert_eq!(play.map(), [".1."]);
    assert_eq!(play.game.world().packages().left(), 0, "what it carried is gone");
}
