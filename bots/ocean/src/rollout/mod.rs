//! The best lines played on: what information, place and readiness are worth shows in the turns that
//! follow.
//!
//! Worlds are drawn from what we know of the opponent; what it knows of us follows from the line. In
//! each world both sides play some turns by quick rules, after every line with the same
//! numbers of chance. A line is compared with the one that is best without this, world by world: the
//! mean difference counts as far as it exceeds its noise. After each round of worlds the worse
//! half of the lines is dropped (sequential halving: Karnin, Koren and Somekh 2013).

mod craft;
mod worlds;

use std::f64::consts::LN_2;

use gridkit::{Deadline, Rng};

use crate::complete;
use crate::device::Device;
use crate::knowledge::Knowledge;
use crate::line::Line;
use crate::map::Cell;
use crate::params::Params;
use crate::reply::Replies;
use crate::score::Weighed;
use crate::suspected::likely;
use crate::tracker::Belief;
use craft::{Craft, Rules, Style};

/// Worlds of the first round.
const ROUND: usize = 24;

/// A line that is compared.
struct Entry {
    /// Its place among the lines.
    place: usize,
    ours: Craft,
    /// Our explosions of the line.
    volley: [Option<Cell>; 2],
    /// The sum of its differences to the first line, world by world; of their squares; and the number of worlds.
    differences: f64,
    squares: f64,
    rounds: usize,
}

/// What is added to the worth of each line; the first is the one that the others are compared with.
pub fn corrections(
    knowledge: &Knowledge,
    params: &Params,
    them: &Belief,
    replies: &mut Replies<'_>,
    lines: &[Weighed],
    deadline: &mut Deadline,
) -> Vec<f64> {
    let mut corrections = vec![0.0; lines.len()];
    if lines.len() < 2 || params.worlds < 1 || params.played <= 0.0 {
        return corrections;
    }
    let mut table = Table::new(knowledge, params, them);
    let mut entries: Vec<Entry> = lines
        .iter()
        .enumerate()
        .map(|(place, weighed)| entry(knowledge, params, them, replies, place, &weighed.line))
        .collect();
    let mut played = 0;
    let mut round = ROUND;
    while entries.len() > 1 && played < table.worlds.len() {
        let until = (played + round).min(table.worlds.len());
        for world in played..until {
            let mut reference = 0.0;
            for (index, entry) in entries.iter_mut().enumerate() {
                if deadline.expired() {
                    return corrections;
                }
                let worth = table.play(world, entry);
                if index == 0 {
                    reference = worth;
                }
                entry.differences += worth - reference;
                entry.squares += (worth - reference).powi(2);
                entry.rounds += 1;
            }
        }
        for entry in &entries {
            corrections[entry.place] = params.played * stands_out(entry, params);
        }
        drop_worse_half(&mut entries, lines, &mut corrections);
        played = until;
        round *= 2;
        if entries.len() == 2 {
            round = table.worlds.len();
        }
    }
    corrections
}

/// Drops the worse half of two or more lines. The first one always stays.
fn drop_worse_half(entries: &mut Vec<Entry>, lines: &[Weighed], corrections: &mut [f64]) {
    let worth = |entry: &Entry| lines[entry.place].total() + corrections[entry.place];
    entries[1..]
        .sort_by(|a, b| worth(b).partial_cmp(&worth(a)).unwrap_or(std::cmp::Ordering::Equal));
    for entry in entries.drain(1 + entries.len() / 2..) {
        // A gain in few worlds may be luck, so a dropped line keeps only a loss.
        corrections[entry.place] = corrections[entry.place].min(0.0);
    }
}

/// The mean difference as far as it exceeds its noise (the estimator of James and Stein), and of what the
/// quick rules are wrong by however many worlds there are.
fn stands_out(entry: &Entry, params: &Params) -> f64 {
    let count = entry.rounds.max(2) as f64;
    let mean = entry.differences / count;
    let noise = (entry.squares / count - mean * mean).max(0.0) / (count - 1.0);
    let variance = params.doubt * (noise + params.rules_error.powi(2));
    let square = mean * mean;
    if square <= variance {
        0.0
    } else {
        mean * (1.0 - variance / square)
    }
}

fn entry(
    knowledge: &Knowledge,
    params: &Params,
    them: &Belief,
    replies: &mut Replies<'_>,
    place: usize,
    line: &Line,
) -> Entry {
    let mut own = knowledge.own.clone();
    for order in complete::orders(knowledge, params, them, line) {
        own.execute(&knowledge.map, order);
    }
    let lives = knowledge.own.lives.saturating_sub(line.price());
    let known = replies.to(&line.seen(), lives).known.with(own.at);
    let missing = |device| own.charges.missing(device).unwrap_or(u8::MAX);
    let ours = Craft {
        at: own.at,
        trail: own.trail,
        lives,
        torpedo: missing(Device::Torpedo),
        silence: missing(Device::Silence),
        mine: missing(Device::Mine),
        mines: own.mines(),
        known,
    };
    Entry { place, ours, volley: line.volley(), differences: 0.0, squares: 0.0, rounds: 0 }
}

