//! Folders for what a game needs and nobody keeps.

use std::env;
use std::io;
use std::path::Path;

use anyhow::{Error, anyhow};
use tempfile::TempDir;

use crate::plain_words::system_error;
use crate::system::TEMPORARY;

/// A folder in the system's place for temporary files, which is removed when it is dropped.
///
/// # Errors
/// If that place takes no folder: a sentence that says why and how to name another place.
pub fn scratch_folder(prefix: &str) -> Result<TempDir, Error> {
    scratch_folder_in(&env::temp_dir(), prefix)
}

/// The same in another place.
///
/// # Errors
/// As those of [`scratch_folder`].
pub fn scratch_folder_in(place: &Path, prefix: &str) -> Result<TempDir, Error> {
    let made = tempfile::Builder::new().prefix(prefix).tempdir_in(place);
    made.map_err(|error| {
        // The error has the path of the new folder, which nobody knows, and words of the system.
        let why = system_error(&io::Error::from(error.kind()));
        let place = place.display();
        anyhow!("cannot make a folder for this run in {place}: {why}; set {TEMPORARY} to a folder that takes files")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_takes_no_folder_is_named_and_how_to_change_it() {
        let folder = scratch_folder("a-").unwrap();
        assert!(folder.path().is_dir());
        let error = scratch_folder_in(&folder.path().join("none"), "a-").unwrap_err().to_string();
        assert!(error.contains("none: there is no such file or folder; "), "{error}");
        assert!(error.ends_with(&format!("; set {TEMPORARY} to a folder that takes files")));
    }
}
