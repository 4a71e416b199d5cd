//! Selects the games of a log for which an expression holds, such as `map_size < 20 and p1.depth > 3`.
//!
//! | name | value |
//! |---|---|
//! | `seed` | the seed, as a number if it is one |
//! | `turns`, `end`, `score`, `fault` | length, ending and best score of the game; whether a player was thrown out |
//! | an option | its value |
//! | a value of the game | a number or text; of a series the mean |
//! | `p1`, `p2`, … or the name of a bot | a seat; for a bot with several seats, the first of them |
//! | `p1.bot`, `.score`, `.rank`, `.fault` | its bot, score and rank; whether it was thrown out |
//! | `p1.NAME` | a value of the seat; of a series the mean |
//! | `NAME_last`, `_least`, `_most`, `_count` | the other numbers of a series |
//!
//! A character of a name that is not a letter from a to z, a digit or `_` is written as `_`. The language of the
//! expressions is that of [`minijinja`]: `and`, `or`, `not`, `in`, comparisons, arithmetic, and the filters `abs`,
//! `length`, `lower` and `round`.

mod names;
mod syntax;

use std::collections::BTreeSet;

use minijinja::value::Value;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, filters};

use super::log::{Log, Selection};
use names::{KnownNames, seat_number, value_of};
use syntax::{Comparison, comparisons, is_chained};

/// Most steps of a computation. Only an expression that computes a lot needs more.
const FUEL: u64 = 10_000;

/// Most characters of an expression.
const LONGEST: usize = 1000;

/// A sentence about a condition that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConditionError(String);

/// The part of a log with the games for which a condition holds.
///
/// # Errors
/// See [`holds`].
pub fn select(log: &Log, condition: &str) -> Result<Log, ConditionError> {
    let (holds, selection) = holds(log, condition)?;
    Ok(log.only(&holds, selection))
}

/// Whether a condition holds, for each of [`Log::all_games`], and the numbers of games.
///
/// # Errors
/// If the condition cannot be read, names something that no game has, or holds for no game.
pub fn holds(log: &Log, condition: &str) -> Result<(Vec<bool>, Selection), ConditionError> {
    let fail = |why: String| Err(ConditionError(format!("the condition '{condition}' {why}")));
    if condition.len() > LONGEST {
        return Err(ConditionError(format!("a condition has at most {LONGEST} characters")));
    }
    if is_chained(condition) {
        return fail("compares two results; write 'a < b and b < c' for 'a < b < c'".to_owned());
    }
    let environment = environment();
    let expression = match environment.compile_expression(condition) {
        Ok(expression) => expression,
        Err(error) => return fail(unreadable(&error)),
    };
    let known = KnownNames::of(log);
    let used = expression.undeclared_variables(true);
    let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
    if let Some(name) = used.iter().find(|name| !known.has(name)) {
        return fail(format!("names '{name}', which no game has; the names are: {known}"));
    }
    for Comparison { name, with_text } in comparisons(condition) {
        if known.is_text(&name) == Some(!with_text) {
            return fail(if with_text {
                format!("compares '{name}' with a text, but it is a number: leave out the quotes")
            } else {
                format!("compares '{name}' with a number, but it is a text: write it in quotes")
            });
        }
    }
    let roots: BTreeSet<&str> =
        used.iter().map(|name| name.split_once('.').map_or(*name, |(root, _)| root)).collect();
    let (mut holds, mut lacking) = (Vec::new(), 0);
    for game in log.all_games() {
        let names = roots.iter().filter_map(|root| Some((*root, value_of(log, game, root)?)));
        match expression.eval(Value::from_pairs(names)) {
            Ok(value) => holds.push(value.is_true()),
            Err(error) if is_of_a_missing_value(&error) => {
                lacking += 1;
                holds.push(false);
            }
            Err(error) => {
                let why = error.detail().map_or_else(|| error.to_string(), str::to_owned);
                return fail(format!(
                    "cannot be computed in the game of seed {}: {why}",
                    game.seed
                ));
            }
        }
    }
    let (games, of) = (holds.iter().filter(|holds| **holds).count(), holds.len());
    if games == 0 {
        let lacking = if lacking > 0 {
            format!("; {lacking} of them lack a value that it names")
        } else {
            String::new()
        };
        return fail(format!("holds in 0 of {of} games{lacking}; choose another"));
    }
    let names_a_seat = roots.iter().any(|root| seat_number(root).is_some());
    Ok((holds, Selection { condition: condition.to_owned(), names_a_seat, games, of, lacking }))
}

/// Whether a game lacks a value that the expression needs. Arithmetic with a missing value is another kind of error
/// than a comparison with it.
fn is_of_a_missing_value(error: &Error) -> bool {
    let names_it = |detail: &str| detail.contains("undefined");
    error.kind() == ErrorKind::UndefinedError || error.detail().is_some_and(names_it)
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    environment.add_filter("abs", filters::abs);
    environment.add_filter("length", filters::length);
    environment.add_filter("lower", filters::lower);
    environment.add_filter("round", filters::round);
    environment
}

