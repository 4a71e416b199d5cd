//! The fewest moves from the start of a track to its finish, under the settings of a game.

use crate::circuit::{Direction, Line, LineRule};
use crate::graph::Graph;
use crate::motion::Motion;
use crate::search::{search, Origin, Plan};
use crate::stops::Course;
use crate::tour::Tour;
use crate::track::{Cell, Tile, Track};

/// What a game is played by, as far as it changes the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether every checkpoint has to be passed.
    pub checkpoints: bool,
    pub direction: Direction,
}

/// Everything that a track and the settings decide before a car moves.
pub struct Race {
    graph: Graph,
    tour: Tour,
    starts: Vec<Cell>,
    circuit: bool,
}

impl Race {
    /// Makes the graph and the bounds.
    ///
    /// The direction setting means something on circuits alone. If no car can finish by it, the
    /// track is none, whatever the shape of its line: this stands for the list of exceptions that
    /// players keep.
    pub fn new(track: &Track, settings: Settings) -> Race {
        let line = Line::of(track).filter(Line::is_circuit);
        let rule = match (line, settings.direction) {
            (None, _) | (_, Direction::Free) => {
                return Race::by(track, settings, LineRule::FREE, false)
            }
            (Some(line), direction) => line.rule(direction),
        };
        let race = Race::by(track, settings, rule, settings.direction == Direction::Formula1);
        if race.plan().is_some() {
            Race { circuit: true, ..race }
        } else {
            Race::by(track, settings, LineRule::FREE, false)
        }
    }

    fn by(track: &Track, settings: Settings, rule: LineRule, line_first: bool) -> Race {
        let starts: Vec<Cell> = track.cells_of(Tile::Start).collect();
        let graph = Graph::new(track, settings.checkpoints, rule, &starts);
        let checkpoints = if settings.checkpoints { track.numbers().len() } else { 0 };
        let tour = Tour::new(&graph, Course::new(checkpoints, line_first));
        Race { graph, tour, starts, circuit: false }
    }

    /// Whether the direction setting is in force.
    pub fn is_circuit(&self) -> bool {
        self.circuit
    }

    /// The states that cars can be in.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// All quickest ways from the start cells; `None` if no car can finish without a crash.
    pub fn plan(&self) -> Option<Plan> {
        let cars: Vec<Motion> = self.starts.iter().map(|cell| Motion::at_rest(*cell)).collect();
        let open = self.tour.course().all();
        search(&self.graph, &self.tour, &Origin { cars: &cars, open, taken: &[] })
    }

    /// One of the quickest ways, without the placement on the start cell.
    pub fn way(&self, plan: &Plan) -> Vec<Motion> {
        plan.way(&self.graph, &self.tour, self.tour.course().all())
    }
}
