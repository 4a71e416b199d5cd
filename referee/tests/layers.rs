//! Which file uses which: the order of layers in `referee/docs/architecture.md`, and no circles between files.
//!
//! A file uses another one if a path (`crate::`, `super::`, or the name of a child module) leads to an item of it. A path
//! to a re-export leads to the file that defines the item, and a re-export alone is not a use. Code for tests is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Circles that are known: any subset of one of these groups of files is tolerated.
const KNOWN_CIRCLES: &[&[&str]] = &[
    &["bots/kabotte/src/choose/mod.rs", "bots/kabotte/src/choose/danger.rs"],
    &[
        "bots/kabotte/src/crash/mod.rs",
        "bots/kabotte/src/crash/detours.rs",
        "bots/kabotte/src/crash/edges.rs",
        "bots/kabotte/src/crash/parts.rs",
        "bots/kabotte/src/crash/places.rs",
    ],
    &[
        "bots/kabotte/src/crash_plan/mod.rs",
        "bots/kabotte/src/crash_plan/search.rs",
        "bots/kabotte/src/crash_plan/ways.rs",
    ],
    &["bots/kabotte/src/graph/mod.rs", "bots/kabotte/src/remulade.rs"],
    &["bots/kabotte/src/search/mod.rs", "bots/kabotte/src/search/plan.rs"],
    &[
        "bots/ocean/src/reply.rs",
        "bots/ocean/src/rollout/mod.rs",
        "bots/ocean/src/rollout/craft.rs",
        "bots/ocean/src/rollout/worlds.rs",
    ],
    &["bots/ocean/src/tracker/habits.rs", "bots/ocean/src/tracker/path.rs"],
    &["crates/gridkit/src/bitboard.rs", "crates/gridkit/src/bitboard/operators.rs"],
    &[
        "crates/gridkit/src/distance.rs",
        "crates/gridkit/src/distance/rough.rs",
        "crates/gridkit/src/distance/smooth.rs",
        "crates/gridkit/src/distance/waves.rs",
    ],
    &[
        "referee/src/arena/log.rs",
        "referee/src/arena/log/merge.rs",
        "referee/src/arena/log/repair.rs",
        "referee/src/arena/log/sound.rs",
    ],
    &[
        "referee/src/cli.rs",
        "referee/src/cli/board.rs",
        "referee/src/cli/clock_args.rs",
        "referee/src/cli/dashboard.rs",
        "referee/src/cli/duel.rs",
        "referee/src/cli/games.rs",
        "referee/src/cli/import.rs",
        "referee/src/cli/join.rs",
        "referee/src/cli/join_karo.rs",
        "referee/src/cli/ladder.rs",
        "referee/src/cli/manual.rs",
        "referee/src/cli/many.rs",
        "referee/src/cli/merge.rs",
        "referee/src/cli/new.rs",
        "referee/src/cli/play.rs",
        "referee/src/cli/progress.rs",
        "referee/src/cli/record.rs",
        "referee/src/cli/redrive.rs",
        "referee/src/cli/repair.rs",
        "referee/src/cli/replay.rs",
        "referee/src/cli/report.rs",
        "referee/src/cli/report_page.rs",
        "referee/src/cli/risks.rs",
        "referee/src/cli/serve.rs",
        "referee/src/cli/serve_karo.rs",
        "referee/src/cli/show.rs",
        "referee/src/cli/stats.rs",
        "referee/src/cli/table_file.rs",
        "referee/src/cli/tune.rs",
        "referee/src/cli/tune/numbers.rs",
        "referee/src/cli/tune/report.rs",
        "referee/src/cli/view.rs",
        "referee/src/cli/watch.rs",
    ],
    &[
        "referee/src/contest.rs",
        "referee/src/games/mod.rs",
        "referee/src/recording.rs",
        "referee/src/recording/read.rs",
        "referee/src/recording/replay.rs",
        "referee/src/recording/walk.rs",
    ],
    &[
        "referee/src/games/courier/generator.rs",
        "referee/src/games/courier/generator/islands.rs",
        "referee/src/games/courier/generator/lakes.rs",
        "referee/src/games/courier/generator/open.rs",
    ],
    &[
        "referee/src/games/courier/house.rs",
        "referee/src/games/courier/house/baseline.rs",
        "referee/src/games/courier/house/pusher.rs",
    ],
    &[
        "referee/src/games/fruit/house.rs",
        "referee/src/games/fruit/house/greedy.rs",
        "referee/src/games/fruit/house/mo.rs",
        "referee/src/games/fruit/house/nearest.rs",
        "referee/src/games/fruit/house/simple.rs",
    ],
    &["referee/src/games/fruit/javascript.rs", "referee/src/games/fruit/javascript/engine.rs"],
    &["referee/src/games/karo/mod.rs", "referee/src/games/karo/import.rs"],
    &[
        "referee/src/games/karo/house.rs",
        "referee/src/games/karo/house/blocker.rs",
        "referee/src/games/karo/house/cruiser.rs",
        "referee/src/games/karo/house/kabotte2018.rs",
        "referee/src/games/karo/house/sunday.rs",
    ],
    &[
        "referee/src/games/karo/house/chart.rs",
        "referee/src/games/karo/house/layers.rs",
        "referee/src/games/karo/house/route.rs",
    ],
    &[
        "referee/src/games/karo/site/server.rs",
        "referee/src/games/karo/site/server/api.rs",
        "referee/src/games/karo/site/server/door.rs",
        "referee/src/games/karo/site/server/json.rs",
        "referee/src/games/karo/site/server/site.rs",
        "referee/src/games/karo/site/server/socket.rs",
    ],
    &[
        "referee/src/games/ocean/house/tempered.rs",
        "referee/src/games/ocean/house/tempered/line.rs",
        "referee/src/games/ocean/house/tempered/temper.rs",
    ],
    &["referee/src/player/process.rs", "referee/src/player/process/overtime.rs"],
    &[
        "referee/src/player/process/supervisor/child.rs",
        "referee/src/player/process/supervisor/child/guarded.rs",
    ],
    &["referee/src/serve.rs", "referee/src/serve/session.rs"],
    &[
        "referee/src/stats/elo.rs",
        "referee/src/stats/normalised_elo.rs",
        "referee/src/stats/shares.rs",
    ],
    &["referee/src/terminal.rs", "referee/src/terminal/output.rs"],
    &[
        "scripts/bundle/src/lib.rs",
        "scripts/bundle/src/assemble.rs",
        "scripts/bundle/src/blame.rs",
        "scripts/bundle/src/builtin.rs",
        "scripts/bundle/src/externs.rs",
        "scripts/bundle/src/features.rs",
        "scripts/bundle/src/layout.rs",
        "scripts/bundle/src/lean.rs",
        "scripts/bundle/src/load.rs",
        "scripts/bundle/src/lost.rs",
        "scripts/bundle/src/notice.rs",
        "scripts/bundle/src/original.rs",
        "scripts/bundle/src/place.rs",
        "scripts/bundle/src/proof.rs",
        "scripts/bundle/src/report.rs",
        "scripts/bundle/src/reprint.rs",
        "scripts/bundle/src/rewrite.rs",
        "scripts/bundle/src/run.rs",
        "scripts/bundle/src/settings.rs",
        "scripts/bundle/src/tokens.rs",
        "scripts/bundle/src/unused.rs",
        "scripts/bundle/src/workspace.rs",
    ],
];

