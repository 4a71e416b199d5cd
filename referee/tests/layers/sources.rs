//! The files of a crate, and which files use which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module: `["games", "karo"]`; empty for the root of a crate.
pub type Module = Vec<String>;

/// The files of a crate.
pub struct Sources {
    pub files: BTreeMap<Module, Source>,
    /// The modules that define macros, which are used as `crate::name`.
    macros: BTreeMap<String, Module>,
}

pub struct Source {
    pub path: PathBuf,
    /// The code, without comments, `use` lines and code for tests.
    code: String,
    imports: Vec<Import>,
    /// The modules that are declared in the file.
    children: BTreeSet<String>,
}

/// A name that a `use` line brings into a module.
struct Import {
    name: String,
    /// From the root of the crate.
    path: Module,
    is_public: bool,
}

impl Sources {
    /// Reads the `src` folder of a crate.
    pub fn read(folder: &Path) -> Self {
        let none = Self { files: BTreeMap::new(), macros: BTreeMap::new() };
        none.and(folder)
    }

    /// Adds the `src` folder of another crate, whose modules have other names.
    pub fn and(mut self, folder: &Path) -> Self {
        let mut folders = vec![folder.to_owned()];
        while let Some(inner) = folders.pop() {
            for entry in inner.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension() == Some("rs".as_ref()) && !path.ends_with("tests.rs") {
                    let module = module_of(path.strip_prefix(folder).unwrap());
                    let is_second_root = module.is_empty() && path.ends_with("main.rs");
                    if !is_second_root || !folder.join("lib.rs").exists() {
                        let text = fs::read_to_string(&path).unwrap();
                        self.add(module, path, &text);
                    }
                }
            }
        }
        self
    }

    pub fn add(&mut self, module: Module, path: PathBuf, text: &str) {
        let code = plain_code(text);
        for rest in code.split("macro_rules! ").skip(1) {
            let name = rest.split([' ', '{']).next().unwrap();
            self.macros.insert(name.to_owned(), module.clone());
        }
        let declared = code.lines().filter_map(|line| {
            line.trim_start().trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')
        });
        let children = declared.map(str::to_owned).collect();
        let (code, imports) = without_imports(&code, &module, &children);
        self.files.insert(module, Source { path, code, imports, children });
    }

    /// The module that defines the item at a path from the root.
    fn resolve(&self, path: &[String]) -> Module {
        if let [name, ..] = path
            && !self.files.contains_key(&path[..1])
            && let Some(module) = self.macros.get(name)
        {
            return module.clone();
        }
        let longest = (0..=path.len()).rev().find(|end| self.files.contains_key(&path[..*end]));
        let (module, item) = path.split_at(longest.unwrap_or(0));
        let import = item.first().and_then(|name| {
            let imports = &self.files[module].imports;
            imports.iter().find(|import| import.name == *name && import.path != path)
        });
        match import {
            Some(import) => self.resolve(&[&import.path[..], &item[1..]].concat()),
            None => module.to_vec(),
        }
    }

    /// The other modules that a module uses.
    pub fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let Source { code, imports, children, .. } = &self.files[module];
        let is_declaration = |line: &&str| line.ends_with(';') && line.contains("mod ");
        let items = code.lines().filter(|line| !is_declaration(line));
        let names: BTreeSet<&str> = items.flat_map(words).map(|(_, word)| word).collect();
        let is_use = |import: &&Import| !import.is_public || names.contains(import.name.as_str());
        let imported = imports.iter().filter(is_use).map(|import| self.resolve(&import.path));
        let paths = words(code).filter_map(|(at, word)| {
            let path_follows = code[at + word.len()..].starts_with("::");
            let is_begin = path_follows && !code[..at].ends_with("::");
            is_begin.then(|| paths_at(&code[at..], module, children)).flatten()
        });
        let inline = paths.flatten().map(|(path, _)| self.resolve(&path));
        let mut used: BTreeSet<Module> = imported.chain(inline).collect();
        used.remove(module);
        used
    }

    /// Groups of files each of which uses the others, directly or not.
    pub fn circles(&self) -> Vec<Vec<PathBuf>> {
        let uses: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().map(|module| (module, self.used_by(module))).collect();
        let reached = |from: &Module| {
            let (mut found, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(module) = open.pop() {
                open.extend(uses[module].iter().filter(|next| found.insert((*next).clone())));
            }
            found
        };
        let reach: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().map(|module| (module, reached(module))).collect();
        let circle = |module: &Module| -> BTreeSet<&Module> {
            let others = reach.iter().filter(|(other, of_other)| {
                of_other.contains(module) && reach[module].contains(**other)
            });
            others.map(|(other, _)| *other).collect()
        };
        let circles: BTreeSet<_> = self.files.keys().map(circle).collect();
        let paths = |circle: BTreeSet<&Module>| {
            circle.into_iter().map(|module| self.files[module].path.clone()).collect()
        };
        circles.into_iter().filter(|circle| circle.len() > 1).map(paths).collect()
    }
}

