//! Files of another machine that were copied here: each is at its own path below one folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::system::words;

static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// From now on the copies below a folder are used in place of the files that command lines name.
pub fn use_copies(root: &Path) {
    let _ = ROOT.set(root.to_owned());
}

/// The path of a file, or of its copy if there is one.
pub fn copy_of(path: &Path) -> PathBuf {
    ROOT.get().and_then(|root| below(root, path)).unwrap_or_else(|| path.to_owned())
}

/// A command line with the paths of copies in place of those of which there is one.
pub fn with_copies(line: &str) -> Cow<'_, str> {
    ROOT.get().and_then(|root| line_below(root, line)).map_or(line.into(), Cow::Owned)
}

/// The copy of a file or folder, if there is one.
fn below(root: &Path, path: &Path) -> Option<PathBuf> {
    let copy = root.join(path.strip_prefix("/").ok()?);
    copy.exists().then_some(copy)
}

/// A command line with the copies in it; `None` if it names none.
fn line_below(root: &Path, line: &str) -> Option<String> {
    let words = words::split(line).ok()?;
    let copies: Vec<String> = words.iter().map(|word| word_below(root, word)).collect();
    (copies != words).then(|| words::join(copies))
}

/// A word of a command line, which may hold paths: `bot.py`, `--weights=/w.bin`, `/a.jar:/b.jar`.
fn word_below(root: &Path, word: &str) -> String {
    let of_path = |path: &str| Some(below(root, path.as_ref())?.to_string_lossy().into_owned());
    if let Some(copy) = of_path(word) {
        return copy;
    }
    let parts = word.split_inclusive([':', '=']).map(|part| {
        let path = part.trim_end_matches([':', '=']);
        of_path(path).map_or_else(|| part.to_owned(), |copy| copy + &part[path.len()..])
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_names_the_copies_of_those_files_that_have_one() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("home/me/a b")).unwrap();
        for file in ["home/me/bot.py", "home/me/w=1", "home/me/a b/x.jar"] {
            std::fs::write(root.join(file), "").unwrap();
        }
        let of = |line: &str| line_below(root, line).map(|it| words::split(&it).unwrap());
        let copy = |file: &str| root.join(file).to_string_lossy().into_owned();
        assert_eq!(
            of("python3 /home/me/bot.py --book=/home/me/bot.py /home/me/other"),
            Some(vec![
                "python3".to_owned(),
                copy("home/me/bot.py"),
                format!("--book={}", copy("home/me/bot.py")),
                "/home/me/other".to_owned(),
            ])
        );
        assert_eq!(of("/home/me/w=1"), Some(vec![copy("home/me/w=1")]));
        let (jar, bot) = (copy("home/me/a b/x.jar"), copy("home/me/bot.py"));
        let path = of("java -cp '/home/me/a b/x.jar:/home/me/bot.py:lib' Main");
        assert_eq!(path.unwrap()[2], format!("{jar}:{bot}:lib"));
        for line in ["python3 bot.py", "/usr/bin/python3 home/me/bot.py", "@random", "a 'b"] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
