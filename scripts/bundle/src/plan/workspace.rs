//! Asks cargo for the program to bundle and the crates that it needs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, Target, TargetKind};

use crate::plan::cfg_set::CfgSet;
use crate::plan::contents::{Krate, MacroLibrary, Plan, Script};
use crate::plan::externs::{Choice, Extern};
use crate::plan::features::Features;
use crate::plan::packages::{folder, is_local, library, macro_library, variables};
use crate::plan::place::Place;
use crate::plan::settings;
use crate::plan::site::Site;
use crate::syntax::fresh;

/// The program to bundle, as the user names it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The package, or the program.
    pub bot: &'a str,
    /// The program, where the package has several.
    pub bin: Option<&'a str>,
    /// The manifest of the workspace; by default that of the current folder.
    pub manifest: Option<&'a Path>,
    /// Features to turn on.
    pub features: &'a [String],
    /// Whether the default features are on.
    pub default_features: bool,
    /// The site, if not the one that the manifest names.
    pub site: Option<Site>,
    /// Crates that the user says the site has.
    pub outside: &'a [String],
    /// Crates that go into the bundle although the site has them.
    pub inside: &'a [String],
}

/// Asks cargo and makes the plan.
///
/// # Errors
/// If there is no such workspace, package or program, or if it needs a crate that cannot be bundled.
pub fn plan(wanted: Wanted) -> Result<Plan> {
    let mut command = MetadataCommand::new();
    if let Some(manifest) = wanted.manifest {
        if !manifest.is_file() {
            bail!(
                "there is no manifest {}; --manifest-path names a Cargo.toml",
                manifest.display()
            );
        }
        command.manifest_path(manifest);
    }
    let metadata = command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            anyhow!(
                "cargo cannot read the workspace: {}; run this in a folder of the bot, or name its \
                 manifest with --manifest-path",
                stderr.trim().trim_start_matches("error: ")
            )
        }
        other => anyhow!("cannot ask cargo about the workspace: {other}"),
    })?;
    let (package, bin) = program(&metadata, wanted)?;
    let features = Features::resolve(&metadata, package, wanted.features, wanted.default_features)?;
    let settings = |of: &serde_json::Value| of.get("bundle").cloned().unwrap_or_default();
    let package_settings = settings(&package.metadata);
    let own = || settings::site(&package_settings, package.manifest_path.as_std_path());
    let site = wanted.site.map_or_else(own, Ok)?;
    let mut collect = Collect {
        metadata: &metadata,
        features: &features,
        choice: Choice { site, outside: wanted.outside, inside: wanted.inside },
        chain: Vec::new(),
        externs: Vec::new(),
        done: Vec::new(),
    };
    collect.program(package, bin)?;
    let Collect { externs, done: crates, .. } = collect;
    Ok(Plan {
        site,
        name: bin.name.clone(),
        package: package.name.to_string(),
        manifest: metadata.workspace_root.join("Cargo.toml").into(),
        workspace: metadata.workspace_root.clone().into(),
        target: metadata.target_directory.clone().into(),
        folder: folder(package).into(),
        package_settings,
        workspace_settings: settings(&metadata.workspace_metadata),
        crates,
        externs,
        features_off: features.off.into_iter().collect(),
    })
}

/// The package and program that the user named.
fn program<'a>(metadata: &'a Metadata, wanted: Wanted) -> Result<(&'a Package, &'a Target)> {
    let packages = metadata.workspace_packages();
    let bins = |package: &'a Package| package.targets.iter().filter(|target| target.is_bin());
    let package = packages.iter().find(|package| package.name == wanted.bot).or_else(|| {
        packages.iter().find(|package| bins(package).any(|target| target.name == wanted.bot))
    });
    let Some(package) = package else {
        let mut names: Vec<_> = packages
            .iter()
            .filter(|package| bins(package).next().is_some())
            .map(|package| package.name.as_str())
            .collect();
        names.sort_unstable();
        bail!("no package or program is called `{}`; there are: {}", wanted.bot, names.join(", "));
    };
    let named = wanted.bin.unwrap_or(wanted.bot);
    let bins: Vec<_> = bins(package).collect();
    let exact = bins.iter().find(|target| target.name == named);
    let default = package.default_run.as_ref();
    let default = bins.iter().find(|target| Some(&target.name) == default);
    let bin = match (exact, wanted.bin, default, bins.as_slice()) {
        (Some(bin), ..) | (None, None, Some(bin), _) | (None, None, None, [bin]) => *bin,
        (None, _, _, []) => bail!("package `{}` has no program to bundle", package.name),
        _ => {
            let names: Vec<_> = bins.iter().map(|target| target.name.as_str()).collect();
            bail!(
                "package `{}` has no program `{named}`; --bin takes one of: {}",
                package.name,
                names.join(", ")
            )
        }
    };
    Ok((package, bin))
}

/// Gathers crates, each once.
struct Collect<'a> {
    metadata: &'a Metadata,
    features: &'a Features,
    choice: Choice<'a>,
    /// The packages on the way to the present one, the bot first.
    chain: Vec<&'a str>,
    externs: Vec<Extern>,
    done: Vec<Krate>,
}

