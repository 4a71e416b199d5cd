//! The bench: games of the bot with itself from fixed positions, the signature of all answers, and the
//! speed.

use gridkit::{Bench, Flags, Report};

use crate::board::Board;
use crate::cell::Move;
use crate::params::Params;
use crate::protocol::Reader;
use crate::robot::{Robot, Style};
use crate::state::State;

/// The positions, as the referee sends the first turn of a game.
pub const POSITIONS: [&str; 9] = [
    // The smallest board: everything is near.
    "fruit 1\n5 5 4\n1 3 5 7\n\
     ..343\n\
     34..4\n\
     ...4.\n\
     22.44\n\
     34123\n\
     0 2 0 2\n0 0 0 0\n0 0 0 0\n",
    "fruit 1\n7 6 4\n1 3 5 7\n\
     344..33\n\
     4...1.3\n\
     ..244..\n\
     ..42...\n\
     ....2..\n\
     .4...3.\n\
     4 3 4 3\n0 0 0 0\n0 0 0 0\n",
    // Few pieces and long ways.
    "fruit 1\n12 14 3\n1 3 5\n\
     ............\n\
     ....3.......\n\
     .....1......\n\
     ............\n\
     ............\n\
     ............\n\
     ...2.......2\n\
     ......3.....\n\
     ............\n\
     ............\n\
     ...3..3.....\n\
     ............\n\
     ..........2.\n\
     .......3....\n\
     4 9 4 9\n0 0 0\n0 0 0\n",
    // Nearly the largest board, with all five categories.
    "fruit 1\n14 14 5\n1 3 5 7 9\n\
     ...........3.5\n\
     ............3.\n\
     5.............\n\
     ..5..........2\n\
     3.4.....4..5..\n\
     ...........5..\n\
     5.............\n\
     ......5......2\n\
     ..............\n\
     .4.....42.....\n\
     .....54..3....\n\
     ..5...........\n\
     .......3.1....\n\
     .....4.......4\n\
     12 13 12 13\n0 0 0 0 0\n0 0 0 0 0\n",
    // The middle of a game in which all was shared, both still on one cell.
    "fruit 1\n14 5 5\n1 3 5 7 9\n\
     5..5..54....5.\n\
     .....4..3...3.\n\
     ..4......3...4\n\
     5.......55....\n\
     ...3.4.......5\n\
     12 4 12 4\n1 3 1 2 1\n1 3 1 2 1\n",
    // Contact: both robots can reach the apple.
    "fruit 1\n6 10 3\n1 3 5\n\
     ......\n\
     .2.3..\n\
     2....3\n\
     3.....\n\
     ..1...\n\
     ....3.\n\
     ......\n\
     ......\n\
     ......\n\
     ..2...\n\
     3 5 1 5\n0 0 1\n0 0 1\n",
    // A category each; two are open, the richer one evenly.
    "fruit 1\n5 5 4\n1 3 5 7\n\
     ..3..\n\
     .....\n\
     ...4.\n\
     ....4\n\
     .4.23\n\
     3 2 0 4\n0 4 4 4\n2 0 2 4\n",
    // The ending of a race for three pieces of one category.
    "fruit 1\n8 8 3\n1 3 5\n\
     .....3..\n\
     2.......\n\
     ..3.....\n\
     ........\n\
     ........\n\
     .....3..\n\
     ........\n\
     ........\n\
     3 6 3 5\n2 2 2\n0 2 2\n",
    // The last piece that counts.
    "fruit 1\n6 10 3\n1 3 5\n\
     ......\n\
     ......\n\
     ......\n\
     ......\n\
     ......\n\
     ....3.\n\
     ......\n\
     ...3..\n\
     ......\n\
     ......\n\
     4 4 5 5\n1 2 4\n1 4 2\n",
];

/// Turns played from each position.
const TURNS: usize = 25;

/// Games played out by each robot in each turn.
const NODES: u64 = 500;

/// Plays the positions; `--nodes` replaces the budget of each turn.
pub fn run(flags: &Flags<Params>) -> Report {
    let mut bench = Bench::new(flags.nodes.unwrap_or(NODES));
    let style = Style::ALL[flags.style];
    for text in &POSITIONS {
        let (board, mut state) = position(text);
        let mut robots =
            [0, 1].map(|_| Robot::new(board.clone(), style, flags.params.clone(), flags.seed));
        for _ in 0..TURNS {
            if state.verdict().is_some() {
                break;
            }
            let mut moves = [Move::Pass; 2];
            for (side, robot) in robots.iter_mut().enumerate() {
                let view = if side == 0 { state } else { turned_round(&board, &state) };
                moves[side] = bench.turn(|deadline| {
                    let decision = robot.decide(&view, deadline);
                    (decision.step, decision.nodes)
                });
                bench.sign(format!("{}\n", moves[side].word()).as_bytes());
            }
            state.turn(&board, moves);
        }
    }
    bench.report()
}

/// The board and the state of a position of the bench.
pub fn position(text: &str) -> (Board, State) {
    match Reader::new(text.as_bytes()).start() {
        Ok(Some(start)) => start,
        Ok(None) => unreachable!("no position is empty"),
        Err(error) => unreachable!("{error}"),
    }
}

/// The position as the opponent sees it.
fn turned_round(board: &Board, state: &State) -> State {
    let mut lead = state.lead;
    for lead in &mut lead {
        *lead = -*lead;
    }
    State::new(board, [state.at[1], state.at[0]], state.left, lead)
}
