//! Code that cannot be bundled is refused with a sentence that names the file and the line.

use crate::common::{bundle, folder, refused, write};

const MANIFEST: &str = "[package]\nname = \"bad\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                        publish = false\n[workspace]\n\
                        [package.metadata.bundle]\n\
                        without-recordings = \"it plays no contest\"\n";

/// A name, the sources of a package `bad`, and a part of the error.
type Case = (&'static str, Vec<(&'static str, &'static str)>, &'static str);

fn cases() -> Vec<Case> {
    vec![
        (
            "env",
            vec![("src/main.rs", "fn main() {\n    env!(\"HOME\");\n}")],
            "src/main.rs:2: `env!(\"HOME\")`",
        ),
        (
            "folder",
            vec![(
                "src/main.rs",
                "fn main() {\n\n    println!(\"{}\", env!(\"CARGO_MANIFEST_DIR\"));\n}",
            )],
            "src/main.rs:3: `env!(\"CARGO_MANIFEST_DIR\")`",
        ),
        (
            "text",
            vec![("src/main.rs", "const X: &str = include_str!(\"gone.txt\");\nfn main() {}")],
            "src/main.rs:1: cannot read",
        ),
        ("syntax", vec![("src/main.rs", "fn main() {\n    let = 1;\n}")], "src/main.rs:2: no Rust"),
        (
            "module",
            vec![("src/main.rs", "fn main() {}\nmod gone;")],
            "src/main.rs:2: module `gone` has none of its two files",
        ),
        (
            "both",
            vec![("src/main.rs", "mod a;\nfn main() {}"), ("src/a.rs", ""), ("src/a/mod.rs", "")],
            "src/main.rs:1: module `a` has two files",
        ),
        (
            "nightly",
            vec![("src/main.rs", "#![feature(never_type)]\nfn main() {}")],
            "src/main.rs:1: `#![feature]`",
        ),
        (
            "no-main",
            vec![("src/main.rs", "\n#![no_main]\n")],
            "src/main.rs:2: a program without a `main`",
        ),
        (
            "caller",
            vec![
                ("src/lib.rs", "#[macro_export]\nmacro_rules! m { () => {\n crate::f() } }"),
                ("src/main.rs", "fn f() {} fn main() { bad::m!(); }"),
            ],
            "src/lib.rs:3: `crate` in an exported macro",
        ),
        (
            "tokens",
            vec![
                (
                    "src/main.rs",
                    "macro_rules! m { ($($t:tt)*) => { $($t)* } }\nm! { #[path = \"far.rs\"] mod near; }\nfn main() {}",
                ),
                ("src/far.rs", ""),
            ],
            "src/main.rs:2: a module with a `#[path]` inside a macro's call",
        ),
        (
            "deep",
            vec![
                ("src/main.rs", "mod a;\nfn main() {}"),
                ("src/a.rs", "mod b;"),
                ("src/a/b.rs", "\n\n\nfn f("),
            ],
            "src/a/b.rs:4: no Rust",
        ),
        (
            "script",
            vec![
                ("build.rs", "fn main() { println!(\"cargo:rustc-link-lib=m\"); }"),
                ("src/main.rs", "fn main() {}"),
            ],
            "`bad` has a build script",
        ),
    ]
}

#[test]
fn code_that_cannot_be_bundled_is_named_with_file_and_line() {
    for (name, files, expected) in cases() {
        let folder = folder(&format!("refusal-{name}"));
        write(&folder, &[("Cargo.toml", MANIFEST)]);
        write(&folder, &files);
        let manifest = folder.join("Cargo.toml");
        let said =
            refused(&["bad", "--manifest-path", manifest.to_str().unwrap()], &folder.join("t"));
        assert!(said.starts_with("bundle: ") && said.contains(expected), "{name}: {said}");
        assert!(!folder.join("t/bundles/bad.rs").exists(), "{name}");
    }
}

