//! What a referee program says at the end of a game that it played itself.

use serde_json::{Map, Value};

use super::super::counting::points;
use crate::game::Seat;
use crate::plain_words::json_file_error;

/// The result of a game.
#[derive(Debug, PartialEq)]
pub(super) struct Verdict {
    /// Points by seat; `None` if the program gave only ranks.
    pub(super) scores: Option<Vec<i64>>,
    /// Ranks by seat, 1 for the best; `None` if the program gave only scores.
    pub(super) ranks: Option<Vec<u32>>,
    /// By seat: the error that the program reports, in words.
    pub(super) errors: Vec<Option<String>>,
    /// Further fields for the result.
    pub(super) more: Map<String, Value>,
}

impl Verdict {
    /// The printed ranks, with the players that are `out` behind all others.
    pub(super) fn ranks_without(&self, out: &[Seat]) -> Option<Vec<u32>> {
        let ranks = self.ranks.as_ref()?;
        let place = |seat: usize| (out.contains(&Seat(seat)), ranks[seat]);
        let before = |mine| (0..ranks.len()).filter(|other| place(*other) < place(mine)).count();
        Some((0..ranks.len()).map(|seat| 1 + before(seat) as u32).collect())
    }

    /// The points by seat. Without scores, a player has as many points as there are players behind it by these ranks.
    pub(super) fn points(&self, ranks: &[u32]) -> Vec<i64> {
        let behind = |mine: u32| ranks.iter().filter(|other| **other > mine).count() as i64;
        let by_rank = || ranks.iter().map(|rank| behind(*rank)).collect();
        self.scores.clone().unwrap_or_else(by_rank)
    }

    /// Of a program that prints scores, and perhaps writes a log, as the patched referees of CodinGame do. The log's
    /// scores count if there are any.
    ///
    /// # Errors
    /// What the program did.
    pub(super) fn of_command(
        output: &str,
        log: Option<&Value>,
        seats: usize,
    ) -> Result<Self, String> {
        if let Some(cause) = log.and_then(|log| log["failCause"].as_str()) {
            return Err(format!("failed: {}", cause.lines().next().unwrap_or("")));
        }
        let logged = log.and_then(|log| log.get("scores"));
        let (scores, parameters) = match logged {
            Some(scores) => (logged_scores(scores, seats)?, uinput(log)),
            None => printed_scores(output, seats)?,
        };
        let mut more = Map::new();
        if !parameters.is_empty() {
            more.insert("parameters".to_owned(), parameters.into());
        }
        let metadata = log.and_then(|log| log.get("metadata"));
        let metadata = match metadata {
            Some(Value::String(text)) => serde_json::from_str(text).ok(),
            other => other.cloned(),
        };
        if let Some(metadata @ Value::Object(_)) = metadata {
            more.insert("metadata".to_owned(), metadata);
        }
        Ok(Self { scores: Some(scores), ranks: None, errors: vec![None; seats], more })
    }

    /// Of a program that prints one JSON object with `ranks` and `errors`, and perhaps `scores`, `test_data`,
    /// `player_data` and `attributes`. Lines before the object are passed over. Without `scores`, those who play alone
    /// could not be compared: `is_alone` demands them.
    ///
    /// # Errors
    /// What the program did.
    pub(super) fn of_json(output: &str, seats: usize, is_alone: bool) -> Result<Self, String> {
        let object = object_in(output)?;
        let by_seat = |name: &str| match object.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(list)) if list.is_empty() && name == "scores" => Ok(None),
            Some(Value::Array(list)) if list.len() == seats => Ok(Some(list)),
            Some(Value::Array(list)) => Err(format!(
                "printed {} {name} in a game of {seats}: {}",
                list.len(),
                Value::from(list.clone())
            )),
            Some(other) => Err(format!("printed {name} that are not a list: {other}")),
        };
        let needed = |name: &str| {
            by_seat(name)?.ok_or_else(|| {
                format!(
                    "printed an object without the list `{name}`; `ranks` and `errors` are needed, and with \
                     `engine = \"command\"` scores are enough"
                )
            })
        };
        let (ranks, errors) = (needed("ranks")?, needed("errors")?);
        let ranks = numbers(ranks, "rank")?;
        let before = |mine: f64| ranks.iter().filter(|other| **other < mine).count() as u32;
        let scores = by_seat("scores")?.map(|scores| numbers(scores, "score")).transpose()?;
        let scores: Option<Vec<i64>> =
            scores.map(|scores| scores.into_iter().map(points).collect()).transpose()?;
        if is_alone && scores.is_none() {
            return Err("printed an object without the list `scores`, by which players of a game for one are compared"
                .to_owned());
        }
        let fields = ["test_data", "player_data", "attributes", "metadata"].into_iter();
        let fields = fields.filter_map(|name| Some((name.to_owned(), object.get(name)?.clone())));
        Ok(Self {
            scores,
            ranks: Some(ranks.iter().map(|rank| 1 + before(*rank)).collect()),
            errors: errors.iter().map(error_in).collect(),
            more: fields.collect(),
        })
    }
}

