//! Who meets whom in a round, and on which seeds.

use crate::arena::Pairing;

/// How the games of every round are laid out.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Who the candidates play; if nobody, they play each other.
    pub pool: Vec<String>,
    /// Who sits in the other seats of a game for more than two.
    pub others: Vec<String>,
    /// Seats of a game; those that are left the two sides share.
    pub seats: usize,
    /// Seeds of a round.
    pub pairs: u64,
}

/// One seed in every seat order: the unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The players: a candidate, its opponent, then the others.
    pub pairing: Pairing,
    /// Which seed of the sequence.
    pub unit: u64,
    /// The candidates whose points these are; the second is `None` for a bot of the pool.
    candidates: (usize, Option<usize>),
}

impl Schedule {
    /// Whether the candidates play each other.
    pub fn is_against_itself(&self) -> bool {
        self.pool.is_empty()
    }

    /// The meetings of a round, which every candidate has as many of, on the same seeds. The bots
    /// of a pool take turns.
    pub fn meetings(&self, candidates: &[String], round: u64) -> Vec<Meeting> {
        let units = round * self.pairs..(round + 1) * self.pairs;
        let mut all = Vec::new();
        for unit in units {
            for (a, first) in candidates.iter().enumerate() {
                let mut meet = |second: &String, candidate| {
                    let mut names = vec![first.clone(), second.clone()];
                    names.extend(self.others.iter().cloned());
                    let pairing = Pairing::new(names, self.seats);
                    all.push(Meeting { pairing, unit, candidates: (a, candidate) });
                };
                if self.pool.is_empty() {
                    for (b, second) in candidates.iter().enumerate().skip(a + 1) {
                        meet(second, Some(b));
                    }
                } else {
                    meet(&self.pool[(unit % self.pool.len() as u64) as usize], None);
                }
            }
        }
        all
    }

    /// Half points of each candidate. `half_points` gives those of the first player of a meeting.
    pub fn points(
        meetings: &[Meeting],
        candidates: usize,
        half_points: impl Fn(&Meeting) -> Option<usize>,
    ) -> Option<Vec<u64>> {
        let mut points = vec![0; candidates];
        for meeting in meetings {
            let (first, second) = meeting.candidates;
            let made = half_points(meeting)?;
            points[first] += made as u64;
            if let Some(second) = second {
                points[second] += (meeting.pairing.levels() - made) as u64;
            }
        }
        Some(points)
    }

    /// Most half points that a candidate can make in a round.
    pub fn most_points(&self, candidates: usize) -> u64 {
        let opponents = if self.pool.is_empty() { candidates as u64 - 1 } else { 1 };
        let names = (0..2 + self.others.len()).map(|number| number.to_string()).collect();
        Pairing::new(names, self.seats).levels() as u64 * self.pairs * opponents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn shown(schedule: &Schedule, candidates: &[&str], round: u64) -> Vec<String> {
        let meetings = schedule.meetings(&names(candidates), round);
        meetings
            .iter()
            .map(|it| format!("{} on {}", it.pairing.names().concat(), it.unit))
            .collect()
    }

    #[test]
    fn candidates_meet_each_other_or_the_pool_in_turn() {
        let itself = Schedule { pool: vec![], others: names(&["x"]), seats: 3, pairs: 2 };
        assert_eq!(shown(&itself, &["a", "b"], 3), ["abx on 6", "abx on 7"]);
        assert_eq!(shown(&itself, &["a", "b", "c"], 0)[..3], ["abx on 0", "acx on 0", "bcx on 0"]);
        let pool = Schedule { pool: names(&["p", "q"]), others: vec![], seats: 2, pairs: 2 };
        let expected = ["ap on 2", "bp on 2", "aq on 3", "bq on 3"];
        assert_eq!(shown(&pool, &["a", "b"], 1), expected);
    }

    #[test]
    fn points_are_those_of_both() {
        let candidates = names(&["a", "b", "c"]);
        let itself = Schedule { pool: vec![], others: vec![], seats: 2, pairs: 5 };
        let meetings = itself.meetings(&candidates, 0);
        // The first of two always wins both games.
        let points = Schedule::points(&meetings, 3, |_| Some(4)).unwrap();
        assert_eq!(points, [40, 20, 0]);
        assert_eq!(itself.most_points(3), 40);
        let pool = Schedule { pool: names(&["p"]), ..itself };
        let meetings = pool.meetings(&candidates, 0);
        assert_eq!(Schedule::points(&meetings, 3, |_| Some(4)).unwrap(), [20, 20, 20]);
        assert_eq!(pool.most_points(3), 20);
        assert_eq!(Schedule::points(&meetings, 3, |_| None), None);
        // Six games a seed, in each of which one candidate sits twice.
        assert_eq!(Schedule { seats: 3, ..pool }.most_points(3), 5 * 24);
    }
}
