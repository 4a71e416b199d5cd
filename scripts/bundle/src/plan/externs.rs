//! Crates that stay outside a bundle because the site has them.

use cargo_metadata::PackageId;
use cargo_metadata::semver::{Op, Version, VersionReq};

use crate::plan::site::Site;

/// The rules for crates that stay outside.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The site, with the crates that it is known to have.
    pub site: Site,
    /// Crates that the user says the site has.
    pub outside: &'a [String],
    /// Crates that go into the bundle although the site has them.
    pub inside: &'a [String],
}

/// A crate that stays outside.
#[derive(Clone, Debug)]
pub struct Extern {
    /// The name of its package.
    pub package: String,
    /// The version that the bot is built with here.
    pub version: Version,
    /// The version that the site has, if it is known.
    pub site_version: Option<&'static str>,
    /// Cargo's name of it.
    pub id: PackageId,
}

impl std::fmt::Display for Extern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.package, self.version)?;
        match self.site_version {
            Some(version) => write!(f, " (the site has {version})"),
            None => Ok(()),
        }
    }
}

impl Choice<'_> {
    /// Whether a package stays outside.
    pub fn outside(&self, package: &str, version: &Version) -> bool {
        let among = |names: &[String]| names.iter().any(|name| name == package);
        let has = || self.known(package).is_some_and(|site| compatible(site, version));
        among(self.outside) || (!among(self.inside) && has())
    }

    /// The version of a crate that the site has.
    pub fn known(&self, package: &str) -> Option<&'static str> {
        let crates = self.site.limits().crates;
        crates.iter().find(|(name, _)| *name == package).map(|(_, version)| *version)
    }

    /// Advice about a crate that cannot go into a bundle.
    pub fn advice(&self, package: &str) -> String {
        if let Some(version) = self.known(package) {
            let series = version.rsplit_once('.').map_or(version, |(series, _)| series);
            return format!(
                "{} has {package} {version}: with `{package} = \"{series}\"` it stays outside",
                self.site.name()
            );
        }
        format!(
            "leave it out of the bot's dependencies, copy what the bot needs of it into the bot, or name \
             it with --extern {package} if the site has it"
        )
    }
}

/// Whether code for a version compiles with the site's: cargo takes them for the same series.
fn compatible(site: &str, version: &Version) -> bool {
    let Ok(site) = Version::parse(site) else { return false };
    let series = cargo_metadata::semver::Comparator {
        op: Op::Caret,
        major: site.major,
        minor: Some(site.minor),
        patch: None,
        pre: site.pre,
    };
    VersionReq { comparators: vec![series] }.matches(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outside(package: &str, version: &str, choice: Choice) -> bool {
        choice.outside(package, &Version::parse(version).unwrap())
    }

    #[test]
    fn a_crate_stays_outside_if_the_site_has_its_series() {
        for (package, version, site, expected) in [
            ("rand", "0.8.3", Site::Codingame, true),
            ("rand", "0.8.5", Site::Codingame, true),
            ("rand", "0.9.0", Site::Codingame, false),
            ("regex", "1.10.0", Site::Codingame, true),
            ("rand", "0.8.3", Site::None, false),
            ("smallvec", "1.13.2", Site::Codingame, false),
        ] {
            let choice = Choice { site, outside: &[], inside: &[] };
            assert_eq!(outside(package, version, choice), expected, "{package} {version}");
        }
    }

    #[test]
    fn the_user_decides_otherwise() {
        let names = ["rand".to_string()];
        let inside = Choice { site: Site::Codingame, outside: &[], inside: &names };
        assert!(!outside("rand", "0.8.3", inside));
        let said = Choice { site: Site::None, outside: &names, inside: &[] };
        assert!(outside("rand", "0.10.0", said));
    }
}
