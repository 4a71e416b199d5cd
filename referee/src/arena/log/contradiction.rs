//! Results that contradict themselves.

use crate::arena::logged::Logged;
use crate::contest::{About, Contest, Ranking};
use crate::game::Outcome;
use crate::games::all;

/// What the ranks of a contest follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RankRules {
    ranking: Ranking,
    /// Whether a player that was thrown out never wins.
    thrown_out_lose: bool,
}

impl RankRules {
    /// The rules of a contest; those of a contest from outside are not known.
    pub fn of(key: &str) -> Self {
        let about = all().map(Contest::about).find(|about| about.key == key);
        about.map_or(Self::default(), |about| Self::of_contest(&about))
    }

    fn of_contest(about: &About) -> Self {
        Self { ranking: about.ranking, thrown_out_lose: about.thrown_out_lose }
    }

    /// Why a game cannot have had this result, if it cannot.
    pub fn contradiction(self, game: &Logged) -> Option<String> {
        let Logged { scores, ranks, thrown_out, .. } = game;
        let by_score = || Outcome::by_score(scores.to_vec(), 0).ranks[..] == ranks[..];
        let is_drawn = || ranks.iter().all(|rank| *rank == 1);
        let follows = match self.ranking {
            Ranking::Own => true,
            Ranking::ByScore => by_score(),
            Ranking::ByScoreOrDraw => is_drawn() || by_score(),
        };
        if !follows {
            return Some(format!(
                "contradicts itself: the points are {scores:?} and the ranks {ranks:?}"
            ));
        }
        let is_out = |seat: usize| thrown_out.iter().any(|out| out.seat.0 == seat);
        let twice = thrown_out
            .iter()
            .enumerate()
            .find(|(at, out)| thrown_out[..*at].iter().any(|earlier| earlier.seat == out.seat));
        if let Some((_, out)) = twice.filter(|_| self.ranking != Ranking::Own) {
            return Some(format!("contradicts itself: seat {} was thrown out twice", out.seat));
        }
        let won = |seat: &usize| {
            ranks.iter().enumerate().all(|(other, rank)| other == *seat || *rank > ranks[*seat])
        };
        let winner = (0..ranks.len()).find(won).filter(|seat| ranks.len() > 1 && is_out(*seat));
        let others_play = (0..ranks.len()).any(|seat| !is_out(seat));
        winner
            .filter(|_| self.thrown_out_lose && others_play)
            .map(|seat| format!("contradicts itself: seat {seat} was thrown out, and won"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::logged::logged;
    use super::*;
    use crate::game::{Fault, Seat, ThrownOut};

    fn why(ranking: Ranking, scores: [i64; 2], ranks: [u32; 2], out: &[usize]) -> String {
        let thrown_out = |seat: &usize| ThrownOut {
            seat: Seat(*seat),
            fault: Fault::Timeout,
            cause: "timeout".to_owned(),
            line: None,
        };
        let game = Logged {
            scores: scores.into(),
            thrown_out: out.iter().map(thrown_out).collect(),
            ..logged("1", &["a", "b"], &ranks)
        };
        RankRules { ranking, thrown_out_lose: true }.contradiction(&game).unwrap_or_default()
    }

    #[test]
    fn ranks_follow_scores_as_the_contest_says() {
        let of = |ranking, scores, ranks| why(ranking, scores, ranks, &[]).is_empty();
        for (scores, ranks, by_score, or_draw) in [
            ([5, 3], [1, 2], true, true),
            ([5, 3], [2, 1], false, false),
            ([5, 3], [1, 1], false, true),
            ([3, 3], [1, 1], true, true),
            ([3, 3], [1, 2], false, false),
            ([3, 5], [3, 1], false, false),
        ] {
            assert_eq!(of(Ranking::ByScore, scores, ranks), by_score, "{scores:?} {ranks:?}");
            assert_eq!(of(Ranking::ByScoreOrDraw, scores, ranks), or_draw, "{scores:?} {ranks:?}");
            assert!(of(Ranking::Own, scores, ranks));
        }
        let sentence = why(Ranking::ByScore, [5, 3], [2, 1], &[]);
        assert_eq!(sentence, "contradicts itself: the points are [5, 3] and the ranks [2, 1]");
    }

    #[test]
    fn a_player_that_was_thrown_out_does_not_win_and_is_thrown_out_once() {
        let of = |ranks, out: &[usize]| why(Ranking::Own, [0, 0], ranks, out);
        assert_eq!(of([1, 2], &[0]), "contradicts itself: seat 0 was thrown out, and won");
        for (ranks, out) in [([1, 2], &[1][..]), ([1, 1], &[0]), ([1, 2], &[0, 1]), ([1, 2], &[])] {
            assert_eq!(of(ranks, out), "", "{ranks:?} {out:?}");
        }
        let twice = why(Ranking::ByScore, [1, -1], [1, 2], &[1, 1]);
        assert_eq!(twice, "contradicts itself: seat 1 was thrown out twice");
    }

    #[test]
    fn the_rules_of_every_contest_are_known() {
        assert!(all().all(|contest| RankRules::of(contest.key()).ranking != Ranking::Own));
        assert_eq!(RankRules::of("from outside").ranking, Ranking::Own);
    }
}