/// The end of a sentence about an expression that cannot be read.
fn unreadable(error: &Error) -> String {
    let why = error.detail().unwrap_or("unknown syntax");
    format!("cannot be read: {why}; compare with ==, !=, <, <=, >, >= and join with and, or, not")
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;
    use crate::game::{Fault, Seat, ThrownOut};
    use crate::values::{Kept, Series, Values};

    /// Ten games; in game `n`, the seed is `n`, the map `10 + n`, and the first bot's depth is from `n` to `n + 2`. Game
    /// 9 lacks the map.
    fn games() -> Log {
        let game = |seed: u32| {
            let names = if seed.is_multiple_of(2) { ["new-1", "old"] } else { ["old", "new-1"] };
            let mut game = logged(&seed.to_string(), &names, &[1, 2]);
            game.seat_values = vec![Values::default(); 2].into();
            if seed < 9 {
                game.values.set("map", Kept::Number(f64::from(10 + seed)));
            }
            game.values.set("biome", Kept::Text(if seed < 5 { "ice" } else { "sand" }.to_owned()));
            let seat = usize::from(names[0] == "old");
            let (mean, least, most) = (f64::from(seed + 1), f64::from(seed), f64::from(seed + 2));
            let series = Series { mean, least, most, last: least, count: 3 };
            game.seat_values[seat].set("depth", Kept::Series(series));
            if seed == 3 {
                let out = (Seat(1), Fault::Exit, String::new());
                game.thrown_out =
                    vec![ThrownOut { seat: out.0, fault: out.1, cause: out.2, line: None }].into();
                game.end = Some("thrown-out".into());
            }
            game
        };
        log((0..10).map(game).collect())
    }

    fn seeds(condition: &str) -> Vec<u32> {
        let selected = select(&games(), condition).unwrap_or_else(|error| panic!("{error}"));
        selected.all_games().map(|game| game.seed.parse().unwrap()).collect()
    }

    #[test]
    fn a_condition_selects_games_by_every_kind_of_name() {
        for (condition, expected) in [
            ("map < 12", vec![0, 1]),
            ("seed == 9 or map == 13", vec![3, 9]),
            ("not map < 17 and biome == 'sand'", vec![7, 8]),
            ("seed in [2, 4]", vec![2, 4]),
            ("p1.bot == 'old' and seed > 6", vec![7, 9]),
            ("new_1.depth >= 9", vec![8, 9]),
            ("new_1.depth_most - new_1.depth_least == 2 and seed < 2", vec![0, 1]),
            ("new_1.depth_last == 4 and new_1.depth_count == 3", vec![4]),
            ("p1.depth > 6", vec![6, 8]),
            ("p2.depth > 6", vec![7, 9]),
            ("fault", vec![3]),
            ("p2.fault and not p1.fault", vec![3]),
            ("end == 'thrown-out'", vec![3]),
            ("score == -1 and turns == 1 and seed == 1", vec![1]),
            ("(p1.score - p2.score) | abs == 1 and p1.rank == 1 and map / 2 < 5.1", vec![0]),
            ("p1.depth / 2 > 4", vec![8]),
        ] {
            assert_eq!(seeds(condition), expected, "{condition}");
        }
    }

    /// Comparisons of a value with a number agree with the plain loop over the games.
    #[test]
    fn comparisons_agree_with_their_plain_twins() {
        for limit in 8..21 {
            let of = |holds: &dyn Fn(i64) -> bool| {
                (0..9).filter(|seed| holds(10 + *seed)).map(|it| it as u32).collect::<Vec<u32>>()
            };
            let all: [(&str, Vec<u32>); 4] = [
                ("<", of(&|map| map < limit)),
                (">=", of(&|map| map >= limit)),
                ("==", of(&|map| map == limit)),
                ("!=", of(&|map| map != limit)),
            ];
            for (sign, expected) in all {
                let condition = format!("map {sign} {limit}");
                if expected.is_empty() {
                    assert!(select(&games(), &condition).is_err(), "{condition}");
                } else {
                    assert_eq!(seeds(&condition), expected, "{condition}");
                }
            }
        }
    }

    #[test]
    fn games_that_lack_a_value_are_left_out_and_counted() {
        let selected = select(&games(), "map > 0").unwrap();
        let selection = selected.selection().unwrap();
        assert_eq!((selection.games, selection.of, selection.lacking), (9, 10, 1));
        // A value that decides nothing may be missing.
        assert_eq!(seeds("seed == 9 or map > 100"), [9]);
    }

    #[test]
    fn a_condition_on_a_seat_is_told_from_one_on_a_bot() {
        let names_a_seat = |condition: &str| {
            select(&games(), condition).unwrap().selection().unwrap().names_a_seat
        };
        assert!(names_a_seat("p1.depth > 3") && names_a_seat("not fault and (p2.score < 3)"));
        assert!(!names_a_seat("new_1.depth > 3 and biome != 'p1'"));
    }

    #[test]
    fn a_wrong_condition_is_named_in_a_sentence() {
        for (condition, part) in [
            ("map = 13", "cannot be read: unexpected input after expression; compare with =="),
            ("map > 3 && seed", "and, or, not"),
            ("", "cannot be read"),
            ("mapp > 3", "names 'mapp', which no game has; the names are: biome, end, fault, map"),
            ("p1.deep > 3", "names 'p1.deep', which no game has"),
            ("p3.depth > 3", "of each of new_1, old, p1, p2: bot, depth, depth_count"),
            ("map.x > 3", "names 'map.x'"),
            ("depth > 3", "names 'depth'"),
            (
                "seed == '3'",
                "compares 'seed' with a text, but it is a number: leave out the quotes",
            ),
            ("3 < p1.bot", "compares 'p1.bot' with a number, but it is a text: write it in quotes"),
            ("1 < map < 15", "write 'a < b and b < c'"),
            ("map > 1000", "holds in 0 of 10 games; 1 of them lack"),
            ("seed > 1000", "holds in 0 of 10 games"),
            ("biome - 1 > 0", "cannot be computed in the game of seed 0"),
            ("map|nothing", "filter nothing is unknown"),
            ("'x' * 100000000", "fuel"),
            (&"(".repeat(900), "cannot be read"),
            (&" ".repeat(2000), "at most 1000 characters"),
        ] {
            let Err(ConditionError(error)) = select(&games(), condition) else {
                panic!("{condition} was read")
            };
            assert!(error.contains(part), "{condition}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }
}
