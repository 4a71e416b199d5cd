//! The end of a game of the line protocol.

use serde_json::{Map, Value};

use super::super::counting::{Counting, Said};
use super::super::told::Told;
use crate::contest_file::Scores;
use crate::game::{Outcome, Seat};

/// What the program said about the result.
#[derive(Default)]
pub(super) struct Ending {
    /// By seat: the points.
    points: Vec<Option<i64>>,
    /// By seat: the rank.
    ranks: Vec<Option<u32>>,
    /// Measures of the game.
    pub(super) measures: Map<String, Value>,
}

impl Ending {
    /// Nothing is known yet of a game of `seats` players.
    pub(super) fn new(seats: usize) -> Self {
        Self { points: vec![None; seats], ranks: vec![None; seats], measures: Map::new() }
    }

    /// The program gave the points of a player, and perhaps its rank.
    pub(super) fn score(&mut self, seat: usize, points: i64, rank: Option<u32>) {
        (self.points[seat], self.ranks[seat]) = (Some(points), rank);
    }

    /// The outcome; `places` are those of the last line, from the first.
    ///
    /// # Errors
    /// What the program did, if points or ranks are missing.
    pub(super) fn outcome(
        &self,
        places: &[Vec<usize>],
        counting: &Counting,
        told: &Told,
    ) -> Result<Outcome, String> {
        let (points, ranks) = (all(&self.points, "score")?, all(&self.ranks, "rank")?);
        let by_place = (!places.is_empty()).then(|| ranks_of(places, self.points.len()));
        let ranks = ranks.or(by_place);
        if ranks.is_none() && counting.scores == Scores::Ranks {
            return Err(
                "gave no ranks, which count in this contest (scores = \"ranks\")".to_owned()
            );
        }
        let has_points = points.is_some();
        let points = match (points, &ranks) {
            (Some(points), _) => points,
            (None, Some(ranks)) => points_of(ranks, counting.scores),
            (None, None) => return Err("ended without scores and without places".to_owned()),
        };
        let mut thrown_out = told.thrown_out.clone();
        if has_points {
            counting.throw_out_negative(&points, told, &mut thrown_out);
        }
        let measures = &self.measures;
        let said = Said { scores: points, has_scores: has_points, measures, thrown_out };
        let mut outcome = counting.outcome(said, told.turns)?;
        if let Some(ranks) = ranks {
            outcome.ranks = ranks;
        }
        if !self.measures.is_empty() {
            outcome.more.insert("metadata".to_owned(), Value::Object(self.measures.clone()));
        }
        Ok(outcome)
    }
}

/// All values by seat; `None` if the program gave none at all.
fn all<T: Copy>(values: &[Option<T>], word: &str) -> Result<Option<Vec<T>>, String> {
    match values.iter().position(Option::is_none) {
        Some(_) if values.iter().all(Option::is_none) => Ok(None),
        Some(seat) => Err(format!("ended without a {word} for player {seat}")),
        None => Ok(Some(values.iter().flatten().copied().collect())),
    }
}

/// The rank of each seat.
fn ranks_of(places: &[Vec<usize>], seats: usize) -> Vec<u32> {
    let mut ranks = vec![0; seats];
    let mut rank = 1;
    for place in places {
        for &seat in place {
            ranks[seat] = rank;
        }
        rank += place.len() as u32;
    }
    ranks
}

/// Points for ranks alone: the number of players behind, or, where fewer points are better, in front.
fn points_of(ranks: &[u32], scores: Scores) -> Vec<i64> {
    let beaten = |rank: &u32| match scores {
        Scores::High | Scores::Ranks => ranks.iter().filter(|other| *other > rank).count(),
        Scores::Low => ranks.iter().filter(|other| *other < rank).count(),
    };
    ranks.iter().map(|rank| beaten(rank) as i64).collect()
}

