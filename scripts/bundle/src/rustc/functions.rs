//! Which functions of a source file are in the compiled program.
//!
//! A compiler generates code only for what `main` may call, directly or not, and for functions in `static`s. The debug
//! information of an unoptimised program, printed as LLVM's text, names each of them with its line. Functions that only
//! a `static` names, and that `main` does not reach, are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::rustc::graph::{Graph, Links};

/// The functions that `main` may call and that are in one source file.
#[derive(Debug, Default)]
pub struct Functions {
    /// Their names, without generic arguments, by line.
    lines: BTreeMap<usize, BTreeSet<String>>,
    all: Vec<Function>,
    /// What names what in the program.
    links: Links,
}

/// A function of a program.
#[derive(Debug)]
struct Function {
    /// Its whole path, with the types that it was made for, as in `<&bundle::Wrap<u8> as bundle::Tag>::kind`. It does
    /// not depend on how the file is laid out.
    path: String,
    /// The numbers of its symbol and of its description among the links.
    symbol: usize,
    description: usize,
}

impl Functions {
    /// Reads the functions of `file` from a program in LLVM's text.
    ///
    /// The line of a macro's function is in the macro's definition, that of a derived one is the line
    /// of its `derive`, that of a closure (`{closure#0}`) is where it is written.
    pub fn read(program: &str, file: &str) -> Self {
        let is_file = |line: &&str| {
            value(line, "!DIFile(filename: \"", '"')
                .is_some_and(|name| name.rsplit(['/', '\\']).next() == Some(file))
        };
        let files: BTreeSet<&str> =
            program.lines().filter(is_file).filter_map(|line| line.split(' ').next()).collect();
        let mut graph = Graph::read(program);
        let mut found = Vec::new();
        for line in program.lines().filter(|line| line.contains("DISPFlagDefinition")) {
            let name = value(line, "!DISubprogram(name: \"", '"');
            let number = value(line, " line: ", ',').and_then(|number| number.parse().ok());
            if let (Some(name), Some(number)) = (name, number)
                && value(line, " file: ", ',').is_some_and(|file| files.contains(file))
            {
                let symbol = value(line, " linkageName: \"", '"').unwrap_or_default();
                let id = line.split(' ').next().unwrap_or_default().trim_start_matches('!');
                found.push((
                    name,
                    number,
                    symbol,
                    graph.number('@', symbol),
                    graph.number('!', id),
                ));
            }
        }
        let mut functions = Self { links: graph.links(), ..Self::default() };
        let reached = functions.links.reached(&[]);
        for (name, number, mangled, symbol, description) in found {
            if reached[description] {
                // The name without generic arguments.
                let bare = name.split_once('<').map_or(name, |(bare, _)| bare);
                functions.lines.entry(number).or_default().insert(bare.to_string());
                let path = format!("{:#}", rustc_demangle::demangle(mangled));
                functions.all.push(Function { path, symbol, description });
            }
        }
        functions
    }

    /// The paths of functions that only one of two programs has. `other` may lack the methods of traits that are
    /// `uncalled`, and what only they call.
    pub fn differences(&self, other: &Self, uncalled: &BTreeSet<String>) -> Vec<String> {
        let is_cut =
            |one: &&Function| method(&one.path).is_some_and(|path| uncalled.contains(&path));
        let cut: Vec<usize> = self.all.iter().filter(is_cut).map(|one| one.symbol).collect();
        let reached = self.links.reached(&cut);
        let (mut may, mut must) = (BTreeSet::new(), BTreeSet::new());
        for one in &self.all {
            may.insert(&one.path);
            if reached[one.description] {
                must.insert(&one.path);
            }
        }
        let now: BTreeSet<&String> = other.all.iter().map(|one| &one.path).collect();
        let (lost, new) = (must.difference(&now), now.difference(&may));
        lost.chain(new).map(|path| (*path).clone()).collect()
    }

    /// The names and lines (from 1) of functions on some lines.
    pub fn on(&self, lines: Range<usize>) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.lines.range(lines);
        lines.flat_map(|(line, names)| names.iter().map(move |name| (*line, name.as_str())))
    }

    /// All functions.
    pub fn all(&self) -> impl Iterator<Item = (usize, &str)> {
        self.on(0..usize::MAX)
    }
}

/// The method of a trait that a function implements, as in `log::Log::flush`.
fn method(path: &str) -> Option<String> {
    let (head, name) = path.rsplit_once(">::")?;
    let (_, of) = head.rsplit_once(" as ")?;
    let of = of.split('<').next().unwrap_or(of);
    Some(format!("{}::{name}", of.strip_prefix("bundle::").unwrap_or(of)))
}

/// The text between two marks of a line.
fn value<'a>(line: &'a str, before: &str, after: char) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    rest.split_once(after).map(|(value, _)| value)
}

#[cfg(test)]
impl<'a> FromIterator<(usize, &'a str)> for Functions {
    fn from_iter<I: IntoIterator<Item = (usize, &'a str)>>(functions: I) -> Self {
        let mut made = Self::default();
        for (line, name) in functions {
            made.lines.entry(line).or_default().insert(name.into());
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_of_one_file_are_read() {
        let program = "\
define internal void @x() !dbg !5 {
!3 = !DIFile(filename: \"/a/bundle.rs\", directory: \"/\")
!4 = !DIFile(filename: \"library/core/src/bundle.rs.in\", directory: \"/rustc\")
!5 = distinct !DISubprogram(name: \"go<u8>\", linkageName: \"_Z\", scope: !1, file: !3, line: 7, type: !2, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !6)
!7 = !DISubprogram(name: \"told\", linkageName: \"_Z\", scope: !1, file: !3, line: 8, spFlags: DISPFlagLocalToUnit)
!8 = distinct !DISubprogram(name: \"next\", linkageName: \"_Z\", scope: !1, file: !4, line: 9, spFlags: DISPFlagDefinition)
!9 = distinct !DISubprogram(name: \"{closure#0}\", linkageName: \"_Z\", scope: !1, file: !3, line: 9, spFlags: DISPFlagDefinition)
";
        let functions = Functions::read(program, "bundle.rs");
        let all: Vec<_> = functions.all().collect();
        assert_eq!(all, [(7, "go"), (9, "{closure#0}")]);
        assert_eq!(functions.on(8..10).count(), 1);
    }
}
