//! Games in which robots do anything: boards as files, random commands, packages that come later.

use gridkit::{Dir, Point, Rng};
use icfp_courier::generator::Setting;
use icfp_courier::protocol::{Action, Command, Listed, PackageId, RobotId};
use icfp_courier::steps::Body;
use icfp_courier::world::{Parcel, Place, Porter, World};

/// The money of each robot.
pub const MONEY: i64 = 2_000;

pub fn map_text(setting: &Setting) -> String {
    let board = &setting.board;
    let row = |y| (0..board.width()).map(move |x| board.ground(Point::new(x, y)).letter());
    (0..board.height()).map(|y| row(y).collect::<String>() + "\n").collect()
}

pub fn package_text(setting: &Setting) -> String {
    let entry = |parcel: &Parcel| {
        let ((bx, by), (x, y)) =
            (setting.board.place(parcel.base), setting.board.place(parcel.label.dest));
        let (id, weight) = (parcel.label.id.0, parcel.label.weight);
        format!("(({bx},{by}),[Mk {{uid={id}, dest=({x},{y}), weight={weight}}}])")
    };
    let entries: Vec<String> = setting.parcels.iter().map(entry).collect();
    format!("[{}]", entries.join(", "))
}

/// Any command, most of which have an effect. None is a fault.
pub fn any_command(rng: &mut Rng, world: &World, seat: usize, turn: u32) -> Option<Command> {
    if rng.chance(0.001) {
        return None;
    }
    let porter = &world.porters[seat];
    let here = porter.body.at;
    let seats = world.porters.len() as i64;
    let bid = (1 + rng.below(3) as i64) * seats + seat as i64;
    let bid = if rng.chance(0.3) { -bid } else { bid };
    let listed = world.listed(seat);
    let action = if !listed.is_empty() && rng.chance(0.5) {
        let mut ids: Vec<PackageId> = listed.iter().map(|package| package.id).collect();
        rng.shuffle(&mut ids);
        ids.push(PackageId(rng.below(99) as u64));
        Action::Pick(ids)
    } else if !porter.carried.is_empty() && rng.chance(0.1) {
        let ids = porter.carried.iter().map(|&parcel| world.parcels[parcel].label.id);
        Action::Drop(ids.chain([PackageId(3)]).collect())
    } else {
        let others = world.porters.iter().enumerate().filter(|(other, _)| *other != seat);
        let others: Vec<Point> =
            others.filter(|(_, other)| other.body.alive).map(|(_, other)| other.body.at).collect();
        let target = match rng.choose(&others) {
            Some(&other) if turn % 40 < 25 => other,
            _ => world.board.bases()[rng.below(world.board.bases().len())],
        };
        let nearer = |dir: &Dir| here.step(*dir).manhattan(target) < here.manhattan(target);
        let dry = |dir: &Dir| world.board.is_land(here.step(*dir)) || rng.clone().chance(0.1);
        let ways: Vec<Dir> = Dir::ALL.iter().copied().filter(nearer).filter(dry).collect();
        let any = Dir::ALL[rng.below(4)];
        Action::Go(if rng.chance(0.2) { any } else { *rng.choose(&ways).unwrap_or(&any) })
    };
    Some(Command { bid, action })
}

/// The packages that come during a continuous game: those of the start again, with new numbers.
pub struct Stock {
    start: Vec<Parcel>,
    next: u64,
    is_continuous: bool,
    /// The tiles on which robots join before the next turn.
    pub guests: Vec<Point>,
}

impl Stock {
    pub fn new(setting: &Setting, is_continuous: bool) -> Self {
        let start = setting.parcels.clone();
        let next = start.iter().map(|parcel| parcel.label.id.0 + 1).max().unwrap_or(0);
        Self { start, next, is_continuous, guests: Vec::new() }
    }

    /// Puts the guests on the board, with packages for each, and adds packages when none is left.
    pub fn let_in(&mut self, world: &mut World) {
        for at in std::mem::take(&mut self.guests) {
            let id = RobotId(world.porters.len() as u64 + 1);
            world.porters.push(Porter {
                id,
                body: Body::new(at),
                money: MONEY,
                carried: Vec::new(),
                score: 0,
            });
            self.refill(world);
        }
        let is_empty = world.places.iter().all(|&place| place == Place::Gone);
        if is_empty && self.is_continuous && world.porters.iter().any(|it| it.body.alive) {
            self.refill(world);
        }
    }

    fn refill(&mut self, world: &mut World) {
        for parcel in &self.start {
            let label = Listed { id: PackageId(self.next), ..parcel.label };
            world.parcels.push(Parcel { label, ..*parcel });
            world.places.push(Place::Lying(parcel.base));
            self.next += 1;
        }
    }
}
