//! The search compared with an exhaustive one, on small random tracks.

use std::collections::{HashMap, HashSet};

use gridkit::Deadline;
use kabotte::circuit::{Direction, Line, LineRule};
use kabotte::graph::{Graph, Node, Terms};
use kabotte::motion::{passage, Event, Events, Motion, Passage, Vector};
use kabotte::rules::{MoveNumber, Rule, Rules};
use kabotte::search::{search, Origin};
use kabotte::stops::{Course, Stops};
use kabotte::tour::Tour;
use kabotte::track::{Cell, Tile, Track};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use referee::testkit::cases::cases;

/// A state of the plain search: the motion and the bits of the open stops: the checkpoints, and the first
/// crossing of the line in a Formula 1 race.
type State = (Motion, u16);

/// The task of the plain search.
struct Task<'a> {
    track: &'a Track,
    /// Whether checkpoints count; otherwise they are road.
    checkpoints: bool,
    events: Events,
    rules: Rules,
    /// Whether the line has to be crossed before anything counts.
    line_first: bool,
    line: LineRule,
    cars: &'a [Motion],
    open: u16,
    number: MoveNumber,
    taken: &'a [Cell],
    /// If `REmulAde` applies: the motions after which a car can obey it, whether all stops have been passed,
    /// and the parity of the number of its next move.
    safe: HashSet<(Motion, bool, u16)>,
}

impl Task<'_> {
    /// The number of different checkpoints.
    fn numbers(&self) -> usize {
        if self.checkpoints {
            self.track.numbers().len()
        } else {
            0
        }
    }

    /// The moves that track and direction allow.
    fn legal(&self, car: Motion) -> Vec<Vector> {
        let vectors = car.vector.nearby().filter(|vector| *vector != Vector::ZERO);
        let pass = |vector: &Vector| passage(self.track, car.at, *vector, self.checkpoints);
        let legal = |vector: &Vector| {
            pass(vector).map_or(false, |it| !it.crosses_finish || self.line.allows(*vector))
        };
        vectors.filter(legal).collect()
    }

    /// Whether `REmulAde` can make a car crash after a motion. Here it is found by playing all forced
    /// continuations for a long time.
    fn is_unsafe(&self, car: Motion, open: u16, number: MoveNumber) -> bool {
        self.rules.has(Rule::Remulade) && !self.safe.contains(&(car, open == 0, number.0 % 2))
    }

    /// All safe motions, by the text of the rule: motions are removed until no more can be removed.
    fn safe_motions(&self) -> HashSet<(Motion, bool, u16)> {
        let rules = self.rules.without(Rule::Remulade).without(Rule::Prim);
        let mut all: HashSet<Motion> = HashSet::new();
        let mut open: Vec<Motion> = self.cars.to_vec();
        while let Some(car) = open.pop() {
            for vector in self.legal(car) {
                let to = car.next(vector);
                if !rules.forbid(self.track, to) && all.insert(to) {
                    open.push(to);
                }
            }
        }
        let twice = |car: &Motion| [(*car, 0), (*car, 1)];
        let legal = |car: Motion| {
            let mut next = self.legal(car);
            next.retain(|vector| !rules.forbid(self.track, car.next(*vector)));
            next
        };
        let mut both = HashSet::new();
        for goes_home in [false, true] {
            let everything: HashSet<(Motion, u16)> = all.iter().flat_map(twice).collect();
            let ends = |car: Motion| {
                let pass = passage(self.track, car.source(), car.vector, self.checkpoints).unwrap();
                goes_home
                    && match (self.events, pass.event) {
                        (Events::All, _) => pass.crosses_finish,
                        (Events::Last, event) => event == Event::Finish,
                    }
            };
            let shrink = |set: &HashSet<(Motion, u16)>, alive: Option<&HashSet<(Motion, u16)>>| {
                let goes_on = |(car, odd): &(Motion, u16)| {
                    let mut next = legal(*car);
                    let repeated = (car.next(car.vector), 1 - odd);
                    let survives = alive.map_or(true, |alive| {
                        !next.contains(&car.vector) || alive.contains(&repeated)
                    });
                    rules.filter(self.track, *car, MoveNumber(2 + odd), &mut next);
                    let stays = |it: &Vector| set.contains(&(car.next(*it), 1 - odd));
                    ends(*car) || survives && next.iter().any(stays)
                };
                set.iter().copied().filter(goes_on).collect::<HashSet<_>>()
            };
            let largest = |alive: Option<&HashSet<(Motion, u16)>>| {
                let mut set = everything.clone();
                loop {
                    let less = shrink(&set, alive);
                    if less.len() == set.len() {
                        return set;
                    }
                    set = less;
                }
            };
            // Those with a way on, and then those that have one even after a repetition.
            let safe = largest(Some(&largest(None)));
            both.extend(safe.into_iter().map(|(car, odd)| (car, goes_home, odd)));
        }
        both
    }
}

