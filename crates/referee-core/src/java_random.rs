//! The sequence of `java.util.Random`, from which CodinGame's referees generate their maps.

/// The 48-bit linear congruential generator of the Java platform's `Random`.
///
/// ```
/// # use referee_core::java_random::JavaRandom;
/// let mut random = JavaRandom::new(42);
/// let rolls: Vec<i32> = (0..5).map(|_| random.below(10)).collect();
/// assert_eq!(rolls, [0, 3, 8, 4, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct JavaRandom {
    state: u64,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    /// The generator for a seed, as in Java.
    pub fn new(seed: i64) -> Self {
        Self { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    /// The next 31 random bits.
    fn next31(&mut self) -> i32 {
        self.bits(31) as i32
    }

    /// The next random bits, 1 to 31 of them.
    fn bits(&mut self, bits: u32) -> u32 {
        self.state = (self.state.wrapping_mul(MULTIPLIER).wrapping_add(11)) & MASK;
        (self.state >> (48 - bits)) as u32
    }

    /// A number from 0 to below 1, like `nextDouble()`.
    ///
    /// ```
    /// # use referee_core::java_random::JavaRandom;
    /// assert_eq!(JavaRandom::new(42).unit(), 0.7275636800328681);
    /// ```
    pub fn unit(&mut self) -> f64 {
        let (high, low) = (u64::from(self.bits(26)), u64::from(self.bits(27)));
        (high << 27 | low) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles a list, like `Collections.shuffle`.
    ///
    /// ```
    /// # use referee_core::java_random::JavaRandom;
    /// let mut list = [1, 2, 3, 4, 5];
    /// JavaRandom::new(42).shuffle(&mut list);
    /// assert_eq!(list, [2, 3, 4, 5, 1]);
    /// ```
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for rest in (2..=list.len()).rev() {
            list.swap(rest - 1, self.below(rest as i32) as usize);
        }
    }

    /// A number from 0 to `bound - 1`, like `nextInt(bound)`.
    ///
    /// # Panics
    /// `bound` is not positive.
    pub fn below(&mut self, bound: i32) -> i32 {
        assert!(bound > 0, "a bound must be positive, not {bound}");
        if bound & (bound - 1) == 0 {
            // For powers of two Java takes the high bits.
            return ((i64::from(bound) * i64::from(self.next31())) >> 31) as i32;
        }
        loop {
            let bits = self.next31();
            let value = bits % bound;
            // Numbers of the last, incomplete span of `bound` numbers are rejected; Java detects it by an overflow.
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }
}
