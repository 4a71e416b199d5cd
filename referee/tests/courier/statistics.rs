//! `referee stats courier`: its figures agree with the recorded games and with a game written out by hand.

use std::process::Command;

use referee::recording::{Header, Recording};
use referee::setup::Setup;
use referee::testkit::recordings::{fixture, fixtures, fixtures_folder, load};
use referee::testkit::registered;
use referee::testkit::scripts::{drive, says};
use serde_json::{Value, json};

fn statistics(recordings: &[Recording]) -> Value {
    registered("courier").statistics(recordings).unwrap()
}

/// The games of all bots.
fn games(bots: &Value) -> impl Iterator<Item = &Value> {
    bots.as_array().unwrap().iter().flat_map(|bot| bot["each game"].as_array().unwrap())
}

fn whole(game: &Value, figure: &str) -> i64 {
    game[figure].as_i64().unwrap_or_else(|| panic!("{figure} in {game}"))
}

fn sum(bots: &Value, figure: &str) -> i64 {
    games(bots).map(|game| whole(game, figure)).sum()
}

#[test]
fn the_figures_of_recorded_games_are_those_of_their_results() {
    let recordings: Vec<Recording> = fixtures("courier").iter().map(|it| load(it)).collect();
    let mut pushes = 0;
    for recording in recordings {
        let bots = statistics(std::slice::from_ref(&recording));
        let result = &recording.result.1;
        assert_eq!(games(&bots).count(), recording.header.players.len());
        for game in games(&bots) {
            let seat = whole(game, "seat") as usize;
            let kinds = ["moves", "picks", "drops", "idle", "lost by a push"];
            let kinds: i64 = kinds.iter().map(|kind| whole(game, kind)).sum();
            assert_eq!(kinds, whole(game, "turns"), "{game}");
            assert!(whole(game, "lost by a push") <= whole(game, "pushed"), "{game}");
            assert_eq!(game["points"], result["scores"][seat], "{game}");
            assert_eq!(game["deliveries"], result["delivered"][seat], "{game}");
            assert_eq!(game["money left"], result["money"][seat], "{game}");
            let beyond = whole(game, "money bid") - whole(game, "turns");
            assert_eq!(whole(game, "beyond the least"), beyond, "{game}");
            let death = &result["deaths"][seat];
            let how = game["death"].as_str().unwrap();
            let is_drowned = matches!(how, "pushed" | "walked");
            let turn = if is_drowned { &death["turn"] } else { &Value::Null };
            assert_eq!(&game["turn of drowning"], turn, "{game}");
            let cause = if is_drowned { "drowned" } else { how };
            assert_eq!(cause, death["cause"].as_str().unwrap_or("none"), "{game}");
        }
        assert_eq!(sum(&bots, "pushes"), sum(&bots, "pushed"));
        pushes += sum(&bots, "pushes");
    }
    assert!(pushes > 20, "{pushes}");
}

/// Plays the commands of two robots, and gives the statistics of both.
fn of_commands(map: &str, packages: &str, starts: &str, commands: [&[&str]; 2]) -> Value {
    let options = json!({"map": map, "packages": packages, "starts": starts, "money": 100});
    let options = options.as_object().unwrap().clone();
    let setup = Setup { seed: "1".to_owned(), options, seats: 2 };
    let names = ["a", "b"].map(str::to_owned);
    let header = Header::new("courier", &setup, names);
    let mut lines = vec![serde_json::to_string(&header).unwrap()];
    let mut game = registered("courier").start(&setup).unwrap();
    let mut scripts = commands.map(|commands| commands.iter());
    let outcome = drive(game.as_mut(), |_, request| {
        let seat = request.seat.0;
        let line = match (request.expected, request.lines.is_empty()) {
            (None, _) => None,
            (_, true) => Some("Player"),
            _ => Some(*scripts[seat].next().expect("a command")),
        };
        let got: Vec<&str> = line.into_iter().collect();
        lines.push(json!({"seat": seat, "sent": request.lines, "got": got}).to_string());
        line.map(says).unwrap_or_default()
    });
    lines.push(json!({"result": outcome}).to_string());
    statistics(&[Recording::parse(&lines.join("\n")).unwrap()])
}

