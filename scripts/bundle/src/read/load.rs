//! Reads a crate's files into one tree of items, with the paths of the bundle.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::Edition;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Item, ItemExternCrate, ItemMacro, ItemMod, Visibility};

use crate::plan::cfg_set::CfgSet;
use crate::plan::place::Place;
use crate::read::attributes::clean;
use crate::read::branches;
use crate::read::builtin_macros::Here;
use crate::read::edition_2015;
use crate::read::edition_2018;
use crate::read::local_inner_macros::{Export, qualify, take_export};
use crate::read::made_modules::{Makers, module_file};
use crate::read::module_files::{self, Inside, take_path};
use crate::read::paths::Rewrite;
use crate::read::proc_macros::{Call, Made, ProcMacros};
use crate::read::refusal::{refuse, refuse_at};
use crate::read::strip::Strip;
use crate::stack::{DEEPEST, too_deep};
use crate::syntax::{STD_CRATES, declared};

/// A crate, read and rewritten.
#[derive(Default)]
pub struct Loaded {
    /// The attributes of its root that still matter.
    pub attributes: Vec<Attribute>,
    /// Its items, without the macros that it exports.
    pub items: Vec<Item>,
    /// The macros that it exports, in the order of their definitions.
    pub exported: Vec<ItemMacro>,
    /// Crates of the standard library that it names by `extern crate`, each with its name in the crate.
    pub std_crates: BTreeSet<(String, String)>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// Whether it uses other crates' macros without naming them (`#[macro_use] extern crate`).
    pub wants_macros: BTreeSet<String>,
}

/// Reads a crate from its root file.
///
/// # Errors
/// A file is missing or is not Rust, or has something that cannot be bundled.
pub fn load(
    root: &Path,
    place: &Place,
    edition: Edition,
    macros: &ProcMacros<'_>,
) -> Result<Loaded> {
    let mut place = place.clone();
    let mut loader = Loader {
        loaded: Loaded::default(),
        cfg: place.cfg.clone(),
        edition,
        makers: Makers::default(),
        macros,
        root_modules: BTreeSet::new(),
    };
    if let (Edition::E2015, Ok(text)) = (edition, fs::read_to_string(root)) {
        loader.root_modules = edition_2015::root_modules(&text);
    }
    let mut file = loader.parse(root, &place)?;
    clean(&mut file.attrs, &place.cfg);
    for attribute in &file.attrs {
        for (name, why) in [
            ("feature", "`#![feature]` needs a nightly compiler, which no site has"),
            ("no_main", "a program without a `main` cannot be bundled"),
            ("no_core", "a crate without `core` cannot be bundled"),
        ] {
            if attribute.path().is_ident(name) {
                return Err(refuse_at(root, attribute, why));
            }
        }
    }
    // `extern crate name as other` at a crate's root names it for all of the crate's modules.
    for item in &file.items {
        if let Item::ExternCrate(named) = item
            && let Some((_, new)) = &named.rename
            && let Some(module) = module_of(named, &place)
        {
            place.crates.insert(new.to_string(), module);
        }
    }
    let inside = Inside::root(root);
    loader.loaded.items = loader.items(file.items, &place, &inside, true)?;
    loader.loaded.attributes = file.attrs;
    Ok(loader.loaded)
}

/// The state of the loader.
struct Loader<'a> {
    loaded: Loaded,
    cfg: CfgSet,
    edition: Edition,
    /// The macros that make modules of files.
    makers: Makers,
    /// The procedural macros that the crate may call.
    macros: &'a ProcMacros<'a>,
    /// The modules at the root of a crate of the edition 2015.
    root_modules: BTreeSet<String>,
}

