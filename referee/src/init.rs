//! New contest files: for a built-in contest, an official project of CodinGame, a referee of the user's own, and the
//! folders of two other tools.
//!
//! ```text
//! --game KEY             ┐
//! --codingame DIR        │
//! --engine lines         ├──► Draft: the text of botyard.toml, and what to do next
//! --from psyleague.cfg   │
//! --from cgarena_config  ┘
//! ```
//!
//! A draft is a commented text, since a person goes on with it.

mod builtin;
mod cgarena;
mod codingame;
mod draft;
mod own;
mod psyleague;
mod sqlite;
mod words;

use std::path::Path;

use anyhow::{Context, Result, bail};

pub use builtin::built_in;
pub use codingame::{Project, build, is_built, official};
pub use draft::Draft;
pub use own::{Own, own};

/// Converts the configuration of another tool: `psyleague.cfg` or `cgarena_config.toml`.
///
/// # Errors
/// If the file is neither, cannot be read, or lacks something that is needed.
pub fn converted(file: &Path) -> Result<Draft> {
    let shown = file.display();
    let text = crate::ordinary::read_written_text(file).with_context(|| {
        format!("cannot read {shown}, which should be a psyleague.cfg or a cgarena_config.toml")
    })?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let what = error.message().replace('\n', " ");
        anyhow::anyhow!("{shown} is neither a psyleague.cfg nor a cgarena_config.toml, because it is not TOML: {what}; give one of them")
    })?;
    let folder = file.parent().unwrap_or(Path::new(""));
    if table.contains_key("cmd_play_game") {
        return psyleague::converted(&table, folder).with_context(|| shown.to_string());
    }
    if ["game", "server", "workers", "log"].iter().any(|name| table.contains_key(*name)) {
        return cgarena::converted(&table, folder).with_context(|| shown.to_string());
    }
    bail!(
        "{shown} is neither a psyleague.cfg (it has no cmd_play_game) nor a cgarena_config.toml (it has no game, server, \
         workers or log); give one of them"
    )
}
