//! `referee serve karo` and `referee join karo`: the site speaks HTTP, so both have flags of their own.

mod join;
mod serve;

use crate::site::{RegisteredSite, Site, SiteCommand};

inventory::submit!(RegisteredSite {
    contest: "karo",
    site: Site {
        serve: SiteCommand::of::<serve::ServeArgs>(),
        join: SiteCommand::of::<join::JoinArgs>(),
    },
});
