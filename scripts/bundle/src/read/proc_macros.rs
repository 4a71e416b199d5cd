//! Procedural macros. A site cannot run them, so a compiler runs them here, and a bundle has what they make.
//!
//! The compiler shows what its macros made by the unstable option `-Zunpretty=expanded`. It gets each piece of code alone, so that no
//! other macro is expanded with it.

mod calls;
mod internals;
mod kept;
pub mod names;
mod std_derives;
mod wrappers;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::Edition;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Expr, ImplItem, Item, ItemMacro, Macro, Meta, Stmt, TraitItem};

use crate::plan::contents::Krate;
use crate::plan::place::Place;
use crate::read::proc_macros::kept::Kept;
use crate::read::proc_macros::names::Names;
use crate::read::proc_macros::wrappers::Wrappers;
use crate::read::refusal::refuse;
use crate::rustc::compiler::{Compiler, Diagnostic};
use crate::rustc::expand::Expand;
use crate::syntax::{attributes, conditions, item_attributes, item_name};

/// The macros that one crate may call.
pub struct ProcMacros<'a> {
    libraries: Vec<Library>,
    /// Other names of macros, with the names in their crates.
    renames: BTreeMap<String, String>,
    /// Macros of the crate itself.
    wrappers: RefCell<Wrappers>,
    compiler: Option<&'a Compiler>,
    folder: &'a Path,
}

/// The place of a call.
pub struct Call<'a> {
    /// The file.
    pub file: &'a Path,
    /// The place of the crate.
    pub place: &'a Place,
    /// The edition of the crate.
    pub edition: Edition,
}

/// What the macros that an item calls make.
pub enum Made {
    /// Items that replace it.
    Instead(Vec<Item>),
    /// Items that come after it.
    Beside(Vec<Item>),
}

/// One crate of macros.
struct Library {
    /// The crate's name.
    name: String,
    /// Its compiled library.
    file: PathBuf,
    names: Names,
}

