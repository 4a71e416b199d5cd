//! Finds the file that a stranger needed for its start and could not read.
//!
//! The system only says "permission denied", and the program may not even say that. So after a failed start the referee
//! searches what the program consists of: the program itself behind all links, the interpreter in its first line, the
//! files that a start script names, the folders of its libraries. And it searches the files that the program names on
//! its standard error.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Most bytes of a program that are searched for folders of libraries.
const MOST_BYTES: u64 = 32 << 20;
/// Longest start script that is searched for files.
const LONGEST_SCRIPT: usize = 64 << 10;
/// Most paths in a text that are looked at.
const MOST_WORDS: usize = 1000;
/// How many interpreters of interpreters are followed.
const MOST_INTERPRETERS: usize = 8;
/// Folders of a home that hold secrets. Only the file itself is named there.
const PRIVATE: [&str; 10] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".config",
    ".docker",
    ".kube",
    ".local",
    ".mozilla",
    ".password-store",
];

/// The files and folders that a program may read.
#[derive(Debug)]
pub(super) struct Readable {
    places: Vec<PathBuf>,
    /// Those that exist, without links. A start that succeeds does not need them.
    real: OnceLock<Vec<PathBuf>>,
}

impl Readable {
    /// These places.
    pub fn new<'a>(places: impl Iterator<Item = &'a Path>) -> Self {
        Self { places: places.map(Path::to_owned).collect(), real: OnceLock::new() }
    }

    /// The real path of a file or folder that exists and cannot be read.
    fn refuses(&self, path: &Path) -> Option<PathBuf> {
        let real = fs::canonicalize(path).ok()?;
        let places = self.places.iter().filter_map(|place| fs::canonicalize(place).ok());
        let readable = self.real.get_or_init(|| places.collect());
        let is_refused = real != Path::new("/") && readable.iter().all(|it| !real.starts_with(it));
        is_refused.then_some(real)
    }

    /// A sentence about a file that a program needed for its start and could not read, and the flag that allows it.
    /// `said` is what the program wrote to its standard error.
    pub fn advice(&self, program: &Path, said: &str) -> Option<String> {
        let missing = self.missing_part(program, said).or_else(|| self.first_refused(said))?;
        let home = env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok());
        let allowed = to_allow(&missing, home.as_deref());
        let allowed = shell_words::quote(&allowed.to_string_lossy()).into_owned();
        Some(format!(
            "a stranger may not read {}; if this one may, give --readable {allowed}",
            missing.display()
        ))
    }

    /// A part of the program that cannot be read.
    fn missing_part(&self, program: &Path, said: &str) -> Option<PathBuf> {
        let mut program = program.to_owned();
        for _ in 0..MOST_INTERPRETERS {
            if let Some(refused) = self.refuses(&program) {
                return Some(refused);
            }
            let bytes = beginning(&program)?;
            let Some(script) = bytes.strip_prefix(b"#!") else {
                let is_about_libraries = said.contains("shared librar") || said.contains(".so");
                return is_about_libraries.then(|| self.library_folder(&program, &bytes))?;
            };
            let script = String::from_utf8_lossy(&script[..script.len().min(LONGEST_SCRIPT)]);
            let interpreter = script.lines().next().and_then(interpreter);
            let refused = interpreter.as_deref().and_then(|it| self.refuses(it));
            if let Some(refused) = refused.or_else(|| self.first_refused(&script)) {
                return Some(refused);
            }
            program = interpreter?;
        }
        None
    }

    /// The first file or folder that a text names and that cannot be read.
    fn first_refused(&self, text: &str) -> Option<PathBuf> {
        let is_end = |it: char| it.is_whitespace() || "'\"`()[]{}<>,:;=".contains(it);
        let words = text.split(is_end).filter(|word| word.starts_with('/'));
        let mut words = words.take(MOST_WORDS);
        words.find_map(|word| self.refuses(Path::new(word.trim_end_matches('.'))))
    }

    /// A folder that a program's file names as the place of libraries and that cannot be read.
    fn library_folder(&self, program: &Path, bytes: &[u8]) -> Option<PathBuf> {
        let program = fs::canonicalize(program).ok()?;
        let own = program.parent()?.to_string_lossy().into_owned();
        let texts = bytes.split(|byte| *byte == 0).filter(|text| text.len() < 4096);
        let texts = texts.filter(|text| text.starts_with(b"/") || text.starts_with(b"$ORIGIN"));
        let folders = texts.flat_map(|text| text.split(|byte| *byte == b':'));
        let folders = folders.map(|it| String::from_utf8_lossy(it).replace("$ORIGIN", &own));
        let mut folders = folders.filter(|folder| Path::new(folder).is_dir());
        folders.find_map(|folder| self.refuses(Path::new(&folder)))
    }
}

