//! What the compiler makes of the standard library's macros in the code of a procedural macro names internal parts of the library,
//! which no other program may use. Here it becomes macros and public paths again.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::read::tokens::path_start;

/// Macros that are not expanded at all if they are called by their bare name. Their arguments are expressions.
const SHADOWED: [&str; 6] =
    ["assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne", "vec"];

/// Functions of the library behind a macro: the path, the macro, and the text before the argument.
const FUNCTIONS: [([&str; 3], &str, &str); 7] = [
    (["core", "panicking", "panic"], "panic", "{}"),
    (["core", "panicking", "panic_fmt"], "panic", "{}"),
    (["core", "panicking", "panic_display"], "panic", "{}"),
    (["core", "panicking", "panic_explicit"], "panic", "explicit panic"),
    (["core", "panicking", "unreachable_display"], "unreachable", "{}"),
    (["std", "io", "_print"], "print", "{}"),
    (["std", "io", "_eprint"], "eprint", "{}"),
];

/// A function that only returns its argument.
const MUST_USE: [&str; 3] = ["alloc", "__export", "must_use"];

/// Definitions that hide those macros from the compiler. They come before the code.
pub fn shadows() -> TokenStream {
    SHADOWED
        .iter()
        .map(|name| {
            let (name, function) = (Ident::new(name, Span::call_site()), function(name));
            // A list in brackets may have a length, too.
            quote! { macro_rules! #name { ($($tokens:tt)*) => { #function([$($tokens)*]) }; } }
        })
        .collect()
}

/// Whether a macro is one of [`shadows`].
pub fn is_shadow(name: &Ident) -> bool {
    SHADOWED.iter().any(|one| name == one)
}

fn function(name: &str) -> Ident {
    format_ident!("__kept_{name}")
}

/// Code of the compiler with macros and public paths.
pub fn public(code: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = code.into_iter().collect();
    let mut done: Vec<TokenTree> = Vec::with_capacity(trees.len());
    let mut at = 0;
    while at < trees.len() {
        if let [TokenTree::Ident(name), TokenTree::Group(arguments), ..] = &trees[at..]
            && arguments.delimiter() == Delimiter::Parenthesis
            && let Some(call) = call(name, &done, public(arguments.stream()))
        {
            done.truncate(path_start(&done));
            done.extend(call);
            at += 2;
            continue;
        }
        let is_alloc = matches!(&trees[at], TokenTree::Ident(name) if name == "alloc");
        done.push(match &trees[at] {
            TokenTree::Ident(name) if is_alloc && begins_path(&done) => {
                Ident::new("std", name.span()).into()
            }
            TokenTree::Group(group) => {
                let mut new = Group::new(group.delimiter(), public(group.stream()));
                new.set_span(group.span());
                new.into()
            }
            other => other.clone(),
        });
        at += 1;
    }
    done.into_iter().collect()
}

/// The call of a macro for the call of a function that the compiler made of it.
fn call(name: &Ident, before: &[TokenTree], arguments: TokenStream) -> Option<TokenStream> {
    if let Some(shadowed) = SHADOWED.iter().find(|one| *name == function(one)) {
        let name = Ident::new(shadowed, name.span());
        // The brackets are those of the definition.
        let list = arguments.into_iter().next()?;
        return match list {
            TokenTree::Group(list) if *shadowed != "vec" => {
                let list = list.stream();
                Some(quote!(#name!(#list)))
            }
            list => Some(quote!(#name! #list)),
        };
    }
    let path = before[path_start(before)..]
        .iter()
        .chain([&TokenTree::from(name.clone())])
        .map(ToString::to_string)
        .collect::<String>();
    let is = |[library, module, name]: [&str; 3]| path == format!("::{library}::{module}::{name}");
    if is(MUST_USE) || is(["std", MUST_USE[1], MUST_USE[2]]) {
        return Some(arguments);
    }
    let (_, mac, text) = FUNCTIONS.iter().find(|(path, ..)| is(*path))?;
    let mac = Ident::new(mac, name.span());
    let arguments = (text.contains('{')).then(|| quote!(, #arguments));
    Some(quote!(::std::#mac!(#text #arguments)))
}

/// Whether the name that comes next is the first one of a path from the root: `::name`.
fn begins_path(before: &[TokenTree]) -> bool {
    before.len() - path_start(before) == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_parts_become_macros_and_public_paths() {
        let given = quote! {
            ::core::panicking::panic_fmt(format_args!("a {0}", b));
            ::core::panicking::panic("c");
            ::core::panicking::panic_explicit();
            ::std::io::_print(format_args!("d\n"));
            ::alloc::__export::must_use({ ::alloc::fmt::format(format_args!("e")) }); x::alloc::f(); mine::panic(g);
            __kept_vec([1; 2]); __kept_assert_eq([a, ::alloc::vec::Vec::new()]);
        };
        let expected = quote! {
            ::std::panic!("{}", format_args!("a {0}", b));
            ::std::panic!("{}", "c");
            ::std::panic!("explicit panic");
            ::std::print!("{}", format_args!("d\n"));
            { ::std::fmt::format(format_args!("e")) }; x::alloc::f(); mine::panic(g);
            vec![1; 2]; assert_eq!(a, ::std::vec::Vec::new());
        };
        assert_eq!(public(given).to_string(), expected.to_string());
    }
}
