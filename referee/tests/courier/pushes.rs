//! Pushes.

use referee::game::Game;

use super::scene::Scene;

/// A robot that is pushed before its own turn loses its command.
#[test]
fn the_higher_bid_passes_or_pushes_first() {
    let board = Scene::of(&["...", "1..", ".2."]);
    let mut play = board.begin();
    assert_eq!(play.turn(&["2 Move E", "1 Move N"]), "#1 E N #2 N");
    assert_eq!(play.map(), [".1.", ".2.", "..."]);
    let mut play = board.begin();
    assert_eq!(play.turn(&["1 Move E", "2 Move N"]), "#1 E #2 N E");
    assert_eq!(play.map(), ["...", ".12", "..."]);
}

#[test]
fn a_robot_that_leaves_in_time_is_not_pushed() {
    let board = Scene::of(&["...", ".1.", ".2."]);
    let mut play = board.begin();
    assert_eq!(play.turn(&["2 Move E", "1 Move N"]), "#1 E #2 N");
    assert_eq!(play.map(), ["...", ".21", "..."]);
    let mut play = board.begin();
    assert_eq!(play.turn(&["1 Move E", "2 Move N"]), "#1 N #2 N");
    assert_eq!(play.map(), [".1.", ".2.", "..."]);
    assert_eq!(play.robot(0).money, 99, "who is pushed pays too");
}

#[test]
fn against_a_wall_nobody_moves_but_the_command_is_lost_and_a_package_falls() {
    let board = Scene::of(&[".#.", ".1.", ".2."]).package(7, (2, 2), (1, 1), 5);
    let mut play = board.begin();
    play.turn(&["1 Pick 7", "1 Drop"]);
    assert_eq!(play.turn(&["2 Move E", "1 Move N"]), "#1 E #2 N");
    assert_eq!(play.map(), [".#.", ".21", "..."]);
    let mut play = board.begin();
    play.turn(&["1 Pick 7", "1 Drop"]);
    assert_eq!(play.turn(&["1 Move E", "2 Move N"]), "#1 D 7 #2");
    assert_eq!(play.map(), [".#.", ".1.", ".2."]);
    assert_eq!(play.lying(), [((2, 2), 1)]);
}

#[test]
fn the_edge_of_the_board_stops_a_push_as_a_wall_does() {
    let mut play = Scene::of(&["21"]).begin();
    assert_eq!(play.turn(&["1 Drop", "2 Move E"]), "#1 #2");
    assert_eq!(play.map(), ["21"]);
}

#[test]
fn a_push_goes_through_a_line_up_to_the_first_gap() {
    let board = Scene::of(&["...", ".3.", ".1.", ".2."]);
    let mut play = board.begin();
    assert_eq!(play.turn(&["3 Move E", "2 Move N", "1 Drop"]), "#1 E #2 N #3");
    assert_eq!(play.map(), ["...", ".3.", ".21", "..."]);
    let mut play = board.begin();
    assert_eq!(play.turn(&["2 Move E", "3 Move N", "1 Move W"]), "#1 N #2 N #3 N");
    assert_eq!(play.map(), [".3.", ".1.", ".2.", "..."], "all three lost or had no other move");
    let mut play = Scene::of(&["12.3."]).begin();
    assert_eq!(play.turn(&["9 Move E", "1 Move W", "1 Drop"]), "#1 E #2 E #3");
    assert_eq!(play.map(), [".123."], "who stands behind the gap is not pushed");
}

#[test]
fn a_line_may_be_as_long_as_the_board() {
    let mut play = Scene::of(&["123456."]).begin();
    let reply = play.turn(&["2 Move E", "1 Drop", "1 Drop", "1 Drop", "1 Drop", "1 Drop"]);
    assert_eq!(reply, "#1 E #2 E #3 E #4 E #5 E #6 E");
    assert_eq!(play.map(), [".123456"]);
}

#[test]
fn a_wall_behind_a_line_stops_all_of_it_and_each_drops_a_package() {
    let board = Scene::of(&["123#"]);
    let board = board.package(5, (2, 1), (1, 1), 1).package(6, (3, 1), (1, 1), 1);
    let mut play = board.package(4, (1, 1), (3, 1), 1).begin();
    play.turn(&["1 Pick 4", "1 Pick 5", "1 Pick 6"]);
    let reply = play.turn(&["3 Move E", "2 Move W", "1 Drop 6"]);
    assert_eq!(reply, "#1 #2 D 5 #3 D 6", "the pusher itself drops nothing");
    assert_eq!(play.map(), ["123#"]);
}

