//! `referee report`: computes a report from a log.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, log_failure, usage};
use super::log_key::LogKeyArgs;
use super::print_report::{print, print_report};
use super::report_page::PageArgs;
use super::risks::{Risks, parse_hypotheses};
use super::table_file::TableArgs;
use crate::arena::{ChainCheck, Log, NotMet, Pairing, Test, select};
use crate::contest::Contest;
use crate::contest_file::{self, ContestFile};
use crate::games::contest;
use crate::report::layout::counted;
use crate::report::{ByTurn, LostGames, Report, recorded_line};
use crate::tell;
use crate::terminal::{harmless, page};

/// Compute the report of a duel or a ladder again, from its log
///
/// The log is enough, except for a contest of your own, which needs its contest file.
///
/// In a contest whose players work together, two bots that have not met are compared by their points with
/// themselves on the same seeds: run a ladder of one bot and then of the other with the same --log.
///
/// Exit code: 0 for every result, also of a log without games (standard error says so); 1 the log was
/// changed after it was written; 2 wrong usage, or no game for which --where holds.
#[derive(Args)]
pub(super) struct ReportArgs {
    /// The log of the duel or ladder
    log: PathBuf,
    /// Names of the two bots to compare [default: the bots of a duel, or a table of all bots of a ladder]
    #[arg(num_args = 2, value_names = ["A", "B"])]
    bots: Vec<String>,
    /// Count only games that this bot played with A and B; may be repeated [default: games of A and B
    /// alone; where there are none, all games of A and B]
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
    /// Test whether A is better by ELO1 rather than by ELO0, or gain (0,10), small (0,3), no-loss
    /// (-5,0) [default: the duel's own test]
    #[arg(long, value_name = "ELO0,ELO1|NAME", value_parser = parse_hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    risks: Risks,
    /// Use only the games for which this expression holds, such as 'turns < 20 and p1.depth > 3'. Names: values of
    /// the game, options, seed, turns, score, end, fault; for a seat (p1, p2, …, or the name of a bot) its values, bot,
    /// score, rank, fault
    #[arg(long = "where", value_name = "EXPRESSION")]
    condition: Option<String>,
    /// Also show this value of the bots by turn, from the kept recordings
    #[arg(long, value_name = "VALUE")]
    by_turn: Option<String>,
    #[command(flatten)]
    log_key: LogKeyArgs,
    /// Report on a log that was changed after it was written, or whose key is missing, as it is; the report says so
    #[arg(long)]
    trust: bool,
    /// Instead of the report, list the games that this bot lost, with their causes, recordings and the commands that play
    /// them again
    #[arg(long, value_name = "BOT", conflicts_with_all = ["bots", "others", "sprt", "csv", "html", "by_turn"])]
    lost: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    page: PageArgs,
    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,
}

impl ReportArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.page.demand_free()?;
        if let Some(page) = self.page.file() {
            self.table.demand_apart("--html", page)?;
        }
        self.table.demand_apart("the log", &self.log)?;
        let mut log = Log::read(&self.log, &self.check()?).map_err(log_failure)?;
        if let Some(condition) = &self.condition {
            log = select(&log, condition).map_err(usage)?;
        }
        let contest = contest_of(&log)?;
        if let Some(bot) = &self.lost {
            let lost = LostGames::of(&log, contest, bot).map_err(usage)?;
            return print(&lost.json(), || lost.text(), self.json);
        }
        if log.games().next().is_none() {
            let empty = format!("{}: no game is in the log yet", log.path().display());
            tell!("{}; the run that writes it adds each game at its end", harmless(&empty));
        }
        let report = self.report(&log, contest)?;
        self.table.demand_table(&report)?;
        self.table.demand_writable(Some(&self.log))?;
        match &self.by_turn {
            Some(value) => self.print_with_turns(&report, value)?,
            None => print_report(&report, self.json)?,
        }
        self.table.write(&report)?;
        self.page.write(&report, contest)
    }

    fn check(&self) -> Result<ChainCheck, Failure> {
        let key = self.log_key.read()?;
        Ok(ChainCheck { key, is_trusting: self.trust, ..ChainCheck::default() })
    }

    /// Prints the report and a value by turn.
    fn print_with_turns(&self, report: &Report<'_>, value: &str) -> Result<(), Failure> {
        let (turns, recordings) = ByTurn::of(report.log());
        let games = report.log().games().count();
        if recordings == 0 {
            return Err(usage(anyhow!(
                "no value '{value}': no recording of {} is here; play with --keep all",
                counted(games as u64, "game")
            )));
        }
        if !turns.names().any(|name| name == value) {
            let names: Vec<&str> = turns.names().collect();
            let names = if names.is_empty() {
                format!(
                    "no values; a bot reports one by a line `@value {value}=7` on standard error"
                )
            } else {
                format!("only {}", names.join(", "))
            };
            let recordings = counted(recordings as u64, "kept recording");
            return Err(usage(anyhow!(
                "no value '{value}': {recordings} of {games} games have {names}"
            )));
        }
        let mut object = report.json();
        object["by_turn"] = turns.json(value);
        object["by_turn"]["recordings"] = recordings.into();
        let text = || {
            let lines = [recorded_line(recordings, games)].into_iter().chain(turns.text(value));
            report.text() + &page(lines)
        };
        print(&object, text, self.json)
    }

    fn report<'a>(&self, log: &'a Log, contest: &dyn Contest) -> Result<Report<'a>, Failure> {
        let bots = match &self.bots[..] {
            [a, b] => Some([&**a, b]),
            _ if self.others.is_empty() => None,
            _ => return Err(usage(anyhow!("--others needs the names of two bots to compare"))),
        };
        let test = |pairing: &Pairing| self.test(log, pairing).map_err(Asked::Test);
        let report = Report::of(log, contest, bots, &self.others, test);
        let report = report.map_err(|error| match error {
            Asked::NotMet(error) => usage(error),
            Asked::Test(failure) => failure,
        })?;
        if !matches!(report, Report::Duel(_)) {
            self.demand_no_test()?;
        }
        Ok(report)
    }

    /// The test of `--sprt`, or that of the duel of the same bots.
    fn test(&self, log: &Log, pairing: &Pairing) -> Result<Option<Test>, Failure> {
        if let Some(elos) = self.sprt {
            return Ok(Some(self.risks.test(elos, pairing.orders().len())?));
        }
        self.risks.no_test()?;
        Ok(Report::asked_test(log, pairing))
    }

    fn demand_no_test(&self) -> Result<(), Failure> {
        if self.sprt.is_some() {
            return Err(usage(anyhow!("--sprt needs the names of two bots that have met")));
        }
        self.risks.no_test().map(drop)
    }
}

/// Turns an error of a report into a failure.
enum Asked {
    NotMet(NotMet),
    Test(Failure),
}

/// The contest of a log. If no contest file is below this folder, the one above the log counts.
fn contest_of(log: &Log) -> Result<&'static dyn Contest, Failure> {
    let key = &log.header().game;
    let known = contest(key);
    if known.is_err() && contest_file::current().is_none() {
        let path = std::path::absolute(log.path())?;
        let file = path.parent().and_then(ContestFile::find);
        contest_file::open(file.as_deref()).map_err(usage)?;
    }
    contest(key).map_err(|error| {
        usage(anyhow!("{error}; a contest of your own needs its contest file: --contest FILE"))
    })
}

impl From<NotMet> for Asked {
    fn from(error: NotMet) -> Self {
        Asked::NotMet(error)
    }
}
