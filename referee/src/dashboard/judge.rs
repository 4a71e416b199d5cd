//! The headlines of the folder's logs, which the index computes when it has time.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::reuse::reuse_time;
use crate::arena::{Log, NotMet, Pairing};
use crate::games::contest;
use crate::report::{Headline, Report};

/// What was last computed for a log.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judged {
    /// The length of the log that was read, in bytes.
    length: u64,
    /// When it may be computed again.
    until: Option<Instant>,
}

impl Judged {
    /// Whether a log of this length has something new that may be read now.
    pub(super) fn is_due(&self, length: u64) -> bool {
        self.length != length && self.until.is_none_or(|until| until <= Instant::now())
    }
}

/// A log whose headline is wanted: its path, and its length in bytes.
pub(super) struct Wanted {
    pub path: PathBuf,
    pub length: u64,
}

impl Wanted {
    /// The headline, `None` if the file is not a log of a known contest.
    pub(super) fn judge(&self) -> (Option<Headline>, Judged) {
        let began = Instant::now();
        let headline = headline(&self.path);
        let until = Some(Instant::now() + reuse_time(began.elapsed()));
        (headline, Judged { length: self.length, until })
    }

    /// For a log of which no headline can be computed: it is tried again when it has grown.
    pub(super) fn unjudged(&self) -> Judged {
        Judged { length: self.length, until: None }
    }
}

fn headline(path: &Path) -> Option<Headline> {
    let mut log = Log::unread(path);
    log.read_on(0).ok()?;
    let contest = contest(&log.header().game).ok()?;
    let test = |pairing: &Pairing| Ok::<_, NotMet>(Report::asked_test(&log, pairing));
    Some(Report::of(&log, contest, None, &[], test).ok()?.headline())
}
