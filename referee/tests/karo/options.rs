//! The values that options accept and refuse.

use referee::contest::Setup;
use referee::games::karo::{self, Karo, KaroGame};
use referee::testkit;
use serde_json::{Value, json};

fn game(options: Value, seats: usize) -> Result<KaroGame, String> {
    let setup = Setup { seats, ..testkit::setup(&Karo, "1", options) };
    karo::start(&setup).map_err(|error| error.0)
}

#[test]
fn values_without_sense_are_refused_with_a_sentence() {
    for (options, problem) in [
        (
            json!({ "board": "moon" }),
            "option board=moon: wanted any or ring or street or field or alleys",
        ),
        (
            json!({ "size": "23x14" }),
            "option size=23x14: wanted any or a size from 24x14 to 200x200",
        ),
        (json!({ "size": "24x13" }), "option size=24x13: wanted"),
        (json!({ "size": "201x20" }), "option size=201x20: wanted"),
        (json!({ "size": 30 }), "option size=30: wanted"),
        (json!({ "map": "SO" }), "option map: the map has no finish cell 'F'"),
        (json!({ "map": "S.F\nSSS" }), "option map: the map has hidden cells '.'"),
        (json!({ "map": "SOF" }), "the map has 1 start cells, too few for 2 players"),
        (json!({ "cps": "yes" }), "option cps=yes: wanted on or off"),
        (json!({ "events": "first" }), "option events=first: wanted last or all"),
        (json!({ "zzz": -1 }), "option zzz=-1: wanted a whole number from 0 to 1000000"),
        (json!({ "crash": "never" }), "option crash=never: wanted forbidden or allowed or free"),
        (
            json!({ "direction": "left" }),
            "option direction=left: wanted classic or formula1 or free",
        ),
        (json!({ "wrong_way": "ban" }), "option wrong_way=ban: wanted report or kick"),
        (json!({ "blocking": "none" }), "option blocking=none: wanted moved or all"),
        (json!({ "night": "dark" }), "option night=dark: wanted true or false"),
        (json!({ "title": "a\nb" }), "option title: it has a control character"),
        (
            json!({ "rule": "edge fast" }),
            "option rule=fast: wanted some of axis, brake, double, edge,",
        ),
        (json!({ "rule": "edge=3" }), "option rule=edge=3: wanted"),
        (json!({ "orders": "0 1;0 2" }), "option orders: '2' is not a seat of this game"),
        (json!({ "orders": "0 x" }), "option orders: 'x' is not a seat"),
        (
            json!({ "teams": "1" }),
            "option teams=1: wanted 2 numbers from 0 to 255, one for each seat",
        ),
        (json!({ "teams": "1 256" }), "option teams=1 256: wanted 2 numbers"),
        (json!({ "turns": 0 }), "option turns=0: wanted"),
        (json!({ "move_ms": 0 }), "option move_ms=0: wanted"),
    ] {
        let refusal = game(options.clone(), 2).err().expect("it is refused");
        assert!(refusal.starts_with(problem), "{options}: {refusal}");
    }
}

#[test]
fn one_to_26_players_take_part() {
    for (seats, taken) in [(0, false), (1, true), (2, true), (9, true), (26, true), (27, false)] {
        assert_eq!(game(json!({}), seats).is_ok(), taken, "{seats}");
    }
}

#[test]
fn rules_by_name_add_their_markers_to_the_title() {
    let title = |options| game(options, 2).unwrap().race().settings().title.clone();
    assert_eq!(title(json!({})), "");
    assert_eq!(title(json!({ "title": " Rennen " })), "Rennen");
    let both = json!({ "title": "Rennen", "rule": "edge, limit=7" });
    assert_eq!(title(both), "Rennen $ Randrennen $ $ Geschwindigkeitsbegrenzung $ 7");
    assert_eq!(title(json!({ "title": 7 })), "7", "what looks like a number is one");
}

#[test]
fn a_given_order_is_used_and_unnamed_seats_follow() {
    let setup = json!({ "map": "SSSF\nOOOO", "orders": "2 0 1;1" });
    let mut game = game(setup, 3).unwrap();
    let mut seats = Vec::new();
    testkit::scripts::drive(&mut game, |game, request| {
        let Some(_) = request.expected else { return referee::game::Answer::default() };
        seats.push((game.race().round(), request.seat.0));
        let turn = game.turn().unwrap();
        let motion = turn.candidates[0].motion;
        testkit::scripts::says(match game.race().round() {
            1 => format!("START {}", motion.at),
            2 => format!("MOVE {motion}"),
            _ => "LEAVE".to_owned(),
        })
    });
    let first: Vec<usize> = seats.iter().filter(|it| it.0 == 1).map(|it| it.1).collect();
    let second: Vec<usize> = seats.iter().filter(|it| it.0 == 2).map(|it| it.1).collect();
    assert_eq!((first, second[0]), (vec![2, 0, 1], 1));
}
