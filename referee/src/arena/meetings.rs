//! The games in which two bots of a log met.

use itertools::Itertools;

use super::log::Log;
use super::logged::Logged;
use super::pairing::Pairing;

/// A reason why two bots of a log cannot be compared: a sentence for the user.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMet {
    /// A bot is named twice.
    #[error("'{0}' cannot be compared with itself; name two bots")]
    Itself(String),
    /// The log has no bot of the name.
    #[error("no bot '{name}' in the log; there are: {all}")]
    Unknown {
        /// The name.
        name: String,
        /// All bots of the log.
        all: String,
    },
    /// They sat in no game together.
    #[error(
        "{0} and {1} have not met in this log; play their games with `referee duel` and the same --log"
    )]
    Never(String, String),
    /// They sat together in no game for which a condition holds.
    #[error("{0} and {1} have not met in the games for which the condition holds; choose another")]
    NotSelected(String, String),
    /// They met, but in another company.
    #[error("{a} and {b} have not met with {wanted} in this log, but with: {there}")]
    OtherCompany {
        /// The first of the two.
        a: String,
        /// The second.
        b: String,
        /// The company that was asked for.
        wanted: String,
        /// The companies in the log.
        there: String,
    },
}

/// The pairing of two bots of a log. Its companies are `others` if given, else none if the two have
/// met alone, else all that ever sat with them.
///
/// # Errors
/// If the two have not met in this company.
pub fn met_in(
    log: &Log,
    rivals: [&str; 2],
    others: &[String],
    seats: usize,
) -> Result<Pairing, NotMet> {
    let names = || rivals.into_iter().chain(others.iter().map(String::as_str));
    if let Some(twice) = names().duplicates().next() {
        return Err(NotMet::Itself(twice.to_owned()));
    }
    let all: Vec<&str> = log.programs().iter().map(|it| &*it.bot).collect();
    if let Some(name) = names().find(|name| !all.contains(name)) {
        return Err(NotMet::Unknown { name: name.to_owned(), all: all.join(", ") });
    }
    let mut companies = companies(log.games(), rivals, &all);
    if companies.is_empty() {
        // The report says how many games are undecided.
        companies = self::companies(log.undecided(), rivals, &all);
    }
    if companies.is_empty() {
        let [a, b] = rivals.map(str::to_owned);
        let is_part = log.selection().is_some();
        return Err(if is_part { NotMet::NotSelected(a, b) } else { NotMet::Never(a, b) });
    }
    let wanted = in_order_of(&all, others);
    if companies.contains(&wanted) {
        companies = vec![wanted];
    } else if !wanted.is_empty() {
        let there = companies.iter().map(|others| match &others[..] {
            [] => "nobody else".to_owned(),
            others => others.join(" and "),
        });
        let (there, wanted) = (there.sorted().join("; "), wanted.join(" and "));
        let [a, b] = rivals.map(str::to_owned);
        return Err(NotMet::OtherCompany { a, b, wanted, there });
    }
    companies.sort();
    Ok(Pairing::in_companies(rivals, companies, seats))
}

/// The sets of other bots that sat with two bots in one of some games. `all` are the bots of the log.
fn companies<'a>(
    games: impl Iterator<Item = &'a Logged>,
    rivals: [&str; 2],
    all: &[&str],
) -> Vec<Vec<String>> {
    let sat = |game: &&Logged| rivals.iter().all(|rival| game.bots.iter().any(|it| it == rival));
    let others = games.filter(sat).map(|game| {
        let others = game.bots.iter().filter(|bot| !rivals.contains(&&***bot));
        in_order_of(all, &others.cloned().collect::<Vec<_>>())
    });
    others.unique().collect()
}

/// Bots in the order of the log, each once.
fn in_order_of(all: &[&str], some: &[String]) -> Vec<String> {
    let some = all.iter().filter(|it| some.iter().any(|other| other == *it));
    some.map(|&it| it.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::log::{Log, Selection};
    use super::*;

    #[test]
    fn without_a_selected_game_the_advice_is_another_condition() {
        let bots = r#"{"bot":"a","command":"a","fingerprint":0}
{"bot":"b","command":"b","fingerprint":0}"#;
        let header =
            r#"{"format":"botyard-log/1","game":"x","options":{},"base":"1","timeout_factor":1.0}"#;
        let empty = Log::from_bytes(format!("{header}\n{bots}\n").as_bytes()).unwrap();
        let names = || ("a".to_owned(), "b".to_owned());
        let (a, b) = names();
        assert_eq!(met_in(&empty, ["a", "b"], &[], 2), Err(NotMet::Never(a, b)));
        let condition = "turns > 9".to_owned();
        let part = empty
            .only(&[], Selection { condition, names_a_seat: false, games: 0, of: 0, lacking: 0 });
        let (a, b) = names();
        assert_eq!(met_in(&part, ["a", "b"], &[], 2), Err(NotMet::NotSelected(a, b)));
    }

    #[test]
    fn bots_that_met_only_in_undecided_games_have_met() {
        let header =
            r#"{"format":"botyard-log/1","game":"x","options":{},"base":"1","timeout_factor":1.0}"#;
        let bots = r#"{"bot":"a","command":"a","fingerprint":0}
{"bot":"b","command":"b","fingerprint":0}"#;
        let game = |overloaded: &str| {
            let game = r#"{"seed":"1","bots":["a","b"],"scores":[1,0],"ranks":[1,2],"turns":1,"times":[],"again":"""#;
            format!("{header}\n{bots}\n{game}{overloaded}}}\n")
        };
        for overloaded in ["", r#","overloaded":[0]"#] {
            let log = Log::from_bytes(game(overloaded).as_bytes()).unwrap();
            let pairing = met_in(&log, ["a", "b"], &[], 2).unwrap();
            assert_eq!(pairing.orders().len(), 2);
        }
    }
}
