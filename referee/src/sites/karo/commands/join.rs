//! `referee join karo`: a bot races on a server of Karopapier.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use console::Term;

use crate::bot::Bot;
use crate::flags::numbers::parse_factor;
use crate::flags::strangers::StrangerArgs;
use crate::games::karo::Karo;
use crate::ordinary;
use crate::player::process::{adopt_orphans, keep_from_bots};
use crate::site::{Run, SiteError};
use crate::sites::karo::client::conductor::Config;
use crate::sites::karo::client::log::replay;
use crate::sites::karo::client::race_file::RaceFile;
use crate::sites::karo::client::secret::Secret;
use crate::sites::karo::client::{Settings, Show, run};
use crate::terminal::{harmless, is_drawn_on, output};

/// Race on a server of Karopapier with a bot that reads standard input
///
/// The client moves in all games of the user when it is its turn. The server announces turns over a web socket; the client also asks
/// for the list of turns from time to time, and waits at least 750 ms between two requests. It writes nothing in
/// the chat. It leaves a game only in the first two rounds, if the bot answers LEAVE.
#[derive(Args)]
pub(super) struct JoinArgs {
    /// The server, such as <https://www.karopapier.de>
    #[arg(long, value_name = "URL", required_unless_present = "replay")]
    server: Option<String>,
    /// The login
    #[arg(long, value_name = "NAME", required_unless_present = "replay")]
    user: Option<String>,
    /// The password, in the first line of a file [default: the variable `KAROPAPIER_KEY`]
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// The bot: the workspace's own by name, a house player, or a command line, in quotes
    #[arg(default_value = "kabotte")]
    bot: String,
    /// The address of live events [default: that of the server; for karopapier.de the address of its own
    /// event server]
    #[arg(long, value_name = "URL")]
    events: Option<String>,
    /// Create a race from a file, once; may be repeated
    #[arg(long, value_name = "FILE")]
    create: Vec<PathBuf>,
    /// Make moves that are planned on the site before the bot is asked
    #[arg(long)]
    planned: bool,
    /// The folder in which known cells of night maps are kept
    #[arg(long, value_name = "FOLDER")]
    knowledge: Option<PathBuf>,
    /// Time of the bot for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    think: u64,
    /// The file for the log: all inputs, all outputs, and the chat. An earlier log is continued
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Exit after this many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Check a log: compare its outputs with those of this client
    #[arg(long, value_name = "LOG")]
    replay: Option<PathBuf>,
    /// Divide all times by this, for tests with a server that runs faster
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, hide = true,
          value_parser = parse_factor)]
    test_speed: f64,
    #[command(flatten)]
    strangers: StrangerArgs,
}

impl Run for JoinArgs {
    fn run(self) -> Result<(), SiteError> {
        if let Some(file) = &self.replay {
            return check(file);
        }
        let mut view = StatusView::new();
        let ran = run(&self.settings()?, &mut |show| view.show(&show));
        view.end();
        Ok(ran?)
    }
}

impl JoinArgs {
    fn settings(self) -> Result<Settings, SiteError> {
        let bots = vec![Bot::parse(&self.bot, &Karo).map_err(SiteError::usage)?];
        let strangers = self.strangers.read();
        strangers.demand_effect(&bots).map_err(SiteError::usage)?;
        let secret = Secret::read(self.key_file.as_deref()).map_err(SiteError::usage)?;
        let (Some(server), Some(user)) = (self.server, self.user) else {
            return Err(SiteError::usage(anyhow!("--server and --user are needed")));
        };
        let events = match self.events {
            Some(events) => events,
            None => events_of(&server).map_err(SiteError::usage)?,
        };
        let race = |file: &PathBuf| -> Result<RaceFile, SiteError> {
            let name = file.display();
            let text = ordinary::read_text(file).with_context(|| format!("cannot read {name}"));
            RaceFile::parse(&text.map_err(SiteError::usage)?)
                .map_err(|it| SiteError::usage(anyhow!("{name}: {it}")))
        };
        let create = self.create.iter().map(race).collect::<Result<_, SiteError>>()?;
        if let Some(folder) = &self.knowledge {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            // A bot that keeps its own knowledge in the same folder may still do that.
            keep_from_bots(&folder.join("knowledge"));
        }
        self.log.as_deref().into_iter().for_each(keep_from_bots);
        let bot = Bot::prepare_all(bots, &strangers)?.remove(0);
        adopt_orphans();
        let config = Config { user, speed: self.test_speed, create, follows_plans: self.planned };
        Ok(Settings {
            server,
            events,
            secret,
            bot,
            config,
            think: Duration::from_millis(self.think),
            knowledge: self.knowledge,
            log: self.log,
            games: self.games,
        })
    }
}

