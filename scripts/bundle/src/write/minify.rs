//! The same tokens with as little white space as they need.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Longest line: editors of sites are slow with one line of 100,000 characters.
const WIDTH: usize = 160;

/// Prints tokens with spaces only where two would otherwise run together.
pub fn minify(tokens: TokenStream) -> String {
    let mut text = Text::default();
    text.add(tokens);
    text.done.push('\n');
    text.done
}

#[derive(Default)]
struct Text {
    done: String,
    line_start: usize,
    /// The kind of the last token.
    last: Last,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Last {
    /// A bracket, or nothing: anything can follow.
    #[default]
    Open,
    /// A name or a literal, which another would lengthen.
    Word,
    /// A sign that is separate from a following one.
    Alone,
    /// A sign that the following one belongs to.
    Joint,
}

impl Text {
    fn add(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for tree in trees {
            match tree {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    self.put(open, Last::Open);
                    self.add(group.stream());
                    self.put(close, Last::Open);
                }
                TokenTree::Punct(sign) => {
                    let kind =
                        if sign.spacing() == Spacing::Joint { Last::Joint } else { Last::Alone };
                    self.put(sign.as_char().encode_utf8(&mut [0; 4]), kind);
                }
                TokenTree::Ident(word) => self.put(&word.to_string(), Last::Word),
                TokenTree::Literal(literal) => self.put(&literal.to_string(), Last::Word),
            }
        }
    }

    /// Whether a sign would make another one of that before it.
    fn fuses(&self, sign: &str) -> bool {
        const PAIRS: [&str; 27] = [
            "&&", "||", "<<", ">>", "==", "!=", "<=", ">=", "->", "=>", "::", "..", ".=", "+=",
            "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<-", "//", "/*", "*/", "~=", "$$",
        ];
        let before = self.done.chars().last();
        before.is_some_and(|before| PAIRS.contains(&format!("{before}{sign}").as_str()))
    }

    fn put(&mut self, token: &str, kind: Last) {
        let sign = matches!(kind, Last::Alone | Last::Joint);
        let apart = match (self.last, kind) {
            (Last::Word, Last::Word) => true,
            // `1 ..2`: a number would take the first dot; `name#` and `break'` are reserved prefixes.
            (Last::Word, _) => {
                let number = self.done.ends_with(|c: char| c.is_ascii_digit());
                matches!(token, "#" | "'") || token == "." && number
            }
            (Last::Alone, _) => sign && self.fuses(token),
            _ => false,
        };
        let full = self.done.len() - self.line_start + token.len() > WIDTH;
        if apart || full && matches!(self.last, Last::Open | Last::Alone) && !self.done.is_empty() {
            self.done.push(if full { '\n' } else { ' ' });
            if full {
                self.line_start = self.done.len();
            }
        }
        self.done.push_str(token);
        self.last = kind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_words_stay_apart_where_they_must() {
        for (text, expected) in [
            (
                "fn f ( a : & 'static str ) -> u8 { a . len ( ) as u8 }",
                "fn f(a:&'static str)->u8{a.len()as u8}",
            ),
            ("let x = & & y ;", "let x=& &y;"),
            ("a && b", "a&&b"),
            ("x = - 1", "x=-1"),
            ("1 .. 2", "1 ..2"),
            ("1.5 .max ( 2. )", "1.5 .max(2.)"),
            ("t.0.1", "t.0.1"),
            ("x # [y]", "x #[y]"),
            ("a < - b", "a< -b"),
            ("x : & y", "x:&y"),
            ("x = * y", "x=*y"),
            ("# [ inline ] fn", "#[inline]fn"),
            ("break 'outer ;", "break 'outer;"),
            ("m ! ( 'a 'b )", "m!('a 'b)"),
        ] {
            assert_eq!(minify(text.parse().unwrap()).trim_end(), expected);
        }
    }
}
