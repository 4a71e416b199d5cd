//! The result of a sequential test in words.

use crate::arena::{Test, TrialStanding};
use crate::stats::sprt::TestVerdict;

/// The meaning of a verdict for the tested bot, such as `not weaker than -20 Elo at 95 %`.
///
/// H1 refutes the lower bound: the bot is better than that, with a risk of alpha. H0 refutes the upper
/// bound: the bot is worse than that, with a risk of beta.
pub(super) fn finding(test: &Test, verdict: TestVerdict) -> String {
    let sprt = test.sprt();
    let ([elo0, elo1], [alpha, beta]) = (sprt.hypotheses(), sprt.risks());
    let elo = |elo: f64| format!("{elo:+} {}", unit(test)).replace("+0 ", "0 ");
    let (claim, risk) = match verdict {
        TestVerdict::Running => return "undecided".to_owned(),
        TestVerdict::AcceptedH1 if elo0 < 0.0 => (format!("not weaker than {}", elo(elo0)), alpha),
        TestVerdict::AcceptedH1 if elo0 > 0.0 => (format!("stronger than {}", elo(elo0)), alpha),
        TestVerdict::AcceptedH1 => ("stronger".to_owned(), alpha),
        TestVerdict::AcceptedH0 if elo1 < 0.0 => (format!("weaker than {}", elo(elo1)), beta),
        TestVerdict::AcceptedH0 if elo1 > 0.0 => (format!("not stronger than {}", elo(elo1)), beta),
        TestVerdict::AcceptedH0 => ("weaker".to_owned(), beta),
    };
    format!("{claim} at {} %", percent(1.0 - risk))
}

/// The result of a try as a sentence, such as `v9 is stronger than v8 against the field (95 %)`.
pub(super) fn trial_finding(standing: &TrialStanding) -> String {
    let [candidate, champion] = standing.field().rivals();
    match standing.test() {
        None => format!("{candidate} compared with {champion} against the field"),
        Some(test) => claim([candidate, champion], " against the field", test, standing.verdict),
    }
}

/// What a test found as a sentence about the first of two bots. The hypotheses mean what they mean in [`finding`].
pub(super) fn claim(
    [candidate, champion]: [&String; 2],
    place: &str,
    test: &Test,
    verdict: Option<TestVerdict>,
) -> String {
    let sprt = test.sprt();
    let ([elo0, elo1], [alpha, beta]) = (sprt.hypotheses(), sprt.risks());
    let than = |elo: f64, how: &str| match elo {
        0.0 => format!("than {champion}"),
        _ => format!("than {champion} by {how}{} {}", elo.abs(), unit(test)),
    };
    let (claim, risk) = match verdict {
        Some(TestVerdict::AcceptedH1) if elo0 < 0.0 => {
            (format!("is not weaker {}", than(elo0, "")), alpha)
        }
        Some(TestVerdict::AcceptedH1) => {
            (format!("is stronger {}", than(elo0, "more than ")), alpha)
        }
        Some(TestVerdict::AcceptedH0) if elo1 > 0.0 => {
            (format!("is not stronger {}", than(elo1, "")), beta)
        }
        Some(TestVerdict::AcceptedH0) => (format!("is weaker {}", than(elo1, "more than ")), beta),
        Some(TestVerdict::Running) | None => {
            let asked = if elo0 < 0.0 { "not weaker" } else { "stronger" };
            let than = than(elo0, "");
            return format!("undecided whether {candidate} is {asked} {than}{place}");
        }
    };
    format!("{candidate} {claim}{place} at {} %", percent(1.0 - risk))
}

/// What a test looks at.
pub(super) fn subject(test: &Test) -> &'static str {
    match test {
        Test::Points(_) => "points",
        Test::Score(_) => "score",
    }
}

/// The unit of the bounds of a test.
pub(super) fn unit(test: &Test) -> &'static str {
    match test {
        Test::Points(_) => "Elo",
        Test::Score(_) => "normalised Elo",
    }
}

/// A share in percent, with one decimal unless it is 0.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share).trim_end_matches(".0").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::score::ScoreSprt;
    use crate::stats::sprt::Sprt;

    fn found(elo0: f64, elo1: f64, verdict: TestVerdict) -> String {
        finding(&Test::Points(Sprt::new(elo0, elo1, 0.05, 0.001).unwrap()), verdict)
    }

    #[test]
    fn h1_says_what_the_lower_bound_says() {
        let h1 = |elo0, elo1| found(elo0, elo1, TestVerdict::AcceptedH1);
        assert_eq!(h1(0.0, 10.0), "stronger at 95 %");
        assert_eq!(h1(-30.0, -20.0), "not weaker than -30 Elo at 95 %");
        assert_eq!(h1(-5.0, 0.0), "not weaker than -5 Elo at 95 %");
        assert_eq!(h1(2.5, 10.0), "stronger than +2.5 Elo at 95 %");
    }

    #[test]
    fn h0_says_what_the_upper_bound_says() {
        let h0 = |elo0, elo1| found(elo0, elo1, TestVerdict::AcceptedH0);
        assert_eq!(h0(0.0, 10.0), "not stronger than +10 Elo at 99.9 %");
        assert_eq!(h0(-5.0, 0.0), "weaker at 99.9 %");
        assert_eq!(h0(-30.0, -20.0), "weaker than -20 Elo at 99.9 %");
    }

    #[test]
    fn a_test_by_score_speaks_of_normalised_elo() {
        let test = Test::Score(ScoreSprt::new(Sprt::new(0.0, 3.0, 0.05, 0.05).unwrap(), 2));
        let found = finding(&test, TestVerdict::AcceptedH0);
        assert_eq!(found, "not stronger than +3 normalised Elo at 95 %");
        assert_eq!(finding(&test, TestVerdict::Running), "undecided");
    }
}
