//! What is wrong with a text that should be JSON.

use super::similar::did_you_mean;

/// What is wrong with one line of JSON: without the number of the line, which only the caller knows, and without names
/// of types.
pub fn json_error(error: &serde_json::Error) -> String {
    let sentence = in_words(error).replace(" at line 1 column ", " at character ");
    sentence.trim_end_matches(" at character 0").to_owned()
}

/// What is wrong with a file of JSON, with the line.
pub fn json_file_error(error: &serde_json::Error) -> String {
    in_words(error).replace(" column ", ", character ")
}

/// The library's sentence in words that a user knows.
fn in_words(error: &serde_json::Error) -> String {
    let sentence = error.to_string();
    let (what, place) = match sentence.rfind(" at line ") {
        Some(at) => sentence.split_at(at),
        None => (&*sentence, ""),
    };
    data_error(what, place)
}

/// What a library says about a value of a file, in words that a user knows. The place follows what is wrong.
pub fn data_error(what: &str, place: &str) -> String {
    let wrong = what.strip_prefix("invalid type: ").or(what.strip_prefix("invalid value: "));
    if let Some((value, wanted)) = wrong.and_then(|wrong| wrong.rsplit_once(", expected ")) {
        return format!("{} stands where {} is expected{place}", found(value), expected(wanted));
    }
    let wrong = what.strip_prefix("invalid length ").and_then(|it| it.split_once(", expected "));
    if let Some((count, wanted)) = wrong {
        return format!("{count} values stand where {} is expected{place}", expected(wanted));
    }
    if let Some(name) = what.strip_prefix("missing field ") {
        return format!("{name} is missing{place}");
    }
    if let Some((unknown, known)) = what.split_once(", expected one of ") {
        let word = unknown.split('`').nth(1).unwrap_or_default();
        let meant = did_you_mean(word, known.split('`').skip(1).step_by(2));
        return format!("{unknown}{place}; {meant}known are {known}");
    }
    format!("{}{place}", syntax(what))
}

/// A value that was found.
fn found(value: &str) -> String {
    // A large one is followed by the name of a type: `99999999999999999999` as i128.
    let number = |rest: &str| format!("the number {}", rest.split('`').nth(1).unwrap_or(rest));
    match value.split_once(' ') {
        _ if value == "sequence" => "a list".to_owned(),
        _ if value == "map" => "{…}".to_owned(),
        Some(("integer", rest)) => number(rest),
        Some(("floating", rest)) => number(rest.trim_start_matches("point ")),
        Some(("boolean", rest)) => rest.trim_matches('`').to_owned(),
        Some(("string", rest)) => format!("the text {rest}"),
        _ => value.to_owned(),
    }
}

/// What was expected instead of a value.
fn expected(wanted: &str) -> &str {
    let first = wanted.split(' ').next().unwrap_or_default();
    match first {
        "struct" | "internally" | "adjacently" => "{…}",
        "enum" | "variant" => "one of the known words",
        "tuple" => "a list",
        "u8" | "u16" | "u32" | "u64" | "usize" | "u128" => "a whole number from 0",
        "nonzero" => "a whole number from 1",
        "i8" | "i16" | "i32" | "i64" | "isize" | "i128" => "a whole number",
        "f32" | "f64" => "a number",
        _ => match wanted {
            "a sequence" => "a list",
            "a map" => "{…}",
            "a string" | "a borrowed string" => "a text in quotes",
            "a boolean" => "true or false",
            other => other,
        },
    }
}

/// What is no JSON at all.
fn syntax(what: &str) -> &str {
    match what {
        "EOF while parsing a string" => "the text ends within quotes",
        "EOF while parsing a value" => "the text ends too early",
        "EOF while parsing an object" => "the text ends within {…}",
        "EOF while parsing a list" => "the text ends within […]",
        "trailing characters" => "more text follows the end",
        "trailing comma" => "a comma precedes the end of {…} or […]",
        "expected value" => "there is no value",
        "expected ident" => "true, false or null is misspelled",
        "key must be a string" => "a name is not in double quotes",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)] // Only its errors are read.
    struct Planted {
        number: u32,
        map: Vec<String>,
    }

    fn error<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
        json_error(&serde_json::from_str::<T>(text).unwrap_err())
    }

    #[test]
    fn no_type_of_rust_is_named() {
        for (text, expected) in [
            ("[]", "0 values stand where {…} is expected at character 2"),
            ("7", "the number 7 stands where {…} is expected at character 1"),
            (
                r#"{"number":-1}"#,
                "the number -1 stands where a whole number from 0 is expected at character 12",
            ),
            (
                r#"{"number":1.5}"#,
                "the number 1.5 stands where a whole number from 0 is expected at character 13",
            ),
            (r#"{"number":1,"map":true}"#, "true stands where a list is expected at character 22"),
            (
                r#"{"number":1,"map":[3]}"#,
                "the number 3 stands where a text in quotes is expected at character 20",
            ),
            (
                r#"{"number":"map"}"#,
                "the text \"map\" stands where a whole number from 0 is expected at character 15",
            ),
            (r#"{"number":1}"#, "`map` is missing at character 12"),
            (r#"{"number":"#, "the text ends too early at character 10"),
            ("import sys", "there is no value at character 1"),
        ] {
            assert_eq!(error::<Planted>(text), expected, "{text}");
        }
    }

    #[test]
    fn a_file_has_lines() {
        let error = serde_json::from_str::<Planted>("{\n\"number\": x}").unwrap_err();
        assert_eq!(json_file_error(&error), "there is no value at line 2, character 11");
    }
}
