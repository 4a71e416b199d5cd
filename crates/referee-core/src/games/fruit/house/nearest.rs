//! The idea of the framework's own opponent: the nearest fruit, of whatever category.

use std::collections::VecDeque;

use super::robot::Robot;
use crate::games::fruit::board::Move;
use crate::games::fruit::view::View;

/// Takes the fruit on its cell, or else searches breadth first, with neighbours in the order north, south, west, east,
/// and makes the first step to the first fruit found.
pub(super) struct Nearest;

impl Robot for Nearest {
    fn choose(&mut self, view: &View) -> Move {
        let board = &view.board;
        if board.fruit(view.me).is_some() {
            return Move::Take;
        }
        let mut seen = vec![view.me];
        let mut edge = VecDeque::from([(view.me, None)]);
        while let Some((cell, first)) = edge.pop_front() {
            if board.fruit(cell).is_some() {
                return first.unwrap_or(Move::Take);
            }
            for step in [Move::North, Move::South, Move::West, Move::East] {
                let there = step.target(cell);
                if board.has(there) && !seen.contains(&there) {
                    seen.push(there);
                    edge.push_back((there, first.or(Some(step))));
                }
            }
        }
        Move::Pass
    }
}
