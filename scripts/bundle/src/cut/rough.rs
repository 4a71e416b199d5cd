//! The first removal of a large bundle: what nothing needs by its name goes at once, before a compiler reports
//! the rest piece by piece.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use syn::File;

use crate::cut::macro_definitions::definitions;
use crate::cut::marked::{Cut, Marks, sweep};
use crate::cut::names as cut_names;
use crate::cut::reduced::Reduced;
use crate::cut::unnamed::{self, Gone, Wanted};
use crate::cut::unused::{GONE, is_part};
use crate::progress::Progress;
use crate::rustc::compiler::{Compiler, Diagnostic, Span, quoted, words};
use crate::rustc::functions::Functions;

/// The most attempts. Each keeps more: the names in the compiler's errors about the attempt before.
const MOST_ATTEMPTS: usize = 16;

/// The most rounds after the first one. In each, what the compiler reports as unused goes, too.
const MOST_ROUNDS: usize = 2;

/// A bundle after its first removal, the compiler's messages about it, and its functions.
pub struct Rough {
    /// The bundle.
    pub reduced: Reduced,
    /// The messages.
    pub said: Vec<Diagnostic>,
    /// The functions, on the lines of the new text.
    pub functions: Functions,
}

/// Removes what nothing needs by its name; `None` if that is nothing, or if the rest does not compile to the same
/// functions.
///
/// # Errors
/// The compiler cannot be run.
pub fn rough(
    text: &str,
    functions: &Functions,
    compiler: &Compiler,
    folder: &Path,
    progress: &Progress,
) -> Result<Option<Rough>> {
    let mut best: Option<Rough> = None;
    for round in 0..=MOST_ROUNDS {
        let (whole, functions, unused) = match &best {
            None => (syn::parse_file(text)?, functions, BTreeSet::new()),
            Some(rough) => {
                let mut whole = syn::parse_file(&rough.reduced.text)?;
                let (unused, imports) = unused(&whole, &rough.said);
                if unused.is_empty() {
                    break;
                }
                Cut::out(&mut whole, Marks { imports, ..Marks::default() });
                (whole, &rough.functions, unused)
            }
        };
        let work = Work { whole, functions, compiler, folder, progress };
        let mut next = work.without(Wanted { unused, ..Wanted::default() })?;
        if next.is_none() && round == 0 {
            next = work.without(Wanted { idle: true, ..Wanted::default() })?;
        }
        let Some(mut next) = next else { break };
        if let Some(before) = best {
            let mut reduced = before.reduced;
            reduced.then(next.reduced);
            next.reduced = reduced;
        }
        best = Some(next);
    }
    Ok(best)
}

/// The paths of the pieces that a compiler reports as unused, and the places of such imports.
fn unused(file: &File, said: &[Diagnostic]) -> (BTreeSet<String>, Vec<Range<usize>>) {
    let (paths, definitions) = (cut_names::names(file), definitions(file));
    // A macro may write an `impl` with a function of a trait, which would not compile without it.
    let by_macro = |path: &str| {
        let mut parts = path.rsplit("::");
        let (name, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        definitions.iter().any(|definition| definition.may_implement(of, name))
    };
    let (mut unused, mut imports) = (BTreeSet::new(), Vec::new());
    for one in said.iter().filter(|one| one.tells_of_unused() && !is_part(&one.message)) {
        for place in one.places().filter(|place| place.call().is_none()) {
            if one.name() == "unused_imports" {
                imports.push(place.range());
            } else {
                let path = paths.get(&place.range().start);
                unused.extend(path.filter(|path| !by_macro(path)).cloned());
            }
        }
    }
    (unused, imports)
}

struct Work<'a> {
    whole: File,
    functions: &'a Functions,
    compiler: &'a Compiler,
    folder: &'a Path,
    progress: &'a Progress,
}

