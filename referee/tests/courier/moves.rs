//! Moves on a board.

use super::scene::Scene;

#[test]
fn north_is_up_and_east_is_right() {
    let mut play = Scene::of(&["...", ".1.", "..."]).begin();
    assert_eq!(play.turn(&["1 Move N"]), "#1 N");
    assert_eq!(play.map(), [".1.", "...", "..."]);
    assert_eq!(play.turn(&["1 Move E"]), "#1 E");
    assert_eq!(play.map(), ["..1", "...", "..."]);
    assert_eq!(play.turn(&["1 Move S"]), "#1 S");
    assert_eq!(play.turn(&["1 Move W"]), "#1 W");
    assert_eq!(play.map(), ["...", ".1.", "..."]);
}

#[test]
fn a_move_into_a_wall_or_off_the_board_does_nothing_and_is_not_reported() {
    for (map, way) in [("#1", "W"), ("1#", "E"), ("1.", "W"), (".1", "E"), ("1", "N"), ("1", "S")] {
        // The heavy package that keeps the game alive is under the robot.
        let at = map.find('1').map_or(1, |place| place as i32 + 1);
        let mut play = Scene::of(&[map]).package(5, (at, 1), (at, 1), 101).begin();
        assert_eq!(play.turn(&[&format!("1 Move {way}")]), "#1", "{map} {way}");
        assert_eq!(play.map(), [map]);
        assert_eq!(play.robot(0).money, 99, "it is paid all the same");
    }
}

#[test]
fn water_kills_and_the_last_step_is_reported() {
    let mut play = Scene::of(&["1~", "2."]).begin();
    assert_eq!(play.turn(&["1 Move E", "1 Drop"]), "#1 E #2");
    assert_eq!(play.map(), [".~", "2."]);
    assert_eq!(play.sent(0), ["#1 E #2", "Robot 1 died."]);
    assert_eq!(play.turn(&["1 Drop"]), "#2", "the dead are not listed any more");
}

#[test]
fn a_home_base_is_land() {
    let mut play = Scene::of(&["1@"]).begin();
    assert_eq!(play.turn(&["1 Move E"]), "#1 E");
    assert_eq!(play.turn(&["1 Move W"]), "#1 W");
}

#[test]
fn robots_follow_each_other_if_the_first_goes_first() {
    let mut play = Scene::of(&["21.."]).begin();
    assert_eq!(play.turn(&["2 Move E", "1 Move E"]), "#1 E #2 E");
    assert_eq!(play.map(), [".21."]);
}

#[test]
fn the_tile_of_a_drowned_robot_is_free_and_several_drown_on_one() {
    let mut play = Scene::of(&["#3#", "1~2"]).begin();
    assert_eq!(play.turn(&["3 Move E", "2 Move W", "1 Move S"]), "#1 E #2 W #3 S");
    assert_eq!(play.game.world().living().count(), 0);
}
