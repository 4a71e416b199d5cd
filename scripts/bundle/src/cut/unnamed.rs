//! Cuts what no needed code names, all at once and without a compiler.
//!
//! The functions of the program are needed, and calls of macros that make items. A piece is needed if needed code
//! has its name among its words: an item by its name; a member of a type by its own name and the type's; an `impl`
//! of a trait if its trait and its types are needed. Names are compared as words, wherever they are, so too much
//! may stay. Pieces that nothing calls are needed only if a compiler misses them: `rough` asks one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use syn::spanned::Spanned;
use syn::{Attribute, File, ImplItem, Item, ItemImpl, ItemTrait, TraitItem};

use crate::cut::local_names::{LocalNames, local_names};
use crate::cut::optional::{Idle, idle_pieces};
use crate::cut::uncalled::{self, call_key, impl_key};
use crate::cut::words::{head, no_name, plain, words_of, words_of_member};
use crate::rustc::functions::Functions;
use crate::syntax::{item_kind, item_name, member};

/// What was cut.
#[derive(Debug, Default)]
pub struct Gone {
    /// The number of pieces by kind.
    pub removed: BTreeMap<&'static str, usize>,
    /// Paths of functions that were cut out of traits.
    pub methods: BTreeSet<String>,
}

/// What is needed in addition to what the program calls.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Whether the pieces that nothing calls are needed like all others.
    pub idle: bool,
    /// Paths of pieces that a compiler reports as unused. They are needed only if an error has their names.
    pub unused: BTreeSet<String>,
    /// Names that are needed.
    pub words: BTreeSet<String>,
    /// The names in errors about a file without pieces that nothing calls. A piece is needed if an error has all
    /// names that identify it. The flag is set if these names are missing.
    pub wholly: BTreeSet<(BTreeSet<String>, bool)>,
    /// The same, for a piece of which an error has any name.
    pub partly: BTreeSet<BTreeSet<String>>,
}

impl Wanted {
    /// Whether a piece that nothing calls may be cut.
    fn may_go(&self, piece: &Idle) -> bool {
        !self.idle
            && !self.wholly.iter().any(|(error, missing)| piece.is_whole_in(error, *missing))
            && !self.partly.iter().any(|error| piece.is_part_of(error))
    }

    /// Whether a piece with this path is unused, and no error has its name.
    fn is_unused(&self, path: &str) -> bool {
        let name = path.rsplit("::").next().unwrap_or(path);
        let has_name = |error: &BTreeSet<String>| error.contains(name);
        self.unused.contains(path)
            && !self.wholly.iter().any(|(error, _)| has_name(error))
            && !self.partly.iter().any(has_name)
            && !self.words.contains(name)
    }
}

/// Cuts all of a file that nothing needs. The file is that of the functions.
pub fn cut(file: &mut File, functions: &Functions, wanted: &Wanted) -> Gone {
    let names = local_names(&file.items);
    let idle = idle_pieces(file, functions);
    let mut walk = |keep: &mut dyn FnMut(Node) -> bool| {
        let (path, count, gone) = (String::new(), 0, Gone::default());
        let mut walk = Walk { path, count, names: &names, idle: &idle, functions, keep, gone };
        walk.items(&mut file.items);
        walk.gone
    };
    let mut nodes = Vec::new();
    walk(&mut |node| {
        nodes.push(node);
        true
    });
    let mut needed = needed(&nodes, &names, wanted).into_iter();
    walk(&mut |_| needed.next().expect("it walks in the same order"))
}

/// A piece that can be cut.
#[derive(Debug, Default)]
struct Node {
    /// The number of the piece that it is in.
    parent: Option<usize>,
    /// Whether it is needed in any case.
    root: bool,
    /// Names that must all be needed.
    all: BTreeSet<String>,
    /// Names of which at least one must be needed. If it is empty, it demands nothing.
    any: BTreeSet<String>,
    /// The words in it.
    words: BTreeSet<String>,
    /// Set if nothing calls it.
    idle: Option<Idle>,
    /// Its path, as in `names`; empty if it has no name.
    path: String,
}

/// For each node whether it is needed.
fn needed(nodes: &[Node], names: &LocalNames, wanted: &Wanted) -> Vec<bool> {
    let mut known: HashSet<&str> = wanted.words.iter().map(String::as_str).collect();
    let may_go: Vec<bool> = nodes
        .iter()
        .map(|node| {
            node.idle.as_ref().is_some_and(|piece| wanted.may_go(piece))
                || wanted.is_unused(&node.path)
        })
        .collect();
    let mut needed = vec![false; nodes.len()];
    loop {
        let before = known.len();
        let mut is_new = false;
        for (at, node) in nodes.iter().enumerate() {
            let wanted = |name: &String| known.contains(name.as_str());
            if needed[at]
                || may_go[at]
                || node.parent.is_some_and(|parent| !needed[parent])
                || !(node.root
                    || node.all.iter().all(wanted)
                        && (node.any.is_empty() || node.any.iter().any(wanted)))
            {
                continue;
            }
            needed[at] = true;
            is_new = true;
            known.extend(node.words.iter().map(String::as_str));
        }
        for (alias, name) in &names.aliases {
            if known.contains(alias.as_str()) {
                known.insert(name);
            }
        }
        if !is_new && known.len() == before {
            return needed;
        }
    }
}

