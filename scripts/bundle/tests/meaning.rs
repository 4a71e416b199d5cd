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

/// Rust 1.60 says of this field that it is never read, and today's Rust does not.
#[test]
fn a_field_that_an_old_compiler_finds_unused_is_no_fault() {
    let source = "
        #[repr(transparent)] struct Wrap { data: u8 }
        fn main() {
            let wrap: Wrap = unsafe { std::mem::transmute(5_u8) };
            println!(\"{}\", unsafe { std::mem::transmute::<Wrap, u8>(wrap) });
        }";
    let (_, report) = made("field", "", &[("src/main.rs", source)]);
    assert!(
        report.contains("1 equal line") && !report.contains("unused code was kept"),
        "{report}"
    );
}

#[test]
fn the_last_variable_of_a_thread_needs_no_semicolon() {
    let source = "
        use std::cell::Cell;
        thread_local! { static FIRST: Cell<u8> = Cell::new(1); static LAST: Cell<u8> = Cell::new(2) }
        fn main() {
            thread_local!(static INNER: Cell<u8> = Cell::new(3));
            println!(\"{}\", FIRST.with(Cell::get) + LAST.with(Cell::get) + INNER.with(Cell::get));
        }";
    let (_, report) = made("thread", "", &[("src/main.rs", source)]);
    assert!(report.contains("1 equal line"), "{report}");
}

/// A path behind an arrow begins at the root; `far/loud` turns on an optional crate, and the feature of its name, too.
#[test]
fn an_optional_crate_has_the_feature_of_its_name() {
    let package = |name: &str, rest: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2018\"\n{rest}")
    };
    let near = package(
        "near",
        "[features]\nfar = [\"dep:far\"]\nbig = [\"far/loud\"]\n\
         [dependencies]\nfar = { path = \"../far\", optional = true }\n",
    );
    let (_, report) = made(
        "optional",
        "near = { path = \"near\", features = [\"big\"] }\n",
        &[
            ("src/main.rs", "fn main() { println!(\"{}\", near::both()); }"),
            ("near/Cargo.toml", &near),
            (
                "near/src/lib.rs",
                "macro_rules! table { ($($key:expr => $value:path),*) => { [$(($key, $value())),*] }; }
                #[cfg(feature = \"far\")]
                pub fn both() -> u8 {
                    let all = table!(1 => ::far::one, 2 => ::far::two);
                    all.iter().map(|(key, value)| key * value).sum()
                }",
            ),
            ("far/Cargo.toml", &package("far", "[features]\nloud = []\n")),
            (
                "far/src/lib.rs",
                "pub fn one() -> u8 { 1 } #[cfg(feature = \"loud\")] pub fn two() -> u8 { 2 }",
            ),
        ],
    );
    assert!(report.contains("1 equal line"), "{report}");
}

/// The branches of `cfg_if!` may have modules in files, of which only those count that a condition allows, and so may a
/// `cfg_attr`. The crate that
/// has the macro comes before one that calls it by its bare name, in whatever order cargo lists them.
#[test]
fn branches_have_modules_in_files_and_macros_come_before_their_calls() {
    let package = |name: &str, rest: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2018\"\n{rest}")
    };
    let far = package(
        "far",
        "[features]\nidle = []\n[dependencies]\ncfg_if = { path = \"../cfg_if\" }\n",
    );
    let (text, report) = made(
        "branches",
        "far = { path = \"far\" }\n",
        &[
            ("src/main.rs", "fn main() { println!(\"{} {}\", far::system(), far::inner()); }"),
            ("cfg_if/Cargo.toml", &package("cfg_if", "")),
            (
                "cfg_if/src/lib.rs",
                "#[macro_export] macro_rules! cfg_if {
                    (if #[cfg($if:meta)] { $($one:item)* } else { $($other:item)* }) => {
                        $(#[cfg($if)] $one)* $(#[cfg(not($if))] $other)*
                    };
                }",
            ),
            ("far/Cargo.toml", &far),
            (
                "far/src/lib.rs",
                "#[macro_use] extern crate cfg_if;
                cfg_if! {
                    if #[cfg(feature = \"idle\")] { mod absent; pub use absent::system; }
                    else {
                        cfg_if! {
                            if #[cfg(any(unix, target_env = \"msvc\"))] { #[path = \"known.rs\"] mod imp; }
                            else { mod imp { pub fn system() -> u8 { 0 } } }
                        }
                    }
                }
                #[cfg(not(feature = \"idle\"))] pub use imp::system;
                pub fn inner() -> u8 {
                    cfg_if! {
                        if #[cfg(feature = \"idle\")] { const N: u8 = 1; } else { const N: u8 = 2; }
                    }
                    N
                }",
            ),
            (
                "far/src/known.rs",
                "#[cfg_attr(unix, path = \"posix.rs\")] #[cfg_attr(windows, path = \"win.rs\")] mod own;
                pub use own::system;",
            ),
            ("far/src/posix.rs", "pub fn system() -> u8 { 7 }"),
            ("far/src/win.rs", "pub fn system() -> u8 { 8 }"),
        ],
    );
    assert!(
        report.contains("1 equal line") && text.contains("any(unix, target_env = \"msvc\")"),
        "{text}"
    );
    assert!(!text.contains("absent"), "{text}");
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

