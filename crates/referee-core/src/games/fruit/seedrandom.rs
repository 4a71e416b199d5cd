//! The random numbers of the contest's framework: David Bau's seedrandom 2.0, an RC4 stream that is
//! read as 52-bit fractions.

/// The number of bytes discarded at the start, and the size of the permutation.
const WIDTH: usize = 256;

/// A stream of numbers from 0 to below 1.
///
/// ```
/// # use referee_core::games::fruit::SeedRandom;
/// let mut stream = SeedRandom::of_number(0);
/// assert_eq!(stream.fraction().to_string(), "0.038085370776470735");
/// assert_eq!(stream.fraction().to_string(), "0.08624634995353292");
/// ```
#[derive(Clone, Debug)]
pub struct SeedRandom {
    permutation: [u8; WIDTH],
    i: u8,
    j: u8,
}

impl SeedRandom {
    /// The stream of a board number. The key is its decimal digits and a zero byte, which the library adds to numbers.
    pub fn of_number(number: u32) -> Self {
        let mut key = number.to_string().into_bytes();
        key.push(0);
        Self::of_key(&key)
    }

    /// Runs RC4's key schedule and discards the first 256 bytes. The key has 1 to 255 bytes.
    fn of_key(key: &[u8]) -> Self {
        let mut permutation = [0; WIDTH];
        for (value, place) in (0..=u8::MAX).zip(&mut permutation) {
            *place = value;
        }
        let mut j = 0u8;
        for i in 0..WIDTH {
            j = j.wrapping_add(permutation[i]).wrapping_add(key[i % key.len()]);
            permutation.swap(i, usize::from(j));
        }
        let mut stream = Self { permutation, i: 0, j: 0 };
        for _ in 0..WIDTH {
            stream.byte();
        }
        stream
    }

    fn byte(&mut self) -> u64 {
        self.i = self.i.wrapping_add(1);
        let (i, before) = (usize::from(self.i), usize::from(self.j));
        self.j = self.permutation[i].wrapping_add(before as u8);
        let j = usize::from(self.j);
        self.permutation.swap(i, j);
        let sum = self.permutation[i].wrapping_add(self.permutation[j]);
        u64::from(self.permutation[usize::from(sum)])
    }

    /// The next number, exactly: six bytes, and more if they do not fill 52 bits.
    pub fn fraction(&mut self) -> f64 {
        let mut numerator = (0..6).fold(0, |number, _| number << 8 | self.byte());
        // As a power of two, because leading zero bytes lead to more than 64 bits.
        let mut denominator_bits = 48;
        let mut extra = 0;
        while numerator < 1 << 52 {
            numerator = (numerator + extra) << 8;
            denominator_bits += 8;
            extra = self.byte();
        }
        while numerator >= 1 << 53 {
            numerator >>= 1;
            denominator_bits -= 1;
            extra >>= 1;
        }
        (numerator + extra) as f64 / 2f64.powi(denominator_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_the_frameworks() {
        for (number, expected) in [
            (0, "0.038085370776470735 0.08624634995353292 0.5921039987135952 0.5283513935579917"),
            (1, "0.1776348083296759 0.21606903041839373 0.5251053930849383 0.6111927269176093"),
            (123, "0.047035554534303387 0.848563925739746 0.7598672967721807 0.8234177742760135"),
            (
                165_134,
                "0.8308381081443245 0.6775523386248173 0.02172180507477848 0.45640533080578777",
            ),
            (
                999_997,
                "0.3040560901934564 0.29660351001561297 0.2008581384274121 0.5046470775044418",
            ),
        ] {
            let mut stream = SeedRandom::of_number(number);
            let numbers = [(); 4].map(|()| stream.fraction().to_string());
            assert_eq!(numbers.join(" "), expected, "{number}");
        }
    }
}
