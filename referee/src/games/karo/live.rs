//! `referee serve karo` and `referee join karo`: the site speaks HTTP, so both have flags of their own.

mod join;
mod serve;

use crate::site::{Site, SiteCommand};

pub(super) const SITE: Site = Site {
    serve: SiteCommand::of::<serve::ServeArgs>(),
    join: SiteCommand::of::<join::JoinArgs>(),
};
