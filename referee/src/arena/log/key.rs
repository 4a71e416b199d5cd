//! The key of a log's chain.

use std::fmt;
use std::io;
use std::path::Path;

use crate::ordinary;

/// What the key is for: it separates these hashes from others that are made with the same file.
const CONTEXT: &str = "Botyard 2026-11-25 chain of a log";
/// The same for the name of the key.
const NAME_CONTEXT: &str = "Botyard 2026-11-25 name of a log's key";

/// Fewest bytes of a file with a key.
const SHORTEST: usize = 16;

/// A key, made of the content of a file. Its name is in the header of each log that is chained with it.
#[derive(Clone, PartialEq, Eq)]
pub struct LogKey {
    bytes: [u8; blake3::KEY_LEN],
    name: String,
}

/// The key itself is never printed.
impl fmt::Debug for LogKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LogKey({})", self.name)
    }
}

impl LogKey {
    /// Reads the file of a key.
    ///
    /// # Errors
    /// If it cannot be read or is too short.
    pub fn read(path: &Path) -> io::Result<Self> {
        let content = ordinary::read(path)?;
        Self::of(&content).ok_or_else(|| {
            let what = format!(
                "a key has at least {SHORTEST} bytes; make one with `head -c 32 /dev/urandom`"
            );
            io::Error::new(io::ErrorKind::InvalidData, what)
        })
    }

    /// The key of a file with this content; `None` if it is too short.
    pub(super) fn of(content: &[u8]) -> Option<Self> {
        (content.len() >= SHORTEST).then(|| {
            let bytes = blake3::derive_key(CONTEXT, content);
            let name = blake3::Hasher::new_derive_key(NAME_CONTEXT).update(content).finalize();
            Self { bytes, name: name.to_hex()[..16].to_owned() }
        })
    }

    /// The key itself.
    pub(super) fn bytes(&self) -> &[u8; blake3::KEY_LEN] {
        &self.bytes
    }

    /// Its name, from which it cannot be computed.
    pub(in crate::arena) fn name(&self) -> &str {
        &self.name
    }
}
