//! What procedural macros make is in the bundle.

use crate::common::{bundled, folder, refused, write};

const BOT: &str = "[package]\nname = \"bot\"\nversion = \"0.1.0\"\nedition = \"2021\"\npublish = false\n[workspace]\n\
                   [package.metadata.bundle]\nrecordings = \"game.txt\"\n[dependencies]\nnamed = { path = \"named\" }\n";

/// A library with a trait, which exports the macros.
const NAMED: &str = "[package]\nname = \"named\"\nversion = \"0.1.0\"\nedition = \"2018\"\n[dependencies]\n\
                     named-macros = { path = \"../macros\" }\n";

const MACROS: &str = "[package]\nname = \"named-macros\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\nproc-macro = true\n";

/// `Named` makes an `impl`, `twice` a second function, `answer!` a number, and `types!` a type.
const MACRO_SOURCE: &str = r##"
    use proc_macro::{TokenStream, TokenTree};
    fn name_after(word: &str, item: TokenStream) -> String {
        let words: Vec<String> = item.into_iter().map(|tree| tree.to_string()).collect();
        words[words.iter().position(|one| one == word).unwrap() + 1].clone()
    }
    #[proc_macro_attribute]
    pub fn shape(_: TokenStream, item: TokenStream) -> TokenStream {
        let item = item.to_string();
        format!("#[derive(Clone, Copy, Debug, PartialEq, Eq)] {item}").parse().unwrap()
    }
    macro_rules! unchanged { ($name:ident) => {
        #[proc_macro_attribute] pub fn $name(_: TokenStream, item: TokenStream) -> TokenStream { item }
    }; }
    unchanged!(same);
    #[proc_macro_derive(Named, attributes(named))]
    pub fn named(item: TokenStream) -> TokenStream {
        let text = item.to_string();
        if text.contains("broken") && std::env::var_os("CARGO_PRIMARY_PACKAGE").is_none() { panic!("no name for {}", name_after("struct", item)); }
        let loud = text.contains("loud");
        let name = name_after("struct", item);
        format!("impl ::named::Named for {name} {{ fn name(&self) -> String {{
            assert!(true, \"never {{}}\", 1); assert_eq!(vec![1; 2], [1, 1]); if false {{ unreachable!() }}
            format!(\"{{}}{}\", stringify!({name})) }} }}", if loud { "!" } else { "" }).parse().unwrap()
    }
    #[proc_macro_attribute]
    pub fn twice(_: TokenStream, item: TokenStream) -> TokenStream {
        let name = name_after("fn", item.clone());
        let again = item.clone().into_iter().map(|tree| match tree {
            TokenTree::Ident(word) if word.to_string() == name =>
                TokenTree::Ident(proc_macro::Ident::new(&format!("{name}_again"), word.span())),
            other => other,
        }).collect::<Vec<_>>();
        item.into_iter().chain(again).collect()
    }
    #[proc_macro]
    pub fn answer(item: TokenStream) -> TokenStream { format!("(40 + {item})").parse().unwrap() }
    #[proc_macro]
    pub fn far(_: TokenStream) -> TokenStream { "::named::seven!()".parse().unwrap() }
    #[proc_macro]
    pub fn types(item: TokenStream) -> TokenStream { format!("struct {item}(u8);").parse().unwrap() }
"##;

fn workspace(name: &str, program: &str) -> Vec<String> {
    let folder = folder(&format!("proc-macros-{name}"));
    write(
        &folder,
        &[
            ("Cargo.toml", BOT),
            ("game.txt", "go\n"),
            ("src/main.rs", program),
            ("named/Cargo.toml", NAMED),
            (
                "named/src/lib.rs",
                "extern crate self as named; pub use named_macros::*; pub use named_macros::{twice as double};
                #[macro_export] macro_rules! seven { () => { 7 }; }
                pub trait Named { fn name(&self) -> String; }
                #[derive(Named)] pub struct Inside;",
            ),
            ("macros/Cargo.toml", MACROS),
            ("macros/src/lib.rs", MACRO_SOURCE),
        ],
    );
    let (manifest, file) = (folder.join("Cargo.toml"), folder.join("bot.rs"));
    ["bot", "--manifest-path", manifest.to_str().unwrap(), "-o", file.to_str().unwrap()]
        .map(String::from)
        .to_vec()
}

#[test]
fn a_bundle_has_what_they_make() {
    let program = "
        use named::{answer, double, twice, Named};
        #[derive(Debug, Clone, Named, PartialEq)]
        struct One { #[named(a)] part: u8 }
        #[derive(Named)]
        #[named(loud)]
        struct Two;
        macro_rules! with_types { ($($name:ident)*) => { $(named::types!($name);)* answered!(Sixth); }; }
        macro_rules! answered { ($name:ident) => { fn sixth() -> $name { $name(answer!(8)) } named::types!($name); }; }
        named::types!(Three);
        with_types!(Fifth);
        impl Two { #[double] fn two(&self) -> u8 { vec![8].len() as u8 } }
        #[twice]
        fn numbers() -> Vec<u8> { let mut all = vec![1, 2]; if !all.is_empty() { all.push(answer!(2)); } all }
        #[named::same] fn same() {}
        #[named::shape] enum Shape { Round, Flat(u8) }
        mod inner { #[derive(named::Named, Clone)] pub struct Four; }
        fn main() {
            same();
            let one = One { part: 3 };
            assert_eq!(one.clone(), one);
            println!(\"{} {} {} {}\", one.name(), Two.name(), inner::Four.name(), Three(7).0);
            println!(\"{}\", named::Inside.name());
            println!(\"{:?} {:?} {:?} {}\", one, numbers(), numbers_again(), Two.two() + Two.two_again());
            let shapes = [Shape::Round, Shape::Flat(answer! { 3 })];
            println!(\"{:?} {} {}\", shapes[1].clone(), shapes[0] == shapes[1], Fifth(5).0 + sixth().0);
        }";
    let arguments = workspace("made", program);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let report = bundled(&arguments, &folder("proc-macros-made-target"));
    assert!(report.contains("4 equal lines"), "{report}");
}

/// Cargo sets a variable that the macro demands, and the bundler does not.
#[test]
fn a_macro_that_fails_is_named_with_its_place() {
    let program = "
        #[derive(named::Named)]
        struct Broken { #[named(broken)] part: u8 }
        fn main() {}";
    let arguments = workspace("broken", program);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = refused(&arguments, &folder("proc-macros-broken-target"));
    assert!(said.contains("main.rs:2: a procedural macro fails"), "{said}");
    assert!(said.contains("no name for Broken"), "{said}");
}

/// The compiler would show nothing in place of the other call.
#[test]
fn a_macro_whose_code_calls_a_macro_of_another_crate_is_refused() {
    let program = "fn main() { println!(\"{}\", named::far!()); }";
    let arguments = workspace("far", program);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = refused(&arguments, &folder("proc-macros-far-target"));
    assert!(said.contains("main.rs:1: a procedural macro fails"), "{said}");
}
