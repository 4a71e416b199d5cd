//! Whole games by the bot's own reading of the rules: [`World`], for the bench and for many games in one
//! process.

use gridkit::{Dir, Point, Rng};

use crate::board::Board;
use crate::protocol::{Act, Action, Command, Listed, PackageId, Report, RobotId};
use crate::steps::{carry_out, look_along, Body};

/// A package of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Its number, destination and weight.
    pub label: Listed,
    /// Its tile at the start.
    pub base: Point,
}

/// A robot of a game.
#[derive(Clone, Debug)]
pub struct Porter {
    /// Its number.
    pub id: RobotId,
    /// Where it is.
    pub body: Body,
    /// What is left of its money.
    pub money: i64,
    /// The packages that it carries, by their index.
    pub carried: Vec<usize>,
    /// What it has delivered.
    pub score: i64,
}

/// Where a package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On a tile.
    Lying(Point),
    /// With the robot with this index.
    Carried(usize),
    /// Delivered or lost.
    Gone,
}

/// The full state of a game, with what no player sees.
#[derive(Clone, Debug)]
pub struct World {
    /// The board.
    pub board: Board,
    /// The packages.
    pub parcels: Vec<Parcel>,
    /// Where each package is.
    pub places: Vec<Place>,
    /// The robots.
    pub porters: Vec<Porter>,
    /// The most weight that a robot carries.
    pub capacity: i64,
}

/// What the rules leave to chance.
pub trait Chance {
    /// The order in which the robots with these bids act.
    fn order(&mut self, bids: &[(usize, i64)]) -> Vec<usize>;

    /// Which of the packages a pushed robot drops.
    fn dropped(&mut self, robot: RobotId, carried: &[PackageId]) -> usize;
}

impl Chance for Rng {
    fn order(&mut self, bids: &[(usize, i64)]) -> Vec<usize> {
        let mut bids = bids.to_vec();
        self.shuffle(&mut bids);
        bids.sort_by_key(|&(_, bid)| std::cmp::Reverse(bid));
        bids.into_iter().map(|(seat, _)| seat).collect()
    }

    fn dropped(&mut self, _: RobotId, carried: &[PackageId]) -> usize {
        self.below(carried.len())
    }
}

impl World {
    /// A game at its start. Robots are numbered from 1.
    pub fn new(
        board: Board,
        parcels: Vec<Parcel>,
        starts: &[Point],
        capacity: i64,
        money: i64,
    ) -> Self {
        let porter = |(seat, &at): (usize, &Point)| Porter {
            id: RobotId(seat as u64 + 1),
            body: Body::new(at),
            money,
            carried: Vec::new(),
            score: 0,
        };
        let places = parcels.iter().map(|parcel| Place::Lying(parcel.base)).collect();
        let porters = starts.iter().enumerate().map(porter).collect();
        Self { board, parcels, places, porters, capacity }
    }

    /// Where every robot is, as the first reply says it.
    pub fn opening(&self) -> Vec<Report> {
        let report =
            |porter: &Porter| Report { robot: porter.id, acts: vec![Act::At(porter.body.at)] };
        self.porters.iter().map(report).collect()
    }

    /// What lies where a robot stands.
    pub fn listed(&self, seat: usize) -> Vec<Listed> {
        let here = Place::Lying(self.porters[seat].body.at);
        let lying = self.parcels.iter().zip(&self.places).filter(|(_, place)| **place == here);
        lying.map(|(parcel, _)| parcel.label).collect()
    }

    /// Is no package or no robot left?
    pub fn is_over(&self) -> bool {
        self.places.iter().all(|&place| place == Place::Gone)
            || self.porters.iter().all(|porter| !porter.body.alive)
    }

