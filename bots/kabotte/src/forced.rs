//! What to do when every way on ends in a crash.

use crate::graph::Node;
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::set_back::{set_back, Entry};
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;

/// Moves up to the crash at most.
const MOST_MOVES: u16 = 12;

/// Moves looked at at most.
const MOST_LOOKS: u32 = 50_000;

/// A car before a crash.
pub struct Doomed<'a> {
    pub race: &'a Race,
    /// Its records, the newest first.
    pub newest_first: &'a [Entry],
    /// The number of its next move.
    pub number: MoveNumber,
    pub open: Stops,
}

/// A search through all moves up to the crash.
struct Fall<'a> {
    doomed: &'a Doomed<'a>,
    /// The records, the oldest first.
    records: Vec<Entry>,
    looks: u32,
}

impl Doomed<'_> {
    /// The first move after which the fewest moves are left at least, those up to the crash and
    /// those from where it sets the car back to.
    pub fn best(&self, first: &[Node]) -> Option<Node> {
        let mut fall = Fall {
            doomed: self,
            records: self.newest_first.iter().rev().copied().collect(),
            looks: 0,
        };
        let cost = |node: &Node| (fall.cost(*node, self.open, 1), *node);
        first.iter().map(cost).min_by_key(|it| it.0).map(|it| it.1)
    }

    /// The moves that are left at least of a car that was set back.
    fn left(&self, records: &[Entry], open: Stops, number: MoveNumber) -> u16 {
        let newest_first: Vec<Entry> = records.iter().rev().copied().collect();
        let beginning = records.first().map(|entry| entry.at);
        let at = match set_back(&newest_first, self.race.settings().zzz).or(beginning) {
            Some(at) => at,
            None => return FAR,
        };
        let first = self.race.first_moves(Motion::at_rest(at), number);
        first.iter().map(|node| 1 + self.race.left(*node, open)).min().unwrap_or(FAR)
    }
}

impl Fall<'_> {
    fn cost(&mut self, node: Node, open: Stops, moves: u16) -> u16 {
        let race = self.doomed.race;
        self.looks += 1;
        let open = match race.course().after(open, race.graph().mark(node)) {
            None => return moves,
            Some(open) => open,
        };
        if moves > MOST_MOVES || self.looks > MOST_LOOKS {
            return FAR + moves;
        }
        self.records.push(Entry { at: race.graph().motion(node).at, is_crash: false });
        let number = MoveNumber(self.doomed.number.0 + moves);
        let next: Vec<Node> = successors(race.graph(), node, number).collect();
        let cost = if next.is_empty() {
            moves + self.doomed.left(&self.records, open, number)
        } else {
            next.iter().map(|node| self.cost(*node, open, moves + 1)).min().unwrap_or(FAR)
        };
        self.records.pop();
        cost
    }
}
