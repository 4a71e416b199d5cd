//! The layout of the bundle: readable, and short enough for a site that counts characters.
//!
//! A level of indentation is one tab. The contents of a module, an `impl` or a trait are not indented. Code
//! that fits on one line is put on one. Only white space changes, and commas before a closing bracket.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{File, Item, Macro};

/// Columns of a line, a level of indentation counted as `TAB`.
const WIDTH: usize = 100;

/// Columns that a level of indentation is counted as.
const TAB: usize = 4;

/// Prints a file with this layout.
pub fn lay_out(file: &File) -> String {
    let plain = print(file);
    let joined = join(&plain);
    // Paths in the tokens of macros are printed with a gap.
    let closed = joined.replace("crate ::", "crate::");
    // However the lines are broken, the tokens must be the same.
    [closed, joined].into_iter().find(|text| same_tokens(&plain, text)).unwrap_or(plain)
}

/// Prints a file without indenting the contents of modules.
fn print(file: &File) -> String {
    let mut text = String::new();
    let attributes = File { shebang: None, attrs: file.attrs.clone(), items: Vec::new() };
    if !file.attrs.is_empty() {
        text.push_str(&prettyplease::unparse(&attributes));
    }
    print_items(&file.items, &mut text);
    text
}

fn print_items(items: &[Item], text: &mut String) {
    for item in items {
        let mut module = match item {
            Item::Mod(module) if module.content.is_some() => module.clone(),
            other => {
                let items = vec![other.clone()];
                text.push_str(&prettyplease::unparse(&File {
                    shebang: None,
                    attrs: vec![],
                    items,
                }));
                continue;
            }
        };
        let inner = module.content.take().map(|(_, items)| items).unwrap_or_default();
        let (inside, outside): (Vec<_>, Vec<_>) = std::mem::take(&mut module.attrs)
            .into_iter()
            .partition(|one| matches!(one.style, syn::AttrStyle::Inner(_)));
        module.attrs = outside;
        module.semi = Some(syn::token::Semi::default());
        let items = vec![module.into()];
        let head = prettyplease::unparse(&File { shebang: None, attrs: vec![], items });
        text.push_str(head.trim_end().trim_end_matches(';'));
        text.push_str(" {\n");
        let attributes = File { shebang: None, attrs: inside, items: vec![] };
        text.push_str(prettyplease::unparse(&attributes).trim_start());
        print_items(&inner, text);
        text.push_str("}\n");
    }
}

/// One line: its indentation and its text.
#[derive(Clone, Debug)]
struct Line {
    level: usize,
    /// How many of its levels are not shown.
    hidden: usize,
    text: String,
    /// Whether it is part of a macro's call whose lines are not changed, or of a text.
    fixed: bool,
    /// Whether it is part of a text of several lines, where white space counts.
    text_over_lines: bool,
}

impl Line {
    fn opens(&self) -> Option<char> {
        self.text.chars().last().filter(|last| "([{".contains(*last))
    }

    fn columns(&self) -> usize {
        self.indentation() * TAB + self.text.chars().count()
    }

    fn indentation(&self) -> usize {
        self.level.saturating_sub(self.hidden)
    }
}

/// Joins lines that fit on one.
fn join(text: &str) -> String {
    let mut lines = lines(text);
    // From the innermost outwards: a later line is joined before an earlier one is tried.
    for at in (0..lines.len()).rev() {
        if !lines[at].fixed {
            join_at(&mut lines, at);
            fill(&mut lines, at);
        }
    }
    let mut joined = String::with_capacity(text.len());
    for line in &lines {
        if !line.text_over_lines {
            joined.extend(std::iter::repeat_n('\t', line.indentation()));
        }
        joined.push_str(&line.text);
        joined.push('\n');
    }
    joined
}

fn lines(text: &str) -> Vec<Line> {
    let Fixed { calls, texts, members } = fixed_lines(text);
    text.lines()
        .enumerate()
        .map(|(at, line)| {
            let bare = line.trim_start();
            let around = |ranges: &[Range<usize>]| {
                ranges.iter().filter(|one| one.contains(&(at + 1))).count()
            };
            let within = |ranges: &[Range<usize>]| around(ranges) > 0;
            let text_over_lines = within(&texts);
            let fixed = text_over_lines || within(&calls);
            let level = (line.len() - bare.len()) / TAB;
            let text = if text_over_lines { line.to_string() } else { bare.trim_end().to_string() };
            Line { level, hidden: around(&members), text, fixed, text_over_lines }
        })
        .collect()
}

