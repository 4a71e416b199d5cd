//! Reads a crate's files into one tree of items, with the paths of the bundle.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::Edition;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Expr, ExprLit, Ident, Item, ItemExternCrate, ItemMacro, ItemMod, Lit, Meta,
    Visibility,
};

use crate::plan::cfg_set::CfgSet;
use crate::plan::place::Place;
use crate::read::attributes::clean;
use crate::read::branches;
use crate::read::builtin_macros::Here;
use crate::read::edition_2015;
use crate::read::edition_2018;
use crate::read::local_inner_macros::qualify;
use crate::read::module_files;
use crate::read::paths::Rewrite;
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
pub fn load(root: &Path, place: &Place, edition: Edition) -> Result<Loaded> {
    let mut place = place.clone();
    let mut loader = Loader { loaded: Loaded::default(), cfg: place.cfg.clone(), edition };
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
            && let (Some((_, new)), Some(module)) = (&named.rename, place.module_of(&named.ident))
        {
            let module = module.to_string();
            place.crates.insert(new.to_string(), module);
        }
    }
    let folder = root.parent().unwrap_or(Path::new("")).to_path_buf();
    let inside = Inside { file: root.to_path_buf(), folder, path: Vec::new(), by_path: None };
    loader.loaded.items = loader.items(file.items, &place, &inside, true)?;
    loader.loaded.attributes = file.attrs;
    Ok(loader.loaded)
}

/// The state of the loader.
struct Inside {
    /// The file being read.
    file: PathBuf,
    /// Where the files of its modules are.
    folder: PathBuf,
    /// The modules around, from the crate's root.
    path: Vec<String>,
    /// Inside a module in braces: the folder that a `#[path]` is relative to.
    by_path: Option<PathBuf>,
}

struct Loader {
    loaded: Loaded,
    cfg: CfgSet,
    edition: Edition,
}

impl Loader {
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
            Edition::E2015 => edition_2015::parse(&text, place),
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
            match item {
                Item::Mod(module) => {
                    let mut choices = module_files::choices(module);
                    // If each system has its own file, the module may lack the usual one.
                    if choices.len() > 1 {
                        choices.retain(|one| has_file(one, inside));
                    }
                    for module in choices {
                        done.extend(self.module(module, place, inside, &names)?.map(Item::Mod));
                    }
                }
                Item::Macro(call) if call.mac.path.is_ident("include") => {
                    done.extend(self.include(&call, place, inside, is_root)?);
                }
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
        let mut path = inside.path.clone();
        path.push(module.ident.to_string());
        let file_name = module.ident.unraw().to_string();
        if let Some((_, items)) = module.content.take() {
            let folder = match &given {
                Some(given) => inside.by_path.as_ref().unwrap_or(&beside(&inside.file)).join(given),
                None => inside.folder.join(&file_name),
            };
            let deeper =
                Inside { file: inside.file.clone(), by_path: Some(folder.clone()), folder, path };
            let items = self.items(items, place, &deeper, false)?;
            module.content = Some((syn::token::Brace::default(), items));
            return Ok(Some(module));
        }
        let (file, folder) = if let Some(given) = given {
            let file = inside.by_path.clone().unwrap_or(beside(&inside.file)).join(given);
            let folder = beside(&file);
            (file, folder)
        } else {
            let folder = inside.folder.join(&file_name);
            let [flat, nested] = usual_files(&module.ident, inside);
            match (flat.is_file(), nested.is_file()) {
                (true, false) => (flat, folder),
                (false, true) => (nested, folder),
                (both, _) => {
                    let why = format!(
                        "module `{file_name}` {}: {} and {}",
                        if both { "has two files" } else { "has none of its two files" },
                        flat.display(),
                        nested.display()
                    );
                    return Err(refuse_at(&inside.file, &module, &why));
                }
            }
        };
        let mut parsed = self.parse(&file, place)?;
        if !clean(&mut parsed.attrs, &self.cfg) {
            return Ok(None);
        }
        let deeper = Inside { file, folder, path, by_path: None };
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
        let folder = beside(&file);
        let deeper = Inside { file, folder, path: inside.path.clone(), by_path: None };
        self.items(parsed.items, place, &deeper, is_root)
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
        let Some(module) = place.module_of(&named.ident) else { return false };
        if named.attrs.iter().any(|one| one.path().is_ident("macro_use")) {
            self.loaded.wants_macros.insert(module.to_string());
        }
        let public = matches!(named.vis, Visibility::Public(_));
        !public && (named.rename.is_none() || place.module.is_none())
    }
}

/// Whether a module has its items here, names its file, or has one of its two usual files.
fn has_file(module: &ItemMod, inside: &Inside) -> bool {
    let is_named = module.attrs.iter().any(|one| one.path().is_ident("path"));
    module.content.is_some()
        || is_named
        || usual_files(&module.ident, inside).iter().any(|file| file.is_file())
}

/// The two files of which a module usually has one.
fn usual_files(module: &Ident, inside: &Inside) -> [PathBuf; 2] {
    let name = module.unraw();
    [format!("{name}.rs"), format!("{name}/mod.rs")].map(|file| inside.folder.join(file))
}

fn beside(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_path_buf()
}

fn refuse_at_line(file: &Path, line: usize, sentence: &str) -> anyhow::Error {
    anyhow::Error::msg(format!("{}:{line}: {sentence}", file.display()))
}

/// Takes the `#[path = "..."]` out of a module's attributes.
fn take_path(attributes: &mut Vec<Attribute>) -> Option<String> {
    let at = attributes.iter().position(|one| one.path().is_ident("path"))?;
    match attributes.remove(at).meta {
        Meta::NameValue(pair) => match pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The name of the module if tokens begin with `mod name;`.
fn module_file(trees: &[TokenTree]) -> Option<&Ident> {
    match trees {
        [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Punct(end), ..] => {
            (word == "mod" && end.as_char() == ';').then_some(name)
        }
        _ => None,
    }
}

/// Whether a tree is the `[path = "..."]` of an attribute.
fn is_path_attribute(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    group.stream().into_iter().next().is_some_and(|first| first.to_string() == "path")
}

/// How a macro is exported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Export {
    /// `#[macro_export]`
    Plain,
    /// `#[macro_export(local_inner_macros)]`
    LocalInner,
}

/// Takes the attribute from a macro that exports it; `None` if there is none.
fn take_export(item: &mut Item) -> Option<Export> {
    let Item::Macro(call) = item else { return None };
    let at = call.attrs.iter().position(|one| one.path().is_ident("macro_export"))?;
    match call.attrs.remove(at).meta {
        Meta::List(_) => Some(Export::LocalInner),
        _ => Some(Export::Plain),
    }
}