/// A site runs no build script: what one made goes into the bundle.
#[test]
fn a_build_script_gives_flags_variables_and_files() {
    let script = r#"
        fn main() {
            println!("cargo:rustc-check-cfg=cfg(quick)");
            println!("cargo:rustc-check-cfg=cfg(level, values(\"high\", \"low\"))");
            println!("cargo:rustc-cfg=quick");
            println!("cargo:rustc-cfg=level=\"high\"");
            println!("cargo:rustc-env=GREETING=good morning");
            let folder = std::path::PathBuf::from(std::env::var("OUT_DIR").unwrap());
            std::fs::write(folder.join("primes.rs"), "pub const PRIMES: [u32; 3] = [2, 3, 5];").unwrap();
        }"#;
    let source = r#"
        include!(concat!(env!("OUT_DIR"), "/primes.rs"));
        #[cfg(level = "high")]
        fn level() -> u32 { 3 }
        #[cfg(not(level = "high"))]
        fn level() -> u32 { 1 }
        fn main() {
            println!("{} {} {} {:?}", cfg!(quick), level(), env!("GREETING"), PRIMES);
        }"#;
    let (text, report) = made("script", "", &[("build.rs", script), ("src/main.rs", source)]);
    assert!(text.contains("\"good morning\"") && text.contains("[2, 3, 5]"), "{text}");
    assert!(!text.contains("cfg"), "{text}");
    assert!(report.contains("1 equal lines"), "{report}");
    assert!(report.contains("the build script of `bot` sets these flags with rustc"), "{report}");
    assert!(report.contains(r#"level="high", quick"#), "{report}");
}

/// Crates as old ones are written: paths from the root, parameters without a name, macros that call each other by
/// bare names, a standard crate under another name, and a file that a condition excludes.
#[test]
fn a_crate_of_the_edition_2015_keeps_its_meaning() {
    let manifest = "[package]\nname = \"old\"\nversion = \"0.1.0\"\nlicense = \"MIT\"\n\
                    [features]\nextra = []\n";
    let library = r#"
        pub extern crate alloc;
        extern crate alloc as standard;
        mod excluded;
        pub mod words { pub fn hello() -> &'static str { "hello" } }
        pub mod say {
            use words;
            use standard::string::String;
            pub trait Say { fn say(&self, u32) -> String; }
            impl Say for () { fn say(&self, times: u32) -> String { ::words::hello().repeat(times as usize) + words::hello() } }
        }
        #[macro_export(local_inner_macros)]
        macro_rules! old { ($word:expr) => { old_inner!($word) }; }
        #[macro_export]
        macro_rules! old_inner { ($word:expr) => { $crate::alloc::vec![$word] }; }
    "#;
    let source = r#"
        use old::{old, say::Say};
        fn main() { println!("{} {:?} {}", ().say(2), old!(7), old::words::hello()); }
    "#;
    let files = [
        ("old/Cargo.toml", manifest),
        ("old/src/lib.rs", library),
        ("old/src/excluded.rs", "#![cfg(feature = \"extra\")]\nuse nowhere::Nothing;"),
        ("src/main.rs", source),
    ];
    let (_, report) = made("old", "old = { path = \"old\" }\n", &files);
    assert!(report.contains("1 equal lines"), "{report}");
}

/// The import of a module hides a crate of its name; that of a function does not.
#[test]
fn an_import_with_the_name_of_its_crate_hides_it_if_it_is_a_module() {
    let manifest = |name: &str| {
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\nlicense = \"MIT\"\n"
        )
    };
    let source = r#"
        use near::near;
        mod part {
            use far::far;
            pub fn sum() -> u32 { far() + far::deep() }
        }
        fn main() { println!("{} {}", near::inner(), part::sum()); }
    "#;
    let files = [
        ("near/Cargo.toml", &manifest("near")[..]),
        ("near/src/lib.rs", "pub mod near { pub fn inner() -> u32 { 1 } }"),
        ("far/Cargo.toml", &manifest("far")),
        ("far/src/lib.rs", "pub fn far() -> u32 { 2 }\npub fn deep() -> u32 { 3 }"),
        ("src/main.rs", source),
    ];
    let needs = "near = { path = \"near\" }\nfar = { path = \"far\" }\n";
    let (_, report) = made("namesake", needs, &files);
    assert!(report.contains("1 equal lines"), "{report}");
}

/// Modules of files inside a macro's call, and a macro that needs the documentation of what it is given.
#[test]
fn modules_and_documentation_reach_a_macro() {
    let source = r#"
        macro_rules! chosen { ({ $($yes:tt)* } else { $($no:tt)* }) => { $($yes)* }; }
        macro_rules! constants { ($(#[$doc:meta] $name:ident,)+) => { $(#[$doc] pub const $name: u32 = 4;)+ }; }
        chosen! { { mod quick; use quick::speed; } else { mod slow; use slow::speed; } }
        constants! {
            /// The side of a square.
            SIDE,
        }
        fn main() { println!("{} {}", speed(), SIDE); }
    "#;
    let files = [
        ("src/main.rs", source),
        ("src/quick.rs", "pub fn speed() -> u32 { crate::SIDE * 2 }"),
        ("src/slow.rs", "pub fn speed() -> u32 { 1 }"),
    ];
    let (_, report) = made("macro-modules", "", &files);
    assert!(report.contains("1 equal lines"), "{report}");
}

/// The name of a macro may be that of an attribute, and a path of a crate may name a standard one.
#[test]
fn names_of_the_compiler_keep_their_meaning() {
    let manifest =
        "[package]\nname = \"tell\"\nversion = \"0.1.0\"\nedition = \"2021\"\nlicense = \"MIT\"\n";
    let library = r#"
        extern crate alloc;
        #[macro_export]
        macro_rules! warn { ($word:expr) => { $crate::told($word) }; () => { $crate::warn!("so") }; }
        pub fn told(word: &str) -> crate::alloc::string::String { crate::alloc::format!("warned: {word}") }
        pub mod inner { pub fn own() -> String { warn!("own") } }
    "#;
    let source = r#"
        use tell::warn;
        fn main() { println!("{} {} {}", warn!("a"), tell::warn!(), tell::inner::own()); }
    "#;
    let files =
        [("tell/Cargo.toml", manifest), ("tell/src/lib.rs", library), ("src/main.rs", source)];
    let (_, report) = made("attribute", "tell = { path = \"tell\" }\n", &files);
    assert!(report.contains("1 equal lines"), "{report}");
}

/// The compiler makes code for the functions in a static that nothing uses, and for a method in a table that nothing
/// calls. A bundle does without both.
#[test]
fn code_that_only_a_table_names_is_removed() {
    let source = r#"
        trait Log { fn told(&self) -> u32; fn flush(&self) { deeper(); } }
        fn deeper() { println!("flushed"); }
        struct Nop;
        impl Log for Nop { fn told(&self) -> u32 { 5 } fn flush(&self) { deeper(); deeper(); } }
        fn find() -> usize {
            static DETECTED: std::sync::atomic::AtomicPtr<()> = std::sync::atomic::AtomicPtr::new(detect as *mut ());
            fn detect() -> usize { DETECTED.load(std::sync::atomic::Ordering::Relaxed) as usize }
            detect()
        }
        fn main() {
            let log: &dyn Log = &Nop;
            println!("{}", log.told());
        }"#;
    let (text, report) = made("tables", "", &[("src/main.rs", source)]);
    assert!(report.contains("1 equal lines"), "{report}");
    assert!(!text.contains("flush") && !text.contains("deeper"), "{text}");
    assert!(!text.contains("detect"), "{text}");
}

/// Without `Display for Shown`, which nothing calls, the constant has another value. No function shows that, but the
/// answers do.
#[test]
fn a_bundle_that_must_not_lose_unused_code_keeps_it() {
    let source = r#"
        use std::fmt::Display;
        struct Wrap<T>(T);
        trait Otherwise { const KIND: u32 = 2; }
        impl<T> Otherwise for Wrap<T> {}
        impl<T: Display> Wrap<T> { const KIND: u32 = 1; }
        struct Shown;
        impl Display for Shown {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str("shown") }
        }
        fn unused() {}
        fn main() {
            let _ = Shown;
            println!("{}", Wrap::<Shown>::KIND);
        }"#;
    let (text, report) = made("kept", "", &[("src/main.rs", source)]);
    assert!(report.contains("1 equal lines"), "{report}");
    assert!(report.contains("unused code was kept, so the bundle has "), "{report}");
    assert!(text.contains("fn unused()"), "{text}");
}

/// Trait objects without `dyn`, fragments of macros, and texts that are no formats.
#[test]
fn a_crate_of_an_old_edition_keeps_its_meaning() {
    let old = r#"
        pub trait Shape { fn area(&self) -> u32; }
        pub struct Square(pub u32);
        impl Shape for Square { fn area(&self) -> u32 { self.0 * self.0 } }
        impl Shape { pub fn double(&self) -> u32 { 2 * self.area() } }
        pub fn boxed(side: u32) -> Box<Shape> { Box::new(Square(side)) }
        pub fn each(all: &[Box<Shape>], f: &mut FnMut(&Shape)) { all.iter().for_each(|one| f(&**one)) }
        pub fn adder(n: u32) -> Box<Fn(u32) -> u32 + Send> { Box::new(move |m| m + n) }
        pub fn doubled(shape: &(Shape + 'static)) -> u32 { Shape::double(shape) }
        #[macro_export]
        macro_rules! either {
            ($value:expr, $($pattern:pat)|+) => { match $value { $($pattern)|+ => true, _ => false } };
        }
        pub fn fail(text: &str) { if text.is_empty() { panic!("{nothing}"); } assert!(text != "a", text.to_string()); }
    "#;
    let program = r#"
        fn main() {
            std::panic::set_hook(Box::new(|_| ()));
            let all = [old::boxed(2), old::boxed(3)];
            let mut sum = 0;
            old::each(&all, &mut |one| sum += one.area());
            println!("{sum} {} {} {}", old::adder(3)(4), old::doubled(&*all[0]), old::either!(5, 4 | 5));
            for text in ["", "a"] {
                let fault = std::panic::catch_unwind(|| old::fail(text)).unwrap_err();
                let text = fault.downcast_ref::<String>().cloned();
                println!("{}", text.or(fault.downcast_ref::<&str>().map(|it| it.to_string())).unwrap());
            }
        }"#;
    for edition in ["2015", "2018"] {
        let manifest =
            format!("[package]\nname = \"old\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n");
        let files =
            [("src/main.rs", program), ("old/Cargo.toml", &*manifest), ("old/src/lib.rs", old)];
        let dependency = "old = { path = \"old\" }\n";
        let (_, report) = made(&format!("edition-{edition}"), dependency, &files);
        assert!(report.contains("3 equal lines"), "{report}");
    }
}

/// Its macro makes modules of files, and two exported macros of one name exist on different systems.
#[test]
fn macros_make_modules_and_depend_on_the_system() {
    let manifest = "[package]\nname = \"deep\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let library = "
        #[macro_use] mod macros;
        prelude!();
        #[cfg(unix)] #[macro_use] mod one {
            #[macro_export] macro_rules! system { () => { $crate::word(1) }; }
        }
        #[cfg(not(unix))] #[macro_use] mod other {
            #[macro_export] macro_rules! system { () => { $crate::word(2) }; }
        }
        #[cfg(windows)] pub mod nowhere {
            #[macro_export] macro_rules! only_there { () => { 3 }; }
        }
        pub fn word(add: types::Word) -> types::Word { add + first() }";
    let (text, report) = made(
        "made-modules",
        "deep = { path = \"deep\" }\n",
        &[
            ("src/main.rs", "fn main() { println!(\"{}\", deep::system!()); }"),
            ("deep/Cargo.toml", manifest),
            ("deep/src/lib.rs", library),
            (
                "deep/src/macros.rs",
                "macro_rules! prelude { () => { mod types; mod prelude { pub use crate::types::first; }
                use prelude::first; }; }",
            ),
            ("deep/src/types.rs", "pub type Word = u32; pub fn first() -> Word { 40 }"),
        ],
    );
    assert!(report.contains("1 equal line"), "{report}");
    assert!(text.contains("not(unix)") || !text.contains("(2)"), "{text}");
}
