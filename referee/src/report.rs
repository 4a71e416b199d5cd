//! Reports of a log: as lines, as a JSON object, and as a table.

mod by_turn;
mod chain;
mod comparison;
mod conduct;
mod first_fault;
mod headline;
mod json;
mod ladder;
pub(crate) mod layout;
mod lost;
mod machines;
mod selection;
mod table_head;
mod teams;
mod trial;
mod trial_json;
mod undecided;
mod values;
mod verdict;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::arena::{
    BothWays, Comparison, Conduct, Excess, Field, LadderTable, Log, Logged, Machines, NotMet,
    Pairing, TeamComparison, Test, TrialComparison, TrialQuestion, TrialStanding, met_in,
};
use crate::contest::Contest;
use crate::terminal::page;

pub use by_turn::{ByTurn, recorded_line};
use chain::{add_chain, chain_lines};
pub use comparison::standing_line;
pub use headline::{Headline, State};
use json::{DuelJson, ExcessJson, LadderJson, TeamsJson};
use layout::counted;
use lost::worst_lines;
pub use lost::{LostGames, NoSuchBot};
use machines::{add_machines, machine_lines};
use selection::{add_selection, selection_line};
pub use table_head::is_table;
pub use trial::trial_line;
use trial_json::TrialJson;
use undecided::{undecided_json, undecided_line};

