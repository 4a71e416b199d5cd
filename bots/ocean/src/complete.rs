//! The orders of a line: it is completed by the device that its move charges, by a mine where that is of use, and by a
//! sonar if nothing else fills the turn.

use gridkit::{Board15, Dir};

use crate::device::{Charges, Device};
use crate::knowledge::Knowledge;
use crate::line::{Line, Shot};
use crate::mine_site;
use crate::orders::Order;
use crate::params::Params;
use crate::ping;
use crate::plan::Plan;
use crate::tracker::Belief;

/// Whether a mine or a sonar can fill a turn without any step.
pub fn can_pass(knowledge: &Knowledge) -> bool {
    let own = &knowledge.own;
    let site = || mine_site::best_site(&knowledge.map, own.at, own.mines());
    own.charges.ready(Device::Sonar) || own.charges.ready(Device::Mine) && site().is_some()
}

/// The orders of a line, at least one.
pub fn orders(knowledge: &Knowledge, params: &Params, them: &Belief, line: &Line) -> Vec<Order> {
    let plan = &line.plan;
    let mut charges = knowledge.own.charges;
    let mine = mine_site(knowledge, params, line);
    let mut orders = Vec::with_capacity(8);
    for stop in 0..plan.stops().len() {
        let here = |shot: &Shot| shot.stop == stop;
        orders.extend(line.trigger.filter(here).map(|shot| Order::Trigger(shot.at)));
        if let Some(shot) = line.torpedo.filter(here) {
            orders.push(Order::Torpedo(shot.at));
            charges.spend(Device::Torpedo);
        }
        if let Some((_, dir)) = mine.filter(|(when, _)| *when == stop) {
            orders.push(Order::Mine(dir));
            charges.spend(Device::Mine);
        }
        match plan.orders().get(stop) {
            Some(&Order::Move(dir, _)) => {
                let fires_later = line.torpedo.map_or(false, |shot| shot.stop > stop);
                let device = if fires_later && !charges.ready(Device::Torpedo) {
                    Some(Device::Torpedo)
                } else {
                    plan.must_charge.or_else(|| next_device(charges))
                };
                orders.push(Order::Move(dir, device));
            }
            Some(&other) => {
                if let Order::Silence(..) = other {
                    charges.spend(Device::Silence);
                }
                orders.push(other);
            }
            None => {}
        }
    }
    if orders.is_empty() && charges.ready(Device::Sonar) {
        orders.push(Order::Sonar(ping::best_sector(them)));
    }
    if orders.is_empty() {
        orders.push(Order::Surface);
    }
    orders
}

/// The stop of a line at which a mine is laid, and in which direction: where it covers most. When every device is
/// full and would lose a charge it need not cover more than others do.
fn mine_site(knowledge: &Knowledge, params: &Params, line: &Line) -> Option<(usize, Dir)> {
    if !knowledge.own.charges.ready(Device::Mine) {
        return None;
    }
    let full = line.torpedo.is_none()
        && Device::ALL.iter().all(|&device| knowledge.own.charges.ready(device));
    let enough = if full || must_lay(&line.plan, line) { 0 } else { params.mine_cells as u32 };
    let mut best: Option<(u32, usize, Dir)> = None;
    for (stop, &at) in line.plan.stops().iter().enumerate() {
        // A mine that is blown at a later stop still lies here.
        let blown = line.trigger.filter(|shot| shot.stop <= stop);
        let blown = blown.map_or(Board15::EMPTY, |shot| Board15::of(shot.at));
        let mines = knowledge.own.mines() - blown;
        if let Some((dir, fresh)) = mine_site::best_site(&knowledge.map, at, mines) {
            if fresh >= enough && best.map_or(true, |(most, ..)| fresh > most) {
                best = Some((fresh, stop, dir));
            }
        }
    }
    best.map(|(_, stop, dir)| (stop, dir))
}

/// Whether nothing else fills the turn.
fn must_lay(plan: &Plan, line: &Line) -> bool {
    plan.orders().is_empty() && line.torpedo.is_none() && line.trigger.is_none()
}

