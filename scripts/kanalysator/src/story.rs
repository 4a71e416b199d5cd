//! The standing after each round: the total moves of each car if it continues by the best way.

use serde::Serialize;

use crate::analysis::Worth;
use crate::race::{Deed, PlayedRace};

/// The standing after a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The round.
    pub round: u32,
    /// By seat: the round in which the car would finish; `None` for a player that left, and if every way
    /// crashes.
    pub home: Vec<Option<u32>>,
    /// The seats that would finish first.
    pub leaders: Vec<usize>,
}

/// The standing after each round.
pub fn standings(played: &PlayedRace, worths: &[Worth]) -> Vec<Standing> {
    let mut home: Vec<Option<u32>> = vec![None; played.players.len()];
    let mut standings: Vec<Standing> = Vec::new();
    for (situation, worth) in played.situations.iter().zip(worths) {
        let (seat, round) = (situation.seat, situation.round);
        home[seat] = match situation.deed {
            // The move of this round is still to come.
            Deed::Crashed(_) => worth.after.map(|left| round - 1 + u32::from(left)),
            _ => worth.after.map(|left| round + u32::from(left)),
        };
        let best = home.iter().flatten().min().copied();
        let leaders = (0..home.len()).filter(|seat| best.is_some() && home[*seat] == best);
        let standing = Standing { round, home: home.clone(), leaders: leaders.collect() };
        match standings.last_mut() {
            Some(last) if last.round == round => *last = standing,
            _ => standings.push(standing),
        }
    }
    standings
}

/// The round after which the winner was ahead of all others until the end. `None` if no player has won, or if
/// others finished in the same round, so that the order in the round decided.
pub fn decided(played: &PlayedRace, standings: &[Standing]) -> Option<u32> {
    let winner = played.players.iter().position(|player| player.rank == 1)?;
    let ahead = standings.iter().rev().take_while(|it| it.leaders == [winner]);
    ahead.last().map(|standing| standing.round)
}
