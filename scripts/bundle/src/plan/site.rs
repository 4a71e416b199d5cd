//! Contest sites: the greatest length of a source, and the compiler of each.

use clap::ValueEnum;

/// The site that a bundle is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Site {
    /// codingame.com
    Codingame,
    /// codecup.nl
    Codecup,
    /// No site: a bundle may have any size.
    None,
}

/// How a site measures a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// UTF-16 code units, as JavaScript counts.
    Characters,
    /// Bytes of UTF-8.
    Bytes,
}

/// The limits of a site.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest source, and how it is measured.
    pub longest: Option<(usize, Unit)>,
    /// The compiler that must accept a bundle too, if it is installed here.
    pub compiler: Option<&'static str>,
    /// Crates that a program can use there, with their versions.
    pub crates: &'static [(&'static str, &'static str)],
    /// The source of these limits.
    pub source: &'static str,
}

impl Site {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Site::Codingame => "codingame",
            Site::Codecup => "codecup",
            Site::None => "none",
        }
    }

    /// The limits of the site.
    pub fn limits(self) -> Limits {
        match self {
            // The limit is in the editor's message about a longer source; users report that it counts UTF-16
            // units. Players have found Rust 1.60 there; the site does not publish its version, which may be
            // newer by now.
            Site::Codingame => Limits {
                longest: Some((100_000, Unit::Characters)),
                compiler: Some("1.60.0"),
                // As players have found them, along with that compiler.
                crates: &[
                    ("chrono", "0.4.19"),
                    ("itertools", "0.10.0"),
                    ("libc", "0.2.93"),
                    ("rand", "0.8.3"),
                    ("regex", "1.4.5"),
                    ("time", "0.2.26"),
                ],
                source: "the site's editor; forum.codingame.com/t/206415",
            },
            // Rust is among its languages; the version was not confirmed.
            Site::Codecup => Limits {
                longest: Some((1_474_560, Unit::Bytes)),
                compiler: None,
                crates: &[],
                source: "archive.codecup.nl/2024/52/rules_tech.html",
            },
            Site::None => Limits { longest: None, compiler: None, crates: &[], source: "" },
        }
    }
}

impl Site {
    /// The length of a text that is too long for the site, with its unit.
    pub fn excess(self, text: &str) -> Option<String> {
        let (longest, unit) = self.limits().longest?;
        let length = unit.measure(text);
        (length > longest).then(|| format!("{length} {}", unit.name()))
    }
}

impl Unit {
    /// The length of a text.
    pub fn measure(self, text: &str) -> usize {
        match self {
            Unit::Characters => text.encode_utf16().count(),
            Unit::Bytes => text.len(),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Characters => "characters",
            Unit::Bytes => "bytes",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_be_as_long_as_the_site_says_in_its_own_unit() {
        for (site, letter, most, excess) in [
            (Site::Codingame, "é", 100_000, "100001 characters"),
            (Site::Codingame, "𝄞", 50_000, "100002 characters"),
            (Site::Codecup, "é", 737_280, "1474562 bytes"),
            (Site::Codecup, "x", 1_474_560, "1474561 bytes"),
        ] {
            assert_eq!(site.excess(&letter.repeat(most)), None);
            assert_eq!(site.excess(&letter.repeat(most + 1)).as_deref(), Some(excess));
        }
        assert_eq!(Site::None.excess(&"x".repeat(2_000_000)), None);
    }

    #[test]
    fn a_sign_outside_the_basic_plane_counts_twice() {
        assert_eq!(Unit::Characters.measure("aé𝄞"), 4);
        assert_eq!(Unit::Bytes.measure("aé𝄞"), 7);
    }
}
