//! Keeps fields for later use, within a budget of bytes: [`FieldCache`].

use crate::distance::Distances;
use crate::hash::FastMap;
use std::hash::Hash;

/// The most recently used fields, by a key such as their source.
///
/// When the budget is used up, the least recently used field is removed and its memory is used for
/// the next one: a full cache allocates nothing, and holds one field's memory beyond its budget.
/// The newest field stays even if it alone exceeds the budget.
///
/// The cache does not know the map. After a change of a wall, call [`clear`](Self::clear).
///
/// ```
/// use gridkit::{DistanceSearch, Distances, FieldCache, Point, Walls};
///
/// let walls = Walls::none(50, 50);
/// let mut search = DistanceSearch::new();
/// let mut cache = FieldCache::new(1 << 20);
/// let mut distance = |from: Point, to: Point| {
///     let field = cache.get(to, |field| search.run(&walls, &[to], field));
///     field.get(from)
/// };
/// assert_eq!(distance(Point::new(0, 0), Point::new(9, 9)), Some(18));
/// assert_eq!(distance(Point::new(5, 0), Point::new(9, 9)), Some(13), "not searched again");
/// assert_eq!((cache.hits(), cache.misses()), (1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct FieldCache<K> {
    budget: usize,
    bytes: usize,
    /// Where in `entries` the field of a key is.
    places: FastMap<K, usize>,
    entries: Vec<Entry<K>>,
    /// The places of the most and of the least recently used field.
    newest: usize,
    oldest: usize,
    /// Memory of a field that was removed.
    spare: Option<Distances>,
    hits: u64,
    misses: u64,
}

/// A field and its neighbours in the order of use.
#[derive(Clone, Debug)]
struct Entry<K> {
    key: K,
    field: Distances,
    newer: usize,
    older: usize,
}

/// The value of a missing link between entries.
const NONE: usize = usize::MAX;

impl<K: Clone + Eq + Hash> FieldCache<K> {
    /// An empty cache for fields of at most this number of bytes together.
    pub fn new(budget: usize) -> Self {
        Self {
            budget,
            bytes: 0,
            places: FastMap::default(),
            entries: Vec::new(),
            newest: NONE,
            oldest: NONE,
            spare: None,
            hits: 0,
            misses: 0,
        }
    }

    /// The field of a key. If it is not in the cache, `fill` computes it; the field that `fill`
    /// gets may hold anything.
    pub fn get(&mut self, key: K, fill: impl FnOnce(&mut Distances)) -> &Distances {
        let place = if let Some(&place) = self.places.get(&key) {
            self.hits += 1;
            if place != self.newest {
                self.unlink(place);
                self.link_newest(place);
            }
            place
        } else {
            self.misses += 1;
            self.insert(key, fill)
        };
        &self.entries[place].field
    }

    fn insert(&mut self, key: K, fill: impl FnOnce(&mut Distances)) -> usize {
        let mut field = self.spare.take().unwrap_or_default();
        fill(&mut field);
        self.bytes += field.bytes();
        while self.bytes > self.budget && !self.entries.is_empty() {
            self.drop_oldest();
        }
        let place = self.entries.len();
        self.places.insert(key.clone(), place);
        self.entries.push(Entry { key, field, newer: NONE, older: NONE });
        self.link_newest(place);
        place
    }

    /// Removes the least recently used field and keeps its memory for the next one.
    fn drop_oldest(&mut self) {
        let place = self.oldest;
        self.unlink(place);
        let gone = self.entries.swap_remove(place);
        self.places.remove(&gone.key);
        self.bytes -= gone.field.bytes();
        self.spare = Some(gone.field);
        // The last entry has taken the place of the one that went.
        if let Some(moved) = self.entries.get(place) {
            let (newer, older) = (moved.newer, moved.older);
            self.places.insert(moved.key.clone(), place);
            self.point_newer(older, place);
            self.point_older(newer, place);
        }
    }

    /// Takes an entry out of the order of use.
    fn unlink(&mut self, place: usize) {
        let (newer, older) = (self.entries[place].newer, self.entries[place].older);
        self.point_newer(older, newer);
        self.point_older(newer, older);
    }

    /// Puts an entry that is not in the order of use at its front.
    fn link_newest(&mut self, place: usize) {
        let before = self.newest;
        self.entries[place].newer = NONE;
        self.entries[place].older = before;
        self.point_newer(before, place);
        self.newest = place;
    }

    /// Makes `newer` the next newer entry than `place`; without a place, the oldest entry.
    fn point_newer(&mut self, place: usize, newer: usize) {
        match self.entries.get_mut(place) {
            Some(entry) => entry.newer = newer,
            None => self.oldest = newer,
        }
    }

    /// Makes `older` the next older entry than `place`; without a place, the newest entry.
    fn point_older(&mut self, place: usize, older: usize) {
        match self.entries.get_mut(place) {
            Some(entry) => entry.older = older,
            None => self.newest = older,
        }
    }

    /// Forgets every field.
    pub fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
        self.newest = NONE;
        self.oldest = NONE;
        self.bytes = 0;
    }

    /// The number of fields that are kept.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no field is kept.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The memory that the kept fields hold together.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How often a requested field was in the cache.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// How often it was not.
    pub fn misses(&self) -> u64 {
        self.misses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DistanceSearch, Point, Rng, Walls};

    /// A field whose distance at (0, 0) is its key.
    fn fill(key: u32) -> impl FnOnce(&mut Distances) {
        let walls = Walls::none(30, 1);
        move |field| DistanceSearch::new().run(&walls, &[Point::new(key as i32, 0)], field)
    }

    fn bytes_of_one() -> usize {
        let mut cache = FieldCache::new(0);
        cache.get(0, fill(0)).bytes()
    }

    #[test]
    fn it_agrees_with_a_plain_list_in_order_of_use() {
        let mut rng = Rng::new(8);
        for room in [1, 2, 3, 7] {
            let mut cache = FieldCache::new(room * bytes_of_one());
            let mut plain: Vec<u32> = Vec::new();
            for _ in 0..2_000 {
                let key = rng.below(9) as u32;
                let was_here = plain.contains(&key);
                plain.retain(|&kept| kept != key);
                plain.push(key);
                if plain.len() > room {
                    plain.remove(0);
                }
                let hits = cache.hits();
                assert_eq!(cache.get(key, fill(key)).get(Point::new(0, 0)), Some(key));
                assert_eq!(cache.hits() > hits, was_here);
                assert_eq!(cache.len(), plain.len());
                assert_eq!(cache.bytes(), plain.len() * bytes_of_one());
            }
        }
    }

    #[test]
    fn the_newest_stays_even_if_it_is_too_large() {
        let mut cache = FieldCache::new(1);
        cache.get(1, fill(1));
        cache.get(1, |_| panic!("it is here"));
        cache.get(2, fill(2));
        assert_eq!((cache.len(), cache.hits(), cache.misses()), (1, 1, 2));
    }

    #[test]
    fn what_is_cleared_is_made_again() {
        let mut cache = FieldCache::new(1 << 20);
        cache.get(1, fill(1));
        cache.get(2, fill(2));
        cache.clear();
        assert!(cache.is_empty() && cache.bytes() == 0);
        assert_eq!(cache.get(1, fill(3)).get(Point::new(0, 0)), Some(3));
    }
}
