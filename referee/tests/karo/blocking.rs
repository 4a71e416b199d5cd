//! Cars that block each other.

use super::scene::{Play, Scene};

const YARD: [&str; 3] = ["SOOOOOF", "SOOOOOF", "SOOOOOF"];

/// Two cars one behind the other: seat 0 at (1, 1), seat 1 at (0, 1); seat 0 moves first.
fn queue(blocking: &str) -> Play {
    let mut play = Scene::of(&YARD, 2).option("blocking", blocking).begin();
    play.way(&[(0, 0), (0, 1), (1, 1)]);
    play.to((1, 2));
    play
}

#[test]
fn a_car_that_has_still_to_move_blocks_only_in_older_games() {
    // Seat 1 is at (1, 2) with the vector (1, 1) and moves after seat 0 at (1, 1).
    for (blocking, is_free) in [("moved", true), ("all", false)] {
        let play = queue(blocking);
        assert_eq!(play.asked(), Some(0));
        assert_eq!(play.targets(false).contains(&(1, 2)), is_free, "{blocking}: {:?}", play.free());
        assert!(play.targets(false).contains(&(2, 2)));
    }
}

#[test]
fn a_car_that_has_moved_blocks_only_its_new_cell() {
    for blocking in ["moved", "all"] {
        let mut play = Scene::of(&YARD, 2).option("blocking", blocking).begin();
        play.way(&[(0, 1), (0, 0), (1, 1)]);
        assert_eq!(play.asked(), Some(1));
        let targets = play.targets(false);
        assert!(!targets.contains(&(1, 1)) && targets.contains(&(0, 1)), "{blocking}: {targets:?}");
    }
}

#[test]
fn cars_never_block_the_cells_that_a_move_passes() {
    // Seat 1 comes to (4, 0), which is on the way of seat 0.
    let rows = ["SOOOOOOF", "XXXXOSXX"];
    let mut play = Scene::of(&rows, 2).option("blocking", "all").begin();
    play.way(&[(0, 0), (5, 1), (1, 0), (4, 1), (3, 0), (4, 0)]);
    assert_eq!(
        (play.asked(), play.targets(false)),
        (Some(0), vec![(5, 0), (6, 0), (4, 1), (5, 1)])
    );
    play.to((6, 0));
    assert_eq!(play.at(1), (4, 0));
}

#[test]
fn two_cars_may_cross() {
    let mut play = Scene::of(&["SOF", "SOO"], 2).begin();
    play.way(&[(0, 0), (0, 1), (1, 1)]);
    play.to((1, 0));
    assert_eq!((play.at(0), play.at(1)), ((1, 1), (1, 0)));
}

#[test]
fn players_that_finished_left_or_were_thrown_out_do_not_block() {
    for (how, is_gone) in [("LEAVE", true), ("nonsense", true), ("MOVE 1 0 1 0", false)] {
        let mut play = Scene::of(&["SOOF", "SOOF"], 2).option("blocking", "all").begin();
        play.way(&[(0, 0), (0, 1)]);
        play.say(how);
        let cell = if is_gone { (0, 0) } else { (1, 0) };
        assert_eq!(play.targets(false).contains(&cell), is_gone, "{how}");
    }
    // The first drives over the finish and stays there: this map has no parc fermé.
    let mut play = Scene::of(&["SFO", "SOO"], 2).option("blocking", "all").begin();
    play.way(&[(0, 0), (0, 1), (1, 0)]);
    assert!(play.targets(false).contains(&(1, 0)));
}

#[test]
fn the_own_cell_is_no_target() {
    let mut play = Scene::of(&["OOO", "OSO", "OOF"], 1).begin();
    play.to((1, 1));
    play.to((1, 0));
    // The vector is (0, -1), so that (0, 0) would be within reach.
    assert!(!play.targets(false).contains(&(1, 0)));
}
