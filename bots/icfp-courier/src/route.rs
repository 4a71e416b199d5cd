//! A route through places where packages are picked up and dropped: a [`Problem`] has jobs, and a
//! [`Route`] is an order of some of them.
//!
//! This is an orienteering problem with pick-up and delivery: choose packages and an order, never
//! carry more than the capacity, and finish before the money is spent.

use gridkit::floats;

/// What is done at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To be there: the server lists the packages there, at no cost.
    Look,
    /// Take packages: one turn, however many.
    Pick,
    /// Put packages down: one turn, however many.
    Drop,
}

/// Something worth doing.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The node of the package; `None` if it is carried, or if the robot only looks at the tile.
    pub from: Option<u16>,
    /// Node where it goes, or where there is something to see.
    pub to: u16,
    /// Weight of the package; 0 to look.
    pub weight: i64,
    /// What it is worth if it is done at once.
    pub value: f64,
    /// The part of its worth that each turn costs.
    pub decay: f64,
    /// Is there only to look?
    pub is_look: bool,
}

/// What there is to do, and what limits it.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// Steps between nodes, row by row. Node 0 is our tile.
    pub steps: Vec<u32>,
    /// The number of nodes.
    pub nodes: usize,
    /// What there is to do.
    pub jobs: Vec<Job>,
    /// The most weight that can be carried.
    pub capacity: i64,
    /// The weight that is carried at the start.
    pub load: i64,
    /// The turns that can be paid.
    pub turns: u32,
    /// Our state before the first event.
    pub start: Event,
}

impl Problem {
    #[inline]
    fn steps(&self, from: u16, to: u16) -> u32 {
        self.steps[usize::from(from) * self.nodes + usize::from(to)]
    }

    /// Turns from having done `before` to having done `after`.
    #[inline]
    fn turns_between(&self, before: Event, after: Event) -> u32 {
        if before.node == after.node && before.kind == after.kind {
            0
        } else {
            self.steps(before.node, after.node) + u32::from(after.kind != Kind::Look)
        }
    }
}

/// One package picked up or dropped, or one look. What is done at the same node in a row is done in
/// one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Where.
    pub node: u16,
    /// What.
    pub kind: Kind,
    /// Which job.
    pub job: u16,
}

impl Default for Event {
    /// To be on our tile.
    fn default() -> Self {
        Self { node: 0, kind: Kind::Look, job: u16::MAX }
    }
}

/// A place in a route where a job fits, and what that does.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Events before the pick, if there is one.
    pub pick: usize,
    /// Events before the drop, the pick not counted.
    pub drop: usize,
    /// Turns that it adds.
    pub turns: u32,
    /// What the job brings, less what it costs the others.
    pub gain: f64,
}

/// An order of events, with what follows from it at each.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// The events in their order.
    pub events: Vec<Event>,
    /// Turn after each event.
    times: Vec<u32>,
    /// Weight carried before each event, and after the last.
    loads: Vec<i64>,
    /// What one more turn before each event costs; 0 after the last event.
    urgency: Vec<f64>,
    /// Worth of the whole route.
    pub worth: f64,
    /// Is the weight within the capacity everywhere?
    pub fits: bool,
}

impl Route {
    /// The length of the route in turns.
    pub fn turns(&self) -> u32 {
        self.times.last().copied().unwrap_or(0)
    }

    /// Weighs the events anew.
    pub fn weigh(&mut self, problem: &Problem) {
        self.times.clear();
        self.loads.clear();
        let (mut time, mut load, mut worth) = (0, problem.load, 0.0);
        let mut before = problem.start;
        self.fits = load <= problem.capacity;
        self.urgency.clear();
        for &event in &self.events {
            self.loads.push(load);
            time += problem.turns_between(before, event);
            self.times.push(time);
            let job = &problem.jobs[usize::from(event.job)];
            let mut loss = 0.0;
            match event.kind {
                Kind::Pick => load += job.weight,
                Kind::Drop | Kind::Look => {
                    load -= job.weight;
                    let value = job.value * floats::exp(-f64::from(time) * job.decay);
                    worth += value;
                    loss = value * job.decay;
                }
            }
            self.fits &= load <= problem.capacity;
            self.urgency.push(loss);
            before = event;
        }
        self.loads.push(load);
        self.urgency.push(0.0);
        for index in (0..self.events.len()).rev() {
            self.urgency[index] += self.urgency[index + 1];
        }
        self.worth = worth;
    }

    /// The best place for a job that is not in the route; nothing if it fits nowhere.
    pub fn fit(&self, problem: &Problem, number: u16) -> Option<Fit> {
        let job = &problem.jobs[usize::from(number)];
        let slack = problem.turns.checked_sub(self.turns())?;
        let search = Search { job, slack, best: None };
        let last = if job.is_look { Kind::Look } else { Kind::Drop };
        let drop = Legs::new(problem, Event { node: job.to, kind: last, job: number });
        match job.from {
            None => self.fit_stop(problem, search, &drop),
            Some(node) => {
                let pick = Legs::new(problem, Event { node, kind: Kind::Pick, job: number });
                self.fit_package(problem, search, &pick, &drop)
            }
        }
    }