#[test]
fn a_pushed_robot_keeps_the_effect_of_an_earlier_command() {
    let mut play = Scene::of(&["....", ".12.", "...."]).package(5, (2, 2), (1, 1), 1).begin();
    assert_eq!(play.turn(&["5 Pick 5", "1 Move W"]), "#1 P 5 D 5 W #2 W");
    assert_eq!(play.lying(), [((2, 2), 1)], "it falls where the robot stood before it was moved");
}

#[test]
fn two_pushes_in_a_turn_cost_two_packages() {
    let scene = Scene::of(&["......", "21....", ".3...."]);
    let scene = scene.package(5, (2, 2), (6, 3), 1).package(6, (2, 2), (6, 3), 1);
    let mut play = scene.robot(3, (3, 1)).package(7, (2, 2), (6, 3), 1).begin();
    play.turn(&["1 Pick 5 6 7", "1 Drop", "1 Drop"]);
    let reply = play.turn(&["1 Move W", "9 Move E", "8 Move N"]);
    let kinds: Vec<&str> = reply.split(' ').filter(|it| it.parse::<u32>().is_err()).collect();
    assert_eq!(kinds, ["#1", "D", "E", "D", "N", "#2", "E", "#3", "N"], "{reply}");
    assert_eq!(play.map(), ["..1...", ".23...", "......"]);
    assert_eq!(play.robot(0).carried.len(), 1);
    assert_eq!(play.lying(), [((2, 2), 1), ((3, 2), 1)]);
}

#[test]
fn a_push_into_water_drowns_and_leaves_one_package_on_the_shore() {
    let scene = Scene::of(&["12~"]).package(5, (2, 1), (1, 1), 7);
    let mut play = scene.package(6, (2, 1), (1, 1), 7).begin();
    play.turn(&["1 Drop", "1 Pick 5 6"]);
    let reply = play.turn(&["2 Move E", "1 Move W"]);
    assert!(reply == "#1 E #2 D 5 E" || reply == "#1 E #2 D 6 E", "{reply}");
    assert_eq!(play.map(), [".1~"]);
    assert_eq!(play.lying(), [((2, 1), 1)], "the other package is lost");
    assert_eq!(play.game.world().packages().left(), 1);
    assert_eq!(play.robot(0).score, 0, "the pusher gets nothing for it");
    assert_eq!(play.sent(1), [reply.as_str(), "Robot 2 died."]);
}

#[test]
fn only_the_last_of_a_line_drowns() {
    let mut play = Scene::of(&["123~"]).begin();
    assert_eq!(play.turn(&["2 Move E", "1 Drop", "1 Drop"]), "#1 E #2 E #3 E");
    assert_eq!(play.map(), [".12~"]);
}

#[test]
fn only_a_delivery_by_a_push_is_told_with_it() {
    let told = |bids: [&str; 2]| {
        let mut play = Scene::of(&["12.."]).package(5, (2, 1), (2, 1), 7).begin();
        play.turn(&["1 Drop", "1 Pick 5"]);
        play.turn(&[&format!("{} Move E", bids[0]), &format!("{} Drop 5", bids[1])]);
        let told = play.game.happenings();
        told.into_iter().map(|it| (it.seat, it.words)).collect::<Vec<_>>()
    };
    let by_a_push = (1, "delivered 1 package, pushed by A".to_owned());
    assert_eq!(told(["2", "1"]), [by_a_push]);
    assert_eq!(told(["1", "2"]), [(1, "delivered 1 package".to_owned())], "it was pushed later");
}

/// Robots on one tile are pushed together, however they got there.
#[test]
fn all_robots_on_a_tile_are_pushed() {
    let mut play = Scene::of(&["1...."]).robot(2, (2, 1)).robot(3, (2, 1)).begin();
    assert_eq!(play.map(), ["1*..."]);
    assert_eq!(play.turn(&["2 Move E", "1 Move W", "1 Move W"]), "#1 E #2 E #3 E");
    assert_eq!(play.map(), [".1*.."]);
    let mut play = Scene::of(&["1...."]).robot(2, (2, 1)).robot(3, (3, 1)).robot(4, (3, 1)).begin();
    assert_eq!(play.turn(&["2 Move E", "1 Drop", "1 Drop", "1 Drop"]), "#1 E #2 E #3 E #4 E");
    assert_eq!(play.map(), [".12*."], "also those that stand behind them in the line");
}