/// The worlds, and how they are played on.
struct Table<'a> {
    rules: Rules<'a>,
    params: &'a Params,
    worlds: Vec<Craft>,
    seed: u64,
    /// By cell: the damage of the mines beside it, if all of them are blown: theirs and ours.
    danger: [[f32; 256]; 2],
    ours: Style,
    theirs: Style,
}

impl<'a> Table<'a> {
    fn new(knowledge: &'a Knowledge, params: &'a Params, them: &Belief) -> Table<'a> {
        let map = &knowledge.map;
        let mut rng =
            Rng::new(u64::from(knowledge.turn) << 8 | u64::from(knowledge.own.at.point().x as u8));
        let mut chances = [0.0; 256];
        for cell in them.cells() {
            chances[cell.index()] = them.at(cell);
        }
        let known = likely(&chances, them.cells());
        let us = knowledge.us.belief();
        let mut danger = [[0.0; 256]; 2];
        for cell in map.water() {
            for mine in map.blast(cell) {
                danger[0][cell.index()] += them.mine(mine);
                danger[1][cell.index()] += us.mine(mine);
            }
        }
        let ours = Style {
            nerve: params.our_nerve as f32,
            silence: [0.0, 0.25, 0.25, 0.25, 0.25],
            hides: 0.9,
            leaps: 0.0,
        };
        let theirs = Style {
            nerve: params.their_nerve as f32,
            silence: knowledge.them.silence_distances(),
            hides: params.their_hides,
            leaps: f64::from(knowledge.fires.takes()[1]),
        };
        let worlds = worlds::draw(knowledge, params, known, params.worlds as usize, &mut rng);
        Table { rules: Rules::new(map), params, worlds, seed: rng.next_u64(), danger, ours, theirs }
    }

    /// The worth of a line in a world: the discounted damage of the turns that follow, ours less theirs,
    /// and what is left at the end.
    fn play(&mut self, world: usize, entry: &Entry) -> f64 {
        let (rules, params) = (&self.rules, self.params);
        let mut rng = Rng::new(self.seed.wrapping_add(world as u64));
        let (mut ours, mut theirs) = (entry.ours, self.worlds[world]);
        for &explosion in entry.volley.iter().flatten() {
            theirs.suffer(rules.map, explosion);
        }
        if theirs.lives == 0 {
            // That it is sunk is in the worth of the line already.
            return 0.0;
        }
        let mut worth = 0.0;
        let mut now = params.discount;
        let nerve = self.theirs.nerve * (0.5 + rng.unit() as f32);
        let style = Style { nerve, ..self.theirs };
        for _ in 0..params.turns {
            let (dealt, lost) =
                craft::turn(rules, &style, &self.danger[1], &mut theirs, &mut ours, &mut rng);
            worth += now * (f64::from(lost) - f64::from(dealt));
            if ours.lives == 0 || theirs.lives == 0 {
                break;
            }
            now *= params.discount;
            let (dealt, lost) =
                craft::turn(rules, &self.ours, &self.danger[0], &mut ours, &mut theirs, &mut rng);
            worth += now * (f64::from(dealt) - f64::from(lost));
            if ours.lives == 0 || theirs.lives == 0 {
                break;
            }
        }
        match (ours.lives, theirs.lives) {
            (0, _) => worth - params.kill,
            (_, 0) => worth + params.kill,
            _ => worth + now * (self.left(&ours) - self.left(&theirs)),
        }
    }

    /// The worth of what a submarine has left: its charges, and not being known.
    fn left(&self, craft: &Craft) -> f64 {
        let params = self.params;
        let part = |missing: u8, device: Device| {
            1.0 - f64::from(missing.min(device.full())) / f64::from(device.full())
        };
        let hidden = logarithm(craft.known.count()) / 4.0;
        params.left_torpedo * part(craft.torpedo, Device::Torpedo)
            + params.left_silence * part(craft.silence, Device::Silence)
            + params.left_hidden * hidden.min(1.0)
    }
}

