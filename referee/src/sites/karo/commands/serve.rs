//! `referee serve karo`: a server in place of the site of Karopapier.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use serde_json::Value;

use crate::flags::numbers::parse_factor;
use crate::flags::parse_option;
use crate::ordinary;
use crate::site::{Run, SiteError};
use crate::sites::karo::client::secret::Secret;
use crate::sites::karo::server::{Faults, Logins, Server, Service};
use crate::terminal::output;

/// Run a server in place of the site of Karopapier, on this machine only
///
/// Users log in and race against each other and against house players, under the referee's rules. Whenever
/// a race ends, a new one begins. All times are those of the races: with --speed 10 a minute takes 6 seconds. At the end,
/// also at Ctrl-C, it prints the totals.
#[derive(Args)]
pub(super) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 20012)]
    port: u16,
    /// A user who may log in; may be repeated
    #[arg(long = "user", value_name = "NAME", required = true)]
    users: Vec<String>,
    /// The password of all users, in the first line of a file [default: the variable `KAROPAPIER_KEY`]
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// The logins that the server accepts
    #[arg(long, value_enum, default_value_t = LoginArg::Both)]
    logins: LoginArg,
    /// Number of races at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    races: usize,
    /// A house player in every race, such as @cruiser; may be repeated
    #[arg(long = "house", value_name = "PLAYER")]
    house: Vec<String>,
    /// A map file; may be repeated [default: eight tracks drawn from the seed]
    #[arg(long = "map", value_name = "FILE")]
    maps: Vec<PathBuf>,
    /// Every Nth race is at night; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    night_every: u64,
    /// An option of all races, such as zzz=4; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, Value)>,
    /// Seed of the tracks, the orders and the faults
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Divide all times by this factor
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_factor)]
    speed: f64,
    /// Mean time of a house player for a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    house_delay: f64,
    /// A turn of a user is missed after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0)]
    patience: f64,
    /// Faults of the server with the probability of each, such as all=0.01,slow=0.1: lost-before, lost-after, slow, garbage,
    /// expired, faster, double-event, lost-event, lost-socket
    #[arg(long, value_name = "NAME=SHARE,…", default_value = "")]
    faults: Faults,
    /// Record all races in a folder
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// Begin no more races after this many hours, and exit when the last one ends
    #[arg(long, value_name = "HOURS", value_parser = parse_factor)]
    hours: Option<f64>,
    /// Print the totals whenever this many hours have passed
    #[arg(long, value_name = "HOURS", default_value_t = 1.0, value_parser = parse_factor)]
    report: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum LoginArg {
    /// A session with a cookie
    Old,
    /// A key
    New,
    /// Both
    Both,
}

/// Time between two checks whether a report is due.
const STEP: Duration = Duration::from_millis(50);

/// The exit code after Ctrl-C, as shells report it.
const INTERRUPTED_CODE: i32 = 130;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

impl Run for ServeArgs {
    fn run(self) -> Result<(), SiteError> {
        let (hours, report) = (self.hours, self.report);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let server = Server::start(self.service()?, address).map_err(SiteError::usage)?;
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
            .context("cannot catch Ctrl-C")?;
        let mut out = output();
        writeln!(out, "Listening on {}", server.address())?;
        out.flush()?;
        let mut next = report;
        loop {
            thread::sleep(STEP);
            let tally = server.tally();
            let now = tally.seconds / 3_600.0;
            let is_last = hours.is_some_and(|hours| now >= hours);
            if is_last {
                server.hold_no_more_races();
            }
            let is_over = is_last && tally.begun == tally.ended;
            let is_interrupted = INTERRUPTED.load(Ordering::Relaxed);
            if now >= next || is_over || is_interrupted {
                next = now + report;
                writeln!(out, "{}", serde_json::to_string(&tally)?)?;
                out.flush()?;
            }
            if is_interrupted {
                std::process::exit(INTERRUPTED_CODE);
            }
            if is_over {
                server.stop();
                return Ok(());
            }
        }
    }
}

impl ServeArgs {
    fn service(self) -> Result<Service, SiteError> {
        let seconds = |seconds: f64, name: &str| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| SiteError::usage(anyhow!("--{name} {seconds}: wanted seconds")))
        };
        let map = |file: &PathBuf| {
            let name = file.display();
            let text = ordinary::read_text(file).with_context(|| format!("cannot read {name}"));
            let text = text.map_err(SiteError::usage)?;
            // Without text the option `map` stands for a drawn map.
            if text.trim().is_empty() {
                return Err(SiteError::usage(anyhow!(
                    "{name} is empty; choose another file with --map, or leave it out"
                )));
            }
            Ok(text)
        };
        let maps = self.maps.iter().map(map).collect::<Result<_, SiteError>>()?;
        let secret = Secret::read(self.key_file.as_deref()).map_err(SiteError::usage)?;
        Ok(Service {
            house_delay: seconds(self.house_delay, "house-delay")?,
            patience: seconds(self.patience, "patience")?,
            users: self.users,
            secret: secret.word().to_owned(),
            logins: match self.logins {
                LoginArg::Old => Logins::Old,
                LoginArg::New => Logins::New,
                LoginArg::Both => Logins::Both,
            },
            races: self.races,
            house: self.house,
            options: self.options.into_iter().collect(),
            maps,
            night_every: self.night_every,
            seed: self.seed,
            speed: self.speed,
            faults: self.faults,
            record: self.record,
        })
    }
}
