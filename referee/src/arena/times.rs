//! A compact histogram of times.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A histogram of times in microseconds. The width of a bucket is at most 1/32 of its times, so a
/// quantile is at most 3 % too low.
///
/// ```
/// # use referee::arena::Times;
/// # use std::time::Duration;
/// let mut times = Times::default();
/// (1..=1000).for_each(|micros| times.add(micros, Duration::from_millis(50)));
/// assert_eq!((times.max(), times.strain()), (1000, 2));
/// assert!((485..=500).contains(&times.quantile(0.5)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Times {
    max: u64,
    /// The longest time in percent of its limit.
    strain: u64,
    /// Answers after the limit that counted, because the machine was overloaded.
    #[serde(default)]
    late: u64,
    /// Number of times in each bucket that is not empty, sorted by bucket.
    #[serde(deserialize_with = "read_counts")]
    counts: Vec<(u32, u32)>,
}

/// Reads counts, which are written as an object.
fn read_counts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(u32, u32)>, D::Error> {
    struct Counts;

    impl<'de> Visitor<'de> for Counts {
        type Value = Vec<(u32, u32)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object with the number of times in each bucket")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut counts = Vec::with_capacity(16);
            let mut is_sorted = true;
            while let Some((bucket, count)) = map.next_entry::<u32, u64>()? {
                is_sorted &= counts.last().is_none_or(|(last, _)| *last < bucket);
                // A count that is too large becomes `u32::MAX`, which `is_sound` refuses.
                counts.push((bucket, u32::try_from(count).unwrap_or(u32::MAX)));
            }
            if !is_sorted {
                // This program writes them in order. Of a bucket that is there twice the last count is taken.
                let sorted: BTreeMap<u32, u32> = counts.into_iter().collect();
                counts = sorted.into_iter().collect();
            }
            Ok(counts)
        }
    }

    deserializer.deserialize_map(Counts)
}

/// Bits of a number that its bucket keeps after the leading one.
const KEPT: u32 = 5;

#[allow(clippy::trivially_copy_pass_by_ref)] // So serde calls it.
pub(super) fn is_none(number: &u64) -> bool {
    *number == 0
}

impl Times {
    /// Counts a time and compares it with its limit.
    pub fn add(&mut self, micros: u64, limit: Duration) {
        self.max = self.max.max(micros);
        let percent = u128::from(micros) * 100 / limit.as_micros().max(1);
        self.strain = self.strain.max(u64::try_from(percent).unwrap_or(u64::MAX));
        self.count(bucket(micros), 1);
    }

    fn count(&mut self, bucket: u32, count: u32) {
        match self.counts.binary_search_by_key(&bucket, |(bucket, _)| *bucket) {
            Ok(at) => self.counts[at].1 = self.counts[at].1.saturating_add(count),
            Err(at) => self.counts.insert(at, (bucket, count)),
        }
    }

    /// Counts an answer after the limit that counted.
    pub fn add_late(&mut self) {
        self.late += 1;
    }

    /// Number of answers after the limit that counted.
    pub fn late(&self) -> u64 {
        self.late
    }

    /// Adds another histogram: its longest time, strain and late answers, and its counts.
    pub(super) fn merge(
        &mut self,
        [max, strain, late]: [u64; 3],
        counts: impl Iterator<Item = (u32, u32)>,
    ) {
        self.max = self.max.max(max);
        self.strain = self.strain.max(strain);
        self.late += late;
        for (bucket, count) in counts {
            self.count(bucket, count);
        }
    }

    /// The buckets that are not empty, with their counts.
    pub(super) fn counts(&self) -> &[(u32, u32)] {
        &self.counts
    }

    /// The longest time; 0 if there are no times.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The longest time in percent of its limit.
    pub fn strain(&self) -> u64 {
        self.strain
    }

    /// The least time and the count of each bucket that is not empty.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().map(|(bucket, count)| (least_of(*bucket), u64::from(*count)))
    }

    /// The quantile `part` (0 to 1): the least time of the bucket in which that part of all times
    /// is reached.
    pub fn quantile(&self, part: f64) -> u64 {
        let total: u64 = self.counts.iter().map(|(_, count)| u64::from(*count)).sum();
        let wanted = (part * total as f64).ceil() as u64;
        let mut seen = 0;
        for (bucket, count) in &self.counts {
            seen += u64::from(*count);
            if seen >= wanted.max(1) {
                return least_of(*bucket);
            }
        }
        self.max
    }
}

/// Small numbers have a bucket each; greater ones share it with all numbers of the same leading
/// bits.
pub(super) fn bucket(micros: u64) -> u32 {
    let bits = micros.checked_ilog2().unwrap_or(0);
    let Some(shift) = bits.checked_sub(KEPT) else { return micros as u32 };
    ((shift + 1) << KEPT) + ((micros >> shift) as u32 & ((1 << KEPT) - 1))
}

/// The smallest number of a bucket.
fn least_of(bucket: u32) -> u64 {
    let (row, column) = (bucket >> KEPT, u64::from(bucket & ((1 << KEPT) - 1)));
    if row == 0 { column } else { (column + (1 << KEPT)) << (row - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_quantile_is_reached_by_its_part_of_the_times() {
        let mut times = Times::default();
        assert_eq!((times.quantile(0.5), times.max()), (0, 0));
        (1..=10).for_each(|micros| times.add(micros, Duration::from_millis(1)));
        let quantiles = [0.0, 0.1, 0.11, 0.5, 0.51, 1.0].map(|part| times.quantile(part));
        assert_eq!(quantiles, [1, 1, 2, 5, 6, 10]);
    }

    #[test]
    fn each_time_counts_once_and_the_greatest_part_of_a_limit_is_kept() {
        let mut times = Times::default();
        for (micros, limit) in [(3, 10), (9, 12), (3, 100), (200, 400)] {
            times.add(micros, Duration::from_micros(limit));
        }
        assert_eq!(times.counts, [(bucket(3), 2), (bucket(9), 1), (bucket(200), 1)]);
        assert_eq!((times.strain(), times.max()), (75, 200));
    }

    proptest! {
        #[test]
        fn a_bucket_is_narrow(micros in any::<u64>()) {
            let least = least_of(bucket(micros));
            prop_assert!(least <= micros && micros - least <= least / 32);
        }
    }
}
