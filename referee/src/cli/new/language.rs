//! The languages of first bots: names of files, and the commands that build, run and test.

use std::env::consts::EXE_EXTENSION;
use std::path::{Path, PathBuf};

use crate::system::words;
use clap::ValueEnum;

/// A language of first bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Python 3
    Python,
    /// Rust
    Rust,
    /// C++17
    Cpp,
    /// JavaScript, for Node.js
    Javascript,
    /// Java 17
    Java,
    /// Go
    Go,
    /// Kotlin, for the Java runtime
    Kotlin,
}

/// The test of a bot: the name of its file, its source, and the command that runs it in its folder.
pub(super) struct BotTest {
    pub file: String,
    pub source: String,
    pub command: String,
}

/// The class of a first bot in Java, which has the name of its file.
const CLASS: &str = "MyBot";

impl Language {
    /// The extension of a source file.
    pub fn extension(self) -> &'static str {
        ["py", "rs", "cpp", "js", "java", "go", "kt"][self as usize]
    }

    /// The language of a source file, by its extension.
    pub fn of_file(file: &Path) -> Option<Self> {
        let extension = file.extension()?;
        Self::value_variants().iter().copied().find(|it| extension == it.extension())
    }

    /// The file of a bot without a name of its own.
    pub fn default_file(self) -> PathBuf {
        let stem = if self == Self::Java { CLASS } else { "my_bot" };
        Path::new(stem).with_extension(self.extension())
    }

    /// Whether a bot may have this name. The name is in the source of the test, and in Java it is a class.
    pub fn takes(self, stem: &str) -> bool {
        let more = if self == Self::Java { "_" } else { "_-." };
        let is_taken = |letter: char| letter.is_ascii_alphanumeric() || more.contains(letter);
        stem.starts_with(|first: char| first.is_ascii_alphabetic()) && stem.chars().all(is_taken)
    }

    /// The source of the bot with this name.
    pub fn source(self, source: &str, stem: &str) -> String {
        if self == Self::Java { source.replace(CLASS, stem) } else { source.to_owned() }
    }

    /// The command that builds a file, if the language needs one, and the command that runs it.
    pub fn commands(self, file: &Path) -> (Option<String>, String) {
        let quote = |path: &Path| words::quote(&path.to_string_lossy()).into_owned();
        let source = quote(file);
        let program = quote(&Path::new(".").join(file.with_extension(EXE_EXTENSION)));
        let program =
            if file.is_absolute() { quote(&file.with_extension(EXE_EXTENSION)) } else { program };
        match self {
            Self::Python => (None, format!("python3 {source}")),
            Self::Javascript => (None, format!("node {source}")),
            Self::Rust => (Some(format!("rustc -O --edition 2021 -o {program} {source}")), program),
            Self::Cpp => (Some(format!("g++ -O2 -std=c++17 -o {program} {source}")), program),
            Self::Go => (Some(format!("go build -o {program} {source}")), program),
            Self::Java => {
                let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = quote(folder.unwrap_or(Path::new(".")));
                let class = file.file_stem().unwrap_or_default().to_string_lossy();
                // Sources are UTF-8, whatever language the system speaks.
                let build = format!("javac -encoding UTF-8 {source}");
                (Some(build), format!("java -cp {folder} {class}"))
            }
            Self::Kotlin => {
                let jar = quote(&file.with_extension("jar"));
                let build = format!("kotlinc {source} -include-runtime -d {jar}");
                (Some(build), format!("java -jar {jar}"))
            }
        }
    }

    /// The test of a bot that is built and run by these commands in its own folder. `play` is the command that
    /// plays a game and prints its result as JSON.
    pub fn test(self, stem: &str, build: &str, play: &str) -> BotTest {
        let (file, source, command) = match self {
            Self::Python => ("test_BOT.py", include_str!("tests/bot.py"), "python3 test_BOT.py"),
            Self::Rust => (
                "BOT_test.rs",
                include_str!("tests/bot.rs"),
                "rustc --edition 2021 --test -o BOT_test BOT_test.rs && ./BOT_test",
            ),
            Self::Cpp => ("test_BOT.sh", include_str!("tests/bot.sh"), "sh test_BOT.sh"),
            Self::Javascript => {
                ("BOT.test.js", include_str!("tests/bot.js"), "node --test BOT.test.js")
            }
            Self::Java => ("BOTTest.java", include_str!("tests/bot.java"), "java BOTTest.java"),
            Self::Go => {
                ("BOT_test.go", include_str!("tests/bot.go"), "go test -count=1 BOT.go BOT_test.go")
            }
            Self::Kotlin => ("test_BOT.sh", include_str!("tests/bot.kt.sh"), "sh test_BOT.sh"),
        };
        let filled = |text: &str| {
            text.replace("BUILD_COMMAND", build).replace("PLAY_COMMAND", play).replace("BOT", stem)
        };
        BotTest { file: filled(file), source: filled(source), command: filled(command) }
    }
}
