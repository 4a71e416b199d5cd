//! Removes what the compiler reports as unused, until it reports nothing more.
//!
//! The compiler checks the bundle and names unused items, members, imports and macros. They are cut
//! out of the syntax tree, and the tree is printed and checked again. If something that is left
//! named a cut item (an import, an `impl` of a trait), the compiler's errors name it, and it is cut
//! as well. If anything else breaks, the items that the errors name stay.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use syn::File;

use crate::cut::macro_definitions::{Definition, definitions};
use crate::cut::marked::{Cut, Marks, sweep};
use crate::cut::names::names;
use crate::cut::reduced::Reduced;
use crate::cut::uncalled::{self, Piece};
use crate::progress::Progress;
use crate::rustc::compiler::{Compiler, Diagnostic, Span, errors, quoted, words};

/// Errors that report a missing name.
pub const GONE: [&str; 10] =
    ["E0404", "E0405", "E0407", "E0408", "E0412", "E0422", "E0425", "E0432", "E0433", "E0437"];

/// The most rounds that break something. Each takes several checks of the compiler.
const MOST_BROKEN: usize = 10;

struct Work<'a> {
    compiler: &'a Compiler,
    folder: &'a Path,
    reduced: Reduced,
    /// The syntax tree of its text.
    file: File,
    /// The paths of the names in its text, as `names` gives them.
    paths: BTreeMap<usize, String>,
    /// The macros that its text defines at first.
    macros: Vec<Definition>,
    /// Paths of pieces that must stay, because something else breaks without them.
    stays: BTreeSet<String>,
    /// The pieces that are not part of the program.
    idle: &'a BTreeMap<String, Piece>,
    progress: &'a Progress,
    /// The number of rounds that broke something.
    broken: usize,
}

/// Removes the code that a compiler reports as unused; `folder` is for its files, and `said` has its messages
/// about the text, if they are known. Calls of macros that are `idle` may be cut with the names in them.
///
/// # Errors
/// If the bundle does not compile before the removal.
pub fn remove(
    text: String,
    said: Option<Vec<Diagnostic>>,
    compiler: &Compiler,
    folder: &Path,
    idle: &BTreeMap<String, Piece>,
    progress: &Progress,
) -> Result<Reduced> {
    let file = syn::parse_file(&text)?;
    let reduced = Reduced { text, ..Reduced::default() };
    let mut work = Work {
        compiler,
        folder,
        reduced,
        paths: names(&file),
        macros: definitions(&file),
        file,
        stays: BTreeSet::new(),
        idle,
        progress,
        broken: 0,
    };
    let mut said = match said {
        Some(said) => said,
        None => work.check(&work.reduced.text.clone())?,
    };
    if let Some(errors) = errors(&said) {
        bail!("the bundle does not compile with rustc {}\n{errors}", compiler.version);
    }
    // Each round removes or silences something, so the number of rounds is bounded by the text.
    loop {
        let marks = work.marks(&said);
        if marks.is_empty() {
            return Ok(work.reduced);
        }
        match work.round(marks)? {
            Some(after) => said = after,
            None => return Ok(work.reduced),
        }
    }
}