    /// Plays a turn. A living robot without a command dies; so does one that bids 0 or more than it
    /// has. Gives what the reply says.
    pub fn turn(&mut self, commands: &[Option<Command>], chance: &mut impl Chance) -> Vec<Report> {
        let heard: Vec<usize> =
            (0..self.porters.len()).filter(|&seat| self.porters[seat].body.alive).collect();
        let mut acts: Vec<Vec<Act>> = vec![Vec::new(); self.porters.len()];
        let mut bids = Vec::new();
        for &seat in &heard {
            let bid = commands[seat].as_ref().map_or(0, |command| command.bid);
            let porter = &mut self.porters[seat];
            porter.body.rebooted = false;
            if bid == 0 || bid.unsigned_abs() > porter.money as u64 {
                self.kill(seat);
            } else {
                porter.money -= bid.abs();
                bids.push((seat, bid));
            }
        }
        let mut bodies: Vec<Body> = self.porters.iter().map(|porter| porter.body).collect();
        for seat in chance.order(&bids) {
            let command = match &commands[seat] {
                Some(command) if bodies[seat].alive && !bodies[seat].rebooted => command,
                _ => continue,
            };
            match &command.action {
                Action::Go(dir) => self.go(&mut bodies, seat, *dir, &mut acts, chance),
                Action::Pick(ids) => self.pick(seat, bodies[seat].at, ids, &mut acts[seat]),
                Action::Drop(ids) => {
                    for id in ids {
                        let carried = &self.porters[seat].carried;
                        let found = carried.iter().position(|&p| self.parcels[p].label.id == *id);
                        if let Some(index) = found {
                            self.drop(seat, index, bodies[seat].at, &mut acts[seat]);
                        }
                    }
                }
            }
        }
        for (seat, body) in bodies.into_iter().enumerate() {
            self.porters[seat].body = body;
            if !body.alive {
                self.kill(seat);
            }
        }
        heard
            .into_iter()
            .map(|seat| Report {
                robot: self.porters[seat].id,
                acts: std::mem::take(&mut acts[seat]),
            })
            .collect()
    }

    fn kill(&mut self, seat: usize) {
        self.porters[seat].body.alive = false;
        for parcel in std::mem::take(&mut self.porters[seat].carried) {
            self.places[parcel] = Place::Gone;
        }
    }

    fn go(
        &mut self,
        bodies: &mut [Body],
        seat: usize,
        dir: Dir,
        acts: &mut [Vec<Act>],
        chance: &mut impl Chance,
    ) {
        let mut pushed = Vec::new();
        let outcome = look_along(&self.board, bodies, seat, dir, &mut pushed);
        for &victim in &pushed {
            let carried = &self.porters[victim].carried;
            if !carried.is_empty() {
                let ids: Vec<PackageId> =
                    carried.iter().map(|&parcel| self.parcels[parcel].label.id).collect();
                let index = chance.dropped(self.porters[victim].id, &ids);
                self.drop(victim, index, bodies[victim].at, &mut acts[victim]);
            }
        }
        let before: Vec<Point> = bodies.iter().map(|body| body.at).collect();
        carry_out(&self.board, bodies, seat, dir, &pushed, outcome);
        for (number, body) in bodies.iter().enumerate() {
            if body.at != before[number] {
                acts[number].push(Act::Go(dir));
            }
        }
    }

    fn pick(&mut self, seat: usize, at: Point, ids: &[PackageId], acts: &mut Vec<Act>) {
        let mut load: i64 = self.porters[seat]
            .carried
            .iter()
            .map(|&parcel| self.parcels[parcel].label.weight)
            .sum();
        for id in ids {
            let found = self.parcels.iter().position(|parcel| parcel.label.id == *id);
            let parcel = match found {
                Some(parcel) if self.places[parcel] == Place::Lying(at) => parcel,
                _ => continue,
            };
            let weight = self.parcels[parcel].label.weight;
            if load + weight <= self.capacity {
                load += weight;
                self.places[parcel] = Place::Carried(seat);
                self.porters[seat].carried.push(parcel);
                acts.push(Act::Pick(*id));
            }
        }
    }

    /// Puts down the package with this index among those that a robot carries.
    fn drop(&mut self, seat: usize, index: usize, at: Point, acts: &mut Vec<Act>) {
        let parcel = self.porters[seat].carried.remove(index);
        let label = self.parcels[parcel].label;
        acts.push(Act::Drop(label.id));
        if label.dest == at {
            self.places[parcel] = Place::Gone;
            self.porters[seat].score += label.weight;
        } else {
            self.places[parcel] = Place::Lying(at);
        }
    }
}
