//! The commands of the site, in a program that was built without them: they say how to get it.

use std::ffi::OsString;

use clap::Args;

use crate::features::missing;
use crate::site::{RegisteredSite, Run, Site, SiteCommand, SiteError};

inventory::submit!(RegisteredSite {
    contest: "karo",
    site: Site { serve: SiteCommand::of::<Missing>(), join: SiteCommand::of::<Missing>() },
});

/// Races on Karopapier (needs the feature `tls`)
#[derive(Args)]
#[command(disable_help_flag = true)]
struct Missing {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<OsString>,
}

impl Run for Missing {
    fn run(self) -> Result<(), SiteError> {
        Err(SiteError::Usage(missing("the client and the server of Karopapier", "tls")))
    }
}
