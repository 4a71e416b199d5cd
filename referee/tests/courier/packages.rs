//! Picks, drops and deliveries.

use super::scene::Scene;

#[test]
fn a_delivery_scores_the_weight_and_the_package_is_gone() {
    let scene = Scene::of(&["1.."]).package(17, (1, 1), (2, 1), 50);
    let mut play = scene.package(9, (3, 1), (1, 1), 5).begin();
    assert_eq!(play.list(0), "17 2 1 50");
    assert_eq!(play.turn(&["1 Pick 17"]), "#1 P 17");
    assert_eq!(play.list(0), "", "carried packages are not listed");
    play.turn(&["1 Move E"]);
    assert_eq!(play.turn(&["1 Drop 17"]), "#1 D 17");
    assert_eq!((play.list(0), play.robot(0).score), ("", 50));
    assert_eq!(play.turn(&["1 Pick 17"]), "#1", "it is not there any more");
    assert_eq!(play.robot(0).delivered, 1);
}

#[test]
fn a_package_dropped_elsewhere_can_be_taken_by_anybody() {
    let mut play = Scene::of(&["12."]).package(17, (1, 1), (3, 1), 50).begin();
    play.turn(&["1 Pick 17", "1 Drop"]);
    assert_eq!(play.turn(&["1 Drop 17", "1 Drop"]), "#1 D 17 #2");
    assert_eq!((play.robot(0).score, play.list(0)), (0, "17 3 1 50"));
    play.turn(&["1 Move E", "2 Move E"]);
    play.turn(&["1 Drop", "1 Drop"]);
    assert_eq!(play.lying(), [((1, 1), 1)]);
}

#[test]
fn a_tile_in_the_same_row_or_column_is_not_the_destination() {
    for destination in [(3, 1), (1, 3)] {
        let mut play = Scene::of(&["...", "...", "1.."]).package(7, (1, 1), destination, 5).begin();
        play.turn(&["1 Pick 7"]);
        play.turn(&["1 Drop 7"]);
        assert_eq!((play.robot(0).score, play.lying()), (0, vec![((1, 1), 1)]));
    }
}

#[test]
fn any_robot_that_delivers_a_package_scores() {
    let scene = Scene::of(&["1.", "2."]).robot(2, (1, 2)).package(17, (1, 2), (2, 2), 50);
    let mut play = scene.package(9, (1, 1), (2, 1), 5).begin();
    play.turn(&["1 Pick 17", "1 Drop"]);
    play.turn(&["2 Drop 17", "1 Pick 17"]);
    play.turn(&["1 Drop", "1 Move E"]);
    play.turn(&["1 Drop", "1 Drop 17"]);
    assert_eq!((play.robot(0).score, play.robot(1).score), (0, 50));
}

/// From a log of the judges: the capacity is 200, the weights are 18 and 100 to 102.
#[test]
fn packages_are_taken_in_the_order_named_while_they_fit() {
    let mut scene = Scene::of(&["1"]).option("capacity", 200);
    for (id, weight) in [(1, 102), (2, 100), (3, 18), (4, 100), (5, 102)] {
        scene = scene.package(id, (1, 1), (1, 1), weight);
    }
    let mut play = scene.begin();
    assert_eq!(play.list(0), "1 1 1 102 2 1 1 100 3 1 1 18 4 1 1 100 5 1 1 102");
    assert_eq!(play.turn(&["1 Pick 5 4 3 2 1"]), "#1 P 5 P 3");
    assert_eq!(play.turn(&["1 Drop 3 5"]), "#1 D 3 D 5", "drops happen in the order named, too");
    assert_eq!(play.robot(0).score, 120);
    assert_eq!(play.turn(&["1 Pick 4 2"]), "#1 P 4 P 2", "a full load is allowed");
}

#[test]
fn a_drop_makes_room_again() {
    let scene = Scene::of(&["1."]).package(1, (1, 1), (2, 1), 100);
    let mut play = scene.package(2, (1, 1), (2, 1), 1).begin();
    play.turn(&["1 Pick 1 2"]);
    assert_eq!(play.turn(&["1 Pick 2"]), "#1");
    play.turn(&["1 Drop 1"]);
    assert_eq!(play.turn(&["1 Pick 2"]), "#1 P 2");
    assert_eq!(play.turn(&["1 Pick 1"]), "#1", "101 is too much for 100");
}

#[test]
fn absent_packages_are_passed_over() {
    let scene = Scene::of(&["1.2"]).package(1, (1, 1), (2, 1), 10);
    let mut play = scene.package(2, (3, 1), (2, 1), 10).begin();
    assert_eq!(play.turn(&["1 Pick 77 2 1 1", "1 Pick 2"]), "#1 P 1 #2 P 2");
    assert_eq!(play.turn(&["1 Drop 2 77 1 1", "1 Drop"]), "#1 D 1 #2");
    assert_eq!(play.turn(&["1 Pick", "1 Drop"]), "#1 #2", "a list may be empty");
}

#[test]
fn the_list_has_everything_on_the_tile_by_ascending_id_and_what_is_too_heavy_as_well() {
    let scene = Scene::of(&["1."]).package(30, (1, 1), (2, 1), 101);
    let mut play = scene.package(4, (1, 1), (1, 1), 1).package(200, (1, 1), (2, 1), 7).begin();
    assert_eq!(play.list(0), "4 1 1 1 30 2 1 101 200 2 1 7");
    assert_eq!(play.turn(&["1 Pick 30"]), "#1");
    play.turn(&["1 Move E"]);
    assert_eq!(play.list(0), "", "an empty line where nothing lies");
}

#[test]
fn a_package_may_lie_at_its_destination_and_is_delivered_by_pick_and_drop() {
    let mut play = Scene::of(&["1"]).package(0, (1, 1), (1, 1), 3).begin();
    assert_eq!(play.turn(&["1 Drop 0"]), "#1", "it is not carried yet");
    play.turn(&["1 Pick 0"]);
    assert_eq!(play.turn(&["1 Drop 0"]), "#1 D 0");
    assert_eq!(play.robot(0).score, 3);
}

#[test]
fn packages_may_start_on_plain_land_with_large_weights_and_numbers() {
    let scene = Scene::of(&["1."]).option("capacity", 1_000_000_000);
    let scene = scene.package(u64::MAX, (1, 1), (2, 1), 1_000_000_000);
    let mut play = scene.package(5, (1, 1), (2, 1), 1).begin();
    let id = u64::MAX;
    assert_eq!(play.turn(&[&format!("1 Pick {id} 5")]), format!("#1 P {id}"));
}
