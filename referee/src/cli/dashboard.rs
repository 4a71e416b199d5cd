//! `referee dashboard`: a folder of logs and recordings in the browser, live.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;

use super::browser::open_in_browser;
use super::{Failure, usage};
use crate::bot::Bot;
use crate::contest_file;
use crate::dashboard::Dashboard;
use crate::flags::strangers::StrangerArgs;
use crate::games::{all, of_contest_file};
use crate::player::process::adopt_orphans;
use crate::terminal::output;

/// Show the logs and recordings of a folder in the browser, live
///
/// Pages of running duels and ladders update themselves, games can be filtered, recorded games open in the viewer, and
/// two bots of a ladder can be compared. The page of a game shows what another bot would have played at each moment: a
/// house player, or one that --bot names. The server writes nothing and shows no file outside the folder.
///
/// Unless --host is a loopback address, the printed address contains a token. Everyone who has it can read the folder.
#[derive(Args)]
pub(super) struct DashboardArgs {
    /// The folder to show
    #[arg(default_value = "games", value_name = "DIR")]
    folder: PathBuf,
    /// The port; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 8020)]
    port: u16,
    /// The address to listen on; 0.0.0.0 for all addresses of this machine
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// A bot that the page of a game can ask what it would have played, as for `play`; may be repeated
    #[arg(long = "bot", value_name = "BOT")]
    bots: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    strangers: StrangerArgs,
}

impl DashboardArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let (folder, port) = (self.folder.display(), self.port);
        if !self.folder.is_dir() {
            let what = if self.folder.exists() { "is not a folder" } else { "does not exist" };
            return Err(usage(anyhow!(
                "{folder} {what}; name the folder of logs and recordings, such as games, which `referee play` makes"
            )));
        }
        self.bots.iter().try_for_each(|bot| demand_contest(bot)).map_err(usage)?;
        if !self.bots.is_empty() {
            adopt_orphans();
        }
        let place = (self.host, self.port);
        let dashboard = Dashboard::bind(&self.folder, place, self.bots, self.strangers.read())
            .with_context(|| format!("cannot serve {folder} on {}, port {port}", self.host))
            .map_err(usage)?;
        let url = dashboard.url();
        let mut out = output();
        writeln!(out, "{url}")?;
        out.flush()?;
        if self.open {
            open_in_browser(&url);
        }
        Ok(dashboard.run()?)
    }
}

/// Demands that a bot plays at least one contest. Which one is asked is known only when a page asks it.
///
/// # Errors
/// What the contest of the contest file, or else the first one, says of the bot. A contest file whose referee is missing
/// is no reason to refuse the bot of another contest.
fn demand_contest(bot: &str) -> anyhow::Result<()> {
    let own = contest_file::current().map(of_contest_file);
    let mut why = None;
    for contest in own.into_iter().chain(all().map(Ok)) {
        match contest.map_err(Into::into).and_then(|contest| Bot::parse(bot, contest)) {
            Ok(_) => return Ok(()),
            Err(error) => why = why.or(Some(error)),
        }
    }
    why.map_or(Ok(()), Err)
}
