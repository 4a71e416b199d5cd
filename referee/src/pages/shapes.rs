//! The shapes of all frames of a film, each stored once.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::once::Once;
use crate::scene::{ImagePart, Mark, Stamp, UPRIGHT};

/// The shapes of all frames.
pub struct Shapes {
    /// Width and height of the pictures.
    pub size: Option<[u32; 2]>,
    /// Each shape once, told apart by its text as JSON.
    pub stamps: Once<Stamp, String>,
    /// The shapes that frames share, by where they are in memory: to write them all as JSON again takes long.
    places: HashMap<usize, (Arc<Stamp>, usize)>,
    /// Told apart by the bits of the numbers.
    pub poses: Once<[f32; 5], [u32; 5]>,
    pub scales: Vec<f32>,
    pub parts: Arc<BTreeMap<String, ImagePart>>,
}

impl Shapes {
    pub fn new() -> Self {
        let (stamps, places, mut poses) = (Once::new(), HashMap::new(), Once::new());
        poses.place_by(UPRIGHT.map(f32::to_bits), || UPRIGHT);
        Self { size: None, stamps, places, poses, scales: Vec::new(), parts: Arc::default() }
    }

    /// A shape at its place, with the number of its thing.
    pub fn placed(&mut self, Mark { of, stamp, at, pose }: &Mark) -> (u32, [i32; 4]) {
        let address = Arc::as_ptr(stamp) as usize;
        let (_, place) = self.places.entry(address).or_insert_with(|| {
            let key = serde_json::to_string(&**stamp).unwrap_or_default();
            (Arc::clone(stamp), self.stamps.place_by(key, || (**stamp).clone()))
        });
        let [a, b, c, d, _] = *pose;
        let scale = a.hypot(b).max(c.hypot(d));
        if self.scales.len() <= *place {
            self.scales.resize(*place + 1, 0.0);
        }
        self.scales[*place] = self.scales[*place].max(scale);
        let pose = self.poses.place_by(pose.map(f32::to_bits), || *pose);
        let [x, y] = at.map(|side| (side * 10.0).round() as i32);
        (*of, [*place as i32, x, y, pose as i32])
    }
}
