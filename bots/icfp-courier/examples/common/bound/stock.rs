//! What can be delivered on a board, and how far it all is: [`Stock`].

use gridkit::{DistanceSearch, Distances, Point};

use icfp_courier::fields::FAR;
use icfp_courier::generator::Setting;

/// A package that can be delivered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parcel {
    /// The node of its base.
    pub base: usize,
    /// The node where it goes.
    pub place: usize,
    /// Its weight, which is its worth.
    pub weight: i64,
}

/// The packages that can be delivered, and the nodes: first the bases, then the places of delivery.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    pub parcels: Vec<Parcel>,
    pub bases: usize,
    pub nodes: usize,
    pub capacity: i64,
    /// Steps from the start to each base.
    pub first: Vec<u32>,
    /// Steps between nodes, row by row.
    steps: Vec<u32>,
}

impl Stock {
    pub fn new(setting: &Setting) -> Self {
        let board = &setting.board;
        let (mut search, mut field) = (DistanceSearch::new(), Distances::new());
        search.run(board.walls(), &[setting.starts[0]], &mut field);
        let can_be = |parcel: &&icfp_courier::world::Parcel| {
            field.get(parcel.base).is_some()
                && field.get(parcel.label.dest).is_some()
                && parcel.label.weight <= setting.capacity
        };
        let possible: Vec<_> = setting.parcels.iter().filter(can_be).collect();
        let mut points: Vec<Point> = possible.iter().map(|parcel| parcel.base).collect();
        points.sort_unstable();
        points.dedup();
        let bases = points.len();
        let mut places: Vec<Point> = possible.iter().map(|parcel| parcel.label.dest).collect();
        places.sort_unstable();
        places.dedup();
        let number = |all: &[Point], point| all.binary_search(&point).unwrap_or(0);
        let parcels = possible.iter().map(|parcel| Parcel {
            base: number(&points, parcel.base),
            place: bases + number(&places, parcel.label.dest),
            weight: parcel.label.weight,
        });
        let parcels = parcels.collect();
        let first = points.iter().map(|&base| field.get(base).unwrap_or(FAR)).collect();
        points.append(&mut places);
        let mut steps = Vec::with_capacity(points.len() * points.len());
        for &point in &points {
            search.run(board.walls(), &[point], &mut field);
            steps.extend(points.iter().map(|&other| field.get(other).unwrap_or(FAR)));
        }
        let nodes = points.len();
        Self { parcels, bases, nodes, capacity: setting.capacity, first, steps }
    }

    /// Steps from one node to another.
    pub fn steps(&self, from: usize, to: usize) -> u32 {
        self.steps[from * self.nodes + to]
    }

    /// Is this the only package for its place?
    pub fn goes_alone(&self, number: usize) -> bool {
        let place = self.parcels[number].place;
        self.parcels.iter().filter(|parcel| parcel.place == place).count() == 1
    }
}
