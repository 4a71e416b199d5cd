//! Places where the chain of a log breaks, and parts that were inserted there.

use std::ops::Range;

/// Number of hexadecimal digits of `chain`.
pub(super) const OWN: usize = 32;

/// `chain` of a line, as digits.
pub(super) type Link = [u8; OWN];

/// The most breaks that are remembered.
const MOST_BREAKS: usize = 100;

/// The breaks of a chain. Lines are numbered from 0 in the order in which they are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Breaks {
    /// The last accepted line before each of the last breaks, and the first line behind it.
    before: Vec<(Link, usize)>,
    /// Parts that were inserted: the line after such a part follows the line before it.
    inserted: Vec<Range<usize>>,
    /// Parts that an earlier reading found to be inserted; the first one is last.
    left_out: Vec<Range<usize>>,
}

impl Breaks {
    /// No breaks yet, after an earlier reading that found these parts.
    pub fn with_inserted(inserted: &[Range<usize>]) -> Self {
        Self { left_out: inserted.iter().rev().cloned().collect(), ..Self::default() }
    }

    /// Parts that were inserted, in their order.
    pub fn inserted(&self) -> &[Range<usize>] {
        &self.inserted
    }

    /// Remembers a line that is not in its place, and the last accepted line before it.
    pub fn note(&mut self, accepted: Link, number: usize) {
        if self.before.len() == MOST_BREAKS {
            self.before.remove(0);
        }
        self.before.push((accepted, number));
    }

    /// Whether a line follows the last accepted line before a break. Then all lines since the break were inserted.
    pub fn end_at(&mut self, after: &[u8], number: usize) -> bool {
        let Some(at) = self.before.iter().rposition(|(link, _)| link.starts_with(after)) else {
            return false;
        };
        let from = self.before[at].1;
        self.before.truncate(at);
        while self.inserted.pop_if(|inner| inner.start >= from).is_some() {}
        self.inserted.push(from..number);
        true
    }

    /// Whether a line belongs to a part that an earlier reading found. To be asked for each line in their order.
    pub fn is_left_out(&mut self, number: usize) -> bool {
        while self.left_out.pop_if(|part| part.end <= number).is_some() {}
        self.left_out.last().is_some_and(|part| part.contains(&number))
    }
}
