//! The text of a report on a made-up race in which each sentence occurs.

use kanalysator::badges::{Badge, Cost, Kind};
use kanalysator::crashes::{Cause, Crash};
use kanalysator::report::{MoveReport, PlayerReport, Report, RivalReport};
use kanalysator::table::{badge_lines, move_line, table};

/// Four players: A won, B came second, C left, and D still races.
fn report() -> Report {
    let player = |name: &str, rank, status: &str, moves| PlayerReport {
        name: name.to_owned(),
        rank,
        status: status.to_owned(),
        moves,
        ..PlayerReport::default()
    };
    let mut players = vec![
        player("B", 2, "finished", 13),
        player("A", 1, "finished", 12),
        player("C", 0, "left", 3),
        player("D", 0, "racing", 9),
    ];
    players[0].crashes = 2;
    players[0].lost_by_crashes = 5;
    Report {
        title: String::new(),
        optimum: Some(11),
        players,
        moves: Vec::new(),
        badges: Vec::new(),
        crashes: Vec::new(),
        standings: Vec::new(),
        decided: Some(7),
        decisive: Vec::new(),
        solved: 99,
        looked_up: true,
        millis: 5,
    }
}

/// A move of player A from 1,2 to 3,4, with nine moves left before it and eight after it.
fn a_move(kind: &'static str) -> MoveReport {
    MoveReport {
        round: 4,
        seat: 1,
        kind,
        from: Some([1, 2, 0, 0]),
        to: Some([3, 4, 2, 2]),
        free: Some(9),
        before: Some(9),
        after: Some(8),
        lost_by_choice: Some(0),
        lost_to_cars: Some(0),
        lost_to_rule: Some(0),
        rivals: Vec::new(),
    }
}

fn rival(seat: usize) -> RivalReport {
    RivalReport { seat, without: None, alone: None }
}

#[test]
fn players_are_listed_by_rank_and_those_that_did_not_finish_come_last() {
    let text = table(&report());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "A race: 4 players, 11 moves at best from the start");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let players: Vec<_> = lines[3..7].iter().map(|line| words(line)[..3].join(" ")).collect();
    assert_eq!(players, ["A 1 12", "B 2 13", "C left 3", "D racing 9"]);
    assert_eq!(words(lines[4])[6..8].join(" "), "2 (+5)");
    assert_eq!(*lines.last().unwrap(), "99 situations, looked up in one table of the map; 5 ms");
}

#[test]
fn each_cause_of_a_crash_has_its_sentence() {
    let crash = |cause, cost| Crash { situation: 0, round: 6, seat: 0, cause, cost };
    let crashes = [
        crash(Cause::Choice { round: 5 }, Some(3)),
        crash(Cause::Cars { round: 5, seats: vec![1] }, Some(-1)),
        crash(Cause::Cars { round: 5, seats: vec![1, 2] }, None),
        crash(Cause::Rule { round: 5 }, None),
        crash(Cause::NoWay, None),
    ];
    let text = table(&Report { crashes: crashes.to_vec(), ..report() });
    let lines = text.lines().skip_while(|line| *line != "Crashes").skip(1);
    let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    assert_eq!(
        lines,
        [
            "  round 6: B (+3 moves): its move in round 5 left no other way",
            "  round 6: B (-1 moves): A blocked every other move in round 5",
            "  round 6: B: A and C blocked every other move in round 5",
            "  round 6: B: it had to repeat its move in round 5",
            "  round 6: B: there was no other way",
        ]
    );
}

#[test]
fn each_kind_of_badge_has_its_sentence() {
    let badge = |kind, cost| Badge { kind, round: 3, situation: 0, by: 1, victim: 0, cost };
    let badges = vec![
        badge(Kind::Block, Cost::Moves(1)),
        badge(Kind::Assist, Cost::Moves(2)),
        badge(Kind::SelfBlock, Cost::Crash),
    ];
    let report = Report { badges, ..report() };
    let lines: Vec<String> = badge_lines(&report).collect();
    assert_eq!(
        lines,
        [
            "round 3: A blocks B: 1 move",
            "round 3: A helps to block B: 2 moves",
            "round 3: A is in the way of B, of its own team: a crash",
        ]
    );
}

#[test]
fn a_move_says_what_it_did_what_it_cost_and_what_was_left() {
    let line = |it: &MoveReport| move_line(&report(), it);
    assert_eq!(line(&a_move("move")), "round 4: A goes from 1,2 to 3,4 (9 left, then 8)");
    assert_eq!(
        line(&MoveReport { from: None, ..a_move("start") }),
        "round 4: A starts from 3,4 (9 left, then 8)"
    );
    let crash = MoveReport { lost_by_choice: None, ..a_move("crash") };
    assert_eq!(line(&crash), "round 4: A crashes at 1,2 and is set back to 3,4 (9 left, then 8)");
    let doomed = MoveReport { lost_by_choice: None, after: None, ..a_move("move") };
    assert_eq!(
        line(&doomed),
        "round 4: A goes from 1,2 to 3,4: into a crash (9 left, then no way)"
    );
}

#[test]
fn the_cost_of_a_move_names_the_choice_and_the_cars() {
    let line = |it: &MoveReport| move_line(&report(), it);
    let costly = MoveReport {
        lost_by_choice: Some(2),
        lost_to_cars: Some(1),
        rivals: vec![rival(0), rival(2)],
        ..a_move("move")
    };
    assert_eq!(
        line(&costly),
        "round 4: A goes from 1,2 to 3,4: +2 by choice, +1 to B and C (9 left, then 8)"
    );
    let blocked = MoveReport { lost_to_cars: Some(1), ..a_move("move") };
    assert_eq!(line(&blocked), "round 4: A goes from 1,2 to 3,4: +1 to others (9 left, then 8)");
}

#[test]
fn the_end_says_who_won_and_since_when() {
    let ending = |report: &Report| {
        let text = table(report);
        text.lines().rev().nth(1).unwrap().to_owned()
    };
    assert_eq!(ending(&report()), "A has won, and was ahead alone from round 7 on.");
    assert_eq!(
        ending(&Report { decided: Some(1), ..report() }),
        "A has won, and led from the start."
    );
    assert_eq!(
        ending(&Report { decided: None, ..report() }),
        "A has won by the order of the last round: others were as far."
    );
    let mut open = report();
    open.players[1].rank = 0;
    assert_eq!(ending(&open), "Nobody has won yet.");
}
