//! A driver that takes the shortest way and blocks others when that costs it nothing.

use super::chart::FAR;
use super::cruiser::Cruiser;
use super::driver::Driver;
use super::layers::Layers;
use super::view::View;
use crate::games::karo::motion::Motion;
use crate::games::karo::track::Cell;

/// A rival counts if it can come within this many columns and rows of the driver's own target.
const NEAR: u32 = 3;
/// The loss of a rival that must crash, in moves.
const CRASH: u32 = 8;

/// Among the moves with the shortest own way it makes the one that costs the rivals most, because it takes a cell
/// that they need. On the largest maps neither its own moves nor the losses of others are exact: see
/// [`Layers::left`].
pub(super) struct Blocker;

impl Driver for Blocker {
    fn choose(&mut self, view: &View, layers: &Layers, moves: &[Motion]) -> Motion {
        let first = Cruiser::default().choose(view, layers, moves);
        let left = |motion: Motion| shortest_of(view, layers, view.me, motion);
        let least = left(first);
        if view.is_placing() || least >= FAR {
            return first;
        }
        let equal = moves.iter().copied().filter(|it| left(*it) == least);
        let rivals: Vec<Vec<(Cell, u32)>> =
            rivals(view).map(|rival| ways_of(view, layers, rival)).collect();
        let cost = |cell: Cell| -> u32 { rivals.iter().map(|ways| loss(ways, cell)).sum() };
        // The first of the most costly: moves come in a fixed order.
        let all: Vec<(u32, Motion)> = equal.map(|it| (cost(it.at), it)).collect();
        let most = all.iter().map(|it| it.0).max();
        all.into_iter().find(|it| Some(it.0) == most).map_or(first, |it| it.1)
    }
}

/// The rivals near by that still have to move in this round. The others cannot be blocked.
fn rivals(view: &View) -> impl Iterator<Item = usize> {
    let me = view.players[view.me].car;
    let near = move |car: Motion| {
        let target = |motion: Motion| motion.next(motion.vector).at;
        me.is_some_and(|me| target(me).chebyshev(target(car)) <= NEAR)
    };
    let all = view.players.iter().enumerate();
    let waiting = all.filter(move |(seat, it)| *seat != view.me && it.races && !it.moved);
    waiting.filter(move |(_, it)| it.car.is_some_and(near)).map(|(seat, _)| seat)
}

/// The moves of a rival, with the moves that are left after each.
fn ways_of(view: &View, layers: &Layers, rival: usize) -> Vec<(Cell, u32)> {
    let car = view.players[rival].car;
    let moves = car.into_iter().flat_map(|car| car.successors(&view.track));
    moves.map(|it| (it.at, shortest_of(view, layers, rival, it))).collect()
}

/// The moves that are left for a player after a move.
fn shortest_of(view: &View, layers: &Layers, player: usize, motion: Motion) -> u32 {
    layers.left(&layers.after(motion, layers.open_of(view, player)))
}

/// The moves that a rival loses if a cell is taken.
fn loss(ways: &[(Cell, u32)], taken: Cell) -> u32 {
    let best = ways.iter().map(|it| it.1).min().unwrap_or(FAR);
    let rest = ways.iter().filter(|it| it.0 != taken).map(|it| it.1).min().unwrap_or(FAR);
    (rest - best).min(CRASH)
}
