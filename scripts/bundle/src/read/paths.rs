//! Paths of one crate become paths of the bundle, and compiler macros their values.

use anyhow::Error;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, Item, ItemUse, Macro, Path, PathSegment, QSelf, Stmt, UseGroup, UsePath, UseTree,
    Visibility,
};

use crate::plan::place::module_path;
use crate::read::builtin_macros::Here;
use crate::read::macro_tokens;
use crate::syntax::declared;

/// Rewrites the syntax it visits; the first thing that cannot be bundled is kept in `error`.
pub struct Rewrite<'a> {
    /// Where the syntax is.
    here: Here<'a>,
    /// The names that each scope around it declares, innermost last. Only the innermost module
    /// and the blocks inside it count.
    scopes: Vec<Vec<String>>,
    /// The names that the import around it declares.
    importing: Vec<String>,
    /// Whether it is the definition of a macro that other crates call.
    exported: bool,
    /// The error that stopped it.
    pub error: Option<Error>,
}

impl<'a> Rewrite<'a> {
    /// Rewrites syntax of one place, inside scopes with these names.
    pub fn new(here: Here<'a>, scopes: Vec<Vec<String>>, exported: bool) -> Self {
        Self { here, scopes, importing: Vec::new(), exported, error: None }
    }
}

impl Rewrite<'_> {
    fn shadowed(&self, name: &str) -> bool {
        self.scopes.iter().flatten().any(|declared| declared == name)
    }

    fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// Whether an import gives a name to another crate.
    fn imports_crate(&self, tree: &UseTree, global: bool) -> bool {
        let is_crate = |head: &Ident| self.module_of(head, global).is_some();
        match tree {
            UseTree::Name(name) => is_crate(&name.ident),
            UseTree::Rename(rename) => is_crate(&rename.ident),
            UseTree::Path(path) => is_crate(&path.ident) && has_self(&path.tree),
            UseTree::Group(group) => group.items.iter().any(|it| self.imports_crate(it, global)),
            UseTree::Glob(_) => false,
        }
    }

    /// The module of the bundle for the head of a path.
    fn module_of(&self, head: &Ident, global: bool) -> Option<&str> {
        let module = self.here.place.module_of(head)?;
        (global || !self.shadowed(&head.to_string())).then_some(module)
    }

    /// Replaces a path by its path in the bundle, and returns the number of segments before the rest.
    fn path(&mut self, path: &mut Path) -> usize {
        let global = path.leading_colon.is_some();
        let Some(head) = path.segments.first() else { return 0 };
        let new = if head.ident == "crate" && !global {
            match &self.here.place.module {
                Some(module) => module_path(module),
                None => return 0,
            }
        } else if path.segments.len() > 1 {
            match self.module_of(&head.ident, global) {
                Some(module) => module_path(module),
                None => return 0,
            }
        } else {
            return 0;
        };
        let new: Path = syn::parse_quote!(#new);
        let rest = std::mem::take(&mut path.segments).into_iter().skip(1);
        path.leading_colon = None;
        path.segments = new.segments.into_iter().chain(rest).collect::<Punctuated<_, _>>();
        1
    }

    fn qualified(&mut self, qself: &mut Option<QSelf>, path: &mut Path) {
        if let Some(qself) = qself {
            self.visit_type_mut(&mut qself.ty);
            if qself.position > 0 {
                qself.position += self.path(path);
            }
        } else {
            self.path(path);
        }
        for segment in &mut path.segments {
            visit_mut::visit_path_segment_mut(self, segment);
        }
    }

    fn tree(&self, tree: &mut UseTree, global: bool) {
        let new = match tree {
            UseTree::Path(path) => self.head(&path.ident, global),
            UseTree::Name(name) => self.head(&name.ident, global),
            UseTree::Rename(rename) => self.head(&rename.ident, global),
            UseTree::Group(group) => {
                group.items.iter_mut().for_each(|tree| self.tree(tree, global));
                None
            }
            UseTree::Glob(_) => None,
        };
        let Some(module) = new else { return };
        let module = Ident::new(&module, Span::call_site());
        let inner = match std::mem::replace(
            tree,
            UseTree::Glob(syn::UseGlob { star_token: syn::parse_quote!(*) }),
        ) {
            // `use crate::map` becomes `use crate::module::map`, and so does `use module::map`.
            UseTree::Path(mut path) => {
                if path.ident != module {
                    keep_name(&mut path.tree, &path.ident);
                }
                UseTree::Path(UsePath { ident: module, ..path })
            }
            UseTree::Rename(rename) => UseTree::Rename(syn::UseRename { ident: module, ..rename }),
            UseTree::Name(name) if name.ident == module => name.into(),
            UseTree::Name(name) => UseTree::Rename(syn::UseRename {
                ident: module,
                as_token: syn::parse_quote!(as),
                rename: name.ident,
            }),
            other => other,
        };
        *tree = UseTree::Path(UsePath {
            ident: Ident::new("crate", Span::call_site()),
            colon2_token: syn::parse_quote!(::),
            tree: Box::new(inner),
        });
    }

    fn head(&self, head: &Ident, global: bool) -> Option<String> {
        if head == "crate" && !global {
            return self.here.place.module.clone();
        }
        // An import of what has the name of its crate does not hide the crate from itself.
        let is_own = self.importing.iter().any(|name| head == name);
        self.module_of(head, global || is_own).map(str::to_string)
    }

    fn value(&mut self, call: &Macro) -> Option<Expr> {
        let segments = &call.path.segments;
        let last = segments.last()?;
        let own = segments.len() == 1 || segments[0].ident == "std" || segments[0].ident == "core";
        if !own {
            return None;
        }
        if last.ident == "include" {
            return self.included(&last.ident, call);
        }
        match self.here.value(&last.ident, &call.tokens) {
            Ok(value) => syn::parse2(value?).ok(),
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// The expression in an included file.
    fn included(&mut self, name: &Ident, call: &Macro) -> Option<Expr> {
        let file = match self.here.file_argument(name.span(), &call.tokens) {
            Ok(file) => file,
            Err(error) => {
                self.fail(error);
                return None;
            }
        };
        let parsed = std::fs::read_to_string(&file)
            .map_err(Error::from)
            .and_then(|text| syn::parse_str::<Expr>(&text).map_err(Error::from));
        match parsed {
            Ok(mut expr) => {
                let here = Here { file: &file, ..self.here };
                let scopes = self.scopes.clone();
                let mut inner = Rewrite::new(here, scopes, self.exported);
                inner.visit_expr_mut(&mut expr);
                if let Some(error) = inner.error {
                    self.fail(error);
                }
                Some(expr)
            }
            Err(error) => {
                let why = format!("cannot include {} as an expression: {error}", file.display());
                let error = self.here.refuse(name.span(), &why);
                self.fail(error);
                None
            }
        }
    }

    /// The visibility with the same reach in the bundle.
    pub fn visibility(&mut self, visibility: &mut Visibility) {
        if let (Visibility::Restricted(old), Some(module)) =
            (&*visibility, self.here.place.module.as_deref())
            && old.path.is_ident("crate")
        {
            let path = module_path(module);
            *visibility = syn::parse_quote!(pub(in #path));
            return;
        }
        visit_mut::visit_visibility_mut(self, visibility);
    }

    /// Replaces the paths of a `use` by their paths in the bundle.
    fn import(&mut self, item: &mut ItemUse) {
        self.visit_visibility_mut(&mut item.vis);
        let global = item.leading_colon.is_some();
        if self.imports_crate(&item.tree, global) {
            confine(&mut item.vis);
        }
        self.importing = declared([&Item::Use(item.clone())], &self.here.place.namesakes);
        self.tree(&mut item.tree, global);
        self.importing.clear();
        if global && begins_with_crate(&item.tree) {
            item.leading_colon = None;
        }
    }
}

/// Confines a public import of a crate to the bundle, where the crate is a private module of the root.
fn confine(visibility: &mut Visibility) {
    if matches!(visibility, Visibility::Public(_)) {
        *visibility = syn::parse_quote!(pub(crate));
    }
}

/// Names `self` in the part of an import after a name, which changes.
fn keep_name(tree: &mut UseTree, name: &Ident) {
    match tree {
        UseTree::Name(own) if own.ident == "self" => {
            *tree = UseTree::Rename(syn::UseRename {
                ident: own.ident.clone(),
                as_token: syn::parse_quote!(as),
                rename: name.clone(),
            });
        }
        UseTree::Group(group) => group.items.iter_mut().for_each(|tree| keep_name(tree, name)),
        _ => {}
    }
}

/// Whether the part of an import after a name imports what the name means.
fn has_self(tree: &UseTree) -> bool {
    match tree {
        UseTree::Name(name) => name.ident == "self",
        UseTree::Rename(rename) => rename.ident == "self",
        UseTree::Group(group) => group.items.iter().any(has_self),
        UseTree::Path(_) | UseTree::Glob(_) => false,
    }
}

fn begins_with_crate(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => path.ident == "crate",
        UseTree::Group(UseGroup { items, .. }) => items.iter().any(begins_with_crate),
        _ => false,
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_visibility_mut(&mut self, visibility: &mut Visibility) {
        self.visibility(visibility);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        self.path(path);
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_path_segment_mut(&mut self, segment: &mut PathSegment) {
        visit_mut::visit_path_segment_mut(self, segment);
    }

    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        self.qualified(&mut expr.qself, &mut expr.path);
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        self.qualified(&mut path.qself, &mut path.path);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        self.qualified(&mut expr.qself, &mut expr.path);
        expr.fields.iter_mut().for_each(|field| self.visit_field_value_mut(field));
        if let Some(rest) = &mut expr.rest {
            self.visit_expr_mut(rest);
        }
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        self.qualified(&mut pattern.qself, &mut pattern.path);
        pattern.fields.iter_mut().for_each(|field| self.visit_field_pat_mut(field));
    }

    fn visit_pat_tuple_struct_mut(&mut self, pattern: &mut syn::PatTupleStruct) {
        self.qualified(&mut pattern.qself, &mut pattern.path);
        pattern.elems.iter_mut().for_each(|pattern| self.visit_pat_mut(pattern));
    }

    fn visit_item_use_mut(&mut self, item: &mut ItemUse) {
        self.import(item);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr
            && let Some(value) = self.value(&call.mac)
        {
            *expr = value;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(call) = stmt
            && let Some(value) = self.value(&call.mac)
        {
            *stmt = Stmt::Expr(value, call.semi_token);
            return;
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        self.visit_path_mut(&mut call.path);
        if call.path.segments.last().is_some_and(|last| last.ident == "thread_local") {
            end_by_semicolon(&mut call.tokens);
        }
        let shadowed = |name: &str| self.shadowed(name);
        match macro_tokens::rewrite(call.tokens.clone(), self.here, &shadowed, self.exported) {
            Ok(tokens) => call.tokens = tokens,
            Err(error) => self.fail(error),
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let items = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        self.scopes.push(declared(items, &self.here.place.namesakes));
        visit_mut::visit_block_mut(self, block);
        self.scopes.pop();
    }

    /// A module inside a function body; others are taken apart by the loader.
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        self.visit_visibility_mut(&mut module.vis);
        let Some((_, items)) = &mut module.content else {
            let why = "a module in its own file inside a function body cannot be bundled";
            let error = self.here.refuse(module.ident.span(), why);
            return self.fail(error);
        };
        let outer = std::mem::replace(
            &mut self.scopes,
            vec![declared(items.iter(), &self.here.place.namesakes)],
        );
        for item in items {
            self.visit_item_mut(item);
        }
        self.scopes = outer;
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        if let Item::ExternCrate(named) = item {
            let new = named.rename.as_ref().map_or(&named.ident, |(_, name)| name);
            let target = match named.ident.to_string().as_str() {
                "self" => Some(self.here.place.root()),
                _ => self.here.place.module_of(&named.ident).map(module_path),
            };
            if let Some(path) = target {
                let (visibility, new) = (named.vis.clone(), new.clone());
                *item = Item::Use(syn::parse_quote!(#visibility use #path as #new;));
                if let Item::Use(item) = item {
                    self.visit_visibility_mut(&mut item.vis);
                    confine(&mut item.vis);
                }
                return;
            }
        }
        visit_mut::visit_item_mut(self, item);
    }
}

/// Ends the last static of a `thread_local!`, which may lack its semicolon: the printer (prettyplease 0.2.37) would lose the
/// static.
fn end_by_semicolon(tokens: &mut TokenStream) {
    let last = tokens.clone().into_iter().last();
    if last.is_some_and(|last| !matches!(last, TokenTree::Punct(sign) if sign.as_char() == ';')) {
        tokens.extend(quote!(;));
    }
}
