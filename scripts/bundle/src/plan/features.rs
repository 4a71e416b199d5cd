//! The features that are on in a bundle: those of the bot, as cargo would turn them on, without
//! features that need a crate from a registry.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Dependency, DependencyKind, Metadata, Package};

use crate::plan::packages::{ByPackage, Id, is_local};
use crate::rustc::compiler::rustc;

/// The features of every package that a program needs, and the packages that each one needs.
#[derive(Debug, Default)]
pub struct Features {
    on: ByPackage,
    needed: BTreeMap<Id, BTreeSet<Id>>,
    /// Features left out, as `package/feature`.
    pub off: BTreeSet<String>,
}

impl Features {
    /// Follows features from a package through what it needs.
    ///
    /// # Errors
    /// A feature that is asked for does not exist.
    pub fn resolve(
        metadata: &Metadata,
        package: &Package,
        wanted: &[String],
        default: bool,
    ) -> Result<Self> {
        // Most bots have no dependency for one platform only, and asking a compiler takes time.
        let mut needed = metadata.packages.iter().flat_map(|package| &package.dependencies);
        let has_platforms = needed.any(|dependency| dependency.target.is_some());
        let host = if has_platforms { Some(Host::ask()?) } else { None };
        let features = Self::default();
        let mut resolver = Resolver { metadata, host, features, weak: Vec::new() };
        for name in wanted {
            if !package.features.contains_key(name) {
                bail!("package `{}` has no feature `{name}`", package.name);
            }
        }
        resolver.package(package);
        if default {
            resolver.turn_on(package, "default");
        }
        for name in wanted {
            resolver.turn_on(package, name);
        }
        resolver.weak();
        Ok(resolver.features)
    }

    /// The features of a package that are on.
    pub fn of(&self, package: &Id) -> BTreeSet<String> {
        self.on.get(package).cloned().unwrap_or_default()
    }

    /// Whether a package needs another, with the features that are on.
    pub fn needs(&self, package: &Id, other: &Id) -> bool {
        self.needed.get(package).is_some_and(|needed| needed.contains(other))
    }
}

struct Resolver<'a> {
    metadata: &'a Metadata,
    /// The platform of this machine; `None` if no dependency is for one platform only.
    host: Option<Host>,
    features: Features,
    /// Features (`name?/feature`) to turn on if another feature adds the dependency.
    weak: Vec<(&'a Package, &'a Dependency, &'a str)>,
}

impl<'a> Resolver<'a> {
    /// Adds a package and the packages that it always needs.
    fn package(&mut self, package: &'a Package) {
        if self.features.needed.contains_key(&package.id) {
            return;
        }
        self.features.needed.insert(package.id.clone(), BTreeSet::new());
        let always = package.dependencies.iter().filter(|dependency| !dependency.optional);
        always.for_each(|dependency| self.need(package, dependency));
    }

    fn need(&mut self, package: &'a Package, dependency: &'a Dependency) {
        let is_elsewhere = self.host.as_ref().is_some_and(|host| !host.has(dependency));
        if dependency.kind != DependencyKind::Normal || is_elsewhere {
            return;
        }
        let Some(other) = self.find(package, dependency) else { return };
        let needed = self.features.needed.entry(package.id.clone()).or_default();
        needed.insert(other.id.clone());
        self.package(other);
        if dependency.uses_default_features {
            self.turn_on(other, "default");
        }
        dependency.features.iter().for_each(|name| self.turn_on(other, name));
    }

    fn turn_on(&mut self, package: &'a Package, name: &str) {
        let Some(parts) = package.features.get(name) else { return };
        if is_local(package) && parts.iter().any(|part| wants_registry(package, part)) {
            self.features.off.insert(format!("{}/{name}", package.name));
            return;
        }
        if !self.features.on.entry(package.id.clone()).or_default().insert(name.to_string()) {
            return;
        }
        for part in parts {
            if let Some(dependency) = part.strip_prefix("dep:") {
                self.activate(package, dependency);
            } else if let Some((dependency, feature)) = part.split_once('/') {
                let name = dependency.strip_suffix('?').unwrap_or(dependency);
                let Some(needed) = named(package, name) else { continue };
                if name != dependency {
                    self.weak.push((package, needed, feature));
                    continue;
                }
                self.need(package, needed);
                // Cargo also turns on the package's own feature of that name.
                if needed.optional {
                    self.turn_on(package, name);
                }
                if let Some(other) = self.find(package, needed) {
                    self.turn_on(other, feature);
                }
            } else {
                self.turn_on(package, part);
            }
        }
    }

    /// Turns on the weak features of the packages that are needed so far, until no more apply.
    fn weak(&mut self) {
        let applies = |features: &Features, (package, other): (&Package, Option<&Package>)| {
            other.is_some_and(|other| features.needs(&package.id, &other.id))
        };
        while let Some(at) = self.weak.iter().position(|(package, dependency, _)| {
            applies(&self.features, (package, self.find(package, dependency)))
        }) {
            let (package, dependency, feature) = self.weak.swap_remove(at);
            if let Some(other) = self.find(package, dependency) {
                self.turn_on(other, feature);
            }
        }
    }

    fn activate(&mut self, package: &'a Package, name: &str) {
        if let Some(dependency) = named(package, name) {
            self.need(package, dependency);
        }
    }

    /// The package that a dependency resolved to.
    fn find(&self, package: &Package, dependency: &Dependency) -> Option<&'a Package> {
        let nodes = &self.metadata.resolve.as_ref()?.nodes;
        let node = nodes.iter().find(|node| node.id == package.id)?;
        node.deps.iter().map(|needed| &self.metadata[&needed.pkg]).find(|other| {
            other.name.as_str() == dependency.name
                && (dependency.path.is_some() || dependency.req.matches(&other.version))
        })
    }
}

/// Whether a part of a feature adds a crate that is not the author's own.
fn wants_registry(package: &Package, part: &str) -> bool {
    let name = match (part.strip_prefix("dep:"), part.split_once('/')) {
        (Some(name), _) => name,
        (None, Some((name, _))) if !name.ends_with('?') => name,
        _ => return false,
    };
    named(package, name).is_some_and(|dependency| dependency.optional && dependency.path.is_none())
}

/// The dependency that a name in a feature refers to.
fn named<'a>(package: &'a Package, name: &str) -> Option<&'a Dependency> {
    package.dependencies.iter().find(|dependency| {
        dependency.kind == DependencyKind::Normal
            && dependency.rename.as_ref().unwrap_or(&dependency.name) == name
    })
}

/// The platform of this machine's compiler, for dependencies that only one platform has.
struct Host {
    triple: String,
    cfgs: Vec<cargo_metadata::cargo_platform::Cfg>,
}

impl Host {
    fn ask() -> Result<Self> {
        let ask = |arguments: &[&str]| -> Result<String> {
            let output =
                Command::new(rustc()).args(arguments).output().context("cannot run rustc")?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let version = ask(&["-vV"])?;
        let triple = version.lines().find_map(|line| line.strip_prefix("host: "));
        let cfgs = ask(&["--print", "cfg"])?;
        Ok(Self {
            triple: triple.unwrap_or_default().to_string(),
            cfgs: cfgs.lines().filter_map(|line| line.parse().ok()).collect(),
        })
    }

    /// Whether a dependency is one of this platform.
    fn has(&self, dependency: &Dependency) -> bool {
        dependency.target.as_ref().is_none_or(|platform| platform.matches(&self.triple, &self.cfgs))
    }
}
