//! The lines about robots in the protocol.

use std::fmt::Write;

use super::board::Cell;
use super::world::{Event, RobotIndex, World};

/// Deviations of the judges' server from the task text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// A blank behind each word group, two behind a package's: `#87 X 1 Y 1 P 5  P 3  `.
    pub spacing: bool,
    /// The first reply repeats the positions of the robots.
    pub located_first_reply: bool,
}

/// The line for a robot that joins, with the positions of all robots, itself included, by ascending id:
/// `#1 X 1 Y 2 #2 X 2 Y 1`.
pub fn start_line(world: &World) -> String {
    let mut robots: Vec<_> = world.living().map(|(_, robot)| robot).collect();
    robots.sort_unstable_by_key(|robot| robot.id);
    let place = |cell: Cell| format!("X {} Y {}", cell.x, cell.y);
    let robots: Vec<String> =
        robots.iter().map(|robot| format!("#{} {}", robot.id, place(robot.cell))).collect();
    robots.join(" ")
}

/// The reply to a turn: by ascending id, the events of each robot that was alive before it, in their order.
pub fn reply_line(world: &World, living: &[RobotIndex], quirks: Quirks) -> String {
    let mut robots: Vec<_> = living.iter().map(|index| &world.robots()[index.0]).collect();
    robots.sort_unstable_by_key(|robot| robot.id);
    let mut line = String::new();
    for robot in robots {
        let _ = write!(line, "#{} ", robot.id);
        for event in &robot.events {
            let _ = match event {
                Event::Placed(Cell { x, y }) => write!(line, "X {x} Y {y} "),
                Event::Moved(direction) => write!(line, "{} ", direction.letter()),
                Event::Picked(id) => write!(line, "P {id} "),
                Event::Dropped(id) => write!(line, "D {id} "),
            };
            if quirks.spacing && matches!(event, Event::Picked(_) | Event::Dropped(_)) {
                line.push(' ');
            }
        }
    }
    if !quirks.spacing {
        line.pop();
    }
    line
}
