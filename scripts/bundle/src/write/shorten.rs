//! Replaces names that a bundle defines itself by short ones, if it is too long even when minified.
//!
//! A name is one spelling: every occurrence gets the same short name, so that a field, the local of its
//! shorthand and the argument that it came from stay equal. That needs no knowledge of types, as long as the
//! standard library never uses that spelling. So these names stay: names of called methods, names that
//! foreign traits and macros define or are given, names in attributes and format strings, names in paths of
//! the standard library, and enum variants.
//!
//! Where that is not enough, methods get short names, too ([`Methods::Short`]). Only a compiler knows whether a call is
//! of one of them or of a method of the standard library with the same name. In that case it finds no method with the
//! short name, and the name is kept. So is any other one that the compiler no longer finds.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Field, File, ImplItem, Item, ItemImpl, Macro, PatIdent, TraitItem, UseTree};

use crate::syntax::STD_CRATES;

/// Fields of the standard library, and words that have a meaning in some places.
const KEPT: [&str; 10] =
    ["start", "end", "main", "self", "union", "auto", "default", "macro_rules", "raw", "safe"];

/// Methods that derived traits define.
const DERIVED: [&str; 7] = ["clone", "cmp", "eq", "fmt", "hash", "ne", "partial_cmp"];

/// Whether methods get short names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Methods {
    /// They keep their names.
    Kept,
    /// They get short names, all but those of traits.
    Short,
}

/// A file with short names.
pub struct Shortened {
    pub tokens: TokenStream,
    /// By each short name, the name that it replaces.
    pub names: BTreeMap<String, String>,
}

/// The file with short names for all but `kept`.
pub fn shorten(file: &File, methods: Methods, kept: &BTreeSet<String>) -> Shortened {
    let tokens = file.to_token_stream();
    let mut names = Names::default();
    names.visit_file(file);
    names.kept.extend(KEPT.map(str::to_owned));
    let mut words = Words::default();
    words.count(tokens.clone());
    for (head, name) in &words.looked_up {
        let ours = ["Self", "crate", "super", "self"].contains(&head.as_str());
        if !ours && (!names.defined.contains(head) || names.kept.contains(head)) {
            names.kept.insert(name.clone());
        }
    }
    names.kept.append(&mut words.captured);
    names.kept.extend(kept.iter().cloned());
    if methods == Methods::Short {
        names.kept.extend(DERIVED.map(str::to_owned));
        names.defined.extend(names.methods.iter().cloned());
        words.called = words.called.difference(&names.methods).cloned().collect();
    }
    names.kept.append(&mut words.called);
    let mut chosen: Vec<(&String, usize)> = names
        .defined
        .iter()
        .filter(|name| !names.kept.contains(*name))
        .filter_map(|name| Some((name, *words.counts.get(name)?)))
        .filter(|(name, _)| name.len() > 2 && !name.starts_with('_'))
        .collect();
    // The most frequent ones get the shortest names.
    chosen.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let mut taken: BTreeSet<String> = words.counts.keys().cloned().collect();
    let mut next = [0; 3];
    let mut renamed = BTreeMap::new();
    for (name, _) in chosen {
        let case = Case::of(name);
        let mut fresh = (next[case as usize]..).map(|number| (number, short_name(case, number)));
        let free = fresh.find(|(_, short)| !taken.contains(short) && is_free(short));
        if let Some((number, short)) = free.filter(|(_, short)| short.len() < name.len()) {
            next[case as usize] = number + 1;
            taken.insert(short.clone());
            renamed.insert(name.clone(), short);
        }
    }
    let tokens = rename(tokens, &renamed);
    Shortened { tokens, names: renamed.into_iter().map(|(name, short)| (short, name)).collect() }
}

/// The form of a name that gives no warning of the compiler.
#[derive(Clone, Copy)]
enum Case {
    /// Functions, modules, fields and locals.
    Small,
    /// Types.
    Capital,
    /// Constants.
    Large,
}

impl Case {
    fn of(name: &str) -> Self {
        if !name.contains(char::is_lowercase) {
            Self::Large
        } else if name.starts_with(char::is_uppercase) {
            Self::Capital
        } else {
            Self::Small
        }
    }
}

/// `a`, `b`, ... `z`, `aa`, `ab`, ... in that case.
fn short_name(case: Case, mut number: usize) -> String {
    let mut name = String::new();
    loop {
        name.insert(0, char::from(b'a' + (number % 26) as u8));
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    match case {
        Case::Small => name,
        Case::Capital => name[..1].to_uppercase() + &name[1..],
        Case::Large => name.to_uppercase(),
    }
}

/// Whether a name can be given: no keyword of any edition.
fn is_free(name: &str) -> bool {
    syn::parse_str::<Ident>(name).is_ok() && !["gen", "dyn", "try"].contains(&name)
}

fn rename(tokens: TokenStream, renamed: &BTreeMap<String, String>) -> TokenStream {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), rename(group.stream(), renamed)))
            }
            TokenTree::Ident(word) => match renamed.get(&word.to_string()) {
                Some(short) => TokenTree::Ident(Ident::new(short, word.span())),
                None => TokenTree::Ident(word),
            },
            other => other,
        })
        .collect()
}

