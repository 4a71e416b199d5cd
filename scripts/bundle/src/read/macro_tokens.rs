//! Paths and compiler macros inside the tokens of macros, where there is no syntax tree.

use anyhow::Result;
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::quote;

use crate::plan::place::module_path;
use crate::read::builtin_macros::Here;
use crate::read::cfg::settle;

/// Rewrites the tokens of a macro's definition or call.
///
/// `exported` marks the definition of a macro that other crates call: there `crate` would mean
/// the caller's crate, which a bundle does not have.
///
/// # Errors
/// Something among them cannot be bundled.
pub fn rewrite(
    tokens: TokenStream,
    here: Here,
    shadowed: &dyn Fn(&str) -> bool,
    exported: bool,
) -> Result<TokenStream> {
    let mut walk = Walk { here, shadowed, exported, done: Vec::new() };
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        at += walk.step(&trees[at..])?;
    }
    Ok(walk.done.into_iter().collect())
}

struct Walk<'a> {
    here: Here<'a>,
    shadowed: &'a dyn Fn(&str) -> bool,
    exported: bool,
    done: Vec<TokenTree>,
}

impl Walk<'_> {
    /// Handles the next tokens and returns their number.
    fn step(&mut self, rest: &[TokenTree]) -> Result<usize> {
        match &rest[0] {
            TokenTree::Punct(dollar)
                if dollar.as_char() == '$' && is_word(rest.get(1), "crate") =>
            {
                self.done.extend(self.here.place.root());
                return Ok(2);
            }
            TokenTree::Punct(dollar) if dollar.as_char() == '$' && rest.len() > 1 => {
                // A macro's variable is not a path, whatever its name.
                if let TokenTree::Ident(_) = &rest[1] {
                    self.done.extend_from_slice(&rest[..2]);
                    return Ok(2);
                }
            }
            TokenTree::Ident(word) => return self.word(word, rest),
            TokenTree::Group(group) => {
                let inner = self.group(group)?;
                self.done.push(TokenTree::Group(inner));
                return Ok(1);
            }
            _ => {}
        }
        self.done.push(rest[0].clone());
        Ok(1)
    }

    fn word(&mut self, word: &Ident, rest: &[TokenTree]) -> Result<usize> {
        let name = word.to_string();
        let leads = colons(&rest[1..]);
        let follows = ends_with_colons(&self.done);
        let place = self.here.place;
        if name == "crate" && leads && !follows {
            if self.exported {
                let why =
                    "`crate` in an exported macro is the caller's crate; `$crate` is this one";
                return Err(self.here.refuse(word.span(), why));
            }
            self.done.extend(place.root());
            return Ok(1);
        }
        if let (Some(module), true, false) = (place.module_of(word), leads, self.after_dot()) {
            if !follows && !(self.shadowed)(&name) {
                self.done.extend(module_path(module));
                return Ok(1);
            }
            if follows && self.global() {
                self.done.truncate(self.done.len() - 2);
                self.done.extend(module_path(module));
                return Ok(1);
            }
        }
        if let (Some(TokenTree::Punct(bang)), Some(TokenTree::Group(group))) =
            (rest.get(1), rest.get(2))
            && bang.as_char() == '!'
        {
            if name == "include" {
                let why = "`include!` inside a macro's tokens cannot be bundled";
                return Err(self.here.refuse(word.span(), why));
            }
            if !has_variable(group)
                && !self.after_other_path()
                && let Some(value) = self.here.value(word, &group.stream())?
            {
                self.drop_std();
                self.done.extend(value);
                return Ok(3);
            }
        }
        if let (true, Some(TokenTree::Group(group))) = (name == "cfg", rest.get(1))
            && asks_for_feature(group)
        {
            // A condition on its way through a macro, which will make an attribute of it.
            let settled = settle(group.stream(), &place.cfg);
            self.done.extend(quote!(#word(#settled)));
            return Ok(2);
        }
        if let (true, Some(root), Some(TokenTree::Group(group))) =
            (name == "pub", place.module.as_deref(), rest.get(1))
            && group.delimiter() == Delimiter::Parenthesis
            && group.stream().to_string() == "crate"
        {
            let path = module_path(root);
            self.done.push(rest[0].clone());
            self.done.push(Group::new(Delimiter::Parenthesis, quote!(in #path)).into());
            return Ok(2);
        }
        self.done.push(rest[0].clone());
        Ok(1)
    }

    fn group(&self, group: &Group) -> Result<Group> {
        let trees: Vec<TokenTree> = group.stream().into_iter().collect();
        let tokens = match (group.delimiter(), trees.as_slice()) {
            (Delimiter::Bracket, [TokenTree::Ident(cfg), TokenTree::Group(condition)])
                if cfg == "cfg" =>
            {
                let settled = settle(condition.stream(), &self.here.place.cfg);
                quote!(#cfg(#settled))
            }
            _ => rewrite(group.stream(), self.here, self.shadowed, self.exported)?,
        };
        let mut new = Group::new(group.delimiter(), tokens);
        new.set_span(group.span());
        Ok(new)
    }

    /// Whether the last token is a dot, after which a name is a method or a field.
    fn after_dot(&self) -> bool {
        let dot = |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Punct(p)) if p.as_char() == '.');
        let last = self.done.len();
        // `..name::X` is a range or a base, and its name a path.
        dot(self.done.last()) && !(last > 1 && dot(self.done.get(last - 2)))
    }

    /// Whether the colons just passed begin a path (`::name`).
    fn global(&self) -> bool {
        let before = |back: usize| self.done.len().checked_sub(back).map(|at| &self.done[at]);
        match before(3) {
            // An arrow (`=>`, `->`), not the end of a list of types.
            Some(TokenTree::Punct(sign)) if sign.as_char() == '>' => matches!(
                before(4),
                Some(TokenTree::Punct(sign)) if ['=', '-'].contains(&sign.as_char())
            ),
            // After an attribute, a visibility or a block, too: no path has a group before `::`.
            None | Some(TokenTree::Group(_) | TokenTree::Punct(_)) => true,
            Some(TokenTree::Ident(before)) => {
                ["as", "in", "use", "return", "mut", "dyn", "impl", "match", "if", "else", "for"]
                    .contains(&before.to_string().as_str())
            }
            Some(TokenTree::Literal(_)) => false,
        }
    }

    /// Whether the name that follows ends a path that does not begin with `std` or `core`: a macro of that name is another one,
    /// or what it expands to is only known where it is called.
    fn after_other_path(&self) -> bool {
        let Some(before) = self.done.len().checked_sub(3).filter(|_| ends_with_colons(&self.done))
        else {
            return false;
        };
        let is_std = ["std", "core"].iter().any(|std| is_word(self.done.get(before), std));
        let is_name = matches!(&self.done[before], TokenTree::Ident(_));
        is_name && !is_std
    }

    /// Removes a `std::` or `core::` before a compiler macro that has become a value.
    fn drop_std(&mut self) {
        while ends_with_colons(&self.done) {
            self.done.truncate(self.done.len() - 2);
            if is_word(self.done.last(), "std") || is_word(self.done.last(), "core") {
                self.done.pop();
            }
        }
    }
}

/// Whether tokens begin with `::`.
fn colons(trees: &[TokenTree]) -> bool {
    match trees {
        [TokenTree::Punct(one), TokenTree::Punct(two), ..] => {
            one.as_char() == ':' && one.spacing() == Spacing::Joint && two.as_char() == ':'
        }
        _ => false,
    }
}

fn ends_with_colons(trees: &[TokenTree]) -> bool {
    trees.len() > 1 && colons(&trees[trees.len() - 2..])
}

fn is_word(tree: Option<&TokenTree>, word: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(ident)) if ident == word)
}

/// Whether a group in parentheses names a feature, so that it is a condition.
fn asks_for_feature(group: &Group) -> bool {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_named = trees.windows(3).any(|three| {
        is_word(Some(&three[0]), "feature")
            && matches!(&three[1], TokenTree::Punct(sign) if sign.as_char() == '=')
            && matches!(three[2], TokenTree::Literal(_))
    });
    let inner =
        |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if asks_for_feature(group));
    group.delimiter() == Delimiter::Parenthesis && (is_named || trees.iter().any(inner))
}

/// Whether a group has a variable of a macro, so that its value is not known yet.
fn has_variable(group: &Group) -> bool {
    group.stream().to_string().contains('$')
}
