//! Mistakes in an expression that its language accepts but nobody means.

/// A word, a number, a text or a sign of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name with its fields, such as `p1.depth`, or a word such as `and`.
    Word(String),
    Number,
    Text,
    /// `<`, `<=`, `>`, `>=`, `==` or `!=`.
    Comparison,
    /// Any other sign.
    Sign(char),
}

/// A name that is compared with a text or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    /// The name, such as `p1.depth`.
    pub name: String,
    /// Whether the other side is a text; else it is a number.
    pub with_text: bool,
}

fn tokens(condition: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut letters = condition.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_part = |it: &char| it.is_alphanumeric() || *it == '_' || *it == '.';
        if letter == '\'' || letter == '"' {
            // A quote after a backslash is part of the text.
            let mut is_escaped = false;
            for it in letters.by_ref() {
                if it == letter && !is_escaped {
                    break;
                }
                is_escaped = it == '\\' && !is_escaped;
            }
            tokens.push(Token::Text);
        } else if is_part(&letter) {
            let mut word = letter.to_string();
            while let Some(next) = letters.next_if(is_part) {
                word.push(next);
            }
            let is_number = letter.is_ascii_digit() || letter == '.';
            tokens.push(if is_number { Token::Number } else { Token::Word(word) });
        } else if "<>=!".contains(letter) {
            let has_equals = letters.next_if_eq(&'=').is_some();
            let is_comparison = has_equals || "<>".contains(letter);
            tokens.push(if is_comparison { Token::Comparison } else { Token::Sign(letter) });
        } else if !letter.is_whitespace() {
            tokens.push(Token::Sign(letter));
        }
    }
    tokens
}

/// Whether a comparison has the result of another one on a side, as in `1 < a < 5`. The language accepts that, but it
/// means `(1 < a) < 5`.
pub(super) fn is_chained(condition: &str) -> bool {
    let mut has_compared = false;
    for token in tokens(condition) {
        match token {
            Token::Comparison if has_compared => return true,
            Token::Comparison => has_compared = true,
            Token::Word(word) => {
                has_compared &= !["and", "or", "not", "if", "else", "in"].contains(&&*word);
            }
            Token::Sign(sign) => has_compared &= !"()[],".contains(sign),
            Token::Number | Token::Text => {}
        }
    }
    false
}

/// The names that are compared with a text or a number that stands alone. In the language, a number differs from every
/// text, and comparing them is no error.
pub(super) fn comparisons(condition: &str) -> Vec<Comparison> {
    let mut tokens = tokens(condition);
    // So that each side has a neighbour.
    let end = Token::Sign(',');
    tokens.insert(0, end.clone());
    tokens.push(end);
    // Arithmetic makes something else of a side.
    let is_end = |token: &Token| match token {
        Token::Sign(sign) => "()[],".contains(*sign),
        Token::Word(word) => ["and", "or", "not", "if", "else", "in"].contains(&&**word),
        _ => false,
    };
    let found = tokens.windows(5).filter_map(|window| {
        let [before, left, Token::Comparison, right, after] = window else { return None };
        if !is_end(before) || !is_end(after) {
            return None;
        }
        match (left, right) {
            (Token::Word(name), other @ (Token::Text | Token::Number))
            | (other @ (Token::Text | Token::Number), Token::Word(name)) => {
                Some(Comparison { name: name.clone(), with_text: *other == Token::Text })
            }
            _ => None,
        }
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_found_between_words_and_brackets() {
        for chained in ["a < b < c", "a == b != c", "x and a<=b<=c", "1 < a + 2 < 3"] {
            assert!(is_chained(chained), "{chained}");
        }
        for plain in [
            "a < b and b < c",
            "(a < b) == (c < d)",
            "a == '1 < 2 < 3'",
            "a == \"it's < 1 < 2\"",
            "f(a < b, c < d)",
            "a",
        ] {
            assert!(!is_chained(plain), "{plain}");
        }
    }

    #[test]
    fn a_name_that_is_compared_with_a_text_or_a_number_is_found() {
        let found = |condition| -> Vec<(String, bool)> {
            comparisons(condition).into_iter().map(|it| (it.name, it.with_text)).collect()
        };
        let one = |name: &str, with_text| vec![(name.to_owned(), with_text)];
        assert_eq!(found("seed == '3'"), one("seed", true));
        assert_eq!(found("not 3.5 <= p1.depth"), one("p1.depth", false));
        assert_eq!(found("(a != \"x\\\"y\") or b < c"), one("a", true));
        assert_eq!(found("a < 3 and b > 'x'"), [one("a", false), one("b", true)].concat());
        for other in
            ["a + 1 == 3", "a == 3 + b", "a - b < 3", "a | abs < 3", "a in [3]", "'x' == 'y'"]
        {
            assert_eq!(found(other), [], "{other}");
        }
    }
}
