//! How many units go into a batch: as many as take about the time that is wanted, by the games so far.

/// A batch has at most this many times the units of the largest one that was measured.
const GROWTH: usize = 4;

/// The newer batches count more: each one multiplies the weight of the earlier ones by this.
const DECAY: f64 = 0.95;

/// The size of batches.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// How long a batch should take, in seconds.
    target: f64,
    seconds: f64,
    units: f64,
    batches: f64,
    largest: usize,
}

impl Sizes {
    /// For batches of about this many seconds.
    pub fn new(target: f64) -> Self {
        Self { target, seconds: 0.0, units: 0.0, batches: 0.0, largest: 0 }
    }

    /// A batch of some units took some seconds.
    pub fn learn(&mut self, units: usize, seconds: f64) {
        self.seconds = self.seconds * DECAY + seconds;
        self.units = self.units * DECAY + units as f64;
        self.batches = self.batches * DECAY + 1.0;
        self.largest = self.largest.max(units);
    }

    /// How long a batch takes, in seconds; 0 before the first measured one.
    pub fn batch_seconds(&self) -> f64 {
        self.seconds / self.batches.max(1.0)
    }

    /// The units of the next batch, of which `left` are still to be planned for about `batches` batches at one time. A
    /// batch before the first measured one has a single unit.
    pub fn next(&self, left: usize, batches: usize) -> usize {
        if self.largest == 0 {
            return 1;
        }
        let unit = (self.seconds / self.units).max(1e-6);
        let wanted = (self.target / unit).round().min(1e6) as usize;
        // At the end all machines have something to do.
        let share = left.div_ceil(batches.max(1));
        wanted.min(self.largest * GROWTH).min(share).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_takes_about_the_time_that_is_wanted() {
        let mut sizes = Sizes::new(60.0);
        assert_eq!((sizes.next(100_000, 10), sizes.batch_seconds()), (1, 0.0));
        sizes.learn(1, 2.0);
        assert!((sizes.batch_seconds() - 2.0).abs() < 1e-9);
        assert_eq!(sizes.next(100_000, 10), 4, "it grows step by step");
        sizes.learn(4, 8.0);
        sizes.learn(16, 32.0);
        assert_eq!(sizes.next(100_000, 10), 30);
        for _ in 0..200 {
            sizes.learn(30, 120.0);
        }
        assert_eq!(sizes.next(100_000, 10), 15, "games became slower");
        assert!((sizes.batch_seconds() - 120.0).abs() < 1.0);
        assert_eq!(sizes.next(50, 10), 5, "the last units are shared");
        sizes.learn(1, 1000.0);
        assert!(sizes.next(100_000, 10) >= 1);
    }
}
