//! The compiler's own macros whose value would differ in a bundle: `env!`, `include_str!`, `include_bytes!`,
//! `module_path!` and `cfg!` are replaced by their values.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Token};

use crate::plan::place::Place;
use crate::read::cfg::{Verdict, judge};
use crate::read::refusal::refuse;
use crate::syntax::conditions;

/// Variables that name a folder of this machine.
const FOLDERS: [&str; 2] = ["CARGO_MANIFEST_DIR", "OUT_DIR"];

/// Where a piece of source is.
#[derive(Clone, Copy, Debug)]
pub struct Here<'a> {
    /// Its crate.
    pub place: &'a Place,
    /// Its file.
    pub file: &'a Path,
    /// The modules around it, from the crate's root.
    pub module: &'a [String],
}

impl Here<'_> {
    /// An error that names this file and a line.
    pub fn refuse(self, span: Span, sentence: &str) -> Error {
        refuse(self.file, span, sentence)
    }

    /// The value of a call of a macro; `None` if the macro is not one of those above.
    ///
    /// # Errors
    /// Its value cannot be known, or a file that it names cannot be read.
    pub fn value(self, name: &Ident, arguments: &TokenStream) -> Result<Option<TokenStream>> {
        let span = name.span();
        let literal = |literal: Literal| Ok(Some(quote!(#literal)));
        match name.to_string().as_str() {
            "env" => {
                let variable = self.text(span, arguments.clone())?;
                literal(Literal::string(&self.variable(span, &variable)?))
            }
            "option_env" => {
                let variable = self.text(span, arguments.clone())?;
                Ok(self.place.variables.get(&variable).map(|value| quote!(Some(#value))))
            }
            "include_str" => {
                let file = self.file_argument(span, arguments)?;
                let text = fs::read_to_string(&file).map_err(|error| {
                    self.refuse(span, &format!("cannot read {}: {error}", file.display()))
                })?;
                literal(Literal::string(&text))
            }
            "include_bytes" => {
                let file = self.file_argument(span, arguments)?;
                let bytes = fs::read(&file).map_err(|error| {
                    self.refuse(span, &format!("cannot read {}: {error}", file.display()))
                })?;
                literal(Literal::byte_string(&bytes))
            }
            "module_path" => {
                let mut path = vec![self.place.name.clone()];
                path.extend(self.module.iter().cloned());
                literal(Literal::string(&path.join("::")))
            }
            "cfg" => Ok(match conditions(arguments.clone()).as_deref() {
                Some([condition]) => Some(match judge(condition, &self.place.cfg) {
                    Verdict::True => quote!(true),
                    Verdict::False => quote!(false),
                    Verdict::Open(rest) => quote!(cfg!(#rest)),
                }),
                _ => None,
            }),
            _ => Ok(None),
        }
    }

    /// The file that an `include` names, relative to this file.
    pub fn file_argument(self, span: Span, arguments: &TokenStream) -> Result<PathBuf> {
        let named = self.text(span, arguments.clone())?;
        Ok(self.file.parent().unwrap_or(Path::new("")).join(named))
    }

    fn variable(self, span: Span, name: &str) -> Result<String> {
        if FOLDERS.contains(&name) {
            let why = format!(
                "`env!(\"{name}\")` is a folder of this machine, which a site does not have; inside \
                 `include!`, `include_str!` or `include_bytes!` it can be bundled"
            );
            return Err(self.refuse(span, &why));
        }
        self.place.variables.get(name).cloned().ok_or_else(|| {
            let why = format!(
                "`env!(\"{name}\")` cannot be bundled: only what cargo says of a package is known \
                 (CARGO_PKG_NAME, CARGO_PKG_VERSION, ...), and what its build script sets"
            );
            self.refuse(span, &why)
        })
    }

    /// The text of literals, `concat!`, `env!` and `include_str!`.
    fn text(self, span: Span, tokens: TokenStream) -> Result<String> {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated
            .parse2(tokens)
            .map_err(|_| self.refuse(span, "this needs a literal text to be bundled"))?;
        match arguments.first() {
            Some(first) => self.text_of(span, first),
            None => Err(self.refuse(span, "this needs an argument")),
        }
    }

    fn text_of(self, span: Span, expr: &Expr) -> Result<String> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => match lit {
                Lit::Str(text) => return Ok(text.value()),
                Lit::Int(number) => return Ok(number.base10_digits().to_string()),
                Lit::Char(letter) => return Ok(letter.value().to_string()),
                Lit::Bool(truth) => return Ok(truth.value.to_string()),
                _ => {}
            },
            Expr::Macro(call) if call.mac.path.is_ident("concat") => {
                let parts = Punctuated::<Expr, Token![,]>::parse_terminated
                    .parse2(call.mac.tokens.clone())
                    .map_err(|_| self.refuse(span, "this `concat!` is not understood"))?;
                return parts.iter().map(|part| self.text_of(span, part)).collect();
            }
            Expr::Macro(call) if call.mac.path.is_ident("env") => {
                let name = self.text(span, call.mac.tokens.clone())?;
                if FOLDERS.contains(&name.as_str()) {
                    let folder = self.place.variables.get(name.as_str());
                    return Ok(folder.cloned().unwrap_or_default());
                }
                return self.variable(span, &name);
            }
            Expr::Macro(call) if call.mac.path.is_ident("include_str") => {
                let file = self.file_argument(span, &call.mac.tokens)?;
                return fs::read_to_string(&file).map_err(|error| {
                    self.refuse(span, &format!("cannot read {}: {error}", file.display()))
                });
            }
            _ => {}
        }
        Err(self.refuse(span, "only literals, `concat!` and `env!` can be bundled here"))
    }
}