/// The states that one move leads to, and how many moves finish.
fn moves(task: &Task<'_>, (car, open): State, number: MoveNumber) -> (Vec<State>, u64) {
    let taken = if number == task.number { task.taken } else { &[] };
    let pass = |vector: Vector| {
        let allowed = |it: &Passage| !it.crosses_finish || task.line.allows(vector);
        passage(task.track, car.at, vector, task.checkpoints).filter(allowed)
    };
    let mut vectors: Vec<Vector> = car.vector.nearby().collect();
    vectors.retain(|vector| {
        let is_free = !taken.contains(&car.next(*vector).at);
        *vector != Vector::ZERO && is_free && pass(*vector).is_some()
    });
    task.rules.filter(task.track, car, number, &mut vectors);
    let (mut next, mut finishes) = (Vec::new(), 0);
    for vector in vectors {
        let to = car.next(vector);
        let pass = pass(vector).unwrap();
        let (collected, is_finish) = match (task.events, pass.event) {
            (Events::All, _) => (pass.checkpoints, pass.crosses_finish),
            (Events::Last, Event::Checkpoint(checkpoint)) => (1 << checkpoint.0, false),
            (Events::Last, event) => (0, event == Event::Finish),
        };
        let line = 1 << task.numbers();
        if task.line_first && open & line != 0 {
            let open = if pass.crosses_finish { open & !line } else { open };
            if !task.is_unsafe(to, open, number.next()) {
                next.push((to, open));
            }
            continue;
        }
        match open & !collected {
            0 if is_finish => finishes += 1,
            open if task.is_unsafe(to, open, number.next()) => {}
            open => next.push((to, open)),
        }
    }
    (next, finishes)
}

/// Fewest moves and number of ways, level by level over all states. States differ by move number if the rules
/// depend on it; at most `most` levels are searched.
fn plain(task: &Task<'_>, most: u16) -> Option<(u16, u64)> {
    let different = match (task.rules.has(Rule::Prim), task.rules.has(Rule::Doppelzug)) {
        (true, _) => u16::MAX,
        (false, true) => 2,
        (false, false) => 1,
    };
    let mut seen: HashSet<(State, u16)> = HashSet::new();
    let mut level: Vec<(State, u64)> = task.cars.iter().map(|car| ((*car, task.open), 1)).collect();
    for count in 1..=most {
        let number = MoveNumber(task.number.0 + count - 1);
        let mut next: HashMap<State, u64> = HashMap::new();
        let mut ways = 0;
        for (state, here) in &level {
            let (states, finishes) = moves(task, *state, number);
            ways += finishes * here;
            let is_new = |state: &State| !seen.contains(&(*state, number.0 % different));
            for state in states.into_iter().filter(is_new) {
                *next.entry(state).or_insert(0) += here;
            }
        }
        if ways > 0 {
            return Some((count, ways));
        }
        if next.is_empty() {
            return None;
        }
        seen.extend(next.keys().map(|state| (*state, number.0 % different)));
        level = next.into_iter().collect();
    }
    None
}

