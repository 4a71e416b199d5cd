//! The ends of games of Ocean of Code, the devices of each league, and the maps.

use std::ops::RangeInclusive;

use referee::game::{Game, Outcome};
use referee::games::ocean::{Cell, Dir, League, OceanGame, SIDE, map_of_seed};
use referee::testkit::scripts::{drive, says};

use super::script::{play, play_all, play_in, sea};

/// A has a torpedo ready; B surfaces on its turns, and has three lives at this time.
const LATE: &str = "A: 0 0
                    B: 6 0
                    A: MOVE E TORPEDO
                    B:
                    A: MOVE E TORPEDO
                    B:
                    A: MOVE E TORPEDO
                    B:";

#[test]
fn lives_and_faults_end_a_game() {
    let late = |rest: &str| format!("{LATE}\n{rest}");
    let last_life = late("A: MOVE E\n B:\n A: MOVE S\n B:");
    for (rule, end) in [
        ("a submarine without lives has lost", "A: TORPEDO 6 0\n = 6 0 after 11: sunk"),
        (
            "the rest of the line is not executed, and an illegal step there harms nobody",
            "A: TORPEDO 6 0|MOVE N\n = 6 0 after 11: sunk",
        ),
        (
            "but an unknown command is found at once",
            "A: TORPEDO 6 0|DIVE\n = -1 1 after 11: thrown-out, A garbage unknown-command",
        ),
        ("surfacing may cost the last life", "A: MOVE E\n B:\n = 6 0 after 12: sunk"),
    ] {
        play(rule, &format!("{last_life}\n{end}"));
    }
    play(
        "damage of a whole frame is in the score of the other",
        &late("A: TORPEDO 6 0|MOVE W\n = -1 1 after 7: thrown-out, A garbage revisit"),
    );
    play(
        "damage of the frame in which the fault is found is not",
        &late("A: TORPEDO 6 0|DIVE\n = -1 3 after 7: thrown-out, A garbage unknown-command"),
    );
    play_all(&[
        (
            "both may sink together: a draw",
            "A: 0 0
             B: 3 0
             A: SURFACE|MOVE E TORPEDO
             B:
             A: SURFACE|MOVE E TORPEDO
             B:
             A: SURFACE|MOVE E TORPEDO
             B:
             A: SURFACE
             B:
             A: SURFACE
             B:
             A: TORPEDO 3 0
             = 0 0 after 11: sunk",
        ),
        (
            "a time-out loses at once, and the other keeps its lives",
            "A: 0 0
             A: SURFACE
             B! timeout
             = 5 -1 after 2: thrown-out, B timeout timeout",
        ),
        ("an exit", "A: 0 0\n A! exit\n = -1 6 after 1: thrown-out, A exit timeout"),
        ("memory", "A: 0 0\n A! memory\n = -1 6 after 1: thrown-out, A out of memory timeout"),
        ("too long a line", "A: 0 0\n A! garbage\n = -1 6 after 1: thrown-out, A garbage timeout"),
    ]);
}

#[test]
fn leagues_open_devices() {
    let refused = |league, line: &str, cause: &str| {
        let script = format!("A: 0 0\n A: {line}\n = -1 6 after 1: thrown-out, A garbage {cause}");
        play_in(league, line, &script);
    };
    let taken = |league, line: &str, missing: &str| {
        let script = format!("A: 0 0\n A: {line}\n A> 1 0 6 6 {missing} / NA / MOVE W");
        play_in(league, line, &script);
    };
    taken(1, "MOVE E TORPEDO", "2 -1 -1 -1");
    taken(1, "TORPEDO 0 0|MOVE E", "3 -1 -1 -1");
    taken(2, "MOVE E SONAR", "3 3 6 -1");
    taken(2, "SONAR 1|SILENCE E 1|MOVE E", "3 4 6 -1");
    taken(3, "MINE E|TRIGGER 1 1|MOVE E MINE", "3 4 6 2");
    for device in ["SONAR", "SILENCE", "MINE"] {
        refused(1, &format!("MOVE E {device}"), "power");
    }
    for line in ["SONAR 1", "SILENCE E 1", "MINE E", "TRIGGER 1 1"] {
        refused(1, line, "unknown-command");
    }
    refused(2, "MOVE E MINE", "power");
    refused(2, "MINE E", "unknown-command");
    refused(2, "TRIGGER 1 1", "unknown-command");
}

