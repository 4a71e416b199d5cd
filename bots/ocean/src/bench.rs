//! The bench: fixed games of the bot against itself.

use gridkit::{Bench, Flags, Report};

use crate::duel::Duel;
use crate::map::{Map, SIDE};
use crate::orders;
use crate::params::Params;
use crate::player::Player;
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

/// Lines evaluated in each turn at most.
const NODES: u64 = 1_000;

/// Plays the games; `--nodes` replaces the budget of each turn.
pub fn run(flags: &Flags<Params>) -> Report {
    let mut bench = Bench::new(flags.nodes.unwrap_or(NODES));
    for rows in &MAPS {
        let map = Map::from_rows(rows).unwrap_or_else(|(_, why)| unreachable!("{why}"));
        let mut players = [0, 1].map(|seat| {
            Player::new(Start { seat, map: map.clone() }, flags.params.clone(), flags.seed)
        });
        let mut duel = Duel::new(map, [players[0].at(), players[1].at()], 4);
        for _ in 0..TURNS {
            let player = &mut players[usize::from(duel.seat())];
            let decision = bench.turn(|deadline| {
                let decision = player.turn(&duel.turn(), deadline);
                let weighed = u64::from(decision.weighed);
                (decision, weighed)
            });
            bench.sign((orders::line(&decision.orders) + "\n").as_bytes());
            if duel.play(&decision.orders).is_some() {
                break;
            }
        }
    }
    bench.report()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(nodes: u64, seed: u64) -> u64 {
        run(&Flags { nodes: Some(nodes), seed, ..Flags::default() }).signature
    }

    /// A change of it announces that the bot plays differently.
    #[test]
    fn the_signature_of_the_bench_is_known() {
        let report = run(&Flags::default());
        insta::assert_snapshot!(format!("{:016x}", report.signature), @"e32b2c7e203751f3");
    }

    #[test]
    fn the_signature_depends_on_the_seed_and_the_budget_alone() {
        assert_eq!(signature(50, 1), signature(50, 1));
        assert_ne!(signature(50, 1), signature(50, 2));
        assert_ne!(signature(50, 1), signature(200, 1));
    }
}
