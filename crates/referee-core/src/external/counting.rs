//! Which numbers of a referee program count.

use serde_json::{Map, Value};

use super::told::Told;
use crate::contest_file::{ContestTable, Negative, Scores};
use crate::game::{Fault, MOST_POINTS, Outcome, Seat, ThrownOut};

/// The longest cause of a disqualification in characters.
const CAUSE: usize = 200;

/// Which numbers count in a contest.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    /// Whether more or fewer points are better, or ranks count.
    pub(super) scores: Scores,
    /// A measure that counts in place of the score. With several players, each has its own.
    measure: Option<String>,
    /// Whether a score below zero means a disqualification.
    negative_is_a_fault: bool,
    /// By round: the seats whose points are added.
    teams: Vec<Vec<usize>>,
}

impl Counting {
    /// Whether a measure counts in place of the score.
    pub(super) fn has_measure(&self) -> bool {
        self.measure.is_some()
    }

    /// What counts by a contest file.
    pub(super) fn new(contest: &ContestTable) -> Self {
        Self {
            scores: contest.scores,
            measure: contest.measure.clone(),
            negative_is_a_fault: contest.negative == Negative::Fault,
            teams: contest.teams.clone(),
        }
    }

    /// The outcome of a game. The players of `said` with a score below zero, if that is what such a score means, and those
    /// without the measure that counts are behind all others.
    ///
    /// # Errors
    /// What the referee did, if the measure is missing and nobody was disqualified.
    pub(super) fn outcome(&self, said: Said<'_>, turns: u32) -> Result<Outcome, String> {
        let Said { mut scores, has_scores, measures, thrown_out } = said;
        let is_out = |seat| thrown_out.iter().any(|out| out.seat == Seat(seat));
        let mut failed: Vec<bool> =
            scores.iter().map(|score| has_scores && self.is_fault(*score)).collect();
        if let Some(name) = &self.measure {
            let given = by_seat(name, measures, scores.len())?;
            // A game that a player has spoilt may have no measure. It counts all the same.
            let missing = given.iter().position(Option::is_none);
            if let Some(missing) = missing.filter(|_| thrown_out.is_empty()) {
                return Err(without(name, missing, measures, scores.len()));
            }
            if missing.is_some() {
                failed = (0..failed.len()).map(is_out).collect();
            }
            for (score, value) in scores.iter_mut().zip(given) {
                *score = value.unwrap_or(*score);
            }
        }
        Ok(Outcome { thrown_out, ..self.ranked(scores, &failed, turns) })
    }

    /// An outcome with ranks by what is better in this contest, behind which are those that failed.
    pub(super) fn ranked(&self, scores: Vec<i64>, failed: &[bool], turns: u32) -> Outcome {
        // Of two scores the better one is first.
        let better = |one: usize, other: usize| match self.scores {
            Scores::Low => scores[other].cmp(&scores[one]),
            _ => scores[one].cmp(&scores[other]),
        };
        let is_before = |one: usize, other: usize| {
            failed[other].cmp(&failed[one]).then_with(|| better(one, other)).is_gt()
        };
        let all = 0..scores.len();
        let before = |seat| all.clone().filter(|other| is_before(*other, seat)).count() as u32;
        let ranks = all.clone().map(|seat| 1 + before(seat)).collect();
        let of_team = |team: &Vec<usize>| team.iter().map(|seat| scores[*seat]).sum();
        let rounds = self.teams.iter().map(of_team).collect();
        Outcome { ranks, rounds, ..Outcome::by_score(scores, turns) }
    }

    /// Adds the players with a score below zero to the disqualified ones, if that is what such a score means. The cause is
    /// the last remark about the player.
    pub(super) fn throw_out_negative(
        &self,
        scores: &[i64],
        told: &Told,
        thrown_out: &mut Vec<ThrownOut>,
    ) {
        for (seat, score) in (0..).map(Seat).zip(scores) {
            if self.is_fault(*score) && thrown_out.iter().all(|out| out.seat != seat) {
                let cause = told.last_remark(seat).unwrap_or("a score below zero");
                thrown_out.push(garbage(seat, cause));
            }
        }
    }

