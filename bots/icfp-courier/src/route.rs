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

    /// The event before the gap with this number.
    #[inline]
    fn before(&self, problem: &Problem, gap: usize) -> Event {
        if gap == 0 {
            problem.start
        } else {
            self.events[gap - 1]
        }
    }

    /// Turns that one more event in a gap adds.
    #[inline]
    fn added(&self, problem: &Problem, gap: usize, event: Event) -> u32 {
        let before = self.before(problem, gap);
        let there = problem.turns_between(before, event);
        match self.events.get(gap) {
            None => there,
            Some(&next) => (there + problem.turns_between(event, next))
                .saturating_sub(problem.turns_between(before, next)),
        }
    }

    /// The best place for a job that is not in the route; nothing if it fits nowhere.
    pub fn fit(&self, problem: &Problem, number: u16) -> Option<Fit> {
        let job = &problem.jobs[usize::from(number)];
        let slack = problem.turns.checked_sub(self.turns())?;
        let last = if job.is_look { Kind::Look } else { Kind::Drop };
        let drop = Event { node: job.to, kind: last, job: number };
        let pick = job.from.map(|node| Event { node, kind: Kind::Pick, job: number });
        let mut best: Option<Fit> = None;
        // The cheapest pick before this gap from which the package can be carried to it.
        let mut open: Option<(usize, u32, f64)> = None;
        for gap in 0..=self.events.len() {
            let reached = if gap == 0 { 0 } else { self.times[gap - 1] };
            let mut consider = |at: usize, turns: u32, extra: f64, arrival: u32| {
                if turns > slack {
                    return;
                }
                let gain = job.value * floats::exp(-f64::from(arrival) * job.decay) - extra;
                if best.map_or(true, |best| gain > best.gain) {
                    best = Some(Fit { pick: at, drop: gap, turns, gain });
                }
            };
            let before = self.before(problem, gap);
            match pick {
                None => {
                    let turns = self.added(problem, gap, drop);
                    let arrival = reached + problem.turns_between(before, drop);
                    consider(gap, turns, f64::from(turns) * self.urgency[gap], arrival);
                }
                Some(pick) => {
                    if self.loads[gap] + job.weight > problem.capacity {
                        open = None;
                        continue;
                    }
                    let to_pick = problem.turns_between(before, pick);
                    // Both in this gap.
                    let across = to_pick + problem.turns_between(pick, drop);
                    let turns = match self.events.get(gap) {
                        None => across,
                        Some(&next) => (across + problem.turns_between(drop, next))
                            .saturating_sub(problem.turns_between(before, next)),
                    };
                    consider(gap, turns, f64::from(turns) * self.urgency[gap], reached + across);
                    if let Some((at, spent, extra)) = open {
                        let more = self.added(problem, gap, drop);
                        let arrival = reached + spent + problem.turns_between(before, drop);
                        let extra = extra + f64::from(more) * self.urgency[gap];
                        consider(at, spent + more, extra, arrival);
                    }
                    let turns = self.added(problem, gap, pick);
                    if turns <= slack {
                        let extra = f64::from(turns) * self.urgency[gap];
                        if open.map_or(true, |(_, _, least)| extra <= least) {
                            open = Some((gap, turns, extra));
                        }
                    }
                }
            }
        }
        best
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
