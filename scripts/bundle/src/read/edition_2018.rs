//! Crates of the editions before 2021 get the syntax of 2021: `dyn` before trait objects, `pat_param` for `pat`, and a format
//! before the only argument of `panic!`.
//!
//! The parser knows trait objects that are plain names (`Box<Shape>`, `&(Shape + Send)`); the compiler finds them later
//! ([`crate::join::trait_objects`]).

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, File, Lit, Token};

use crate::read::tokens::{Angles, is_mark, path_start};

/// Parses a file of such a crate.
///
/// # Errors
/// It is not Rust.
pub fn parse(text: &str) -> syn::Result<File> {
    syn::parse2(tokens(text)?)
}

/// The tokens of such a file, as far as they can be rewritten before they are parsed.
///
/// # Errors
/// The text is no list of tokens.
pub fn tokens(text: &str) -> syn::Result<TokenStream> {
    // A line such as `#!/usr/bin/env run-cargo-script`.
    let text = if text.starts_with("#!/") { format!("//{text}") } else { text.to_owned() };
    Ok(rewrite(text.parse()?, false))
}

/// Rewrites tokens. `is_type` says that a type is expected at their beginning.
fn rewrite(tokens: TokenStream, is_type: bool) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut done: Vec<TokenTree> = Vec::with_capacity(trees.len());
    for (at, tree) in trees.iter().enumerate() {
        let tree = match tree {
            TokenTree::Ident(word) => {
                if let Some(start) = object_start(word, &trees[at + 1..], &done, is_type) {
                    done.insert(start, Ident::new("dyn", word.span()).into());
                }
                if *word == "pat" && follows_variable(&done) {
                    Ident::new("pat_param", word.span()).into()
                } else {
                    tree.clone()
                }
            }
            TokenTree::Group(group) => {
                let is_type =
                    group.delimiter() == Delimiter::Parenthesis && is_type_expected(&done, is_type);
                let mut inner = rewrite(group.stream(), is_type);
                if let Some(formatted) = called(&done).and_then(|name| formatted(&name, &inner)) {
                    inner = formatted;
                }
                let mut new = Group::new(group.delimiter(), inner);
                new.set_span(group.span());
                new.into()
            }
            other => other.clone(),
        };
        done.push(tree);
    }
    done.into_iter().collect()
}

/// Where the trait object begins that a word with the tokens after it is part of: `Fn(u8)`, `std::ops::Fn(u8)`,
/// `for<'a> Fn(&'a u8)`. The parser does not know these without `dyn`.
fn object_start(
    word: &Ident,
    after: &[TokenTree],
    before: &[TokenTree],
    is_type: bool,
) -> Option<usize> {
    if word == "for" {
        let has_lifetimes = after.first().is_some_and(|tree| is_mark(tree, '<'));
        // A condition of a `where` begins so after a comma.
        let is_condition = before.last().is_some_and(|tree| is_mark(tree, ','));
        let is_object = has_lifetimes && !is_condition && is_trait(behind_angles(after));
        return (is_object && is_type_expected(before, is_type)).then_some(before.len());
    }
    let has_arguments = matches!(
        after.first(),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
    );
    if !has_arguments || !["Fn", "FnMut", "FnOnce"].iter().any(|name| word == name) {
        return None;
    }
    let start = path_start(before);
    is_type_expected(&before[..start], is_type).then_some(start)
}

/// The tokens behind the `<...>` that tokens begin with.
fn behind_angles(trees: &[TokenTree]) -> &[TokenTree] {
    let mut angles = Angles::default();
    for (at, tree) in trees.iter().enumerate() {
        angles.pass(tree);
        if angles.depth == 0 {
            return &trees[at + 1..];
        }
    }
    &[]
}

/// Whether tokens begin with a path rather than with a pointer to a function or a closure.
fn is_trait(trees: &[TokenTree]) -> bool {
    match trees.first() {
        Some(TokenTree::Ident(word)) => {
            !["fn", "unsafe", "extern", "move", "async"].iter().any(|other| word == other)
        }
        Some(tree) => is_mark(tree, ':'),
        None => false,
    }
}

/// Whether a type comes after these tokens, and not a bound.
fn is_type_expected(before: &[TokenTree], at_start: bool) -> bool {
    let Some((last, rest)) = before.split_last() else { return at_start };
    match last {
        TokenTree::Ident(word) => match rest.split_last() {
            Some((mark, rest)) if is_mark(mark, '\'') => {
                rest.last().is_some_and(|tree| is_mark(tree, '&'))
            }
            Some((mark, _)) if word == "const" => is_mark(mark, '*'),
            _ => word == "mut" || word == "for",
        },
        TokenTree::Punct(mark) => ['<', '&', ',', '='].contains(&mark.as_char()),
        _ => false,
    }
}

