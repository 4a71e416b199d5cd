//! The bundler's settings in manifests.
//!
//! The workspace's manifest has the settings that all its programs share; a package's manifest
//! overrides them key by key.
//!
//! ```toml
//! [workspace.metadata.bundle]              # or [package.metadata.bundle]
//! arguments = ["--nodes", "500"]           # make answers the same every time
//! bench = ["bench"]                        # prints `signature S` and `N nodes per second`
//!
//! [package.metadata.bundle]
//! recordings = "../../fixtures/chess"      # relative to this manifest; a file or a folder
//! without-recordings = "it does not play"  # or the reason why it has no recordings
//! site = "none"                            # where it plays, if not at codingame
//! ```

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::Value;

use crate::plan::contents::Plan;
use crate::plan::site::Site;

/// A list of texts under a name.
pub fn list(plan: &Plan, name: &str) -> Vec<String> {
    let tables = [&plan.package_settings, &plan.workspace_settings];
    let value = tables.iter().find_map(|table| table.get(name)?.as_array());
    let texts = value.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_string).collect()
}

/// The site of a package: the one in its manifest, or else the site of most bots.
///
/// # Errors
/// If the manifest names an unknown site.
pub fn site(settings: &Value, manifest: &Path) -> Result<Site> {
    let Some(site) = settings.get("site") else { return Ok(Site::Codingame) };
    site.as_str().and_then(|name| Site::from_str(name, false).ok()).with_context(|| {
        format!("{}: [package.metadata.bundle] there is no site {site}", manifest.display())
    })
}

/// The recordings of a package's games, according to its manifest.
#[derive(Debug, PartialEq, Eq)]
pub enum Recordings {
    /// In this file or folder.
    At(PathBuf),
    /// The package has no recordings, for this reason.
    None(String),
}

/// The recordings of a package's games.
///
/// # Errors
/// If the manifest has no such key, or one in another form than above.
pub fn recordings(plan: &Plan) -> Result<Recordings> {
    let own = &plan.package_settings;
    let manifest = plan.folder.join("Cargo.toml");
    match (own.get("recordings"), own.get("without-recordings")) {
        (Some(Value::String(path)), None) => Ok(Recordings::At(plan.folder.join(path))),
        (None, Some(Value::String(reason))) if !reason.trim().is_empty() => {
            Ok(Recordings::None(reason.clone()))
        }
        (None, None) => bail!(
            "no recorded game is known that the bundle could be compared on: name some with \
             --recordings, or in {}: [package.metadata.bundle] recordings = \"FOLDER\"",
            manifest.display()
        ),
        _ => bail!(
            "{}: [package.metadata.bundle] takes either recordings = \"FOLDER\" or \
             without-recordings = \"REASON\"",
            manifest.display()
        ),
    }
}
