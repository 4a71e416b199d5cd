//! Why a file cannot be written.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::system::system_error;

/// Why the file at a path cannot be written, and what to do. The sentence follows `cannot write PATH: `.
pub fn unwritable(path: &Path, error: &io::Error) -> String {
    // Windows says of a folder that there is no permission. An error with words of its own says better what it is.
    if error.get_ref().is_none() && path.is_dir() {
        return "it is a folder; name a file".to_owned();
    }
    takes_no_files(path, error)
}

/// Why a folder takes no files, or cannot be made, and what to do. The sentence follows `cannot write into FOLDER: `.
pub fn takes_no_files(path: &Path, error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string();
    }
    let above = || path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    if let Some(file) = above().find(|folder| folder.exists() && !folder.is_dir()) {
        let file = file.display();
        return format!("`{file}` is a file, not a folder; rename it, or choose another path");
    }
    match error.kind() {
        ErrorKind::NotFound => match above().next().filter(|folder| !folder.is_dir()) {
            Some(folder) => {
                let folder = folder.display();
                format!(
                    "there is no folder `{folder}`; make it with `mkdir -p`, or choose another path"
                )
            }
            None => "its folder takes no new files; choose another path".to_owned(),
        },
        ErrorKind::PermissionDenied => format!("{}; or choose another path", system_error(error)),
        // What to do follows.
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => system_error(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    #[test]
    fn what_is_in_the_way_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").unwrap();
        for (name, expected) in [
            ("file/new", "file` is a file, not a folder; rename it"),
            ("file/deep/er/new", "file` is a file, not a folder; rename it"),
            ("none/new", "none`; make it with `mkdir -p`"),
        ] {
            let error = File::create(at(name)).unwrap_err();
            let words = unwritable(&at(name), &error);
            assert!(words.contains(expected), "{name}: {words}");
        }
        let error = File::create(folder.path()).unwrap_err();
        assert_eq!(unwritable(folder.path(), &error), "it is a folder; name a file");
        let words = takes_no_files(folder.path(), &ErrorKind::PermissionDenied.into());
        assert!(words.ends_with("; or choose another path"), "{words}");
        let words = unwritable(&at("x"), &ErrorKind::ReadOnlyFilesystem.into());
        assert_eq!(words, "the file system is read-only");
        let words = unwritable(Path::new("new"), &ErrorKind::NotFound.into());
        assert_eq!(words, "its folder takes no new files; choose another path");
        let words = unwritable(&at("x"), &ErrorKind::PermissionDenied.into());
        assert!(words.ends_with("; or choose another path"), "{words}");
    }
}
