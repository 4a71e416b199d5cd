//! The players of games in one process.

#[path = "../../tests/common/sparring.rs"]
mod sparring;

use gridkit::Tunable;
use ocean::params::Params;
use referee::contest::Contest;
use referee::game::Seat;
use referee::testkit::sparring::Mind;
use sparring::bot;

/// Lines that the bot may weigh in a turn.
const NODES: u64 = 20_000;

/// A player of these games.
pub enum Fighter {
    House(String),
    Bot(Box<Params>),
}

impl Fighter {
    /// A house player (`@wanderer`), or the bot with its numbers changed (`mine=0.5,kill=2`, or `-` for none).
    pub fn parse(text: &str) -> Result<Fighter, String> {
        if let Some(name) = text.strip_prefix('@') {
            return Ok(Fighter::House(name.to_owned()));
        }
        let mut params: Box<Params> = Box::default();
        for pair in text.split(',').filter(|&pair| pair != "-") {
            let (name, value) =
                pair.split_once('=').ok_or(format!("`{pair}` is not name=value"))?;
            params.set(name, value)?;
        }
        Ok(Fighter::Bot(params))
    }

    /// The player of one game.
    pub fn mind<'a>(&'a self, contest: &dyn Contest, seed: i64, seat: Seat) -> Mind<'a> {
        match self {
            Fighter::House(name) => Mind::house(contest, name, seed as u64, seat),
            Fighter::Bot(params) => bot(params, NODES, seed as u64),
        }
    }
}
