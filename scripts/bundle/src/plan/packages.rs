//! Cargo's data about one package: its library, its folder, its variables.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::camino::Utf8Path;
use cargo_metadata::{CrateType, Package, PackageId, Target, TargetKind};

/// The folder of a package's manifest.
pub fn folder(package: &Package) -> &Utf8Path {
    package.manifest_path.parent().unwrap_or(&package.manifest_path)
}

/// A package's library, if its sources can be taken into a bundle.
pub fn library(package: &Package) -> Option<&Target> {
    package
        .targets
        .iter()
        .find(|target| {
            let kinds = &target.crate_types;
            kinds.contains(&CrateType::Lib) || kinds.contains(&CrateType::RLib)
        })
        .filter(|target| !target.is_bin() && !target.is_example())
}

/// A package's library of procedural macros.
pub fn macro_library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| target.kind.contains(&TargetKind::ProcMacro))
}

/// The variables that cargo sets when it compiles a package.
pub fn variables(package: &Package, target: &Target) -> BTreeMap<String, String> {
    let version = &package.version;
    let folder = package.manifest_path.parent().map(ToString::to_string);
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let mut variables = BTreeMap::from(
        [
            ("CARGO_MANIFEST_DIR", folder.unwrap_or_default()),
            ("CARGO_PKG_NAME", package.name.to_string()),
            ("CARGO_PKG_VERSION", version.to_string()),
            ("CARGO_PKG_VERSION_MAJOR", version.major.to_string()),
            ("CARGO_PKG_VERSION_MINOR", version.minor.to_string()),
            ("CARGO_PKG_VERSION_PATCH", version.patch.to_string()),
            ("CARGO_PKG_VERSION_PRE", version.pre.to_string()),
            ("CARGO_PKG_AUTHORS", package.authors.join(":")),
            ("CARGO_PKG_DESCRIPTION", text(&package.description)),
            ("CARGO_PKG_HOMEPAGE", text(&package.homepage)),
            ("CARGO_PKG_REPOSITORY", text(&package.repository)),
            ("CARGO_PKG_LICENSE", text(&package.license)),
            ("CARGO_CRATE_NAME", target.name.replace('-', "_")),
        ]
        .map(|(name, value)| (name.to_string(), value)),
    );
    if target.is_bin() {
        variables.insert("CARGO_BIN_NAME".into(), target.name.clone());
    }
    variables
}

/// Whether a package's sources belong to this machine's user, rather than to a registry.
pub fn is_local(package: &Package) -> bool {
    package.source.is_none()
}

/// A package's identity.
pub type Id = PackageId;

/// Sets of names by package.
pub type ByPackage = BTreeMap<Id, BTreeSet<String>>;
