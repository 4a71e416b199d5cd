//! Puts the crates together: the program first, then each library as a module.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Attribute, File, Item, ItemMod, Visibility};

use crate::join::exported_macros;
use crate::join::macro_docs;
use crate::join::namesakes;
use crate::join::own_names;
use crate::plan::contents::{Krate, Plan};
use crate::read::load::{Loaded, load};
use crate::read::proc_macros::names::find_all;
use crate::read::proc_macros::{ProcMacros, stand_ins};
use crate::rustc::compiler::Compiler;
use crate::syntax::{STD_CRATES, declared, fresh};

/// The bundle before anything is removed.
pub struct Assembled {
    /// Its syntax.
    pub file: File,
    /// The files of its sources.
    pub files: Vec<PathBuf>,
}

/// Loads all crates of a plan and makes one file of them.
///
/// # Errors
/// Something in a source cannot be bundled.
pub fn assemble(plan: &mut Plan, compiler: &Compiler, folder: &Path) -> Result<Assembled> {
    namesakes::find(plan);
    free_module_names(plan)?;
    let names = find_all(&plan.crates, compiler)?;
    let mut loaded = Vec::new();
    for krate in &plan.crates {
        loaded.push(if krate.macros.is_some() {
            let exported = names.get(&krate.root).map(stand_ins).unwrap_or_default();
            Loaded { exported, ..Loaded::default() }
        } else {
            let reachable = reachable(krate, plan).into_iter();
            let macros = ProcMacros::new(reachable, compiler, &names, folder);
            load(&krate.root, &krate.place, krate.edition, &macros)?
        });
    }
    let files = loaded.iter().flat_map(|one| one.files.iter().cloned()).collect();
    let macros: BTreeSet<String> = loaded
        .iter()
        .flat_map(|one| one.exported.iter().filter_map(|one| one.ident.as_ref()))
        .map(ToString::to_string)
        .collect();
    let wanted: BTreeSet<String> =
        loaded.iter().flat_map(|one| one.wants_macros.iter().cloned()).collect();
    let std_crates: BTreeSet<(String, String)> =
        loaded.iter().flat_map(|one| one.std_crates.iter().cloned()).collect();
    let limits = limits(&mut loaded);

    let mut loaded = loaded.into_iter();
    let Some(program) = loaded.next() else { bail!("there is nothing to bundle") };
    let mut attributes = program.attributes.clone();
    attributes.extend(limits);
    let libraries = &plan.crates[1..];
    let modules = libraries.iter().zip(loaded).map(|(krate, one)| module(krate, one, &wanted));
    let (mut first, mut last) = (Vec::new(), Vec::new());
    if wanted.is_empty() {
        last.extend(modules);
    } else {
        // Macros that are called by their bare names must come before the code that uses them.
        let mut modules: Vec<Option<Item>> = modules.map(Some).collect();
        let order = dependencies_first(libraries);
        first.extend(order.into_iter().filter_map(|number| modules[number].take()));
    }
    let mut items: Vec<Item> = std_crates
        .iter()
        .filter(|(name, new)| name == "alloc" || name != new)
        .map(|(name, new)| extern_crate(name, new))
        .collect();
    items.extend(first);
    let modules = plan.crates.iter().filter_map(|krate| krate.place.module.clone()).collect();
    let mut own = with_macros(program, &quote!(crate));
    own_names::drop(&mut own, &modules);
    items.extend(own);
    items.extend(last);
    let mut file = File { shebang: None, attrs: attributes, items };
    for item in &mut file.items {
        // No other crate uses a program, so a `pub use` at its root is the same as a `use`.
        if let Item::Use(item) = item {
            item.vis = Visibility::Inherited;
        }
    }
    exported_macros::confine(&mut file.items, &macros);
    macro_docs::Drop::new(&file).visit_file_mut(&mut file);
    Ok(Assembled { file, files })
}

/// The crates that a crate may name, and those that these may name, and so on.
fn reachable<'a>(krate: &'a Krate, plan: &'a Plan) -> Vec<&'a Krate> {
    let mut found = vec![krate];
    let mut at = 0;
    while let Some(krate) = found.get(at) {
        let modules: BTreeSet<&String> = krate.place.crates.values().collect();
        let named = |one: &&Krate| one.place.module.as_ref().is_some_and(|it| modules.contains(it));
        let new = plan
            .crates
            .iter()
            .filter(named)
            .filter(|one| !found.iter().any(|known| known.root == one.root));
        found.extend(new.collect::<Vec<_>>());
        at += 1;
    }
    found
}

