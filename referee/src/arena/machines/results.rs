//! Whether the results on a machine differ from those on the others.
//!
//! The results of a unit (a seed in all seat orders) do not depend on the machine that plays it, unless something is wrong
//! there: a slow processor, a busy neighbour, an old library. Each machine's units are compared with those of the others by
//! a chi-square test.
//!
//! A test that is looked at often finds something by chance sooner or later. So it is looked at each time the number of
//! units has grown by a half, and look number `k` has the part `1 / k(k+1)` of the risk; these parts add up to at most
//! the risk. At a look, the probabilities are corrected by Holm for the number of machines.

use std::collections::HashMap;

use super::super::logged::Logged;
use super::host::{RISK, name_of};
use crate::game::Seat;
use crate::stats::binomial::holm;
use crate::stats::chi_square::Difference;
use crate::stats::sprt::Sprt;

/// The units at the first look.
const FIRST_LOOK: u64 = 20;

/// A machine whose results differ from those of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct OddMachine {
    /// Its name.
    pub machine: String,
    /// The bot whose points are compared: the first by name; empty if several groups of bots have played.
    pub bot: String,
    /// Its share of the points there and on the other machines, from 0 to 1; `None` if several groups of bots have played.
    pub points: Option<[f64; 2]>,
    /// The other machine, if there are only two.
    pub other: Option<String>,
    /// Units at the look that showed it.
    pub units: u64,
    /// The probability of such a difference by chance, corrected for the number of machines and looks.
    pub probability: f64,
}

/// A whole unit.
#[derive(Clone, Copy, Debug)]
struct Unit {
    machine: u32,
    group: u32,
    /// Half points of the first bot of the group.
    level: u32,
    games: u32,
}

/// The units of a log in its order.
#[derive(Debug, Default)]
pub(super) struct Results {
    machines: Vec<String>,
    groups: Vec<Vec<String>>,
    units: Vec<Unit>,
    /// The games of a whole unit, and the most half points in it, by group.
    whole: Vec<[u32; 2]>,
}

impl Results {
    /// The units of some games. Their games follow each other, as those of a run on other machines do. A unit that two
    /// machines have played together is left out.
    pub(super) fn of<'a>(games: impl Iterator<Item = &'a Logged>) -> Self {
        let mut made = Self::default();
        let (mut machines, mut groups) = (HashMap::new(), HashMap::new());
        let mut last: Option<&Logged> = None;
        let mut lists: HashMap<&[String], u32> = HashMap::new();
        for game in games {
            let known = lists.get(&game.bots[..]).copied();
            let group = known.unwrap_or_else(|| {
                let mut bots = game.bots.to_vec();
                bots.sort_unstable();
                let next = groups.len() as u32;
                let group = *groups.entry(bots.clone()).or_insert(next);
                if group == next {
                    made.groups.push(bots);
                    made.whole.push([0, 0]);
                }
                lists.insert(&game.bots, group);
                group
            });
            let name = name_of(game);
            let next = machines.len() as u32;
            let machine = *machines.entry(name).or_insert(next);
            if machine == next {
                made.machines.push(name.to_owned());
            }
            let [level, most] = half_points(game, &made.groups[group as usize][0]);
            let continues = last.is_some_and(|last| last.seed == game.seed);
            match made.units.last_mut().filter(|unit| continues && unit.group == group) {
                Some(unit) if unit.machine == machine && unit.games != u32::MAX => {
                    unit.level += level;
                    unit.games += 1;
                }
                // Two machines: it is never whole, whoever plays on.
                Some(unit) => unit.games = u32::MAX,
                None => made.units.push(Unit { machine, group, level, games: 1 }),
            }
            let games = made.units.last().map_or(0, |unit| unit.games);
            let whole = &mut made.whole[group as usize];
            if games != u32::MAX && games > whole[0] {
                *whole = [games, games * most];
            }
            last = Some(game);
        }
        made
    }

    /// The machines whose results differ, in the order of the looks.
    pub(super) fn odd(&self) -> Vec<OddMachine> {
        let levels = self.whole.iter().map(|[_, most]| *most as usize + 1).collect();
        let mut test = HostTest::new(self.machines.len(), levels);
        for unit in &self.units {
            let [games, most] = self.whole[unit.group as usize];
            if unit.games == games && most > 0 {
                test.add(unit.machine as usize, unit.group as usize, unit.level as usize);
            }
        }
        let named = |machine: usize| self.machines[machine].clone();
        let odd = |it: &Found| OddMachine {
            machine: named(it.machine),
            bot: if self.groups.len() == 1 { self.groups[0][0].clone() } else { String::new() },
            points: it.points.filter(|_| self.groups.len() == 1),
            other: it.other.map(named),
            units: it.units,
            probability: it.probability,
        };
        test.found.iter().map(odd).collect()
    }
}

