//! Removes what nobody uses, by the compiler's own word, until it finds nothing more.
//!
//! The compiler checks the bundle and names unused items, members, imports and macros; they are
//! cut out of the syntax tree, and the tree is printed and checked again. Where a cut leaves
//! something that named a cut item (an import, an `impl` of a trait), the compiler's errors name
//! it, and it follows. If anything else breaks, the items that the errors speak of stay.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use syn::File;

use crate::compiler::{Compiler, Diagnostic, errors};
use crate::cut::{Cut, Marks, sweep};
use crate::layout::plain;

/// A bundle that holds what is used.
#[derive(Debug, Default)]
pub struct Lean {
    /// Its text.
    pub text: String,
    /// How many pieces of each kind are gone.
    pub removed: BTreeMap<&'static str, usize>,
    /// How many stay although they are not used: fields and variants, and what macros make.
    pub kept: usize,
    /// How often a compiler was asked.
    pub checks: usize,
}

/// Errors that say that a name is gone.
const GONE: [&str; 10] =
    ["E0404", "E0405", "E0407", "E0408", "E0412", "E0422", "E0425", "E0432", "E0433", "E0437"];

struct Work<'a> {
    compiler: &'a Compiler,
    folder: &'a Path,
    lean: Lean,
    /// Names that must stay, because something else breaks without them.
    stays: BTreeSet<String>,
}

/// Removes what a compiler calls unused; `folder` is a place for its files.
///
/// # Errors
/// The bundle does not compile to begin with.
pub fn remove(text: String, compiler: &Compiler, folder: &Path) -> Result<Lean> {
    let lean = Lean { text, ..Lean::default() };
    let mut work = Work { compiler, folder, lean, stays: BTreeSet::new() };
    let mut said = work.check(&work.lean.text.clone())?;
    if let Some(errors) = errors(&said) {
        bail!("the bundle does not compile with rustc {}\n{errors}", compiler.version);
    }
    // Each round removes or silences something, so the number of rounds is bounded by the text.
    loop {
        let marks = work.marks(&said);
        if marks.is_empty() {
            return Ok(work.lean);
        }
        said = work.round(marks)?;
    }
}

impl Work<'_> {
    fn source(&self) -> std::path::PathBuf {
        self.folder.join("bundle.rs")
    }

    fn check(&mut self, text: &str) -> Result<Vec<Diagnostic>> {
        self.lean.checks += 1;
        let source = self.source();
        fs::write(&source, text).with_context(|| format!("cannot write {}", source.display()))?;
        self.compiler.check(&source, self.folder)
    }

    /// What the compiler's words ask to be cut or silenced.
    fn marks(&self, said: &[Diagnostic]) -> Marks {
        let mut marks = Marks::default();
        let mut made_by_macros = Vec::new();
        for one in said.iter().filter(|one| one.tells_of_unused()) {
            for place in one.places() {
                let range = place.range();
                let text = self.lean.text.get(range.clone()).unwrap_or_default();
                if let Some(call) = place.call() {
                    made_by_macros.push(call.range());
                } else if one.name() == "unused_imports" {
                    marks.imports.push(range);
                } else if self.stays.contains(text) || is_part(&one.message) {
                    marks.quiet.push(range);
                } else {
                    marks.names.push(range);
                }
            }
        }
        if marks.is_empty() {
            // Only when nothing else is left: silence hides what stands beside it, too.
            marks.quiet_modules = made_by_macros;
        }
        marks
    }

    /// Cuts what is marked, with what follows from it, and gives what the compiler says then.
    fn round(&mut self, mut marks: Marks) -> Result<Vec<Diagnostic>> {
        loop {
            let mut file = syn::parse_file(&self.lean.text)?;
            let cut = Cut::out(&mut file, marks.clone());
            let mut removed = cut.removed;
            if removed.is_empty() && cut.kept == 0 {
                bail!(
                    "rustc {} calls something unused that is not found in the bundle",
                    self.compiler.version
                );
            }
            let gone: BTreeSet<String> = cut.names.into_iter().collect();
            if let Some((text, said)) = self.settle(file, &gone, &mut removed)? {
                for (kind, count) in removed {
                    *self.lean.removed.entry(kind).or_default() += count;
                }
                self.lean.kept += cut.kept;
                self.lean.text = text;
                return Ok(said);
            }
            // Something else broke. What the errors name stays; if they name nothing that is gone,
            // the half of the round that breaks is looked for.
            let before = marks.names.len();
            let text = &self.lean.text;
            let stays = &self.stays;
            let (keep, go): (Vec<_>, Vec<_>) =
                marks.names.into_iter().partition(|range| stays.contains(&text[range.clone()]));
            marks.names = go;
            marks.quiet.extend(keep);
            match (marks.names.len() == before, before) {
                (false, _) => {}
                (true, 0) => bail!("imports that the compiler calls unused cannot be removed"),
                (true, 1) => {
                    let range = marks.names.remove(0);
                    self.stays.insert(self.lean.text[range.clone()].to_string());
                    marks.quiet.push(range);
                }
                (true, _) => marks.names.truncate(before / 2),
            }
        }
    }

    /// Lets imports and `impl`s follow what is gone until the file compiles; none if anything
    /// else breaks.
    fn settle(
        &mut self,
        mut file: File,
        gone: &BTreeSet<String>,
        removed: &mut BTreeMap<&'static str, usize>,
    ) -> Result<Option<(String, Vec<Diagnostic>)>> {
        loop {
            let swept = sweep(&mut file);
            if swept > 0 {
                *removed.entry("empty block").or_default() += swept;
            }
            let text = plain(&file);
            let said = self.check(&text)?;
            if errors(&said).is_none() {
                return Ok(Some((text, said)));
            }
            let mut marks = Marks::default();
            for one in said.iter().filter(|one| one.is_error() && GONE.contains(&one.name())) {
                for place in one.places() {
                    marks.broken.push(place.range());
                    marks.heads.push(place.range());
                }
            }
            file = syn::parse_file(&text)?;
            let cut = Cut::out(&mut file, marks);
            if cut.removed.is_empty() {
                for one in said.iter().filter(|one| one.is_error()) {
                    let words = one.message.split('`').skip(1).step_by(2);
                    let words = words.flat_map(|word| word.split("::"));
                    self.stays.extend(words.filter(|word| gone.contains(*word)).map(String::from));
                }
                return Ok(None);
            }
            for (kind, count) in cut.removed {
                *removed.entry(kind).or_default() += count;
            }
        }
    }
}

/// Whether a message is about parts of a type, which cannot be cut without the code that names
/// them.
fn is_part(message: &str) -> bool {
    message.starts_with("field")
        || message.starts_with("variant")
        || message.contains("fields ")
        || message.contains("variants ")
}
