//! The drawing of a race.

use anstream::adapter::strip_str;
use referee::game::Game;

use super::scene::{Play, Scene};

fn plain(play: &Play) -> String {
    let text = strip_str(&play.game.draw()).to_string();
    // Blanks at the end of a line are grass.
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn cars_are_letters_with_a_trail_and_scenery_is_blank_or_small() {
    let rows = ["PXXXXXXXXX", "PSOO1OOOFX", "XSOOWOOOFX", "XSXXXXXXXX"];
    let mut play = Scene::of(&rows, 3).begin();
    play.way(&[(1, 1), (1, 2), (1, 3), (2, 1), (2, 1 + 1)]);
    play.say("LEAVE");
    play.way(&[(4, 1), (3, 2)]);
    insta::assert_snapshot!(plain(&play), @"
    round 3
    p
    p++.A...F
     ++Bw...F
     S
    A at 4 1 vector 2 0, collected 1, 3 moves, 0 crashes
    B at 3 2 vector 1 0, collected -, 3 moves, 0 crashes
    C at 1 3 vector 0 0, collected -, 2 moves, 0 crashes, left
    ");
    play.way(&[(6, 1), (4, 1), (8, 1)]);
    let text = plain(&play);
    assert!(text.contains("A finished as number 1, collected 1, 6 moves, 0 crashes"), "{text}");
    assert!(text.lines().nth(1).unwrap().starts_with('A'), "it is parked: {text}");
}

#[test]
fn a_crash_leaves_a_mark_and_two_cars_on_a_cell_a_star() {
    let rows = ["SOOOOOOOOOXF", "SOOOXXXXXXXO", "OOOOOOOOOOOO"];
    let mut play = Scene::of(&rows, 2).option("blocking", "all").begin();
    play.way(&[(0, 0), (0, 1), (1, 0), (1, 1), (3, 0), (2, 1), (6, 0), (3, 1), (9, 0), (3, 0)]);
    assert!(plain(&play).contains("++.*..+..+"), "{}", plain(&play));
    play.to((4, 0));
    assert!(plain(&play).contains("++.BA.+..+"), "{}", plain(&play));
}

#[test]
fn at_night_grass_is_seen_only_where_a_headlight_is() {
    let rows = ["YYYYYYYYYYYYYYYYYYYYY", "YSOOOOOOOOOOOOOOOOOFY", "YYYYYYYYYYYYYYYYYYYYY"];
    for (night, seen) in [(true, 4), (false, 21)] {
        let mut play = Scene::of(&rows, 1).option("night", night).begin();
        play.to((1, 1));
        let text = plain(&play);
        assert_eq!(text.lines().nth(1).unwrap().trim_end().len(), seen, "{text}");
    }
}

#[test]
fn of_a_large_map_the_part_around_the_last_move_is_drawn() {
    let row = format!("S{}F", "O".repeat(298));
    let rows: Vec<&str> = vec![&row; 80];
    let mut play = Scene::of(&rows, 1).begin();
    play.to((0, 50));
    let text = plain(&play);
    assert_eq!(text.lines().count(), 1 + 60 + 1);
    assert!(text.lines().skip(1).take(60).all(|line| line.len() == 160));
    assert!(text.contains("\nA."), "{text}");
}