/// Half points of a bot against the other bots of a game, and the most that it could have.
fn half_points(game: &Logged, bot: &str) -> [u32; 2] {
    let [mut points, mut most] = [0, 0];
    for (seat, name) in game.bots.iter().enumerate().filter(|(_, name)| *name == bot) {
        for (other, _) in game.bots.iter().enumerate().filter(|(_, other)| *other != name) {
            points += game.half_points(Seat(seat), Seat(other)) as u32;
            most += 2;
        }
    }
    [points, most]
}

/// The test of all machines, unit by unit.
#[derive(Debug)]
pub(super) struct HostTest {
    /// Units by machine, group and level.
    counts: Vec<Vec<Vec<u64>>>,
    units: u64,
    looks: u64,
    next_look: u64,
    found: Vec<Found>,
}

/// A machine that was found.
#[derive(Clone, Debug)]
struct Found {
    machine: usize,
    points: Option<[f64; 2]>,
    other: Option<usize>,
    units: u64,
    probability: f64,
}

impl HostTest {
    /// A test of this many machines, with the number of levels of a unit in each group of bots.
    pub fn new(machines: usize, levels: Vec<usize>) -> Self {
        let row: Vec<Vec<u64>> = levels.into_iter().map(|levels| vec![0; levels]).collect();
        let counts = vec![row; machines];
        Self { counts, units: 0, looks: 0, next_look: FIRST_LOOK, found: Vec::new() }
    }

    /// Adds a unit, and looks if it is time to.
    pub fn add(&mut self, machine: usize, group: usize, level: usize) {
        self.counts[machine][group][level] += 1;
        self.units += 1;
        if self.units >= self.next_look && Sprt::looks_after(self.units) {
            self.next_look = self.units + self.units.div_ceil(2);
            self.look();
        }
    }

    /// The machines that were found so far.
    #[cfg(test)]
    fn found(&self) -> usize {
        self.found.len()
    }

    /// Names the machine that differs most, then the one of the rest that differs most, until none differs.
    fn look(&mut self) {
        let mut is_look = false;
        loop {
            let mut open: Vec<usize> = (0..self.counts.len()).collect();
            open.retain(|machine| self.found.iter().all(|it| it.machine != *machine));
            let tested = self.tested(&open);
            is_look |= !tested.is_empty();
            let Some(found) = self.most_odd(&open, &tested) else { break };
            self.found.push(found);
        }
        // A look at which nothing can be compared yet takes nothing of the risk.
        self.looks += u64::from(is_look);
    }

    /// The counts of all of some machines except one, by group and level.
    fn rest(&self, open: &[usize], machine: usize) -> Vec<Vec<u64>> {
        let mut sum: Vec<Vec<u64>> =
            self.counts[machine].iter().map(|levels| vec![0; levels.len()]).collect();
        for other in open.iter().filter(|other| **other != machine) {
            let counts = sum.iter_mut().flatten().zip(self.counts[*other].iter().flatten());
            counts.for_each(|(sum, count)| *sum += count);
        }
        sum
    }

    /// The machines that can be compared with the rest, with the probability of such a difference by chance.
    fn tested(&self, open: &[usize]) -> Vec<(usize, f64)> {
        let Some(first) = open.first() else { return Vec::new() };
        // The counts of all, from which those of a machine are taken: there may be many machines.
        let mut all = self.rest(open, *first);
        let own = all.iter_mut().flatten().zip(self.counts[*first].iter().flatten());
        own.for_each(|(sum, count)| *sum += count);
        let difference = |machine: usize| {
            let groups = self.counts[machine].iter().zip(&all);
            let parts = groups.map(|(own, all)| {
                let rest: Vec<u64> = all.iter().zip(own).map(|(all, own)| all - own).collect();
                Difference::of(own, &rest)
            });
            parts.fold(Difference::default(), Difference::and)
        };
        let tested = open.iter().map(|machine| (*machine, difference(*machine).probability()));
        tested.filter_map(|(machine, probability)| Some((machine, probability?))).collect()
    }