/// The macros that stand for those of a crate in a bundle, so that imports of them find something.
pub fn stand_ins(names: &Names) -> Vec<ItemMacro> {
    let stand_in = |name: &String| {
        let why = format!("a bundle cannot have this call of the procedural macro `{name}`");
        let name = Ident::new(name, Span::call_site());
        syn::parse_quote!(macro_rules! #name { ($($tokens:tt)*) => { compile_error!(#why); }; })
    };
    names.all().map(stand_in).collect()
}

impl<'a> ProcMacros<'a> {
    /// No macros.
    pub fn none() -> Self {
        Self {
            libraries: Vec::new(),
            renames: BTreeMap::new(),
            wrappers: RefCell::default(),
            compiler: None,
            folder: Path::new(""),
        }
    }

    /// The macros of some crates, with their names by their root files. The files that the compiler reads are made in `folder`.
    pub fn new<'k>(
        crates: impl Iterator<Item = &'k Krate>,
        compiler: &'a Compiler,
        names: &BTreeMap<PathBuf, Names>,
        folder: &'a Path,
    ) -> Self {
        let (mut libraries, mut renames) = (Vec::new(), BTreeMap::new());
        for krate in crates {
            let Some(macros) = &krate.macros else {
                renames.extend(names::renames(&krate.root));
                continue;
            };
            let names = names.get(&krate.root).cloned().unwrap_or_default();
            let (name, file) = (krate.place.name.clone(), macros.file.clone());
            libraries.push(Library { name, file, names });
        }
        let wrappers = RefCell::default();
        Self { libraries, renames, wrappers, compiler: Some(compiler), folder }
    }

    /// Runs the macros that an item calls. Derives and their attributes are taken from a type.
    ///
    /// # Errors
    /// A macro fails.
    pub fn run(&self, item: &mut Item, call: &Call) -> Result<Made> {
        if self.libraries.is_empty() {
            return Ok(Made::Beside(Vec::new()));
        }
        if let Item::Macro(definition @ ItemMacro { ident: Some(_), .. }) = item {
            let path = |name: &Ident| self.path(&name.clone().into(), |names| &names.calls);
            self.wrappers.borrow_mut().note(definition, &path);
            return Ok(Made::Beside(Vec::new()));
        }
        let span = item.span();
        let told = |error: anyhow::Error| refuse(call.file, span, &format!("{error:#}"));
        if let Some(items) = self.replaced(item, call).map_err(told)? {
            return Ok(Made::Instead(items));
        }
        let items = self.derived(item, call).map_err(told)?;
        calls::replace(item, &|mac: &Macro| self.called(mac, call)).map_err(told)?;
        Ok(Made::Beside(items))
    }

    /// The items that replace an item with an attribute of a macro, or the call of a macro; `None` for another item.
    fn replaced(&self, item: &Item, call: &Call) -> Result<Option<Vec<Item>>> {
        if let Item::Macro(ItemMacro { ident: None, mac, attrs, .. }) = item {
            let Some(path) = self.call_path(&mac.path) else { return Ok(None) };
            let tokens = &mac.tokens;
            let made = self.expand(quote!(#(#attrs)* #path! { #tokens }), call)?;
            return Ok(Some(made));
        }
        let mut item = item.clone();
        let mut named = 0;
        for attribute in attributes_of(&mut item) {
            let Some(path) = self.path(attribute.path(), |names| &names.attributes) else {
                continue;
            };
            named += 1;
            match &mut attribute.meta {
                Meta::Path(old) => *old = syn::parse2(path)?,
                Meta::List(list) => list.path = syn::parse2(path)?,
                Meta::NameValue(pair) => pair.path = syn::parse2(path)?,
            }
        }
        if named == 0 {
            return Ok(None);
        }
        self.expand(item.into_token_stream(), call).map(Some)
    }

    /// The items that the derives of a type make. The derives and their attributes are taken from the type.
    fn derived(&self, item: &mut Item, call: &Call) -> Result<Vec<Item>> {
        if !matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_)) {
            return Ok(Vec::new());
        }
        let mut bare = item.clone();
        let Some(attributes) = item_attributes(item) else { return Ok(Vec::new()) };
        let (mut derives, mut helpers) = (Vec::new(), Vec::new());
        for attribute in attributes.iter_mut().filter(|one| one.path().is_ident("derive")) {
            let Meta::List(list) = &mut attribute.meta else { continue };
            let mut others = conditions(list.tokens.clone()).unwrap_or_default();
            others.retain(|one| {
                let names = |names: &'_ Names| names.derives.keys().cloned().collect();
                let Some(library) = self.library(one.path(), &names) else { return true };
                let name = self.name(one.path());
                helpers.extend(library.names.derives[&name].iter().cloned());
                derives.push(library.path(&name));
                false
            });
            list.tokens = quote!(#(#others),*);
        }
        if derives.is_empty() {
            return Ok(Vec::new());
        }
        let is_empty =
            |one: &Attribute| matches!(&one.meta, Meta::List(list) if list.tokens.is_empty());
        attributes.retain(|one| !(one.path().is_ident("derive") && is_empty(one)));
        Helpers(&helpers).visit_item_mut(item);
        if let Some(attributes) = item_attributes(&mut bare) {
            attributes.retain(|one| !one.path().is_ident("derive"));
        }
        let mut made = self.expand(quote!(#[derive(#(#derives),*)] #bare), call)?;
        let name = item_name(item).map(|(name, _)| name.clone());
        let is_type = |one: &Item| {
            matches!(one, Item::Struct(_) | Item::Enum(_) | Item::Union(_))
                && item_name(one).map(|(name, _)| name) == name.as_ref()
        };
        if let Some(at) = made.iter().position(is_type) {
            made.remove(at);
        }
        Ok(made)
    }

    /// The expression that a call makes; `None` for a call of another macro.
    fn called(&self, mac: &Macro, call: &Call) -> Result<Option<Expr>> {
        let Some(path) = self.call_path(&mac.path) else { return Ok(None) };
        let tokens = &mac.tokens;
        let made = self.expand(quote!(fn made() { (#path!(#tokens)) }), call)?;
        let Some(Item::Fn(function)) = made.into_iter().next() else { return Ok(None) };
        Ok(match function.block.stmts.into_iter().next() {
            Some(Stmt::Expr(expr, None)) => Some(expr),
            _ => None,
        })
    }

    /// The last name of a path, as the crate of the macro has it.
    fn name(&self, path: &syn::Path) -> String {
        let last = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        self.renames.get(&last).cloned().unwrap_or(last)
    }

    /// The crate that has a macro with the last name of a path.
    fn library(&self, path: &syn::Path, names: &dyn Fn(&Names) -> Vec<String>) -> Option<&Library> {
        let name = self.name(path);
        self.libraries.iter().find(|one| names(&one.names).contains(&name))
    }

    /// The path of a macro for the compiler.
    fn path(
        &self,
        path: &syn::Path,
        names: impl Fn(&Names) -> &Vec<String>,
    ) -> Option<TokenStream> {
        let library = self.library(path, &|all| names(all).clone())?;
        Some(library.path(&self.name(path)))
    }

    /// The path of a macro that is called: a procedural one, or one that calls such a macro.
    fn call_path(&self, path: &syn::Path) -> Option<TokenStream> {
        let is_wrapper = |name: &Ident| self.wrappers.borrow().is_wrapper(name);
        match path.get_ident().filter(|name| is_wrapper(name)) {
            Some(name) => Some(quote!(#name)),
            None => self.path(path, |names| &names.calls),
        }
    }

    /// The items that a compiler makes of code with one macro.
    fn expand(&self, code: TokenStream, call: &Call) -> Result<Vec<Item>> {
        let Some(compiler) = self.compiler else { return Ok(Vec::new()) };
        let wrappers = self.wrappers.borrow();
        let is_wanted = |name: &Ident| wrappers.is_wrapper(name);
        let mut kept = Kept::new(&is_wanted);
        let source = self.folder.join("macro.rs");
        let (shadows, code) = (internals::shadows(), kept.hidden(code));
        let before = [shadows, wrappers.definitions()];
        fs::write(&source, format!("{}\n{}\n{code}", before[0], before[1]))
            .with_context(|| format!("cannot write {}", source.display()))?;
        let libraries = self.libraries.iter().map(|one| (one.name.as_str(), one.file.as_path()));
        let (text, said) = compiler.expand(&Expand {
            source: &source,
            crate_type: "lib",
            features: &[],
            // In the edition 2015 a path from the root does not begin with a crate.
            edition: if call.edition == Edition::E2015 { "2018" } else { call.edition.as_str() },
            libraries: &libraries.collect::<Vec<_>>(),
            variables: &call.place.variables,
        })?;
        // Names are missing in a piece that is compiled alone. Such errors have a code. If the name of a macro is missing, the
        // compiler shows this comment where it was called.
        let is_broken = text.contains("/*ERROR*/");
        let is_failure = |one: &&Diagnostic| {
            one.is_error() && (is_broken || one.code.is_none()) && !one.spans.is_empty()
        };
        if let Some(error) = said.iter().find(is_failure) {
            bail!(
                "a procedural macro fails: {}",
                error.rendered.as_ref().unwrap_or(&error.message)
            );
        }
        let file: syn::File =
            syn::parse2(kept.shown(internals::public(text.parse().map_err(syn::Error::from)?)))
                .context("a procedural macro makes no Rust")?;
        let mut items: Vec<Item> =
            file.items.into_iter().filter(|item| !is_before(item, &wrappers)).collect();
        std_derives::restore(&mut items);
        Ok(items)
    }
}

impl Library {
    fn path(&self, name: &str) -> TokenStream {
        let [library, name] = [&self.name, name].map(|it| Ident::new(it, Span::call_site()));
        quote!(::#library::#name)
    }
}

/// The attributes of an item and of the members of an `impl` or a trait.
fn attributes_of(item: &mut Item) -> Vec<&mut Attribute> {
    match item {
        Item::Impl(block) => {
            let members = block.items.iter_mut();
            let members = members.filter_map(|one| attributes!(one, ImplItem: Const Fn Type Macro));
            block.attrs.iter_mut().chain(members.flatten()).collect()
        }
        Item::Trait(block) => {
            let members = block.items.iter_mut();
            let members =
                members.filter_map(|one| attributes!(one, TraitItem: Const Fn Type Macro));
            block.attrs.iter_mut().chain(members.flatten()).collect()
        }
        item => item_attributes(item).into_iter().flatten().collect(),
    }
}

/// Whether an item comes before the code: the compiler's import of the prelude, `std`, or the definition of a macro.
fn is_before(item: &Item, wrappers: &Wrappers) -> bool {
    match item {
        Item::ExternCrate(named) => named.ident == "std" && named.rename.is_none(),
        Item::Use(import) => import.attrs.iter().any(|one| one.path().is_ident("prelude_import")),
        Item::Macro(ItemMacro { ident: Some(name), .. }) => {
            internals::is_shadow(name) || wrappers.is_defined(name)
        }
        _ => false,
    }
}

/// Drops the attributes that derives have for themselves.
struct Helpers<'a>(&'a [String]);

impl VisitMut for Helpers<'_> {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|one| !self.0.iter().any(|helper| one.path().is_ident(helper)));
    }
}
