//! When to stop thinking: [`Deadline`], and the [`Bell`] that ends it early.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts arriving messages, so that a search in another thread notices them: a bot that thinks
/// while the opponent does stops when it is asked.
///
/// ```
/// use gridkit::{Bell, Deadline};
/// use std::time::Duration;
///
/// let bell = Bell::default();
/// // Two messages have been taken; the third one shall end the search.
/// let mut deadline = Deadline::after(Duration::from_secs(60)).until(&bell, 2);
/// bell.ring();
/// bell.ring();
/// assert!(!deadline.is_over());
/// bell.ring();
/// assert!(deadline.is_over());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<AtomicUsize>);

impl Bell {
    /// Something has arrived.
    pub fn ring(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How often it has rung.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The end of a search: a moment on the clock, or a number of nodes.
///
/// A search asks [`expired`](Deadline::expired) once a node. With a clock, only every 64th
/// question looks at it (a look costs some 25 ns); with a node budget the answer is the same on
/// every machine, which is what snapshots and `bench` need.
///
/// ```
/// use gridkit::Deadline;
/// use std::time::Duration;
///
/// let mut deadline = Deadline::after_nodes(1_000);
/// while !deadline.expired() {
///     // visit one node
/// }
/// assert_eq!(deadline.nodes(), 1_000);
///
/// let deadline = Deadline::after(Duration::from_millis(40));
/// assert_eq!(deadline.time(), Some(Duration::from_millis(40)));
/// ```
#[derive(Clone, Debug)]
pub struct Deadline {
    start: Instant,
    /// The moment of the end; nothing if nodes alone decide.
    end: Option<Instant>,
    /// Nodes visited so far.
    nodes: u64,
    /// At this many nodes the answer may change: the budget, or the next look at the clock.
    next_look: u64,
    /// Nodes between two looks at the clock.
    look_every: u64,
    /// Whether the clock was seen past the end, or the budget is used up.
    over: bool,
    /// The bell that ends it, when it has rung more often than this number.
    bell: Option<(Bell, usize)>,
}

impl Deadline {
    /// `time` from now.
    pub fn after(time: Duration) -> Self {
        Self::since(Instant::now(), time)
    }

    /// `time` after `start`, which may be earlier than now: a turn's clock starts with the first
    /// line of its input, not with the search.
    pub fn since(start: Instant, time: Duration) -> Self {
        Self {
            start,
            end: Some(start + time),
            nodes: 0,
            next_look: 0,
            look_every: 64,
            over: false,
            bell: None,
        }
    }

    /// After `nodes` nodes, whatever the clock says.
    pub fn after_nodes(nodes: u64) -> Self {
        Self {
            start: Instant::now(),
            end: None,
            nodes: 0,
            next_look: nodes,
            look_every: 0,
            over: nodes == 0,
            bell: None,
        }
    }

    /// The same, or earlier: as soon as the bell has rung more than `heard` times. A node budget
    /// is not changed.
    #[must_use]
    pub fn until(mut self, bell: &Bell, heard: usize) -> Self {
        self.bell = Some((bell.clone(), heard));
        self
    }

    /// Has the bell ended it?
    pub fn is_interrupted(&self) -> bool {
        self.is_on_the_clock()
            && self.bell.as_ref().map_or(false, |(bell, heard)| bell.count() > *heard)
    }

    /// The same end, with a look at the clock every `nodes` nodes instead of 64: fewer where a node
    /// takes long. A node budget is not changed.
    #[must_use]
    pub fn looking_every(mut self, nodes: u64) -> Self {
        self.look_every = nodes.max(1);
        self
    }

    /// A deadline at a share of this one: of its time, or of its nodes. No node is counted yet.
    ///
    /// ```
    /// use gridkit::Deadline;
    ///
    /// let mut first_half = Deadline::after_nodes(1_000).part(0.5);
    /// while !first_half.expired() {}
    /// assert_eq!(first_half.nodes(), 500);
    /// ```
    #[must_use]
    pub fn part(&self, share: f64) -> Self {
        match self.time() {
            Some(time) => {
                let time = time.mul_f64(share);
                let bell = self.bell.clone();
                Self { bell, ..Self::since(self.start, time).looking_every(self.look_every) }
            }
            None => Self::after_nodes((self.next_look as f64 * share) as u64),
        }
    }

    /// Counts one node; true if there was no time left to visit it.
    ///
    /// Once true it stays true.
    #[inline]
    pub fn expired(&mut self) -> bool {
        if self.nodes >= self.next_look && self.look() {
            return true;
        }
        self.nodes += 1;
        false
    }

    /// True if the end has passed, by a look at the clock right now; counts nothing.
    pub fn is_over(&mut self) -> bool {
        self.over = self.over
            || self.is_interrupted()
            || match self.end {
                Some(end) => Instant::now() >= end,
                None => self.nodes >= self.next_look,
            };
        if self.over {
            self.next_look = self.nodes;
        }
        self.over
    }

    #[cold]
    fn look(&mut self) -> bool {
        if !self.is_over() {
            self.next_look = self.nodes + self.look_every;
        }
        self.over
    }

    /// How many nodes have been counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if the clock decides, false if a node budget does.
    pub fn is_on_the_clock(&self) -> bool {
        self.end.is_some()
    }

    /// From the start to the end; `None` if a node budget decides.
    pub fn time(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(self.start))
    }

    /// The nodes that it allows; `None` if the clock decides.
    pub fn budget(&self) -> Option<u64> {
        if self.is_on_the_clock() {
            None
        } else {
            Some(self.next_look)
        }
    }

    /// The time since the start, for the log; no decision should depend on it.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The part of the budget that is used, from 0.0 to 1.0, by the clock or by nodes.
    pub fn used(&self) -> f64 {
        let used = match self.time() {
            Some(time) => self.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
            None => self.nodes as f64 / (self.next_look as f64).max(1e-9),
        };
        if self.over || self.is_interrupted() {
            1.0
        } else {
            used.min(1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_exact() {
        for budget in [0, 1, 63, 64, 65, 1_000] {
            let mut deadline = Deadline::after_nodes(budget);
            let visited = (0..2_000).take_while(|_| !deadline.expired()).count();
            assert_eq!(visited as u64, budget);
            assert!(deadline.expired() && deadline.is_over());
            assert_eq!(deadline.nodes(), budget);
        }
    }

    #[test]
    fn a_past_end_is_seen_at_the_first_question() {
        let mut deadline = Deadline::after(Duration::ZERO);
        assert!(deadline.expired() && deadline.is_over());
        assert_eq!(deadline.nodes(), 0);
        assert!((deadline.used() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_far_end_is_not_seen() {
        let mut deadline = Deadline::after(Duration::from_secs(3600)).looking_every(7);
        assert!((0..1_000).all(|_| !deadline.expired()));
        assert!(!deadline.is_over());
        assert!(deadline.used() < 0.5);
    }

    #[test]
    fn the_clock_is_looked_at_again_and_again() {
        let mut deadline = Deadline::after(Duration::from_millis(5)).looking_every(3);
        let mut nodes = 0_u64;
        while !deadline.expired() {
            nodes += 1;
        }
        assert_eq!(deadline.nodes(), nodes);
        assert!(deadline.elapsed() >= Duration::from_millis(5));
        assert!(deadline.expired());
    }

    /// The bell is heard where the clock is looked at: without waiting it shows when that is.
    #[test]
    fn the_clock_is_looked_at_every_so_many_nodes() {
        let hour = Duration::from_secs(3600);
        for (deadline, every) in [
            (Deadline::after(hour), 64),
            (Deadline::after(hour).looking_every(3), 3),
            (Deadline::after(hour).looking_every(0), 1),
            (Deadline::after(hour).looking_every(5).part(0.5), 5),
        ] {
            let bell = Bell::default();
            let mut deadline = deadline.until(&bell, 0);
            assert!(!deadline.expired(), "the first question looks and finds nothing");
            bell.ring();
            let unseen = (0..1_000).take_while(|_| !deadline.expired()).count();
            assert_eq!(unseen, every - 1);
            assert_eq!(deadline.nodes(), every as u64);
        }
    }

    #[test]
    fn a_part_of_a_deadline_is_a_part_of_its_time_or_of_its_nodes() {
        let timed = Deadline::after(Duration::from_secs(400));
        assert_eq!(timed.time(), Some(Duration::from_secs(400)));
        assert_eq!(timed.part(0.25).time(), Some(Duration::from_secs(100)));
        assert_eq!(timed.part(0.25).start, timed.start);
        let counted = Deadline::after_nodes(400);
        assert_eq!(counted.time(), None);
        assert_eq!((timed.budget(), counted.budget()), (None, Some(400)));
        let mut part = counted.part(0.25);
        assert_eq!((0..1_000).take_while(|_| !part.expired()).count(), 100);
    }

    #[test]
    fn a_bell_ends_a_clock_when_it_has_rung_more_often_than_heard() {
        let bell = Bell::default();
        bell.ring();
        let timed = Deadline::after(Duration::from_secs(3600)).until(&bell, 1);
        let counted = Deadline::after_nodes(9).until(&bell, 1);
        assert!(!timed.is_interrupted() && !timed.part(0.5).is_interrupted());
        assert!(timed.used() < 0.5);
        bell.ring();
        assert_eq!(bell.count(), 2);
        assert!(timed.is_interrupted() && timed.part(0.5).is_interrupted());
        assert!((timed.used() - 1.0).abs() < 1e-12);
        assert!(timed.clone().is_over() && timed.clone().expired());
        assert!(!counted.is_interrupted() && !counted.clone().expired());
    }

    #[test]
    fn the_used_part_of_a_clock_grows() {
        let millis = Duration::from_millis;
        let start = Instant::now().checked_sub(millis(1)).unwrap();
        let used = Deadline::since(start, millis(4)).used();
        assert!((0.25..=1.0).contains(&used), "{used}");
        let used = Deadline::since(start, millis(1_000_000)).used();
        assert!((1e-6..0.25).contains(&used), "{used}");
        assert!(Deadline::since(start, millis(4)).elapsed() >= millis(1));
    }

    #[test]
    fn half_a_budget_is_half_used() {
        let mut deadline = Deadline::after_nodes(10);
        (0..5).for_each(|_| assert!(!deadline.expired()));
        assert!((deadline.used() - 0.5).abs() < 1e-12);
    }
}
