//! Faults that the server injects on purpose, each with a probability.

use std::str::FromStr;

use gridkit::Rng;

/// A kind of injected fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection is lost before the request is carried out.
    LostBefore,
    /// The request is carried out, and its answer is lost.
    LostAfter,
    /// The answer comes late.
    Slow,
    /// The answer is garbage.
    Garbage,
    /// The login has expired.
    Expired,
    /// Somebody else, in the name of the same user, moved just before.
    Faster,
    /// An event is sent twice.
    DoubleEvent,
    /// An event is not sent.
    LostEvent,
    /// The web socket is closed, after an event or between two of them.
    LostSocket,
}

/// Every kind with its name.
const KINDS: [(Fault, &str); 9] = [
    (Fault::LostBefore, "lost-before"),
    (Fault::LostAfter, "lost-after"),
    (Fault::Slow, "slow"),
    (Fault::Garbage, "garbage"),
    (Fault::Expired, "expired"),
    (Fault::Faster, "faster"),
    (Fault::DoubleEvent, "double-event"),
    (Fault::LostEvent, "lost-event"),
    (Fault::LostSocket, "lost-socket"),
];

/// The probability of each fault at each occasion for it.
///
/// ```
/// use referee::sites::karo::server::{Fault, Faults};
///
/// let faults: Faults = "all=0.01,slow=0.2".parse().unwrap();
/// assert_eq!((faults.share(Fault::Slow), faults.share(Fault::Garbage)), (0.2, 0.01));
/// assert!("quick=0.1".parse::<Faults>().unwrap_err().contains("lost-socket"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults([f64; KINDS.len()]);

impl Faults {
    /// The probability of a fault, from 0 to 1.
    pub fn share(&self, fault: Fault) -> f64 {
        self.0[fault as usize]
    }

    /// Draws whether a fault happens now.
    pub(super) fn strikes(&self, fault: Fault, random: &mut Rng) -> bool {
        let share = self.share(fault);
        share > 0.0 && (random.below(1_000_000) as f64) < share * 1e6
    }
}

impl FromStr for Faults {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut faults = Self::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let wrong = || {
                let names: Vec<&str> = KINDS.iter().map(|it| it.1).collect();
                format!(
                    "'{part}': wanted NAME=SHARE with a share from 0 to 1; names are all, {}",
                    names.join(", ")
                )
            };
            let (name, share) = part.trim().split_once('=').ok_or_else(wrong)?;
            let share: f64 = share.parse().map_err(|_| wrong())?;
            if !(0.0..=1.0).contains(&share) {
                return Err(wrong());
            }
            match KINDS.iter().find(|it| it.1 == name) {
                Some((fault, _)) => faults.0[*fault as usize] = share,
                None if name == "all" => faults.0 = [share; KINDS.len()],
                None => return Err(wrong()),
            }
        }
        Ok(faults)
    }
}
