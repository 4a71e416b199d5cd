//! The arguments of a single game.

use clap::Args;
use rand::RngExt;
use serde_json::Value;

use super::failure::{Failure, usage};
use crate::contest::{Contest, Setup};
use crate::flags::parse_option;
use crate::game::Game;
use crate::games::contest;

/// The arguments of a single game.
#[derive(Args)]
pub(super) struct SetupArgs {
    /// The game; `referee games` lists them
    pub(super) game: String,
    /// Seed of the game; drawn at random if not given
    #[arg(long, allow_hyphen_values = true)]
    seed: Option<String>,
    /// An option of the game, such as league=2; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, Value)>,
}

impl SetupArgs {
    pub(super) fn contest(&self) -> Result<&'static dyn Contest, Failure> {
        contest(&self.game).map_err(usage)
    }

    /// The setup for `seats` players, and the game.
    pub(super) fn start(&self, seats: usize) -> Result<(Setup, Box<dyn Game>), Failure> {
        let contest = self.contest()?;
        let seed = match &self.seed {
            Some(seed) => seed.clone(),
            None => match contest.about().listed_seeds {
                [] => rand::rng().random_range(0..contest.about().seeds).to_string(),
                listed => listed[rand::rng().random_range(0..listed.len())].to_owned(),
            },
        };
        let options = contest.with_defaults(self.options.iter().cloned().collect());
        let setup = Setup { seed, options, seats };
        let game = contest.start(&setup).map_err(usage)?;
        Ok((setup, game))
    }
}
