//! The lines about robots, as they are sent.

use std::fmt::Write;

use super::board::Cell;
use super::world::{Event, RobotIndex, World};

/// What the server of the judging runs wrote differently from the task text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// A blank behind each word group, two behind a package's: `#87 X 1 Y 1 P 5  P 3  `.
    pub spacing: bool,
    /// The first reply tells again where the robots are.
    pub located_first_reply: bool,
}

/// The line in which a robot that comes learns where all are, itself included, by ascending id:
/// `#1 X 1 Y 2 #2 X 2 Y 1`.
pub fn start_line(world: &World) -> String {
    let mut robots: Vec<_> = world.living().map(|(_, robot)| robot).collect();
    robots.sort_unstable_by_key(|robot| robot.id);
    let place = |cell: Cell| format!("X {} Y {}", cell.x, cell.y);
    let robots: Vec<String> =
        robots.iter().map(|robot| format!("#{} {}", robot.id, place(robot.cell))).collect();
    robots.join(" ")
}

/// The reply to a turn: what happened to each robot that was alive before it, in the order in which
/// it happened, by ascending id.
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
