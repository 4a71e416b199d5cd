//! The files that each file uses: they follow the layers in `referee/docs/architecture.md` and form no
//! circles.
//!
//! A file uses another one if a path (`crate::`, `super::`, or the name of a child module) leads to an item of it. A path
//! to a re-export leads to the file that defines the item, and a re-export alone is not a use. Code for tests is left out.

mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use sources::{Module, Sources, module_of};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The sources of the core of the referee.
const CORE: &str = "crates/referee-core/src";

/// The sources of the referee and of its core, whose modules have the same paths in both crates.
fn referee(top: &Path) -> Sources {
    Sources::read(&top.join(CORE)).and(&top.join("referee/src"))
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
        [sites] if sites == "sites" => ("sites.rs".to_owned(), ""),
        [sites, key, ..] if sites == "sites" => ("sites/<key>".to_owned(), key),
        [name, ..] => (name.clone(), ""),
        [] => (String::new(), ""),
    }
}

/// The modules of a higher layer or of another contest that a module uses; its own name if it is in no layer.
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
    let (sources, layers) = (referee(&top), layers(&page));
    let found = sources.files.iter().flat_map(|(module, source)| {
        let used = violations(&sources, module, &layers).into_iter();
        used.map(|used| (named(&source.path, &top).to_owned(), used))
    });
    let wrong: Vec<_> = found.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let top = workspace();
    let bots = top.join("bots").read_dir().unwrap().map(|bot| bot.unwrap().path());
    let others = [
        "crates/gridkit",
        "crates/referee-core",
        "referee",
        "scripts/bundle",
        "scripts/kanalysator",
    ];
    let packages: Vec<PathBuf> = bots.chain(others.map(|it| top.join(it))).collect();
    assert!(packages.len() >= 10);
    let mut wrong = Vec::new();
    for package in packages {
        let circles = Sources::read(&package.join("src")).circles();
        wrong.extend(circles);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A crate with these files in its own folder.
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
    let mut sources = referee(&top);
    for (file, line, used) in [
        ("stats/elo.rs", "use crate::arena::Log;", "arena::log::games"),
        ("game.rs", "fn planted() { crate::cli::run(); }", "cli"),
        ("clocks.rs", "use crate::{game::Seat, serve::planted as served};", "serve"),
        ("games/karo/game.rs", "use crate::games::ocean::OceanGame;", "games::ocean::game"),
        ("game.rs", "use super::planted::Planted;", "planted"),
    ] {
        let module = module_of(Path::new(file));
        let path = top.join(CORE).join(file);
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

/// The rooms of the operating systems, from the top of the workspace.
const ROOMS: [&str; 5] = [
    "crates/referee-core/src/system/unix/",
    "crates/referee-core/src/system/windows/",
    "crates/referee-core/src/player/process/linux/",
    "crates/referee-core/src/player/process/posix/",
    "crates/referee-core/src/player/process/windows/",
];

/// The code of a file without its module of unit tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default()
}

/// The sources of a folder and of those below it, but not those of tests.
fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        let is_left_out = path.ends_with("target") || path.ends_with("tests");
        if path.is_dir() && !is_left_out {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_the_rooms_of_the_operating_systems_ask_which_one_this_is() {
    let top = workspace();
    let mut paths = Vec::new();
    for folder in ["referee/src", "crates", "bots", "scripts"] {
        sources_below(&top.join(folder), &mut paths);
    }
    assert!(paths.len() > 300, "{}", paths.len());
    let (mut conditions, mut uses) = (Vec::new(), Vec::new());
    for path in paths {
        let name = named(&path, &top).replace('\\', "/");
        if ROOMS.iter().any(|room| name.starts_with(room)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = without_tests(&text);
        for line in code.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
            let is_condition = line.starts_with("#[cfg") || line.contains("cfg!(");
            if is_condition && has(&["target_", "unix", "windows"]) {
                conditions.push(format!("{name}: {line}"));
            }
            if has(&["std::os::", "libc::", "nix::", "windows_sys", "landlock::"]) {
                uses.push(format!("{name}: {line}"));
            }
        }
    }
    assert_eq!(uses, [""; 0]);
    assert!(conditions.len() <= 5, "{conditions:#?}");
    assert!(conditions.len() >= 4, "the doors are not found: {conditions:#?}");
}

/// Functions of the system's library, which differ in the last bit between systems and processors.
const OF_THE_SYSTEM: [&str; 19] = [
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log2", "log10", "powf", "cbrt", "hypot", "sin", "cos",
    "sin_cos", "tan", "asin", "acos", "atan", "atan2", "tanh",
];

/// These have no effect on a game: angles are compared with room for rounding, corners are rounded to cells, and a chart has
/// four digits.
const ROUNDED: [&str; 4] = [
    "bots/kabotte/src/circuit.rs",
    "crates/referee-core/src/games/karo/circuit.rs",
    "crates/referee-core/src/games/karo/generator/ring.rs",
    "referee/src/tune/chart.rs",
];

#[test]
fn games_bots_and_tuning_compute_the_same_bits_on_every_system() {
    let top = workspace();
    let mut paths = Vec::new();
    for folder in ["crates/referee-core/src/games", "referee/src/tune", "crates/gridkit", "bots"] {
        sources_below(&top.join(folder), &mut paths);
    }
    let (mut found, mut rounded) = (Vec::new(), 0);
    for path in paths {
        let name = named(&path, &top).replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap();
        let code = without_tests(&text);
        for line in code.lines().filter(|line| !line.trim().starts_with("//")) {
            let calls = |function: &&str| {
                let as_method = format!(".{function}(");
                line.contains(&as_method) || line.contains(&format!("f64::{function}"))
            };
            match OF_THE_SYSTEM.iter().any(calls) {
                true if ROUNDED.contains(&&*name) => rounded += 1,
                true => found.push(format!("{name}: {line}")),
                false => {}
            }
        }
    }
    assert_eq!(found, [""; 0], "gridkit::floats has functions that are the same everywhere");
    assert_eq!(rounded, 4);
}

/// The code of a file without its unit tests, and the lines of it that are neither blank nor comments.
fn lines_of_code(path: &Path) -> [usize; 2] {
    let text = fs::read_to_string(path).unwrap();
    let code = without_tests(&text);
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
    [code.lines().count(), code.lines().map(str::trim).filter(is_code).count()]
}

/// What is not Linux costs little: another system is a small room, not a second referee.
#[test]
fn the_rooms_of_windows_and_of_posix_systems_are_small() {
    let counted = |room: &str| {
        let mut paths = Vec::new();
        sources_below(&workspace().join(room), &mut paths);
        assert!(!paths.is_empty(), "{room} is not found");
        let all = paths.iter().map(|path| lines_of_code(path));
        all.fold([0, 0], |[lines, code], [more, more_code]| [lines + more, code + more_code])
    };
    let [_, _, _, posix, windows] = ROOMS.map(counted);
    assert!(posix[0] + windows[0] <= 1500, "{posix:?} and {windows:?} lines");
    // With what Windows needs elsewhere: pipes, files, jobs.
    let all = posix[1] + windows[1] + counted(ROOMS[1])[1];
    assert!(all <= 1700, "{all} lines of code");
}
