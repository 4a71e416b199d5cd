//! A bot of the command line, before it is built.

use std::sync::Arc;

use super::named::NamedProgram;
use crate::contest::{HouseKind, Seatable};

/// A parsed bot, not yet built.
#[derive(Clone)]
pub struct Bot {
    /// The text from the command line.
    pub name: String,
    pub(super) kind: Kind,
    pub(super) is_stranger: bool,
}

#[derive(Clone)]
pub(super) enum Kind {
    House(&'static HouseKind),
    /// A crate of this workspace, with arguments.
    Workspace(String, Vec<String>),
    Command(Vec<String>),
    /// A program that the contest file names.
    Named(NamedProgram),
    /// A bot of a kind that the contest defines.
    Seatable(Arc<dyn Seatable>),
}