impl Work<'_> {
    fn source(&self) -> std::path::PathBuf {
        self.folder.join("bundle.rs")
    }

    fn check(&mut self, text: &str) -> Result<Vec<Diagnostic>> {
        self.progress.tick(|| {
            let pieces: usize = self.reduced.removed.values().sum();
            format!(
                "looking for unused code with rustc {}, {pieces} pieces removed",
                self.compiler.version
            )
        });
        let source = self.source();
        fs::write(&source, text).with_context(|| format!("cannot write {}", source.display()))?;
        self.progress.check();
        self.compiler.check(&source, self.folder)
    }

    /// The path of the name in a range of the text.
    fn path(&self, name: &Range<usize>) -> &str {
        let text = || self.reduced.text.get(name.clone()).unwrap_or_default();
        self.paths.get(&name.start).map_or_else(text, String::as_str)
    }

    /// Whether a macro may write an `impl` with a function of a trait, which would not compile without it.
    fn is_implemented_by_macro(&self, path: &str) -> bool {
        let mut parts = path.rsplit("::");
        let (Some(name), Some(of)) = (parts.next(), parts.next()) else { return false };
        self.macros.iter().any(|definition| definition.may_implement(of, name))
    }

    /// The pieces to cut or to silence, from the compiler's messages.
    fn marks(&self, said: &[Diagnostic]) -> Marks {
        let mut marks = Marks::default();
        let mut made_by_macros = Vec::new();
        for one in said.iter().filter(|one| one.tells_of_unused()) {
            for place in one.places() {
                let range = place.range();
                if let Some(call) = place.call() {
                    made_by_macros.push(call.range());
                } else if one.name() == "unused_imports" {
                    marks.imports.push(range);
                } else if self.stays.contains(self.path(&range))
                    || is_part(&one.message)
                    || self.is_implemented_by_macro(self.path(&range))
                {
                    marks.silenced.push(range);
                } else {
                    marks.names.push(range);
                }
            }
        }
        if marks.is_empty() {
            // Only when nothing else is left: an `allow` also hides other unused code.
            marks.silenced_modules = made_by_macros;
        }
        marks
    }

    /// Cuts the marked pieces and those that depend on them, and returns the compiler's messages after that;
    /// `None` if no marked piece is in the syntax tree.
    fn round(&mut self, mut marks: Marks) -> Result<Option<Vec<Diagnostic>>> {
        if self.progress.is_late() && !marks.names.is_empty() {
            self.reduced.stopped = true;
            self.keep(&mut marks);
        }
        loop {
            let mut file = self.file.clone();
            let cut = Cut::out(&mut file, marks.clone());
            let mut removed = cut.removed;
            if removed.is_empty() && cut.kept == 0 {
                // The names are among the tokens of a macro's call.
                self.reduced.kept += marks.names.len() + marks.imports.len() + marks.silenced.len();
                return Ok(None);
            }
            let gone: Vec<String> =
                marks.names.iter().map(|name| self.path(name).to_string()).collect();
            let stays = self.stays.len();
            if let Some((text, said)) = self.settle(file, &gone, &mut removed)? {
                self.reduced.count(removed);
                self.reduced.unused.extend(gone);
                self.reduced.kept += cut.kept;
                self.file = syn::parse_file(&text)?;
                self.paths = names(&self.file);
                self.reduced.text = text;
                return Ok(Some(said));
            }
            // Something else broke. The pieces that the errors name stay. If the errors name no removed
            // piece, half of the round is tried.
            let before = marks.names.len();
            let (keep, go): (Vec<_>, Vec<_>) =
                marks.names.into_iter().partition(|name| self.stays.contains(self.path(name)));
            marks.names = go;
            marks.silenced.extend(keep);
            match (self.stays.len() == stays, before) {
                (false, _) => {}
                (true, 0) => bail!("imports that the compiler calls unused cannot be removed"),
                (true, 1) => {
                    let range = marks.names.remove(0);
                    self.stays.insert(self.path(&range).to_string());
                    marks.silenced.push(range);
                }
                (true, _) => marks.names.truncate(before / 2),
            }
            self.broken += 1;
            if self.broken >= MOST_BROKEN || self.progress.is_late() {
                self.reduced.stopped = true;
                self.keep(&mut marks);
            }
        }
    }

    /// Keeps all marked names.
    fn keep(&mut self, marks: &mut Marks) {
        for range in std::mem::take(&mut marks.names) {
            self.stays.insert(self.path(&range).to_string());
            marks.silenced.push(range);
        }
    }

    /// Cuts what names removed items until the file compiles: imports, `impl`s, and pieces that nothing calls; `None`
    /// if anything else breaks.
    fn settle(
        &mut self,
        mut file: File,
        gone: &[String],
        removed: &mut BTreeMap<&'static str, usize>,
    ) -> Result<Option<(String, Vec<Diagnostic>)>> {
        // The idle pieces that went with what they name.
        let mut without = Vec::new();
        loop {
            let swept = sweep(&mut file);
            if swept > 0 {
                *removed.entry("empty block").or_default() += swept;
            }
            let text = prettyplease::unparse(&file);
            let said = self.check(&text)?;
            if errors(&said).is_none() {
                return Ok(Some((text, said)));
            }
            file = syn::parse_file(&text)?;
            let idle = self.cut_idle(&mut file, &said);
            let mut marks = Marks::default();
            for one in said.iter().filter(|one| one.is_error() && GONE.contains(&one.name())) {
                marks.broken.extend(one.places().map(Span::range));
            }
            marks.heads.clone_from(&marks.broken);
            let mut cut = Cut::out(&mut file, marks);
            for piece in &idle {
                *cut.removed.entry(piece.kind).or_default() += 1;
            }
            without.extend(idle);
            if cut.removed.is_empty() {
                for one in said.iter().filter(|one| one.is_error()) {
                    let mut missed = missed(&quoted(&one.message), gone);
                    if missed.is_empty() {
                        let shown = one.spans.iter().filter_map(|place| text.get(place.range()));
                        missed = self::missed(&shown.collect::<Vec<_>>().join(" "), gone);
                    }
                    self.stays.extend(missed);
                    let words = one.words();
                    let missing = without
                        .iter()
                        .filter(|piece| piece.words.iter().all(|word| words.contains(&**word)));
                    self.stays.extend(missing.map(|piece| piece.key.clone()));
                }
                return Ok(None);
            }
            for (kind, count) in cut.removed {
                *removed.entry(kind).or_default() += count;
            }
        }
    }

    /// Cuts the idle pieces in which there are errors: `impl`s and calls of macros.
    fn cut_idle(&self, file: &mut File, said: &[Diagnostic]) -> Vec<Piece> {
        let lines = |errors: &dyn Fn(&&Diagnostic) -> bool| -> BTreeSet<usize> {
            let errors = said.iter().filter(|one| one.is_error()).filter(errors);
            errors
                .flat_map(|one| one.places().map(|place| place.call().unwrap_or(place).line_start))
                .collect()
        };
        let (all, missing) = (lines(&|_| true), lines(&|one| GONE.contains(&one.name())));
        uncalled::cut(file, |piece| {
            (piece.is_call() && missing.range(piece.lines.clone()).next().is_some()
                || piece.is_impl() && all.range(piece.lines.clone()).next().is_some())
                && self.idle.contains_key(&piece.key)
                && !self.stays.contains(&piece.key)
        })
    }
}

