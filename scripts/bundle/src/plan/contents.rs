//! The contents of a bundle: [`Plan`], with its crates.

use std::path::PathBuf;

use cargo_metadata::{Edition, PackageId};

use crate::plan::externs::Extern;
use crate::plan::place::Place;
use crate::plan::site::Site;

/// A crate that goes into the bundle.
#[derive(Clone, Debug)]
pub struct Krate {
    /// Its place, and the names that it may use.
    pub place: Place,
    /// Its root file.
    pub root: PathBuf,
    /// Its edition, as in its manifest.
    pub edition: Edition,
    /// Its version.
    pub version: String,
    /// The description in its manifest.
    pub description: Option<String>,
    /// The licence that its manifest names.
    pub licence: Option<String>,
    /// The folder of its manifest.
    pub folder: PathBuf,
    /// Whether its sources belong to this machine's user, rather than to a registry.
    pub local: bool,
    /// The build script of its package.
    pub script: Option<Script>,
    /// Set for a crate of procedural macros.
    pub macros: Option<MacroLibrary>,
}

/// The compiled library of a crate of procedural macros.
#[derive(Clone, Debug)]
pub struct MacroLibrary {
    /// The package.
    pub id: PackageId,
    /// The library; empty until cargo has built it.
    pub file: PathBuf,
}

/// A build script of a package.
#[derive(Clone, Debug)]
pub struct Script {
    /// The package.
    pub id: PackageId,
    /// Its file.
    pub file: PathBuf,
    /// The package and the packages that need it, for messages.
    pub needed: String,
    /// What to do if a bundle cannot have what the script makes.
    pub advice: String,
}

/// The crates of a bundle and its settings.
#[derive(Debug)]
pub struct Plan {
    /// The site that the bundle is for.
    pub site: Site,
    /// The name of the program.
    pub name: String,
    /// The name of its package.
    pub package: String,
    /// The workspace's manifest.
    pub manifest: PathBuf,
    /// The workspace's folder.
    pub workspace: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
    /// The folder of the package's manifest.
    pub folder: PathBuf,
    /// The table `package.metadata.bundle` of its manifest, or nothing.
    pub package_settings: serde_json::Value,
    /// The table `workspace.metadata.bundle`, or nothing.
    pub workspace_settings: serde_json::Value,
    /// The crates, the program itself first and each before those it needs.
    pub crates: Vec<Krate>,
    /// The crates that stay outside.
    pub externs: Vec<Extern>,
    /// Features that are off in the bundle because they need a crate that a site does not have.
    pub features_off: Vec<String>,
}