/// The numbers of libraries in an order in which each comes after those that it can name.
fn dependencies_first(libraries: &[Krate]) -> Vec<usize> {
    fn visit(number: usize, libraries: &[Krate], seen: &mut [bool], order: &mut Vec<usize>) {
        if std::mem::replace(&mut seen[number], true) {
            return;
        }
        for named in libraries[number].place.crates.values() {
            let place = libraries.iter().position(|one| one.place.module.as_ref() == Some(named));
            if let Some(number) = place {
                visit(number, libraries, seen, order);
            }
        }
        order.push(number);
    }
    let (mut seen, mut order) = (vec![false; libraries.len()], Vec::new());
    for number in 0..libraries.len() {
        visit(number, libraries, &mut seen, &mut order);
    }
    order
}

/// `extern crate name as new;`, or without a new name if it is the same.
fn extern_crate(name: &str, new: &str) -> Item {
    let ident = |name| Ident::new(name, Span::call_site());
    let (name, new) = (ident(name), (name != new).then(|| ident(new)));
    let rename = new.map(|new| quote!(as #new));
    syn::parse_quote!(extern crate #name #rename;)
}

/// Renames modules of crates whose names the program's root uses for something else.
fn free_module_names(plan: &mut Plan) -> Result<()> {
    let Some(program) = plan.crates.first() else { return Ok(()) };
    let text = std::fs::read_to_string(&program.root)?;
    let Ok(file) = syn::parse_file(&text) else { return Ok(()) };
    let mut taken: BTreeSet<String> =
        declared(&file.items, &program.place.namesakes).into_iter().collect();
    let modules: Vec<String> =
        plan.crates.iter().filter_map(|krate| krate.place.module.clone()).collect();
    for old in modules {
        // A name that the prelude or the standard library has must keep its meaning.
        let std = STD_CRATES.contains(&old.as_str());
        let new = if std || !taken.insert(old.clone()) {
            fresh(&format!("{old}_lib"), |name| taken.contains(name))
        } else {
            continue;
        };
        taken.insert(new.clone());
        for krate in &mut plan.crates {
            if krate.place.module.as_ref() == Some(&old) {
                krate.place.module = Some(new.clone());
            }
            let names = krate.place.crates.values_mut();
            names.filter(|module| **module == old).for_each(|module| module.clone_from(&new));
        }
    }
    Ok(())
}

/// The limits on recursion that any of the crates raises, which count for a whole bundle.
fn limits(loaded: &mut [Loaded]) -> Vec<Attribute> {
    let mut found: Vec<Attribute> = Vec::new();
    for one in loaded {
        one.attributes.retain(|attribute| {
            let limit = ["recursion_limit", "type_length_limit"]
                .iter()
                .any(|name| attribute.path().is_ident(name));
            if limit {
                match found.iter_mut().find(|other| other.path() == attribute.path()) {
                    Some(other) if number(other) < number(attribute) => *other = attribute.clone(),
                    Some(_) => {}
                    None => found.push(attribute.clone()),
                }
            }
            !limit
        });
    }
    found
}

fn number(attribute: &Attribute) -> u64 {
    let syn::Meta::NameValue(pair) = &attribute.meta else { return 0 };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else {
        return 0;
    };
    text.value().parse().unwrap_or(0)
}

/// A library as a module.
fn module(krate: &Krate, mut loaded: Loaded, wanted: &BTreeSet<String>) -> Item {
    let name = krate.place.module.clone().unwrap_or_default();
    let mut attributes = std::mem::take(&mut loaded.attributes);
    if wanted.contains(&name) {
        attributes.push(syn::parse_quote!(#[macro_use]));
    }
    for attribute in &mut attributes {
        attribute.style = syn::AttrStyle::Outer;
    }
    let items = with_macros(loaded, &krate.place.root());
    let name = Ident::new(&name, Span::call_site());
    let empty: ItemMod = syn::parse_quote!(#(#attributes)* mod #name {});
    ItemMod { content: Some((syn::token::Brace::default(), items)), ..empty }.into()
}

/// A crate's items, after the macros that it exports.
///
/// An exported macro is known everywhere in its crate after its definition and, by path, at the
/// crate's root. Here it is in a module of its own at the beginning of the crate, which has the same effect.
fn with_macros(loaded: Loaded, root: &TokenStream) -> Vec<Item> {
    let Loaded { items, mut exported, .. } = loaded;
    if exported.is_empty() {
        return items;
    }
    let taken = declared(&items, &BTreeSet::new());
    let holder = fresh("macros", |name| taken.iter().any(|one| one == name));
    let holder = Ident::new(&holder, Span::call_site());
    // Each name once, with the conditions of each of its definitions.
    let mut names: Vec<(Ident, Vec<TokenStream>)> = Vec::new();
    for definition in &mut exported {
        let condition = condition(&definition.attrs);
        let Some(name) = definition.ident.as_mut() else { continue };
        match names.iter_mut().find(|(known, _)| known == name) {
            Some((_, conditions)) => conditions.push(condition),
            None => names.push((name.clone(), vec![condition])),
        }
        if let Some(other) = other_name(name) {
            *name = other;
        }
    }
    let imports = names.iter().map(|(name, conditions)| import(name, &any(conditions), root));
    let mut all: Vec<Item> =
        vec![syn::parse_quote!(#[macro_use] mod #holder { #(#exported)* #(#imports)* })];
    all.extend(names.iter().map(|(name, conditions)| -> Item {
        let condition = any(conditions);
        syn::parse_quote!(#condition pub(crate) use #holder::#name;)
    }));
    all.extend(items);
    all
}

/// The condition of attributes that only the site's compiler can decide, or nothing.
fn condition(attributes: &[Attribute]) -> TokenStream {
    let conditions = attributes.iter().filter(|one| one.path().is_ident("cfg"));
    let conditions = conditions.filter_map(|one| one.meta.require_list().ok());
    joined(&conditions.map(|list| list.tokens.clone()).collect::<Vec<_>>(), &quote!(all))
}

/// The attribute of an item that exists under any of some conditions.
fn any(conditions: &[TokenStream]) -> TokenStream {
    if conditions.iter().any(TokenStream::is_empty) {
        return TokenStream::new();
    }
    let condition = joined(conditions, &quote!(any));
    quote!(#[cfg(#condition)])
}

/// Conditions joined by `all` or `any`, if there are several.
fn joined(conditions: &[TokenStream], word: &TokenStream) -> TokenStream {
    match conditions {
        [] => TokenStream::new(),
        [one] => one.clone(),
        several => quote!(#word(#(#several),*)),
    }
}

/// Attributes of the compiler that crates also have macros for. A plain import of such a macro is ambiguous.
const ATTRIBUTES: [&str; 7] = ["allow", "bench", "deny", "forbid", "inline", "test", "warn"];

/// The new name of a macro whose name an attribute has.
fn other_name(name: &Ident) -> Option<Ident> {
    let is_attribute = ATTRIBUTES.iter().any(|attribute| name == attribute);
    is_attribute.then(|| Ident::new(&format!("{name}_macro"), Span::call_site()))
}

/// The import that makes a macro known by its path in a crate with this root.
fn import(name: &Ident, condition: &TokenStream, root: &TokenStream) -> TokenStream {
    match other_name(name) {
        None => quote!(#condition pub(crate) use #name;),
        Some(other) => quote! {
            #condition macro_rules! #name { ($($tokens:tt)*) => { #root::#name!($($tokens)*) }; }
            #condition pub(crate) use #other as #name;
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_limit_of_all_crates_counts() {
        let with = |attributes: Vec<Attribute>| Loaded { attributes, ..Loaded::default() };
        let (low, high): (Attribute, Attribute) = (
            syn::parse_quote!(#![recursion_limit = "200"]),
            syn::parse_quote!(#![recursion_limit = "1000"]),
        );
        let other: Attribute = syn::parse_quote!(#![type_length_limit = "7"]);
        for order in [[&low, &high], [&high, &low]] {
            let [one, two] = order.map(Attribute::clone);
            let mut loaded = [with(vec![one]), with(vec![other.clone()]), with(vec![two])];
            assert_eq!(limits(&mut loaded), [high.clone(), other.clone()]);
            assert!(loaded.iter().all(|one| one.attributes.is_empty()));
        }
    }
}
