//! Keeps only the code of a bundle that its program needs: `unused` and `idle` run in turn until neither
//! finds anything more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use syn::File;

use crate::cut::marked;
use crate::cut::reduced::Reduced;
use crate::cut::rough::{Rough, rough};
use crate::cut::uncalled::{self, Piece};
use crate::cut::unused;
use crate::progress::Progress;
use crate::rustc::compiler::{Compiler, Diagnostic, errors, words};
use crate::rustc::functions::Functions;
use crate::syntax;

/// The most trials of compiling a bundle without pieces that nothing calls. The bots here need up to ten; a large
/// crate for numbers has hundreds of pieces that need each other, and each trial takes a second.
const MOST_TRIALS: usize = 30;

/// Removes the code that the compilers find unused; `folder` is for their files. The code that remains after
/// today's compiler is passed to `accept` before older compilers see it.
///
/// # Errors
/// If the bundle does not compile before the removal, or is not accepted.
pub fn reduce(
    text: &str,
    compilers: &[Compiler],
    folder: &Path,
    progress: &Progress,
    accept: &dyn Fn(&File) -> Result<()>,
) -> Result<Reduced> {
    let mut reduced = Reduced { text: text.into(), ..Reduced::default() };
    let Some((today, older)) = compilers.split_first() else { return Ok(reduced) };
    let mut file = syn::parse_file(text)?;
    let hidden = syntax::hide(&mut file.items);
    let text = prettyplease::unparse(&file);
    let source = folder.join("bundle.rs");
    write(&source, &text)?;
    let (said, functions) = today.functions(&source, folder)?;
    let functions = functions.with_context(|| cannot_make(today, &said))?;
    let first = rough(&text, &functions, today, folder, progress)?;
    let whole = |said| Rough { reduced: Reduced { text, ..Reduced::default() }, said, functions };
    let first = first.unwrap_or_else(|| whole(said));
    let functions = first.functions;
    // The last text that was found to have these functions.
    let mut proven = first.reduced.text.clone();
    let mut idle = uncalled::idle(&syn::parse_file(&proven)?, &functions);
    reduced.then(first.reduced);
    let text = proven.clone();
    reduced.then(unused::remove(text, Some(first.said), today, folder, &idle, progress)?);
    let mut needed = syn::parse_file(&reduced.text)?;
    uncalled::cut(&mut needed, |piece| idle.contains_key(&piece.key));
    accept(&needed)?;

    let mut trial = Trial {
        compilers,
        hidden: &hidden,
        folder,
        functions: &functions,
        unused: BTreeSet::new(),
        progress,
        accepted: None,
        trials: 0,
    };
    loop {
        file = syn::parse_file(&reduced.text)?;
        // A piece that had to stay because idle code named it may be removable now.
        marked::remove_allows(&mut file);
        trial.unused.clone_from(&reduced.unused);
        let gone = trial.remove(&mut file, &idle)?;
        if gone.is_empty() {
            break;
        }
        idle.retain(|key, _| !gone.iter().any(|piece| piece.key == *key));
        reduced.count(gone.iter().map(|piece| (piece.kind, 1)));
        reduced.kept = 0;
        let said = trial.accepted.take();
        proven = prettyplease::unparse(&file);
        let next = unused::remove(proven.clone(), said, today, folder, &idle, progress)?;
        let more = !next.removed.is_empty();
        reduced.then(next);
        if !more {
            break;
        }
    }

    reduced.stopped |= trial.trials == MOST_TRIALS || progress.is_late();

    file = syn::parse_file(&reduced.text)?;
    syntax::show(&mut file.items, &hidden);
    reduced.text = prettyplease::unparse(&file);
    for compiler in older {
        let next = unused::remove(
            std::mem::take(&mut reduced.text),
            None,
            compiler,
            folder,
            &idle,
            progress,
        )?;
        reduced.then(next);
    }
    if reduced.text == proven {
        return Ok(reduced);
    }
    write(&source, &reduced.text)?;
    let (said, now) = today.functions(&source, folder)?;
    let now = now.with_context(|| cannot_make(today, &said))?;
    let changed = functions.differences(&now, &reduced.unused);
    if !changed.is_empty() {
        bail!(
            "without its unused code the bundle calls other functions than before: {}",
            changed.join(", ")
        );
    }
    Ok(reduced)
}

/// The reason why a compiler makes no program of a bundle.
fn cannot_make(compiler: &Compiler, said: &[Diagnostic]) -> String {
    let errors = errors(said).unwrap_or_default();
    format!("rustc {} cannot make a program of the bundle\n{errors}", compiler.version)
}

