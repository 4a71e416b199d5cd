//! A driver like the bot `KaBotte` as its author described it in 2018.
//!
//! It keeps to quickest ways. Where other cars are near it searches through what all of them may do in the
//! rest of this round and in the next one, by their quickest moves alone, over the unknown order of turns.
//! Whoever leads fears the worst of the others, whoever is behind wants to harm them, and else everybody
//! drives for itself. In `REmulAde` it gives up moves that a repetition may lead into a crash.

mod caution;
mod tree;

use super::Driver;
use super::chart::{Chart, FAR};
use super::cruiser::Cruiser;
use super::view::View;
use crate::games::karo::motion::Motion;
use crate::games::karo::special::SpecialRule;
use caution::Caution;
use tree::{MOST_CARS, Racer, Strategy, Tree, Way};

/// Other cars count that are within so many columns and rows, now or if all go straight on.
const NEAR: u32 = 3;

pub(super) struct Kabotte2018;

impl Driver for Kabotte2018 {
    fn choose(&mut self, view: &View, chart: &Chart, moves: &[Motion]) -> Motion {
        let prudent = prudent(view, chart, moves);
        let moves = if prudent.is_empty() { moves } else { &prudent[..] };
        let open = chart.open_of(view, view.me);
        let left = |motion: &Motion| chart.left(&chart.after(*motion, open));
        let least = moves.iter().map(left).min().unwrap_or(FAR);
        if view.is_placing() || least >= FAR {
            return Cruiser::default().choose(view, chart, moves);
        }
        let equal: Vec<Motion> = moves.iter().copied().filter(|it| left(it) == least).collect();
        let rivals = near(view);
        let mut best = equal.clone();
        if equal.len() > 1 && !rivals.is_empty() {
            let ours: Vec<Way> = equal.iter().map(|it| way(chart, *it, open)).collect();
            let rivals = rivals.iter().map(|rival| racer(view, chart, *rival)).collect();
            let values = Tree::new(chart, strategy(view, chart, least), ours, rivals).values();
            best = best_of(&equal, &values);
        }
        // The first of those with most quickest moves after them: moves come in a fixed order.
        let onward = |motion: &Motion| tree::onward(chart, &way(chart, *motion, open)).len();
        let most = best.iter().map(onward).max();
        best.into_iter().find(|it| Some(onward(it)) == most).expect("there is a best move")
    }
}

/// The moves of most value, as far as rounding tells them apart.
fn best_of(moves: &[Motion], values: &[f64]) -> Vec<Motion> {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Values can be so large that nothing is left of the difference: a rival may have no way home.
    let pairs = moves.iter().zip(values).filter(|it| *it.1 >= most - 1e-9);
    pairs.map(|it| *it.0).collect()
}

/// The moves that are not too dangerous if the car has to repeat them; all where `REmulAde` is not in force.
fn prudent(view: &View, chart: &Chart, moves: &[Motion]) -> Vec<Motion> {
    if view.is_placing() || !view.rules.contains(&SpecialRule::Remulade) {
        return moves.to_vec();
    }
    let mut caution = Caution::new(chart, chart.open_of(view, view.me));
    moves.iter().copied().filter(|motion| caution.allows(*motion)).collect()
}

fn way(chart: &Chart, motion: Motion, open: super::chart::Open) -> Way {
    let situation = chart.after(motion, open);
    Way { situation, left: chart.left(&situation) }
}

/// A rival as it stands.
fn racer(view: &View, chart: &Chart, rival: usize) -> Racer {
    let player = &view.players[rival];
    let open = chart.open_of(view, rival);
    let moves = player.car.into_iter().flat_map(|car| car.successors(&view.track));
    Racer { ways: moves.map(|motion| way(chart, motion, open)).collect(), moved: player.moved }
}

/// The nearest rivals.
fn near(view: &View) -> Vec<usize> {
    let Some(me) = view.players[view.me].car else { return Vec::new() };
    let far = |car: Motion| {
        let ahead = |motion: Motion| motion.next(motion.vector).at;
        let apart = |one: crate::games::karo::track::Cell, two: crate::games::karo::track::Cell| {
            one.x.abs_diff(two.x).max(one.y.abs_diff(two.y))
        };
        apart(me.at, car.at).min(apart(ahead(me), ahead(car)))
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

/// By how far it is ahead of the best of the others, or behind.
fn strategy(view: &View, chart: &Chart, ours: u32) -> Strategy {
    let all = view.players.iter().enumerate();
    let rivals = all.filter(|(seat, it)| *seat != view.me && it.races && it.car.is_some());
    let left = |(seat, it): (usize, &super::view::Player)| {
        let ways = racer(view, chart, seat).ways.into_iter().map(|way| way.left + 1);
        // Who has moved in this round has one move less to make in it.
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
