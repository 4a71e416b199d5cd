//! Finds syntax in sources and bundles that is newer than a site's compiler.

use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, File, GenericArgument, Lit, Pat, RangeLimits, ReturnType, TraitItem, Type};

/// A piece of syntax with the version of Rust that introduced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newer {
    /// Its common name.
    pub what: &'static str,
    /// The minor version: 65 is Rust 1.65.
    pub since: u64,
    /// The function around it; empty outside functions.
    pub function: String,
    /// Its line, from 1.
    pub line: usize,
}

/// The syntax in a file that is newer than Rust 1.`minor`. Code inside macro calls is not searched.
pub fn newer(file: &File, minor: u64) -> Vec<Newer> {
    let mut find = Find::default();
    find.visit_file(file);
    find.found.retain(|one| one.since > minor);
    find.found
}

/// A sentence for each piece in a bundle that a compiler is too old for, with its place in the sources.
pub fn places(bundle: &File, sources: &[PathBuf], minor: u64) -> Vec<String> {
    let left = newer(bundle, minor);
    let is_left = |one: &Newer| {
        left.iter().any(|other| (other.what, &other.function) == (one.what, &one.function))
    };
    let sentence = |path: &Path, one: &Newer| {
        format!("{}:{}: {} needs Rust 1.{}", path.display(), one.line, one.what, one.since)
    };
    let mut sentences = Vec::new();
    for path in sources {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let Ok(file) = syn::parse_file(&text) else { continue };
        let found = newer(&file, minor);
        sentences.extend(found.iter().filter(|one| is_left(one)).map(|one| sentence(path, one)));
    }
    sentences
}

#[derive(Default)]
struct Find {
    found: Vec<Newer>,
    functions: Vec<String>,
}

impl Find {
    fn add(&mut self, what: &'static str, since: u64, span: Span) {
        let function = self.functions.last().cloned().unwrap_or_default();
        self.found.push(Newer { what, since, function, line: span.start().line });
    }

    fn inside(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        self.functions.push(name.to_string());
        visit(self);
        self.functions.pop();
    }
}