#[test]
fn a_call_that_cannot_succeed_says_what_could() {
    let folder = folder("refusal-calls");
    write(&folder, &[("Cargo.toml", MANIFEST), ("src/main.rs", "fn main() {}")]);
    let manifest = folder.join("Cargo.toml");
    let manifest = manifest.to_str().unwrap();
    for (arguments, expected) in [
        (
            vec!["good", "--manifest-path", manifest],
            "no package or program is called `good`; there are: bad",
        ),
        (vec!["bad", "--manifest-path", "/no/Cargo.toml"], "there is no manifest /no/Cargo.toml"),
        (vec!["bad", "--manifest-path", manifest, "--bin", "x"], "--bin takes one of: bad"),
        (vec!["bad", "--manifest-path", manifest, "--features", "x"], "has no feature `x`"),
        (
            vec!["bad", "--manifest-path", manifest, "--recordings", "/no"],
            "there are no recordings at /no",
        ),
    ] {
        let said = refused(&arguments, &folder);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    assert_eq!(bundle(&["bad", "--site", "nowhere"], &folder).status.code(), Some(2));
}

#[test]
fn a_bundle_that_is_too_long_is_not_written() {
    let folder = folder("refusal-long");
    let long = format!("fn main() {{ println!(\"{{}}\", \"{}\"); }}", "x".repeat(100_000));
    write(&folder, &[("Cargo.toml", MANIFEST), ("src/main.rs", &long)]);
    let manifest = folder.join("Cargo.toml");
    let manifest = manifest.to_str().unwrap();
    let said = refused(&["bad", "--manifest-path", manifest], &folder.join("t"));
    assert!(
        said.contains("the minified bundle has 1000") && said.contains("codingame takes 100000"),
        "{said}"
    );
    assert!(!folder.join("t/bundles/bad.rs").exists());
    let output = bundle(&["bad", "--manifest-path", manifest, "--site", "none"], &folder.join("t"));
    assert!(output.status.success());
    assert!(folder.join("t/bundles/bad.rs").exists());
}

#[test]
fn a_bundle_that_is_too_long_laid_out_is_minified() {
    let folder = folder("refusal-minified");
    let numbers = "1, ".repeat(37_000);
    let long = format!("fn main() {{ println!(\"{{}}\", [{numbers}].len()); }}");
    write(&folder, &[("Cargo.toml", MANIFEST), ("src/main.rs", &long)]);
    let manifest = folder.join("Cargo.toml");
    let arguments = ["bad", "--manifest-path", manifest.to_str().unwrap(), "--no-verify"];
    let output = bundle(&arguments, &folder.join("t"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("minified: laid out for reading it has 115"), "{said}");
    let text = std::fs::read_to_string(folder.join("t/bundles/bad.rs")).unwrap();
    assert!(text.contains("1,1,1,") && text.len() < 100_000, "{}", text.len());
}

/// A program without answers to compare is not proven, whatever the reason.
#[test]
fn a_bundle_without_an_answer_to_compare_is_not_written() {
    let folder = folder("refusal-unproven");
    let silent = MANIFEST.split("[package.metadata").next().unwrap();
    write(&folder, &[("Cargo.toml", silent), ("src/main.rs", "fn main() {}")]);
    write(&folder, &[("game.txt", ""), ("none/keep/game.txt", "")]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (manifest, game, none) = (path("Cargo.toml"), path("game.txt"), path("none"));
    let refused = |more: &[&str]| {
        let mut arguments = vec!["bad", "--manifest-path", &manifest];
        arguments.extend(more);
        let said = refused(&arguments, &folder.join("t"));
        assert!(!folder.join("t/bundles/bad.rs").exists(), "{more:?}");
        said
    };
    let said = refused(&[]);
    assert!(said.contains("no recorded game is known") && said.contains("Cargo.toml"), "{said}");
    let said = refused(&["--recordings", &game]);
    assert!(said.contains("bad answers no line in 1 recorded games"), "{said}");
    let said = refused(&["--recordings", &none]);
    assert!(said.contains("bad answers no line in 0 recorded games"), "{said}");

    // The manifest may say that there are no recordings, but must give the reason.
    for (settings, expected) in [
        ("without-recordings = \"it is new\"", None),
        ("without-recordings = \"\"", Some("takes either recordings")),
        ("without-recordings = true", Some("takes either recordings")),
        ("recordings = \"game.txt\"", Some("answers no line in 1 recorded games")),
        ("recordings = \"lost\"", Some("there are no recordings at")),
        (
            "recordings = \"game.txt\"\nwithout-recordings = \"new\"",
            Some("takes either recordings"),
        ),
    ] {
        let text = format!("{silent}[package.metadata.bundle]\n{settings}\n");
        write(&folder, &[("Cargo.toml", &text)]);
        if let Some(expected) = expected {
            let said = refused(&[]);
            assert!(said.contains(expected), "{settings}: {said}");
        } else {
            let output = bundle(&["bad", "--manifest-path", &manifest], &folder.join("t"));
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{settings}");
            assert!(said.contains("no recorded game was played again: it is new"), "{said}");
            std::fs::remove_file(folder.join("t/bundles/bad.rs")).unwrap();
        }
    }
}

/// A bundle with different answers is noticed: the program answers with the name of its source file.
#[test]
fn a_bundle_with_different_answers_is_not_written() {
    let folder = folder("refusal-different");
    let source = "fn main() {\n    println!(\"{}\", file!());\n}";
    write(&folder, &[("Cargo.toml", MANIFEST), ("src/main.rs", source), ("game.txt", "")]);
    let (manifest, game) = (folder.join("Cargo.toml"), folder.join("game.txt"));
    let (manifest, game) = (manifest.to_str().unwrap(), game.to_str().unwrap());
    let arguments = ["bad", "--manifest-path", manifest, "--recordings", game];
    let said = refused(&arguments, &folder.join("t"));
    assert!(said.contains("game.txt: line 1 of its answers"), "{said}");
    assert!(said.contains("`src/main.rs`"), "{said}");
    assert!(folder.join("t/bundles/bad.failed.rs").exists());
    assert!(!folder.join("t/bundles/bad.rs").exists());
}

/// A bundle with another signature is noticed, although all answers are equal.
#[test]
fn a_bundle_with_another_signature_is_not_written() {
    let folder = folder("refusal-signature");
    let manifest_text = format!("{MANIFEST}bench = [\"bench\"]\n");
    let source = "fn main() {\n    if std::env::args().any(|it| it == \"bench\") {\n        \
                  println!(\"signature {}\", file!().len());\n        \
                  println!(\"1 nodes per second\");\n    } else {\n        \
                  println!(\"answer\");\n    }\n}";
    let files = [("Cargo.toml", manifest_text.as_str()), ("src/main.rs", source), ("game.txt", "")];
    write(&folder, &files);
    let (manifest, game) = (folder.join("Cargo.toml"), folder.join("game.txt"));
    let (manifest, game) = (manifest.to_str().unwrap(), game.to_str().unwrap());
    let arguments = ["bad", "--manifest-path", manifest, "--recordings", game];
    let said = refused(&arguments, &folder.join("t"));
    assert!(said.contains("the signature of the workspace's program is 11, that of"), "{said}");
    assert!(!folder.join("t/bundles/bad.rs").exists());
}
