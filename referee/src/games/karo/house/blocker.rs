//! A good driver that is no friend of the others.

use super::Driver;
use super::chart::{Chart, FAR};
use super::cruiser::Cruiser;
use super::view::View;
use crate::games::karo::motion::Motion;
use crate::games::karo::track::Cell;

/// Looks at rivals that can be within so many columns and rows of one of its own moves.
const NEAR: u32 = 3;
/// What it counts for a rival that must crash, in moves.
const CRASH: u32 = 8;

/// Of all moves from which its own way is shortest it makes the one that costs the others most: it stands on
/// cells that they need. On the largest maps neither its own moves nor the losses of others are exact: see
/// [`Chart::left`].
pub(super) struct Blocker;

impl Driver for Blocker {
    fn choose(&mut self, view: &View, chart: &Chart, moves: &[Motion]) -> Motion {
        let first = Cruiser::default().choose(view, chart, moves);
        let left = |motion: Motion| shortest_of(view, chart, view.me, motion);
        let least = left(first);
        if view.is_placing() || least >= FAR {
            return first;
        }
        let equal = moves.iter().copied().filter(|it| left(*it) == least);
        let rivals: Vec<Vec<(Cell, u32)>> =
            rivals(view).map(|rival| ways_of(view, chart, rival)).collect();
        let cost = |cell: Cell| -> u32 { rivals.iter().map(|ways| loss(ways, cell)).sum() };
        // The first of the most costly: moves come in a fixed order.
        let all: Vec<(u32, Motion)> = equal.map(|it| (cost(it.at), it)).collect();
        let most = all.iter().map(|it| it.0).max();
        all.into_iter().find(|it| Some(it.0) == most).map_or(first, |it| it.1)
    }
}

/// Rivals near by that still have to move in this round: they are the ones to be blocked.
fn rivals(view: &View) -> impl Iterator<Item = usize> {
    let me = view.players[view.me].car;
    let near = move |car: Motion| {
        let target = |motion: Motion| motion.next(motion.vector).at;
        me.is_some_and(|me| {
            let (mine, its) = (target(me), target(car));
            mine.x.abs_diff(its.x).max(mine.y.abs_diff(its.y)) <= NEAR
        })
    };
    let all = view.players.iter().enumerate();
    let waiting = all.filter(move |(seat, it)| *seat != view.me && it.races && !it.moved);
    waiting.filter(move |(_, it)| it.car.is_some_and(near)).map(|(seat, _)| seat)
}

/// The moves of a rival, with the moves that are left after each.
fn ways_of(view: &View, chart: &Chart, rival: usize) -> Vec<(Cell, u32)> {
    let car = view.players[rival].car;
    let moves = car.into_iter().flat_map(|car| car.successors(&view.track));
    moves.map(|it| (it.at, shortest_of(view, chart, rival, it))).collect()
}

/// The moves that are left for a player after a move.
fn shortest_of(view: &View, chart: &Chart, player: usize, motion: Motion) -> u32 {
    chart.left(&chart.after(motion, chart.open_of(view, player)))
}

/// What a rival loses if a cell is taken.
fn loss(ways: &[(Cell, u32)], taken: Cell) -> u32 {
    let best = ways.iter().map(|it| it.1).min().unwrap_or(FAR);
    let rest = ways.iter().filter(|it| it.0 != taken).map(|it| it.1).min().unwrap_or(FAR);
    (rest - best).min(CRASH)
}
