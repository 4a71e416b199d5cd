//! What names what in a program in LLVM's text: functions, constants, and the functions that were inlined.
//!
//! A compiler makes code for the functions in every `static`, even if nothing uses it. Such functions are in the
//! program's text, but nothing that starts at `main` names them.

use std::collections::HashMap;

/// Nodes are symbols (`@main`) and pieces of metadata (`!12`), each known by its sign and its name.
#[derive(Debug, Default)]
pub struct Graph<'a> {
    numbers: HashMap<(char, &'a str), usize>,
    edges: Vec<Vec<usize>>,
    roots: Vec<usize>,
}

impl<'a> Graph<'a> {
    /// Reads a program.
    pub fn read(program: &'a str) -> Self {
        let mut graph = Self::default();
        let mut inside = None;
        for line in program.lines() {
            if line.starts_with('}') {
                inside = None;
            } else if let Some(rest) = line.strip_prefix("define ") {
                let symbol = references(rest, '@').next().unwrap_or_default();
                let from = graph.number('@', symbol);
                if symbol == "main" {
                    graph.roots.push(from);
                }
                graph.connect(from, rest);
                inside = Some(from);
            } else if let Some(from) = inside {
                graph.connect(from, line);
            } else if line.starts_with('@') {
                let symbol = references(line, '@').next().unwrap_or_default();
                let from = graph.number('@', symbol);
                if symbol.starts_with("llvm.") {
                    graph.roots.push(from);
                }
                graph.connect(from, line);
            } else if line.contains("!DILocation(") || line.contains("!DILexicalBlock") {
                let from = graph.number('!', references(line, '!').next().unwrap_or_default());
                for name in ["scope: ", "inlinedAt: "] {
                    if let Some((_, rest)) = line.split_once(name) {
                        graph.edge(from, '!', references(rest, '!').next().unwrap_or_default());
                    }
                }
            }
        }
        graph
    }

    /// The number of a node.
    pub fn number(&mut self, sign: char, name: &'a str) -> usize {
        let next = self.edges.len();
        let number = *self.numbers.entry((sign, name)).or_insert(next);
        if number == next {
            self.edges.push(Vec::new());
        }
        number
    }

    /// The links alone.
    pub fn links(self) -> Links {
        Links { edges: self.edges, roots: self.roots }
    }

    fn edge(&mut self, from: usize, sign: char, to: &'a str) {
        let to = self.number(sign, to);
        self.edges[from].push(to);
    }

    /// Connects a node with all symbols in a text, and with the places in the source that it names.
    fn connect(&mut self, from: usize, text: &'a str) {
        for symbol in references(text, '@') {
            self.edge(from, '@', symbol);
        }
        if let Some((_, rest)) = text.rsplit_once("!dbg ") {
            self.edge(from, '!', references(rest, '!').next().unwrap_or_default());
        }
    }
}

/// The links between the nodes of a graph, which know their numbers only.
#[derive(Debug, Default)]
pub struct Links {
    edges: Vec<Vec<usize>>,
    roots: Vec<usize>,
}

impl Links {
    /// For each node whether it can be reached from `main` without a step through the `blocked` ones. A program
    /// with its `main` under another name is reached wholly.
    pub fn reached(&self, blocked: &[usize]) -> Vec<bool> {
        if self.roots.is_empty() {
            return vec![true; self.edges.len()];
        }
        let mut reached = vec![false; self.edges.len()];
        let mut left = self.roots.clone();
        while let Some(at) = left.pop() {
            if !reached[at] && !blocked.contains(&at) {
                reached[at] = true;
                left.extend(&self.edges[at]);
            }
        }
        reached
    }
}

/// The names in a text that begin with a sign, without the sign and without quotes.
fn references(text: &str, sign: char) -> impl Iterator<Item = &str> {
    text.match_indices(sign).map(move |(at, _)| {
        let rest = &text[at + 1..];
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_.$-".contains(letter);
        match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap_or_default(),
            None => rest.split(|letter| !is_name(letter)).next().unwrap_or_default(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_only_an_unused_static_names_is_not_reached() {
        let program = "\
@table = constant <{ ptr, ptr }> <{ ptr @drop, ptr @\"in table\" }>
@idle = internal global ptr @lost
define i32 @main() !dbg !1 {
  call void @go(ptr @table), !dbg !2
}
define void @go(ptr %0) !dbg !3 {
}
define void @lost() !dbg !4 {
}
!2 = !DILocation(line: 1, column: 5, scope: !5, inlinedAt: !6)
!5 = distinct !DILexicalBlock(scope: !7, file: !8)
";
        let mut graph = Graph::read(program);
        let names = ["@main", "@go", "@drop", "@in table", "!3", "!7", "!6", "@lost", "!4"];
        let numbers = names.map(|name| graph.number(name.chars().next().unwrap(), &name[1..]));
        let links = graph.links();
        let reached = links.reached(&[]);
        let of = |reached: &[bool]| numbers.map(|number| reached[number]);
        assert_eq!(of(&reached), [true, true, true, true, true, true, true, false, false]);
        let without = links.reached(&[numbers[1]]);
        assert_eq!(of(&without), [true, false, true, true, false, true, true, false, false]);
    }
}
