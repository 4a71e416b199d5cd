//! The parts of a bot that are known before it starts: its program, the files that it names and declares, its own folders.

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use super::hashes::Hashes;
use super::left_out::is_left_out;
use super::seen::Seen;
use super::walk::{MOST_FILES, files_below, files_in};
use crate::bot::ReadyBot;
use crate::copies;
use crate::player::process::Launch;
use crate::system::words;
use crate::system::{PATH_SEPARATOR, is_for_everybody, is_path, name_of_bytes};

/// Programs that run the files that they are given. Other programs count as interpreters if they are found by `PATH`
/// and are given a file.
const INTERPRETERS: [&str; 22] = [
    "python", "pypy", "node", "deno", "bun", "ruby", "perl", "php", "lua", "luajit", "java", "sh",
    "bash", "dash", "zsh", "dotnet", "mono", "Rscript", "julia", "racket", "guile", "env",
];

/// What is known of a bot before it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The bot's own folders. Names of files are relative to the first.
    folders: Vec<PathBuf>,
    /// The files that it names or declares, with its program unless that is an interpreter.
    named: BTreeSet<PathBuf>,
    /// Its interpreter.
    outside: Option<PathBuf>,
    /// Its command line, as on any machine: own files by their names, without the interpreter.
    runs: String,
}

impl Parts {
    /// The parts of a bot; `None` for a house player, which is a part of the referee.
    pub fn of(bot: &ReadyBot) -> Option<Self> {
        if let Some(launch) = bot.launch() {
            return Some(Self::of_launch(launch));
        }
        let named: BTreeSet<PathBuf> = bot.files().filter_map(|file| whole(&file)).collect();
        let mut parts = Self { folders: parents(&named), named, ..Self::default() };
        if parts.named.is_empty() {
            return None;
        }
        parts.runs = parts.named.iter().map(|file| parts.name(file)).collect::<Vec<_>>().join(" ");
        Some(parts)
    }

    /// The parts of a program that is started in this way.
    pub fn of_launch(launch: &Launch) -> Self {
        let typed = launch.program.to_string_lossy();
        let program = launch.program_file().and_then(|path| whole(&path));
        let base = launch.cwd.clone().unwrap_or_else(|| ".".into());
        let mut parts = Self::default();
        let mut given = BTreeSet::new();
        for argument in &launch.args {
            for path in paths_in(&argument.to_string_lossy()) {
                let path = base.join(path);
                if path.is_file() {
                    given.extend(whole(&path));
                } else if path.is_dir() {
                    parts.folders.extend(fs::canonicalize(path).ok());
                }
            }
        }
        let is_found = !is_path(typed.as_ref().as_ref());
        let is_interpreter = is_interpreter(&typed) || is_found && !given.is_empty();
        if is_interpreter {
            let folders = std::mem::take(&mut parts.folders);
            parts.folders = parents(&given).into_iter().chain(folders).collect();
            if parts.folders.is_empty() {
                parts.folders.extend(fs::canonicalize(&base).ok());
            }
            parts.outside.clone_from(&program);
        } else {
            let own = program.iter().filter(|_| !is_found).filter_map(|it| it.parent());
            let own = own.map(Path::to_owned).chain(parents(&given));
            parts.folders = own.chain(std::mem::take(&mut parts.folders)).collect();
            parts.named.extend(program.clone());
        }
        let mut seen = BTreeSet::new();
        parts.folders.retain(|folder| is_own(folder) && seen.insert(folder.clone()));
        parts.named.extend(given);
        for declared in &launch.depends {
            if declared.is_dir() {
                let files = fs::canonicalize(declared).map(|folder| files_below(&folder));
                parts.named.extend(files.unwrap_or_default());
            } else {
                parts.named.extend(whole(declared));
            }
        }
        parts.runs = parts.command_line(launch, &base, program.filter(|_| !is_interpreter));
        parts
    }

