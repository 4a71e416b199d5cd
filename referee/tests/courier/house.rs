//! The house players' decisions in drawn positions.

use referee::contest::{Contest, House};
use referee::game::{Answer, Outcome, Seat};
use referee::games::courier::{self, Courier};
use referee::testkit::scripts::{drive, house, play_houses};
use serde_json::json;

use super::scene::Scene;

/// Plays a scene between house players.
fn play(scene: &Scene, names: &[&str]) -> Outcome {
    let setup = scene.setup();
    let mut game = courier::start(&setup).unwrap_or_else(|error| panic!("{error}"));
    play_houses(&mut game, &Courier, 1, names)
}

fn delivered(outcome: &Outcome) -> u64 {
    outcome.scores.iter().sum::<i64>() as u64
}

/// Three destinations along a corridor; an unreachable base behind a wall.
fn corridor() -> Scene {
    let scene = Scene::of(&["1..@......#@"]).option("money", 200).option("capacity", 10);
    let scene = scene.package(1, (4, 1), (10, 1), 5).package(2, (4, 1), (6, 1), 5);
    scene.package(3, (4, 1), (1, 1), 5).package(4, (12, 1), (1, 1), 5)
}

#[test]
fn both_forms_deliver_what_they_can_and_do_not_hang_at_a_base_out_of_reach() {
    for name in ["lightning", "final"] {
        let outcome = play(&corridor(), &[name]);
        assert_eq!((delivered(&outcome), &outcome.more["end"]), (15, &"all-dead".into()));
        assert!(outcome.thrown_out.is_empty());
    }
}

