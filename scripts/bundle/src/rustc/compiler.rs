//! Rust compilers, run without cargo, and their messages.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Deserialize;

use crate::rustc::functions::Functions;

/// An edition that a bundle can be compiled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Edition {
    /// Supported since Rust 1.56.
    #[default]
    #[value(name = "2021")]
    E2021,
    /// Supported since Rust 1.85.
    #[value(name = "2024")]
    E2024,
}

impl Edition {
    /// Its year, as rustc expects it.
    pub fn year(self) -> &'static str {
        match self {
            Self::E2021 => "2021",
            Self::E2024 => "2024",
        }
    }

    /// The first minor version of Rust that knows it.
    pub fn since(self) -> u64 {
        match self {
            Self::E2021 => 56,
            Self::E2024 => 85,
        }
    }
}

/// The compiler's program, found as cargo finds it: the value of `RUSTC`, or else `rustc`.
pub fn rustc() -> PathBuf {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()).into()
}

/// One compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    pub(super) program: PathBuf,
    /// Its version, as in `1.60.0`.
    pub version: String,
    /// The edition that it compiles.
    pub edition: Edition,
    /// More arguments: where the crates outside the bundle are.
    pub arguments: Vec<String>,
}

impl Compiler {
    /// The compiler of this machine.
    ///
    /// # Errors
    /// If rustc cannot be run.
    pub fn current() -> Result<Self> {
        Self::of(rustc()).context("cannot run rustc; install Rust first")
    }

    /// A compiler of another version, if rustup has it installed.
    pub fn installed(version: &str) -> Option<Self> {
        let output = Command::new("rustup")
            .args(["which", "--toolchain", version, "rustc"])
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let path = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| Self::of(PathBuf::from(path.trim())).ok())?
    }

    /// The compiler with this program.
    ///
    /// # Errors
    /// It cannot be run, or does not print its version.
    pub fn of(program: PathBuf) -> Result<Self> {
        let output = Command::new(&program).arg("--version").stdin(Stdio::null()).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match text.split_whitespace().nth(1) {
            Some(version) => Ok(Self {
                program,
                version: version.to_string(),
                edition: Edition::default(),
                arguments: Vec::new(),
            }),
            None => bail!("{} does not say its version", program.display()),
        }
    }

    /// Checks a source file without making a program, and returns the compiler's messages.
    ///
    /// # Errors
    /// The compiler cannot be run.
    pub fn check(&self, source: &Path, folder: &Path) -> Result<Vec<Diagnostic>> {
        let output = folder.join(format!("check-{}.rmeta", self.version));
        let arguments = [OsStr::new("--emit=metadata"), "-o".as_ref(), output.as_os_str()];
        self.run(source, &arguments)
    }

    /// Compiles a source file to a program, and returns the compiler's messages.
    ///
    /// # Errors
    /// The compiler cannot be run.
    pub fn build(&self, source: &Path, program: &Path, level: u8) -> Result<Vec<Diagnostic>> {
        let level = format!("-Copt-level={level}");
        self.run(source, &[level.as_ref(), "-o".as_ref(), program.as_os_str()])
    }

    /// Compiles a source file without optimisation, and returns the compiler's messages and, if none is an
    /// error, the functions that are in the program.
    ///
    /// # Errors
    /// The compiler cannot be run.
    pub fn functions(
        &self,
        source: &Path,
        folder: &Path,
    ) -> Result<(Vec<Diagnostic>, Option<Functions>)> {
        let output = folder.join("program.ll");
        let told = [
            "--emit=llvm-ir",
            "-Copt-level=0",
            "-Cdebuginfo=1",
            "-Ccodegen-units=1",
            "-Csymbol-mangling-version=v0",
            "-o",
        ];
        let mut arguments: Vec<&OsStr> = told.map(OsStr::new).to_vec();
        arguments.push(output.as_os_str());
        let said = self.run(source, &arguments)?;
        if said.iter().any(Diagnostic::is_error) {
            return Ok((said, None));
        }
        let program = fs::read(&output)
            .with_context(|| format!("rustc {} made no {}", self.version, output.display()))?;
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        let functions = Functions::read(&String::from_utf8_lossy(&program), &file);
        Ok((said, Some(functions)))
    }

    fn run(&self, source: &Path, arguments: &[&OsStr]) -> Result<Vec<Diagnostic>> {
        let output = Command::new(&self.program)
            .args([
                "--edition",
                self.edition.year(),
                "--crate-type",
                "bin",
                "--crate-name",
                "bundle",
            ])
            .args(["--error-format", "json", "--cap-lints", "warn"])
            .args(&self.arguments)
            .args(arguments)
            .arg(source)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let said: Vec<Diagnostic> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if !output.status.success() && !said.iter().any(Diagnostic::is_error) {
            bail!("rustc {} failed and does not say why:\n{text}", self.version);
        }
        Ok(said)
    }
}

/// One message of a compiler.
#[derive(Clone, Debug, Deserialize)]
pub struct Diagnostic {
    /// The message in one line.
    pub message: String,
    /// Its code: the name of a lint, or `E0432`.
    pub code: Option<Code>,
    /// `error`, `warning`, ...
    pub level: String,
    /// The places in the source.
    pub spans: Vec<Span>,
    /// Further notes.
    #[serde(default)]
    pub children: Vec<Diagnostic>,
    /// The whole message, as the compiler shows it.
    pub rendered: Option<String>,
}

