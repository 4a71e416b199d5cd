//! How the tables of reports begin.

use super::{comparison, ladder, trial};

/// Whether a file that begins with these bytes is the table of a report, so that another one may replace it.
pub fn is_table(begin: &[u8]) -> bool {
    let heads = [&comparison::HEAD[..], &ladder::HEAD, &trial::HEAD];
    heads.iter().any(|head| {
        let rest = begin.strip_prefix(head.join(",").as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(|next| b",\r\n".contains(next)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_a_report_is_known_by_its_head() {
        for (begin, is_ours) in [
            ("a,b,seeds,games,wins,draws,losses,points_percent,", true),
            (
                "bot,elo,elo_low,elo_high,weng_lin,uncertainty,games,points_percent,mean_score\n",
                true,
            ),
            ("a,b,seeds,games,wins,draws,losses_of_mine", false),
            ("a,b,c\n1,2,3\n", false),
            ("{\"format\":\"botyard-log/1\"", false),
            ("", false),
        ] {
            assert_eq!(is_table(begin.as_bytes()), is_ours, "{begin}");
        }
    }

    #[test]
    fn a_table_beside_a_bot_is_no_part_of_it() {
        for head in [&comparison::HEAD[..], &ladder::HEAD, &trial::HEAD] {
            assert!(crate::identity::is_output(head.join(",").as_bytes()), "{head:?}");
        }
    }
}
