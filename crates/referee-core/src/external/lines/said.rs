//! The lines of the protocol that a referee program writes.

use std::sync::Once;

use serde_json::Value;

use super::super::counting::points;
use super::super::drawing::Drawing;
use crate::game::MOST_POINTS;
use crate::tell;

/// The longest time of an answer in milliseconds: a day.
const MOST_MS: u64 = 86_400_000;
/// The most lines of an answer.
const MOST_LINES: usize = 10_000;
/// The number of characters of a line that a complaint quotes.
const QUOTED: usize = 80;

/// The versions of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// The older one.
    One,
    /// Ours, which the program announces.
    Two,
}

/// A line of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Said {
    /// It speaks version 2.
    Protocol {
        /// Whether the process can serve many games.
        reuse: bool,
    },
    /// The lines that follow are for a player.
    Input(usize),
    /// It asks a player.
    Output {
        /// The player.
        seat: usize,
        /// Number of lines.
        lines: usize,
        /// Time limit in milliseconds; `None` for that of the contest file.
        ms: Option<u64>,
    },
    /// It waits for the answers to its questions.
    Wait,
    /// The lines that follow are the position.
    Board,
    /// The position as a picture; it has been checked.
    Scene(Value),
    /// Something happened.
    Summary(String),
    /// A remark about a player.
    Tooltip(usize, String),
    /// A measure of the game.
    Measure(String, Value),
    /// A player made an error.
    Error(usize, String),
    /// The points of a player.
    Score {
        /// The player.
        seat: usize,
        /// Its points.
        points: i64,
        /// Its rank, if the program gives ranks.
        rank: Option<u32>,
    },
    /// The game is void.
    Void(String),
    /// The game is over: the players by place, those who share a place together. Empty if it gives no places.
    End(Vec<Vec<usize>>),
}

impl Said {
    /// Reads a line that begins with `###`, in a game of `seats` players.
    ///
    /// # Errors
    /// What the program did: `wrote …`.
    pub(super) fn read(line: &str, version: Version, seats: usize) -> Result<Self, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let seat = |text: &str| match text.parse::<usize>() {
            Ok(seat) if seat < seats => Ok(seat),
            Ok(seat) => Err(format!(
                "wrote {:?}, but a game of {seats} has no player {seat}: they are counted from 0",
                quoted(line)
            )),
            Err(_) => Err(wanted(line, &form_of(word, version))),
        };
        let malformed = || wanted(line, &form_of(word, version));
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (word, &*words) {
            ("###Protocol", ["2"]) => Ok(Self::Protocol { reuse: false }),
            ("###Protocol", ["2", "reuse"]) => Ok(Self::Protocol { reuse: true }),
            ("###Input", [player]) => Ok(Self::Input(seat(player)?)),
            ("###Output", [player, lines, ms @ ..]) => {
                let seat = seat(player)?;
                let lines: usize = lines.parse().map_err(|_| malformed())?;
                let ms = match (ms, version) {
                    ([], _) => None,
                    ([ms], Version::Two) => Some(ms.parse().map_err(|_| malformed())?),
                    _ => return Err(malformed()),
                };
                if lines > MOST_LINES {
                    return Err(format!(
                        "asks player {seat} for {lines} lines; at most {MOST_LINES} are possible"
                    ));
                }
                if ms.is_some_and(|ms| ms == 0 || ms > MOST_MS) {
                    return Err(format!(
                        "wrote {:?}; a time limit is from 1 to {MOST_MS} ms",
                        quoted(line)
                    ));
                }
                Ok(Self::Output { seat, lines, ms })
            }
            ("###Error", [player, ..]) => Ok(Self::Error(seat(player)?, after_seat(rest))),
            ("###End", _) => places(&words, seats, line).map(Self::End),
            _ if version == Version::One => Err(malformed()),
            ("###Wait", []) => Ok(Self::Wait),
            ("###Board", []) => Ok(Self::Board),
            ("###Scene", _) => scene(rest, seats).map(Self::Scene),
            ("###Summary", _) => Ok(Self::Summary(rest.to_owned())),
            ("###Tooltip", [player, _, ..]) => Ok(Self::Tooltip(seat(player)?, after_seat(rest))),
            ("###Measure", [name, value]) => Ok(Self::Measure((*name).to_owned(), number(value))),
            ("###Score", [player, score, rank @ ..]) => {
                let seat = seat(player)?;
                let number: f64 = score.parse().map_err(|_| malformed())?;
                let points = points(number).map_err(|_| {
                    let line = quoted(line);
                    format!("wrote {line:?}; points are from -{MOST_POINTS} to {MOST_POINTS}")
                })?;
                let rank = match rank {
                    [] => None,
                    [rank] => Some(rank.parse::<i64>().map_err(|_| malformed())?),
                    _ => return Err(malformed()),
                };
                let rank = rank.map(|rank| rank_of(rank, seats, line)).transpose()?;
                Ok(Self::Score { seat, points, rank })
            }
            ("###Void", _) => Ok(Self::Void(rest.to_owned())),
            _ => Err(malformed()),
        }
    }
}

