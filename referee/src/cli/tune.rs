//! `referee tune`: which values of a bot's numbers make it strongest?

mod numbers;
mod report;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use self::numbers::{MethodKind, Numbers};
use self::report::TuningReport;
use super::many::{ManyArgs, catch_interrupts, same_command};
use super::progress::RunProgress;
use super::{Failure, usage};
use crate::arena::{Entrants, Progress, RunSettings};
use crate::tune::{
    Choice, Conditions, FinalGames, Lock, Override, Parameter, Players, Settings, Tuning,
    TuningError, declared, demand_set, set_already,
};

/// Find values for a bot's numbers that make it stronger
///
/// The bot prints its numbers with --params (one JSON object a line, as the bots of the workspace
/// do) and takes --set NAME=VALUE. Games are paired: the same seed, every seat order, for both
/// sides. What has been learnt is kept after every iteration; the same command again goes on. At
/// the end stand the values, a picture of how they came about, and a duel of the tuned bot against
/// the untuned on seeds that it was not tuned on, whose log is --log.
///
/// Where players work together what counts is the points that the bot earns in a round with itself,
/// or with the --pool.
///
/// Exit code: 0 all is played; 4 interrupted; 1 failed; 2 called wrongly.
#[derive(Args)]
pub(super) struct TuneArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The bot, as for `play`; values that its flags --set are where tuning starts
    bot: String,
    /// Tune only these of its numbers, such as a,b,c
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave these out
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "only")]
    except: Vec<String>,
    /// Where a number starts, its limits, its step; what is left empty is as the bot declares it.
    /// May be repeated
    #[arg(long = "param", value_name = "NAME=START,LOW,HIGH,STEP")]
    params: Vec<Override>,
    /// Play against this bot instead of against itself, or with it where players work together; may
    /// be repeated
    #[arg(long, value_name = "BOT")]
    pool: Vec<String>,
    /// Bots for the other seats of a game with more than two; both sides share those that are left
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
    /// How new values are found
    #[arg(long, value_enum, default_value_t = MethodKind::Spsa)]
    method: MethodKind,
    /// Games of the tuned bot against the untuned at the end
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(..1_000_000))]
    final_games: u64,
    /// Where it is kept what has been learnt
    /// [default: a file under games/ for this tuning and the bots as they are now]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where the picture goes [default: beside the checkpoint]
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    many: ManyArgs,
    // The last, since its heading holds for all that follows.
    #[command(flatten)]
    numbers: Numbers,
}

impl TuneArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let run = self.many.settings(&self.game, 2 + self.others.len())?;
        let settings = self.settings(&run)?;
        let typed = [std::slice::from_ref(&self.bot), &self.pool, &self.others].concat();
        let (entrants, names) = Entrants::prepare(&typed, run.contest).map_err(usage)?;
        let conditions = self.conditions(&run, &entrants, &names, settings)?;
        let path = self.checkpoint.clone().unwrap_or_else(|| conditions.default_checkpoint());
        if path.is_dir() {
            let path = path.display();
            return Err(usage(anyhow!("--checkpoint {path} is a folder; give a file")));
        }
        let _lock = Lock::take(&path).map_err(usage)?;
        let mut tuning = Tuning::resume(&run, &entrants, conditions, &path).map_err(usage)?;
        catch_interrupts()?;
        let mut bar = RunProgress::new()?;
        let mut progress = tuning.play_rounds(&mut bar).map_err(failure)?;
        let picture = self.picture.clone().unwrap_or_else(|| path.with_extension("svg"));
        let report = TuningReport { tuning: &tuning, picture };
        report.draw()?;
        if !self.many.json {
            report.print()?;
        }
        if progress == Progress::Done && self.final_games > 0 {
            let mut games = FinalGames::open(&tuning, self.final_games).map_err(failure)?;
            let (end, found) = games.play(&mut bar)?;
            progress = end;
            report.print_last(Some(&found), self.many.json)?;
        } else {
            report.print_last(None, self.many.json)?;
        }
        if progress == Progress::Interrupted {
            eprintln!("interrupted; this goes on: {}", same_command());
            return Err(Failure::Verdict(4));
        }
        Ok(())
    }

    /// The method and its numbers.
    fn settings(&self, run: &RunSettings) -> Result<Settings, Failure> {
        let together = !run.contest.teams().is_empty();
        if together && !self.others.is_empty() {
            return Err(usage(anyhow!(
                "in {} players work together: give those that the bot is to work with as --pool",
                run.contest.key()
            )));
        }
        self.numbers.settings(self.method, self.pool.is_empty() && !together)
    }

    /// Who plays and what is tuned. `names` are those of the bot, the pool and the others.
    fn conditions(
        &self,
        run: &RunSettings,
        entrants: &Entrants,
        names: &[String],
        settings: Settings,
    ) -> Result<Conditions, Failure> {
        let (pool, others) = names[1..].split_at(self.pool.len());
        let players = Players { bot: &names[0], pool, others };
        if let Some(name) = players.taken_name(&settings) {
            return Err(usage(anyhow!(
                "'{name}' is what `referee tune` itself calls a bot; give yours another name: \
                 old=BOT"
            )));
        }
        let parameters = self.parameters(entrants, players.bot)?;
        Ok(Conditions::new(run, entrants, &players, parameters, settings))
    }

    /// What is to be tuned, by what the bot itself says.
    fn parameters(&self, entrants: &Entrants, bot: &str) -> Result<Vec<Parameter>, Failure> {
        let bot = entrants.bot(bot);
        let declared = declared(bot).map_err(usage)?;
        let choice = Choice {
            only: self.only.clone(),
            except: self.except.clone(),
            set: set_already(bot),
            overrides: self.params.clone(),
            step: self.numbers.step(),
        };
        let parameters = choice.of(&declared).map_err(usage)?;
        demand_set(bot, &parameters).map_err(usage)?;
        Ok(parameters)
    }
}

/// A log that cannot be used is the fault of the call.
fn failure(error: TuningError) -> Failure {
    match error {
        TuningError::Log(error) => usage(error),
        TuningError::Failed(error) => Failure::Failed(error),
    }
}
