//! Compares two records of a bot.

use std::fmt;

use super::record::{Identity, OwnFile, Since};

/// A difference between two records of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The command line was another.
    Command(String),
    /// The program, of which no more is known.
    Program,
    /// The interpreter has this name.
    Interpreter(String),
    /// The contents of a file.
    File(String),
    /// A file is not there any more.
    Gone(String),
    /// The bot has or opens a further file.
    New(String),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Command(was) => write!(f, "it was `{was}`"),
            Change::Program => write!(f, "its program differs"),
            Change::Interpreter(name) => write!(f, "its interpreter {name} differs"),
            Change::File(name) => write!(f, "its file {name} differs"),
            Change::Gone(name) => write!(f, "its file {name} is not there any more"),
            Change::New(name) => write!(f, "it has a new file {name}"),
        }
    }
}

impl Change {
    /// The difference between two logs, in words.
    pub fn beside(&self) -> String {
        match self {
            Change::Command(other) => format!("there it is `{other}`"),
            Change::New(name) | Change::Gone(name) => {
                format!("only one of them has or opens the file {name}")
            }
            other => other.to_string(),
        }
    }
}

/// Whether two records, perhaps of two machines, are of the same bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sameness {
    /// They are.
    Same,
    /// They are, but the programs that run it differ; the sentence says how.
    Beside(String),
    /// They are not.
    Different(Change),
}

impl Identity {
    /// What has changed since an earlier record on this machine. `self` must have looked at the files of the earlier one
    /// [again](Self::look_again).
    pub fn change_since(&self, earlier: &Self) -> Option<Change> {
        if self.runs != earlier.runs {
            return Some(Change::Command(earlier.runs.clone()));
        }
        if let Some(change) = self.changed_file(earlier) {
            return Some(change);
        }
        let is_new = |it: &&OwnFile| {
            let counts = it.since == Since::Named || it.since == Since::Start && earlier.settled;
            counts && earlier.file(&it.file).is_none() && !earlier.writes.contains(&it.file)
        };
        if let Some(new) = self.files.iter().find(is_new) {
            return Some(Change::New(new.file.clone()));
        }
        (self.outside != earlier.outside).then(|| {
            let outside = self.outside.as_ref().or(earlier.outside.as_ref());
            Change::Interpreter(outside.map(|it| it.program.clone()).unwrap_or_default())
        })
    }

    /// The first file of an earlier record that differs now.
    fn changed_file(&self, earlier: &Self) -> Option<Change> {
        earlier.files.iter().find_map(|theirs| match self.file(&theirs.file) {
            Some(ours) if ours.hash == theirs.hash => None,
            Some(_) => Some(Change::File(theirs.file.clone())),
            None => Some(Change::Gone(theirs.file.clone())),
        })
    }

    /// Whether a record of another machine is of the same bot. Files that only some games open need not be in both.
    pub fn sameness(&self, other: &Self) -> Sameness {
        if self.runs != other.runs {
            return Sameness::Different(Change::Command(other.runs.clone()));
        }
        for [one, two] in [[self, other], [other, self]] {
            for file in &one.files {
                match two.file(&file.file) {
                    Some(same) if same.hash == file.hash => {}
                    Some(_) => return Sameness::Different(Change::File(file.file.clone())),
                    None if file.since == Since::Game || two.writes.contains(&file.file) => {}
                    // A start that was not watched to its end has not opened everything.
                    None if file.since == Since::Start && !two.settled => {}
                    None => return Sameness::Different(Change::New(file.file.clone())),
                }
            }
        }
        if self.outside == other.outside {
            return Sameness::Same;
        }
        let name = |it: &Self| {
            it.outside.as_ref().map_or_else(|| "nothing".to_owned(), |it| it.program.clone())
        };
        let (ours, theirs) = (name(self), name(other));
        Sameness::Beside(if ours == theirs {
            format!("another build of {theirs}")
        } else {
            format!("{theirs} instead of {ours}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Outside;

    /// A record of files, each `name=hash`, with `@` before what only a game opens and `^` before what the start opens.
    fn record(files: &[&str], interpreter: &str) -> Identity {
        let file = |text: &&str| {
            let since = match text.chars().next() {
                Some('@') => Since::Game,
                Some('^') => Since::Start,
                _ => Since::Named,
            };
            let (file, hash) = text.trim_start_matches(['@', '^']).split_once('=').unwrap();
            OwnFile { file: file.to_owned(), hash: hash.to_owned(), since }
        };
        let outside = Outside { program: "python3".to_owned(), hash: interpreter.to_owned() };
        let mut files: Vec<OwnFile> = files.iter().map(file).collect();
        files.sort_by(|a, b| a.file.cmp(&b.file));
        Identity { outside: Some(outside), files, settled: true, ..Identity::default() }
    }

    #[test]
    fn a_file_that_differs_is_gone_or_is_new_is_a_change() {
        let change =
            |ours: &[&str], theirs: &[&str]| record(ours, "1").change_since(&record(theirs, "1"));
        let name = || "core.py".to_owned();
        assert_eq!(change(&["bot.py=1", "^core.py=1"], &["bot.py=1", "^core.py=1"]), None);
        assert_eq!(change(&["^core.py=2"], &["^core.py=1"]), Some(Change::File(name())));
        assert_eq!(change(&[], &["@core.py=1"]), Some(Change::Gone(name())));
        assert_eq!(change(&["^core.py=1"], &[]), Some(Change::New(name())));
        // A file that a game opens for the first time is added.
        assert_eq!(change(&["@core.py=1"], &[]), None);
        // The start may not have been watched to its end.
        let earlier = Identity { settled: false, ..record(&[], "1") };
        assert_eq!(record(&["^core.py=1"], "1").change_since(&earlier), None);
        let earlier = Identity { runs: "bot.py --fast".to_owned(), ..record(&[], "1") };
        let command = Some(Change::Command("bot.py --fast".to_owned()));
        assert_eq!(record(&[], "1").change_since(&earlier), command);
        let interpreter = Some(Change::Interpreter("python3".to_owned()));
        assert_eq!(record(&[], "2").change_since(&record(&[], "1")), interpreter);
    }

    #[test]
    fn bots_of_two_machines_are_the_same_if_their_files_are() {
        let same = |one: &[&str], two: &[&str]| record(one, "1").sameness(&record(two, "1"));
        let different = |change| Sameness::Different(change);
        assert_eq!(same(&["a=1", "^b=1"], &["a=1", "^b=1"]), Sameness::Same);
        assert_eq!(same(&["a=1"], &["a=1", "@late=1"]), Sameness::Same);
        assert_eq!(same(&["a=1", "^b=1"], &["a=1", "@b=1"]), Sameness::Same);
        assert_eq!(same(&["a=1"], &["a=2"]), different(Change::File("a".to_owned())));
        assert_eq!(same(&["@late=2"], &["@late=1"]), different(Change::File("late".to_owned())));
        assert_eq!(same(&["a=1"], &["a=1", "^b=1"]), different(Change::New("b".to_owned())));
        let other = Identity { runs: "--fast".to_owned(), ..record(&[], "1") };
        assert_eq!(
            record(&[], "1").sameness(&other),
            different(Change::Command("--fast".to_owned()))
        );
        let beside = Sameness::Beside("another build of python3".to_owned());
        assert_eq!(record(&["a=1"], "1").sameness(&record(&["a=1"], "2")), beside);
    }
}
