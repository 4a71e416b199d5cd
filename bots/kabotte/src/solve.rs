//! The fewest moves to the finish of a track, under the settings of a game.

use gridkit::Deadline;

use crate::circuit::{Direction, Line, LineRule};
use crate::graph::{Graph, Node, Terms, MOST_MOTIONS};
use crate::motion::{Events, Motion, Vector};
use crate::reached::MOST_NODES;
use crate::rules::{MoveNumber, Rules};
use crate::search::{search, Failure, Origin, Plan};
use crate::stops::{Course, Stops};
use crate::tour::Tour;
use crate::track::{Cell, Tile, Track};

/// Whether a car may drive into a dead end to be set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crashes {
    Forbidden,
    Allowed,
}

/// What a game is played by, as far as it changes the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether every checkpoint has to be passed.
    pub checkpoints: bool,
    pub events: Events,
    pub direction: Direction,
    pub crashes: Crashes,
    /// How many records a crash sets a car back.
    pub zzz: u16,
    pub rules: Rules,
}

impl Settings {
    /// The usual ones, by which nearly all games are played.
    pub const USUAL: Settings = Settings {
        checkpoints: true,
        events: Events::Last,
        direction: Direction::Classic,
        crashes: Crashes::Forbidden,
        zzz: 2,
        rules: Rules::NONE,
    };
}

/// Everything that a track and the settings decide before a car moves.
pub struct Race {
    track: Track,
    settings: Settings,
    graph: Graph,
    tour: Tour,
    starts: Vec<Cell>,
    /// States of cars that were taken in.
    others: Vec<Motion>,
    /// The quickest ways from the start cells without a crash.
    opening: Result<Plan, Failure>,
    circuit: bool,
}

impl Race {
    /// Makes the graph and the bounds, and plans from the start.
    ///
    /// The direction setting means something on circuits alone. If no car can finish by it, the
    /// track is not a circuit, whatever the shape of its line. This replaces the list of exceptions that
    /// players keep.
    pub fn new(track: &Track, settings: Settings, deadline: &mut Deadline) -> Race {
        Race::with_room(track, settings, MOST_MOTIONS, deadline)
    }

    /// As [`Race::new`]; of more than `most_motions` motions, up to [`MOST_NODES`], the fastest are left out.
    pub fn with_room(
        track: &Track,
        settings: Settings,
        most_motions: usize,
        deadline: &mut Deadline,
    ) -> Race {
        let free = Terms {
            checkpoints: settings.checkpoints,
            events: settings.events,
            line: LineRule::FREE,
            rules: settings.rules,
            most_motions: most_motions.min(MOST_NODES),
        };
        // Without checkpoints every lap of Formula 1 is one of the classic setting.
        let has_checkpoints = settings.checkpoints && !track.numbers().is_empty();
        let formula1 = settings.direction == Direction::Formula1 && has_checkpoints;
        let line = Line::of(track).filter(Line::is_circuit);
        let rule = match (line, settings.direction) {
            (None, _) | (_, Direction::Free) => {
                return Race::by(track, settings, free, false, deadline)
            }
            (Some(line), Direction::Formula1) if formula1 => line.rule(Direction::Formula1),
            (Some(line), _) => line.rule(Direction::Classic),
        };
        let terms = Terms { line: rule, ..free };
        let race = Race::by(track, settings, terms, formula1, deadline);
        let is_circuit = race.can_finish() || {
            // A special rule may be what is in the way, and then the track is still a circuit.
            let plain = Terms { rules: Rules::NONE, ..terms };
            settings.rules != Rules::NONE
                && Race::by(track, settings, plain, formula1, deadline).can_finish()
        };
        if is_circuit {
            return Race { circuit: true, ..race };
        }
        // Both at once would take twice the memory.
        drop(race);
        Race::by(track, settings, free, false, deadline)
    }

    fn by(
        track: &Track,
        settings: Settings,
        terms: Terms,
        line_first: bool,
        deadline: &mut Deadline,
    ) -> Race {
        let starts: Vec<Cell> = track.cells_of(Tile::Start).collect();
        let mut others = Vec::new();
        if settings.crashes == Crashes::Allowed {
            others = road_at_rest(track);
        }
        let cars = starts.iter().map(|cell| Motion::at_rest(*cell)).chain(others.iter().copied());
        let graph = Graph::after_cars(track, terms, &cars.collect::<Vec<_>>());
        let checkpoints = if terms.checkpoints { track.numbers().len() } else { 0 };
        let tour = Tour::new(&graph, Course::new(checkpoints, line_first));
        let opening = Err(Failure::NoWay);
        let track = track.clone();
        let mut race =
            Race { track, settings, graph, tour, starts, others, opening, circuit: false };
        race.opening = race.search_from_cells(&race.starts, deadline);
        race
    }

    /// Takes in cars at rest on every cell of the road, where crashes can set them back to. Nodes
    /// have new numbers then. Done from the beginning where crashes are allowed.
    pub fn take_in_all(&mut self) {
        self.others = road_at_rest(&self.track);
        self.graph = Graph::after_cars(&self.track, self.graph.terms(), &self.others);
        self.tour = Tour::new(&self.graph, self.tour.course());
    }

    pub fn starts(&self) -> &[Cell] {
        &self.starts
    }

    /// Whether the moves of a car are among those that were prepared. Those of a car that was set
    /// back by a crash may not be.
    pub fn knows(&self, car: Motion, number: MoveNumber) -> bool {
        let is_at_start = car.vector == Vector::ZERO && self.starts.contains(&car.at);
        is_at_start || self.others.contains(&car) || self.graph.node(car, number).is_some()
    }