/// The JSON object in what a program printed: all of it, or what begins with the last line that begins with a bracket.
fn object_in(output: &str) -> Result<Map<String, Value>, String> {
    let output = output.trim();
    let last = output.lines().next_back().unwrap_or("");
    let starts = output.match_indices('\n').map(|(at, _)| at + 1);
    let begins = |text: &&str| text.starts_with(['{', '[']);
    let object = starts.rev().map(|at| &output[at..]).find(begins).unwrap_or(output);
    for text in [output, last.trim(), object] {
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => return Ok(object),
            Ok(Value::Array(games)) => match &games[..] {
                [Value::Object(object)] => return Ok(object.clone()),
                _ => {
                    return Err(format!(
                        "printed a list of {} results; wanted one game and one object",
                        games.len()
                    ));
                }
            },
            Err(error) if begins(&text) && text.len() == object.len() => {
                return Err(format!(
                    "printed {:?}, which is not one JSON object: {}",
                    shortened(object.lines().next().unwrap_or("")),
                    json_file_error(&error)
                ));
            }
            _ => {}
        }
    }
    if last.trim().is_empty() {
        return Err("printed nothing; wanted a JSON object".to_owned());
    }
    Err(format!("printed {:?}; wanted a JSON object", shortened(last)))
}

fn numbers(list: &[Value], what: &str) -> Result<Vec<f64>, String> {
    let number = |value: &Value| {
        value.as_f64().ok_or_else(|| format!("printed the {what} {value}; wanted a number"))
    };
    list.iter().map(number).collect()
}

/// The error of one seat in words; `None` for 0, `false`, `null` and what is empty.
fn error_in(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null | Value::Bool(false) => return None,
        Value::Number(number) if number.as_f64() == Some(0.0) => return None,
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let texts = list.iter().filter_map(error_in);
            texts.collect::<Vec<_>>().join(", ")
        }
        Value::Object(object) if object.is_empty() => return None,
        _ => "the referee program reports an error".to_owned(),
    };
    (!text.trim().is_empty()).then_some(text)
}

/// The scores in a log: an object by seat, or a list.
fn logged_scores(scores: &Value, seats: usize) -> Result<Vec<i64>, String> {
    let of_seat = |seat: usize| {
        let score = scores.get(seat).or_else(|| scores.get(seat.to_string()));
        let missing = || format!("wrote no score for player {seat} into its log: {scores}");
        points(score.and_then(Value::as_f64).ok_or_else(missing)?)
    };
    (0..seats).map(of_seat).collect()
}

/// The parameters of the game as the log has them.
fn uinput(log: Option<&Value>) -> Vec<String> {
    let lines = log.and_then(|log| log["uinput"].as_array()).into_iter().flatten();
    lines.filter_map(|line| line.as_str().map(str::to_owned)).collect()
}

