//! Which functions of a source file are in the compiled program.
//!
//! A compiler generates code only for what `main` may call, directly or not. So an unoptimised
//! program has exactly those functions. Its debug information, printed as LLVM's text, names each of
//! them with its line.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The functions of a program that are in one source file.
#[derive(Debug, Default)]
pub struct Functions {
    /// Their names, without generic arguments, by line.
    lines: BTreeMap<usize, BTreeSet<String>>,
    /// Their whole paths, with the types that they were made for, as in
    /// `<&bundle::Wrap<u8> as bundle::Tag>::kind`. They do not depend on how the file is laid out.
    paths: BTreeSet<String>,
}

impl Functions {
    /// Reads the functions of `file` from a program in LLVM's text.
    ///
    /// The line of a macro's function is in the macro's definition, that of a derived one is the line
    /// of its `derive`, that of a closure (`{closure#0}`) is where it is written.
    pub fn read(program: &str, file: &str) -> Self {
        let mut functions = Self::default();
        let is_file = |line: &&str| {
            value(line, "!DIFile(filename: \"", '"')
                .is_some_and(|name| name.rsplit(['/', '\\']).next() == Some(file))
        };
        let files: BTreeSet<&str> =
            program.lines().filter(is_file).filter_map(|line| line.split(' ').next()).collect();
        for line in program.lines().filter(|line| line.contains("DISPFlagDefinition")) {
            let number = value(line, " line: ", ',').and_then(|number| number.parse().ok());
            let name = value(line, "!DISubprogram(name: \"", '"');
            if let (Some(name), Some(number)) = (name, number)
                && value(line, " file: ", ',').is_some_and(|file| files.contains(file))
            {
                // The name without generic arguments.
                let bare = name.split_once('<').map_or(name, |(bare, _)| bare);
                functions.lines.entry(number).or_default().insert(bare.to_string());
                if let Some(symbol) = value(line, " linkageName: \"", '"') {
                    functions.paths.insert(format!("{:#}", rustc_demangle::demangle(symbol)));
                }
            }
        }
        functions
    }

    /// The paths of functions that only one of two programs has.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        self.paths.symmetric_difference(&other.paths).map(String::as_str)
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