/// A report of a log.
pub enum Report<'a> {
    /// Two bots that have met.
    Duel(Box<Comparison<'a>>),
    /// Two bots that have not met, in a contest with teams: each with itself or with the same others.
    Teams(TeamComparison<'a>),
    /// Many bots.
    Ladder(LadderTable<'a>),
    /// Two bots against the same opponents.
    Try(Box<TrialComparison<'a>>),
}

/// The line about games of the log of which the report says nothing.
fn other_games(count: u64) -> String {
    let count = counted(count, "game");
    format!(
        "  not in this report: {count} of the log with other bots, or with another number of players"
    )
}

impl<'a> Report<'a> {
    /// The report on two bots. Without names it is on the bots of the last duel or try in the log or, if there is
    /// none, on all bots. `others` must have sat with the two; `test` returns the sequential test of a
    /// pairing, if there is one.
    ///
    /// # Errors
    /// If the two have not met in this company, or `test` fails.
    pub fn of<E: From<NotMet>>(
        log: &'a Log,
        contest: &dyn Contest,
        bots: Option<[&str; 2]>,
        others: &[String],
        test: impl FnOnce(&Pairing) -> Result<Option<Test>, E>,
    ) -> Result<Self, E> {
        if let Some(question) = log.trial().filter(|question| is_about(question, bots))
            && others.is_empty()
        {
            let rivals = [&question.candidate, &question.champion].map(Clone::clone);
            let field = Field::new(&rivals, &question.pool, contest.about().seats.max(2));
            let standing = TrialStanding::of(log, &field, question.test);
            return Ok(Report::Try(Box::new(TrialComparison::new(log, standing))));
        }
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
        Ok(Report::Duel(Box::new(Comparison::of(log, &pairing, test))))
    }

    /// The test of the log's last duel, if that was between the players of this pairing.
    pub fn asked_test(log: &Log, pairing: &Pairing) -> Option<Test> {
        let question = log.question().filter(|question| question.duel == pairing.names());
        question.and_then(|question| question.test)
    }

    /// The log of the report.
    pub fn log(&self) -> &'a Log {
        match self {
            Report::Duel(it) => it.log,
            Report::Teams(it) => it.log,
            Report::Ladder(it) => it.log,
            Report::Try(it) => it.log,
        }
    }

    /// The report as lines.
    pub fn text(&self) -> String {
        let text = match self {
            Report::Duel(it) => comparison::text(it),
            Report::Teams(it) => teams::text(it),
            Report::Ladder(it) => ladder::text(it),
            Report::Try(it) => trial::text(it),
        };
        let text = match (selection_line(self.log()), text.split_once('\n')) {
            (Some(line), Some((title, rest))) => format!("{title}\n{}{rest}", page([line])),
            _ => text,
        };
        // A log of a ladder has games of other pairs, too.
        let has = |game: &Logged| match self {
            Report::Duel(it) => it.standing.pairing().has(&game.bots),
            Report::Try(it) => it.standing.field().group_of(&game.bots).is_some(),
            Report::Teams(_) | Report::Ladder(_) => true,
        };
        let others = match self {
            // A bot has no row if its line was damaged.
            Report::Ladder(it) => (it.log.games().count() as u64).saturating_sub(it.games),
            _ => self.log().games().filter(|game| !has(game)).count() as u64,
        };
        let others = (others > 0).then(|| other_games(others));
        let bot = self.first_bot();
        let worst = bot.map_or_else(Vec::new, |bot| worst_lines(self.log(), bot, has));
        let systems = self.log().header().note_on_systems().map(|note| format!("  {note}"));
        let more = self.undecided().map(undecided_line).into_iter().chain(others).chain(systems);
        let more = more.chain(chain_lines(self.log()));
        let machines = machine_lines(self.machines());
        text + &page(machines.into_iter().chain(worst).chain(more))
    }

    /// The answer to the question of the log, in a sentence.
    pub fn headline(&self) -> Headline {
        let headline = match self {
            Report::Duel(it) => Headline::of_duel(it),
            Report::Teams(it) => Headline::of_teams(it),
            Report::Ladder(it) => Headline::of_ladder(it),
            Report::Try(it) => Headline::of_try(it),
        };
        headline.with_faults(self.log(), self.conduct()).of_log(self.log())
    }

    /// Times and faults by name of the bot.
    pub fn conduct(&self) -> &BTreeMap<String, Conduct> {
        match self {
            Report::Duel(it) => &it.conduct,
            Report::Teams(it) => &it.conduct,
            Report::Ladder(it) => &it.conduct,
            Report::Try(it) => &it.conduct,
        }
    }

    /// The bot that the user asks about; `None` in a report on many.
    fn first_bot(&self) -> Option<&str> {
        match self {
            Report::Duel(it) => it.standing.pairing().names().first().map(String::as_str),
            Report::Try(it) => it.log.trial().map(|question| &*question.candidate),
            Report::Teams(_) | Report::Ladder(_) => None,
        }
    }

    /// The report as one JSON object. If games were selected, the field `where` says how.
    pub fn json(&self) -> Value {
        let mut object = match self {
            Report::Duel(it) => json!(DuelJson::of(it)),
            Report::Teams(it) => json!(TeamsJson::of(it)),
            Report::Ladder(it) => json!(LadderJson::of(it)),
            Report::Try(it) => json!(TrialJson::of(it)),
        };
        object["excesses"] = json!(ExcessJson::all(self.excesses()));
        if let Report::Duel(_) | Report::Try(_) = self {
            object["undecided"] = undecided_json(self.undecided());
        }
        object["systems"] = json!(self.log().header().systems);
        add_machines(&mut object, self.machines());
        add_chain(&mut object, self.log());
        add_selection(&mut object, self.log());
        object
    }

    /// Undecided games that were counted both ways.
    fn undecided(&self) -> Option<&BothWays> {
        match self {
            Report::Duel(it) => it.undecided.as_ref(),
            Report::Try(it) => it.undecided.as_ref(),
            Report::Teams(_) | Report::Ladder(_) => None,
        }
    }

    /// The bots that were late much more often than their opponents, while the machine may have been to blame.
    fn excesses(&self) -> &[Excess] {
        match self {
            Report::Duel(it) => &it.excesses,
            Report::Teams(it) => &it.excesses,
            Report::Ladder(it) => &it.excesses,
            Report::Try(it) => &it.excesses,
        }
    }

    /// The machines on which the games were played.
    fn machines(&self) -> &Machines {
        match self {
            Report::Duel(it) => &it.machines,
            Report::Teams(it) => &it.machines,
            Report::Ladder(it) => &it.machines,
            Report::Try(it) => &it.machines,
        }
    }

    /// The report as a table with a header row; `None` for a report on teams.
    pub fn table(&self) -> Option<Vec<Vec<String>>> {
        match self {
            Report::Duel(it) => Some(comparison::csv_rows(it)),
            Report::Teams(_) => None,
            Report::Ladder(it) => Some(ladder::csv_rows(it)),
            Report::Try(it) => Some(trial::csv_rows(it)),
        }
    }
}

/// Whether a report on these bots answers the question of a try: they are its two bots, or none were named.
fn is_about(question: &TrialQuestion, bots: Option<[&str; 2]>) -> bool {
    bots.is_none_or(|bots| bots == [&*question.candidate, &*question.champion])
}
