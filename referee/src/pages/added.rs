//! The ways of a frame, as what they add to those of the frame before.

use serde::Serialize;

use crate::scene::Way;

/// A way of a frame, as what it adds to the way with the same index in the frame before.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Added {
    /// The seat that the way belongs to.
    pub seat: usize,
    /// The number of points it has in common with the way before: all points of that way, or 0 for a new way.
    pub from: usize,
    /// Its further points.
    pub points: Vec<[i32; 2]>,
    /// Whether it is only a memory, which is drawn pale.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_past: bool,
}

/// Encodes the ways of a frame relative to `before`, the ways of the frame before, and stores them there.
pub fn added(before: &mut Vec<Way>, ways: Vec<Way>) -> Vec<Added> {
    let goes_on = |way: &Way, old: Option<&Way>| {
        old.filter(|old| {
            old.seat == way.seat
                && old.is_past == way.is_past
                && way.points.starts_with(&old.points)
        })
        .map_or(0, |old| old.points.len())
    };
    let added = ways.iter().enumerate().map(|(at, way)| {
        let from = goes_on(way, before.get(at));
        Added { seat: way.seat, from, points: way.points[from..].to_vec(), is_past: way.is_past }
    });
    let added = added.collect();
    *before = ways;
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_that_grows_is_encoded_by_its_new_points() {
        let way =
            |points: &[[i32; 2]]| vec![Way { seat: 1, points: points.to_vec(), is_past: false }];
        let mut before = Vec::new();
        let encoded = |before: &mut Vec<Way>, points: &[[i32; 2]]| {
            let added = added(before, way(points));
            (added[0].from, added[0].points.clone())
        };
        assert_eq!(encoded(&mut before, &[[0, 0]]), (0, vec![[0, 0]]));
        assert_eq!(encoded(&mut before, &[[0, 0], [1, 0]]), (1, vec![[1, 0]]));
        assert_eq!(encoded(&mut before, &[[0, 0], [1, 0]]), (2, vec![]));
        assert_eq!(encoded(&mut before, &[[5, 0], [6, 0]]), (0, vec![[5, 0], [6, 0]]));
    }
}
