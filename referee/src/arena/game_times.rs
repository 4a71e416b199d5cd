//! The times of the answers in a game, in few bytes: a log has millions of games in memory.

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thin_vec::ThinVec;

use super::times::{Times, bucket, is_none};

/// The times of each seat. All of them are in one list of bytes: for each seat the longest time, the strain, the late
/// answers and the number of buckets, and for each bucket its distance from the one before it and its count. Each number
/// takes seven bits a byte, so most take one.
///
/// ```
/// # use referee::arena::{GameTimes, Times};
/// # use std::time::Duration;
/// let mut times = Times::default();
/// [700, 900].iter().for_each(|micros| times.add(*micros, Duration::from_millis(50)));
/// let game: GameTimes = vec![Times::default(), times].into();
/// let longest: Vec<u64> = game.iter().map(|seat| seat.max()).collect();
/// assert_eq!(longest, [0, 900]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTimes(ThinVec<u8>);

/// The times of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatTimes<'a> {
    max: u64,
    strain: u64,
    #[serde(skip_serializing_if = "is_none")]
    late: u64,
    counts: Counts<'a>,
}

/// The buckets of a histogram that are not empty, each with its count, sorted by bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts<'a> {
    number: u64,
    bytes: &'a [u8],
}

/// Adds a number to a list: seven bits a byte, the lowest first. The last byte is less than 128.
fn put(bytes: &mut ThinVec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the start of a list; 0 at its end.
fn take(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if *byte < 0x80 {
            break;
        }
    }
    number
}

impl GameTimes {
    /// Adds the times of the next seat.
    fn push(&mut self, times: &Times) {
        for number in [times.max(), times.strain(), times.late(), times.counts().len() as u64] {
            put(&mut self.0, number);
        }
        let mut last = 0;
        for (bucket, count) in times.counts() {
            put(&mut self.0, u64::from(bucket - last));
            put(&mut self.0, u64::from(*count));
            last = *bucket;
        }
    }

    /// The times of all seats.
    pub fn iter(&self) -> impl Iterator<Item = SeatTimes<'_>> {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || (!rest.is_empty()).then(|| SeatTimes::take(&mut rest)))
    }

    /// The times of a seat; `None` if nothing is known about it.
    pub fn seat(&self, seat: usize) -> Option<SeatTimes<'_>> {
        self.iter().nth(seat)
    }

    /// Whether bucket numbers and counts are possible; a file may contain any numbers.
    pub(super) fn is_sound(&self) -> bool {
        let most = bucket(u64::MAX);
        let fits = |(bucket, count): (u32, u32)| bucket <= most && count < u32::MAX;
        self.iter().all(|seat| seat.counts().all(fits))
    }

    /// Frees memory that it does not need.
    pub(super) fn compact(&mut self) {
        self.0.shrink_to_fit();
    }
}

impl<'a> SeatTimes<'a> {
    /// Takes the times of a seat from the start of a list.
    fn take(rest: &mut &'a [u8]) -> Self {
        let [max, strain, late, number] = std::array::from_fn(|_| take(rest));
        let bytes = *rest;
        for _ in 0..2 * number {
            take(rest);
        }
        let bytes = &bytes[..bytes.len() - rest.len()];
        Self { max, strain, late, counts: Counts { number, bytes } }
    }

    /// The longest time in microseconds; 0 if there are no times.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The longest time in percent of its limit.
    pub fn strain(&self) -> u64 {
        self.strain
    }

    /// Number of answers after the limit that counted.
    pub fn late(&self) -> u64 {
        self.late
    }

    /// Number of all answers.
    pub(super) fn answers(&self) -> u64 {
        self.counts().map(|(_, count)| u64::from(count)).sum()
    }

    /// Adds all counts to a histogram.
    pub fn add_to(&self, sum: &mut Times) {
        sum.merge([self.max, self.strain, self.late], self.counts());
    }

    /// The buckets that are not empty, with their counts.
    fn counts(&self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let (mut rest, mut last) = (self.counts.bytes, 0);
        (0..self.counts.number).map(move |_| {
            last += take(&mut rest) as u32;
            (last, take(&mut rest) as u32)
        })
    }
}

impl From<Vec<Times>> for GameTimes {
    fn from(seats: Vec<Times>) -> Self {
        let mut all = Self::default();
        for times in &seats {
            all.push(times);
        }
        all
    }
}

impl Serialize for GameTimes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Counts are written as an object.
impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seat = SeatTimes { max: 0, strain: 0, late: 0, counts: *self };
        serializer.collect_map(seat.counts())
    }
}

impl<'de> Deserialize<'de> for GameTimes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seats;

        impl<'de> Visitor<'de> for Seats {
            type Value = GameTimes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the times of each seat")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seats: A) -> Result<GameTimes, A::Error> {
                let mut all = GameTimes::default();
                while let Some(times) = seats.next_element::<Times>()? {
                    all.push(&times);
                }
                Ok(all)
            }
        }

        deserializer.deserialize_seq(Seats)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn times(all: &[u64], late: bool) -> Times {
        let mut times = Times::default();
        for micros in all {
            times.add(*micros, Duration::from_micros(70));
        }
        if late {
            times.add_late();
        }
        times
    }

    #[test]
    fn a_game_with_forty_answers_takes_less_than_a_hundred_bytes() {
        let seat = |from: u64| {
            times(&(0..20).map(|at| 40_000 + from + at * 97).collect::<Vec<_>>(), false)
        };
        let game: GameTimes = vec![seat(0), seat(900)].into();
        assert!(game.0.len() < 100 && game.0.len() > 8, "{}", game.0.len());
        assert_eq!(game.seat(1).map(|it| it.max()), Some(40_000 + 900 + 19 * 97));
        assert_eq!((game.seat(2), GameTimes::default().seat(0)), (None, None));
    }

    proptest! {
        #[test]
        fn times_are_the_same_as_those_that_were_packed(
            seats in prop::collection::vec((prop::collection::vec(any::<u64>(), 0..20), any::<bool>()), 0..4)
        ) {
            let seats: Vec<Times> = seats.iter().map(|(all, late)| times(all, *late)).collect();
            let game: GameTimes = seats.clone().into();
            prop_assert_eq!(game.iter().count(), seats.len());
            for (packed, plain) in game.iter().zip(&seats) {
                prop_assert_eq!([packed.max(), packed.strain(), packed.late()], [plain.max(), plain.strain(), plain.late()]);
                prop_assert_eq!(packed.counts().collect::<Vec<_>>(), plain.counts().to_vec());
            }
            // A log has the same text as that of the single lists, and is read to the same bytes.
            let text = serde_json::to_string(&game).unwrap();
            prop_assert_eq!(&serde_json::from_str::<GameTimes>(&text).unwrap(), &game);
            let plain: Vec<Times> = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(plain, seats);
        }

        #[test]
        fn the_sum_of_games_is_that_of_all_their_times(
            a in prop::collection::vec(0..1_000_000_u64, 0..50),
            b in prop::collection::vec(0..1_000_000_u64, 0..50),
            late in any::<bool>(),
        ) {
            let games: GameTimes = vec![times(&a, false), times(&b, late)].into();
            let mut sum = Times::default();
            games.iter().for_each(|seat| seat.add_to(&mut sum));
            prop_assert_eq!(sum, times(&[a, b].concat(), late));
        }
    }
}
