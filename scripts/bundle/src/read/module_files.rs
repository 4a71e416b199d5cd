//! The files of modules, some of which depend on a condition that only the site's compiler can decide.

use std::path::{Path, PathBuf};

use anyhow::Result;
use syn::ext::IdentExt;
use syn::{AttrStyle, Attribute, Expr, ExprLit, Ident, ItemMod, Lit, Meta};

use crate::read::refusal::refuse_at;
use crate::syntax::conditions;

/// The place of the items that are being read.
pub struct Inside {
    /// Their file.
    pub file: PathBuf,
    /// The modules around, from the crate's root.
    pub path: Vec<String>,
    /// The conditions of the modules around that only the site's compiler can decide.
    pub conditions: Vec<Attribute>,
    /// Where the files of modules are.
    folder: PathBuf,
    /// Inside a module in braces: the folder that a `#[path]` is relative to.
    by_path: Option<PathBuf>,
}

impl Inside {
    /// In the root file of a crate.
    pub fn root(file: &Path) -> Self {
        Self {
            file: file.to_path_buf(),
            path: Vec::new(),
            conditions: Vec::new(),
            folder: beside(file),
            by_path: None,
        }
    }

    /// In a module in braces. `given` is its `#[path]`.
    pub fn in_braces(&self, module: &ItemMod, given: Option<String>) -> Self {
        let folder = match given {
            Some(given) => self.base().join(given),
            None => self.folder.join(module.ident.unraw().to_string()),
        };
        self.deeper(module, self.file.clone(), folder.clone(), Some(folder))
    }

    /// In the file of a module. `given` is its `#[path]`.
    ///
    /// # Errors
    /// The module has none of its two usual files, or both.
    pub fn in_file(&self, module: &ItemMod, given: Option<String>) -> Result<Self> {
        if let Some(given) = given {
            let file = self.base().join(given);
            let folder = beside(&file);
            return Ok(self.deeper(module, file, folder, None));
        }
        let name = module.ident.unraw().to_string();
        let [flat, nested] = self.usual_files(&module.ident);
        let file = match (flat.is_file(), nested.is_file()) {
            (true, false) => flat,
            (false, true) => nested,
            (both, _) => {
                let why = format!(
                    "module `{name}` {}: {} and {}",
                    if both { "has two files" } else { "has none of its two files" },
                    flat.display(),
                    nested.display()
                );
                return Err(refuse_at(&self.file, module, &why));
            }
        };
        Ok(self.deeper(module, file, self.folder.join(name), None))
    }

    /// In a file that `include!` puts here.
    pub fn in_included(&self, file: PathBuf) -> Self {
        Self {
            folder: beside(&file),
            file,
            path: self.path.clone(),
            conditions: self.conditions.clone(),
            by_path: None,
        }
    }

    /// Adds the conditions among attributes.
    pub fn add_conditions(&mut self, attributes: &[Attribute]) {
        let found = attributes.iter().filter(|one| one.path().is_ident("cfg")).cloned();
        self.conditions.extend(found.map(|one| Attribute { style: AttrStyle::Outer, ..one }));
    }

    /// Whether a module has its items here, names its file, or has one of its two usual files.
    pub fn has_file(&self, module: &ItemMod) -> bool {
        let is_named = module.attrs.iter().any(|one| one.path().is_ident("path"));
        module.content.is_some()
            || is_named
            || self.usual_files(&module.ident).iter().any(|file| file.is_file())
    }

    fn deeper(
        &self,
        module: &ItemMod,
        file: PathBuf,
        folder: PathBuf,
        by_path: Option<PathBuf>,
    ) -> Self {
        let path = self.path.iter().cloned().chain([module.ident.to_string()]).collect();
        let mut deeper = Self { file, path, conditions: self.conditions.clone(), folder, by_path };
        deeper.add_conditions(&module.attrs);
        deeper
    }

    /// The folder that a `#[path]` is relative to.
    fn base(&self) -> PathBuf {
        self.by_path.clone().unwrap_or_else(|| beside(&self.file))
    }

    /// The two files of which a module usually has one.
    fn usual_files(&self, module: &Ident) -> [PathBuf; 2] {
        let name = module.unraw();
        [format!("{name}.rs"), format!("{name}/mod.rs")].map(|file| self.folder.join(file))
    }
}

fn beside(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_path_buf()
}

/// Takes the `#[path = "..."]` out of a module's attributes.
pub fn take_path(attributes: &mut Vec<Attribute>) -> Option<String> {
    let at = attributes.iter().position(|one| one.path().is_ident("path"))?;
    match attributes.remove(at).meta {
        Meta::NameValue(pair) => match pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The module once for each file that it may have, under the condition of that file: `#[cfg_attr(windows, path = "w.rs")] mod m;`
/// is `#[cfg(windows)] #[path = "w.rs"] mod m;` and `#[cfg(not(windows))] mod m;`. The last one has the usual file.
pub fn choices(mut module: ItemMod) -> Vec<ItemMod> {
    let mut choices = Vec::new();
    while let Some(at) = module.attrs.iter().position(|one| conditional_path(one).is_some()) {
        let Some((condition, path)) = conditional_path(&module.attrs.remove(at)) else { break };
        let mut chosen = module.clone();
        chosen.attrs.retain(|one| conditional_path(one).is_none());
        chosen.attrs.insert(0, syn::parse_quote!(#[#path]));
        chosen.attrs.insert(0, syn::parse_quote!(#[cfg(#condition)]));
        choices.push(chosen);
        module.attrs.insert(0, syn::parse_quote!(#[cfg(not(#condition))]));
    }
    choices.push(module);
    choices
}

/// The condition and the `path = "..."` of a `#[cfg_attr(condition, path = "...")]`.
fn conditional_path(attribute: &Attribute) -> Option<(Meta, Meta)> {
    let Meta::List(list) = &attribute.meta else { return None };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let mut parts = conditions(list.tokens.clone())?.into_iter();
    let condition = parts.next()?;
    parts.find(|part| part.path().is_ident("path")).map(|path| (condition, path))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    #[test]
    fn each_file_has_its_condition() {
        let module = syn::parse_quote! {
            #[cfg_attr(unix, path = "u.rs")] #[cfg_attr(windows, path = "w.rs")] #[macro_use] mod imp;
        };
        let texts =
            choices(module).iter().map(|one| one.to_token_stream().to_string()).collect::<Vec<_>>();
        let expected = [
            "# [cfg (unix)] # [path = \"u.rs\"] # [macro_use] mod imp ;",
            "# [cfg (windows)] # [path = \"w.rs\"] # [cfg (not (unix))] # [macro_use] mod imp ;",
            "# [cfg (not (windows))] # [cfg (not (unix))] # [macro_use] mod imp ;",
        ];
        assert_eq!(texts, expected);
    }
}
