//! The exact lines of the protocol.

use referee::games::karo::Command;

use super::scene::Scene;

const MAP: [&str; 4] = ["PXXXXX", "PSO1FX", "XSOOFX", "XXXXXX"];

#[test]
fn the_start_and_the_first_turn() {
    let play = Scene::of(&MAP, 2).option("title", "A  $ Doppelzug $ 1").begin();
    insta::assert_snapshot!(play.sent.join("\n"), @"
    karo 1
    seats 2 0
    title A  $ Doppelzug $ 1
    checkpoints 1
    events last
    zzz 2
    crash forbidden
    direction classic
    blocking moved
    night 0
    move_ms 10000
    map 6 4
    PXXXXX
    PSO1FX
    XSOOFX
    XXXXXX
    turn 1
    records 0
    players 2
    racing 0 0 0 0 - -1 -1 0 0
    racing 0 0 0 0 - -1 -1 0 0
    candidates 2
    1 1 0 0 1
    1 2 0 0 1
    ");
}

#[test]
fn teams_stand_before_the_map_where_teams_race() {
    let play = Scene::of(&MAP, 2).option("teams", "3 0").begin();
    assert_eq!(play.sent[10..13], ["move_ms 10000", "teams 3 0", "map 6 4"]);
}

#[test]
fn all_settings_and_a_masked_map() {
    let play = Scene::of(&MAP, 1)
        .option("cps", "off")
        .option("events", "all")
        .option("zzz", 4)
        .option("crash", "allowed")
        .option("direction", "formula1")
        .option("blocking", "all")
        .option("night", true)
        .option("rule", "limit=3")
        .option("move_ms", 250)
        .begin();
    insta::assert_snapshot!(play.sent[1..16].join("\n"), @"
    seats 1 0
    title $ Geschwindigkeitsbegrenzung $ 3
    checkpoints
    events all
    zzz 4
    crash allowed
    direction formula1
    blocking all
    night 1
    move_ms 250
    map 6 4
    P.....
    PS.1F.
    .S..F.
    ......
    ");
    assert_eq!(play.sent[16], "turn 1");
}

#[test]
fn later_turns_tell_what_is_new_and_candidates_with_the_special_rules() {
    let mut play = Scene::of(&MAP, 2).option("rule", "axis").begin();
    play.way(&[(1, 1), (1, 2), (2, 1)]);
    // Player 1, which was sent its first lines before its placement.
    insta::assert_snapshot!(play.sent.join("\n"), @"
    turn 2
    records 2
    1 start 1 2 0 0
    0 move 2 1 1 0
    players 2
    racing 1 0 2 0 - 2 1 1 0
    racing 0 0 1 0 - 1 2 0 0
    candidates 2
    1 1 0 -1 1
    2 2 1 0 1
    ");
    play.to((2, 2));
    insta::assert_snapshot!(play.sent[6..].join("\n"), @"
    racing 0 0 2 0 - 2 2 1 0
    candidates 5
    3 1 1 0 1
    4 1 2 0 1
    2 2 0 1 1
    3 2 1 1 0
    4 2 2 1 0
    ");
}

#[test]
fn own_crashes_of_the_same_turn_and_collected_checkpoints_are_told() {
    let rows = ["S1OOOXF", "OXXXXXX"];
    let mut play = Scene::of(&rows, 1).begin();
    play.way(&[(0, 0), (1, 0), (2, 0), (4, 0)]);
    insta::assert_snapshot!(play.sent.join("\n"), @"
    turn 5
    records 2
    0 move 4 0 2 0
    0 crash 1 0 0 0
    players 1
    racing 0 0 4 1 1 1 0 0 0
    candidates 3
    0 0 -1 0 1
    2 0 1 0 1
    0 1 -1 1 1
    ");
}

#[test]
fn at_the_end_all_that_were_not_thrown_out_are_told_how_it_stands() {
    let rows = ["PXXXX", "PSOFX", "XSOFX", "XSOFX", "XXXXX"];
    let mut play = Scene::of(&rows, 3).begin();
    play.way(&[(1, 1), (1, 2), (1, 3), (2, 1)]);
    play.say("nonsense");
    play.say("LEAVE");
    play.to((3, 1));
    let seats: Vec<usize> = play.notices.iter().map(|request| request.seat.0).collect();
    assert_eq!(seats, [0, 2]);
    insta::assert_snapshot!(play.notices[0].lines.join("\n"), @"
    over
    records 2
    0 move 3 1 1 0
    0 parc 0 0 0 0
    players 3
    finished 1 1 4 0 - 0 0 0 0
    kicked 0 0 1 0 - 1 2 0 0
    left 0 0 2 0 - 1 3 0 0
    ");
    assert_eq!(play.notices[1].lines[1..4], ["records 3", "2 left 1 3 0 0", "0 move 3 1 1 0"]);
    assert!(play.outcome.is_some());
}

#[test]
fn answers_are_read_with_any_blanks() {
    for line in ["MOVE 3 4 1 -1", "  MOVE\t3   4 1 -1 ", "MOVE 3 4 +1 -1\r"] {
        let command: Command = line.parse().unwrap();
        assert_eq!(command.motion().unwrap().to_string(), "3 4 1 -1", "{line:?}");
    }
    assert!(matches!(" LEAVE ".parse(), Ok(Command::Leave)));
    assert!(matches!("START 3 4".parse(), Ok(Command::Start(_))));
    for line in [
        "",
        "MOVE",
        "MOVE 3 4 1",
        "MOVE 3 4 1 -1 0",
        "move 3 4 1 -1",
        "MOVE 3 4 1 x",
        "MOVE 3,4 1 -1",
        "START 3",
        "START 3 4 5",
        "LEAVE 1",
        "LEAVES",
        "MOVE 99999999999 4 1 -1",
        "MOVE 3.0 4 1 -1",
    ] {
        assert_eq!(line.parse::<Command>(), Err(()), "{line:?}");
    }
}