/// The device that a move charges if nothing asks for a certain one.
fn next_device(charges: Charges) -> Option<Device> {
    let wanting = [Device::Torpedo, Device::Silence, Device::Mine, Device::Sonar]
        .iter()
        .copied()
        .find(|&device| charges.missing(device).unwrap_or(0) > 0);
    // A surplus charge is lost, but a device must not be named that the league lacks.
    wanting.or_else(|| Some(Device::Torpedo).filter(|&device| charges.has(device)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{cell_at, Cell, Map};
    use crate::orders::line as text;
    use crate::plan;

    /// The orders of the first plan that reads so, with what else the line needs.
    fn written(plan_text: &str, missing: [i32; 4], torpedo: Option<Shot>) -> String {
        let params = Params::default();
        let at = cell_at(7, 7).unwrap();
        let mut knowledge = Knowledge::new(Map::new(Board15::FULL), at, &params);
        knowledge.own.charges = Charges::from_missing(missing).unwrap();
        let plans = plan::all(&knowledge.own, &knowledge.map);
        let stay = Plan::stay(&knowledge.own);
        let plan = plans.into_iter().find(|plan| text(plan.orders()) == plan_text).unwrap_or(stay);
        let line = Line { torpedo, ..Line::quiet(plan) };
        let them = knowledge.them.belief();
        text(&orders(&knowledge, &params, &them, &line))
    }

    #[test]
    fn a_move_charges_what_the_line_needs() {
        assert_eq!(written("MOVE N", [3, 4, 6, 3], None), "MOVE N TORPEDO");
        assert_eq!(written("MOVE N", [0, 4, 6, 3], None), "MOVE N SILENCE");
        assert_eq!(written("MOVE N|SILENCE E 2", [2, 4, 1, 3], None), "MOVE N SILENCE|SILENCE E 2");
        let shot = cell_at(7, 3).map(|at| Shot { stop: 1, at });
        assert_eq!(written("MOVE N", [1, 4, 3, 3], shot), "MOVE N TORPEDO|TORPEDO 7 3");
        // What is used up before the move can be charged again by it.
        assert_eq!(written("SILENCE E 2|MOVE N", [0, 4, 0, 3], None), "SILENCE E 2|MOVE N SILENCE");
        let shot = cell_at(7, 3).map(|at| Shot { stop: 0, at });
        assert_eq!(written("MOVE N", [0, 4, 0, 3], shot), "TORPEDO 7 3|MOVE N TORPEDO");
    }

    #[test]
    fn a_league_gets_no_device_that_it_lacks() {
        assert_eq!(written("MOVE N", [0, -1, -1, -1], None), "MOVE N TORPEDO");
        assert_eq!(written("MOVE N", [0, 4, 0, -1], None), "MOVE N SONAR");
    }

    #[test]
    fn a_mine_that_covers_little_is_laid_when_every_device_is_full() {
        let laid = |missing| {
            let params = Params::default();
            let at = cell_at(7, 7).unwrap();
            let mut knowledge = Knowledge::new(Map::new(Board15::FULL), at, &params);
            let light = |cell: &Cell| (cell.point().x + cell.point().y) % 2 == 0;
            knowledge.own.armed = Board15::FULL.iter().filter(light).collect();
            knowledge.own.charges = Charges::from_missing(missing).unwrap();
            let all = plan::all(&knowledge.own, &knowledge.map);
            let them = knowledge.them.belief();
            let orders = orders(&knowledge, &params, &them, &Line::quiet(all[0]));
            orders.iter().any(|order| matches!(order, Order::Mine(_)))
        };
        assert!(laid([0, 0, 0, 0]));
        assert!(!laid([0, 0, 1, 0]));
    }

    /// Land and mines leave one place for a mine, in the west, where one lies that is blown. We go there.
    #[test]
    fn no_mine_is_laid_on_one_that_is_blown_later() {
        let set = |places: &[(i32, i32)]| -> Board15 {
            places.iter().filter_map(|&(x, y)| cell_at(x, y)).collect()
        };
        let land = set(&[(7, 6), (7, 8), (6, 6), (6, 8), (5, 7)]);
        let (at, west) = (cell_at(7, 7).unwrap(), cell_at(6, 7).unwrap());
        let params = Params { mine_cells: 0, ..Params::default() };
        let mut knowledge = Knowledge::new(Map::new(Board15::FULL - land), at, &params);
        knowledge.own.armed = set(&[(6, 7), (7, 7), (8, 7)]);
        knowledge.own.charges = Charges::from_missing([3, 4, 6, 0]).unwrap();
        let plans = plan::all(&knowledge.own, &knowledge.map);
        let goes = plans.into_iter().find(|plan| text(plan.orders()) == "MOVE W").unwrap();
        let site = |stop| {
            let trigger = Some(Shot { stop, at: west });
            mine_site(&knowledge, &params, &Line { trigger, ..Line::quiet(goes) })
        };
        assert_eq!(site(0), Some((0, Dir::West)), "it is blown before");
        assert_eq!(site(1), None);
    }

    #[test]
    fn a_turn_without_a_step_is_filled() {
        assert_eq!(written("", [3, 4, 6, 0], None), "MINE N");
        assert!(written("", [3, 0, 6, 3], None).starts_with("SONAR "));
        assert_eq!(written("", [3, 4, 6, 3], None), "SURFACE");
    }
}
