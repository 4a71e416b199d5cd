//! The calls of procedural macros among the expressions of an item, also among the arguments of other macros.

use anyhow::{Error, Result};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, Macro, Stmt, Token};

/// The expression that a call makes; `None` for a call of another macro.
type Made<'a> = &'a dyn Fn(&Macro) -> Result<Option<Expr>>;

/// Replaces each call by what it makes.
///
/// # Errors
/// A macro fails.
pub fn replace(item: &mut Item, made: Made) -> Result<()> {
    let mut calls = Calls { made, replaced: 0, error: None };
    calls.visit_item_mut(item);
    calls.error.map_or(Ok(()), Err)
}

struct Calls<'a> {
    made: Made<'a>,
    /// The number of calls that were replaced.
    replaced: usize,
    error: Option<Error>,
}

impl Calls<'_> {
    fn made(&mut self, call: &Macro) -> Option<Expr> {
        match (self.made)(call) {
            Ok(made) => {
                self.replaced += usize::from(made.is_some());
                made
            }
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}

impl VisitMut for Calls<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr
            && let Some(made) = self.made(&call.mac)
        {
            *expr = made;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(call) = stmt
            && let Some(made) = self.made(&call.mac)
        {
            *stmt = Stmt::Expr(made, call.semi_token);
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(mut arguments) = parser.parse2(call.tokens.clone()) else { return };
        let before = self.replaced;
        arguments.iter_mut().for_each(|one| self.visit_expr_mut(one));
        if self.replaced > before {
            call.tokens = arguments.into_token_stream();
        }
    }
}
