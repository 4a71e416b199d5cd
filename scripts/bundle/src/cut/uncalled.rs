//! Finds and cuts code that is compiled but is not part of the program: implementations of traits,
//! derived ones, functions in them for which the trait has a default, and calls of macros that make
//! items.
//!
//! The lints for unused code do not report these, because another crate could call `Display` or
//! `Add`. A program has no other crate: a function that is not in `Functions` is not called. If
//! something else needs the code (a bound, a supertrait), a compiler says so once it is cut.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, File, ImplItem, Item, ItemImpl, ItemMacro, Path, Token, Type};

use crate::cut::macro_definitions::{Definition, definitions};
use crate::cut::words::words_of;
use crate::rustc::functions::Functions;
use crate::syntax::{item_attributes, item_name};

/// The traits whose derived implementations can be recognised in a program, and the function that
/// each of them makes. The trait's other functions call this one.
const DERIVED: [(&str, &str); 7] = [
    ("Clone", "clone"),
    ("Debug", "fmt"),
    ("Default", "default"),
    ("Hash", "hash"),
    ("Ord", "cmp"),
    ("PartialEq", "eq"),
    ("PartialOrd", "partial_cmp"),
];

/// The macros of the standard library that make items.
const STD_MACROS: [&str; 4] = ["compile_error", "global_asm", "include", "thread_local"];

/// A piece of code that can be cut alone.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its kind, for the report.
    pub kind: &'static str,
    /// Identifies it, however the file is laid out.
    pub key: String,
    /// The words of a compiler's error if it is missing: its trait and type, or the names in a call.
    pub words: BTreeSet<String>,
    /// Its lines, from 1.
    pub lines: Range<usize>,
    made_by: Made,
}

impl Piece {
    /// Whether it is a call of a macro.
    pub fn is_call(&self) -> bool {
        matches!(self.made_by, Made::Called(_))
    }

    /// The macro that it calls.
    pub fn called(&self) -> Option<&str> {
        match &self.made_by {
            Made::Called(name) => Some(name),
            _ => None,
        }
    }

    /// Whether it is a whole `impl`.
    pub fn is_impl(&self) -> bool {
        self.kind == "impl"
    }
}

/// Where the functions of a piece are.
#[derive(Clone, Debug)]
enum Made {
    /// On its lines, with any name.
    Plainly,
    /// On its lines, under this name.
    Derived(&'static str),
    /// On its lines, or in the definitions of this macro and of those that it calls.
    Called(String),
}

/// The pieces of a file of which no function is in the program, by their keys.
pub fn idle(file: &File, functions: &Functions) -> BTreeMap<String, Piece> {
    let definitions = Definitions(definitions(file));
    let mut idle = BTreeMap::new();
    // If a compiler writes its functions in another form, nothing is known, so nothing is cut.
    if functions.all().any(|(_, name)| name == "main") {
        let mut take = |piece: Piece| {
            if definitions.idle(&piece, functions) {
                idle.insert(piece.key.clone(), piece);
            }
            false
        };
        Pieces { path: String::new(), cut: &mut take }.items(&mut file.items.clone());
    }
    idle
}

/// Cuts the pieces for which `remove` is true out of a file, and returns them.
pub fn cut(file: &mut File, remove: impl Fn(&Piece) -> bool) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut take = |piece: Piece| {
        let is_removed = remove(&piece);
        if is_removed {
            found.push(piece);
        }
        is_removed
    };
    Pieces { path: String::new(), cut: &mut take }.items(&mut file.items);
    found
}

/// Walks through the modules of a file and cuts the pieces for which `cut` is true.
struct Pieces<'a> {
    path: String,
    cut: &'a mut dyn FnMut(Piece) -> bool,
}

