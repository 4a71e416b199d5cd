//! Every rule of Ocean of Code, each as a scripted game.

use referee::game::{Game, Seat, Step};
use referee::games::ocean::{League, OceanGame};
use referee::testkit::scripts::says;

use super::script::{play, play_all, sea};

/// A player that has charged a device writes a line: how the game ends.
fn thrown_out_for(table: &[(&str, &str, &str)]) {
    for (charged, line, cause) in table {
        let script = format!(
            "A: 0 0\n A*6: MOVE E {charged}\n A: {line}\n = -1 6 after 13: thrown-out, A garbage {cause}"
        );
        play(line, &script);
    }
}

#[test]
fn both_are_sent_the_map_and_their_number() {
    let mut game = OceanGame::on_map(sea(), League::new(4));
    for seat in [0, 1] {
        let answers = if seat == 0 { vec![] } else { vec![says("0 0")] };
        let Step::Ask(requests) = game.advance(&answers) else { panic!("a start is asked for") };
        assert_eq!((requests.len(), requests[0].seat), (1, Seat(seat)));
        assert_eq!(requests[0].lines[0], format!("15 15 {seat}"));
        assert!(sea().rows().eq(requests[0].lines[1..].iter().cloned()));
        assert_eq!(requests[0].lines[3], "..xxx..........", "row 2, from the west");
    }
}

#[test]
fn a_starting_cell_is_two_short_numbers_on_water() {
    for (line, cause) in [
        ("7 7 ", "start-format"),
        (" 7 7", "start-format"),
        ("7  7", "start-format"),
        ("7\t7", "start-format"),
        ("+7 7", "start-format"),
        ("-1 3", "start-format"),
        ("007 3", "start-format"),
        ("7", "start-format"),
        ("7 7 7", "start-format"),
        ("", "start-format"),
        ("15 0", "start-cell"),
        ("0 15", "start-cell"),
        ("2 2", "start-cell"),
        ("4 2", "start-cell"),
    ] {
        play(line, &format!("A: {line}\n = -1 6 after 0: thrown-out, A garbage {cause}"));
    }
    for (line, cell) in [("7 7", "7 7"), ("07 07", "7 7"), ("0 0", "0 0"), ("14 14", "14 14")] {
        play(line, &format!("A: {line}\n A> {cell} 6 6 3 4 6 3 / NA / NA"));
    }
}

#[test]
fn starts() {
    play_all(&[
        (
            "player 1 is asked for its start even if player 0 has failed",
            "A: 2 2
             B: 0 0
             = -1 6 after 0: thrown-out, A garbage start-cell",
        ),
        (
            "both may fail",
            "A! timeout
             B: x
             = -1 -1 after 0: thrown-out, A timeout timeout, B garbage start-format",
        ),
        (
            "only player 1 fails",
            "A: 0 0
             B! exit
             = 6 -1 after 0: thrown-out, B exit timeout",
        ),
        (
            "both may start on the same cell; player 0 has the first turn; turns alternate",
            "A: 5 5
             B: 5 5
             A> 5 5 6 6 3 4 6 3 / NA / NA
             A: MOVE E
             B> 5 5 6 6 3 4 6 3 / NA / MOVE E
             B: MOVE W
             A> 6 5 6 6 3 4 6 3 / NA / MOVE W
             A: MOVE N
             B> 4 5 6 6 3 4 6 3 / NA / MOVE N",
        ),
        (
            "the starting cell is the first of the trail",
            "A: 0 0
             A: MOVE E
             A: MOVE W
             = -1 6 after 3: thrown-out, A garbage revisit",
        ),
    ]);
}

