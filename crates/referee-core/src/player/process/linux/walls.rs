//! What a program may write, and which places of the machine it sees.
//!
//! Every bot has these walls, whether it is trusted or not. A program of the user's own, such as a referee program, has
//! none.
//!
//! | measure | prevents |
//! |---|---|
//! | all mounts are read-only except its own folders and scratch | changing other files and their rights |
//! | Landlock rules for writing (`ruleset.rs`) | the same where there are no namespaces; devices; terminals |
//! | a `/tmp` and a `/dev/shm` of its own (`places.rs`) | meeting files of other programs there |
//! | `/run` is hidden, sockets elsewhere are covered (`sockets.rs`) | asking a service to harm others |
//! | the results of this referee, and the files of other bots, can only be read (`results.rs`) | changing the log of its own duel or another bot, also in its own folder |
//!
//! All of it is prepared before the fork. [`walled`](super::supervisor) carries it out after the fork.

mod paths;
mod places;
mod results;
mod ruleset;
mod sockets;
mod subject;

use std::ffi::CString;
use std::path::PathBuf;

use nix::libc;

use self::paths::Own;
pub use self::places::hide_from_bots;
pub(super) use self::places::{Hidden, MOST_KEPT};
use self::results::Kind;
pub use self::results::{keep_file_from_bots, keep_from_bots};
use self::ruleset::Ruleset;
pub(super) use self::subject::Subject;
use self::subject::c_strings;
use super::guard::InForce;
use super::unwritable::Unwritable;
use crate::player::process::launch::Walls;

/// The walls of one program, in the form that the system takes.
pub(super) struct Walled {
    ruleset: Option<Ruleset>,
    /// Places that are replaced by empty ones.
    pub(super) hidden: Vec<Hidden>,
    /// Everything else is read-only, except these.
    pub(super) writable: Vec<CString>,
    /// Sockets on which nothing can be asked.
    pub(super) covered: Vec<CString>,
    /// Folders that must stay where they are, and then files and folders that can only be read.
    pub(super) fixed: Vec<CString>,
    pub(super) read_only: Vec<CString>,
    /// Whether the results of this referee are all among them.
    pub(super) keeps_results: bool,
    /// Its own files and folders, and the folder in which it runs.
    own: Vec<PathBuf>,
    cwd: PathBuf,
    /// Files of other bots.
    of_others: Vec<PathBuf>,
}

impl Walled {
    /// Prepares the walls of a program.
    pub(super) fn prepare(walls: &Walls, subject: &Subject<'_>) -> Self {
        let own = Own::of(subject, &walls.writable);
        let hidden = places::hidden(walls, subject, &own);
        let mut writable = own.outermost();
        if walls.shared_tmp {
            writable.push("/tmp".into());
        }
        writable.retain(|path| hidden.iter().all(|place| !place.keeps(path)));
        let results = results::of_this_referee(&own.writable(), &walls.read_only);
        let fixed = results.paths.iter().flat_map(|path| own.folders_above(path)).collect();
        Self {
            ruleset: Ruleset::new(&own.writable()),
            covered: sockets::outside(&own.folders, &hidden),
            hidden,
            writable: c_strings(writable),
            fixed: c_strings(fixed),
            read_only: c_strings(results.paths),
            keeps_results: results.kind == Kind::All,
            own: own.writable(),
            cwd: subject.cwd.to_owned(),
            of_others: walls.read_only.clone(),
        }
    }

    /// What the program may write, for advice when the walls have been put up.
    pub(super) fn into_unwritable(self) -> Unwritable {
        Unwritable::new(self.own, self.cwd, self.hidden, self.of_others)
    }

    /// The Landlock ruleset, or -1.
    pub(super) fn ruleset_fd(&self) -> libc::c_int {
        self.ruleset.as_ref().map_or(-1, Ruleset::fd)
    }

    /// The rights that the ruleset restricts, as the system numbers them.
    pub(super) fn handled(&self) -> u64 {
        self.ruleset.as_ref().map_or(0, |ruleset| ruleset.allowed)
    }

    /// The measures that the ruleset provides.
    pub(super) fn landlock_in_force(&self) -> i64 {
        self.ruleset.as_ref().map_or(0, |ruleset| ruleset.in_force)
    }

    /// The measures that are in force if all mounts succeed.
    pub(super) fn wanted(&self) -> i64 {
        let results = if self.keeps_results { InForce::RESULTS } else { 0 };
        self.hidden.iter().fold(results | InForce::WRITES, |all, place| all | place.measure)
    }
}