    fn is_fault(&self, score: i64) -> bool {
        self.negative_is_a_fault && score < 0
    }
}

/// What a referee program said at the end of a game.
pub(super) struct Said<'a> {
    /// The score of each seat.
    pub(super) scores: Vec<i64>,
    /// Whether the program gave them, or they are made from ranks.
    pub(super) has_scores: bool,
    /// The measures of the game.
    pub(super) measures: &'a Map<String, Value>,
    /// The disqualified players.
    pub(super) thrown_out: Vec<ThrownOut>,
}

/// The measure of each seat, `None` where it was not given. A game of several players has one for each, `NAME_0` and so on.
fn by_seat(
    name: &str,
    measures: &Map<String, Value>,
    seats: usize,
) -> Result<Vec<Option<i64>>, String> {
    let number = |value: &Value| {
        value.as_f64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()))
    };
    let of_seat = |seat: usize| {
        let own = measures.get(&format!("{name}_{seat}"));
        let value = own.or_else(|| measures.get(name).filter(|_| seats == 1));
        value.and_then(number).map(points).transpose()
    };
    (0..seats).map(of_seat).collect()
}

/// What a referee program did that gave no measure of a player.
fn without(name: &str, seat: usize, measures: &Map<String, Value>, seats: usize) -> String {
    let wanted = if seats == 1 { name.to_owned() } else { format!("{name}_{seat}") };
    let given: Vec<&str> = measures.keys().map(String::as_str).collect();
    let given = if given.is_empty() { "none".to_owned() } else { given.join(", ") };
    format!("gave no measure '{wanted}', which counts; it gave: {given}")
}

/// A number of points, rounded.
///
/// # Errors
/// What the referee did, if it is not a number that a log can hold.
pub(super) fn points(number: f64) -> Result<i64, String> {
    if number.abs() <= MOST_POINTS as f64 {
        return Ok(number.round() as i64);
    }
    Err(format!("gave {number:e} points; at most {MOST_POINTS} are possible"))
}

