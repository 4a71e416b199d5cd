//! The leagues of a project. Nothing in it tells their number for certain: some projects have fewer folders than
//! leagues, and the templates of statements list the leagues of which they have a version.

use std::collections::BTreeSet;
use std::path::Path;

/// Where leagues are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Leagues {
    /// The numbers of the folders `level1` and so on.
    folders: BTreeSet<u32>,
    /// The numbers that templates of statements list.
    templates: BTreeSet<u32>,
}

impl Leagues {
    /// Reads the folder `config`.
    pub(super) fn read(config: &Path) -> Self {
        let mut leagues = Self::default();
        let Ok(entries) = config.read_dir() else { return leagues };
        let mut folders = vec![config.to_owned()];
        for entry in entries.flatten().filter(|entry| entry.path().is_dir()) {
            leagues.folders.extend(entry.file_name().to_str().and_then(level));
            folders.push(entry.path());
        }
        let files = folders.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
        let files = files.map(|entry| entry.path());
        for file in files.filter(|file| file.extension().is_some_and(|end| end == "tpl")) {
            let bytes = crate::ordinary::read(&file).unwrap_or_default();
            leagues.templates.extend(listed(&String::from_utf8_lossy(&bytes)));
        }
        leagues
    }

    /// The number of leagues, as far as it can be told.
    pub(super) fn number(&self) -> Option<u32> {
        let highest = [self.folders.last(), self.templates.last()].into_iter().flatten().max();
        highest.copied().filter(|number| *number > 0)
    }

    /// Why this is the number of leagues.
    pub(super) fn reason(&self) -> String {
        let seen = |numbers: &BTreeSet<u32>, what: &str| {
            let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
            if words.is_empty() {
                format!("no {what}")
            } else {
                format!("{what} {}", words.join(", "))
            }
        };
        format!(
            "The rules of a league; the default is the highest that the project shows: {}, and {}. Some projects have \
             more leagues than they show; then raise the range. Without a league the engine plays league 1.",
            seen(&self.folders, "config folders level"),
            seen(&self.templates, "statements for league"),
        )
    }
}

/// The number of `level3`.
fn level(word: &str) -> Option<u32> {
    word.strip_prefix("level")?.parse().ok()
}

/// The numbers in `LEAGUES level1 level2 …` of a template.
fn listed(template: &str) -> impl Iterator<Item = u32> {
    let lines = template.lines().filter_map(|line| line.split_once("LEAGUES"));
    lines.flat_map(|(_, list)| list.split_whitespace().map_while(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_templates_are_read_together() {
        let config = tempfile::tempdir().unwrap();
        let config = config.path();
        assert_eq!(Leagues::read(config).number(), None);
        for folder in ["level1", "level2", "levels", "other"] {
            std::fs::create_dir(config.join(folder)).unwrap();
        }
        assert_eq!(Leagues::read(config).number(), Some(2));
        let template = "<!-- LEAGUES level1 level2 level3 -->\n<!-- BEGIN level9 -->";
        std::fs::write(config.join("statement_en.html.tpl"), template).unwrap();
        let leagues = Leagues::read(config);
        assert_eq!(leagues.number(), Some(3));
        assert!(
            leagues.reason().contains("folders level 1, 2, and statements for league 1, 2, 3"),
            "{}",
            leagues.reason()
        );
    }
}