/// The robot has room for one: the near light package or the far heavy one?
#[test]
fn lightning_takes_the_nearest_package_and_final_the_best_per_step() {
    let scene = Scene::of(&["1........."]).option("capacity", 50).option("turns", 1);
    let scene = scene.package(1, (1, 1), (3, 1), 1).package(2, (1, 1), (9, 1), 50);
    let carried = |name: &str| {
        let mut game = courier::start(&scene.setup()).unwrap();
        let mut player = house(&Courier, name, 1, Seat(0));
        drive(&mut game, |_, request| match request.expected {
            None => Answer { lines: vec![], fault: None },
            Some(_) => Answer { lines: player.answer(&request.lines), fault: None },
        });
        let robot = game.robots().next().flatten().unwrap();
        robot.carried.keys().map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!(carried("lightning"), [1]);
    assert_eq!(carried("final"), [2]);
}

/// The answer of a house player to the start of a scene.
fn first_command(scene: &Scene, name: &str) -> String {
    let mut game = courier::start(&scene.setup()).unwrap_or_else(|error| panic!("{error}"));
    let mut player = house(&Courier, name, 1, Seat(0));
    let mut said = Vec::new();
    drive(&mut game, |_, request| {
        if request.expected.is_none() {
            return Answer::default();
        }
        let lines = player.answer(&request.lines);
        said.extend(lines.iter().cloned());
        Answer { lines, fault: None }
    });
    said.swap_remove(1)
}

/// After the ten nearest packages comes the one nearest to the tenth, although another is nearer to the base.
#[test]
fn each_package_of_a_long_choice_is_measured_from_where_the_one_before_goes() {
    let row = format!("{}1{}", ".".repeat(19), ".".repeat(40));
    let mut scene = Scene::of(&[&row]).option("turns", 1);
    for number in 1..=10 {
        scene = scene.package(number, (20, 1), (20 + number as i32, 1), 5);
    }
    let far = [(11, 40), (12, 8), (13, 55)];
    for (id, x) in far {
        scene = scene.package(id, (20, 1), (x, 1), 5);
    }
    for name in ["lightning", "final"] {
        assert_eq!(first_command(&scene, name), "1 Pick 1 2 3 4 5 6 7 8 9 10 11 13 12", "{name}");
    }
}

/// Two ways of four steps; the one that begins northwards has water beside it, where no push drowns.
#[test]
fn lightning_keeps_off_all_water_if_the_way_is_no_longer_and_final_does_not() {
    let scene = Scene::of(&["#..@", "~.#.", "#1.."]).option("turns", 1);
    let scene = scene.package(1, (4, 3), (2, 1), 5);
    assert_eq!(first_command(&scene, "lightning"), "1 Move E");
    assert_eq!(first_command(&scene, "final"), "1 Move N");
}

#[test]
fn both_forms_visit_the_bases_again_when_nothing_is_left() {
    let scene = Scene::of(&["1.@....@..@."]).option("money", 200).option("refill", 1);
    let scene = scene.package(1, (3, 1), (5, 1), 1).package(2, (8, 1), (1, 1), 1);
    let scene = scene.package(3, (11, 1), (12, 1), 1).option("turns", 200);
    for name in ["lightning", "final"] {
        let outcome = play(&scene, &[name]);
        assert!(delivered(&outcome) >= 15, "{name} delivered {}", delivered(&outcome));
    }
}

#[test]
fn final_pushes_a_robot_that_stands_before_water() {
    for (name, dead) in [
        ("final", true),
        ("pusher", true),
        ("bully", true),
        ("outbidder", true),
        ("lightning", false),
    ] {
        let scene = Scene::of(&["12~"]).option("money", 3);
        let outcome = play(&scene, &[name, "waiter"]);
        assert_eq!(outcome.more["deaths"][1]["cause"] == "drowned", dead, "{name}");
    }
}

#[test]
fn the_pusher_walks_around_to_the_right_side() {
    let scene = Scene::of(&["....", ".2~.", "1..."]).option("money", 20);
    let outcome = play(&scene, &["pusher", "waiter"]);
    assert_eq!(outcome.more["deaths"][1]["cause"], "drowned");
}

/// The commands of a house player in the first seat, while all others say `others` each turn.
fn commands(scene: &Scene, name: &str, others: &str) -> Vec<String> {
    let mut game = courier::start(&scene.setup()).unwrap_or_else(|error| panic!("{error}"));
    let mut player = house(&Courier, name, 1, Seat(0));
    let mut said = Vec::new();
    drive(&mut game, |_, request| {
        let lines = match (request.expected, request.seat) {
            (None, _) => return Answer::default(),
            (_, Seat(0)) => player.answer(&request.lines),
            _ if request.lines.is_empty() => vec!["Player".to_owned()],
            _ => vec![others.to_owned()],
        };
        if request.seat == Seat(0) && !request.lines.is_empty() {
            said.extend(lines.iter().cloned());
        }
        Answer { lines, fault: None }
    });
    said
}

/// The first three pushes only bring the robot nearer to the water.
#[test]
fn the_bully_pushes_turn_after_turn_and_pays_for_it() {
    let scene = || Scene::of(&["12...~"]).option("money", 300).package(1, (3, 1), (4, 1), 5);
    let said = commands(&scene().option("turns", 4), "bully", "1 Drop");
    assert_eq!(said, ["9 Move E", "9 Move E", "9 Move E", "8 Move E"]);
    let dies =
        |name: &str| play(&scene(), &[name, "waiter"]).more["deaths"][1]["cause"] == "drowned";
    assert!(dies("bully") && !dies("pusher"));
    let wall = Scene::of(&["12...#"]).option("money", 300).option("turns", 1);
    let wall = wall.package(1, (3, 1), (4, 1), 5);
    assert_eq!(commands(&wall, "bully", "1 Drop"), ["1 Drop"], "a wall comes before the water");
}

#[test]
fn the_outbidder_bids_more_near_a_robot_and_more_again_when_it_did_not_come_to_move() {
    let far = Scene::of(&["1..2@"]).package(1, (5, 1), (1, 1), 5).option("turns", 1);
    assert_eq!(commands(&far, "outbidder", "1 Drop"), ["1 Move E"]);
    // The robot in its way pushes it back again and again.
    let scene = Scene::of(&["####", "1.2@", "####"]).package(1, (4, 2), (1, 2), 5);
    let scene = scene.option("money", 400).option("turns", 8);
    let said = commands(&scene, "outbidder", "30 Move W");
    let bids: Vec<i64> =
        said.iter().filter_map(|line| line.split(' ').next()?.parse().ok()).collect();
    assert_eq!(bids[0], 4);
    assert!(bids.iter().any(|bid| *bid > 4) && bids.iter().all(|bid| *bid <= 20), "{bids:?}");
}

#[test]
fn the_waiter_waits_for_the_least_money() {
    let outcome = play(&Scene::of(&["1"]).option("money", 7), &["waiter"]);
    assert_eq!(outcome.turns, 8);
}

/// After a meeting `@final` takes the way that is further from the water, if it is not much longer.
#[test]
fn final_shuns_the_water_after_a_meeting_only() {
    let rows = ["~~~~~~~~~~", "1........@", "..........", "..........", "########2#"];
    let near_water = |with_rival: bool| {
        let rows: Vec<String> = rows
            .iter()
            .map(|row| if with_rival { row.replace('2', ".") } else { row.replace('2', "#") })
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut scene = Scene::of(&rows).option("turns", 11);
        scene = scene.package(1, (10, 4), (1, 4), 5);
        if with_rival {
            scene = scene.robot(2, (2, 2));
        }
        let mut game = courier::start(&scene.setup()).unwrap();
        let mut player = house(&Courier, "final", 1, Seat(0));
        let mut steps = 0;
        drive(&mut game, |game: &referee::games::courier::CourierGame, request| {
            let robot = game.robots().next().flatten();
            if request.seat == Seat(0) && robot.is_some_and(|robot| robot.cell.y == 4) {
                steps += 1;
            }
            match (request.expected, request.seat, request.lines.is_empty()) {
                (None, ..) => Answer::default(),
                (_, Seat(0), _) => Answer { lines: player.answer(&request.lines), fault: None },
                (_, _, true) => Answer { lines: vec!["Player".to_owned()], fault: None },
                (_, _, false) => Answer { lines: vec!["1 Drop".to_owned()], fault: None },
            }
        });
        steps
    };
    assert!(near_water(false) >= 10, "straight along the shore");
    assert!(near_water(true) <= 4, "down and along the middle");
}

#[test]
fn house_players_read_the_judges_quirks_and_are_never_at_fault() {
    for (seed, board) in ["open", "lakes", "maze", "corridors", "islands"].iter().enumerate() {
        let options = json!({
            "board": board, "size": "21x20", "money": 150, "spacing": "judges",
            "first_reply": "located", "ids": "87 3 12 5 6 9",
        });
        let mut setup = referee::testkit::setup(&Courier, &seed.to_string(), options);
        setup.seats = 6;
        let mut game = Courier.start(&setup).unwrap();
        let mut players: Vec<Box<dyn House>> =
            ["final", "lightning", "pusher", "bully", "outbidder", "final"]
                .iter()
                .enumerate()
                .map(|(seat, name)| house(&Courier, name, 7, Seat(seat)))
                .collect();
        let outcome = drive(game.as_mut(), |_, request| match request.expected {
            None => Answer::default(),
            Some(_) => {
                Answer { lines: players[request.seat.0].answer(&request.lines), fault: None }
            }
        });
        assert!(outcome.thrown_out.is_empty(), "{board}: {:?}", outcome.thrown_out);
        assert!(outcome.scores.iter().sum::<i64>() > 0, "{board}");
    }
}
