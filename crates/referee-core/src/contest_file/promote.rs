//! Makes a candidate the champion of a contest file. Everything else in the file stays as it was written.

use std::fs;
use std::io;
use std::path::Path;

use toml_edit::{Array, DocumentMut, Item, Value};

use super::{ContestFile, ContestFileError};

impl ContestFile {
    /// Makes `candidate` the champion in the file. The champion of the file moves into the pool, and so does `old`, which
    /// the candidate has met. Both are texts for bots, as on the command line. The candidate leaves the pool if it is there.
    ///
    /// # Errors
    /// If the file was changed since it was read, cannot be written, or would not be understood afterwards.
    pub fn promote(&self, candidate: &str, old: &str) -> Result<(), ContestFileError> {
        let unreadable = |error| ContestFileError::Unreadable { path: self.path.clone(), error };
        if fs::read_to_string(&self.path).map_err(unreadable)? != self.text {
            let what = "the file was changed since the command began; give the same command again";
            return Err(self.wrong(0..0, what));
        }
        let text = promoted(&self.text, candidate, old).map_err(|what| self.wrong(0..0, what))?;
        Self::parse(&text, &self.path)?;
        replace(&self.path, &text)
            .map_err(|error| ContestFileError::Unwritable { path: self.path.clone(), error })
    }
}

/// The text of a contest file with another champion, and the old one in the pool.
fn promoted(text: &str, candidate: &str, old: &str) -> Result<String, String> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    let champion = document.get_mut("champion").and_then(Item::as_value_mut);
    let before = champion.as_ref().and_then(|champion| champion.as_str()).map(str::to_owned);
    match champion {
        Some(champion) => set(champion, candidate),
        None => document["champion"] = candidate.into(),
    }
    let pool = document.entry("pool").or_insert(Array::new().into());
    let pool = pool.as_array_mut().ok_or("`pool` is not a list of bots")?;
    file_in(pool, candidate, old);
    if let Some(before) = before.filter(|before| before != candidate) {
        file_in(pool, candidate, &before);
    }
    Ok(document.to_string())
}

/// Adds a bot to the pool, and takes the new champion out of it.
fn file_in(pool: &mut Array, candidate: &str, old: &str) {
    let at = |pool: &Array, bot: &str| pool.iter().position(|it| it.as_str() == Some(bot));
    match (at(pool, candidate), at(pool, old)) {
        // It takes the place of the new champion, with the comments there.
        (Some(place), None) => {
            if let Some(value) = pool.get_mut(place) {
                set(value, old);
            }
        }
        (Some(place), Some(_)) => drop(pool.remove(place)),
        (None, None) => add(pool, old),
        (None, Some(_)) => {}
    }
}

/// Replaces a value and keeps the white space and the comments around it.
fn set(value: &mut Value, text: &str) {
    let around = value.decor().clone();
    *value = text.into();
    *value.decor_mut() = around;
}

/// Adds a bot at the end of a list, laid out as the last one.
fn add(list: &mut Array, text: &str) {
    let mut value = Value::from(text);
    let last = list.len().checked_sub(1).and_then(|last| list.get(last));
    let before = last.and_then(|last| last.decor().prefix()?.as_str());
    // Comments before the last one are its own; the first of several has no space before it.
    let before = before.map(|text| text.rsplit_once('\n').map_or(" ", |_| last_line(text)));
    value.decor_mut().set_prefix(before.unwrap_or_default());
    list.push_formatted(value);
}

/// The last line break of a text and what follows it.
fn last_line(text: &str) -> &str {
    &text[text.rfind('\n').unwrap_or(0)..]
}

/// Replaces a file by a new one beside it, so that it is whole at any time.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let part = path.with_extension("toml.part");
    let written = fs::write(&part, text)
        .and_then(|()| fs::set_permissions(&part, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_layout_stay() {
        let text = "# Mine\npool = [\n    \"v1\", # the first\n    # strong\n    \"boss\",\n]\nchampion   = \"v8\"  # on the site\n\n[contest]\ngame = \"ocean\" # fun\n";
        let expected = text
            .replace("    \"boss\",\n", "    \"boss\",\n    \"v8\",\n")
            .replace("\"v8\"  # on", "\"v9\"  # on");
        assert_eq!(promoted(text, "v9", "v8").unwrap(), expected);
    }

    #[test]
    fn a_list_on_one_line_stays_on_one_line() {
        let of = |text: &str| promoted(text, "v9", "v8").unwrap();
        assert_eq!(
            of("champion = 'v8'\npool = [\"v1\"]\n"),
            "champion = \"v9\"\npool = [\"v1\", \"v8\"]\n"
        );
        assert_eq!(
            of("champion = 'v8'\npool = [\"v1\", \"b\"] # x\n"),
            "champion = \"v9\"\npool = [\"v1\", \"b\", \"v8\"] # x\n"
        );
        assert_eq!(of("champion = 'v8'\npool = []\n"), "champion = \"v9\"\npool = [\"v8\"]\n");
    }

    #[test]
    fn the_candidate_leaves_the_pool() {
        let of = |text: &str| promoted(text, "v9", "v8").unwrap();
        assert_eq!(
            of("champion = 'v8'\npool = [\"v9\", \"b\"]\n"),
            "champion = \"v9\"\npool = [\"v8\", \"b\"]\n"
        );
        assert_eq!(
            of("champion = 'v8'\npool = [\"v8\", \"v9\"]\n"),
            "champion = \"v9\"\npool = [\"v8\"]\n"
        );
        assert_eq!(
            of("champion = 'v8'\npool = [\"v8\"]\n"),
            "champion = \"v9\"\npool = [\"v8\"]\n"
        );
    }

    #[test]
    fn the_champion_of_the_file_is_kept_when_another_was_met() {
        let text = "champion = 'v7'\npool = [\"rnd\"]\n";
        let new = "champion = \"v9\"\npool = [\"rnd\", \"v8\", \"v7\"]\n";
        assert_eq!(promoted(text, "v9", "v8").unwrap(), new);
        assert_eq!(promoted(new, "v9", "v8").unwrap(), new);
    }

    #[test]
    fn keys_that_are_missing_are_added_above_the_tables() {
        let text = "# Mine\n[contest]\ngame = \"ocean\"\n";
        let new = promoted(text, "v9", "v8").unwrap();
        assert!(new.contains("champion = \"v9\"\npool = [\"v8\"]\n"), "{new}");
        let file = ContestFile::parse(&new, "botyard.toml".as_ref()).unwrap();
        assert_eq!(
            (file.champion.as_deref(), &file.pool[..]),
            (Some("v9"), &["v8".to_owned()][..])
        );
        assert!(new.contains("# Mine\n[contest]"), "{new}");
    }

    #[test]
    fn a_file_that_was_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("botyard.toml");
        fs::write(&path, "champion = \"v8\"\ncontest.game = \"ocean\"\n").unwrap();
        let file = ContestFile::load(&path).unwrap();
        fs::write(&path, "champion = \"v7\"\ncontest.game = \"ocean\"\n").unwrap();
        let error = file.promote("v9", "v8").unwrap_err().to_string();
        assert!(error.contains("was changed since"), "{error}");
        assert!(fs::read_to_string(&path).unwrap().contains("v7"));
        ContestFile::load(&path).unwrap().promote("v9", "v7").unwrap();
        let file = ContestFile::load(&path).unwrap();
        assert_eq!(
            (file.champion.as_deref(), &file.pool[..]),
            (Some("v9"), &["v7".to_owned()][..])
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