/// Layers that are known to be violated: (file, layer that it may not use).
const KNOWN_LAYERS: &[(&str, &str)] = &[
    ("referee/src/games/karo/site/client.rs", "bot"),
    ("referee/src/games/karo/site/client/runner.rs", "bot"),
    ("referee/src/player/tcp/seat.rs", "contest"),
    ("referee/src/recording.rs", "contest"),
    ("referee/src/recording/replay.rs", "contest"),
    ("referee/src/recording/replay.rs", "games"),
];

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
    fn read(folder: &Path) -> Self {
        let mut all = Self { files: BTreeMap::new(), macros: BTreeMap::new() };
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
                        all.add(module, path, &text);
                    }
                }
            }
        }
        all
    }

    fn add(&mut self, module: Module, path: PathBuf, text: &str) {
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
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let Source { code, imports, children, .. } = &self.files[module];
        let names: BTreeSet<&str> = words(code).map(|(_, word)| word).collect();
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
            let mut item = lines.by_ref().skip_while(|line| line.trim_start().starts_with("#["));
            let first = item.next().unwrap_or_default();
            let end = format!("{indent}}}");
            if !first.ends_with([';', '}']) {
                let _ =
                    item.find(|line| *line == end || !first.ends_with('{') && line.ends_with(';'));
            }
            continue;
        }
        code += line.split("//").next().unwrap();
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

