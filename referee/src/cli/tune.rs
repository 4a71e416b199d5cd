//! `referee tune`: finds values for a bot's numbers that make it stronger.

mod files;
mod numbers;
mod report;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use self::files::TuningFiles;
use self::numbers::{MethodArgs, MethodKind};
use self::report::TuningReport;
use super::failure::{Failure, log_failure, usage};
use super::many::{ManyArgs, same_command, tell_early_end};
use super::progress::RunProgress;
use crate::arena::{Entrants, Progress, RunSettings};
use crate::bot::Strangers;
use crate::flags::numbers::whole;
use crate::tell;
use crate::tune::{
    Choice, FinalGames, Lock, Override, Parameter, Players, Settings, Tuning, TuningConditions,
    TuningError, declared, demand_set, set_already,
};

/// Find values for a bot's numbers that make it stronger
///
/// A bot that can be tuned prints its numbers with --params, one JSON object a line, and takes
/// --set NAME=VALUE. Each iteration plays the bot with some values against the bot with others, on
/// the same seeds and in every seat, and moves the numbers towards the values that did better.
/// The checkpoint is written after every iteration; the same command again continues from there.
///
/// At the end it prints the values, draws a chart of each number's course, and plays the tuned bot
/// against the untuned one on seeds that no iteration has used; --log is the log of these games.
///
/// In a contest whose players work together, the result is the points that the bot earns in a round
/// with itself, or with the bots of the --pool.
///
/// Exit code: 0 all games are played; 4 interrupted; 5 a bot was thrown out of ten of the final games in a row; 1 failure,
/// also if a bot was thrown out of ten games of an iteration in a row, or every game of an iteration had a fault and no
/// side was without one; 2 wrong usage.
#[derive(Args)]
pub(super) struct TuneArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The bot, as for `play`; if its command has --set NAME=VALUE, tuning starts at that value
    bot: String,
    /// Tune only these of its numbers, such as a,b,c
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Tune all of its numbers except these
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "only")]
    except: Vec<String>,
    /// Start value, limits and step of a number; where a part is empty, the bot's own value stays; may be repeated
    #[arg(long = "param", value_name = "NAME=START,LOW,HIGH,STEP")]
    params: Vec<Override>,
    /// Play against this bot instead of against itself (in contests whose players work together: with it); may
    /// be repeated
    #[arg(long, value_name = "BOT")]
    pool: Vec<String>,
    /// A bot for another seat, in a game with more than two seats; both sides fill the remaining seats
    /// alternately; may be repeated
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
    /// The method that finds new values
    #[arg(long, value_enum, default_value_t = MethodKind::Spsa)]
    method: MethodKind,
    /// Number of games that the tuned bot plays against the untuned one at the end
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(0..=999_999_u64))]
    final_games: u64,
    /// The checkpoint file
    /// [default: a file under games/ for this tuning and the current builds of the bots]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The file of the chart, which replaces an earlier chart but no other file [default: beside the checkpoint]
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    many: ManyArgs,
    // The last one, because its heading applies to all that follow.
    #[command(flatten)]
    numbers: MethodArgs,
}

impl TuneArgs {
    /// The conditions of a task of this run on another machine.
    pub(super) fn of_batch(mut self) -> Result<(RunSettings, Strangers), Failure> {
        self.many.of_task();
        let seats = 2 + self.others.len();
        Ok((self.many.settings(&self.game, seats, &[])?, self.many.strangers()))
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        let run = self.many.settings(&self.game, 2 + self.others.len(), &[])?;
        let settings = self.settings(&run)?;
        let typed = [std::slice::from_ref(&self.bot), &self.pool, &self.others].concat();
        let (entrants, names) =
            Entrants::prepare(&typed, run.contest, &self.many.strangers()).map_err(usage)?;
        let conditions = self.conditions(&run, &entrants, &names, settings)?;
        let path = self.checkpoint.clone();
        let path = path.unwrap_or_else(|| conditions.default_checkpoint(&entrants));
        if path.is_dir() {
            let path = path.display();
            return Err(usage(anyhow!("--checkpoint {path} is a folder; give a file")));
        }
        let files = TuningFiles::new(path, self.picture.as_deref());
        files.demand_sound(run.log.as_deref()).map_err(usage)?;
        let path = &files.checkpoint;
        let _lock = Lock::take(path).map_err(usage)?;
        let mut tuning = Tuning::resume(&run, &entrants, conditions, path).map_err(usage)?;
        let log = if self.final_games > 0 {
            FinalGames::open_named_log(&tuning).map_err(failure)?
        } else {
            None
        };
        self.many.catch_interrupts()?;
        let mut bar = RunProgress::new(&run)?;
        let mut progress = tuning.play_rounds(&mut bar).map_err(failure)?;
        let report = TuningReport { tuning: &tuning, picture: files.picture };
        report.draw()?;
        if !self.many.json {
            report.print()?;
        }
        if progress == Progress::Done && self.final_games > 0 {
            // Games were played, so this is no wrong usage.
            let mut games = FinalGames::open(&tuning, self.final_games, log)?;
            let (end, found) = games.play(&mut bar)?;
            progress = end;
            report.print_last(Some(&found), self.many.json)?;
            if progress == Progress::Faulty {
                let log = found.log();
                let bots: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
                tell_early_end(log, &run, progress, &bots);
                return Err(Failure::Verdict(5));
            }
        } else {
            report.print_last(None, self.many.json)?;
        }
        if progress == Progress::Interrupted {
            tell!("interrupted; to continue: {}", same_command());
            return Err(Failure::Verdict(4));
        }
        Ok(())
    }

    /// The method and its numbers.
    fn settings(&self, run: &RunSettings) -> Result<Settings, Failure> {
        let together = !run.contest.about().teams.is_empty();
        if together && !self.others.is_empty() {
            return Err(usage(anyhow!(
                "in {} players work together: give the bots for it to play with as --pool",
                run.contest.key()
            )));
        }
        self.numbers.settings(self.method, self.pool.is_empty() && !together)
    }

    /// The conditions of the tuning. `names` are those of the bot, the pool and the others.
    fn conditions(
        &self,
        run: &RunSettings,
        entrants: &Entrants,
        names: &[String],
        settings: Settings,
    ) -> Result<TuningConditions, Failure> {
        let (pool, others) = names[1..].split_at(self.pool.len());
        let players = Players { bot: &names[0], pool, others };
        if let Some(name) = players.taken_name(&settings) {
            return Err(usage(anyhow!(
                "'{name}' is a name that `referee tune` uses itself; give your bot another one: \
                 old=BOT"
            )));
        }
        let parameters = self.parameters(entrants, players.bot)?;
        Ok(TuningConditions::new(run, entrants, &players, parameters, settings))
    }

    /// The parameters to tune, from the bot's own declaration.
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

/// Turns an error of a log into a usage error.
fn failure(error: TuningError) -> Failure {
    match error {
        TuningError::Log(error) => log_failure(error),
        error @ TuningError::UsedSeeds(_) => usage(error),
        TuningError::Failed(error) => Failure::Failed(error),
    }
}