/// The places with the players that had a fault behind all others, the first of them last. An older referee does not
/// hear of a fault, so its own places cannot count for such a player.
pub(super) fn behind(places: &[Vec<usize>], out: &[Seat]) -> Vec<Vec<usize>> {
    let rest = places.iter().map(|place| {
        let others = place.iter().copied().filter(|seat| !out.contains(&Seat(*seat)));
        others.collect::<Vec<_>>()
    });
    let last = out.iter().rev().map(|seat| vec![seat.0]);
    rest.filter(|place| !place.is_empty()).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest_file::ContestFile;

    fn counting(contest: &str) -> Counting {
        let text = format!(
            "contest.key = \"x\"\nreferee.engine = \"lines\"\nreferee.command = \"x\"\n{contest}"
        );
        Counting::new(&ContestFile::parse(&text, "botyard.toml".as_ref()).unwrap().contest)
    }

    fn outcome(scores: &[(i64, Option<u32>)], places: &[Vec<usize>], contest: &str) -> Outcome {
        tried(scores, places, contest).unwrap()
    }

    fn tried(
        scores: &[(i64, Option<u32>)],
        places: &[Vec<usize>],
        contest: &str,
    ) -> Result<Outcome, String> {
        let mut ending = Ending::new(3);
        for (seat, (points, rank)) in scores.iter().enumerate() {
            ending.score(seat, *points, *rank);
        }
        ending.outcome(places, &counting(contest), &Told::default())
    }

    #[test]
    fn places_alone_give_ranks_and_the_number_of_beaten_players() {
        let it = outcome(&[], &[vec![2], vec![0, 1]], "");
        assert_eq!((it.ranks, it.scores), (vec![2, 2, 1], vec![0, 0, 2]));
        let it = outcome(&[], &[vec![2], vec![0, 1]], "contest.scores = \"low\"");
        assert_eq!((it.ranks, it.scores), (vec![2, 2, 1], vec![1, 1, 0]));
    }

    #[test]
    fn scores_give_ranks_unless_the_program_gives_them() {
        let points = [(5, None), (9, None), (5, None)];
        assert_eq!(outcome(&points, &[], "").ranks, [2, 1, 2]);
        assert_eq!(outcome(&points, &[], "contest.scores = \"low\"").ranks, [1, 3, 1]);
        assert_eq!(outcome(&points, &[vec![0], vec![1], vec![2]], "").ranks, [1, 2, 3]);
        let ranked = [(5, Some(3)), (9, Some(2)), (5, Some(1))];
        assert_eq!(outcome(&ranked, &[], "contest.scores = \"ranks\"").ranks, [3, 2, 1]);
    }

    #[test]
    fn missing_numbers_are_named() {
        let error = |scores: &[_], contest| tried(scores, &[], contest).unwrap_err();
        assert!(error(&[(1, None), (2, None)], "").contains("without a score for player 2"));
        let ranks = [(1, Some(1)), (2, None), (3, Some(2))];
        assert!(error(&ranks, "").contains("without a rank for player 1"));
        assert!(error(&[], "").contains("without scores and without places"));
        let points = [(1, None), (2, None), (3, None)];
        assert!(error(&points, "contest.scores = \"ranks\"").contains("gave no ranks"));
        assert!(error(&points, "contest.measure = \"cost\"").contains("no measure 'cost_0'"));
    }

    #[test]
    fn a_score_below_zero_is_a_fault_unless_it_is_points() {
        let points = [(1, None), (-1, None), (0, None)];
        assert_eq!(outcome(&points, &[], "").thrown_out[0].seat, Seat(1));
        assert!(outcome(&points, &[], "contest.negative = \"points\"").thrown_out.is_empty());
    }

    #[test]
    fn players_with_a_fault_come_last_and_the_first_of_them_at_the_very_end() {
        let places = [vec![0], vec![1, 2], vec![3]];
        assert_eq!(behind(&places, &[]), places);
        assert_eq!(behind(&places, &[Seat(1)]), [vec![0], vec![2], vec![3], vec![1]]);
        assert_eq!(behind(&places, &[Seat(0), Seat(2)]), [vec![1], vec![3], vec![2], vec![0]]);
    }
}
