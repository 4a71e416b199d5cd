//! Hash maps for hot paths, [`FastMap`] and [`FastSet`], and a hash that is the same everywhere,
//! [`Fnv1a`].
//!
//! With the feature `fxhash` (the default) they are those of the crate `fxhash`; without it, as
//! in a bundle for a contest site, they use [`OwnFxHasher`], which gives the same hashes.
//!
//! `fxhash` is no longer maintained (RUSTSEC-2025-0057, informational: no known defect).
//! `rustc-hash` is its maintained successor, under the same type names: to swap, replace
//! `fxhash::FxHasher` in the alias [`Hasher`] below and the line in `Cargo.toml`.
//!
//! **The order of a map must never reach a decision**, an output or a snapshot: it depends on
//! the hasher and on the width of a machine word. Sort, or use an indexed array, which is also
//! three to ten times faster where cells are the keys.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

/// The hasher of [`FastMap`] and [`FastSet`].
#[cfg(feature = "fxhash")]
pub type Hasher = fxhash::FxHasher;

/// The hasher of [`FastMap`] and [`FastSet`].
#[cfg(not(feature = "fxhash"))]
pub type Hasher = OwnFxHasher;

/// A hash map that is fast on small keys and is not safe against chosen keys.
///
/// ```
/// use gridkit::{FastMap, Point};
///
/// let mut visits: FastMap<Point, u32> = FastMap::default();
/// *visits.entry(Point::new(3, 4)).or_default() += 1;
/// assert_eq!(visits[&Point::new(3, 4)], 1);
/// ```
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Hasher>>;

/// A hash set that is fast on small keys and is not safe against chosen keys.
///
/// ```
/// let mut seen = gridkit::FastSet::default();
/// assert!(seen.insert((3, 4)));
/// assert!(!seen.insert((3, 4)));
/// ```
pub type FastSet<T> = HashSet<T, BuildHasherDefault<Hasher>>;

/// The Fx hash of the Firefox and rustc sources: per word of input, rotate by five bits, xor the
/// word in, multiply.
///
/// On a 64-bit machine it agrees with `fxhash::FxHasher`; on others it keeps 64 bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnFxHasher {
    hash: u64,
}

impl OwnFxHasher {
    /// The odd number nearest to 2^64 / pi.
    const FACTOR: u64 = 0x517c_c1b7_2722_0a95;

    #[inline]
    fn add(&mut self, word: u64) {
        self.hash = (self.hash.rotate_left(5) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl std::hash::Hasher for OwnFxHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut eights = bytes.chunks_exact(8);
        for eight in &mut eights {
            self.add(eight.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
        let mut fours = eights.remainder().chunks_exact(4);
        for four in &mut fours {
            self.add(four.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
        for &byte in fours.remainder() {
            self.add(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.hash
    }
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): equal on every machine and in every version, for
/// signatures, seeds and names of files. Not for hash maps: it takes one byte at a time.
///
/// ```
/// use gridkit::hash::Fnv1a;
///
/// let mut hash = Fnv1a::default();
/// hash.add(b"foo");
/// hash.add(b"bar");
/// assert_eq!(hash.value(), 0x8594_4171_f739_67e8);
/// assert_eq!(Fnv1a::of(b"foobar"), hash.value());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// Adds these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all bytes so far.
    pub fn value(self) -> u64 {
        self.0
    }

    /// The hash of these bytes alone.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::default();
        hash.add(bytes);
        hash.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{Hash, Hasher as _};

    fn own(value: &impl Hash) -> u64 {
        let mut hasher = OwnFxHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn fnv1a_gives_the_published_hashes() {
        assert_eq!(Fnv1a::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv1a::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv1a::of(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_hash_is_pinned() {
        assert_eq!(own(&0_u64), 0);
        assert_eq!(own(&1_u64), OwnFxHasher::FACTOR);
        assert_eq!(own(&(3_u8, 4_u8)), own(&(3_u32, 4_u64)));
        assert_ne!(own(&(3, 4)), own(&(4, 3)));
    }

    #[cfg(all(feature = "fxhash", target_pointer_width = "64"))]
    #[test]
    fn the_own_hasher_agrees_with_the_crate() {
        fn crates(value: &impl Hash) -> u64 {
            let mut hasher = fxhash::FxHasher::default();
            value.hash(&mut hasher);
            hasher.finish()
        }
        let mut rng = crate::Rng::new(1);
        for length in 0..40 {
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
            assert_eq!(own(&bytes), crates(&bytes), "{bytes:?}");
            let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
            assert_eq!(own(&text), crates(&text), "{text:?}");
            let numbers = (rng.next_u64(), length, rng.next_u64() as i16, crate::Dir::West);
            assert_eq!(own(&numbers), crates(&numbers), "{numbers:?}");
            assert_eq!(
                own(&[rng.clone().next_u64() as u32; 3]),
                crates(&[rng.next_u64() as u32; 3])
            );
        }
    }
}
