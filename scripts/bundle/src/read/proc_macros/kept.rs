//! Hides other macros from the compiler that runs a procedural macro: calls (`vec![]`) and derives stay as they are written.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::read::tokens::{is_keyword, is_mark, path_start};

/// The function that stands for a hidden call, with the call's number after it.
const CALL: &str = "__kept_call_";
/// The word that stands for `derive`, in an attribute that the compiler knows.
const DERIVE: &str = "__kept_derive";

/// The calls that are hidden.
pub struct Kept<'a> {
    calls: Vec<TokenStream>,
    /// Knows the names of the macros that are not hidden.
    is_wanted: &'a dyn Fn(&Ident) -> bool,
}

impl<'a> Kept<'a> {
    /// Nothing is hidden yet.
    pub fn new(is_wanted: &'a dyn Fn(&Ident) -> bool) -> Self {
        Self { calls: Vec::new(), is_wanted }
    }

    /// Code in which calls and derives without a path from the root are hidden, unless they are wanted.
    pub fn hidden(&mut self, code: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = code.into_iter().collect();
        let mut done: Vec<TokenTree> = Vec::new();
        let mut at = 0;
        while at < trees.len() {
            match &trees[at..] {
                [TokenTree::Ident(name), bang, TokenTree::Group(group), ..]
                    if is_mark(bang, '!')
                        && !is_keyword(name)
                        && !is_own(&done)
                        && !(self.is_wanted)(name) =>
                {
                    let before = path_start(&done);
                    let mut call: TokenStream = done.drain(before..).collect();
                    call.extend(trees[at..at + 3].iter().cloned());
                    let function = format_ident!("{CALL}{}", self.calls.len());
                    self.calls.push(call);
                    // A call in braces needs no semicolon.
                    match group.delimiter() {
                        Delimiter::Brace => done.extend(quote!({ #function() })),
                        _ => done.extend(quote!(#function())),
                    }
                    at += 3;
                }
                [TokenTree::Group(group), ..] => {
                    let inner = derives(group).unwrap_or_else(|| self.hidden(group.stream()));
                    done.push(Group::new(group.delimiter(), inner).into());
                    at += 1;
                }
                [other, ..] => {
                    done.push(other.clone());
                    at += 1;
                }
                [] => break,
            }
        }
        done.into_iter().collect()
    }

    /// Code in which all that was hidden is shown again.
    pub fn shown(&self, code: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = code.into_iter().collect();
        let mut done = TokenStream::new();
        let mut at = 0;
        while at < trees.len() {
            if let TokenTree::Ident(name) = &trees[at]
                && let Some(number) = name.to_string().strip_prefix(CALL)
                && let Some(call) = number.parse().ok().and_then(|it: usize| self.calls.get(it))
            {
                done.extend(call.clone());
                at += 2;
                continue;
            }
            match &trees[at] {
                TokenTree::Group(group) => {
                    let inner = shown_derives(group).unwrap_or_else(|| self.shown(group.stream()));
                    done.extend([TokenTree::from(Group::new(group.delimiter(), inner))]);
                }
                other => done.extend([other.clone()]),
            }
            at += 1;
        }
        done
    }
}

/// Whether the call that comes next is that of the procedural macro: its path begins with `::`.
fn is_own(before: &[TokenTree]) -> bool {
    let start = path_start(before);
    before.get(start).is_some_and(|tree| is_mark(tree, ':'))
}

/// `doc(__kept_derive(A))` for the `derive(A)` of an attribute, unless a path begins with `::`.
fn derives(group: &Group) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Ident(word), TokenTree::Group(list)]
            if group.delimiter() == Delimiter::Bracket && word == "derive" =>
        {
            let is_own = list.stream().into_iter().next().is_some_and(|one| is_mark(&one, ':'));
            let word = Ident::new(DERIVE, word.span());
            (!is_own).then(|| quote!(doc(#word #list)))
        }
        _ => None,
    }
}

/// The `derive(A)` of `doc(__kept_derive(A))`.
fn shown_derives(group: &Group) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let [TokenTree::Ident(doc), TokenTree::Group(inner)] = trees.as_slice() else { return None };
    let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
    match inner.as_slice() {
        [TokenTree::Ident(word), list] if doc == "doc" && word == DERIVE => {
            Some(quote!(derive #list))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_code_is_shown_again() {
        let text = "#[::own::twice] #[derive(Debug)] fn f() { println!(\"{}\", vec![1].len()); \
                    if !(a) { std::write! { b } } return ::own::hex!(c); a != (b); wanted!(d) }";
        let code: TokenStream = text.parse().unwrap();
        let is_wanted = |name: &Ident| name == "wanted";
        let mut kept = Kept::new(&is_wanted);
        let hidden = kept.hidden(code.clone());
        let expected = "#[::own::twice] #[doc(__kept_derive(Debug))] fn f() { __kept_call_0(); \
                        if !(a) { { __kept_call_1() } } return ::own::hex!(c); a != (b); wanted!(d) }";
        let expected: TokenStream = expected.parse().unwrap();
        assert_eq!(hidden.to_string(), expected.to_string());
        let shown = kept.shown(hidden).to_string();
        assert_eq!(
            shown,
            code.to_string().replace("std :: write ! { b }", "{ std :: write ! { b } }")
        );
    }
}
