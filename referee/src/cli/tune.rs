//! `referee tune`: which values of a bot's numbers make it strongest?

mod ask;
mod numbers;
mod report;
mod rounds;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use self::numbers::{MethodKind, Numbers};
use self::report::Report;
use self::rounds::Rounds;
use super::many::{ManyArgs, catch_interrupts, same_command};
use super::{Failure, usage};
use crate::arena::{Entrants, Program, Progress, file_name};
use crate::tune::{Checkpoint, Choice, Conditions, Lock, Override, Parameter, Schedule};

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
pub(super) struct Tune {
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

impl Tune {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = self.many.contest(&self.game, 2 + self.others.len())?;
        let together = !contest.teams().is_empty();
        if together && !self.others.is_empty() {
            return Err(usage(anyhow!(
                "in {} players work together: give those that the bot is to work with as --pool",
                contest.key()
            )));
        }
        let meet_each_other = self.pool.is_empty() && !together;
        let settings = self.numbers.settings(self.method, meet_each_other)?;

        let typed = [std::slice::from_ref(&self.bot), &self.pool, &self.others].concat();
        let (entrants, names) = Entrants::prepare(&typed, contest).map_err(usage)?;
        let (pool, others) = names[1..].split_at(self.pool.len());
        demand_free_names(&names[1..], &settings.candidate_names())?;
        let parameters = self.parameters(&entrants, &names[0])?;
        let schedule = Schedule {
            pool: pool.to_vec(),
            others: others.to_vec(),
            seats: contest.seats(),
            teams: contest.teams(),
            pairs: settings.pairs(),
        };
        let programs =
            |names: &[String]| names.iter().map(|name| entrants.program(name).clone()).collect();
        let header = self.many.header(&self.game);
        let conditions = Conditions {
            game: self.game.clone(),
            options: header.options.clone(),
            seed: self.many.seed,
            timeout_factor: header.timeout_factor,
            bot: entrants.program(&names[0]).clone(),
            pool: programs(pool),
            others: programs(others),
            parameters,
            settings,
        };

        let path = self.checkpoint.clone().unwrap_or_else(|| default_checkpoint(&conditions));
        if path.is_dir() {
            let path = path.display();
            return Err(usage(anyhow!("--checkpoint {path} is a folder; give a file")));
        }
        let _lock = Lock::take(&path).map_err(usage)?;
        let (mut checkpoint, mut method) =
            Checkpoint::resume(&path, conditions, &schedule).map_err(usage)?;
        catch_interrupts()?;
        let rounds = Rounds {
            many: &self.many,
            contest,
            entrants: &entrants,
            bot: &names[0],
            schedule: &schedule,
            checkpoint: &path,
            final_games: self.final_games,
        };
        let mut progress = rounds.play(&mut checkpoint, method.as_mut())?;
        let picture = self.picture.clone().unwrap_or_else(|| path.with_extension("svg"));
        let report =
            Report { checkpoint: &checkpoint, method: method.as_ref(), path: &path, picture };
        report.draw()?;
        if !self.many.json {
            report.print()?;
        }
        let mut last = None;
        if progress == Progress::Done && self.final_games > 0 {
            let (end, found) = rounds.last(&checkpoint, &method.values())?;
            progress = end;
            last = Some(found);
        }
        report.print_last(last.as_ref(), self.many.json)?;
        if progress == Progress::Interrupted {
            eprintln!("interrupted; this goes on: {}", same_command());
            return Err(Failure::Verdict(4));
        }
        Ok(())
    }

    /// What is to be tuned, by what the bot itself says.
    fn parameters(&self, entrants: &Entrants, bot: &str) -> Result<Vec<Parameter>, Failure> {
        let bot = entrants.bot(bot);
        let declared = ask::declared(bot).map_err(usage)?;
        let choice = Choice {
            only: self.only.clone(),
            except: self.except.clone(),
            set: ask::set_already(bot),
            overrides: self.params.clone(),
            step: self.numbers.step(),
        };
        let parameters = choice.of(&declared).map_err(usage)?;
        ask::demand_set(bot, &parameters).map_err(usage)?;
        Ok(parameters)
    }
}

/// Names of the finalists.
const TUNED: &str = "tuned";
const UNTUNED: &str = "untuned";

/// The bots of the pool must not be called as a candidate is.
fn demand_free_names(names: &[String], candidates: &[String]) -> Result<(), Failure> {
    let taken = |name: &&String| candidates.contains(name) || [TUNED, UNTUNED].contains(&&***name);
    match names.iter().find(taken) {
        None => Ok(()),
        Some(name) => Err(usage(anyhow!(
            "'{name}' is what `referee tune` itself calls a bot; give yours another name: \
             old=BOT"
        ))),
    }
}

/// A file for this tuning. Another program, option or number gives another file.
fn default_checkpoint(conditions: &Conditions) -> PathBuf {
    let text = serde_json::to_string(conditions).unwrap_or_default();
    let number = crate::bot::fnv1a(text.as_bytes()) as u32;
    let Program { bot, .. } = &conditions.bot;
    let name = format!("tune-{}-{}-{number:08x}.json", conditions.game, file_name(bot));
    Path::new("games").join(name)
}
