//! Which bots are not trusted, and what they may do.

use anyhow::{Result, anyhow};

use super::parsed::{Bot, Kind};
use crate::player::process::{Allowed, Stranger, Walls};

/// Which programs are strangers, how strangers are isolated, and how many threads each bot may have.
#[derive(Clone, Debug, Default)]
pub struct Strangers {
    /// All command lines are strangers, not only those with `stranger:`.
    pub all: bool,
    /// The isolation of each stranger.
    pub isolation: Stranger,
    /// Most processes and threads of each bot, if the user has named a number.
    pub threads: Option<u32>,
    /// System calls that bots may make although they are refused otherwise.
    pub syscalls: Allowed,
    /// What each bot may write, and which places it sees.
    pub walls: Walls,
}

impl Strangers {
    /// Refuses options that change nothing for these bots: those for strangers where no bot is one, and `--syscalls`
    /// where all programs are strangers.
    ///
    /// # Errors
    /// A sentence that names the option.
    pub fn demand_effect(&self, bots: &[Bot]) -> Result<()> {
        let of_strangers = bots.iter().filter_map(|bot| match bot.kind {
            Kind::House(_) | Kind::Seatable(_) => None,
            Kind::Workspace(..) => Some(false),
            Kind::Command(_) | Kind::Named(_) => Some(bot.is_stranger || self.all),
        });
        let of_strangers: Vec<bool> = of_strangers.collect();
        let only_strangers = !of_strangers.is_empty() && of_strangers.iter().all(|it| *it);
        if only_strangers && self.syscalls != Allowed::NOTHING {
            return Err(anyhow!(
                "--syscalls {} is not for strangers, and all programs here are strangers; leave it out",
                self.syscalls
            ));
        }
        if let Some(option) = self.option_for_strangers()
            && !of_strangers.contains(&true)
        {
            return Err(anyhow!(
                "{option} is for strangers only, and no bot here is one; leave it out, or write stranger:COMMAND"
            ));
        }
        Ok(())
    }

    /// The first of the options that are only for strangers, as it was given.
    fn option_for_strangers(&self) -> Option<String> {
        let Stranger { env, readable, .. } = &self.isolation;
        let env = env.first().map(|name| format!("--env {name}"));
        env.or_else(|| readable.first().map(|path| format!("--readable {}", path.display())))
    }
}
