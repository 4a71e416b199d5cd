//! The bench: fixed positions played on against itself, a signature of all that was said, and a
//! speed.

use std::fmt;
use std::time::{Duration, Instant};

use gridkit::Deadline;

use crate::board::Board;
use crate::cell::Move;
use crate::params::Params;
use crate::protocol::Reader;
use crate::robot::{Robot, Style};
use crate::state::State;

/// The positions, as the referee sends the first turn of a game.
const POSITIONS: [&str; 9] = [
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
    // Contact: whoever steps to the apple first shares it, or finds it taken.
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

/// What the bench found.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Equal for equal behaviour, on every machine.
    pub signature: u64,
    /// Games that were played out.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "signature {:016x}", self.signature)?;
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes, {speed:.0} nodes per second", self.nodes)
    }
}

/// Plays the positions; `nodes` overrides the budget of each turn.
pub fn run(style: Style, params: &Params, nodes: Option<u64>, seed: u64) -> Report {
    let begin = Instant::now();
    // FNV-1a, 64 bits, over the text of all answers.
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    let mut played_out = 0;
    for text in &POSITIONS {
        let (board, mut state) = position(text);
        let mut robots = [0, 1].map(|_| Robot::new(board.clone(), style, params.clone(), seed));
        for _ in 0..TURNS {
            if state.verdict().is_some() {
                break;
            }
            let mut moves = [Move::Pass; 2];
            for (side, robot) in robots.iter_mut().enumerate() {
                let view = if side == 0 { state } else { turned_round(&board, &state) };
                let deadline = Deadline::after_nodes(nodes.unwrap_or(NODES));
                let decision = robot.decide(&view, &deadline);
                moves[side] = decision.step;
                played_out += decision.nodes;
                for byte in moves[side].word().bytes().chain([b'\n']) {
                    signature = (signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
            state.turn(&board, moves);
        }
    }
    Report { signature, nodes: played_out, time: begin.elapsed() }
}

fn position(text: &str) -> (Board, State) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_every_time() {
        let params = Params::default();
        let report = run(Style::Search, &params, Some(20), 1);
        assert_eq!(run(Style::Search, &params, Some(20), 1).signature, report.signature);
        assert_ne!(run(Style::Search, &params, Some(20), 2).signature, report.signature);
        assert_ne!(run(Style::Mo, &params, Some(20), 1).signature, report.signature);
        assert!(report.nodes > 0);
    }

    #[test]
    fn every_position_is_open_and_complete() {
        for text in &POSITIONS {
            let (board, state) = position(text);
            assert_eq!(state.verdict(), None, "{text}");
            let halves = |line: &str| -> Vec<u32> {
                line.split(' ').map(|number| number.parse().unwrap()).collect()
            };
            let lines: Vec<&str> = text.lines().collect();
            let [mine, his] = [2, 1].map(|back| halves(lines[lines.len() - back]));
            for (category, (mine, his)) in mine.iter().zip(&his).enumerate() {
                let taken = (mine + his) / 2;
                let left = (state.left & board.of_category(category)).count_ones();
                assert_eq!(left + taken, u32::from(board.total(category)), "{text}");
            }
        }
    }
}
