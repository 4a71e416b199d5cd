//! Hashes of the contents of files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::{Path, PathBuf};

use gridkit::hash::Fnv1a;

use crate::ordinary;

/// Hashes of files, each read once: several bots have the same interpreter.
#[derive(Default)]
pub struct Hashes {
    known: RefCell<HashMap<PathBuf, Option<u64>>>,
}

impl Hashes {
    /// The hash of the contents of a file; `None` if it cannot be read.
    pub fn of(&self, path: &Path) -> Option<u64> {
        if let Some(known) = self.known.borrow().get(path) {
            return *known;
        }
        let hash = hash(path);
        self.known.borrow_mut().insert(path.to_owned(), hash);
        hash
    }

    /// The same as 16 hexadecimal digits.
    pub fn text(&self, path: &Path) -> Option<String> {
        self.of(path).map(|hash| format!("{hash:016x}"))
    }
}

fn hash(path: &Path) -> Option<u64> {
    let mut file = ordinary::open(path, OpenOptions::new().read(true)).ok()?;
    let (mut hash, mut block) = (Fnv1a::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut block).ok()? {
            0 => return Some(hash.value()),
            length => hash.add(&block[..length]),
        }
    }
}