    /// The machine that differs most from the rest, if it differs.
    fn most_odd(&self, open: &[usize], tested: &[(usize, f64)]) -> Option<Found> {
        let probabilities: Vec<f64> = tested.iter().map(|(_, probability)| *probability).collect();
        let corrected = holm(&probabilities);
        let (at, probability) =
            corrected.into_iter().enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let look = self.looks + 1;
        let probability = probability * (look * (look + 1)) as f64;
        if probability > RISK {
            return None;
        }
        let machine = tested[at].0;
        let share = |groups: &[Vec<u64>]| {
            let levels = groups.iter().flat_map(|levels| {
                let most = (levels.len() - 1).max(1) as f64;
                levels
                    .iter()
                    .enumerate()
                    .map(move |(level, count)| (level as f64 / most, *count as f64))
            });
            let (points, units) = levels.fold((0.0, 0.0), |(points, units), (share, count)| {
                (points + share * count, units + count)
            });
            points / f64::max(units, 1.0)
        };
        let points = Some([share(&self.counts[machine]), share(&self.rest(open, machine))]);
        let mut others = tested.iter().map(|(other, _)| *other).filter(|other| *other != machine);
        let other = others.next().filter(|_| others.next().is_none());
        Some(Found { machine, points, other, units: self.units, probability })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::logged::logged;
    use super::super::super::played_on::{OtherMachine, PlayedOn};
    use super::*;
    use crate::testkit::cases::cases;

    /// Numbers from 0 to 1 that follow from a number.
    fn chances(seed: u64) -> impl FnMut() -> f64 {
        let begin = blake3::hash(&seed.to_le_bytes());
        let mut state = u64::from_le_bytes(begin.as_bytes()[..8].try_into().unwrap());
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// The level of a unit of two games: a half of the units are drawn, wins are rare.
    fn level(chance: f64) -> usize {
        [0.03, 0.23, 0.77, 0.97].iter().filter(|bound| chance > **bound).count()
    }

    /// A run in which machines of very different speed play units, and one of them may have other results.
    fn run(seed: u64, machines: usize, units: u64, odd: Option<usize>) -> HostTest {
        let mut chance = chances(seed);
        let mut test = HostTest::new(machines, vec![5]);
        for _ in 0..units {
            // The square of a number prefers the first machines.
            let machine = (chance().powi(2) * machines as f64) as usize;
            let mut level = level(chance());
            if odd == Some(machine) && chance() < 0.5 {
                level = level.saturating_sub(1);
            }
            test.add(machine, 0, level);
        }
        test
    }

    #[test]
    fn equal_machines_are_rarely_named_however_often_the_test_is_looked_at() {
        let runs: u64 = cases(300, 3000);
        for (machines, units) in [(2, 1500), (3, 600), (16, 3000), (100, 4000)] {
            let wrong = (0..runs).filter(|run_of| run(*run_of, machines, units, None).found() > 0);
            let wrong = wrong.count() as f64;
            eprintln!("{machines} machines: {wrong} of {runs} runs name one");
            // The risk, and three standard deviations.
            let most = RISK * runs as f64 + 3.0 * (RISK * (1.0 - RISK) * runs as f64).sqrt();
            assert!(wrong <= most, "{wrong} of {runs} with {machines} machines");
        }
    }

    #[test]
    fn a_machine_with_other_results_is_named_and_no_other() {
        for seed in 0..20 {
            let test = run(seed, 8, 4000, Some(3));
            let names: Vec<usize> = test.found.iter().map(|it| it.machine).collect();
            assert_eq!(names, [3], "{seed}");
            let [there, others] = test.found[0].points.unwrap();
            assert!(there < others - 0.05 && test.found[0].probability <= RISK);
            assert_eq!(test.found[0].other, None);
        }
        // Of two machines nobody knows which one is wrong.
        let test = run(1, 2, 4000, Some(1));
        assert_eq!((test.found(), test.found[0].other.is_some()), (1, true));
    }

    fn on(name: &str) -> PlayedOn {
        let machine = OtherMachine { name: name.to_owned(), ..OtherMachine::default() };
        PlayedOn { machine: machine.into(), starved_micros: None }
    }

    /// Both games of a seed on a machine, with half points of `a`.
    fn unit(seed: u64, machine: &str, level: u32) -> [Logged; 2] {
        let ranks = |points: u32| match points {
            0 => [2, 1],
            1 => [1, 1],
            _ => [1, 2],
        };
        let (first, second) = (level.min(2), level - level.min(2));
        let [mut one, mut other] = [
            logged(&seed.to_string(), &["a", "b"], &ranks(first)),
            logged(&seed.to_string(), &["b", "a"], &ranks(2 - second)),
        ];
        for game in [&mut one, &mut other] {
            game.host = Some(on(machine));
        }
        [one, other]
    }

    #[test]
    fn whole_units_of_a_doctored_log_are_compared() {
        let levels = [2, 1, 3, 4, 0, 2, 3, 1];
        let honest = |seed: u64| {
            unit(seed, ["n1", "n2", "n3"][seed as usize % 3], levels[seed as usize % 8])
        };
        let games: Vec<Logged> = (0..600).flat_map(honest).collect();
        assert_eq!(Results::of(games.iter()).odd(), []);
        let doctored = |seed: u64| match seed % 3 {
            1 => unit(seed, "n2", levels[seed as usize % 8].min(2)),
            _ => honest(seed),
        };
        let games: Vec<Logged> = (0..600).flat_map(doctored).collect();
        let odd = Results::of(games.iter()).odd();
        let names: Vec<&str> = odd.iter().map(|it| &*it.machine).collect();
        assert_eq!((names, &*odd[0].bot), (vec!["n2"], "a"));
        let [there, others] = odd[0].points.unwrap();
        assert!((there - 0.34).abs() < 0.05 && (others - 0.5).abs() < 0.05, "{odd:?}");
        // Half of each unit is missing: nothing can be said.
        let halves = games.iter().enumerate().filter(|(at, _)| at % 2 == 0 || *at == 1);
        assert_eq!(Results::of(halves.map(|(_, game)| game)).odd(), []);
        // A unit that two machines have played together does not count.
        let mut mixed = games.clone();
        for pair in
            mixed.chunks_mut(2).filter(|pair| pair[0].host.as_ref().unwrap().machine.name == "n2")
        {
            pair[1].host = Some(on("n1"));
        }
        assert_eq!(Results::of(mixed.iter()).odd(), []);
        // The bot of a solitary log meets nobody.
        let alone: Vec<Logged> =
            (0..60).map(|seed| logged(&seed.to_string(), &["a"], &[1])).collect();
        assert_eq!(Results::of(alone.iter()).odd(), []);
    }

    #[test]
    fn the_parts_of_the_risk_add_up_to_it() {
        let mut test = HostTest::new(2, vec![2]);
        (0..1_000_000).for_each(|at| test.add(at % 2, 0, at / 2 % 2));
        assert!((20..40).contains(&test.looks), "{}", test.looks);
        let parts: f64 = (1..=test.looks).map(|look| 1.0 / (look * (look + 1)) as f64).sum();
        assert!(parts < 1.0 && parts > 0.9, "{parts}");
    }

    #[test]
    fn groups_of_bots_are_compared_apart() {
        // `n1` has played mostly against the weak one: its points differ, and nothing is wrong.
        let mut chance = chances(5);
        let mut test = HostTest::new(2, vec![5, 5]);
        for at in 0..2000 {
            let (weak, strong) = (level(chance()).max(3), level(chance()).min(1));
            let is_weak = at % 4 > 0;
            test.add(
                usize::from(is_weak == (at % 20 != 0)),
                usize::from(is_weak),
                if is_weak { weak } else { strong },
            );
        }
        assert_eq!(test.found(), 0);
    }
}
