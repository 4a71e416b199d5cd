//! Files of another machine that were copied here: each is at its own path below one folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::system::{PATH_SEPARATOR, words};

static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// From now on the copies below a folder are used in place of the files that command lines name.
pub fn use_below(root: &Path) {
    let _ = ROOT.set(root.to_owned());
}

/// The path of a file, or of its copy if there is one.
pub fn of(path: &Path) -> PathBuf {
    ROOT.get().and_then(|root| below(root, path)).unwrap_or_else(|| path.to_owned())
}

/// A command line with the paths of copies in place of those of which there is one.
pub fn in_line(line: &str) -> Cow<'_, str> {
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
    let of_path = |path: &str| Some(below(root, path.as_ref())?.to_string_lossy().into_owned());
    let copies: Vec<String> = words.iter().map(|word| with_paths(word, of_path)).collect();
    (copies != words).then(|| words::join(copies))
}

/// What ends a path within a word: that of a list, that of a flag, and that of a script for a shell. A list of Windows has
/// `;`, and a path there may have `C:`.
const ENDS: [&[char]; 3] = [
    &[PATH_SEPARATOR],
    &[':', '='],
    &[' ', '\t', '\n', '\'', '"', '`', ';', '|', '&', '(', ')', '<', '>'],
];

/// A word of a command line with other paths in place of those for which `other` has one: `bot.py`, `--weights=/w.bin`,
/// `/a.jar:/b.jar`, `cd /bot && ./run`.
pub fn with_paths(word: &str, other: impl Fn(&str) -> Option<String> + Copy) -> String {
    within(word, &ENDS, other)
}

fn within(word: &str, ends: &[&[char]], other: impl Fn(&str) -> Option<String> + Copy) -> String {
    let Some((first, rest)) = ends.split_first().filter(|_| !word.is_empty()) else {
        return other(word).unwrap_or_else(|| word.to_owned());
    };
    other(word).unwrap_or_else(|| {
        let parts = word.split_inclusive(*first).map(|part| {
            let (path, end) = part.split_at(part.trim_end_matches(*first).len());
            within(path, rest, other) + end
        });
        parts.collect()
    })
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
        let script = of("sh -c 'cd /home/me; exec \"/home/me/bot.py\" 2>/home/me/new'").unwrap();
        let me = copy("home/me");
        assert_eq!(script[2], format!("cd {me}; exec \"{bot}\" 2>/home/me/new"));
        for line in ["python3 bot.py", "/usr/bin/python3 home/me/bot.py", "@random", "a 'b"] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