impl Loader<'_> {
    fn parse(&mut self, file: &Path, place: &Place) -> Result<syn::File> {
        self.loaded.files.push(file.to_path_buf());
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        // What is no list of tokens gets its error from `syn`.
        if let Some(line) = text.parse().ok().and_then(too_deep) {
            let reason = format!("more than {DEEPEST} brackets or operators are inside each other");
            return Err(refuse_at_line(file, line, &reason));
        }
        let parsed = match self.edition {
            Edition::E2015 => edition_2015::parse(&text, place, &self.root_modules),
            Edition::E2018 => edition_2018::parse(&text),
            _ => syn::parse_file(&text),
        };
        parsed.map_err(|error| {
            refuse_at_line(file, error.span().start().line, &format!("no Rust: {error}"))
        })
    }

    /// Strips, completes and rewrites the items of one module.
    fn items(
        &mut self,
        items: Vec<Item>,
        place: &Place,
        inside: &Inside,
        is_root: bool,
    ) -> Result<Vec<Item>> {
        let cfg = self.cfg.clone();
        let mut strip = Strip { cfg: &cfg };
        let mut items = branches::resolved(items);
        strip.items(&mut items);
        let names = declared(&items, &place.namesakes);
        let mut done = Vec::with_capacity(items.len());
        for mut item in items {
            // A module's items are stripped when it is entered.
            if !matches!(item, Item::Mod(_)) {
                strip.visit_item_mut(&mut item);
            }
            let here = Call { file: &inside.file, place, edition: self.edition };
            let made = match self.macros.run(&mut item, &here)? {
                Made::Instead(items) => {
                    done.extend(self.items(items, place, inside, is_root)?);
                    continue;
                }
                Made::Beside(items) => items,
            };
            match item {
                Item::Mod(module) => {
                    let mut choices = module_files::choices(module);
                    // If each system has its own file, the module may lack the usual one.
                    if choices.len() > 1 {
                        choices.retain(|one| inside.has_file(one));
                    }
                    for module in choices {
                        done.extend(self.module(module, place, inside, &names)?.map(Item::Mod));
                    }
                }
                Item::Macro(call) if call.mac.path.is_ident("include") => {
                    done.extend(self.include(&call, place, inside, is_root)?);
                }
                Item::Macro(call) if self.makers.items(&call).is_some() => {
                    let items = self.makers.items(&call).unwrap_or_default();
                    done.extend(self.items(items, place, inside, is_root)?);
                }
                Item::Macro(definition) if self.makers.note(&definition) => {}
                Item::ExternCrate(mut named) if is_root && self.std_crate(&named) => {
                    // A path of the crate may name it (`crate::alloc::vec`). The program's root has it anyway.
                    if place.module.is_some() {
                        named.attrs.retain(|one| !one.path().is_ident("macro_use"));
                        done.push(named.into());
                    }
                }
                Item::ExternCrate(named) if is_root && self.unneeded(&named, place) => {}
                item => done.extend(self.plain(item, place, inside, &names)?),
            }
            if !made.is_empty() {
                done.extend(self.items(made, place, inside, is_root)?);
            }
        }
        Ok(done)
    }

    /// Rewrites an item that is not a module; `None` if it is a macro that goes elsewhere.
    fn plain(
        &mut self,
        mut item: Item,
        place: &Place,
        inside: &Inside,
        names: &[String],
    ) -> Result<Option<Item>> {
        let export = take_export(&mut item);
        let exported = export.is_some();
        let here = Here { place, file: &inside.file, module: &inside.path };
        let scopes = vec![names.to_vec()];
        let mut rewrite = Rewrite::new(here, scopes, exported);
        rewrite.visit_item_mut(&mut item);
        if let Some(error) = rewrite.error {
            return Err(error);
        }
        match item {
            Item::Macro(mut call) if exported => {
                if export == Some(Export::LocalInner) {
                    call.mac.tokens = qualify(call.mac.tokens, &place.root());
                }
                call.attrs.extend(inside.conditions.iter().cloned());
                self.loaded.exported.push(call);
                Ok(None)
            }
            Item::Macro(mut call) if call.ident.is_none() => {
                call.mac.tokens = self.with_modules(call.mac.tokens, place, inside, names)?;
                Ok(Some(call.into()))
            }
            item => Ok(Some(item)),
        }
    }

    /// The tokens of a macro's call, in which each module of a file (`mod name;`) has its items.
    fn with_modules(
        &mut self,
        tokens: TokenStream,
        place: &Place,
        inside: &Inside,
        names: &[String],
    ) -> Result<TokenStream> {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut done = TokenStream::new();
        let mut at = 0;
        while at < trees.len() {
            if let Some(name) = module_file(&trees[at..]) {
                if at > 0 && is_path_attribute(&trees[at - 1]) {
                    let why = "a module with a `#[path]` inside a macro's call cannot be bundled";
                    return Err(refuse(&inside.file, name.span(), why));
                }
                let module = self.module(syn::parse_quote!(mod #name;), place, inside, names)?;
                let module = module.unwrap_or_else(|| syn::parse_quote!(mod #name {}));
                module.to_tokens(&mut done);
                at += 3;
                continue;
            }
            let tree = match &trees[at] {
                TokenTree::Group(group) => {
                    let inner = self.with_modules(group.stream(), place, inside, names)?;
                    let mut new = Group::new(group.delimiter(), inner);
                    new.set_span(group.span());
                    new.into()
                }
                other => other.clone(),
            };
            done.extend([tree]);
            at += 1;
        }
        Ok(done)
    }

    /// Reads a module with all that is in it; `None` if a condition in its file excludes it.
    fn module(
        &mut self,
        mut module: ItemMod,
        place: &Place,
        inside: &Inside,
        names: &[String],
    ) -> Result<Option<ItemMod>> {
        let here = Here { place, file: &inside.file, module: &inside.path };
        let mut rewrite = Rewrite::new(here, vec![names.to_vec()], false);
        rewrite.visibility(&mut module.vis);
        let given = take_path(&mut module.attrs);
        if let Some((_, items)) = module.content.take() {
            let deeper = inside.in_braces(&module, given);
            let items = self.items(items, place, &deeper, false)?;
            module.content = Some((syn::token::Brace::default(), items));
            return Ok(Some(module));
        }
        let mut deeper = inside.in_file(&module, given)?;
        let mut parsed = self.parse(&deeper.file, place)?;
        if !clean(&mut parsed.attrs, &self.cfg) {
            return Ok(None);
        }
        deeper.add_conditions(&parsed.attrs);
        let items = self.items(parsed.items, place, &deeper, false)?;
        module.attrs.extend(parsed.attrs);
        module.content = Some((syn::token::Brace::default(), items));
        module.semi = None;
        Ok(Some(module))
    }

    /// The items of a file that `include!` names.
    fn include(
        &mut self,
        call: &ItemMacro,
        place: &Place,
        inside: &Inside,
        is_root: bool,
    ) -> Result<Vec<Item>> {
        let here = Here { place, file: &inside.file, module: &inside.path };
        let span = call.mac.path.segments[0].ident.span();
        let file = here.file_argument(span, &call.mac.tokens)?;
        let parsed = self.parse(&file, place).with_context(|| {
            format!("{}:{}: in this `include!`", inside.file.display(), span.start().line)
        })?;
        self.items(parsed.items, place, &inside.in_included(file), is_root)
    }

    /// Notes a crate of the standard library, which the bundle must then name.
    fn std_crate(&mut self, named: &ItemExternCrate) -> bool {
        let known = STD_CRATES.iter().any(|std| named.ident == std);
        let new = named.rename.as_ref().map(|(_, new)| new.to_string());
        // Under the name of another one it would hide that one in the whole bundle.
        if !known || new.as_deref().is_some_and(|new| new == "_" || STD_CRATES.contains(&new)) {
            return false;
        }
        let name = named.ident.to_string();
        self.loaded.std_crates.insert((name.clone(), new.unwrap_or(name)));
        true
    }

    /// Whether an `extern crate` is needless in a bundle.
    fn unneeded(&mut self, named: &ItemExternCrate, place: &Place) -> bool {
        let Some(module) = module_of(named, place) else { return false };
        if named.attrs.iter().any(|one| one.path().is_ident("macro_use")) {
            self.loaded.wants_macros.insert(module);
        }
        let public = matches!(named.vis, Visibility::Public(_));
        !public && (named.rename.is_none() || place.module.is_none())
    }
}

/// The module of the bundle that an `extern crate` names; `self` is the crate itself.
fn module_of(named: &ItemExternCrate, place: &Place) -> Option<String> {
    if named.ident == "self" {
        return place.module.clone();
    }
    place.module_of(&named.ident).map(str::to_owned)
}

fn refuse_at_line(file: &Path, line: usize, sentence: &str) -> anyhow::Error {
    anyhow::Error::msg(format!("{}:{line}: {sentence}", file.display()))
}

/// Whether a tree is the `[path = "..."]` of an attribute.
fn is_path_attribute(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    group.stream().into_iter().next().is_some_and(|first| first.to_string() == "path")
}
