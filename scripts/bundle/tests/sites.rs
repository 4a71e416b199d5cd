//! The properties of a site: crates, an old compiler, editions, settings.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{bundle, bundled, folder, refused, write};

fn manifest(name: &str, rest: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.8.5\"\nedition = \"2021\"\npublish = false\n{rest}\n"
    )
}

/// A package `bot` that needs a crate `rand`, as the site has it.
fn with_rand(name: &str, dependency: &str) -> PathBuf {
    let folder = folder(&format!("sites-{name}"));
    let settings =
        "[workspace]\nmembers = [\".\"]\n[package.metadata.bundle]\nrecordings = \"game.txt\"\n";
    let own = manifest("bot", &format!("{settings}[dependencies]\n{dependency}"));
    write(&folder, &[("Cargo.toml", &own), ("game.txt", "go\n")]);
    write(&folder, &[("rand/Cargo.toml", &manifest("rand", ""))]);
    write(
        &folder,
        &[
            ("rand/src/lib.rs", "pub mod deep { pub fn draw() -> u32 { 4 } }"),
            (
                "src/lib.rs",
                "use rand::deep;\npub fn four() -> u32 { deep::draw() + rand::deep::draw() }",
            ),
            ("src/main.rs", "fn main() { println!(\"{} {}\", bot::four(), rand::deep::draw()); }"),
        ],
    );
    folder
}

#[test]
fn a_crate_of_the_site_stays_outside() {
    let folder = with_rand("extern", "rand = { path = \"rand\" }");
    let (manifest, file) = (folder.join("Cargo.toml"), folder.join("bot.rs"));
    let (manifest, file) = (manifest.to_str().unwrap(), file.to_str().unwrap());
    let bundled = |more: &[&str]| {
        let mut arguments = vec!["bot", "--manifest-path", manifest, "-o", file];
        arguments.extend(more);
        let report = bundled(&arguments, &folder.join("t"));
        assert!(report.contains("1 equal lines"), "{report}");
        (report, fs::read_to_string(file).unwrap())
    };
    let (report, text) = bundled(&[]);
    assert!(report.contains("outside    rand 0.8.5 (the site has 0.8.3)"), "{report}");
    assert!(text.contains("rand::deep") && !text.contains("fn draw"), "{text}");
    for inside in [&["--inline", "rand"][..], &["--site", "none"]] {
        let (report, text) = bundled(inside);
        assert!(!report.contains("outside") && text.contains("fn draw"), "{report}");
    }
    let (report, text) = bundled(&["--site", "none", "--extern", "rand"]);
    assert!(report.contains("outside    rand 0.8.5\n") && !text.contains("fn draw"), "{report}");
}

