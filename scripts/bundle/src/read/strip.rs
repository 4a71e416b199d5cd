//! Cuts out code that a condition excludes from the bundle.

use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Attribute, BareFnArg, Block, Expr, Field, FieldPat, FieldValue, Fields, FnArg,
    ForeignItem, GenericParam, ImplItem, Item, Pat, Stmt, TraitItem, Variant,
};

use crate::plan::cfg_set::CfgSet;
use crate::read::attributes::clean;
use crate::syntax::{attributes, expr_attributes, item_attributes};

/// Cuts excluded code out of the syntax that it visits, and drops needless attributes.
#[derive(Clone, Copy)]
pub struct Strip<'a> {
    /// What decides the conditions of the crate.
    pub cfg: &'a CfgSet,
}

impl Strip<'_> {
    fn lives(self, attributes: Option<&mut Vec<Attribute>>) -> bool {
        attributes.is_none_or(|attributes| clean(attributes, self.cfg))
    }

    /// Cuts items of a module or file, but nothing inside them.
    pub fn items(self, items: &mut Vec<Item>) {
        items.retain_mut(|item| self.lives(item_attributes(item)));
    }

    fn list<T, P: Default>(
        self,
        list: &mut Punctuated<T, P>,
        attributes: impl Fn(&mut T) -> Option<&mut Vec<Attribute>>,
    ) {
        let trailing = list.trailing_punct();
        let kept: Vec<T> = std::mem::take(list)
            .into_iter()
            .filter_map(|mut part| self.lives(attributes(&mut part)).then_some(part))
            .collect();
        list.extend(kept);
        if trailing && !list.is_empty() {
            list.push_punct(P::default());
        }
    }
}

impl VisitMut for Strip<'_> {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        clean(attributes, self.cfg);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain_mut(|stmt| match stmt {
            Stmt::Local(local) => self.lives(Some(&mut local.attrs)),
            Stmt::Item(item) => self.lives(item_attributes(item)),
            Stmt::Expr(expr, _) => self.lives(expr_attributes(expr)),
            Stmt::Macro(call) => self.lives(Some(&mut call.attrs)),
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    self.items(items);
                }
            }
            Item::Impl(block) => block
                .items
                .retain_mut(|item| self.lives(attributes!(item, ImplItem: Const Fn Type Macro))),
            Item::Trait(block) => block
                .items
                .retain_mut(|item| self.lives(attributes!(item, TraitItem: Const Fn Type Macro))),
            Item::ForeignMod(block) => block.items.retain_mut(|item| {
                self.lives(attributes!(item, ForeignItem: Fn Static Type Macro))
            }),
            Item::Union(item) => {
                self.list(&mut item.fields.named, |part: &mut Field| Some(&mut part.attrs));
            }
            Item::Enum(item) => {
                self.list(&mut item.variants, |part: &mut Variant| Some(&mut part.attrs));
            }
            _ => {}
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_fields_mut(&mut self, fields: &mut Fields) {
        match fields {
            Fields::Named(named) => {
                self.list(&mut named.named, |part: &mut Field| Some(&mut part.attrs));
            }
            Fields::Unnamed(unnamed) => {
                self.list(&mut unnamed.unnamed, |part: &mut Field| Some(&mut part.attrs));
            }
            Fields::Unit => {}
        }
        visit_mut::visit_fields_mut(self, fields);
    }

    fn visit_generics_mut(&mut self, generics: &mut syn::Generics) {
        self.list(&mut generics.params, |part: &mut GenericParam| {
            Some(match part {
                GenericParam::Lifetime(part) => &mut part.attrs,
                GenericParam::Type(part) => &mut part.attrs,
                GenericParam::Const(part) => &mut part.attrs,
            })
        });
        visit_mut::visit_generics_mut(self, generics);
    }

    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        self.list(&mut signature.inputs, |part: &mut FnArg| {
            Some(match part {
                FnArg::Receiver(part) => &mut part.attrs,
                FnArg::Typed(part) => &mut part.attrs,
            })
        });
        visit_mut::visit_signature_mut(self, signature);
    }

    fn visit_type_bare_fn_mut(&mut self, pointer: &mut syn::TypeBareFn) {
        self.list(&mut pointer.inputs, |part: &mut BareFnArg| Some(&mut part.attrs));
        visit_mut::visit_type_bare_fn_mut(self, pointer);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.list(&mut closure.inputs, |part: &mut Pat| match part {
            Pat::Type(part) => Some(&mut part.attrs),
            _ => None,
        });
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        self.list(&mut pattern.fields, |part: &mut FieldPat| Some(&mut part.attrs));
        visit_mut::visit_pat_struct_mut(self, pattern);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Struct(expr) => {
                self.list(&mut expr.fields, |part: &mut FieldValue| Some(&mut part.attrs));
            }
            Expr::Match(expr) => {
                expr.arms.retain_mut(|arm: &mut Arm| self.lives(Some(&mut arm.attrs)));
            }
            Expr::Array(expr) => self.list(&mut expr.elems, expr_attributes),
            Expr::Tuple(expr) => self.list(&mut expr.elems, expr_attributes),
            Expr::Call(expr) => self.list(&mut expr.args, expr_attributes),
            Expr::MethodCall(expr) => self.list(&mut expr.args, expr_attributes),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    #[test]
    fn what_a_condition_excludes_goes_from_each_list() {
        let text = "
            struct Named { a: u8, #[cfg(test)] gone: Gone }
            struct Unnamed(u8, #[cfg(test)] Gone);
            union Both { a: u8, #[cfg(test)] gone: Gone }
            enum Kind { A, #[cfg(test)] Gone, B { a: u8, #[cfg(test)] gone: Gone } }
            trait Parts { const A: u8; #[cfg(test)] type Gone; }
            impl Parts for u8 { const A: u8 = 1; #[cfg(test)] type Gone = Gone; }
            extern \"C\" { fn f(); #[cfg(test)] fn gone(); }
            fn g<A, #[cfg(test)] Gone>(a: u8, #[cfg(test)] gone: Gone) {
                #[cfg(test)] let gone = 1;
                #[cfg(test)] { gone(); }
                #[cfg(test)] gone!();
                let named = Named { a, #[cfg(test)] gone };
                let Named { a, #[cfg(test)] gone } = named;
                match a { 1 => {} #[cfg(test)] 2 => gone(), _ => {} }
                call(a, #[cfg(test)] gone); a.call(#[cfg(test)] gone);
                let all = ([1, #[cfg(test)] gone], #[cfg(test)] gone);
                let bare: fn(u8, #[cfg(test)] gone: Gone);
                let f = |a: u8, #[cfg(test)] gone: Gone| a;
            }";
        let mut file = syn::parse_file(text).unwrap();
        Strip { cfg: &CfgSet::default() }.visit_file_mut(&mut file);
        let left = file.into_token_stream().to_string();
        assert!(!left.to_lowercase().contains("gone") && !left.contains("cfg"), "{left}");
    }
}