/// The layers of `architecture.md` from the top, each with its modules.
fn layers(page: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once("each line uses only what is below it").unwrap();
    let block = rest.split("```").nth(1).unwrap();
    let lines = block.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
    let names = lines.map(|line| line.split("  ").next().unwrap().trim_end_matches('/'));
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

/// What a module uses of a higher layer or of another contest; its own name if it is in no layer.
fn violations(sources: &Sources, module: &Module, layers: &[Vec<String>]) -> Vec<String> {
    let rank = |name: &str| layers.iter().position(|layer| layer.iter().any(|one| one == name));
    let (name, key) = layer_of(module);
    if module.is_empty() || name == "testkit" {
        return Vec::new();
    }
    let Some(own) = rank(&name) else { return vec![name] };
    let is_wrong = |used: &Module| {
        let (used_name, used_key) = layer_of(used);
        rank(&used_name).is_none_or(|used| used < own) || name == used_name && key != used_key
    };
    let used = sources.used_by(module).into_iter();
    used.filter(is_wrong).map(|used| used.join("::")).collect()
}

/// A path from the top of the workspace.
fn named<'a>(path: &'a Path, top: &Path) -> &'a str {
    path.strip_prefix(top).unwrap().to_str().unwrap()
}

#[test]
fn each_layer_of_the_referee_uses_only_what_is_below_it() {
    let top = workspace();
    let page = fs::read_to_string(top.join("referee/docs/architecture.md")).unwrap();
    let (sources, layers) = (Sources::read(&top.join("referee/src")), layers(&page));
    let found = sources.files.iter().flat_map(|(module, source)| {
        let used = violations(&sources, module, &layers).into_iter();
        used.map(|used| (named(&source.path, &top).to_owned(), used))
    });
    let is_known =
        |(file, used): &(String, String)| KNOWN_LAYERS.contains(&(file.as_str(), used.as_str()));
    let wrong: Vec<_> = found.filter(|one| !is_known(one)).collect();
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
    let layers = layers(&page);
    let mut sources = Sources::read(&top.join("referee/src"));
    for (file, line, used) in [
        ("stats/elo.rs", "use crate::arena::Log;", "arena::log"),
        ("game.rs", "fn planted() { crate::cli::run(); }", "cli"),
        ("clocks.rs", "use crate::{game::Seat, serve::planted as served};", "serve"),
        ("games/karo/game.rs", "use crate::games::ocean::OceanGame;", "games::ocean::game"),
        ("game.rs", "use super::planted::Planted;", "planted"),
    ] {
        let module = module_of(Path::new(file));
        let path = top.join("referee/src").join(file);
        let text = fs::read_to_string(&path).unwrap();
        sources.add(module.clone(), path.clone(), &text);
        sources.add(vec!["planted".to_owned()], PathBuf::new(), "pub struct Planted;");
        assert_eq!(violations(&sources, &module, &layers), [""; 0], "{file}");
        sources.add(module.clone(), path.clone(), &format!("{line}\n{text}"));
        assert_eq!(violations(&sources, &module, &layers), [used], "{file}: {line}");
        sources.add(module, path, &text);
    }
}

#[test]
fn a_planted_circle_is_found_whatever_its_paths_look_like() {
    for (parent, child, is_circle) in [
        ("mod child;\npub use child::{A, B};\npub struct C(A);", "use super::C;", true),
        ("mod child;\nuse child::A as B;\npub struct C;", "use super::C;", true),
        ("mod child;\nfn f() { child::g() }", "fn g() { crate::parent::f() }", true),
        ("mod child;\nuse self::child::g;", "use crate::{other::D, parent::{self, f}};", true),
        ("mod child;\npub use child::A;", "use super::super::other::D;", false),
        ("mod child;\npub struct C;", "use super::C;", false),
        ("mod child;\npub use child::A;\npub struct C;", "use super::C;", false),
        ("mod child;\npub use super::other::D;\nfn f() { child::g() }", "use super::D;", false),
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