fn write(source: &Path, text: &str) -> Result<()> {
    fs::write(source, text).with_context(|| format!("cannot write {}", source.display()))
}

/// Cuts idle pieces, as long as all compilers accept the rest.
struct Trial<'a> {
    compilers: &'a [Compiler],
    /// The names at the root that must be public for older compilers.
    hidden: &'a [String],
    folder: &'a Path,
    /// The functions of the program before anything was removed.
    functions: &'a Functions,
    /// The paths of the pieces that were unused.
    unused: BTreeSet<String>,
    progress: &'a Progress,
    /// The messages of today's compiler about the last file that all accepted.
    accepted: Option<Vec<Diagnostic>>,
    /// How often the file was compiled without some pieces.
    trials: usize,
}

impl Trial<'_> {
    /// Cuts as many pieces as can be cut together, and returns them. A piece stays if errors name it, or if a
    /// different function is called without it: the choice between two methods can depend on `impl`s that are
    /// never called. If no message names the piece, halves are tried. After [`MOST_TRIALS`] the rest stays.
    fn remove(&mut self, file: &mut File, idle: &BTreeMap<String, Piece>) -> Result<Vec<Piece>> {
        let mut gone = Vec::new();
        let mut left: BTreeSet<String> = idle.keys().cloned().collect();
        let mut tried = left.clone();
        loop {
            let mut without = file.clone();
            let pieces = uncalled::cut(&mut without, |piece| tried.contains(&piece.key));
            if pieces.is_empty() {
                left = left.difference(&tried).cloned().collect();
                if left.is_empty() {
                    return Ok(gone);
                }
                tried.clone_from(&left);
                continue;
            }
            if self.trials == MOST_TRIALS || self.progress.is_late() {
                return Ok(gone);
            }
            self.trials += 1;
            self.progress
                .tick(|| format!("trying to cut {} pieces that nothing calls", pieces.len()));
            let words = self.complaints(&without)?;
            if words.is_empty() {
                *file = without;
                left.retain(|key| !tried.contains(key));
                tried.clone_from(&left);
                gone.extend(pieces);
                continue;
            }
            let keys = |blamed: &dyn Fn(&Piece) -> bool| -> BTreeSet<String> {
                pieces.iter().filter(|one| blamed(one)).map(|one| one.key.clone()).collect()
            };
            let wholly = keys(&|piece| {
                words.iter().any(|said| piece.words.iter().all(|word| said.contains(word)))
            });
            let partly = keys(&|piece| {
                words.iter().any(|said| piece.words.iter().any(|word| said.contains(word)))
            });
            if !wholly.is_empty() {
                left.retain(|key| !wholly.contains(key));
                tried.retain(|key| !wholly.contains(key));
            } else if !partly.is_empty() && partly.len() < pieces.len() {
                tried.retain(|key| !partly.contains(key));
            } else if let [piece] = pieces.as_slice() {
                left.remove(&piece.key);
                tried.clone_from(&left);
            } else {
                tried = pieces[..pieces.len() / 2].iter().map(|piece| piece.key.clone()).collect();
            }
        }
    }

    /// The words of the errors of the first compiler that reports some. If none does, the words of the
    /// functions that are no longer called, or newly called.
    fn complaints(&mut self, file: &File) -> Result<Vec<BTreeSet<String>>> {
        let Some((today, older)) = self.compilers.split_first() else { return Ok(Vec::new()) };
        let source = self.folder.join("bundle.rs");
        for compiler in older.iter().rev() {
            let mut file = file.clone();
            syntax::show(&mut file.items, self.hidden);
            write(&source, &prettyplease::unparse(&file))?;
            self.progress.check();
            let errors = words_of_errors(&compiler.check(&source, self.folder)?);
            if !errors.is_empty() {
                return Ok(errors);
            }
        }
        write(&source, &prettyplease::unparse(file))?;
        self.progress.check();
        let (said, functions) = today.functions(&source, self.folder)?;
        let Some(functions) = functions else { return Ok(words_of_errors(&said)) };
        let paths = self.functions.differences(&functions, &self.unused);
        let words_of = |path: &String| words(path).map(String::from).collect::<BTreeSet<_>>();
        let changed: Vec<_> = paths.iter().map(words_of).collect();
        if changed.is_empty() {
            self.accepted = Some(said);
        }
        Ok(changed)
    }
}

/// The words of each error among messages.
fn words_of_errors(said: &[Diagnostic]) -> Vec<BTreeSet<String>> {
    let errors = said.iter().filter(|one| one.is_error());
    errors.map(|one| one.words().into_iter().map(String::from).collect()).collect()
}