/// The removed paths that the code in an error's message names. `new` alone means every path with that name;
/// together with `Grid` it means that of `Grid`.
fn missed(code: &str, gone: &[String]) -> Vec<String> {
    let words = |text: &str| -> BTreeSet<String> { words(text).map(String::from).collect() };
    let said = words(code);
    let parts = |path: &str| {
        let (around, name) = path.rsplit_once("::").unwrap_or(("", path));
        (words(around), name.to_string())
    };
    let named: Vec<&String> = gone.iter().filter(|path| said.contains(&parts(path).1)).collect();
    let wholly = named.iter().filter(|path| {
        let (around, name) = parts(path);
        said.iter().any(|word| *word != name && around.contains(word))
    });
    let wholly: Vec<String> = wholly.map(|path| (*path).clone()).collect();
    if wholly.is_empty() { named.into_iter().cloned().collect() } else { wholly }
}

/// Whether a message is about parts of a type, which cannot be cut without the code that names
/// them.
pub fn is_part(message: &str) -> bool {
    message.starts_with("field")
        || message.starts_with("variant")
        || message.contains("fields ")
        || message.contains("variants ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_the_named_piece_and_no_namesake() {
        let gone =
            ["a::impl < T > Grid < T > { }::new", "a::impl Rng { }::new", "a::Rng", "b::draw"];
        let gone = gone.map(String::from);
        let of = |message| missed(&quoted(message), &gone);
        assert_eq!(
            of("no function or associated item named `new` found for struct `Grid<_>`"),
            gone[..1]
        );
        assert_eq!(of("cannot find `new` here"), gone[..2]);
        assert_eq!(of("cannot find function `draw` in module `b`"), gone[3..]);
        assert_eq!(of("expected Rng, found draw"), Vec::<String>::new());
    }
}