/// The scores in what a program printed, and the lines such as `seed=17` after them. The last line with a number for each
/// player counts; without one, the last lines of one number, as many as there are players.
fn printed_scores(output: &str, seats: usize) -> Result<(Vec<i64>, Vec<String>), String> {
    let score = |word: &str| word.parse::<f64>().ok().filter(|score| score.is_finite());
    let lines: Vec<&str> = output.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let numbers = |line: &&str| line.split_whitespace().map(score).collect::<Option<Vec<f64>>>();
    let numbers: Vec<Vec<f64>> =
        lines.iter().map(|line| numbers(line).unwrap_or_default()).collect();
    let alone: Vec<usize> = (0..lines.len()).filter(|at| numbers[*at].len() == 1).collect();
    let (scores, last) = if let Some(at) = numbers.iter().rposition(|all| all.len() == seats) {
        (numbers[at].clone(), at)
    } else if let Some(places) = last_in_a_row(&alone, seats) {
        (places.iter().map(|at| numbers[*at][0]).collect(), places[seats - 1])
    } else {
        let ending = lines.last().map_or("nothing".to_owned(), |it| format!("{:?}", shortened(it)));
        return Err(format!(
            "printed {} in a game of {seats} (its output ends with {ending}); wanted one for each player",
            match alone.len() {
                0 => "no scores".to_owned(),
                1 => "one score".to_owned(),
                count => format!("{count} scores"),
            }
        ));
    };
    let parameters = lines[last + 1..].iter().filter(|line| line.contains('='));
    let parameters = parameters.map(|line| (*line).to_owned()).collect();
    Ok((scores.into_iter().map(points).collect::<Result<_, _>>()?, parameters))
}

/// The last `count` places that are next to each other; without such, the last of all. `None` if there are fewer.
fn last_in_a_row(places: &[usize], count: usize) -> Option<&[usize]> {
    let mut groups = places.windows(count).rev();
    let last = groups.clone().next();
    groups.find(|group| group[count - 1] - group[0] == count - 1).or(last)
}

