//! The games in the log of a client.

use serde_json::Value;

/// The format of such a log, which its first line names.
pub const FORMAT: &str = "botyard-karo/1";

/// The games that are over, each with its number and its text in the form of the site, in the order in which they
/// ended. `None` if the text is not such a log. The module `sites::karo::client` of the referee documents its lines.
pub fn games_in(text: &str) -> Option<Vec<(String, String)>> {
    let mut lines = text.lines();
    let head: Value = serde_json::from_str(lines.next()?).ok()?;
    if head.get("log")? != FORMAT {
        return None;
    }
    // Other lines are not read: they are many.
    let ends = lines.filter(|line| line.starts_with("{\"over\":"));
    let game = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        Some((value["over"].as_u64()?.to_string(), value["game"].to_string()))
    };
    Some(ends.filter_map(game).collect())
}