/// Puts several short parts of a list on a line.
fn fill(lines: &mut Vec<Line>, at: usize) {
    let Some(bracket) = lines[at].opens() else { return };
    let level = lines[at].level + 1;
    let list = bracket == '[' || lines[at].text.contains("use ");
    let short = |line: &&Line| {
        !line.fixed
            && line.level == level
            && line.text.ends_with(',')
            && line.text.len() < WIDTH / 2
    };
    let count = lines[at + 1..].iter().take_while(short).count();
    let closed = lines.get(at + count + 1).is_some_and(|line| line.level + 1 == level);
    if !list || !closed || count < 2 {
        return;
    }
    let mut filled: Vec<Line> = Vec::new();
    for line in &lines[at + 1..=at + count] {
        match filled.last_mut() {
            Some(last) if last.columns() + 1 + line.text.chars().count() <= WIDTH => {
                last.text.push(' ');
                last.text.push_str(&line.text);
            }
            _ => filled.push(line.clone()),
        }
    }
    lines.splice(at + 1..=at + count, filled);
}

/// Joins a line with those below that continue it or are in its brackets.
fn join_at(lines: &mut Vec<Line>, at: usize) {
    let first = &lines[at];
    let level = first.level;
    let deeper = lines[at + 1..].iter().take_while(|line| line.level > level || line.fixed).count();
    if deeper == 0 || deeper > 12 {
        return;
    }
    let inner = &lines[at + 1..=at + deeper];
    if inner.iter().any(|line| line.fixed || line.level != level + 1) {
        return;
    }
    let (text, end) = match first.opens() {
        None => (going_on(first, inner), at + deeper),
        Some(bracket) => {
            let Some(last) = lines.get(at + deeper + 1) else { return };
            if last.fixed || last.level != level || !last.text.starts_with([')', ']', '}']) {
                return;
            }
            let Some(text) = bracketed(first, inner, last, bracket) else { return };
            (text, at + deeper + 1)
        }
    };
    let hidden = first.hidden;
    let joined = Line { level, hidden, text, fixed: false, text_over_lines: false };
    if joined.columns() <= WIDTH {
        lines.splice(at..=end, [joined]);
    }
}

/// A line with the lines that continue it.
fn going_on(first: &Line, inner: &[Line]) -> String {
    let mut text = first.text.clone();
    for line in inner {
        if !line.text.starts_with(['.', '?']) {
            text.push(' ');
        }
        text.push_str(&line.text);
    }
    text
}

/// A line that opens a bracket, with the lines inside and the closing one.
fn bracketed(first: &Line, inner: &[Line], last: &Line, bracket: char) -> Option<String> {
    let listed = inner.iter().all(|line| line.text.ends_with(','));
    let arms = inner.iter().filter(|line| line.text.contains(" => ")).count();
    if bracket == '{' {
        // One statement may share a line with its block; of an `if` with an `else`, both or none.
        let block = inner.len() == 1 && !last.text.ends_with('{') && !inner[0].text.ends_with('{');
        if !(block || listed && arms == 0) {
            return None;
        }
    }
    let mut list: Vec<&str> = inner.iter().map(|line| line.text.as_str()).collect();
    if let (Some(end), true) = (list.last_mut(), inner.len() > 1 || bracket == '{') {
        *end = end.strip_suffix(',').unwrap_or(end);
    }
    let list = list.join(" ");
    let import = first.text.starts_with("use ") || first.text.contains(" use ");
    let (space, end) = if bracket == '{' && !import { (" ", " ") } else { ("", "") };
    let list = match list.strip_suffix(',') {
        // A call's one argument; in a tuple of one, the comma makes the tuple.
        Some(bare) if bracket == '(' && is_call(&first.text) => bare.to_string(),
        Some(bare) if bracket == '[' => bare.to_string(),
        _ => list,
    };
    Some(format!("{}{space}{list}{end}{}", first.text, last.text))
}

/// Whether a line's last bracket is that of a call or of parameters.
fn is_call(text: &str) -> bool {
    let before = text[..text.len() - 1].chars().last();
    before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '>' || c == '!')
        && !["in", "return", "match", "if", "while"]
            .iter()
            .any(|word| text.ends_with(&format!("{word}(")))
}

/// The lines that are not joined with others: texts over several lines, and calls of macros other
/// than the standard library's common ones.
fn fixed_lines(text: &str) -> Fixed {
    let mut fixed = Fixed::default();
    let Ok(file) = syn::parse_file(text) else {
        fixed.texts.push(0..usize::MAX);
        return fixed;
    };
    fixed.visit_file(&file);
    if let Ok(tokens) = text.parse() {
        texts(tokens, &mut fixed.texts);
    }
    fixed
}

/// Calls whose arguments are expressions.
const PLAIN_MACROS: [&str; 22] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "matches",
    "panic",
    "print",
    "println",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
    "dbg",
];

/// Ranges of lines, from 1, that are not joined, or are indented less than they are nested.
#[derive(Default)]
struct Fixed {
    calls: Vec<Range<usize>>,
    texts: Vec<Range<usize>>,
    /// The contents of an `impl` or a trait.
    members: Vec<Range<usize>>,
}

