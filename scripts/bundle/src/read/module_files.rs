//! Modules whose file depends on a condition that only the site's compiler can decide.

use syn::{Attribute, ItemMod, Meta};

use crate::read::cfg::conditions;

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