/// Walks through all pieces in the same order every time, and cuts those for which `keep` is false.
struct Walk<'a> {
    path: String,
    count: usize,
    names: &'a LocalNames,
    idle: &'a BTreeMap<String, Idle>,
    functions: &'a Functions,
    keep: &'a mut dyn FnMut(Node) -> bool,
    gone: Gone,
}

impl Walk<'_> {
    /// The number of the piece, and whether it stays.
    fn piece(&mut self, kind: &'static str, node: Node) -> (usize, bool) {
        let is_kept = (self.keep)(node);
        if !is_kept {
            *self.gone.removed.entry(kind).or_default() += 1;
        }
        self.count += 1;
        (self.count - 1, is_kept)
    }

    /// Whether a function on these lines is in the program.
    fn is_called(&self, piece: &impl Spanned) -> bool {
        let (start, end) = (piece.span().start().line, piece.span().end().line);
        self.functions.on(start..end + 1).next().is_some()
    }

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
            Item::Use(_) | Item::ExternCrate(_) => true,
            Item::Impl(block) if block.trait_.is_some() => self.implementation(block),
            Item::Impl(block) => {
                self.members(block);
                true
            }
            Item::Trait(item) => self.one_trait(item),
            _ => self.item(item),
        });
    }

    /// An item that has no pieces of its own.
    fn item(&mut self, item: &mut Item) -> bool {
        let mut node = Node { words: words_of(item), ..Node::default() };
        let name = item_name(item).map(|(name, _)| plain(name));
        node.path = format!("{}{}", self.path, name.as_deref().unwrap_or_default());
        node.root = match (&name, &*item) {
            (None, _) => true,
            (Some(name), Item::Fn(function)) => {
                name == "main" && self.path.is_empty()
                    || is_exported(&function.attrs)
                    || self.is_called(function)
            }
            (Some(_), Item::Static(value)) => is_exported(&value.attrs),
            (Some(name), Item::Const(_)) => name == "_",
            _ => false,
        };
        if let Item::Fn(function) = item {
            node.words = words_of(&syn::ItemFn {
                sig: syn::Signature { ident: no_name(), ..function.sig.clone() },
                ..function.clone()
            });
        }
        match item {
            Item::Enum(of) if self.names.opened.contains(&plain(&of.ident)) => {
                node.any.extend(of.variants.iter().map(|variant| plain(&variant.ident)));
                node.any.extend(name);
            }
            _ => node.all.extend(name),
        }
        if let Item::Macro(call) = item
            && call.ident.is_none()
        {
            node.idle = self.idle.get(&call_key(&self.path, call)).cloned();
            return self.piece("macro call", node).1;
        }
        let kind = item_kind(item).unwrap_or("item");
        self.piece(kind, node).1
    }

    /// The members of a type.
    fn members(&mut self, block: &mut ItemImpl) {
        let head = head(block);
        let types = self.names.of_head(block);
        let path = format!("{}{}::", self.path, uncalled::head(block));
        block.items.retain_mut(|item| {
            let mut node = Node { all: types.clone(), words: head.clone(), ..Node::default() };
            node.root = self.is_called(item);
            let name = member!(item, ImplItem).map(|(name, _, _)| plain(name));
            node.words.extend(words_of_member(item));
            node.path = format!("{path}{}", name.as_deref().unwrap_or_default());
            node.all.extend(name);
            self.piece("function", node).1
        });
    }

    fn implementation(&mut self, block: &mut ItemImpl) -> bool {
        let all = self.names.of_head(block);
        let root = self.is_called(block);
        let idle = self.idle.get(&impl_key(&self.path, block)).cloned();
        let node = Node { all, root, idle, words: head(block), ..Node::default() };
        let (parent, is_kept) = self.piece("impl", node);
        let is_local = block.trait_.as_ref().is_some_and(|(_, path, _)| {
            path.segments.last().is_some_and(|last| self.names.traits.contains(&plain(&last.ident)))
        });
        block.items.retain_mut(|item| {
            let mut node = Node { parent: Some(parent), ..Node::default() };
            let name = member!(item, ImplItem).map(|(name, _, _)| plain(name));
            node.words = words_of_member(item);
            node.all.extend(name.filter(|_| is_local));
            self.piece("member", node).1
        });
        is_kept
    }

    /// A trait is needed by its name or that of a member, because an import may be all that names it.
    fn one_trait(&mut self, item: &mut ItemTrait) -> bool {
        let name = plain(&item.ident);
        let path = format!("{}{name}", self.path);
        let mut node = Node { root: self.is_called(item), path, ..Node::default() };
        node.words = words_of(&ItemTrait { items: Vec::new(), ..item.clone() });
        node.any.insert(name.clone());
        for member in &mut item.items {
            node.any.extend(member!(member, TraitItem).map(|(name, _, _)| plain(name)));
        }
        let (parent, is_kept) = self.piece("trait", node);
        let is_local = self.names.traits.contains(&name);
        item.items.retain_mut(|member| {
            let mut node = Node { parent: Some(parent), ..Node::default() };
            let member_name = member!(member, TraitItem).map(|(name, _, _)| plain(name));
            node.words = match member {
                TraitItem::Fn(function) => {
                    let mut function = function.clone();
                    function.sig.ident = no_name();
                    words_of(&function)
                }
                other => words_of(other),
            };
            node.all.extend(member_name.clone().filter(|_| is_local));
            if let Some(member) = &member_name {
                node.path = format!("{}{name}::{member}", self.path);
            }
            let (_, is_kept) = self.piece("member", node);
            if let (false, Some(member)) = (is_kept, member_name) {
                self.gone.methods.insert(format!("{}{name}::{member}", self.path));
            }
            is_kept
        });
        is_kept
    }
}