#[test]
fn a_line_is_taken_apart_and_its_faults_are_named() {
    thrown_out_for(&[
        ("MINE", "MOVE", "direction-missing"),
        ("MINE", "MOVE n", "direction"),
        ("MINE", "MOVE NE", "direction"),
        ("MINE", "MOVE  N", "direction"),
        ("MINE", "MOVE S NUKE", "power"),
        ("MINE", "MOVE S torpedo", "power"),
        ("MINE", "MOVE S MINE 3", "param-count"),
        ("MINE", "move S", "unknown-command"),
        ("MINE", "MOVE\tS", "unknown-command"),
        ("MINE", "DIVE", "unknown-command"),
        ("MINE", "MOVE S|MOVE E", "duplicate"),
        ("MINE", "SURFACE|MOVE S|SURFACE", "duplicate"),
        ("MINE", "DIVE 1|MOVE S|DIVE 2", "duplicate"),
        ("MINE", "SONAR 99|MOVE S|SONAR 1", "duplicate"),
        ("TORPEDO", "TORPEDO", "param-count"),
        ("TORPEDO", "TORPEDO 5", "param-count"),
        ("TORPEDO", "TORPEDO 5 0 0", "param-count"),
        ("TORPEDO", "TORPEDO  5 0", "param-count"),
        ("TORPEDO", "TORPEDO x 0", "torpedo-params"),
        ("TORPEDO", "TORPEDO 5 0.0", "torpedo-params"),
        ("TORPEDO", "TORPEDO 2147483648 0", "torpedo-params"),
        ("SONAR", "SONAR", "param-count"),
        ("SONAR", "SONAR 1 2", "param-count"),
        ("SONAR", "SONAR 0", "sonar-sector"),
        ("SONAR", "SONAR 10", "sonar-sector"),
        ("SONAR", "SONAR five", "sonar-sector"),
        ("SILENCE", "SILENCE", "param-count"),
        ("SILENCE", "SILENCE S", "param-count"),
        ("SILENCE", "SILENCE S 1 1", "param-count"),
        ("SILENCE", "SILENCE X 1", "direction"),
        ("SILENCE", "SILENCE S 5", "silence-distance"),
        ("SILENCE", "SILENCE S -1", "silence-distance"),
        ("SILENCE", "SILENCE S x", "silence-distance"),
        ("MINE", "MINE", "mine-syntax"),
        ("MINE", "MINE X", "direction"),
        ("MINE", "MINE S S", "param-count"),
        ("MINE", "TRIGGER", "trigger-params"),
        ("MINE", "TRIGGER 3", "trigger-params"),
        ("MINE", "TRIGGER x 3", "trigger-params"),
        ("MINE", "TRIGGER 3 3 3", "param-count"),
        ("MINE", "MOVE N", "blocked"),
        ("MINE", "MOVE W", "revisit"),
        ("SILENCE", "SILENCE N 1", "blocked"),
        ("SILENCE", "SILENCE W 1", "revisit"),
    ]);
}

#[test]
fn commands() {
    play_all(&[
        (
            "pieces are trimmed, empty ones skipped, numbers normal; messages may come twice",
            "A: 0 0
             A*3: MOVE E TORPEDO
             A: | MSG a|MSG b|| \tTORPEDO +5 02 |MSG|MOVE S|
             B> 11 14 6 6 3 4 6 3 / NA / TORPEDO 5 2|MOVE S",
        ),
        (
            "the device of a move is never shown, nor is a message",
            "A: 0 0
             A: MSG hello|MOVE E TORPEDO
             B> 14 14 6 6 3 4 6 3 / NA / MOVE E",
        ),
        (
            "a command that cannot be executed is dropped, even with malformed arguments",
            "A: 0 0
             A: TORPEDO x|SONAR 99|SILENCE|MINE 1 2 3|TRIGGER 0 0|MOVE E
             B> 14 14 6 6 3 4 6 3 / NA / MOVE E",
        ),
        (
            "if nothing is left, the submarine surfaces",
            "A: 0 0
             A: TORPEDO 0 0|MSG nothing
             B> 14 14 6 5 3 4 6 3 / NA / SURFACE 1
             A:
             B> 13 14 6 4 3 4 6 3 / NA / SURFACE 1
             A: |
             B> 12 14 6 3 3 4 6 3 / NA / SURFACE 1
             A: MSG a|MSG b
             B> 11 14 6 2 3 4 6 3 / NA / SURFACE 1",
        ),
        (
            "a line is worked off from left to right: a move supplies the charge that follows it",
            "A: 0 0
             A*2: MOVE E TORPEDO
             A: MOVE E TORPEDO|TORPEDO 5 0
             B> 12 14 6 6 3 4 6 3 / NA / MOVE E|TORPEDO 5 0",
        ),
        (
            "and one before it finds the charge missing",
            "A: 0 0
             A*2: MOVE E TORPEDO
             A: TORPEDO 5 0|MOVE E TORPEDO
             B> 12 14 6 6 3 4 6 3 / NA / MOVE E
             A> 3 0 6 6 0 4 6 3 / NA / MOVE W",
        ),
        (
            "a fault in a later command strikes after the earlier ones",
            "A: 0 0
             A*3: MOVE E TORPEDO
             A: TORPEDO 3 0|MOVE N
             = -1 6 after 7: thrown-out, A garbage blocked",
        ),
        (
            "anything may stand behind SURFACE",
            "A: 0 0
             A: SURFACE now please
             A> 0 0 5 6 3 4 6 3 / NA / MOVE W",
        ),
    ]);
}

