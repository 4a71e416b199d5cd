//! How bots in JavaScript are named on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::node;
use crate::contest::{BotKind, TypedBot};

/// A file that runs in the built-in engine, or in Node.js.
pub(super) const KINDS: &[BotKind] = &[
    BotKind {
        prefix: "js",
        operand: "FILE",
        help: "a JavaScript bot of 2012 in an engine of the referee's own",
        read: |file| Ok(inside(&existing(file)?)),
    },
    BotKind {
        prefix: "node",
        operand: "FILE",
        help: "the same in Node.js, which is faster and must be installed; only for trusted files",
        read: |file| Ok(TypedBot::Command(node::command(&existing(file)?))),
    },
];

/// A file that exists.
fn existing(file: &str) -> Result<PathBuf> {
    let path = PathBuf::from(file);
    if path.is_file() {
        Ok(path)
    } else {
        Err(anyhow!("there is no JavaScript file '{file}'; name one, such as js:my_bot.js"))
    }
}

#[cfg(feature = "javascript")]
fn inside(file: &Path) -> TypedBot {
    TypedBot::Seatable(std::sync::Arc::new(super::javascript::JavaScriptBot(file.to_owned())))
}

#[cfg(not(feature = "javascript"))]
fn inside(file: &Path) -> TypedBot {
    let instead = format!("node:{}", file.display());
    TypedBot::Missing { part: "its JavaScript engine", feature: "javascript", instead }
}
