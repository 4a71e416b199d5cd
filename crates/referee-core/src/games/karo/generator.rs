//! Generates tracks from a seed.

mod alleys;
mod canvas;
mod field;
mod ring;
mod street;

use std::collections::VecDeque;

use gridkit::{FastSet, Rng};

use super::motion::{Counting, Events, Motion};
use super::track::{Tile, Track};
use canvas::Canvas;

/// A kind of track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A circuit: start and finish are side by side.
    Ring,
    /// A winding street from the left to the right.
    Street,
    /// A wide field with obstacles and small checkpoints.
    Field,
    /// Narrow alleys with crossings and dead ends.
    Alleys,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Ring, Self::Street, Self::Field, Self::Alleys];

    /// The word in an option.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Street => "street",
            Self::Field => "field",
            Self::Alleys => "alleys",
        }
    }
}

/// The least number of start cells. With it a seed gives the same track for any usual number of players.
const STARTS: usize = 8;
/// The most drafts. If no draft can be finished, the last one is used: see [`is_drivable`].
const DRAFTS: usize = 50;

/// Draws a track with start cells for at least `seats` players. A car that drives slowly enough finishes on it without
/// a crash. Kind and size (columns and rows) are drawn if they are not given.
pub fn drawn_track(
    kind: Option<Kind>,
    size: Option<(i32, i32)>,
    players: usize,
    random: &mut Rng,
) -> Track {
    let starts = players.max(STARTS);
    let any = Kind::ALL[random.below(Kind::ALL.len())];
    let any_size = (random.between(32, 48), random.between(18, 26));
    let (kind, (width, height)) = (kind.unwrap_or(any), size.unwrap_or(any_size));
    for _ in 0..DRAFTS {
        let mut canvas = Canvas::new(width, height);
        match kind {
            Kind::Ring => ring::draw(&mut canvas, starts, random),
            Kind::Street => street::draw(&mut canvas, starts, random),
            Kind::Field => field::draw(&mut canvas, starts, random),
            Kind::Alleys => alleys::draw(&mut canvas, starts, random),
        }
        if let Ok(track) = Track::parse(&canvas.code(starts, random))
            && track.cells_of(Tile::Start).count() >= starts
            && is_drivable(&track)
        {
            return track;
        }
    }
    straight(width, starts)
}

/// Whether a car whose vector has no component above 1 can pass all checkpoints in the order of their numbers, and
/// the finish. Then no car is forced to crash.
fn is_drivable(track: &Track) -> bool {
    let mut cars: Vec<Motion> = track.cells_of(Tile::Start).map(Motion::at_rest).collect();
    let all = track.checkpoints().iter().map(Some).chain([None]);
    for stop in all {
        let reaches = |motion: Motion| {
            let events = Events::of(motion, track, true, Counting::Last);
            stop.map_or(events.finish, |stop| events.checkpoints.iter().any(|it| it == stop))
        };
        match crawl(track, &cars, reaches) {
            None => return false,
            Some(car) => cars = vec![car],
        }
    }
    true
}

/// The first motion that reaches a goal, with no component above 1 on the way.
fn crawl(track: &Track, cars: &[Motion], reaches: impl Fn(Motion) -> bool) -> Option<Motion> {
    let mut open: VecDeque<Motion> = cars.iter().copied().collect();
    let mut seen: FastSet<Motion> = open.iter().copied().collect();
    while let Some(car) = open.pop_front() {
        let slow = car.vector.successors().filter(|it| it.x.abs() <= 1 && it.y.abs() <= 1);
        for motion in slow.map(|vector| car.next(vector)) {
            if !motion.fits(track) || !seen.insert(motion) {
                continue;
            }
            if reaches(motion) {
                return Some(motion);
            }
            open.push_back(motion);
        }
    }
    None
}

/// A straight street, for sizes that have no room for anything else.
fn straight(width: i32, starts: usize) -> Track {
    let road = "O".repeat((width - 4).max(1) as usize);
    let rows = (0..starts).map(|_| format!("PS{road}FX\n"));
    let edge = format!("XX{}XX\n", "X".repeat(road.len()));
    let code: String = [edge.clone()].into_iter().chain(rows).chain([edge]).collect();
    Track::parse(&code).expect("it has starts and a finish")
}
