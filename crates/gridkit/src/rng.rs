//! A small seedable generator for bots: [`Rng`].

/// A generator of pseudo-random numbers, equal on every machine for equal seeds.
///
/// xoshiro256++ by David Blackman and Sebastiano Vigna (<https://prng.di.unimi.it>), its state
/// filled by splitmix64 as its authors advise. Not for secrets.
///
/// ```
/// use gridkit::Rng;
///
/// let mut rng = Rng::new(7);
/// let die = 1 + rng.below(6);
/// assert!((1..=6).contains(&die));
/// assert_eq!(Rng::new(7).next_u64(), Rng::new(7).next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator with that seed; any number is a good seed.
    pub fn new(seed: u64) -> Self {
        let mut counter = seed;
        Self { state: [(); 4].map(|()| split_mix(&mut counter)) }
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c = c ^ a;
        let d = d ^ b;
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below `n`, or 0 if `n` is 0.
    ///
    /// The high half of a 64 x 64 bit product (Lemire 2019) without its rejection step: no
    /// number is likelier than another by more than one part in `2^64 / n`.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number from `low` up to and including `high`.
    ///
    /// # Panics
    ///
    /// If `low > high`.
    #[inline]
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "between({low}, {high}): the first must not be above the second");
        let span = (i64::from(high) - i64::from(low) + 1) as usize;
        (i64::from(low) + self.below(span) as i64) as i32
    }

    /// A number from 0.0 up to but not including 1.0, in steps of `2^-53`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// True with that probability: never at 0.0, always at 1.0.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Shuffles the items; every order is equally likely (Fisher and Yates).
    ///
    /// ```
    /// let mut cards = [1, 2, 3, 4, 5];
    /// gridkit::Rng::new(1).shuffle(&mut cards);
    /// cards.sort();
    /// assert_eq!(cards, [1, 2, 3, 4, 5]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// One of the items; `None` if there are no items.
    ///
    /// ```
    /// let mut rng = gridkit::Rng::new(1);
    /// assert!(rng.choose(&["rock", "paper"]).is_some());
    /// assert_eq!(rng.choose::<u8>(&[]), None);
    /// ```
    #[inline]
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

/// splitmix64 (Steele, Lea and Flood 2014).
fn split_mix(counter: &mut u64) -> u64 {
    *counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *counter;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_the_published_sequence() {
        let mut counter = 1_234_567;
        let got = [(); 5].map(|()| split_mix(&mut counter));
        assert_eq!(
            got,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn xoshiro_gives_the_published_sequence() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let got = [(); 6].map(|()| rng.next_u64());
        assert_eq!(
            got,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386,
                9_228_616_714_210_784_205,
                9_973_669_472_204_895_162,
            ]
        );
    }

    #[test]
    fn a_seed_gives_the_same_everywhere() {
        let mut rng = Rng::new(0);
        assert_eq!(rng.next_u64(), 5_987_356_902_031_041_503);
        let mut rng = Rng::new(2020);
        let mut cards = [0, 1, 2, 3, 4, 5, 6, 7];
        rng.shuffle(&mut cards);
        assert_eq!(cards, [1, 5, 7, 0, 6, 4, 3, 2]);
        assert_eq!([(); 5].map(|()| rng.below(100)), [57, 13, 54, 76, 17]);
    }

    #[test]
    fn below_reaches_every_number_about_equally_often() {
        let mut rng = Rng::new(42);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        // Ten thousand each; five standard deviations are 463.
        assert!(seen.iter().all(|&n| n.abs_diff(10_000) < 463), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn between_holds_both_ends() {
        let mut rng = Rng::new(3);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[(rng.between(-2, 2) + 2) as usize] = true;
        }
        assert_eq!(seen, [true; 5]);
        rng.between(i32::MIN, i32::MAX);
    }

    #[test]
    fn chance_is_exact_at_its_ends_and_fair_between() {
        let mut rng = Rng::new(5);
        assert!((0..1000).all(|_| !rng.chance(0.0)));
        assert!((0..1000).all(|_| rng.chance(1.0)));
        let hits = (0..10_000).filter(|_| rng.chance(0.25)).count();
        assert!((2_280..2_720).contains(&hits), "{hits} of 10000 at 0.25");
    }

    #[test]
    fn shuffle_gives_every_order() {
        let mut rng = Rng::new(9);
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let mut cards = [0, 1, 2, 3];
            rng.shuffle(&mut cards);
            orders.insert(cards);
        }
        assert_eq!(orders.len(), 24);
    }
}