impl Fixed {
    fn members(&mut self, braces: syn::token::Brace) {
        let (open, close) = (braces.span.open().start().line, braces.span.close().end().line);
        self.members.push(open + 1..close);
    }
}

impl<'ast> Visit<'ast> for Fixed {
    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        self.members(block.brace_token);
        visit::visit_item_impl(self, block);
    }

    fn visit_item_trait(&mut self, block: &'ast syn::ItemTrait) {
        self.members(block.brace_token);
        visit::visit_item_trait(self, block);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let plain =
            call.path.get_ident().is_some_and(|name| PLAIN_MACROS.iter().any(|one| name == one));
        let span = call.delimiter.span();
        let (start, end) = (span.open().start().line, span.close().end().line);
        if !plain && start < end {
            self.calls.push(start..end + 1);
        }
        visit::visit_macro(self, call);
    }
}

fn texts(tokens: TokenStream, fixed: &mut Vec<Range<usize>>) {
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => texts(group.stream(), fixed),
            TokenTree::Literal(literal) => {
                let (start, end) = (literal.span().start().line, literal.span().end().line);
                if start < end {
                    fixed.push(start..end + 1);
                }
            }
            _ => {}
        }
    }
}

/// Whether two texts are the same to a compiler.
fn same_tokens(one: &str, other: &str) -> bool {
    match (one.parse(), other.parse()) {
        (Ok(one), Ok(other)) => {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            flatten(one, &mut left);
            flatten(other, &mut right);
            left == right
        }
        _ => false,
    }
}

/// All tokens in order, without the commas before closing brackets of lists.
fn flatten(tokens: TokenStream, flat: &mut Vec<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let commas = |trees: &[TokenTree]| trees.iter().filter(|tree| tree.to_string() == ",").count();
    for tree in trees {
        match tree {
            TokenTree::Group(group) => {
                flat.push(format!("{:?}", group.delimiter()));
                let mut inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let tuple = commas(&inner) == 1
                    && !flat.iter().rev().nth(1).is_some_and(|before| {
                        before
                            .chars()
                            .all(|c| c.is_alphanumeric() || c == '_' || c == '>' || c == '!')
                    });
                let round = group.delimiter() == proc_macro2::Delimiter::Parenthesis;
                if inner.last().is_some_and(|tree| tree.to_string() == ",") && !(tuple && round) {
                    inner.pop();
                }
                flatten(inner.into_iter().collect(), flat);
                flat.push("end".into());
            }
            other => flat.push(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(text: &str) -> String {
        lay_out(&syn::parse_file(text).unwrap())
    }

    #[test]
    fn code_that_fits_is_on_one_line() {
        assert_eq!(
            laid_out("mod a { fn f(x: u8) -> u8 { if x > 1 { return 2; } x } }"),
            "mod a {\nfn f(x: u8) -> u8 {\n\tif x > 1 { return 2; }\n\tx\n}\n}\n"
        );
    }

    /// The list that would need 101 columns on one line, a tab counted as four, is filled instead.
    #[test]
    fn a_line_has_a_hundred_columns_at_most() {
        let line = |length: usize| {
            let name = "x".repeat(length - "    f(, y);".len());
            laid_out(&format!("fn g() {{ f({name}, y); h(); }}"))
        };
        assert!(line(100).contains(", y);"), "{}", line(100));
        assert!(!line(101).contains(", y);"), "{}", line(101));
    }

    #[test]
    fn members_are_indented_like_their_block() {
        let body = "{ fn f(x: u8) { g(x); h(x); } }";
        let text = format!("impl A {body} trait B {body} fn k() {{ impl A {body} k(); }}");
        let member = "fn f(x: u8) {\n\tg(x);\n\th(x);\n}\n";
        let deeper = "\tfn f(x: u8) {\n\t\tg(x);\n\t\th(x);\n\t}\n";
        assert_eq!(
            laid_out(&text),
            format!(
                "impl A {{\n{member}}}\ntrait B {{\n{member}}}\n\
                 fn k() {{\n\timpl A {{\n{deeper}\t}}\n\tk();\n}}\n"
            )
        );
    }

    #[test]
    fn a_tuple_of_one_keeps_its_comma() {
        let long = "a_rather_long_function_name_that_fills_the_line(with_arguments, and_more)";
        let text = format!("fn f() {{ let x = ({long},); g({long}, {long},); }}");
        let file = laid_out(&text);
        assert!(file.contains("\t\t") && file.contains(",)") || file.contains(",\n\t)"), "{file}");
    }

    #[test]
    fn texts_over_several_lines_are_left_alone() {
        let text = "mod a { fn f() -> &'static str { \"one {\n    two (\n  three\" } }";
        let file = laid_out(text);
        assert!(file.contains("\"one {\n    two (\n  three\""), "{file}");
    }
}