/// The address of a server's events.
fn events_of(server: &str) -> anyhow::Result<String> {
    let (scheme, rest) =
        server.split_once("://").context("--server begins with https:// or http://")?;
    let scheme = match scheme {
        "https" if cfg!(feature = "tls") => "wss",
        "https" => {
            return Err(crate::features::missing("TLS, which https needs", "tls"));
        }
        "http" => "ws",
        _ => return Err(anyhow!("--server begins with https:// or http://")),
    };
    let host = rest.split('/').next().unwrap_or(rest);
    let is_real = matches!(host, "www.karopapier.de" | "karopapier.de");
    let host = if is_real { "turted.karopapier.de" } else { host };
    Ok(format!("{scheme}://{host}/socket.io/?EIO=3&transport=websocket"))
}

fn check(file: &std::path::Path) -> Result<(), SiteError> {
    let name = file.display();
    let text = ordinary::read_text(file).with_context(|| format!("cannot read {name}"));
    let inputs = replay(&text.map_err(SiteError::usage)?).with_context(|| name.to_string())?;
    writeln!(output(), "{}: {inputs} inputs, no difference", harmless(&name.to_string()))?;
    Ok(())
}

/// The state on a terminal, drawn over the last one; elsewhere the news, line by line.
struct StatusView {
    terminal: Option<Term>,
    height: usize,
    last: Option<Instant>,
    /// The news since the state was drawn.
    news: Vec<String>,
}

/// Least time between two drawings.
const PACE: Duration = Duration::from_millis(250);

impl StatusView {
    fn new() -> Self {
        let terminal = Some(Term::stdout()).filter(is_drawn_on);
        Self { terminal, height: 0, last: None, news: Vec::new() }
    }

    /// Prints the news that came after the state was drawn last.
    fn end(&mut self) {
        if let Some(terminal) = &self.terminal {
            for line in self.news.drain(..) {
                let _ = terminal.write_line(&line);
            }
        }
    }

    /// A failure to print is ignored, and the races go on.
    fn show(&mut self, show: &Show<'_>) {
        match (show, &self.terminal) {
            (Show::Line(line), None) => {
                let mut out = output();
                let _ = writeln!(out, "{}", harmless(line)).and_then(|()| out.flush());
            }
            (Show::Line(line), Some(_)) => self.news.push(harmless(line).into_owned()),
            (Show::Status(_), None) => {}
            (Show::Status(lines), Some(terminal)) => {
                if self.last.is_some_and(|last| last.elapsed() < PACE) {
                    return;
                }
                self.last = Some(Instant::now());
                let (rows, columns) = terminal.size();
                let fits = |line: &String| {
                    console::truncate_str(&harmless(line), usize::from(columns) - 1, "")
                        .into_owned()
                };
                let _ = terminal.clear_last_lines(self.height);
                for line in self.news.drain(..) {
                    let _ = terminal.write_line(&line);
                }
                let state: Vec<String> =
                    lines.iter().take(usize::from(rows).saturating_sub(2)).map(fits).collect();
                self.height = state.len();
                for line in state {
                    let _ = terminal.write_line(&line);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::events_of;

    #[test]
    fn the_real_site_has_an_event_server_of_its_own() {
        let path = "/socket.io/?EIO=3&transport=websocket";
        for (server, events) in [
            ("http://www.karopapier.de", "ws://turted.karopapier.de"),
            ("http://karopapier.de/", "ws://turted.karopapier.de"),
            ("http://127.0.0.1:20012/", "ws://127.0.0.1:20012"),
        ] {
            assert_eq!(events_of(server).unwrap(), format!("{events}{path}"));
        }
        assert!(events_of("karopapier.de").is_err());
    }
}
