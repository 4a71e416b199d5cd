//! The list of pictures, sprite sheets and fonts that the viewer loads: `assets.js`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

/// The module `assets.js` for the files in `FOLDER/assets`.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn module(folder: &Path) -> Result<String> {
    let all = files(&folder.join("assets"))?;
    let mut in_sheets = BTreeSet::new();
    let (mut sprites, mut fonts) = (Vec::new(), Vec::new());
    let mut pictures = Vec::new();
    for path in all {
        let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        match extension {
            "json" => {
                in_sheets.extend(picture_of_sheet(&folder.join("assets").join(&path)));
                sprites.push(address(&path));
            }
            "fnt" => fonts.push(address(&path)),
            _ => pictures.push(path),
        }
    }
    let mut images = Map::new();
    for path in pictures.iter().filter(|path| !in_sheets.contains(*path)) {
        images.insert(slashes(path), address(path).into());
    }
    let list = json!({"images": images, "sprites": sprites, "fonts": fonts});
    Ok(format!("export const assets = {list}\n"))
}

/// The files of a folder, as paths in it, sorted. Empty without the folder.
fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let (mut found, mut folders) = (BTreeSet::new(), vec![PathBuf::new()]);
    while let Some(inner) = folders.pop() {
        let Ok(entries) = folder.join(&inner).read_dir() else { continue };
        for entry in entries {
            let entry = entry.context("cannot list the assets")?;
            let path = inner.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    Ok(found)
}

/// The picture that a sprite sheet names, as a path in `assets`.
fn picture_of_sheet(sheet: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(sheet).ok()?;
    let sheet: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    Some(PathBuf::from(sheet["meta"]["image"].as_str()?))
}

/// The address of an asset.
fn address(path: &Path) -> String {
    format!("assets/{}", slashes(path))
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
