//! The files and commands that the README, the book and the pages in `referee/docs` name exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The pages, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let folders = ["referee/docs", "docs/book/src"].map(|it| workspace().join(it));
    let files = folders.iter().flat_map(|it| it.read_dir().unwrap()).map(|it| it.unwrap().path());
    let pages = files.filter(|it| it.extension() == Some("md".as_ref()));
    let pages = pages.chain([workspace().join("README.md")]);
    let pages: Vec<_> =
        pages.map(|page| (page.clone(), std::fs::read_to_string(page).unwrap())).collect();
    assert!(pages.len() >= 25, "{}", pages.len());
    pages
}

/// Each text between `begin` and `end`.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin).skip(1).filter_map(|rest| rest.split_once(end)).map(|it| it.0).collect()
}

#[test]
fn every_link_leads_to_a_file() {
    for (page, text) in pages() {
        for link in between(&text, "](", ")") {
            let file = link.split('#').next().unwrap();
            if !link.contains("://") && !file.is_empty() {
                let file = page.parent().unwrap().join(file);
                assert!(file.exists(), "{}: {link}", page.display());
            }
        }
    }
}

/// Paths with `<key>`, `<bot>` and the like are patterns, not paths.
#[test]
fn every_path_of_the_workspace_exists() {
    let tops = ["bots/", "crates/", "fixtures/", "referee/", "scripts/", ".ci/"];
    for (page, text) in pages() {
        let words = text.split(|c: char| c.is_whitespace() || "`(),;|".contains(c));
        for word in words.filter(|word| tops.iter().any(|top| word.starts_with(top))) {
            let path = word.trim_end_matches(['.', ':', '\'', '"']);
            let is_pattern = path.contains(['<', '*', '…']);
            // The example's contest, whose files are elsewhere until it is added.
            let toy = path.strip_prefix("crates/referee-core/src/").unwrap_or(path);
            let is_toy = workspace().join("referee/toys").join(toy).exists();
            assert!(
                is_pattern || is_toy || workspace().join(path).exists(),
                "{}: there is no {path}",
                page.display()
            );
        }
    }
}

/// The packages that have a test program.
fn tested_packages() -> Vec<PathBuf> {
    let bots = workspace().join("bots").read_dir().unwrap();
    let others =
        ["crates/gridkit", "referee", "scripts/bundle", "scripts/fuzz", "scripts/kanalysator"];
    bots.map(|bot| bot.unwrap().path()).chain(others.map(|it| workspace().join(it))).collect()
}

/// The test files of a package make one program; one that neither its `main.rs` nor the manifest names would never run.
#[test]
fn every_test_file_is_in_a_test_program() {
    let mut files = 0;
    let programs = tested_packages().into_iter().filter(|it| it.join("tests/main.rs").exists());
    for package in programs {
        let read = |file: &str| std::fs::read_to_string(package.join(file)).unwrap();
        let (program, manifest) = (read("tests/main.rs"), read("Cargo.toml"));
        for entry in package.join("tests").read_dir().unwrap() {
            let file = entry.unwrap().path();
            let name = file.file_stem().unwrap().to_str().unwrap();
            let holds_tests = if file.is_dir() {
                !["random", "snapshots", "workspace"].contains(&name)
            } else {
                file.extension() == Some("rs".as_ref())
            };
            let is_named = program.contains(&format!("\nmod {name};\n"))
                || manifest.contains(&format!("\n[[test]]\nname = \"{name}\"\n"));
            assert!(!holds_tests || name == "main" || is_named, "{}", file.display());
            files += usize::from(holds_tests);
        }
        for entry in package.join("tests/units").read_dir().into_iter().flatten() {
            let file = entry.unwrap().path();
            let name = file.file_stem().unwrap().to_str().unwrap();
            let is_named = read("tests/units/mod.rs").contains(&format!("\nmod {name};\n"));
            assert!(name == "mod" || is_named, "{}", file.display());
            files += 1;
        }
    }
    assert!(files >= 160, "{files}");
}