/// The code of a message.
#[derive(Clone, Debug, Deserialize)]
pub struct Code {
    /// The name of a lint, or `E0432`.
    pub code: String,
}

/// A place in the source.
#[derive(Clone, Debug, Deserialize)]
pub struct Span {
    /// Where it begins, in bytes.
    pub byte_start: usize,
    /// Where it ends, in bytes.
    pub byte_end: usize,
    /// The line of its beginning, from 1.
    pub line_start: usize,
    /// The message about this place.
    pub label: Option<String>,
    /// Whether the message is about this place, rather than only mentions it.
    pub is_primary: bool,
    /// The text that the compiler advises to put there.
    #[serde(default)]
    pub suggested_replacement: Option<String>,
    /// The macro call that this place comes from.
    pub expansion: Option<Box<Expansion>>,
}

/// A macro call that made code.
#[derive(Clone, Debug, Deserialize)]
pub struct Expansion {
    /// Where the call is.
    pub span: Span,
}

impl Span {
    /// The outermost macro call that this place comes from.
    pub fn call(&self) -> Option<&Span> {
        let expansion = self.expansion.as_ref()?;
        Some(expansion.span.call().unwrap_or(&expansion.span))
    }

    /// Its bytes.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.byte_start..self.byte_end
    }
}

impl Diagnostic {
    /// Whether it stops the compiler.
    pub fn is_error(&self) -> bool {
        self.level.starts_with("error")
    }

    /// The name of its lint or the code of its error.
    pub fn name(&self) -> &str {
        self.code.as_ref().map_or("", |code| code.code.as_str())
    }

    /// Whether it reports unused code, which a bundle does not need.
    pub fn tells_of_unused(&self) -> bool {
        ["dead_code", "unused_imports", "unused_macros"].contains(&self.name())
    }

    /// The words of the message and its notes, without the lines of source that it shows.
    pub fn words(&self) -> BTreeSet<&str> {
        let labels = self.spans.iter().filter_map(|span| span.label.as_deref());
        let texts = labels.chain([self.message.as_str()]);
        texts.flat_map(words).chain(self.children.iter().flat_map(Diagnostic::words)).collect()
    }

    /// The texts that it advises to put somewhere, each with its place.
    pub fn replacements(&self) -> impl Iterator<Item = (&Span, &str)> {
        self.spans.iter().filter_map(|span| Some((span, span.suggested_replacement.as_deref()?)))
    }

    /// The places that the message is about.
    pub fn places(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| span.is_primary)
    }
}

/// The words of a text: names, without the signs between them.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty())
}

/// The code in a message: what it has in quotes.
pub fn quoted(message: &str) -> String {
    message.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(" ")
}

/// The errors among messages, as the compiler shows them.
pub fn errors(said: &[Diagnostic]) -> Option<String> {
    let errors: Vec<&str> = said
        .iter()
        .filter(|one| {
            one.is_error() && one.code.is_some() || one.is_error() && !one.spans.is_empty()
        })
        .map(|one| one.rendered.as_deref().unwrap_or(&one.message))
        .collect();
    match (errors.is_empty(), said.iter().find(|one| one.is_error())) {
        (false, _) => Some(errors.join("\n")),
        (true, Some(other)) => Some(other.rendered.clone().unwrap_or(other.message.clone())),
        (true, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(level: &str, code: Option<&str>, text: &str) -> Diagnostic {
        let code = code.map(|code| Code { code: code.into() });
        Diagnostic {
            message: text.into(),
            code,
            level: level.into(),
            spans: Vec::new(),
            children: Vec::new(),
            rendered: None,
        }
    }

    #[test]
    fn a_crash_of_the_compiler_is_an_error_too() {
        let level = "error: internal compiler error";
        assert!(message(level, None, "m").is_error() && message("error", None, "m").is_error());
        assert!(!message("warning", None, "m").is_error());
    }

    /// The last line of rustc only counts the errors, so it is shown if there is nothing else.
    #[test]
    fn errors_with_a_code_are_shown_before_those_without_one() {
        let (one, other) = (message("error", Some("E0425"), "a"), message("error", None, "b"));
        let shown =
            |all: &[&Diagnostic]| errors(&all.iter().map(|&one| one.clone()).collect::<Vec<_>>());
        assert_eq!(shown(&[&one, &other]).as_deref(), Some("a"));
        assert_eq!(shown(&[&other]).as_deref(), Some("b"));
        assert_eq!(shown(&[&message("warning", Some("dead_code"), "c")]), None);
    }

    #[test]
    fn the_words_of_a_message_are_names_of_it_and_its_notes() {
        let mut outer = message("error", None, "cannot find `Ab_c::d1` here");
        outer.children.push(message("note", None, "in e"));
        let words: Vec<&str> = outer.words().into_iter().collect();
        assert_eq!(words, ["Ab_c", "cannot", "d1", "e", "find", "here", "in"]);
    }
}