impl<'ast> Visit<'ast> for Find {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.inside(&item.sig.ident, |find| visit::visit_item_fn(find, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.inside(&item.sig.ident, |find| visit::visit_impl_item_fn(find, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.inside(&item.sig.ident, |find| {
            if let Some(word) = &item.sig.asyncness {
                find.add("an `async fn` in a trait", 75, word.span());
            }
            if let ReturnType::Type(_, made) = &item.sig.output
                && let Type::ImplTrait(made) = &**made
            {
                find.add("an `impl Trait` that a trait's function returns", 75, made.span());
            }
            visit::visit_trait_item_fn(find, item);
        });
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some((word, _)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            self.add("`let … else`", 65, word.span());
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let is_let = |side: &Expr| matches!(side, Expr::Let(_));
        if matches!(expr.op, BinOp::And(_)) && (is_let(&expr.left) || is_let(&expr.right)) {
            self.add("a `let` beside `&&`", 88, expr.op.span());
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_const(&mut self, expr: &'ast syn::ExprConst) {
        self.add("a `const` block", 79, expr.const_token.span);
        visit::visit_expr_const(self, expr);
    }

    fn visit_expr_block(&mut self, expr: &'ast syn::ExprBlock) {
        if let Some(label) = &expr.label {
            self.add("a block with a label", 65, label.span());
        }
        visit::visit_expr_block(self, expr);
    }

    fn visit_expr_closure(&mut self, expr: &'ast syn::ExprClosure) {
        if let Some(word) = &expr.asyncness {
            self.add("an `async` closure", 85, word.span());
        }
        visit::visit_expr_closure(self, expr);
    }

    fn visit_expr_raw_addr(&mut self, expr: &'ast syn::ExprRawAddr) {
        self.add("`&raw`", 82, expr.raw.span());
        visit::visit_expr_raw_addr(self, expr);
    }

    fn visit_lit(&mut self, lit: &'ast Lit) {
        if let Lit::CStr(text) = lit {
            self.add("a C string (`c\"…\"`)", 77, text.span());
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Range(range) = pattern {
            match (range.limits, &range.start, &range.end) {
                (RangeLimits::HalfOpen(sign), _, Some(_)) => {
                    self.add("a pattern `a..b`", 80, sign.span());
                }
                (RangeLimits::Closed(sign), None, Some(_)) => {
                    self.add("a pattern `..=b`", 66, sign.span());
                }
                _ => {}
            }
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if let TraitItem::Type(item) = item
            && !item.generics.params.is_empty()
        {
            self.add("an associated type with parameters", 65, item.ident.span());
        }
        visit::visit_trait_item(self, item);
    }

    fn visit_generic_argument(&mut self, argument: &'ast GenericArgument) {
        if let GenericArgument::Constraint(bound) = argument {
            self.add("a bound of an associated type (`Item: Trait`)", 79, bound.span());
        }
        visit::visit_generic_argument(self, argument);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        if let Some(mark) = variant.attrs.iter().find(|one| one.path().is_ident("default")) {
            self.add("`#[default]` of a variant", 62, mark.span());
        }
        visit::visit_variant(self, variant);
    }

    fn visit_item_foreign_mod(&mut self, item: &'ast syn::ItemForeignMod) {
        if let Some(word) = &item.unsafety {
            self.add("`unsafe extern`", 82, word.span());
        }
        visit::visit_item_foreign_mod(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_knows_the_syntax_that_its_own_version_brought() {
        let file = syn::parse_file("fn f() { let Some(x) = y else { return }; }").unwrap();
        let since = |minor| newer(&file, minor).len();
        assert_eq!([since(64), since(65), since(66)], [1, 0, 0]);
    }

    /// Each pair is one piece of newer syntax inside another.
    #[test]
    fn newer_syntax_inside_newer_syntax_is_found() {
        for (text, versions) in [
            ("fn f() { let Some(x) = (const { &raw const y }) else { return }; }", [65, 79, 82]),
            ("fn f() { 'a: { let x = async || c\"t\"; } }", [65, 77, 85]),
            ("fn f() { if let 1..5 = x && const { true } {} }", [79, 80, 88]),
            ("trait T { type A<X: B<C: D>>; async fn f() { const { 1 } } }", [65, 75, 79]),
            ("trait T { fn f() -> impl I<A: B> { 'a: { 1 } } }", [65, 75, 79]),
        ] {
            let mut since: Vec<u64> = found(text).iter().map(|one| one.0).collect();
            since.sort_unstable();
            since.dedup();
            assert_eq!(since, versions, "{text}");
        }
    }

    fn found(text: &str) -> Vec<(u64, usize)> {
        let found = newer(&syn::parse_file(text).unwrap(), 60);
        found.iter().map(|one| (one.since, one.line)).collect()
    }

    #[test]
    fn newer_syntax_is_found_and_older_syntax_is_not() {
        for (text, since) in [
            ("fn f() {\n let Some(x) = y else { return };\n}", Some(65)),
            ("fn f() {\n if let Some(x) = y && x {}\n}", Some(88)),
            ("fn f() {\n while let Some(x) = y && x {}\n}", Some(88)),
            ("fn f() {\n if x && let Some(x) = y {}\n}", Some(88)),
            ("fn f() {\n let x = const { 1 };\n}", Some(79)),
            ("fn f() {\n let x = 'a: { break 'a 1 };\n}", Some(65)),
            ("fn f() {\n let x = c\"t\";\n}", Some(77)),
            ("fn f() {\n let x = async || 1;\n}", Some(85)),
            ("fn f() {\n match 1 { 1..5 => {} _ => {} }\n}", Some(80)),
            ("fn f() {\n match 1 { ..=5 => {} _ => {} }\n}", Some(66)),
            ("trait T {\n type A<'a>;\n}", Some(65)),
            ("trait T {\n fn f() -> impl Copy;\n}", Some(75)),
            ("enum E {\n #[default] A\n}", Some(62)),
            ("fn f(\n x: impl Iterator<Item: Copy>) {}", Some(79)),
            ("fn f() {\n let x = &raw const y;\n}", Some(82)),
            ("trait T {\n async fn f();\n}", Some(75)),
            ("#[allow(x)]\nunsafe extern \"C\" { fn f(); }", Some(82)),
            ("extern \"C\" { fn f(); } fn f() { let x = &y; unsafe {} }", None),
            ("fn f() { let x = y; if let Some(x) = y {} 'a: loop { break 'a; } }", None),
            ("fn f() { match 1 { 1..=5 => {} 9.. => {} _ => {} } }", None),
            ("trait T { type A; fn f() -> Vec<u8>; } fn f() -> impl Iterator<Item = u8> {}", None),
        ] {
            let expected: Vec<(u64, usize)> = since.into_iter().map(|since| (since, 2)).collect();
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