/// Whether something outside Rust may use a piece with these attributes.
fn is_exported(attributes: &[Attribute]) -> bool {
    let names =
        ["no_mangle", "used", "export_name", "link_section", "panic_handler", "global_allocator"];
    attributes.iter().any(|attribute| {
        let words = words_of(&attribute.meta);
        names.iter().any(|name| words.contains(*name))
    })
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    fn left(text: &str, words: &[&str]) -> String {
        let mut file = syn::parse_file(text).unwrap();
        let functions = [(1, "main")].into_iter().collect();
        let words = words.iter().map(ToString::to_string).collect();
        cut(&mut file, &functions, &Wanted { idle: true, words, ..Wanted::default() });
        crate::cut::marked::sweep(&mut file);
        file.to_token_stream().to_string()
    }

    fn tokens(text: &str) -> String {
        syn::parse_file(text).unwrap().to_token_stream().to_string()
    }

    #[test]
    fn what_main_names_stays_with_all_that_it_names() {
        let text = "fn main() { a::used(A, \"{SIDE}\"); }
            mod a { pub fn used(a: A) { deeper() } fn deeper() {} fn idle() { lost() } fn lost() {} }
            struct A; struct B; const SIDE: u8 = 1; const OTHER: u8 = 2; static TABLE: u8 = OTHER;
            #[no_mangle] pub fn outside() {}";
        let expected = "fn main() { a::used(A, \"{SIDE}\"); }
            mod a { pub fn used(a: A) { deeper() } fn deeper() {} }
            struct A; const SIDE: u8 = 1; #[no_mangle] pub fn outside() {}";
        assert_eq!(left(text, &[]), tokens(expected));
        assert!(left(text, &["TABLE"]).contains("OTHER"));
    }

    #[test]
    fn an_impl_stays_if_its_trait_and_its_types_do() {
        let text = "fn main() { A.go(); Short::B; }
            struct A; struct C; enum E { Left, Right } enum Long { B }
            use self::Long as Short; use self::E::*;
            trait T { fn go(&self); fn spare(&self); }
            trait U { fn other(&self); }
            impl T for A { fn go(&self) { Right; } fn spare(&self) { lost() } }
            impl<C> T for Vec<C> { fn go(&self) {} fn spare(&self) {} }
            impl T for C { fn go(&self) {} fn spare(&self) {} }
            impl U for A { fn other(&self) {} }
            impl Clone for A { fn clone(&self) -> A { A } }
            impl Clone for C { fn clone(&self) -> C { C } }
            impl A { fn go(&self) {} fn never(&self) {} }
            impl C { fn go(&self) {} }
            fn lost() {}";
        let expected = "fn main() { A.go(); Short::B; }
            struct A; enum E { Left, Right } enum Long { B }
            use self::Long as Short; use self::E::*;
            trait T { fn go(&self); }
            impl T for A { fn go(&self) { Right; } }
            impl<C> T for Vec<C> { fn go(&self) {} }
            impl Clone for A { fn clone(&self) -> A { A } }
            impl A { fn go(&self) {} }";
        // `C` is the name of a parameter there, and a word like any other.
        let expected = expected.replace("struct A;", "struct A; struct C;");
        let with_c = left(text, &[]);
        assert!(!with_c.contains("never") && !with_c.contains("lost"), "{with_c}");
        let text = text.replace("<C>", "<X>");
        let expected = expected.replace("<C>", "<X>").replace(" struct C;", "");
        assert_eq!(left(&text, &[]), tokens(&expected));
    }
}
