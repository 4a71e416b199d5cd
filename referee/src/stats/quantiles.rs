//! How slow the answers of a bot are, from millions of them in a few hundred numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Each power of two is divided into so many buckets, as a power of two itself.
const BITS: u32 = 6;

/// Counts of times in buckets whose width grows with the time.
///
/// Up to 127 each microsecond has a bucket of its own; from there each power of two has 64 of
/// them, so that a bucket is at most 1/64 (1.6 %) wider than its lowest time.
///
/// ```text
/// micros  0 1 2 … 127 │ 128 130 … 254 │ 256 260 … 508 │ …
/// width        1      │       2       │       4       │
/// ```
///
/// Histograms of different games can be merged without loss. As JSON: the greatest time and the
/// buckets that are not empty, by number.
///
/// ```
/// use referee::stats::quantiles::Times;
///
/// let mut times = Times::default();
/// (1..=1000).for_each(|micros| times.add(micros));
/// assert_eq!((times.quantile(0.05), times.quantile(0.5)), (50, 503));
/// assert_eq!(times.max(), 1000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Times {
    buckets: BTreeMap<u16, u64>,
    max: u64,
}

/// A histogram as it is written to a log.
#[derive(Serialize, Deserialize)]
struct Written {
    max: u64,
    buckets: Vec<(u16, u64)>,
}

/// A histogram that nothing could have written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the counts of answer times contradict each other; the line of the log is damaged")]
pub struct BadTimes;

impl TryFrom<Written> for Times {
    type Error = BadTimes;

    fn try_from(Written { max, buckets }: Written) -> Result<Self, BadTimes> {
        let length = buckets.len();
        let buckets: BTreeMap<_, _> = buckets.into_iter().filter(|&(_, count)| count > 0).collect();
        // The greatest time lies in the last bucket, or there is none.
        let last = buckets.keys().next_back().copied();
        let whole = buckets.values().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        let consistent = last.map_or(max == 0, |last| last == bucket(max));
        if buckets.len() == length && consistent && whole.is_some() {
            Ok(Self { buckets, max })
        } else {
            Err(BadTimes)
        }
    }
}

impl From<Times> for Written {
    fn from(Times { buckets, max }: Times) -> Self {
        Self { max, buckets: buckets.into_iter().collect() }
    }
}

impl Times {
    /// Counts a time.
    pub fn add(&mut self, micros: u64) {
        *self.buckets.entry(bucket(micros)).or_default() += 1;
        self.max = self.max.max(micros);
    }

    /// Counts all times that `other` has counted.
    pub fn merge(&mut self, other: &Self) {
        for (&bucket, count) in &other.buckets {
            *self.buckets.entry(bucket).or_default() += count;
        }
        self.max = self.max.max(other.max);
    }

    /// The number of times counted.
    pub fn count(&self) -> u64 {
        self.buckets.values().sum()
    }

    /// The time that the share `part` of the answers did not exceed, in microseconds; 0 if there
    /// are none.
    ///
    /// It is the true one (by nearest rank) or up to 1/64 above it, never below.
    ///
    /// # Panics
    /// If `part` is not between 0 and 1.
    pub fn quantile(&self, part: f64) -> u64 {
        assert!((0.0..=1.0).contains(&part), "a quantile lies between 0 and 1");
        let rank = ((part * self.count() as f64).ceil() as u64).max(1);
        let mut seen = 0;
        for (&bucket, count) in &self.buckets {
            seen += count;
            if seen >= rank {
                return last_of(bucket).min(self.max);
            }
        }
        self.max
    }

    /// The greatest time, exactly; 0 if there are none.
    pub fn max(&self) -> u64 {
        self.max
    }
}

/// The bucket of a time: its highest bits and how far they are shifted.
fn bucket(micros: u64) -> u16 {
    let shift = (u64::BITS - BITS - 1).saturating_sub(micros.leading_zeros());
    ((shift << BITS) + (micros >> shift) as u32) as u16
}

/// The greatest time of a bucket.
fn last_of(bucket: u16) -> u64 {
    let shift = (bucket >> BITS).saturating_sub(1);
    let bits = u64::from(bucket - (shift << BITS));
    // Shifted one by one lest the bucket after the last one overflow.
    (bits << shift) | ((1 << shift) - 1)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn times(list: &[u64]) -> Times {
        let mut times = Times::default();
        for &micros in list {
            times.add(micros);
        }
        times
    }

    /// Times of all magnitudes.
    fn micros() -> impl Strategy<Value = u64> {
        (0..64_u32, any::<u64>()).prop_map(|(shift, bits)| bits >> shift)
    }

    #[test]
    fn nothing_counted_is_no_time() {
        let times = Times::default();
        assert_eq!((times.quantile(0.5), times.max(), times.count()), (0, 0, 0));
    }

    #[test]
    fn a_log_line_is_short_and_damage_is_found() {
        let text = serde_json::to_string(&times(&[3, 3, 1000])).unwrap();
        assert_eq!(text, r#"{"max":1000,"buckets":[[3,2],[317,1]]}"#);
        assert_eq!(serde_json::from_str::<Times>(&text).unwrap(), times(&[3, 3, 1000]));
        for damaged in [
            text.replace("1000", "2000"),
            text.replace("317", "9999"),
            text.replace("[3,2]", "[317,2]"),
            text.replace("[3,2]", "[3,18446744073709551615]"),
            text.replace("[3,2],[317,1]", ""),
        ] {
            let error = serde_json::from_str::<Times>(&damaged).unwrap_err().to_string();
            assert!(error.contains("damaged"), "{damaged}: {error}");
        }
    }

    proptest! {
        #[test]
        fn a_bucket_holds_its_time_within_the_bound(micros in micros()) {
            let last = last_of(bucket(micros));
            prop_assert!(last >= micros && last - micros <= micros / 64);
            prop_assert_eq!(bucket(last), bucket(micros));
            prop_assert!(last == u64::MAX || bucket(last + 1) == bucket(micros) + 1);
        }

        #[test]
        fn quantiles_are_those_of_the_sorted_list_or_a_little_above(
            mut list in vec(micros(), 1..200), part in 0.0..=1.0_f64,
        ) {
            let times = times(&list);
            list.sort_unstable();
            let rank = ((part * list.len() as f64).ceil() as usize).max(1);
            let exact = list[rank - 1];
            let found = times.quantile(part);
            prop_assert!(found >= exact && found - exact <= exact / 64, "{found} {exact}");
            prop_assert_eq!(times.quantile(1.0), list[list.len() - 1]);
        }

        #[test]
        fn merged_and_written_times_are_the_same_times(
            one in vec(micros(), 0..50), two in vec(micros(), 0..50),
        ) {
            let mut merged = times(&one);
            merged.merge(&times(&two));
            let all = times(&[one, two].concat());
            prop_assert_eq!(&merged, &all);
            let text = serde_json::to_string(&merged).unwrap();
            prop_assert_eq!(serde_json::from_str::<Times>(&text).unwrap(), all);
        }
    }
}
