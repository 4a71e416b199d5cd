//! Where the bots of this project are: the sources to build, or an installed program.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::features::SOURCES;
use crate::system::{cache_folder, may_write};

/// The places in which bots are looked for.
pub(super) struct Places {
    /// The current folder.
    pub(super) here: PathBuf,
    /// The workspace from which this program was built; empty if there is none.
    pub(super) origin: PathBuf,
    /// The folder of this program.
    pub(super) beside: PathBuf,
    /// The variable `PATH`.
    pub(super) path: OsString,
    /// The user's folder for files that can be made again.
    pub(super) cache: Option<PathBuf>,
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The workspace that has the sources, and the folder to build in if it is not the workspace's own.
    Sources { workspace: PathBuf, target: Option<PathBuf> },
    /// An installed program.
    Installed(PathBuf),
}

impl Places {
    /// The places of this process.
    pub(super) fn of_process() -> Self {
        let own = env::current_exe().unwrap_or_default();
        Self {
            here: env::current_dir().unwrap_or_default(),
            origin: SOURCES.map_or_else(PathBuf::new, |folder| Path::new(folder).join("..")),
            beside: own.parent().unwrap_or(Path::new("")).to_owned(),
            path: env::var_os("PATH").unwrap_or_default(),
            cache: cache_folder(),
        }
    }

    /// Sources come first, because a program that is built from them is never out of date.
    pub(super) fn find(&self, package: &str) -> Option<Found> {
        let is_source = |workspace: &Path| {
            workspace.join("Cargo.toml").is_file()
                && workspace.join("bots").join(package).join("Cargo.toml").is_file()
        };
        if let Some(workspace) = self.here.ancestors().find(|folder| is_source(folder)) {
            return Some(Found::Sources { workspace: workspace.to_owned(), target: None });
        }
        if is_source(&self.origin) {
            return Some(Found::Sources { workspace: self.origin.clone(), target: self.target() });
        }
        let beside = [self.beside.clone()];
        let folders = beside.into_iter().chain(env::split_paths(&self.path));
        let program = format!("{package}{}", env::consts::EXE_SUFFIX);
        let mut programs = folders.map(|folder| folder.join(&program));
        programs.find(|file| file.is_file()).map(Found::Installed)
    }

    /// Where the bots of the workspace from which this program was built are built: in the user's cache if that is a checkout
    /// that belongs to cargo, or cannot be written to.
    fn target(&self) -> Option<PathBuf> {
        let is_checkout = self.origin.components().any(|part| part.as_os_str() == "checkouts");
        let is_own = !is_checkout && may_write(&self.origin);
        self.cache.as_ref().filter(|_| !is_own).map(|cache| cache.join("botyard").join("target"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn workspace(folder: &Path) {
        fs::create_dir_all(folder.join("bots/ocean")).unwrap();
        fs::write(folder.join("Cargo.toml"), "").unwrap();
        fs::write(folder.join("bots/ocean/Cargo.toml"), "").unwrap();
    }

    fn program(folder: &Path) -> Found {
        fs::create_dir_all(folder).unwrap();
        let file = folder.join(format!("ocean{}", env::consts::EXE_SUFFIX));
        fs::write(&file, "").unwrap();
        Found::Installed(file)
    }

    /// From the last place to the first, each new one is preferred.
    #[test]
    fn sources_come_before_programs_and_the_current_folder_before_all() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        let places = Places {
            here: at("clone/notes"),
            origin: at("origin"),
            beside: at("bin"),
            path: env::join_paths([at("empty"), at("usr")]).unwrap(),
            cache: Some(at("cache")),
        };
        assert_eq!(places.find("ocean"), None);
        let found = program(&at("usr"));
        assert_eq!(places.find("ocean"), Some(found));
        let found = program(&at("bin"));
        assert_eq!(places.find("ocean"), Some(found));
        workspace(&at("origin"));
        let found = Found::Sources { workspace: at("origin"), target: None };
        assert_eq!(places.find("ocean"), Some(found));
        workspace(&at("clone"));
        let found = Found::Sources { workspace: at("clone"), target: None };
        assert_eq!(places.find("ocean"), Some(found));
        assert_eq!(places.find("kabotte"), None);
    }

    #[test]
    fn a_checkout_of_cargo_is_built_in_the_cache() {
        let folder = TempDir::new().unwrap();
        let origin = folder.path().join(".cargo/git/checkouts/botyard-1/abc");
        workspace(&origin);
        let places = Places {
            here: folder.path().to_owned(),
            origin: origin.clone(),
            beside: PathBuf::new(),
            path: OsString::new(),
            cache: Some(PathBuf::from("/cache")),
        };
        let target = Some(PathBuf::from("/cache/botyard/target"));
        assert_eq!(places.find("ocean"), Some(Found::Sources { workspace: origin, target }));
    }
}