impl Work<'_> {
    /// The bundle with what is wanted, and with what compilers say that it needs.
    fn without(&self, mut wanted: Wanted) -> Result<Option<Rough>> {
        let mut before = String::new();
        let mut errors = Vec::new();
        let mut shown = BTreeSet::new();
        for attempt in 1..=MOST_ATTEMPTS {
            if self.progress.is_late() || self.progress.is_half_over() && !wanted.idle {
                return Ok(None);
            }
            let (mut file, mut gone, mut text) = self.cut(&wanted);
            // What was added is not enough: another reading of the errors may be.
            if text == before {
                wanted.words.extend(errors.iter().flat_map(|one: &Error| one.message.clone()));
                wanted.words.append(&mut shown);
                (file, gone, text) = self.cut(&wanted);
            }
            if text == before {
                wanted.partly.extend(errors.iter().map(|one| one.names.clone()));
                (file, gone, text) = self.cut(&wanted);
            }
            if text == before || gone.removed.is_empty() {
                return Ok(None);
            }
            before = text;
            self.progress.tick(|| format!("removing what nothing needs, attempt {attempt}"));
            let mut reduced = Reduced { unused: gone.methods, ..Reduced::default() };
            reduced.count(gone.removed);
            let said = self.without_broken_imports(file, &mut reduced)?;
            errors = said.iter().filter(|one| one.is_error()).map(Error::of).collect();
            shown = code(&said, &reduced.text);
            if errors.is_empty() {
                let source = self.folder.join("bundle.rs");
                self.progress.check();
                let (said, now) = self.compiler.functions(&source, self.folder)?;
                errors = said.iter().filter(|one| one.is_error()).map(Error::of).collect();
                if let Some(now) = now {
                    let changed = self.functions.differences(&now, &reduced.unused);
                    if changed.is_empty() {
                        return Ok(Some(Rough { reduced, said, functions: now }));
                    }
                    wanted.partly.extend(changed.iter().map(|path| names(path)));
                }
            }
            wanted.wholly.extend(errors.iter().map(|one| (one.names.clone(), one.missing)));
        }
        Ok(None)
    }

    /// The bundle with what is wanted, what was cut, and the text.
    fn cut(&self, wanted: &Wanted) -> (File, Gone, String) {
        let mut file = self.whole.clone();
        let gone = unnamed::cut(&mut file, self.functions, wanted);
        let text = prettyplease::unparse(&file);
        (file, gone, text)
    }

    /// Compiles a file without the imports that errors are about, and returns the compiler's messages.
    fn without_broken_imports(
        &self,
        mut file: File,
        reduced: &mut Reduced,
    ) -> Result<Vec<Diagnostic>> {
        let source = self.folder.join("bundle.rs");
        loop {
            sweep(&mut file);
            reduced.text = prettyplease::unparse(&file);
            fs::write(&source, &reduced.text)
                .with_context(|| format!("cannot write {}", source.display()))?;
            self.progress.check();
            let said = self.compiler.check(&source, self.folder)?;
            file = syn::parse_file(&reduced.text)?;
            if !cut_imports(&mut file, &said, reduced) {
                return Ok(said);
            }
        }
    }
}

/// The names in an error.
#[derive(Debug)]
struct Error {
    /// Those in its message.
    message: BTreeSet<String>,
    /// Those in its message, its notes and its remarks on the source.
    names: BTreeSet<String>,
    /// Whether it is about names that are missing. Then it has only those in the message.
    missing: bool,
}

impl Error {
    fn of(one: &Diagnostic) -> Self {
        let message = names(&quoted(&one.message));
        if GONE.contains(&one.name()) || one.name().is_empty() {
            return Self { names: message.clone(), message, missing: true };
        }
        let mut found = BTreeSet::new();
        let mut left = vec![one];
        while let Some(one) = left.pop() {
            let labels = one.spans.iter().filter_map(|span| span.label.as_deref());
            for text in labels.chain([one.message.as_str()]) {
                found.extend(names(&quoted(text)));
            }
            left.extend(&one.children);
        }
        Self { message, names: found, missing: false }
    }
}

/// The names in the code that errors are about.
fn code(said: &[Diagnostic], text: &str) -> BTreeSet<String> {
    let errors = said.iter().filter(|one| one.is_error());
    let places = errors.flat_map(|one| one.places().filter_map(|place| text.get(place.range())));
    places.filter(|code| code.len() < 100).flat_map(names).collect()
}

fn names(code: &str) -> BTreeSet<String> {
    words(code).map(String::from).collect()
}

/// Cuts the imports that errors are about. Returns whether it cut any.
fn cut_imports(file: &mut File, said: &[Diagnostic], reduced: &mut Reduced) -> bool {
    let errors = said.iter().filter(|one| one.is_error());
    let broken = errors.flat_map(|one| one.places().map(Span::range));
    let cut = Cut::out(file, Marks { broken: broken.collect(), ..Marks::default() });
    let any = !cut.removed.is_empty();
    reduced.count(cut.removed);
    any
}