/// ```text
/// a b . . ~     Robot a takes two packages, pushes b to the shore, delivers one package, pushes b into the water, and
///               walks after it.
/// ```
#[test]
fn what_two_robots_do_is_counted() {
    let packages =
        "[ ((1,1),[Mk {uid=5, dest=(3,1), weight=7}, Mk {uid=6, dest=(1,1), weight=3}]) ]";
    let a = ["2 Pick 5 6", "3 Move E", "5 Move E", "1 Drop 5", "2 Move E", "1 Move E"];
    let b = ["1 Drop", "1 Move W", "-2 Drop", "1 Pick 9", "1 Drop"];
    let bots = of_commands("@...~", packages, "1,1;2,1", [&a, &b]);
    let expected = [
        ("points", [json!(7), json!(0)]),
        ("share of all points", [json!(1.0), json!(0.0)]),
        ("deliveries", [json!(1), json!(0)]),
        ("turns", [json!(6), json!(5)]),
        ("moves", [json!(4), json!(0)]),
        ("picks", [json!(1), json!(0)]),
        ("drops", [json!(1), json!(0)]),
        ("idle", [json!(0), json!(2)]),
        ("lost by a push", [json!(0), json!(3)]),
        ("money bid", [json!(14), json!(6)]),
        ("beyond the least", [json!(8), json!(1)]),
        ("money left", [json!(86), json!(94)]),
        ("pushes", [json!(3), json!(0)]),
        ("pushed", [json!(0), json!(3)]),
        ("drowned pushed", [json!(0), json!(1)]),
        ("drowned walking", [json!(1), json!(0)]),
        ("other deaths", [json!(0), json!(0)]),
        ("trips", [json!(1), json!(0)]),
        ("packages of a trip", [json!(2.0), Value::Null]),
        ("weight of a trip", [json!(10.0), Value::Null]),
        ("highest bid", [json!(5), json!(1)]),
        ("turn of drowning", [json!(6), json!(5)]),
        ("death", [json!("walked"), json!("pushed")]),
    ];
    for (figure, figures) in expected {
        for (game, value) in games(&bots).zip(figures) {
            assert_eq!(game[figure], value, "{figure}");
        }
    }
}

#[test]
fn a_package_that_is_lost_in_the_turn_of_its_pick_makes_no_trip() {
    let packages = "[ ((2,1),[Mk {uid=5, dest=(3,1), weight=7}]) ]";
    let a = ["1 Pick 5", "1 Drop", "1 Move E", "101 Drop"];
    let b = ["1 Drop", "2 Move W", "3 Pick 5", "101 Drop"];
    let bots = of_commands(".@.", packages, "2,1;3,1", [&a, &b]);
    let figures = |figure| games(&bots).map(|game| game[figure].clone()).collect::<Vec<_>>();
    assert_eq!(figures("pushes"), [1, 1], "b pushes a west, and then a pushes b back");
    assert_eq!(figures("pushed"), [1, 1]);
    assert_eq!(figures("picks"), [1, 1]);
    assert_eq!(figures("trips"), [1, 0]);
    assert_eq!(figures("other deaths"), [1, 1]);
    assert_eq!(figures("death")[0], "overbid");
}

#[test]
fn a_push_against_a_wall_is_a_push_of_an_idle_turn() {
    let a = ["2 Move E", "1 Move E", "x"];
    let b = ["1 Move W", "1 Drop", "x"];
    let bots = of_commands("@.#", "", "1,1;2,1", [&a, &b]);
    let figures = |figure| games(&bots).map(|game| game[figure].clone()).collect::<Vec<_>>();
    assert_eq!(figures("pushes"), [2, 0]);
    assert_eq!(figures("moves"), [0, 0]);
    assert_eq!(figures("idle")[0], 2);
    assert!(whole(games(&bots).nth(1).unwrap(), "lost by a push") >= 1);
}

#[test]
fn a_highest_bid_may_be_negative() {
    let bots = of_commands("@.", "", "1,1;2,1", [&["-3 Drop", "-2 Drop", "x"], &["x"]]);
    let bids: Vec<Value> = games(&bots).map(|game| game["highest bid"].clone()).collect();
    assert_eq!(bids, [json!(-2), Value::Null]);
}

#[test]
fn a_table_and_json_have_the_same_figures() {
    let file = fixtures_folder().join("courier/lakes-four.jsonl");
    let print = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        let output = command.args(["stats", "courier"]).arg(&file).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let bots: Value = serde_json::from_str(&print(&["--json"])).unwrap();
    assert_eq!(bots, statistics(&[fixture("courier", "lakes-four")]));
    let table = print(&[]);
    assert!(!table.contains("each game"), "a list of games has no place in a table: {table}");
    let moves = format!("{:.2}", bots[0]["moves"].as_f64().unwrap());
    let row = table.lines().find(|row| row.starts_with("moves ")).unwrap();
    assert!(row.split_whitespace().any(|word| word == moves), "{row} {moves}");
    let drowning = table.lines().find(|row| row.starts_with("turn of drowning ")).unwrap();
    assert!(drowning.split_whitespace().any(|word| word == "-"), "nobody drowned: {drowning}");
}
