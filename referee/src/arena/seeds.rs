//! The seeds of a run.

use gridkit::hash::Fnv1a;

use crate::contest::Contest;

/// Rounds of the Feistel network. Four are enough for a permutation that looks random, even if it can
/// be computed in both directions (M. Luby and C. Rackoff, "How to Construct Pseudorandom Permutations from
/// Pseudorandom Functions", SIAM J. Computing 17, 1988).
const ROUNDS: u64 = 4;

/// The seeds of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// The sequence that starts at a number.
    Sequence(u64),
    /// A list.
    List(Vec<String>),
}

impl Seeds {
    /// The sequence that starts at `base`, or all seeds of a contest that has only some.
    pub fn new(contest: &dyn Contest, base: u64) -> Self {
        match contest.about().listed_seeds {
            [] => Seeds::Sequence(base),
            listed => Seeds::List(listed.iter().map(|seed| (*seed).to_owned()).collect()),
        }
    }

    /// The seed of a unit; `None` beyond the end of a list.
    pub fn of(&self, contest: &dyn Contest, unit: u64) -> Option<String> {
        match self {
            Seeds::Sequence(base) => Some(seed_of(contest, *base, unit)),
            Seeds::List(seeds) => seeds.get(usize::try_from(unit).ok()?).cloned(),
        }
    }

    /// The seeds of a part of a run that has seeds of its own, such as an opponent. A list is the same for all parts.
    #[must_use]
    pub fn for_part(&self, name: &str) -> Self {
        match self {
            Seeds::Sequence(base) => Seeds::Sequence(base ^ Fnv1a::of(name.as_bytes())),
            Seeds::List(_) => self.clone(),
        }
    }

    /// Number of seeds of a list.
    pub fn count(&self) -> Option<u64> {
        match self {
            Seeds::Sequence(_) => None,
            Seeds::List(seeds) => Some(seeds.len() as u64),
        }
    }

    /// A number that seeds other random generators of the run.
    pub fn number(&self) -> u64 {
        match self {
            Seeds::Sequence(base) => *base,
            Seeds::List(seeds) => Fnv1a::of(seeds.join("\n").as_bytes()),
        }
    }

    /// The seeds in the header of a log; a run with other seeds cannot continue it.
    pub fn name(&self) -> String {
        match self {
            Seeds::Sequence(base) => base.to_string(),
            Seeds::List(seeds) => format!("a list of {} ({:016x})", seeds.len(), self.number()),
        }
    }
}

/// The seed of unit `index` of the sequence that starts at `base`. No seed is repeated before all
/// seeds of the contest were used.
///
/// The sequence is a permutation of the contest's seeds: a Feistel network over as many bits as
/// they need, applied again while its result is not a seed (cycle walking).
pub fn seed_of(contest: &dyn Contest, base: u64, index: u64) -> String {
    permuted(contest.about().seeds, base, index).to_string()
}

/// Number `index` of a permutation of the numbers below `seeds`.
fn permuted(seeds: u64, base: u64, index: u64) -> u64 {
    let half = (u64::BITS - (seeds - 1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1 << half) - 1;
    let mut seed = index % seeds;
    loop {
        let (mut left, mut right) = (seed >> half, seed & mask);
        for round in 0..ROUNDS {
            let key = scattered(base).wrapping_add(round);
            (left, right) = (right, left ^ (scattered(key ^ (right << 8)) & mask));
        }
        seed = left << half | right;
        if seed < seeds {
            return seed;
        }
    }
}

/// The finalizer of `SplitMix64`: it maps neighbours to unrelated numbers.
fn scattered(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for multiplier in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
        bits = (bits ^ (bits >> 30)).wrapping_mul(multiplier);
    }
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games;

    const BILLION: u64 = 1_000_000_000;

    /// Logs contain seeds, so the sequence must never change.
    #[test]
    fn the_sequence_never_changes() {
        let of_a_billion = [0, 1, 2, 3].map(|index| permuted(BILLION, 1, index));
        assert_eq!(of_a_billion, [588_814_717, 517_859_790, 29_673_657, 324_346_793]);
        let of_twenty: Vec<u64> = (0..20).map(|index| permuted(20, 7, index)).collect();
        let expected = [18, 1, 5, 8, 16, 15, 7, 17, 2, 0, 13, 6, 11, 10, 9, 19, 14, 4, 3, 12];
        assert_eq!(of_twenty, expected);
    }

    #[test]
    fn every_contest_draws_from_its_own_seeds() {
        for contest in games::all() {
            for index in [0, 1, 1000] {
                let seed = seed_of(contest, 5, index);
                assert_eq!(seed, permuted(contest.about().seeds, 5, index).to_string());
            }
        }
    }

    #[test]
    fn no_seed_comes_twice() {
        let seeds: HashSet<u64> = (0..20_000).map(|index| permuted(1_000_000, 1, index)).collect();
        assert_eq!(seeds.len(), 20_000);
        assert!(seeds.iter().all(|seed| *seed < 1_000_000));
        let others = (0..20_000).filter(|index| seeds.contains(&permuted(1_000_000, 2, *index)));
        // A fiftieth of all seeds, by chance.
        let others = others.count();
        assert!((300..500).contains(&others), "{others} seeds of base 1 in those of base 2");
        for seeds in [1, 2, 3, 5, 16, 17] {
            let all: HashSet<u64> = (0..seeds).map(|index| permuted(seeds, 3, index)).collect();
            assert_eq!(all, (0..seeds).collect());
        }
    }

    /// Seeds of neighbours must look independent: for one, their difference is equally often in each of sixteen equal
    /// parts of the range.
    #[test]
    fn seeds_of_neighbours_look_independent() {
        for gap in [1, 2, 1 << 15, 1 << 16] {
            let mut parts = [0_u32; 16];
            for index in 0..16_000 {
                let [a, b] = [index, index + gap].map(|index| permuted(BILLION, 1, index));
                let difference = (BILLION + a - b) % BILLION;
                parts[(difference * 16 / BILLION) as usize] += 1;
            }
            // 1000 in each by chance, with a standard deviation of 31.
            assert!(parts.iter().all(|part| (850..1150).contains(part)), "{gap}: {parts:?}");
        }
    }
}
