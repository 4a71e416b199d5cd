//! Flags of the command line that several commands have, those of contests among them.

pub mod numbers;
pub mod strangers;

use serde_json::Value;

use crate::options::option_value;

/// Reads `NAME=VALUE`.
///
/// # Errors
/// If the text has no equals sign or no name.
pub fn parse_option(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or("NAME=VALUE is wanted, such as league=2")?;
    Ok((name.to_owned(), option_value(value)))
}
