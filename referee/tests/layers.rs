//! Which file uses which: the order of layers in `referee/docs/architecture.md`, and no circles between files.
//!
//! A file uses another one if a path (`crate::`, `super::`, or the name of a child module) leads into it. A path to a
//! re-export leads to the file with the re-export. Code for tests is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Circles that are known: any subset of one of these groups of files is tolerated.
const KNOWN_CIRCLES: &[&[&str]] = &[];

/// Layers that are known to be violated: (file, layer that it may not use).
const KNOWN_LAYERS: &[(&str, &str)] = &[];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// A module: `["games", "karo"]`; empty for the root of a crate.
type Module = Vec<String>;

/// The files of a crate.
struct Sources {
    files: BTreeMap<Module, Source>,
    /// The modules that define macros, which are used as `crate::name`.
    macros: BTreeMap<String, Module>,
}

struct Source {
    path: PathBuf,
    /// The code, without comments and code for tests.
    code: String,
}

impl Sources {
    /// Reads the `src` folder of a crate.
    fn read(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(inner) = folders.pop() {
            for entry in inner.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension() == Some("rs".as_ref()) {
                    let module = module_of(path.strip_prefix(folder).unwrap());
                    let code = plain_code(&fs::read_to_string(&path).unwrap());
                    let is_second_root = module.is_empty() && path.ends_with("main.rs");
                    if !is_second_root || !folder.join("lib.rs").exists() {
                        files.insert(module, Source { path, code });
                    }
                }
            }
        }
        let defined = |(module, source): (&Module, &Source)| {
            let names = source.code.split("macro_rules! ").skip(1);
            let names = names.map(|rest| rest.split([' ', '{']).next().unwrap().to_owned());
            names.map(|name| (name, module.clone())).collect::<Vec<_>>()
        };
        let macros = files.iter().flat_map(defined).collect();
        Self { files, macros }
    }

    /// The module whose file a path from the root leads into.
    fn resolve(&self, path: &[String]) -> Module {
        if let [name, ..] = path
            && !self.files.contains_key(&path[..1])
            && let Some(module) = self.macros.get(name)
        {
            return module.clone();
        }
        let longest = (0..=path.len()).rev().find(|end| self.files.contains_key(&path[..*end]));
        path[..longest.unwrap_or(0)].to_vec()
    }

    /// The other modules that a module uses.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let code = &self.files[module].code;
        let mut used = BTreeSet::new();
        for (at, word) in words(code) {
            let path_follows = code[at + word.len()..].starts_with("::");
            if !path_follows || code[..at].ends_with("::") {
                continue;
            }
            let mut begin = match word {
                "crate" => Vec::new(),
                "super" => module[..module.len().saturating_sub(1)].to_vec(),
                "self" => module.clone(),
                child if code.contains(&format!("mod {child};")) => {
                    [&module[..], &[child.to_owned()]].concat()
                }
                _ => continue,
            };
            let mut rest = &code[at + word.len() + 2..];
            while let Some(after) = rest.strip_prefix("super::") {
                begin.pop();
                rest = after;
            }
            used.extend(tree(rest, &begin).0.iter().map(|path| self.resolve(path)));
        }
        used.remove(module);
        used
    }

    /// Groups of files each of which uses the others, directly or not.
    fn circles(&self) -> Vec<Vec<PathBuf>> {
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
fn module_of(file: &Path) -> Module {
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
            let end = format!("{indent}}}");
            let is_last = |line: &&str| line.ends_with(';') || *line == end;
            let _ = lines.find(is_last);
            continue;
        }
        code += line.split("//").next().unwrap();
        code.push('\n');
    }
    code
}

/// The identifiers of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = text.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The paths of a tree such as `a::{b, c::{self, D}}`, and the text after it.
fn tree<'a>(text: &'a str, begin: &[String]) -> (Vec<Module>, &'a str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut paths = Vec::new();
        loop {
            let (more, after) = tree(rest, begin);
            paths.extend(more);
            let end = after.find([',', '}']).unwrap_or(after.len());
            rest = after.get(end + 1..).unwrap_or_default();
            if !after[end..].starts_with(',') || rest.trim_start().starts_with('}') {
                return (paths, rest);
            }
        }
    }
    match words(text).next().filter(|(at, _)| *at == 0) {
        Some((_, "self")) => (vec![begin.to_vec()], &text["self".len()..]),
        Some((_, word)) => {
            let path = [begin, &[word.to_owned()]].concat();
            match text[word.len()..].strip_prefix("::") {
                Some(rest) => tree(rest, &path),
                None => (vec![path], &text[word.len()..]),
            }
        }
        None => (vec![begin.to_vec()], text),
    }
}

/// The layers of `architecture.md` from the top, each with its modules.
fn layers(page: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once("each line uses only what is below it").unwrap();
    let block = rest.split("```").nth(1).unwrap();
    let lines = block.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
    let names = lines.map(|line| line.split("  ").next().unwrap());
    names.map(|names| names.split(", ").map(str::to_owned).collect()).collect()
}