/// The natural logarithm of a number of squares, exact to 1e-7; from 55 on that of 55. It has the same bits on every machine,
/// as `gridkit::floats::ln` has, in less code: the bundle is nearly full.
fn logarithm(squares: u32) -> f64 {
    let (mut rest, mut halvings) = (f64::from(squares.clamp(1, 55)), 0.0);
    while rest > 1.4 {
        rest /= 2.0;
        halvings += 1.0;
    }
    let part = (rest - 1.0) / (rest + 1.0);
    let square = part * part;
    halvings * LN_2 + 2.0 * part * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square / 7.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{cell, facing, on};
    use crate::map::Map;
    use crate::orders::line as text;
    use crate::plan::{self, Plan};
    use crate::score::Score;
    use gridkit::Board15;

    /// The corrections of some plans of equal score. We are on (7, 7) and known to be there; the
    /// opponent is on one of `theirs` and can fire.
    fn added(theirs: &[(i32, i32)], plans: &[&str]) -> Vec<f64> {
        let params = Params { worlds: 200, played: 1.0, rules_error: 0.0, ..Params::default() };
        let knowledge = facing(theirs, &[(7, 7)], [3, 4, 0, 3], &params);
        let them = knowledge.them.belief();
        let all = plan::all(&knowledge.own, &knowledge.map);
        let found = |wanted: &&str| all.iter().find(|plan| text(plan.orders()) == **wanted);
        let lines: Vec<Weighed> = plans
            .iter()
            .filter_map(found)
            .map(|plan| Weighed::new(&Line::quiet(*plan), Score::default()))
            .collect();
        assert_eq!(lines.len(), plans.len());
        let mut replies = Replies::new(&knowledge, &params, &them);
        let mut deadline = Deadline::after_nodes(1_000_000);
        corrections(&knowledge, &params, &them, &mut replies, &lines, &mut deadline)
    }

    #[test]
    fn a_line_adds_nothing_to_itself() {
        assert_eq!(added(&[(7, 11)], &["MOVE W", "MOVE W", "MOVE W"]), [0.0; 3]);
    }

    #[test]
    fn hiding_from_a_hunter_that_knows_us_is_worth_something() {
        let added = added(&[(7, 11)], &["MOVE W", "MOVE W|SILENCE N 3"]);
        assert!(added[1] > 0.2, "{added:?}");
    }

    /// A submarine on (7, 7) whose devices are all charged.
    fn ready() -> Craft {
        Craft {
            at: cell(7, 7),
            trail: Board15::of(cell(7, 7)),
            lives: 6,
            torpedo: 0,
            silence: 0,
            mine: 0,
            mines: Board15::EMPTY,
            known: Board15::of(cell(7, 7)),
        }
    }

    fn entry_of(place: usize, values: &[f64]) -> Entry {
        Entry {
            place,
            ours: ready(),
            volley: [None; 2],
            differences: values.iter().sum(),
            squares: values.iter().map(|value| value * value).sum(),
            rounds: values.len(),
        }
    }

    #[test]
    fn the_worse_half_is_dropped_and_keeps_no_gain() {
        let own = facing(&[(0, 0)], &[(7, 7)], [3, 4, 6, 3], &Params::default()).own;
        let line = Line::quiet(Plan::stay(&own));
        let weighed = |dealt| Weighed::new(&line, Score { dealt, ..Score::default() });
        let lines = [5.0, 4.9, 4.8, 4.7, 4.6, 4.5].map(weighed);
        let mut corrections = [0.0, 0.05, -0.5, 0.4, 0.1, 0.6];
        // With their corrections: 5, 4.95, 4.3, 5.1, 4.7 and 5.1.
        let mut entries: Vec<Entry> = (0..6).map(|place| entry_of(place, &[])).collect();
        drop_worse_half(&mut entries, &lines, &mut corrections);
        let places: Vec<usize> = entries.iter().map(|entry| entry.place).collect();
        assert_eq!(places[0], 0, "the line that the others are compared with stays");
        assert_eq!(places.len(), 4);
        assert!([1, 3, 5].iter().all(|place| places.contains(place)), "{places:?}");
        let kept = [0.0, 0.05, -0.5, 0.4, 0.0, 0.6];
        assert!(corrections.iter().zip(kept).all(|(is, kept)| (is - kept).abs() < 1e-9));
        drop_worse_half(&mut entries, &lines, &mut corrections);
        drop_worse_half(&mut entries, &lines, &mut corrections);
        assert_eq!(entries.len(), 2, "two are left to compare");
    }

    #[test]
    fn a_difference_counts_as_far_as_it_stands_out() {
        let of = |values: &[f64], rules_error| {
            let params = Params { doubt: 2.0, rules_error, ..Params::default() };
            stands_out(&entry_of(0, values), &params)
        };
        assert!((of(&[0.5; 20], 0.0) - 0.5).abs() < 1e-9);
        assert!(of(&[1.0, -1.0, 1.0, -0.9], 0.0).abs() < 1e-9);
        let noisy = of(&[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0], 0.0);
        assert!(noisy > 0.2 && noisy < 0.5, "{noisy}");
        // However sure a difference is, it counts less where the rules are wrong by nearly as much.
        assert!((of(&[0.5; 20], 0.25) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn a_submarine_with_more_charges_or_less_known_has_more_left() {
        let params = Params::default();
        let knowledge = facing(&[(0, 0)], &[(7, 7)], [3, 4, 6, 3], &params);
        let them = knowledge.them.belief();
        let table = Table::new(&knowledge, &params, &them);
        let full = table.left(&ready());
        assert!((full - params.left_torpedo - params.left_silence).abs() < 1e-9);
        let third = table.left(&Craft { torpedo: 2, ..ready() });
        assert!((full - third - params.left_torpedo * 2.0 / 3.0).abs() < 1e-9);
        let absent = table.left(&Craft { silence: u8::MAX, ..ready() });
        assert!((absent - params.left_torpedo).abs() < 1e-9, "the league lacks the silence");
        let hidden = table.left(&Craft { known: Board15::FULL, ..ready() });
        assert!((hidden - full - params.left_hidden).abs() < 1e-9);
    }

    #[test]
    fn the_logarithm_of_squares_is_nearly_that_of_the_system() {
        for squares in 1..=55 {
            assert!((logarithm(squares) - f64::from(squares).ln()).abs() < 1e-7, "{squares}");
        }
        let bits = |squares| logarithm(squares).to_bits();
        assert_eq!([0, 225].map(bits), [1, 55].map(bits));
    }

    #[test]
    fn a_world_in_which_the_line_sinks_the_opponent_adds_nothing() {
        let params = Params::default();
        let mut knowledge = facing(&[(7, 10)], &[(7, 7)], [0, 4, 6, 3], &params);
        knowledge.their_lives = 2;
        let them = knowledge.them.belief();
        let mut table = Table::new(&knowledge, &params, &them);
        let hit = Entry { volley: [Some(cell(7, 10)), None], ..entry_of(0, &[]) };
        assert!(table.play(0, &hit).abs() < 1e-9);
        assert!(table.play(0, &entry_of(0, &[])).abs() > 1e-9);
    }

    #[test]
    fn being_sunk_in_a_world_has_a_price_of_its_own() {
        let worth = |kill: f64, ours: u8| {
            let params = Params { kill, turns: 1, ..Params::default() };
            let knowledge = facing(&[(7, 9)], &[(7, 7)], [3, 4, 6, 3], &params);
            let them = knowledge.them.belief();
            let mut table = Table::new(&knowledge, &params, &them);
            let weak = Craft { lives: ours, torpedo: 3, silence: 6, ..ready() };
            table.play(0, &Entry { ours: weak, ..entry_of(0, &[]) })
        };
        // The opponent fires at once; one life is not enough.
        assert!((worth(0.0, 1) - worth(3.0, 1) - 3.0).abs() < 1e-9);
        assert!((worth(0.0, 6) - worth(3.0, 6)).abs() < 1e-9);
    }

    #[test]
    fn worlds_are_drawn_as_often_as_they_are_likely() {
        let params = Params::default();
        let mut knowledge = facing(&[(1, 1), (5, 5)], &[(7, 7)], [3, 4, 6, 3], &params);
        let twice = |cell: Cell| if cell.point().x == 1 { 1.0 } else { 0.5 };
        knowledge.them.assume(&Map::new(Board15::FULL), twice);
        let known = knowledge.them.cells();
        let worlds = worlds::draw(&knowledge, &params, known, 300, &mut Rng::new(1));
        let there = worlds.iter().filter(|craft| craft.at.point().x == 1).count();
        assert_eq!(worlds.len(), 300);
        assert!((199..=201).contains(&there), "{there}");
    }

    #[test]
    fn a_drawn_opponent_is_charged_as_often_as_ready_says() {
        let charges = |ready: f64| {
            let params = Params { ready, ..Params::default() };
            let mut knowledge = facing(&[(1, 1)], &[(7, 7)], [3, 4, 6, 3], &params);
            knowledge.them = on(&[(1, 1)]);
            let known = knowledge.them.cells();
            let worlds = worlds::draw(&knowledge, &params, known, 50, &mut Rng::new(1));
            let all: Vec<[u8; 3]> =
                worlds.iter().map(|it| [it.torpedo, it.silence, it.mine]).collect();
            assert!(all.iter().all(|charges| *charges == all[0]));
            all[0]
        };
        assert_eq!(charges(1.0), [0, 0, 0]);
        assert_eq!(charges(0.0), [2, 3, 0]);
    }
}
