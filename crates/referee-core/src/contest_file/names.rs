//! Names in a contest file: they go into files, lists and command lines.

/// Refuses a name with other characters than letters, digits, `-`, `_` and `.`. `what` is the named thing.
pub(crate) fn demand_name(name: &str, what: &str) -> Result<(), String> {
    let is_fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if !name.is_empty() && name.chars().all(is_fine) && !name.starts_with(['-', '.']) {
        return Ok(());
    }
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    Err(format!(
        "'{name}' cannot be the name of {article} {what}: names have letters, digits, '-', '_' and '.', and begin with a \
         letter, a digit or '_'"
    ))
}
