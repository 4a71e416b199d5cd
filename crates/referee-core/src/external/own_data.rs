//! What games of one player reported, when they are counted as one game.

use serde_json::{Map, Value};

/// What a game of one player reported, by name.
pub(super) fn own_data(more: &Map<String, Value>) -> Map<String, Value> {
    let players = more.get("player_data").and_then(|list| list.get(0));
    let objects = [more.get("metadata"), more.get("test_data"), players].into_iter();
    let fields = objects.flatten().filter_map(Value::as_object).flatten();
    fields.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The field of a result with what each game reported, by seat; `None` if there is nothing.
pub(super) fn player_data(data: Vec<Map<String, Value>>) -> Option<(String, Value)> {
    let has_any = data.iter().any(|data| !data.is_empty());
    has_any.then(|| ("player_data".to_owned(), data.into_iter().map(Value::Object).collect()))
}