#[test]
fn folders_are_there_before_cargo_runs_twice() {
    // Two calls of cargo that make the folder of the targets at the same time can disturb each other.
    let folder = with_rand("folders", "rand = { path = \"rand\" }");
    let (cargo, target) = (folder.join("cargo"), folder.join("t"));
    let script = "#!/bin/sh\n\
                  if [ \"$1\" = build ]; then\n\
                  [ -d \"$CARGO_TARGET_DIR/bundle-externs\" ] && echo 'it is there' >&2\n\
                  exit 1\nfi\nexec cargo \"$@\"\n";
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut bundle = Command::new(env!("CARGO_BIN_EXE_bundle"));
    bundle.args(["bot", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    let output = bundle.env("CARGO", cargo).env("CARGO_TARGET_DIR", target).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("it is there"), "{said}");
}

#[test]
fn a_crate_outside_has_no_other_name() {
    let folder = with_rand("renamed", "dice = { package = \"rand\", path = \"rand\" }");
    let manifest = folder.join("Cargo.toml");
    let said = refused(&["bot", "--manifest-path", manifest.to_str().unwrap()], &folder.join("t"));
    assert!(
        said.contains("call it so in place of `dice`") && said.contains("--inline rand"),
        "{said}"
    );
}

#[test]
fn a_build_script_that_links_a_library_is_refused_with_the_packages_that_need_it() {
    let folder = with_rand("script", "rand = { path = \"rand\" }");
    let script = "fn main() { println!(\"cargo:rustc-link-lib=m\"); }";
    write(&folder, &[("rand/build.rs", script)]);
    let manifest = folder.join("Cargo.toml");
    let manifest = manifest.to_str().unwrap();
    let arguments = ["bot", "--manifest-path", manifest, "--inline", "rand"];
    let said = refused(&arguments, &folder.join("t"));
    assert!(said.contains("`rand` (bot needs rand) has a build script"), "{said}");
    assert!(said.contains("that links `m`, which a site does not have"), "{said}");
}

/// A package `bot` that plays no game.
fn alone(name: &str, source: &str, rest: &str) -> PathBuf {
    let folder = folder(&format!("sites-{name}"));
    let settings =
        "[workspace]\n[package.metadata.bundle]\nwithout-recordings = \"it plays no contest\"\n";
    write(&folder, &[("Cargo.toml", &manifest("bot", &format!("{settings}{rest}")))]);
    write(&folder, &[("src/main.rs", source)]);
    folder.join("Cargo.toml")
}

/// A method with a name of the standard library keeps it: the calls of both look alike.
#[test]
fn methods_get_short_names_if_a_bundle_is_too_long_without() {
    let (numbers, calls) = ("1,".repeat(46_500), "d.height_of_all_cards()+".repeat(300));
    let source = format!(
        "struct Deck(usize);\nimpl Deck {{\n    fn height_of_all_cards(&self) -> usize {{ self.0 }}\n    \
         fn count(&self) -> usize {{ self.0 }}\n}}\n\
         fn main() {{\n    let d = Deck(2);\n    \
         println!(\"{{}}\", {calls}d.count()+[{numbers}].iter().count());\n}}\n"
    );
    let manifest = alone("methods", &source, "");
    let folder = manifest.parent().unwrap();
    let (file, program) = (folder.join("bot.rs"), folder.join("bot"));
    let arguments =
        ["bot", "--manifest-path", manifest.to_str().unwrap(), "-o", file.to_str().unwrap()];
    let said = bundled(&arguments, &folder.join("t"));
    assert!(said.contains("short names of methods: with their own ones it has 101"), "{said}");
    let text = fs::read_to_string(&file).unwrap().replace('\n', "");
    assert!(!text.contains("height_of_all_cards") && text.matches(".count()").count() == 2);
    let built = Command::new("rustc").arg(&file).arg("-o").arg(&program).status().unwrap();
    let printed = Command::new(&program).output().unwrap().stdout;
    assert!(built.success() && printed == b"47102\n", "{}", String::from_utf8_lossy(&printed));
}

#[test]
fn syntax_that_is_too_young_is_named_in_its_own_file() {
    let source = "fn used(x: Option<u8>) -> u8 {\n    let Some(x) = x else { return 0 };\n    x\n}\n\
                  fn unused(x: Option<u8>) -> u8 {\n    let Some(x) = x else { return 0 };\n    x\n}\n\
                  fn main() {\n    println!(\"{}\", used(None));\n}\n";
    let manifest = alone("young", source, "");
    let manifest = manifest.to_str().unwrap();
    for more in [&[][..], &["--no-verify"]] {
        let mut arguments = vec!["bot", "--manifest-path", manifest];
        arguments.extend(more);
        let said = refused(&arguments, &folder("sites-young-t"));
        assert!(said.contains("src/main.rs:2: `let … else` needs Rust 1.65"), "{said}");
        assert!(!said.contains("main.rs:6"), "what is not used does not count: {said}");
    }
    let arguments = ["bot", "--manifest-path", manifest, "--site", "none"];
    bundled(&arguments, &folder("sites-young-t"));
}

#[test]
fn an_error_of_the_bot_itself_names_its_own_file() {
    let manifest = alone("own-error", "mod a;\nfn main() { a::f(); }\n", "");
    write(
        manifest.parent().unwrap(),
        &[("src/a.rs", "pub fn f() {\n    let x: u8 = \"one\";\n}\n")],
    );
    let manifest = manifest.to_str().unwrap();
    for more in [&[][..], &["--no-verify"]] {
        let mut arguments = vec!["bot", "--manifest-path", manifest];
        arguments.extend(more);
        let said = refused(&arguments, &folder("sites-own-error-t"));
        assert!(said.contains("bot itself does not build"), "{said}");
        assert!(said.contains("src/a.rs:2") && !said.contains("bundle.rs"), "{said}");
    }
}

#[test]
fn the_edition_is_the_sites() {
    let manifest = alone("edition", "fn main() { let gen = 1; println!(\"{}\", gen); }", "");
    let manifest = manifest.to_str().unwrap();
    let said = refused(
        &["bot", "--manifest-path", manifest, "--edition", "2024"],
        &folder("sites-edition-t"),
    );
    assert!(
        said.contains("codingame has Rust 1.60.0, which does not know the edition 2024"),
        "{said}"
    );
    // `gen` is a word of the language there.
    let arguments = ["bot", "--manifest-path", manifest, "--edition", "2024", "--site", "none"];
    assert!(!bundle(&arguments, &folder("sites-edition-t")).status.success());
    let arguments = ["bot", "--manifest-path", manifest, "--site", "none"];
    bundled(&arguments, &folder("sites-edition-t"));
}

#[test]
fn settings_that_do_not_reach_the_site_are_named() {
    let profile = "[profile.release]\noverflow-checks = true\n";
    let manifest = alone("settings", "fn main() { println!(\"go\"); }", profile);
    let report = bundled(
        &["bot", "--manifest-path", manifest.to_str().unwrap()],
        &folder("sites-settings-t"),
    );
    assert!(report.contains("`overflow-checks = true` does not reach the site"), "{report}");
}

/// The user sees each step while it runs.
#[test]
fn the_steps_are_reported_on_stderr() {
    let folder = with_rand("steps", "rand = { path = \"rand\" }");
    let manifest = folder.join("Cargo.toml");
    let output = bundle(&["bot", "--manifest-path", manifest.to_str().unwrap()], &folder.join("t"));
    let said = String::from_utf8_lossy(&output.stderr);
    for step in
        ["building bot as it is", "compiling the bundle with rustc", "playing 1 recorded games"]
    {
        assert!(said.contains(step), "{step}: {said}");
    }
    assert!(!String::from_utf8_lossy(&output.stdout).contains("playing"));
}

/// The platform is that of the compiler that `RUSTC` names.
#[test]
fn a_dependency_of_another_platform_is_left_out() {
    let folder = folder("sites-platform");
    let settings = "[workspace]\nmembers = [\".\", \"here\", \"there\"]\n\
                    [package.metadata.bundle]\nrecordings = \"game.txt\"\n";
    let platforms = "[target.'cfg(unix)'.dependencies]\nhere = { path = \"here\" }\n\
                     [target.'cfg(windows)'.dependencies]\nthere = { path = \"there\" }\n";
    write(
        &folder,
        &[
            ("Cargo.toml", &manifest("bot", &format!("{settings}{platforms}"))),
            ("here/Cargo.toml", &manifest("here", "")),
            ("there/Cargo.toml", &manifest("there", "")),
            ("here/src/lib.rs", "pub fn four() -> u32 { 4 }"),
            ("there/src/lib.rs", "pub fn four() -> u32 { compile_error!(\"not here\") }"),
            (
                "src/main.rs",
                "#[cfg(unix)]\nuse here::four;\n#[cfg(windows)]\nuse there::four;\n\
                 fn main() { println!(\"{}\", four()); }",
            ),
            ("game.txt", "go\n"),
            (
                "rustc",
                "#!/bin/sh\ncase $1 in\n-vV) rustc -vV | sed 's/^host: .*/host: x86_64-pc-windows-gnu/' ;;\n\
                 --print) echo windows ;;\n*) exec rustc \"$@\" ;;\nesac\n",
            ),
        ],
    );
    let manifest = folder.join("Cargo.toml");
    let arguments = ["bot", "--manifest-path", manifest.to_str().unwrap()];
    let report = bundled(&arguments, &folder.join("t"));
    assert!(report.contains("1 equal lines") && report.contains("here"), "{report}");
    let rustc = folder.join("rustc");
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_bundle"))
        .args(arguments)
        .args(["--no-verify", "--keep-unused", "--stdout"])
        .env("RUSTC", &rustc)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&made.stdout);
    assert!(text.contains("compile_error!"), "{text}{}", String::from_utf8_lossy(&made.stderr));
}