    /// The best place for one event: a look, or the drop of what is carried from the start.
    fn fit_stop(&self, problem: &Problem, mut search: Search, stop: &Legs) -> Option<Fit> {
        for gap in self.gaps(problem) {
            let there = stop.from(gap.before);
            let turns =
                (there + gap.next.map_or(0, |next| stop.to(next))).saturating_sub(gap.turns);
            let extra = f64::from(turns) * gap.urgency;
            search.consider(gap.number, gap.number, turns, extra, gap.reached + there);
        }
        search.best
    }

    /// The best places for a pick and a drop.
    fn fit_package(
        &self,
        problem: &Problem,
        mut search: Search,
        pick: &Legs,
        drop: &Legs,
    ) -> Option<Fit> {
        let weight = search.job.weight;
        let between = drop.from(pick.event);
        // The cheapest pick before this gap from which the package can be carried to it.
        let mut open: Option<(usize, u32, f64)> = None;
        for gap in self.gaps(problem) {
            if self.loads[gap.number] + weight > problem.capacity {
                open = None;
                continue;
            }
            let to_pick = pick.from(gap.before);
            let (pick_to_next, drop_to_next) =
                gap.next.map_or((0, 0), |next| (pick.to(next), drop.to(next)));
            // Both in this gap.
            let across = to_pick + between;
            let turns = (across + drop_to_next).saturating_sub(gap.turns);
            let extra = f64::from(turns) * gap.urgency;
            search.consider(gap.number, gap.number, turns, extra, gap.reached + across);
            if let Some((at, spent, extra)) = open {
                let there = drop.from(gap.before);
                let more = (there + drop_to_next).saturating_sub(gap.turns);
                let extra = extra + f64::from(more) * gap.urgency;
                search.consider(at, gap.number, spent + more, extra, gap.reached + spent + there);
            }
            let turns = (to_pick + pick_to_next).saturating_sub(gap.turns);
            if turns <= search.slack {
                let extra = f64::from(turns) * gap.urgency;
                if open.map_or(true, |(_, _, least)| extra <= least) {
                    open = Some((gap.number, turns, extra));
                }
            }
        }
        search.best
    }

    /// The places between the events, and at both ends.
    #[inline]
    fn gaps<'a>(&'a self, problem: &Problem) -> impl Iterator<Item = Gap> + 'a {
        let (mut before, mut reached) = (problem.start, 0);
        self.urgency.iter().enumerate().map(move |(number, &urgency)| {
            let next = self.events.get(number).copied();
            let time = self.times.get(number).copied().unwrap_or(reached);
            let gap = Gap { number, before, reached, next, turns: time - reached, urgency };
            before = next.unwrap_or(before);
            reached = time;
            gap
        })
    }

    /// Puts a job where it fits.
    pub fn insert(&mut self, problem: &Problem, number: u16, fit: &Fit) {
        let job = &problem.jobs[usize::from(number)];
        let last = if job.is_look { Kind::Look } else { Kind::Drop };
        self.events.insert(fit.drop, Event { node: job.to, kind: last, job: number });
        if let Some(node) = job.from {
            self.events.insert(fit.pick, Event { node, kind: Kind::Pick, job: number });
        }
        self.weigh(problem);
    }
}

/// A place between two events of a route, or at an end of it.
#[derive(Clone, Copy)]
struct Gap {
    /// Events before it.
    number: usize,
    /// The last of them.
    before: Event,
    /// The turn in which that one is done.
    reached: u32,
    next: Option<Event>,
    /// Turns from the one to the other.
    turns: u32,
    /// What a turn more costs here.
    urgency: f64,
}

/// The turns to an event and from it: one row of the table of steps, which is symmetric. A whole table does not
/// fit into the fastest cache, a row does.
struct Legs<'a> {
    event: Event,
    steps: &'a [u32],
}

impl<'a> Legs<'a> {
    fn new(problem: &'a Problem, event: Event) -> Self {
        let first = usize::from(event.node) * problem.nodes;
        Self { event, steps: &problem.steps[first..first + problem.nodes] }
    }

    /// Turns from having done `before` to having done this event.
    #[inline]
    fn from(&self, before: Event) -> u32 {
        self.turns(before, self.event.kind)
    }

    /// Turns from having done this event to having done `next`.
    #[inline]
    fn to(&self, next: Event) -> u32 {
        self.turns(next, next.kind)
    }

    /// Turns between this event and another one; `last` is what the later one does.
    #[inline]
    fn turns(&self, other: Event, last: Kind) -> u32 {
        if (other.node, other.kind) == (self.event.node, self.event.kind) {
            0
        } else {
            self.steps[usize::from(other.node)] + u32::from(last != Kind::Look)
        }
    }
}

/// The search for the best place of a job.
struct Search<'a> {
    job: &'a Job,
    /// Turns that may be added.
    slack: u32,
    best: Option<Fit>,
}

impl Search<'_> {
    /// Keeps this place if it is the best: it adds these turns, which costs the other jobs `extra`, and the job is
    /// done in the turn `arrival`.
    #[inline]
    fn consider(&mut self, pick: usize, drop: usize, turns: u32, extra: f64, arrival: u32) {
        if turns > self.slack {
            return;
        }
        let least = self.best.map_or(f64::NEG_INFINITY, |best| best.gain);
        // Most places cost too much, however early the job is done there: these need no exponential.
        if self.job.value - extra <= least {
            return;
        }
        let gain = self.job.value * floats::exp(-f64::from(arrival) * self.job.decay) - extra;
        if gain > least {
            self.best = Some(Fit { pick, drop, turns, gain });
        }
    }
}