fn tracks() -> impl Strategy<Value = String> {
    let cell = prop_oneof![12 => Just('O'), 4 => Just('X'), 1 => Just('1'), 1 => Just('2'), 1 => Just('7')];
    (3_usize..11, 3_usize..8).prop_flat_map(move |(width, height)| {
        let cells = prop::collection::vec(cell.clone(), width * height);
        let place = 0..width * height;
        (cells, place.clone(), place.clone(), place).prop_map(
            move |(mut cells, start, other, finish)| {
                cells[start] = 'S';
                cells[other] = 'S';
                cells[finish] = 'F';
                if !cells.contains(&'S') {
                    cells[(finish + 1) % (width * height)] = 'S';
                }
                let rows = cells.chunks(width).map(|row| row.iter().collect::<String>());
                rows.collect::<Vec<_>>().join("\n")
            },
        )
    })
}

/// The fewest moves and the number of ways that the bot finds.
fn found(task: &Task<'_>) -> Option<(u16, u64)> {
    let course = Course::new(task.numbers(), task.line_first);
    let (line, rules) = (task.line, task.rules);
    let terms =
        Terms { checkpoints: task.checkpoints, events: task.events, line, rules, ..Terms::PLAIN };
    let graph = Graph::after_cars(task.track, terms, task.cars);
    let tour = Tour::new(&graph, course);
    let mut first: Vec<Node> = Vec::new();
    for car in task.cars {
        let mut nodes = graph.after(*car, task.number);
        nodes.retain(|node| !task.taken.contains(&graph.motion(*node).at));
        let mut left: Vec<Vector> = nodes.iter().map(|node| graph.motion(*node).vector).collect();
        task.rules.filter(task.track, *car, task.number, &mut left);
        first.extend(nodes.iter().filter(|node| left.contains(&graph.motion(**node).vector)));
    }
    let cautious = task.rules.has(Rule::Remulade);
    let origin = Origin { first: &first, number: task.number, open: Stops(task.open), cautious };
    let plan = search(&graph, &tour, &origin, &mut Deadline::after_nodes(2_000_000)).ok()?;
    let way = plan.way(&graph, &tour);
    assert_eq!(way.len(), usize::from(plan.moves()));
    // No bound exceeds the moves that are left.
    let mut open = Stops(task.open);
    for (left, (motion, number)) in (0..plan.moves()).rev().zip(way.iter().zip(task.number.0..)) {
        let node = graph.node(*motion, MoveNumber(number)).unwrap();
        open = match course.after(open, graph.mark(node)) {
            Some(open) => open,
            None => break,
        };
        assert!(tour.at_least(node, open) <= left, "{motion:?}: more than {left}");
    }
    Some((plan.moves(), plan.ways()))
}

/// A ring of one lane. The car passes the checkpoint on its far side so fast that going all the way around is
/// quicker than turning.
#[test]
fn a_far_checkpoint_is_passed_at_full_speed() {
    let (road, grass) = ("O".repeat(60), "X".repeat(128));
    let code = format!("OOOOSF12OO{road}{road}\nO{grass}O\nOOOOOOOOOO{road}3{}", &road[1..]);
    compare_from_start(&code);
}

/// From one checkpoint to the next it takes more than twice as many moves as two legs together can be slower
/// than each of them alone.
#[test]
fn no_bound_is_too_high_where_a_leg_takes_many_moves() {
    let (long, short) = ("O".repeat(300), "O".repeat(60));
    compare_from_start(&format!("SOOOOOO1{long}2OOOOO3OOOF{short}"));
}

/// Compares the bot with the plain search, from the start and for every set of open checkpoints.
fn compare_from_start(code: &str) {
    let track = Track::parse(code).unwrap();
    let cars: Vec<Motion> = track.cells_of(Tile::Start).map(Motion::at_rest).collect();
    let number = MoveNumber::FIRST;
    for open in 0..1 << track.numbers().len() {
        let (line, rules, events) = (LineRule::FREE, Rules::NONE, Events::Last);
        let task = Task {
            track: &track,
            checkpoints: true,
            events,
            rules,
            line_first: false,
            line,
            cars: &cars,
            open,
            number,
            taken: &[],
            safe: HashSet::new(),
        };
        assert_eq!(found(&task), plain(&task, 200), "open {open:b}");
    }
}

/// More moves than nearly all quickest ways on such small tracks have.
const LEVELS: u16 = 30;

