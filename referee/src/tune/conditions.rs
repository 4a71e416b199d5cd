//! The conditions of a tuning.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::parameters::Parameter;
use super::settings::Settings;
use crate::arena::{BotProgram, Entrants};
use crate::games::contest;
use crate::identity::Change;

/// Everything that the course of a tuning depends on, except the results of its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningConditions {
    /// Key of the contest.
    pub game: String,
    /// Its options by name.
    pub options: Map<String, Value>,
    /// Start of the sequences of seeds and of perturbations.
    pub seed: u64,
    /// Factor of every time limit.
    pub timeout_factor: f64,
    /// Other settings of the clock as options, empty for the default; absent in checkpoints of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<String>,
    /// A word for the rules of a contest from outside, as they were; absent for a built-in contest and in checkpoints of
    /// older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The bot that is tuned.
    pub bot: BotProgram,
    /// The opponents of its candidates; empty: each other. In a contest with teams, their partners;
    /// empty: each plays with itself.
    pub pool: Vec<BotProgram>,
    /// The bots in the other seats.
    pub others: Vec<BotProgram>,
    /// The parameters that are tuned.
    pub parameters: Vec<Parameter>,
    /// The method and its settings.
    pub settings: Settings,
}

impl TuningConditions {
    /// How the candidates play: `against itself`, or `with a, b`.
    pub fn company(&self, called: fn(&BotProgram) -> &str) -> String {
        let together = contest(&self.game).is_ok_and(|it| !it.about().teams.is_empty());
        let word = if together { "with" } else { "against" };
        let pool: Vec<&str> = self.pool.iter().map(called).collect();
        if pool.is_empty() {
            format!("{word} itself")
        } else {
            format!("{word} {}", pool.join(", "))
        }
    }

    /// The first condition that differs from `ours`, in words: here and there.
    pub(super) fn difference(&self, ours: &Self) -> Option<(String, String)> {
        if self.named() == ours.named() && self.changed_program(ours).is_none() {
            return None;
        }
        let mut words = self.in_words().into_iter().zip(ours.in_words());
        words
            .find(|(theirs, ours)| theirs != ours)
            .or_else(|| self.changed_program(ours))
            .or_else(|| self.changed_rules(ours))
            .or_else(|| Some(("other conditions".to_owned(), "these".to_owned())))
    }

    /// The first program that differs from `ours`, in words: here and there.
    fn changed_program(&self, ours: &Self) -> Option<(String, String)> {
        changed_program("the bot", [&self.bot], [&ours.bot])
            .or_else(|| changed_program("the pool", &self.pool, &ours.pool))
            .or_else(|| changed_program("the others", &self.others, &ours.others))
    }

    /// The rules, in words: here and there, if they differ.
    fn changed_rules(&self, ours: &Self) -> Option<(String, String)> {
        let now = "the referee program and the contest file as they are now";
        (self.rules != ours.rules).then(|| ("other rules".to_owned(), now.to_owned()))
    }

    /// Takes from `ours` what a checkpoint of an older version does not say: nobody knows whether it was the same then.
    pub(super) fn take_unknown(&mut self, ours: &Self) {
        self.clocks = self.clocks.take().or_else(|| ours.clocks.clone());
        self.rules = self.rules.take().or_else(|| ours.rules.clone());
    }

    /// The conditions without the files that the bots were seen to open, which may be others in the next run.
    pub(super) fn named(&self) -> Self {
        let named = |programs: &[BotProgram]| programs.iter().map(BotProgram::named).collect();
        let (bot, pool, others) = (self.bot.named(), named(&self.pool), named(&self.others));
        Self { bot, pool, others, ..self.clone() }
    }

    /// Lets the bots look again at the files that an earlier tuning knows of them.
    pub(super) fn look_again(&mut self, earlier: &Self, entrants: &Entrants) {
        let all = [&earlier.pool[..], &earlier.others, std::slice::from_ref(&earlier.bot)].concat();
        let own = std::iter::once(&mut self.bot).chain(&mut self.pool).chain(&mut self.others);
        for program in own {
            let earlier = all.iter().find(|it| it.bot == program.bot);
            *program = entrants.program_beside(&program.bot, earlier);
        }
    }

    /// All conditions in words, each after those that it depends on.
    fn in_words(&self) -> Vec<String> {
        let others: Vec<&str> = self.others.iter().map(|it| it.command.as_str()).collect();
        let names: Vec<&str> = self.parameters.iter().map(|it| it.name.as_str()).collect();
        let mut words = vec![
            format!("the game {}", self.game),
            format!("the options {}", Value::from(self.options.clone())),
            format!("the bot {}", self.bot.command),
            format!("games {}", self.company(|bot| &bot.command)),
            format!("others '{}'", others.join(", ")),
            format!("the parameters {}", names.join(", ")),
        ];
        let settings = serde_json::to_value(&self.settings).unwrap_or_default();
        let settings = settings.as_object().into_iter().flatten();
        let setting =
            |(name, value): (&String, &Value)| format!("{name} {}", plain(&value.to_string()));
        words.extend(settings.map(setting));
        words.extend(self.parameters.iter().map(|it| {
            let Parameter { name, low, high, start, step, .. } = it;
            format!("{name} from {start} within {low} to {high} by {step}")
        }));
        words.push(format!("the seed {}", self.seed));
        words.push(format!("time limits multiplied by {}", self.timeout_factor));
        let clocks = self.clocks.as_deref().filter(|it| !it.is_empty());
        words.push(clocks.unwrap_or("the usual clock").to_owned());
        words
    }
}

/// A text without the quotes that JSON puts around it.
fn plain(text: &str) -> &str {
    text.trim_matches('"')
}

/// The first program that has changed, in words: before and now.
fn changed_program<'a>(
    role: &str,
    theirs: impl IntoIterator<Item = &'a BotProgram>,
    ours: impl IntoIterator<Item = &'a BotProgram>,
) -> Option<(String, String)> {
    let mut both = theirs.into_iter().zip(ours);
    let (theirs, ours, change) =
        both.find_map(|(theirs, ours)| Some((theirs, ours, ours.change_since(theirs)?)))?;
    let how = match change {
        Change::Program => String::new(),
        change => format!(" ({change})"),
    };
    let was = format!("another program of {role} '{}'{how}", theirs.command);
    Some((was, format!("'{}' as it is now", ours.command)))
}