/// How often each word occurs in a file, and which are called as methods or macros.
#[derive(Default)]
struct Words {
    counts: BTreeMap<String, usize>,
    called: BTreeSet<String>,
    /// The names that format strings take from their surroundings.
    captured: BTreeSet<String>,
    /// Each name that is looked up in another, with the name before it.
    looked_up: BTreeSet<(String, String)>,
}

impl Words {
    fn count(&mut self, tokens: TokenStream) {
        let mut dot = false;
        let mut method: Option<String> = None;
        // The last word, and the colons behind it.
        let (mut head, mut colons) = (String::new(), 0);
        for tree in tokens {
            let was_dot = std::mem::take(&mut dot);
            match &tree {
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                TokenTree::Ident(word) => {
                    if colons == 2 {
                        self.looked_up.insert((std::mem::take(&mut head), word.to_string()));
                    }
                    (head, colons) = (word.to_string(), 0);
                }
                _ => (head, colons) = (String::new(), 0),
            }
            match tree {
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    *self.counts.entry(word.clone()).or_default() += 1;
                    method = was_dot.then_some(word);
                    continue;
                }
                TokenTree::Punct(sign) => {
                    dot = sign.as_char() == '.' && sign.spacing() == Spacing::Alone;
                    // `.name::<T>()`
                    if sign.as_char() == ':' {
                        self.called.extend(method.take());
                    }
                }
                TokenTree::Group(group) => {
                    if group.delimiter() == proc_macro2::Delimiter::Parenthesis {
                        self.called.extend(method.take());
                    }
                    self.count(group.stream());
                }
                TokenTree::Literal(literal) => self.captures(&literal.to_string()),
            }
            method = None;
        }
    }

    /// The names that a format string takes from its surroundings.
    fn captures(&mut self, literal: &str) {
        for piece in literal.split('{').skip(1) {
            let name = piece.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            self.captured.extend(name.map(str::to_owned));
        }
        // A width or a precision: `{:>width$}`.
        for piece in literal.split('$') {
            let name = piece.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
            self.captured.extend(name.map(str::to_owned));
        }
    }
}

/// The names that a file defines, and those that must stay.
#[derive(Default)]
struct Names {
    defined: BTreeSet<String>,
    /// The functions of types, which may have the names of those of the standard library.
    methods: BTreeSet<String>,
    kept: BTreeSet<String>,
}

impl Names {
    fn define(&mut self, name: &Ident) {
        self.defined.insert(name.to_string());
    }

