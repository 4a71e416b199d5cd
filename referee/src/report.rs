//! What a log says, for people, for programs and for spreadsheets.

mod comparison;
mod conduct;
mod ladder;
pub(crate) mod layout;
mod teams;
mod verdict;

use serde_json::Value;

use crate::arena::{
    Comparison, DuelStanding, LadderTable, Log, NotMet, Pairing, TeamComparison, Test, met_in,
};
use crate::contest::Contest;

pub use comparison::standing_line;

/// What a log says.
pub enum Report<'a> {
    /// Two bots that have met.
    Duel(Box<Comparison<'a>>),
    /// Two bots that have each worked with itself or with the same others.
    Teams(TeamComparison<'a>),
    /// Many bots.
    Ladder(LadderTable<'a>),
}

impl<'a> Report<'a> {
    /// What a log says of two bots, or without them of what it is about: the duel that was asked last, or
    /// all of its bots. `others` are bots that must sit with the two; `test` gives the sequential test of
    /// a pairing, if there is one.
    ///
    /// # Errors
    /// The two have not met so, or `test` fails.
    pub fn of<E: From<NotMet>>(
        log: &'a Log,
        contest: &dyn Contest,
        bots: Option<[&str; 2]>,
        others: &[String],
        test: impl FnOnce(&Pairing) -> Result<Option<Test>, E>,
    ) -> Result<Self, E> {
        let asked = log.question().map(|question| question.duel.clone());
        let Some(names) = bots.map(|bots| bots.map(str::to_owned).to_vec()).or(asked) else {
            let names: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
            return Ok(Report::Ladder(LadderTable::of(log, &names)));
        };
        if let [a, b] = &names[..]
            && let Some(comparison) = TeamComparison::of(log, contest, [a, b])
        {
            return Ok(Report::Teams(comparison));
        }
        let pairing = match bots {
            Some(bots) => met_in(log, bots, others, contest.about().seats)?,
            None => Pairing::new(names, contest.about().seats),
        };
        let test = test(&pairing)?;
        let standing = DuelStanding::of(log, &pairing, test);
        Ok(Report::Duel(Box::new(Comparison::new(log, standing))))
    }

    /// The test that the log's duel of the players of a pairing was asked with.
    pub fn asked_test(log: &Log, pairing: &Pairing) -> Option<Test> {
        let question = log.question().filter(|question| question.duel == pairing.names());
        question.and_then(|question| question.test)
    }

    /// The log that all of it comes from.
    pub fn log(&self) -> &'a Log {
        match self {
            Report::Duel(it) => it.log,
            Report::Teams(it) => it.log,
            Report::Ladder(it) => it.log,
        }
    }

    /// The report as lines.
    pub fn text(&self) -> String {
        match self {
            Report::Duel(it) => comparison::text(it),
            Report::Teams(it) => teams::text(it),
            Report::Ladder(it) => ladder::text(it),
        }
    }

    /// The report as one object.
    pub fn json(&self) -> Value {
        match self {
            Report::Duel(it) => comparison::json_of(it),
            Report::Teams(it) => teams::json_of(it),
            Report::Ladder(it) => ladder::json_of(it),
        }
    }

    /// Its table with the head as the first row; `None` where there is none.
    pub fn table(&self) -> Option<Vec<Vec<String>>> {
        match self {
            Report::Duel(it) => Some(comparison::csv_rows(it)),
            Report::Teams(_) => None,
            Report::Ladder(it) => Some(ladder::csv_rows(it)),
        }
    }
}