    /// The command line as on any machine.
    fn command_line(&self, launch: &Launch, base: &Path, program: Option<PathBuf>) -> String {
        let text = |argument: &std::ffi::OsString| argument.to_string_lossy().into_owned();
        let file = |word: &str| {
            let path = whole(&base.join(word))?;
            // A script may have the whole path of any of its files.
            let is_its_own = Path::new(word).is_absolute() && path.is_file() && self.owns(&path);
            (self.named.contains(&path) || is_its_own).then(|| self.name(&path))
        };
        let own = |word: String| {
            let value = word.split_once('=').and_then(|(flag, value)| Some((flag, file(value)?)));
            let value = value.map(|(flag, name)| format!("{flag}={name}"));
            value.unwrap_or_else(|| copies::with_paths(&word, file))
        };
        let program = program.map(|path| self.name(&path));
        let words = program.into_iter().chain(launch.args.iter().map(text).map(own));
        let set = launch.env.iter().map(|(name, value)| format!("{}={}", text(name), text(value)));
        words::join(set.chain(words).collect::<Vec<_>>())
    }

    /// The bot's own folders.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The files that the bot names or declares, with its program unless that is an interpreter.
    pub fn named(&self) -> impl Iterator<Item = &Path> {
        self.named.iter().map(PathBuf::as_path)
    }

    /// Whether the bot names or declares a file.
    pub fn names(&self, path: &Path) -> bool {
        self.named.contains(path)
    }

    /// The bot's interpreter, if it has one.
    pub fn outside(&self) -> Option<&Path> {
        self.outside.as_deref()
    }

    /// The command line as on any machine: own files by their names, without the interpreter.
    pub fn runs(&self) -> &str {
        &self.runs
    }

    /// A hash of the program and of all files that the bot names or declares.
    pub fn fingerprint(&self, hashes: &Hashes) -> u64 {
        let files = self.named().chain(self.outside());
        files.filter_map(|file| hashes.of(file)).fold(0, u64::wrapping_add)
    }

    /// The files of its folders, as if they had been seen to be opened. This is for systems on which no opens are seen.
    /// Other programs, and files that the referee writes, are left out. The folder of builds of cargo has only such files.
    pub fn folder(&self) -> Seen {
        let own = self.folders.iter().filter(|folder| !folder.join(".cargo-lock").exists());
        let files = own.flat_map(|folder| files_in(folder)).take(MOST_FILES);
        let is_own = |path: &PathBuf| self.names(path) || !is_left_out(path);
        Seen { read: files.filter(is_own).collect(), ..Seen::default() }
    }

    /// The files that another machine needs: those that the bot names or declares, and all that are in its folders. The
    /// folder of builds of cargo has programs of others.
    pub fn carried(&self) -> BTreeSet<PathBuf> {
        let is_output =
            |path: &PathBuf| path.extension().is_some_and(|it| it == "jsonl" || it == "log");
        let own = self.folders.iter().filter(|folder| !folder.join(".cargo-lock").exists());
        let below = own.flat_map(|folder| files_below(folder)).take(MOST_FILES);
        self.named.iter().cloned().chain(below.filter(|path| !is_output(path))).collect()
    }