const RULES: [Rule; 9] = [
    Rule::Ziffernblock,
    Rule::Randrennen,
    Rule::Richtungswechsel,
    Rule::Doppelzug,
    Rule::Bremspedal,
    Rule::Prim,
    Rule::NurXOderY,
    Rule::Geschwindigkeit,
    Rule::Remulade,
];

/// Compares the bot with the plain search in a race that has begun.
fn compare(code: &str, rules: Rules, choose: u16, direction: Option<Direction>) {
    let track = Track::parse(code).unwrap();
    let starts: Vec<Cell> = track.cells_of(Tile::Start).collect();
    let cars = [Motion::at_rest(starts[usize::from(choose) % starts.len()])];
    let line_first = direction == Some(Direction::Formula1);
    let around = Vector::ZERO.nearby().map(|vector| cars[0].at.after(vector));
    let taken = around.enumerate().filter(|(bit, _)| choose >> (bit + 6) & 1 == 1);
    let taken: Vec<Cell> = taken.map(|it| it.1).collect();
    let line = match (Line::of(&track), direction) {
        (Some(line), Some(direction)) => line.rule(direction),
        _ => LineRule::FREE,
    };
    let number = MoveNumber(1 + choose % 7);
    let (cars, taken) = (&cars, &taken);
    // Without checkpoints there is one kind of event, so `last` and `all` are the same.
    let kinds = [(true, Events::Last), (true, Events::All), (false, Events::Last)];
    for (checkpoints, events) in kinds {
        let safe = HashSet::new();
        let numbers = if checkpoints { track.numbers().len() } else { 0 };
        let open = choose & Course::new(numbers, line_first).all().0;
        let mut task = Task {
            track: &track,
            checkpoints,
            events,
            rules,
            line_first,
            line,
            cars,
            open,
            number,
            taken,
            safe,
        };
        if rules.has(Rule::Remulade) {
            task.safe = task.safe_motions();
        }
        let found = found(&task).filter(|(moves, _)| *moves <= LEVELS);
        let case = format!("{rules}, {number:?}, {line:?}, {events:?}, {checkpoints}");
        assert_eq!(found, plain(&task, LEVELS), "{case}\n{code}");
    }
}

fn limited(rules: Rules, limit: u16) -> Rules {
    if rules.has(Rule::Geschwindigkeit) {
        rules.with_limit(limit)
    } else {
        rules
    }
}

/// Each pair of rules with each direction, with checkpoints and without, on some random tracks, which are the
/// same in every run.
#[test]
fn moves_and_ways_are_those_of_the_plain_search_under_every_pair_of_settings() {
    let mut runner = TestRunner::deterministic();
    for (place, one) in RULES.iter().enumerate() {
        for other in &RULES[place..] {
            for direction in [None, Some(Direction::Classic), Some(Direction::Formula1)] {
                for limit in 1..cases(2, 4) {
                    let code = tracks().new_tree(&mut runner).unwrap().current();
                    let choose = any::<u16>().new_tree(&mut runner).unwrap().current();
                    let rules = limited(Rules::NONE.with(*one).with(*other), limit);
                    compare(&code, rules, choose, direction);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 400)))]

    #[test]
    fn moves_and_ways_are_those_of_the_plain_search(code in tracks(), choose in any::<u16>()) {
        compare(&code, Rules::NONE, choose, None);
    }

    #[test]
    fn they_are_under_each_direction(code in tracks(), choose in any::<u16>(), formula1: bool) {
        let direction = if formula1 { Direction::Formula1 } else { Direction::Classic };
        compare(&code, Rules::NONE, choose, Some(direction));
    }

    #[test]
    fn they_are_under_each_rule_and_each_pair_of_rules(
        code in tracks(), choose in any::<u16>(), one in 0..9_usize, other in 0..9_usize, limit in 1..4_u16
    ) {
        let rules = limited(Rules::NONE.with(RULES[one]).with(RULES[other]), limit);
        compare(&code, rules, choose, None);
        compare(&code, rules, choose, Some(Direction::Classic));
        compare(&code, rules, choose, Some(Direction::Formula1));
    }
}