/// A submarine that drives through some rows and back, lays a mine behind it as often as it can, and triggers
/// each mine when it is far enough away.
struct Shuttle {
    path: Vec<Cell>,
    at: usize,
    goes_back: bool,
    charge: u32,
    mines: Vec<Cell>,
}

impl Shuttle {
    fn new(rows: RangeInclusive<i32>) -> Self {
        let row = |y: i32| {
            let cells = move |x| Cell::new(if y % 2 == 0 { x } else { SIDE - 1 - x }, y);
            (0..SIDE).map(cells)
        };
        let path = rows.flat_map(row).collect();
        Self { path, at: 0, goes_back: false, charge: 0, mines: Vec::new() }
    }

    /// The commands of the next turn, all of which can be executed.
    fn turn(&mut self, uses_mines: bool) -> Vec<String> {
        let mut commands = Vec::new();
        let end = if self.goes_back { 0 } else { self.path.len() - 1 };
        if self.at == end {
            self.goes_back = !self.goes_back;
            commands.push("SURFACE".to_owned());
        }
        let before = self.path[self.at];
        self.at = if self.goes_back { self.at - 1 } else { self.at + 1 };
        let now = self.path[self.at];
        commands.push(format!("MOVE {} MINE", direction(before, now)));
        self.charge = 3.min(self.charge + 1);
        if !uses_mines {
            return commands;
        }
        if let Some(far) = self.mines.iter().position(|mine| mine.king_distance(now) >= 2) {
            commands.push(format!("TRIGGER {}", self.mines.remove(far)));
        }
        if self.charge == 3 && !self.mines.contains(&before) {
            self.mines.push(before);
            self.charge = 0;
            commands.push(format!("MINE {}", direction(now, before)));
        }
        commands
    }
}

fn direction(from: Cell, to: Cell) -> Dir {
    *Dir::ALL.iter().find(|dir| from.step(**dir) == to).expect("they are neighbours")
}

/// Plays two shuttles; returns the outcome and the number of commands. With mines, only one command per turn
/// follows the 996th.
fn shuttles(rows: [RangeInclusive<i32>; 2], with_mines: bool) -> (Outcome, usize) {
    let mut game = OceanGame::on_map(sea(), League::new(4));
    let mut shuttles = rows.map(Shuttle::new);
    let mut commands = 0;
    let outcome = drive(&mut game, |_, request| {
        let shuttle = &mut shuttles[request.seat.0];
        if request.lines.len() == 16 {
            return says(shuttle.path[0].to_string());
        }
        let turn = shuttle.turn(with_mines && commands < 996);
        commands += turn.len();
        says(turn.join("|"))
    });
    (outcome, commands)
}

#[test]
fn after_598_turns_it_is_over() {
    let (outcome, _) = shuttles([3..=8, 9..=14], false);
    assert_eq!((&outcome.scores[..], outcome.turns), (&[3, 3][..], 598), "three surfacings each");
    assert_eq!(outcome.more["end"], "turn-limit");
}

#[test]
fn after_999_commands_it_is_over() {
    let (outcome, commands) = shuttles([3..=6, 10..=13], true);
    assert_eq!((outcome.more["end"].as_str(), commands), (Some("frame-limit"), 999));
    assert_eq!((&outcome.scores[..], outcome.turns), (&[1, 1][..], 596));
}

/// Seeds whose official maps are known, some of them longer than 48 bits.
#[test]
fn maps_are_those_of_the_official_referee() {
    let map = |seed: i64| map_of_seed(seed).rows().collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!([1, 2, 3, -1, i64::MIN, i64::MAX].map(map).join("\n\n"));
}

#[test]
#[should_panic(expected = "the game waits for 1 answers and was given 2")]
fn a_second_answer_is_a_bug_of_the_caller() {
    let mut game = OceanGame::on_map(sea(), League::new(4));
    game.advance(&[]);
    game.advance(&[says("0 0"), says("0 0")]);
}
