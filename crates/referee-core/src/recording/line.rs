//! The lines of a recording: whatever a game said, each line can be read again.

use std::io;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::whole_lines::{LONGEST_LINE, has_too_many_parts};

/// Objects and lists within each other in a line; the reader takes 127.
const MOST_NESTED: usize = 100;
/// In a line that is too long: the most bytes of JSON of one field, and the most values in it.
const MOST_OF_FIELD: Room = Room { bytes: 1 << 19, values: 10_000 };
/// The fields of a line, and those of `result` and `referee`, have such room each.
const FIELDS: usize = 2;
/// The field that says that something is missing, and its text.
const LEFT_OUT: &str = "left_out";
const WHY: &str =
    "parts of this line, because a longer or more deeply nested line could not be read again";

/// The JSON text of a header, an exchange or a result, without an end of line. If it were too long or nested too deep to be
/// read again, its long texts and lists are cut, and it has the field `left_out`.
///
/// # Errors
/// If it is not JSON, such as a map with keys that are not texts.
pub fn line(object: &impl Serialize) -> io::Result<Vec<u8>> {
    let text = serde_json::to_vec(object)?;
    let is_long = text.len() > LONGEST_LINE || has_too_many_parts(&text);
    if !is_long && nested(&text) <= MOST_NESTED {
        return Ok(text);
    }
    let mut value = serde_json::to_value(object)?;
    let mut room = if is_long { MOST_OF_FIELD } else { Room::ENDLESS };
    room.fit(&mut value, 1);
    if let Value::Object(fields) = &mut value {
        fields.insert(LEFT_OUT.to_owned(), WHY.into());
    }
    Ok(serde_json::to_vec(&value)?)
}

/// What may still be kept.
#[derive(Clone, Copy)]
struct Room {
    bytes: usize,
    values: usize,
}

impl Room {
    const ENDLESS: Self = Self { bytes: usize::MAX, values: usize::MAX };

    /// Cuts a value that is in `depth - 1` others.
    fn fit(&mut self, value: &mut Value, depth: usize) {
        self.values = self.values.saturating_sub(1);
        match value {
            Value::Object(_) | Value::Array(_) if depth > MOST_NESTED => {
                *value = "[left out: nested too deep]".into();
            }
            Value::Object(fields) if depth <= FIELDS => {
                fields.values_mut().for_each(|field| self.clone().fit(field, depth + 1));
            }
            Value::Object(fields) => self.fit_fields(fields, depth),
            Value::Array(list) => self.fit_list(list, depth),
            Value::String(text) => self.fit_text(text),
            _ => self.bytes = self.bytes.saturating_sub(value.to_string().len()),
        }
    }

    fn is_used_up(self) -> bool {
        self.bytes == 0 || self.values == 0
    }

    fn fit_fields(&mut self, fields: &mut Map<String, Value>, depth: usize) {
        fields.retain(|name, field| {
            self.bytes = self.bytes.saturating_sub(json_length(name));
            let is_kept = !self.is_used_up();
            if is_kept {
                self.fit(field, depth + 1);
            }
            is_kept
        });
    }

    /// Of a list of texts, the last one says how many are missing. Other lists keep their kind of values.
    fn fit_list(&mut self, list: &mut Vec<Value>, depth: usize) {
        let length = list.len();
        let has_texts = list.iter().all(Value::is_string);
        list.retain_mut(|item| {
            let is_kept = !self.is_used_up();
            if is_kept {
                self.fit(item, depth + 1);
            }
            is_kept
        });
        if has_texts && list.len() < length {
            list.push(format!("[{} lines left out]", length - list.len()).into());
        }
    }

    fn fit_text(&mut self, text: &mut String) {
        let mut kept = 0;
        for sign in text.chars() {
            let bytes = json_length(sign.encode_utf8(&mut [0; 4]));
            if bytes > self.bytes {
                let missing = text.len() - kept;
                *text = format!("{} [{missing} bytes left out]", &text[..kept]);
                self.bytes = 0;
                return;
            }
            self.bytes -= bytes;
            kept += sign.len_utf8();
        }
    }
}

/// Bytes of a text in JSON, without its quotes.
fn json_length(text: &str) -> usize {
    let of_byte = |byte: u8| match byte {
        b'"' | b'\\' | 8..=10 | 12 | 13 => 2,
        0..=31 => 6,
        _ => 1,
    };
    text.bytes().map(of_byte).sum()
}

/// How many objects and lists of a JSON text are within each other at most.
fn nested(text: &[u8]) -> usize {
    let (mut depth, mut most, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for &byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            b'{' | b'[' if !is_text => {
                depth += 1;
                most = most.max(depth);
            }
            b'}' | b']' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Exchange, Recording, ResultLine};
    use super::*;
    use crate::game::Outcome;

    const HEADER: &str = r#"{"format":"botyard/1","game":"g","seed":"1","players":[{}]}"#;

    /// A recording of this exchange and this result, read again.
    fn read_again(exchange: &Exchange, outcome: &Outcome) -> Recording {
        let lines = [line(exchange).unwrap(), line(&ResultLine::new(outcome, &[])).unwrap()];
        let lines = lines.map(|line| String::from_utf8(line).unwrap());
        Recording::parse(&format!("{HEADER}\n{}\n{}\n", lines[0], lines[1])).unwrap()
    }

    #[test]
    fn a_line_that_can_be_read_is_written_as_it_is() {
        let exchange = Exchange { got: vec!["{[\"".repeat(1000)], ..Exchange::default() };
        assert_eq!(line(&exchange).unwrap(), serde_json::to_vec(&exchange).unwrap());
    }

    #[test]
    fn long_texts_and_lists_are_cut_and_say_so() {
        let sent = vec!["go".to_owned(); 500_000];
        let got = vec!["x".repeat(30 << 20)];
        // Six bytes of JSON each.
        let stderr = vec!["\u{1}".repeat(4 << 20)];
        let exchange = Exchange { sent, got, stderr, micros: Some(7), ..Exchange::default() };
        let read = read_again(&exchange, &Outcome::by_score(vec![1], 1)).exchanges.remove(0).1;
        assert_eq!(read.sent[0], "go");
        assert!(read.sent.last().unwrap().ends_with(" lines left out]"));
        assert!(read.got[0].starts_with("xxx") && read.got[0].ends_with(" bytes left out]"));
        assert!(read.stderr[0].ends_with(" bytes left out]"), "{}", read.stderr[0].len());
        assert_eq!((read.micros, &read.more["left_out"]), (Some(7), &json!(WHY)));
    }

    #[test]
    fn values_that_are_nested_too_deep_or_too_many_are_cut() {
        let mut deep = json!("the end");
        for _ in 0..126 {
            deep = json!([deep]);
        }
        let many = Value::Array(vec![json!({"name": "x", "value": 1}); 300_000]);
        for (value, is_kept) in [(deep, "[[["), (many, "{\"name\":")] {
            let mut outcome = Outcome::by_score(vec![1], 1);
            outcome.more.insert("test_data".to_owned(), value);
            let result = read_again(&Exchange::default(), &outcome).result.1;
            assert!(result["test_data"].to_string().contains(is_kept));
            assert_eq!(result["scores"], json!([1]));
        }
    }
}