/// `games/karo/mod.rs` and `games/karo.rs` are the module `games::karo`.
pub fn module_of(file: &Path) -> Module {
    let file = file.with_extension("");
    let mut module: Module = file.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// The code of a file without comments and without items for tests.
fn plain_code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let indent = &line[..line.len() - line.trim_start().len()];
            let mut item = lines.by_ref().skip_while(|line| line.trim_start().starts_with("#["));
            let first = item.next().unwrap_or_default();
            let end = format!("{indent}}}");
            if !first.ends_with([';', '}']) {
                let _ =
                    item.find(|line| *line == end || !first.ends_with('{') && line.ends_with(';'));
            }
            continue;
        }
        let line = line.split("//").next().unwrap();
        // A path in `pub(in path)` is not a use.
        let (before, after) = line.split_once("(in ").map_or((line, ""), |(before, after)| {
            (before, after.split_once(')').map_or("", |(_, after)| after))
        });
        code += before;
        code += after;
        code.push('\n');
    }
    code
}

/// Splits the `use` lines of a module from its other code.
fn without_imports(
    code: &str,
    module: &Module,
    children: &BTreeSet<String>,
) -> (String, Vec<Import>) {
    let (mut plain, mut imports) = (String::new(), Vec::new());
    let mut rest = code;
    while let Some(line) = rest.split_inclusive('\n').next() {
        let begin = line.trim_start();
        let is_public = begin.starts_with("pub");
        let begin = begin.strip_prefix("pub ").unwrap_or(begin);
        let begin =
            begin.strip_prefix("pub(").and_then(|it| it.split_once(") ")).map_or(begin, |it| it.1);
        if !begin.starts_with("use ") {
            plain += line;
            rest = &rest[line.len()..];
            continue;
        }
        let at = rest.find("use ").unwrap() + "use ".len();
        let found = paths_at(&rest[at..], module, children).into_iter().flatten();
        imports.extend(found.map(|(path, name)| Import { name, path, is_public }));
        rest = &rest[rest.find(';').unwrap() + 1..];
    }
    (plain, imports)
}

/// The paths from the root, with the names that they are imported as, of a text that begins with a path; `None` if
/// the path leads out of the crate.
fn paths_at(
    text: &str,
    module: &Module,
    children: &BTreeSet<String>,
) -> Option<Vec<(Module, String)>> {
    let (_, word) = words(text).next()?;
    let mut begin = match word {
        "crate" => Vec::new(),
        "super" => module[..module.len().saturating_sub(1)].to_vec(),
        "self" => module.clone(),
        child if children.contains(child) => [&module[..], &[child.to_owned()]].concat(),
        _ => return None,
    };
    let mut rest = text[word.len()..].strip_prefix("::")?;
    while let Some(after) = rest.strip_prefix("super::") {
        begin.pop();
        rest = after;
    }
    Some(tree(rest, &begin).0)
}

/// The identifiers of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = text.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The paths of a tree such as `a::{b, c::{self, D as E}}` with their names, and the text after it.
fn tree<'a>(text: &'a str, begin: &[String]) -> (Vec<(Module, String)>, &'a str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut paths = Vec::new();
        loop {
            let (more, after) = tree(rest, begin);
            paths.extend(more);
            let end = after.find([',', '}']).unwrap_or(after.len());
            rest = after.get(end + 1..).unwrap_or_default();
            if !after[end..].starts_with(',') {
                return (paths, rest);
            }
            if let Some(after) = rest.trim_start().strip_prefix('}') {
                return (paths, after);
            }
        }
    }
    let Some((_, word)) = words(text).next().filter(|(at, _)| *at == 0) else {
        return (vec![(begin.to_vec(), String::new())], text);
    };
    let rest = &text[word.len()..];
    let path = if word == "self" { begin.to_vec() } else { [begin, &[word.to_owned()]].concat() };
    if let Some(rest) = rest.strip_prefix("::") {
        return tree(rest, &path);
    }
    let alias = rest.strip_prefix(" as ").and_then(|rest| words(rest).next());
    let name = alias.map_or_else(|| path.last().cloned().unwrap_or_default(), |it| it.1.to_owned());
    (vec![(path, name)], rest)
}
