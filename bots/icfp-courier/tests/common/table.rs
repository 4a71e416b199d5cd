//! Games of couriers and of scripted robots in this process.

use gridkit::{Deadline, Point, Rng};
use icfp_courier::board::Board;
use icfp_courier::courier::Courier;
use icfp_courier::params::Params;
use icfp_courier::protocol::{Command, Listed, PackageId, RobotId, Start, Turn};
use icfp_courier::world::{Parcel, World};

/// Column and row, from the north-west.
pub type Place = (i32, i32);

/// The point of a place.
pub fn point((x, y): Place) -> Point {
    Point::new(x, y)
}

/// A game of couriers and of scripted robots by our reading of the rules.
pub struct Table {
    /// The game.
    pub world: World,
    /// A courier for each seat.
    pub couriers: Vec<Courier>,
    turns: Vec<Turn>,
}

impl Table {
    /// A game on a board, north row first. Each parcel has its base and its destination, and weighs 10.
    pub fn new(map: &str, starts: &[Place], parcels: &[(Place, Place)], seed: u64) -> Self {
        Self::with(map, starts, parcels, seed, 300, &Params::default())
    }

    /// A game with this much money, of couriers with these parameters.
    pub fn with(
        map: &str,
        starts: &[Place],
        parcels: &[(Place, Place)],
        seed: u64,
        money: i64,
        params: &Params,
    ) -> Self {
        let board = Board::from_drawing(map).unwrap();
        let parcel = |(number, &(base, dest)): (usize, &(Place, Place))| Parcel {
            label: Listed { id: PackageId(number as u64), dest: point(dest), weight: 10 },
            base: point(base),
        };
        let parcels = parcels.iter().enumerate().map(parcel).collect();
        let starts: Vec<Point> = starts.iter().map(|&start| point(start)).collect();
        let world = World::new(board.clone(), parcels, &starts, 50, money);
        let start = |seat: usize| Start {
            board: board.clone(),
            me: RobotId(seat as u64 + 1),
            capacity: 50,
            money,
            reports: world.opening(),
        };
        let courier = |seat| Courier::new(start(seat), params.clone(), seed + seat as u64);
        let couriers = (0..starts.len()).map(courier).collect();
        let turns = vec![Turn::default(); starts.len()];
        Self { world, couriers, turns }
    }

    /// Plays a turn in which `script` gives the commands of some seats.
    pub fn play(&mut self, script: impl Fn(&World, usize) -> Option<Command>) {
        let mut commands = Vec::new();
        for seat in 0..self.couriers.len() {
            self.turns[seat].listed = self.world.listed(seat);
            self.couriers[seat].observe(&self.turns[seat]);
            let said = script(&self.world, seat);
            let ours = || self.couriers[seat].decide(&mut Deadline::after_nodes(20));
            commands.push(self.world.porters[seat].body.alive.then(|| said.unwrap_or_else(ours)));
        }
        let reports =
            self.world.turn(&commands, &mut Rng::new(u64::from(self.couriers[0].ledger().turn)));
        for turn in &mut self.turns {
            turn.reports.clone_from(&reports);
        }
    }
}