    /// Keeps what is imported from the standard library.
    fn keep_foreign(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) if STD_CRATES.iter().any(|root| path.ident == root) => {
                self.keep(tree.to_token_stream());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.keep_foreign(tree)),
            _ => {}
        }
    }

    fn keep(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Ident(word) => {
                    self.kept.insert(word.to_string());
                }
                TokenTree::Group(group) => self.keep(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.keep(attribute.to_token_stream());
    }

    fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
        self.kept.insert(lifetime.ident.to_string());
    }

    /// An argument of a macro in the file may become a text.
    fn visit_macro(&mut self, call: &'ast Macro) {
        const OURS_TO_READ: [&str; 12] = [
            "assert",
            "assert_eq",
            "assert_ne",
            "debug_assert",
            "eprintln",
            "format",
            "matches",
            "panic",
            "println",
            "unreachable",
            "vec",
            "write",
        ];
        let known = call.path.get_ident().is_some_and(|name| {
            OURS_TO_READ.contains(&name.to_string().as_str()) || name == "writeln"
        });
        if !known {
            self.keep(call.to_token_stream());
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.keep_foreign(&item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let first = path.segments.first().map(|segment| segment.ident.to_string());
        if first.is_some_and(|first| STD_CRATES.contains(&first.as_str())) {
            path.segments.iter().for_each(|segment| {
                self.kept.insert(segment.ident.to_string());
            });
        }
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        // `None` looks like a variable.
        if pattern.ident.to_string().starts_with(|first: char| !first.is_uppercase()) {
            self.define(&pattern.ident);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_field(&mut self, field: &'ast Field) {
        field.ident.iter().for_each(|name| self.define(name));
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.kept.insert(variant.ident.to_string());
        visit::visit_variant(self, variant);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(item) => self.define(&item.ident),
            Item::Static(item) => self.define(&item.ident),
            Item::Struct(item) => self.define(&item.ident),
            Item::Enum(item) => self.define(&item.ident),
            Item::Type(item) => self.define(&item.ident),
            Item::Trait(item) => self.define(&item.ident),
            Item::Mod(item) => self.define(&item.ident),
            Item::Fn(item) => self.define(&item.sig.ident),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        for part in &item.items {
            let name = match part {
                ImplItem::Fn(part) => &part.sig.ident,
                ImplItem::Const(part) => &part.ident,
                ImplItem::Type(part) => &part.ident,
                _ => continue,
            };
            if item.trait_.is_some() {
                self.kept.insert(name.to_string());
            } else if let ImplItem::Fn(part) = part {
                self.methods.insert(part.sig.ident.to_string());
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_trait_item(&mut self, part: &'ast TraitItem) {
        if let TraitItem::Fn(part) = part {
            self.kept.insert(part.sig.ident.to_string());
        }
        visit::visit_trait_item(self, part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::minify::minify;

    fn short(text: &str) -> String {
        with(text, Methods::Kept)
    }

    fn with(text: &str, methods: Methods) -> String {
        let short = shorten(&syn::parse_file(text).unwrap(), methods, &BTreeSet::new());
        minify(short.tokens).trim_end().replace('\n', " ")
    }

    #[test]
    fn names_that_only_the_file_defines_get_short_ones_everywhere() {
        assert_eq!(
            short(
                "struct Place { weight: f32 } fn heavy(weight: f32) -> Place { Place { weight } }"
            ),
            "struct A{a:f32}fn b(a:f32)->A{A{a}}"
        );
    }

    #[test]
    fn names_that_others_may_use_are_kept() {
        for kept in [
            // A method, here and of the standard library.
            "fn count(count:&[u8])->usize{count.iter().count()}",
            // A field of a range.
            "fn f(end:u8,r:Range<u8>)->u8{end+r.end}",
            // A format string.
            "fn f(why:u8){panic!(\"{why}\")}",
            "fn f(width:usize){panic!(\"{:>width$}\",1)}",
            // A function of a type of the standard library.
            "fn f(now:u8)->Instant{Instant::now()}",
            // A foreign trait, and what is imported.
            "use std::fmt::Debug;fn f(fmt:&dyn Debug){}",
            "use{core::{ptr,mem},crate::f};fn f(ptr:u8){}",
            // What looks like a variable, and a keyword only where it is one.
            "fn f(a:Option<u8>)->u8{match a{None=>0,Some(b)=>b}}",
            "fn f(raw:u8)->*const u8{&raw const raw}",
            // What a macro gets may become a text.
            "macro_rules!text{($a:ident)=>{stringify!($a)};}fn f(lives:u8){text!(lives);}",
            // An attribute.
            "#[cfg(unix)]fn f(unix:u8){}",
            // Variants show in debug texts.
            "enum E{Torpedo}",
        ] {
            assert_eq!(short(kept), kept);
        }
    }

    #[test]
    fn methods_of_types_get_short_names_if_that_is_wanted() {
        let text = "struct Deck(u8);impl Deck{fn empty()->Deck{Deck(0)}fn top(&self)->u8{self.0}}\
                    fn f(d:&Deck)->u8{Deck::empty().top()+d.top()}";
        assert_eq!(with(text, Methods::Kept).matches("top").count(), 3);
        assert_eq!(
            with(text, Methods::Short),
            "struct A(u8);impl A{fn b()->A{A(0)}fn a(&self)->u8{self.0}}fn f(d:&A)->u8{A::b().a()+d.a()}"
        );
    }

    #[test]
    fn the_caller_can_keep_names() {
        let file = syn::parse_file("fn heavy(weight: u8) -> u8 { weight }").unwrap();
        let short = shorten(&file, Methods::Kept, &BTreeSet::from(["heavy".to_owned()]));
        assert_eq!(minify(short.tokens).trim_end(), "fn heavy(a:u8)->u8{a}");
        assert_eq!(short.names, BTreeMap::from([("a".to_owned(), "weight".to_owned())]));
    }

    #[test]
    fn methods_of_traits_and_called_ones_of_others_are_kept() {
        for kept in [
            "trait T{fn draw(&self)->u8;}fn f(t:&dyn T)->u8{t.draw()}",
            "fn count(count:&[u8])->usize{count.iter().count()}",
            // A derived method has the same name.
            "#[derive(Clone)] struct S(u8);impl S{fn clone(&mut self)->u8{self.0}}fn f(s:&mut S)->u8{s.clone()}",
        ] {
            let out = with(kept, Methods::Short);
            for name in ["draw", "count", "clone"] {
                assert_eq!(out.matches(name).count(), kept.matches(name).count(), "{out}");
            }
        }
    }

    #[test]
    fn each_new_name_replaces_one_name() {
        let functions = (0..200).map(|number| format!("fn function_{number}(a: u8) {{}}"));
        let text = functions.collect::<Vec<String>>().concat();
        let out = short(&text);
        let names: BTreeSet<&str> =
            out.split("fn ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
        assert_eq!(names.len(), 200);
        assert!(!names.contains("a") && names.iter().all(|name| is_free(name)));
    }

    #[test]
    fn short_names_are_counted_up() {
        let small = [0, 25, 26, 701, 702].map(|number| short_name(Case::Small, number));
        assert_eq!(small, ["a", "z", "aa", "zz", "aaa"]);
        assert_eq!(short_name(Case::of("Place"), 27), "Ab");
        assert_eq!(short_name(Case::of("LEAST_WEIGHT"), 27), "AB");
    }
}