impl Pieces<'_> {
    fn items(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| match item {
            Item::Mod(module) => {
                let outer = self.path.len();
                self.path.extend([module.ident.to_string().as_str(), "::"]);
                if let Some((_, items)) = &mut module.content {
                    self.items(items);
                }
                self.path.truncate(outer);
                true
            }
            Item::Impl(block) => {
                let gone = self.implementation(block);
                if !gone {
                    self.overrides(block);
                }
                !gone
            }
            Item::Macro(call) => !self.call(call),
            Item::Struct(_) | Item::Enum(_) | Item::Union(_) => {
                self.derived(item);
                true
            }
            _ => true,
        });
    }

    /// An `impl` of a trait whose functions are written out. `Drop` is left alone: no source calls it, so a
    /// program without it would compile and behave differently.
    fn implementation(&mut self, block: &ItemImpl) -> bool {
        let Some((None, path, _)) = &block.trait_ else { return false };
        let Some(name) = path.segments.last() else { return false };
        let plain = |item: &ImplItem| {
            matches!(item, ImplItem::Fn(_) | ImplItem::Const(_) | ImplItem::Type(_))
        };
        if name.ident == "Drop"
            || block.unsafety.is_some()
            || !block.items.iter().all(plain)
            || !block.items.iter().any(|item| matches!(item, ImplItem::Fn(_)))
        {
            return false;
        }
        let mut piece = piece(impl_key(&self.path, block), "impl", Made::Plainly, block);
        piece.words.insert(name.ident.to_string());
        if let Type::Path(path) = &*block.self_ty {
            piece.words.extend(path.path.segments.last().map(|last| last.ident.to_string()));
        }
        (self.cut)(piece)
    }

    /// Functions of an `impl` for which the trait may have a default.
    fn overrides(&mut self, block: &mut ItemImpl) {
        if block.trait_.is_none() || block.unsafety.is_some() {
            return;
        }
        let head = head(block);
        block.items.retain(|item| {
            let ImplItem::Fn(function) = item else { return true };
            let name = function.sig.ident.to_string();
            let key = format!("override {}{head}::{name}", self.path);
            let mut piece = piece(key, "override", Made::Plainly, item);
            piece.words.insert(name);
            !(self.cut)(piece)
        });
    }

    /// A call of a macro that is not a definition.
    fn call(&mut self, call: &ItemMacro) -> bool {
        if call.ident.is_some() {
            return false;
        }
        let made = Made::Called(last(&call.mac.path));
        let mut piece = piece(call_key(&self.path, call), "macro call", made, call);
        piece.words.extend(words_of(&call.mac));
        (self.cut)(piece)
    }

    fn derived(&mut self, item: &mut Item) {
        let Some((name, _)) = item_name(item) else { return };
        let name = name.to_string();
        let Some(attributes) = item_attributes(item) else { return };
        let lists: Vec<(usize, Vec<Path>)> = attributes
            .iter()
            .enumerate()
            .filter_map(|(at, attribute)| Some((at, derives(attribute)?)))
            .collect();
        let copied = lists.iter().any(|(_, list)| list.iter().any(|path| last(path) == "Copy"));
        let mut gone = BTreeSet::new();
        for (at, list) in &lists {
            for path in list {
                let word = last(path);
                let known = DERIVED.iter().find(|(name, _)| *name == word);
                // `Copy` needs `Clone`, and no function shows whether something is copied.
                let Some((_, function)) = known.filter(|_| word != "Clone" || !copied) else {
                    continue;
                };
                let made = Made::Derived(function);
                let key = format!("derive {}{name} {word}", self.path);
                let mut piece = piece(key, "derive", made, &attributes[*at]);
                piece.words.extend([name.clone(), word.clone()]);
                if (self.cut)(piece) {
                    gone.insert(word);
                }
            }
        }
        // Old compilers match a constant only if its type derives both; and `Eq` has no functions.
        if gone.contains("PartialEq") {
            gone.insert("Eq".into());
        }
        for (at, list) in lists.iter().rev() {
            let left: Vec<&Path> = list.iter().filter(|path| !gone.contains(&last(path))).collect();
            if left.is_empty() {
                attributes.remove(*at);
            } else if left.len() < list.len() {
                attributes[*at].meta = syn::parse_quote!(derive(#(#left),*));
            }
        }
    }
}

fn piece(key: String, kind: &'static str, made_by: Made, of: &impl Spanned) -> Piece {
    let (start, end) = (of.span().start().line, of.span().end().line);
    Piece { kind, key, words: BTreeSet::new(), lines: start..end + 1, made_by }
}

/// The key of an `impl` in a module.
pub fn impl_key(path: &str, block: &ItemImpl) -> String {
    format!("impl {path}{}", head(block))
}

/// The key of a macro's call in a module.
pub fn call_key(path: &str, call: &ItemMacro) -> String {
    format!("macro call {path}{}", call.to_token_stream())
}

/// The head of an `impl`: all but its members.
pub fn head(block: &ItemImpl) -> String {
    let head = ItemImpl { items: Vec::new(), attrs: Vec::new(), ..block.clone() };
    head.to_token_stream().to_string()
}

/// The traits that an attribute derives.
fn derives(attribute: &Attribute) -> Option<Vec<Path>> {
    if !attribute.path().is_ident("derive") {
        return None;
    }
    let list = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok()?;
    Some(list.into_iter().collect())
}

fn last(path: &Path) -> String {
    path.segments.last().map_or_else(String::new, |last| last.ident.to_string())
}

/// The macros that a file defines.
struct Definitions(Vec<Definition>);

impl Definitions {
    /// Whether no function of a piece is in a program.
    fn idle(&self, piece: &Piece, functions: &Functions) -> bool {
        let mut here = functions.on(piece.lines.clone());
        match &piece.made_by {
            Made::Plainly => here.next().is_none(),
            Made::Derived(function) => !here.any(|(_, name)| name == *function),
            // The functions of the standard library's macros are in other files.
            Made::Called(name) => {
                !STD_MACROS.contains(&name.as_str())
                    && here.next().is_none()
                    && self.calls_nothing(name, &piece.words, functions)
            }
        }
    }

    /// Whether no function of a program can come from a call with these words. The name of a function that a
    /// macro makes is in the call or in a definition, or in that of a macro that the definition calls. A
    /// closure has no name, so it may come from any call.
    /// Another macro may have made the definition.
    fn calls_nothing(&self, name: &str, call: &BTreeSet<String>, functions: &Functions) -> bool {
        let mut words = call.clone();
        if !self.0.iter().any(|one| one.name == name) {
            words.extend(self.0.iter().map(|one| one.name.clone()));
        }
        let mut reached: Vec<&Definition> = Vec::new();
        let mut left: Vec<&Definition> = self.0.iter().collect();
        while let Some(at) = left.iter().position(|one| words.contains(&one.name)) {
            let definition = left.swap_remove(at);
            words.extend(definition.words.iter().cloned());
            reached.push(definition);
        }
        !reached
            .iter()
            .flat_map(|definition| functions.on(definition.lines.clone()))
            .any(|(_, name)| name.starts_with('{') || words.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "fn main() {}
macro_rules! plus { ($name:ident $function:ident $type:ident) => {
    impl $name for $type { fn $function(self) {} } } }
macro_rules! twice { ($name:ident $type:ident) => { plus!($name zwei $type); } }
macro_rules! fixed { ($type:ident) => { impl Fixed for $type { fn fixed(self) {} } } }
mod a {
    plus!(One eins A);
    plus!(Two zwei A);
    twice!(Three A);
    fixed!(A);
    std::thread_local!(static X: u8 = 1);
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct A;
    #[derive(Debug)]
    #[derive(Clone, Default, PartialEq, Eq)]
    enum B { C }
    impl Four for A { const N: u8 = 1; }
    impl Drop for B { fn drop(&mut self) {} }
    impl Five for B {
        fn five(self) {}
        fn six(self) {}
    }
}
";

    fn idle_with(functions: &[(usize, &str)]) -> Vec<String> {
        let functions = functions.iter().copied().collect();
        let mut keys: Vec<String> =
            idle(&syn::parse_file(TEXT).unwrap(), &functions).into_keys().collect();
        keys.retain(|key| !key.ends_with("drop"));
        keys
    }

    #[test]
    fn code_outside_the_program_is_idle() {
        let derived = ["a::A Hash", "a::A PartialEq", "a::B Clone", "a::B Debug", "a::B Default"];
        let mut all: Vec<String> = derived.iter().map(|key| format!("derive {key}")).collect();
        all.push("derive a::B PartialEq".into());
        all.push("impl a::impl Five for B { }".into());
        for call in
            ["fixed ! (A)", "plus ! (One eins A)", "plus ! (Two zwei A)", "twice ! (Three A)"]
        {
            all.push(format!("macro call a::{call} ;"));
        }
        all.push("override a::impl Five for B { }::five".into());
        all.push("override a::impl Five for B { }::six".into());
        assert_eq!(idle_with(&[(1, "main")]), all);
        assert!(idle_with(&[(1, "start")]).is_empty(), "functions are named in another way");
    }

    #[test]
    fn code_in_the_program_is_not_idle() {
        let all = idle_with(&[(1, "main")]);
        for (line, name, busy) in [
            (12, "eq", &["derive a::A PartialEq"][..]),
            (14, "fmt", &["derive a::B Debug"]),
            (15, "clone", &["derive a::B Clone"]),
            (20, "five", &["impl a::impl Five for B { }", "override a::impl Five for B { }::five"]),
            (3, "eins", &["macro call a::plus ! (One eins A) ;"]),
            (
                3,
                "zwei",
                &["macro call a::plus ! (Two zwei A) ;", "macro call a::twice ! (Three A) ;"],
            ),
            (5, "fixed", &["macro call a::fixed ! (A) ;"]),
            (
                2,
                "{closure#0}",
                &[
                    "macro call a::plus ! (One eins A) ;",
                    "macro call a::plus ! (Two zwei A) ;",
                    "macro call a::twice ! (Three A) ;",
                ],
            ),
        ] {
            let idle = idle_with(&[(1, "main"), (line, name)]);
            let gone: Vec<&String> = all.iter().filter(|key| !idle.contains(key)).collect();
            assert_eq!(gone, busy, "{name} on line {line}");
        }
    }

    #[test]
    fn a_cut_leaves_the_rest() {
        let mut file = syn::parse_file(TEXT).unwrap();
        let keys =
            ["derive a::A PartialEq", "derive a::B Debug", "override a::impl Five for B { }::six"];
        let gone = cut(&mut file, |piece| keys.contains(&piece.key.as_str()));
        assert_eq!(gone.len(), 3);
        let text = prettyplease::unparse(&file);
        assert!(text.contains("#[derive(Clone, Copy, Hash)]\n    struct A;"), "{text}");
        assert!(
            text.contains("    #[derive(Clone, Default, PartialEq, Eq)]\n    enum B"),
            "{text}"
        );
        assert!(
            !text.contains("Debug") && !text.contains("six") && text.contains("five"),
            "{text}"
        );
    }
}
