//! A player that makes random legal commands.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::view::View;
use crate::contest::House;
use crate::game::Seat;
use crate::games::ocean::cell::Dir;
use crate::games::ocean::commands::Device;

/// Plays random legal commands; surfaces only when it cannot move.
pub(super) struct Random {
    random: Pcg64Mcg,
    view: Option<View>,
}

impl Random {
    pub fn new(seed: u64, seat: Seat) -> Self {
        Self { random: Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64)), view: None }
    }

    /// Whether the device is used now: with probability one half, if it is ready.
    fn uses(&mut self, view: &View, device: Device) -> bool {
        view.is_ready(device) && self.random.random_bool(0.5)
    }

    fn orders(&mut self, view: &mut View) -> String {
        let mut orders = Vec::new();
        if let Some(mine) = view.armed_mines().choose(&mut self.random)
            && self.random.random_bool(0.1)
        {
            view.trigger(*mine);
            orders.push(format!("TRIGGER {mine}"));
        }
        if self.uses(view, Device::Torpedo) {
            let target = *view.targets().choose(&mut self.random).unwrap_or(&view.cell);
            orders.push(format!("TORPEDO {target}"));
        }
        if self.uses(view, Device::Sonar) {
            orders.push(format!("SONAR {}", self.random.random_range(1..=9)));
        }
        if self.uses(view, Device::Mine)
            && let Some(dir) = view.mine_sites().choose(&mut self.random)
        {
            view.lay_mine(*dir);
            orders.push(format!("MINE {dir}"));
        }
        if let Some(dir) = view.moves().choose(&mut self.random) {
            view.visit(view.cell.step(*dir));
            let devices: Vec<Device> =
                Device::ALL.into_iter().filter(|device| view.wants_charge(*device)).collect();
            let device = devices.choose(&mut self.random);
            let power = device.map_or(String::new(), |device| format!(" {}", device.word()));
            orders.push(format!("MOVE {dir}{power}"));
        } else {
            view.surface();
            orders.push("SURFACE".to_owned());
        }
        if self.uses(view, Device::Silence) {
            let dir = *Dir::ALL.choose(&mut self.random).unwrap_or(&Dir::North);
            let mut distance = 0;
            while distance < self.random.random_range(0..=4) && view.is_free(view.cell.step(dir)) {
                view.visit(view.cell.step(dir));
                distance += 1;
            }
            orders.push(format!("SILENCE {dir} {distance}"));
        }
        orders.join("|")
    }
}

impl House for Random {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let line = match self.view.take() {
            None => {
                let view = View::of_map(sent);
                let start = view.free_cells().choose(&mut self.random).copied();
                let start = start.expect("every map has water");
                self.view = Some(view);
                start.to_string()
            }
            Some(mut view) => {
                view.take_turn(sent);
                let line = self.orders(&mut view);
                self.view = Some(view);
                line
            }
        };
        vec![line]
    }
}
