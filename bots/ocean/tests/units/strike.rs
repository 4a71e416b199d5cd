//! Tests of our explosions: what they hit, and when they can be fired.

use gridkit::Board15;
use ocean::device::Charges;
use ocean::knowledge::Knowledge;
use ocean::map::{cell_at, Cell, Map};
use ocean::params::Params;
use ocean::plan;
use ocean::strike::Strike;
use ocean::tracker::{Settings, Tracker};

fn cell(x: i32, y: i32) -> Cell {
    cell_at(x, y).unwrap()
}

/// We are at (7, 7) on the open sea, the opponent on one of those cells.
fn facing(theirs: &[Cell], lives: u8, missing: [i32; 4]) -> Knowledge {
    let params = Params::default();
    let mut knowledge = Knowledge::new(Map::new(Board15::FULL), cell(7, 7), &params);
    let settings = Settings { cap: 100, silence: Some([1.0; 5]) };
    knowledge.them = Tracker::new(theirs.iter().copied().collect(), settings);
    knowledge.their_lives = lives;
    knowledge.own.charges = Charges::from_missing(missing).unwrap();
    knowledge
}

#[test]
fn a_hit_counts_what_can_be_lost() {
    let knowledge = facing(&[cell(7, 10), cell(8, 10)], 1, [0, 4, 6, 3]);
    let (params, them) = (Params::default(), knowledge.them.belief());
    let strike = Strike::new(&knowledge, &params, &them);
    // The opponent has one life, on either of the two cells.
    let hit = strike.hit([Some(cell(7, 10)), None]);
    assert!((hit.damage - 1.0).abs() < 1e-6 && (hit.kill - 1.0).abs() < 1e-6);
    let hit = strike.hit([Some(cell(9, 10)), None]);
    assert!((hit.damage - 0.5).abs() < 1e-6 && (hit.kill - 0.5).abs() < 1e-6);
}

#[test]
fn two_explosions_add_up() {
    let knowledge = facing(&[cell(7, 10)], 3, [0, 4, 6, 3]);
    let (params, them) = (Params::default(), knowledge.them.belief());
    let strike = Strike::new(&knowledge, &params, &them);
    let hit = strike.hit([Some(cell(7, 10)), Some(cell(7, 11))]);
    assert!((hit.damage - 3.0).abs() < 1e-6 && (hit.kill - 1.0).abs() < 1e-6);
    assert!((strike.prize() - 2.0).abs() < 1e-6);
}

#[test]
fn the_move_can_supply_the_last_charge() {
    for (missing, stops) in [(0, vec![0, 1]), (1, vec![1]), (2, vec![])] {
        let knowledge = facing(&[cell(7, 10)], 6, [missing, 4, 6, 3]);
        let (params, them) = (Params::default(), knowledge.them.belief());
        let strike = Strike::new(&knowledge, &params, &them);
        let plans = plan::all(&knowledge.own, &knowledge.map);
        let south = plans.iter().find(|plan| plan.orders().len() == 1 && plan.end() == cell(7, 8));
        let mut lines = Vec::new();
        strike.lines(*south.unwrap(), &mut lines);
        let full =
            lines.iter().filter_map(|line| line.torpedo).filter(|shot| shot.at == cell(7, 10));
        assert_eq!(full.map(|shot| shot.stop).collect::<Vec<_>>(), stops);
    }
}
