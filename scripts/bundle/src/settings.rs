//! What a workspace's manifests say about playing its programs again.
//!
//! ```toml
//! [workspace.metadata.bundle]        # or [package.metadata.bundle], which comes first
//! arguments = ["--nodes", "500"]     # make answers the same every time
//! bench = ["bench"]                  # prints `signature S` and `N nodes per second`
//! [workspace.metadata.bundle.recordings]
//! ocean = "fixtures/ocean"           # by package; in a package's own table, a text
//! ```

use std::path::PathBuf;

use serde_json::Value;

use crate::workspace::Plan;

/// A list of texts under a name.
pub fn list(plan: &Plan, name: &str) -> Vec<String> {
    let value = plan.settings.iter().find_map(|table| table.get(name)?.as_array());
    let texts = value.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_string).collect()
}

/// Where recordings of a package's games are, if it says so.
pub fn recordings(plan: &Plan) -> Option<PathBuf> {
    plan.settings.iter().find_map(|table| match table.get("recordings")? {
        Value::String(path) => Some(plan.crates.first()?.folder.join(path)),
        table => Some(plan.workspace.join(table.get(&plan.package)?.as_str()?)),
    })
}