/// `wrote "###Input x"; wanted …`
fn wanted(line: &str, form: &str) -> String {
    format!("wrote {:?}; wanted {form}", quoted(line))
}

/// The form of a line with this first word.
fn form_of(word: &str, version: Version) -> String {
    let form = match (word, version) {
        ("###Protocol", _) => "###Protocol 2, or ###Protocol 2 reuse",
        ("###Input", _) => "###Input PLAYER",
        ("###Output", Version::One) => "###Output PLAYER LINES",
        ("###Output", Version::Two) => "###Output PLAYER LINES, or ###Output PLAYER LINES MS",
        ("###Error", _) => "###Error PLAYER CAUSE",
        (_, Version::One) => {
            "###Input, ###Output, ###Error or ###End (a first line ###Protocol 2 announces the version with more)"
        }
        ("###Tooltip", _) => "###Tooltip PLAYER TEXT",
        ("###Measure", _) => "###Measure NAME VALUE",
        ("###Score", _) => "###Score PLAYER POINTS, or ###Score PLAYER POINTS RANK",
        _ => {
            "###Input, ###Output, ###Wait, ###Board, ###Scene, ###Summary, ###Tooltip, ###Measure, ###Error, ###Score, \
             ###Void or ###End"
        }
    };
    form.to_owned()
}

/// The beginning of a line that a complaint quotes.
pub(super) fn quoted(line: &str) -> String {
    line.chars().take(QUOTED).collect()
}

/// A rank in a game of `seats` players.
fn rank_of(rank: i64, seats: usize, line: &str) -> Result<u32, String> {
    let rank = u32::try_from(rank).ok().filter(|rank| (1..=seats as u32).contains(rank));
    rank.ok_or_else(|| {
        let line = quoted(line);
        format!("wrote {line:?}; the ranks of a game of {seats} are from 1 to {seats}")
    })
}

/// A picture, as it is kept in recordings.
fn scene(text: &str, seats: usize) -> Result<Value, String> {
    let value = serde_json::from_str(text).map_err(|error| crate::plain_words::json_error(&error));
    let checked = value.and_then(|value| {
        // Once in a process: each scene of each game may have such a thing.
        static TOLD: Once = Once::new();
        if let Some(what) = Drawing::read(&value, seats)?.unseen() {
            TOLD.call_once(|| tell!("{what}"));
        }
        Ok(value)
    });
    checked.map_err(|what| format!("wrote a ###Scene that cannot be drawn: {what}"))
}

/// The text after the index of a player.
fn after_seat(rest: &str) -> String {
    rest.split_once(char::is_whitespace).map_or("", |(_, text)| text.trim()).to_owned()
}

/// A number if the text is one, else the text.
fn number(text: &str) -> Value {
    let whole = text.parse::<i64>().ok().map(Value::from);
    let decimal =
        || text.parse::<f64>().ok().and_then(serde_json::Number::from_f64).map(Value::Number);
    whole.or_else(decimal).unwrap_or_else(|| text.into())
}