/// Tests in a library whose manifest says `test = false` would never run.
#[test]
fn no_test_is_in_a_library_that_is_not_tested() {
    fn demand_no_tests(folder: &Path) {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                demand_no_tests(&path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let is_tested = ["#[cfg(test)]", "#[test]"].iter().any(|it| text.contains(it));
            assert!(!is_tested, "{}", path.display());
        }
    }
    let mut libraries = tested_packages();
    libraries.retain(|package| {
        let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
        manifest.contains("\n[lib]\ntest = false\n")
    });
    assert!(libraries.len() >= 5, "{libraries:?}");
    for package in libraries {
        demand_no_tests(&package.join("src"));
    }
}

/// The commands of the program `referee`, from its own help.
fn commands() -> BTreeSet<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_referee")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let list = between(&help, "Commands:\n", "\n\n")[0];
    list.lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

/// The lines between fences of a page.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        is_code ^= line.starts_with("```");
        is_code && !line.starts_with("```")
    })
}

#[test]
fn every_command_of_the_referee_exists() {
    let commands = commands();
    assert!(commands.contains("play"), "{commands:?}");
    for (page, text) in pages() {
        let lines = code(&text).filter(|line| line.contains("referee "));
        let calls = lines.chain(between(&text, "`", "`"));
        let arguments = calls.filter_map(|call| {
            call.strip_prefix("referee ").or_else(|| Some(call.split_once("-p referee -- ")?.1))
        });
        for arguments in arguments {
            let command = arguments.split(' ').next().unwrap();
            assert!(
                commands.contains(command),
                "{}: `referee {arguments}` has no command of {commands:?}",
                page.display()
            );
        }
    }
}

/// The page about new contests has a row for each method without a default, and for each field of `About`.
#[test]
fn the_page_about_new_contests_names_each_required_method_and_each_field() {
    let code =
        std::fs::read_to_string(workspace().join("crates/referee-core/src/contest.rs")).unwrap();
    let methods = between(&code, "pub trait Contest: Sync {\n", "\n}\n")[0];
    // A declaration ends with a semicolon; a method with a default has a body.
    let required: Vec<&str> = methods
        .split("    fn ")
        .skip(1)
        .filter(|method| method.split(['{', ';']).next() == method.split(';').next())
        .filter_map(|method| method.split('(').next())
        .collect();
    let about = between(&code, "pub struct About {\n", "\n}\n")[0];
    let fields: Vec<&str> =
        about.split("    pub ").skip(1).filter_map(|field| field.split(':').next()).collect();
    let page = workspace().join("referee/docs/adding-a-contest.md");
    let page = std::fs::read_to_string(page).unwrap();
    let tables =
        [between(&page, "|---|---|\n", "\n\n")[0], between(&page, "|---|---|---|\n", "\n\n")[0]];
    let named = tables
        .map(|table| table.lines().filter_map(|row| row.split('`').nth(1)).collect::<Vec<&str>>());
    assert_eq!(named, [required, fields]);
}

/// Commands of cargo are its own or aliases of the workspace.
#[test]
fn every_command_of_cargo_exists() {
    let own = ["bench", "build", "clippy", "doc", "fmt", "install", "run", "test", "update"];
    let config = std::fs::read_to_string(workspace().join(".cargo/config.toml")).unwrap();
    let aliases: Vec<&str> =
        config.lines().filter_map(|it| it.split_once(" = ")).map(|it| it.0).collect();
    let mut found = 0;
    for (page, text) in pages() {
        let commands = code(&text).filter_map(|line| line.trim().strip_prefix("cargo "));
        for command in commands.filter_map(|rest| rest.split_whitespace().next()) {
            let exists = own.contains(&command) || aliases.contains(&command);
            assert!(exists, "{}: cargo {command}", page.display());
            found += usize::from(aliases.contains(&command));
        }
    }
    assert!(found >= 2, "{found} aliases are named");
}
