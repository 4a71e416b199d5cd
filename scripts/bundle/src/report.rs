//! The report for the user.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::prove::proof::Proof;

/// The data of a report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The program.
    pub bot: String,
    /// The file of the bundle; `None` on stdout.
    pub file: Option<String>,
    /// The site of the bundle.
    pub site: String,
    /// Its length, in the site's unit.
    pub length: usize,
    /// The unit.
    pub unit: String,
    /// The longest source that the site takes.
    pub longest: Option<usize>,
    /// The number of its source files.
    pub files: usize,
    /// Its crates.
    pub crates: Vec<String>,
    /// The crates that stay outside, with their versions.
    pub outside: Vec<String>,
    /// Features that are off because they want a crate from a registry.
    pub features_off: Vec<String>,
    /// The removed pieces, by kind.
    pub removed: BTreeMap<String, usize>,
    /// The number of pieces that stay although they are not used: fields, variants, items that macros make.
    pub kept_unused: usize,
    /// Remarks that a user should read.
    pub notes: Vec<String>,
    /// The proof; `None` if no proof was asked for.
    pub proof: Option<Proof>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or("on stdout");
        writeln!(f, "{}: {file}", self.bot)?;
        write!(f, "  size       {} {}", self.length, self.unit)?;
        match self.longest {
            Some(longest) => writeln!(f, " of the {longest} that {} takes", self.site)?,
            None => writeln!(f)?,
        }
        writeln!(f, "  made of    {} files, crates {}", self.files, self.crates.join(", "))?;
        if !self.outside.is_empty() {
            writeln!(f, "  outside    {}", self.outside.join(", "))?;
        }
        if !self.features_off.is_empty() {
            writeln!(f, "  left out   features {}", self.features_off.join(", "))?;
        }
        let removed: Vec<String> =
            self.removed.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let total: usize = self.removed.values().sum();
        match total {
            0 => writeln!(f, "  removed    nothing")?,
            _ => writeln!(f, "  removed    {total} unused: {}", removed.join(", "))?,
        }
        if self.kept_unused > 0 {
            writeln!(
                f,
                "  kept       {} unused fields, variants or products of macros",
                self.kept_unused
            )?;
        }
        match &self.proof {
            None => writeln!(f, "  proof      not asked for")?,
            Some(proof) => {
                writeln!(f, "  compiles   with rustc {}", proof.compilers.join(" and "))?;
                writeln!(
                    f,
                    "  answers    {} equal lines in {} re-driven games",
                    proof.answers, proof.scripts
                )?;
                if let Some(signature) = &proof.signature {
                    writeln!(f, "  signature  {signature}, equal")?;
                }
                if let Some(speeds) = &proof.speeds {
                    writeln!(
                        f,
                        "  speed      {:.0} nodes a second, {:.2} of the workspace's program; {:.2} \
                         of it without optimisation",
                        speeds.bundle,
                        speeds.bundle / speeds.workspace,
                        speeds.unoptimised / speeds.workspace
                    )?;
                }
                for warning in &proof.warnings {
                    writeln!(f, "  warning    {warning}")?;
                }
            }
        }
        for note in &self.notes {
            writeln!(f, "  note       {note}")?;
        }
        Ok(())
    }
}
