//! A move that makes a rival crash is taken if it costs nothing, however far the rival is from its finish.

use gridkit::Deadline;
use kabotte::params::Params;
use kabotte::player::Player;
use kabotte::protocol::Reader;

/// Two rows of road of this length; a rival is about to enter a cell that it cannot avoid, and that is one of two cells
/// on which we are equally quick.
fn duel(length: usize) -> String {
    let inner = |row: &str, end: &str| format!("X{row}{}{end}", "O".repeat(length - 4));
    let wall = "X".repeat(length);
    let dead_end = format!("XSOOO{}", "X".repeat(length - 5));
    let row = inner("S", "FX");
    let map = [&wall, &row, &row, &dead_end, &wall].map(String::as_str);
    let start = "karo 1\nseats 2 0\ntitle t\ncheckpoints\nevents last\nzzz 2\ncrash forbidden\ndirection free\n\
                 blocking moved\nnight 0\nmove_ms 10000\n";
    let first =
        "turn 1\nrecords 0\nplayers 2\nracing 0 0 0 0 - -1 -1 0 0\nracing 0 0 0 0 - -1 -1 0 0\n\
                 candidates 3\n1 1 0 0 1\n1 2 0 0 1\n1 3 0 0 1\n";
    let records = "0 start 1 2 0 0\n1 start 1 3 0 0\n0 move 2 2 1 0\n1 move 2 3 1 0\n0 move 3 2 1 0\n1 move 4 3 2 0\n";
    let moves = [(0, -1), (1, -1), (2, -1), (1, 0), (2, 0), (0, 1), (1, 1)];
    let candidate = |(x, y): (i32, i32)| format!("{} {} {x} {y} 1\n", 3 + x, 2 + y);
    format!(
        "{start}map {length} 5\n{}\n{first}turn 4\nrecords 6\n{records}players 2\nracing 0 0 3 0 - 3 2 1 0\n\
         racing 0 0 3 0 - 4 3 2 0\ncandidates {}\n{}",
        map.join("\n"),
        moves.len(),
        moves.map(candidate).concat()
    )
}

#[test]
fn a_rival_that_has_one_move_left_is_blocked_however_far_its_finish_is() {
    for length in [12, 20, 40, 80, 200] {
        let text = duel(length);
        let mut reader = Reader::new(text.as_bytes());
        let start = reader.start().unwrap().expect("a start");
        let mut deadline = Deadline::after_nodes(200_000);
        let mut player = Player::new(start, Params::default(), &mut deadline);
        let first = reader.turn().unwrap().expect("the first turn");
        player.answer(&first, &mut deadline);
        let turn = reader.turn().unwrap().expect("the fourth turn");
        let mut deadline = Deadline::after_nodes(200_000);
        let answer = player.answer(&turn, &mut deadline).to_string();
        assert_eq!(answer, "MOVE 5 2 2 0", "{length} cells: {}", player.remark());
    }
}
