//! Whether the programs that play are still those that the log names: [`Unchanged`].

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, bail};

use super::entrants::Entrants;
use super::log::Log;
use crate::identity::Hashes;

/// The programs of the bots and the files that their command lines name, as the log has them.
///
/// A bot that is edited or built during a run is another bot from then on. Its games must not count for the old one: the log
/// would keep them for good, and nobody could tell them apart later.
pub(super) struct Unchanged {
    files: Vec<NamedFile>,
}

struct NamedFile {
    bot: String,
    /// Its path from the bot's folder.
    name: String,
    path: PathBuf,
    /// The hash of its contents in the log.
    hash: String,
    /// Its time of change and its length when it was last read. As long as both stay the same, it is not read again.
    read: Option<(SystemTime, u64)>,
}

impl Unchanged {
    /// The files of all bots that have an identity in the log.
    pub fn new(log: &Log, entrants: &Entrants) -> Self {
        let mut files = Vec::new();
        for (bot, parts) in entrants.parts() {
            let identity = log.program(bot).and_then(|program| program.identity.as_ref());
            let Some(identity) = identity else { continue };
            for path in parts.named() {
                let name = parts.name(path);
                if let Some(file) = identity.file(&name) {
                    let (bot, path, hash) = (bot.to_owned(), path.to_owned(), file.hash.clone());
                    files.push(NamedFile { bot, name, path, hash, read: None });
                }
            }
        }
        Self { files }
    }

    /// Checks after a game that they have not changed.
    ///
    /// # Errors
    /// If one has changed or is gone: nobody knows which version played the game.
    pub fn demand(&mut self) -> Result<()> {
        for NamedFile { bot, name, path, hash, read } in &mut self.files {
            let now = state(path);
            if now.is_some() && now == *read {
                continue;
            }
            if Hashes::default().text(path).as_ref() != Some(hash) {
                bail!(
                    "{bot}: {name} was changed while games were played; the games that had ended before count, and \
                     no later one. Give the command again: the changed bot gets games of its own"
                );
            }
            *read = now;
        }
        Ok(())
    }
}

fn state(path: &Path) -> Option<(SystemTime, u64)> {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}
