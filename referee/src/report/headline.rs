//! What a report says first: the answer to its question in a sentence.

use std::collections::BTreeMap;

use serde::Serialize;

use super::chain::changed_lines;
use super::first_fault::fault_sentences;
use super::layout::counted;
use super::verdict::{claim, trial_finding};
use crate::arena::{
    BothWays, CONFIDENCE, Comparison, Conduct, DuelStanding, Faults, LadderTable, Log,
    MOST_FAULTS_IN_A_ROW, TeamComparison, TrialComparison,
};
use crate::stats::Estimate;
use crate::stats::sprt::TestVerdict;
use crate::terminal::harmless;

/// Most sentences about faults in a headline.
const MOST_FAULTS: usize = 4;

/// The answer to the question of a log, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Headline {
    /// Whether there is an answer, and which.
    pub state: State,
    /// The answer as a sentence.
    pub words: String,
    /// Number of games that count.
    pub games: u64,
    /// The least and the greatest number of games that an open test will probably still take; null if it has none, or too
    /// little is known.
    pub left: Option<[u64; 2]>,
    /// Elo of the first bot less that of the second, or of the best less that of the next: value, and both ends of its
    /// interval. Infinite numbers are null.
    pub elo: Option<[f64; 3]>,
    /// Number of seeds by the half points of the first bot, from 0 to all; empty unless two bots have met.
    pub pairs: Vec<u64>,
    /// Sentences about the first bots that were thrown out of a game: when first, and why.
    pub faults: Vec<String>,
    /// A sentence that says which lines of the log are not as they were written; null if all are.
    pub changed: Option<String>,
}

/// Whether the question of a log has an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The test accepted what was asked.
    Accepted,
    /// The test rejected it.
    Rejected,
    /// The test is undecided.
    Open,
    /// There is no test: the first bot is ahead, and its interval leaves no doubt.
    Ahead,
    /// There is no test: the first bot is behind, and its interval leaves no doubt.
    Behind,
    /// There is no test, and the interval leaves it open who is ahead.
    #[default]
    Close,
}

impl State {
    fn of_test(verdict: Option<TestVerdict>) -> Self {
        match verdict {
            Some(TestVerdict::AcceptedH1) => State::Accepted,
            Some(TestVerdict::AcceptedH0) => State::Rejected,
            Some(TestVerdict::Running) | None => State::Open,
        }
    }

    /// By an interval that is about 0.
    fn of_difference(Estimate { interval, .. }: Estimate) -> Self {
        if interval.low > 0.0 {
            State::Ahead
        } else if interval.high < 0.0 {
            State::Behind
        } else {
            State::Close
        }
    }
}

impl Headline {
    /// The same with words that are safe to show. A sentence begins with a large letter unless it begins with a name.
    fn shown(self) -> Self {
        let words = match self.words.strip_prefix("undecided") {
            Some(rest) => format!("Undecided{rest}"),
            None => self.words,
        };
        let faults = self.faults.iter().map(|words| harmless(words).into_owned()).collect();
        Self { words: harmless(&words).into_owned(), faults, ..self }
    }

    /// The same with what the user must know of a log that was changed.
    pub(super) fn of_log(self, log: &Log) -> Self {
        Self { changed: changed_lines(log), ..self }
    }

    /// The same with what the user must know of bots that were thrown out. A run ends when a bot was thrown out of its last
    /// games: then it is no use to say how long the test still takes.
    pub(super) fn with_faults(self, log: &Log, conduct: &BTreeMap<String, Conduct>) -> Self {
        let faults = fault_sentences(conduct).take(MOST_FAULTS).collect();
        let bots: Vec<String> = conduct.keys().cloned().collect();
        let is_open = matches!(self.state, State::Open | State::Close);
        let broken = Faults::of(log).broken(&bots).filter(|_| is_open).cloned();
        let Some(bot) = broken else { return Self { faults, ..self }.shown() };
        let words = format!(
            "{bot} was thrown out of its last {MOST_FAULTS_IN_A_ROW} games; {}",
            self.words
        );
        Self { words, left: None, faults, ..self }.shown()
    }

    pub(super) fn of_try(it: &TrialComparison<'_>) -> Self {
        let standing = &it.standing;
        let state = match standing.test() {
            Some(_) => State::of_test(standing.verdict),
            None => State::Close,
        };
        let left = standing.games_left().filter(|_| state == State::Open);
        let (words, games) = (trial_finding(standing), standing.games());
        let elo = (games > 0).then(|| ends(standing.results.elo_difference(CONFIDENCE)));
        Self { state, words, games, left, elo, ..Self::default() }
    }

