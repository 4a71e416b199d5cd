//! The nodes of motions, and of what can follow a car that is at no node.

use super::explore::OFF_ROAD;
use super::motions::Graph;
use super::node::Node;
use crate::motion::Motion;
use crate::numbering::{row, TOP_SPEED};
use crate::rules::MoveNumber;

impl Graph {
    /// The legal motions that can follow from any state of a car, also from a state that is not a node,
    /// such as a car at rest, in a move of a given number; rules that look back take nothing away.
    /// Empty off the road.
    pub fn after(&self, car: Motion, number: MoveNumber) -> Vec<Node> {
        let Motion { at, vector } = car;
        if at.x < 0 || at.y < 0 || at.x as usize >= self.width {
            return Vec::new();
        }
        let road = match self.road.get(at.y as usize * self.width + at.x as usize) {
            Some(road) if *road != OFF_ROAD => *road,
            _ => return Vec::new(),
        };
        let (x, y) = (i32::from(vector.x), i32::from(vector.y));
        if x.abs() > TOP_SPEED {
            return Vec::new();
        }
        (y - 1..=y + 1)
            .filter(|near| near.abs() <= TOP_SPEED)
            .flat_map(|near| self.by_source.run(row(road, near), x).numbers())
            .map(|node| Node(node + self.half(number)))
            .collect()
    }

    /// The node of a motion, in a move of a given number, if it can be reached.
    pub fn node(&self, motion: Motion, number: MoveNumber) -> Option<Node> {
        let before = Motion { at: motion.source(), vector: motion.vector };
        self.after(before, number).into_iter().find(|node| self.motion(*node) == motion)
    }

    /// Where the nodes of moves with this number begin.
    fn half(&self, number: MoveNumber) -> u32 {
        if self.len() > self.count && !number.is_odd() {
            self.count as u32
        } else {
            0
        }
    }
}