/// Whether the variable of a macro and its colon were the last tokens: `$name:`.
fn follows_variable(before: &[TokenTree]) -> bool {
    match before {
        [.., dollar, TokenTree::Ident(_), colon] => is_mark(dollar, '$') && is_mark(colon, ':'),
        _ => false,
    }
}

/// The name of the macro whose arguments come next.
fn called(before: &[TokenTree]) -> Option<String> {
    match before {
        [.., TokenTree::Ident(name), bang] if is_mark(bang, '!') => Some(name.to_string()),
        _ => None,
    }
}

/// The arguments of a macro that panics with its only text, which the edition 2021 would take for a format: with a format before
/// it. `None` if nothing has to change.
fn formatted(name: &str, arguments: &TokenStream) -> Option<TokenStream> {
    let before = match name {
        "panic" | "unreachable" => 0,
        "assert" | "debug_assert" => 1,
        _ => return None,
    };
    let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(arguments.clone()).ok()?;
    let texts: Vec<&Expr> = parsed.iter().skip(before).collect();
    let [text] = texts[..] else { return None };
    if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = text
        && !text.value().contains(['{', '}'])
    {
        return None;
    }
    let conditions = parsed.iter().take(before);
    let format = syn::LitStr::new("{}", Span::call_site());
    Some(quote!(#(#conditions,)* #format, #text))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    fn same(old: &str, new: &str) {
        let [old, new] = [parse(old), syn::parse_file(new)];
        let text = |file: syn::Result<File>| file.unwrap().to_token_stream().to_string();
        assert_eq!(text(old), text(new));
    }

    #[test]
    fn trait_objects_get_their_word() {
        same(
            "type A = Box<Fn(u8) -> u8>; type B<'a> = &'a mut (Fn(u8) + Send); type C = Fn(u8);
            type D = Box<for<'a> Fn(&'a u8)>; type E = Box<for<'a> fn(&'a u8)>; type F = Rc<::std::ops::Fn()>;
            type G = Vec<(u8, Box<FnMut() + Send>)>; impl Shape for Fn(u8) {} type H = *const FnOnce();
            type I<'a> = &'a for<'b> Eq<&'b u8>;",
            "type A = Box<dyn Fn(u8) -> u8>; type B<'a> = &'a mut (dyn Fn(u8) + Send); type C = dyn Fn(u8);
            type D = Box<dyn for<'a> Fn(&'a u8)>; type E = Box<for<'a> fn(&'a u8)>; type F = Rc<dyn ::std::ops::Fn()>;
            type G = Vec<(u8, Box<dyn FnMut() + Send>)>; impl Shape for dyn Fn(u8) {} type H = *const dyn FnOnce();
            type I<'a> = &'a dyn for<'b> Eq<&'b u8>;",
        );
    }

    #[test]
    fn bounds_stay() {
        let text =
            "fn f<F: Fn(u8), G>(f: F, g: impl Fn(u8), h: Box<dyn Fn(u8)>) -> impl Fn() + Send
            where G: FnOnce(u8) + Fn(), for<'a> F: Fn(&'a u8), G: for<'a> FnMut(&'a u8)
            { for x in 0 .. 3 { g(x); } move || f(3) }";
        same(text, text);
    }

    #[test]
    fn the_only_text_of_a_panic_is_no_format() {
        same(
            "fn f(m: &str) { panic!(\"{a}\"); panic!(\"a\"); panic!(m); panic!(\"{}\", m); assert!(m == \"\", \"{}\");
            assert!(m == \"{}\"); unreachable!(\"{}\"); debug_assert!(true, m); todo!(\"{}\", m); panic!() }",
            "fn f(m: &str) { panic!(\"{}\", \"{a}\"); panic!(\"a\"); panic!(\"{}\", m); panic!(\"{}\", m);
            assert!(m == \"\", \"{}\", \"{}\"); assert!(m == \"{}\"); unreachable!(\"{}\", \"{}\");
            debug_assert!(true, \"{}\", m); todo!(\"{}\", m); panic!() }",
        );
    }

    #[test]
    fn patterns_of_macros_are_those_of_their_edition() {
        same(
            "macro_rules! any { ($($p:pat)|*, $pat:expr) => {}; }",
            "macro_rules! any { ($($p:pat_param)|*, $pat:expr) => {}; }",
        );
    }

    #[test]
    fn the_first_line_may_name_an_interpreter() {
        same("#!/usr/bin/env run\nfn main() {}", "fn main() {}");
    }
}