#[test]
fn robots_on_one_tile_do_not_push_each_other_when_they_leave() {
    let scene = Scene::of(&["..."]).robot(1, (2, 1)).robot(2, (2, 1));
    let mut play = scene.package(5, (2, 1), (1, 1), 1).begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["5 Move E", "1 Move W"]), "#1 E #2 W");
    assert_eq!(play.map(), ["2.1"]);
    assert_eq!(play.robot(1).carried.len(), 1);
}

#[test]
fn a_package_that_a_push_forces_out_at_its_destination_is_delivered_for_its_carrier() {
    let scene = Scene::of(&["12."]).package(5, (2, 1), (2, 1), 7).package(6, (3, 1), (3, 1), 1);
    let mut play = scene.begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["2 Move E", "1 Drop"]), "#1 E #2 D 5 E");
    assert_eq!((play.robot(0).score, play.robot(1).score), (0, 7));
    assert_eq!(play.lying(), [((3, 1), 1)]);
    let mut play = scene.option("forced", "lies").begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["2 Move E", "1 Drop"]), "#1 E #2 D 5 E");
    assert_eq!(play.robot(1).score, 0);
    assert_eq!(play.lying(), [((2, 1), 1), ((3, 1), 1)]);
    assert_eq!(play.list(0), "5 2 1 7");
    play.turn(&["1 Pick 5", "1 Drop"]);
    play.turn(&["1 Drop 5", "1 Drop"]);
    assert_eq!(play.robot(0).score, 7, "what is dropped by a command is delivered all the same");
}

#[test]
fn a_robot_pushed_onto_a_destination_delivers_nothing_there() {
    let mut play = Scene::of(&["12.."]).package(5, (2, 1), (3, 1), 7).begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["2 Move E", "1 Drop 5"]), "#1 E #2 D 5 E");
    assert_eq!((play.robot(1).score, play.lying()), (0, vec![((2, 1), 1)]));
}

#[test]
fn the_pusher_is_on_the_fallen_package_and_sees_it_next_turn() {
    let mut play = Scene::of(&["12.."]).package(5, (2, 1), (4, 1), 7).begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    play.turn(&["2 Move E", "1 Drop"]);
    assert_eq!((play.list(0), play.list(1)), ("5 4 1 7", ""));
    assert_eq!(play.turn(&["1 Pick 5", "1 Drop"]), "#1 P 5 #2");
}

#[test]
fn a_package_lost_against_a_wall_is_under_its_robot() {
    let mut play = Scene::of(&["12#"]).package(5, (2, 1), (1, 1), 7).begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["2 Move E", "1 Drop"]), "#1 #2 D 5");
    assert_eq!((play.list(0), play.list(1)), ("", "5 1 1 7"));
    assert_eq!(play.turn(&["1 Drop", "1 Pick 5"]), "#1 #2 P 5");
}

#[test]
fn a_package_dropped_in_a_turn_can_be_picked_later_in_it() {
    let scene = Scene::of(&["1.."]).robot(2, (1, 1)).package(5, (1, 1), (3, 1), 7);
    let mut play = scene.begin();
    play.turn(&["1 Pick 5", "1 Drop"]);
    assert_eq!(play.turn(&["2 Drop 5", "1 Pick 5"]), "#1 D 5 #2 P 5");
    assert_eq!(play.turn(&["1 Pick 5", "2 Drop 5"]), "#1 P 5 #2 D 5");
}

#[test]
fn each_carried_package_is_as_likely_to_fall() {
    let mut fallen = [0; 4];
    for seed in 0..400 {
        let mut scene = Scene::of(&["12."]).seed(seed);
        for id in 0..4 {
            scene = scene.package(id, (2, 1), (1, 1), 1);
        }
        let mut play = scene.begin();
        play.turn(&["1 Drop", "1 Pick 0 1 2 3"]);
        let reply = play.turn(&["2 Move E", "1 Drop"]);
        let id: usize = reply.split(' ').nth(4).unwrap().parse().unwrap();
        fallen[id] += 1;
    }
    assert!(fallen.iter().all(|count| (70..=130).contains(count)), "{fallen:?}");
}
