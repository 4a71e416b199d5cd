//! A bundle behaves like its crates in cases where that is easily lost.

use crate::common::{bundled, folder, write};

const MANIFEST: &str = "[package]\nname = \"bot\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                        publish = false\n[workspace]\nmembers = [\".\"]\n\
                        [package.metadata.bundle]\nrecordings = \"game.txt\"\n";

/// Bundles a package `bot` and proves it; returns the bundle and the report.
fn made(name: &str, dependencies: &str, files: &[(&str, &str)]) -> (String, String) {
    let folder = folder(&format!("meaning-{name}"));
    let manifest = format!("{MANIFEST}[dependencies]\n{dependencies}");
    write(&folder, &[("Cargo.toml", &manifest), ("game.txt", "go\n")]);
    write(&folder, files);
    let (manifest, file) = (folder.join("Cargo.toml"), folder.join("bot.rs"));
    let arguments =
        ["bot", "--manifest-path", manifest.to_str().unwrap(), "-o", file.to_str().unwrap()];
    let report = bundled(&arguments, &folder.join("t"));
    (std::fs::read_to_string(file).unwrap(), report)
}

/// Nothing calls `Display for Shown`. Without it the call would still compile, and mean the other method.
#[test]
fn an_impl_that_decides_which_method_a_call_means_stays() {
    let source = r#"
        use std::fmt::Display;
        struct Wrap<T>(T);
        trait Showing { fn kind(&self) -> u32; }
        trait Hiding { fn kind(&self) -> u32; }
        impl<T: Display> Showing for &Wrap<T> { fn kind(&self) -> u32 { 1 } }
        impl<T> Hiding for Wrap<T> { fn kind(&self) -> u32 { 2 } }
        struct Shown;
        impl Display for Shown {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str("shown") }
        }
        struct Idle;
        impl Display for Idle {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str("idle") }
        }
        struct Hidden;
        fn main() {
            let _ = Idle;
            println!("{}", (&&Wrap(Shown)).kind());
            println!("{}", (&&Wrap(Hidden)).kind());
        }"#;
    let (text, report) = made("autoref", "", &[("src/main.rs", source)]);
    assert!(text.contains("impl Display for Shown"), "{text}");
    assert!(!text.contains("impl Display for Idle"), "{text}");
    assert!(report.contains("2 equal lines"), "{report}");
}

/// Of such an import the compiler names the trait alone. One that is needed stays.
#[test]
fn an_unused_import_without_a_name_is_removed() {
    let source = "
        use std::fmt::{self, Write as _};
        use std::io::{self, Read as _, Write as _};
        fn main() -> fmt::Result {
            let mut text = String::new();
            writeln!(text, \"first\")?;
            let _ = io::stdout().write_all(text.as_bytes());
            Ok(())
        }";
    let (text, report) = made("import", "", &[("src/main.rs", source)]);
    assert!(!text.contains("Read") && text.matches("Write as _").count() == 2, "{text}");
    assert!(report.contains("1 equal line"), "{report}");
}

/// A feature that is on through another crate's `name?/feature`, although that crate is added later; a
/// condition that a macro turns into an attribute; a macro that is re-exported under another name.
#[test]
fn features_and_macros_reach_other_crates() {
    let package = |name: &str, rest: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{rest}")
    };
    let far = package("far", "[features]\nloud = []\n");
    let near = package(
        "near",
        "[features]\nfirst = [\"far?/loud\"]\nzeta = [\"dep:far\"]\n\
         [dependencies]\nfar = { path = \"../far\", optional = true }\n",
    );
    let far_source = r#"
        #[macro_export]
        macro_rules! __shout { ($e:expr) => { println!("{}!", $e) }; }
        pub use __shout as shout;
        macro_rules! made { ($name:ident, $attr:meta) => { #[$attr] pub fn $name() -> u32 { 7 } }; }
        made!(strength, cfg(feature = "loud"));
        made!(strength, cfg(not(feature = "loud")));
    "#;
    let (text, report) = made(
        "features",
        "near = { path = \"near\", features = [\"first\", \"zeta\"] }\n",
        &[
            ("far/Cargo.toml", &far),
            ("near/Cargo.toml", &near),
            ("far/src/lib.rs", far_source),
            ("near/src/lib.rs", "pub use far::{shout as say, strength};"),
            ("src/main.rs", "fn main() { near::say!(near::strength()); }"),
        ],
    );
    assert!(report.contains("1 equal lines"), "{report}");
    assert!(!text.contains("feature"), "{text}");
}

/// At the root of a bundle a crate is a private module, which has its name already.
#[test]
fn a_crate_may_be_imported_by_its_own_name_and_exported() {
    let library = "[package]\nname = \"NAME\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let near = library.replace("NAME", "near") + "[dependencies]\nfar = { path = \"../far\" }\n";
    let (bundle, report) = made(
        "own-names",
        "near = { path = \"near\" }\n",
        &[
            ("near/Cargo.toml", &near),
            (
                "near/src/lib.rs",
                "pub use far::{self, three};
                pub mod inner { pub use far as other; pub extern crate far; }
                pub fn two() -> u32 { 2 }",
            ),
            ("far/Cargo.toml", &library.replace("NAME", "far")),
            ("far/src/lib.rs", "pub fn three() -> u32 { 3 }"),
            (
                "src/main.rs",
                "use near;
                use near::{self as again, inner::{self, far}, two};
                mod part { pub use near::{self}; pub fn sum() -> u32 { near::far::three() } }
                fn main() {
                    let all = [near::two(), again::three(), inner::other::three(), far::three(), two(), part::near::two()];
                    println!(\"{} {}\", all.iter().sum::<u32>(), part::sum());
                }",
            ),
        ],
    );
    assert!(bundle.contains("mod near"), "{bundle}");
    assert!(report.contains("1 equal lines"), "{report}");
}