impl<'a> Collect<'a> {
    fn program(&mut self, package: &'a Package, bin: &'a Target) -> Result<()> {
        // The program comes first, so that its own module names come before those of libraries.
        let at = self.done.len();
        self.done.push(self.krate(package, bin, None));
        let mut crates = BTreeMap::new();
        if let Some(library) = library(package) {
            let module = self.library(package, library)?;
            crates.insert(library.name.replace('-', "_"), module);
        }
        crates.extend(self.needs(package)?);
        self.done[at].place.crates = crates;
        Ok(())
    }

    /// The crates that a package may name, each gathered.
    fn needs(&mut self, package: &'a Package) -> Result<BTreeMap<String, String>> {
        let mut crates = BTreeMap::new();
        self.chain.push(&package.name);
        let node = self
            .metadata
            .resolve
            .as_ref()
            .and_then(|resolve| resolve.nodes.iter().find(|node| node.id == package.id));
        for needed in node.iter().flat_map(|node| &node.deps) {
            let normal = needed.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            if !normal || !self.features.needs(&package.id, &needed.pkg) {
                continue;
            }
            let other = &self.metadata[&needed.pkg];
            if self.stays_outside(other, &needed.name)? {
                continue;
            }
            let Some(library) = library(other).or_else(|| macro_library(other)) else {
                bail!("{} has no library that a bundle can have", self.needed(other));
            };
            let module = self.library(other, library)?;
            crates.insert(needed.name.clone(), module);
        }
        self.chain.pop();
        Ok(crates)
    }

    /// The build script of a package.
    fn script(&self, package: &Package) -> Option<Script> {
        let script = |target: &&Target| target.kind.contains(&TargetKind::CustomBuild);
        let script = package.targets.iter().find(script)?;
        let advice = if is_local(package) {
            "write what the bot needs of it in Rust".to_string()
        } else {
            self.advice(package)
        };
        Some(Script {
            id: package.id.clone(),
            file: script.src_path.clone().into(),
            needed: self.needed(package),
            advice,
        })
    }

    /// A package and the packages that need it, for messages.
    fn needed(&self, package: &Package) -> String {
        let mut chain = self.chain.clone();
        chain.push(&package.name);
        match chain.len() {
            1 => format!("`{}`", package.name),
            _ => format!("`{}` ({})", package.name, chain.join(" needs ")),
        }
    }

    /// Advice about the registry's crate through which a package is needed.
    fn advice(&self, package: &Package) -> String {
        let foreign = |name: &&&str| {
            let known = |one: &&Package| one.name == **name;
            self.metadata.packages.iter().find(known).is_some_and(|one| !is_local(one))
        };
        let first = self.chain.iter().find(foreign);
        self.choice.advice(first.map_or(&package.name, |first| first))
    }

    /// Whether a package stays outside, under the name that its user has for it.
    fn stays_outside(&mut self, package: &Package, name: &str) -> Result<bool> {
        if !self.choice.outside(&package.name, &package.version) {
            return Ok(false);
        }
        let own = library(package).map(|library| library.name.replace('-', "_"));
        if own.as_deref() != Some(name) {
            bail!(
                "`{}` stays outside the bundle, where it has no other name: call it so in place of \
                 `{name}`, or put it inside with --inline {}",
                package.name,
                package.name
            );
        }
        if !self.externs.iter().any(|known| known.id == package.id) {
            self.externs.push(Extern {
                package: package.name.to_string(),
                version: package.version.clone(),
                site_version: self.choice.known(&package.name),
                id: package.id.clone(),
            });
        }
        Ok(true)
    }

    /// Gathers a library and returns the name of its module in the bundle.
    fn library(&mut self, package: &'a Package, library: &'a Target) -> Result<String> {
        let root = library.src_path.clone().into_std_path_buf();
        if let Some(known) = self.done.iter().find(|krate| krate.root == root) {
            return Ok(known.place.module.clone().unwrap_or_default());
        }
        let base = library.name.replace('-', "_");
        let taken =
            |name: &str| self.done.iter().any(|krate| krate.place.module.as_deref() == Some(name));
        let module = fresh(&base, taken);
        let at = self.done.len();
        self.done.push(self.krate(package, library, Some(module.clone())));
        // What macros need themselves runs here, and is no part of a bundle.
        if self.done[at].macros.is_none() {
            self.done[at].place.crates = self.needs(package)?;
        }
        Ok(module)
    }

    fn krate(&self, package: &Package, target: &Target, module: Option<String>) -> Krate {
        let is_macros = target.kind.contains(&TargetKind::ProcMacro);
        let library = || MacroLibrary { id: package.id.clone(), file: PathBuf::new() };
        Krate {
            place: Place {
                package: package.name.to_string(),
                name: target.name.replace('-', "_"),
                module,
                crates: BTreeMap::new(),
                namesakes: BTreeSet::new(),
                cfg: CfgSet { features: self.features.of(&package.id), flags: BTreeSet::new() },
                variables: variables(package, target),
            },
            root: target.src_path.clone().into(),
            edition: target.edition,
            version: package.version.to_string(),
            description: package.description.clone(),
            licence: package.license.clone(),
            folder: folder(package).into(),
            local: is_local(package),
            script: if is_macros { None } else { self.script(package) },
            macros: is_macros.then(library),
        }
    }
}
