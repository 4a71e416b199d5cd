//! The lines that are sent, byte for byte.

use referee::game::{Game, Seat, Step};
use referee::games::courier;
use referee::testkit::scripts::says;
use serde_json::json;

use super::scene::Scene;

/// The example in the contest's task text, with our order of robots.
#[test]
fn the_first_lines_are_those_of_the_task_text() {
    let scene = Scene::of(&[".......", "...~~~~", "##.~~~~", ".......", "..@...."]);
    let scene = scene.robot(1, (1, 2)).robot(2, (2, 1)).robot(3, (1, 1));
    let play = scene.option("capacity", 25).option("money", 1000).begin();
    assert_eq!(
        play.sent(2),
        [
            "7 5",
            "..@....",
            ".......",
            "##.~~~~",
            "...~~~~",
            ".......",
            "3 25 1000",
            "#1 X 1 Y 2 #2 X 2 Y 1 #3 X 1 Y 1",
            "999 1 1 101"
        ]
    );
    assert_eq!(play.list(0), "");
}

#[test]
fn the_client_speaks_first() {
    let mut game = courier::start(&Scene::of(&["12"]).setup()).unwrap();
    let Step::Ask(requests) = game.advance(&[]) else { panic!("over") };
    assert_eq!(requests.len(), 2);
    assert!(requests.iter().all(|it| it.lines.is_empty() && it.expected.unwrap().lines == 1));
}

/// The first command has the time of the first line, because a client may prepare itself.
#[test]
fn each_answer_has_its_time() {
    let limits = |options: [i64; 2]| {
        let scene = Scene::of(&["1"]).option("start_ms", options[0]).option("move_ms", options[1]);
        let mut game = courier::start(&scene.setup()).unwrap();
        let mut answers = vec![];
        ["Player", "1 Drop", "1 Drop", "1 Drop"].map(|answer| {
            let Step::Ask(requests) = game.advance(&answers) else { panic!("over") };
            answers = vec![says(answer)];
            requests[0].expected.unwrap().limit.as_millis()
        })
    };
    assert_eq!(limits([900, 70]), [900, 900, 70, 70]);
    assert!(limits([0, 0]).iter().all(|limit| *limit > 365 * 86_400_000), "0 is any time");
}

#[test]
fn robots_are_listed_by_ascending_number_whatever_their_seats() {
    let mut play = Scene::of(&["12."]).option("ids", "87 3").begin();
    assert_eq!(play.sent(0)[2..4], ["87 100 100", "#3 X 2 Y 1 #87 X 1 Y 1"]);
    assert_eq!(play.turn(&["1 Drop", "1 Move E"]), "#3 E #87");
    assert_eq!(play.turn(&["1 Move E", "900 Drop"]), "#3 #87 E");
    assert_eq!(play.sent(1), ["#3 #87 E", "Robot 3 died."]);
}

/// From a log of the judges' server.
#[test]
fn the_judges_quirks_come_on_demand() {
    let scene = Scene::of(&["1"]).option("ids", 87).option("capacity", 200);
    let scene = scene.package(5, (1, 1), (1, 1), 102).package(3, (1, 1), (1, 1), 18);
    let scene = scene.option("spacing", "judges").option("first_reply", "located");
    let mut play = scene.package(4, (1, 1), (1, 1), 100).begin();
    assert_eq!(play.turn(&["1 Pick 5 4 3 2 1"]), "#87 X 1 Y 1 P 5  P 3  ");
    assert_eq!(play.turn(&["1 Move N"]), "#87 ", "only the first reply has the place");
}

#[test]
fn several_robots_in_the_judges_spacing() {
    let mut play = Scene::of(&["1.2"]).option("spacing", "judges").begin();
    assert_eq!(play.turn(&["1 Move E", "1 Drop"]), "#1 E #2 ");
}

/// A robot that joins later is announced to all in the reply of its first turn, before its command.
#[test]
fn a_robot_may_come_later_and_packages_come_with_it() {
    let scene = Scene::of(&["12."]).option("joins", "0 2").option("refill", 3);
    let setup = scene.package(7, (1, 1), (2, 1), 9).robot(2, (1, 1)).setup();
    let mut game = courier::start(&setup).unwrap();
    let mut ask = |answers: &[&str]| -> Vec<(Seat, Vec<String>)> {
        let answers: Vec<_> = answers.iter().map(|line| says(*line)).collect();
        let Step::Ask(requests) = game.advance(&answers) else { panic!("over") };
        requests.into_iter().map(|it| (it.seat, it.lines)).collect()
    };
    assert_eq!(ask(&[])[0].0, Seat(0), "only one is asked at first");
    let first = ask(&["Player"]);
    assert_eq!(first[0].1, ["3 1", "...", "1 100 100", "#1 X 1 Y 1", "7 2 1 9"]);
    let second = ask(&["1 Drop"]);
    assert_eq!(second[0].1, ["#1", "7 2 1 9"]);
    let guest = ask(&["1 Move E"]);
    assert_eq!(guest, [(Seat(1), vec![])], "before the third turn it is asked for its first line");
    let third = ask(&["Player"]);
    let list = "7 2 1 9 8 2 1 9";
    assert_eq!(third[0].1, ["#1 E", ""]);
    assert_eq!(third[1].1, ["3 1", "...", "2 100 100", "#1 X 2 Y 1 #2 X 1 Y 1", list]);
    let fourth = ask(&["1 Drop", "1 Move E"]);
    assert_eq!(fourth[0].1[0], "#1 E #2 X 1 Y 1 E", "it has pushed the first one");
}

#[test]
fn packages_come_again_when_none_is_left_in_a_continuous_game() {
    let scene = Scene::of(&["1"]).option("refill", 1).package(7, (1, 1), (1, 1), 9);
    let mut play = scene.begin();
    play.turn(&["1 Pick 7"]);
    assert_eq!(play.turn(&["1 Drop 7"]), "#1 D 7");
    assert_eq!(play.list(0), "8 1 1 9", "the same packages with new numbers");
    play.turn(&["1 Pick 8"]);
    play.turn(&["1 Drop 8"]);
    assert_eq!(play.list(0), "9 1 1 9");
    assert_eq!(play.robot(0).score, 18);
}

#[test]
fn drawn_packages_come_again_when_none_is_left() {
    let mut setup = Scene::of(&["1@"]).setup();
    setup.options["packages"] = json!("");
    setup.options.extend([("refill".to_owned(), json!(2)), ("count".to_owned(), json!(1))]);
    let mut game = courier::start(&setup).unwrap();
    game.advance(&[]);
    game.advance(&[says("Player")]);
    game.advance(&[says("1 Move E")]);
    game.advance(&[says("1 Pick 1")]);
    game.advance(&[says("1 Move W")]);
    game.advance(&[says("1 Drop 1")]);
    let Step::Ask(requests) = game.advance(&[says("1 Move E")]) else { panic!("over") };
    let words: Vec<&str> = requests[0].lines[1].split(' ').collect();
    assert_eq!((words[0], words[4], words.len()), ("2", "3", 8), "{words:?}");
}