/// The places of `###End 0 12`: player 0, then players 1 and 2 together.
fn places(words: &[&str], seats: usize, line: &str) -> Result<Vec<Vec<usize>>, String> {
    let mut seen = vec![false; seats];
    let mut places = Vec::new();
    for word in words {
        let mut place = Vec::new();
        for digit in word.chars() {
            let seat = digit.to_digit(10).map(|seat| seat as usize).filter(|&seat| seat < seats);
            match seat {
                Some(seat) if !seen[seat] => {
                    seen[seat] = true;
                    place.push(seat);
                }
                Some(seat) => {
                    return Err(format!(
                        "ended with {:?}, which has player {seat} twice",
                        quoted(line)
                    ));
                }
                None => {
                    return Err(format!(
                        "ended with {:?}; wanted the players from 0 to {} in the order of their places, such as \
                         ###End 0 12",
                        quoted(line),
                        seats - 1
                    ));
                }
            }
        }
        places.push(place);
    }
    match seen.iter().position(|seen| !seen) {
        Some(seat) if !places.is_empty() => {
            Err(format!("ended with {:?}, which has no place for player {seat}", quoted(line)))
        }
        _ => Ok(places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Said, String> {
        Said::read(line, Version::Two, 3)
    }

    #[test]
    fn the_older_version_is_read_as_its_runner_reads_it() {
        let read = |line: &str| Said::read(line, Version::One, 3);
        assert_eq!(read("###Input 2"), Ok(Said::Input(2)));
        assert_eq!(read("###Output 1 12"), Ok(Said::Output { seat: 1, lines: 12, ms: None }));
        assert_eq!(read("###Error 0 Lost a ship"), Ok(Said::Error(0, "Lost a ship".to_owned())));
        assert_eq!(read("###End 2 01"), Ok(Said::End(vec![vec![2], vec![0, 1]])));
        assert_eq!(read("###End 012 "), Ok(Said::End(vec![vec![0, 1, 2]])));
        assert!(read("###Wait").unwrap_err().contains("###Protocol 2"));
        assert!(read("###Output 1 1 50").unwrap_err().contains("wanted ###Output PLAYER LINES"));
    }

    #[test]
    fn the_newer_version_has_limits_scores_and_measures() {
        assert_eq!(read("###Output 0 1 50"), Ok(Said::Output { seat: 0, lines: 1, ms: Some(50) }));
        assert_eq!(read("###Protocol 2 reuse"), Ok(Said::Protocol { reuse: true }));
        assert_eq!(
            read("###Score 1 -2.5 3"),
            Ok(Said::Score { seat: 1, points: -3, rank: Some(3) })
        );
        assert_eq!(read("###Score 1 7"), Ok(Said::Score { seat: 1, points: 7, rank: None }));
        let measure = |value: Value| Ok(Said::Measure("size".to_owned(), value));
        assert_eq!(read("###Measure size 9"), measure(9.into()));
        assert_eq!(read("###Measure size 9.5"), measure(9.5.into()));
        assert_eq!(read("###Measure size big"), measure("big".into()));
        assert_eq!(read("###Tooltip 1 hit a wall"), Ok(Said::Tooltip(1, "hit a wall".to_owned())));
        assert_eq!(read("###End"), Ok(Said::End(Vec::new())));
    }

    #[test]
    fn a_wrong_line_is_quoted_with_what_is_wanted() {
        for (line, part) in [
            ("###Input 3", "has no player 3"),
            ("###Input", "wanted ###Input PLAYER"),
            ("###Input -1", "wanted ###Input PLAYER"),
            ("###Output 0 1000000", "asks player 0 for 1000000 lines"),
            ("###Output 0 1 0", "a time limit is from 1"),
            ("###Output 0 x", "wanted ###Output"),
            ("###Score 0 inf", "; points are from -1099511627776 to 1099511627776"),
            ("###Score 0 1e17", "; points are from -1099511627776 to 1099511627776"),
            ("###Score 0 x", "wanted ###Score"),
            ("###Score 0 1 4", "; the ranks of a game of 3 are from 1 to 3"),
            ("###Score 0 1 0", "; the ranks of a game of 3 are from 1 to 3"),
            ("###Score 0 1 -1", "; the ranks of a game of 3 are from 1 to 3"),
            ("###Score 0 1 1.5", "wanted ###Score"),
            ("###Score 0", "wanted ###Score"),
            ("###End 0 1", "no place for player 2"),
            ("###End 0 1 1 2", "player 1 twice"),
            ("###End 0 1 3", "wanted the players from 0 to 2"),
            ("###Protocol 3", "wanted ###Protocol 2"),
            ("###Go", "wanted ###Input, "),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