/// The name of a module in the list of layers, and its contest if it belongs to one.
fn layer_of(module: &Module) -> (String, &str) {
    match &module[..] {
        [games] if games == "games" => ("games/mod.rs".to_owned(), ""),
        [games, key, ..] if games == "games" => ("games/<key>".to_owned(), key),
        [name, ..] => (name.clone(), ""),
        [] => (String::new(), ""),
    }
}

/// Uses of a higher layer, or of another contest: (file, used layer). Modules that are in no layer are listed, too.
fn violations(sources: &Sources, layers: &[Vec<String>]) -> Vec<(PathBuf, String)> {
    let rank = |name: &str| layers.iter().position(|layer| layer.iter().any(|one| one == name));
    let mut found = Vec::new();
    let inner = sources.files.iter().filter(|(module, _)| !module.is_empty());
    for (module, source) in inner {
        let (name, key) = layer_of(module);
        let Some(own) = rank(&name) else {
            if name != "testkit" {
                found.push((source.path.clone(), format!("{name}, which is in no layer")));
            }
            continue;
        };
        for used in sources.used_by(module) {
            let (used_name, used_key) = layer_of(&used);
            let is_below = rank(&used_name).is_some_and(|used| own <= used) && !used.is_empty();
            let is_foreign = name == used_name && key != used_key;
            if !is_below || is_foreign {
                found.push((source.path.clone(), used.join("::")));
            }
        }
    }
    found
}

/// A path from the top of the workspace.
fn named<'a>(path: &'a Path, top: &Path) -> &'a str {
    path.strip_prefix(top).unwrap().to_str().unwrap()
}

#[test]
fn each_layer_of_the_referee_uses_only_what_is_below_it() {
    let top = workspace();
    let page = fs::read_to_string(top.join("referee/docs/architecture.md")).unwrap();
    let sources = Sources::read(&top.join("referee/src"));
    let found = violations(&sources, &layers(&page));
    let found = found.iter().map(|(path, used)| (named(path, &top), used.as_str()));
    let wrong: Vec<_> = found.filter(|one| !KNOWN_LAYERS.contains(one)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let top = workspace();
    let bots = top.join("bots").read_dir().unwrap().map(|bot| bot.unwrap().path());
    let others = ["crates/gridkit", "referee", "scripts/bundle", "scripts/kanalysator"];
    let packages: Vec<PathBuf> = bots.chain(others.map(|it| top.join(it))).collect();
    assert!(packages.len() >= 9);
    let mut wrong = Vec::new();
    for package in packages {
        let circles = Sources::read(&package.join("src")).circles();
        wrong.extend(circles.into_iter().filter(|circle| {
            let is_in =
                |group: &&[&str]| circle.iter().all(|path| group.contains(&named(path, &top)));
            !KNOWN_CIRCLES.iter().any(|group| is_in(&group))
        }));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A crate of these files in a folder of its own.
fn planted(files: &[(&str, &str)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let sources = Sources::read(folder.path());
    (folder, sources)
}

#[test]
fn a_planted_import_of_a_higher_layer_is_found() {
    let top = workspace();
    let page = fs::read_to_string(top.join("referee/docs/architecture.md")).unwrap();
    for (file, line) in [
        ("stats/elo.rs", "use crate::arena::Log;"),
        ("game.rs", "fn planted() { crate::cli::run(); }"),
        ("recording/read.rs", "use crate::{game::Seat, contest::Contest};"),
        ("games/karo/game.rs", "use crate::games::ocean::OceanGame;"),
    ] {
        let mut sources = Sources::read(&top.join("referee/src"));
        let before = violations(&sources, &layers(&page)).len();
        let source = sources.files.get_mut(&module_of(Path::new(file))).unwrap();
        source.code = plain_code(&format!("{line}\n{}", source.code));
        let found = violations(&sources, &layers(&page));
        assert_eq!(found.len(), before + 1, "{file}: {line}");
    }
}

#[test]
fn a_planted_circle_is_found_whatever_its_paths_look_like() {
    for (parent, child, is_circle) in [
        ("mod child;\npub use child::{A, B};\npub struct C;", "use super::C;", true),
        ("mod child;\nfn f() { child::g() }", "fn g() { crate::parent::f() }", true),
        ("mod child;\nuse self::child::g;", "use crate::{other::D, parent::{self, f}};", true),
        ("mod child;\npub use child::A;", "use super::super::other::D;", false),
        ("mod child;\npub struct C;", "use super::C;", false),
        ("mod child;\npub use child::A;", "// use super::C;\npub struct A;", false),
        (
            "mod child;\npub use child::A;",
            "#[cfg(test)]\nmod tests {\n    use crate::parent::A;\n}",
            false,
        ),
    ] {
        let (_folder, sources) = planted(&[
            ("lib.rs", "mod other;\nmod parent;"),
            ("other.rs", "pub struct D;"),
            ("parent.rs", parent),
            ("parent/child.rs", child),
        ]);
        assert_eq!(sources.circles().len(), usize::from(is_circle), "{parent} and {child}");
    }
}