#[test]
fn moves_and_charges() {
    play_all(&[
        (
            "a move goes north, south, east and west",
            "A: 7 7
             A: MOVE N
             A> 7 6 6 6 3 4 6 3 / NA / MOVE W
             A: MOVE E
             A> 8 6 6 6 3 4 6 3 / NA / MOVE W
             A: MOVE S
             A> 8 7 6 6 3 4 6 3 / NA / MOVE W
             A: MOVE S
             A: MOVE W
             A> 7 8 6 6 3 4 6 3 / NA / MOVE W",
        ),
        (
            "a move charges the device that it names by one",
            "A: 0 0
             A: MOVE E TORPEDO
             A> 1 0 6 6 2 4 6 3 / NA / MOVE W
             A: MOVE E SONAR
             A> 2 0 6 6 2 3 6 3 / NA / MOVE W
             A: MOVE E SILENCE
             A> 3 0 6 6 2 3 5 3 / NA / MOVE W
             A: MOVE E MINE
             A> 4 0 6 6 2 3 5 2 / NA / MOVE W
             A: MOVE E
             A> 5 0 6 6 2 3 5 2 / NA / MOVE W",
        ),
        (
            "a device holds no more than it needs",
            "A: 0 0
             A*5: MOVE E TORPEDO
             A> 5 0 6 6 0 4 6 3 / NA / MOVE W
             A: TORPEDO 8 0
             A> 5 0 6 6 3 4 6 3 / NA / MOVE W",
        ),
        (
            "land blocks",
            "A: 2 3
             A: MOVE N
             = -1 6 after 1: thrown-out, A garbage blocked",
        ),
        (
            "the map ends in the west",
            "A: 0 3
             A: MOVE W
             = -1 6 after 1: thrown-out, A garbage blocked",
        ),
        (
            "the other's trail and submarine do not block",
            "A: 5 5
             B: 6 5
             A: MOVE E
             B: MOVE W
             A: MOVE E
             B> 5 5 6 6 3 4 6 3 / NA / MOVE E",
        ),
    ]);
}

#[test]
fn surfacing() {
    play_all(&[
        (
            "costs a life, shows the sector, keeps the charges and forgets the trail",
            "A: 5 0
             A*2: MOVE W TORPEDO
             A: SURFACE
             B> 12 14 6 5 3 4 6 3 / NA / SURFACE 1
             A> 3 0 5 6 1 4 6 3 / NA / MOVE W
             A: MOVE E
             A: MOVE E
             A: SURFACE
             B> 9 14 6 4 3 4 6 3 / NA / SURFACE 2",
        ),
        (
            "the cell on which it surfaces is on the new trail",
            "A: 5 0
             A: SURFACE|MOVE E
             A: MOVE W
             = -1 6 after 3: thrown-out, A garbage revisit",
        ),
        (
            "a move may follow in the same turn",
            "A: 5 0
             A: MOVE E
             A: SURFACE|MOVE W
             A> 5 0 5 6 3 4 6 3 / NA / MOVE W",
        ),
    ]);
    let sectors = [
        ("0 0", 1),
        ("4 4", 1),
        ("5 4", 2),
        ("10 4", 3),
        ("4 5", 4),
        ("9 9", 5),
        ("10 5", 6),
        ("0 14", 7),
        ("9 10", 8),
        ("14 14", 9),
    ];
    for (cell, sector) in sectors {
        let seen = format!("B> 14 14 6 5 3 4 6 3 / NA / SURFACE {sector}");
        play(cell, &format!("A: {cell}\n A: SURFACE\n {seen}"));
    }
}
