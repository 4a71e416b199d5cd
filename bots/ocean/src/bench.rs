//! The bench: fixed games against itself, a signature of all that was said, and a speed.

use std::fmt;
use std::time::{Duration, Instant};

use gridkit::Deadline;

use crate::captain::Captain;
use crate::duel::Duel;
use crate::map::{Map, SIDE};
use crate::orders;
use crate::params::Params;
use crate::protocol::Start;

/// The maps: an open sea, islands, and narrow waters.
const MAPS: [[&str; SIDE]; 3] = [
    ["..............."; SIDE],
    [
        "...............",
        "...xx..........",
        "...xx......xx..",
        "...........xx..",
        "...............",
        "......xxx......",
        "......xxx......",
        "......xxx......",
        "...............",
        ".xx............",
        ".xx.........xxx",
        "............xxx",
        "............xxx",
        "....xx.........",
        "....xx.........",
    ],
    [
        "xx.....xx......",
        "xx.....xx......",
        ".......xx...xx.",
        "...xx.......xx.",
        "...xx..........",
        "...............",
        "xxxx...xxxxx...",
        "xxxx...xxxxx...",
        "..........xx...",
        "..............x",
        "...xx.........x",
        "...xx..xx......",
        ".......xx......",
        "............xxx",
        "............xxx",
    ],
];

/// Turns played on each map.
const TURNS: usize = 120;

/// Lines weighed in each turn at most.
const NODES: u64 = 1_000;

/// What the bench found.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Equal for equal behaviour, on every machine.
    pub signature: u64,
    /// Lines of orders that were weighed.
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

/// Plays the games; `nodes` overrides the budget of each turn.
pub fn run(params: &Params, nodes: Option<u64>, seed: u64) -> Report {
    let begin = Instant::now();
    // FNV-1a, 64 bits, over the text of all answers.
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    let mut weighed = 0;
    for rows in &MAPS {
        let map = Map::from_rows(rows).unwrap_or_else(|(_, why)| unreachable!("{why}"));
        let mut captains =
            [0, 1].map(|seat| Captain::new(Start { seat, map: map.clone() }, params.clone(), seed));
        let mut duel = Duel::new(map, [captains[0].at(), captains[1].at()], 4);
        for _ in 0..TURNS {
            let captain = &mut captains[usize::from(duel.seat())];
            let mut deadline = Deadline::after_nodes(nodes.unwrap_or(NODES));
            let decision = captain.turn(&duel.turn(), &mut deadline);
            weighed += u64::from(decision.weighed);
            for byte in orders::line(&decision.orders).bytes().chain([b'\n']) {
                signature = (signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            if duel.play(&decision.orders).is_some() {
                break;
            }
        }
    }
    Report { signature, nodes: weighed, time: begin.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_every_time() {
        let params = Params::default();
        let report = run(&params, Some(50), 1);
        assert_eq!(run(&params, Some(50), 1).signature, report.signature);
        assert_ne!(run(&params, Some(50), 2).signature, report.signature);
        assert!(report.nodes > 0);
    }
}