/// The bytes at the beginning of a file.
fn beginning(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The interpreter in the first line of a script, without `#!`. `env` searches for its argument.
fn interpreter(line: &str) -> Option<PathBuf> {
    let mut words = line.split_whitespace();
    let first = Path::new(words.next()?);
    if first.file_name() != Some(OsStr::from_bytes(b"env")) {
        return Some(first.to_owned());
    }
    let name = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What to allow so that a file can be read: all of a tool that is installed in the home, such as `~/.pyenv`, or the file
/// alone.
fn to_allow(file: &Path, home: Option<&Path>) -> PathBuf {
    let tool = || {
        let home = home?;
        let first = file.strip_prefix(home).ok()?.components().next()?;
        let name = first.as_os_str().to_str()?;
        (name.starts_with('.') && !PRIVATE.contains(&name)).then(|| home.join(name))
    };
    tool().unwrap_or_else(|| file.to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_part_that_cannot_be_read_is_found_behind_links_and_in_scripts() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for (file, text) in [
            ("tool/real", ""),
            ("own/plain", "#!/bin/sh\n"),
            ("own/starts", &*format!("#!/bin/sh\nexec \"{}/tool/real\" \"$@\"\n", root.display())),
            ("own/by", &*format!("#! {}/tool/real -x\n", root.display())),
        ] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), text).unwrap();
        }
        symlink(root.join("tool/real"), root.join("own/link")).unwrap();
        let own = root.join("own");
        let readable = Readable::new([&*own, Path::new("/bin"), Path::new("/usr")].into_iter());
        let part = |name: &str| readable.missing_part(&own.join(name), "");
        for name in ["link", "starts", "by"] {
            assert_eq!(part(name), Some(root.join("tool/real")), "{name}");
        }
        assert_eq!(part("plain"), None);
        let said = format!("Error: EACCES: permission denied, open '{}/tool/real'", root.display());
        assert_eq!(readable.first_refused(&said), Some(root.join("tool/real")));
        assert_eq!(readable.first_refused("cannot open /no/such/file, /bin/sh or /"), None);
        let advice = readable.advice(&own.join("link"), "").unwrap();
        assert!(advice.contains("may not read") && advice.contains("--readable"), "{advice}");
    }

    #[test]
    fn the_folder_of_libraries_is_found_beside_a_program() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for place in ["own", "lib"] {
            fs::create_dir(root.join(place)).unwrap();
        }
        let program = root.join("own/program");
        fs::write(&program, b"\x7fELF\0libx.so\0$ORIGIN/../lib\0").unwrap();
        let readable = Readable::new([&*root.join("own")].into_iter());
        let said = "error while loading shared libraries: libx.so: cannot open shared object file";
        assert_eq!(readable.missing_part(&program, said), Some(root.join("lib")));
        assert_eq!(readable.missing_part(&program, "no"), None);
    }

    #[test]
    fn a_tool_in_the_home_is_allowed_whole_and_a_secret_is_not() {
        let allow = |file| to_allow(Path::new(file), Some(Path::new("/home/ann")));
        assert_eq!(allow("/home/ann/.pyenv/versions/3/bin/python"), Path::new("/home/ann/.pyenv"));
        for file in ["/home/ann/.ssh/key", "/home/ann/bots/tool", "/srv/tool"] {
            assert_eq!(allow(file), Path::new(file));
        }
    }
}
