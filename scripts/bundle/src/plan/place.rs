//! The place of a crate in the bundle, and the crates that its sources may name.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::plan::cfg_set::CfgSet;

/// The place of a crate in the bundle, and the names that its sources can use.
#[derive(Clone, Debug)]
pub struct Place {
    /// The name of the package, as in its manifest.
    pub package: String,
    /// The crate's own name, as `module_path!` gives it.
    pub name: String,
    /// The module of the bundle that holds this crate; `None` for the program itself.
    pub module: Option<String>,
    /// The crates that its sources can name, and the module of the bundle that holds each.
    pub crates: BTreeMap<String, String>,
    /// Those of its crates that have a public module or type of their own name: an import of it hides the crate.
    pub namesakes: BTreeSet<String>,
    /// What decides its conditions.
    pub cfg: CfgSet,
    /// The variables that cargo sets for `env!`.
    pub variables: BTreeMap<String, String>,
}

impl Place {
    /// The path that replaces `crate`: `crate`, or `crate::module`.
    pub fn root(&self) -> TokenStream {
        self.module.as_deref().map_or_else(|| quote!(crate), module_path)
    }

    /// The module that holds another crate, by its name here.
    pub fn module_of(&self, name: &Ident) -> Option<&str> {
        self.crates.get(&name.to_string()).map(String::as_str)
    }
}

/// `crate::module`.
pub fn module_path(module: &str) -> TokenStream {
    let module = Ident::new(module, Span::call_site());
    quote!(crate::#module)
}
