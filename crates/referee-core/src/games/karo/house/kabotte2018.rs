//! A driver like the bot `KaBotte` as its author described it in 2018.
//!
//! It drives the quickest ways. If other cars are near, it searches the quickest moves of all of them in the rest of
//! this round and in the next one, over the unknown order of turns. If it leads, it expects the worst moves of the
//! others; if it is behind, it wants to slow them down; otherwise it minimises its own moves. In `REmulAde` it
//! rejects moves whose repetition may end in a crash.

mod caution;
mod tree;

use super::chart::{FAR, Open};
use super::cruiser::Cruiser;
use super::driver::Driver;
use super::layers::Layers;
use super::view::{Player, View};
use crate::games::karo::motion::Motion;
use crate::games::karo::special::SpecialRule;
use caution::Caution;
use tree::{MOST_CARS, Racer, Strategy, Tree, Way};

/// A car counts if it is within this many columns and rows, now or after everybody has gone straight on.
const NEAR: u32 = 3;

pub(super) struct Kabotte2018;

impl Driver for Kabotte2018 {
    fn choose(&mut self, view: &View, layers: &Layers, moves: &[Motion]) -> Motion {
        let prudent = prudent(view, layers, moves);
        let moves = if prudent.is_empty() { moves } else { &prudent[..] };
        let open = layers.open_of(view, view.me);
        let left = |motion: &Motion| layers.left(&layers.after(*motion, open));
        let least = moves.iter().map(left).min().unwrap_or(FAR);
        if view.is_placing() || least >= FAR {
            return Cruiser::default().choose(view, layers, moves);
        }
        let equal: Vec<Motion> = moves.iter().copied().filter(|it| left(it) == least).collect();
        let rivals = near(view);
        let mut best = equal.clone();
        if equal.len() > 1 && !rivals.is_empty() {
            let ours: Vec<Way> = equal.iter().map(|it| way(layers, *it, open)).collect();
            let rivals = rivals.iter().map(|rival| racer(view, layers, *rival)).collect();
            let values = Tree::new(layers, strategy(view, layers, least), ours, rivals).values();
            best = best_of(&equal, &values);
        }
        // Among equals the first with the most quickest moves after it; the order of moves is fixed.
        let onward = |motion: &Motion| tree::onward(layers, &way(layers, *motion, open)).len();
        let most = best.iter().map(onward).max();
        best.into_iter().find(|it| Some(onward(it)) == most).expect("there is a best move")
    }
}

/// The moves with the greatest value, up to rounding errors.
fn best_of(moves: &[Motion], values: &[f64]) -> Vec<Motion> {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A value can be so large that the difference vanishes: a rival may have no way to the finish.
    let pairs = moves.iter().zip(values).filter(|it| *it.1 >= most - 1e-9);
    pairs.map(|it| *it.0).collect()
}

/// The moves that are not too dangerous if the car has to repeat them. Without `REmulAde` these are all moves.
fn prudent(view: &View, layers: &Layers, moves: &[Motion]) -> Vec<Motion> {
    if view.is_placing() || !view.rules.contains(&SpecialRule::Remulade) {
        return moves.to_vec();
    }
    let mut caution = Caution::new(layers, layers.open_of(view, view.me));
    moves.iter().copied().filter(|motion| caution.allows(*motion)).collect()
}

fn way(layers: &Layers, motion: Motion, open: Open) -> Way {
    let situation = layers.after(motion, open);
    Way { situation, left: layers.left(&situation) }
}

/// The possible moves of a rival.
fn racer(view: &View, layers: &Layers, rival: usize) -> Racer {
    let player = &view.players[rival];
    let open = layers.open_of(view, rival);
    let moves = player.car.into_iter().flat_map(|car| car.successors(&view.track));
    Racer { ways: moves.map(|motion| way(layers, motion, open)).collect(), moved: player.moved }
}

/// The nearest rivals.
fn near(view: &View) -> Vec<usize> {
    let Some(me) = view.players[view.me].car else { return Vec::new() };
    let far = |car: Motion| {
        let ahead = |motion: Motion| motion.next(motion.vector).at;
        me.at.chebyshev(car.at).min(ahead(me).chebyshev(ahead(car)))
    };
    let all = view.players.iter().enumerate();
    let racing = all.filter(|(seat, it)| *seat != view.me && it.races);
    let mut near: Vec<(u32, usize)> =
        racing.filter_map(|(seat, it)| Some((it.car.map(far)?, seat))).collect();
    near.retain(|it| it.0 <= NEAR);
    near.sort_unstable();
    near.truncate(MOST_CARS - 1);
    near.into_iter().map(|it| it.1).collect()
}

/// The strategy that follows from the lead over the best rival.
fn strategy(view: &View, layers: &Layers, ours: u32) -> Strategy {
    let all = view.players.iter().enumerate();
    let rivals = all.filter(|(seat, it)| *seat != view.me && it.races && it.car.is_some());
    let left = |(seat, it): (usize, &Player)| {
        let ways = racer(view, layers, seat).ways.into_iter().map(|way| way.left + 1);
        // A car that has moved in this round makes one move less in it.
        ways.min().map_or(FAR, |left| left + u32::from(it.moved))
    };
    match rivals.map(left).min() {
        Some(theirs) if theirs > ours + 1 => Strategy::Paranoid,
        Some(theirs) if theirs + 2 <= ours + 1 => Strategy::Offensive,
        _ => Strategy::Own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::karo::motion::Vector;
    use crate::games::karo::track::Cell;

    #[test]
    fn a_best_move_is_found_whatever_the_size_of_the_values() {
        let moves = [0, 1, 2].map(|x| Motion::new(Cell::new(x, 0), Vector::new(1, 0)));
        for size in [1.0, 1e9, f64::from(FAR) * 8.0] {
            let values = [-size - 1.0, -size, -size];
            assert_eq!(best_of(&moves, &values), moves[1..], "{size}");
        }
    }
}