    pub(super) fn of_duel(it: &Comparison<'_>) -> Self {
        let standing = &it.standing;
        let games = standing.games.iter().sum();
        let elo = standing.elo();
        let (state, words) = words_of_duel(standing, it.undecided.as_ref());
        Self {
            state,
            words,
            games,
            left: standing.games_left().filter(|_| state == State::Open),
            elo: (games > 0).then(|| ends(elo)),
            pairs: standing.shares.counts().to_vec(),
            ..Self::default()
        }
    }

    pub(super) fn of_teams(it: &TeamComparison<'_>) -> Self {
        let [a, b] = &it.names;
        let games = it.games as u64;
        let Some(first) = it.differences.first() else {
            let words = format!("{a} and {b} have no seed in common yet");
            return Self { words, games, ..Self::default() };
        };
        let points = first.points.estimate(CONFIDENCE);
        let state = State::of_difference(points);
        let more = points.value;
        let words = match state {
            State::Ahead => format!("{a} earns {more:.2} points in a round more than {b}"),
            State::Behind => format!("{a} earns {:.2} points in a round less than {b}", -more),
            _ => format!("{} leave it open whether {a} or {b} earns more", counted(games, "game")),
        };
        Self { state, words, games, ..Self::default() }
    }

    pub(super) fn of_ladder(it: &LadderTable<'_>) -> Self {
        let games = it.games;
        let lead = it.lead.filter(|_| games > 0);
        let (state, words) = match (&it.rows[..], lead) {
            _ if games == 0 => (State::Close, "No games yet".to_owned()),
            ([first, second, ..], Some(lead)) => {
                let (a, b, all) = (&first.bot, &second.bot, it.rows.len());
                let state = State::of_difference(lead);
                let lead = match state {
                    State::Ahead => "ahead of",
                    _ => "but it is not certain that it is better than",
                };
                (state, format!("{a} is first of {all}, {lead} {b}"))
            }
            ([only], _) => (State::Close, format!("{} has played alone", only.bot)),
            _ => (State::Close, "No games yet".to_owned()),
        };
        Self { state, words, games, elo: lead.map(ends), ..Self::default() }
    }
}

fn ends(it: Estimate) -> [f64; 3] {
    [it.value, it.interval.low, it.interval.high]
}

fn words_of_duel(standing: &DuelStanding, undecided: Option<&BothWays>) -> (State, String) {
    let [a, b, ..] = standing.pairing().names() else { return Default::default() };
    if let Some(test) = standing.test() {
        let words = claim([a, b], "", test, standing.verdict);
        let words = match undecided {
            Some(it) if it.hangs => {
                format!("{words}: it depends on {}", counted(it.games, "undecided game"))
            }
            _ => words,
        };
        return (State::of_test(standing.verdict), words);
    }
    let games: u64 = standing.games.iter().sum();
    let state = State::of_difference(standing.elo());
    let words = match state {
        _ if games == 0 => format!("{a} and {b} have no whole pair of games yet"),
        State::Ahead => format!("{a} is stronger than {b}"),
        State::Behind => format!("{a} is weaker than {b}"),
        _ => format!("{} leave it open whether {a} or {b} is stronger", counted(games, "game")),
    };
    (state, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    #[test]
    fn an_interval_without_zero_leaves_no_doubt() {
        let of = |low, high| {
            State::of_difference(Estimate { value: 1.0, interval: Interval { low, high } })
        };
        assert_eq!(of(0.5, f64::INFINITY), State::Ahead);
        assert_eq!(of(f64::NEG_INFINITY, -0.5), State::Behind);
        assert_eq!([of(-1.0, 1.0), of(0.0, 1.0)], [State::Close; 2]);
    }

    #[test]
    fn a_test_is_open_until_it_has_a_verdict() {
        let of = [None, Some(TestVerdict::Running)].map(State::of_test);
        assert_eq!(of, [State::Open; 2]);
        assert_eq!(State::of_test(Some(TestVerdict::AcceptedH1)), State::Accepted);
        assert_eq!(State::of_test(Some(TestVerdict::AcceptedH0)), State::Rejected);
    }
}