/// The beginning of a line for an error.
fn shortened(line: &str) -> String {
    line.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scores_are_on_one_line_or_on_a_line_each() {
        for (output, want) in [
            ("12\n-1\n", [12, -1]),
            ("loading…\n12\n-1\nseed=4\n7\n", [12, -1]),
            ("seed=3\n4.6 2\n", [5, 2]),
            // What looks like scores before the result is a message.
            ("100\n5\n0 1\n", [0, 1]),
            ("100\nloading 3\n0 1\n", [0, 1]),
            ("0 1\n2 1\n", [2, 1]),
            ("100\n0\n1\n", [0, 1]),
            ("0\nand\n1\n", [0, 1]),
        ] {
            let verdict = Verdict::of_command(output, None, 2).unwrap();
            assert_eq!(verdict.scores.as_deref(), Some(&want[..]), "{output}");
        }
        let verdict = Verdict::of_command("1\n2\nseed=4\n", None, 2).unwrap();
        assert_eq!(verdict.more["parameters"], json!(["seed=4"]));
        let error = Verdict::of_command("1\nFAILED\n", None, 2).unwrap_err();
        assert!(error.contains("one score in a game of 2") && error.contains("FAILED"), "{error}");
    }

    #[test]
    fn the_log_of_a_patched_referee_counts_before_what_it_prints() {
        let log = json!({"scores": {"0": 7, "1": -1}, "errors": {"0": ["thinking"]},
                         "uinput": ["seed=4"], "metadata": "{\"Wood_0\": 3}"});
        let verdict = Verdict::of_command("0\n0\n", Some(&log), 2).unwrap();
        assert_eq!(verdict.scores, Some(vec![7, -1]));
        // The log's `errors` are what the bots wrote to standard error.
        assert_eq!(verdict.errors, [None, None]);
        assert_eq!(verdict.more["metadata"], json!({"Wood_0": 3}));
        assert_eq!(verdict.more["parameters"], json!(["seed=4"]));
        let missing = Verdict::of_command("", Some(&json!({"scores": {"0": 7}})), 2).unwrap_err();
        assert!(missing.contains("no score for player 1"), "{missing}");
        let failed = json!({"failCause": "NullPointerException\n at X", "scores": {"0": 7}});
        let failed = Verdict::of_command("", Some(&failed), 2).unwrap_err();
        assert_eq!(failed, "failed: NullPointerException");
    }

    #[test]
    fn ranks_count_from_one_and_errors_are_words() {
        let object = json!({"ranks": [1, 0, 1], "errors": [0, false, "timeout"], "scores": [3, 4.4, 3],
                            "test_data": {"size": "9"}});
        let output = format!("a note\n{object}\n");
        let verdict = Verdict::of_json(&output, 3, false).unwrap();
        assert_eq!(verdict.ranks, Some(vec![2, 1, 2]));
        assert_eq!(verdict.scores, Some(vec![3, 4, 3]));
        assert_eq!(verdict.errors, [None, None, Some("timeout".to_owned())]);
        assert_eq!(verdict.more["test_data"], json!({"size": "9"}));
        let bare = Verdict::of_json(r#"[{"ranks": [2, 0, 1], "errors": [1, [], null]}]"#, 3, false)
            .unwrap();
        assert_eq!(bare.points(bare.ranks.as_deref().unwrap()), [0, 2, 1]);
        assert!(bare.errors[0].is_some() && bare.errors[1].is_none());
    }

    #[test]
    fn who_is_out_is_behind_all_others_whatever_rank_was_printed() {
        let output = r#"{"ranks": [0, 1, 1], "errors": ["crash", 0, 0]}"#;
        let verdict = Verdict::of_json(output, 3, false).unwrap();
        let ranks = |out: &[usize]| {
            let out: Vec<Seat> = out.iter().copied().map(Seat).collect();
            verdict.ranks_without(&out).unwrap()
        };
        assert_eq!((ranks(&[]), ranks(&[0])), (vec![1, 2, 2], vec![3, 1, 1]));
        // The printed ranks of several such players count.
        assert_eq!((ranks(&[0, 1]), ranks(&[0, 1, 2])), (vec![2, 3, 1], vec![1, 2, 2]));
        assert_eq!(verdict.points(&ranks(&[0])), [0, 1, 1]);
    }

    #[test]
    fn an_object_of_many_lines_may_follow_other_lines() {
        let object = "{\n  \"ranks\": [\n    1,\n    0\n  ],\n  \"errors\": [0, 0],\n  \"test_data\": {\n  }\n}";
        for before in ["", "loading\n", "{a note}\n[another]\n"] {
            let verdict = Verdict::of_json(&format!("{before}{object}\n"), 2, false).unwrap();
            assert_eq!(verdict.ranks, Some(vec![2, 1]), "{before}");
        }
        let indented = "a note\n  {\"ranks\": [0, 1], \"errors\": [0, 0]}";
        assert!(Verdict::of_json(indented, 2, false).is_ok());
    }

    #[test]
    fn who_plays_alone_has_a_score() {
        let bare = r#"{"ranks": [0], "errors": [0]}"#;
        assert!(Verdict::of_json(bare, 1, false).is_ok());
        let error = Verdict::of_json(bare, 1, true).unwrap_err();
        assert!(error.contains("without the list `scores`"), "{error}");
        let scored = r#"{"ranks": [0], "errors": [0], "scores": [7]}"#;
        assert_eq!(Verdict::of_json(scored, 1, true).unwrap().points(&[1]), [7]);
    }

    #[test]
    fn nonsense_is_quoted() {
        for (output, what) in [
            ("", "printed nothing"),
            ("Traceback\nKeyError: 'scores'", "KeyError"),
            ("[1, 2]", "a list of 2 results"),
            (r#"{"errors": [0, 0]}"#, "without the list `ranks`"),
            (r#"{"ranks": [0, 1]}"#, "without the list `errors`"),
            (r#"{"ranks": [0], "errors": [0, 0]}"#, "1 ranks in a game of 2"),
            (r#"{"ranks": [0, "x"], "errors": [0, 0]}"#, "wanted a number"),
            (r#"{"ranks": [0, 1], "errors": 3}"#, "not a list: 3"),
            (
                "x\n{\"ranks\": [NaN]}",
                "not one JSON object: there is no value at line 1, character 12",
            ),
            ("{\"ranks\": []}\nbye", "not one JSON object: more text follows the end at line 2"),
            (
                "{\n  \"ranks\": [\n",
                "printed \"{\", which is not one JSON object: the text ends within […]",
            ),
        ] {
            let error = Verdict::of_json(output, 2, false).unwrap_err();
            assert!(error.contains(what), "{output}: {error}");
        }
    }
}