/// A disqualification by the referee program.
pub(super) fn garbage(seat: Seat, cause: &str) -> ThrownOut {
    ThrownOut {
        seat,
        fault: Fault::Garbage,
        cause: cause.chars().take(CAUSE).collect(),
        line: None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::contest_file::ContestFile;

    /// The outcome of a game with these scores and this measure `m`.
    fn tried(contest: &str, scores: &[i64], m: Option<f64>) -> Result<Outcome, String> {
        let text = format!(
            "contest.key = \"x\"\nreferee.engine = \"lines\"\nreferee.command = \"x\"\n{contest}"
        );
        let file = ContestFile::parse(&text, "botyard.toml".as_ref()).unwrap();
        let counting = Counting::new(&file.contest);
        let mut thrown_out = Vec::new();
        counting.throw_out_negative(scores, &Told::default(), &mut thrown_out);
        let measures = m.map(|m| ("m".to_owned(), json!(m))).into_iter().collect();
        let (scores, measures) = (scores.to_vec(), &measures);
        counting.outcome(Said { scores, has_scores: true, measures, thrown_out }, 7)
    }

    /// The ranks, the scores, and the seats that were thrown out.
    fn outcome(contest: &str, scores: &[i64], m: Option<f64>) -> (Vec<u32>, Vec<i64>, Vec<usize>) {
        let outcome = tried(contest, scores, m).unwrap();
        let out = outcome.thrown_out.iter().map(|out| out.seat.0).collect();
        (outcome.ranks, outcome.scores, out)
    }

    #[test]
    fn a_disqualified_player_is_last_whether_more_or_fewer_points_are_better() {
        let low = "contest.scores = \"low\"";
        let ranks = |contest: &str| outcome(contest, &[-1, 50, 20], None).0;
        assert_eq!((ranks(""), ranks(low)), (vec![3, 1, 2], vec![3, 2, 1]));
        let points = format!("{low}\ncontest.negative = \"points\"");
        assert_eq!(
            outcome(&points, &[-1, 50, 20], None),
            (vec![1, 3, 2], vec![-1, 50, 20], vec![])
        );
    }

    #[test]
    fn a_negative_score_is_a_fault_and_a_negative_measure_is_none() {
        let measure = "contest.measure = \"m\"";
        assert_eq!(outcome(measure, &[1], Some(-7.0)), (vec![1], vec![-7], vec![]));
        assert_eq!(outcome(measure, &[-1], Some(12.4)), (vec![1], vec![12], vec![0]));
        // A game that a player has spoilt counts without the measure.
        assert_eq!(outcome(measure, &[-1], None), (vec![1], vec![-1], vec![0]));
        let error = tried(measure, &[1], None).unwrap_err();
        assert!(error.starts_with("gave no measure 'm', which counts"), "{error}");
    }

    #[test]
    fn each_of_several_players_has_a_measure_of_its_own() {
        let text = "contest.key = \"x\"\nreferee.engine = \"lines\"\nreferee.command = \"x\"\n\
                    contest.measure = \"m\"";
        let counting =
            Counting::new(&ContestFile::parse(text, "botyard.toml".as_ref()).unwrap().contest);
        let ended = |measures: Value, thrown_out: Vec<ThrownOut>| {
            let measures = measures.as_object().unwrap();
            let said = Said { scores: vec![5, 9], has_scores: true, measures, thrown_out };
            counting.outcome(said, 7).map(|outcome| (outcome.scores, outcome.ranks))
        };
        assert_eq!(ended(json!({"m_0": 3, "m_1": 2}), Vec::new()), Ok((vec![3, 2], vec![1, 2])));
        let common = ended(json!({"m": 30}), Vec::new()).unwrap_err();
        assert_eq!(common, "gave no measure 'm_0', which counts; it gave: m");
        let out = || vec![garbage(Seat(1), "it failed")];
        assert_eq!(ended(json!({"m": 30}), out()), Ok((vec![5, 9], vec![1, 2])));
        assert_eq!(ended(json!({"m_0": 3}), out()), Ok((vec![3, 9], vec![1, 2])));
    }

    #[test]
    fn a_player_that_failed_alone_is_behind_the_others() {
        let text = "contest.key = \"x\"\nreferee.engine = \"lines\"\nreferee.command = \"x\"\n\
                    contest.scores = \"low\"";
        let file = ContestFile::parse(text, "botyard.toml".as_ref()).unwrap();
        let counting = Counting::new(&file.contest);
        let ranks = |failed: [bool; 3]| counting.ranked(vec![3, 5, 3], &failed, 1).ranks;
        assert_eq!(ranks([false; 3]), [1, 3, 1]);
        assert_eq!(ranks([true, false, false]), [3, 2, 1]);
        assert_eq!(ranks([true, false, true]), [2, 1, 2]);
    }

    #[test]
    fn the_points_of_a_team_are_added() {
        let contest = "contest.seats = 3\ncontest.teams = [[0, 2], [1]]";
        assert_eq!(tried(contest, &[4, 5, 6], None).unwrap().rounds, [10, 5]);
        assert!(tried("", &[4, 5, 6], None).unwrap().rounds.is_empty());
    }

    #[test]
    fn points_that_no_log_holds_are_refused() {
        let most = MOST_POINTS as f64;
        assert_eq!(points(-most), Ok(-(1 << 40)));
        assert_eq!(points(2.5), Ok(3));
        for number in [most * 1.01, f64::NEG_INFINITY, f64::NAN] {
            assert!(points(number).unwrap_err().contains("at most 1099511627776"), "{number}");
        }
        assert!(tried("contest.measure = \"m\"", &[1], Some(1e30)).is_err());
    }
}
