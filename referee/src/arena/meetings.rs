//! How two bots of a log have met.

use itertools::Itertools;

use super::log::Log;
use super::logged::Logged;
use super::pairing::Pairing;

/// Why two bots of a log cannot be compared: sentences for the user.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMet {
    /// A bot is named twice.
    #[error("'{0}' cannot be compared with itself")]
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
    #[error("{0} and {1} have not met in this log")]
    Never(String, String),
    /// They sat in games together, but with others than those asked for.
    #[error("{a} and {b} have not met with {wanted} in this log, but with: {there}")]
    OtherCompany {
        /// The first of the two.
        a: String,
        /// The second.
        b: String,
        /// The others that were asked for.
        wanted: String,
        /// The others that sat with them.
        there: String,
    },
}

/// Two bots of a log with those that sat with them: the `others`, if any are given; else none, if the
/// two have met alone; else all that ever did, in turn.
///
/// # Errors
/// The two have not met so.
pub fn met_in(
    log: &Log,
    rivals: [&str; 2],
    others: &[String],
    seats: usize,
) -> Result<Pairing, NotMet> {
    let [a, b] = rivals;
    let names = || rivals.into_iter().chain(others.iter().map(String::as_str));
    if let Some(twice) = names().duplicates().next() {
        return Err(NotMet::Itself(twice.to_owned()));
    }
    let all: Vec<&str> = log.programs().iter().map(|it| &*it.bot).collect();
    if let Some(name) = names().find(|name| !all.contains(name)) {
        return Err(NotMet::Unknown { name: name.to_owned(), all: all.join(", ") });
    }
    let mut companies = companies(log, rivals, &all);
    if companies.is_empty() {
        return Err(NotMet::Never(a.to_owned(), b.to_owned()));
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

/// The sets of others that sat with two bots in some game. `all` are the bots of the log.
fn companies(log: &Log, rivals: [&str; 2], all: &[&str]) -> Vec<Vec<String>> {
    let sat = |game: &&Logged| rivals.iter().all(|rival| game.bots.iter().any(|it| it == rival));
    let games = log.games().filter(sat);
    let others = games.map(|game| {
        let others = game.bots.iter().filter(|bot| !rivals.contains(&&***bot));
        in_order_of(all, &others.cloned().collect::<Vec<_>>())
    });
    others.unique().collect()
}

/// Some bots in one order, however they sat or were typed.
fn in_order_of(all: &[&str], some: &[String]) -> Vec<String> {
    let some = all.iter().filter(|it| some.iter().any(|other| other == *it));
    some.map(|&it| it.to_owned()).collect()
}
