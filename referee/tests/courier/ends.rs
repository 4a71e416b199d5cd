//! How a game ends, and what is sent then.

use referee::game::{Answer, Outcome};
use referee::games::courier::Death;

use super::scene::{Play, Scene};

/// The end: each seat is sent one last notice; then comes the outcome.
fn outcome(mut play: Play) -> Outcome {
    assert!(play.asked().is_empty(), "nobody is asked any more");
    let notices = vec![Answer::default(); 2];
    let count = (0..2).filter(|seat| !play.sent(*seat).is_empty()).count();
    play.advance(&notices[..count]);
    play.outcome.expect("it is over")
}

fn end(outcome: &Outcome) -> String {
    outcome.more["end"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_ends_when_the_last_package_is_delivered() {
    let scene = Scene::of(&["1.2"]).package(5, (1, 1), (1, 1), 7);
    let mut play = scene.package(6, (3, 1), (3, 1), 9).begin();
    play.turn(&["1 Pick 5", "1 Pick 6"]);
    play.turn(&["1 Drop 5", "3 Drop"]);
    assert_eq!(play.turn(&["1 Drop", "-1 Drop 6"]), "#1 #2 D 6");
    assert_eq!((play.sent(0), play.sent(1)), (&["#1 #2 D 6".to_owned()][..], play.sent(0)));
    let outcome = outcome(play);
    assert_eq!((&*end(&outcome), outcome.turns), ("no-packages", 3));
    assert_eq!((outcome.scores, outcome.ranks), (vec![7, 9], vec![2, 1]));
    assert_eq!(outcome.more["delivered"], serde_json::json!([1, 1]));
    assert_eq!(outcome.more["money"], serde_json::json!([97, 95]));
    assert_eq!(outcome.more["weight"], 16);
    assert_eq!(outcome.more["deaths"], serde_json::json!([null, null]));
}

#[test]
fn a_package_that_is_lost_with_its_carrier_counts_as_gone() {
    let mut play = Scene::of(&["1~2"]).package(5, (1, 1), (3, 1), 7).begin();
    play.turn(&["1 Pick 5", "1 Drop"]);
    assert_eq!(play.turn(&["1 Move E", "1 Drop"]), "#1 E #2");
    let outcome = outcome(play);
    assert_eq!((&*end(&outcome), outcome.scores.as_slice()), ("no-packages", &[0, 0][..]));
    assert_eq!(outcome.more["deaths"][0], serde_json::json!({ "turn": 2, "cause": "drowned" }));
}

#[test]
fn a_carried_package_keeps_the_game_alive() {
    let mut play = Scene::of(&["1.2"]).package(5, (1, 1), (3, 1), 7).begin();
    play.turn(&["1 Pick 5", "1 Drop"]);
    assert_eq!(play.asked().len(), 2);
}

#[test]
fn a_package_that_nobody_can_carry_keeps_it_alive_until_the_money_is_gone() {
    let mut play = Scene::of(&["1.2"]).option("money", 2).begin();
    for _ in 0..2 {
        assert_eq!(play.turn(&["1 Drop", "1 Drop"]), "#1 #2");
    }
    assert_eq!(play.turn(&["1 Drop", "1 Drop"]), "#1 #2");
    let outcome = outcome(play);
    assert_eq!((&*end(&outcome), outcome.turns, outcome.ranks), ("all-dead", 3, vec![1, 1]));
}

#[test]
fn points_stay_when_a_robot_dies() {
    let scene = Scene::of(&["1~2"]).package(5, (1, 1), (1, 1), 7).option("turns", 3);
    let mut play = scene.package(6, (3, 1), (1, 1), 101).begin();
    play.turn(&["1 Pick 5", "1 Drop"]);
    play.turn(&["1 Drop 5", "1 Drop"]);
    play.turn(&["1 Move E", "1 Drop"]);
    assert_eq!(play.robot(0).death, Some(Death::Drowned));
    let outcome = outcome(play);
    assert_eq!((&*end(&outcome), outcome.scores), ("turn-limit", vec![7, 0]));
}

#[test]
fn the_last_delivery_counts_although_all_die_in_its_turn() {
    let scene = Scene::of(&["12~"]).package(5, (2, 1), (2, 1), 7);
    let mut play = scene.begin();
    play.turn(&["1 Drop", "1 Pick 5"]);
    assert_eq!(play.turn(&["101 Drop", "5 Drop 5"]), "#1 #2 D 5");
    let outcome = outcome(play);
    assert_eq!((&*end(&outcome), outcome.scores), ("no-packages", vec![0, 7]));
}

#[test]
fn the_turn_limit_ends_a_game_after_the_reply_of_its_last_turn() {
    let mut play = Scene::of(&["1.2"]).option("turns", 2).begin();
    play.turn(&["1 Move E", "1 Drop"]);
    assert_eq!(play.asked().len(), 2);
    assert_eq!(play.turn(&["1 Move W", "1 Drop"]), "#1 W #2");
    assert_eq!(play.sent(0), ["#1 W #2"], "no list of packages follows");
    assert_eq!(outcome(play).turns, 2);
}