    /// Takes in what has become known of the track, for a car in any state. Nodes have new numbers
    /// then.
    pub fn take_in_track(&mut self, track: &Track, car: Motion) {
        self.track = track.clone();
        self.others.retain(|other| track.tile(other.at) != Tile::Blocked);
        self.take_in(car);
    }

    /// Takes in a car in any state. Nodes have new numbers then.
    pub fn take_in(&mut self, car: Motion) {
        self.take_in_cars(&[car]);
    }

    /// Takes in several cars in any states. Nodes have new numbers then.
    pub fn take_in_cars(&mut self, new: &[Motion]) {
        self.others.extend(new);
        let starts = self.starts.iter().map(|cell| Motion::at_rest(*cell));
        let cars: Vec<Motion> = starts.chain(self.others.iter().copied()).collect();
        self.graph = Graph::after_cars(&self.track, self.graph.terms(), &cars);
        self.tour = Tour::new(&self.graph, self.tour.course());
    }

    fn can_finish(&self) -> bool {
        !matches!(self.opening, Err(Failure::NoWay))
    }

    /// Whether the direction setting is in force.
    pub fn is_circuit(&self) -> bool {
        self.circuit
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    pub fn track(&self) -> &Track {
        &self.track
    }

    /// The states that cars can be in.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub fn tour(&self) -> &Tour {
        &self.tour
    }

    /// Which stops there are.
    pub fn course(&self) -> Course {
        self.tour.course()
    }

    /// All quickest ways from the start cells.
    ///
    /// # Errors
    /// If there is no way, or there was not enough time to find one.
    pub fn opening(&self) -> Result<&Plan, Failure> {
        self.opening.as_ref().map_err(|failure| self.doubted(*failure))
    }

    /// All quickest ways of a car that may choose among some cells to start from.
    ///
    /// # Errors
    /// As for [`plan`](Race::plan).
    pub fn plan_from_cells(
        &self,
        cells: &[Cell],
        deadline: &mut Deadline,
    ) -> Result<Plan, Failure> {
        self.search_from_cells(cells, deadline).map_err(|failure| self.doubted(failure))
    }

    fn search_from_cells(&self, cells: &[Cell], deadline: &mut Deadline) -> Result<Plan, Failure> {
        let number = MoveNumber::FIRST;
        let lists = cells.iter().map(|cell| self.first_moves(Motion::at_rest(*cell), number));
        let mut first: Vec<Node> = lists.flatten().collect();
        first.sort_unstable();
        first.dedup();
        let origin = Origin { first: &first, number, open: self.course().all(), cautious: false };
        self.search(&origin, deadline)
    }

    /// The moves that the track and the rules leave a car, whatever other cars do.
    pub fn first_moves(&self, car: Motion, number: MoveNumber) -> Vec<Node> {
        let mut nodes = self.graph.after(car, number);
        let mut next: Vec<Vector> =
            nodes.iter().map(|node| self.graph.motion(*node).vector).collect();
        self.graph.terms().rules.filter(&self.track, car, number, &mut next);
        nodes.retain(|node| next.contains(&self.graph.motion(*node).vector));
        nodes
    }

    /// All quickest ways that begin with one of some moves; where `REmulAde` is in force, those that keep
    /// to safe motions, if there are any.
    ///
    /// # Errors
    /// If there is no way, or not enough time to find one. Where motions are left out, there may
    /// always be a way.
    pub fn plan(&self, origin: &Origin<'_>, deadline: &mut Deadline) -> Result<Plan, Failure> {
        self.search(origin, deadline).map_err(|failure| self.doubted(failure))
    }

    /// Why there is no plan: that there is no way is known only if all motions were searched.
    fn doubted(&self, failure: Failure) -> Failure {
        if self.graph.is_cut() {
            Failure::Unfinished
        } else {
            failure
        }
    }

    fn search(&self, origin: &Origin<'_>, deadline: &mut Deadline) -> Result<Plan, Failure> {
        if self.graph.safe().is_some() {
            let cautious = Origin { cautious: true, ..origin.clone() };
            match search(&self.graph, &self.tour, &cautious, deadline) {
                Err(Failure::NoWay) => {}
                result => return result,
            }
        }
        search(&self.graph, &self.tour, origin, deadline)
    }

    /// One of the quickest ways of a plan, without the placement on the start cell.
    pub fn way(&self, plan: &Plan) -> Vec<Motion> {
        plan.way(&self.graph, &self.tour)
    }

    /// What is open for a car that has the digits of some checkpoints (a bit each), and has crossed
    /// the line or not.
    pub fn open(&self, collected: u16, crossed_line: bool) -> Stops {
        let numbers = self.track.numbers().iter().take(self.course().checkpoints());
        let all = self.course().all();
        let open = numbers.enumerate().fold(all, |open, (stop, digit)| {
            if collected >> (digit - b'0') & 1 == 1 {
                open.without(stop)
            } else {
                open
            }
        });
        match self.course().line(open) {
            Some(line) if crossed_line => open.without(line),
            _ => open,
        }
    }

    /// How many moves are left at least after a move, with what is open before it.
    pub fn left(&self, node: Node, open: Stops) -> u16 {
        match self.course().after(open, self.graph.mark(node)) {
            None => 0,
            Some(open) => self.tour.at_least(node, open),
        }
    }
}

/// A car at rest on each cell of the road.
fn road_at_rest(track: &Track) -> Vec<Motion> {
    let road = track.cells().filter(|cell| track.tile(*cell) != Tile::Blocked);
    road.map(Motion::at_rest).collect()
}