    /// Whether a file is in one of the bot's own folders or below.
    pub fn owns(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Whether two bots have folders in common.
    pub fn meets(&self, other: &Self) -> bool {
        let within = |one: &Self, other: &Self| one.folders.iter().any(|it| other.owns(it));
        within(self, other) || within(other, self)
    }

    /// The name of a file: its path from the first own folder.
    pub fn name(&self, path: &Path) -> String {
        let Some(from) = self.folders.first() else {
            return in_words(path.file_name().unwrap_or_default().as_ref());
        };
        let common = path.components().zip(from.components()).take_while(|(a, b)| a == b).count();
        let up = from.components().skip(common).map(|_| Component::ParentDir);
        let name: PathBuf = up.chain(path.components().skip(common)).collect();
        // A bot has the same names on all systems.
        in_words(&name).replace(MAIN_SEPARATOR, "/")
    }

    /// The file of a name.
    pub fn path(&self, name: &str) -> PathBuf {
        let named = self.named.iter().find(|path| self.name(path) == name);
        let path =
            || self.folders.first().map_or_else(|| of_words(name), |it| it.join(of_words(name)));
        named.cloned().unwrap_or_else(path)
    }
}

/// What stands before each byte of a name that is no text.
const NO_TEXT: char = char::REPLACEMENT_CHARACTER;

/// A path as a text that no other path has. Each byte that is no text, as in an old name in Latin-1, is `U+FFFD` and two
/// hexadecimal digits; so are the bytes of that character itself.
pub(super) fn in_words(path: &Path) -> String {
    let digit = |digit: u8| char::from_digit(digit.into(), 16).unwrap_or_default();
    let escaped = |bytes: &[u8]| -> String {
        bytes.iter().flat_map(|byte| [NO_TEXT, digit(byte >> 4), digit(byte & 15)]).collect()
    };
    let itself = escaped(NO_TEXT.encode_utf8(&mut [0; 4]).as_bytes());
    let chunks = path.as_os_str().as_encoded_bytes().utf8_chunks();
    chunks.map(|it| it.valid().replace(NO_TEXT, &itself) + &escaped(it.invalid())).collect()
}

/// The path of such a text. In a text of an older version a byte has no digits, and is lost.
fn of_words(text: &str) -> PathBuf {
    let mut parts = text.split(NO_TEXT);
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let Some(byte) = digits else { return text.into() };
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    name_of_bytes(bytes).into()
}

/// The paths that a word of a command line may hold: `bot.py`, `--weights=w.bin`, `build:lib.jar`. On Windows that list is
/// `build;lib.jar`.
fn paths_in(word: &str) -> impl Iterator<Item = &str> {
    let value = word.split_once('=').map(|(_, value)| value);
    let lists = [':', PATH_SEPARATOR].into_iter().flat_map(move |end| {
        let lists = std::iter::once(word).chain(value).filter(move |list| list.contains(end));
        lists.flat_map(move |list| list.split(end))
    });
    let words = std::iter::once(word).chain(value).chain(lists);
    words.filter(|word| !word.is_empty() && !word.starts_with('-'))
}

fn is_interpreter(program: &str) -> bool {
    let name = program.rsplit(['/', MAIN_SEPARATOR]).next().unwrap_or(program);
    let name = name.strip_suffix(EXE_SUFFIX).unwrap_or(name);
    // python3.11, lua5.4
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS.contains(&plain) || plain == "nodejs"
}

/// The absolute path of a file in its real folder. A link to a file keeps its own name.
fn whole(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

/// The folders of files.
fn parents(files: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    files.iter().filter_map(|file| file.parent()).map(Path::to_owned).collect()
}

/// Whether a folder may belong to a bot: it is not one of the system or of all users, such as `/tmp`.
fn is_own(folder: &Path) -> bool {
    folder.parent().is_some() && !is_for_everybody(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest_file::ContestFile;
    use crate::external::needed::launch;
    use crate::identity::{Change, Identity};
    use crate::testkit::needs::Need;

    /// A folder with files.
    fn folder(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(folder.path()).unwrap();
        for file in files {
            fs::create_dir_all(path.join(file).parent().unwrap()).unwrap();
            fs::write(path.join(file), file).unwrap();
        }
        (folder, path)
    }

    /// The parts of a command line in a folder: names of the files, the interpreter, the command line.
    fn parts(folder: &Path, program: &str, args: &[&str]) -> (Vec<String>, Option<String>, String) {
        let program = if program.contains('/') { folder.join(program) } else { program.into() };
        let launch = Launch {
            cwd: Some(folder.to_owned()),
            ..Launch::new(program).args(args.iter().copied())
        };
        let parts = Parts::of_launch(&launch);
        let outside =
            parts.outside().map(|it| it.file_name().unwrap().to_string_lossy().into_owned());
        (parts.named().map(|it| parts.name(it)).collect(), outside, parts.runs().to_owned())
    }

    #[test]
    fn a_command_line_names_files_and_perhaps_an_interpreter() {
        if !Need::Shell.program_runs() {
            return;
        }
        let (_kept, here) = folder(&["bots/bot.py", "bots/v1", "data/w.bin", "bin/python3.11"]);
        let sh = || Some("sh".to_owned());
        let of = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            parts(&here, "sh", &["bots/bot.py", "--fast"]),
            (of(&["bot.py"]), sh(), "bot.py --fast".to_owned())
        );
        let own = (of(&["bot.py"]), Some("python3.11".to_owned()), "bot.py".to_owned());
        assert_eq!(parts(&here, "bin/python3.11", &["bots/bot.py"]), own);
        let program =
            (of(&["v1", "../data/w.bin"]), None, "v1 '--weights=../data/w.bin'".to_owned());
        assert_eq!(parts(&here, "bots/v1", &["--weights=data/w.bin"]), program);
        assert_eq!(parts(&here, "sh", &["-c", "true"]), (of(&[]), sh(), "-c true".to_owned()));
        // The line of a script is the same wherever the folder is.
        let script = format!("cd bots; exec \"{0}/data/w.bin\" >{0}/out", here.display());
        let runs = format!("-c 'cd bots; exec \"data/w.bin\" >{}/out'", here.display());
        assert_eq!(parts(&here, "sh", &["-c", &script]), (of(&[]), sh(), runs));
    }

    #[test]
    fn a_list_of_paths_names_each_of_them() {
        let list = format!("lib/a.jar{PATH_SEPARATOR}lib/b.jar");
        let (_kept, here) = folder(&["lib/a.jar", "lib/b.jar"]);
        let (names, _, runs) = parts(&here, "java", &["-cp", &list, "Main"]);
        assert_eq!(names, ["a.jar", "b.jar"]);
        assert_eq!(parts(&here, "java", &[&format!("--class-path={list}")]).0, names);
        assert_eq!(words::split(&runs).unwrap()[1], format!("a.jar{PATH_SEPARATOR}b.jar"));
    }

    #[test]
    fn the_own_folder_is_that_of_the_files_and_no_folder_of_the_system() {
        let (_kept, here) = folder(&["bots/bot.py", "lib/x"]);
        let folders = |args: &[&str]| {
            let launch =
                Launch { cwd: Some(here.clone()), ..Launch::new("sh").args(args.iter().copied()) };
            Parts::of_launch(&launch).folders().to_vec()
        };
        assert_eq!(folders(&["bots/bot.py"]), [here.join("bots")]);
        assert_eq!(folders(&["-c", "true"]), std::slice::from_ref(&here));
        assert_eq!(folders(&["bots/bot.py", "lib"]), [here.join("bots"), here.join("lib")]);
        assert!(Parts::of_launch(&Launch::new("/bin/true")).folders().is_empty());
        assert!(!is_own(Path::new("/")) && !is_own(&std::env::temp_dir()));
    }

    #[test]
    fn what_the_author_declares_belongs_to_the_bot() {
        let (_kept, here) =
            folder(&["bot.sh", "notes.txt", "core/a", "core/below/b", "core/.git/c"]);
        let identity = || {
            let depends = vec![here.join("core")];
            let launch = Launch { depends, ..Launch::new("sh").args([here.join("bot.sh")]) };
            Identity::named(&Parts::of_launch(&launch), &Hashes::default())
        };
        let before = identity();
        let names: Vec<&str> = before.files.iter().map(|it| it.file.as_str()).collect();
        assert_eq!(names, ["bot.sh", "core/a", "core/below/b"]);
        fs::write(here.join("notes.txt"), "other").unwrap();
        assert_eq!(identity().change_since(&before), None);
        fs::write(here.join("core/below/b"), "other").unwrap();
        assert_eq!(identity().change_since(&before), Some(Change::File("core/below/b".to_owned())));
        let before = identity();
        fs::write(here.join("core/new"), "new").unwrap();
        assert_eq!(identity().change_since(&before), Some(Change::New("core/new".to_owned())));
        let before = identity();
        fs::remove_file(here.join("core/new")).unwrap();
        assert_eq!(identity().change_since(&before), Some(Change::Gone("core/new".to_owned())));
    }

    /// Files whose names are no text are told apart, and found again by their names.
    #[test]
    #[cfg(unix)]
    fn a_change_of_a_file_whose_name_is_no_text_is_seen() {
        let (_kept, here) = folder(&["bot.sh", "data/\u{fffd}fe", "data/\u{fffd}"]);
        let odd = |byte: u8| here.join("data").join(name_of_bytes(vec![byte]));
        for byte in [0xfe, 0xff] {
            fs::write(odd(byte), [byte]).unwrap();
        }
        let launch = Launch {
            cwd: Some(here.clone()),
            depends: vec![here.join("data")],
            ..Launch::new("sh").args(["bot.sh"])
        };
        let parts = Parts::of_launch(&launch);
        let mut names: Vec<String> = parts.named().map(|it| parts.name(it)).collect();
        names.sort();
        let itself = "data/\u{fffd}ef\u{fffd}bf\u{fffd}bd";
        let with_digits = format!("{itself}fe");
        let expected = ["bot.sh", itself, &with_digits, "data/\u{fffd}fe", "data/\u{fffd}ff"];
        assert_eq!(names, expected);
        for path in parts.named() {
            assert_eq!(of_words(&in_words(path)), path, "{}", path.display());
        }
        let identity = || Identity::named(&Parts::of_launch(&launch), &Hashes::default());
        let before = identity();
        assert_eq!(before.files.len(), 5);
        fs::write(odd(0xff), "other").unwrap();
        assert_eq!(identity().change_since(&before), Some(Change::File(names[4].clone())));
        // One that only a game opens is found by its name.
        let seen = Seen { read: [odd(0xfe)].into(), ..Seen::default() };
        let plain = Parts::of_launch(&Launch { depends: Vec::new(), ..launch.clone() });
        let mut earlier = Identity::named(&plain, &Hashes::default());
        earlier.see(&plain, &seen, crate::identity::Since::Game, &Hashes::default());
        assert_eq!(earlier.files.len(), 2);
        let mut now = Identity::named(&plain, &Hashes::default());
        now.look_again(&earlier, &plain, &Hashes::default());
        assert_eq!(now.change_since(&earlier), None);
    }

    #[test]
    fn folders_of_builds_packages_and_logs_are_left_out() {
        let (_kept, here) = folder(&[
            "a/b/x",
            "target/x",
            "node_modules/x",
            "games/x",
            ".git/x",
            "venv/pyvenv.cfg",
            "venv/lib/x",
            "log.jsonl.on/plan.json",
            "log.jsonl.on/words/x",
        ]);
        let found: Vec<PathBuf> = super::super::walk::folders_below(&here);
        assert_eq!(found, [here.clone(), here.join("a"), here.join("a/b")]);
        let launch = Launch { cwd: Some(here.clone()), ..Launch::new("sh").args(["a/b/x"]) };
        assert_eq!(Parts::of_launch(&launch).carried(), [here.join("a/b/x")].into());
    }

    #[test]
    fn the_files_of_a_referee_program_are_found() {
        let (_folder, here) = folder(&[
            "official/pom.xml",
            "official/src/Referee.java",
            "official/target/classes/Referee.class",
            "official/target/dependency/engine.jar",
            "lib/more.jar",
            "rules/referee.py",
            "rules/map.txt",
            "tests/test1.json",
            "elsewhere",
        ]);
        let files = |referee: &str| {
            let text = format!("[contest]\nkey = \"x\"\nseats = 2\n\n[referee]\n{referee}\n");
            let path = here.join("botyard.toml");
            fs::write(&path, &text).unwrap();
            let file = ContestFile::parse(&text, &path).unwrap();
            let launch = launch(&file, file.referee.as_ref().unwrap());
            let name = |path: PathBuf| {
                path.strip_prefix(&here).unwrap().to_str().unwrap().replace('\\', "/")
            };
            Parts::of_launch(&launch).carried().into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(
            files("engine = \"codingame\"\nproject = \"official\"\nclasspath = [\"lib/*\"]"),
            [
                "botyard.toml",
                "lib/more.jar",
                "official/pom.xml",
                "official/target/classes/Referee.class",
                "official/target/dependency/engine.jar"
            ]
        );
        assert_eq!(
            files("engine = \"lines\"\ncommand = \"python3 rules/referee.py\""),
            ["botyard.toml", "rules/map.txt", "rules/referee.py"]
        );
        assert_eq!(
            files(
                "engine = \"codingame\"\nmode = \"solo\"\nproject = \"official\"\ntests = \"tests\""
            )[4..],
            ["tests/test1.json"]
        );
    }
}
