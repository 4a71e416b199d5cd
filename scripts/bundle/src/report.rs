//! The report for the user.

use std::collections::BTreeMap;
use std::fmt;

use cargo_metadata::Edition;
use serde::Serialize;

use crate::cut::reduced::Reduced;
use crate::plan::contents::{Krate, Plan};
use crate::plan::site::Unit;
use crate::prove::proof::Proof;
use crate::rustc::compiler;

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

impl Report {
    /// The report of a bundle with this `text`, which is not proven yet.
    pub fn new(
        plan: &Plan,
        reduced: &Reduced,
        text: &str,
        mut notes: Vec<String>,
        edition: compiler::Edition,
    ) -> Self {
        let limits = plan.site.limits();
        let unit = limits.longest.map_or(Unit::Characters, |(_, unit)| unit);
        notes.extend(editions(plan, edition));
        notes.dedup();
        Self {
            bot: plan.name.clone(),
            file: None,
            site: plan.site.name().into(),
            length: unit.measure(text),
            unit: unit.name().into(),
            longest: limits.longest.map(|(longest, _)| longest),
            files: 0,
            crates: crates(plan),
            outside: plan.externs.iter().map(ToString::to_string).collect(),
            features_off: plan.features_off.clone(),
            removed: reduced
                .removed
                .iter()
                .map(|(kind, count)| ((*kind).to_string(), *count))
                .collect::<BTreeMap<_, _>>(),
            kept_unused: reduced.kept,
            notes,
            proof: None,
        }
    }
}

/// The names of the crates in the bundle.
pub fn crates(plan: &Plan) -> Vec<String> {
    let mut crates: Vec<String> =
        plan.crates.iter().map(|krate| krate.place.name.clone()).collect();
    crates.dedup();
    crates
}

/// Remarks on crates that are compiled with another edition than their own.
fn editions(plan: &Plan, edition: compiler::Edition) -> Vec<String> {
    let crates = plan.crates.iter();
    let remark = |krate: &Krate| {
        let (written, what) = match (krate.edition, edition) {
            (Edition::E2024, compiler::Edition::E2021) => ("2024", "longer"),
            (Edition::E2018 | Edition::E2021, compiler::Edition::E2024) => ("2021", "shorter"),
            _ => return None,
        };
        Some(format!(
            "`{}` is written for the edition {written} and compiled as {}, where temporaries of a \
             block's last line live {what}",
            krate.place.package,
            edition.year()
        ))
    };
    crates.filter_map(remark).collect()
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
